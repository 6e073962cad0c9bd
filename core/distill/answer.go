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
	after   *mask.Room // where it goes on from; nil: from the factual
	lead    float32    // of the target there
	probes  said       // what single changes would do there
}

// from is the room of the row that a generator looks at.
func (q asked) from() *mask.Room {
	if q.after != nil {
		return q.after
	}
	return q.room
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

// Proposals are all samples of one pass, PerRow for each row one after another, nil where
// there is none. They keep the hard rules, need not reach the target, and do not depend
// on what rows are asked together.
func (b *Bound) Proposals(rows [][]float64, target []int) [][]float64 {
	list, per := make([][]float64, b.PerRow()*len(rows)), b.PerRow()
	b.each(rows, target, func(p *proposer, from int, some []asked) {
		said := make([]int, len(some))
		p.first, p.tell = true, func(e int, row []float64) {
			list[(from+e)*per+said[e]] = row
			said[e]++
		}
		p.choose(some, kernel.Key{})
	})
	return list
}

// PerRow is how many samples are made of a row at most.
func (b *Bound) PerRow() int {
	if b.gen.asks == 0 {
		return b.gen.heads
	}
	return b.gen.heads + b.gen.heads/rounds*rounds
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
	return b.gen.proposer(b.blackBox.Pass())
}

// ask enters rows, each in a room.
func (b *Bound) ask(p *proposer, rooms []*mask.Room, rows [][]float64, target []int) []asked {
	list := make([]asked, len(rows))
	p.lead = leads(b.gen.schema, p.pass, &p.enc, rows, p.lead[:0], func(e int) int { return target[e] })
	for e, row := range rows {
		rooms[e].Enter(row)
		list[e] = asked{room: rooms[e], follows: b.follows, target: target[e], lead: p.lead[e]}
		list[e].probes = p.prober.probe(rooms[e], target[e], p.lead[e])
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
		o := p.head(y, i%p.heads, 0, lanes, &q.probes)
		if i < p.heads && reach <= 1 {
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
	prober prober
	tape   nn.Tape
	x, enc []float32
	o      []float32
	wished []float64
	lead   []float32
	rows   [][]float64
	order  []int                      // features that change
	first  bool                       // of samples that are as near the first is chosen, and none drawn
	tell   func(e int, row []float64) // hears of the samples of row e, where it is not nil
}

// proposer is a place to make answers from.
func (g *Generator) proposer(pass blackbox.Pass) *proposer {
	return &proposer{Generator: g, pass: pass, prober: prober{layout: g.layout, pass: pass}, wished: make([]float64, len(g.schema.Features))}
}

// forward runs the network on rows, and returns its outputs and how many columns they have.
func (p *proposer) forward(list []asked) (y []float32, n int) {
	n = whole(len(list))
	x := nn.Grow(&p.x, p.inputs*n)
	clear(x)
	for e, q := range list {
		p.put(x, e, n, q)
	}
	return p.net.Forward(&p.tape, x, n, nn.Eval, kernel.Key{}), n
}

// whole is the next number of examples that fills vectors, whatever their length.
func whole(n int) int { return (n + 15) &^ 15 }

// head gathers the outputs of head k for column e of n.
func (p *proposer) head(y []float32, k, e, n int, probes *said) []float32 {
	o := nn.Grow(&p.o, p.outputs)
	at := k*p.outputs*n + e
	for i := range o {
		o[i] = y[at]
		at += n
	}
	p.bend(o, probes)
	return o
}

// decode makes a row of what was wished for.
func (p *proposer) decode(room *mask.Room, o []float32, dst []float64) bool {
	return room.Decode(mask.Wish{Values: p.wished, Shares: func(j int) []float32 { return o[p.out[j]:] }}, dst)
}

// proposals are the decoded rows of heads from to to-1 for each of the rows, those of each
// one after another; nil where there is none, or where it is made already.
func (p *proposer) proposals(list []asked, from, to int, made func(i int) bool) [][]float64 {
	p.rows = p.rows[:0]
	if len(list) == 0 {
		return nil
	}
	y, n := p.forward(list)
	F := len(p.schema.Features)
	all := make([]float64, len(list)*(to-from)*F)
	for e, q := range list {
		var said ways
		for k := range to - from {
			k += from
			var row []float64
			if i := len(p.rows); !q.room.None && (made == nil || !made(i)) {
				o := p.head(y, k, e, n, &q.probes)
				p.wish(o, q.from(), p.wished, &said)
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

// rounds is how often answers are looked at again, with as many samples altogether as
// there were heads before.
const rounds = 2

// choose makes of each row the best answer of at most twice as many samples as there are
// heads, see order: first those of all heads; then, where one holds, rows nearer to the
// factual, and where none does, rows beyond the one that came nearest: what a head says
// from there, and what its probes say together. The row is nil where there is none.
func (p *proposer) choose(list []asked, key kernel.Key) []answer {
	chosen := make([]answer, len(list))
	p.pick(list, p.proposals(list, 0, p.heads, nil), chosen, key)
	if p.asks == 0 {
		return chosen
	}
	n := p.heads / rounds
	for r := range rounds {
		var on []asked
		var of []int // their places in the list
		next := make([][]float64, len(list)*n)
		for e, a := range chosen {
			switch {
			case a.holds():
				p.nearer(list[e], a, next[e*n:(e+1)*n])
			case a.changed > 0:
				on, of = append(on, p.prober.on(list[e], a)), append(of, e)
				p.push(list[e], a.row, next[e*n+1:(e+1)*n])
			}
		}
		at := func(i int) int { return of[i/n]*n + i%n }
		for i, row := range p.proposals(on, r*n, (r+1)*n, func(i int) bool { return next[at(i)] != nil }) {
			if row != nil {
				next[at(i)] = row
			}
		}
		p.pick(list, next, chosen, key)
	}
	return chosen
}

// pick puts the best of the proposals of each row, as many for each, in the place of what
// is chosen where they are better.
func (p *proposer) pick(list []asked, rows [][]float64, chosen []answer, key kernel.Key) {
	n := len(rows) / max(len(list), 1)
	p.lead = leads(p.schema, p.pass, &p.enc, rows, p.lead[:0], func(i int) int { return list[i/n].target })
	for e, q := range list {
		m := seeker{schema: p.schema, room: q.room, follows: q.follows}
		best, alike := chosen[e], 1
		for i := e * n; i < (e+1)*n; i++ {
			if rows[i] == nil {
				continue
			}
			if p.tell != nil {
				p.tell(e, rows[i])
			}
			a := m.measure(rows[i], p.lead[i])
			c := -1
			if best.row != nil {
				c = order(a, best)
			}
			switch {
			case c < 0:
				best, alike = a, 1
			case c == 0 && !p.first:
				alike++
				if key.Intn(uint32(i), alike) == 0 {
					best = a
				}
			}
		}
		chosen[e] = best
	}
}

// on asks how to go on from an answer that misses the target.
func (p *prober) on(q asked, a answer) asked {
	room := *q.room
	room.Row = a.row
	q.after, q.lead, q.probes = &room, a.lead, p.probe(&room, q.target, a.lead)
	return q
}

// nearer writes rows on the way back from an answer that holds: without changes that it
// may not need, and with all numbers nearer to the factual.
func (p *proposer) nearer(q asked, a answer, dst [][]float64) {
	x, s := q.room.Row, p.schema
	p.order = p.order[:0]
	numbers := false
	for j, v := range a.row {
		if v != x[j] && !q.follows[j] {
			p.order = append(p.order, j)
			numbers = numbers || s.Features[j].Kind.Numeric()
		}
	}
	if len(p.order) > 1 {
		undo := dst
		if numbers {
			undo = dst[:len(dst)/2]
		}
		dst = dst[p.back(q, a, undo):]
	}
	if !numbers {
		return
	}
	for i := range dst {
		copy(p.wished, a.row)
		for _, j := range p.order {
			if s.Features[j].Kind.Numeric() {
				p.wished[j] = x[j] + float64((a.row[j]-x[j])*float64(i+1)/float64(len(dst)+1))
			}
		}
		dst[i] = p.near(q)
	}
}

// near is the row nearest to what was wished for, nil where there is none.
func (p *proposer) near(q asked) []float64 {
	row := make([]float64, len(p.wished))
	if !q.room.Decode(mask.Wish{Values: p.wished}, row) {
		return nil
	}
	return row
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
