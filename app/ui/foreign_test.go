package ui

import (
	"slices"
	"strings"
	"testing"

	"causeway/app/store"
	"causeway/app/ui/classifier"
	"causeway/app/ui/generator"
	"causeway/app/ui/kit"
	"causeway/core/model"
	"causeway/core/wire"
)

var testForeign = wire.ModelRead{Producer: "pytorch", Output: "p", Outputs: []string{"p", "scores"}, Classes: 2,
	Ends: wire.EndsSoftmax,
	Columns: []model.Column{{Name: "years"}, {Name: "job", Codes: []string{"nurse", "clerk"}, Unknown: true},
		{Name: "bias<b>"}},
	Labels:  []string{"no", "yes"},
	Sources: []model.Source{{Take: model.TakeNumber, Shift: 40, Scale: 10}, {}, {}}, Mapped: []int{0, 1},
	Notes: []string{"The classes of the model have other names than those of the table; they are taken in its order."}}

func openForeign(t *testing.T) *page {
	p := open(t, kit.PlaceClassifier)
	p.loadTable()
	p.train()
	p.do(store.OpenModel{Name: "net.onnx", Size: 3, Bytes: []byte("net")})
	p.want("Reading net.onnx")
	answer[wire.ReadModel](p, testForeign)
	return p
}

// The page says what a threshold would do before it is used, and describes every chart in
// words.
func TestAClassifierIsShownAtEveryThreshold(t *testing.T) {
	p := open(t, kit.PlaceClassifier)
	p.loadTable()
	p.train()
	p.want("How well it separates high", "ROC curve", "Precision and recall", "Calibration", "Correct",
		"clerk (60)", "nurse (40)",
		"Now the recall is 90.0 % and the false positive rate is 16.7 %.",
		"With a threshold of 50 %, 86.0 % of all rows are classified correctly: 90.0 % of high and 83.3 % of "+
			"low. Of the rows predicted as high, 78.3 % are correct.",
		"The classifier predicts the more likely class.")
	p.do(store.DecideAt{Threshold: 0.75})
	if m, ok := p.sent[0].Body.(wire.TrainClassifier); !ok || m.Threshold != 0.75 {
		t.Fatalf("sent %+v", p.sent[0].Body)
	}
	answer[wire.TrainClassifier](p, wire.ClassifierTrained{Model: []byte("other"), Accuracy: 0.86,
		Confusion: []int{50, 10, 4, 36}, TestRows: 100, Best: 90})
	answer[wire.Predict](p, wire.Predicted{Shares: wire.NewFloats([]float64{0.8, 0.2}, 2)})
	p.measured()
	p.want("Its probabilities are shifted so that 50 % corresponds to 75 % wherever they are shown.",
		"With a threshold of 75 %,")
}

func TestAForeignModelIsShownBeforeItIsUsed(t *testing.T) {
	p := openForeign(t)
	p.want(classifier.TextTrying, "pytorch", "probabilities (softmax)", "Source of years", "Minus, of years",
		"Divided by, of years", "Source of job",
		"What yes is", classifier.TextOutputIs, testForeign.Notes[0], "bias&lt;b&gt;")
	answer[wire.UseModel](p, wire.ModelTried{Problems: []string{"Column “job” has no source yet.", "Another."}})
	p.want("Column “job” has no source yet. Another.")
	if !p.disabled(classifier.TextForeignUse) {
		t.Error("a model that does not fit can be used")
	}

	p.do(store.SetModelSource{Column: 1, Source: classifier.SourceFrom(testForeign.Columns[1], testSchema, 1)})
	p.do(store.SetModelSource{Column: 2, Source: classifier.SourceFrom(testForeign.Columns[2], testSchema,
		classifier.Fixed)})
	p.want("Value of bias&lt;b&gt;")
	answer[wire.UseModel](p, wire.ModelTried{})
	sources := slices.Clone(p.root.state.Foreign.Sources)
	sources[1].Codes = wire.NewFloats([]float64{1, 0}, 2)
	answer[wire.UseModel](p, wire.ModelTried{Accuracy: 0.55, Base: 0.6, TestRows: 100, Sources: sources})
	p.want("clerk → clerk, nurse → nurse", "Change the codes of job")
	if p.disabled(classifier.TextForeignUse) {
		t.Error("a model that fits cannot be used")
	}
	p.want("55.0 %", "Of 100 held-out rows", classifier.TextPoorFit)
	if p.root.state.Classifier.Foreign {
		t.Error("a try changed the classifier")
	}

	p.do(store.UseModel{})
	answer[wire.UseModel](p, wire.ClassifierTrained{Accuracy: 0.8, Base: 0.6, Confusion: []int{50, 10, 4, 36},
		TestRows: 100})
	p.want(classifier.TextImportedTitle, "net.onnx, 3 bytes, written by pytorch.", "(age − 40.0) ÷ 10.0",
		classifier.TextImportedAgain, ">imported<", classifier.TextImportModel, kit.TextExport)
	p.wantNot(kit.TextKeptEpoch, classifier.TextForeignUse)
	p.goTo(kit.PlaceGenerator)
	p.want(generator.TextHintGenerator) // the one for the old classifier is gone
}

