package store

import "causeway/core/wire"

// Places of the page take the results of their tasks, and go on once the workers have the table.

func (in TaskDone) apply(w *turn) {
	if in.Job == w.Batch.job && in.Job != 0 {
		w.batchPart(in.Index, in.Body)
	}
	if in.Job == w.Batch.Notices.job && in.Job != 0 {
		w.noticesCame(in.Index, in.Body)
	}
	if in.Job == w.Evaluation.job && in.Job != 0 {
		w.evaluated(in.Index, in.Body)
	}
	if in.Job == w.Project.Verify.job && in.Job != 0 {
		w.verified(in.Index, in.Body)
	}
}

func (in TasksProgress) apply(w *turn) {
	if in.Job == w.Batch.job && in.Job != 0 {
		w.BatchRun = in.TaskRun.behind(len(w.Batch.Parts)-len(w.Batch.tasks), len(w.Batch.Parts))
	}
	if in.Job == w.Batch.Notices.job && in.Job != 0 {
		w.BatchRun = in.TaskRun
	}
	if in.Job == w.Evaluation.job && in.Job != 0 {
		w.EvaluationRun = in.TaskRun.behind(w.Evaluation.Experiments()-len(w.Evaluation.tasks),
			w.Evaluation.Experiments())
	}
	if in.Job == w.Project.Verify.job && in.Job != 0 {
		w.Project.Verify.Share = in.Share
	}
}

func (in TasksEnded) apply(w *turn) {
	if in.Job == w.Batch.job && in.Job != 0 {
		w.batchEnded(in.Why)
	}
	if in.Job == w.Batch.Notices.job && in.Job != 0 { // before all are there
		w.stopNotices()
		w.alert(TheBatch, in.Why)
	}
	if in.Job == w.Evaluation.job && in.Job != 0 {
		w.evaluationEnded(in.Why)
	}
	if in.Job == w.Project.Verify.job && in.Job != 0 {
		w.verifyEnded(in.Why)
	}
}

// packed takes the table and continues what waited for it.
func (w *turn) packed(m wire.Packed) {
	w.crew = crew{table: m.Table, tableID: w.Data.TableID}
	switch b := w.Batch; {
	case b.Phase != preparing || b.rowsJob != 0:
	case len(b.chosen.Index) > 0:
		w.runBatch()
	default:
		w.restOfBatch()
	}
	if n := w.Batch.Notices; n.Busy && n.job == 0 {
		w.askNotices()
	}
	if v := w.Evaluation; v.Phase == preparing && v.rest {
		w.restOfEvaluation()
	} else if v.Phase == preparing {
		w.runEvaluation()
	}
	if w.Project.Saving {
		w.writeProject()
	}
	if w.Project.Verify.Phase == preparing {
		w.runVerify()
	}
}

// notPacked cancels everything that was waiting for the table.
func (w *turn) notPacked(why string) {
	if w.Batch.Phase == preparing {
		w.Batch.Phase = Resting
		w.alert(TheBatch, why)
	}
	if n := w.Batch.Notices; n.Busy && n.job == 0 {
		w.stopNotices()
		w.alert(TheBatch, why)
	}
	if w.Evaluation.Phase == preparing {
		w.Evaluation.Phase = Resting
		w.alert(TheEvaluation, why)
	}
	if w.Project.Saving || w.Project.Verify.Phase == preparing {
		w.Project.Saving, w.Project.Verify.Phase = false, Resting
		w.alert(TheProject, why)
	}
}
