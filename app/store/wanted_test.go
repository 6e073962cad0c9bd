package store

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/wire"
)

// The wanted class is guessed until a person names it. The name can be undone, is saved in files,
// and goes with its table.
func TestTheWantedClass(t *testing.T) {
	p := ready(t)
	equal(t, "guessed", p.Data.WantedLevel(), "high")
	p.do(SetWanted{7})
	equal(t, "named, a class that is not there", p.Data.Chosen, 0)
	p.do(SetWanted{0})
	equal(t, "named", p.Data.WantedLevel(), "low")
	p.do(Undo{})
	equal(t, "undone", p.Data.WantedLevel(), "high")
	p.do(Redo{})
	equal(t, "done again", p.Data.WantedLevel(), "low")
	p.do(LoadSample{}, Answer{Replace: true})
	p.do(Fact{p.sent[len(p.sent)-1].Job, testLoaded})
	equal(t, "of another table", p.Data.Chosen, 0)
}

// For numeric classes nothing is guessed: the most frequent is assumed, cards go to any class, and
// a person's choice settles both. Answers lead to the wanted class only, also among several.
func TestNoWantedClassIsGuessedOfNumbers(t *testing.T) {
	p := newPage(t)
	table := testLoaded
	table.Schema.Outcome = data.Feature{Name: "num", Kind: data.Category, Levels: []string{"0", "1", "2"}}
	table.Counts = []int{5, 2, 1}
	p.do(LoadSample{})
	answer[wire.Sample](p, table)
	answer[wire.Rows](p, rowPage(10, 0, 39, 1))
	equal(t, "asked", p.Data.AsksWanted(), true)
	equal(t, "meanwhile the most frequent", p.Data.Wanted(), 0)
	equal(t, "cards", p.Toward(), -1)
	p.do(TrainClassifier{})
	answer[wire.TrainClassifier](p, wire.ClassifierTrained{Model: []byte("c"), Accuracy: 0.9, Base: 0.6})
	equal(t, "sought", p.sought(wire.Sought{Pos: 0}).Query.Target, 0)
	p.do(SetWanted{2})
	equal(t, "asked again", p.Data.AsksWanted(), false)
	equal(t, "cards then", p.Toward(), 2)
	equal(t, "sought then", p.sought(wire.Sought{Pos: 0}).Query.Target, 2)
}

func TestAFileHasTheWantedClass(t *testing.T) {
	p := newWhole(t)
	p.do(SetSample{document.Sample{Rows: 300, Seed: 5}}, LoadSample{model.Census})
	named := 1 - p.Data.Wanted()
	p.do(SetWanted{named}, packRows{})
	q := newWhole(t)
	q.open(p.file(Travel{Rows: true}))
	equal(t, "wanted", q.Data.Wanted(), named)
	equal(t, "named", q.Data.Chosen, named+1)
}

// The first shown row is one that the engine found refused and answered, until a person chooses a
// row.
func TestTheFirstRowIsARefusedOne(t *testing.T) {
	p := newPage(t)
	p.loadSample()
	p.trainClassifier()
	seek := func() (wire.Seek, int) {
		t.Helper()
		if len(p.seeks) == 0 {
			t.Fatal("no row was sought")
		}
		s := p.seeks[len(p.seeks)-1]
		p.seeks = nil
		return s.Body.(wire.Seek), s.Job
	}
	m, job := seek()
	equal(t, "wanted", m.Wanted, 1)
	p.do(Fact{job, wire.Sought{Pos: 3}})
	equal(t, "row asked for", answer[wire.Rows](p, rowPage(10, 3, 50, 1)).From, 3)
	answer[wire.Predict](p, wire.Predicted{Shares: wire.NewFloats([]float64{0.7, 0.3}, 2)})
	equal(t, "led", p.Explain.Led, LedRefused)
	p.trainGenerator()
	_, job = seek()
	p.do(SetWanted{0}) // asks anew
	m, again := seek()
	equal(t, "wanted", m.Wanted, 0)
	p.sent = nil
	p.do(Fact{job, wire.Sought{Pos: 4, Answered: true}})
	p.idle() // of an abandoned question
	p.do(Fact{again, wire.Sought{Pos: 5, Answered: true}})
	answer[wire.Rows](p, rowPage(10, 5, 51, 1))
	p.sent = nil
	equal(t, "row", p.Explain.Pos, 5)
	equal(t, "led", p.Explain.Led, LedAnswered)
	p.do(StepRow{1})
	equal(t, "led, after another row was chosen", p.Explain.Led, notLed)
	answer[wire.Rows](p, rowPage(10, 6, 52, 1))
	p.sent = nil
	p.trainGenerator()
	if len(p.seeks) > 0 {
		t.Error("a row is sought although a person has chosen one")
	}
}

