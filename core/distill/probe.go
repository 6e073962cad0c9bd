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
func (p *prober) probe(room *mask.Room, target int, lead float32) []float32 {
	if p.asks == 0 {
		return nil
	}
	all := make([]float32, p.asks)
	p.list(room)
	if len(p.tries) == 0 {
		return all
	}
	p.ask(room.Row)
	for e, t := range p.tries {
		l := leadOf(p.shares, e, p.n, target)
		all[ofAnswer*t.slot] = min(max(l-lead, -farLead), farLead) / 4
		all[ofAnswer*t.slot+1] = kernel.Sigmoid1(2 * l)
	}
	return all
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
func (g *Generator) bend(o, probes []float32) {
	if g.asks == 0 {
		return
	}
	by := o[g.outputs-ofBend:]
	for j := range g.schema.Features {
		n := ofAnswer * g.probes(j)
		own := probes[:n]
		probes = probes[n:]
		first, second := most(own)
		o[j] += float32(by[0]*first) + float32(by[1]*second)
		if g.schema.Features[j].Kind.Numeric() {
			o[g.out[j]] += float32(by[4] * side(own))
			continue
		}
		for l := range n / ofAnswer {
			o[g.out[j]+l] += float32(by[2]*own[ofAnswer*l]) + float32(by[3]*own[ofAnswer*l+1])
		}
	}
}

// unbend adds to the gradient by the outputs of a head, which is that by what bend left,
// what bend used of them.
func (g *Generator) unbend(d, probes []float32) {
	if g.asks == 0 {
		return
	}
	by := d[g.outputs-ofBend:]
	for j := range g.schema.Features {
		n := ofAnswer * g.probes(j)
		own := probes[:n]
		probes = probes[n:]
		first, second := most(own)
		by[0] += float32(d[j] * first)
		by[1] += float32(d[j] * second)
		if g.schema.Features[j].Kind.Numeric() {
			by[4] += float32(d[g.out[j]] * side(own))
			continue
		}
		for l := range n / ofAnswer {
			v := d[g.out[j]+l]
			by[2] += float32(v * own[ofAnswer*l])
			by[3] += float32(v * own[ofAnswer*l+1])
		}
	}
}

// most are the largest of both numbers of the probes of a feature, and not below 0.
func most(own []float32) (first, second float32) {
	for i := 0; i < len(own); i += ofAnswer {
		first, second = max(first, own[i]), max(second, own[i+1])
	}
	return first, second
}

// side is above 0 where a number leads more above than below.
func side(own []float32) float32 {
	return (own[ofAnswer] - own[0]) + (own[3*ofAnswer] - own[2*ofAnswer])
}
