package explain

import (
	"fmt"
	"strings"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/notice"
	"causeway/core/wire"
)

// textWaitsForRows says what Explain is waiting for if an opened model's categories are
// unconfirmed; other means that another classifier is explained meanwhile.
func textWaitsForRows(name string, other bool) string {
	if other {
		return name + " cannot be explained yet because the order of its category numbers is assumed. Confirm " +
			"five rows first. Until then, the current classifier is explained."
	}
	return "Nothing can be explained yet: " + name + " has an assumed order of category numbers. " +
		"Confirm five rows first."
}

// Explain.
const (
	TextExplainEmpty = "No table is open yet, so no row can be explained."
	textChooseRow    = "Find another"
	textSayRules     = "Set what nobody can change"
	textFrom         = "From"
	textHeldOutRows  = "Held-out rows"
	textAllRows      = "All rows"
	textRow          = "Place"
	textSearch       = "Search"
	textSearchHelp   = "Words in the row, or feature=value. Press Enter."
	textPrevRow      = "Previous row"
	textNextRow      = "Next row"
	textEarlierHits  = "Earlier hits"
	textLaterHits    = "Later hits"
	textNoRow        = "No row is chosen."

	textTabOne      = "One row"
	textSettings    = "More about the search"
	textDecides     = "50 % decides"
	textGoalAt      = "the goal"
	textLock        = "Lock"
	textUnlock      = "Unlock"
	textLimitOpen   = "Limit"
	textAnswers     = "Counterfactuals"
	textAllValues   = "All values"
	textWriteNotice = "Write the notice"
	TextNoNotice    = "The rules have changed: find counterfactuals again, then write the notice."
	textReset       = "Reset"

	textNoBlackBox          = "A prediction needs a trained classifier."
	textAsking              = "Asking the black box…"
	textFind                = "Find counterfactuals"
	textFindReverse         = "Show what would lead to a refusal"
	textFinding             = "Looking for counterfactuals."
	TextFindNeedsClassifier = "This needs a trained classifier and a trained generator."
	TextFindNeedsGenerator  = "This needs a trained generator."
	textFindQueued          = "The search starts as soon as the generator is trained."

	textSteadyForeign = "A classifier from another program cannot be retrained here."
	TextStopFinding   = "Stop"
	TextSearchLonger  = "Search longer"

	textCounterfactuals = "Counterfactuals"
	textResultsRegion   = "Table of counterfactuals, scrolls sideways"
	textResultRow       = "Row"
	TextFactual         = "Factual"
	TextPredictedClass  = "Predicted"
	TextProbability     = "Probability"
	textChangedCount    = "Changes"
	TextFollowsMark     = " follows"

	textDownload = "Download CSV"
	textWorkbook = "Download XLSX"
	textCopy     = "Copy as CSV"
	textCopied   = "The counterfactuals were copied as CSV."

	textUseFound = "Try it"
	TextHonest   = "Everything not listed stays the same. Each probability is what the model answers to exactly " +
		"these values; it does not say what would happen in the world."
)

// TextFlat says why effects that should follow do not.
func TextFlat(names []string) string {
	if len(names) == 1 {
		return names[0] + " counts as free here: the rows contradict the sign of an edge into it, so it has no " +
			"fitted line."
	}
	return kit.And(names) + " count as free here: the rows contradict the signs of edges into them, so they " +
		"have no fitted lines."
}

// TextHonestOf is TextHonest, and adds that following values are displayed rounded.
func TextHonestOf(x wire.Explained) string {
	if len(x.Carry) == 0 {
		return TextHonest
	}
	return TextHonest + " A number that follows is shown rounded to the decimals of its column. The model got " +
		"the exact number, as does the CSV."
}

// The choice of rows.
const (
	textWhichRows      = "Which rows"
	textSaidClass      = "Predicted as"
	textPredictedNeeds = "Available once the classifier is trained."
	textOutcomeIs      = "Outcome in the table"
	TextAnyClass       = "Any"
	textByValue        = "By a value"
	textNoFilter       = "All of them"
	textAddWhere       = "Filter rows by"
	textChooseFeature  = "Choose a feature"
	textAnyValue       = "Any value"
	textAnyNumber      = "any"
)

func textOnlyRefused(wanted string) string { return "Refused: not " + wanted }

func textValueFrom(feature string) string { return feature + " at least" }
func textValueTo(feature string) string   { return feature + " at most" }

func textRemoveWhere(feature string) string { return "Remove the filter on " + feature }

func textNoNumber(text string) string {
	return fmt.Sprintf("“%.40s” is not a number, so the filter was not changed.", text)
}

