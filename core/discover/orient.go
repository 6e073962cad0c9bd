package discover

import (
	"slices"

	"causeway/core/causal"
)

// pattern is a skeleton with directions. An edge between a and b may lead from a to b if
// may[a*n+b] is set.
type pattern struct {
	n     int
	may   []bool
	fixed []bool // drawn edges, which never change
	pass  map[triple]bool
}

// triple is a - c - b with a < b, where a and b are not adjacent and it is known that the edges
// do not meet in c.
type triple struct{ a, c, b int }

func (p *pattern) passes(a, c, b int) bool { return p.pass[triple{min(a, b), c, max(a, b)}] }

// arrow reports whether the edge may lead from a to b.
func (p *pattern) arrow(a, b int) bool { return p.may[a*p.n+b] }

// leads reports whether an edge leads from a to b and not in the other direction.
func (p *pattern) leads(a, b int) bool { return p.arrow(a, b) && !p.arrow(b, a) }

// open reports whether an edge exists whose direction is unknown.
func (p *pattern) open(a, b int) bool { return p.arrow(a, b) && p.arrow(b, a) }

func (p *pattern) adjacent(a, b int) bool { return p.arrow(a, b) || p.arrow(b, a) }

// direct makes the edge lead from a to b, unless a path leads back from b to a, because
// suggestions must never close a cycle.
func (p *pattern) direct(a, b int) bool {
	if p.fixed[a*p.n+b] || p.reaches(b, a) {
		return false
	}
	p.may[b*p.n+a] = false
	return true
}

// reaches reports whether directed edges lead from a to b.
func (p *pattern) reaches(a, b int) bool {
	seen := make([]bool, p.n)
	seen[a] = true
	for queue := []int{a}; len(queue) > 0; queue = queue[1:] {
		for c := range p.n {
			if p.leads(queue[0], c) && !seen[c] {
				seen[c] = true
				queue = append(queue, c)
			}
		}
	}
	return seen[b]
}

// orient finds the directions that the data and the drawn edges entail.
func (w *search) orient(drawn *causal.Graph, tick func(Progress) error) (*pattern, error) {
	p := &pattern{w.n, make([]bool, w.n*w.n), make([]bool, w.n*w.n), map[triple]bool{}}
	for a := range w.n {
		for b := range w.n {
			p.may[a*w.n+b] = a != b && w.joined(a, b)
		}
	}
	for _, e := range drawn.Edges() {
		p.may[e.To*w.n+e.From] = false
		p.fixed[e.From*w.n+e.To], p.fixed[e.To*w.n+e.From] = true, true
	}
	if err := w.collide(p, tick); err != nil {
		return nil, err
	}
	for p.closeOff() || p.meek() {
	}
	return p, nil
}

// collide directs a → c ← b if a and b are not adjacent and c is in none of the sets of
// neighbours that make them independent. If c is in all of these sets, the edges do not meet in
// c. If it is in only some of them, the triple remains undirected. An edge that two triples
// direct in opposite ways remains undirected too. All triples are found before any is applied, so
// that the result does not depend on their order.
func (w *search) collide(p *pattern, tick func(Progress) error) error {
	beside, edges := w.neighbours()
	into := make([]bool, w.n*w.n)
	at := Progress{Given: w.c.MaxGiven, Done: edges, Total: edges, Left: edges}
	for b := range w.n {
		for a := range b {
			between := slices.DeleteFunc(slices.Clone(beside[a]), func(c int) bool {
				return !slices.Contains(beside[b], c)
			})
			if w.joined(a, b) || len(between) == 0 {
				continue
			}
			apart, with, err := w.separators(a, b, beside, at, tick)
			if err != nil {
				return err
			}
			for _, c := range between {
				switch {
				case apart == 0:
				case with[c] == 0:
					into[a*w.n+c], into[b*w.n+c] = true, true
				case with[c] == apart:
					p.pass[triple{a, c, b}] = true
				}
			}
		}
	}
	for a := range w.n {
		for c := range w.n {
			if into[a*w.n+c] && !into[c*w.n+a] && p.open(a, c) {
				p.direct(a, c)
			}
		}
	}
	return nil
}

// separators counts the sets of neighbours that make a pair independent, and for every feature
// the sets that contain it.
func (w *search) separators(a, b int, beside [][]int, at Progress, tick func(Progress) error) (apart int,
	with map[int]int, err error) {
	with = map[int]int{}
	from := [2][]int{w.nearest(a, b, beside[a]), w.nearest(a, b, beside[b])}
	for given := 0; given <= w.c.MaxGiven; given++ {
		err := w.choices(a, b, given, from, at, tick, func(names []int, _ causal.Dependence, f ratio) bool {
			if f.f < w.limit(f) {
				apart++
				for _, c := range names {
					with[c]++
				}
			}
			return true
		})
		if err != nil {
			return 0, nil, err
		}
	}
	if w.effort < 0 {
		return 0, nil, nil // not all were tested
	}
	return apart, with, nil
}

// closeOff directs the open edges whose other direction would close a cycle.
func (p *pattern) closeOff() (changed bool) {
	for a := range p.n {
		for b := range p.n {
			if p.open(a, b) && p.reaches(a, b) {
				changed = p.direct(a, b) || changed
			}
		}
	}
	return changed
}

// meek applies the rules of Meek (1995) once to every open edge. A rule directs b → c if the
// opposite direction would create a new common effect or a cycle.
func (p *pattern) meek() (changed bool) {
	for b := range p.n {
		for c := range p.n {
			if p.open(b, c) && (p.rule1(b, c) || p.rule3(b, c) || p.rule4(b, c)) {
				changed = p.direct(b, c) || changed
			}
		}
	}
	return changed
}

// rule1 applies to a → b — c if a and c are not adjacent and the edges do not meet in b. (Rule 2
// is closeOff.)
func (p *pattern) rule1(b, c int) bool {
	for a := range p.n {
		if a != c && p.leads(a, b) && !p.adjacent(a, c) && p.passes(a, b, c) {
			return true
		}
	}
	return false
}

// rule3 applies to b — a → c and b — d → c if a and d are not adjacent and their edges do not
// meet in b.
func (p *pattern) rule3(b, c int) bool {
	for a := range p.n {
		for d := range a {
			if p.open(b, a) && p.open(b, d) && p.leads(a, c) && p.leads(d, c) && !p.adjacent(a, d) &&
				p.passes(a, b, d) {
				return true
			}
		}
	}
	return false
}

// rule4 applies to b — a → d → c with an edge between b and d, if a and c are not adjacent and
// their edges do not meet in b. It follows from the other rules if no edges are drawn.
func (p *pattern) rule4(b, c int) bool {
	for d := range p.n {
		if !p.leads(d, c) || !p.adjacent(b, d) {
			continue
		}
		for a := range p.n {
			if a != c && p.open(b, a) && p.leads(a, d) && !p.adjacent(a, c) && p.passes(a, b, c) {
				return true
			}
		}
	}
	return false
}
