package store

import "causeway/core/wire"

// Here the places of the page take the results of their tasks, and continue once the workers have the table.

func (in TaskDone) apply(w *turn) {
	switch in.Job {
	case 0:
	case w.Batch.job:
		w.batchPart(in.Index, in.Body)
	case w.Batch.Notices.job:
		w.noticesCame(in.Index, in.Body)
	case w.Evaluation.job:
		w.evaluated(in.Index, in.Body)
	case w.Project.Verify.job:
		w.verified(in.Index, in.Body)
	}
}

func (in TasksProgress) apply(w *turn) {
	switch in.Job {
	case 0:
	case w.Batch.job:
		w.BatchRun = in.TaskRun.behind(len(w.Batch.Parts)-len(w.Batch.tasks), len(w.Batch.Parts))
	case w.Batch.Notices.job:
		w.BatchRun = in.TaskRun
	case w.Evaluation.job:
		w.EvaluationRun = in.TaskRun.behind(w.Evaluation.Experiments()-len(w.Evaluation.tasks),
			w.Evaluation.Experiments())
	case w.Project.Verify.job:
		w.Project.Verify.Share = in.Share
	}
}

func (in TasksEnded) apply(w *turn) {
	switch in.Job {
	case 0:
	case w.Batch.job:
		w.batchEnded(in.Why)
	case w.Batch.Notices.job: // before all have arrived
		w.stopNotices()
		w.alert(TheBatch, in.Why)
	case w.Evaluation.job:
		w.evaluationEnded(in.Why)
	case w.Project.Verify.job:
		w.verifyEnded(in.Why)
	}
}

// packed stores the packed table and continues the jobs that waited for it.
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

// notPacked cancels the jobs that waited for the table.
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
