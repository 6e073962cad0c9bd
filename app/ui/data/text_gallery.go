package data

const (
	textGallery     = "See one that is finished"
	textGalleryHint = "One press, no training: a person, what would have to change, and what is proved of it."
	textNotServed   = "the site does not answer"

	textExhibitCensus       = "Who earns more"
	textExhibitCensusHint   = "A refused person of a sampled census. A degree takes years, so education and age change together."
	textExhibitBoundary     = "A boundary to cross"
	textExhibitBoundaryHint = "Three numbers. The third follows from the first two by a formula, which every answer keeps."
	textExhibitVines        = "Heavier grapes"
	textExhibitDigits       = "Another digit"
	textExhibitDigitsHint   = "A drawn digit and what it would have to look like to be each of the nine others. Draw your own, or paint what has to stay."
	textExhibitVinesHint    = "Thirteen measurements of vines and a published network of 40 causes."
)
