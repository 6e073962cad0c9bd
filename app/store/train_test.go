package store

import (
	"math"
	"testing"

	"causeway/core/wire"
)

func TestTrainingTheClassifierImportsACleanPreviewFirst(t *testing.T) {
	p := newPage(t)
	p.openFile("people.csv", testPreview())
	p.do(TrainClassifier{})
	answer[wire.Import](p, testLoaded)
	take[wire.Rows](p)
	take[wire.TrainClassifier](p)
	equal(t, "phase", p.Classifier.Phase, Running)
}

func TestTrainingTheClassifierAsksBeforeItReplacesModels(t *testing.T) {
	p := ready(t)
	p.openFile("people.csv", testPreview())
	p.do(TrainClassifier{})
	p.idle()
	equal(t, "ask", p.Data.Ask, AskImportAndTrain)
	p.do(Replace{})
	answer[wire.Import](p, testLoaded)
	take[wire.Rows](p)
	take[wire.TrainClassifier](p)
}

func TestTrainingTheClassifierWaitsForItsTable(t *testing.T) {
	p := newPage(t)
	p.do(LoadSample{}, TrainClassifier{})
	answer[wire.Sample](p, testLoaded)
	take[wire.Rows](p)
	take[wire.TrainClassifier](p)
}

func TestTrainingSaysWhatIsMissing(t *testing.T) {
	tests := []struct {
		name string
		prep func(*page)
		in   Intent
		want string
	}{
		{"classifier without a table", func(p *page) {}, TrainClassifier{}, sayOpenFirst},
		{"classifier on a preview with a problem", func(p *page) { p.openFile("a.csv", testPreview("One column only.")) }, TrainClassifier{}, "One column only."},
		{"generator without a table", func(p *page) {}, TrainGenerator{}, sayOpenFirst},
		{"generator without a classifier", func(p *page) { p.loadSample() }, TrainGenerator{}, sayClassifierFirst},
		{"counterfactuals without a table", func(p *page) {}, FindCounterfactuals{}, sayOpenFirst},
		{"counterfactuals without a classifier", func(p *page) { p.loadSample() }, FindCounterfactuals{}, sayClassifierFirst},
		{"counterfactuals without a generator", func(p *page) { p.loadSample(); p.trainClassifier() }, FindCounterfactuals{}, sayGeneratorFirst},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPage(t)
			tt.prep(p)
			p.do(tt.in)
			p.idle()
			p.wantAlert(tt.want)
		})
	}
}

func TestPauseResumeCancel(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	p.do(TrainClassifier{})
	m, job := take[wire.TrainClassifier](p)
	equal(t, "epochs", m.Epochs, 100)
	p.do(Fact{job, wire.Epoch{Epoch: 3, Epochs: 100}})
	equal(t, "epoch", p.ClassifierRun.Epoch.Epoch, 3)

	p.do(Pause{TheClassifier})
	_, j := take[wire.Pause](p)
	equal(t, "job of Pause", j, job)
	p.do(Pause{TheClassifier})
	p.idle() // already pausing
	p.do(Fact{job, wire.Paused{}})
	equal(t, "phase", p.Classifier.Phase, Paused)

	p.do(Resume{TheClassifier})
	take[wire.Resume](p)
	p.do(Fact{job, wire.Resumed{}})
	equal(t, "phase", p.Classifier.Phase, Running)

	p.do(Cancel{TheClassifier}, Cancel{TheClassifier})
	take[wire.Cancel](p)
	p.idle()
	p.do(Fact{job, wire.Canceled{Kept: true}})
	equal(t, "phase until the result is there", p.Classifier.Phase, Canceling)
	p.do(Fact{job, wire.ClassifierTrained{Canceled: true, Accuracy: 0.8}})
	equal(t, "phase", p.Classifier.Phase, Resting)
	if !p.Classifier.HasResult {
		t.Error("the best state was not kept")
	}
	equal(t, "status", p.Notices.Status, sayCanceledBest)
}

