package store

import (
	"bytes"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/form"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// someChange is a random change of anything that undo restores.
func someChange(r *rand.Rand, p *page) Intent {
	switch r.IntN(9) {
	case 0:
		return Undo{}
	case 1:
		return Redo{}
	case 2:
		return SetClassifier{model.ClassifierRecipe{Epochs: 1 + r.IntN(3), Batch: 32, Hidden: 10, LearningRate: 0.1}}
	case 3:
		return SetLimit{0, causal.Limit{Kind: causal.Between, Min: 20, Max: 40 + float64(r.IntN(9))}}
	case 4:
		return AddOwnRule{causal.Rule{Kind: causal.Immutable, Feature: r.IntN(2)}}
	case 5:
		return Judge{Verdict: label.Verdict(r.IntN(3))}
	case 6:
		if n := len(p.Labels.List); n > 0 {
			return RemoveLabel{r.IntN(n)}
		}
	case 7:
		return SetWanted{r.IntN(2)}
	}
	return someEdit(r)
}

// Changes survive saving and reading.
func TestKeptChangesAreTheSame(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 4))
		p := labelling(t)
		for range 1 + r.IntN(30) {
			p.do(someChange(r, p))
		}
		p.checkKept()
	}
}

// checkKept saves the changes and reads them into a page that is otherwise the same and gets the
// shown file back.
func (p *page) checkKept() {
	p.t.Helper()
	records, err := p.keptHistory(nil)
	if err != nil {
		p.t.Fatal(err)
	}
	if len(records) == 0 {
		equal(p.t, "steps that are not kept", len(p.History.Steps()), 0)
		return
	}
	w := &turn{State: p.State}
	w.History = history{}
	if w.Data.openID = 0; p.Data.HasPreview {
		w.Data.HasPreview, w.Data.Plan = false, data.Plan{}
		w.takeUpHistory(records[0].Bytes, restFile{keptFile{"people.csv", p.Data.Plan},
			KeptRecord{Bytes: []byte("bytes")}})
		w.History.fileIsBack(p.Data.openID)
	} else {
		w.takeUpHistory(records[0].Bytes, restFile{})
	}
	if len(w.Notices.Alerts) != len(p.Notices.Alerts) {
		p.t.Fatal(w.Notices.Alerts)
	}
	equalSlices(p.t, "steps", w.History.Steps(), p.History.Steps())
	equal(p.t, "in force", w.History.At(), p.History.At())
	for _, lists := range [][2][]*change{{w.History.past, p.History.past}, {w.History.future, p.History.future}} {
		for i, got := range lists[0] {
			want := lists[1][i]
			if !p.Data.HasPreview || want.file != p.Data.openID { // the reading of another file does not apply
				got.plan, got.file = want.plan, want.file
			}
			if !reflect.DeepEqual(withoutEmpty(got.settings), withoutEmpty(want.settings)) {
				p.t.Errorf("step %q has\n%+v\nwant\n%+v", got.name, got.settings, want.settings)
			}
		}
	}
}

// withoutEmpty turns empty lists into nil.
func withoutEmpty(s settings) settings {
	if len(s.labels) == 0 {
		s.labels = nil
	}
	if len(s.sketch.Edges) == 0 {
		s.sketch.Edges = nil
	}
	if len(s.sketch.Rules) == 0 {
		s.sketch.Rules = nil
	}
	if len(s.Own) == 0 {
		s.Own = nil
	}
	return s
}

