package store

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/model"
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
	equal(t, "ask", p.Data.Ask, askImportAndTrain)
	p.do(Answer{Replace: true})
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

// Pressing ahead of a table, a training or a row runs everything in order.
func TestPressingAheadIsQueued(t *testing.T) {
	p := newPage(t)
	p.do(ChooseFile{ID: 7, Name: "people.csv", Size: 5}, TrainClassifier{})
	equal(t, "status", p.Notices.Status, sayTableFirst)
	p.do(TrainGenerator{}, FileRead{ID: 7, Bytes: []byte("bytes")})
	equal(t, "status", p.Notices.Status, sayAfterClassifier)
	answer[wire.Open](p, testPreview())
	answer[wire.Import](p, testLoaded)
	answer[wire.Rows](p, rowPage(10, 0, 39, 1))
	p.do(FindCounterfactuals{})
	equal(t, "status", p.Notices.Status, sayAfterGenerator)
	answer[wire.TrainClassifier](p, wire.ClassifierTrained{Accuracy: 0.9})
	_, said := take[wire.Predict](p)
	_, job := take[wire.TrainGenerator](p)
	p.do(StepRow{1}, StepRow{1})
	take[wire.Rows](p)
	m, row := take[wire.Rows](p)
	equal(t, "two rows on", m.From, 2)
	p.do(Fact{job, wire.GeneratorTrained{Model: []byte("g")}})
	p.idle() // the row is not there yet
	p.do(Fact{row, rowPage(10, 2, 50, 0)})
	p.do(Fact{said, wire.Predicted{Shares: wire.NewFloats([]float64{0.2, 0.8}, 2)}}) // of the first row
	answer[wire.Predict](p, wire.Predicted{Shares: wire.NewFloats([]float64{0.7, 0.3}, 2)})
	x, _ := take[wire.Explain](p)
	equalSlices(t, "explained row", x.Row.Values(), []float64{50, 0})
	p.wantAlert("")
}

func TestWhatWasQueuedIsForgotten(t *testing.T) {
	tests := []struct {
		name string
		do   func(p *page, job int)
	}{
		{"the classifier is canceled", func(p *page, job int) {
			p.do(Cancel{TheClassifier}, Fact{job, wire.Canceled{Kept: true}},
				Fact{job, wire.ClassifierTrained{Canceled: true}})
			take[wire.Cancel](p)
			take[wire.Predict](p)
		}},
		{"the queued training is canceled", func(p *page, job int) {
			p.do(Cancel{TheGenerator}, Fact{job, wire.ClassifierTrained{}})
			take[wire.Predict](p)
		}},
		{"the classifier breaks down", func(p *page, job int) {
			p.do(Fact{job, wire.Failure{Detail: "It broke down."}})
		}},
		{"the engine dies", func(p *page, job int) { p.do(EngineDown{}) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPage(t)
			p.loadSample()
			p.do(TrainClassifier{}, TrainGenerator{}, FindCounterfactuals{})
			_, job := take[wire.TrainClassifier](p)
			tt.do(p, job)
			p.idle()
			if p.Generator.Queued || p.Explain.Queued || p.Generator.Phase.Active() {
				t.Error("something is still queued")
			}
		})
	}
}

func TestATableThatDoesNotComeEndsTheWait(t *testing.T) {
	tests := []struct {
		name string
		do   []Intent
		fact wire.Message
	}{
		{"unreadable", []Intent{FileUnreadable{ID: 7, Why: "it was moved"}}, nil},
		{"no table", []Intent{FileRead{ID: 7}}, wire.Failure{Detail: "This is a web page."}},
		{"a problem", []Intent{FileRead{ID: 7}}, testPreview("One column only.")},
		{"closed", []Intent{DiscardPreview{}, FileRead{ID: 7}}, nil},
		{"another file", []Intent{ChooseFile{ID: 8, Name: "b.csv"}, FileRead{ID: 8}}, testPreview()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPage(t)
			p.do(ChooseFile{ID: 7, Name: "a.csv", Size: 5}, TrainClassifier{}, TrainGenerator{})
			p.do(tt.do...)
			if tt.fact != nil {
				answer[wire.Open](p, tt.fact)
			}
			p.idle()
			if p.Data.Waits() || p.Generator.Queued || p.Data.Stage != Idle {
				t.Errorf("still waiting in stage %d", p.Data.Stage)
			}
		})
	}
}