func TestRowsAreChosenByAFilter(t *testing.T) {
	p := ready(t)
	p.do(SetFilter{document.RowFilter{Predicted: document.Refused, Outcome: 2,
		Where: []data.Where{{Feature: 0, Min: 20, Max: causal.Open, Levels: []int{3}},
			{Feature: 1, Levels: []int{1, 9}}, {Feature: 7}}}})
	m, _ := take[wire.Rows](p)
	want := wire.Filter{Predicted: []int{0}, Outcomes: []int{1},
		Where: []data.Where{{Feature: 0, Min: 20, Max: causal.Open}, {Feature: 1, Levels: []int{1}}}}
	if !reflect.DeepEqual(m.Filter, want) || m.From != 0 {
		t.Errorf("asked for %+v, want %+v", m, want)
	}
	list := answer[wire.Rows](p, rowPage(4, 0, 30, 1))
	if !reflect.DeepEqual(list.Filter, want) || list.Limit != MaxHits {
		t.Errorf("listed %+v", list)
	}
	equal(t, "hits", p.Explain.Total, 4)
	p.do(SetWanted{0})
	m, _ = take[wire.Rows](p)
	equalSlices(t, "refused, once another class is wanted", m.Filter.Predicted, []int{1})
}

// On request, Explain's limits and difficulties bind every row of a batch; limits around a value
// apply around each row's own.
func TestLimitsBindManyRows(t *testing.T) {
	p := ready(t)
	p.do(SetLimit{0, causal.Limit{Kind: causal.Within}},
		SetLimit{0, causal.Limit{Kind: causal.Within, By: 5, Difficulty: causal.Difficult}},
		SetLimit{1, causal.Limit{Kind: causal.Frozen}})
	equal(t, "rows at first", p.Batch.Settings.Filter.Predicted, document.Refused)
	run := started(p, 3)
	m := run.Tasks[0].Body.(wire.ExplainMany)
	if want := []causal.Rule{{Kind: causal.Immutable, Feature: 1, Local: true}}; !reflect.DeepEqual(m.Query.Rules,
		want) {
		t.Errorf("rules %+v, want %+v", m.Query.Rules, want)
	}
	if !reflect.DeepEqual(m.Within, []causal.Reach{{Feature: 0, By: 5}}) {
		t.Errorf("within %+v", m.Within)
	}
	equalSlices(t, "effort", m.Query.Effort, []float64{2, 1})
	if err := m.Query.CheckMany(2, m.Within); err != nil {
		t.Error(err)
	}
	equal(t, "limits", p.Batch.Own(), 2)
	factual := []float64{40, 1}
	for _, c := range []struct {
		to           []float64
		keeps, broke int
	}{{[]float64{45, 1}, 2, 0}, {[]float64{46, 1}, 1, 1}, {[]float64{41, 0}, 1, 1}} {
		keeps, breaks, _ := p.Batch.Judge(testSchema, factual, document.Counterfactual{Row: c.to})
		if keeps != c.keeps || breaks != c.broke {
			t.Errorf("%v keeps %d and breaks %d, want %d and %d", c.to, keeps, breaks, c.keeps, c.broke)
		}
	}
	f := explainedPart(m)
	for i := range f.Found {
		f.Found[i] = 0
	}
	none := wire.ExplainedMany{Predicted: f.Predicted, Target: f.Target, Found: f.Found, Given: f.Given,
		Bound: []int{0, 2}}
	p.do(TaskDone{run.Job, 0, none}, TasksEnded{run.Job, ""})
	equal(t, "bound", p.Batch.Bound(), 2)
	text := string(p.Batch.CSV(testSchema))
	if !strings.Contains(text, "changes by at most 5.") || strings.Count(text, "within the limits") != 2 {
		t.Errorf("CSV:\n%s", text)
	}

	s := p.Batch.Settings
	s.Mine = false
	p.do(SetBatch{Batch: s, FromFile: p.Batch.FromFile})
	m = started(p, 3).Tasks[0].Body.(wire.ExplainMany)
	if m.Query.Rules != nil || m.Within != nil || m.Query.Effort != nil {
		t.Errorf("limits that were not to bind are asked: %+v", m.Query)
	}
}

// The choice of rows comes back with a file; a version-1 file chooses all.
func TestAFileHasTheChosenRows(t *testing.T) {
	p := newWhole(t)
	p.do(SetSample{document.Sample{Rows: 300, Seed: 5}}, LoadSample{model.Census})
	f := document.RowFilter{Predicted: document.Refused, Outcome: 1,
		Where: []data.Where{NewWhere(p.Data.Table.Schema.Features[0], 0)}}
	p.do(SetFilter{f}, packRows{})
	q := newWhole(t)
	q.open(p.file(Travel{Rows: true}))
	if !reflect.DeepEqual(q.Explain.Filter, f) || !reflect.DeepEqual(q.Batch.Settings, p.Batch.Settings) {
		t.Errorf("filter %+v, many rows %+v", q.Explain.Filter, q.Batch.Settings)
	}
	old, err := os.ReadFile(fixture)
	if err != nil {
		t.Fatal(err)
	}
	r := newWhole(t)
	r.open(old)
	if !r.Explain.Filter.IsAny() || !r.Batch.Settings.Filter.IsAny() || r.Batch.Settings.Mine || r.Data.Chosen != 0 {
		t.Errorf("of version 1: %+v, %+v", r.Explain.Filter, r.Batch.Settings)
	}
}
