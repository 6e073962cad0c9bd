package main

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sim"
)

// small is a data set with fewer rows.
func small(t *testing.T, name string, load func() *data.Table) *dataset {
	t.Helper()
	d, err := find(name)
	if err != nil {
		t.Fatal(err)
	}
	c := *d
	c.load = func(string) (*data.Table, error) { return load(), nil }
	return &c
}

func still() float64 { return 0 }

func smallCensus(t *testing.T) *dataset {
	return small(t, "census", func() *data.Table { return sim.Census(1500, 1) })
}

func smallBN(t *testing.T) *dataset {
	return small(t, "simple-bn", func() *data.Table { return sim.SimpleBN(600, 1) })
}

func smallSangiovese(t *testing.T) *dataset {
	return small(t, "sangiovese", func() *data.Table { return sim.Sangiovese(600, 1) })
}

func runSmall(t *testing.T, s setting, seed uint64) *outcome {
	t.Helper()
	return runOn(t, smallBench(t, s.data, seed), s)
}

func smallBench(t *testing.T, d *dataset, seed uint64) *bench {
	t.Helper()
	table, err := d.load("")
	if err != nil {
		t.Fatal(err)
	}
	b, err := newBench(d, table, data.NewSplit(table.Outcome, seed), seed, still)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// runOn runs a setting on a bench, which several may share.
func runOn(t *testing.T, b *bench, s setting) *outcome {
	t.Helper()
	o, err := b.experiment(s)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// row is a line of a file by the names of its columns.
type row map[string]string

func readRows(t *testing.T, folder, name string) []row {
	t.Helper()
	f, err := os.Open(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	for _, l := range lines[1:] {
		r := row{}
		for i, v := range l {
			r[lines[0][i]] = v
		}
		rows = append(rows, r)
	}
	return rows
}

func readNetwork(t *testing.T, folder string) (n network) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(folder, "classifier.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// class evaluates the network as documented, in float64.
func (n network) class(r row) string {
	var x []float64
	for _, f := range n.Features {
		switch {
		case f.Levels == nil && f.Max > f.Min:
			x = append(x, (number(r[f.Name])-f.Min)/(f.Max-f.Min))
		case f.Levels == nil:
			x = append(x, 0)
		}
		for _, l := range f.Levels {
			if v, soft := r[f.Name+"="+l]; soft {
				x = append(x, number(v))
			} else if r[f.Name] == l {
				x = append(x, 1)
			} else {
				x = append(x, 0)
			}
		}
	}
	for _, l := range n.Layers {
		y := make([]float64, l.Out)
		for o := range y {
			y[o] = float64(l.Bias[o])
			for i, v := range x {
				y[o] += float64(l.Weights[o*l.In+i]) * v
			}
			if l.Activation == "relu" {
				y[o] = max(y[o], 0)
			}
		}
		x = y
	}
	return n.Classes[slices.Index(x, slices.Max(x))]
}

func number(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// TestWorkersDoNotMatter: the same records from one worker and from several.
func TestWorkersDoNotMatter(t *testing.T) {
	d := smallBN(t)
	records := func(workers int) []string {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
		results, err := batch{settings: []setting{{data: d, method: "base", given: given{"Epochs": 3}},
			{data: d, method: "approx", given: given{"Epochs": 3}}},
			seed: 1, runs: 3, clock: still, progress: io.Discard}.run()
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, runs := range results {
			for _, o := range runs {
				b, err := json.Marshal(o.record)
				if err != nil {
					t.Fatal(err)
				}
				list = append(list, string(b))
			}
		}
		return list
	}
	one, three := records(1), records(3)
	if !reflect.DeepEqual(one, three) {
		t.Errorf("one worker:\n%s\nthree:\n%s", strings.Join(one, "\n"), strings.Join(three, "\n"))
	}
	if one[0] == one[1] {
		t.Error("two seeds give the same record")
	}
}

// TestShownKeepsTheRules: shown answers reach their target, keep every rule, and are
// never more than reported.
func TestShownKeepsTheRules(t *testing.T) {
	o := runSmall(t, setting{data: smallCensus(t), method: "base", given: given{"Epochs": 6}}, 1)
	if o.Shown.Validity != 1 || o.Shown.RulesPct != 100 {
		t.Errorf("shown = %+v", o.Shown)
	}
	s := o.bench.Table.Schema
	for i, rows := range o.shown.Shown {
		for _, r := range rows {
			for _, name := range []string{"race", "gender"} {
				if j := s.Index(name); r[j] != o.shown.Factual[i][j] {
					t.Fatalf("row %d: %s changed", i, name)
				}
			}
		}
	}
}

// TestBoundIsOne: no random counterfactual that keeps the constraint reaches the target
// with an age and education that the exhaustive search excludes.
func TestBoundIsOne(t *testing.T) {
	d := smallCensus(t)
	table, err := d.load("")
	if err != nil {
		t.Fatal(err)
	}
	b, err := newBench(d, table, data.NewSplit(table.Outcome, 1), 1, still)
	if err != nil {
		t.Fatal(err)
	}
	s := b.Table.Schema
	age, education := s.Index("age"), s.Index("education")
	in := map[[2]float64]bool{}
	for _, p := range b.reach(age, education) {
		in[p] = true
	}
	hours := grid(s.Features[s.Index("hours_per_week")], hoursGrid)
	hits := 0
	for i := range 5000 {
		key, r := b.Key(9).Sub(uint64(i)), make([]float64, len(s.Features))
		for j, f := range s.Features {
			if r[j] = float64(key.Intn(uint32(j), max(len(f.Levels), 1))); f.Kind.Numeric() {
				r[j] = f.Round(f.Min + float64(key.Uniform1(uint32(j)))*(f.Max-f.Min))
			}
		}
		r[s.Index("hours_per_week")] = hours[i%len(hours)]
		if b.Predict([][]float64{r})[0] == 1 {
			hits++
			if !in[[2]float64{r[age], r[education]}] {
				t.Fatalf("age %v and education %v reach the class", r[age], r[education])
			}
		}
	}
	if hits == 0 {
		t.Fatal("no row reaches the class")
	}
}

// TestAGraphFileSaysWhatFollows: for any table, a mechanism is fitted if the graph file says
// that a feature follows, and answers are judged by it.
func TestAGraphFileSaysWhatFollows(t *testing.T) {
	folder, table := t.TempDir(), sim.SimpleBN(600, 1)
	var rows strings.Builder
	rows.WriteString("x1,x2,x3,y\n")
	for i, y := range table.Outcome {
		for _, v := range table.Row(i, nil) {
			rows.WriteString(strconv.FormatFloat(v, 'f', -1, 64) + ",")
		}
		rows.WriteString([]string{"low\n", "high\n"}[y])
	}
	graph := `{"format": "causeway graph", "version": 4, "signs": "each", "nodes": [{"name":"x1"},{"name":"x2"},` +
		`{"name":"x3","mechanism":"linear","state":"follows"}], "edges": ` +
		`[{"from":"x1","to":"x3"},{"from":"x2","to":"x3"}], "rules": [], "attrs": []}`
	for name, text := range map[string]string{"t.csv": rows.String(), "g.json": graph} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d, err := readTable(filepath.Join(folder, "t.csv"), "y", filepath.Join(folder, "g.json"), false)
	if err != nil {
		t.Fatal(err)
	}
	o := runSmall(t, setting{data: d, method: lineMethod}, 3)
	if o.Actable != 2 || o.Against != 0 || o.Held == 0 {
		t.Errorf("%d features can be acted on, %v against what follows, %v held", o.Actable, o.Against, o.Held)
	}
	m, _, states, err := o.bench.Laws(o.study.Setting)
	if err != nil {
		t.Fatal(err)
	}
	n, ok := m.Node(2)
	if !ok || states[2] != causal.Following {
		t.Fatal("x3 does not follow")
	}
	for i, after := range o.study.Judged.After { // the row's residual stays
		if was, is := m.Residual(n, o.bench.Test.Factual[i]), m.Residual(n, after); math.Abs(was-is) > 1e-6 {
			t.Errorf("row %d has a residual of %v before and %v after", i, was, is)
		}
	}
	if err := o.write(folder); err != nil {
		t.Fatal(err)
	}
	if said, ok := repeated(t, folder); !ok {
		t.Error(said)
	}
}
