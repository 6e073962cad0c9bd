package store

import (
	"slices"
	"strings"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/form"
)

// ColumnChange is a one-press change of a column of the preview.
type ColumnChange uint8

// The changes.
const (
	LeaveOut ColumnChange = iota
	UseColumn
	DropItsRows // drops the rows in which it has no value
	FillGapsOf
	FlagGapsOf
	ReadPoint
	ReadComma
	ReadNumbers
	ReadTexts
	OrderAsNamed
	CodesAreMissing
	CodesAreStates
	CodesAreNumbers
)

// make changes a column.
func (c ColumnChange) make(col *data.ColumnPlan, info data.ColumnInfo) {
	switch c {
	case LeaveOut:
		col.Use = false
	case UseColumn:
		col.Use = true
	case DropItsRows:
		col.Gaps = data.DropGaps
	case FillGapsOf:
		col.Gaps = data.FillGaps
	case FlagGapsOf:
		col.Gaps = data.FlagGaps
	case ReadPoint:
		col.Sign, col.Kind, col.Levels = data.PointSign, kindOf(info.Unclear, ","), nil
	case ReadComma:
		col.Sign, col.Kind, col.Levels = data.CommaSign, kindOf(info.Unclear, "."), nil
	case ReadNumbers:
		if col.Use, col.Kind, col.Levels = true, info.Guess, nil; !info.Guess.Numeric() {
			col.Kind = data.Integer
			if strings.ContainsAny(strings.Join(info.Examples, ""), ".,") {
				col.Kind = data.Continuous
			}
		}
	case ReadTexts:
		col.Use, col.Kind, col.Levels = true, data.Category, nil
	case OrderAsNamed:
		col.Kind, col.Levels = data.Ordered, slices.Clone(info.Order)
		if info.Missing > 0 && col.Gaps == data.PlanGaps {
			col.Gaps = data.FillGaps // a missing value has no place in an order
		}
	case CodesAreMissing:
		if col.Codes, col.Numbers = codesOf(info), false; col.Gaps == data.FlagGaps {
			col.Gaps = data.PlanGaps
		}
	case CodesAreStates:
		col.Codes, col.Numbers, col.Gaps = codesOf(info), false, data.FlagGaps
	case CodesAreNumbers:
		col.Codes, col.Numbers = nil, true
	}
}

// aboutCodes reports whether a change says what codes mean, including codes of the outcome.
func (c ColumnChange) aboutCodes() bool { return c >= CodesAreMissing && c <= CodesAreNumbers }

// codesOf returns the codes that the page asks about.
func codesOf(info data.ColumnInfo) (list []float64) {
	for _, c := range info.Codes {
		list = append(list, c.Value)
	}
	return list
}

// CodesAre returns the change that settled a column's codes, or the empty change if none did.
func CodesAre(col data.ColumnPlan) (c ColumnChange, holds bool) {
	switch {
	case len(col.Codes) > 0 && col.Gaps == data.FlagGaps:
		return CodesAreStates, true
	case len(col.Codes) > 0:
		return CodesAreMissing, true
	}
	return CodesAreNumbers, col.Numbers
}

// HasCodes reports whether the page asks what the codes of a column mean.
func HasCodes(col data.ColumnPlan, info data.ColumnInfo) bool {
	return col.Use && col.Kind.Numeric() && len(info.Codes) > 0
}

// keepStates adds rules for the missing values that the table keeps: no answer makes a value known or
// missing.
func (w *turn) keepStates() {
	s := w.Data.schema
	for _, j := range s.Gappy() {
		for _, r := range causal.GapRules(s, j, causal.Stays, 0) {
			if g, err := w.Graph.Sketch.AddRule(s, r); err == nil {
				w.Graph.Sketch = g
			}
		}
	}
}

// kindOf returns Integer if a number contains a thousands separator.
func kindOf(number, group string) data.Kind {
	if strings.Contains(number, group) {
		return data.Integer
	}
	return data.Continuous
}