func TestTrainingSaysWhatIsMissing(t *testing.T) {
	tests := []struct {
		name string
		prep func(*page)
		in   Intent
		want string
	}{
		{"classifier without a table", func(p *page) {}, TrainClassifier{}, sayOpenFirst},
		{"classifier on a preview with a problem",
			func(p *page) { p.openFile("a.csv", testPreview("One column only.")) }, TrainClassifier{},
			"One column only."},
		{"generator without a table", func(p *page) {}, TrainGenerator{}, sayOpenFirst},
		{"generator without a classifier", func(p *page) { p.loadSample() }, TrainGenerator{}, sayClassifierFirst},
		{"counterfactuals without a table", func(p *page) {}, FindCounterfactuals{}, sayOpenFirst},
		{"counterfactuals without a classifier", func(p *page) { p.loadSample() }, FindCounterfactuals{},
			sayClassifierFirst},
		{"counterfactuals without a generator", func(p *page) { p.loadSample(); p.trainClassifier() },
			FindCounterfactuals{}, sayGeneratorFirst},
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
	answer[wire.TrainClassifier](p, wire.Failure{Code: wire.CodeNumeric,
		Detail: "The loss is not a number in epoch 3."})
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
	p.do(Fact{9999, wire.ClassifierTrained{Accuracy: 0.1}}, Fact{0, wire.Loaded{Name: "x"}},
		Fact{9999, wire.Failure{Detail: "no"}})
	equal(t, "accuracy", p.Classifier.Result.Accuracy, before)
	equal(t, "name", p.Data.Table.Name, testLoaded.Name)
	p.wantAlert("")
}

func TestSettingsStayInRange(t *testing.T) {
	p := newPage(t)
	old := p.Classifier.Settings.LearningRate
	p.do(SetClassifier{model.ClassifierRecipe{Epochs: -5, Batch: 1 << 30, Hidden: 0, LearningRate: math.NaN()}})
	equal(t, "settings", p.Classifier.Settings,
		model.ClassifierRecipe{Epochs: 1, Batch: 65_536, Hidden: 1, LearningRate: old})
	p.do(SetGenerator{model.Recipe{Epochs: 5, Batch: 64, Samples: 9999, LearningRate: 7, Validity: -1, Margin: 2}})
	equal(t, "settings", p.Generator.Settings, model.Recipe{Method: model.BaseVAE, Epochs: 5, Batch: 64, Samples: 1000,
		LearningRate: 7, Margin: 0.99})
	equal(t, "status", p.Notices.Status, sayMargin)
	p.do(SetFind{document.Search{Count: 99, Budget: 1, Target: 12}})
	if got, want := p.Explain.Find, (document.Search{Count: 10, Budget: 10, Target: -1}); !reflect.DeepEqual(got,
		want) {
		t.Errorf("settings = %v, want %v", got, want)
	}
	p.do(SetSample{document.Sample{Rows: 1}})
	equal(t, "rows", p.Data.Sample.Rows, 100)
}

func TestAStepStaysSmall(t *testing.T) {
	p := newPage(t)
	g := model.Recipe{Epochs: 5, Batch: 64, Samples: 50, LearningRate: 0.01}
	set := func(change func(*model.Recipe)) model.Recipe {
		change(&g)
		p.do(SetGenerator{g})
		g = p.Generator.Settings
		return g
	}
	set(func(*model.Recipe) {})
	equal(t, "batch, as 131,072 / 50 rows fit", set(func(g *model.Recipe) { g.Batch = 65_536 }).Batch, 2621)
	if want := "so a batch size of 2,621 with 50 samples is used."; !strings.HasSuffix(p.Notices.Status, want) {
		t.Errorf("status = %q, want %q at its end", p.Notices.Status, want)
	}
	equal(t, "samples, as 131,072 / 2,621 fit", set(func(g *model.Recipe) { g.Samples = 200 }).Samples, 50)
	set(func(g *model.Recipe) { g.Samples = 1 })
	equal(t, "batch of one sample each", set(func(g *model.Recipe) { g.Batch = 1 << 20 }).Batch, 65_536)
}

func TestPresetFollowsTheTable(t *testing.T) {
	tests := []struct {
		name        string
		kind        model.Kind
		rows, train int
		want        model.Recipe
	}{
		{"Simple-BN as in the paper", model.SimpleBN, 10_000, 8000, model.Recipe{Epochs: 50, Batch: 64, Samples: 50}},
		{"Adult", model.Adult, 15_691, 12_553, model.Recipe{Epochs: 50, Batch: 256, Samples: 10}},
		{"13 steps an epoch: 193 epochs make 2,500", model.Other, 1000, 800,
			model.Recipe{Epochs: 193, Batch: 64, Samples: 10}},
		{"2 steps an epoch: no more than 400", model.Other, 100, 80, model.Recipe{Epochs: 400, Batch: 64, Samples: 10}},
		{"13 steps of 256", model.Other, 4000, 3200, model.Recipe{Epochs: 193, Batch: 256, Samples: 10}},
		{"no fewer than 50", model.Other, 100_000, 80_000, model.Recipe{Epochs: 50, Batch: 256, Samples: 10}},
		{"no table yet", model.Other, 0, 0, model.Recipe{Epochs: 50, Batch: 64, Samples: 10}},
	}
	for _, tt := range tests {
		want := tt.want
		want.Method, want.Seed, want.LearningRate, want.Validity, want.Margin = model.BaseVAE, 1, 0.01, 40, 0.3
		equal(t, tt.name, generatorPreset(tt.kind, model.BaseVAE, wire.Loaded{Rows: tt.rows, Train: tt.train}), want)
	}
}

func TestANewTableKeepsTheClassifiersSettings(t *testing.T) {
	p := newPage(t)
	c := p.Classifier.Settings
	c.Epochs = 7
	p.openFile("people.csv", testPreview())
	p.do(SetClassifier{c}, TrainClassifier{})
	answer[wire.Import](p, testLoaded)
	take[wire.Rows](p)
	m, _ := take[wire.TrainClassifier](p)
	equal(t, "epochs", m.Epochs, 7)
}

func TestEveryPresetIsUsable(t *testing.T) {
	for _, kind := range []model.Kind{model.SimpleBN, model.Sangiovese, model.Census, model.Adult, model.Other} {
		for _, m := range []model.Method{model.BaseVAE, model.ModelBased, model.ModelApprox} {
			g := generatorPreset(kind, m, testLoaded)
			if got := g.Within(g); got != g {
				t.Errorf("%q, %s: settings %+v are out of range", kind, m, g)
			}
			w := &turn{State: State{Generator: Generator{Settings: g}}}
			if err := w.generatorCommand().Check(); err != nil {
				t.Errorf("%q, %s: %v", kind, m, err)
			}
			if (m == model.BaseVAE) != (g.Feasibility == 0) {
				t.Errorf("%q, %s: feasibility weighs %v", kind, m, g.Feasibility)
			}
		}
	}
	w := &turn{State: New()}
	if err := w.classifierCommand().Check(); err != nil {
		t.Error(err)
	}
}

// For a soft rule of direction the default method is the one that learns it, unless a network
// replaces the classifier: then the default uses the classifier itself. A person's choice
// overrides both.
func TestTheMethodFollowsTheClassifier(t *testing.T) {
	p := ready(t)
	p.State.Classifier.Result.Fidelity = 0.9
	p.do(AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease, Feature: 0, Soft: true}})
	equal(t, "of trees", p.Generator.Settings.Method, model.Actions)
	choice := p.Generator.Settings
	choice.Method = model.BaseVAE
	p.do(SetGenerator{choice})
	equal(t, "chosen by a person", p.Generator.Settings.Method, model.BaseVAE)
	choice.Follows = true
	p.do(SetGenerator{choice})
	equal(t, "chosen by the project", p.Generator.Settings.Method, model.Actions)
	p.State.Classifier.Result.Fidelity = 0
	p.do(AddRule{Rule: causal.Rule{Kind: causal.Immutable, Feature: 1}})
	equal(t, "of a network", p.Generator.Settings.Method, model.ModelApprox)
}

