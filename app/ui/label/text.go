package label

import (
	"fmt"
	"strings"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/wire"
)

// Label: the card.
const (
	TextLabelNoTable = "There is nothing to judge yet. Open a table first."
	TextLabelNoModel = "You can judge counterfactuals here once a classifier and a generator are trained. Train " +
		"the classifier first."
	TextLabelNoGenerator = "You can judge counterfactuals here once a generator is trained. BaseVAE+ knows no " +
		"rules, so it can learn most from you."
	TextLabelRunning = "A model is being trained. Labelling starts when the generator is ready."

	TextNext         = "Label next"
	TextBackToMap    = "Back to the map"
	textCard         = "Counterfactual to judge"
	TextYes          = "Yes"
	TextNo           = "No"
	textLabelCounts  = "Progress of labelling"
	textIsFactual    = "Now"
	textIsProposed   = "Proposed instead"
	textModelSays    = "The model says"
	textCardPictures = "What changes, compared with the rows of the table"
	textCardRegion   = "Factual and counterfactual side by side, scrolls"
	TextCardTable    = "Factual and counterfactual"
	textReasons      = "Which changes are the reason? (optional)"
	textFeasible     = "Feasible"
	textInfeasible   = "Infeasible"
	TextUnsure       = "Unsure"
	textBackCard     = "Back"
	textNextCard     = "Next"
	textResumeDeck   = "Continue labelling"
	textDeckPaused   = "You stopped labelling. All your labels are kept."
	textCardsWaiting = "Looking for counterfactuals to judge."
	TextJudgeHint    = "Could this really happen, at any cost? Judge the change, not the model."

	TextCallInfeasible = "Call it infeasible"
	textGoRule         = "Go to the rule"
)

// Label: the settings beside the card.
const (
	textLabelling     = "Who judges what"
	textMoreLabelling = "Seed and keys"
	textLabellingHelp = "You can leave at any time; your labels are kept."
	textLabeller      = "Your name"
	textLabellerNone  = "optional"
	textDitto         = "″"
	textShowNext      = "Show next"
	textTeachMost     = "Those that teach the generator most"
	textAnyCards      = "Any, at random"
	textOfRow         = "Only for one row"
	textLabelRow      = "Table row"
	textCardsFrom     = "How the cards are chosen"
	textToward        = "Cards lead to"
	textTowardAny     = "Any outcome other than the predicted one"
	textShortcuts     = "Keys for the buttons"
	textShortcutsHelp = "Y yes, N no, U unsure, ← back, digits for the reasons. Keys are ignored while you type."
	textCardSeedHelp  = "The same seed shows the same cards."

	TextDemo     = "Let the rules judge, as a demonstration"
	TextDemoHelp = "The hard rules of the graph judge the next cards for you, under the name “the rules”. This " +
		"demonstrates how the generator learns. It learns only what the rules already say."
	textDemoCount  = "Cards"
	TextDemoButton = "Let the rules judge"
	TextDemoNone   = "The graph has no hard rules to judge with."
)

// Label: learning.
const (
	textTuning     = "What the generator learns"
	textEvery      = "Learn after every"
	textEveryHelp  = "Number of labels. 0 means only when you ask for it."
	textWeight     = "Weight of the labels"
	textWeightHelp = "More weight gives more feasible and fewer valid counterfactuals."

	TextTuneNow      = "Learn from these"
	textTuneProgress = "Fine-tuning"
	textTuneRegion   = "Before and after, scrolls sideways"
	textTuneAll      = "All figures before and after"
	textTuneChart    = "Before and after"
	textTuneAxis     = "% of the held-out rows, higher is better"
	textTuneTable    = "Before and after fine-tuning"
	textBefore       = "Before"
	textAfter        = "After"
	TextByLabels     = "Feasible, judged by the labels"
	textKeepsAll     = "Keeps all rules of the graph"
	textTunesNot     = "This generator's method no longer exists. Train a new generator, and it will learn from " +
		"these labels."
	TextTuneNone = "It has learned nothing yet. After some labels of both kinds, the generator is trained " +
		"further to propose what you call feasible. You can keep labelling meanwhile."
	textTuneWaits         = "A model is being trained; fine-tuning starts after that."
	textTunedNotJudged    = "Feasibility can be estimated once there are enough labels of both kinds."
	TextBackGenerator     = "Back to the previous generator"
	TextAheadGenerator    = "Back to the fine-tuned generator"
	TextPreviousInForce   = "The earlier generator is in use."
	textPreviousElsewhere = "The earlier generator is kept in this browser, but is not saved in project files."
	TextRoundsChart       = "Held-out rows after each fine-tuning"
	textRoundsLabels      = "Labels"
	textSeriesJudged      = "Feasible, judged by the labels"
	textSeriesKept        = "Keep all rules"
	textSeriesValid       = "Valid"
)

