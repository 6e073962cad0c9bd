package exact

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/sim"
)

// study is a table with rules that people might state.
type study struct {
	table *data.Table
	rules []causal.Rule
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

// asPeople returns rules that anybody would state: personal traits stay as they are, and nobody
// gets younger.
func asPeople(s data.Schema) (rules []causal.Rule) {
	for j, f := range s.Features {
		switch name := strings.ToLower(f.Name); {
		case name == "sex" || name == "race" || name == "gender":
			rules = append(rules, causal.Rule{Kind: causal.Immutable, Feature: j})
		case (name == "age" || name == "priors") && f.Kind.Numeric():
			rules = append(rules, causal.Rule{Kind: causal.OnlyIncrease, Feature: j})
		}
	}
	return rules
}

// offences returns a made-up table about new offences. Age and priors decide most of the outcome,
// and neither can fall.
func offences() *data.Table {
	t := &data.Table{Schema: data.Schema{Features: []data.Feature{
		{Name: "age", Kind: data.Integer}, {Name: "priors", Kind: data.Integer}, {Name: "juvenile", Kind: data.Integer},
		{Name: "sex", Kind: data.Boolean, Levels: []string{"female", "male"}},
		{Name: "race", Kind: data.Category, Levels: []string{"a", "b", "c", "d"}},
		{Name: "charge", Kind: data.Category, Levels: []string{"felony", "misdemeanour"}},
		{Name: "days held", Kind: data.Integer},
	}, Outcome: data.Feature{Name: "again", Kind: data.Boolean, Levels: []string{"no", "yes"}}},
		Cols: make([][]float64, 7)}
	key := kernel.NewKey(12)
	for i := range 4000 {
		k := key.Sub(uint64(i))
		heavy := func(at uint32, scale float32) float64 {
			return float64(int(-scale * kernel.Log1(k.Uniform1(at)+1e-6)))
		}
		row := []float64{18 + heavy(0, 14), heavy(1, 3), heavy(2, 0.4), float64(b2i(k.Intn(3, 5) > 0)),
			float64(k.Intn(4, 4)), float64(k.Intn(5, 2)), heavy(6, 15)}
		for j, v := range row {
			t.Cols[j] = append(t.Cols[j], v)
		}
		score := 0.25*row[1] - 0.06*(row[0]-32) + 0.4*row[2] + 0.3*(row[3]-0.5) - 0.3*row[5] + 0.004*row[6] - 0.5 +
			float64(k.Normal1(7))
		t.Outcome = append(t.Outcome, b2i(score > 0))
	}
	return t
}

func studies(t *testing.T) map[string]func(*testing.T) study {
	adult := func(rules func(data.Schema) ([]causal.Rule, error),
		get func(*testing.T) *data.Table) func(*testing.T) study {
		return func(t *testing.T) study {
			table := get(t)
			list, err := rules(table.Schema)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{"race", "gender"} {
				list = append(list, causal.Rule{Kind: causal.Immutable, Feature: table.Schema.Index(name)})
			}
			return study{table, list}
		}
	}
	file := func(name string) func(*testing.T) study {
		return func(t *testing.T) study {
			table := readTable(t, name)
			return study{table, asPeople(table.Schema)}
		}
	}
	sample := func(table func() *data.Table, rules func(data.Schema) ([]causal.Rule, error)) func(*testing.T) study {
		return func(t *testing.T) study {
			x := table()
			list, err := rules(x.Schema)
			if err != nil {
				t.Fatal(err)
			}
			return study{x, list}
		}
	}
	onDisk := func(t *testing.T) *data.Table { return readTable(t, "adult/adult.data") }
	census := func(*testing.T) *data.Table { return sim.Census(6000, 1) }
	return map[string]func(*testing.T) study{
		"adult C1": adult(causal.AdultC1, onDisk), "adult C2": adult(causal.AdultC2, onDisk),
		"census C1":      adult(causal.AdultC1, census),
		"bank marketing": file("tables/bank-marketing.csv"), "heart disease": file("tables/heart-disease.csv"),
		"students":  file("tables/student-performance.csv"),
		"simple-bn": sample(func() *data.Table { return sim.SimpleBN(sim.SimpleBNRows, 1) }, causal.SimpleBNMonotone),
		"sangiovese": sample(func() *data.Table { return sim.Sangiovese(sim.SangioveseRows, 1) },
			causal.SangioveseMonotone),
		"offences": func(*testing.T) study { x := offences(); return study{x, asPeople(x.Schema)} },
	}
}

// TestDecides measures the fraction of rows that the search decides on each table.
func TestDecides(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short: it trains nine classifiers")
	}
	for name, get := range studies(t) {
		t.Run(name, func(t *testing.T) { decide(t, get(t), 60) })
	}
}

