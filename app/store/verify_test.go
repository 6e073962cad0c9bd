package store

import (
	"reflect"
	"testing"

	"causeway/core/model"
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
	p.do(TasksProgress{run.Job, TaskRun{Share: 0.5}},
		TaskDone{run.Job, 0, wire.Verified{Again: true, Same: true, Hash: "00"}})
	if v := p.Project.Verify; v.Share != 0.5 || v.Classifier.Verdict != SameBytes || v.Generator.Verdict != Checking ||
		v.Phase != Running {
		t.Errorf("on its way: %+v", v)
	}
	p.do(Cancel{TheProject})
	equal(t, "effect", p.other[len(p.other)-1], Effect(TellTasks{run.Job, wire.Cancel{}}))
	p.do(TaskDone{run.Job, 1, wire.Verified{Hash: "00"}}, TasksEnded{Job: run.Job})
	if v := p.Project.Verify; v.HasResult() || v.Phase != Resting {
		t.Errorf("what came after the end was taken: %+v", v)
	}
}

func TestWhatCannotBeVerifiedIsSaid(t *testing.T) {
	p := ready(t)
	p.Classifier.Result.Best, p.Generator.Result.Best = 3, 2
	p.Generator.Learned.Tunings = []model.Tuning{{Labels: 25}}
	p.Classifier.Foreign = true
	p.do(VerifyProject{})
	answer[wire.Pack](p, wire.Packed{Table: wire.Table{Hash: p.Data.Table.Hash}})
	run := p.other[len(p.other)-1].(RunTasks)
	c, g := run.Tasks[0].Body.(wire.VerifyClassifier), run.Tasks[1].Body.(wire.VerifyGenerator)
	if c.Again || len(g.Trainings) > 0 || !g.Tuned {
		t.Errorf("what is not known is done again: %+v, %+v", c, g)
	}
	p.do(TaskDone{run.Job, 0, wire.Verified{Differ: []model.Differ{{What: "accuracy", Said: 0.9, Found: 0.7}}}},
		TaskDone{run.Job, 1, wire.Verified{Unproved: []model.Unmeasured{model.AllFigures}}}, TasksEnded{Job: run.Job})
	v := p.Project.Verify
	sameCheck(t, "classifier", v.Classifier, Check{Verdict: notVerifiable, Why: whyForeign, Measured: true,
		Differ: []model.Differ{{What: "accuracy", Said: 0.9, Found: 0.7}}})
	sameCheck(t, "generator", v.Generator, Check{Verdict: notVerifiable, Why: whyUnlabelled(25),
		Unproved: []model.Unmeasured{model.AllFigures}})
	equal(t, "phase", v.Phase, Resting)
	equal(t, "status", p.Notices.Status, "Not verified: some of the project's claims are wrong. See which.")
	p.do(CloseVerify{})
	if p.Project.Verify.HasResult() {
		t.Error("it was not closed")
	}
}

func sameCheck(t *testing.T, what string, got, want Check) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %+v, want %+v", what, got, want)
	}
}
