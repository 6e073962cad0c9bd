package store

import (
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/wire"
)

// TestChangeColumns: one press changes one column, or all that the change suits,
// and never the outcome; each can be undone.
func TestChangeColumns(t *testing.T) {
	fresh := func() *page {
		p := newPage(t)
		p.do(PasteTable{Text: "a,b,c,y"})
		cols := []data.ColumnPlan{{Name: "a", Use: true, Kind: data.Integer},
			{Name: "b", Use: true, Kind: data.Category}, {Name: "c", Kind: data.Integer},
			{Name: "y", Use: true, Kind: data.Boolean}}
		answer[wire.Open](p, wire.Previewed{Preview: data.Preview{Name: "t.csv", Rows: 100,
			Plan: data.Plan{Format: data.Format{Delimiter: ','}, Outcome: 3, Columns: cols},
			Columns: []data.ColumnInfo{{Missing: 60, Unclear: "1,863"},
				{Missing: 3, Guess: data.Category, Examples: []string{"101", "1E2"},
					Order: []string{"<1", "1-4", ">4"}},
				{Missing: 5, Guess: data.Category, Examples: []string{"0.5", "low"}}, {Missing: 1}}}})
		return p
	}
	cases := []struct {
		name string
		in   ChangeColumns
		want func(c []data.ColumnPlan) bool
	}{
		{"leave one out", ChangeColumns{0, LeaveOut}, func(c []data.ColumnPlan) bool { return !c[0].Use && c[1].Use }},
		{"none", ChangeColumns{-1, LeaveOut}, func(c []data.ColumnPlan) bool {
			return !c[0].Use && !c[1].Use && !c[2].Use && c[3].Use
		}},
		{"all", ChangeColumns{-1, UseColumn}, func(c []data.ColumnPlan) bool {
			return c[0].Use && c[1].Use && c[2].Use && c[3].Use
		}},
		{"fill all", ChangeColumns{-1, FillGapsOf}, func(c []data.ColumnPlan) bool {
			return c[0].Gaps == data.FillGaps && c[1].Gaps == data.FillGaps && c[2].Gaps == data.PlanGaps &&
				c[3].Gaps == data.PlanGaps
		}},
		{"flag one", ChangeColumns{0, FlagGapsOf}, func(c []data.ColumnPlan) bool {
			return c[0].Gaps == data.FlagGaps && c[1].Gaps == data.PlanGaps
		}},
		{"a decimal comma", ChangeColumns{0, ReadComma}, func(c []data.ColumnPlan) bool {
			return c[0].Sign == data.CommaSign && c[0].Kind == data.Continuous
		}},
		{"a decimal point", ChangeColumns{0, ReadPoint}, func(c []data.ColumnPlan) bool {
			return c[0].Sign == data.PointSign && c[0].Kind == data.Integer
		}},
		{"numbers that were taken for codes", ChangeColumns{1, ReadNumbers}, func(c []data.ColumnPlan) bool {
			return c[1].Kind == data.Integer && c[1].Use
		}},
		{"numbers with decimals that were", ChangeColumns{2, ReadNumbers}, func(c []data.ColumnPlan) bool {
			return c[2].Kind == data.Continuous && c[2].Use
		}},
		{"codes that were taken for numbers", ChangeColumns{2, ReadTexts}, func(c []data.ColumnPlan) bool {
			return c[2].Kind == data.Category && c[2].Use
		}},
		{"an order", ChangeColumns{1, OrderAsNamed}, func(c []data.ColumnPlan) bool {
			return c[1].Kind == data.Ordered && slices.Equal(c[1].Levels, []string{"<1", "1-4", ">4"}) &&
				c[1].Gaps == data.FillGaps
		}},
		{"no such column", ChangeColumns{9, LeaveOut}, func(c []data.ColumnPlan) bool { return c[0].Use && c[1].Use }},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := fresh()
			before := slices.Clone(p.Data.Plan.Columns)
			p.do(c.in)
			if got := p.Data.Plan.Columns; !c.want(got) {
				t.Fatalf("got %+v", got)
			}
			if c.in.Index < 9 {
				p.do(Undo{})
			}
			for j, col := range p.Data.Plan.Columns {
				if col.Use != before[j].Use || col.Kind != before[j].Kind || col.Gaps != before[j].Gaps ||
					col.Sign != before[j].Sign {
					t.Errorf("after undo: %+v", col)
				}
			}
		})
	}
}