// trained returns a small network fitted to a table, and the table's split.
func trained(t *testing.T, table *data.Table) (*nn.Classifier, data.Split) {
	split := data.NewSplit(table.Outcome, 1)
	table.FitScale(split.Train)
	encode := func(rows []int) nn.Examples {
		ex := nn.Examples{Width: table.Schema.Width(), X: make([]float32, len(rows)*table.Schema.Width())}
		for n, i := range rows {
			table.Schema.Encode(table.Row(i, nil), ex.X[n*ex.Width:(n+1)*ex.Width])
			ex.Y = append(ex.Y, table.Outcome[i])
		}
		return ex
	}
	fit := nn.NewClassifierFit(nn.ClassifierConfig{Seed: 1, Epochs: 30, Batch: 32, Hidden: 10, LearningRate: 0.005},
		encode(split.Train), encode(split.Val), table.Schema.Classes())
	for range 30 {
		if _, err := fit.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	return fit.Best(), split
}

func decide(t *testing.T, st study, rows int) {
	table := st.table
	clf, split := trained(t, table)
	var tape nn.Tape
	x := make([]float32, table.Schema.Width())
	budgets := []int{100, 1000, 10_000, 100_000}
	var some, none, open, near [4]int
	var boxes, took float64
	var tookNear float64
	n := min(rows, len(split.Test))
	for e := range n {
		class := []int{0}
		row := table.Row(split.Test[e], nil)
		table.Schema.Encode(row, x)
		nn.Best(clf.Shares(&tape, x, 1, nn.Eval), class)
		p := Problem{Schema: table.Schema, BlackBox: clf, Factual: row,
			Target: (class[0] + 1) % table.Schema.Classes(), Rules: st.rules, LevelCost: 0.5}
		s, err := New(p)
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		for i, b := range budgets {
			if !s.Done() && s.Best() == nil {
				_ = s.Any(b-s.Boxes(), nothing)
			}
			switch {
			case s.Best() != nil:
				some[i]++
			case s.Done():
				none[i]++
			default:
				open[i]++
			}
		}
		took += time.Since(began).Seconds()
		boxes += float64(s.Boxes())
		if s.Best() == nil {
			continue
		}
		best := s.Best().Values
		s, _ = New(p)
		s.Offer(best)
		began = time.Now()
		for i, b := range budgets {
			if !s.Done() {
				_ = s.Nearest(b-s.Boxes(), nothing)
			}
			near[i] += b2i(s.Done())
		}
		tookNear += time.Since(began).Seconds()
	}
	t.Logf("%d rows, %d features: within 100, 1,000, 10,000 and 100,000 boxes found %v, none %v, undecided %v, "+
		"nearest proved %v; %.0f us a box, %.1f ms to prove the nearest",
		n, len(table.Schema.Features), some, none, open, near, 1e6*took/boxes, 1e3*tookNear/float64(n))
	if open[2]*20 > n || (some[2]-near[2])*10 > n {
		t.Errorf("of %d rows %d are undecided after 10,000 boxes, and of %d found %d are not proved to be the nearest",
			n, open[2], some[2], some[2]-near[2])
	}
}
