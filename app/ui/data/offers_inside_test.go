package data

import (
	"strings"
	"testing"

	"causeway/app/store"
	"causeway/core/data"
)

// A left-out column is offered if using it can succeed. The reason appears once: the heading says
// that it is left out.
func TestOnlyWhatCanBeUsedIsOffered(t *testing.T) {
	tests := []struct {
		name    string
		plan    data.ColumnPlan
		info    data.ColumnInfo
		shown   bool
		offered bool
		text    string
	}{
		{"too many texts", data.ColumnPlan{Kind: data.Category},
			data.ColumnInfo{Distinct: data.MaxLevels + 1, Why: "Left out: it has 257 different texts."}, true, false,
			"it has 257 different texts."},
		{"dates of few days", data.ColumnPlan{Kind: data.Category},
			data.ColumnInfo{Distinct: 30, Why: "Left out: its values are dates."}, true, true, "its values are dates."},
		{"a number of the row", data.ColumnPlan{Kind: data.Integer},
			data.ColumnInfo{Distinct: 1000, Why: "Left out: it counts the rows."}, true, true, "it counts the rows."},
		{"left out by hand", data.ColumnPlan{Kind: data.Continuous},
			data.ColumnInfo{Distinct: 90, Why: "Numbers with up to 2 decimals."}, true, true,
			"Numbers with up to 2 decimals."},
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

// The page asks whether numbers are codes, also for left-out columns, and says what it assumes.
func TestNumbersOrCodesAreAsked(t *testing.T) {
	for _, tt := range []struct {
		name    string
		plan    data.ColumnPlan
		info    data.ColumnInfo
		shown   bool
		changes int
		pressed store.ColumnChange
		holds   bool
	}{
		{"codes", data.ColumnPlan{Kind: data.Category, Use: true}, data.ColumnInfo{Distinct: 5, Either: true}, true, 2,
			store.ReadTexts, true},
		{"numbers", data.ColumnPlan{Kind: data.Integer, Use: true}, data.ColumnInfo{Distinct: 5, Either: true}, true, 2,
			store.ReadNumbers, true},
		{"too many codes", data.ColumnPlan{Kind: data.Category},
			data.ColumnInfo{Distinct: 900, Either: true, Why: "Left out: it has 900."}, true, 1,
			store.ReadTexts, false},
		{"sure", data.ColumnPlan{Kind: data.Integer, Use: true}, data.ColumnInfo{Distinct: 5}, false, 0, 0, false},
	} {
		o, shown := eitherOffer(tt.plan, tt.info)
		if shown != tt.shown || shown && (len(o.changes) != tt.changes || o.pressed != tt.pressed ||
			o.holds != tt.holds || o.text != strings.TrimPrefix(tt.info.Why, "Left out: ")) {
			t.Errorf("%s: shown %v, %+v", tt.name, shown, o)
		}
	}
}
