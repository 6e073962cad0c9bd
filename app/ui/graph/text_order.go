package graph

import (
	"causeway/app/ui/kit"
)

// Graph: the order of the values of a category.
const (
	textOrder     = "Order of values"
	textOrderHelp = "Lowest first. “=” gives a value the same rank as the one above it. The order decides what " +
		"counts as rising. It changes neither the rows nor the classifier."
	textGiveOrder  = "Give the values an order"
	textOrderSo    = "Order by the names"
	textTableOrder = "As in the table"
	textUnordered  = "No order: it cannot rise or fall."
)

func textOrderOfValues(feature string) string { return textOrder + ": " + feature }
func textGiveOrderOf(feature string) string   { return "Give the values of " + feature + " an order" }
func textOrderSoOf(feature string) string {
	return "Order the values of " + feature + " by their names"
}

func textOrderByNames(levels []string, ranks []int) string {
	return "By their names: " + kit.JoinLevels(levels, ranks, len(levels)) + "."
}

func textTableOrderOf(feature string) string {
	return "Order the values of " + feature + " as in the table"
}
func textSameRankOf(level string) string { return level + " has the rank of the value above it" }

func textOrderNow(levels []string, ranks []int) string {
	if ranks == nil {
		return textUnordered
	}
	return kit.JoinLevels(levels, ranks, len(levels))
}
