package cf

import (
	"slices"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/search"
)

// lines is a black box for three features with three levels each. It predicts class 1 if one of
// its inputs is 1.
type lines int

func (lines) Classes() int          { return 2 }
func (l lines) Pass() blackbox.Pass { return l }
func (l lines) Shares(x []float32, n int) []float32 {
	s := make([]float32, 2*n)
	for e := range n {
		if s[n+e] = 0.2; x[int(l)*n+e] == 1 {
			s[n+e] = 0.9
		}
		s[e] = 1 - s[n+e]
	}
	return s
}

// If one feature has to change, the features that never occur without it change with it, in
// either direction. No generator proposes this, and nothing can be proved about this black box.
// All other features stay.
func TestWhatGoesTogetherMovesTogether(t *testing.T) {
	levels := []string{"no", "none", "yes"}
	s := data.Schema{Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"no", "yes"}}}
	for _, name := range []string{"internet", "backup", "movies"} {
		s.Features = append(s.Features, data.Feature{Name: name, Kind: data.Category, Levels: levels})
	}
	with := func(k int) causal.Rule { // no internet means no such service, and vice versa
		return causal.Rule{Kind: causal.NeverSeen, Feature: 0, Levels: []int{0}, Other: k, Then: []int{1},
			Reverse: true}
	}
	rules := []causal.Rule{with(1), with(2)}
	for _, c := range []struct {
		name     string
		from, to []float64
		input    lines
	}{
		{"without internet there is neither", []float64{2, 0, 2}, []float64{0, 1, 1}, 0},
		{"with it each is something", []float64{0, 1, 1}, []float64{2, 0, 0}, 2},
		{"no backup without giving up the internet", []float64{2, 2, 0}, []float64{0, 1, 1}, 3 + 1},
		{"a backup alone is free to change", []float64{2, 2, 2}, []float64{2, 0, 2}, 3},
		{"who shows it already may change alone", []float64{0, 2, 1}, []float64{0, 0, 1}, 3},
	} {
		f := search.NewFinder(s, c.input, still{})
		found, err := f.Search(search.Query{Row: c.from, Target: 1, Count: 1, Budget: 10, Lead: search.ShownLead,
			Rules: rules}, nothing)
		if err != nil || len(found.Rows) == 0 || !slices.Equal(found.Rows[0].Row, c.to) {
			t.Errorf("%s: got %+v, %v, want %v", c.name, found.Rows, err, c.to)
		}
	}
	// Suggested relaxations keep these rules if relaxing another one is enough.
	locked := append([]causal.Rule{{Kind: causal.Immutable, Feature: 1}}, rules...)
	found, err := search.NewFinder(s, lines(0), still{}).Search(search.Query{Row: []float64{2, 0, 2}, Target: 1,
		Count: 1, Budget: 10, Rules: locked}, nothing)
	if err != nil || len(found.Rows) > 0 || len(found.Relaxed) != 1 ||
		!slices.Equal(found.Relaxed[0].Without, []int{0}) ||
		!slices.Equal(found.Relaxed[0].Row.Row, []float64{0, 1, 1}) {
		t.Errorf("got %+v, %v", found.Relaxed, err)
	}
	// If only two features may change, they cannot all change together, so no answer is found.
	f := search.NewFinder(s, lines(0), still{})
	if found, _ := f.Search(search.Query{Row: []float64{2, 0, 2}, Target: 1, Count: 1, Budget: 10, Rules: rules,
		MaxChanged: 2}, nothing); len(found.Rows) > 0 {
		t.Errorf("got %v with two changes", found.Rows)
	}
}
