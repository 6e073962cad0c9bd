package store

import (
	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/wire"
)

// recovery rebuilds the dead engine's state in a new engine: first the table from its file or
// settings, then the models, then a previewed file.
type recovery struct {
	job  int
	step step
}

// step says what the recovery's job does.
type step uint8

const (
	openTable step = iota
	makeTable
	restoreModels
	openPreview
	replan
)

// apply notes that the engine died, and what the engine was doing.
func (in EngineDown) apply(w *turn) {
	w.Link = Link{Down: true, Final: in.Final}
	if s := w.recovery.step; w.recovery.job != 0 && (s == openPreview || s == replan) {
		w.alert(TheTable, sayReadLost(w.Data.File.Name))
		w.closePreview()
	}
	w.unqueue()
	w.evidenceLost()
	for _, m := range models {
		w.interrupt(m)
	}
	d, e := &w.Data, &w.Explain
	if d.Stage == Previewing && (!d.opening || d.again) {
		d.Stage, d.opening, d.kept = Idle, false, nil
		d.Plan = d.Preview.Plan // the new plan may have killed the engine
		w.alert(TheTable, sayReadLost(d.File.Name))
	}
	d.stale, d.again = false, false
	w.giveUpLoad()
	e.lost = e.Finding || e.lost
	e.Waiting, e.Finding, e.again, e.refresh, e.Map.again = false, false, false, false, false
	if w.Batch.Actions.Finding {
		w.Batch.Actions = GroupActions{}
	}
	w.batchDown()
	w.labelsLost()
	w.foreignLost()
	w.imagesDown()
	for _, j := range engineJobs {
		*j.number(w) = 0
	}
	w.recovery = recovery{}
	w.settle(theEngine)
	w.alert(theEngine, sayDown(in))
}

// giveUpLoad gives up the table that the engine was making, because making it may have killed the
// engine. The person can try again.
func (w *turn) giveUpLoad() {
	d := &w.Data
	switch {
	case d.Stage == Previewing:
		w.alert(TheTable, sayReadLost(d.incoming.Name))
		d.incoming = file{}
	case d.Stage == Loading:
		w.notArrived()
		w.giveUpImages()
		w.alert(TheTable, sayLoadLost)
	default:
		return
	}
	d.Stage, d.opening, d.then, d.loading = Idle, false, false, origin{}
}

func (w *turn) interrupt(m Topic) {
	r, p := w.Run(m), w.phase(m)
	switch *p {
	case Resting:
	case Canceling:
		*r, *p = Run{}, Resting
	default:
		r.goOn = r.deaths == 0 && (*p == Running || *p == Resuming)
		r.deaths++
		*p = Interrupted
	}
}

// apply starts the recovery after an engine's death. The page's first engine needs none.
func (EngineUp) apply(w *turn) {
	if !w.Link.Down {
		return
	}
	w.Link = Link{Recovering: true}
	switch o := w.Data.origin; {
	case !w.Data.HasTable:
		w.recoverPreview()
	case o.sample:
		w.recover(makeTable, o.draw())
	case len(o.packed.Columns) > 0:
		w.recover(makeTable, wire.Restore{Table: o.packed, Show: true, Plan: o.source().Plan})
	default:
		w.recover(openTable, o.file.open())
	}
}

func (w *turn) recover(s step, m wire.Message) {
	w.recovery = recovery{step: s, job: w.send(m)}
}

// recovered handles the answer to one step and starts the next.
func (w *turn) recovered(body wire.Message) {
	switch f := body.(type) {
	case wire.Previewed:
		w.previewRecovered(f)
	case wire.Loaded:
		if f.Hash == w.Data.Table.Hash {
			f.Name = w.Data.Table.Name // the project's name, whatever the table's file is called
			f.Report = w.Data.Table.Report
		} else {
			w.alert(TheClassifier, sayOtherTable)
			w.dropModels()
			w.freshGraph(w.Data.schema, f.Schema)
		}
		w.setTable(f)
		w.Explain.Find = w.Explain.Find.Within(f.Schema) // another table may have other classes
		w.Data.named = named{}
		w.restoreModels()
	case wire.Restored:
		w.recoverPreview()
	}
}

func (w *turn) previewRecovered(f wire.Previewed) {
	switch o := w.Data.origin; w.recovery.step {
	case openTable:
		w.recover(makeTable, wire.Import{Plan: o.plan, Seed: o.seed, Plain: o.plain})
	case openPreview:
		w.recover(replan, wire.Replan{Plan: w.Data.Plan})
	case replan:
		w.Data.Preview, w.Data.Plan = f.Preview, f.Preview.Plan
		w.recoveryDone()
	}
}

func (w *turn) restoreModels() {
	c, g := w.Classifier, w.Generator
	if !c.HasResult && !g.HasResult {
		w.recoverPreview()
		return
	}
	w.recover(restoreModels, wire.Restore{Classifier: c.Result.Model, Generator: g.Result.Model})
}

func (w *turn) recoverPreview() {
	if !w.Data.HasPreview {
		w.recoveryDone()
		return
	}
	w.recover(openPreview, w.Data.File.open())
}

func (w *turn) recoveryDone() {
	w.recovery = recovery{}
	w.Link = Link{}
	w.settle(theEngine)
	w.say(sayEngineBack)
	switch {
	case w.Data.HasTable && !w.Explain.HasRow:
		w.goTo(0)
	case w.Data.HasTable:
		w.predict()
	}
	if w.Explain.Led == notLed {
		w.lead()
	}
	w.imagesBack()
	w.goOn()
	w.foreignBack()
}

// goOn resumes the engine's work after it died. If two engines died in a training without a new
// checkpoint, it waits for the person.
func (w *turn) goOn() {
	w.goOnWith(models...)
	if e := &w.Explain; e.lost {
		e.lost = false
		w.search(e.asked, e.wider)
	}
}

// goOnWith resumes trainings that the engine's death interrupted.
func (w *turn) goOnWith(list ...Topic) {
	for _, m := range list {
		switch {
		case *w.phase(m) != Interrupted:
		case w.Run(m).goOn:
			w.resume(m)
			w.say(sayEngineBack + " " + sayGoesOn(m, w.Run(m).checkpoint.Epoch))
		default:
			w.alert(m, sayInterrupted(w.Run(m).checkpoint.Epoch))
		}
	}
}

// notRecovered continues without the parts that could not be restored.
func (w *turn) notRecovered(why string) {
	s := w.recovery.step
	w.recovery = recovery{}
	w.Link = Link{}
	w.imagesBack()
	if s == openPreview || s == replan {
		w.closePreview()
		w.alert(TheTable, why)
		w.foreignBack()
		return
	}
	w.settle(theEngine)
	w.alert(theEngine, sayNotRecovered(why))
	w.dropModels()
	if s != restoreModels {
		w.Data.HasTable, w.Data.origin = false, origin{}
		w.setTable(wire.Loaded{})
		w.Explain = Explain{Part: data.TestRows, Find: w.Explain.Find.OfNoTable()}
	}
}

func (w *turn) dropModels() {
	w.dropRun(TheClassifier)
	w.dropRun(TheGenerator)
	w.Classifier.HasResult, w.Classifier.Result = false, wire.ClassifierTrained{}
	w.Classifier.Foreign, w.Classifier.From = false, model.Provenance{}
	w.Generator.HasResult, w.Generator.Result = false, wire.GeneratorTrained{}
	w.Explain.HasShares, w.Explain.lost = false, false
	w.clearFound()
}
