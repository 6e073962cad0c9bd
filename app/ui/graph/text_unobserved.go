package graph

import "fmt"

// Graph: unobserved features.
const (
	textLegendShared = "share an unobserved cause"
	textLegendHidden = "unobserved: no column holds it"
	textSignShared   = "share an unobserved cause"
	textAddHidden    = "Add an unobserved feature"
	textAddCause     = "Add an unobserved cause"
	textShareFrom    = "Shares an unobserved cause with …"
	textSharesWith   = "Shares an unobserved cause with"
	textHiddenName   = "Name of what is unobserved"
	textDeleteHidden = "Delete it and its edges"
	textChooseFirst  = "Choose one of the two: click a node, or go to it and press Enter. Escape cancels."
	textAsUnobserved = "nothing: keep it as an unobserved feature"

	textLinkMeans = "One end of this line is unobserved, so no row has its value. The line implies no rule, and " +
		"searches and proofs ignore it."
	textMixedEdge = "This edge is confounded by something unobserved, so the rows cannot show its sign or " +
		"strength, and the sign is not checked against them. The rule from this edge still holds."

	textHiddenTable  = "Unobserved features"
	textHiddenRegion = "Unobserved features, scrolls"
	textHiddenText   = "Name or note"
	textHiddenWord   = "entries"
)

func textSharedMeans(a, b string) string {
	return fmt.Sprintf("%s and %s share an unobserved cause: they move together in the rows, but changing one "+
		"need not change the other. This line implies no rule, and searches and proofs ignore it.", a, b)
}

func textHiddenMeans(name string) string {
	return fmt.Sprintf("%s is not a column, so no row has its value. It has no rule or mechanism, and searches "+
		"and proofs ignore it. It shows which features may move together in the rows without one causing the other, "+
		"and what cannot be adjusted for.", name)
}

func textMixedMechanism(effect, causes string) string {
	return fmt.Sprintf("The mechanism of %s is fitted to rows that are confounded by something unobserved. How "+
		"much it follows %s may be wrong, and so may its response to a change.", effect, causes)
}

func textChooseOther(first string) string {
	return fmt.Sprintf("Choose what shares an unobserved cause with %q: click a node, or go to it and press "+
		"Enter. Escape cancels.", first)
}

func textUnobservedNamed(name string) string { return name + " (unobserved)" }

func textNameOf(name string) string { return "Name of " + name }
