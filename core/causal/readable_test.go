package causal

import (
	"math/rand/v2"
	"strings"
	"testing"

	"causeway/core/data"
)

// TestReadableSaysNothingFalse checks that displayed rows look different if they differ, and keep
// and break the same rules as the exact rows.
func TestReadableSaysNothingFalse(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	widened := 0
	for range 20_000 {
		s := smallSchema()
		for j := range 2 {
			s.Features[j].Kind, s.Features[j].Decimals, s.Features[j].Shown = data.Continuous, 2, r.IntN(4)
		}
		rules := []Rule{randomRule(r, s), randomRule(r, s), randomRule(r, s)}
		row := func(near []float64) []float64 {
			row := smallRow(r, s)
			for j := range 2 {
				if row[j] = s.Features[j].Round(3 * r.Float64()); near != nil && r.IntN(2) == 0 {
					row[j] = s.Features[j].Round(near[j] + 0.2*r.NormFloat64())
				}
			}
			return row
		}
		factual := row(nil)
		rows := [][]float64{row(factual), row(factual)}
		read := Readable(s, rules, factual, rows...)
		for _, row := range rows {
			from, to := read.ReadRow(factual), read.ReadRow(row)
			for _, u := range rules {
				if u.Holds(s, factual, row) != u.Holds(read, from, to) ||
					u.Applies(s, factual, row) != u.Applies(read, from, to) {
					t.Fatalf("%s of %v and %v, read as %v and %v", u.String(s), factual, row, from, to)
				}
			}
			for j := range row {
				if row[j] != factual[j] && read.Features[j].Format(row[j]) == read.Features[j].Format(factual[j]) {
					t.Fatalf("%v and %v are both read as %s", row[j], factual[j], read.Features[j].Format(row[j]))
				}
			}
		}
		for j := range s.Features {
			if read.Features[j].Shown < s.Features[j].Shown {
				t.Fatalf("%d decimals became %d", s.Features[j].Shown-1, read.Features[j].Shown-1)
			}
			widened += b2i(read.Features[j].Shown > s.Features[j].Shown)
		}
	}
	if widened == 0 {
		t.Error("no rows needed more decimals")
	}
}

func TestVerdictsOfRoundedValues(t *testing.T) {
	s := data.Schema{Features: []data.Feature{{Name: "fever", Kind: data.Continuous, Decimals: 1, Shown: 1, Unit: "°C"},
		{Name: "pulse", Kind: data.Continuous, Decimals: 2, Shown: 1}}}
	for _, c := range []struct {
		name     string
		rule     Rule
		from, to []float64
		want     string
	}{
		{"a bound is whole, and the value does not look beyond it", Rule{Kind: Range, Min: -Open, Max: 36.5},
			[]float64{38.2, 70}, []float64{36.5, 70},
			`Kept: "fever" must be at most 36.5 °C; it goes from 38.2 °C to 36.5 °C.`},
		{"decimals that suffice", Rule{Kind: Range, Min: -Open, Max: 37}, []float64{38.2, 70}, []float64{36.5, 70},
			`Kept: "fever" must be at most 37 °C; it goes from 38 °C to 37 °C.`},
		{"a change that would be none", Rule{Kind: OnlyDecrease}, []float64{36.4, 70}, []float64{36.1, 70},
			`Kept: "fever" may not increase; it goes from 36.4 °C to 36.1 °C.`},
		{"a size", Rule{Kind: MoveAtMost, Min: 0.5, Max: 0.5}, []float64{36.4, 70}, []float64{36.6, 70},
			`Kept: "fever" may rise or fall by at most 0.5 °C; it goes from 36.4 °C to 36.6 °C.`},
		{"a sum", Rule{Kind: Computed, Feature: 1, Other: 0, Law: Law{Weights: []float64{2}}}, []float64{36, 72},
			[]float64{36.4, 72.8},
			`Kept: "pulse" is always 2 × "fever"; 2 × 36.4 = 72.8, and it is 72.8.`},
	} {
		if got := c.rule.Verdict(s, c.from, c.to).Sentence; got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	for j := range s.Features {
		s.Features[j].Shown = 0
	}
	if got := (Rule{Kind: OnlyDecrease}).Verdict(s, []float64{36, 70}, []float64{36, 70}).Sentence; !strings.HasSuffix(
		got, "it stays at 36.0 °C.") {
		t.Error(got)
	}
}
