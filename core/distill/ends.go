package distill

import (
	"math"
	"slices"

	"causeway/core/mask"
)

// A class may lead in a few corners only, and single changes of a factual do not lead there.
// Its ends are rows in which it leads most. A search that finds nothing from the factual on
// looks at what the rules let the factual become of them, and so does a generator where that
// was the way to a class.

// The ends of a class, the training rows that they are looked for from, the most steps from
// one, the halvings of a step, about how many encoded inputs are looked at for a class, and
// the share of the answers that are found only at ends, one over it, from which on a generator
// keeps them.
const (
	mostEnds  = 4
	climbers  = 4_000
	climbs    = 24
	halvings  = 7
	endInputs = 60_000_000
	seldomEnd = 20
)

// ends are rows in which the target leads as far as single changes of training rows bring it,
// from those on in which it leads most. They keep no rules.
func (s *seeker) ends(rows [][]float64) (ends [][]float64) {
	rows = rows[:min(len(rows), climbers)]
	leads := slices.Clone(s.leads(rows))
	starts := min(max(endInputs/(climbs*max(len(s.around(rows[0])), 1)*s.schema.Width()), 1), 2*mostEnds, len(rows))
	for ; starts > 0 && len(ends) < mostEnds; starts-- {
		first := 0
		for i, l := range leads {
			if l > leads[first] {
				first = i
			}
		}
		row, lead := s.climb(rows[first], leads[first])
		leads[first] = float32(math.Inf(-1))
		if lead > 0 && !slices.ContainsFunc(ends, func(end []float64) bool { return slices.Equal(end, row) }) {
			ends = append(ends, row)
		}
	}
	return ends
}

// climb changes one feature of a row after another, each time the one by which the target
// comes to lead most, until there is none.
func (s *seeker) climb(row []float64, lead float32) ([]float64, float32) {
	for range climbs {
		tries, best := s.around(row), -1
		for i, l := range s.leads(tries) {
			if l > lead {
				best, lead = i, l
			}
		}
		if best < 0 {
			break
		}
		row = tries[best]
	}
	return row, lead
}

// around are the rows that differ from one in a level, in a number of the grid, or in one
// that is a MAD or less away.
func (s *seeker) around(row []float64) (tries [][]float64) {
	for j := range s.schema.Features {
		f := &s.schema.Features[j]
		try := func(v float64) {
			if f.Kind.Numeric() {
				v = min(max(f.Round(v), f.Min), f.Max)
			}
			if v != row[j] {
				c := slices.Clone(row)
				c[j] = v
				tries = append(tries, c)
			}
		}
		switch {
		case !f.Kind.Numeric():
			for l := range f.Levels {
				try(float64(l))
			}
		case f.Max > f.Min:
			for _, v := range s.grid[j] {
				try(v)
			}
			step := f.MAD
			for range halvings {
				try(row[j] - step)
				try(row[j] + step)
				step /= 2
			}
		}
	}
	return tries
}

// join takes what the rules let the factual become of the ends of its target.
func (s *seeker) join() {
	var tries [][]float64
	for _, end := range s.there[s.target] {
		if row := toward(s.room, end); row != nil {
			tries = append(tries, row)
		}
	}
	s.take(tries, s.leads(tries))
}

// toward is the row nearest to an end that the rules let the factual become, nil where there
// is none.
func toward(room *mask.Room, end []float64) []float64 {
	row := make([]float64, len(end))
	if !room.Decode(mask.Wish{Values: end}, row) {
		return nil
	}
	return row
}

// seldom looks for ends of the classes that searches of some examples often did not reach, and
// keeps those of which one answer in so many is found from there alone.
func (f *Fit) seldom(pool []*example, rows [][]float64, tick func() error) error {
	s, there := f.seek, make([][][]float64, len(f.tries))
	f.gen.ends = nil
	for c := range there {
		if (f.tries[c]-f.finds[c])*seldomEnd <= f.finds[c] {
			continue
		}
		if err := tick(); err != nil {
			return err
		}
		s.target = c
		there[c] = s.ends(rows)
		s.there = there
		joined := 0
		for _, ex := range pool {
			if ex.target != c || len(ex.answers) > 0 || ex.room.None {
				continue
			}
			s.enter(ex.asked)
			if s.join(); len(s.found) > 0 {
				joined++
			}
		}
		if joined*seldomEnd > f.finds[c] {
			f.keep(c, there[c])
		}
	}
	f.gen.meet()
	s.there = f.gen.there
	return nil
}

// keep writes ends of a class into the generator as a file holds them, those that are ends
// then.
func (f *Fit) keep(class int, ends [][]float64) {
	g := f.gen
	f.seek.target = class
	for _, row := range ends {
		at := len(g.ends)
		g.ends = append(g.ends, make([]float32, 1+len(row))...)
		g.ends[at] = float32(class)
		pack(g.schema, row, g.ends[at+1:])
		if f.seek.leads([][]float64{g.end(g.ends[at:])})[0] <= 0 {
			g.ends = g.ends[:at]
		}
	}
}

// end reads an end that was kept.
func (g *Generator) end(kept []float32) []float64 {
	row := make([]float64, len(kept)-1)
	for j, v := range kept[1:] {
		row[j] = unpack(&g.schema.Features[j], v)
	}
	return row
}

// meet reads the ends that are kept, if any.
func (g *Generator) meet() {
	if g.there = nil; len(g.ends) == 0 {
		return
	}
	g.there = make([][][]float64, g.schema.Classes())
	n := 1 + len(g.schema.Features)
	for at := 0; at < len(g.ends); at += n {
		kept := g.ends[at : at+n]
		c := min(max(int(kept[0]), 0), len(g.there)-1)
		g.there[c] = append(g.there[c], g.end(kept))
	}
}

// toward is the row toward the nearest end of the target of row e but for those that were asked
// about before; nil where there is none.
func (p *proposer) toward(e int, q *asked) []float64 {
	if p.there == nil {
		return nil
	}
	c, m, at := &p.courses[e], seeker{schema: p.schema, room: q.room, follows: q.follows}, -1
	var best answer
	for i, end := range p.there[q.target] {
		if c.ends>>i&1 > 0 {
			continue
		}
		if row := toward(q.room, end); row != nil {
			if a := m.measure(row, 0); at < 0 || better(a, best) < 0 {
				best, at = a, i
			}
		}
	}
	if at >= 0 {
		c.ends |= 1 << at
	}
	return best.row
}