// surveyed is a table with two numbers that have codes, a number without codes, and an outcome with a code.
func surveyed(t *testing.T) *page {
	p := newPage(t)
	p.do(PasteTable{Text: "a,b,c,y"})
	codes := func(v ...float64) (info data.ColumnInfo) {
		for _, c := range v {
			info.Codes = append(info.Codes, data.Code{Value: c, Rows: 20, Columns: 2})
		}
		return info
	}
	col := func(name string, k data.Kind) data.ColumnPlan { return data.ColumnPlan{Name: name, Use: true, Kind: k} }
	answer[wire.Open](p, wire.Previewed{Preview: data.Preview{Name: "t.csv", Rows: 100,
		Plan: data.Plan{Format: data.Format{Delimiter: ','}, Outcome: 3,
			Columns: []data.ColumnPlan{col("a", data.Integer), col("b", data.Continuous), col("c", data.Integer),
				col("y", data.Continuous)}},
		Columns: []data.ColumnInfo{codes(-9, -8), codes(-9), {}, codes(-999)}}})
	return p
}

// TestCodesAreSettledByOnePress: one press settles the codes of all columns that have some, including
// the outcome, and of no other column. Each answer can be changed.
func TestCodesAreSettledByOnePress(t *testing.T) {
	p := surveyed(t)
	for _, press := range []struct {
		change  ColumnChange
		codes   bool
		gaps    data.Gaps
		numbers bool
	}{
		{CodesAreStates, true, data.FlagGaps, false}, {CodesAreMissing, true, data.PlanGaps, false},
		{CodesAreNumbers, false, data.PlanGaps, true},
		{CodesAreMissing, true, data.PlanGaps, false}, {CodesAreStates, true, data.FlagGaps, false},
	} {
		p.do(ChangeColumns{-1, press.change})
		for j, want := range [][]float64{{-9, -8}, {-9}, nil, {-999}} {
			c := p.Data.Plan.Columns[j]
			is, settled := CodesAre(c)
			if want == nil {
				if settled || c.Codes != nil || c.Gaps != data.PlanGaps {
					t.Errorf("%v: a column without codes is %+v", press.change, c)
				}
				continue
			}
			if !press.codes {
				want = nil
			}
			if !settled || is != press.change || !slices.Equal(c.Codes, want) || c.Gaps != press.gaps ||
				c.Numbers != press.numbers {
				t.Errorf("%v: column %d is %+v", press.change, j, c)
			}
		}
	}
	p.do(ChangeColumns{1, CodesAreNumbers})
	if is, _ := CodesAre(p.Data.Plan.Columns[0]); is != CodesAreStates || !p.Data.Plan.Columns[1].Numbers {
		t.Errorf("one column alone: %+v", p.Data.Plan.Columns)
	}
}

// TestStatesAreKept: a table that keeps missing values gets rules by which missing values stay missing
// and known values stay known.
func TestStatesAreKept(t *testing.T) {
	flag := func(column string, levels ...string) data.Feature {
		f := data.Feature{Name: data.FlagName(column), Kind: data.Category, Levels: levels}
		if len(levels) == 2 {
			f.Kind = data.Boolean
		}
		return f
	}
	number := func(name string) data.Feature { return data.Feature{Name: name, Kind: data.Integer, Max: 9} }
	s := data.Schema{Features: []data.Feature{number("a"), flag("a", "no", "-9", "-8"), number("b"),
		flag("b", "no", "yes"), number("c"), flag("c", "no", "yes"),
		{Name: "job", Kind: data.Category, Levels: []string{data.MissingLevel, "cook", "nurse"}}},
		Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"no", "yes"}}}
	for _, change := range []ColumnChange{CodesAreStates, CodesAreNumbers} {
		p := surveyed(t)
		for _, in := range []ChangeColumns{{-1, change}, {2, FlagGapsOf}} { // the second is about empty fields
			p.do(in)
			answer[wire.Replan](p, wire.Previewed{Preview: data.Preview{Name: "t.csv", Rows: 100, Plan: p.Data.Plan,
				Columns: p.Data.Preview.Columns}})
		}
		p.do(ImportTable{})
		answer[wire.Import](p, wire.Loaded{Name: "t.csv", Rows: 100, Counts: []int{50, 50}, Schema: s})
		want := []causal.Rule{{Kind: causal.Immutable, Feature: 1}, {Kind: causal.StaysMissing, Feature: 0, Other: 1},
			{Kind: causal.Immutable, Feature: 3}, {Kind: causal.StaysMissing, Feature: 2, Other: 3},
			{Kind: causal.Immutable, Feature: 5}, {Kind: causal.StaysMissing, Feature: 4, Other: 5},
			{Kind: causal.ForbiddenTransitions, Feature: 6}}
		got := p.Graph.Sketch.Rules
		if len(got) != len(want) {
			t.Fatalf("rules %+v, want %+v", got, want)
		}
		for _, r := range want {
			if !slices.ContainsFunc(got, func(g causal.Rule) bool {
				return g.Kind == r.Kind && g.Feature == r.Feature &&
					g.Other == r.Other
			}) {
				t.Errorf("rule %+v is not among %+v", r, got)
			}
		}
	}
}
