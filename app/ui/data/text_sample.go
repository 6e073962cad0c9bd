package data

const (
	TextProblem     = "Problem"
	textSampleDrawn = "Draw the outcome of Simple-BN"
	textDrawnHelp   = "From its probability, as in the paper's formula. No classifier can then be right much above " +
		"60 %."
)
