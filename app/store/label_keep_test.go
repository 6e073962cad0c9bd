package store

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/snapshot"
)

// kept is the browser's storage after a page saves, given its earlier content.
func (p *whole) kept(before []KeptRecord) []KeptRecord {
	p.t.Helper()
	p.Keeping.dirty, p.Keeping.timer = true, 0
	p.other = nil
	p.do(packRows{}, KeepNow{})
	for _, e := range p.other {
		if k, ok := e.(KeepProject); ok {
			k, err := k.Pack(func() {})
			if err != nil {
				p.t.Fatal(err)
			}
			p.do(k.Kept(1))
			for i, r := range k.Records {
				if at := slices.IndexFunc(before, func(b KeptRecord) bool {
					return b.Name == r.Name
				}); r.Bytes == nil && at >= 0 {
					k.Records[i] = before[at]
				}
			}
			return k.Records
		}
	}
	p.t.Fatalf("nothing was saved: %v %v", p.Keeping.Stage, p.Notices)
	return nil
}

// reloaded is a fresh page that opens the saved project.
func reloaded(t *testing.T, records []KeptRecord) *whole {
	p := newWhole(t)
	p.do(KeptStarted{Tab: "second"}, OpenKept{ID: "first-1", Version: -1},
		Fetched{ID: "first-1", Version: -1, Records: records, Held: true})
	if !p.Data.HasTable || p.Keeping.ID != "first-1" {
		t.Fatalf("not opened: %v", p.Notices)
	}
	return p
}

// After a reload the results of fine-tuning and the previous generator are there; a file has only
// the results.
func TestFineTuningSurvivesAReload(t *testing.T) {
	p := furnished(t)
	p.do(KeptStarted{Tab: "first"})
	was, before := p.Labels, p.Labels.previous
	if !was.HasPrevious() || len(was.Rounds) != 1 {
		t.Fatalf("not fine-tuned: %v", p.Notices)
	}
	saved := p.kept(nil)
	q := reloaded(t, saved)
	l := q.Labels
	// times are not saved, and the model is the generator's
	was.Result.TookMS, was.Result.TrainMS, was.Result.Model = 0, 0, nil
	s := p.Data.Table.Schema
	if g, of := q.Generator, p.Generator; len(g.Judged.Texts(s)) != 1 || !reflect.DeepEqual(g.Judged, of.Judged) ||
		!slices.Equal(g.Result.Kept.Values(), of.Result.Kept.Values()) || g.Result.KeptAll != of.Result.KeptAll {
		t.Errorf("the generator keeps %v by %v, was %v by %v", g.Judged, g.Result.Kept.Values(), of.Judged,
			of.Result.Kept.Values())
	}
	if !l.HasPrevious() || l.Restored || !reflect.DeepEqual(l.tuning(s), was.tuning(s)) ||
		!reflect.DeepEqual(l.Result, was.Result) || len(l.Rounds) != 1 {
		t.Errorf("kept\n%+v\nof\n%+v", l.Result, was.Result)
	}
	q.do(RestorePrevious{})
	if !bytes.Equal(q.Generator.Result.Model, before) || !q.Labels.Restored || q.Generator.Learned.Tuned() != 0 {
		t.Errorf("the generator before did not come back: %v", q.Notices)
	}
	r := reloaded(t, q.kept(saved))
	if !r.Labels.Restored || !r.Labels.HasPrevious() || r.Generator.Result.Decoded != was.Result.Before.Scores {
		t.Error("after another reload it is not said to be in force")
	}
	r.do(RestorePrevious{})
	if !bytes.Equal(r.Generator.Result.Model, p.Generator.Result.Model) || r.Generator.Learned.Tuned() != 2 {
		t.Error("the fine-tuned one did not come back")
	}

	r.do(VerifyProject{Train: true})
	equal(t, "the fine-tuned one, trained again", r.Project.Verify.Generator.Verdict, SameBytes)
	r.do(RestorePrevious{}, VerifyProject{Train: true})
	equal(t, "the one before, trained again", r.Project.Verify.Generator.Verdict, SameBytes)

	shared := newWhole(t)
	shared.open(p.file(Travel{}))
	if !shared.Labels.HasResult || shared.Labels.HasPrevious() ||
		!reflect.DeepEqual(shared.Labels.tuning(p.Data.Table.Schema), was.tuning(p.Data.Table.Schema)) {
		t.Error("a file does not tell the fine-tuning results, or brings the generator before it")
	}
}

