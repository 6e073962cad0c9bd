package distill

import (
	"math"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/mask"
)

// Of a black box that is linear but for its softmax, what swaps do is guessed right: those
// that are more likely to hold than not do hold, and the others do not. Each is worth it,
// keeps the rules, and stands behind those that promise more.
func TestSwaps(t *testing.T) {
	p := newLab(linear{testSchema()}, causal.Rule{Kind: causal.OnlyIncrease, Feature: 0})
	lead := func(row []float64) float32 { return p.leadOf(row, 2) }
	counts, kinds := [2]int{}, [3]int{}
	for i, row := range testRows(300) {
		q := p.probed(row, 2)
		row, k := slices.Clone(row), kernel.NewKey(uint64(i)).Sub(1)
		for j, v := range []float64{80, 2, 4, 1} {
			if k.Uniform1(uint32(j)) < 0.6 {
				row[j] = v
			}
		}
		sk := seeker{schema: p.schema, room: q.room, follows: q.follows}
		a := sk.measure(row, lead(row))
		if !a.holds() {
			continue
		}
		if a.changed == 1 {
			p.swap(&q, &a, nil)
		} else {
			p.prober.ask(1, func(int) ([]float64, int) { return row, 2 }, func(int) { p.undoing(&q, &a) }, func(_ int, r reply) { p.swap(&q, &a, &r) })
		}
		for e, w := range p.swaps.list {
			c := p.swapped(&q, &a, w)
			b := sk.measure(c, lead(c))
			if better(b, a) >= 0 || !causal.AllHold(p.schema, p.mask.Rules(), q.room.Row, c) || e > 0 && w.promise > p.swaps.list[e-1].promise {
				t.Fatalf("%v to %v by %+v to %v", q.room.Row, a, w, b)
			}
			saved := a.cost - b.cost
			kind := 0
			if w.also >= 0 {
				saved, kind = saved+changeless, 1
			} else if w.i == w.j {
				kind = 2
			}
			odds := float64(w.promise) / saved
			if math.Abs(odds-0.5) < 0.01 {
				continue
			}
			kinds[kind]++
			if counts[int(flag(b.lead > 0))]++; (odds > 0.5) != (b.lead > 0) {
				t.Errorf("%v to %v, whose odds are %v: the lead is %v", a.row, c, odds, b.lead)
			}
		}
	}
	if min(counts[0], counts[1]) < 20 || min(kinds[0], kinds[1], kinds[2]) < 20 {
		t.Errorf("%d swaps do not hold, %d do; %d of one change for another, %d for two, %d numbers go less far", counts[0], counts[1], kinds[0], kinds[1], kinds[2])
	}
}

// The same network answers nearer with swaps than without them, of no more samples.
func TestSwapsHelp(t *testing.T) {
	s, rows := testSchema(), testRows(300)
	with := newGenerator(s, kernel.NewKey(1))
	without := *with
	without.swapping = false
	target := make([]int, len(rows))
	for i := range target {
		target[i] = i % 3
	}
	var cost [2]float64
	held := 0
	b := steps{s}
	var buf ballot
	answers := [2][][]float64{with.Under(b, nil).Answers(rows, target, kernel.NewKey(2)), without.Under(b, nil).Answers(rows, target, kernel.NewKey(2))}
	m := mask.New(s, nil)
	for i, row := range rows {
		room := m.Room()
		room.Enter(row)
		sk := seeker{schema: s, room: room, follows: m.Computed()}
		var a [2]answer
		for k := range a {
			a[k] = sk.measure(answers[k][i], leads(s, b, &buf, [][]float64{answers[k][i]}, nil, func(int) int { return target[i] })[0])
		}
		if a[0].holds() && a[1].holds() {
			held++
			cost[0], cost[1] = cost[0]+a[0].cost, cost[1]+a[1].cost
		}
	}
	if held < 150 || cost[0] > 0.95*cost[1] {
		t.Errorf("%d rows hold, at %v with swaps and %v without", held, cost[0], cost[1])
	}
	if n := with.Under(b, nil).PerRow(); n != 16 {
		t.Errorf("%d samples of a row", n)
	}
}
