package ui

// Graph: the order of the values of a category.
const (
	textOrder      = "Order of values"
	textOrderHelp  = "Lowest first. = gives a value the rank of the one above it. The order decides what rises and falls; rows and the classifier stay as they are."
	textGiveOrder  = "Give the values an order"
	textTableOrder = "As in the table"
	textUnordered  = "No order: it cannot rise or fall."
)

func textOrderOfValues(feature string) string { return textOrder + ": " + feature }
func textGiveOrderOf(feature string) string   { return "Give the values of " + feature + " an order" }
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
