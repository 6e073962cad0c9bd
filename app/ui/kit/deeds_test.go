package kit

import (
	"testing"

	"causeway/app/store"
	"causeway/core/data"
)

// Actions and consequences are a sentence each. A follower that is also acted on counts as an
// additional action.
func TestWhatIsDoneAndWhatFollows(t *testing.T) {
	s := data.Schema{Features: []data.Feature{{Name: "SproutN", Kind: data.Integer, Max: 40},
		{Name: "BunchN", Kind: data.Integer, Max: 40},
		{Name: "leaf", Kind: data.Ordered, Levels: []string{"pale", "green", "dark"}},
		{Name: "Brix", Kind: data.Continuous, Decimals: 1, Max: 30}},
		Outcome: data.Feature{Name: "weight", Kind: data.Boolean, Levels: []string{"light", "heavy"}}}
	factual := []float64{10, 20, 0, 12}
	for _, c := range []struct {
		name   string
		values []float64
		base   []float64
		want   string
	}{
		{"nothing", factual, factual, "Do: nothing. The model would then say “heavy”, 71 %."},
		{"all follow", []float64{8, 15, 1, 12.5}, []float64{10, 15, 1, 12.5}, "Do: SproutN from 10 to 8. It follows: " +
			"BunchN from 20 to 15, leaf from pale to green and Brix from 12.0 to 12.5. The model would then say " +
			"“heavy”, 71 %."},
		{"taken off", []float64{8, 12, 0, 12}, []float64{10, 15, 0, 12}, "Do: SproutN from 10 to 8 and take 3 off " +
			"BunchN, which would otherwise become 15. The model would then say “heavy”, 71 %."},
		{"added", []float64{8, 20, 0, 12.5}, []float64{10, 20, 0, 11}, "Do: SproutN from 10 to 8 and add 1.5 to " +
			"Brix, which would otherwise become 11.0. The model would then say “heavy”, 71 %."},
		{"back to where it was", []float64{8, 20, 0, 12}, []float64{10, 15, 0, 12}, "Do: SproutN from 10 to 8 and " +
			"add 5 to BunchN, which would otherwise become 15. The model would then say “heavy”, 71 %."},
		{"a level", []float64{8, 20, 2, 12}, []float64{10, 20, 1, 12}, "Do: SproutN from 10 to 8 and set leaf to " +
			"dark, which would otherwise become green. The model would then say “heavy”, 71 %."},
	} {
		said := ""
		for _, p := range ChangePhrases(s, store.Deeds{Factual: factual, Values: c.values, Base: c.base}, 1, "71 %") {
			said += p.Text
		}
		if said != c.want {
			t.Errorf("%s: %q, want %q", c.name, said, c.want)
		}
	}
}
