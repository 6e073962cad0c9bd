package everyone

import (
	"fmt"
	"math"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/data"
)

// The place, its tabs and the form.
const (
	textTabs    = "Everyone"
	textPeople  = "People"
	textGroups  = "Groups"
	textMethods = "Methods"
	TextNobody  = "Open a table first. Everybody who is refused will then be listed here."

	textNotAsked    = "What would each refused person have to change?"
	textNobodyAsked = "Nobody was selected."

	textNobodyRefused = "Nobody held out is refused. Choose other people below."
	textEveryone      = "Everybody"
	textTheOthers     = "the others"

	textEfforts     = "Effort of the nearest way found. Each dot is a person"
	textEffortsMany = "Effort of the nearest way found. Higher means more people"
	textEffort      = "Effort"
	textNoWay       = "no way: proved"
	textNotFound    = "none found yet"
	textPressed     = "The person you selected"

	textRun         = "Find everyone's way"
	textRunAgain    = "Find everyone's way again"
	textRest        = "Find the remaining ways"
	textWhichPeople = "Which people, and search settings"

	textBatchEarlier = "These were found under older rules. Search again under the new ones."

	textBatchPredicted     = "Only rows predicted as"
	textBatchPredictedHelp = "Choose the wanted class in Table."
	textBatchOutcome       = "Only rows with the outcome"
	textBatchMineHelp      = "A limit relative to a value, such as at most ±, is applied to each row's own value."
	textBoundRows          = "Blocked only by your limits"

	TextBatchQuick     = "Answer in one pass where the generator can"
	textBatchQuickHelp = "For very many rows. A row takes the generator's answer if that reaches the class as " +
		"clearly as you ask and keeps every rule; there may be nearer answers. All other rows are searched. " +
		"Action VAE answers most rows."
	TextQuickRows = "Answered in one pass"

	textBatchRows       = "Rows from"
	textBatchRowsHelp   = "Or from a file, below."
	textBatchSearch     = "Only rows with"
	textBatchSearchHelp = "Words, or feature=value for a group. Leave empty for all."
	textBatchMost       = "Maximum number of rows"
	textBatchMostHelp   = "The first matching rows are used. Each gets a hundredth of the search budget for one " +
		"person."

	textChooseRows     = "Choose a file of rows"
	textChooseRowsHint = "New rows with the columns of this table, as CSV. Or drop the file on this panel."
	textCloseRows      = "Close the file"
	textBatchRuns      = "Rows are being explained."
)

// The question about a file that differs from the table.
const (
	textDiffersNote = "Decide once. The project remembers your choice for the next file, and cmd/batch uses it too."
	textClamp       = "Use the nearest end of the range"
	textPassOn      = "Pass all such levels on to the model"
)

// textDefault is what happens to a difference without a choice.
var textDefault = [...]string{data.UnknownLevel: "Leave the rows out", data.OutOfRange: "Use them as they are",
	data.NoColumn: "Not decided, so the file is not used"}

func textDiffers(file string) string { return "How " + file + " differs from the table" }

func textDiffersIn(d data.Difference) string {
	if d.By == data.UnknownLevel && d.Value != "" {
		return d.Column + ": " + d.Value
	}
	return d.Column
}

func textTakeAs(by data.Differ, name string) string {
	if by == data.NoColumn {
		return "Read the column " + name
	}
	return "Count as " + name
}

func textFillWith(value string) string { return "Fill in the usual value, " + value }

// The list of everybody, and the files of it.
const (
	textList         = "Everybody as a list"
	textShowRows     = "Show"
	textEveryRow     = "Everybody"
	textRowsFound    = "With a way"
	textRowsNotFound = "Without one"
	textRowsSkipped  = "Already in the class"
	textNoSuchRow    = "No matching people."
	textBatchList    = "Rows with their nearest counterfactual"
	textPeopleWord   = "people"

	TextAskedRows   = "Rows to explain"
	TextFoundRows   = "With a counterfactual"
	TextNearestRows = "Proved to be the nearest"
	TextNoneRows    = "Without one"
	TextSkippedRows = "Already in the class"
	textExportJSON  = "Export JSON"
	TextRowsFile    = "Write them to a file at once"
	textExportNote  = "Every row with its counterfactuals and a verdict on each rule."
	textBatchFile   = "counterfactuals"

	TextNoticesZip   = "Notices (zip)"
	TextNoticesLines = "Notices (JSON lines)"
	textNoticesNote  = "A notice for each refused person, with the search settings of Person."
	textGroupsFile   = "groups"
)

