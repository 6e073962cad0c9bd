package cf

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/search"
)

// TestImpliedAreKept searches for counterfactuals of rows of real tables in three ways: without
// the rules that all rows of the table keep, with these rules, and with an approximate product in
// addition. No answer may break the rules of its search, and nearly all rows that had an answer
// must still have one.
func TestImpliedAreKept(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short: it trains two classifiers and generators")
	}
	for _, name := range []string{"tables/telco-churn.csv", "tables/bank-marketing.csv"} {
		t.Run(filepath.Base(name), func(t *testing.T) { impliedAreKept(t, name) })
	}
}

func impliedAreKept(t *testing.T, name string) {
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
	var rules []causal.Rule
	for _, i := range causal.Implications(table) {
		if i.On {
			rules = append(rules, i.Rule)
		}
	}
	laws := slices.Clone(rules) // includes an approximate product: TotalCharges of Telco
	for _, r := range causal.Relations(table) {
		if r.Law.Product {
			laws = append(laws, r)
		}
	}
	split := data.NewSplit(table.Outcome, 1)
	table.FitScale(split.Train)
	train, val, test := encode(table, split.Train), encode(table, split.Val), encode(table, split.Test)
	clf := nn.NewClassifierFit(nn.ClassifierConfig{Seed: 1, Epochs: 20, Batch: 64, Hidden: 10, LearningRate: 0.005},
		train, val, 2)
	for range 20 {
		if _, err := clf.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	blackBox := clf.Best()
	cfg := Config{Seed: 1, Epochs: 8, Batch: 256, Samples: 3, LearningRate: 0.01, Validity: 40, Margin: 0.3}
	fit, err := NewFit(BaseVAE(), cfg, table.Schema, blackBox, train, val)
	if err != nil {
		t.Fatal(err)
	}
	for range cfg.Epochs {
		if _, err := fit.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	g, predicted := fit.Best(), Predict(blackBox, test)
	n := min(60, len(split.Test))
	var found, broke, proved [3]int
	var changed [3]float64
	var took [3]time.Duration
	for e := range n {
		row := table.Row(split.Test[e], nil)
		for with, list := range [][]causal.Rule{nil, rules, laws} {
			began := time.Now()
			q := search.Query{Row: row, Target: 1 - predicted[e], Count: 3, Budget: 400, Key: kernel.NewKey(1),
				Rules: list, Lead: search.ShownLead, Boxes: 1000, Brief: true}
			out := g.Search(blackBox, q)
			took[with] += time.Since(began)
			if len(out.Rows) == 0 {
				continue
			}
			found[with]++
			proved[with] += b2i(out.Nearest)
			changed[with] += float64(out.Rows[0].Changed)
			asked := rules
			if with == 2 {
				asked = laws
			}
			broke[with] += b2i(!causal.AllHold(table.Schema, asked, row, out.Rows[0].Row))
		}
	}
	t.Logf("%s: %d rules; of %d rows without, with them, and with what is computed: an answer %v, first ones that "+
		"break one %v, proved %v, changed %.2f, %.2f and %.2f, %v, %v and %v a row", name, len(rules), n,
		found, broke, proved, changed[0]/float64(found[0]), changed[1]/float64(found[1]), changed[2]/float64(found[2]),
		took[0]/time.Duration(n), took[1]/time.Duration(n), took[2]/time.Duration(n))
	if broke[1]+broke[2] > 0 || float64(min(found[1], found[2])) < 0.95*float64(found[0]) {
		t.Error("an answer breaks a rule, or too few rows have one")
	}
}
