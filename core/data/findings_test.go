package data

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// leaky returns a table in which three columns hide the outcome and two pairs of columns are
// duplicates. noise is uninformative and hint slightly informative.
func leaky(n int) string {
	r := rand.New(rand.NewPCG(3, 4))
	var s strings.Builder
	s.WriteString("noise,hint,colour,colour code,colour again,amount,amount (2),is_bad,score,group,bad\n")
	for range n {
		bad := r.IntN(3) == 0
		y := map[bool]string{true: "yes", false: "no"}[bad]
		leak := bad != (r.IntN(40) == 0)
		hint := bad != (r.IntN(4) == 0)
		c := r.IntN(5)
		amount := r.Float64() * 1000
		score := r.Float64()
		if bad {
			score += 1.02
		}
		fmt.Fprintf(&s, "%.3f,%v,%s,%d,%s,%.2f,%.2f,%v,%.3f,%s,%s\n", r.NormFloat64(), hint,
			[]string{"red", "green", "blue", "grey", "black"}[c],
			[]int{7, 3, 9, 1, 4}[c], []string{"red", "green", "blue", "grey", "black"}[c], amount, amount, leak, score,
			map[bool]string{true: "b", false: "a"}[bad], y)
	}
	return s.String()
}

// TestFindings checks that columns that duplicate others or reveal the outcome are reported, and
// no others.
func TestFindings(t *testing.T) {
	f, v := mustInspect(t, []byte(leaky(2000)))
	place := map[string]int{}
	for j, c := range v.Plan.Columns {
		place[c.Name] = j
	}
	if v.Plan.Outcome != place["bad"] || v.Base < 0.6 || v.Base > 0.72 {
		t.Fatalf("got outcome %d and a base of %v", v.Plan.Outcome, v.Base)
	}
	for name, want := range map[string]struct {
		copies  string
		recoded bool
		tells   bool
	}{
		"noise": {}, "hint": {}, "colour": {}, "amount": {},
		"colour code":  {copies: "colour", recoded: true},
		"colour again": {copies: "colour"},
		"amount (2)":   {copies: "amount"},
		"is_bad":       {tells: true}, "score": {tells: true}, "group": {tells: true},
	} {
		c := v.Columns[place[name]]
		got := ""
		if c.CopyOf > 0 {
			got = v.Plan.Columns[c.CopyOf-1].Name
		}
		if got != want.copies || c.Recoded != want.recoded || c.Tells > 0 != want.tells {
			t.Errorf("%s: repeats %q, recoded %v, tells %v", name, got, c.Recoded, c.Tells)
		}
	}
	plan := v.Plan.clone()
	plan.Columns[place["is_bad"]].Use = false
	if c := f.Preview(&plan).Columns[place["is_bad"]]; c.Tells != 0 {
		t.Error("a column that is left out is still pointed at")
	}
}

// TestFindingsByChance checks that none of 20,000 independent columns is reported.
func TestFindingsByChance(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for k := range 200 {
		n := []int{20, 30, 60, 200, 1000}[k%5]
		rare := []float64{0.5, 0.2, 0.05, 0.02}[k/5%4]
		tab := &Table{Schema: Schema{Outcome: Feature{Name: "y", Kind: Boolean, Levels: []string{"no", "yes"}}}}
		for i := range n {
			tab.Outcome = append(tab.Outcome, b2i(r.Float64() < rare || i == 0))
		}
		for j := range 100 {
			f := Feature{Name: fmt.Sprint(j), Kind: Continuous, Decimals: 3}
			if levels := 2 + j%8; j%2 == 0 {
				f = Feature{Name: f.Name, Kind: Category, Levels: strings.Split("abcdefghij", "")[:levels]}
			}
			col := make([]float64, n)
			for i := range col {
				if col[i] = float64(r.IntN(2 + j%8)); j%2 == 1 {
					col[i] = f.Round(r.NormFloat64())
				}
			}
			tab.Schema.Features, tab.Cols = append(tab.Schema.Features, f), append(tab.Cols, col)
		}
		list, base := tab.findings()
		for j, f := range list {
			if f.copies >= 0 || f.tells > 0 {
				t.Errorf("%d rows, base %v: column %d repeats %d or tells %v", n, base, j, f.copies, f.tells)
			}
		}
	}
}
