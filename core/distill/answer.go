package distill

import (
	"cmp"
	"math"
	"slices"
	"sync"

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
	free    []int      // features that can change there
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
	places   sync.Pool // of *proposer, whose memory is used again
}

// Under binds a generator. The rules must fit its schema; those that it was trained with
// have no part in it.
func (g *Generator) Under(b blackbox.BlackBox, rules []causal.Rule) *Bound {
	m := mask.New(g.schema, rules)
	return &Bound{gen: g, blackBox: b, mask: m, follows: m.Computed()}
}

// atOnce is how many rows are answered together.
const atOnce = 256

// Answers implements blackbox.Answerer: in one pass the best of the answers of all heads,
// which keeps the hard rules whether or not it reaches the target. It is nil where no row
// keeps the rules.
func (b *Bound) Answers(rows [][]float64, target []int, key kernel.Key) [][]float64 {
	list, F := make([][]float64, 0, len(rows)), len(b.gen.schema.Features)
	b.each(rows, target, func(p *proposer, from int, some []asked) {
		all := make([]float64, 0, F*len(some))
		for _, a := range p.choose(some, key.Sub(uint64(from))) {
			if at := len(all); a.row != nil {
				all = append(all, a.row...)
				a.row = all[at:len(all):len(all)]
			}
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
			list[(from+e)*per+said[e]] = slices.Clone(row)
			said[e]++
		}
		p.choose(some, kernel.Key{})
	})
	return list
}

// PerRow is how many samples are made of a row at most.
func (b *Bound) PerRow() int {
	return b.gen.heads + b.gen.rounds*ofRound
}

// each asks about rows, some at a time.
func (b *Bound) each(rows [][]float64, target []int, f func(p *proposer, from int, some []asked)) {
	p := b.proposer()
	for from := 0; from < len(rows); from += atOnce {
		to := min(from+atOnce, len(rows))
		f(p, from, b.ask(p, rows[from:to], target[from:to]))
	}
	p.first, p.tell = false, nil
	b.places.Put(p)
}

func (b *Bound) proposer() *proposer {
	if p, is := b.places.Get().(*proposer); is {
		return p
	}
	return b.gen.proposer(b.blackBox.Pass())
}

// ask enters rows, each in a room.
func (b *Bound) ask(p *proposer, rows [][]float64, target []int) []asked {
	for len(p.entered) < len(rows) {
		p.entered = append(p.entered, b.mask.Room())
	}
	rooms := p.entered
	list, free := slices.Grow(p.list[:0], len(rows))[:len(rows)], slices.Grow(p.free[0][:0], len(rows)*len(b.gen.schema.Features))
	p.list, p.free[0] = list, free
	for e, row := range rows {
		rooms[e].Enter(row)
		at := len(free)
		free = b.gen.frees(rooms[e], free)
		list[e] = asked{room: rooms[e], follows: b.follows, target: target[e], free: free[at:len(free):len(free)]}
	}
	if b.gen.asks > 0 {
		p.prober.probe(list, &p.notes[0], nil)
		return list
	}
	p.lead = leads(b.gen.schema, p.pass, &p.ballot, rows, p.lead[:0], func(e int) int { return target[e] })
	for e, l := range p.lead {
		list[e].lead = l
	}
	return list
}

// Sample implements blackbox.Sampler: first the answers of all heads, then draws of them.
func (b *Bound) Sample(row []float64, target, n int, reach float32, key kernel.Key) [][]float64 {
	p := b.proposer()
	defer b.places.Put(p)
	q := b.ask(p, [][]float64{row}, []int{target})[0]
	if q.room.None {
		return nil
	}
	y, lanes := p.forward([]asked{q}, 0, p.heads)
	var rows [][]float64
	var said ways
	for i := range n {
		p.look(y, i%p.heads, 0, lanes, &q.probes)
		if i < p.heads && reach <= 1 {
			p.wish(q.room, q.free, p.wished, &said)
		} else {
			p.draw(q.room, q.free, p.wished, reach, key.Sub(uint64(i)))
		}
		if dst := make([]float64, len(row)); p.decode(q.room, dst) {
			rows = append(rows, dst)
		}
	}
	return rows
}

