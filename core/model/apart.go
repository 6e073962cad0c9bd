package model

// Apart says how different the counterfactuals of a row must be from one another.
type Apart uint8

// The ways to be different. OtherWay comes first, as searches were before there was a
// choice.
const (
	OtherWay      Apart = iota // another feature changes, or a number goes the other way, or to another level
	OtherFeatures              // not the same features change
	NothingShared              // no feature changes in two of them
)

// UnlikeAnybody is the share of real rows of a class below which an answer is like none of
// them.
const UnlikeAnybody = 0.01