// A model whose file does not number its categories waits for a person to compare five
// rows.
func TestAssumedCategoriesAreConfirmed(t *testing.T) {
	p := openForeign(t)
	assumed := func(codes ...float64) wire.ModelTried {
		sources := slices.Clone(p.root.state.Foreign.Sources)
		for i := range sources {
			sources[i] = model.Source{Take: model.TakeCode, Feature: 1, Codes: wire.NewFloats(codes, 2)}
		}
		return wire.ModelTried{Accuracy: 0.8, Base: 0.6, TestRows: 100, Sources: sources, Assumed: []int{1},
			Shares: wire.NewRows([][]float64{{0.25, 0.75}, {0.875, 0.125}})}
	}
	answer[wire.UseModel](p, assumed(0, 1))
	p.want(classifier.TextRowsToCompare, "which category of job", "0.2500", "0.1250", classifier.TextRowsAgree,
		"Share of high")
	if !p.disabled(classifier.TextForeignUse) {
		t.Error("a model whose categories are assumed can be used")
	}
	p.do(store.UseModel{})
	for _, sent := range p.sent {
		if m, ok := sent.Body.(wire.UseModel); ok {
			t.Errorf("sent %+v", m)
		}
	}
	p.goTo(kit.PlacePerson)
	p.want("net.onnx cannot be explained yet")
	p.goTo(kit.PlaceClassifier)

	p.sent = nil
	p.do(store.NumberModel{Order: wire.OrderListed})
	m, _ := p.sent[0].Body.(wire.UseModel)
	answer[wire.UseModel](p, assumed(1, 0))
	if m.Order != wire.OrderListed || len(m.Sources[1].Codes.Values()) > 0 || m.Sources[1].Feature != 1 {
		t.Errorf("asked for %+v", m)
	}
	if !p.disabled(classifier.TextForeignUse) {
		t.Error("another order counts as confirmed")
	}
	p.do(store.AgreeModel{})
	if p.disabled(classifier.TextForeignUse) {
		t.Error("a confirmed model cannot be used")
	}
	p.wantNot(classifier.TextRowsAgree)
	p.do(store.SetModelClass{Class: 0, Is: 1})
	answer[wire.UseModel](p, assumed(1, 0))
	p.want(classifier.TextRowsAgree)
}

// Every number of a foreign column without codes can be set, and a column comes from
// a level, an order of levels, or a number.
func TestSourcesOfAColumn(t *testing.T) {
	plain := model.Column{Name: "x"}
	places := model.Source{Take: model.TakeCode, Feature: 1, Codes: wire.NewFloats([]float64{0, 1}, 2)}
	for _, tt := range []struct {
		name string
		r    model.Source
		want string
	}{
		{"a number", classifier.SourceFrom(plain, testSchema, 0), "age"},
		{"a level", classifier.SourceFrom(plain, testSchema, 1), "work: 1 where it is “clerk”, else 0"},
		{"places", places, "work: clerk → 0, nurse → 1"},
		{"another place", classifier.WithCode(places, 1, 7), "work: clerk → 0, nurse → 7"},
		{"numbers as categories", model.Source{Take: model.TakeCode, Values: []float64{20, 40},
			Codes: wire.NewFloats([]float64{0, 1}, 2)}, "age: 20 → 0, 40 → 1"},
		{"numbers as the model's codes", model.Source{Take: model.TakeCode}, "age: the number itself"},
		{"shifted", model.Source{Take: model.TakeNumber, Shift: 3}, "age − 3.000"},
		{"fixed", model.Source{Take: model.TakeFixed, Value: 2}, classifier.TextSameForAll + ": 2"},
		{"none", model.Source{}, classifier.TextUndecided},
	} {
		if got := classifier.TextSource(testSchema, plain, tt.r); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestAManyColumnedModelIsPaged(t *testing.T) {
	p := open(t, kit.PlaceClassifier)
	p.loadTable()
	p.train()
	m := testForeign
	m.Columns, m.Sources = nil, nil
	for range 250 {
		m.Columns, m.Sources = append(m.Columns, model.Column{Name: "c"}), append(m.Sources, model.Source{})
	}
	p.do(store.OpenModel{Name: "net.onnx", Size: 3, Bytes: []byte("net")})
	answer[wire.ReadModel](p, m)
	if n := strings.Count(p.html(), "Source of c<"); n != kit.PageRows {
		t.Errorf("%d columns are shown, want %d", n, kit.PageRows)
	}
}

func TestExportIsOffered(t *testing.T) {
	p := open(t, kit.PlaceGenerator)
	p.loadTable()
	p.train()
	p.want(">" + kit.TextExport + "</button>")
	p.sent = nil
	p.do(store.ExportModel{Model: store.TheGenerator})
	answer[wire.WriteModel](p, wire.ModelWritten{Bytes: []byte("net")})
	p.want("-generator.onnx (", ") was saved.")
}
