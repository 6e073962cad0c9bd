package project

import (
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/exact"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// TestReasonsAgreeWithEnumeration draws small networks and rules and looks at every row: whether a
// decision is fixed, what each feature does alone, how responsive it is, and which pairs and triples do.
func TestReasonsAgreeWithEnumeration(t *testing.T) {
	s := data.Schema{Features: []data.Feature{
		{Name: "age", Kind: data.Integer, Min: 20, Max: 28, MAD: 2}, {Name: "hours", Kind: data.Integer, Min: 0,
			Max: 6, MAD: 1},
		{Name: "degree", Kind: data.Ordered, Levels: []string{"none", "first", "second"}, MAD: 1},
		{Name: "trade", Kind: data.Category, Levels: []string{"a", "b", "c"}, MAD: 1},
		{Name: "owner", Kind: data.Boolean, Levels: []string{"no", "yes"}, MAD: 1},
	}, Outcome: data.Feature{Name: "paid", Kind: data.Boolean, Levels: []string{"no", "yes"}}}
	all := []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}, {Kind: causal.Immutable, Feature: 3},
		{Kind: causal.IfRisesThenRises, Feature: 2, Other: 0, Least: 2}, {Kind: causal.OnlyIncrease, Feature: 2},
		{Kind: causal.MoveAtMost, Feature: 1, Min: 2, Max: 2}, {Kind: causal.Immutable, Feature: 4},
		{Kind: causal.LessOrEqual, Feature: 1, Other: 0}}
	cases := 150
	if testing.Short() {
		cases = 40
	}
	fixed, alone, pairs, triples, against := 0, 0, 0, 0, 0
	for seed := range cases {
		key := kernel.NewKey(uint64(seed))
		clf := nn.NewDeepClassifier(s.Width(), []nn.Hidden{{Units: 5, Act: nn.ReLU}}, 2, key)
		for i, b := range clf.Net.Blocks() {
			for o := range b.W {
				b.W[o] = 2 * key.Sub(3).Sub(uint64(i)).Normal1(uint32(o))
			}
		}
		row := []float64{20 + float64(key.Intn(1, 9)), float64(key.Intn(2, 7)), float64(key.Intn(3, 3)),
			float64(key.Intn(4, 3)),
			float64(key.Intn(5, 2))}
		var rules []causal.Rule
		for i, r := range all {
			if key.Intn(uint32(10+i), 2) == 0 {
				rules = append(rules, r)
			}
		}
		p := Of(s, clf, nil)
		find, err := p.Reasons(row, Query{Explain: document.Explain{Search: document.Search{Target: -1, Count: 1,
			Budget: 1},
			Knowledge: causal.Knowledge{Rules: rules}}})
		if err != nil {
			t.Fatal(err)
		}
		got, err := find(func() error { return nil })
		if err != nil {
			t.Fatal(err)
		}

		// the features that rows of the class act on, and the responsiveness of each
		base := causal.NewBase(s, rules, row)
		var acts [][]int
		tried, reached := make([]int, 5), make([]int, 5)
		clear := newClear(p)
		each(s, func(to []float64) {
			if !causal.AllHold(s, rules, row, to) {
				return
			}
			is := base.Of(to, make([]float64, 5))
			var set []int
			for j, v := range to {
				if v != is[j] {
					set = append(set, j)
				}
			}
			ok := clear(to, got.Target)
			if ok {
				acts = append(acts, set)
			}
			if len(set) == 1 {
				after := slices.Clone(row)
				after[set[0]] = to[set[0]]
				if slices.Equal(base.Act(rules, after), to) {
					tried[set[0]]++
					reached[set[0]] += asOne(ok)
				}
			}
		})
		can := func(features ...int) bool {
			return slices.ContainsFunc(acts, func(set []int) bool {
				return !slices.ContainsFunc(set, func(j int) bool { return !slices.Contains(features, j) })
			})
		}
		if is := got.Fixed == document.Yes; got.Fixed == document.Undecided || is != (len(acts) == 0) {
			t.Fatalf("seed %d: fixed is %v, and %d rows are of the class", seed, got.Fixed, len(acts))
		}
		fixed += asOne(len(acts) == 0)
		for _, x := range got.Each {
			if x.Locked {
				against += asOne(x.Against)
				continue
			}
			if is := x.Alone == document.Yes; x.Alone == document.Undecided || is != can(x.Feature) {
				t.Fatalf("seed %d: feature %d alone is %v, want %v", seed, x.Feature, x.Alone, can(x.Feature))
			}
			if len(acts) > 0 && (x.Tried != tried[x.Feature] || x.Reached != reached[x.Feature]) {
				t.Fatalf("seed %d: feature %d leads there by %d of %d values, want %d of %d\n%v %v", seed,
					x.Feature, x.Reached,
					x.Tried, reached[x.Feature], tried[x.Feature], row, rules)
			}
			alone += asOne(x.Alone == document.Yes)
		}
		has := func(set ...int) bool {
			return slices.ContainsFunc(got.Sets, func(x document.Together) bool {
				return len(x.Features) == len(set) && !slices.ContainsFunc(set,
					func(j int) bool { return !slices.Contains(x.Features, j) })
			})
		}
		for a := range 5 {
			for b := range a {
				want := can(a, b) && !can(a) && !can(b)
				if pairs += asOne(want); has(a, b) != want {
					t.Fatalf("seed %d: %d and %d together: %v, want %v", seed, a, b, !want, want)
				}
				for c := range b {
					want := can(a, b, c) && !can(a, b) && !can(a, c) && !can(b, c)
					if triples += asOne(want); has(a, b, c) != want {
						t.Fatalf("seed %d: %d, %d and %d together: %v, want %v", seed, a, b, c, !want, want)
					}
				}
			}
		}
		if got.Left > 0 {
			t.Errorf("seed %d: %d sets are undecided", seed, got.Left)
		}
	}
	t.Logf("%d fixed; %d alone, %d pairs, %d triples; %d locked against", fixed, alone, pairs, triples, against)
	if fixed < cases/20 || alone < cases/4 || pairs < cases/10 || triples < 1 || against < cases/10 {
		t.Errorf("%d fixed; %d alone, %d pairs, %d triples; %d locked against", fixed, alone, pairs, triples, against)
	}
}

// each visits every row of a schema of whole numbers and levels.
func each(s data.Schema, visit func(row []float64)) {
	row := make([]float64, len(s.Features))
	var at func(j int)
	at = func(j int) {
		if j == len(row) {
			visit(row)
			return
		}
		f := s.Features[j]
		low, high := f.Min, f.Max
		if len(f.Levels) > 0 {
			low, high = 0, float64(len(f.Levels)-1)
		}
		for v := low; v <= high; v++ {
			row[j] = v
			at(j + 1)
		}
	}
	at(0)
}

// newClear reports whether a row is of a class by more than rounding.
func newClear(p *Project) func(row []float64, class int) bool {
	clear := exact.NewClear(p.Seen, p.asks())
	return func(row []float64, class int) bool {
		a := p.Ask(row)[0]
		return a.Class == class && clear.Sure(row, class, leadOf(a))
	}
}

func asOne(b bool) int {
	if b {
		return 1
	}
	return 0
}
