package data

const (
	textGallery     = "See one that is finished"
	textGalleryHint = "One press, no training."
	textNotServed   = "its file did not arrive whole"

	textExhibitCensus       = "Who earns more"
	textExhibitCensusHint   = "A refused person. A degree takes years, so education and age change together."
	textExhibitBoundary     = "A boundary to cross"
	textExhibitBoundaryHint = "Three numbers: the third follows from two by a formula, which every answer keeps."
	textExhibitVines        = "Heavier grapes"
	textExhibitDigits       = "Another digit"
	textExhibitDigitsHint   = "What a drawn digit would have to look like to be another. Draw your own."
	textExhibitVinesHint    = "Thirteen measurements of vines, and 42 arrows between them from a published network."
)
