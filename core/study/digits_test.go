package study

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/model"
)

// TestManyDigitsAreNoChange checks, for every method, that a number with more digits than its
// code can hold counts as changed only if its code is different. Otherwise an unchanged
// 0.916700006 would come back as 0.916699997 and count as a change.
func TestManyDigitsAreNoChange(t *testing.T) {
	key := kernel.NewKey(3)
	var text strings.Builder
	text.WriteString("age,fare,sex,y\n")
	for i := range uint32(400) {
		age, fare, sex := 80*key.Uniform1(3*i), 100*key.Uniform1(3*i+1), key.Intn(3*i+2, 2)
		y := float64(fare)+20*float64(sex) > 60
		fmt.Fprintf(&text, "%.9f,%.0f,%s,%v\n", age, fare, []string{"m", "f"}[sex], y)
	}
	f, err := data.Inspect("ages.csv", []byte(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	table, _, err := f.Import(f.Preview(nil).Plan)
	if err != nil {
		t.Fatal(err)
	}
	_, p, s := people(t)
	p.Constraints, s.Knowledge.Rules, s.Hard = nil, nil, nil
	b := newTestBench(t, table, p, Quiet(still))
	stayed := 0
	for _, s.Method = range []model.Method{model.Actions, model.BaseVAE} {
		made, err := b.make(s, b.Test)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range made.Decoded.Counterfactual {
			for j, f := range b.Table.Schema.Features {
				x := made.Decoded.Factual[i][j]
				if c[j] == x {
					stayed++
				} else if f.Kind.Numeric() && f.Scale(c[j]) == f.Scale(x) {
					t.Fatalf("%s: %s of row %d goes from %v to %v, by %v", s.Method, f.Name, i, x, c[j],
						math.Abs(c[j]-x))
				}
			}
		}
	}
	if stayed == 0 {
		t.Error("nothing stays")
	}
}
