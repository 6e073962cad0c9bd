package causal

import (
	"math"

	"causeway/core/data"
)

// cause returns cause i of an IfRisesThenRises rule: first Feature, then the members of Also.
func (r *Rule) cause(i int) Member {
	if i == 0 {
		return Member{Feature: r.Feature}
	}
	return r.Also[i-1]
}

// causes lists all causes.
func (r Rule) causes() []Member { return append([]Member{{Feature: r.Feature}}, r.Also...) }

// movers returns the number of causes that must move.
func (r Rule) movers() int {
	n := 1
	for _, m := range r.Also {
		n += b2i(m.Part == Moves)
	}
	return n
}

// Sized reports whether an IfRisesThenRises rule limits how far the effect moves.
func (r *Rule) Sized() bool { return r.Least > 0 || r.Most > 0 }

// Way returns the direction in which the effect of an IfRisesThenRises rule must move: 1 for up,
// -1 for down, and 0 if the rule does not apply to the pair.
func (r *Rule) Way(s data.Schema, factual, counterfactual []float64) int {
	way := r.premiseDirection(s, factual, counterfactual)
	if r.Falls {
		return -way
	}
	return way
}

// premiseDirection returns the direction of the causes if the premise of an IfRisesThenRises rule
// holds: 1 if they move with their signs, -1 if against them, and 0 if the premise does not hold.
func (r *Rule) premiseDirection(s data.Schema, factual, counterfactual []float64) int {
	way, all := 0, true    // the direction in which causes move, and whether all that must move do so
	up, down := true, true // directions that the quiet causes permit
	for i := range 1 + len(r.Also) {
		m := r.cause(i)
		d := direction(s, m.Feature, factual, counterfactual)
		if m.Falls {
			d = -d
		}
		switch {
		case d == 0:
			all = all && m.Part != Moves
		case m.Part == Still:
			return 0
		case m.Part == Quiet:
			up, down = up && d > 0, down && d < 0
		case way == -d:
			return 0
		default:
			way = d
		}
	}
	if !all && !r.Any || way > 0 && !up || way < 0 && !(down && r.Reverse) {
		return 0
	}
	return way
}

// follows reports whether the effect of an applicable rule moves with its causes, as far as
// required.
func (r *Rule) follows(s data.Schema, factual, counterfactual []float64, way int) bool {
	d := direction(s, r.Other, factual, counterfactual) * way
	if r.Falls {
		d = -d
	}
	if d < 0 || d == 0 && r.Strict {
		return false
	}
	if !r.Sized() {
		return true
	}
	moved, low, high := r.requiredMove(s, factual, counterfactual)
	return low <= moved && moved <= high
}

// Asks returns how far the effect of an IfRisesThenRises rule must and may move in the direction of
// Way.
func (r *Rule) Asks(s data.Schema, factual, counterfactual []float64) (least, most float64) {
	d, _ := r.change(s, r.Feature, factual, counterfactual)
	if most = Open; r.Most > 0 {
		most = r.Most * math.Abs(d)
	}
	return r.Least * math.Abs(d), most
}

// requiredMove returns how far the effect of a rule with a size has moved, and how far it must
// and may move given its cause.
func (r *Rule) requiredMove(s data.Schema, factual, counterfactual []float64) (moved, low, high float64) {
	cause, lag := r.change(s, r.Feature, factual, counterfactual)
	effect, slack := r.change(s, r.Other, factual, counterfactual)
	cause, effect = math.Abs(cause), math.Abs(effect)
	high = Open
	if r.Most > 0 {
		high = float64(r.Most*(cause+lag)) + slack
	}
	return effect, float64(r.Least*(cause-lag)) - slack, high
}

// change returns how far the score of a feature moves, and a bound on the rounding error. The
// difference of two decimal numbers is rarely exact.
func (Rule) change(s data.Schema, j int, factual, counterfactual []float64) (d, slack float64) {
	f := s.Features[j]
	a, b := Score(f, factual[j]), Score(f, counterfactual[j])
	return b - a, rounding(a, b)
}

