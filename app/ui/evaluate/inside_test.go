package evaluate

import (
	"testing"

	"causeway/app/store"
	"causeway/app/ui/uitest"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/metric"
)

// A table without numbers, or without categories, has no figures about them.
func TestFiguresAreThoseOfTheTable(t *testing.T) {
	numbers := data.Schema{Features: uitest.Schema.Features[:1], Outcome: uitest.Schema.Outcome}
	levels := data.Schema{Features: uitest.Schema.Features[1:], Outcome: uitest.Schema.Outcome}
	has := func(s data.Schema, key string) bool {
		for _, f := range FiguresOf(decodedForm, s, nil) {
			if f.Key == key {
				return true
			}
		}
		return false
	}
	for _, c := range []struct {
		key             string
		numbers, levels bool
	}{{"validity", true, true}, {"contProximity", true, false}, {"correlation", true, false},
		{"catChanges", false, true}, {"profiles", false, true}} {
		if a, b := has(numbers, c.key), has(levels, c.key); a != c.numbers || b != c.levels {
			t.Errorf("%s: %v with numbers, %v with categories", c.key, a, b)
		}
	}
	rules := []causal.Rule{{Kind: causal.OnlyIncrease}, {Kind: causal.Immutable}}
	if n := len(FiguresOf(softForm, numbers, rules)) - len(FiguresOf(softForm, numbers, nil)); n != 2 {
		t.Errorf("%d rows of two rules", n)
	}
}

func TestFiguresAsText(t *testing.T) {
	for _, c := range []struct {
		f    figure
		s    metric.Summary
		want string
	}{
		{figure{percent: true, places: 1}, metric.Summary{Mean: 0.9949, SD: 0.0012, N: 5}, "99.5 ± 0.1"},
		{figure{places: 2}, metric.Summary{Mean: -1.234, N: 1}, "−1.23"},
		{figure{places: 2}, metric.Summary{Mean: -0.001, SD: 0.5, N: 2}, "0.00 ± 0.50"},
		{figure{places: 2}, metric.Summary{}, "–"},
	} {
		if got := c.f.Write(c.s); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// Without times from the evaluation, the verdict uses the time of the last search, if any.
func TestAVerdictWithoutTimesHasThatOfTheLastSearch(t *testing.T) {
	three, timed := []Said{{Of: textHowMany}}, []Said{{Of: textHowMany}, {Of: textHowFast}}
	e := store.Explain{HasFound: true}
	e.Found.TookMS = 42
	for _, c := range []struct {
		figures []Said
		e       store.Explain
		want    int
	}{{three, e, 2}, {timed, e, 2}, {three, store.Explain{}, 1}, {nil, e, 0}} {
		if got := withSearch(c.figures, c.e); len(got) != c.want || c.want == 2 && len(c.figures) == 1 &&
			got[1].Value != "42 ms" {
			t.Errorf("%+v: %+v", c.figures, got)
		}
	}
}
