package ui

import (
	"causeway/core/data"
)

// Graph: the order of the values of a category.
const (
	textOrder      = "Order of values"
	textOrderHelp  = "Lowest first. = gives a value the rank of the one above it. The order decides what rises and falls; rows and the classifier stay as they are."
	textGiveOrder  = "Give the values an order"
	textOrderSo    = "Order as the names say"
	textTableOrder = "As in the table"
	textUnordered  = "No order: it cannot rise or fall."
)

// textNeedsOrder says what a feature needs before a rule can say that it rises.
func textNeedsOrder(f data.Feature) string {
	if f.Kind == data.Category {
		return f.Name + " has no order yet, so it cannot rise or fall. Give its values one here."
	}
	return "The order of " + f.Name + " says what rises and falls."
}

func textOrderOfValues(feature string) string { return textOrder + ": " + feature }
func textGiveOrderOf(feature string) string   { return "Give the values of " + feature + " an order" }
func textOrderSoOf(feature string) string {
	return "Order the values of " + feature + " as their names say"
}

func textOrderByNames(levels []string, ranks []int) string {
	return "As their names say: " + joinLevels(levels, ranks, len(levels)) + "."
}

func textTableOrderOf(feature string) string {
	return "Order the values of " + feature + " as in the table"
}
func textSameRankOf(level string) string { return level + " has the rank of the value above it" }

func textOrderNow(levels []string, ranks []int) string {
	if ranks == nil {
		return textUnordered
	}
	return joinLevels(levels, ranks, len(levels))
}