// textLed says why this row is shown first, and which class was assumed to be wanted.
func textLed(e store.Explain, d store.Data) string {
	refused := "refuses (not " + d.WantedLevel() + ", the wanted outcome)"
	if d.AsksWanted() {
		refused = "refuses (not " + d.WantedLevel() +
			"; you have not chosen a wanted outcome, so the most frequent one is used)"
	}
	switch {
	case e.Led == store.LedNobody:
		return "The model " + refused + " none of these rows."
	case e.Led == store.LedRefused && e.Tried > 0:
		return fmt.Sprintf("Shown first: a row that the model %s. %s, and none has a counterfactual within the "+
			"rules and limits.", refused, textTried(e.Tried))
	case e.Led == store.LedRefused:
		return "Shown first: a row that the model " + refused + "."
	case e.Led == store.LedAnswered:
		return "Shown first: a row that the model " + refused + " and that has a counterfactual."
	}
	return ""
}

func textTried(n int) string {
	if n == 1 {
		return "It is the only one that was tried"
	}
	return fmt.Sprintf("The first %s such rows were tried", store.FormatCount(n))
}

// textAccepted says why a row is not searched.
func textAccepted(s *store.State) string {
	if len(s.Explain.Cuts) > 0 {
		return "The goal is reached: " + s.HopedLevel() + ". Nothing needs to change."
	}
	d := s.Data
	text := "Already accepted: " + d.WantedLevel() + " is the wanted outcome, so nothing needs to change."
	if d.AsksWanted() {
		text = "Already accepted, if " + d.WantedLevel() +
			" is the wanted outcome. This is a guess: it is the most frequent one."
	}
	return text
}

func textRowOf(e store.Explain) string {
	switch {
	case e.Total == 0 && e.Waiting:
		return "Looking for rows."
	case e.Total == 0:
		return "No row matches."
	}
	return fmt.Sprintf("%s of %s.", store.FormatCount(e.Pos+1), store.FormatCount(e.Total))
}

func textHits(n int) string {
	switch n {
	case 0:
		return "No row matches."
	case 1:
		return "1 row matches."
	}
	return fmt.Sprintf("%s rows match.", store.FormatCount(n))
}

func textHit(place int, s data.Schema, row []float64, outcome, said int) string {
	const most = 6
	parts := make([]string, 0, most+1)
	row = s.Blank(row)
	for i, j := range s.Displayed() {
		if i == most {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, s.Features[j].Name+" "+s.Features[j].Say(row[j]))
	}
	text := fmt.Sprintf("Table row %s: %s; %s %s", store.FormatCount(place+1), strings.Join(parts, ", "),
		s.Outcome.Name, s.Outcome.Format(float64(outcome)))
	if said >= 0 {
		text += ", predicted " + s.Outcome.Format(float64(said))
	}
	return text
}

func textUseNo(n int) string { return fmt.Sprintf("%s: counterfactual %d", textUseFound, n) }

func textWhatIf(outcome, class string) string {
	return fmt.Sprintf("In the table: %s.", kit.TextClass(outcome, class))
}

func textAnswer(outcome, class string, share float64) string {
	return fmt.Sprintf("The model predicts %s for this row, with probability %s.", kit.TextClass(outcome, class),
		kit.FormatProbability(share))
}

func textAnswerNumber(outcome, number string) string {
	return fmt.Sprintf("%s: %s.", outcome, number)
}

func textCapital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

func textEdits(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "1 value differs from the table."
	}
	return fmt.Sprintf("%d values differ from the table.", n)
}

func TextResults(row int, changed bool) string {
	title := "Results for table row " + store.FormatCount(row+1)
	if changed {
		title += ", with your changes"
	}
	return title
}

func TextTried(x wire.Explained, s data.Schema) string {
	target := "another class"
	if x.Target >= 0 {
		target = kit.TextClass(s.Outcome.Name, s.Outcome.Format(float64(x.Target)))
	}
	were, reach := "were", "decoded rows reach"
	if x.Tried == 1 {
		were = "was"
	}
	if x.Valid == 1 {
		reach = "decoded row reaches"
	}
	return fmt.Sprintf("%s %s tried in %s; %s %s %s.",
		kit.Plural1(x.Tried, "latent sample"), were, kit.FormatDuration(x.TookMS), store.FormatCount(x.Valid),
		reach, target)
}

