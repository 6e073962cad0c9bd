package generator

import (
	"fmt"

	"causeway/app/store"
	"causeway/core/wire"
)

// Watching a training.
const (
	textWatchCurve = "Validation rows, at the epoch kept"
	textKeptOf     = "Epoch kept"
	textKeepsHard  = "Keeps every hard rule"
)

func textWatched(w wire.Watched, levels []string) string {
	class := ""
	if w.Target >= 0 && w.Target < len(levels) {
		class = levels[w.Target]
	}
	reached := "After epoch %d its counterfactual does not reach %s."
	if w.Reached {
		reached = "After epoch %d its counterfactual reaches %s."
	}
	return "A validation row with another prediction. " + fmt.Sprintf(reached, w.Epoch, class) +
		fmt.Sprintf(" Of %s validation rows, %s have one that holds.", store.FormatCount(w.Rows),
			store.FormatShare(w.Held))
}
