package explain

import (
	"fmt"
	"strconv"
	"strings"

	"causeway/app/ui/kit"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/wire"
)

const (
	textValuePages = "values"
	textProof      = "Proof"
	TextOldRules   = "The graph or your limits have changed since these were found. Find counterfactuals again " +
		"to take them into account."
	textWhyNone    = "Why none?"
	textWhyRelax   = "If you drop one of these rules, an answer exists:"
	TextWhyNothing = "None was found without the rules either, so the rules are not the only obstacle."
	TextLimits     = "Your own limits and difficulty"
	textLimitsHelp = "They apply to this person in addition to the rules of the graph. No retraining is needed, " +
		"and counterfactuals update at once."
	textClearLimits = "Clear all limits"
	textOwnRules    = "Rules for this person"
	textNoOwnRules  = "None yet. A rule between features, such as \"if the hours rise, the age may not fall\", " +
		"can apply to this person alone."
	textLimitFrom  = "From"
	textLimitTo    = "To"
	textLimitBy    = "At most ±"
	textCSVKept    = "kept"
	textCSVBroken  = "broken"
	textCSVSilent  = "does not apply"
	textCSVDegree  = "Degree of feasibility"
	textCSVUsual   = "Share as unusual"
	textCSVProved  = "Proved"
	textCSVRange   = "Works as well, proved"
	textCSVNone    = "there is none"
	textCSVNearest = "nearest"
)

// textRulesHold says how many of all rules of the graph a search obeys.
func textRulesHold(hard, all int) string {
	switch {
	case hard == 0:
		return "You have not stated a hard rule, so anything may change."
	case hard == 1 && all == 1:
		return "The graph's hard rule applies."
	case hard == 1:
		return fmt.Sprintf("The only hard rule among the graph's %d rules applies.", all)
	case hard < all:
		return fmt.Sprintf("%d hard rules among the graph's %d rules apply.", hard, all)
	}
	return fmt.Sprintf("The graph's %d hard rules apply.", hard)
}

// textFollowers names the features that follow, if nothing else limits changes.
func textFollowers(names []string) string {
	switch n := len(names); {
	case n == 1:
		return names[0] + " follows from its causes."
	case n <= 3:
		return kit.And(names) + " follow from their causes."
	default:
		return fmt.Sprintf("%d features follow from their causes.", n)
	}
}

// textSilent is a verdict on a rule that says nothing about a change.
func TextSilent(verdict string) string {
	_, rule, _ := strings.Cut(verdict, ": ")
	return "Does not apply: " + rule
}

// textSilentRules counts the rules that say nothing about a change.
func textSilentRules(n int) string {
	if n == 1 {
		return "1 rule does not apply to this change"
	}
	return fmt.Sprintf("%d rules do not apply to this change", n)
}

func TextReached(class string) string {
	return "Reached: “" + class + "”, predicted again from exactly these values."
}

// textDegree says in words how likely a row is.
func TextDegree(degree, factual float64) string {
	word := "very unusual"
	switch {
	case degree >= 0.5:
		word = "as usual as most rows"
	case degree >= 0.1:
		word = "plausible"
	case degree >= 0.01:
		word = "unusual"
	}
	return fmt.Sprintf("%s: %s. By the mechanisms of the graph it is at least as likely as %s of the training rows; "+
		"the factual, as %s of them.",
		textDegreeTitle, word, textPercentile(degree), textPercentile(factual))
}

// TextUsual says how usual an answer is.
func TextUsual(share float64) string {
	if share < model.UnlikeAnybody {
		return "Unlike anybody in the table."
	}
	return fmt.Sprintf("More usual than %.0f of 100 people.", 100*share)
}

// TextUsualNote says what that means.
func TextUsualNote(class string) string {
	return fmt.Sprintf("“More usual than 30 of 100 people” means: of 100 rows predicted as %s, 30 are at "+
		"least as far from all others.", class)
}

// TextPassed says how many answers are left out.
func TextPassed(n int) string {
	if n == 1 {
		return "One answer is left out because nobody in the table is like it."
	}
	return fmt.Sprintf("%d answers are left out because nobody in the table is like them.", n)
}

// textRelaxation names the relaxed rules.
func textRelaxation(r wire.Relaxation, laws []document.Law) string {
	var list []string
	for _, i := range r.Without {
		if !laws[i].GivenUp {
			list = append(list, strings.TrimSuffix(laws[i].Text, ".")+TextVerdictTags(
				document.Law{Local: laws[i].Local}))
		}
	}
	if r.Wider {
		list = append(list, fmt.Sprintf("the limit on changes, of which it has %d, at a cost of %s", r.Row.Changed,
			kit.FormatNumber(r.Row.Cost)))
	}
	return strings.Join(list, "; and ")
}

func textRelaxNo(n int) string { return fmt.Sprintf("%s: way %d", textRelax, n) }

func textMoreWays(n int) string {
	if n == 1 {
		return "There is 1 more way, which changes more."
	}
	return fmt.Sprintf("There are %d more ways, which change more.", n)
}

const (
	textDegreeTitle = "Degree of feasibility"
	textRelax       = "Search without it"
	textRelaxFixed  = "Nobody can change this. It is listed to show what it costs."
)

func textPercentile(v float64) string {
	switch {
	case v > 0 && v < 0.01:
		return "less than 1 %"
	case v < 1 && v > 0.99:
		return "99 %"
	}
	return strconv.FormatFloat(100*v, 'f', 0, 64) + " %"
}

// textVerdictTags adds what a rule's sentence does not show.
func TextVerdictTags(l document.Law) string {
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

const (
	textGivenUp = "given up for this search"
	textSoftTag = "soft"
	textOwnRule = "your own"
)
