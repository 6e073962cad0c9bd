package store

import (
	"slices"
	"strings"

	"causeway/core/data"
)

// ColumnChange is a change of a column of the preview that takes one press.
type ColumnChange uint8

// The changes.
const (
	LeaveOut ColumnChange = iota
	UseColumn
	DropItsRows // where it has no value
	FillGapsOf
	FlagGapsOf
	ReadPoint
	ReadComma
	ReadNumbers
	ReadTexts
	OrderAsNamed
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
	}
}

// kindOf is the kind of a number whose thousands are grouped by a sign, if it has
// that sign.
func kindOf(number, group string) data.Kind {
	if strings.Contains(number, group) {
		return data.Integer
	}
	return data.Continuous
}

// suits reports whether a change of all columns concerns one of them. The
// treatments of missing values concern sparse columns.
func (c ColumnChange) suits(col data.ColumnPlan, info data.ColumnInfo) bool {
	switch c {
	case DropItsRows, FillGapsOf, FlagGapsOf:
		return col.Use && info.Missing > 0
	}
	return c == LeaveOut || c == UseColumn
}

// Sparse reports whether a column has so many missing values that what becomes of
// them matters: one in twenty.
func Sparse(info data.ColumnInfo, rows int) bool { return info.Missing > 0 && 20*info.Missing >= rows }
