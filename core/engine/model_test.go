package engine

import (
	"math"
	"os"
	"strings"
	"testing"

	"causeway/core/model"
	"causeway/core/wire"
)

// modelStage returns a stage with a black box.
func modelStage(t *testing.T) *stage {
	t.Helper()
	s := newStage(t)
	s.do(wire.Sample{Model: "simple-bn", Rows: 300, Seed: 3})
	s.e.Handle(1, wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1, Epochs: 5, Batch: 32,
		LearningRate: 0.01, Hidden: 8}})
	s.wait()
	return s
}

// TestModelThereAndBack checks that an exported classifier is the same black box when read again:
// the guess maps it, and predictions and figures are the same.
func TestModelThereAndBack(t *testing.T) {
	s := modelStage(t)
	trained := all[wire.ClassifierTrained](s)[0]
	row := wire.NewFloats(s.e.project.Table.Row(5, nil), 3)
	before := s.do(wire.Predict{Row: row}).(wire.Predicted)
	file := s.do(wire.WriteModel{}).(wire.ModelWritten).Bytes
	read, ok := s.do(wire.ReadModel{Bytes: file}).(wire.ModelRead)
	if !ok || len(read.Columns) != 3 || len(read.Problems) > 0 || read.Ends != wire.EndsSoftmax ||
		read.Producer != "Causeway" {
		t.Fatalf("read %+v", s.facts[len(s.facts)-1])
	}
	use := wire.UseModel{Bytes: file, Output: read.Output, Sources: read.Sources, Classes: read.Mapped, Try: true}
	box := s.e.project.BlackBox
	tried, ok := s.do(use).(wire.ModelTried)
	if !ok || len(tried.Problems) > 0 || tried.Accuracy != trained.Accuracy || tried.TestRows != trained.TestRows ||
		s.e.project.BlackBox != box {
		t.Errorf("tried %+v, want the figures of %+v and the classifier as it was", tried, trained)
	}
	use.Try = false
	used, ok := s.do(use).(wire.ClassifierTrained)
	if !ok || used.Accuracy != trained.Accuracy || math.Abs(used.LogLoss-trained.LogLoss) > 1e-6 ||
		used.TestRows != trained.TestRows {
		t.Errorf("used %+v, want the figures of %+v", used, trained)
	}
	after := s.do(wire.Predict{Row: row}).(wire.Predicted)
	if d := after.Shares.Values()[0] - before.Shares.Values()[0]; math.Abs(d) > 1e-6 {
		t.Errorf("shares differ by %v", d)
	}
	// Its saved state is loaded like that of any classifier.
	fresh := newStage(t)
	fresh.do(wire.Sample{Model: "simple-bn", Rows: 300, Seed: 3})
	if got := fresh.do(wire.Restore{Classifier: used.Model}); got != (wire.Restored{Classifier: true, AUC: used.AUC}) {
		t.Errorf("got %+v", got)
	}
}

// TestModelOfAnotherProgram checks that a PyTorch network with several layers becomes the black
// box, is saved, and that a generator can be trained on it and exported.
func TestModelOfAnotherProgram(t *testing.T) {
	s := modelStage(t)
	file, err := os.ReadFile("../onnx/testdata/torch-binary.onnx")
	if err != nil {
		t.Fatal(err)
	}
	read := s.do(wire.ReadModel{Bytes: file}).(wire.ModelRead)
	if len(read.Problems) == 0 || len(read.Notes) == 0 || read.Classes != 2 {
		t.Fatalf("read %+v", read)
	}
	for i := range read.Sources {
		read.Sources[i] = model.Source{Take: model.TakeNumber, Feature: i % 3, Shift: 10, Scale: 10}
	}
	use := wire.UseModel{Bytes: file, Sources: read.Sources, Classes: read.Mapped}
	used, ok := s.do(use).(wire.ClassifierTrained)
	if !ok {
		t.Fatalf("got %+v", s.facts[len(s.facts)-1])
	}
	if got := s.do(wire.WriteModel{Generator: true}); !refused(got, wire.CodeNotReady) {
		t.Errorf("a generator that is not there: %+v", got)
	}
	if got := s.do(wire.Restore{Classifier: used.Model}); got != (wire.Restored{Classifier: true, AUC: used.AUC}) {
		t.Errorf("got %+v", got)
	}
	for len(s.done) > 0 {
		<-s.done
	}
	s.e.Handle(2, wire.TrainGenerator{Recipe: model.Recipe{Method: "base", Seed: 1, Epochs: 1, Batch: 64,
		LearningRate: 0.01, Samples: 2, Validity: 40, Margin: 0.3}})
	s.wait()
	if got := all[wire.GeneratorTrained](s); len(got) != 1 {
		t.Fatalf("facts %v", s.kinds())
	}
	if got := s.do(wire.WriteModel{Generator: true}).(wire.ModelWritten); !strings.Contains(string(got.Bytes),
		"counterfactual.x1") {
		t.Errorf("%d bytes without an output for x1", len(got.Bytes))
	}
	for len(s.done) > 0 {
		<-s.done
	}
	s.e.Handle(3, wire.TrainGenerator{Recipe: model.Recipe{Method: model.ModelBased, Feasibility: 10, Seed: 1,
		Epochs: 1, Batch: 64, LearningRate: 0.01, Samples: 2, Validity: 40, Margin: 0.3}, Knowledge: trueGraph})
	s.wait()
	if got := s.do(wire.WriteModel{Generator: true}).(wire.ModelWritten); !strings.Contains(string(got.Bytes),
		"MatMul") {
		t.Errorf("%d bytes without the mechanism that ends the generator", len(got.Bytes))
	}
	made := s.e.project.Gen
	other := model.State{}
	if st, err := model.DecodeState(made.Bytes); err != nil || len(st.Ends) != 1 {
		t.Fatalf("%d mechanisms, %v", len(st.Ends), err)
	} else {
		other = st
	}
	other.Ends[0].Mechanism.Numbers[0]++
	b, err := model.EncodeState(other)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.do(wire.Restore{Classifier: used.Model, Generator: b}); !refused(got, wire.CodeBadInput) {
		t.Errorf("mechanisms that its rows do not give: %+v", got)
	}
	if got := s.do(wire.Restore{Classifier: used.Model, Generator: made.Bytes}); got != (wire.Restored{Classifier: true,
		Generator: true, AUC: used.AUC}) {
		t.Errorf("its own mechanisms: %+v", got)
	}
	use.Sources[2].Take, use.Try = model.TakeLevel, true
	if got := s.do(use).(wire.ModelTried); len(got.Problems) == 0 || got.TestRows != 0 {
		t.Errorf("a try of a bad mapping: %+v", got)
	}
	use.Try = false
	if got := s.do(use); !refused(got, wire.CodeBadInput) || s.e.project.Gen == nil {
		t.Errorf("a bad mapping: %+v", got)
	}
	use.Bytes = file[:100]
	for _, m := range []wire.Message{use, wire.ReadModel{Bytes: use.Bytes},
		wire.ReadModel{Bytes: file, Output: "nowhere"}} {
		if got := s.do(m); !refused(got, wire.CodeBadInput) {
			t.Errorf("%T: %+v", m, got)
		}
	}
	if got := newStage(t).do(wire.ReadModel{Bytes: file}); !refused(got, wire.CodeNotReady) {
		t.Errorf("without a table: %+v", got)
	}
}

func refused(m wire.Message, code wire.Code) bool {
	f, ok := m.(wire.Failure)
	return ok && f.Code == code && strings.HasSuffix(f.Detail, ".")
}
