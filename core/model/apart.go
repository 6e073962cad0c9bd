package model

// Apart determines how much the counterfactuals of a row must differ from each other.
type Apart uint8

// The ways to differ. OtherWay comes first because searches behaved this way before there was a
// choice.
const (
	OtherWay      Apart = iota // another feature changes, a number moves the other way, or to another level
	OtherFeatures              // the sets of changed features differ
	NothingShared              // no feature changes in two of them
)

// UnlikeAnybody is the share of real rows of a class below which an answer counts as unlike any
// of them.
const UnlikeAnybody = 0.01
