package engine

import (
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/metric"
	"causeway/core/model"
	"causeway/core/wire"
)

// costsOf returns the costs of counterfactuals for rows of the table just loaded, and which rows
// have none. Few changes are allowed, age may not fall, and sex and race may not change.
func costsOf(t *testing.T, s *stage) (found []metric.Found) {
	t.Helper()
	schema := s.e.project.Table.Schema
	s.e.Handle(1, wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1, Epochs: 10, Batch: 32,
		LearningRate: 0.005, Hidden: 10}})
	s.wait()
	training(t, s, wire.TrainGenerator{Recipe: model.Recipe{Method: "base", Seed: 1, Epochs: 5, Batch: 256,
		LearningRate: 0.01, Samples: 5, Validity: 40, Margin: 0.3}})
	k := causal.Knowledge{}
	for name, kind := range map[string]causal.RuleKind{"age": causal.OnlyIncrease, "sex": causal.Immutable,
		"race": causal.Immutable} {
		if j := schema.Index(name); j >= 0 {
			k.Rules = append(k.Rules, causal.Rule{Kind: kind, Feature: j})
		}
	}
	slices.SortFunc(k.Rules, func(a, b causal.Rule) int { return a.Feature - b.Feature })
	chosen := s.do(wire.Select{Part: data.AllRows, Limit: 600}).(wire.Selected)
	s.e.Handle(20, wire.ExplainMany{Rows: chosen.Values,
		Query: wire.Explain{Search: document.Search{Target: 1, Count: 1, Budget: 60, Seed: 1, MaxChanged: 2},
			Knowledge: k}})
	got := heard[wire.ExplainedMany](s)
	costs, at := got.Costs.Values(), 0
	for i, n := range got.Found {
		f := metric.Found{Skipped: got.Target[i] < 0}
		if n > 0 {
			f.Nearest, f.Cost = []float64{}, costs[at]
			at += n
		}
		if !f.Skipped {
			found = append(found, f)
		}
	}
	return found
}

// grouping assigns rows to random groups of given sizes; the remaining rows form one more group.
type grouping struct {
	name  string
	rows  int
	sizes []int
}

var groupings = []grouping{
	{"halves of 300", 300, []int{150}},
	{"quarters of 240", 240, []int{60, 60, 60}},
	{"2, 4, 10 and 18 beside 200", 234, []int{2, 4, 10, 18}},
	{"5 to 16 of 126", 126, []int{5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}},
	{"one of 8 beside 72", 80, []int{8}},
	{"twenty of 6 and up", 160, slices.Repeat([]int{6, 10}, 9)},
}

// deal picks rows at random and groups them.
func (g grouping) deal(r *rand.Rand, found []metric.Found) (rows []metric.Found, of []int) {
	order := r.Perm(len(found))[:min(g.rows, len(found))]
	group, left := 0, g.sizes[0]
	for _, i := range order {
		for left == 0 && group < len(g.sizes) {
			if group++; group < len(g.sizes) {
				left = g.sizes[group]
			}
		}
		left--
		rows, of = append(rows, found[i]), append(of, group)
	}
	return rows, of
}

func differs(groups []metric.Group) bool {
	return slices.ContainsFunc(groups, func(g metric.Group) bool { return g.CoverageP < 0.05 || g.CostP < 0.05 })
}

