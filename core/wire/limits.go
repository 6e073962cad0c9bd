package wire

import "causeway/core/form"

// Limits of what a command may ask for.
const (
	MaxShown  = 100         // counterfactuals to show
	MaxPins   = 10          // counterfactuals of a row that are pinned
	MaxMapped = 100         // values of a feature on a map
	MaxBoxes  = 100_000_000 // of a complete search
	maxBudget = 100_000     // latent samples for one row
	maxEffort = 1_000
)

// The names of limits in the tags of what is kept of messages, beside those of package model.
var _ = form.Limits(map[string]float64{
	"shown": MaxShown, "pins": MaxPins, "many": MaxMany, "actions": MaxActions, "proofs": MaxProofs,
	"select": MaxSelect,
	"budget": maxBudget, "boxes": MaxBoxes, "effort": maxEffort, "leastEffort": 1.0 / maxEffort,
})
