package evaluate

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
	"causeway/core/document"
	"causeway/core/metric"
	"causeway/core/model"
)

// Evaluate.
const (
	textNothingCompared = "No methods have been compared yet."
	textCompare         = "Every method gets the same people."
	textCompared        = "compared"
	textNotRun          = ", not run"
	textNotMeasured     = "not measured"
	textSettingsFold    = "Methods and settings"
	textNumbers         = "Every number"
	textFiguresInSight  = "The methods side by side"

	textHeldUnit    = "share of people, %"
	textChanges     = "Changes"
	textChangesUnit = "features changed"
	textEffort      = "Effort"
	textEffortUnit  = "distance in MADs"
	textLater       = "Holds after retraining"
	textLaterUnit   = "still valid, %"
	textMore        = "more is better"
	textFewer       = "fewer is better"
	textLess        = "less is better"

	textMethods   = "Methods"
	textPeers     = "Other tools"
	textPeersNote = "Each as in its own paper, with its own settings, on the same rows. They know which " +
		"features may not change; they support no other rules."

	textAllHeldOut = "All held-out rows"

	textRunEvaluation           = "Run evaluation"
	TextEvaluationRuns          = "An evaluation is running (see above)."
	textNoMethodChosen          = "Choose at least one method."
	TextEvaluateNeedsClassifier = "Train a classifier first, or choose a classifier for each seed."
	TextExampleNeedsRule        = "Example-based+ learns from rules, and you have not set any. Add a rule, let " +
		"it learn from the labels of this project, or leave it out."
	textNoRulesToJudge = "You have not set any rules, so feasibility is unknown."
	textLabelsToJudge  = "You have not set any rules, so feasibility is only estimated from the labels."

	TextOldEvaluation     = "The graph or the rules have changed. These figures are for the earlier rules."
	textRestOfExperiments = "Run the remaining experiments"
	textFigures           = "Figures of the methods"
	textFiguresRegion     = "Figures of the methods, scrolls sideways"
	textSaveFigures       = "Save as CSV"
	textSaveFiguresXLSX   = "Save as XLSX"
	textFiguresFile       = "evaluation.csv"
	textCharts            = "Side by side"
	textAllFigures        = "All figures"
	TextOtherCharts       = "More figures, including the paper's"
	textCurves            = "Labels and time"

	textFeasibilityShare   = "Feasibility"
	TextEstimate           = "Feasibility, estimated from labels"
	textJudgeRightOf       = "Labels the judge gets right"
	textProximity          = "Proximity of numbers"
	textDistance           = "Distance of numbers"
	textSparsity           = "Features changed"
	textSparsityMedian     = "Features changed, median"
	textCoverage           = "Coverage"
	textRulesKept          = "Keep every rule"
	textDiversity          = "Diversity"
	textIM1                = "IM1"
	textCollapse           = "Category profiles"
	textFollowing          = "Correlation with the row"
	textLikelihood         = "Log-likelihood of effects"
	textCausalEdgeMedian   = "Causal-edge score, median"
	textCausalEdgeMean     = "Causal-edge score, mean"
	textResidual           = "Distance from the mechanism"
	textAllRise            = "S1: effect rises with its causes"
	textAllFall            = "S2: effect falls with its causes"
	textTrainSeconds       = "Training, s"
	textPerThousandSeconds = "1,000 counterfactuals, s"
	textAccuracyOf         = "Classifier's accuracy"
	textBalancedOf         = "Classifier's balanced accuracy"
	textAUCOf              = "Classifier's area under the ROC curve"
	textExplainedRows      = "Rows explained"
	textTimeChart          = "Training time"

	textShownValidityMeaning = "Share of shown rows that reach the target. The search shows only such rows."
	textCoverageMeaning      = "Share of rows with an answer, among those that can have one."
	textRulesKeptMeaning     = "Share of shown rows that keep every rule, checked by separate code."
	textEstimateMeaning      = "Share of counterfactuals judged feasible by a classifier trained on the labels " +
		"of this project. It is the same for every method."
	textJudgeRightMeaning     = "On labels held out from its training. Small differences in its estimates mean little."
	textShownProximityMeaning = "The same for the first row shown, which the search pulls closer."
	textShownCatMeaning       = "Categories that differ in the first row shown."
	textSparsityMedianMeaning = "Half of the rows need at most this many changes."
	textDiversityMeaning      = "How much the answers to one row differ in which features change: 0 means " +
		"identical, 1 nothing in common."
	textAllRiseMeaning = "Share of pairs in which the effect rises, among those in which all causes rise."
	textAllFallMeaning = "Share of pairs in which the effect falls, among those in which all causes fall."
	textOneRuleMeaning = "Share of counterfactuals that keep this rule."
	textIM1Meaning     = "How much counterfactuals look like rows of the target class, compared with the old class. " +
		"Below 1, they look more like the target class."
	textCollapseMeaning = "Different combinations of categories. Very few mean that everybody gets the same " +
		"advice."
	textFollowingMeaning = "Correlation between the numbers of the counterfactual and of its row, within one " +
		"target class. Near 0, the method ignores the person."
	textLikelihoodMeaning = "Mean log-likelihood of the effect given its causes, under the true model. Higher " +
		"is more likely."
	textCausalEdgeMeaning = "The log-likelihood divided by that of the row: 1 means as likely as the row. Which " +
		"direction is better depends on the sign of the row's value, so methods are not ranked by it."
	textCausalEdgeMeanMeaning = "The same as a mean, as in the paper. A single row can dominate it."
	textResidualMeaning       = "Mean distance of the effect from the value its causes imply."
	textTrainSecondsMeaning   = "Time before the first counterfactual. For CEM, REVISE and C-CHVAE, the " +
		"training of their autoencoders."
	textPerThousandMeaning = "After training, on one processor of this computer."
	textAccuracyOfMeaning  = "On held-out rows."
	textBalancedOfMeaning  = "The mean recall of the classes, on held-out rows."
	textAUCOfMeaning       = "How often a row of a class scores higher for that class than a row of another; " +
		"0.5 is chance. With more than two classes, the mean of each class against the rest."
	textExplainedRowsMeaning = "Held: one answer per row. Decoded and soft: three counterfactuals per row (one " +
		"for CEM and other tools). Shown: the first 200 rows."

	textDecodedShort   = "Decoded"
	textSoftShort      = "Soft"
	textShownShort     = "Shown"
	textTrainingDot    = "Training"
	textHigherIsBetter = "higher is better"
	textInMAD          = "usual deviations (MAD), lower is better"
	textPercentMore    = "%, higher is better"
	textSeconds        = "s, lower is better"
	textFeaturesUnit   = "features, fewer is better"
	textLowerIsBetter  = "lower is better"

	textTradeOff   = "Feasibility against proximity"
	TextTradeTitle = "The trade-offs"
	textTradeHow   = "How to read it"
	textTradeNote  = "Higher is more feasible, and further right is closer to the row. Larger marks reach the " +
		"class for more rows; below 95 %, the share is shown beside the name. A filled mark is a setting that " +
		"no other setting beats in both. Settings that reach the class less than four fifths as often as the best " +
		"are never filled, and those that never reach it are not drawn. The ring marks the generator's current " +
		"setting."
	textProximityAxis    = "Proximity"
	textHeldAxis         = "Valid and feasible, %"
	textHeldEstimateAxis = "Valid and estimated feasible, %"
	textBoth             = "Valid and feasible"
	textBothEstimate     = "Valid and estimated feasible"
	textBothMeaning      = "Share of these counterfactuals that reach the class by a feasible change. Hard and " +
		"soft rules count, as in the paper."
	textRobust        = "Holds after retraining"
	textRobustMeaning = "Share of the held answers that still reach the class under ten retrained classifiers. " +
		"Each has its own initial weights and its own sample of the training rows."
	textPlausibility        = "Distance to real rows"
	textPlausibilityMeaning = "How far a held answer is from the five nearest training rows of the class, " +
		"relative to real rows of that class. 1 means as close as a real row; higher means farther away."
	textReachedMeaning  = "Like proximity, but only for rows that reach the class."
	textReachedAxis     = "Proximity of the valid"
	textReachedCatAxis  = "Minus categories changed, of the valid"
	textCatAxis         = "Minus categories changed"
	textFeasibilityAxis = "Feasibility, %"
	TextEstimateAxis    = "Feasibility estimated from labels, %"
	textSettings        = "Settings compared"
	textSettingsRegion  = "Settings compared, scrolls sideways"
	textSetting         = "Setting"
	textForGenerator    = "For the generator"
	textUseSetting      = "Use this setting"
	textInUse           = "in use"

	textLabelCurve = "Feasibility against labels"
	textLabelAxis  = "labels"
	textTimeCurve  = "Time for a number of rows"
	textInputsAxis = "rows"
	textTimeNote   = "Including training, on one processor of this computer."
)