// Label: rules behind the labels, and the list of labels.
const (
	TextProposals    = "Rules that your labels suggest"
	textProposalLead = "If you add one, every counterfactual shown keeps it, not just most of them. " +
		"Nothing is added unless you add it."
	textAddAsRule = "Add as rule"

	textLabelList       = "Labels"
	textLabelListTable  = "List of labels"
	textLabelListRegion = "List of labels, scrolls sideways"
	TextNoLabels        = "None yet."
	TextNoLabelsShown   = "No matching label."
	textFilterVerdict   = "Verdict"
	textFilterPerson    = "Person"
	textAllVerdicts     = "All"
	textEverybody       = "Everybody"
	textNoName          = "no name"
	textOnlyDisagree    = "Only where people disagree"
	textOnlyBroken      = "Only labels that contradict a hard rule"
	textBreaksRule      = "a rule forbids this"
	textImportLabels    = "Import labels"

	textRemoveShown  = "Remove the listed labels"
	textTableRow     = "Row"
	textLabelChange  = "Change"
	textTheVerdict   = "Verdict"
	textReason       = "Reason"
	textBy           = "By"
	textLabelActions = "Actions"
	textWas          = "Now and proposed"
	textTarget       = "Target"
	textEdit         = "Edit"
	textEditDone     = "Done"
	TextDisagrees    = "people disagree"
	textLabelsWord   = "labels"
)

var verdictOptions = []widget.Option{{Value: "0", Text: textFeasible}, {Value: "1", Text: textInfeasible},
	{Value: "2", Text: TextUnsure}}

var choiceOptions = []widget.Option{{Value: string(label.TeachMost), Text: textTeachMost},
	{Value: string(label.AnyCards), Text: textAnyCards}, {Value: string(label.OfRow), Text: textOfRow}}

// textCounts counts the labels.
func textCounts(l store.Labels) string {
	if len(l.List) == 0 {
		return "No label yet."
	}
	c := l.Counts
	return fmt.Sprintf("%s: %s feasible, %s infeasible, %s unsure.", kit.Plural1(len(l.List), "label"),
		store.FormatCount(c[label.Feasible]), store.FormatCount(c[label.Infeasible]),
		store.FormatCount(c[label.Unsure]))
}

// textTowardClass names the class that cards lead to.
func textTowardClass(d store.Data, l store.Labels) string {
	if to := store.TowardOf(l.Settings, d); to >= 0 {
		return kit.TextClass(d.Table.Schema.Outcome.Name, d.Table.Schema.Outcome.Format(float64(to)))
	}
	return "an outcome other than the predicted one"
}

func textTowardWanted(level string) string { return level + " (the wanted outcome)" }

// textDrawnFrom says where the cards came from.
func textDrawnFrom(d store.Data, l store.Labels, rules []causal.Rule) string {
	of := l.Of
	if of.Drawn == 0 {
		return ""
	}
	text := fmt.Sprintf("%s drawn for %s; %s to %s.", kit.Plural1(of.Drawn, "different counterfactual"),
		kit.Plural1(of.Rows, "row"), textLead(of.Reached), textTowardClass(d, l))
	if len(rules) > 0 {
		text += fmt.Sprintf(" %s %s of the graph, and %s more do after repair. You judge only these.",
			textKeep(of.Kept), kit.Plural1(len(rules), "hard rule"), store.FormatCount(of.Mended))
	}
	return text + " Small changes come first. Rows already in the class are left out."
}

func textKeep(n int) string {
	if n == 1 {
		return "1 of them keeps"
	}
	return store.FormatCount(n) + " of them keep"
}

func textLead(n int) string {
	if n == 1 {
		return "1 leads"
	}
	return store.FormatCount(n) + " lead"
}

