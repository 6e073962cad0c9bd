package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/form"
	"causeway/core/kernel"
	"causeway/core/model"
	"causeway/core/onnx"
	"causeway/core/project"
	"causeway/core/search"
)

// crossed proposes mixtures: each feature from another person's row or the row's own.
type crossed struct{ rows [][]float64 }

func (c crossed) Sample(row []float64, _, n int, _ float32, key kernel.Key) (out [][]float64) {
	for i := range n {
		k := key.Sub(uint64(i))
		one, share := slices.Clone(c.rows[k.Intn(0, len(c.rows))]), k.Uniform1(1)
		for j, v := range row {
			if k.Uniform1(uint32(j+2)) < share {
				one[j] = v
			}
		}
		out = append(out, one)
	}
	return out
}

// hidden is a black box without bounds.
type hidden struct{ blackbox.BlackBox }

// opened is a tree model trained by another program.
type opened struct {
	kind  string
	box   blackbox.BlackBox
	model *onnx.Model
	kept  model.Opened
}

// treesOf trains trees on the training rows, as other programs do, and opens them.
func treesOf(t *testing.T, table *data.Table, split data.Split, seed int) (all []opened) {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, rows []int) {
		var b strings.Builder
		row := make([]float64, len(table.Cols))
		for _, i := range rows {
			for _, v := range table.Row(i, row) {
				fmt.Fprintf(&b, "%v,", v)
			}
			fmt.Fprintln(&b, table.Outcome[i])
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("train.csv", split.Train)
	write("test.csv", split.Test)
	if out, err := exec.Command("/usr/bin/python3", "-W", "ignore", "testdata/trees.py", dir,
		fmt.Sprint(seed)).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, file := range []string{"forest.onnx", "boosted.json"} {
		b, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		m, err := onnx.Read(b, "")
		if err != nil {
			t.Fatal(err)
		}
		took := time.Since(begin)
		o := model.Opened{File: b, Output: m.Output}
		for j, f := range table.Schema.Features {
			s := model.Source{Take: model.TakeNumber, Feature: j}
			if !f.Kind.Numeric() {
				var codes []float64
				for l := range f.Levels {
					codes = append(codes, float64(l))
				}
				s.Take, s.Codes = model.TakeCode, form.NewFloats(codes, len(codes))
			}
			o.Sources = append(o.Sources, s)
		}
		for k := range m.Classes {
			o.Classes = append(o.Classes, k)
		}
		box, err := m.BlackBox(project.MappingOf(o.Sources, o.Classes), table.Schema)
		if err != nil {
			t.Fatal(err)
		}
		name, _, _ := strings.Cut(file, ".")
		all = append(all, opened{name, box, m, o})
		differ, worst := compare(t, box, table, split.Test, filepath.Join(dir, name+".want"))
		t.Logf("%s: %d KB, read in %v; of %d rows %d classes differ, shares by %.1g", file, len(b)>>10, took,
			len(split.Test), differ, worst)
		if differ > 0 || worst > 1e-6 {
			t.Errorf("%s: %d classes differ, shares by %v", file, differ, worst)
		}
	}
	return all
}

// compare compares shares with those written by a program.
func compare(t *testing.T, b blackbox.BlackBox, table *data.Table, rows []int, path string) (differ int,
	worst float64) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil || len(lines) != len(rows) {
		t.Fatalf("%d of %d lines: %v", len(lines), len(rows), err)
	}
	pass, one := b.Pass(), make([]float32, table.Schema.Width())
	for i, r := range rows {
		table.Schema.Encode(table.Row(r, nil), one)
		got := pass.Shares(one, 1)
		var want []float64
		for _, s := range lines[i] {
			v, err := strconv.ParseFloat(s, 64)
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, v)
		}
		if len(want) == 1 {
			want = []float64{1 - want[0], want[0]}
		}
		top, said := 0, 0
		for k := range want {
			worst = max(worst, math.Abs(want[k]-float64(got[k])))
			if want[k] > want[top] {
				top = k
			}
			if got[k] > got[said] {
				said = k
			}
		}
		if top != said && math.Abs(want[top]-want[said]) > 1e-6 {
			differ++
		}
	}
	return differ, worst
}

