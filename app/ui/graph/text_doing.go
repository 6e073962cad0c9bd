package graph

import (
	"fmt"

	"causeway/app/ui/kit"
)

const textDoBack = "Back to the row"

func textDoLabel(name string, row int) string {
	return fmt.Sprintf("Set %s for row %d: do(%s)", name, row, name)
}

// textTry names the track on the node itself.
func textTry(name string) string { return "Try a value of " + name }

// textBecomes returns the text on a node about its change.
func textBecomes(from, to string) string { return from + " → " + to }

// textShareOnNode returns the text on the outcome about its probability.
func textShareOnNode(level string, before, after float64) string {
	return level + ": " + textBecomes(kit.FormatProbability(before), kit.FormatProbability(after))
}

func textDoGoes(name, from, to string) string {
	return fmt.Sprintf("%s goes from %s to %s.", name, from, to)
}

func textDoStays(name, at string) string { return fmt.Sprintf("%s stays at %s.", name, at) }

func textDoShare(level string, before, after float64) string {
	return fmt.Sprintf("The probability of “%s” goes from %s to %s.", level, kit.FormatProbability(before),
		kit.FormatProbability(after))
}

// textDoBlind names effects without a known mechanism.
func textDoBlind(names []string) string {
	if len(names) == 1 {
		return fmt.Sprintf("No mechanism of %s is known, so it does not change.", names[0])
	}
	return fmt.Sprintf("No mechanism of %s is known, so they stay as they are.", kit.And(names))
}
