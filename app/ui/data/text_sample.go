package data

const (
	TextProblem     = "Problem"
	textSampleDrawn = "Draw the outcome of Simple-BN"
	textDrawnHelp   = "Drawn from its probability, as in the paper's formula. No classifier can then be right " +
		"much more often than 60 %."
)
