package store

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/sketch"
	"causeway/core/wire"
)

// grown is a page with a table of age, experience in days and schooling. The first two may only
// rise, and each level of schooling adds two and a half years of age.
func grown(t *testing.T) *page {
	p := newPage(t)
	table := testLoaded
	table.Schema.Features = []data.Feature{{Name: "age", Kind: data.Integer, Min: 17, Max: 90, MAD: 10},
		{Name: "days_here", Kind: data.Continuous, Max: 400, Decimals: 1, MAD: 20},
		{Name: "school", Kind: data.Ordered, Levels: []string{"none", "some", "all"}}}
	table.Columns = []wire.Summary{{Spread: 48}, {Spread: 130}, {}}
	p.do(LoadSample{})
	answer[wire.Sample](p, table)
	answer[wire.Rows](p, wire.Page{Total: 1, Index: []int{0}, Values: wire.NewRows([][]float64{{30, 100, 0}}),
		Outcomes: []int{0}})
	p.do(AddRule{causal.Rule{Kind: causal.OnlyIncrease}}, AddRule{causal.Rule{Kind: causal.OnlyIncrease, Feature: 1}},
		AddRule{causal.Rule{Kind: causal.OnlyIncrease, Feature: 2}},
		AddEdge{sketch.Edge{From: 2, To: 0, Sign: causal.Rises, Least: 2.5}})
	p.trainClassifier()
	p.trainGenerator()
	p.sought(wire.Sought{Answered: true, Tried: 1})
	return p
}

// Years that may only rise do so by at most 5, and other such numbers by a quarter of their spread,
// not counting what schooling takes. One press sets any other horizon.
func TestNumbersThatOnlyGrowHaveAHorizon(t *testing.T) {
	p := grown(t)
	rules := func() (list []causal.Rule) {
		own, _, _ := p.State.bounds(p.State.Explain.Edited)
		many, _, _ := p.State.bounds(nil)
		if !reflect.DeepEqual(own, many) {
			t.Errorf("of many rows %+v, of one %+v", many, own)
		}
		return own
	}
	age := causal.Rule{Kind: causal.MoveAtMost, Min: causal.Open, Max: 5, Local: true,
		Also: []causal.Member{{Feature: 2, Least: 2.5}}}
	days := causal.Rule{Kind: causal.MoveAtMost, Feature: 1, Min: causal.Open, Max: 32.5, Local: true}
	if got := rules(); !reflect.DeepEqual(got, []causal.Rule{age, days}) {
		t.Fatalf("rules %+v", got)
	}
	s := p.Data.Table.Schema
	equal(t, "said", rules()[0].String(s), `"age" may rise by at most 5, unless "school" asks for more.`)
	for to, keeps := range map[[2]float64]bool{{35, 0}: true, {36, 0}: false, {35, 2}: true, {36, 2}: false,
		{33, 1}: true, {36, 1}: false} {
		if got := age.Holds(s, []float64{30, 100, 0}, []float64{to[0], 100, to[1]}); got != keeps {
			t.Errorf("age %v with school %v is kept: %v", to[0], to[1], got)
		}
	}
	age.Max = 2 // less than the schooling takes
	for to, keeps := range map[[2]float64]bool{{32, 0}: true, {33, 0}: false, {33, 1}: true, {34, 1}: false,
		{35, 2}: true, {36, 2}: false} {
		if got := age.Holds(s, []float64{30, 100, 0}, []float64{to[0], 100, to[1]}); got != keeps {
			t.Errorf("within 2, age %v with school %v is kept: %v", to[0], to[1], got)
		}
	}

	p.do(SetLimit{0, causal.Limit{Horizon: 10}}, SetLimit{1, causal.Limit{Horizon: causal.NoHorizon}})
	if got := rules(); len(got) != 1 || got[0].Max != 10 {
		t.Errorf("10 years and no other limit: %+v", got)
	}
	p.do(Undo{})
	equal(t, "rules, undone", len(rules()), 2)
	p.do(SetLimit{0, causal.Limit{Horizon: 5}})
	equal(t, "limits, with the usual horizons", p.Explain.Limited(), 0)
	p.do(SetLimit{0, causal.Limit{Kind: causal.Between, Min: 30, Max: 60}})
	if got := rules(); len(got) != 2 || got[0].Kind != causal.Range {
		t.Errorf("a range of the person's own takes the place: %+v", got)
	}
	p.do(ClearLimits{}, RemoveRule{At: 0})
	if got := rules(); len(got) != 1 || got[0].Feature != 1 {
		t.Errorf("an age that may fall has a horizon: %+v", got)
	}
	f := p.Explain.Find
	f.Horizon = false // as in earlier files
	p.do(SetFind{f})
	equal(t, "rules without", len(rules()), 0)
}

