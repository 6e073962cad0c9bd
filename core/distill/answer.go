package distill

import (
	"cmp"
	"math"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/mask"
	"causeway/core/nn"
)

// asked is a row to answer, which its room holds.
type asked struct {
	room    *mask.Room
	follows []bool // features that rules compute
	target  int
	lead    float32 // of the target in the row itself
}

// Bound is a generator with the black box that judges its answers and the rules that they
// keep, of which the hard ones count. It may be used by several goroutines.
type Bound struct {
	gen      *Generator
	blackBox blackbox.BlackBox
	mask     *mask.Mask
	follows  []bool
}

// Under binds a generator. The rules must fit its schema; those that it was trained with
// have no part in it.
func (g *Generator) Under(b blackbox.BlackBox, rules []causal.Rule) *Bound {
	m := mask.New(g.schema, rules)
	return &Bound{g, b, m, m.Computed()}
}

// atOnce is how many rows are answered together.
const atOnce = 256

// Answers implements blackbox.Answerer: in one pass the best of the answers of all heads,
// which keeps the hard rules whether or not it reaches the target. It is nil where no row
// keeps the rules.
func (b *Bound) Answers(rows [][]float64, target []int, key kernel.Key) [][]float64 {
	list := make([][]float64, 0, len(rows))
	b.each(rows, target, func(p *proposer, from int, some []asked) {
		for _, a := range p.choose(some, key.Sub(uint64(from))) {
			list = append(list, a.row)
		}
	})
	return list
}

// Proposals are the answers of all heads in one pass, Heads for each row one after
// another, nil where there is none. They keep the hard rules, need not reach the target,
// and do not depend on what rows are asked together.
func (b *Bound) Proposals(rows [][]float64, target []int) [][]float64 {
	list := make([][]float64, 0, Heads*len(rows))
	b.each(rows, target, func(p *proposer, _ int, some []asked) {
		list = append(list, p.proposals(some)...)
	})
	return list
}

// each asks about rows, some at a time.
func (b *Bound) each(rows [][]float64, target []int, f func(p *proposer, from int, some []asked)) {
	p := b.proposer()
	var rooms []*mask.Room
	for from := 0; from < len(rows); from += atOnce {
		to := min(from+atOnce, len(rows))
		for len(rooms) < to-from {
			rooms = append(rooms, b.mask.Room())
		}
		f(p, from, b.ask(p, rooms, rows[from:to], target[from:to]))
	}
}

func (b *Bound) proposer() *proposer {
	return &proposer{Generator: b.gen, pass: b.blackBox.Pass()}
}

// ask enters rows, each in a room.
func (b *Bound) ask(p *proposer, rooms []*mask.Room, rows [][]float64, target []int) []asked {
	list := make([]asked, len(rows))
	p.lead = leads(b.gen.schema, p.pass, &p.enc, rows, p.lead[:0], func(e int) int { return target[e] })
	for e, row := range rows {
		rooms[e].Enter(row)
		list[e] = asked{rooms[e], b.follows, target[e], p.lead[e]}
	}
	return list
}

// Sample implements blackbox.Sampler: first the answers of all heads, then draws of them.
func (b *Bound) Sample(row []float64, target, n int, reach float32, key kernel.Key) [][]float64 {
	p := b.proposer()
	q := b.ask(p, []*mask.Room{b.mask.Room()}, [][]float64{row}, []int{target})[0]
	if q.room.None {
		return nil
	}
	y, lanes := p.forward([]asked{q})
	var rows [][]float64
	var said ways
	for i := range n {
		o := p.head(y, i%Heads, 0, lanes)
		if i < Heads && reach <= 1 {
			p.wish(o, q.room, p.wished, &said)
		} else {
			p.draw(o, q.room, p.wished, reach, key.Sub(uint64(i)))
		}
		if dst := make([]float64, len(row)); p.decode(q.room, o, dst) {
			rows = append(rows, dst)
		}
	}
	return rows
}