// textNotices says how many notices are done, and how long the others take.
func textNotices(all int, r store.TaskRun) string {
	text := textOfAll(int(r.Share*float64(all)), all) + " notices"
	if r.LeftMS >= 0 {
		text += ", " + kit.TextLeft(r.LeftMS, r.MostMS)
	}
	return text
}

// textPerson names a person of a run by their row in the table or file.
func textPerson(b store.Batch, index int) string {
	n := store.FormatCount(b.Number(store.BatchRow{Index: index}))
	if b.OfFile() {
		return "Line " + n
	}
	return "Person " + n
}

func textOfAll(found, asked int) string {
	return store.FormatCount(found) + " of " + store.FormatCount(asked)
}

// textWho names the people in the run.
func textWho(refused bool, n int) string {
	who := "people"
	if n == 1 {
		who = "person"
	}
	if refused {
		who = "refused " + who
	}
	return who
}

func textHaveWay(n int) string {
	if n == 1 {
		return "has a way"
	}
	return "have a way"
}

// textKeeping ends the sentence on who has a way.
func textKeeping(rules int, finished bool) string {
	switch {
	case !finished:
		return " so far."
	case rules == 0:
		return "."
	case rules == 1:
		return " that keeps the rule."
	}
	return " that keeps every rule."
}

// textAsked returns how many of a group were searched.
func textAsked(n int, refused bool) string {
	if refused {
		return store.FormatCount(n) + " refused"
	}
	return kit.Plural1(n, "person")
}

// textHalf says what half of a group need at most, rounded up so that the statement stays true.
func textHalf(effort float64) string {
	return "half need at most " + kit.FormatFixed(math.Ceil(10*effort)/10, 1)
}

// textBatchHint says what binds every row: rules of the graph, and limits and
// difficulties of the place Person.
func textBatchHint(rules, all, own int) string {
	text := fmt.Sprintf("Every row shown keeps the %d rules of the graph.", rules)
	switch {
	case rules == 0:
		text = "You have not set any hard rule, so any value may change."
	case rules < all:
		text = fmt.Sprintf("Every row shown keeps the %s among the graph's %d rules.", kit.Plural(rules, "hard rule"),
			all)
	case rules == 1:
		text = "Every row shown keeps the rule of the graph."
	}
	switch {
	case own > 0 && rules == 0:
		return fmt.Sprintf("The graph has no hard rules. %s to every row.", textLimitsHold(own))
	case own > 0:
		return text + " " + textLimitsHold(own) + " as well."
	}
	return text
}

func textLimitsHold(n int) string {
	if n == 1 {
		return "Your limit or difficulty applies"
	}
	return fmt.Sprintf("Your %d limits and difficulties apply", n)
}

func textBatchMine(n int) string {
	if n == 1 {
		return "The limit or difficulty set in Person applies to everybody"
	}
	return fmt.Sprintf("The %d limits and difficulties set in Person apply to everybody", n)
}

func textRowsOfFile(name string, rows int) string {
	return fmt.Sprintf("%s: %s that can be explained.", name, kit.Plural1(rows, "row"))
}

func TextBatchDone(b store.Batch, done int) string {
	all := len(b.Rows.Index)
	switch {
	case done == 0 && !b.Finished:
		return "The first rows are being explained."
	case done == 0:
		return "No row was explained."
	case !b.Finished:
		return fmt.Sprintf("So far: %s of %s.", store.FormatCount(done), kit.Plural1(all, "row"))
	case all == 1:
		return "The row was explained."
	case done < all:
		return fmt.Sprintf("%s of %s rows were explained; the results below omit the others.", store.FormatCount(done),
			store.FormatCount(all))
	}
	return fmt.Sprintf("All %s rows were explained.", store.FormatCount(all))
}

