package distill

import (
	"slices"

	"causeway/core/blackbox"
	"causeway/core/kernel"
	"causeway/core/mask"
	"causeway/core/nn"
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

// prober asks the black box what single changes of rows would do, of many rows at once.
// It belongs to one goroutine.
type prober struct {
	layout
	pass   blackbox.Pass
	x      []float32 // encoded
	tries  []try     // of the rows that are asked about together, one row after another
	spans  []span    // of each of these rows
	ballot ballot
	sure   []float32 // the sigmoid of twice each lead of a row
	sums   sums
}

// try is a change: feature j, first among the encoded inputs at o, becomes v, and slot is
// its place among all probes.
type try struct {
	j, o, slot int
	v          float64
}

// span is a row with the places of its tries. Their columns, behind which stands one of
// the row itself, begin at from and its own place among the rows.
type span struct {
	row              []float64
	target, from, to int
}

// reply is what the black box says of the tries of one row.
type reply struct {
	tries  []try
	leads  []float32 // of the target after each, then where nothing is changed
	shares []float32 // classes×n, of which the row's columns begin at at
	at, n  int
}

// mostColumns is about how many columns the black box sees at once.
const mostColumns = 512

// ask asks the black box about n rows. of says which they are, list adds the tries of one
// to p.tries, and heard is told what is said of it.
func (p *prober) ask(n int, of func(i int) (row []float64, target int), list func(i int), heard func(i int, r reply)) {
	for from, i := 0, 0; i < n; from = i {
		p.tries, p.spans = p.tries[:0], p.spans[:0]
		for ; i < n && (i == from || len(p.tries)+len(p.spans) < mostColumns); i++ {
			s := span{from: len(p.tries)}
			list(i)
			s.row, s.target = of(i)
			s.to = len(p.tries)
			p.spans = append(p.spans, s)
		}
		columns := whole(len(p.tries) + len(p.spans))
		shares := p.pass.Shares(p.encode(columns), columns)
		p.ballot.open(len(p.tries) + len(p.spans))
		for k, s := range p.spans {
			p.ballot.count(shares, columns, s.from+k, s.to+k+1, s.target)
		}
		leads := p.ballot.leads()
		for k, s := range p.spans {
			at, end := s.from+k, s.to+k+1
			heard(from+k, reply{p.tries[s.from:s.to], leads[at:end], shares, at, columns})
		}
	}
}

// encode lays out n columns of rows and their tries.
func (p *prober) encode(n int) []float32 {
	features := p.schema.Features
	x := nn.Grow(&p.x, p.schema.Width()*n)
	clear(x)
	for k, s := range p.spans {
		at, end, o := s.from+k, s.to+k+1, 0
		for j := range features {
			f, v, line := &features[j], float32(1), o
			if f.Kind.Numeric() {
				v = f.Scale(s.row[j])
				o++
			} else {
				line += int(s.row[j])
				o += len(f.Levels)
			}
			own := x[line*n+at : line*n+end]
			for e := range own {
				own[e] = v
			}
		}
		for e, t := range p.tries[s.from:s.to] {
			if f := &features[t.j]; f.Kind.Numeric() {
				x[t.o*n+at+e] = f.Scale(t.v)
			} else {
				x[(t.o+int(s.row[t.j]))*n+at+e] = 0
				x[(t.o+int(t.v))*n+at+e] = 1
			}
		}
	}
	return x
}

// probe asks about each change that the rules leave of each row, alone, and notes what is
// said: the lead of the row itself, and of its probes, with zeros for those that the rules
// do not leave. heard, where it is not nil, is told all of it, row by row; where it is nil
// this is noted for swaps. What is noted is kept in room until that is used again, or in new
// memory where it is nil.
func (p *prober) probe(list []asked, room *notes, heard func(i int, r reply)) {
	if room == nil {
		room = &notes{}
	}
	F := len(p.schema.Features)
	room.all, room.sums = grow(room.all, p.asks*len(list)), slices.Grow(room.sums[:0], F*len(list))[:F*len(list)]
	clear(room.all)
	room.voices, room.tries = room.voices[:0], room.tries[:0]
	p.ask(len(list), func(i int) ([]float64, int) { return list[i].from().Row, list[i].target }, func(i int) { p.list(list[i].from()) },
		func(i int, r reply) {
			q, lead := &list[i].probes, r.leads[len(r.tries)]
			q.all, q.sums = room.all[i*p.asks:(i+1)*p.asks:(i+1)*p.asks], room.sums[i*F:(i+1)*F:(i+1)*F]
			leads := r.leads[:len(r.tries)]
			p.sure = grow(p.sure, len(leads))
			for e, l := range leads {
				p.sure[e] = 2 * l
			}
			kernel.Sigmoid(p.sure, p.sure)
			for e, l := range leads {
				at := ofAnswer * r.tries[e].slot
				q.all[at] = kernel.AtMost(kernel.AtLeast(l-lead, -farLead), farLead) / 4
				q.all[at+1] = p.sure[e]
			}
			q.sum(&p.layout)
			list[i].lead = lead
			if heard != nil {
				heard(i, r)
			} else if p.swapping {
				q.voices, q.tries = room.keep(r)
			}
		})
}

// notes is memory for what is said of rows.
type notes struct {
	all    []float32
	sums   []summed
	voices []float32
	tries  []try
}

// keep notes the tries of a row, what each of a row adds to the logarithm of the share of every class, of
// two classes to the lead of the target alone, and behind it where the row stands.
func (n *notes) keep(r reply) ([]float32, []try) {
	from, T := len(n.voices), len(r.tries)+1
	n.tries = append(n.tries, r.tries...)
	if len(r.shares) == 2*r.n {
		n.voices = append(n.voices, r.leads...)
	} else {
		for at := r.at; at < len(r.shares); at += r.n {
			for _, v := range r.shares[at : at+T] {
				n.voices = append(n.voices, kernel.AtLeast(v, tiny))
			}
		}
		kernel.Log(n.voices[from:], n.voices[from:])
	}
	kept := n.voices[from:len(n.voices):len(n.voices)]
	for at := 0; at < len(kept); at += T {
		for e := range kept[at : at+T-1] {
			kept[at+e] -= kept[at+T-1]
		}
	}
	return kept, n.tries[len(n.tries)-T+1 : len(n.tries) : len(n.tries)]
}

// list finds the changes that the rules leave.
func (p *prober) list(room *mask.Room) {
	slot, o := 0, 0
	for j := range p.schema.Features {
		f, d, x := &p.schema.Features[j], &room.Domains[j], room.Row[j]
		switch {
		case f.Kind.Numeric():
			if p.free(room, j) {
				for k, v := range [ofProbes]float64{max(f.Round(x-f.MAD), d.Min), min(f.Round(x+f.MAD), d.Max), d.Min, d.Max} {
					if v != x {
						p.tries = append(p.tries, try{j, o, slot + k, v})
					}
				}
			}
			slot, o = slot+ofProbes, o+1
		default:
			own := int(x)
			for l, in := range d.Levels {
				if in && l != own {
					p.tries = append(p.tries, try{j, o, slot + l, float64(l)})
				}
			}
			slot, o = slot+len(f.Levels), o+len(f.Levels)
		}
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
		for l, own := 0, q.of(g.layout, j); len(own) > 0; l, own = l+1, own[ofAnswer:] {
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
		for l, own := 0, q.of(g.layout, j); len(own) > 0; l, own = l+1, own[ofAnswer:] {
			v := d[g.out[j]+l]
			by[2] += float32(v * own[0])
			by[3] += float32(v * own[1])
		}
	}
}

// said is what the black box says of the single changes of a row.
type said struct {
	all    []float32 // ofAnswer of each probe
	sums   []summed  // of every feature
	voices []float32 // for swaps, see notes.keep
	tries  []try
}

// of are the answers to the probes of feature j.
func (q *said) of(l layout, j int) []float32 {
	at := ofAnswer * l.slots[j]
	return q.all[at : at+ofAnswer*l.probes(j)]
}

// summed is what the probes of a feature say together: the largest of both numbers, and
// not below 0, and whether a number leads more above than below.
type summed struct{ first, second, side float32 }

// sum makes the sums.
func (q *said) sum(l *layout) {
	own := q.all
	for j := range q.sums {
		s, n := summed{}, ofAnswer*ofProbes
		if f := &l.schema.Features[j]; f.Kind.Numeric() {
			s.side = (own[ofAnswer] - own[0]) + (own[3*ofAnswer] - own[2*ofAnswer])
		} else {
			n = ofAnswer * len(f.Levels)
		}
		for i := 0; i+1 < n; i += ofAnswer {
			s.first, s.second = kernel.AtLeast(own[i], s.first), kernel.AtLeast(own[i+1], s.second)
		}
		q.sums[j], own = s, own[n:]
	}
}
