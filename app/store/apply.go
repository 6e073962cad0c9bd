package store

import (
	"fmt"
	"slices"

	"causeway/core/wire"
)

// MaxFile is the size of the largest file that is read, in bytes.
const MaxFile = 64 << 20

// work is a State on its way through Apply with the effects found so far.
type work struct {
	State
	effects      []Effect
	demonstrated bool // the rules have labelled cards that came
}

// Apply returns the state after an intent and what must be done for it. It is a
// pure function: the same arguments give the same answer.
func Apply(s State, in Intent) (State, []Effect) {
	w := &work{State: s}
	before := s.settings()
	if needsEngine(in) && (s.Link.Down || s.Link.Recovering) {
		w.say(sayEngineAgain)
		return w.State, w.effects
	}
	w.apply(in)
	if w.lastNotice == s.lastNotice && (isSetting(in) || needsEngine(in)) {
		w.settleHere()
	}
	w.order()
	w.followGraph()
	w.fitLimits(s)
	w.dropOldBatch()
	w.dropOldEvaluation()
	w.dropForeign()
	w.dropOldVerify()
	w.Explain.OldRules = w.Explain.HasFound && w.rulesChanged()
	if w.Graph.Edited != s.Graph.Edited {
		w.compareGraph()
		w.compareRules()
	}
	w.weigh()
	w.tendLabels()
	w.followProject()
	if isSetting(in) {
		w.History.record(before, w.State.settings(), w.stepName(in), merging(in))
	} else if w.demonstrated {
		w.History.record(before, w.State.settings(), w.stepName(LabelByRule{}), merging(LabelByRule{}))
	}
	w.tellNames()
	w.tendKeeping(s)
	return w.State, w.effects
}

func (w *work) apply(in Intent) {
	switch in := in.(type) {
	case ChooseFile, FileRead, FileUnreadable, PasteTable, SetSample, LoadSample, SetFormat, SetColumn, ChangeColumns, MoveLevel,
		SetOutcome, SetMissing, SetRecipe, ImportTable, DiscardPreview, Replace, Keep:
		w.applyData(in)
	case SetClassifier, SetGenerator, TrainClassifier, TrainGenerator, Pause, Resume, Cancel:
		w.applyTraining(in)
	case SetPart, GoToRow, NextRow, PrevRow, RandomRow, SetHits, MoreHits, EditValue, ResetRow, SetFind,
		UseCounterfactual, FindCounterfactuals, SetLimit, AddOwnRule, RemoveOwnRule, ClearLimits, Relax, SearchLonger, StopFinding:
		w.applyExplain(in)
	case Dismiss:
		w.dismiss(in.ID)
	case Say:
		w.say(in.Text)
	case Visit:
		w.settleHere()
		w.here = append([]Topic{AboutAddress}, in.Topics...)
	case LinkUnread:
		w.alert(AboutAddress, sayLinkUnread)
	case RestartEngine:
		if w.Link.Final {
			w.Link.Final = false
			w.effects = append(w.effects, Restart{})
		}
	case edit:
		w.applyEdit(in)
	case OpenGraph, MatchNode, TakeGraph, DropGraph:
		w.applyGraphFile(in)
	case WatchGraph, LookAtEdge, LookAway, SearchEdges, CancelSearch:
		w.applyEvidence(in)
	case pooled:
		in.on(w)
	case Undo:
		w.undo()
	case Redo:
		w.redo()
	case GoToStep:
		w.goToStep(in.Step)
	case Fact:
		w.fact(in)
	case Unsent:
		w.failed(in.Job, in.Why)
	case EngineDown:
		w.down(in)
	case EngineUp:
		w.up()
	default:
		panic(fmt.Sprintf("store: Apply: intent = %T, want one of the store's", in))
	}
}

// needsEngine reports whether an intent only makes sense while the engine can
// answer.
func needsEngine(in Intent) bool {
	switch in.(type) {
	case ChooseFile, FileRead, PasteTable, LoadSample, SetFormat, SetColumn, ChangeColumns, MoveLevel, SetOutcome, SetMissing,
		SetRecipe, ImportTable, Replace, TrainClassifier, TrainGenerator, Pause, Resume, SetPart, GoToRow, NextRow,
		PrevRow, RandomRow, SetHits, MoreHits, FindCounterfactuals, Relax, SearchLonger, SearchEdges, ChooseBatchFile, BatchFileRead, ExplainMany, ContinueBatch, RunEvaluation, ContinueEvaluation, FineTuneNow, RestorePrevious, AdoptTuned, LabelByRule, OpenOffered, AcceptProject, TakeProject, PackRows, VerifyProject, VerifyEvaluation, OpenKept, TakeOver, Undo, Redo,
		OpenModel, SetModelOutput, SetModelSource, ScaleModel, SetModelClass, UseModel, ExportModel:
		return true
	}
	return false
}

// send asks for a message to be sent under a new job number, which it returns.
func (w *work) send(m wire.Message) int {
	w.lastJob++
	w.sendAs(w.lastJob, m)
	return w.lastJob
}

func (w *work) sendAs(job int, m wire.Message) {
	w.effects = append(w.effects, Send{Job: job, Body: m})
}

// say replaces the status sentence.
func (w *work) say(text string) { w.Notices.Status = text }

// alert adds a sentence that stays. The same sentence is not added twice, and
// only the last few are kept.
func (w *work) alert(about Topic, text string) {
	kept := w.alertsWithout(func(a Alert) bool { return a.Text == text })
	w.lastNotice++
	kept = append(kept, Alert{ID: w.lastNotice, Topic: about, Text: text})
	if n := len(kept) - 4; n > 0 {
		kept = kept[n:]
	}
	w.Notices.Alerts = kept
}

// settle takes away the alerts about a topic that is attempted anew.
func (w *work) settle(about Topic) {
	w.Notices.Alerts = w.alertsWithout(func(a Alert) bool { return a.Topic == about })
}

// settleHere takes away the alerts about the step that the person is at: they go
// with the next thing that succeeds there, and when the person leaves. Of a step
// that is not shown they stay until it was.
func (w *work) settleHere() {
	for _, t := range w.here {
		w.settle(t)
	}
	if slices.Contains(w.here, AboutGraph) {
		w.Graph.Cycle = nil
	}
}

func (w *work) dismiss(id int) {
	w.Notices.Alerts = w.alertsWithout(func(a Alert) bool { return a.ID == id })
}

func (w *work) alertsWithout(drop func(Alert) bool) []Alert {
	var kept []Alert
	for _, a := range w.Notices.Alerts {
		if !drop(a) {
			kept = append(kept, a)
		}
	}
	return kept
}
