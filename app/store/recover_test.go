package store

import (
	"testing"

	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/wire"
)

func TestTheFirstEngineHasNothingToRecover(t *testing.T) {
	p := newPage(t)
	p.do(EngineUp{})
	p.idle()
	p.wantAlert("")
}

func TestADeadEngineGetsItsSampleAndModelsBack(t *testing.T) {
	p := ready(t)
	p.do(EngineDown{Reason: "out of memory"})
	p.wantAlert("The engine stopped: out of memory.")
	p.do(TrainClassifier{})
	p.idle() // not without an engine
	p.do(EngineUp{})
	answer[wire.Sample](p, testLoaded)
	r := answer[wire.Restore](p, wire.Restored{Classifier: true, Generator: true})
	equal(t, "classifier", string(r.Classifier), "c")
	equal(t, "generator", string(r.Generator), "g")
	take[wire.Predict](p)
	p.idle()
	p.wantAlert("")
	equal(t, "link", p.Link, Link{})
	if !p.Classifier.HasResult || !p.Generator.HasResult || !p.Explain.HasRow {
		t.Error("something was lost")
	}
}

func TestADeadEngineGetsItsFileBack(t *testing.T) {
	p := newPage(t)
	p.openFile("people.csv", testPreview())
	p.do(ImportTable{})
	answer[wire.Import](p, testLoaded)
	answer[wire.Rows](p, rowPage(10, 0, 39, 1))
	p.openFile("other.csv", testPreview())
	p.do(SetOutcome{0})
	answer[wire.Replan](p, testPreview())

	p.do(EngineDown{}, EngineUp{})
	o := answer[wire.Open](p, testPreview())
	equal(t, "table's file", o.Name, "people.csv")
	answer[wire.Import](p, testLoaded)
	o = answer[wire.Open](p, testPreview())
	equal(t, "previewed file", o.Name, "other.csv")
	answer[wire.Replan](p, testPreview())
	p.idle()
	if p.Link.Recovering || !p.Data.HasPreview || p.Data.File.Name != "other.csv" {
		t.Error("the preview did not come back")
	}
}

func TestAnInterruptedTrainingGoesOnFromItsCheckpoint(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	p.do(TrainClassifier{})
	_, job := take[wire.TrainClassifier](p)
	p.do(Fact{job, wire.Epoch{Epoch: 41, Epochs: 100}}, Fact{job, wire.Checkpoint{Epoch: 40, State: []byte("s40")}})
	p.do(EngineDown{Reason: "killed"})
	equal(t, "phase", p.Classifier.Phase, Interrupted)
	p.do(EngineUp{})
	answer[wire.Sample](p, testLoaded)
	p.do(Fact{job, wire.ClassifierTrained{}}) // of the dead engine
	m, _ := take[wire.TrainClassifier](p)     // automatically
	equal(t, "state", string(m.Resume), "s40")
	equal(t, "epochs", m.Epochs, 100)
	equal(t, "phase", p.Classifier.Phase, Running)
	p.wantAlert("")

	p.do(EngineDown{}, EngineUp{}) // again, before another checkpoint
	answer[wire.Sample](p, testLoaded)
	p.idle() // the training may be what kills the engine
	p.wantAlert("Resume continues from epoch 40.")
	p.do(Resume{TheClassifier})
	m, job = take[wire.TrainClassifier](p)
	equal(t, "state", string(m.Resume), "s40")
	p.wantAlert("")

	p.do(EngineDown{}, EngineUp{})
	answer[wire.Sample](p, testLoaded)
	equal(t, "stopped", p.ClassifierRun.checkpoint.Epoch, 40)
	p.do(Cancel{TheClassifier})
	equal(t, "phase", p.Classifier.Phase, Resting)
}

func TestAPausedTrainingWaitsForAWord(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	p.do(TrainClassifier{})
	_, job := take[wire.TrainClassifier](p)
	p.do(Fact{job, wire.Checkpoint{Epoch: 4, State: []byte("s4")}}, Pause{TheClassifier})
	take[wire.Pause](p)
	p.do(Fact{job, wire.Paused{}}, EngineDown{}, EngineUp{})
	answer[wire.Sample](p, testLoaded)
	p.idle()
	p.wantAlert("Resume continues from epoch 4.")
}

func TestALostSearchIsDoneAgain(t *testing.T) {
	p := ready(t)
	p.do(FindCounterfactuals{})
	m, _ := take[wire.Explain](p)
	p.do(EngineDown{}, EngineUp{})
	answer[wire.Sample](p, testLoaded)
	answer[wire.Restore](p, wire.Restored{Classifier: true, Generator: true})
	take[wire.Predict](p)
	again, _ := take[wire.Explain](p)
	equal(t, "seed", again.Seed, m.Seed)
	equal(t, "samples", again.Budget, m.Budget)
}

// A table that the engine was making when it died is made again only on request.
func TestALostImportIsNotDoneAgain(t *testing.T) {
	p := newPage(t)
	p.openFile("people.csv", testPreview())
	p.do(SetOutcome{0})
	answer[wire.Replan](p, testPreview())
	p.do(ImportTable{})
	take[wire.Import](p)
	p.do(EngineDown{Reason: "x"}, EngineUp{})
	answer[wire.Open](p, testPreview())
	answer[wire.Replan](p, testPreview())
	p.idle()
	p.wantAlert(sayLoadLost)
	equal(t, "stage", p.Data.Stage, Idle)
	p.do(ImportTable{})
	answer[wire.Import](p, testLoaded)
	p.wantAlert("")
	if !p.Data.HasTable {
		t.Error("the table is not there")
	}
}