// textNoCards says why the page shows no card.
func textNoCards(d store.Data, l store.Labels, rules []causal.Rule) string {
	of, what := l.Of, "the rows that were tried"
	if l.Settings.Choice == label.OfRow {
		what = "this row"
	}
	switch {
	case of.Rows == 0 && of.Other > 0:
		return fmt.Sprintf("The model already predicts %[2]s for %[1]s. Choose another target or other rows here.",
			what, textTowardClass(d, l))
	case of.Rows > 0 && of.Kept+of.Mended > 0:
		return fmt.Sprintf("You have seen all proposals for %s. Choose other cards here, or fine-tune the "+
			"generator to get new proposals.", what)
	case of.Reached > 0 && len(of.Broken) == len(rules) && len(rules) > 0:
		worst := 0
		for i, n := range of.Broken {
			if n > of.Broken[worst] {
				worst = i
			}
		}
		return fmt.Sprintf("Of %s drawn for %s, %s to %s, but none of them keeps every hard rule of the graph, "+
			"even after repair. This rule forbids most of them (%s): %s Make it soft in Causes, or choose other "+
			"cards here.",
			kit.Plural1(of.Drawn, "different counterfactual"), kit.Plural1(of.Rows, "row"), textLead(of.Reached),
			textTowardClass(d, l), store.FormatCount(of.Broken[worst]), rules[worst].String(d.Table.Schema))
	}
	return fmt.Sprintf("None of %s drawn for %s leads to %s. Train the classifier and the generator for more "+
		"epochs, or choose other cards here.",
		kit.Plural1(of.Drawn, "different counterfactual"), kit.Plural1(of.Rows, "row"), textTowardClass(d, l))
}

// textAgainst names rules that a label contradicts.
func textAgainst(s data.Schema, rules []causal.Rule) string {
	var list []string
	for _, r := range rules {
		if r.Check(s) == nil { // the table may be lost with its engine
			list = append(list, r.String(s))
		}
	}
	return strings.Join(list, " ")
}

func textLastAgainst(s data.Schema, rules []causal.Rule) string {
	return "You called the previous card feasible, but a hard rule forbids it: " + textAgainst(s,
		rules)
}

func textBrokenLabels(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "1 label calls something feasible that a hard rule forbids. Change the label or the rule: no " +
			"counterfactual shown breaks a hard rule."
	}
	return fmt.Sprintf("%s labels call something feasible that a hard rule forbids. Change the labels or the "+
		"rules: no counterfactual shown breaks a hard rule.", store.FormatCount(n))
}

// textUnsureCount says that unsure labels do not count.
func textUnsureCount(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" Unsure labels (%s) are not used for training.",
		store.FormatCount(n))
}

// textPending says when the generator learns next.
func textPending(l store.Labels) string {
	return textLearnsWhen(l) + textUnsureCount(l.Counts[label.Unsure])
}

func textLearnsWhen(l store.Labels) string {
	n := l.Settings.Every
	switch {
	case l.Asking():
		return "The generator continues to learn once you decide whether to adopt the fine-tuned one."
	case l.Phase.Active():
		return "The generator is learning; keep labelling."
	case l.Restored && n > 0:
		return fmt.Sprintf("The generator in use has not learned from the latest labels. It learns again after %s.",
			kit.Plural1(max(n-l.Pending, 1), "more label"))
	case l.Restored:
		return "The generator in use has not learned from the latest labels."
	case n == 0 && l.Pending == 0:
		return "The generator has learned from all labels."
	case n == 0:
		return fmt.Sprintf("%s new since the generator last learned.", kit.Capital(areIs(l.Pending)))
	case l.Pending == 0 && l.HasResult:
		return fmt.Sprintf("The generator has learned from all labels. It learns again after %s.",
			kit.Plural1(n, "more label"))
	}
	return fmt.Sprintf("The generator learns after %s.", kit.Plural1(max(n-l.Pending, 1), "more label"))
}

func areIs(n int) string {
	if n == 1 {
		return "1 is"
	}
	return store.FormatCount(n) + " are"
}

func textCardRow(s data.Schema, c label.Card) string {
	class := kit.TextClass(s.Outcome.Name, s.Outcome.Format(float64(c.Predicted)))
	if c.Predicted < len(c.Given) {
		class += ", " + kit.FormatProbability(c.Given[c.Predicted])
	}
	return "Now " + class + "."
}