// textSame names the rows on which methods are compared.
func textSame(people, seeds int) string {
	text := "The same people for every method"
	if people > 0 {
		text = "The same " + kit.Plural1(people, "person") + " for every method"
		if people > 1 {
			text = fmt.Sprintf("The same %s people for every method", store.FormatCount(people))
		}
	}
	if seeds == 1 {
		return text + ", one training"
	}
	return fmt.Sprintf("%s; mean and one deviation over %d trainings", text, seeds)
}

// textTrack returns a value of a method in words.
func textTrack(v chart.Value, percent bool) string {
	if v.N == 0 {
		return textNotMeasured
	}
	places := 2
	if percent {
		places = 1
	}
	return figure{places: places}.Write(metric.Summary{Mean: v.Mean, SD: v.SD, N: v.N})
}

func textPeersNotRun(n int) string { return kit.Plural(n, "other tool") }

func textFast(time string) string { return "1,000 people take " + time + "." }

func textMethodName(method string) string { return model.Method(method).Title() }

func textMethodHelp(method string) string {
	e, _ := model.Method(method).Entry()
	return e.Short
}

var TextNothingToLearnFrom = fmt.Sprintf("There is nothing to learn from yet. Add a rule in Causes, or give %d "+
	"verdicts in Label.", store.EnoughLabels)

