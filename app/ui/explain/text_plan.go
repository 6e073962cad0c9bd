package explain

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/wire"
)

const (
	TextPlanNote = "In a plan causes come first. Cost: changes of numbers in usual deviations (MAD), and a half for " +
		"each category, times how hard you say they are. What follows costs nothing. The steps say what the model " +
		"would answer on the way, not how long anything takes unless a rule does."

	textCarriedNone = "Effects that follow cannot be changed themselves. On the graph each can be set to “Free” or " +
		"“Follows and can be changed”."
)

// TextPlan counts the steps of a counterfactual.
func TextPlan(c wire.Counterfactual) string { return "Plan: " + kit.Plural(len(c.Plan), "step") }

// StepPhrases say what is done in a step, what follows from it, what a rule says of the
// time that it takes, and what the model says then.
func StepPhrases(s data.Schema, factual []float64, c wire.Counterfactual, i int) []kit.Phrase {
	st, before := c.Plan[i], factual
	if i > 0 {
		before = c.Plan[i-1].Row
	}
	after := st.Row
	// The base of the whole tells what a step does on top of what follows, where it ends there.
	d, whole := store.Deeds{Factual: before, Values: after, Base: slices.Clone(before)},
		store.Following{}.Deeds(factual, c)
	for _, j := range st.Does {
		if whole.OnTop(j) && after[j] == whole.Values[j] {
			d.Base[j] = whole.Base[j]
		}
	}
	out := kit.DeedPhrases(s, d, st.Does, st.Follows)
	for _, w := range st.Waits {
		out = append(out, waitPhrases(s, factual, c, w)...)
	}
	out = append(out, kit.Phrase{Text: " The model would then say "},
		kit.Phrase{Text: "“" + s.Outcome.Format(float64(st.Class)) + "”", Role: kit.Decided})
	if share := ShareOf(wire.Counterfactual{Class: st.Class, Shares: st.Shares}); share != "" {
		out = append(out, kit.Phrase{Text: ", " + share})
	}
	return append(out, kit.Phrase{Text: "."})
}

// waitPhrases say how much an effect moves meanwhile, by a rule with a rate.
func waitPhrases(s data.Schema, factual []float64, c wire.Counterfactual, w causal.Wait) []kit.Phrase {
	cause, effect := s.Features[w.Cause], s.Features[w.Effect]
	way := " rises"
	if w.Falls {
		way = " falls"
	}
	each := "unit"
	if !cause.Kind.Numeric() {
		each = "level"
	}
	size := func(v float64) string { return effect.With(strconv.FormatFloat(math.Round(1e6*v)/1e6, 'f', -1, 64)) }
	here := math.Abs(c.Row[w.Effect] - factual[w.Effect])
	text := fmt.Sprintf("%s by at least %s: a rule asks for %s for each %s of %s", way, size(w.Least), size(w.Rate),
		each, cause.Name)
	if effect.Kind.Numeric() && here > w.Least {
		text = fmt.Sprintf("%s by %s, and at least %s: a rule asks for %s for each %s of %s", way, size(here),
			size(w.Least), size(w.Rate), each, cause.Name)
	}
	return []kit.Phrase{{Text: " Meanwhile "}, {Text: effect.Name, Role: kit.Quoted}, {Text: text + "."}}
}

// TextStepCost says what a step costs, of all.
func TextStepCost(c wire.Counterfactual, i int) string {
	st := c.Plan[i]
	text := fmt.Sprintf("Step %d of %d costs %s of %s.", i+1, len(c.Plan), kit.FormatNumber(st.Cost),
		kit.FormatNumber(c.Cost))
	if !st.Kept {
		text += " The row after it breaks a rule, which the steps after it mend."
	}
	return text
}
