package ui

// Label.
const (
	textLabelEmpty = "Labelling starts once a generator is trained."
)
