package evaluate

import (
	"slices"
	"strconv"
	"strings"

	"causeway/app/ui/kit"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/metric"
)

// form is the form of counterfactuals that a figure measures.
type form string

const (
	answersForm form = "answers."
	decodedForm form = "decoded."
	softForm    form = "soft."
	shownForm   form = "shown."
	timeForm    form = ""
)

var Forms = []form{answersForm, decodedForm, softForm, shownForm, timeForm}

// figure is one number of an experiment in the table of results.
type figure struct {
	Key, name string
	meaning   string
	percent   bool
	places    int
}

// figuresOf lists the possible figures of a form for a table; rules are those that judged
// feasibility.
func FiguresOf(f form, s data.Schema, rules []causal.Rule) []figure {
	return slices.DeleteFunc(allFigures(f, s, rules), func(x figure) bool {
		switch x.Key[strings.LastIndexByte(x.Key, '.')+1:] {
		case "catChanges", "profiles":
			return !kit.HasCategories(s)
		case "contProximity", "reachedProximity", "correlation":
			return !kit.HasNumbers(s)
		}
		return false
	})
}

func allFigures(f form, s data.Schema, rules []causal.Rule) []figure {
	switch f {
	case answersForm:
		return []figure{
			{"held", kit.TextHeld, textHeldMeaning, true, 1},
			{"reachable", kit.TextReachable, textReachableMeaning, true, 1},
			{"ofReachable", kit.TextOfReachable, kit.TextOfReachableMeaning, true, 1},
			{"untrained.held", textUntrained, textUntrainedMeaning, true, 1},
			{"changes", textSparsity, textHeldChangesMeaning, false, 2},
			{"search.changes", textOfSearch(textSparsity), textOfSearchMeaning, false, 2},
			{"contProximity", textProximity, textHeldProximityMeaning, false, 2},
			{"search.contProximity", textOfSearch(textProximity), textOfSearchMeaning, false, 2},
			{"profiles", textCollapse, textCollapseMeaning, false, 0},
			{"search.profiles", textOfSearch(textCollapse), textOfSearchMeaning, false, 0},
			{"plausibility", textPlausibility, textPlausibilityMeaning, false, 2},
			{"robust", textRobust, textRobustMeaning, true, 1},
			{"untrained.changes", textOfUntrained(textSparsity), textOfUntrainedMeaning, false, 2},
			{"untrained.contProximity", textOfUntrained(textProximity), textOfUntrainedMeaning, false, 2},
			{"untrained.profiles", textOfUntrained(textCollapse), textOfUntrainedMeaning, false, 0},
			{"open", textOpen, textOpenMeaning, false, 0},
		}
	case shownForm:
		return []figure{
			{"coverage", textCoverage, textCoverageMeaning, true, 1},
			{"validity", kit.TextScoreValidity, textShownValidityMeaning, true, 1},
			{"rules", textRulesKept, textRulesKeptMeaning, true, 1},
			{"estimate", TextEstimate, textEstimateMeaning, true, 1},
			{"contProximity", textProximity, textShownProximityMeaning, false, 2},
			{"catChanges", kit.TextScoreCat, textShownCatMeaning, false, 2},
			{"changedMedian", textSparsityMedian, textSparsityMedianMeaning, false, 1},
			{"diversity", textDiversity, textDiversityMeaning, false, 2},
		}
	case timeForm:
		return []figure{
			{"trainS", textTrainSeconds, textTrainSecondsMeaning, false, 1},
			{"per1000S", textPerThousandSeconds, textPerThousandMeaning, false, 3},
			{"accuracy", textAccuracyOf, textAccuracyOfMeaning, true, 1},
			{"balanced", textBalancedOf, textBalancedOfMeaning, true, 1},
			{"auc", textAUCOf, textAUCOfMeaning, false, 3},
			{"judge.right", textJudgeRightOf, textJudgeRightMeaning, true, 1},
			{"explained", textExplainedRows, textExplainedRowsMeaning, false, 0},
		}
	}
	list := []figure{
		{"validity", kit.TextScoreValidity, kit.TextScoreValidityMeaning, true, 1},
		{"feasibility", textFeasibilityShare, textFeasibilityMeaning(len(rules)), true, 1},
		{"estimate", TextEstimate, textEstimateMeaning, true, 1},
		{"s1", textAllRise, textAllRiseMeaning, true, 1},
		{"s2", textAllFall, textAllFallMeaning, true, 1},
	}
	for i, r := range rules {
		if len(rules) > 1 {
			list = append(list, figure{"share." + strconv.Itoa(i+1), r.String(s), textOneRuleMeaning, true, 1})
		}
	}
	list = append(list,
		figure{"contProximity", textProximity, kit.TextScoreContMeaning, false, 2},
		figure{"catChanges", kit.TextScoreCat, kit.TextScoreCatMeaning, false, 2},
	)
	if f == softForm {
		return append(list, figure{"im1", textIM1, textIM1Meaning, false, 2})
	}
	return append(list,
		figure{"held", textBoth, textBothMeaning, true, 1},
		figure{"heldEstimate", textBothEstimate, textBothMeaning, true, 1},
		figure{"reachedProximity", textReachedAxis, textReachedMeaning, false, 2},
		figure{"robust", textRobust, textRobustMeaning, true, 1},
		figure{"plausibility", textPlausibility, textPlausibilityMeaning, false, 2},
		figure{"changed", textSparsity, kit.TextScoreChangedMeaning, false, 2},
		figure{"logLikelihood", textLikelihood, textLikelihoodMeaning, false, 2},
		figure{"causalEdgeMedian", textCausalEdgeMedian, textCausalEdgeMeaning, false, 2},
		figure{"causalEdge", textCausalEdgeMean, textCausalEdgeMeanMeaning, false, 2},
		figure{"residual", textResidual, textResidualMeaning, false, 3},
		figure{"im1", textIM1, textIM1Meaning, false, 2},
		figure{"profiles", textCollapse, textCollapseMeaning, false, 0},
		figure{"correlation", textFollowing, textFollowingMeaning, false, 2},
	)
}

// title is the name with its unit.
func (f figure) Title() string {
	if f.percent {
		return f.name + ", %"
	}
	return f.name
}

// write is a figure's mean and spread as people read it.
func (f figure) Write(s metric.Summary) string {
	if s.N == 0 {
		return "–"
	}
	times := 1.0
	if f.percent {
		times = 100
	}
	text := kit.FormatFixed(times*s.Mean, f.places)
	if s.N > 1 {
		text += " ± " + kit.FormatFixed(times*s.SD, f.places)
	}
	return text
}
