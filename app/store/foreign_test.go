package store

import (
	"bytes"
	"reflect"
	"slices"
	"testing"

	"causeway/core/model"
	"causeway/core/wire"
)

// testModel takes age and one level of work, and names its classes.
var testModel = wire.ModelRead{Producer: "pytorch", Output: "p", Outputs: []string{"p", "q"}, Classes: 2,
	Ends:    wire.EndsSoftmax,
	Columns: []model.Column{{Name: "age"}, {Name: "job", Codes: []string{"nurse", "clerk"}}},
	Labels:  []string{"no", "yes"},
	Sources: []model.Source{{Take: model.TakeNumber}, {}}, Mapped: []int{0, 1},
	Problems: []string{"Column 2 has no source yet."}}

// openModel opens a model up to the first try, which has a problem.
func openModel(t *testing.T) *page {
	t.Helper()
	p := ready(t)
	p.do(OpenModel{Name: "net.onnx", Size: 3, Bytes: []byte("net")})
	answer[wire.ReadModel](p, testModel)
	answer[wire.UseModel](p, wire.ModelTried{Problems: testModel.Problems})
	return p
}

func TestAModelIsTriedBeforeItIsUsed(t *testing.T) {
	p := openModel(t)
	p.do(UseModel{}, SetModelSource{Column: 1, Source: model.Source{Take: "base"}})
	p.idle() // it has a problem, and no column takes that
	p.do(SetModelSource{Column: 1, Source: model.Source{Take: model.TakeCode, Feature: 1,
		Codes: wire.NewFloats([]float64{1, 0}, 2)}})
	m, job := take[wire.UseModel](p)
	if !m.Try || !slices.Equal(m.Sources[1].Codes.Values(), []float64{1, 0}) {
		t.Fatalf("tried %+v, want the codes that were chosen", m)
	}
	p.do(SetModelClass{Class: 0, Is: 1}, SetModelClass{Class: 0, Is: 1}, UseModel{})
	p.idle() // the try of the first change is on its way
	p.do(Fact{job, wire.ModelTried{Accuracy: 0.2}})
	m, job = take[wire.UseModel](p)
	equalSlices(t, "classes", m.Classes, []int{1, 0})
	if p.Foreign.Fits() {
		t.Error("a mapping that was not tried fits")
	}
	p.do(Fact{job, wire.ModelTried{Accuracy: 0.8, TestRows: 10}})
	before := p.Classifier.Result.Model
	equal(t, "accuracy", p.Foreign.Tried.Accuracy, 0.8)
	if !bytes.Equal(before, p.Classifier.Result.Model) || p.Classifier.Foreign {
		t.Error("a try changed the classifier")
	}
	p.do(UseModel{}, UseModel{})
	m = answer[wire.UseModel](p, wire.ClassifierTrained{Model: []byte("foreign"), Accuracy: 0.8})
	if m.Try || !p.Classifier.Foreign || p.Classifier.From.Name != "net.onnx" ||
		p.Classifier.From.Producer != "pytorch" || len(p.Classifier.From.Hash) != 64 {
		t.Errorf("classifier %+v", p.Classifier)
	}
	if p.Generator.HasResult || p.Foreign.Open() {
		t.Error("the generator of the old classifier, or the file, is still there")
	}
	take[wire.Predict](p)
	p.idle()
}

// A generator trains against an imported classifier, a new engine gets both back, and our own
// training ends the provenance.
func TestAnImportedClassifierIsAClassifier(t *testing.T) {
	p := openModel(t)
	p.do(SetModelSource{Column: 1, Source: model.Source{Take: model.TakeFixed}})
	limit := model.ProofLimit{Features: []int{0}, Operator: "Mod"}
	answer[wire.UseModel](p, wire.ModelTried{Accuracy: 0.8, Limit: limit})
	p.do(UseModel{})
	answer[wire.UseModel](p, wire.ClassifierTrained{Model: []byte("foreign")})
	if got := p.Classifier.From.Limit; !reflect.DeepEqual(got, limit) {
		t.Errorf("what is not proved: %+v", got)
	}
	answer[wire.Predict](p, wire.Predicted{Shares: wire.NewFloats([]float64{0.5, 0.5}, 2)})
	p.do(TrainGenerator{})
	answer[wire.TrainGenerator](p, wire.GeneratorTrained{Model: []byte("g")})
	p.do(EngineDown{}, EngineUp{})
	answer[wire.Sample](p, p.Data.Table)
	m := answer[wire.Restore](p, wire.Restored{Classifier: true, Generator: true})
	equal(t, "classifier given back", string(m.Classifier), "foreign")
	if !p.Classifier.Foreign {
		t.Error("the provenance is lost")
	}
	p.sent = nil
	p.do(TrainClassifier{})
	answer[wire.TrainClassifier](p, wire.ClassifierTrained{Model: []byte("ours")})
	if p.Classifier.Foreign || p.Classifier.From.Name != "" {
		t.Error("our own classifier has another's provenance")
	}
}

