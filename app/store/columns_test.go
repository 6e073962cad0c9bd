package store

import (
	"slices"
	"testing"

	"causeway/core/data"
	"causeway/core/wire"
)

// TestChangeColumns: one press changes one column, or all that the change suits,
// and never the outcome; each can be undone.
func TestChangeColumns(t *testing.T) {
	fresh := func() *page {
		p := newPage(t)
		p.do(PasteTable{Text: "a,b,c,y"})
		cols := []data.ColumnPlan{{Name: "a", Use: true, Kind: data.Integer}, {Name: "b", Use: true, Kind: data.Category}, {Name: "c", Kind: data.Integer}, {Name: "y", Use: true, Kind: data.Boolean}}
		answer[wire.Open](p, wire.Previewed{Preview: data.Preview{Name: "t.csv", Rows: 100, Plan: data.Plan{Format: data.Format{Delimiter: ','}, Outcome: 3, Columns: cols},
			Columns: []data.ColumnInfo{{Missing: 60, Unclear: "1,863"}, {Missing: 3, Guess: data.Category, Examples: []string{"101", "1E2"}, Order: []string{"<1", "1-4", ">4"}}, {Missing: 5, Guess: data.Category, Examples: []string{"0.5", "low"}}, {Missing: 1}}}})
		return p
	}
	cases := []struct {
		name string
		in   ChangeColumns
		want func(c []data.ColumnPlan) bool
	}{
		{"leave one out", ChangeColumns{0, LeaveOut}, func(c []data.ColumnPlan) bool { return !c[0].Use && c[1].Use }},
		{"none", ChangeColumns{-1, LeaveOut}, func(c []data.ColumnPlan) bool { return !c[0].Use && !c[1].Use && !c[2].Use && c[3].Use }},
		{"all", ChangeColumns{-1, UseColumn}, func(c []data.ColumnPlan) bool { return c[0].Use && c[1].Use && c[2].Use && c[3].Use }},
		{"fill all", ChangeColumns{-1, FillGapsOf}, func(c []data.ColumnPlan) bool {
			return c[0].Gaps == data.FillGaps && c[1].Gaps == data.FillGaps && c[2].Gaps == data.PlanGaps && c[3].Gaps == data.PlanGaps
		}},
		{"flag one", ChangeColumns{0, FlagGapsOf}, func(c []data.ColumnPlan) bool { return c[0].Gaps == data.FlagGaps && c[1].Gaps == data.PlanGaps }},
		{"a decimal comma", ChangeColumns{0, ReadComma}, func(c []data.ColumnPlan) bool { return c[0].Sign == data.CommaSign && c[0].Kind == data.Continuous }},
		{"a decimal point", ChangeColumns{0, ReadPoint}, func(c []data.ColumnPlan) bool { return c[0].Sign == data.PointSign && c[0].Kind == data.Integer }},
		{"numbers that were taken for codes", ChangeColumns{1, ReadNumbers}, func(c []data.ColumnPlan) bool { return c[1].Kind == data.Integer && c[1].Use }},
		{"numbers with decimals that were", ChangeColumns{2, ReadNumbers}, func(c []data.ColumnPlan) bool { return c[2].Kind == data.Continuous && c[2].Use }},
		{"codes that were taken for numbers", ChangeColumns{2, ReadTexts}, func(c []data.ColumnPlan) bool { return c[2].Kind == data.Category && c[2].Use }},
		{"an order", ChangeColumns{1, OrderAsNamed}, func(c []data.ColumnPlan) bool {
			return c[1].Kind == data.Ordered && slices.Equal(c[1].Levels, []string{"<1", "1-4", ">4"}) && c[1].Gaps == data.FillGaps
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
				if col.Use != before[j].Use || col.Kind != before[j].Kind || col.Gaps != before[j].Gaps || col.Sign != before[j].Sign {
					t.Errorf("after undo: %+v", col)
				}
			}
		})
	}
}