func TextFewer(x wire.Explained, apart model.Apart, asked int) string {
	why := "no other candidate is different and as close to the factual."
	switch {
	case x.NoMore:
		why = "every other one would change a feature that is already changed here. Proved."
	case apart == model.NothingShared:
		why = "no other one was found that changes only different features."
	case apart == model.OtherFeatures:
		why = "no other one was found that changes a different set of features."
	}
	return fmt.Sprintf("%d of the %d asked for: ", len(x.Rows)-x.Brought, asked) + why
}

// textNearest says whether the first counterfactual is the nearest.
func TextNearest(x wire.Explained) string {
	switch {
	case x.Nearest:
		return "Nearest, proved: no row in the training range reaches the class as clearly with less effort or " +
			"a smaller distance."
	case x.Boxes > 0:
		return fmt.Sprintf("Nearest found. %s of all possible rows are proved to be no nearer.",
			notice.Page.Decided(x.Decided))
	}
	return "Nearest found. There may be a nearer one."
}

// textNotClear says that the answers reach the class less clearly than requested.
func TextNotClear(e store.Explain) string {
	end := "None was found that reaches the class that clearly. These only just reach it."
	if e.Found.NoClear {
		end = "No row reaches the class that clearly (proved). These only just reach it."
	}
	return "You asked for “" + TextClarityOf(e.Query().Clarity, e.Query().Least) + "”. " + end
}

func TextClarityOf(c model.Clarity, least float64) string {
	if c == model.AtLeast {
		return "at least " + kit.FormatProbability(least)
	}
	return strings.ToLower(document.SearchFields.Named("Clarity").Chosen(document.Search{Clarity: c}).Text)
}

func textLongerNote(boxes int) string {
	return fmt.Sprintf("The complete search had a budget of %s of rows. A longer search restarts with a budget "+
		"of %s. You can stop it, and these answers stay until it ends.",
		kit.Plural1(boxes, "set"), store.FormatCount(store.Longer(boxes)))
}

func textTrainingAgain(share float64) string {
	return fmt.Sprintf("Retraining the classifier on other samples of the rows: %.0f %% done. The search starts "+
		"after that.", 100*share)
}

// TextHolds says under how many retrained classifiers an answer holds.
func TextHolds(x wire.Explained, c wire.Counterfactual) string {
	return fmt.Sprintf("Still holds in %d of %d retrained models.", c.Holds, x.Judges)
}

// TextStands says under how many refits of the effects an answer reaches the class.
func TextStands(x wire.Explained, c wire.Counterfactual) string {
	return fmt.Sprintf("Holds in %d of %d refits of the effects.", c.Stands, x.Refits)
}

// Beside returns further sentences about an answer: how usual it is, and under how many
// classifiers and fits it holds.
func Beside(x wire.Explained, c wire.Counterfactual) (list []string) {
	if x.HasUsual {
		list = append(list, TextUsual(c.Usual))
	}
	if x.Judges > 0 {
		list = append(list, TextHolds(x, c))
	}
	if x.Refits > 0 {
		list = append(list, TextStands(x, c))
	}
	return list
}

// TextFirst says whether the first counterfactual is the nearest, and why it comes first.
func TextFirst(x wire.Explained) string {
	switch {
	case x.Passed == 0:
		return TextNearest(x)
	case x.Nearest:
		return TextNearest(x) + " " + TextPassed(x.Passed)
	}
	return TextPassed(x.Passed)
}

// TextFrail is shown if the answers hold only under the classifier itself.
const TextFrail = "No answer was found for which the classifier and its ten retrained versions are sure enough. " +
	"These answers are from the usual search."

func TextCounterfactualNo(n int) string { return fmt.Sprintf("Counterfactual %d", n) }

// textFoundLead introduces the counterfactuals.
func TextFoundLead(x wire.Explained, s data.Schema) string {
	p := ""
	if share := notice.Page.Share(x.Factual); share != "" {
		p = ", " + share
	}
	return fmt.Sprintf("For this row, the model says %s%s. It would decide differently in these cases:",
		kit.TextClass(s.Outcome.Name, s.Outcome.Format(float64(x.Factual.Class))), p)
}

// PhrasesOf say what to do, what follows from that, and what the model would then predict.
// They promise nothing about the world.
func PhrasesOf(s data.Schema, factual []float64, c wire.Counterfactual, follows store.Following) []kit.Phrase {
	return kit.ChangePhrases(s, follows.Deeds(factual, c), c.Class, TextSure(s.Outcome, c))
}

func textCSVName(row int) string { return fmt.Sprintf("counterfactuals-row-%d.csv", row+1) }

// textLimitMore opens a feature's further settings.
func textLimitMore(feature, limit string) string {
	if limit == textLimitOpen {
		return "Limit of " + feature
	}
	return "Limit of " + feature + ": " + limit
}