// The reading of a file can also be undone after a reload that restores it before its import, with
// and without a table. No step applies to another file.
func TestKeptPlansAreTheSame(t *testing.T) {
	for name, p := range map[string]*page{"no table": newPage(t), "a table": labelling(t)} {
		bare := name == "no table"
		replanned := func(plan data.Plan) {
			f := testPreview()
			f.Preview.Plan = plan
			answer[wire.Replan](p, f)
		}
		p.openFile("other.csv", testPreview())
		p.do(SetMissing{data.DropRows})
		replanned(p.Data.Plan)
		p.openFile("people.csv", testPreview())
		read := []data.Plan{p.Data.Plan}
		age, semicolons := p.Data.Plan.Columns[0], p.Data.Plan.Format
		age.Kind, semicolons.Delimiter = data.Category, ';'
		for _, in := range []Intent{SetColumn{0, age}, MoveLevel{Index: 1, Level: 0}, SetFormat{semicolons},
			SetOutcome{1}, SetRecipe{"adult"}, Undo{}} {
			p.do(in)
			if len(p.Data.Plan.Columns) == 0 {
				replanned(data.Plan{Format: semicolons, Outcome: 2, Columns: testPreview().Preview.Plan.Columns})
			} else {
				replanned(p.Data.Plan)
			}
			read = append(read, p.Data.Plan)
			if !bare {
				p.checkKept()
			}
		}
		records, err := p.keptHistory(nil)
		if err != nil {
			t.Fatal(err)
		}
		w := &turn{State: p.State}
		w.History, w.Data.HasPreview, w.Data.Plan, w.Data.openID = history{}, false, data.Plan{}, 0
		w.takeUpHistory(records[0].Bytes, restFile{keptFile{"people.csv", p.Data.Plan},
			KeptRecord{Bytes: []byte("bytes")}})
		q := &page{t: t, State: w.State}
		q.openAgainAs(p.Data.Plan)
		if q.do(Redo{}); !reflect.DeepEqual(q.Data.Plan, read[len(read)-2]) {
			t.Errorf("%s: done again: %+v, want %+v", name, q.Data.Plan, read[len(read)-2])
		}
		q.do(Undo{})
		for at := len(read) - 4; at >= 0; at-- {
			q.do(Undo{})
			if !reflect.DeepEqual(q.Data.Plan, read[at]) {
				t.Errorf("%s: undone to %+v, want %+v", name, q.Data.Plan, read[at])
			}
		}
		q.do(Undo{}) // of the other file, if it is there
		if !reflect.DeepEqual(q.Data.Plan, read[0]) {
			t.Errorf("%s: a step of another file is taken back", name)
		}
	}
}

// openAgainAs shows a saved file with a plan for reading it.
func (p *page) openAgainAs(plan data.Plan) {
	p.t.Helper()
	w := &turn{State: p.State}
	w.openAgain(restFile{keptFile{"people.csv", plan}, KeptRecord{Bytes: []byte("bytes")}})
	p.State, p.sent = w.State, nil
	for _, e := range w.effects {
		if m, ok := e.(Send); ok {
			p.sent = append(p.sent, m)
		}
	}
	answer[wire.Open](p, testPreview())
	f := testPreview()
	f.Preview.Plan = plan
	answer[wire.Replan](p, f)
}

// Steps of another table or graph stay if they still apply to this one.
func TestKeptChangesOfAnotherTable(t *testing.T) {
	renamed := testLoaded
	renamed.Schema.Features = slices.Clone(testSchema.Features)
	renamed.Schema.Features[0].Name = "years"
	anotherTable(t, testLoaded, true)
	anotherTable(t, renamed, false) // steps of the other graph, which does not come back, are left out
}

