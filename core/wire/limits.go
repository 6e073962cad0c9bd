package wire

import (
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/form"
	"causeway/core/model"
)

// Limits of what a command may ask for.
const (
	MaxPage   = 500
	MaxShown  = 100     // counterfactuals to show
	MaxBudget = 100_000 // latent samples for one row
	MaxEffort = 1_000
	maxText   = 4_096 // bytes of a name or a search
	maxDetail = 65_536
)

// The names of limits in the tags of messages, and of what they are made of.
var _ = form.Limits(map[string]float64{
	"features": data.MaxFeatures, "lastFeature": data.MaxFeatures - 1, "columns": data.MaxFeatures + 1,
	"levels": data.MaxLevels, "lastLevel": data.MaxLevels - 1, // of features and of the outcome: classes
	"leastRows": data.MinRows, "rows": data.MaxRows, "text": maxText, "detail": maxDetail,
	"missing": float64(data.DropRows), "kind": float64(data.Boolean), "gaps": float64(data.FlagGaps), "sign": float64(data.CommaSign),
	"form": float64(causal.Given), "open": causal.Open,
	"pairs": maxPairs, "rules": maxRules, "curve": maxCurve, "alpha": MaxAlpha, "given": MaxGiven, "verdict": float64(Reversed), "way": float64(BToA),
	"epochs": model.MaxEpochs, "ms": maxMS, "page": MaxPage, "shown": MaxShown, "many": MaxMany, "select": MaxSelect, "where": MaxWhere, "seek": MaxSeek,
	"budget": MaxBudget, "boxes": MaxBoxes, "clarity": float64(AtLeast), "effort": MaxEffort, "leastEffort": 1.0 / MaxEffort,
	"share":  1.001, // float32 sums of shares may pass 1
	"labels": maxLabels, "seen": 2 * maxLabels, "cards": MaxCards, "figures": maxFigures, "differ": maxDiffer, "rounds": maxRounds,
	"unmeasured": float64(JudgeOfRound), "modelColumns": MaxModelColumns, "tensors": maxTensors,
})
