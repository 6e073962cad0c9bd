package graph

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/wire"
)

// Texts about the evidence from the data.
const (
	textEvidence       = "Against the data"
	TextEvidenceNone   = "Draw an edge or add a rule to check it against the training rows."
	TextEvidenceBusy   = "Checking the graph against the training rows."
	textInData         = "In the data"
	textDoubts         = "Contradicted edges"
	TextFailing        = "Independences that fail"
	textFailingMeaning = "An edge or a common cause may be missing."
	textSearchEdges    = "Search for edges"
	textSearchHint     = "Tests every pair of features. You choose which edges to add."
	textSearchProgress = "Search for edges"
	textSuggested      = "Suggested edges"
	textNoSuggestion   = "The search found no edges beyond those drawn."
	TextSuggestedAdded = "All suggested edges are drawn."
	textInterval99     = "Correlation, with its 99 % interval"
	textPlotRows       = "training rows"
	textLegendDoubt    = "the data contradict it"
	textLegendGhost    = "not drawn, but these two depend on each other in the training rows; “add?” draws it"
)

func textDoubtOf(cause string) string { return "the data contradict the edge from " + cause }

// edgeArrow names an edge.
func edgeArrow(s data.Schema, from, to int) string {
	return nodeName(s, from) + " → " + nodeName(s, to)
}

// textDependence returns a strength in words, such as "partial correlation +0.83
// given x2".
func textDependence(s data.Schema, d causal.Dependence, given []int) string {
	what := "association "
	if d.Signed {
		if what = "correlation "; len(given) > 0 {
			what = "partial correlation "
		}
	}
	return what + textStrength(d) + textGiven(s, given)
}

func textStrength(d causal.Dependence) string {
	if d.Signed {
		return signedNumber(d.Strength)
	}
	return strconv.FormatFloat(math.Abs(d.Strength), 'f', 2, 64)
}

func signedNumber(v float64) string {
	text := strconv.FormatFloat(math.Abs(v), 'f', 2, 64)
	switch {
	case v < 0:
		return "−" + text
	case v > 0:
		return "+" + text
	}
	return text
}

// textGiven names the given features, or counts them if there are many.
func textGiven(s data.Schema, given []int) string {
	if len(given) == 0 {
		return ""
	}
	if len(given) > 4 {
		return fmt.Sprintf(" given %d others", len(given))
	}
	names := make([]string, len(given))
	for i, v := range given {
		names[i] = nodeName(s, v)
	}
	return " given " + textList(names)
}

