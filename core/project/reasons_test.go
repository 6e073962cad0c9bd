package project

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/exact"
	"causeway/core/kernel"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/sim"
)

// TestReasonsAgreeWithEnumeration compares with an enumeration of all rows, for random small
// networks and rules: whether a decision is fixed, what each feature achieves alone, how
// responsive it is, and which pairs and triples are sufficient.
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

		// Sets of features on which rows of the class act, and the responsiveness of each
		// feature.
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

// newClear returns a function that reports whether a row is certainly of a class despite
// rounding.
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

// TestReasonsOfTables finds the reasons for people refused by the networks of three tables. Every
// row shown must belong to the class, keep every rule, and act only on changeable features that
// the reason names. The same must be true for rows drawn from its range. The test counts how
// often each question stays undecided.
func TestReasonsOfTables(t *testing.T) {
	people := 25
	switch {
	case testing.Short():
		people = 8
	case os.Getenv("CAUSEWAY_FULL") != "":
		people = 1000
	}
	tables := map[string]func(t *testing.T) (*data.Table, []causal.Rule){
		"bureau": func(t *testing.T) (*data.Table, []causal.Rule) {
			return bureau(t, 4000, func(c *data.ColumnPlan, codes []data.Code) {
				c.Gaps = data.FlagGaps
				for _, code := range codes {
					c.Codes = append(c.Codes, code.Value)
				}
			})
		},
		"census": func(t *testing.T) (*data.Table, []causal.Rule) { return adults(t, sim.Census(6000, 1)) },
		"adult": func(t *testing.T) (*data.Table, []causal.Rule) {
			return adults(t, readTable(t,
				"adult/adult.data"))
		},
	}
	for name, get := range tables {
		t.Run(name, func(t *testing.T) {
			table, rules := get(t)
			p := New(name, table, 1, false)
			fit := p.FitClassifier(model.ClassifierRecipe{Seed: 1, Epochs: 20, Batch: 32, LearningRate: 0.003,
				Hidden: 10})
			for range 20 {
				if _, err := fit.Epoch(nothing); err != nil {
					t.Fatal(err)
				}
			}
			asked := Of(p.Schema, fit.Best(), nil)
			wanted, key := table.Schema.Classes()-1, kernel.NewKey(3)
			clear := newClear(asked)
			asks, fixed, open, alone, sets, left, points := 0, 0, 0, 0, 0, 0, 0
			for n, i := range append(slices.Clone(p.Split.Test), p.Split.Train...) {
				row := table.Row(i, nil)
				if asked.Ask(row)[0].Class == wanted {
					continue
				}
				if asks++; asks > people {
					break
				}
				find, err := asked.Reasons(row,
					Query{Explain: document.Explain{Search: document.Search{Target: wanted, Count: 1, Budget: 1},
						Knowledge: causal.Knowledge{Rules: rules}}})
				if err != nil {
					t.Fatal(err)
				}
				r, err := find(nothing)
				if err != nil {
					t.Fatal(err)
				}
				domains, _ := causal.Domains(table.Schema, rules, row)
				base := causal.NewBase(table.Schema, rules, row)
				check := func(features []int, to, low, high []float64) {
					for at := range 10 {
						if at > 0 && low != nil {
							to = slices.Clone(low)
							for j := range to {
								if low[j] < high[j] {
									share := float64(key.Sub(uint64(n)).Uniform1(uint32(at*len(to) + j)))
									to[j] = min(max(table.Schema.Features[j].Round(low[j]+share*(high[j]-low[j])),
										low[j]), high[j])
								}
							}
							points++
						}
						is := base.Of(to, make([]float64, len(to)))
						for j, v := range to {
							if v != is[j] && (!slices.Contains(features, j) || domains[j].Single()) {
								t.Errorf("row %d: the reason of %v acts on %s", i, features,
									table.Schema.Features[j].Name)
							}
						}
						if !clear(to, wanted) || !causal.AllHold(table.Schema, rules, row, to) {
							t.Errorf("row %d: %v of the reason %v is not of the class, or breaks a rule", i, to,
								features)
						}
					}
				}
				for _, x := range r.Each {
					switch x.Alone {
					case document.Yes:
						alone++
						check([]int{x.Feature}, x.Row, x.Low, x.High)
					case document.Undecided:
						left++
					}
				}
				for _, x := range r.Sets {
					sets++
					check(x.Features, x.Row, x.Low, x.High)
				}
				left += r.Left
				switch r.Fixed {
				case document.Yes:
					fixed++
				case document.Undecided:
					open++
				}
			}
			t.Logf("%d refused: %d fixed, %d undecided; %d reasons alone, %d together, %d left open; %d points",
				asks-1, fixed, open, alone, sets, left, points)
			if asks < people/2 || open*33 > asks || alone+sets < asks/2 {
				t.Errorf("%d refused, %d undecided, %d reasons", asks-1, open, alone+sets)
			}
		})
	}
}

// adults returns the rules for a census table: the paper's C1, and that personal traits do not
// change.
func adults(t *testing.T, table *data.Table) (*data.Table, []causal.Rule) {
	rules, err := causal.AdultC1(table.Schema)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"race", "gender"} {
		rules = append(rules, causal.Rule{Kind: causal.Immutable, Feature: table.Schema.Index(name)})
	}
	return table, rules
}

// readTable opens a file of the data folder in the same way as the page, or skips the test.
func readTable(t *testing.T, name string) *data.Table {
	t.Helper()
	folder := os.Getenv("CAUSEWAY_DATA")
	if folder == "" {
		folder = "../../../shared/data"
	}
	b, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Skipf("skipped: %s is not beside this folder, nor in CAUSEWAY_DATA", name)
	}
	f, err := data.Inspect(filepath.Base(name), b)
	if err != nil {
		t.Fatal(err)
	}
	table, _, err := f.Import(f.Preview(nil).Plan)
	if err != nil {
		t.Fatal(err)
	}
	return table
}
