package data

const (
	textOpenHeadline = "Refused. What would have been enough?"
	textOpenLead     = "See a finished answer, or open your own table. Every answer keeps the rules you draw " +
		"and says what is proved."
	textOwnTable = "Your own table"

	textGallery   = "Finished examples"
	textNotServed = "its file arrived incomplete"

	// A test compares the figures with the projects' answers. Changes are between stars, and last the class.
	textExhibitCensus       = "Who earns more"
	textExhibitCensusSays   = "Finish *Prof-school*; you would be *51*. The model then says *>50K*, 87 %. Proved."
	textExhibitBoundary     = "A boundary to cross"
	textExhibitBoundarySays = "Lower x2 to *68.2*; x3 follows. The model then says *1*, 55 %. Nothing is nearer."
	textExhibitVines        = "Heavier grapes"
	textExhibitVinesSays    = "Raise BunchN to *0.8*; seven measurements follow. The model then says *yes*, 55 %."
	textExhibitDigits       = "Another digit"
	textExhibitDigitsSays   = "A 3 turned into any other digit: what is added and what is removed. Or draw your own."
)
