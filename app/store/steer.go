package store

import (
	"slices"

	"causeway/core/wire"
)

// Intents about running work. A training, many rows and an evaluation can pause. A search for
// counterfactuals (TheRow) or edges (TheGraph), a fine-tuning (TheLabels) and a verification
// (TheProject) can only be canceled.
type (
	Pause  struct{ What Topic }
	Resume struct{ What Topic }
	Cancel struct{ What Topic } // keeps finished work
)

func (in Pause) apply(w *turn) {
	if in.What.trains() {
		if p := w.phase(in.What); *p == Running {
			*p = Pausing
			w.sendAs(w.Run(in.What).job, wire.Pause{})
		}
		return
	}
	w.switchTasks(in.What, Running, Paused, wire.Pause{}, sayBatchPaused, sayEvaluationPaused)
}

func (in Resume) apply(w *turn) {
	if in.What.trains() {
		w.resume(in.What)
		return
	}
	w.switchTasks(in.What, Paused, Running, wire.Resume{}, sayBatchResumed, sayEvaluationResumed)
}

func (in Cancel) apply(w *turn) {
	switch in.What {
	case TheClassifier, TheGenerator:
		w.cancelTraining(in.What)
	case TheRow:
		w.stopFinding()
	case TheBatch:
		w.cancelBatch()
	case TheEvaluation:
		w.cancelEvaluation()
	case TheGraph:
		w.cancelSearch()
	case TheLabels:
		w.cancelTuning()
	case TheProject:
		w.cancelVerify()
	}
}

// trains reports whether the topic is a training.
func (t Topic) trains() bool { return slices.Contains(models, t) }

// switchTasks moves a job of many rows or an evaluation from one phase to another.
func (w *turn) switchTasks(what Topic, from, to Phase, tell wire.Message, rows, evaluation string) {
	p, job, said := &w.Batch.Phase, w.Batch.job, rows
	if what == TheEvaluation {
		p, job, said = &w.Evaluation.Phase, w.Evaluation.job, evaluation
	}
	if *p == from && (what == TheBatch || what == TheEvaluation) {
		*p = to
		w.effects = append(w.effects, TellTasks{job, tell})
		w.say(said)
	}
}

func (w *turn) cancelBatch() {
	b := &w.Batch
	switch b.Phase {
	case Running, Paused:
		w.effects = append(w.effects, TellTasks{b.job, wire.Cancel{}})
		w.batchEnded("")
	case preparing, ReadingRows:
		b.Phase, b.rowsJob, b.fileID = Resting, 0, 0
		w.crew.job = 0
		w.say(sayBatchCanceled)
	}
}

func (w *turn) cancelEvaluation() {
	switch v := &w.Evaluation; v.Phase {
	case Running, Paused:
		w.effects = append(w.effects, TellTasks{v.job, wire.Cancel{}})
		w.evaluationEnded("")
	case preparing:
		v.Phase = Resting
		w.say(sayEvaluationCanceled)
	}
}