// An open question survives a reload, and either answer keeps both generators.
func TestTheQuestionSurvivesAReload(t *testing.T) {
	p := furnished(t)
	p.do(KeptStarted{Tab: "first"}, RestorePrevious{})
	tuned := p.Labels.previous
	p.Labels.asks = true
	saved := p.kept(nil)
	q := reloaded(t, saved)
	if !q.Labels.Asking() {
		t.Fatal("nothing is asked after a reload")
	}
	q.do(FineTuneNow{})
	if q.Labels.Phase != Resting || len(q.Notices.Alerts) != 1 {
		t.Error("a fine-tuning does not wait for the answer")
	}
	q.do(AnswerTuned{})
	r := reloaded(t, q.kept(saved))
	if r.Labels.Asking() || !r.Labels.Restored || !bytes.Equal(r.Generator.Result.Model, p.Generator.Result.Model) ||
		!r.Labels.HasPrevious() {
		t.Error("declined, the generators are not both there")
	}
	r = reloaded(t, saved)
	r.do(AnswerTuned{Adopt: true})
	if r.Labels.Asking() || r.Labels.Restored || !bytes.Equal(r.Generator.Result.Model, tuned) ||
		!r.Labels.HasPrevious() {
		t.Errorf("the fine-tuned one is not adopted: %v", r.Notices)
	}
	shared := newWhole(t)
	shared.open(p.file(Travel{}))
	if shared.Labels.Asking() || !shared.Labels.HasResult {
		t.Error("a file asks about a generator that is not in it")
	}
}

func TestDamagedGeneratorBeforeIsRefused(t *testing.T) {
	for _, b := range [][]byte{{}, {0xc0}, []byte("anything"),
		{0x82, 0xa5, 'm', 'o', 'd', 'e', 'l', 0xc4, 0x01, 0x00, 0xa5, 't', 'u', 'n', 'e', 'd', 0x01}} {
		if _, err := sliceOf(leftPrevious).read(records{recordPrevious: {Bytes: b}},
			snapshot.Project{Labels: snapshot.Labels{Told: make([]label.Label, 2)}}); err == nil {
			t.Errorf("%q was taken for a generator", b)
		}
	}
}

// The rules behind shares read the same in a project that is opened again, though names or the graph
// have changed since they were measured.
func TestMeasuredRulesReadTheSameAgain(t *testing.T) {
	for name, then := range map[string][]Intent{
		"adopted and renamed": {AnswerTuned{Adopt: true}, SetNames{0, data.Naming{Name: "older"}}},
		"undone":              {AnswerTuned{Adopt: true}, RestorePrevious{}},
		"rejected, and the next one asked about": {AnswerTuned{}, RemoveRule{},
			AddRule{causal.Rule{Kind: causal.Immutable}}, FineTuneNow{}},
	} {
		d := newDriver(rand.New(rand.NewPCG(1, 1)))
		do := func(list ...Intent) {
			for _, in := range list {
				d.do(in)
				d.settle()
			}
		}
		do(LoadSample{model.SimpleBN}, AddRule{causal.Rule{Kind: causal.OnlyIncrease}}, TrainClassifier{},
			TrainGenerator{}, Visit{Topics: []Topic{TheLabels}}, OpenDeck{})
		for i := range 6 {
			do(Judge{Verdict: label.Verdict(i % 2)})
		}
		do(RemoveRule{}, AddRule{causal.Rule{Kind: causal.OnlyDecrease}}, FineTuneNow{})
		do(then...)
		if len(d.Generator.Judged.rules) != 1 {
			t.Fatalf("%s: nothing was measured: %+v", name, d.Notices)
		}
		if err := d.save(); err != nil {
			t.Fatal(err)
		}
		if q, err := d.reopened(); err != nil || compare(d.State, q.State) != nil {
			t.Errorf("%s: %v, %v", name, err, compare(d.State, q.State))
		}
	}
}