// suits reports whether a change of all columns applies to one of them. Treatments of missing
// values apply to sparse columns.
func (c ColumnChange) suits(col data.ColumnPlan, info data.ColumnInfo) bool {
	switch c {
	case DropItsRows, FillGapsOf, FlagGapsOf:
		return col.Use && info.Missing > 0
	case CodesAreMissing, CodesAreStates, CodesAreNumbers:
		return HasCodes(col, info)
	}
	return c == LeaveOut || c == UseColumn
}

// Sparse reports whether at least one value in twenty is missing, so that the treatment of gaps matters.
func Sparse(info data.ColumnInfo, rows int) bool { return info.Missing > 0 && 20*info.Missing >= rows }

// changePlan applies a change to a copy of the plan; the change may refuse.
func (w *turn) changePlan(change func(p *data.Plan) bool) {
	if !w.Data.HasPreview {
		return
	}
	p := w.Data.Plan
	p.Columns = slices.Clone(p.Columns)
	if !change(&p) || form.Check(p) != nil {
		return // no control offers this
	}
	w.settle(TheTable)
	w.Data.Plan = p
	w.replan()
}

// changeColumn changes one column of the plan.
func (w *turn) changeColumn(index int, change func(p *data.Plan, c *data.ColumnPlan)) {
	w.changePlan(func(p *data.Plan) bool {
		is := index >= 0 && index < len(p.Columns)
		if is {
			change(p, &p.Columns[index])
		}
		return is
	})
}

func (in SetFormat) apply(w *turn) {
	w.changePlan(func(p *data.Plan) bool {
		p.Format, p.Columns = in.Format, nil // the columns are guessed again
		return true
	})
}
func (SetFormat) step(data.Schema) string { return "How the file is read" }

func (in SetColumn) apply(w *turn) {
	w.changeColumn(in.Index, func(_ *data.Plan, c *data.ColumnPlan) { *c = in.Column })
}
func (SetColumn) step(data.Schema) string { return "How the file is read" }

func (in ChangeColumns) apply(w *turn) {
	infos := w.Data.Preview.Columns
	w.changePlan(func(p *data.Plan) bool {
		if in.Index >= len(p.Columns) || len(p.Columns) != len(infos) {
			return false
		}
		for j := range p.Columns {
			if c := &p.Columns[j]; in.Index == j || in.Index < 0 && in.Change.suits(*c, infos[j]) &&
				(j != p.Outcome || in.Change.aboutCodes()) {
				in.Change.make(c, infos[j])
			}
		}
		return true
	})
}
func (ChangeColumns) step(data.Schema) string { return "How the file is read" }

func (in MoveLevel) apply(w *turn) {
	w.changeColumn(in.Index, func(_ *data.Plan, c *data.ColumnPlan) { c.Levels = moved(c.Levels, in.Level, in.Up) })
}
func (MoveLevel) step(data.Schema) string { return "How the file is read" }

func (in SetOutcome) apply(w *turn) {
	w.changeColumn(in.Index, func(p *data.Plan, c *data.ColumnPlan) { p.Outcome, c.Use = in.Index, true })
}
func (SetOutcome) step(data.Schema) string { return "How the file is read" }

func (in SetMissing) apply(w *turn) {
	w.changePlan(func(p *data.Plan) bool { p.Missing = in.Policy; return true })
}
func (SetMissing) step(data.Schema) string { return "How the file is read" }

func (in SetRecipe) apply(w *turn) {
	w.changePlan(func(p *data.Plan) bool { p.Recipe = in.Name; return true })
}
func (SetRecipe) step(data.Schema) string { return "How the file is read" }

// moved returns the levels with one of them moved by one place.
func moved(levels []string, i int, up bool) []string {
	j := i + 1
	if up {
		j = i - 1
	}
	if min(i, j) < 0 || max(i, j) >= len(levels) {
		return levels
	}
	out := slices.Clone(levels)
	out[i], out[j] = out[j], out[i]
	return out
}
