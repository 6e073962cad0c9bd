package store

import (
	"testing"

	"causeway/core/wire"
)

func TestAVerificationCanBeCanceled(t *testing.T) {
	p := ready(t)
	p.Classifier.Result.Best, p.Generator.Result.Best = 3, 2
	p.do(VerifyProject{})
	answer[wire.Pack](p, wire.Packed{Table: wire.Table{Hash: p.Data.Table.Hash}})
	run, ok := p.other[len(p.other)-1].(RunTasks)
	if !ok || len(run.Tasks) != 2 || len(run.Setup) != 2 {
		t.Fatalf("asked for %+v", p.other)
	}
	p.do(TasksProgress{run.Job, TaskRun{Share: 0.5}}, TaskDone{run.Job, 0, wire.Verified{Same: true, Hash: "00"}})
	if v := p.Project.Verify; v.Share != 0.5 || v.Classifier.Verdict != SameBytes || v.Generator.Verdict != Checking || v.Phase != BatchRunning {
		t.Errorf("on its way: %+v", v)
	}
	p.do(CancelVerify{})
	equal(t, "effect", p.other[len(p.other)-1], Effect(CancelTasks{run.Job}))
	p.do(TaskDone{run.Job, 1, wire.Verified{Hash: "00"}}, TasksEnded{Job: run.Job})
	if v := p.Project.Verify; v.HasResult() || v.Phase != BatchIdle {
		t.Errorf("what came after the end was taken: %+v", v)
	}
}

func TestWhatCannotBeVerifiedIsSaid(t *testing.T) {
	p := ready(t)
	p.Classifier.Result.Best, p.Generator.Result.Best = 3, 2
	p.Generator.Learned.Tunings = []wire.Tuning{{Labels: 25}}
	p.Classifier.Foreign = true
	p.do(VerifyProject{})
	answer[wire.Pack](p, wire.Packed{Table: wire.Table{Hash: p.Data.Table.Hash}})
	v := p.Project.Verify
	equal(t, "classifier", v.Classifier, Check{NotVerifiable, whyForeign})
	equal(t, "generator", v.Generator, Check{NotVerifiable, whyUnlabelled(25)})
	equal(t, "phase", v.Phase, BatchIdle)
	p.do(CloseVerify{})
	if p.Project.Verify.HasResult() {
		t.Error("it was not closed")
	}
}