func TestALostFileIsNotReadAgain(t *testing.T) {
	p := newPage(t)
	p.openFile("people.csv", testPreview())
	p.do(ChooseFile{ID: 9, Name: "bomb.xlsx", Size: 3}, FileRead{ID: 9, Bytes: []byte("PK")})
	take[wire.Open](p)
	p.do(EngineDown{Reason: "x"}, EngineUp{})
	equal(t, "the file that was shown before", answer[wire.Open](p, testPreview()).Name, "people.csv")
	answer[wire.Replan](p, testPreview())
	p.idle()
	p.wantAlert(sayReadLost("bomb.xlsx"))
	equal(t, "stage", p.Data.Stage, Idle)
}

// If a file's other sheet kills the engine, the file is read as before. If that kills it again, the
// file is closed.
func TestALostReadingIsTakenBack(t *testing.T) {
	p := newPage(t)
	p.openFile("book.xlsx", testPreview())
	p.do(SetFormat{data.Format{Sheet: "bomb"}})
	take[wire.Replan](p)
	p.do(EngineDown{Reason: "x"}, EngineUp{})
	p.wantAlert(sayReadLost("book.xlsx"))
	answer[wire.Open](p, testPreview())
	again, _ := take[wire.Replan](p)
	equal(t, "sheet", again.Plan.Format.Sheet, "")
	p.do(EngineDown{Reason: "x"}, EngineUp{})
	p.idle()
	p.wantAlert(sayReadLost("book.xlsx"))
	equal(t, "it is shown", p.Data.HasPreview, false)
}

func TestALostSampleGivesWayToTheTableBefore(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	p.do(SetSample{document.Sample{Rows: 500, Seed: 9}}, LoadSample{model.Census})
	take[wire.Sample](p)
	p.do(EngineDown{Reason: "x"}, EngineUp{})
	if m := answer[wire.Sample](p, testLoaded); m.Seed == 9 {
		t.Error("the new table takes the place of the old one in the recovery")
	}
	p.wantAlert(sayLoadLost)
	p.do(LoadSample{model.Census}, EngineDown{Reason: "x", Final: true})
	p.wantAlert(sayLoadLost)
}

func TestATableThatCameBackDifferentDropsTheModels(t *testing.T) {
	p := ready(t)
	p.do(EngineDown{}, EngineUp{})
	other := testLoaded
	other.Hash = "h2"
	answer[wire.Sample](p, other)
	p.wantAlert(sayOtherTable)
	if p.Classifier.HasResult || p.Generator.HasResult || !p.Data.HasTable {
		t.Error("the models of another table were kept")
	}
	p.idle()
	p.wantAlert(sayOtherTable) // it outlives the recovery
}

func TestATableThatDoesNotComeBack(t *testing.T) {
	p := ready(t)
	p.do(EngineDown{}, EngineUp{})
	answer[wire.Sample](p, wire.Failure{Detail: "No memory."})
	p.wantAlert("No memory.")
	if p.Data.HasTable || p.Classifier.HasResult || p.Link.Recovering {
		t.Error("the page believes in a table that the engine does not have")
	}
}

func TestADeathDuringTheRecoveryStartsItAgain(t *testing.T) {
	p := ready(t)
	p.do(EngineDown{}, EngineUp{})
	_, old := take[wire.Sample](p)
	p.do(EngineDown{}, EngineUp{}, Fact{old, testLoaded})
	take[wire.Sample](p)
	p.idle()
}

func TestAnEngineThatCannotBeStartedIsStartedOnRequest(t *testing.T) {
	p := newPage(t)
	p.do(EngineDown{Reason: "blocked", Final: true})
	p.wantAlert("could not be started again: blocked")
	p.do(RestartEngine{}, RestartEngine{})
	equal(t, "restarts", len(p.other), 1)
	p.do(EngineUp{})
	equal(t, "link", p.Link, Link{})
}

func TestAMessageThatCannotBeSentEndsItsJob(t *testing.T) {
	p := newPage(t)
	p.do(LoadSample{})
	_, job := take[wire.Sample](p)
	p.do(Unsent{job, "The message is too large."})
	p.wantAlert("The message is too large.")
	equal(t, "stage", p.Data.Stage, Idle)
}

// Without an engine a finished project is refused with a sentence, and the open one stays.
func TestAFinishedProjectWaitsForTheEngine(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	p.trainClassifier()
	_, b, _, err := p.sound(Travel{})
	if err != nil {
		t.Fatal(err)
	}
	p.do(EngineDown{}, OpenFinished{Name: "people.causeway", Bytes: b})
	if !p.Data.HasTable || p.Project.Offer != nil || p.Project.Waiting != nil || p.Notices.Status != sayEngineAgain {
		t.Errorf("a table %v, an offer %v, waits %v, says %q", p.Data.HasTable, p.Project.Offer != nil,
			p.Project.Waiting != nil, p.Notices.Status)
	}
}
