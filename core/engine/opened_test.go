package engine

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"causeway/core/cf"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/onnx"
	"causeway/core/project"
	"causeway/core/wire"
)

// TestAForestIsAskedAsItIs checks that a forest becomes the black box unchanged, is saved with
// its file, and returns its own shares for every row. A generator is trained through a stand-in
// whose fidelity is reported, and the forest itself judges the results.
func TestAForestIsAskedAsItIs(t *testing.T) {
	s := modelStage(t)
	file, err := os.ReadFile("../onnx/testdata/trees-forest-binary.onnx")
	if err != nil {
		t.Fatal(err)
	}
	read, ok := s.do(wire.ReadModel{Bytes: file}).(wire.ModelRead)
	if !ok || read.Ends != wire.EndsShares || len(read.Sources) != 4 {
		t.Fatalf("read %+v", s.facts[len(s.facts)-1])
	}
	p := &s.e.project
	for i := range read.Sources {
		f := p.Schema.Features[i%3]
		read.Sources[i] = model.Source{Take: model.TakeNumber, Feature: i % 3, Shift: (f.Min + f.Max) / 2,
			Scale: (f.Max - f.Min) / []float64{40, 4, 12, 400}[i]}
	}
	use := wire.UseModel{Bytes: file, Output: read.Output, Sources: read.Sources, Classes: []int{1, 0}, Try: true}
	tried, ok := s.do(use).(wire.ModelTried)
	if !ok || len(tried.Problems) > 0 {
		t.Fatalf("tried %+v", s.facts[len(s.facts)-1])
	}
	use.Try = false
	s.mu.Lock()
	s.facts = nil
	s.mu.Unlock()
	s.e.Handle(9, use)
	used := heard[wire.ClassifierTrained](s)
	if said := all[wire.Progress](s); len(said) == 0 || said[len(said)-1].Share > 1 {
		t.Errorf("progress %v", said)
	}
	if used.Accuracy != tried.Accuracy || used.LogLoss != tried.LogLoss || used.TestRows != tried.TestRows {
		t.Fatalf("used %+v, tried %+v", used, tried)
	}
	if !(used.Fidelity > 0.8 && used.Fidelity <= 1) {
		t.Errorf("the stand-in agrees on %v", used.Fidelity)
	}
	t.Logf("fidelity %.3f", used.Fidelity)

	o, err := onnx.Read(file, "")
	if err != nil {
		t.Fatal(err)
	}
	mapping := project.MappingOf(use.Sources, use.Classes)
	counts := map[int]int{}
	for i := range 60 {
		row := p.Table.Row(i, nil)
		want, err := o.Shares(mapping.Values(o, row))
		if err != nil {
			t.Fatal(err)
		}
		got := s.do(wire.Predict{Row: wire.NewFloats(row, len(row))}).(wire.Predicted).Shares.Values()
		if got[1] != float64(float32(want[0])) || got[0] != float64(float32(want[1])) {
			t.Errorf("row %d: %v, the forest says %v of its own classes", i, got, want)
		}
		if got[1] > got[0] {
			counts[1]++
		} else {
			counts[0]++
		}
	}
	if len(counts) < 2 {
		t.Fatalf("the forest gives all rows one class: %v", counts)
	}
	if got := s.do(wire.WriteModel{}); !refused(got, wire.CodeBadInput) {
		t.Errorf("written as a network of ours: %T", got)
	}

	for len(s.done) > 0 {
		<-s.done
	}
	s.e.Handle(2, wire.TrainGenerator{Recipe: model.Recipe{Method: "base", Seed: 1, Epochs: 3, Batch: 64,
		LearningRate: 0.01, Samples: 2, Validity: 40, Margin: 0.3}})
	s.wait()
	if got := all[wire.GeneratorTrained](s); len(got) != 1 {
		t.Fatalf("facts %v", s.kinds())
	}
	found, proved := 0, 0
	for i := range 30 {
		row := p.Table.Row(i, nil)
		target := 1 - cf.Predict(p.BlackBox, project.EncodeRows(p.Schema, [][]float64{row}))[0]
		x, err := p.Explain(row, project.Query{Search: document.Search{Target: target, Count: 2, Budget: 400, Seed: 1},
			Boxes: 1000}, func() error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		if x.Unbounded || x.None && len(x.Rows) > 0 {
			t.Errorf("row %d: %+v of a forest, which can be searched completely", i, x.Rows)
		}
		if x.Nearest || x.None || x.Passed > 0 { // if nearer answers are left out, the first has no proof
			proved++
		}
		for _, c := range x.Rows {
			found++
			shares, err := o.Shares(mapping.Values(o, c.Row))
			if err != nil {
				t.Fatal(err)
			}
			if shares[1-target] <= shares[target] { // the classes are in reverse order
				t.Errorf("row %d: the forest gives %v to what is to be of class %d", i, shares, target)
			}
		}
	}
	if found == 0 || proved < 25 {
		t.Errorf("%d counterfactuals are found, %d rows of 30 proved", found, proved)
	}

	generator := p.Gen.Bytes
	if got := s.do(wire.Restore{Classifier: used.Model, Generator: generator}); got != (wire.Restored{Classifier: true,
		Generator: true, AUC: used.AUC}) {
		t.Errorf("given back: %+v", got)
	}
	ex := project.EncodeRows(p.Schema, [][]float64{p.Table.Row(3, nil)})
	if a, b := p.BlackBox.Pass().Shares(ex.X, 1)[0],
		s.e.project.Ask(p.Table.Row(3, nil))[0].Shares[0]; float64(a) != b {
		t.Errorf("opened again it says %v, not %v", a, b)
	}
}

// TestCategoriesAreNumberedByTheEngine checks that the engine numbers categories that the model's
// file does not number. The result must be the model's shares for the table's first rows, and
// later trials must keep the numbers.
func TestCategoriesAreNumberedByTheEngine(t *testing.T) {
	b, err := os.ReadFile("../onnx/testdata/categories.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name  string
		Model json.RawMessage
		Num   []float64
		Town  []string
		Says  []float64
	}
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if slices.Contains(c.Town, "") {
			continue // rows with gaps may be missing from the table
		}
		text := "num,town,y\n"
		for i, says := range c.Says {
			text += fmt.Sprintf("%v,%s,%s\n", c.Num[i], c.Town[i],
				map[bool]string{true: "yes", false: "no"}[says > 0.5])
		}
		s := newStage(t)
		previewed, ok := s.do(wire.Open{Name: "a.csv", Bytes: []byte(text)}).(wire.Previewed)
		if !ok {
			t.Fatalf("%s: %+v", c.Name, s.facts[len(s.facts)-1])
		}
		if _, ok := s.do(wire.Import{Plan: previewed.Preview.Plan, Seed: 1}).(wire.Loaded); !ok {
			t.Fatalf("%s: %+v", c.Name, s.facts[len(s.facts)-1])
		}
		read, ok := s.do(wire.ReadModel{Bytes: c.Model}).(wire.ModelRead)
		if !ok || len(read.Problems) > 0 {
			t.Fatalf("%s: %+v", c.Name, s.facts[len(s.facts)-1])
		}
		use := wire.UseModel{Bytes: c.Model, Output: read.Output, Sources: read.Sources, Classes: read.Mapped,
			Try: true}
		check := func(order wire.ModelOrder, right bool) wire.ModelTried {
			t.Helper()
			use.Order = order
			tried, ok := s.do(use).(wire.ModelTried)
			if !ok || len(tried.Problems) > 0 || tried.Shares.Size(0) != 5 {
				t.Fatalf("%s: %+v", c.Name, s.facts[len(s.facts)-1])
			}
			shares, same := tried.Shares.Values(), true
			for i := range 5 {
				same = same && math.Abs(shares[2*i+1]-c.Says[i]) <= 1e-6
			}
			if same != right {
				t.Errorf("%s in order %q: shares %v, want %v", c.Name, order, shares, c.Says[:5])
			}
			return tried
		}
		check("", true)
		use.Sources[1] = model.Source{Take: model.TakeCode, Feature: 1}
		tried := check(wire.OrderSorted, true)
		if c.Name == "a scale" {
			if !slices.Equal(tried.Assumed, []int{1}) {
				t.Errorf("assumed %v", tried.Assumed)
			}
			use.Sources[1] = model.Source{Take: model.TakeCode, Feature: 1}
			use.Sources = check(wire.OrderListed, false).Sources // in the order listed here
			check(wire.OrderSorted, false)                       // existing numbers are kept
		}
	}
}
