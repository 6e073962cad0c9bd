package store

import "causeway/core/wire"

// engineJob is a kind of question to the engine, asked once at a time. It says where the job number
// is kept, who handles facts about it, and who handles a failure. Facts about jobs that nobody
// waits for are ignored.
type engineJob struct {
	number func(w *work) *int
	said   func(w *work, number *int, m wire.Message)
	failed func(w *work, why string)
}

// once handles the only answer to a job.
func once[M wire.Message](take func(*work, M)) func(*work, *int, wire.Message) {
	return func(w *work, number *int, m wire.Message) {
		if f, is := m.(M); is {
			*number = 0
			take(w, f)
		}
	}
}

// stream handles all facts of a job that reports more than once.
func stream(take func(*work, wire.Message)) func(*work, *int, wire.Message) {
	return func(w *work, _ *int, m wire.Message) { take(w, m) }
}

// tells reports a failure in an alert and then ends the job.
func tells(about Topic, then ...func(*work)) func(*work, string) {
	return func(w *work, why string) {
		for _, f := range then {
			f(w)
		}
		w.alert(about, why)
	}
}

func silence(w *work) { w.say("") }

// engineJobs are all jobs except tasks, which other engines do.
var engineJobs = []engineJob{
	{func(w *work) *int { return &w.Data.named.job }, nil, nil}, // it speaks the names that it was told
	{func(w *work) *int { return &w.recovery.job }, stream((*work).recovered), (*work).notRecovered},

	{func(w *work) *int { return &w.Data.previewJob }, once((*work).previewed), (*work).notPreviewed},
	{func(w *work) *int { return &w.Data.loadJob }, stream((*work).documentCame), (*work).notLoaded},
	{func(w *work) *int { return &w.Project.job }, once((*work).modelsRestored), tells(TheProject, (*work).dropModels)},
	// the figures remain the file's claims
	{func(w *work) *int { return &w.Project.measures[0] }, once((*work).classifierToldMeasured), nil},
	{func(w *work) *int { return &w.Project.measures[1] }, once((*work).generatorToldMeasured), nil},

	trainingJob(0),
	trainingJob(1),
	// the step works without it
	{func(w *work) *int { return &w.Classifier.Curves.job }, once((*work).classifierMeasured), nil},
	{func(w *work) *int { return &w.Generator.Codes.job }, once((*work).codesMeasured),
		tells(TheGenerator, func(w *work) { w.Generator.Codes = Codes{} })},
	{func(w *work) *int { return &w.Export.job }, once((*work).modelWritten), func(w *work, why string) {
		w.alert(w.Export.Of, why)
		w.Export = export{}
	}},

	{func(w *work) *int { return &w.Explain.rowJob }, once((*work).rowCame), tells(TheRow, func(w *work) {
		w.Explain.Waiting, w.Explain.Queued = false, false
	})},
	// the present row is as good a start
	{func(w *work) *int { return &w.Explain.seekJob }, once((*work).sought), func(w *work, _ string) {
		w.findQueued()
	}},
	{func(w *work) *int { return &w.Explain.hitsJob }, once((*work).hitsCame), tells(TheRow)},
	{func(w *work) *int { return &w.Explain.predictJob }, once((*work).predicted), tells(TheRow, func(w *work) {
		e := &w.Explain
		e.HasShares, e.again, e.Queued = false, false, false
	})},
	{func(w *work) *int { return &w.Explain.Map.job }, once((*work).mapped), tells(TheRow, func(w *work) {
		w.Explain.Map = RowMap{Chosen: true}
	})},
	// the search says why
	{func(w *work) *int { return &w.Explain.Glance.job }, once((*work).glanced), func(*work, string) {}},
	{func(w *work) *int { return &w.Explain.findJob }, stream((*work).searchSaid),
		tells(TheRow, func(w *work) { w.Explain.Finding = false }, silence)},

	{func(w *work) *int { return &w.asking.check.job }, stream((*work).graphChecked), (*work).graphUnchecked},
	{func(w *work) *int { return &w.asking.plot.job }, once((*work).edgePlotted), (*work).edgeUnplotted},
	{func(w *work) *int { return &w.asking.costs.job }, stream(func(w *work, m wire.Message) {
		w.weightFact(&w.asking.costs, m)
	}),
		func(w *work, why string) { w.weightFailed(&w.asking.costs, why) }},
	{func(w *work) *int { return &w.asking.costsRow.job }, stream(func(w *work, m wire.Message) {
		w.weightFact(&w.asking.costsRow, m)
	}),
		func(w *work, why string) { w.weightFailed(&w.asking.costsRow, why) }},
	{func(w *work) *int { return &w.asking.doing.job }, once((*work).valueTried), (*work).valueFailed},
	{func(w *work) *int { return &w.Search.job }, stream((*work).searched),
		tells(TheGraph, func(w *work) { w.Search = GraphSearch{} }, silence)},

	{func(w *work) *int { return &w.Labels.cardsJob }, once((*work).cardsCame), tells(TheLabels, func(w *work) {
		l := &w.Labels
		l.Waiting, l.Open, l.byRule = false, false, 0
	})},
	{func(w *work) *int { return &w.Labels.tuneJob }, stream((*work).tuningSaid), tells(TheLabels, func(w *work) {
		w.Labels.tuningEnded()
	})},
	{func(w *work) *int { return &w.Labels.undoJob }, once((*work).previousRestored), tells(TheLabels)},

	{func(w *work) *int { return &w.Foreign.readJob }, once((*work).modelRead),
		tells(TheClassifier, (*work).closeForeign, silence)},
	{func(w *work) *int { return &w.Foreign.tryJob }, once((*work).modelTried),
		tells(TheClassifier, func(w *work) { w.Foreign.Busy, w.Foreign.again = false, false }, silence)},
	{func(w *work) *int { return &w.Foreign.useJob }, stream((*work).takeover),
		tells(TheClassifier, func(w *work) { w.Foreign.Busy, w.Foreign.Using = false, false }, silence)},

	{func(w *work) *int { return &w.crew.job }, once((*work).packed), (*work).notPacked},
	{func(w *work) *int { return &w.Batch.rowsJob }, once((*work).batchRows), tells(TheBatch, func(w *work) {
		w.Batch.Phase = Resting
	})},
	{func(w *work) *int { return &w.Batch.Actions.job }, stream((*work).actionsSaid),
		tells(TheBatch, func(w *work) { w.Batch.Actions = GroupActions{} }, silence)},

	{func(w *work) *int { return &w.Images.remake }, once(func(*work, wire.ImagesLoaded) {}), tells(TheTable)},
	{func(w *work) *int { return &w.Images.models }, once(func(w *work, _ wire.Restored) { w.askShares() }),
		tells(TheImageClassifier, (*work).dropImageModels)},
	{func(w *work) *int { return &w.Images.opening.job }, once((*work).imageModelUsed),
		tells(TheImageClassifier, func(w *work) { w.Images.opening = openingModel{} }, silence)},
	{func(w *work) *int { return &w.Images.verifyJob }, once((*work).imagesVerified), tells(TheTable, func(w *work) {
		w.Images.Verifying = false
	})},
	{func(w *work) *int { return &w.Images.fitJob },
		once(func(w *work, m wire.MeasuresFitted) { w.Images.Fits = m.Fits }), tells(TheGraph)},
	{func(w *work) *int { return &w.Images.Labels.job }, once((*work).imageCardsCame), tells(TheLabels, func(w *work) {
		w.Images.Labels.None = true
	})},
	{func(w *work) *int { return &w.Images.Cell.job },
		once(func(w *work, m wire.ImagesShown) { w.Images.Cell.Page = m }), tells(TheImageClassifier, func(w *work) {
			w.Images.Cell = ImageCell{}
		})},
	{func(w *work) *int { return &w.Images.Subject.pageJob }, once((*work).subjectCame), tells(TheImage)},
	{func(w *work) *int { return &w.Images.Subject.sharesJob }, once((*work).sharesCame),
		tells(TheImage, func(w *work) { w.Images.Subject.Shares, w.Images.Subject.again = nil, false })},
	{func(w *work) *int { return &w.Images.Subject.findJob }, once((*work).imagesFound),
		tells(TheImage, func(w *work) { w.Images.Subject.Asking = false }, silence)},
	{func(w *work) *int { return &w.Images.Subject.pathJob }, once((*work).pathCame), tells(TheImage)},
}

