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

	textHeldUnit    = "people whose answer is held, %"
	textChanges     = "Changes"
	textChangesUnit = "features changed"
	textEffort      = "Effort"
	textEffortUnit  = "usual deviations moved"
	textLater       = "Holds later"
	textLaterUnit   = "once the classifier is retrained, %"
	textMore        = "more is better"
	textFewer       = "fewer is better"
	textLess        = "less is better"

	textMethods   = "Methods"
	textPeers     = "Other tools"
	textPeersNote = "Each from its own paper, with its own settings, on the same rows. They receive which features " +
		"may not change and support no other rule."

	textAllHeldOut = "All held-out rows"

	textRunEvaluation           = "Run evaluation"
	TextEvaluationRuns          = "An evaluation is running above."
	textNoMethodChosen          = "Choose at least one method."
	TextEvaluateNeedsClassifier = "This needs a trained classifier, or a classifier for each seed."
	TextExampleNeedsRule        = "Example-based+ learns what is feasible from rules, and none is stated. State one, " +
		"let it learn from the labels of this project, or leave it out."
	textNoRulesToJudge = "No rule is stated, so feasibility is not known."
	textLabelsToJudge  = "No rule is stated, so feasibility is only estimated, from the labels."

	TextOldEvaluation     = "The graph, or what it judges, has changed since. These figures are for the earlier rules."
	textRestOfExperiments = "Run the remaining experiments"
	textFigures           = "Figures of the methods"
	textFiguresRegion     = "Figures of the methods, scrolls sideways"
	textSaveFigures       = "Save as CSV"
	textSaveFiguresXLSX   = "Save as XLSX"
	textFiguresFile       = "evaluation.csv"
	textCharts            = "Side by side"
	textAllFigures        = "All figures"
	TextOtherCharts       = "More figures, also the paper's"
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
	textFollowing          = "Tracks its row"
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

	textShownValidityMeaning = "Share of shown rows that reach the target. The search shows no other."
	textCoverageMeaning      = "Share of rows that can have an answer and got one. Other rows do not count."
	textRulesKeptMeaning     = "Share of shown rows that keep every rule, judged by separate code."
	textEstimateMeaning      = "Share of counterfactuals that a judge finds feasible. It learned from the labels of " +
		"this project and is the same for every method."
	textJudgeRightMeaning = "For labels left out while it learned from the others. A small difference in its " +
		"estimates means little."
	textShownProximityMeaning = "The same for the first row shown: the search pulls it close."
	textShownCatMeaning       = "Categories that differ in the first row shown."
	textSparsityMedianMeaning = "Half of the rows need no more changes than this."
	textDiversityMeaning      = "How far the sets of changed features of one row's answers differ: 0 identical, 1 " +
		"nothing in common."
	textAllRiseMeaning = "Share of pairs whose effect rises, among those whose causes all rise."
	textAllFallMeaning = "Share of pairs whose effect falls, among those whose causes all fall."
	textOneRuleMeaning = "Share of counterfactuals that keep this rule."
	textIM1Meaning     = "How much they look like rows of the target class, compared with the old one. Below 1: " +
		"more like the target."
	textCollapseMeaning = "Different combinations of categories. Very few mean that everybody gets the same " +
		"advice."
	textFollowingMeaning = "Correlation of the counterfactual's numbers with its row's, among those of one " +
		"target. Near 0 ignores the person."
	textLikelihoodMeaning = "Mean log-likelihood of the effect given its causes, by the true model. Higher is " +
		"likelier."
	textCausalEdgeMeaning = "The log-likelihood divided by the row's own: 1 is as likely as the row. Which way is " +
		"better depends on the sign of the row's, so it cannot be ranked."
	textCausalEdgeMeanMeaning = "The same, as in the paper. A single row can decide a mean."
	textResidualMeaning       = "Mean distance of the effect from the value its causes imply."
	textTrainSecondsMeaning   = "Before the first counterfactual. For CEM, REVISE, C-CHVAE: their auto-encoders."
	textPerThousandMeaning    = "Once trained, on one processor of this computer."
	textAccuracyOfMeaning     = "On held-out rows."
	textBalancedOfMeaning     = "The mean share of each class that is right, on held-out rows."
	textAUCOfMeaning          = "How often a row of a class scores higher for it than a row of another; 0.5 is " +
		"chance. With more classes, the mean of each against the others."
	textExplainedRowsMeaning = "Held: one answer each. Decoded and soft: three counterfactuals, one for CEM and " +
		"other tools. Shown: the first 200 rows."

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
	textTradeNote  = "Further up is more feasible, further right is nearer to the row, and the larger a mark, the " +
		"more rows reach the class; below 95 % the share is beside the name. A filled mark is a setting that no " +
		"other beats in both; one that reaches the class less than four fifths as often as the best cannot win by " +
		"being near. One that never reaches it is not drawn. The ring marks the generator's present setting."
	textProximityAxis    = "Proximity"
	textHeldAxis         = "Valid and feasible, %"
	textHeldEstimateAxis = "Valid and estimated feasible, %"
	textBoth             = "Valid and feasible"
	textBothEstimate     = "Valid and estimated feasible"
	textBothMeaning      = "Share of these counterfactuals that reach the class by a feasible change: hard and " +
		"soft rules, counted as in the paper."
	textRobust        = "Holds after retraining"
	textRobustMeaning = "How many of the held answers still reach the class under ten retrained classifiers, each " +
		"with its own start and its own sample of the training rows."
	textPlausibility        = "Distance to real rows"
	textPlausibilityMeaning = "How far the five nearest training rows of the class are from a held answer, " +
		"relative to real rows of that class. 1 is as near as real rows; more is farther."
	textReachedMeaning  = "As proximity, only for rows that reach the class."
	textReachedAxis     = "Proximity of the valid"
	textReachedCatAxis  = "Minus categories changed, of the valid"
	textCatAxis         = "Minus categories changed"
	textFeasibilityAxis = "Feasibility, %"
	TextEstimateAxis    = "Feasibility estimated from labels, %"
	textSettings        = "Settings that were compared"
	textSettingsRegion  = "Settings that were compared, scrolls sideways"
	textSetting         = "Setting"
	textForGenerator    = "For the generator"
	textUseSetting      = "Use this setting"
	textInUse           = "in use"

	textLabelCurve = "Feasibility against labels"
	textLabelAxis  = "labels"
	textTimeCurve  = "Time for a number of rows"
	textInputsAxis = "rows"
	textTimeNote   = "Training included, on one processor of this computer."
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

