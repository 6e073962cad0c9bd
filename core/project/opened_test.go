package project

import (
	"math"
	"os"
	"testing"

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