func textLevelsOf(feature string) string { return "Levels that " + feature + " may take" }

func textAllow(feature, level string) string { return "Allow " + feature + " “" + level + "”" }

func textLeast(feature string) string { return "Least " + feature }
func textMost(feature string) string  { return "Greatest " + feature }

func textShareOf(class string) string { return "Probability of " + class }

func textNot(level string) string { return "not " + clipped(level) }

// clipped returns a name shortened for a picture.
func clipped(name string) string {
	const most = 26
	if r := []rune(name); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return name
}

// textAnswerHead says what distinguishes an answer. Under outdated rules it claims no proof.
func textAnswerHead(i int, x wire.Explained, c wire.Counterfactual, old bool) string {
	n := kit.Plural(c.Changed, "change")
	if i >= len(x.Rows)-x.Brought {
		return n + ", pinned"
	}
	if i == 0 && x.Nearest && !old {
		return n + ", nearest, proved"
	}
	return n
}

// textWithout says what one change contributes. A share just below the requested one is written
// with enough decimals to show the difference; if it is not below, the change is needed for the
// answer to hold after retraining.
func textWithout(share, asked float64, holds bool) string {
	text := kit.FormatProbability(share)
	for places := 2; places <= 6 && share < asked && text == kit.FormatProbability(asked); places++ {
		if more := kit.FormatFixed(100*share, places); more != kit.FormatFixed(100*asked, places) {
			text = more + " %"
		}
	}
	if holds && asked > 0 && share >= asked {
		text += ", which makes it hold less often after retraining"
	}
	return "without it " + text
}

// shareAsked returns the share that an answer had to reach, with two classes; 0: with more classes
// it depends on the others.
func shareAsked(q wire.Explain, x wire.Explained, classes int) float64 {
	switch {
	case classes != 2:
		return 0
	case x.Unclear:
		return 0.5
	}
	switch q.Clarity {
	case model.AtLeast:
		return q.Least
	case model.Clearly:
		return 0.55
	case model.Surely:
		return 0.75
	}
	return 0.5
}

// textKeeps counts the rules that a counterfactual keeps: those for everyone as the strip counts them, and the
// person's own separately. A feature following from its causes does not count as a rule.
func textKeeps(x wire.Explained, c wire.Counterfactual, old bool) string {
	all, own, broken, speak, carried := 0, 0, 0, 0, carriedBy(x)
	for i, v := range c.Proof[:min(len(c.Proof), len(x.Laws))] {
		if _, follows := carried[i]; !follows {
			if x.Laws[i].Local {
				own++
			} else {
				all++
			}
			if !v.Pass {
				broken++
			}
		}
		if v.Applies {
			speak++
		}
	}
	switch {
	case old:
		return "checked against earlier rules"
	case broken > 0:
		return fmt.Sprintf("breaks %d of %s", broken, kit.And(textRulesAndOwn(kit.Plural(all, "rule"), all, own)))
	case all+own == 0:
		return "class confirmed"
	case speak == 0:
		return "no rule applies"
	}
	rules := "the rule"
	if all == 2 {
		rules = "both rules"
	} else if all > 2 {
		rules = fmt.Sprintf("all %d rules", all)
	}
	return "keeps " + kit.And(textRulesAndOwn(rules, all, own))
}

// textRulesAndOwn lists the rules for everyone, in words, and the person's own, if any.
func textRulesAndOwn(rules string, all, own int) (list []string) {
	if all > 0 {
		list = append(list, rules)
	}
	switch {
	case own == 1:
		list = append(list, "your own rule")
	case own > 1:
		list = append(list, fmt.Sprintf("your own %d rules", own))
	}
	return list
}

func textOnGraphOf(n int) string { return fmt.Sprintf("Counterfactual %d on your graph", n) }

func textPinNo(no int) string { return fmt.Sprintf("Pin counterfactual %d", no) }

// TextLapsed says why pinned answers are no longer shown.
func TextLapsed(n int) string {
	if n == 1 {
		return "1 pinned counterfactual is left out: it was found under older rules, and now has another class " +
			"or breaks a rule."
	}
	return fmt.Sprintf("%d pinned counterfactuals are left out: they were found under older rules, and now have "+
		"another class or break a rule.", n)
}

// Rows that are marked.
const (
	textPin        = "Pin"
	textMarkRow    = "Mark this row"
	textMarked     = "Marked rows of the table:"
	textMarkedRows = "Marked rows"
)

func textMark(on bool) string {
	if on {
		return "★ Marked"
	}
	return "☆ Mark"
}

func textGoToMark(row int) string { return "Go to table row " + store.FormatCount(row+1) }