// Horizons are saved for the page and for programs without it. Earlier files have none.
func TestAFileHasTheHorizons(t *testing.T) {
	p := newWhole(t)
	p.do(SetSample{document.Sample{Rows: 300, Seed: 5}}, LoadSample{model.Census},
		AddRule{causal.Rule{Kind: causal.OnlyIncrease}}, packRows{})
	p.do(SetLimit{0, causal.Limit{Horizon: 7}})
	q := newWhole(t)
	q.open(p.file(Travel{Rows: true}))
	equal(t, "horizon", q.Horizons()[0].Most, 7)
	s, err := p.Snapshot(Travel{})
	if err != nil || s.Explain.Horizons[0] != 7 || !q.Explain.Find.Horizon {
		t.Errorf("saved %v, %v; by default %v", s.Explain.Horizons, err, q.Explain.Find.Horizon)
	}
	old, err := os.ReadFile(fixture)
	if err != nil {
		t.Fatal(err)
	}
	r := newWhole(t)
	r.open(old)
	equal(t, "horizon of a file of before", r.Horizons()[0].Most, 0)
}

// In a table where only age decides, people within 5 years of the limit are helped. For the others
// the page shows answers beyond the horizon, and which rules to relax for them.
func TestBeyondTheHorizon(t *testing.T) {
	var b strings.Builder
	b.WriteString("age,other,paid\n")
	for i := range 400 {
		age := 18 + i*7%60
		fmt.Fprintf(&b, "%d,%d,%s\n", age, i*13%17, map[bool]string{false: "no", true: "yes"}[age >= 50])
	}
	p := newWhole(t)
	p.do(ChooseFile{ID: 1, Name: "people.csv", Size: b.Len()}, FileRead{ID: 1, Bytes: []byte(b.String())},
		ImportTable{},
		AddRule{causal.Rule{Kind: causal.OnlyIncrease}}, AddRule{causal.Rule{Kind: causal.Immutable, Feature: 1}})
	c, g := p.Classifier.Settings, p.Generator.Settings
	c.LearningRate, g.Epochs = 0.01, 3
	p.do(SetClassifier{c}, SetGenerator{g}, Train{})
	e := p.Explain
	if e.Led != LedAnswered || len(e.Found.Rows) == 0 || e.Tried < 2 {
		t.Fatalf("led %d after %d, %d answers: %v", e.Led, e.Tried, len(e.Found.Rows), p.Notices)
	}
	for _, x := range e.Found.Rows {
		if to := x.Row[0]; to > e.Row[0]+5 {
			t.Errorf("age %v instead of %v", to, e.Row[0])
		}
	}
	p.do(EditValue{0, 25}, FindCounterfactuals{})
	x := p.Explain.Found
	if len(x.Rows) > 0 || !x.None || len(x.Relaxed) == 0 {
		t.Fatalf("%d answers, none proved: %v, %d ways out", len(x.Rows), x.None, len(x.Relaxed))
	}
	law := x.Laws[x.Relaxed[0].Without[0]]
	if !law.Local || !strings.Contains(law.Text, "may rise by at most 5") {
		t.Errorf("given up: %+v", law)
	}
	p.do(SetLimit{0, causal.Limit{Horizon: causal.NoHorizon}})
	if x := p.Explain.Found; len(x.Rows) == 0 || !x.Nearest {
		t.Errorf("without a horizon: %d answers, nearest proved %v", len(x.Rows), x.Nearest)
	}
}
