package store

import "causeway/core/wire"

// engineJob is a kind of question to the engine, of which one runs at a time: where its job number is
// kept, and which functions handle its facts and its failure. Facts about unknown jobs are ignored.
type engineJob struct {
	number func(w *turn) *int
	said   func(w *turn, number *int, m wire.Message)
	failed func(w *turn, why string)
}

// once makes a handler for a job with a single answer.
func once[M wire.Message](take func(*turn, M)) func(*turn, *int, wire.Message) {
	return func(w *turn, number *int, m wire.Message) {
		if f, is := m.(M); is {
			*number = 0
			take(w, f)
		}
	}
}

// stream makes a handler for a job that reports more than once.
func stream(take func(*turn, wire.Message)) func(*turn, *int, wire.Message) {
	return func(w *turn, _ *int, m wire.Message) { take(w, m) }
}

// tells makes a handler that reports a failure in an alert and ends the job.
func tells(about Topic, then ...func(*turn)) func(*turn, string) {
	return func(w *turn, why string) {
		for _, f := range then {
			f(w)
		}
		w.alert(about, why)
	}
}

func silence(w *turn) { w.say("") }

// engineJobs lists all jobs except tasks, which other engines do.
var engineJobs = []engineJob{
	{func(w *turn) *int { return &w.Data.named.job }, nil, nil}, // it uses the names it received
	{func(w *turn) *int { return &w.recovery.job }, stream((*turn).recovered), (*turn).notRecovered},

	{func(w *turn) *int { return &w.Data.previewJob }, once((*turn).previewed), (*turn).notPreviewed},
	{func(w *turn) *int { return &w.Data.loadJob }, stream((*turn).documentCame), (*turn).notLoaded},
	{func(w *turn) *int { return &w.Project.job }, once((*turn).modelsRestored), tells(TheProject, (*turn).dropModels)},
	// the figures remain the file's claims
	{func(w *turn) *int { return &w.Project.measures[0] }, once((*turn).classifierToldMeasured), nil},
	{func(w *turn) *int { return &w.Project.measures[1] }, once((*turn).generatorToldMeasured), nil},

	trainingJob(0),
	trainingJob(1),
	// the page works without it
	{func(w *turn) *int { return &w.Classifier.Curves.job }, once((*turn).classifierMeasured), nil},
	{func(w *turn) *int { return &w.Generator.Codes.job }, once((*turn).codesMeasured),
		tells(TheGenerator, func(w *turn) { w.Generator.Codes = Codes{} })},
	{func(w *turn) *int { return &w.Export.job }, once((*turn).modelWritten), func(w *turn, why string) {
		w.alert(w.Export.Of, why)
		w.Export = export{}
	}},

	{func(w *turn) *int { return &w.Explain.rowJob }, once((*turn).rowCame), tells(TheRow, func(w *turn) {
		w.Explain.Waiting, w.Explain.Queued = false, false
	})},
	// the present row will do as a start
	{func(w *turn) *int { return &w.Explain.seekJob }, once((*turn).sought), func(w *turn, _ string) {
		w.findQueued()
	}},
	{func(w *turn) *int { return &w.Explain.hitsJob }, once((*turn).hitsCame), tells(TheRow)},
	{func(w *turn) *int { return &w.Explain.predictJob }, once((*turn).predicted), tells(TheRow, func(w *turn) {
		e := &w.Explain
		e.HasShares, e.again, e.Queued = false, false, false
	})},
	{func(w *turn) *int { return &w.Explain.Map.job }, once((*turn).mapped), tells(TheRow, func(w *turn) {
		w.Explain.Map = RowMap{Chosen: true}
	})},
	// the search says why
	{func(w *turn) *int { return &w.Explain.Glance.job }, once((*turn).glanced), func(*turn, string) {}},
	{func(w *turn) *int { return &w.Explain.proofJob }, once((*turn).certified), tells(TheRow)},
	// the answers are valid without them
	{func(w *turn) *int { return &w.Explain.reasonsJob }, once((*turn).reasonsCame), func(*turn, string) {}},
	{func(w *turn) *int { return &w.Explain.findJob }, stream((*turn).searchSaid),
		tells(TheRow, func(w *turn) { w.Explain.Finding = false }, silence)},

	{func(w *turn) *int { return &w.asking.check.job }, stream((*turn).graphChecked), (*turn).graphUnchecked},
	{func(w *turn) *int { return &w.asking.plot.job }, once((*turn).edgePlotted), (*turn).edgeUnplotted},
	{func(w *turn) *int { return &w.asking.costs.job }, stream(func(w *turn, m wire.Message) {
		w.weightFact(&w.asking.costs, m)
	}),
		func(w *turn, why string) { w.weightFailed(&w.asking.costs, why) }},
	{func(w *turn) *int { return &w.asking.costsRow.job }, stream(func(w *turn, m wire.Message) {
		w.weightFact(&w.asking.costsRow, m)
	}),
		func(w *turn, why string) { w.weightFailed(&w.asking.costsRow, why) }},
	{func(w *turn) *int { return &w.asking.doing.job }, once((*turn).valueTried), (*turn).valueFailed},
	{func(w *turn) *int { return &w.Search.job }, stream((*turn).searched),
		tells(TheGraph, func(w *turn) { w.Search = GraphSearch{} }, silence)},

	{func(w *turn) *int { return &w.Labels.cardsJob }, once((*turn).cardsCame), tells(TheLabels, func(w *turn) {
		l := &w.Labels
		l.Waiting, l.Open, l.byRule = false, false, 0
	})},
	{func(w *turn) *int { return &w.Labels.tuneJob }, stream((*turn).tuningSaid), tells(TheLabels, func(w *turn) {
		w.Labels.tuningEnded()
	})},
	{func(w *turn) *int { return &w.Labels.undoJob }, once((*turn).previousRestored), tells(TheLabels)},

	{func(w *turn) *int { return &w.Foreign.readJob }, once((*turn).modelRead),
		tells(TheClassifier, (*turn).closeForeign, silence)},
	{func(w *turn) *int { return &w.Foreign.tryJob }, once((*turn).modelTried),
		tells(TheClassifier, func(w *turn) { w.Foreign.Busy, w.Foreign.again = false, false }, silence)},
	{func(w *turn) *int { return &w.Foreign.useJob }, stream((*turn).takeover),
		tells(TheClassifier, func(w *turn) { w.Foreign.Busy, w.Foreign.Using = false, false }, silence)},

	{func(w *turn) *int { return &w.crew.job }, once((*turn).packed), (*turn).notPacked},
	{func(w *turn) *int { return &w.Batch.rowsJob }, once((*turn).batchRows), tells(TheBatch, func(w *turn) {
		w.Batch.Phase = Resting
	})},
	{func(w *turn) *int { return &w.Batch.Actions.job }, stream((*turn).actionsSaid),
		tells(TheBatch, func(w *turn) { w.Batch.Actions = GroupActions{} }, silence)},

	{func(w *turn) *int { return &w.Images.remake }, once(func(*turn, wire.ImagesLoaded) {}), tells(TheTable)},
	{func(w *turn) *int { return &w.Images.models }, once(func(w *turn, _ wire.Restored) { w.askShares() }),
		tells(TheClassifier, (*turn).dropImageModels)},
	{func(w *turn) *int { return &w.Images.opening.job }, once((*turn).imageModelUsed),
		tells(TheClassifier, func(w *turn) { w.Images.opening = openingModel{} }, silence)},
	{func(w *turn) *int { return &w.Images.verifyJob }, once((*turn).imagesVerified), tells(TheTable, func(w *turn) {
		w.Images.Verifying = false
	})},
	{func(w *turn) *int { return &w.Images.fitJob },
		once(func(w *turn, m wire.MeasuresFitted) { w.Images.Fits = m.Fits }), tells(TheGraph)},
	{func(w *turn) *int { return &w.Images.Labels.job }, once((*turn).imageCardsCame), tells(TheLabels, func(w *turn) {
		w.Images.Labels.None = true
	})},
	{func(w *turn) *int { return &w.Images.Cell.job },
		once(func(w *turn, m wire.ImagesShown) { w.Images.Cell.Page = m }), tells(TheClassifier, func(w *turn) {
			w.Images.Cell = ImageCell{}
		})},
	{func(w *turn) *int { return &w.Images.Subject.pageJob }, once((*turn).subjectCame), tells(TheRow)},
	{func(w *turn) *int { return &w.Images.Subject.sharesJob }, once((*turn).sharesCame),
		tells(TheRow, func(w *turn) { w.Images.Subject.Shares, w.Images.Subject.again = nil, false })},
	{func(w *turn) *int { return &w.Images.Subject.findJob }, once((*turn).imagesFound),
		tells(TheRow, func(w *turn) { w.Images.Subject.Asking = false }, silence)},
	{func(w *turn) *int { return &w.Images.Subject.pathJob }, once((*turn).pathCame), tells(TheRow)},
}