func textOfClass(level string) string {
	return "Those with “" + level + "” as outcome and prediction"
}

func textMineHelp(m model.Method) string {
	return fmt.Sprintf("For %s, the generator's method. The other methods use settings chosen for tables like this.",
		m.Title())
}

func textExperiments(entrants, seeds int) string {
	if entrants == 1 && seeds == 1 {
		return "1 experiment."
	}
	return fmt.Sprintf("%s experiments, one training each", store.FormatCount(entrants*seeds))
}

func textToldHelp(told bool, decided int) string {
	if told {
		return fmt.Sprintf("%s with a verdict, in rounds of %d. Labelled rows are not explained by any method.",
			kit.Plural1(decided, "label"), store.EnoughLabels)
	}
	return "For demonstration only."
}

func textExampleNeedsLabels(decided int) string {
	return fmt.Sprintf("Example-based+ needs at least %d labels with a verdict, and this project has %s.",
		store.EnoughLabels, store.FormatCount(decided))
}

// textWhoTold says which labels Example-based learned from, and what follows from
// them.
func TextWhoTold(t store.Told) string {
	text := fmt.Sprintf("Example-based+ learned from %s of this project.", kit.Plural1(t.Labels, "label"))
	var names []string
	for _, name := range t.By {
		if name == "" {
			name = "a person without a name"
		}
		names = append(names, name)
	}
	if n := len(names); n > 5 {
		text += fmt.Sprintf(" They are by %s and %d others.", strings.Join(names[:4], ", "), n-4)
	} else if n > 0 {
		text += fmt.Sprintf(" By: %s.", strings.Join(names, ", "))
	}
	return text + " For every method, labelled rows are excluded from the held-out rows."
}

