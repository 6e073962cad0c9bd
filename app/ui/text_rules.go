package ui

import (
	"fmt"
	"strconv"
	"strings"

	"causeway/app/ui/widget"
	"causeway/core/model"
	"causeway/core/wire"
)

// Methods, rules, proofs and limits.
const (
	textMethodSelect   = "Method"
	textBecomes        = "What the training makes of the graph"
	textNoGraph        = "The graph says nothing yet, so this method learns what BaseVAE does."
	textNoGraphBase    = "BaseVAE needs no graph. Rules that you draw are obeyed by the search all the same."
	textLearnNothing   = "Nothing in the graph has a term for this method, so it learns what BaseVAE does."
	textOutdated       = "The graph was changed after this generator was trained: it learned from another one. Its counterfactuals still keep every hard rule as drawn, but may be fewer."
	textUnlearned      = "This generator learned nothing from the graph: it was trained by a method that takes nothing from it, so no drawing makes it out of date. The search alone keeps the rules, and may find an answer for fewer rows than with a generator that has learned them."
	textOutdatedTitle  = "The generator is out of date"
	textOutOfDate      = "out of date"
	textRetrainWarm    = "Retrain from the present generator"
	textRetrainScratch = "Train from scratch"

	textProof       = "Proof"
	textGivenUp     = "given up for this search"
	textSoftTag     = "soft"
	textOwnRule     = "your own"
	textOldRules    = "The graph or your limits were changed after these were found. Find counterfactuals again to obey them."
	textWhyNone     = "Why none?"
	textWhyRelax    = "Without one of the following there is one, each tried. What you ask for yourself comes first, then rules for everyone, and last what nobody can change."
	textWhyNothing  = "None was found without the rules either, so they alone are not what is in the way."
	textRelax       = "Search without it"
	textDegreeTitle = "Degree of feasibility"

	textLimits       = "Your own limits and difficulty"
	textLimitsHelp   = "They hold for the person explained here, on top of the rules of the graph, and need no training. Counterfactuals that are shown follow at once."
	textClearLimits  = "Clear all limits"
	textOwnRules     = "Rules for this person"
	textNewOwnRule   = "New rule for this person"
	textAddOwnRule   = "Add rule for this person"
	textNoOwnRules   = "None. A rule between features, such as \"if the hours rise, the age may not fall\", can hold for this person alone."
	textMaxChanged   = "Changes at most"
	textMaxHelp      = "Features that may differ. 0 for any number."
	textLimitFrom    = "From"
	textLimitTo      = "To"
	textLimitBy      = "At most ±"
	textNoLimits     = "None are set."
	textCSVKept      = "kept"
	textCSVBroken    = "broken"
	textCSVSilent    = "does not apply"
	textCSVDegree    = "Degree of feasibility"
	textCSVProved    = "Proved"
	textCSVNone      = "there is none"
	textCSVNearest   = "nearest"
	textSampleDrawn  = "Draw the outcome of Simple-BN"
	textDrawnHelp    = "From its probability, as the paper's formula has it. No classifier can then be right much more often than 60 %."
	textSampleOption = "Options of Simple-BN"
)

// methodOptions are the methods that a person can choose for a generator.
func methodOptions() (list []widget.Option) {
	for _, m := range model.Methods() {
		if m.Chosen() {
			list = append(list, widget.Option{Value: string(m), Text: m.Title()})
		}
	}
	return list
}

// textRulesHold says how many rules of the graph a search obeys.
func textRulesHold(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return " The graph's hard rule holds."
	}
	return fmt.Sprintf(" The graph's %d hard rules hold.", n)
}

func textMeaningOf(m model.Method) string {
	e, _ := m.Entry()
	return e.Meaning
}

// Why a method is chosen.
const (
	textFollowsNone = "The method follows the graph. Nothing in it can be learned yet: an edge needs a sign or its effect a mechanism, and only rules of direction have a term. The search obeys every hard rule all the same."
	textChosenSuits = "You chose this method, which is also the one that learns what the graph says."
	textFollowGraph = "Let the graph choose"
)

func textFollows(m model.Method, learned, all int) string {
	return fmt.Sprintf("%s was chosen because of the graph: it learns %d of its %d edges and rules. Choose another method, and that stays.", m.Title(), learned, all)
}

func textChosenOther(suits model.Method, learned, all int) string {
	if learned == 0 {
		return fmt.Sprintf("You chose this method. By the graph it would be %s, as nothing in it can be learned.", suits.Title())
	}
	return fmt.Sprintf("You chose this method, and it stays. By the graph it would be %s, which learns %d of its %d edges and rules.", suits.Title(), learned, all)
}

func textBecomesOf(learned, all int) string {
	return fmt.Sprintf("%s: %d of %d edges and rules", textBecomes, learned, all)
}

// textVerdictTags says of a rule what is not seen from its sentence.
func textVerdictTags(l wire.Law) string {
	var tags []string
	if l.Local {
		tags = append(tags, textOwnRule)
	}
	if l.Soft {
		tags = append(tags, textSoftTag)
	}
	if l.GivenUp {
		tags = append(tags, textGivenUp)
	}
	if len(tags) == 0 {
		return ""
	}
	return " (" + strings.Join(tags, ", ") + ")"
}

// textSilent is a verdict on a rule that says nothing about a change.
func textSilent(verdict string) string {
	_, rule, _ := strings.Cut(verdict, ": ")
	return "Does not apply: " + rule
}

// textSilentRules counts the rules that say nothing about a change.
func textSilentRules(n int) string {
	if n == 1 {
		return "1 rule says nothing about this change"
	}
	return fmt.Sprintf("%d rules say nothing about this change", n)
}

func textReached(class string) string {
	return "Reached: “" + class + "”, predicted again from exactly these values."
}

// textDegree says in words how likely a row is.
func textDegree(degree, factual float64) string {
	word := "very unusual"
	switch {
	case degree >= 0.5:
		word = "as usual as most rows"
	case degree >= 0.1:
		word = "plausible"
	case degree >= 0.01:
		word = "unusual"
	}
	return fmt.Sprintf("%s: %s. By the mechanisms of the graph it is at least as likely as %s of the training rows; the factual is as %s.",
		textDegreeTitle, word, textPercentile(degree), textPercentile(factual))
}

func textPercentile(v float64) string {
	switch {
	case v > 0 && v < 0.01:
		return "less than 1 %"
	case v < 1 && v > 0.99:
		return "99 %"
	}
	return strconv.FormatFloat(100*v, 'f', 0, 64) + " %"
}

func textSearchedWithout(laws []wire.Law) string {
	var list []string
	for _, l := range laws {
		if l.GivenUp {
			list = append(list, strings.TrimSuffix(l.Text, "."))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "For this search alone, given up: " + strings.Join(list, "; ") + "."
}

// textRelaxation says what is given up.
func textRelaxation(r wire.Relaxation, laws []wire.Law) string {
	var list []string
	for _, i := range r.Without {
		if !laws[i].GivenUp {
			list = append(list, strings.TrimSuffix(laws[i].Text, ".")+textVerdictTags(wire.Law{Local: laws[i].Local}))
		}
	}
	if r.Wider {
		list = append(list, fmt.Sprintf("the limit on changes, of which it has %d", r.Row.Changed))
	}
	return strings.Join(list, "; and ")
}

func textRelaxNo(n int) string { return fmt.Sprintf("%s: way %d", textRelax, n) }

func textMoreWays(n int) string {
	return fmt.Sprintf("There are %d more ways, which change more.", n)
}