// textList joins names as a sentence does.
func textList(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

func textChance(p float64) string {
	if p < 0.001 {
		return "p < 0.001"
	}
	return "p = " + strconv.FormatFloat(p, 'f', 3, 64)
}

// textVerdict returns the evidence about an edge.
func textVerdict(s data.Schema, e causal.CheckedEdge) string {
	from, to := nodeName(s, e.From), nodeName(s, e.To)
	switch e.Verdict {
	case causal.Agrees:
		return "Agrees with the data"
	case causal.Unclear:
		return "No dependence found, but there are too few rows to tell"
	case causal.Against:
		moves := "falls"
		if e.Dependence.Strength > 0 {
			moves = "rises"
		}
		return fmt.Sprintf("Contradicted: %s %s when %s rises", to, moves, from)
	case causal.OneLife:
		return "This is about how one row changes over time, which other rows cannot show"
	case causal.Unrelated:
		return fmt.Sprintf("Contradicted: %s does not depend on %s", to, from)
	case causal.Unsure:
		return fmt.Sprintf("Cannot tell: %s depends on %s, but the rows do not show the direction", to, from)
	case causal.Reversed:
		return fmt.Sprintf("Contradicted: %s looks like an effect of %s, not a cause", from, to)
	}
	return "Cannot be tested: too few rows, or no variation left"
}

// textEdgeData describes all evidence about an edge in a sentence.
func textEdgeData(s data.Schema, e causal.CheckedEdge, given []int) string {
	if e.Verdict == causal.Untested {
		return textVerdict(s, e) + "."
	}
	return fmt.Sprintf("%s: %s, %s.", textVerdict(s, e),
		textDependence(s, e.Dependence, given)+textInterval(e.Dependence), textChance(e.Dependence.P))
}

// textInterval writes the interval of a signed strength.
func textInterval(d causal.Dependence) string {
	if d.Low >= d.High {
		return ""
	}
	return fmt.Sprintf(", 99 %%: %s to %s", signedNumber(d.Low), signedNumber(d.High))
}

// textEdgeCell describes an edge in a few words.
func textEdgeCell(s data.Schema, e causal.CheckedEdge) string {
	strength := strconv.FormatFloat(math.Abs(e.Dependence.Strength), 'f', 2, 64)
	if e.Dependence.Signed {
		strength = signedNumber(e.Dependence.Strength)
	}
	switch e.Verdict {
	case causal.Agrees:
		return "Agrees, " + strength
	case causal.Unsure:
		return "Cannot tell the sign, " + strength
	case causal.Unclear:
		return "Too few rows to tell"
	case causal.Untested:
		return "Cannot be tested"
	case causal.OneLife:
		return "About one row over time, " + strength
	}
	return textVerdict(s, e) + ", " + strength
}

// textChecked summarizes a check and its limits.
func textChecked(m wire.GraphChecked) string {
	doubts := 0
	for _, e := range m.Edges {
		if e.Verdict.Contradicts() {
			doubts++
		}
	}
	var parts []string
	switch n := len(m.Edges); {
	case n == 0:
	case doubts == 0:
		parts = append(parts, "No edge is contradicted.")
	case n == 1:
		parts = append(parts, "The edge is contradicted.")
	case doubts == 1:
		parts = append(parts, fmt.Sprintf("1 of %d edges is contradicted.", n))
	default:
		parts = append(parts, fmt.Sprintf("%d of %d edges are contradicted.", doubts, n))
	}
	if m.Tests > 0 && len(m.Edges) > 0 {
		parts = append(parts, textIndependences(m.Tests, len(m.Missing)+m.Weak+m.More))
		if m.Weak > 0 {
			parts = append(parts, fmt.Sprintf("%d with a weak dependence are not listed.", m.Weak))
		}
	}
	return strings.Join(append(parts, fmt.Sprintf("Linear tests on %s. Rows can contradict a drawing but never "+
		"confirm it.",
		kit.Plural1(m.Rows, "training row"))), " ")
}

// textIndependences says which independences hold if all edges are drawn, and whether the
// rows agree. Missing edges never restrict an answer.
func textIndependences(tests, fail int) string {
	text := fmt.Sprintf("If no edge is missing, %s are independent given their causes, ", kit.Plural(tests, "pair"))
	if tests == 1 {
		text = "If no edge is missing, 1 pair is independent given its causes, "
	}
	switch {
	case tests == 1 && fail == 0:
		return text + "and it is."
	case tests == 1:
		return text + "and it is not."
	case fail == 0:
		return text + "and all are."
	case fail == 1:
		return text + "and 1 is not."
	}
	return text + fmt.Sprintf("and %d are not.", fail)
}

// textMissingEdge says which independence fails and how.
func textMissingEdge(s data.Schema, m causal.MissingEdge) string {
	text := fmt.Sprintf("%s and %s: %s.", nodeName(s, m.A), nodeName(s, m.B), textDependence(s, m.Dependence, m.Given))
	if m.Effect < 0 {
		return text
	}
	effect := nodeName(s, m.Effect)
	return text + fmt.Sprintf(" Without %s they are independent, so %s looks like an effect of both.", effect, effect)
}

// textSuggestion says what a search found.
func textSuggestion(s data.Schema, f causal.Suggestion) string {
	d := textDependence(s, f.Dependence, nil)
	if f.Directed {
		return fmt.Sprintf("%s: %s or stronger, whatever else is given.", edgeArrow(s, f.From, f.To), d)
	}
	return fmt.Sprintf("%s — %s: %s or stronger, whatever else is given. The rows do not show the "+
		"direction.",
		nodeName(s, f.From), nodeName(s, f.To), d)
}

func textAddArrow(s data.Schema, from, to int) string { return "Add edge " + edgeArrow(s, from, to) }

// textDrawGhost returns the label of a ghost's button.
func textDrawGhost(s data.Schema, from, to int) string { return "Draw " + edgeArrow(s, from, to) }

func textReverseArrow(s data.Schema, from, to int) string {
	return "Reverse edge " + edgeArrow(s, from, to)
}

// textEdgeSearch returns the progress of a search.
func textEdgeSearch(s store.GraphSearch) string {
	p := s.Progress
	switch {
	case s.Phase == store.Canceling:
		return "ending"
	case !s.HasProgress:
		return "beginning"
	case p.Given == 0:
		return fmt.Sprintf("pair %s of %s", store.FormatCount(p.Done), store.FormatCount(p.Total))
	}
	return fmt.Sprintf("given %d at once, pair %s of %s", p.Given, store.FormatCount(p.Done),
		store.FormatCount(p.Total))
}

// textSearched summarizes a search.
func textSearched(m wire.GraphSuggested) string {
	text := fmt.Sprintf("%s on %s.", kit.Plural1(m.Tests, "test"), kit.Plural1(m.Rows, "training row"))
	if m.Bounded {
		text += " Not everything could be tested, so a longer test may drop some of these."
	}
	if m.More > 0 {
		text += " " + textWeakerLeft(m.More)
	}
	return text
}

func textWeakerLeft(n int) string {
	if n == 1 {
		return "1 weaker one is not listed."
	}
	return store.FormatCount(n) + " weaker ones are not listed."
}

// textPlot describes the plot of a mechanism.
func textPlot(s data.Schema, p wire.EdgePlot) string {
	what := "A straight line for display only: the effect has no mechanism yet."
	if !p.Fitted {
		what = [...]string{"The fitted line.", "The fitted network.", "The formula."}[p.Form]
	}
	y := p.CurveY
	if n := len(y); n > 1 {
		what += fmt.Sprintf(" Over %s it goes from %s to %s.", nodeName(s, p.From), kit.FormatNumber(y[0]),
			kit.FormatNumber(y[n-1]))
	}
	return what + fmt.Sprintf(" All causes together explain %s of the variance. The residual has a standard "+
		"deviation of %s.",
		store.FormatShare(p.Explained), kit.FormatNumber(p.Deviation))
}

func textPlotTitle(s data.Schema, p wire.EdgePlot) string {
	return nodeName(s, p.To) + " by " + nodeName(s, p.From)
}

func textPlotCurve(p wire.EdgePlot) string {
	if p.Fitted {
		return "straight line"
	}
	return "mechanism"
}

// textSanity says how often rows break a rule.
func TextSanity(m wire.GraphChecked, r wire.RuleShare) string {
	if m.Pairs == 0 {
		return ""
	}
	share := kit.Capital(sharePart(r.Broken, m.Pairs))
	if r.FoundBroken == 0 { // answers keep hard rules anyway
		return share + " of the nearest rows of another class break it."
	}
	return fmt.Sprintf("%s of the nearest rows of another class and %d of %s break it.", share, r.FoundBroken,
		kit.Plural(m.Found, "answer"))
}

// textBroken is TextSanity in a few words.
func textBroken(m wire.GraphChecked, r wire.RuleShare) string {
	if r.FoundBroken == 0 {
		return fmt.Sprintf("%s break it.", kit.Capital(sharePart(r.Broken, m.Pairs)))
	}
	return fmt.Sprintf("%s and %d of %s break it.", kit.Capital(sharePart(r.Broken, m.Pairs)), r.FoundBroken,
		kit.Plural(m.Found, "answer"))
}

// sharePart returns a share in whole percent, never rounded to 0 or 100.
func sharePart(part, of int) string {
	p := math.Round(100 * float64(part) / float64(of))
	switch {
	case part == 0:
		return "none"
	case p < 1:
		return "under 1 %"
	case part < of && p > 99:
		return "over 99 %"
	}
	return strconv.FormatFloat(p, 'f', 0, 64) + " %"
}
