package generator

import (
	"math"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/wire"
)

// Score is a line of the scores: its name, the figure of decoded rows, and what it means.
type Score struct{ Name, Decoded, Meaning string }

// outcomes shows the results of the rows whose answers were compared with the search's.
func outcomes(a model.Answers) app.UI {
	if a.Rows == 0 {
		return app.Div().Hidden(true)
	}
	held, can := int(math.Round(float64(a.Held*float64(a.Rows)))), int(math.Round(float64(a.Reachable*float64(a.Rows))))
	return chart.Parts(textOutcomes(a.Rows), []chart.Part{
		{Name: textPartHeld, Count: held, Tone: "full"}, {Name: textPartMissed, Count: can - held, Tone: "lacking"},
		{Name: textPartOpen, Count: a.Open, Tone: "open"},
		{Name: textPartNone, Count: a.Rows - can - a.Open, Tone: "empty"}})
}

// HeldScores returns how many counterfactuals hold, how near they are, and what a search finds for the
// same rows.
func HeldScores(r wire.GeneratorTrained, s data.Schema) []Score {
	a := r.Answers
	if a.Rows == 0 {
		return []Score{{kit.TextHeld, "–", textHeldUnknown}}
	}
	list := []Score{
		{kit.TextHeld, store.FormatShare(a.Held), textHeldMeaning(a.Rows)},
		{kit.TextReachable, store.FormatShare(a.Reachable), textReachableMeaning(a.Open)},
	}
	if a.Reachable > 0 {
		list = append(list, Score{kit.TextOfReachable, store.FormatShare(a.Held / a.Reachable),
			kit.TextOfReachableMeaning})
	}
	if a.Profiles == 0 {
		return list
	}
	list = append(list, Score{textHeldChanges, kit.FormatNumber(a.Changes),
		textBySearch(kit.FormatNumber(a.SearchChanges))})
	if kit.HasNumbers(s) {
		list = append(list, Score{textHeldCont, kit.FormatNumber(a.ContProximity),
			textBySearch(kit.FormatNumber(a.SearchContProximity))})
	}
	if kit.HasCategories(s) {
		list = append(list, Score{textHeldProfiles, store.FormatCount(a.Profiles),
			textBySearch(store.FormatCount(a.SearchProfiles))})
	}
	return list
}
