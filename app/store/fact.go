package store

import (
	"slices"

	"causeway/core/wire"
)

// apply takes what the engine says. What it says of a job that is not, or no
// longer, waited for is ignored.
func (f Fact) apply(w *work) {
	if f.Job == 0 {
		return
	}
	if f.Job == w.Data.named.job {
		return // it speaks as it was asked to
	}
	if f.Job == w.recovery.job {
		w.recovered(f.Body)
		return
	}
	if fail, ok := f.Body.(wire.Failure); ok {
		w.failed(f.Job, fail.Detail)
		return
	}
	if w.evidenceFact(f) || w.labelFact(f) || w.projectFact(f) || w.foreignFact(f.Job, f.Body) || w.imagesFact(f) || w.actionsFact(f.Job, f.Body) {
		return
	}
	if m, is := w.trainingOf(f.Job); is {
		w.trainingFact(m, f.Body)
		return
	}
	switch e := &w.Explain; f.Job {
	case w.Data.previewJob:
		when(f.Body, w.previewed)
	case w.Data.loadJob:
		switch l := f.Body.(type) {
		case wire.Loaded:
			w.loaded(l)
		case wire.ImagesLoaded:
			w.imagesLoaded(l)
		case wire.ImagesWait:
			w.imagesWait(l)
		}
	case e.rowJob:
		when(f.Body, w.rowCame)
	case e.seekJob:
		when(f.Body, w.sought)
	case e.hitsJob:
		when(f.Body, w.hitsCame)
	case e.predictJob:
		when(f.Body, w.predicted)
	case w.Classifier.Curves.job:
		when(f.Body, w.classifierMeasured)
	case w.Generator.Codes.job:
		when(f.Body, w.codesMeasured)
	case e.Map.job:
		when(f.Body, w.mapped)
	case e.findJob:
		if x, ok := f.Body.(wire.Explained); ok {
			w.found(x)
		} else if _, ok := f.Body.(wire.Canceled); ok {
			w.findStopped()
		} else if p, ok := f.Body.(wire.Progress); ok {
			e.Share = p.Share
		}
	default:
		w.poolFact(f.Job, f.Body)
	}
}

// when takes what the engine says, if it is an answer of the kind that is waited for.
func when[M wire.Message](said wire.Message, take func(M)) {
	if m, is := said.(M); is {
		take(m)
	}
}

func (in Unsent) apply(w *work) { w.failed(in.Job, in.Why) }

// failed ends a job that could not be done.
func (w *work) failed(job int, why string) {
	if job == 0 || w.poolFailed(job, why) {
		return
	}
	if w.evidenceFailed(job, why) || w.labelFailed(job, why) || w.projectFailed(job, why) || w.foreignFailed(job, why) || w.imagesFailed(job, why) || w.actionsFailed(job, why) {
		return
	}
	if m, is := w.trainingOf(job); is {
		w.trainingFailed(m, why)
		return
	}
	switch e := &w.Explain; job {
	case w.recovery.job:
		w.notRecovered(why)
	case w.Data.previewJob:
		w.notPreviewed(why)
	case w.Data.loadJob:
		w.notLoaded(why)
	case e.rowJob:
		e.rowJob, e.Waiting, e.Queued = 0, false, false
		w.alert(TheRow, why)
	case e.seekJob: // the row that is there is as good a start
		e.seekJob = 0
		w.findQueued()
	case e.hitsJob:
		e.hitsJob = 0
		w.alert(TheRow, why)
	case e.predictJob:
		e.predictJob, e.HasShares, e.again, e.Queued = 0, false, false, false
		w.alert(TheRow, why)
	case w.Classifier.Curves.job: // the step does without
		w.Classifier.Curves.job = 0
	case w.Generator.Codes.job:
		w.Generator.Codes = Codes{}
		w.alert(TheGenerator, why)
	case e.Map.job:
		e.Map = RowMap{}
		w.alert(TheRow, why)
	case e.findJob:
		e.findJob, e.Finding = 0, false
		w.alert(TheRow, why)
		w.say("")
	}
}

// trainingOf is the training of a job, if it is one of those.
func (w *work) trainingOf(job int) (m Topic, is bool) {
	list := w.trainings()
	i := slices.IndexFunc(list, func(m Topic) bool { return w.Run(m).job == job })
	return list[max(i, 0)], i >= 0
}

func (w *work) trainingFailed(m Topic, why string) {
	*w.phase(m) = Resting
	*w.Run(m) = Run{}
	w.unqueue()
	w.alert(m, why)
	w.say("")
}
