package route

import (
	"cmp"
	"math"

	"causeway/core/sorting"
)

// use identifies a gate on a way: the way, and the index of the gate on it.
type use struct{ way, at int }

// order decides, for each gate, which line runs above which. Lines that separate on the right are
// ordered by where they separate. Two lines therefore cross at most once if they have to, and
// otherwise never (Nöllenburg 2009, for metro lines).
func (g *ground) order(ways []way) {
	for i, w := range ways {
		for k, t := range w.gates {
			g.gates[t].users = append(g.gates[t].users, use{i, k})
		}
	}
	for i := range g.gates {
		t := &g.gates[i]
		sorting.Stable(t.users, func(a, b use) int {
			if by := g.parting(ways, a, b, t.right); by != 0 {
				return by
			}
			return g.parting(ways, a, b, t.left)
		})
	}
}

// walker follows a way from gate to gate.
type walker struct {
	w    *way
	at   int
	step int
}

// into starts a walk from a gate into a neighbouring cell.
func (w *way) into(at, c int) walker {
	if at < len(w.cells) && w.cells[at] == c {
		return walker{w, at, 1}
	}
	return walker{w, at, -1}
}

// cell returns the next cell of the walk, or none.
func (k *walker) cell() int {
	i := k.at
	if k.step < 0 {
		i--
	}
	if i < 0 || i >= len(k.w.cells) {
		return none
	}
	return k.w.cells[i]
}

// parting compares two ways that pass a gate by where they separate beyond it, through a cell.
// The result is negative if the first is the upper one.
func (g *ground) parting(ways []way, a, b use, c int) int {
	sign := 1
	for p, q := ways[a.way].into(a.at, c), ways[b.way].into(b.at, c); ; {
		c := p.cell()
		if c == none || c != q.cell() {
			return 0
		}
		in := p.w.gates[p.at]
		p.at, q.at = p.at+p.step, q.at+q.step
		x, y := p.w.gates[p.at], q.w.gates[q.at]
		if x != y {
			return sign * g.upper(c, in, x, y)
		}
		if (g.gates[in].left == c) == (g.gates[x].left == c) {
			sign = -sign // a turn
		}
	}
}

// upper compares two gates of a cell. The upper one is the gate that a line from a third gate
// meets first, if lines are examined from top to bottom.
func (g *ground) upper(c, in, x, y int) int {
	// The order is: above on the same wall, nearest first; then the opposite wall; then below,
	// nearest last.
	group := func(i int) (int, float64) {
		t := &g.gates[i]
		switch {
		case (t.left == c) != (g.gates[in].left == c):
			return 1, t.middle()
		case t.middle() < g.gates[in].middle():
			return 0, -t.middle()
		}
		return 2, -t.middle()
	}
	a, ay := group(x)
	b, by := group(y)
	if a != b {
		return a - b
	}
	return cmp.Compare(ay, by)
}

// place assigns lines their heights at gates. Ends are around the middle of a side, and lanes are
// as level as possible.
func (g *ground) place(ways []way) {
	const rounds = 6
	for round := range rounds {
		for i := range g.gates {
			t := &g.gates[i]
			if len(t.users) == 0 {
				continue
			}
			wish := make([]float64, len(t.users))
			for k, u := range t.users {
				y := ways[u.way].y
				before, after := y[max(u.at-1, 0)], y[min(u.at+1, len(y)-1)]
				switch {
				case t.box == none:
					wish[k] = clamp(y[u.at], min(before, after), max(before, after))
				case round == 0:
					wish[k] = g.boxes[t.box].Y
				default: // almost level lines become level
					wish[k] = y[u.at]
					if next := before + after - y[u.at]; math.Abs(next-y[u.at]) < port {
						wish[k] = next
					}
				}
			}
			gap := float64(lane)
			if t.box != none {
				gap = port
			}
			for k, y := range spread(wish, t.lo, t.hi, gap) {
				ways[t.users[k].way].y[t.users[k].at] = y
			}
		}
	}
}

// spread moves heights into ascending order between two limits, with a gap between neighbours and
// as close as possible to their desired values (isotonic regression by pooling).
func spread(wish []float64, lo, hi, gap float64) []float64 {
	n := len(wish)
	if n > 1 {
		gap = min(gap, (hi-lo)/float64(n-1))
	}
	type pool struct {
		sum float64
		n   int
	}
	var pools []pool
	for i, y := range wish {
		pools = append(pools, pool{y - float64(gap*float64(i)), 1})
		for k := len(pools) - 1; k > 0 && pools[k-1].sum*float64(pools[k].n) > pools[k].sum*float64(pools[k-1].n); k-- {
			pools[k-1].sum += pools[k].sum
			pools[k-1].n += pools[k].n
			pools = pools[:k]
		}
	}
	out := make([]float64, 0, n)
	for _, p := range pools {
		y := clamp(p.sum/float64(p.n), lo, hi-float64(gap*float64(n-1)))
		for range p.n {
			const parts = 16 // parts of a point, so that level lines are exactly level
			out = append(out, math.Round(parts*(y+float64(gap*float64(len(out)))))/parts)
		}
	}
	return out
}