func textNothingFor(r store.BatchRow, s data.Schema, rules int) string {
	switch {
	case r.Target < 0 && len(r.Cuts) > 0:
		return "It has already reached the goal."
	case r.Target < 0:
		return "It already has the wanted class."
	case r.Bound && r.None:
		return fmt.Sprintf("No row of %s exists within your limits and the table's range (proved). Without your "+
			"limits, one was found.",
			kit.TextClass(s.Outcome.Name, s.Outcome.Format(float64(r.Target))))
	case r.Bound:
		return fmt.Sprintf("No row of %s was found within your limits. Without them, one was found.",
			kit.TextClass(s.Outcome.Name, s.Outcome.Format(float64(r.Target))))
	}
	text := "No row of %s was found that keeps the rules."
	switch {
	case r.None && rules == 0:
		text = "No row of %s exists in the table's range. Proved."
	case r.None:
		text = "No row of %s in the table's range keeps the rules. Proved."
	case rules == 0:
		text = "No row of %s was found."
	}
	return fmt.Sprintf(text, kit.TextClass(s.Outcome.Name, s.Outcome.Format(float64(r.Target))))
}

// textNonesOf counts the rows without a counterfactual, by what was proved.
func TextNonesOf(proved, open int) string {
	return fmt.Sprintf("%s proved to have none, %s with none found", store.FormatCount(proved),
		store.FormatCount(open))
}

func TextUnclearRows(n int) string {
	if n == 1 {
		return "For 1 row, the only answer found just reaches the class."
	}
	return fmt.Sprintf("For %s rows, the only answers found just reach the class.",
		store.FormatCount(n))
}

// textRowProved says what is proved about a row's nearest counterfactual.
func textRowProved(r store.BatchRow) string {
	text := " Nearest found. There may be a nearer one."
	if r.Quick {
		text = " Answered in one pass; there may be a nearer one."
	}
	if r.Nearest {
		text = " Nearest, proved."
	}
	if r.Unclear {
		text += " It just reaches the class."
	}
	return text
}

func TextKeptOf(keeps, breaks, silent, more int) string {
	text := "No rule to keep"
	switch {
	case breaks > 0:
		text = fmt.Sprintf("Breaks %d of %s", breaks, textRuleCount(keeps+breaks+silent))
	case keeps+silent == 1 && silent == 1:
		text = "The rule does not apply to this change"
	case keeps == 0 && silent > 0:
		text = "No rule applies to this change"
	case keeps == 1 && silent == 0:
		text = "Keeps the rule"
	case silent == 1:
		text = fmt.Sprintf("Keeps %s; 1 does not apply to this change", textRuleCount(keeps))
	case silent > 0:
		text = fmt.Sprintf("Keeps %s; %d do not apply to this change", textRuleCount(keeps), silent)
	case keeps == 2:
		text = "Keeps both rules"
	case keeps > 0:
		text = fmt.Sprintf("Keeps all %d rules", keeps)
	}
	switch more {
	case 0:
		return text + "."
	case 1:
		return text + ". 1 more was found."
	}
	return fmt.Sprintf("%s. %d more were found.", text, more)
}

func textRuleCount(n int) string {
	if n == 1 {
		return "1 rule"
	}
	return fmt.Sprintf("%d rules", n)
}

// textCoverageOf is a share with its counts and its 95 % interval.
func TextCoverageOf(n, of int, low, high float64) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%s (%s of %s; 95 %%: %s to %s)", store.FormatShare(float64(n)/float64(of)),
		store.FormatCount(n), store.FormatCount(of),
		kit.FormatFixed(100*low, 1), kit.FormatFixed(100*high, 1))
}

func textBoundOf(n, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%s of %s (%s)", store.FormatCount(n), store.FormatCount(of),
		store.FormatShare(float64(n)/float64(of)))
}
