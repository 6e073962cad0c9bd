package data

import (
	"testing"

	"causeway/core/data"
)

// What is left out is offered where using it can succeed, and says why once: the
// heading says that it is left out.
func TestOnlyWhatCanBeUsedIsOffered(t *testing.T) {
	tests := []struct {
		name    string
		plan    data.ColumnPlan
		info    data.ColumnInfo
		shown   bool
		offered bool
		text    string
	}{
		{"too many texts", data.ColumnPlan{Kind: data.Category}, data.ColumnInfo{Distinct: data.MaxLevels + 1, Why: "Left out: it has 257 different texts."}, true, false, "it has 257 different texts."},
		{"dates of few days", data.ColumnPlan{Kind: data.Category}, data.ColumnInfo{Distinct: 30, Why: "Left out: its values are dates."}, true, true, "its values are dates."},
		{"a number of the row", data.ColumnPlan{Kind: data.Integer}, data.ColumnInfo{Distinct: 1000, Why: "Left out: it counts the rows."}, true, true, "it counts the rows."},
		{"left out by hand", data.ColumnPlan{Kind: data.Continuous}, data.ColumnInfo{Distinct: 90, Why: "Numbers with up to 2 decimals."}, true, true, "Numbers with up to 2 decimals."},
		{"one value", data.ColumnPlan{Kind: data.Category}, data.ColumnInfo{Distinct: 1}, false, true, ""},
		{"used", data.ColumnPlan{Kind: data.Integer, Use: true}, data.ColumnInfo{Distinct: 9}, false, true, ""},
	}
	for _, tt := range tests {
		o, shown := leftOutOffer(tt.plan, tt.info)
		if shown != tt.shown || shown && (len(o.changes) > 0 != tt.offered || o.text != tt.text) {
			t.Errorf("%s: shown %v, %q with %d changes", tt.name, shown, o.text, len(o.changes))
		}
	}
}
