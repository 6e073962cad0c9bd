package model

import (
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/form"
	"causeway/core/label"
)

const (
	maxText    = 4_096 // longest name or search, in bytes
	maxFigures = 4_096
	maxPairs   = data.MaxFeatures * (data.MaxFeatures - 1) / 2
	maxRules   = 10_000

	// MaxMS is a century in milliseconds.
	MaxMS = 3.2e12
)

// Names for limits that are used in struct tags of stored types, about tables, graphs and models.
var _ = form.Limits(map[string]float64{
	"features": data.MaxFeatures, "lastFeature": data.MaxFeatures - 1, "efforts": 2 * data.MaxFeatures,
	"columns": data.MaxFeatures + 2,
	"levels":  data.MaxLevels, "lastLevel": data.MaxLevels - 1, // levels of a feature, or classes
	"rows": data.MaxRows, "text": maxText, "where": data.MaxWhere,
	"missing": float64(data.DropRows), "kind": float64(data.Boolean), "gaps": float64(data.FlagGaps),
	"codes": data.MaxCodes, "sign": float64(data.CommaSign), "below": float64(data.BelowBoth),
	"keep": float64(data.KeepComments | data.KeepRepeats | data.KeepTotals),
	"form": float64(causal.Given), "open": causal.Open, "pairs": maxPairs, "rules": maxRules,
	"epochs": MaxEpochs, "ms": MaxMS, "labels": label.MaxLabels, "imageLabels": label.MaxImages, "figures": maxFigures,
	"clarity": float64(AtLeast), "apart": float64(NothingShared),
	"modelColumns": MaxColumns, "tensors": maxTensors,
	"differ": maxDiffer, "rounds": maxRounds, "unmeasured": float64(GoneMethod),
})
