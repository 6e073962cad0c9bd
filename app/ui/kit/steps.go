package kit

import (
	"strings"

	"causeway/app/store"
)

// linkKey begins the part of the address that brings a project, behind the step:
// #graph&project=...
const LinkKey = "&project="

// cutLink parts the fragment of an address into the step and what a link brings.
func CutLink(fragment string) (step, link string, ok bool) { return strings.Cut(fragment, LinkKey) }

// Step is a place of the page, named as in the address.
type Step string

// The steps, in the order in which they build on each other.
const (
	StepData       Step = "data"
	StepClassifier Step = "classifier"
	StepGraph      Step = "graph"
	StepGenerator  Step = "generator"
	StepExplain    Step = "explain"
	StepLabel      Step = "label"
	StepEvaluate   Step = "evaluate"
)

// StepCase is Explain for a conversation about one person: who, which options, and the
// letter, without the tools around them. It is on no rail.
const StepCase Step = "case"

var AllSteps = []Step{StepData, StepClassifier, StepGraph, StepGenerator, StepExplain, StepLabel, StepEvaluate}

// topics are what alerts at a step are about. Those about the engine, the project
// and what is kept belong to no step: they stay.
func (s Step) Topics() []store.Topic {
	return map[Step][]store.Topic{
		StepData:       {store.TheTable},
		StepClassifier: {store.TheClassifier, store.TheImageClassifier},
		StepGraph:      {store.TheGraph},
		StepGenerator:  {store.TheGenerator, store.TheImageGenerator},
		StepExplain:    {store.TheRow, store.TheBatch, store.TheImage},
		StepCase:       {store.TheRow},
		StepLabel:      {store.TheLabels},
		StepEvaluate:   {store.TheEvaluation},
	}[s]
}

func (s Step) Title() string {
	switch s {
	case StepClassifier:
		return "Classifier"
	case StepGraph:
		return "Graph"
	case StepGenerator:
		return "Generator"
	case StepExplain:
		return "Explain"
	case StepLabel:
		return "Label"
	case StepEvaluate:
		return "Evaluate"
	case StepCase:
		return "Case"
	}
	return "Data"
}

func (s Step) Lead() string {
	switch s {
	case StepClassifier:
		return "Train the model whose decisions will be explained: the black box."
	case StepGraph:
		return "Draw what you know of cause and effect. Counterfactuals will respect it."
	case StepGenerator:
		return "Train the generator that proposes rows which the black box decides differently."
	case StepExplain:
		return "Choose a row, change its values, and find what would have to differ for another decision."
	case StepLabel:
		return "Say of counterfactuals whether they can be done. The generator learns it from you."
	case StepEvaluate:
		return "Compare methods of finding counterfactuals on the same held-out rows."
	case StepCase:
		return "One person: what the model says, what would change it, and a letter to take away."
	}
	return "Open a table of rows with known outcomes. It stays on this computer."
}