func textVerdictOf(v label.Verdict) string { return verdictOptions[v].Text }

func textSaid(s data.Schema, l label.Label) string {
	verdict := strings.ToLower(textVerdictOf(l.Verdict))
	if len(l.Reason) == 0 {
		return fmt.Sprintf("You called this %s. A new verdict replaces it.", verdict)
	}
	return fmt.Sprintf("You called this %s because of %s. A new verdict replaces it.", verdict,
		namesOf(s, l.Reason))
}

func namesOf(s data.Schema, features []int) string {
	var names []string
	for _, j := range features {
		if j < len(s.Features) {
			names = append(names, s.Features[j].Name)
		}
	}
	return strings.Join(names, ", ")
}

func textReasonOf(name string) string { return "Because of " + name }

func textTuned(r wire.FineTuned) string {
	labels := kit.Plural1(r.Labels, "label")
	learned := fmt.Sprintf("Learned from %s.", labels)
	if r.TookMS > 0 { // times are not saved
		learned = fmt.Sprintf("Learned from %s within %s.", labels, kit.FormatDuration(r.TookMS))
	}
	return learned + fmt.Sprintf(" Measured on %s that were never labelled, with one decoded counterfactual each.",
		kit.Plural1(r.Rows, "held-out row"))
}

const (
	textLabelsOfferedNote = "Its first line has the column names of a label file: a verdict, a factual row and " +
		"a counterfactual row. Adding the labels changes neither the table nor the models, and existing labels " +
		"are kept."
	textAddOffered    = "Add its labels"
	textOpenOffered   = "Open it as a table"
	textRejectOffered = "Neither"
)

func textLabelsOffered(name string) string { return name + " seems to be a file of labels" }

// textJudge says how good the estimate from the labels is, compared with always giving the commoner
// answer, or why that is unknown.
func TextJudge(r wire.FineTuned) string {
	yes, no := r.Feasible, r.Infeasible
	switch {
	case !r.Judged && yes+no == 0:
		return textTunedNotJudged
	case !r.Judged:
		return fmt.Sprintf("Feasibility cannot be estimated from %s feasible and %s infeasible labels. At least "+
			"%d of each are needed.",
			store.FormatCount(yes), store.FormatCount(no), model.JudgeLeast)
	case yes+no == 0:
		return fmt.Sprintf("“Judged by the labels” is an estimate by a classifier trained on the labels. It "+
			"gets %s of unseen labels right. How often the more frequent verdict alone would be right is "+
			"unknown.",
			store.FormatShare(r.JudgeRight))
	}
	return fmt.Sprintf("“Judged by the labels” is an estimate by a classifier trained on the labels. It gets %s "+
		"of unseen labels right; always naming the more frequent verdict gets %s. Its balanced accuracy is %s; "+
		"guessing gets 50 %%.",
		store.FormatShare(r.JudgeRight), store.FormatShare(float64(max(yes, no))/float64(yes+no)),
		store.FormatShare(r.JudgeBalanced))
}

const (
	TextAdoptWorse  = "Adopt a generator that keeps the rules less often?"
	textAdoptMisses = "Adopt a generator that reaches the class less often?"
	TextKeepPresent = "Keep the current generator"
	TextAdoptTuned  = "Adopt the fine-tuned one"
)

// textAdoptTitle asks whether to adopt the generator, and first names the losses.
func textAdoptTitle(r wire.FineTuned) string {
	before, after := r.Before, r.After
	switch {
	case r.KeepsLess():
		return fmt.Sprintf("%s It keeps all rules for %s of held-out rows; the current one, for %s.", TextAdoptWorse,
			store.FormatShare(after.KeptAll), store.FormatShare(before.KeptAll))
	case r.ReachesLess():
		return fmt.Sprintf("%s It reaches the class for %s of held-out rows; the current one, for %s.", textAdoptMisses,
			store.FormatShare(after.Scores.Validity), store.FormatShare(before.Scores.Validity))
	}
	return fmt.Sprintf("Adopt what the generator learned from %s?", kit.Plural1(r.Labels, "label"))
}

