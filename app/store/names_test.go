package store

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"causeway/core/batch"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/wire"
)

// The engine gets readable names, rule sentences and exports for people use them, and the table
// stays unchanged.
func TestReadableNames(t *testing.T) {
	p := ready(t)
	own := p.Data.Table.Schema
	p.do(PasteNames{"age: Age (years)\nnurse: works as a nurse\nnothing: x"})
	p.wantAlert("1 line of the list matched no column or level: “nothing: x”")
	m := answer[wire.SetNames](p, wire.NamesSet{})
	if err := own.CheckNames(m.Names); err != nil {
		t.Error(err)
	}
	s := p.Data.Table.Schema
	equal(t, "name", s.Features[0].Name, "Age (years)")
	equal(t, "level", s.Features[1].Format(1), "works as a nurse")
	equal(t, "rule", causal.Rule{Kind: causal.OnlyIncrease}.String(s), `"Age (years)" may not decrease.`)
	if !reflect.DeepEqual(s.Own(), own) {
		t.Errorf("the table's own names are %+v", s.Own())
	}
	if text := string(p.Batch.CSV(s)); !strings.HasPrefix(text, "row,age,work,") {
		t.Errorf("CSV %q", text)
	}
	if text := string(p.Batch.JSON(p.Data.Table, 1)); !strings.Contains(text,
		`"titles":[{"feature":"age","title":"Age (years)"}`) {
		t.Errorf("JSON %s", text)
	}
	p.do(SetNames{Column: 1, Naming: data.Naming{Name: "Age (years)"}})
	p.wantAlert("would both be called")
	p.idle()
	p.do(SetNames{Column: 0, Naming: data.Naming{Name: " age "}}, SetNames{Column: 1})
	if p.Data.Names != nil {
		t.Errorf("names %+v, want none", p.Data.Names)
	}
	p.do(Undo{}, Undo{})
	equal(t, "undone", p.Data.Table.Schema.Features[0].Name, "Age (years)")
	p.do(Undo{})
	equal(t, "undone to none", p.Data.Table.Schema.Features[0].Name, "age")
	p.do(Redo{})
	equal(t, "done again", p.Data.Table.Schema.Features[0].Name, "Age (years)")
}

// The engine gets a unit. Every size shows it, and undo removes it with the names.
func TestUnits(t *testing.T) {
	p := ready(t)
	p.do(PasteNames{"age: Age [years]"})
	m := answer[wire.SetNames](p, wire.NamesSet{})
	equal(t, "told", m.Names[0].Unit, "years")
	s := p.Data.Table.Schema
	equal(t, "title", s.Features[0].Title(), "Age [years]")
	equal(t, "bound", causal.Rule{Kind: causal.Range, Min: 18, Max: 65}.String(s),
		`"Age" must be between 18 and 65 years.`)
	equal(t, "leeway", causal.Rule{Kind: causal.MoveAtMost, Max: 2, Min: causal.Open}.String(s),
		`"Age" may rise by at most 2 years.`)
	equal(t, "within", batch.Rules{Within: []causal.Reach{{Feature: 0, By: 5}}}.Texts(s)[0],
		`"Age" changes by at most 5 years.`)
	if text := string(p.Batch.JSON(p.Data.Table, 1)); !strings.Contains(text,
		`{"feature":"age","title":"Age","unit":"years"}`) {
		t.Errorf("JSON %s", text)
	}
	p.idle()
	p.do(SetNames{Column: 1, Naming: data.Naming{Unit: "years"}})
	equal(t, "unit of a category", p.Data.Table.Schema.Features[1].Unit, "")
	p.do(SetNames{Column: 0, Naming: data.Naming{Name: "Age"}})
	equal(t, "taken back", p.Data.Table.Schema.Features[0].Title(), "Age")
	p.do(Undo{})
	equal(t, "undone", p.Data.Table.Schema.Features[0].Title(), "Age [years]")
}

// Decimals only affect how numbers are read: the engine gets them, steps and files keep them, undo
// restores them, and exports ignore them.
func TestDecimalsShown(t *testing.T) {
	p := ready(t)
	p.do(PasteNames{"age: Age [years] [1 decimal]"})
	m := answer[wire.SetNames](p, wire.NamesSet{})
	equal(t, "told", m.Names[0].Shown, 2)
	s := p.Data.Table.Schema
	equal(t, "read", s.Features[0].Say(41), "41.0 years")
	equal(t, "bound", causal.Rule{Kind: causal.Range, Min: 18.25, Max: 65}.String(s),
		`"Age" must be between 18.25 and 65.00 years.`)
	equal(t, "own", s.Own().Features[0].Format(41), "41")
	p.idle()
	p.do(SetNames{Column: 0, Naming: data.Naming{Name: "Age", Shown: 3}})
	equal(t, "by hand", p.Data.Table.Schema.Features[0].Say(41), "41.00")
	p.do(SetNames{Column: 0, Naming: data.Naming{Name: "Age", Shown: 9}})
	p.wantAlert("8 decimals")
	equal(t, "refused", p.Data.Table.Schema.Features[0].Shown, 3)
	p.do(SetNames{Column: 1, Naming: data.Naming{Shown: 1}})
	equal(t, "of a category", p.Data.Table.Schema.Features[1].Shown, 0)
	p.do(Undo{})
	equal(t, "undone", p.Data.Table.Schema.Features[0].Say(41), "41.0 years")
	p.do(Redo{})
	equal(t, "done again", p.Data.Table.Schema.Features[0].Shown, 3)
}

