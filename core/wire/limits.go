package wire

import "causeway/core/form"

// Limits of the values in a command.
const (
	MaxShown  = 100         // counterfactuals to show
	MaxPins   = 10          // pinned counterfactuals of a row
	MaxMapped = 100         // values of a feature on a map
	MaxBoxes  = 100_000_000 // for a complete search
	maxBudget = 100_000     // latent samples for one row
	maxEffort = 1_000
)

// These are the limits that tags of stored messages name, besides those of package model.
var _ = form.Limits(map[string]float64{
	"shown": MaxShown, "pins": MaxPins, "many": MaxMany, "actions": MaxActions, "proofs": MaxProofs,
	"select": MaxSelect,
	"budget": maxBudget, "boxes": MaxBoxes, "effort": maxEffort, "leastEffort": 1.0 / maxEffort,
})