// TestRandomGroupsDoNotDiffer deals the rows of a real batch into random groups. At most one case
// in twenty may report a difference, in coverage or cost. True differences must be found. With
// CAUSEWAY_FULL=1 it makes 10,000 deals of every kind and also uses Adult.
func TestRandomGroupsDoNotDiffer(t *testing.T) {
	deals, full := 40, os.Getenv("CAUSEWAY_FULL") != ""
	if full {
		deals = 10_000
	}
	tables := map[string][]metric.Found{}
	census := newStage(t)
	census.do(wire.Sample{Model: "census", Rows: 3000, Seed: 1})
	tables["census"] = costsOf(t, census)
	folder := os.Getenv("CAUSEWAY_DATA")
	if folder == "" {
		folder = "../../../shared/data"
	}
	if file, err := os.ReadFile(filepath.Join(folder, "adult/adult.data")); full && err != nil {
		t.Log("without Adult: ", err)
	} else if full {
		adult := newStage(t)
		shown := adult.do(wire.Open{Name: "adult.data", Bytes: file}).(wire.Previewed)
		adult.do(wire.Import{Plan: shown.Preview.Plan, Seed: 1})
		tables["Adult"] = costsOf(t, adult)
	}
	all, reported := 0, 0
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		found := tables[name]
		covered := 0
		for _, f := range found {
			if f.Nearest != nil {
				covered++
			}
		}
		t.Logf("%s: %d rows, %d with a counterfactual", name, len(found), covered)
		if len(found) < 300 || covered == len(found) || covered < 100 {
			t.Fatalf("%s: %d rows, %d with a counterfactual: too few to deal from", name, len(found), covered)
		}
		for _, g := range groupings {
			r, n, excluded, compared := rand.New(rand.NewPCG(1, uint64(len(g.sizes)))), 0, 0, 0
			for range deals {
				rows, of := g.deal(r, found)
				_, groups := metric.ScoreGroups(data.Schema{}, slices.Values(rows), of, len(g.sizes)+1)
				if differs(groups) {
					n++
				}
				for _, x := range groups {
					if x.CostTested {
						compared++
						if x.Beyond.Low > 0 || x.Beyond.High < 0 {
							excluded++
						}
					}
				}
			}
			share, error := shareOf(n, deals)
			t.Logf("%s, %s: %.2f ± %.2f %% of %d deals report something; %.2f %% of the intervals do not hold 0", name,
				g.name, share, error, deals, 100*float64(excluded)/float64(compared))
			if n := float64(excluded) / float64(compared); n > 0.05+4*math.Sqrt(0.05/float64(deals)) {
				t.Errorf("%s, %s: %.1f %% of the 95 %% intervals do not hold the truth", name, g.name, 100*n)
			}
			all, reported = all+deals, reported+n
			if share > 5+4*error0(deals) {
				t.Errorf("%s, %s: %.1f %% of %d deals report something", name, g.name, share, deals)
			}
		}
		power(t, name, found, max(deals/50, 20))
	}
	share, error := shareOf(reported, all)
	t.Logf("together: %.2f ± %.2f %% of %d deals", share, error, all)
	if share > 5+3*error0(all) {
		t.Errorf("%.2f %% of all deals report something", share)
	}
}

// power plants a difference in one of four groups of 60. Either its costs are higher by half of a
// deviation or a whole one, or a quarter of its rows lose their answers.
func power(t *testing.T, name string, found []metric.Found, deals int) {
	var mean, square, n float64
	for _, f := range found {
		if f.Nearest != nil {
			mean, square, n = mean+f.Cost, square+f.Cost*f.Cost, n+1
		}
	}
	deviation := math.Sqrt(square/n - mean/n*mean/n)
	g := grouping{rows: 240, sizes: []int{60, 60, 60}}
	for _, c := range []struct {
		what        string
		more, loses float64
		least       float64
	}{{"half a deviation dearer", 0.5 * deviation, 0, 0.3}, {"a deviation dearer", deviation, 0, 0.85},
		{"a half of those found not found", 0, 0.5, 0.8}} {
		r, hits := rand.New(rand.NewPCG(2, 3)), 0
		for range deals {
			rows, of := g.deal(r, found)
			rows = slices.Clone(rows)
			for i := range rows {
				if of[i] == 0 && rows[i].Nearest != nil {
					if rows[i].Cost += c.more; r.Float64() < c.loses {
						rows[i].Nearest = nil
					}
				}
			}
			if _, groups := metric.ScoreGroups(data.Schema{}, slices.Values(rows), of, 4); groups[0].CostP < 0.05 ||
				groups[0].CoverageP < 0.05 {
				hits++
			}
		}
		t.Logf("%s: %s in 60 of 240 rows: found in %d of %d deals", name, c.what, hits, deals)
		if float64(hits) < c.least*float64(deals) {
			t.Errorf("%s: %s is found in %d of %d deals only", name, c.what, hits, deals)
		}
	}
}

// shareOf returns a share with its standard error, in percent.
func shareOf(k, n int) (share, error float64) {
	p := float64(k) / float64(n)
	return 100 * p, 100 * math.Sqrt(p*(1-p)/float64(n))
}

// error0 returns the standard error of a true share of 5 %, in percent.
func error0(n int) float64 { return 100 * math.Sqrt(0.05*0.95/float64(n)) }
