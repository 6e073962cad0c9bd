// Package uitest simulates the surroundings of a panel for tests: the state of the page,
// and an engine with answers from the test.
package uitest

import (
	"slices"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/wire"
)

// Desk holds the state of a page without the page. As the root component in tests, it applies the
// intents of panels that use its Context.
type Desk struct {
	app.Compo
	State store.State

	t    *testing.T
	disp app.ClientDispatcher
	sent []store.Send
}

// Open returns a desk without a table.
func Open(t *testing.T) *Desk {
	d := &Desk{t: t, State: store.New()}
	d.disp = app.NewClientTester(d)
	t.Cleanup(d.disp.Close)
	return d
}

func (d *Desk) OnMount(ctx app.Context) {
	ctx.Handle("intent", // sent by Do
		func(ctx app.Context, a app.Action) { d.Do(a.Value.(store.Intent)) })
}

func (d *Desk) Render() app.UI { return app.Div() }

// Context is passed to a panel's handlers.
func (d *Desk) Context() app.Context { return d.disp.Context() }

// Settle runs what handlers have deferred.
func (d *Desk) Settle() {
	for range 3 {
		d.disp.Consume()
	}
}

// Do applies intents.
func (d *Desk) Do(list ...store.Intent) {
	for _, in := range list {
		var effects []store.Effect
		d.State, effects = store.Apply(d.State, in)
		for _, e := range effects {
			if m, ok := e.(store.Send); ok {
				d.sent = append(d.sent, m)
			}
		}
	}
}

// Answer delivers a fact for the oldest unanswered message that is an M; earlier ones
// stay unanswered.
func Answer[M wire.Message](d *Desk, fact wire.Message) {
	d.t.Helper()
	at := slices.IndexFunc(d.sent, func(m store.Send) bool { _, ok := m.Body.(M); return ok })
	if at < 0 {
		d.t.Fatalf("no %T was sent", *new(M))
	}
	job := d.sent[at].Job
	d.sent = slices.Delete(d.sent, at, at+1)
	d.Do(store.Fact{Job: job, Body: fact})
}

// Load opens a table.
func (d *Desk) Load(table wire.Loaded) {
	d.t.Helper()
	d.Do(store.LoadSample{})
	Answer[wire.Sample](d, table)
}

// People loads the table and shows its first row.
func (d *Desk) People() {
	d.t.Helper()
	d.Load(Table)
	Answer[wire.Rows](d, wire.Page{Total: 100, Index: []int{7}, Values: wire.NewRows([][]float64{{39, 1}}),
		Outcomes: []int{0}})
}

// HTML returns a panel's markup.
func HTML(c interface{ Render() app.UI }) string { return app.HTMLString(app.Div().Body(c.Render())) }

// Schema, Table and Preview describe a table of people and its file.
var Schema = data.Schema{
	Features: []data.Feature{
		{Name: "age", Kind: data.Integer, Min: 17, Max: 90, MAD: 10},
		{Name: "work", Kind: data.Category, Levels: []string{"clerk", "nurse"}},
	},
	Outcome: data.Feature{Name: "income", Kind: data.Category, Levels: []string{"low", "high"}},
}

var Table = wire.Loaded{
	Name: "people.csv", Schema: Schema, Rows: 1000, Train: 800, Val: 100, Test: 100, Counts: []int{600, 400}, Hash: "h",
	Head: wire.NewRows([][]float64{{39, 1}, {52, 0}}), Outcomes: []int{0, 1},
	Columns: []wire.Summary{{Edges: wire.NewFloats([]float64{17, 50, 90}, 3), Counts: []int{6, 4},
		By: []int{6, 0, 1, 3}}, {Counts: []int{5, 5}, By: []int{5, 0, 2, 3}}},
	Report: data.Report{Rows: 1000, Dropped: 3, Notes: []string{"3 rows without an age were left out."}},
}

var Preview = wire.Previewed{Preview: data.Preview{
	Name: "people.csv", Size: 2000, Rows: 1000, Head: [][]string{{"39", "nurse", "low"}},
	Columns: []data.ColumnInfo{{Distinct: 60, Why: "Whole numbers."}, {Distinct: 2, Why: "Few texts."},
		{Distinct: 2, Why: "Few texts."}},
	Notes: []string{"The fields are separated by commas."},
	Plan: data.Plan{Format: data.Format{Delimiter: ',', Header: true, Missing: []string{"", "?"}}, Outcome: 2,
		Columns: []data.ColumnPlan{
			{Name: "age", Use: true, Kind: data.Integer},
			{Name: "work", Use: true, Kind: data.Ordered, Levels: []string{"clerk", "nurse"}},
			{Name: "income", Use: true, Kind: data.Category},
		}},
}}

// Found returns the result of a search for a clerk of 39.
func Found() wire.Explained {
	return wire.Explained{Target: 1, Tried: 400, Valid: 300, TookMS: 3,
		Factual: wire.Counterfactual{Row: []float64{39, 1}, Class: 0, Shares: []float64{0.8, 0.2}},
		Rows:    []wire.Counterfactual{{Row: []float64{45, 1}, Class: 1, Shares: []float64{0.1, 0.9}, Changed: 1}}}
}

// Proved is Found under one rule of the graph and one of the person's own.
func Proved() wire.Explained {
	x := Found()
	x.Laws = []document.Law{{Text: `"age" may not decrease.`}, {Text: `"work" may not change.`, Local: true},
		{Text: `If "age" rises, "work" must rise.`, Soft: true}}
	x.HasDegree, x.Factual.Degree = true, 0.61
	x.Rows[0].Degree = 0.43
	x.Rows[0].Proof = []causal.Verdict{
		{Pass: true, Applies: true, Sentence: `Kept: "age" may not decrease; it goes from 39 to 45.`},
		{Pass: true, Applies: false, Sentence: `Kept: "work" may not change; it stays at nurse.`},
		{Pass: false, Applies: true, Sentence: `Broken: if "age" rises, "work" must rise; "work" stays at nurse.`},
	}
	return x
}

// Related returns a desk with a table of two numbers, their sum, a copy of it and flags
// of missing values.
func Related(t *testing.T) *Desk {
	t.Helper()
	p := Open(t)
	table := Table
	table.Schema.Features, table.Columns, table.Head = nil, nil, wire.Floats{}
	for _, name := range []string{"a", "b", "total", "again"} {
		table.Schema.Features = append(table.Schema.Features, data.Feature{Name: name, Max: 1, MAD: 1})
	}
	for _, name := range []string{data.FlagName("a"), data.FlagName("b"), data.FlagName("other")} {
		table.Schema.Features = append(table.Schema.Features,
			data.Feature{Name: name, Kind: data.Boolean, Levels: []string{"no", "yes"}})
	}
	table.Relations = []causal.Rule{
		{Kind: causal.Computed, Feature: 2, Other: 0, Also: []causal.Member{{Feature: 1}},
			Law: causal.Law{Weights: []float64{1, 1}}},
		{Kind: causal.Computed, Feature: 3, Other: 2, Law: causal.Law{Weights: []float64{1}}},
	}
	p.Load(table)
	return p
}
