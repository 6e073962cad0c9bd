package distill

import (
	"slices"
	"testing"

	"causeway/core/kernel"
	"causeway/core/mask"
)

// leadOf is the plain twin of ballot: the lead of class t in example e of n.
func leadOf(shares []float32, e, n, t int) float32 {
	other, at := float32(0), 0
	for c := range len(shares) / n {
		if v := shares[c*n+e]; c != t && v > other {
			other, at = v, c
		}
	}
	own := shares[t*n+e]
	l := kernel.Log1(max(own, tiny)) - kernel.Log1(max(other, tiny))
	if own > other || own == other && t < at {
		return max(l, tiny)
	}
	return min(l, 0)
}

// Leads are those of the plain twin to the last bit, of two classes and more, where shares
// are equal, vanish or are below 0.
func TestBallot(t *testing.T) {
	var b ballot
	for _, classes := range []int{2, 3, 7} {
		const n, rows = 80, 71
		key := kernel.NewKey(uint64(classes))
		shares := make([]float32, classes*n)
		for i := range shares {
			shares[i] = [...]float32{0, 1, 0.25, 0.25, 1e-35, -0.1, key.Uniform1(uint32(2 * i)), key.Uniform1(uint32(2*i)) / 1000}[key.Intn(uint32(2*i+1), 8)]
		}
		b.open(rows)
		targets := make([]int, rows)
		for e := 0; e < rows; e += 3 {
			to := min(e+3, rows)
			for i := e; i < to; i++ {
				targets[i] = e / 3 % classes
			}
			b.count(shares, n, e, to, e/3%classes)
		}
		won := 0
		for e, got := range b.leads() {
			if want := leadOf(shares, e, n, targets[e]); got != want {
				t.Errorf("%d classes, row %d: got %v, want %v", classes, e, got, want)
			}
			won += int(flag(got > 0))
		}
		if won == 0 || won == rows {
			t.Errorf("of %d rows %d reach the target", rows, won)
		}
	}
}

// What is read of a head one by one is what bend makes of all its outputs, of generators
// that ask probes and of those that do not.
func TestViewIsBent(t *testing.T) {
	s := testSchema()
	for _, g := range []*Generator{newGenerator(s, kernel.NewKey(1)), made(layoutOf(s).plain(), kernel.NewKey(1))} {
		rows := testRows(7)
		list := make([]asked, len(rows))
		m := mask.New(s, nil)
		for i, row := range rows {
			list[i] = asked{room: m.Room(), target: 1}
			list[i].room.Enter(row)
		}
		p := g.proposer(steps{s})
		if g.asks > 0 {
			p.prober.probe(list, nil, nil)
		}
		y, n := p.forward(list, 0, g.heads)
		all := slices.Clone(y)
		const from, to = 1, 4
		part, _ := p.forward(list, from, to)
		o := make([]float32, g.outputs)
		for k := from; k < to; k++ {
			for e := range list {
				for i := range o {
					o[i] = all[(k*g.outputs+i)*n+e]
				}
				g.bend(o, &list[e].probes)
				p.look(part, k-from, e, n, &list[e].probes)
				for j, f := range s.Features {
					if got := p.gate(j); got != o[j] {
						t.Errorf("head %d, row %d, gate %d: got %v, want %v", k, e, j, got, o[j])
					}
					if own := o[g.out[j]:]; f.Kind.Numeric() {
						if got := p.far(j); got != own[0] {
							t.Errorf("head %d, row %d, number %d: got %v, want %v", k, e, j, got, own[0])
						}
					} else if got := p.levels(j, nil); !slices.Equal(got, own[:len(f.Levels)]) {
						t.Errorf("head %d, row %d, levels of %d: got %v, want %v", k, e, j, got, own[:len(f.Levels)])
					}
				}
			}
		}
	}
}

// What is said of a row does not depend on how many are asked about together.
func TestProbesTogether(t *testing.T) {
	s := testSchema()
	g := newGenerator(s, kernel.NewKey(1))
	p := prober{layout: g.layout, pass: linear{s}}
	m := mask.New(s, nil)
	list := make([]asked, 150) // more than the black box sees at once
	for i, row := range testRows(len(list)) {
		list[i] = asked{room: m.Room(), target: i % 3}
		list[i].room.Enter(row)
	}
	together := slices.Clone(list)
	heard := 0
	p.probe(together, nil, func(i int, r reply) {
		if i != heard || len(r.leads) != len(r.tries)+1 {
			t.Fatalf("row %d is told as %d, with %d leads of %d tries", heard, i, len(r.leads), len(r.tries))
		}
		heard++
	})
	columns := 0
	for i := range list {
		p.probe(list[i:i+1], nil, nil)
		columns += len(p.tries) + 1
		if a, b := &list[i], &together[i]; a.lead != b.lead || !slices.Equal(a.probes.all, b.probes.all) || !slices.Equal(a.probes.sums, b.probes.sums) {
			t.Errorf("row %d: alone %v, together %v", i, a.probes, b.probes)
		}
	}
	if heard != len(list) || columns < mostColumns {
		t.Errorf("%d rows of %d are told, %d columns", heard, len(list), columns)
	}
}