// trainingJob returns the training of the document's classifier or generator.
func trainingJob(i int) engineJob {
	of := func(w *turn) Topic { return models[i] }
	return engineJob{func(w *turn) *int { return &w.Run(of(w)).job }, stream(func(w *turn, m wire.Message) {
		w.trainingFact(of(w), m)
	}),
		func(w *turn, why string) { w.trainingFailed(of(w), why) }}
}

func (f Fact) apply(w *turn) {
	if fail, is := f.Body.(wire.Failure); is {
		w.failed(f.Job, fail.Detail)
	} else if j, number := w.jobOf(f.Job); number != nil && j.said != nil {
		j.said(w, number, f.Body)
	}
}

func (in Unsent) apply(w *turn) { w.failed(in.Job, in.Why) }

// failed ends a job that failed.
func (w *turn) failed(job int, why string) {
	if j, number := w.jobOf(job); number != nil {
		if *number = 0; j.failed != nil {
			j.failed(w, why)
		}
	}
}

// jobOf returns the job with a number and where that number is kept, or nil if nothing waits for
// it.
func (w *turn) jobOf(job int) (j engineJob, number *int) {
	for _, j := range engineJobs {
		if number := j.number(w); job != 0 && *number == job {
			return j, number
		}
	}
	return j, nil
}