// textJudged says whose estimate of feasibility it is.
func TextJudged(labels int, right float64, taught bool) string {
	text := fmt.Sprintf("“%s” is the estimate of a classifier trained on %s of this project. It gets %s of "+
		"unseen labels right; labelled rows are excluded.",
		TextEstimate, kit.Plural1(labels, "label"), store.FormatShare(right))
	if taught {
		text += " Example-based+ learned from the same labels, which gives it an advantage."
	}
	return text
}

// textEntrant names an entrant beside other methods.
func TextEntrant(e document.Entrant) string {
	if model.Method(e.Method).FromLabels() {
		return textMethodName(e.Method) + ", " + kit.Plural(e.Labels, "label")
	}
	return textMethodName(e.Method)
}

// textChoice names a setting among those of its method.
func textChoice(e document.Entrant) string {
	if e.Weight() == 0 {
		return textMethodName(e.Method)
	}
	return textMethodName(e.Method) + ", weight " + strconv.FormatFloat(e.Weight(), 'g', -1, 64)
}

func textNotAGenerator(e document.Entrant) string {
	if !model.Method(e.Method).Chosen() {
		return "has no generator"
	}
	return "learns in Label"
}

func TextForm(f form) string {
	switch f {
	case answersForm:
		return "Held: the method's own answer, one per row"
	case decodedForm:
		return "Decoded: the outputs rounded to rows, valid or not"
	case softForm:
		return "Soft: the raw outputs, as the paper scores them"
	case shownForm:
		return "Shown: what a search shows a person"
	}
	return "Time and rows"
}

func textFeasibilityMeaning(rules int) string {
	switch rules {
	case 0:
		return "You have not set any rules to check this against."
	case 1:
		return "Share of counterfactuals that keep the rule. If it applies both ways, the harmonic mean of " +
			"rising and falling."
	}
	return fmt.Sprintf("Share of counterfactuals that keep all %d rules.", rules)
}

func TextDone(v store.Evaluation) string {
	done, all := v.Done(), v.Experiments()
	switch {
	case done == 0 && !v.Finished:
		return "The first experiment has not finished yet."
	case done == 0:
		return "No experiment was run."
	case all == 1:
		return "The experiment is done."
	case !v.Finished:
		return fmt.Sprintf("So far, %s of %s experiments are done.", store.FormatCount(done), store.FormatCount(all))
	case done < all:
		return fmt.Sprintf("%s of %s experiments were run. The figures do not include the others.",
			store.FormatCount(done), store.FormatCount(all))
	}
	return fmt.Sprintf("All %s experiments are done.", store.FormatCount(all))
}

func TextSpread(v store.Evaluation) string {
	if len(v.Seeds) == 1 {
		return "With a single seed, a difference may be due to chance."
	}
	if v.Done() < v.Experiments() {
		return "Mean ± standard deviation over the finished seeds. Differences smaller than that mean little."
	}
	return fmt.Sprintf("Mean ± standard deviation over %d seeds. Differences smaller than that mean little.",
		len(v.Seeds))
}

// textChartsNote explains the marks and their limits.
func textChartsNote(v store.Evaluation) string {
	const axes = " Not every axis starts at 0."
	switch {
	case len(v.Seeds) == 1:
		return TextSpread(v) + axes
	case v.Done() < v.Experiments():
		return "Means over the finished seeds. Bars are one standard deviation; differences within them mean " +
			"little." + axes
	}
	return fmt.Sprintf("Means over %d seeds. Bars are one standard deviation; differences within them mean little.",
		len(v.Seeds)) + axes
}

func textBreakEven(name string, k int) string {
	if k == 0 {
		return name + " is faster than CEM from the first row on."
	}
	return fmt.Sprintf("%s is faster than CEM from %s on.", name, kit.Plural1(k, "row"))
}

// textValidOf says for how many rows a setting reaches the class.
func textValidOf(percent float64) string {
	if percent > 0 && percent < 1 {
		return "under 1 % valid"
	}
	return kit.FormatFixed(math.Floor(percent), 0) + " % valid"
}

// textAdvanced summarizes the settings of an evaluation.
func textAdvanced(v document.Evaluation) string {
	return fmt.Sprintf("Advanced: %s from %d on and more", kit.Plural(v.Seeds, "seed"), v.First)
}