// proposer makes answers of rows. It belongs to one goroutine, and what it makes is
// written over when it chooses again.
type proposer struct {
	view
	pass   blackbox.Pass
	prober prober
	ballot ballot
	tape   nn.Tape
	last   nn.Tape // of the layer whose outputs are the heads
	x      []float32
	shares []float32
	ways   ways
	swaps  swaps
	wished []float64
	lead   []float32
	says   func(j int) []float32      // of the levels of a feature, see view.levels
	first  bool                       // of samples that are as near the first is chosen, and none drawn
	tell   func(e int, row []float64) // hears of the samples of row e, where it is not nil

	// Memory for rows that are asked about together, of those that are asked first and of
	// those that are gone on from.
	entered []*mask.Room
	list    []asked
	on      []asked
	of      []int       // places of rows in a list
	free    [2][]int    // see asked
	notes   [2]notes    // of probes
	rooms   []mask.Room // that are gone on from
	courses []course
	chosen  []answer
	rows    [][]float64 // proposals
	next    [][]float64
	judged  [][]float64
	spare   []float64 // of all rows, used up to used
	used    int
}

// proposer is a place to make answers from.
func (g *Generator) proposer(pass blackbox.Pass) *proposer {
	p := &proposer{view: view{Generator: g}, pass: pass, prober: prober{layout: g.layout, pass: pass}, wished: make([]float64, len(g.schema.Features))}
	p.says = func(j int) []float32 {
		p.shares = p.levels(j, p.shares)
		return p.shares
	}
	return p
}

// forward runs the network on rows, and returns the outputs of the heads from one up to
// another and how many columns they have.
func (p *proposer) forward(list []asked, from, to int) (y []float32, n int) {
	n = whole(len(list))
	x := nn.Grow(&p.x, p.inputs*n) // columns without a row may hold anything
	for e := range list {
		p.put(x, e, n, &list[e])
	}
	hidden := len(p.net) - 1
	x = p.net[:hidden].Forward(&p.tape, x, n, nn.Eval, kernel.Key{})
	l := p.net[hidden].(*nn.Block).Linear
	l.W, l.B, l.Out = l.W[from*p.outputs*l.In:to*p.outputs*l.In], l.B[from*p.outputs:to*p.outputs], (to-from)*p.outputs
	return nn.Net{&nn.Block{Linear: l}}.Forward(&p.last, x, n, nn.Eval, kernel.Key{}), n
}

// whole is the next number of examples that fills vectors, whatever their length.
func whole(n int) int { return (n + 15) &^ 15 }

// decode makes a row of what was wished for by the head that was looked at.
func (p *proposer) decode(room *mask.Room, dst []float64) bool {
	return room.Decode(mask.Wish{Values: p.wished, Shares: p.says}, dst)
}

// row is a place for one.
func (p *proposer) row() []float64 {
	n := len(p.wished)
	if len(p.spare)-p.used < n {
		p.spare, p.used = make([]float64, max(2*len(p.spare), 1024*n)), 0
	}
	p.used += n
	return p.spare[p.used-n : p.used : p.used]
}

// forwards is how many rows the network sees at once: what it reads and writes of them
// stays near, and no power of two, so that outputs of a row do not drive each other out.
const forwards = 80

// proposals are the decoded rows of heads from to to-1 for each of the rows, those of each
// one after another; nil where there is none, or where it is made already.
func (p *proposer) proposals(list []asked, from, to int, made func(i int) bool) [][]float64 {
	p.rows = p.rows[:0]
	for len(list) > 0 {
		part := list[:min(len(list), forwards)]
		list = list[len(part):]
		y, n := p.forward(part, from, to)
		for e := range part {
			p.propose(&part[e], y, e, n, to-from, made)
		}
	}
	return p.rows
}

// propose adds the rows of as many heads for the row of column e of the outputs.
func (p *proposer) propose(q *asked, y []float32, e, n, heads int, made func(i int) bool) {
	p.ways.n = 0
	for k := range heads {
		var row []float64
		if !q.room.None && (made == nil || !made(len(p.rows))) {
			p.look(y, k, e, n, &q.probes)
			p.wish(q.from(), q.free, p.wished, &p.ways)
			if dst := p.row(); p.decode(q.room, dst) {
				row = dst
			}
		}
		p.rows = append(p.rows, row)
	}
}

// rounds is how often answers are looked at again, and ofRound how many samples are made of
// each row then.
const (
	rounds  = 3
	ofRound = 4
)

