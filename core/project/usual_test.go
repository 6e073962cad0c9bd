package project

import (
	"math"
	"slices"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/kernel"
	"causeway/core/model"
)

// never is a black box that predicts class 1 for every row, which is sufficient to test
// distances.
type never struct{}

func (never) Classes() int        { return 2 }
func (never) Pass() blackbox.Pass { return never{} }
func (never) Shares(_ []float32, n int) []float32 {
	return append(make([]float32, n), slices.Repeat([]float32{1}, n)...)
}

// tied returns a table in which two numbers are correlated and a level is irrelevant.
func tied(rows int) *data.Table {
	s := data.Schema{Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"no", "yes"}},
		Features: []data.Feature{
			{Name: "months", Kind: data.Integer}, {Name: "paid", Kind: data.Continuous, Decimals: 2},
			{Name: "plan", Kind: data.Category, Levels: []string{"a", "b", "c"}}}}
	t := &data.Table{Schema: s, Cols: make([][]float64, 3), Outcome: make([]int, rows)}
	key := kernel.NewKey(3)
	for i := range rows {
		months := float64(1 + key.Intn(uint32(3*i), 72))
		paid := math.Round(100*months*(20+float64(key.Intn(uint32(3*i+1), 20)))) / 100
		t.Cols[0], t.Cols[1], t.Cols[2] = append(t.Cols[0], months), append(t.Cols[1], paid),
			append(t.Cols[2], float64(key.Intn(uint32(3*i+2), 3)))
		t.Outcome[i] = i % 2
	}
	t.FitScale(evenly(upTo(rows), rows))
	return t
}

func upTo(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// TestUsual checks that rows of a crowd are usual, with their shares evenly distributed. A
// combination that no row shows must be unlike anybody, however usual each value is alone. The
// unit of a number must not matter.
func TestUsual(t *testing.T) {
	rows := tied(1200)
	c := newCrowd(rows, upTo(600), rows.Schema, never{}, 1)
	if len(c.rows) < leastCrowd {
		t.Fatalf("a crowd of %d", len(c.rows))
	}
	var shares []float64
	for i := 600; i < 1200; i++ { // rows outside the crowd
		shares = append(shares, c.usual(rows.Row(i, nil)))
	}
	slices.Sort(shares)
	for _, at := range []float64{0.1, 0.5, 0.9} {
		// With a crowd of 600 and 600 other rows, 4 standard deviations are at most 0.12, and
		// 0.07 at the ends.
		if got := shares[int(at*600)]; math.Abs(got-at) > 0.1 {
			t.Errorf("share %v of real rows is as usual as %.2f", at, got)
		}
	}
	strange := []float64{1, 2500, 0} // pays for a month what others pay for eight years
	if got := c.usual(strange); got >= 0.01 {
		t.Errorf("a month and 2,500 together are as usual as %v of the rows", got)
	}
	big := tied(1200)
	for i := range big.Cols[1] {
		big.Cols[1][i] *= 1000
	}
	if again := newCrowd(big, upTo(600), big.Schema, never{}, 1); again.usual([]float64{30, 900_000, 1}) != c.usual(
		[]float64{30, 900, 1}) {
		t.Error("the unit of a number matters")
	}
}

// TestAnswersAreLikeSomebody checks that displayed answers for refused rows of the census
// resemble real rows whenever such an answer was found.
func TestAnswersAreLikeSomebody(t *testing.T) {
	f := finished(t, "census")
	p, k := f.Project, f.Saved.Graph.Knowledge()
	passed, strange, all := 0, 0, 0
	for i := 0; i < p.Table.Rows() && all < 40; i += 7 {
		row := p.Table.Row(i, nil)
		if p.Ask(row)[0].Class != 0 {
			continue
		}
		x, err := p.Explain(row, Query{Search: document.Search{Target: 1, Count: 3, Budget: 200, Seed: 1,
			Clarity: model.Just}, Knowledge: k, Boxes: 2000}, nothing)
		if err != nil {
			t.Fatal(err)
		}
		if !x.HasUsual {
			t.Fatal("how usual answers are is not known")
		}
		if len(x.Rows) == 0 {
			continue
		}
		all++
		odd := 0
		for _, c := range x.Rows {
			if c.Usual < 0.01 {
				odd++
			}
		}
		if odd > 0 && odd < len(x.Rows) {
			t.Errorf("row %d: %d of %d answers are unlike anybody beside others", i, odd, len(x.Rows))
		}
		if x.Passed > 0 && odd > 0 {
			t.Errorf("row %d: %d answers are left out, and one that is unlike anybody is shown", i, x.Passed)
		}
		passed += min(x.Passed, 1)
		strange += min(odd, 1)
	}
	t.Logf("of %d rows: answers left out for %d, unlike anybody for %d", all, passed, strange)
}