func anotherTable(t *testing.T, next wire.Loaded, stepwise bool) {
	p := ready(t)
	p.do(SetClassifier{model.ClassifierRecipe{Epochs: 7, Batch: 32, Hidden: 10, LearningRate: 0.1}},
		SetLimit{0, causal.Limit{Kind: causal.Between, Min: 20, Max: 40}},
		AddRule{causal.Rule{Kind: causal.Immutable, Feature: 0}},
		AddRule{causal.Rule{Kind: causal.OnlyIncrease, Feature: 0}})
	p.do(LoadSample{}, Answer{Replace: true})
	answer[wire.Sample](p, next)
	answer[wire.Rows](p, rowPage(10, 0, 39, 1))
	p.do(AddRule{causal.Rule{Kind: causal.Immutable, Feature: 1}})
	records, err := p.keptHistory(nil)
	if err != nil {
		t.Fatal(err)
	}
	w := &turn{State: p.State}
	w.History = history{}
	w.takeUpHistory(records[0].Bytes, restFile{})
	if len(w.Notices.Alerts) > 0 {
		t.Fatal(w.Notices.Alerts)
	}
	whole := &turn{State: p.State}
	alike := func(when string) {
		t.Helper()
		if !reflect.DeepEqual(w.Graph.Sketch, whole.Graph.Sketch) ||
			w.Classifier.Settings != whole.Classifier.Settings || len(w.Explain.Limits) != len(whole.Explain.Limits) {
			t.Errorf("%s: %+v, want %+v", when, w.State.settings(), whole.State.settings())
		}
	}
	for whole.History.CanUndo() {
		Undo{}.apply(whole)
		Undo{}.apply(w)
		if stepwise {
			alike("undone")
		}
	}
	alike("all undone")
	equal(t, "epochs", w.Classifier.Settings.Epochs, 100)
	for whole.History.CanRedo() {
		Redo{}.apply(whole)
		Redo{}.apply(w)
		if stepwise {
			alike("done again")
		}
	}
	alike("all done again")
	equal(t, "epochs", w.Classifier.Settings.Epochs, 7)
}

