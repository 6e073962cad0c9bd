package data

import (
	"fmt"
	"strings"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/data"
	"causeway/core/wire"
)

// Heads of the columns.
const (
	textFree       = "free to change"
	textOnlyUp     = "can only grow"
	textOnlyDown   = "can only fall"
	textLocked     = "cannot change"
	textAboutTable = "About this table"
)

func textTableTitle(t wire.Loaded) string {
	return kit.Plural1(t.Rows, "row") + ", " + kit.Plural(len(t.Schema.Displayed()), "feature")
}

func textTableNote(d store.Data) string {
	t := d.Table
	return fmt.Sprintf("%s. %s rows are held out: no model sees them.", t.Name, store.FormatCount(t.Test))
}

// textKindOf says what a column holds.
func textKindOf(f data.Feature) string {
	switch f.Kind {
	case data.Integer:
		return "whole number"
	case data.Continuous:
		return "number"
	case data.Ordered:
		return fmt.Sprintf("%d levels, in order", len(f.Levels))
	case data.Boolean:
		return "yes or no"
	}
	return fmt.Sprintf("%d kinds", len(f.Levels))
}

func textOutcomeKind(classes int) string { return fmt.Sprintf("%d classes", classes) }

func textMayChange(name string) string { return "What may change of " + name }

func textAsk(text string) string { return text + "?" }

func textOfferOf(name, text string) string { return name + ": " + text }

func textSketchOf(name, values string) string { return name + ": " + values }

// textCounts returns the classes with their rows.
func textCounts(levels []string, counts []int) string {
	var list []string
	for i, l := range levels[:min(len(levels), len(counts))] {
		list = append(list, l+": "+kit.Plural1(counts[i], "row"))
	}
	return strings.Join(list, "; ")
}
