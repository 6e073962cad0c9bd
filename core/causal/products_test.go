package causal

import (
	"math"
	"math/rand/v2"
	"testing"

	"causeway/core/data"
)

// TestProductsAreFound expects an amount that is a quantity times a price, both exact and with a
// factor of each row's own. It expects no product if one factor alone explains everything.
func TestProductsAreFound(t *testing.T) {
	for _, c := range []struct {
		name  string
		noise float64
		want  Law
	}{
		{"exact", 0, Law{Weights: []float64{1}, Product: true}},
		{"each row a little off", 0.03, Law{Weights: []float64{1}, Product: true, Own: true}},
		{"far off", 0.5, Law{}},
	} {
		r := rand.New(rand.NewPCG(3, 4))
		tab := mixture(r, 800, 10)
		n := len(tab.Cols)
		for _, f := range []data.Feature{{Name: "months", Kind: data.Integer, MAD: 1},
			{Name: "price", Kind: data.Continuous, Decimals: 2, MAD: 1},
			{Name: "paid", Kind: data.Continuous, Decimals: 2, MAD: 1}} {
			tab.Schema.Features, tab.Cols = append(tab.Schema.Features, f),
				append(tab.Cols, make([]float64, tab.Rows()))
		}
		for i := range tab.Outcome {
			months, price := float64(1+r.IntN(72)), math.Round(2000+10000*r.Float64())/100
			tab.Cols[n][i], tab.Cols[n+1][i] = months, price
			tab.Cols[n+2][i] = tab.Schema.Features[n+2].Round(months * price * math.Exp(c.noise*r.NormFloat64()))
		}
		var got []Rule
		for _, rule := range Relations(tab) {
			if rule.Feature >= n || rule.Law.Product {
				got = append(got, rule)
			}
		}
		if c.want.Weights == nil {
			if len(got) > 0 {
				t.Errorf("%s: got %v", c.name, got)
			}
			continue
		}
		if len(got) != 1 || got[0].Feature != n+2 || got[0].Other != n || got[0].Also[0].Feature != n+1 ||
			got[0].Law.Own != c.want.Own || got[0].Law.Weights[0] != 1 {
			t.Errorf("%s: got %+v", c.name, got)
		}
	}
}

// TestAProductKeepsTheRowsOwn checks that the part of a row's value that the product does not
// explain scales in proportion, and is added instead if the product was 0.
func TestAProductKeepsTheRowsOwn(t *testing.T) {
	s := data.Schema{Features: []data.Feature{{Name: "tenure", Kind: data.Integer, Max: 72, MAD: 10},
		{Name: "monthly", Kind: data.Continuous, Decimals: 2, Max: 120, MAD: 20},
		{Name: "total", Kind: data.Continuous, Decimals: 2, Max: 9000, MAD: 900}}}
	rule := Rule{Kind: Computed, Feature: 2, Other: 0, Also: []Member{{Feature: 1}},
		Law: Law{Weights: []float64{1}, Product: true, Own: true}}
	if err := rule.Check(s); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name     string
		from, to []float64
		holds    bool
	}{
		{"a tenth more than the product stays a tenth more", []float64{10, 20, 220}, []float64{20, 20, 440}, true},
		{"the product itself does not", []float64{10, 20, 220}, []float64{20, 20, 400}, false},
		{"as it was", []float64{10, 20, 220}, []float64{10, 20, 220}, true},
		{"nothing was, and a rest of 5", []float64{0, 20, 5}, []float64{2, 20, 45}, true},
		{"nothing is", []float64{10, 20, 220}, []float64{0, 20, 0}, true},
	} {
		if got := rule.Holds(s, c.from, c.to); got != c.holds {
			t.Errorf("%s: got %v; %s", c.name, got, rule.Verdict(s, c.from, c.to).Sentence)
		}
	}
	want := `Kept: "total" always changes in proportion to "tenure" × "monthly"; 1.1 × 20 × 20.00 = 440.00, and it ` +
		`is 440.00.`
	if got := rule.Verdict(s, []float64{10, 20, 220}, []float64{20, 20, 440}).Sentence; got != want {
		t.Errorf("got %s", got)
	}
}
