package wire

import (
	"causeway/core/data"
	"causeway/core/form"
	"causeway/core/label"
)

// Limits of what a command may ask for.
const (
	MaxPage   = 500
	MaxShown  = 100     // counterfactuals to show
	MaxPins   = 10      // counterfactuals of a row that are pinned
	MaxBudget = 100_000 // latent samples for one row
	MaxEffort = 1_000
	MaxMapped = 100      // values of a feature on a map
	maxPoints = 1_000    // rows on a map
	maxGroups = 50 * 512 // levels of categories that a black box is measured by
	maxDetail = 65_536
)

// The names of limits in the tags of messages, beside those of package model.
var _ = form.Limits(map[string]float64{
	"leastRows": data.MinRows, "detail": maxDetail, "curve": maxCurve, "alpha": MaxAlpha, "given": MaxGiven,
	"verdict": float64(Unsure), "way": float64(BToA),
	"page": MaxPage, "shown": MaxShown, "pins": MaxPins, "many": MaxMany, "actions": MaxActions, "proofs": MaxProofs, "select": MaxSelect, "seek": MaxSeek, "weighed": MaxWeighed,
	"budget": MaxBudget, "boxes": MaxBoxes, "effort": MaxEffort, "leastEffort": 1.0 / MaxEffort,
	"share":  1.001, // float32 sums of shares may pass 1
	"mapped": MaxMapped, "groups": maxGroups, "points": maxPoints,
	"seen": 2 * label.MaxLabels, "cards": MaxCards,
})