// TestTreesAreCovered prints for how many of the rows with an answer a search finds one,
// with and without the complete search. CAUSEWAY_TREES names the tables, SEEDS and ROWS
// their numbers.
func TestTreesAreCovered(t *testing.T) {
	names := os.Getenv("CAUSEWAY_TREES")
	if names == "" {
		t.Skip("skipped: CAUSEWAY_TREES names no tables, such as adult,bank-marketing,heart-disease")
	}
	number := func(name string, otherwise int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return otherwise
	}
	folder := os.Getenv("CAUSEWAY_DATA")
	if folder == "" {
		folder = "../../../shared/data"
	}
	for _, name := range strings.Split(names, ",") {
		table, rules := coveredTable(t, folder, name)
		for seed := 1; seed <= number("SEEDS", 3); seed++ {
			split := data.NewSplit(table.Outcome, uint64(seed))
			own := *table
			own.FitScale(split.Train)
			for _, o := range treesOf(t, &own, split, seed) {
				cover(t, fmt.Sprintf("%s, %s, seed %d", name, o.kind, seed), o.box, &own, split, rules,
					number("ROWS", 60), number("BOXES", 1_000_000))
			}
		}
	}
}

// TestTreesAreLearned prints how many of the reachable rows are held by generators trained
// through trees, and how well their stand-in network agrees with them. LEARN names the
// tables.
func TestTreesAreLearned(t *testing.T) {
	names := os.Getenv("CAUSEWAY_LEARN")
	if names == "" {
		t.Skip("skipped: CAUSEWAY_LEARN names no tables, such as adult,heart-disease")
	}
	folder := os.Getenv("CAUSEWAY_DATA")
	if folder == "" {
		folder = "../../../shared/data"
	}
	free := func() error { return nil }
	for _, name := range strings.Split(names, ",") {
		table, rules := coveredTable(t, folder, name)
		p := project.New(name, table, 1, false)
		k := causal.Knowledge{Rules: rules}
		for _, o := range treesOf(t, p.Table, p.Split, 1) {
			b, err := p.OpenBlackBox(o.model, o.kept, func(float64) error { return nil })
			if err != nil {
				t.Fatal(err)
			}
			p.BlackBox = b
			t.Logf("%s, %s: fidelity of the stand-in %.3f", name, o.kind, p.Fidelity(b))
			kind := model.Other
			if name == "adult" {
				kind = model.Adult
			}
			for _, method := range []model.Method{model.BaseVAE, model.Actions} {
				begin := time.Now()
				r := model.Preset(kind, method, model.Size{Rows: table.Rows(), Train: len(p.Split.Train)})
				if n, err := strconv.Atoi(os.Getenv("EPOCHS")); err == nil {
					r.Epochs = min(r.Epochs, n)
				}
				fit, lesson, err := p.FitGenerator(r, k, nil)
				if err != nil {
					t.Fatal(err)
				}
				for range r.Epochs {
					if _, err := fit.Epoch(free); err != nil {
						t.Fatal(err)
					}
				}
				took := time.Since(begin)
				g, err := p.NewGenerator(fit.Best(), lesson)
				if err != nil {
					t.Fatal(err)
				}
				rating, err := p.Rate(g.Generator, 1, func() float64 { return 0 }, free)
				if err != nil {
					t.Fatal(err)
				}
				a, err := p.Answered(rating, lesson, 1, free)
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%s, %s, %s: of %d rows %.3f held, %.3f can be, %d open; %.2f changes for %.2f of the search; "+
					"%v", name, o.kind, method, a.Rows, a.Held, a.Reachable, a.Open, a.Changes, a.SearchChanges,
					took.Round(time.Second))
			}
		}
	}
}