// proposer makes answers of rows. It belongs to one goroutine.
type proposer struct {
	*Generator
	pass   blackbox.Pass
	tape   nn.Tape
	x, enc []float32
	o      []float32
	wished []float64
	lead   []float32
	rows   [][]float64
}

// forward runs the network on rows, and returns its outputs and how many columns they have.
func (p *proposer) forward(list []asked) (y []float32, n int) {
	n = whole(len(list))
	x := nn.Grow(&p.x, p.inputs*n)
	clear(x)
	for e, q := range list {
		p.put(x, e, n, q)
	}
	if p.wished == nil {
		p.wished = make([]float64, len(p.schema.Features))
	}
	return p.net.Forward(&p.tape, x, n, nn.Eval, kernel.Key{}), n
}

// whole is the next number of examples that fills vectors, whatever their length.
func whole(n int) int { return (n + 15) &^ 15 }

// head gathers the outputs of head k for column e of n.
func (p *proposer) head(y []float32, k, e, n int) []float32 {
	o := nn.Grow(&p.o, p.outputs)
	at := k*p.outputs*n + e
	for i := range o {
		o[i] = y[at]
		at += n
	}
	return o
}

// decode makes a row of what was wished for.
func (p *proposer) decode(room *mask.Room, o []float32, dst []float64) bool {
	return room.Decode(mask.Wish{Values: p.wished, Shares: func(j int) []float32 { return o[p.out[j]:] }}, dst)
}

// proposals are the decoded rows of all heads for each of the rows, Heads of each one
// after another; nil where there is none.
func (p *proposer) proposals(list []asked) [][]float64 {
	y, n := p.forward(list)
	F := len(p.schema.Features)
	p.rows = p.rows[:0]
	all := make([]float64, len(list)*Heads*F)
	for e, q := range list {
		var said ways
		for k := range Heads {
			var row []float64
			if !q.room.None {
				o := p.head(y, k, e, n)
				p.wish(o, q.room, p.wished, &said)
				if dst := all[:F:F]; p.decode(q.room, o, dst) {
					row = dst
				}
				all = all[F:]
			}
			p.rows = append(p.rows, row)
		}
	}
	return p.rows
}

// choose picks of the proposals of each row the nearest that holds, see order. Its row
// is nil where there is no proposal.
func (p *proposer) choose(list []asked, key kernel.Key) []answer {
	rows := p.proposals(list)
	p.lead = leads(p.schema, p.pass, &p.enc, rows, p.lead[:0], func(e int) int { return list[e/Heads].target })
	chosen := make([]answer, len(list))
	for e, q := range list {
		m := seeker{schema: p.schema, room: q.room, follows: q.follows}
		best, alike := answer{}, 0
		for i := e * Heads; i < (e+1)*Heads; i++ {
			if rows[i] == nil {
				continue
			}
			a := m.measure(rows[i], p.lead[i])
			c := -1
			if best.row != nil {
				c = order(a, best)
			}
			switch {
			case c < 0:
				best, alike = a, 1
			case c == 0:
				alike++
				if key.Intn(uint32(i), alike) == 0 {
					best = a
				}
			}
		}
		chosen[e] = best
	}
	return chosen
}

// holds reports whether an answer reaches the target by a change.
func (a answer) holds() bool { return a.changed > 0 && a.lead > 0 }

// order compares proposals: those that hold stand first, of these the one with the fewest
// changes and then the nearest, and of the others the one that leads most.
func order(a, b answer) int {
	switch {
	case a.holds() != b.holds():
		return cmp.Compare(flag(b.holds()), flag(a.holds()))
	case !a.holds():
		return cmp.Compare(b.lead, a.lead)
	case a.changed == b.changed && math.Abs(a.cost-b.cost) < 1e-9:
		return 0
	}
	return better(a, b)
}