// course is how far an answer was looked at.
type course struct {
	of      *float64 // its first number; nil where there was none
	leapt   bool     // the row that leap makes was asked about
	ends    uint64   // of the target, those that were asked about
	bracket bracket
	n       int // swaps that are not asked about yet, of which
	list    [mostSwaps]swap
}

// choose makes of each row the best answer of PerRow samples at most, see order: first
// those of all heads; then, where one holds, rows nearer to the factual, and where none
// does, rows beyond the one that came nearest: what a head says from there, and what its
// probes say together. The row is nil where there is none.
func (p *proposer) choose(list []asked, key kernel.Key) []answer {
	p.chosen = slices.Grow(p.chosen[:0], len(list))[:len(list)]
	chosen := p.chosen
	clear(chosen)
	p.used = 0
	p.forget(len(list))
	p.pick(list, p.proposals(list, 0, p.heads, nil), chosen, key)
	if p.rounds == 0 {
		return chosen
	}
	const n = ofRound
	F := len(p.schema.Features)
	p.rooms = slices.Grow(p.rooms[:0], len(list))[:len(list)]
	p.next = slices.Grow(p.next[:0], len(list)*n)[:len(list)*n]
	p.free[1] = slices.Grow(p.free[1][:0], len(list)*F)
	var of []int // places of the rows that are gone on from
	next := p.next
	for r := range p.rounds {
		clear(next)
		p.nearer(list, chosen, next)
		on, free := p.on[:0], p.free[1][:0]
		of = of[:0]
		for e := range chosen {
			a := &chosen[e]
			if a.holds() {
				continue
			}
			if next[e*n] = p.toward(e, &list[e]); next[e*n] == nil {
				next[e*n] = p.leap(e, &list[e], farthest)
			}
			if a.changed > 0 && !p.same(e, a) {
				q, at, room := list[e], len(free), &p.rooms[e]
				*room = *q.room
				room.Row = a.row
				free = p.frees(room, free)
				q.after, q.free = room, free[at:len(free):len(free)]
				on, of = append(on, q), append(of, e)
			}
		}
		p.on = on
		p.prober.probe(on, &p.notes[1], func(i int, reply reply) {
			p.push(&on[i], chosen[of[i]].row, reply, next[of[i]*n+1:(of[i]+1)*n])
		})
		at := func(i int) int { return of[i/n]*n + i%n }
		head := r * n % p.heads
		for i, row := range p.proposals(on, head, head+n, func(i int) bool { return next[at(i)] != nil }) {
			if row != nil {
				next[at(i)] = row
			}
		}
		p.pick(list, next, chosen, key)
	}
	return chosen
}

// forget makes room for how far answers of rows were looked at.
func (p *proposer) forget(rows int) {
	p.courses = slices.Grow(p.courses[:0], rows)[:rows]
	for e := range p.courses {
		c := &p.courses[e]
		c.of, c.leapt, c.ends, c.bracket.at = nil, false, 0, -1
	}
}

// pick puts the best of the proposals of each row, as many for each, in the place of what
// is chosen where they are better.
func (p *proposer) pick(list []asked, rows [][]float64, chosen []answer, key kernel.Key) {
	n := len(rows) / max(len(list), 1)
	p.judged, p.of = p.judged[:0], p.of[:0]
	for i, row := range rows {
		if row != nil {
			p.judged, p.of = append(p.judged, row), append(p.of, i/n)
		}
	}
	p.lead = leads(p.schema, p.pass, &p.ballot, p.judged, p.lead[:0], func(i int) int { return list[p.of[i]].target })
	lead := p.lead
	for e := range list {
		q := &list[e]
		m := seeker{schema: p.schema, room: q.room, follows: q.follows}
		best, alike := &chosen[e], 1
		for i := e * n; i < (e+1)*n; i++ {
			row := rows[i]
			if row == nil {
				continue
			}
			l := lead[0]
			lead = lead[1:]
			if p.tell != nil {
				p.tell(e, row)
			}
			if p.swapping && l <= 0 && best.holds() {
				p.courses[e].bracket.missed(p, q, best.row, row, l)
			}
			if best.row != nil && l <= 0 && (best.holds() || l < best.lead) {
				continue // whatever it changes
			}
			a, c := m.measure(row, l), -1
			if best.row != nil {
				c = order(a, *best)
			}
			switch {
			case c < 0:
				alike = 1
			case c == 0 && !p.first:
				if alike++; key.Intn(uint32(i), alike) > 0 {
					continue
				}
			default:
				continue
			}
			if p.swapping && best.holds() {
				p.courses[e].bracket.turn(p, q, best.row, row)
			}
			*best = a
		}
	}
}

