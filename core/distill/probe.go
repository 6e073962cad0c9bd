package distill

import (
	"causeway/core/blackbox"
	"causeway/core/kernel"
	"causeway/core/mask"
)

// A number is probed at ofProbes values: a MAD down and up, and its least and its largest;
// any other feature at each of its levels. Of each probe the network reads ofAnswer
// numbers: by how much the change alone moves the lead, and how near to 1 it brings the
// target.
const (
	ofProbes = 4
	ofAnswer = 2
)

// probes is how many probes there are of feature j.
func (l layout) probes(j int) int {
	if f := &l.schema.Features[j]; !f.Kind.Numeric() {
		return len(f.Levels)
	}
	return ofProbes
}

// prober asks the black box what each single change of a row would do. It belongs to one
// goroutine.
type prober struct {
	layout
	pass  blackbox.Pass
	row   []float32 // encoded
	x     []float32
	tries []try

	// What the black box said last: the shares of n columns, of each try and then of the
	// row itself.
	shares []float32
	n      int
	sums   sums
}

// try is a change: feature j, first among the encoded inputs at o, becomes v, and slot is
// its place among all probes.
type try struct {
	j, o, slot int
	v          float64
}

// probe returns what the black box says of each change that the rules leave of the row
// of a room, whose lead is known, alone; zeros stand for those that they do not.
func (p *prober) probe(room *mask.Room, target int, lead float32) (q said) {
	if p.asks == 0 {
		return q
	}
	q.all = make([]float32, p.asks)
	if p.list(room); len(p.tries) > 0 {
		p.ask(room.Row)
	}
	for e, t := range p.tries {
		l := leadOf(p.shares, e, p.n, target)
		q.all[ofAnswer*t.slot] = min(max(l-lead, -farLead), farLead) / 4
		q.all[ofAnswer*t.slot+1] = kernel.Sigmoid1(2 * l)
	}
	q.sum(p.layout)
	return q
}

// ask asks the black box about the tries of a row.
func (p *prober) ask(row []float64) {
	s := p.schema
	n := whole(len(p.tries) + 1)
	p.row, p.x = grow(p.row, s.Width()), grow(p.x, s.Width()*n)
	s.Encode(row, p.row)
	for o, v := range p.row {
		line := p.x[o*n : (o+1)*n]
		for e := range line {
			line[e] = v
		}
	}
	for e, t := range p.tries {
		if f := &s.Features[t.j]; f.Kind.Numeric() {
			p.x[t.o*n+e] = f.Scale(t.v)
		} else {
			p.x[(t.o+int(row[t.j]))*n+e] = 0
			p.x[(t.o+int(t.v))*n+e] = 1
		}
	}
	p.shares, p.n = p.pass.Shares(p.x, n), n
}

// list finds the changes that the rules leave.
func (p *prober) list(room *mask.Room) {
	p.tries = p.tries[:0]
	slot, o := 0, 0
	for j := range p.schema.Features {
		f, d, x := &p.schema.Features[j], &room.Domains[j], room.Row[j]
		switch {
		case !p.free(room, j):
		case f.Kind.Numeric():
			for k, v := range [ofProbes]float64{max(f.Round(x-f.MAD), d.Min), min(f.Round(x+f.MAD), d.Max), d.Min, d.Max} {
				if v != x {
					p.tries = append(p.tries, try{j, o, slot + k, v})
				}
			}
		default:
			for l := range f.Levels {
				if open(d, l, x) {
					p.tries = append(p.tries, try{j, o, slot + l, float64(l)})
				}
			}
		}
		slot, o = slot+p.probes(j), o+f.Width()
	}
}

// ofBend is how many outputs of a head say how it bends to probes: its gates to both
// numbers of the best one of each feature, its levels to both of their own, and where
// numbers go to the side that leads more.
const ofBend = 5

// bend adds to the outputs of a head what it makes of probes. As the same few outputs
// serve all features, what is learned of one is known of the others.
func (g *Generator) bend(o []float32, q *said) {
	if g.asks == 0 {
		return
	}
	by := o[g.outputs-ofBend:]
	for j := range g.schema.Features {
		sum := &q.sums[j]
		o[j] += float32(by[0]*sum.first) + float32(by[1]*sum.second)
		if g.schema.Features[j].Kind.Numeric() {
			o[g.out[j]] += float32(by[4] * sum.side)
			continue
		}
		for l, own := 0, q.all[sum.at:sum.to]; len(own) > 0; l, own = l+1, own[ofAnswer:] {
			o[g.out[j]+l] += float32(by[2]*own[0]) + float32(by[3]*own[1])
		}
	}
}

// unbend adds to the gradient by the outputs of a head, which is that by what bend left,
// what bend used of them.
func (g *Generator) unbend(d []float32, q *said) {
	if g.asks == 0 {
		return
	}
	by := d[g.outputs-ofBend:]
	for j := range g.schema.Features {
		sum := &q.sums[j]
		by[0] += float32(d[j] * sum.first)
		by[1] += float32(d[j] * sum.second)
		if g.schema.Features[j].Kind.Numeric() {
			by[4] += float32(d[g.out[j]] * sum.side)
			continue
		}
		for l, own := 0, q.all[sum.at:sum.to]; len(own) > 0; l, own = l+1, own[ofAnswer:] {
			v := d[g.out[j]+l]
			by[2] += float32(v * own[0])
			by[3] += float32(v * own[1])
		}
	}
}

// said is what the black box says of the single changes of a row.
type said struct {
	all  []float32 // ofAnswer of each probe
	sums []summed  // of every feature
}

// summed is what the probes of a feature, which stand from at on up to to, say together:
// the largest of both numbers, and not below 0, and whether a number leads more above than
// below.
type summed struct {
	at, to              int
	first, second, side float32
}

// sum makes the sums.
func (q *said) sum(l layout) {
	q.sums = make([]summed, len(l.schema.Features))
	at := 0
	for j := range q.sums {
		s := &q.sums[j]
		s.at, s.to = at, at+ofAnswer*l.probes(j)
		at = s.to
		own := q.all[s.at:s.to]
		for i := 0; i < len(own); i += ofAnswer {
			s.first, s.second = max(s.first, own[i]), max(s.second, own[i+1])
		}
		if l.schema.Features[j].Kind.Numeric() {
			s.side = (own[ofAnswer] - own[0]) + (own[3*ofAnswer] - own[2*ofAnswer])
		}
	}
}