func TestWhatKeepsAModelFromBeingOpened(t *testing.T) {
	p := newPage(t)
	p.do(OpenModel{Name: "net.onnx", Size: 3, Bytes: []byte("net")})
	p.idle()
	p.wantAlert(sayTableForModel)
	p = ready(t)
	p.do(OpenModel{Name: "net.onnx", Size: MaxModelFile + 1})
	p.idle()
	p.wantAlert(sayModelTooBig("net.onnx", MaxModelFile+1))
	p.do(OpenModel{Name: "net.onnx", Size: 3, Bytes: []byte("net")})
	answer[wire.ReadModel](p, wire.Failure{Detail: "The network has a loop."})
	p.wantAlert("The network has a loop.")
	if p.Foreign.Open() || !p.Classifier.HasResult {
		t.Error("the refused file is open, or the classifier is gone")
	}
}

func TestAModelGoesWithItsTableAndOutlivesTheEngine(t *testing.T) {
	p := openModel(t)
	p.do(SetModelOutput{Output: "q"})
	equal(t, "output", answer[wire.ReadModel](p, testModel).Output, "q")
	_, job := take[wire.UseModel](p)
	p.do(EngineDown{}, EngineUp{}, Fact{job, wire.ModelTried{Accuracy: 1}})
	answer[wire.Sample](p, p.Data.Table)
	answer[wire.Restore](p, wire.Restored{Classifier: true, Generator: true})
	if p.Foreign.HasTried {
		t.Error("an answer of the dead engine counts")
	}
	p.do(DropModel{})
	if p.Foreign.Open() {
		t.Error("a dropped file is open")
	}
	p = openModel(t)
	p.do(LoadSample{}, Answer{Replace: true})
	answer[wire.Sample](p, testLoaded)
	if p.Foreign.Open() {
		t.Error("the file is open on another table")
	}
}

func TestScalingOfAllNumbers(t *testing.T) {
	p := openModel(t)
	f := p.Data.Table.Schema.Features[0]
	p.do(ScaleModel{ByRange: true})
	m := answer[wire.UseModel](p, wire.ModelTried{})
	if r := m.Sources[0]; r.Shift != f.Min || r.Scale != f.Max-f.Min || m.Sources[1].Scale != 0 {
		t.Errorf("sources %+v", m.Sources)
	}
	p.do(ScaleModel{})
	if r := answer[wire.UseModel](p, wire.ModelTried{}).Sources[0]; r.Shift != 0 || r.Scale != 0 {
		t.Errorf("source %+v", r)
	}
}

func TestModelsAreExported(t *testing.T) {
	p := newPage(t)
	p.do(ExportModel{TheClassifier})
	p.wantAlert(sayClassifierFirst)
	p = ready(t)
	p.do(ExportModel{TheClassifier}, ExportModel{TheClassifier})
	if m := answer[wire.WriteModel](p, wire.ModelWritten{Bytes: []byte("net")}); m.Generator {
		t.Error("the generator was asked for")
	}
	p.idle()
	f, ok := p.other[len(p.other)-1].(SaveFile)
	if !ok || string(f.Bytes) != "net" || f.Name != fileStem(p.Data.Table.Name)+"-classifier.onnx" {
		t.Errorf("saved %+v", f)
	}
	p.do(ExportModel{TheGenerator})
	answer[wire.WriteModel](p, wire.Failure{Detail: "It cannot be written."})
	p.wantAlert("It cannot be written.")
	if p.Export.Busy {
		t.Error("a failed export is under way")
	}
}

func TestNamesOfFiles(t *testing.T) {
	for name, want := range map[string]string{"adult.data": "adult", "Simple-BN": "Simple-BN",
		"../../etc/passwd":  "etc-passwd",
		"<img onerror>.csv": "img-onerror", "\u202etxt": "txt", "表.csv": "causeway", "": "causeway"} {
		equal(t, name, fileStem(name), want)
	}
}

// A model whose file does not number its categories is used once a person has compared the first
// rows. Another order needs another confirmation.
func TestAssumedCategoriesWait(t *testing.T) {
	p := openModel(t)
	tried := wire.ModelTried{Accuracy: 0.8, Assumed: []int{1},
		Sources: []model.Source{{Take: model.TakeNumber},
			{Take: model.TakeCode, Feature: 1, Codes: wire.NewFloats([]float64{1, 0}, 2)}}}
	p.do(SetModelSource{Column: 1, Source: model.Source{Take: model.TakeCode, Feature: 1}})
	answer[wire.UseModel](p, tried)
	equalSlices(t, "codes that the engine gave", p.Foreign.Sources[1].Codes.Values(), []float64{1, 0})
	if !p.Foreign.Waits() || p.Foreign.Fits() {
		t.Error("assumed categories can be used")
	}
	p.do(UseModel{})
	p.idle()
	p.do(NumberModel{Order: wire.OrderItself})
	m := answer[wire.UseModel](p, tried)
	if m.Order != wire.OrderItself || len(m.Sources[1].Codes.Values()) > 0 || !m.Try {
		t.Errorf("asked for %+v", m)
	}
	p.do(AgreeModel{}, UseModel{})
	m = answer[wire.UseModel](p, wire.ClassifierTrained{Model: []byte("foreign"), Accuracy: 0.8})
	if m.Try || !slices.Equal(m.Sources[1].Codes.Values(), []float64{1, 0}) || !p.Classifier.Foreign {
		t.Errorf("used %+v", m)
	}
	take[wire.Predict](p)
	p.idle()
}
