package store

import (
	"fmt"

	"causeway/core/data"
)

const (
	sayBatchBusy          = "Rows are already being explained. Wait or cancel first."
	sayBatchFile          = "Choose a file with new rows first, or explain rows of the table."
	sayBatchPreparing     = "Preparing the rows."
	sayBatchNoRows        = "No row matches. Choose another part of the table or another search."
	sayBatchPaused        = "Explaining rows is paused."
	sayBatchResumed       = "Explaining rows continues."
	sayBatchCanceled      = "Explaining rows was cancelled before it started."
	sayEvaluationBusy     = "An evaluation is already running. Wait or cancel it first."
	sayEvaluationPaused   = "The evaluation is paused."
	sayEvaluationResumed  = "The evaluation continues."
	sayEvaluationCanceled = "The evaluation was cancelled before it started."
	sayActionsGoal        = "Actions for a group need a target class, but these rows have another goal. Run " +
		"them again with the target class as the goal."
	sayNoMethod = "Choose at least one method to evaluate."
	sayNoOracle = "Example-based+ learns feasibility from rules. Add a rule in Causes, let it learn from the " +
		"labels of this project, or leave it out."
	sayFewLabels = "Example-based+ needs at least 25 labels with a verdict. Label more, or let it learn from " +
		"the rules."
	sayBatchLost = "The engine stopped while preparing the rows. Try again."
)

const sayNoticesStopped = "No notices were saved, because writing was cancelled."

func sayNoticesRunning(n int) string { return "Writing " + counted(n, "notice") + "." }

func sayNoticesWritten(n int) string { return "A file with " + counted(n, "notice") + " was saved." }

func sayUnseen(n int) string {
	return "Left out: " + counted(n, "row") + " with a level that the table does not have."
}

func sayNobodyRefused(class string) string {
	return fmt.Sprintf("Every row is predicted as %q, so nobody gets a notice.", class)
}

func sayManyNotices(n int) string {
	return fmt.Sprintf("%s rows are refused, but the page writes at most %s notices at once. Explain fewer "+
		"rows, or use cmd/batch.", FormatCount(n), FormatCount(MostNotices))
}

func sayBatchRead(name string, rows int) string {
	return fmt.Sprintf("%s has %s that can be explained.", name, counted(rows, "row"))
}

func sayBatchProblem(problems []string) string {
	return "The rows of the file cannot be used: " + problems[0]
}

func sayBatchRunning(rows int) string {
	return fmt.Sprintf("Explaining %s.", counted(rows, "row"))
}

func sayBatchDone(asked, found, rows int) string {
	if rows == 1 && asked == 1 {
		return map[bool]string{true: "The row was explained; it has a counterfactual.",
			false: "The row was explained; it has no counterfactual."}[found == 1]
	}
	if found == 1 {
		return fmt.Sprintf("%s of %s rows were explained; 1 of them has a counterfactual.", FormatCount(asked),
			FormatCount(rows))
	}
	return fmt.Sprintf("%s of %s rows were explained; %s of them have a counterfactual.", FormatCount(asked),
		FormatCount(rows), FormatCount(found))
}

func sayBatchInterrupted(done, rows int) string {
	return fmt.Sprintf("%s of %s rows had been explained when this page was closed. To continue, press “Find "+
		"the remaining ways” in Everyone.", FormatCount(done), FormatCount(rows))
}

func sayBatchUnread(err error) string {
	return fmt.Sprintf("The results for many rows or the evaluation could not be read and were left out: %s. "+
		"Everything else was loaded.", Clause(err))
}

func sayEvaluationInterrupted(done, all int) string {
	return fmt.Sprintf("%s of %s experiments were done when this page was closed. Continue in Everyone, under "+
		"Methods.", FormatCount(done), FormatCount(all))
}

func sayEvaluating(experiments int) string {
	return fmt.Sprintf("Running %s experiments.", FormatCount(experiments))
}

func sayEvaluated(done, all int) string {
	return fmt.Sprintf("%s of %s experiments are done.", FormatCount(done), FormatCount(all))
}

func sayNoCut(word string) string {
	return fmt.Sprintf("“%.40s” is not a number. Separate cut points with commas, such as 30, 45, 60.", word)
}

func sayManyMarks(most int) string {
	return fmt.Sprintf("%d rows are already marked. Remove a mark first.", most)
}

func sayManyPins(ofRow, all int) string {
	return fmt.Sprintf("You can pin at most %d counterfactuals of a row and %s of a table. Unpin one first.", ofRow,
		FormatCount(all))
}

func sayManyCuts(n int) string {
	return fmt.Sprintf("You gave %d cut points. Give at most %d.", n, mostCuts)
}

// sayActionsUnread says that saved actions do not fit their rows.
const sayActionsUnread = "The actions for these rows could not be read and were left out. Find them again."

const sayFindingActions = "Looking for the actions that help the most rows."

func sayNoActions(s data.Schema, class int) string {
	return fmt.Sprintf("No explained row has a counterfactual with %s %q, so no actions can be built. First "+
		"explain rows with this target.", s.Outcome.Name, s.Outcome.Format(float64(class)))
}

func sayActionsFound(actions, covered, of int) string {
	switch actions {
	case 0:
		return "No action reaches any of the rows."
	case 1:
		return fmt.Sprintf("1 action reaches %s of %s rows.", FormatCount(covered), FormatCount(of))
	}
	return fmt.Sprintf("%d actions reach %s of %s rows.", actions, FormatCount(covered), FormatCount(of))
}