// same reports whether the answer of row e is the one that was looked at before, and notes
// it otherwise. Without swaps answers are looked at again.
func (p *proposer) same(e int, a *answer) bool {
	c := &p.courses[e]
	if p.swapping && c.of == &a.row[0] {
		return true
	}
	c.of, c.n = &a.row[0], 0
	return false
}

// nearer writes, of each answer that holds, rows on the way back from it, as many for each:
// without changes that it may not need, with others in their place, and with all numbers
// nearer to the factual.
func (p *proposer) nearer(list []asked, chosen []answer, dst [][]float64) {
	n := len(dst) / max(len(list), 1)
	p.of = p.of[:0] // what changes more than one feature
	for e := range chosen {
		q, a, dst := &list[e], &chosen[e], dst[e*n:(e+1)*n]
		if !a.holds() {
			continue
		} else if p.same(e, a) {
			p.spend(e, q, a, p.cut(q, a, &p.courses[e].bracket, dst))
		} else if changed, _ := p.changes(q, a.row); changed > 1 {
			p.of = append(p.of, e)
		} else {
			p.retreat(e, q, a, nil, dst)
		}
	}
	p.prober.ask(len(p.of), func(i int) ([]float64, int) { return chosen[p.of[i]].row, list[p.of[i]].target },
		func(i int) { p.undoing(&list[p.of[i]], &chosen[p.of[i]]) },
		func(i int, r reply) {
			e := p.of[i]
			p.retreat(e, &list[e], &chosen[e], &r, dst[e*n:(e+1)*n])
		})
}

// retreat writes rows on the way back from one answer. r is what is said where each of its
// changes is undone; nil where it has one.
func (p *proposer) retreat(e int, q *asked, a *answer, r *reply, dst [][]float64) {
	changed, numbers := p.changes(q, a.row)
	if row := p.leap(e, q, changed-1); row != nil {
		if n, _ := p.changes(q, row); n < changed {
			dst[0], dst = row, dst[1:]
		}
	}
	if r != nil {
		undo := dst
		if numbers > 0 || p.swapping {
			undo = dst[:len(dst)/2]
		}
		dst = dst[p.back(q, a, *r, undo):]
	}
	switch {
	case p.swapping:
		p.swap(q, a, r)
		c := &p.courses[e]
		c.n = copy(c.list[:], p.swaps.list)
		if c.bracket.at < 0 {
			p.begin(q, a, &c.bracket)
		}
		dst = p.cut(q, a, &c.bracket, dst)
		if dst = dst[p.spend(e, q, a, dst):]; numbers > 1 {
			p.shorten(q, a.row, dst)
		}
	case numbers > 0:
		p.shorten(q, a.row, dst)
	}
}

// spend writes rows of the swaps of an answer that promise most, and returns how many.
func (p *proposer) spend(e int, q *asked, a *answer, dst [][]float64) (n int) {
	c, tried := &p.courses[e], 0
	for n < len(dst) && tried < c.n {
		if row := p.swapped(q, a, c.list[tried]); row != nil {
			dst[n] = row
			n++
		}
		tried++
	}
	c.n = copy(c.list[:], c.list[tried:c.n])
	return n
}

// changes counts the features that differ from the factual but for those that rules
// compute, and the numbers among them.
func (p *proposer) changes(q *asked, row []float64) (n, numbers int) {
	for j, x := range q.room.Row {
		if row[j] != x && !q.follows[j] {
			if n++; p.schema.Features[j].Kind.Numeric() {
				numbers++
			}
		}
	}
	return n, numbers
}

// shorten writes rows whose numbers are nearer to the factual.
func (p *proposer) shorten(q *asked, row []float64, dst [][]float64) {
	for i := range dst {
		copy(p.wished, row)
		for j, x := range q.room.Row {
			if row[j] != x && !q.follows[j] && p.schema.Features[j].Kind.Numeric() {
				p.wished[j] = x + float64((row[j]-x)*float64(i+1)/float64(len(dst)+1))
			}
		}
		dst[i] = p.near(q)
	}
}

// near is the row nearest to what was wished for, nil where there is none.
func (p *proposer) near(q *asked) []float64 {
	row := p.row()
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
