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

// Place is what the page shows, named as in the address: a place, a mode of one, or a model in the
// drawer that opens over every place.
type Place string

const (
	PlaceTable    Place = "table"
	PlaceCauses   Place = "causes"
	PlacePerson   Place = "person"
	PlaceLabel    Place = "label"
	PlaceEveryone Place = "everyone"
	PlaceGroups   Place = "groups"
	PlaceMethods  Place = "methods"

	PlaceClassifier Place = "classifier"
	PlaceGenerator  Place = "generator"
)

// Places are those that the bar names, in the order in which they build on each other.
var Places = []Place{PlaceTable, PlaceCauses, PlacePerson, PlaceEveryone}

// older are the addresses of steps that the page had before it had places.
var older = map[string]Place{
	"data": PlaceTable, "graph": PlaceCauses, "explain": PlacePerson, "case": PlacePerson, "evaluate": PlaceMethods,
	"models": PlaceClassifier,
}

// PlaceOf is what a fragment of an address names; the table where it names nothing.
func PlaceOf(fragment string) Place {
	name, _, _ := CutLink(fragment)
	if p, ok := older[name]; ok {
		return p
	}
	switch p := Place(name); p {
	case PlaceCauses, PlacePerson, PlaceLabel, PlaceEveryone, PlaceGroups, PlaceMethods, PlaceClassifier,
		PlaceGenerator:
		return p
	}
	return PlaceTable
}

// Tab is the place that the bar marks.
func (p Place) Tab() Place {
	switch p {
	case PlaceLabel:
		return PlacePerson
	case PlaceGroups, PlaceMethods:
		return PlaceEveryone
	}
	return p
}

// IsModel reports whether it stands in the drawer.
func (p Place) IsModel() bool { return p == PlaceClassifier || p == PlaceGenerator }

// Topics are what alerts at a place are about. Those about the engine, the project
// and what is kept belong to none: they stay.
func (p Place) Topics() []store.Topic {
	return map[Place][]store.Topic{
		PlaceTable:      {store.TheTable},
		PlaceClassifier: {store.TheClassifier, store.TheImageClassifier},
		PlaceCauses:     {store.TheGraph},
		PlaceGenerator:  {store.TheGenerator, store.TheImageGenerator},
		PlacePerson:     {store.TheRow, store.TheImage},
		PlaceLabel:      {store.TheLabels},
		PlaceEveryone:   {store.TheBatch},
		PlaceGroups:     {store.TheBatch},
		PlaceMethods:    {store.TheEvaluation},
	}[p]
}

// Title is the heading of a place.
func (p Place) Title() string {
	switch p {
	case PlaceCauses:
		return "Causes"
	case PlacePerson:
		return "Person"
	case PlaceLabel:
		return "Label"
	case PlaceEveryone:
		return "Everyone"
	case PlaceGroups:
		return "Groups"
	case PlaceMethods:
		return "Methods"
	case PlaceClassifier:
		return "Classifier"
	case PlaceGenerator:
		return "Generator"
	}
	return "Table"
}
