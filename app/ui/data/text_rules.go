package data

import "fmt"

// What nobody can change.
const (
	textRulesFirst     = "What can change?"
	textRulesFirstNote = "Every counterfactual keeps what is chosen. Likely features are offered, none is set."
	textGivenAsk       = "What can nobody change?"
	textGrowsAsk       = "What can only grow?"
	textRulesMore      = "Ranges, orders and what causes what are said on the graph."
)

func textOthers(near, n int) string {
	switch {
	case near == 0 && n == 1:
		return "Choose the 1 feature"
	case near == 0:
		return fmt.Sprintf("Choose among %d features", n)
	case n == 1:
		return "1 other feature"
	}
	return fmt.Sprintf("%d other features", n)
}

func textOthersOf(ask string) string { return "Other features: " + ask }

func textOrderFirst(name string) string {
	return fmt.Sprintf("%s is a category without an order, so it cannot grow. Choose it on the graph and put its values in order, then press again.", name)
}
