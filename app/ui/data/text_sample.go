package data

const (
	TextProblem     = "Problem"
	textSampleDrawn = "Draw the outcome of Simple-BN"
	textDrawnHelp   = "From its probability, as the paper's formula has it. No classifier can then be right much " +
		"more often than 60 %."
)
