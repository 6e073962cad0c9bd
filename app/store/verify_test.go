package store

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/model"
	"causeway/core/wire"
)

func TestAVerificationCanBeCanceled(t *testing.T) {
	p := ready(t)
	p.Classifier.Result.Best, p.Generator.Result.Best = 3, 2
	p.do(VerifyProject{Train: true})
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
	p.do(VerifyProject{Train: true})
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

// The first verification trains nothing. It finds the file's answers for the person and for everyone
// again, whatever the page asks meanwhile, and names every change that somebody made in them.
func TestStoredAnswersAreFoundAgain(t *testing.T) {
	p := trainedWhole(t)
	c := p.Classifier.Settings
	c.Epochs = 40
	p.do(SetClassifier{c}, TrainClassifier{}, TrainGenerator{}, GoToRow{4}, FindCounterfactuals{})
	p.do(SetBatch{Batch: p.Batch.Settings}, ExplainMany{}, packRows{})
	s, err := p.Snapshot(Travel{Rows: true})
	if err != nil || len(s.Answers) != 2 || !bytes.Contains(s.Answers[0], []byte(`"ranges"`)) ||
		bytes.Count(s.Answers[1], []byte(`"cost"`)) < 10 {
		t.Fatalf("%v: answers\n%s", err, bytes.Join(s.Answers, nil))
	}
	q := newWhole(t)
	q.do(takeProject{"a.causeway", s})
	f := q.Explain.Find
	f.MaxChanged = 1
	q.do(SetFind{f}, VerifyProject{})
	v := q.Project.Verify
	if v.Trained || v.Classifier.Verdict != FiguresOnly || !v.Answers[0].Holds() || !v.Answers[1].Holds() ||
		!strings.HasPrefix(v.Headline, "Checked without training: all") {
		t.Fatalf("an honest file: %+v, %s", v.Answers, v.Headline)
	}
	for i := range s.Answers {
		change := func(from, to string) Check {
			lies := s
			lies.Answers = slices.Clone(s.Answers)
			head, rows, _ := bytes.Cut(s.Answers[i], []byte(`"rows":[{`))
			all := slices.Concat(head, []byte(`"rows":[{`), rows)
			lies.Answers[i] = bytes.Replace(all, []byte(from), []byte(to), 1)
			q.do(takeProject{"b.causeway", lies}, VerifyProject{})
			if other := q.Project.Verify.Answers[1-i]; bytes.Equal(all, lies.Answers[i]) || !other.Holds() {
				t.Errorf("%s for %s: %+v", to, from, other)
			}
			return q.Project.Verify.Answers[i]
		}
		for from, to := range map[string]string{`"cost":`: `"cost":1`, `"proved":"`: `"proved":"not `,
			`"probability":0.`: `"probability":0.1`, `"values":[`: `"values":[1`, `"changed":`: `"changed":1`} {
			c := change(from, to)
			if !c.Fails() || !strings.Contains(c.Why, " in the file, ") {
				t.Errorf("%s for %s: %+v", to, from, c)
			}
		}
		for to, why := range map[string]string{`"was":"`: whyUnasked, `"asked":"AAAA`: whyUnasked} {
			if c := change(`"asked":"`, to); c.Verdict != notVerifiable || c.Why != why {
				t.Errorf("%s: %+v", to, c)
			}
		}
	}
	other := s
	other.Graph.Rules = []causal.Rule{{Kind: causal.Immutable, Feature: 0}}
	q.do(takeProject{"c.causeway", other}, VerifyProject{})
	if c := q.Project.Verify.Answers[0]; c.Fails() || c.Holds() || c.Why != whyOtherKnowledge {
		t.Errorf("under other rules: %+v", c)
	}
	q.do(takeProject{"a.causeway", s})
	q.do(VerifyProject{}, VerifyProject{Train: true})
	if v := q.Project.Verify; !v.Trained || v.Classifier.Verdict != SameBytes || !v.Answers[1].Holds() {
		t.Errorf("trained again: %s", v.Headline)
	}
}
