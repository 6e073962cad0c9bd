package project

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/onnx"
	"causeway/core/sim"
	"causeway/core/snapshot"
)

// TestAForestIsSavedAndVerified checks that a project with a forest is saved with the bytes of
// its file, opens without the rows of its table, has the same predictions for every row, and that
// all claims of the file are confirmed.
func TestAForestIsSavedAndVerified(t *testing.T) {
	f := open(t, "base")
	if err := f.Take(sim.SimpleBN(400, 3)); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile("../onnx/testdata/trees-forest-binary.onnx")
	if err != nil {
		t.Fatal(err)
	}
	o := model.Opened{File: file, Output: "probabilities", Classes: []int{0, 1}}
	for i, wide := range []float64{40, 4, 12, 400} {
		x := f.Schema.Features[i%3]
		o.Sources = append(o.Sources, model.Source{Take: model.TakeNumber, Feature: i % 3, Shift: (x.Min + x.Max) / 2,
			Scale: (x.Max - x.Min) / wide})
	}
	b, err := f.OpenBlackBox(mustRead(t, file), o, unheard)
	if err != nil {
		t.Fatal(err)
	}
	m := f.Measure(b)
	state, err := model.DecodeState(b.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	saved := f.Saved
	saved.Courses = nil
	saved.HasGenerator, saved.HasEvaluation, saved.HasTuning, saved.HasLabels = false, false, false, false
	saved.Classifier = snapshot.Classifier{Model: state, Accuracy: m.Accuracy, LogLoss: m.LogLoss, Base: m.Base,
		Confusion: m.Confusion, TestRows: m.TestRows,
		AUC: m.AUC, Fidelity: m.Fidelity, From: model.Provenance{Name: "forest.onnx", Size: len(file),
			Sources: o.Sources, Classes: o.Classes}}
	f.BlackBox = b
	bytes, err := snapshot.Write(saved)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Open(bytes)
	if err != nil {
		t.Fatal(err)
	}
	if !again.BlackBox.Opened {
		t.Fatal("it was opened as a network of ours")
	}
	for i := range f.Table.Rows() {
		row := f.Table.Row(i, nil)
		if x, y := f.Ask(row)[0], again.Ask(row)[0]; x.Class != y.Class || math.Abs(x.Shares[0]-y.Shares[0]) > 0 {
			t.Fatalf("row %d: %v, opened again %v", i, x, y)
		}
	}
	if err := again.Take(sim.SimpleBN(400, 3)); err != nil {
		t.Fatal(err)
	}
	if v := verify(t, again); v.Classifier == nil || len(v.Classifier.Differ) > 0 {
		t.Errorf("verified %+v", v.Classifier)
	}
	again.Saved.Classifier.Fidelity /= 2
	if v := verify(t, again); len(v.Classifier.Differ) != 1 {
		t.Errorf("a fidelity that is not so: %+v", v.Classifier)
	}
}

func mustRead(t *testing.T, file []byte) *onnx.Model {
	t.Helper()
	m, err := onnx.Read(file, "")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func unheard(float64) error { return nil }

// pipelineTable returns the table of the pipelines in core/onnx/testdata.
func pipelineTable(t *testing.T) *data.Table {
	t.Helper()
	z, err := os.Open("../onnx/testdata/pipelines/rows.json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	r, err := gzip.NewReader(z)
	if err != nil {
		t.Fatal(err)
	}
	var rows struct{ Table map[string][]any }
	if err := json.NewDecoder(r).Decode(&rows); err != nil {
		t.Fatal(err)
	}
	columns := []string{"age", "pay", "hours", "debt", "rate", "job", "grade"}
	var text strings.Builder
	fmt.Fprintln(&text, strings.Join(columns, ",")+",loan")
	for i := range rows.Table["age"] {
		for _, c := range columns {
			if v := rows.Table[c][i]; v != nil {
				fmt.Fprint(&text, v)
			}
			fmt.Fprint(&text, ",")
		}
		fmt.Fprintln(&text, []string{"no", "yes"}[i%2])
	}
	f, err := data.Inspect("rows.csv", []byte(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	table, _, err := f.Import(f.Preview(nil).Plan)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestAPipelineIsExplained checks that pipelines with raw columns are mapped by name, and that their
// rows are searched and proved: a forest behind an imputer and encoders, and a vote of three models,
// which only the evaluation of the whole graph can bound.
func TestAPipelineIsExplained(t *testing.T) {
	for _, name := range []string{"trees-hist", "voting-hard"} {
		table := pipelineTable(t)
		file, err := os.ReadFile("../onnx/testdata/pipelines/" + name + ".onnx")
		if err != nil {
			t.Fatal(err)
		}
		m := mustRead(t, file)
		mapping, notes := onnx.Guess(m, table)
		if problems := mapping.Check(m, table.Schema); len(problems) > 0 {
			t.Fatalf("%s: %q, %q", name, problems, notes)
		}
		box, err := m.BlackBox(mapping, table.Schema)
		if err != nil {
			t.Fatal(err)
		}
		p, proved := Of(table.Schema, box, scatter{table.Schema}), 0
		for i := range 20 {
			row := table.Row(i, nil)
			x := p.Ask(row)[0]
			found, err := p.Explain(row, Query{Search: document.Search{Target: 1 - x.Class, Count: 1, Budget: 200,
				Seed: 1},
				Boxes: 4000}, nothing)
			if err != nil {
				t.Fatal(err)
			}
			if found.Unbounded {
				t.Fatalf("%s cannot be bounded", name)
			}
			if found.Nearest || found.None || found.Passed > 0 {
				proved++
			}
		}
		if t.Logf("%s: %d of 20 proved, %q", name, proved, notes); proved < 10 {
			t.Errorf("%s: %d of 20 rows are proved", name, proved)
		}
	}
}
