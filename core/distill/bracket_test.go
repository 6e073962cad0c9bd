package distill

import (
	"math"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/kernel"
)

// Where a bracket begins, the answer with its number there misses the target; where it ends
// is the answer, which holds. Rounds make it narrow.
func TestBracket(t *testing.T) {
	p := newLab(steps{testSchema()}, causal.Rule{Kind: causal.OnlyIncrease, Feature: 0})
	brackets, turned, share := 0, 0, 0.0
	for i, row := range testRows(300) {
		far, k := slices.Clone(row), kernel.NewKey(uint64(i)).Sub(1)
		for j, v := range []float64{80, 2, 4, 1} {
			if k.Uniform1(uint32(j)) < 0.6 {
				far[j] = v
			}
		}
		list := []asked{p.probed(row, 2)}
		q := &list[0]
		sk := seeker{schema: p.schema, room: q.room, follows: q.follows}
		first := sk.measure(far, p.leadOf(far, 2))
		if !first.holds() || p.leadOf(row, 2) > 0 {
			continue
		}
		chosen, next := []answer{first}, make([][]float64, ofRound)
		check := func(a answer) {
			b := p.courses[0].bracket
			if b.at < 0 {
				return
			}
			if x := row[b.at]; b.low != x && !inside(b.low, x, a.row[b.at]) || a.row[b.at] == x {
				t.Fatalf("%v to %v by a bracket of %+v", row, a.row, b)
			}
			low := slices.Clone(a.row)
			low[b.at] = b.low
			if l := p.leadOf(low, 2); l > 0 || math.Abs(float64(l-b.lead)) > 1e-3 {
				t.Fatalf("%v misses by %v, noted as %v", low, l, b.lead)
			}
		}
		p.forget(1)
		for range rounds {
			clear(next)
			before := chosen[0]
			p.nearer(list, chosen, next)
			check(before)
			was := p.courses[0].bracket
			p.pick(list, next, chosen, kernel.NewKey(2))
			a := chosen[0]
			if !a.holds() || better(a, before) > 0 {
				t.Fatalf("%v after %v", a, before)
			}
			check(a)
			if b := p.courses[0].bracket; b.at >= 0 && b.at == was.at && inside(was.low, b.low, a.row[b.at]) {
				t.Fatalf("%+v after %+v", b, was)
			}
			if p.courses[0].bracket.at >= 0 && &a.row[0] != &before.row[0] {
				turned++
			}
		}
		if b, a := p.courses[0].bracket, chosen[0]; b.at == 1 {
			brackets++
			share += math.Abs(a.row[1]-b.low) / math.Abs(a.row[1]-row[1])
		}
	}
	if brackets < 50 || turned < 50 || share/float64(brackets) > 0.2 {
		t.Errorf("%d brackets, %d of a nearer answer, leave %v of the way", brackets, turned, share/float64(brackets))
	}
}

// A number that ties where nothing is changed goes a step to the side that leads more.
func TestMoveFromTie(t *testing.T) {
	p := newLab(steps{testSchema()})
	q := p.enter([]float64{40, 1, 1, 0, 3}, 2)
	for side, want := range []float64{39, 41} {
		p.swaps = swaps{tries: []try{{j: 0, slot: p.slots[0] + side, v: 40 + float64(20*side-10)}}, after: []float32{1}}
		p.move(&q, swap{i: 2, also: -1, j: 0}, 0, 5, 0)
		if len(p.swaps.list) == 0 {
			t.Fatal("no swaps")
		}
		for _, w := range p.swaps.list {
			if w.v != want {
				t.Errorf("side %d: the number goes from 40 to %v", side, w.v)
			}
		}
	}
}

// What misses nearer to the factual than the bracket begins says nothing new.
func TestBracketStays(t *testing.T) {
	p := newLab(steps{testSchema()})
	q := p.enter([]float64{40, 0.5, 1, 0, 3}, 2)
	answer, b := []float64{40, 1.5, 2, 0, 3}, bracket{at: -1}
	for _, c := range []struct {
		row []float64
		low float64
	}{{[]float64{40, 1, 2, 0, 3}, 1}, {[]float64{40, 0.8, 2, 0, 3}, 1}, {[]float64{40, 1.2, 2, 0, 3}, 1.2},
		{[]float64{40, 1.6, 2, 0, 3}, 1.2}, {[]float64{40, 1.3, 1, 0, 3}, 1.2}, {[]float64{40, 0.4, 2, 0, 3}, 1.2}} {
		b.missed(p.proposer, &q, answer, c.row, -1)
		if b.at != 1 || b.low != c.low {
			t.Errorf("%+v after %v", b, c.row)
		}
	}
	for row, at := range map[float64]int{1.4: 1, 1.1: -1} {
		c := b
		c.turn(p.proposer, &q, answer, []float64{40, row, 2, 0, 3})
		if c.at != at {
			t.Errorf("%+v after the answer turned to %v", c, row)
		}
	}
	if b.turn(p.proposer, &q, answer, []float64{40, 1.4, 1, 0, 3}); b.at != -1 {
		t.Errorf("%+v after another change", b)
	}
}
