package kit

import (
	"strings"

	"causeway/app/store"
)

// LinkKey begins the part of the address that brings a project, behind the place:
// #causes&project=...
const LinkKey = "&project="

// CutLink parts the fragment of an address into the place and what a link brings.
func CutLink(fragment string) (place, link string, ok bool) { return strings.Cut(fragment, LinkKey) }

// Step is what the page shows, named as in the address: a place, a mode of one, or a model in the
// drawer that opens over every place.
type Step string

const (
	StepData     Step = "table"
	StepGraph    Step = "causes"
	StepExplain  Step = "person"
	StepLabel    Step = "label"
	StepEveryone Step = "everyone"
	StepGroups   Step = "groups"
	StepEvaluate Step = "methods"

	StepClassifier Step = "classifier"
	StepGenerator  Step = "generator"
)

// Places are those that the bar names, in the order in which they build on each other.
var Places = []Step{StepData, StepGraph, StepExplain, StepEveryone}

// older are the addresses of steps that the page had before it had places.
var older = map[string]Step{
	"data": StepData, "graph": StepGraph, "explain": StepExplain, "case": StepExplain, "evaluate": StepEvaluate, "models": StepClassifier,
}

// StepOf is what a fragment of an address names; the table where it names nothing.
func StepOf(fragment string) Step {
	name, _, _ := CutLink(fragment)
	if s, ok := older[name]; ok {
		return s
	}
	switch s := Step(name); s {
	case StepGraph, StepExplain, StepLabel, StepEveryone, StepGroups, StepEvaluate, StepClassifier, StepGenerator:
		return s
	}
	return StepData
}

// Place is the one that the bar marks.
func (s Step) Place() Step {
	switch s {
	case StepLabel:
		return StepExplain
	case StepGroups, StepEvaluate:
		return StepEveryone
	}
	return s
}

// IsModel reports whether it stands in the drawer.
func (s Step) IsModel() bool { return s == StepClassifier || s == StepGenerator }

// Topics are what alerts at a place are about. Those about the engine, the project
// and what is kept belong to none: they stay.
func (s Step) Topics() []store.Topic {
	return map[Step][]store.Topic{
		StepData:       {store.TheTable},
		StepClassifier: {store.TheClassifier, store.TheImageClassifier},
		StepGraph:      {store.TheGraph},
		StepGenerator:  {store.TheGenerator, store.TheImageGenerator},
		StepExplain:    {store.TheRow, store.TheImage},
		StepLabel:      {store.TheLabels},
		StepEveryone:   {store.TheBatch},
		StepGroups:     {store.TheBatch},
		StepEvaluate:   {store.TheEvaluation},
	}[s]
}

// Title is the heading of a place.
func (s Step) Title() string {
	switch s {
	case StepGraph:
		return "Causes"
	case StepExplain:
		return "Person"
	case StepLabel:
		return "Label"
	case StepEveryone:
		return "Everyone"
	case StepGroups:
		return "Groups"
	case StepEvaluate:
		return "Methods"
	case StepClassifier:
		return "Classifier"
	case StepGenerator:
		return "Generator"
	}
	return "Table"
}