func TestCancelBeforeAnythingIsKept(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	p.do(TrainClassifier{})
	_, job := take[wire.TrainClassifier](p)
	p.do(Cancel{TheClassifier}, Fact{job, wire.Canceled{}})
	equal(t, "phase", p.Classifier.Phase, Resting)
	if p.Classifier.HasResult {
		t.Error("there is a result")
	}
}

func TestACancelThatComesTooLateIsNoProblem(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	p.do(TrainClassifier{})
	_, job := take[wire.TrainClassifier](p)
	p.do(Cancel{TheClassifier},
		Fact{job, wire.ClassifierTrained{Accuracy: 0.9}},
		Fact{job, wire.Failure{Code: wire.CodeNotReady, Detail: "This training has already ended."}})
	p.wantAlert("")
	if !p.Classifier.HasResult {
		t.Error("the result is gone")
	}
}

func TestATrainingThatBreaksDown(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	p.do(TrainClassifier{})
	answer[wire.TrainClassifier](p, wire.Failure{Code: wire.CodeNumeric, Detail: "The loss is not a number in epoch 3."})
	equal(t, "phase", p.Classifier.Phase, Resting)
	p.wantAlert("The loss is not a number in epoch 3.")
	p.do(TrainClassifier{})
	p.wantAlert("")
}

func TestANewClassifierDropsTheGenerator(t *testing.T) {
	p := ready(t)
	p.do(FindCounterfactuals{})
	answer[wire.Explain](p, wire.Explained{})
	p.trainClassifier()
	if p.Generator.HasResult || p.Explain.HasFound {
		t.Error("the generator of the old classifier is still there")
	}
}

func TestFactsOfOtherJobsAreIgnored(t *testing.T) {
	p := ready(t)
	before := p.Classifier.Result.Accuracy
	p.do(Fact{9999, wire.ClassifierTrained{Accuracy: 0.1}}, Fact{0, wire.Loaded{Name: "x"}}, Fact{9999, wire.Failure{Detail: "no"}})
	equal(t, "accuracy", p.Classifier.Result.Accuracy, before)
	equal(t, "name", p.Data.Table.Name, testLoaded.Name)
	p.wantAlert("")
}

func TestSettingsStayInRange(t *testing.T) {
	p := newPage(t)
	old := p.Classifier.Settings.LearningRate
	p.do(SetClassifier{ClassifierSettings{Epochs: -5, Batch: 1 << 30, Hidden: 0, LearningRate: math.NaN()}})
	equal(t, "settings", p.Classifier.Settings, ClassifierSettings{Epochs: 1, Batch: 65_536, Hidden: 1, LearningRate: old})
	p.do(SetGenerator{GeneratorSettings{Epochs: 5, Batch: 64, Samples: 9999, LearningRate: 7, Validity: -1, Margin: 2}})
	equal(t, "settings", p.Generator.Settings, GeneratorSettings{Epochs: 5, Batch: 64, Samples: 200, LearningRate: 1, Margin: 1})
	p.do(SetFind{FindSettings{Count: 99, Budget: 1, Target: 12}})
	equal(t, "settings", p.Explain.Find, FindSettings{Count: 10, Budget: 10, Target: -1})
	p.do(SetSample{SampleSettings{Rows: 1}})
	equal(t, "rows", p.Data.Sample.Rows, 100)
}

func TestEveryPresetIsUsable(t *testing.T) {
	for kind, p := range presets {
		if c := p.Classifier.within(p.Classifier); c != p.Classifier {
			t.Errorf("%q: classifier settings %+v are out of range", kind, p.Classifier)
		}
		if g := p.Generator.within(p.Generator); g != p.Generator {
			t.Errorf("%q: generator settings %+v are out of range", kind, p.Generator)
		}
		s := State{Classifier: Classifier{Settings: p.Classifier}, Generator: Generator{Settings: p.Generator}}
		w := &work{State: s}
		for _, m := range []Model{TheClassifier, TheGenerator} {
			if err := w.command(m, nil).Validate(); err != nil {
				t.Errorf("%q: %v", kind, err)
			}
		}
	}
}