// The method is Action VAE unless a soft rule can be learned, until a person chooses one, and again
// once they return to the automatic choice.
func TestTheMethodFollowsTheGraph(t *testing.T) {
	p := ready(t)
	is := func(name string, want model.Method) {
		t.Helper()
		equal(t, name, p.Generator.Settings.Method, want)
	}
	is("nothing drawn", model.Actions)
	p.do(AddRule{Rule: causal.Rule{Kind: causal.Immutable, Feature: 1}})
	is("a hard rule", model.Actions)
	p.do(RemoveRule{0}, AddRule{Rule: causal.Rule{Kind: causal.Immutable, Feature: 1, Soft: true}})
	is("a soft rule that has no term", model.Actions)
	p.do(AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease, Feature: 0, Soft: true}})
	is("a soft rule of direction", model.ModelApprox)
	equal(t, "weights of its preset", p.Generator.Settings.Feasibility,
		generatorPreset(model.SimpleBN, model.ModelApprox, p.Data.Table).Feasibility)
	p.do(Undo{})
	is("undone", model.Actions)
	p.do(Redo{})
	is("done again", model.ModelApprox)
	choice := p.Generator.Settings
	choice.Epochs++
	p.do(SetGenerator{choice}, RemoveRule{1})
	is("another setting is no choice of a method", model.Actions)
	choice.Method = model.ModelApprox
	p.do(SetGenerator{choice}, AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}})
	is("chosen by a person, whatever is drawn", model.ModelApprox)
	p.do(RemoveRule{1}, RemoveRule{0})
	is("chosen by a person", model.ModelApprox)
	choice = p.Generator.Settings
	choice.Follows = true
	p.do(SetGenerator{choice})
	is("the graph chooses again", model.Actions)
}

