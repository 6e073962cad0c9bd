package graph

import (
	"causeway/core/causal"
	"causeway/core/sketch"
)

// Graph: what is acted on and what follows.
const (
	TextStateFree     = "Free"
	TextStateFollows  = "Follows"
	TextStateAdjusts  = "Follows and can be changed"
	textStateComputed = "Computed"
	textState         = "State"
	TextClosed        = "All its causes are drawn"

	textNoCauses   = "It has no causes in the graph, so it changes only if an answer changes it directly."
	textKeepsLevel = "A category without an order cannot follow. It keeps its level unless an answer or a rule " +
		"changes it."
	textNoMechanism = "It has no mechanism that fits its causes. Choose one."

	textLegendFollows = "round: follows from its causes"
	textLegendClosed  = "double: all its causes are drawn"
)

func textStateOf(short bool, name string) string {
	if short {
		return textState + " of " + name
	}
	return textState
}

func textClosedOf(short bool, name string) string {
	if short {
		return TextClosed + ": " + name
	}
	return TextClosed
}

func textClosedHelp(name string) string {
	return name + " then stays the same unless one of them changes."
}

// textStateHelp says what a state means.
func textStateHelp(s causal.State) string {
	switch s {
	case causal.Following:
		return "It moves with its causes at no cost, and keeps the row's residual."
	case causal.Adjustable:
		return "It moves with its causes. An answer may change it further, at a cost."
	}
	return "An answer may change it. The edges into it are rules."
}

// textCountsFree says why a chosen state has no effect.
func textCountsFree(problem string) string { return "Counts as free until this is fixed. " + problem }

func textFlat(effect, cause string) string {
	return "No line can be fitted for " + effect + ": the rows contradict the sign of its edge from " + cause + "."
}

func textOverridden(effect string) string {
	return effect + " follows by its mechanism. This sign constrains the fitted line and is not a rule."
}

// textStateSays describes a node's state in words.
func textStateSays(g sketch.Sketch, v int) string {
	text := [...]string{"", "follows from its causes; ", "follows from its causes and can be changed; "}[g.State(v)]
	if g.Suspended(v) {
		text = "should follow, counts as free; "
	}
	if _, computed := g.Computed(v); computed {
		text = "computed by a rule; "
	}
	if v < len(g.Nodes) && g.Nodes[v].Closed {
		text += "all its causes are drawn; "
	}
	return text
}