// trainingJob is the training of the document's classifier or generator.
func trainingJob(i int) engineJob {
	of := func(w *work) Topic { return w.trainings()[i] }
	return engineJob{func(w *work) *int { return &w.Run(of(w)).job }, stream(func(w *work, m wire.Message) {
		w.trainingFact(of(w), m)
	}),
		func(w *work, why string) { w.trainingFailed(of(w), why) }}
}

func (f Fact) apply(w *work) {
	if fail, is := f.Body.(wire.Failure); is {
		w.failed(f.Job, fail.Detail)
	} else if j, number := w.jobOf(f.Job); number != nil && j.said != nil {
		j.said(w, number, f.Body)
	}
}

func (in Unsent) apply(w *work) { w.failed(in.Job, in.Why) }

// failed ends a job that failed.
func (w *work) failed(job int, why string) {
	if j, number := w.jobOf(job); number != nil {
		if *number = 0; j.failed != nil {
			j.failed(w, why)
		}
	}
}

// jobOf returns the job with a number and where that number is kept, or nil if nothing waits for
// it.
func (w *work) jobOf(job int) (j engineJob, number *int) {
	for _, j := range engineJobs {
		if number := j.number(w); job != 0 && *number == job {
			return j, number
		}
	}
	return j, nil
}

// cancelJob cancels the engine's job with a number, if there is one.
func (w *work) cancelJob(job int) {
	if job != 0 {
		w.sendAs(job, wire.Cancel{})
	}
}