// One intent leads from a table to a row's answer.
func TestTrainingAllLeadsToAnAnswer(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	p.do(Train{})
	_, job := take[wire.TrainClassifier](p)
	if !p.Generator.Queued || !p.Explain.Queued {
		t.Error("nothing is to follow the classifier")
	}
	p.do(Fact{job, wire.ClassifierTrained{}})
	take[wire.Predict](p)
	_, job = take[wire.TrainGenerator](p)
	p.do(Train{}) // again changes nothing
	p.idle()
	p.do(Fact{job, wire.GeneratorTrained{}})
	if p.Generator.Phase.Active() || p.Generator.Queued {
		t.Error("the generator is not done")
	}
	p.do(Train{}) // trained models stay
	if p.Classifier.Phase.Active() || p.Generator.Phase.Active() {
		t.Error("something is trained again")
	}
}

// A saved training whose method has since been removed ends with a sentence.
func TestATrainingThatIsGoneEnds(t *testing.T) {
	w := &turn{}
	keptTraining{model: TheGenerator, command: wire.TrainGenerator{
		Recipe: model.Recipe{Method: model.Distilled}}}.install(w, arrival{})
	if a := w.Notices.Alerts; len(a) != 1 || a[0].Text != sayGone(model.Distilled) || w.Generator.Phase != Resting {
		t.Errorf("it is %v and says %+v", w.Generator.Phase, a)
	}
}