// Numbers with very many decimals in a file are shown with few; the table keeps all.
func TestManyDecimalsAreReadAsFew(t *testing.T) {
	p := newPage(t)
	p.do(PasteTable{"a,b,c"})
	answer[wire.Open](p, testPreview())
	p.do(ImportTable{})
	long := testLoaded
	long.Schema.Features = slices.Clone(long.Schema.Features)
	long.Schema.Features[0] = data.Feature{Name: "age", Kind: data.Continuous, Min: -0.08, Max: 0.11, MAD: 1,
		Decimals: 16}
	answer[wire.Import](p, long)
	f := p.Data.Table.Schema.Features[0]
	equal(t, "read", f.Format(0.0123456789012345), "0.0123")
	equal(t, "own", f.Own().Format(0.0123456789012345), "0.0123456789012345")
}

// Results have additional decimals if their values and rules need them.
func TestShownIsNotRoundedAway(t *testing.T) {
	p := furnished(t)
	at := p.Data.Table.Schema.Index("age")
	p.do(SetNames{Column: at, Naming: data.Naming{Shown: 1}}, GoToRow{3}, FindCounterfactuals{})
	e, f := &p.Explain, p.Data.Table.Schema.Features[at]
	row := slices.Clone(e.Found.Factual.Row)
	if !e.HasFound || len(row) <= at {
		t.Fatal("nothing is found")
	}
	p.Data.Table.Schema.Features[at].Kind, p.Data.Table.Schema.Features[at].Decimals = data.Continuous, 2
	to := slices.Clone(row)
	row[at], to[at] = f.Min+1.1, f.Min+1.32
	e.Edited = nil
	e.Found.Factual.Row = row
	e.Found.Rows = []wire.Counterfactual{{Row: to}}
	equal(t, "told apart", p.Shown().Features[at].Shown, 2)
	e.asked.Rules = []causal.Rule{{Kind: causal.Range, Feature: at, Min: -causal.Open, Max: f.Min + 1.32, Local: true}}
	equal(t, "at a bound", p.Shown().Features[at].Shown, 2)
	e.asked.Rules[0].Max = f.Min + 1.31
	equal(t, "beyond it", p.Shown().Features[at].Shown, 3)
	equal(t, "the table's", p.Data.Table.Schema.Features[at].Shown, 1)
}

// Names are in the project's file, and the engine's verdicts use them.
func TestAFileHasReadableNames(t *testing.T) {
	p := furnished(t)
	p.do(SetNames{Column: p.Data.Table.Schema.Index("age"),
		Naming: data.Naming{Name: "Age (years)", Unit: "years", Shown: 2}}, packRows{})
	q := newWhole(t)
	q.open(p.file(Travel{Rows: true, Labels: true}))
	if q.Data.Table.Schema.Index("Age (years)") < 0 || q.Data.Table.Hash != p.Data.Table.Hash ||
		!q.Generator.HasResult {
		t.Fatalf("opened: %v", q.Notices)
	}
	q.do(GoToRow{3}, FindCounterfactuals{})
	said := ""
	for _, l := range q.Explain.Found.Laws {
		said += l.Text
	}
	if q.Data.Table.Schema.Features[q.Data.Table.Schema.Index("Age (years)")].Say(41) != "41.0 years" {
		t.Error("the unit or the decimals are lost")
	}
	if !strings.Contains(said, `"Age (years)" may not decrease.`) {
		t.Errorf("laws are said as %q", said)
	}
}

// Names listed before the import become the table's, and those that match nothing are reported.
func TestNamesBeforeTheImport(t *testing.T) {
	p := newPage(t)
	p.openFile("people.csv", testPreview())
	p.do(ListNames{"age: Age [years]\nnothing: x"})
	m, job := take[wire.Replan](p)
	f := testPreview()
	f.Preview.Plan = m.Plan
	p.do(Fact{job, f})
	p.do(ListNames{strings.Repeat("x", maxNameList+1)})
	p.wantAlert("The list of names has 1,000,001 bytes")
	p.do(ImportTable{})
	answer[wire.Import](p, testLoaded)
	p.wantAlert("1 line of the list matched no column or level: “nothing: x”")
	equal(t, "title", p.Data.Table.Schema.Features[0].Title(), "Age [years]")
	equal(t, "list", p.Data.origin.plan.Names, "")
}
