package distill

import (
	"testing"

	"causeway/core/causal"
)

// Of a black box that is linear but for its softmax a leap reaches the target where any row
// of the probed values does, by no more changes than it has to, keeps the rules, and is made once.
func TestLeap(t *testing.T) {
	p := newLab(linear{testSchema()}, causal.Rule{Kind: causal.OnlyDecrease, Feature: 0}, causal.Rule{Kind: causal.Immutable, Feature: 2})
	lead := func(row []float64) float32 { return p.leadOf(row, 2) }
	var reached, of [5]int
	for _, row := range testRows(300) {
		if lead(row) > 0 {
			continue
		}
		q := p.probed(row, 2)
		fewest := fewestOf(q.probes.tries, row, func(row []float64) bool { return lead(row) > 0 })
		p.forget(1)
		got := p.leap(0, &q, farthest)
		of[fewest]++
		if got == nil {
			continue
		}
		reached[fewest]++
		n, _ := p.changes(&q, got)
		if n != fewest || lead(got) <= 0 || !causal.AllHold(p.schema, p.mask.Rules(), row, got) {
			t.Errorf("%v to %v by %d changes, %d do, lead %v", row, got, n, fewest, lead(got))
		}
		if p.leap(0, &q, farthest) != nil {
			t.Errorf("%v is made again", got)
		}
		if p.forget(1); p.leap(0, &q, fewest-1) != nil {
			t.Errorf("%v by fewer changes than %d", row, fewest)
		}
	}
	if reached[0] = of[0]; min(of[0], of[1], of[2]) < 20 || reached != of {
		t.Errorf("rows by the changes that they need %v, reached %v", of, reached)
	}
}

// fewestOf is the least number of changes by which a row holds; 0 where there is none.
func fewestOf(tries []try, row []float64, holds func([]float64) bool) (n int) {
	var walk func(row []float64, from, changes int)
	walk = func(row []float64, from, changes int) {
		if changes > 0 && (n == 0 || changes < n) && holds(row) {
			n = changes
		}
		for j := from; j < len(row); j++ {
			for _, t := range tries {
				if t.j == j {
					was := row[j]
					row[j] = t.v
					walk(row, j+1, changes+1)
					row[j] = was
				}
			}
		}
	}
	walk(append([]float64(nil), row...), 0, 0)
	return n
}