// textTrack is a value of a method in words.
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

var TextNothingToLearnFrom = fmt.Sprintf("There is nothing to learn from yet: add a rule in Causes, or give %d "+
	"verdicts in Label.", store.EnoughLabels)

func textOfClass(level string) string { return "Those that are “" + level + "”, and predicted so" }

func textMineHelp(m model.Method) string {
	return fmt.Sprintf("For %s, the generator's method. The others use settings chosen for such tables.",
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
		return fmt.Sprintf("%s with a verdict, in rounds of %d. No method explains a labelled row.",
			kit.Plural1(decided, "label"), store.EnoughLabels)
	}
	return "Only a demonstration."
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
	return text + " For every method, the labelled rows are left out of the held-out rows."
}

// textJudged says whose estimate of feasibility it is.
func TextJudged(labels int, right float64, taught bool) string {
	text := fmt.Sprintf("“%s” is the opinion of a judge that learned from %s of this project. It gets %s of unseen "+
		"labels right; labelled rows do not count.",
		TextEstimate, kit.Plural1(labels, "label"), store.FormatShare(right))
	if taught {
		text += " It learned from the same labels as Example-based+, which favours that method."
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
		return "Held: the method's own single answer for a row"
	case decodedForm:
		return "Decoded: the outputs as rounded rows, valid or not"
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
		return "No rule exists to judge it by."
	case 1:
		return "Share of counterfactuals that keep the rule; if it works both ways, the harmonic mean of rising " +
			"and falling."
	}
	return fmt.Sprintf("Share of counterfactuals that keep all %d rules.", rules)
}

func TextDone(v store.Evaluation) string {
	done, all := v.Done(), v.Experiments()
	switch {
	case done == 0 && !v.Finished:
		return "The first experiment has not finished yet."
	case done == 0:
		return "No experiment was done."
	case all == 1:
		return "The experiment is done."
	case !v.Finished:
		return fmt.Sprintf("So far: %s of %s experiments are done.", store.FormatCount(done), store.FormatCount(all))
	case done < all:
		return fmt.Sprintf("%s of %s experiments were done; the others are not in these figures.",
			store.FormatCount(done), store.FormatCount(all))
	}
	return fmt.Sprintf("All %s experiments are done.", store.FormatCount(all))
}

func TextSpread(v store.Evaluation) string {
	if len(v.Seeds) == 1 {
		return "With a single seed, a difference may be luck."
	}
	if v.Done() < v.Experiments() {
		return "Mean ± standard deviation over the seeds that are done. A difference below the spread means little."
	}
	return fmt.Sprintf("Mean ± standard deviation over %d seeds. A difference below the spread means little.",
		len(v.Seeds))
}

// textChartsNote explains the marks and their limits.
func textChartsNote(v store.Evaluation) string {
	const axes = " Not every axis begins at 0."
	switch {
	case len(v.Seeds) == 1:
		return TextSpread(v) + axes
	case v.Done() < v.Experiments():
		return "Means over finished seeds; bars: one standard deviation. Differences within bars mean little." + axes
	}
	return fmt.Sprintf("Means over %d seeds; bars: one standard deviation. Differences within bars mean little.",
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
