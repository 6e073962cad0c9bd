package kit

import (
	"strings"

	"causeway/app/store"
)

// LinkKey marks the project in an address, after the place: #causes&project=...
const LinkKey = "&project="

// CutLink splits the fragment of an address into the place and the link's content.
func CutLink(fragment string) (place, link string, ok bool) { return strings.Cut(fragment, LinkKey) }

// Place is what the page displays, named as in the address: a place, a mode of a place, or a model in
// the drawer over any place.
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

// Places lists the places in the bar, in the order in which they build on each other.
var Places = []Place{PlaceTable, PlaceCauses, PlacePerson, PlaceEveryone}

// older maps addresses of steps, from versions before the page had places.
var older = map[string]Place{
	"data": PlaceTable, "graph": PlaceCauses, "explain": PlacePerson, "case": PlacePerson, "evaluate": PlaceMethods,
	"models": PlaceClassifier,
}

// PlaceOf returns the place that a fragment names, or the table.
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

// Tab returns the place that the bar marks.
func (p Place) Tab() Place {
	switch p {
	case PlaceLabel:
		return PlacePerson
	case PlaceGroups, PlaceMethods:
		return PlaceEveryone
	}
	return p
}

// IsModel reports whether the place is in the drawer.
func (p Place) IsModel() bool { return p == PlaceClassifier || p == PlaceGenerator }

// Topics returns the topics of alerts at a place. Alerts about the engine, the project and saving
// belong to no place, so they stay.
func (p Place) Topics() []store.Topic {
	return map[Place][]store.Topic{
		PlaceTable:      {store.TheTable},
		PlaceClassifier: {store.TheClassifier},
		PlaceCauses:     {store.TheGraph},
		PlaceGenerator:  {store.TheGenerator},
		PlacePerson:     {store.TheRow},
		PlaceLabel:      {store.TheLabels},
		PlaceEveryone:   {store.TheBatch},
		PlaceGroups:     {store.TheBatch},
		PlaceMethods:    {store.TheEvaluation},
	}[p]
}

// Title returns the heading of a place.
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