// However long the stacks are, their record stays small; the oldest changes are left out.
func TestKeptChangesAreSmall(t *testing.T) {
	p := labelling(t)
	for range maxHistory {
		p.do(Judge{Verdict: label.Infeasible}, Judge{Verdict: label.Feasible}, StepCard{Back: true},
			StepCard{Back: true})
	}
	records, err := p.keptHistory(nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(records[0].Bytes); n > maxHistory*500 {
		t.Errorf("%d steps take %d bytes", len(p.History.Steps()), n)
	}
	long := strings.Repeat("x", maxKeptHistory/10)
	for range 20 {
		p.History = history{past: pushed(p.History.past, &change{name: long, settings: p.settings()})}
	}
	records, err = p.keptHistory(nil)
	if err != nil || len(records[0].Bytes) > maxKeptHistory {
		t.Errorf("%d bytes, %v", len(records[0].Bytes), err)
	}
	k, err := form.Unmarshal[keptHistory](records[0].Bytes)
	if err != nil || len(k.Past) != 9 {
		t.Errorf("%d steps, %v", len(k.Past), err)
	}
}

// Damaged or unrelated steps are refused with a sentence, and those before them are kept.
func TestDamagedChangesAreRefused(t *testing.T) {
	p := labelling(t)
	p.do(AddRule{causal.Rule{Kind: causal.Immutable, Feature: 0, Soft: true}}, Judge{}, Judge{})
	records, err := p.keptHistory(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*keptHistory){
		"a cut step": func(k *keptHistory) { k.Past[1] = k.Past[1][:len(k.Past[1])-1] },
		"a part that is not": func(k *keptHistory) {
			k.Past[1] = stepWith(keptStep{Labels: []splice[label.Label]{{At: 9, Drop: 1}}})
		},
		"a negative place": func(k *keptHistory) {
			k.Past[1] = stepWith(keptStep{Labels: []splice[label.Label]{{At: -1}}})
		},
		"a label of no row": func(k *keptHistory) {
			k.Past[1] = stepWith(keptStep{Labels: []splice[label.Label]{{Put: []label.Label{{Row: 1}}}}})
		},
		"columns that a file has not": func(k *keptHistory) {
			k.Past[1] = stepWith(keptStep{Columns: []splice[data.ColumnPlan]{{At: 9, Drop: 1}}})
		},
		"a rule of no feature": func(k *keptHistory) {
			k.Past[1] = stepWith(keptStep{Rules: []splice[causal.Rule]{{Put: []causal.Rule{{Feature: 99}}}}})
		},
		"a limit of no feature": func(k *keptHistory) {
			k.Past[1] = stepWith(keptStep{Limits: []personLimits{{Own: []causal.Rule{{Feature: 99}}}}})
		},
	} {
		k, err := form.Unmarshal[keptHistory](slices.Clone(records[0].Bytes))
		if err != nil {
			t.Fatal(err)
		}
		spoil(&k)
		b, err := form.Marshal(k)
		if err != nil {
			t.Fatal(err)
		}
		w := &turn{State: p.State}
		w.History = history{}
		w.takeUpHistory(b, restFile{keptFile{"people.csv", testPreview().Preview.Plan},
			KeptRecord{Bytes: []byte("bytes")}})
		if n := len(w.Notices.Alerts); n != 1 ||
			!strings.Contains(w.Notices.Alerts[0].Text, "Some changes can no longer be undone") {
			t.Errorf("%s: %v", name, w.Notices.Alerts)
		}
		equal(t, name, len(w.History.past), 1)
	}
}

func stepWith(k keptStep) []byte {
	b, err := form.Marshal(k)
	if err != nil {
		panic(err)
	}
	return b
}

// Changes saved when following was a setting of the search can be read.
func TestFollowingOfEarlierHistories(t *testing.T) {
	find := document.Search{Count: 3, Budget: 200, Target: -1}
	b := stepWith(keptStep{Name: "Changed the search",
		Settings: []plainSettings{{Find: snapshot.Find{Search: find,
			Followed: snapshot.Followed{Carry: true, Acts: []int{2}}}}}})
	if !bytes.Contains(b, []byte("carry")) || !bytes.Contains(b, []byte("acts")) {
		t.Fatal("the change does not say what follows")
	}
	k, err := form.UnmarshalKept[keptStep](b)
	if err != nil {
		t.Fatal(err)
	}
	s, err := k.from(settings{})
	if err != nil || !reflect.DeepEqual(s.Find.Search, find) {
		t.Errorf("read as %+v, %v", s.Find.Search, err)
	}
}

// Names saved before decimals existed can be read.
func TestNamesOfEarlierHistories(t *testing.T) {
	type naming struct {
		Name   string   `msgpack:"name"`
		Levels []string `msgpack:"levels"`
		Unit   string   `msgpack:"unit"`
	}
	b, err := form.Marshal([]naming{{"Age", nil, "years"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := form.UnmarshalKept[[]data.Naming](b); err != nil || len(got) != 1 || got[0].Unit != "years" ||
		got[0].Shown != 0 {
		t.Errorf("read as %+v, %v", got, err)
	}
}

// File readings and limits were once saved under Go's field names: testdata has the output of such
// a build.
func TestPlansAndLimitsOfEarlierBuilds(t *testing.T) {
	plan := data.Plan{Format: data.Format{Delimiter: ';', DecimalComma: true, Header: true, Missing: []string{"?"},
		Encoding: "koi8-r", Keep: data.KeepTotals},
		Outcome: 1, Exact: true, Names: "a,b", Columns: []data.ColumnPlan{
			{Name: "a", Use: true, Kind: data.Integer, Codes: []float64{-9}, Numbers: true, Cut: "3"},
			{Name: "b", Levels: []string{"x", "y"}}}}
	limits := []causal.Limit{{Kind: causal.Within, By: 3, Min: 1, Max: 2, Difficulty: causal.Difficult},
		{Levels: []int{1}, Horizon: 4}}
	b, err := os.ReadFile("testdata/kept-plan")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := form.UnmarshalKept[keptFile](b); err != nil ||
		!reflect.DeepEqual(got, keptFile{"people.csv", plan}) {
		t.Errorf("a file before its import is read as %+v, %v", got, err)
	}
	if b, err = os.ReadFile("testdata/kept-step"); err != nil {
		t.Fatal(err)
	}
	want := keptStep{Name: "Limits", Limits: []personLimits{{Limits: limits}}, Plan: []data.Plan{plan},
		Columns: []splice[data.ColumnPlan]{{At: 1, Drop: 1, Put: plan.Columns[:1]}}}
	if got, err := form.UnmarshalKept[keptStep](b); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("a step is read as %+v, %v", got, err)
	}
}