func coveredTable(t *testing.T, folder, name string) (*data.Table, []causal.Rule) {
	t.Helper()
	if name == "adult" {
		table, err := readAdult(folder)
		if err != nil {
			t.Fatal(err)
		}
		rules, err := causal.AdultC1(table.Schema)
		if err != nil {
			t.Fatal(err)
		}
		for j, f := range table.Schema.Features {
			if f.Name == "race" || f.Name == "gender" {
				rules = append(rules, causal.Rule{Kind: causal.Immutable, Feature: j})
			}
		}
		return table, rules
	}
	outcome := map[string]string{"bank-marketing": "Deposit", "heart-disease": "num"}[name]
	d, err := readTable(filepath.Join(folder, "tables", name+".csv"), outcome, "testdata/"+name+".graph.json", false)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := d.rules(d.table.Schema, "")
	if err != nil {
		t.Fatal(err)
	}
	return d.table, rules
}

func cover(t *testing.T, name string, box blackbox.BlackBox, table *data.Table, split data.Split, rules []causal.Rule,
	rows, boxes int) {
	var train [][]float64
	for _, i := range split.Train {
		train = append(train, table.Row(i, nil))
	}
	pass, one := box.Pass(), make([]float32, table.Schema.Width())
	var before, now, best, none, open, proved, nearest, same int
	var took [3]time.Duration
	asked := 0
	for _, i := range split.Test {
		row := table.Row(i, nil)
		table.Schema.Encode(row, one)
		shares := slices.Clone(pass.Shares(one, 1))
		class := 0
		for k, v := range shares {
			if v > shares[class] {
				class = k
			}
		}
		shares[class] = -1
		target := 0
		for k, v := range shares {
			if v > shares[target] {
				target = k
			}
		}
		if asked++; asked > rows {
			break
		}
		find := func(b blackbox.BlackBox, boxes, at int) search.Found {
			begin := time.Now()
			f, err := search.NewFinder(table.Schema, b,
				crossed{train}).Search(search.Query{Row: row, Target: target, Count: 1, Budget: 200,
				Key: kernel.NewKey(uint64(i)), Rules: rules, Boxes: boxes, Brief: true}, func() error { return nil })
			if err != nil {
				t.Fatal(err)
			}
			took[at] += time.Since(begin)
			return f
		}
		a, b, c := find(hidden{box}, 20_000, 0), find(box, 20_000, 1), find(box, boxes, 2)
		before += len(a.Rows)
		now += len(b.Rows)
		best += max(len(a.Rows), len(b.Rows), len(c.Rows))
		if c.None {
			none++
			if len(a.Rows)+len(b.Rows) > 0 {
				t.Errorf("%s: row %d is proved to have no answer, and has %v", name, i, a.Rows)
			}
		} else if len(c.Rows) == 0 {
			open++
		}
		if b.Nearest || b.None {
			proved++
		}
		if c.Nearest && len(a.Rows) > 0 {
			nearest++
			x, y := a.Rows[0], c.Rows[0]
			if x.Effort < y.Effort-1e-9 || math.Abs(x.Effort-y.Effort) < 1e-9 && x.Cost < y.Cost-1e-9 {
				t.Errorf("%s: row %d has a nearer answer than the nearest", name, i)
			}
			if x.Effort <= y.Effort+1e-9 && x.Cost <= y.Cost+1e-9 {
				same++
			}
		}
	}
	n := min(asked, rows)
	t.Logf("%s: %d rows: found before %d, now %d, strongest %d; none proved %d, open %d; proved with the page's "+
		"budget %d; of %d that are known %d were the nearest before; ms a row %d, %d, %d",
		name, n, before, now, best, none, open, proved, nearest, same, took[0].Milliseconds()/int64(n),
		took[1].Milliseconds()/int64(n), took[2].Milliseconds()/int64(n))
}
