package route

import (
	"math"
	"slices"
)

// way is the path of a line from one box to another: the gates through which it passes and the
// cells between them. It has no gates if the boxes leave no path.
type way struct {
	gates, cells []int
	y            []float64 // at each gate
}

// wish returns the height at which a link would pass the position x if nothing were in its way.
func (g *ground) wish(l Link, x float64) float64 {
	a, b := g.boxes[l.From], g.boxes[l.To]
	from, to := Point{a.X, a.Y}, Point{b.X, b.Y}
	if from.X > to.X {
		from, to = to, from
	}
	for _, p := range l.Guide {
		if p.X >= x {
			to = p
			break
		}
		from = p
	}
	if to.X-from.X < 1 {
		return (from.Y + to.Y) / 2
	}
	return from.Y + float64((to.Y-from.Y)*clamp((x-from.X)/(to.X-from.X), 0, 1))
}

// sides returns the cost of each pair of doors, left or right, at which a link may begin and end.
func (g *ground) sides(l Link) (costs [2][2]float64) {
	a, b := g.boxes[l.From], g.boxes[l.To]
	const odd = 500
	switch {
	case b.left() > a.right():
		return [2][2]float64{{odd, 2 * odd}, {0, odd}}
	case b.right() < a.left():
		return [2][2]float64{{odd, 0}, {2 * odd, odd}}
	}
	return [2][2]float64{{marginX, odd}, {odd, 0}}
}

// find returns the shortest way of a link along its guide.
func (f *finder) find(l Link) way {
	costs := f.sides(l)
	sides := [...]int{1, 0}
	if min(costs[0][0], costs[0][1]) < min(costs[1][0], costs[1][1]) {
		sides = [...]int{0, 1}
	}
	best, found := math.Inf(1), way{}
	for _, side := range sides {
		if door := f.doors[l.From][side]; door != none {
			if w, cost := f.search(l, door, costs[side], best); cost < best {
				best, found = cost, w
			}
		}
	}
	return found
}

// finder searches the ground repeatedly, with the same memory.
type finder struct {
	*ground
	at    []arrival
	queue []step
	round int
}

// arrival records how the search arrived at a gate.
type arrival struct {
	cost, y float64
	off     float64 // cost of the distance from the guide
	by      int     // previous gate
	cell    int     // between them
	round   int     // number of the current search
	done    bool
}

// step is a gate to be examined, ordered by the minimum cost of its way.
type step struct {
	least float64
	gate  int
}

func (f *finder) push(s step) {
	f.queue = append(f.queue, s)
	for i := len(f.queue) - 1; i > 0; {
		up := (i - 1) / 2
		if !f.queue[i].before(f.queue[up]) {
			break
		}
		f.queue[i], f.queue[up] = f.queue[up], f.queue[i]
		i = up
	}
}

func (f *finder) pop() step {
	first, last := f.queue[0], len(f.queue)-1
	f.queue[0] = f.queue[last]
	f.queue = f.queue[:last]
	for i := 0; ; {
		down := 2*i + 1
		if down >= last {
			return first
		}
		if down+1 < last && f.queue[down+1].before(f.queue[down]) {
			down++
		}
		if !f.queue[down].before(f.queue[i]) {
			return first
		}
		f.queue[i], f.queue[down] = f.queue[down], f.queue[i]
		i = down
	}
}

func (s step) before(t step) bool { return s.least < t.least || s.least == t.least && s.gate < t.gate }

// search looks for the way from a door to either door of the link's end (A*: Hart, Nilsson,
// Raphael 1968). It returns no way that costs more than most.
func (f *finder) search(l Link, door int, ends [2]float64, most float64) (way, float64) {
	f.round++
	f.queue = f.queue[:0]
	b := f.boxes[l.To]
	wide, high, first := float64(b.W/2)+marginX, float64(b.H/2), min(ends[0], ends[1])
	come := func(i, by, cell int, cost float64) {
		t, r := &f.gates[i], &f.at[i]
		if r.round != f.round {
			*r = arrival{cost: math.Inf(1), round: f.round}
			if t.box != none {
				r.y = clamp(f.boxes[t.box].Y, t.lo, t.hi)
			} else {
				wish := f.wish(l, t.x())
				if r.y = clamp(wish, t.lo, t.hi); l.Guide != nil {
					r.off = float64(offGuide * math.Abs(r.y-wish))
				}
			}
		}
		if r.done {
			return
		}
		if by != none {
			from, before := &f.gates[by], &f.at[by]
			cost += before.cost + math.Abs(t.x()-from.x()) + math.Abs(r.y-before.y) + r.off
			switch {
			case t.box == l.To && t.left == cell:
				cost += ends[0] - first
			case t.box == l.To:
				cost += ends[1] - first
			}
			if (t.left == cell) == (from.left == cell) {
				cost += turnCost
			}
		}
		if cost < r.cost {
			r.cost, r.by, r.cell = cost, by, cell
			f.push(step{cost + max(math.Abs(t.x()-b.X)-wide, 0) + max(math.Abs(r.y-b.Y)-high, 0), i})
		}
	}
	come(door, none, none, first)
	for len(f.queue) > 0 {
		s := f.pop()
		t, r := &f.gates[s.gate], &f.at[s.gate]
		switch {
		case r.done:
			continue
		case s.least >= most:
			return way{}, math.Inf(1)
		case t.box == l.To:
			return f.back(s.gate), r.cost
		}
		r.done = true
		for _, c := range [...]int{t.left, t.right} {
			if c == none || c == r.cell {
				continue
			}
			for _, i := range f.cells[c].gates {
				if n := &f.gates[i]; n.box == none || n.box == l.To {
					come(i, s.gate, c, 0)
				}
			}
		}
	}
	return way{}, math.Inf(1)
}

// back returns the way to a gate that the search has reached.
func (f *finder) back(i int) way {
	var w way
	for ; i != none; i = f.at[i].by {
		w.gates, w.y = append(w.gates, i), append(w.y, f.at[i].y)
		if f.at[i].by != none {
			w.cells = append(w.cells, f.at[i].cell)
		}
	}
	slices.Reverse(w.gates)
	slices.Reverse(w.cells)
	slices.Reverse(w.y)
	return w
}