func textAdopt(r wire.FineTuned) string {
	const both = "The current generator is used until you adopt the other; both are kept. Either way, every " +
		"answer shown keeps every hard rule"
	lost := store.TunedLosses(r)
	switch {
	case r.Worse():
		return fmt.Sprintf("%s This difference is significant on these rows (over 1.96 standard errors). %s, "+
			"but fewer rows may have an answer.", lost, both)
	case lost != "":
		return lost + " " + both + "."
	}
	return both + "."
}

func textTuneProgressOf(l store.Labels) string {
	switch {
	case l.Phase == store.Canceling:
		return "cancelling"
	case l.Progress.Epochs == 0:
		return "starting"
	case l.Progress.Epoch == l.Progress.Epochs:
		return "measuring"
	}
	return fmt.Sprintf("epoch %d of %d", l.Progress.Epoch, l.Progress.Epochs)
}

// textEvidenceOf returns the evidence for a rule.
func textEvidenceOf(p label.Proposal) string {
	chance := "less than once in a million"
	if p.Chance > 1e-6 {
		chance = "once in " + store.FormatCount(int(1/p.Chance+0.5))
	}
	return fmt.Sprintf("%s of %s infeasible labels break it, and none of %s feasible ones does. With random "+
		"verdicts, this would happen %s.",
		store.FormatCount(p.Explains), store.FormatCount(p.Infeasible), store.FormatCount(p.Feasible), chance)
}

func textAddThisRule(rule string) string { return textAddAsRule + ": " + strings.TrimSuffix(rule, ".") }

func textDisagreements(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "People disagree on 1 counterfactual. The generator learns the majority's verdict and ignores ties."
	}
	return fmt.Sprintf("People disagree on %s counterfactuals. The generator learns the majority's verdicts and "+
		"ignores ties.", store.FormatCount(n))
}

func TextListed(shown, all int) string {
	if shown == all {
		return kit.Plural1(all, "label") + "."
	}
	return fmt.Sprintf("%s of %s.", store.FormatCount(shown), kit.Plural1(all, "label"))
}

// textShortChange says in brief what differs, for a row of a table.
func textShortChange(s data.Schema, from, to []float64) string {
	const most = 6
	var parts []string
	n := 0
	from, to = s.Blank(from), s.Blank(to)
	for j, f := range s.Telling(from, to).Features {
		if j >= len(from) || from[j] == to[j] {
			continue
		}
		if n++; n <= most {
			parts = append(parts, f.Name+": "+kit.TextFromTo(f.Format(from[j]), f.Say(to[j])))
		}
	}
	if n > most {
		parts = append(parts, fmt.Sprintf("%d more", n-most))
	}
	return strings.Join(parts, "; ")
}

func TextPerson(by string, from label.Source) string {
	if by == "" {
		by = textNoName
	}
	if from == label.Imported {
		by += " (from a file)"
	}
	return by
}

func textNoLabelRow(row int) string {
	if row < 0 {
		return "–"
	}
	return store.FormatCount(row + 1)
}

func textEditNo(n int) string { return fmt.Sprintf("%s label %s", textEdit, store.FormatCount(n)) }
func textEditDoneNo(n int) string {
	return fmt.Sprintf("%s with label %s", textEditDone, store.FormatCount(n))
}
func TextCallInfeasibleNo(n int) string {
	return fmt.Sprintf("Call label %s infeasible", store.FormatCount(n))
}
func textRemoveNo(n int) string {
	return fmt.Sprintf("%s label %s", kit.TextRemove, store.FormatCount(n))
}
func textVerdictNo(n int) string {
	return fmt.Sprintf("%s of label %s", textTheVerdict, store.FormatCount(n))
}

func TextLabelFile(table string) string {
	name := strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || r < ' ' {
			return '-'
		}
		return r
	}, strings.TrimSuffix(table, ".csv"))
	return "labels-" + name + ".csv"
}

func textLabelsUnreadable(name, why string) string {
	return fmt.Sprintf("The browser could not read %s: %s.", name, strings.TrimSuffix(why, "."))
}

// textMoreTuning summarizes the settings of a fine-tuning.
func textMoreTuning(every int, weight float64) string {
	if every == 0 {
		return fmt.Sprintf("Advanced: learns when asked, with weight %s", kit.FormatNumber(weight))
	}
	return fmt.Sprintf("Advanced: learns after every %s, with weight %s", kit.Plural1(every, "label"),
		kit.FormatNumber(weight))
}
