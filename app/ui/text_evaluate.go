package ui

// Evaluate.
const (
	textEvaluateEmpty = "An evaluation needs a table and a classifier."
)
