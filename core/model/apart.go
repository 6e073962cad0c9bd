package model

// Apart says how the counterfactuals of a row must differ from each other.
type Apart uint8

// The ways to differ. OtherWay comes first because it was the only one before there was a choice.
const (
	OtherWay      Apart = iota // other features change, or one goes another way
	OtherFeatures              // the sets of changed features differ
	NothingShared              // no two of them change the same feature
)

// UnlikeAnybody is the share of unusual rows below which an answer counts as unlike any real row of
// its class; see crowd in package project.
const UnlikeAnybody = 0.01
