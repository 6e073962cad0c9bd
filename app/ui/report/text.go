package report

import (
	"fmt"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/label"
	"causeway/core/wire"
)

// The report.
const (
	textReportPromise      = "What this report says and what it does not say"
	textReportData         = "Data"
	textReportTable        = "Table"
	textReportRows         = "Rows"
	textReportTrainRows    = "For training"
	textReportValRows      = "For validation"
	textReportTestRows     = "Held out"
	textReportSplitSeed    = "Seed of the split"
	textReportFeatures     = "Features"
	textReportValues       = "Values"
	textReportMean         = "Mean"
	textReportClass        = "Class"
	textReportClassifier   = "Classifier: the black box being explained"
	TextReportNoClassifier = "No classifier is trained."
	TextReportTrainedHere  = "A neural network with one hidden layer, trained on the training rows with these " +
		"settings."
	textReportPredicted = "Predicted "
	textReportGraph     = "Cause and effect"
	textReportGraphNote = "Every edge and every rule is a claim by the person who drew it. Data can contradict " +
		"it but never confirm it."
	TextReportNoGraph = "The graph has no edges and no rules, so the counterfactuals only have to reach the " +
		"class."
	textReportDrawing     = "The causal graph as drawn."
	textReportRules       = "Rules"
	textReportHard        = "hard: every counterfactual shown keeps it"
	textReportSoft        = "soft: counterfactuals are checked against it and may break it"
	textReportEntailed    = "; it follows from the sign of an edge"
	textReportGenerator   = "Generator of counterfactuals"
	TextReportNoGenerator = "No generator is trained."
	textReportWarm        = "It was trained from an earlier generator, so these settings alone do not reproduce it."
	TextReportLabels      = "Labels of people"
	textReportFeasible    = "Feasible"
	textReportInfeasible  = "Infeasible"
	textReportUnsure      = "Unsure"
	textReportDisagree    = "With disagreement"
	TextReportEvaluation  = "Evaluation on held-out rows"
	textReportFound       = "Explanation"
	TextReportNoneShown   = "No search had been run when this report was saved."
	textReportValuesOf    = "The row and its counterfactuals, with differences marked"
	textAskedFor          = "asked for"
	textItFollows         = "It follows"
	textReportSearchSeed  = "Seed of the search"
	textReportOrigin      = "Hashes of the data and models"
	textReportHashNote    = "The same data, settings and seeds give the same models with the same build, bit " +
		"for bit. A single changed bit gives another hash."
	textReportHashes         = "Hashes"
	textReportOf             = "Of"
	textReportHashData       = "Table: schema and rows"
	textReportHashClassifier = "Classifier"
	TextReportHashForeign    = "ONNX file that the classifier came from"
	textReportHashGenerator  = "Generator"
	textReportBuild          = "Build of Causeway"
	textReportDate           = "Date"
)

// textPromises lists the limits that every reader must know.
var TextPromises = []string{
	"A counterfactual is about the model as saved (its hash is at the end). It says what this model would " +
		"answer for other values. It promises nothing about the world: not that the change causes the outcome, " +
		"and not that anybody uses this model to decide.",
	"“Feasible” means feasible under the rules, the graph and the labels given here. Hard rules were checked on " +
		"exactly the values shown, by code independent of the search. Anything that was only learned is a " +
		"tendency. Nothing else was considered.",
	"A counterfactual with few changes is not the only one. A row without a counterfactual may have one that " +
		"was not found.",
	"Keeping more rules usually means larger distances. This report gives both; one without the other means " +
		"little.",
	"Figures on held-out rows apply to rows like those of this table. For other people, times and places, they " +
		"are unknown.",
}

func textReportTitle(table string) string { return "Counterfactuals for " + table }

func textReportLead(date, build string) string {
	return fmt.Sprintf("Report on %s, made by Causeway, build %s. This file is self-contained.", date, build)
}

func textReportMore(n int) string { return "and " + store.FormatCount(n) + " more" }

func textReportTuned(labels int) string {
	return fmt.Sprintf("It was then fine-tuned on %s.", kit.Plural1(labels, "label"))
}

func textReportTunedOn(r wire.FineTuned) string {
	text := fmt.Sprintf("The generator has learned from %s. Measured on %s that nobody labelled, before and after: "+
		"validity %s and %s.",
		kit.Plural1(r.Labels, "label"), kit.Plural1(r.Rows, "held-out row"),
		store.FormatShare(r.Before.Scores.Validity), store.FormatShare(r.After.Scores.Validity))
	if r.Judged {
		text += fmt.Sprintf(" By the labels' estimate, %s and %s are feasible.",
			store.FormatShare(r.Before.Feasible), store.FormatShare(r.After.Feasible))
	}
	return text + " " + label.TextJudge(r)
}

const (
	TextReportMany   = "Many rows"
	textReportGroups = "Groups of "
)