// rounding bounds the error of the difference between two scores.
func rounding(a, b float64) float64 { return float64(1e-14 * (math.Abs(a) + math.Abs(b))) }

// Rules returns the rules that follow from the signs of a graph, each sign on its own. If at least
// one signed cause of a feature moves with its sign and none moves against it, the feature must not
// move in the opposite direction. It must move if the edge of a moving cause is strict. Edges that
// agree in being strict and soft share one rule, in which the other causes are quiet.
//
// An edge with a size gets its own rule. For every unit of its cause, the effect moves by at least
// Least if no other signed cause moves against its sign. It moves by at most Most if all other
// causes stay, because moving causes may add to it. If several causes move, the largest of their
// amounts is required, since the edges do not say that amounts add up.
//
// Causes of unknown sign and unordered features yield no rules.
func (g *Graph) Rules(s data.Schema) []Rule {
	var rules []Rule
	for v := range g.names {
		list := g.signed(s, v)
		type force struct{ strict, soft bool }
		seen := map[force]bool{}
		for i, e := range list {
			f := force{e.Strict, e.Soft}
			if e.Least == 0 && !seen[f] {
				seen[f] = true
				rules = append(rules, imply(list, i, func(o Edge) Part {
					if o.Least == 0 && f == (force{o.Strict, o.Soft}) {
						return Moves
					}
					return Quiet
				}))
			}
		}
		for i, e := range list {
			rules = append(rules, sizes(list, i, e)...)
		}
	}
	return rules
}

// sizes returns the rules of an edge with a size.
func sizes(list []Edge, i int, e Edge) (rules []Rule) {
	others := func(p Part) func(Edge) Part { return func(Edge) Part { return p } }
	if e.Least > 0 {
		r := imply(list, i, others(Quiet))
		r.Strict, r.Least = true, e.Least
		if len(list) == 1 {
			r.Most = e.Most
		}
		rules = append(rules, r)
	}
	if e.Most > 0 && (e.Least == 0 || len(list) > 1) {
		r := imply(list, i, others(Still))
		r.Most = e.Most
		rules = append(rules, r)
	}
	return rules
}

// imply returns a rule about the signed edges of one effect. The cause of edge i must move; part
// gives the parts of the other causes.
func imply(list []Edge, i int, part func(Edge) Part) Rule {
	e := list[i]
	r := Rule{Kind: IfRisesThenRises, Feature: e.From, Other: e.To, Falls: e.Sign == Falls, Strict: e.Strict,
		Soft: e.Soft, Reverse: true}
	for k, o := range list {
		if k != i {
			r.Also = append(r.Also, Member{Feature: o.From, Falls: o.Sign != e.Sign, Part: part(o)})
		}
	}
	r.Any = r.movers() > 1
	return r
}

// Together returns the rules that follow from the signs of a graph as in the paper, and in projects
// written before the choice existed. If all signed causes of a feature move with their sign, it
// rises; if all move against it, it falls (section 3.2: positive effects of each cause). The rules
// are strict if every sign is, and hard if every sign is. Sizes work as in Rules.
func (g *Graph) Together(s data.Schema) []Rule {
	var rules []Rule
	for v := range g.names {
		list := g.signed(s, v)
		if len(list) == 0 {
			continue
		}
		r := imply(list, 0, func(Edge) Part { return Moves })
		r.Any = false
		for _, e := range list {
			r.Strict, r.Soft = r.Strict && e.Strict, r.Soft || e.Soft
		}
		rules = append(rules, r)
		for i, e := range list {
			rules = append(rules, sizes(list, i, e)...)
		}
	}
	return rules
}

// signed lists the edges into a feature whose signs imply a rule.
func (g *Graph) signed(s data.Schema, v int) (list []Edge) {
	for _, e := range g.edges {
		if e.To == v && e.Sign != Unknown && Scored(s.Features[e.From]) && Scored(s.Features[v]) {
			list = append(list, e)
		}
	}
	return list
}
