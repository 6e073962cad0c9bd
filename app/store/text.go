package store

import (
	"fmt"
	"strconv"
	"strings"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/model"
)

// These are the sentences of the state; labels are in the ui packages.
const (
	sayManyOwn    = "A search cannot use more rules of your own. Remove one first."
	sayLinkUnread = "The link could not be read: its address is damaged or too long. Nothing was changed. Copy the " +
		"whole link again."

	sayOwnTwice = "You have stated this rule already."

	sayUnordered = "Some of your limits or rules were removed, because they need an order of values that no " +
		"longer exists."

	sayOpenFirst       = "Open a table first, in Table."
	sayClassifierFirst = "Train the classifier first, because the generator learns from its answers."
	sayGeneratorFirst  = "Train the generator first. It finds the counterfactuals."
	sayRowFirst        = "Choose a row first."
	sayFindFirst       = "The rules have changed. Find counterfactuals again, then save the certificate."
	sayNothingProved   = "Nothing was proved for this person, so there is nothing to certify. Search longer first."
	sayCertifying      = "Making the certificate."
	sayEngineAgain     = "The engine is starting again. Try once more in a moment."
	sayEngineBack      = "The engine is running again, with this page's table and models."
	sayLoadLost        = "The engine stopped while opening this. Nothing was changed. This browser may not have " +
		"enough memory for it; try fewer rows, columns or images."
	sayOtherTable      = "The table could not be restored exactly, so its models were discarded. Train them again."
	sayEmptyPaste      = "The text is empty. Paste a table with its column names."
	sayDiscarded       = "The file was closed. Nothing was changed."
	sayKept            = "The open table and its models were kept."
	sayBusyGenerator   = "The generator is being trained. Wait or cancel that before you retrain the classifier."
	sayTableFirst      = "The classifier will be trained once the table is loaded."
	sayAfterClassifier = "The generator will be trained once the classifier is ready."
	sayAfterGenerator  = "The search starts as soon as the generator is trained."
	sayPaused          = "Training is paused."
	sayResumed         = "Training continues."
	sayCanceled        = "Training was cancelled."
	sayCanceledBest    = "Training was cancelled; the best state so far was kept."
	sayMargin          = "A hinge margin above 0.99 cannot be reached, so 0.99 is used."
	saySearchingEdges  = "Searching for edges in the training rows."
	saySearchCanceled  = "The search was cancelled. Nothing was added."
	saySearchLost      = "The engine stopped while searching for edges. Start the search again."
	saySearching       = "Looking for counterfactuals."
)

// sayAccepted says why the page does not search.
func sayAccepted(wanted string) string {
	return fmt.Sprintf("Already accepted: the model gives %s.", wanted)
}

func sayTooBig(name string, size, most int) string {
	return fmt.Sprintf("%s is %s and was not opened: the browser can read files up to %s, and this one is %s "+
		"too large.",
		name, FormatSize(size), FormatSize(most), FormatSize(size-most))
}

func sayReading(name string, size int) string {
	return fmt.Sprintf("Reading %s, %s.", name, FormatSize(size))
}

func sayUnreadable(name, why string) string {
	return fmt.Sprintf("The browser could not read %s: %s.", name, strings.TrimSuffix(why, "."))
}

// sayReadLost reports a file that killed an engine.
func sayReadLost(name string) string {
	return fmt.Sprintf("The engine stopped while reading %s. Nothing was changed. The file may be damaged or "+
		"too large for this browser. Save it with fewer rows or as CSV, then open it again.", name)
}

func sayPreviewed(name string, rows, columns int) string {
	if columns == 0 || rows == 0 {
		return name + " cannot be read as a table yet. Change how it is read, or choose another file."
	}
	return fmt.Sprintf("%s has %s and %s. Check how it was read, then import it.", name, counted(rows, "row"),
		counted(columns, "column"))
}

func sayProblem(problem string) string {
	return "The file cannot be imported yet: " + problem
}

func saySuggested(n int) string {
	switch n {
	case 0:
		return "The search found no edges beyond those drawn."
	case 1:
		return "The search suggests one edge. It is added only if you choose."
	}
	return fmt.Sprintf("The search suggests %d edges. They are added only if you choose.", n)
}

func sayLoaded(name string, rows int) string {
	return fmt.Sprintf("%s is loaded: %s.", name, counted(rows, "row"))
}

func sayGraphOf(table string) string { return "The graph of " + table }

func sayGraphDiffers(table string) string {
	return fmt.Sprintf("The graph of %s names columns or levels that this table does not have. Go to Causes to say "+
		"which column is which, or to leave it.", table)
}

func sayImplied(n int) string {
	if n == 1 {
		return "Took 1 rule that no row breaks"
	}
	return fmt.Sprintf("Took %d rules that no row breaks", n)
}

func sayTraining(m Topic) string {
	if m == TheClassifier {
		return "Training the classifier."
	}
	return "Training the generator."
}

func sayStep(g model.Recipe) string {
	return fmt.Sprintf("A step can use at most %s counterfactuals (batch size × latent samples), so a batch "+
		"size of %s with %d samples is used.",
		FormatCount(model.MaxStep), FormatCount(g.Batch), g.Samples)
}

func sayClassifierTrained(accuracy float64) string {
	return fmt.Sprintf("The classifier is trained: %s of held-out rows are classified correctly.",
		FormatShare(accuracy))
}

func sayGeneratorTrained(validity float64) string {
	return fmt.Sprintf("The generator is trained: %s of its decoded counterfactuals reach the target class.",
		FormatShare(validity))
}

func sayDown(d EngineDown) string {
	reason := strings.TrimSuffix(d.Reason, ".")
	if d.Final {
		return fmt.Sprintf("The engine stopped and could not be started again: %s. This page still has "+
			"your table and models.", reason)
	}
	return fmt.Sprintf("The engine stopped: %s. It is starting again; this page still has your table and models.",
		reason)
}

func sayInterrupted(epoch int) string {
	if epoch == 0 {
		return "The training was interrupted before its first checkpoint. Resume restarts it."
	}
	return fmt.Sprintf("The training was interrupted. Resume continues from epoch %d.", epoch)
}

const sayFindStopped = "The search was stopped."

func sayFound(found int) string {
	switch found {
	case 0:
		return "No counterfactual was found."
	case 1:
		return "1 counterfactual was found."
	}
	return fmt.Sprintf("%d counterfactuals were found.", found)
}

func sayUsed(no int) string {
	return fmt.Sprintf("The form now shows counterfactual %d.", no)
}

func sayNotRecovered(detail string) string {
	return "The table could not be opened again after the engine stopped: " + detail
}

// FormatSize writes a number of bytes as people read it.
func FormatSize(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	case n < 1<<20:
		return fmt.Sprintf("%.1f KB", float64(n)/(1<<10))
	}
	size, unit := float64(n)/(1<<20), " MB"
	if n >= 1<<30 {
		size, unit = size/(1<<10), " GB"
	}
	return strings.TrimSuffix(strconv.FormatFloat(size, 'f', 1, 64), ".0") + unit
}

// FormatCount writes a whole number with thousands separators.
func FormatCount(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// FormatShare writes a share as a percentage with one decimal.
func FormatShare(v float64) string {
	return strconv.FormatFloat(100*v, 'f', 1, 64) + " %"
}

func sayUndone(step string) string { return "Undone: " + step + "." }

func sayRedone(step string) string { return "Redone: " + step + "." }

func sayNamesRefused(err error) string {
	return Why(err) + " Give one of them another name."
}

func sayUnmatched(lines []string) string {
	shown := lines[:min(len(lines), 5)]
	text := fmt.Sprintf("%s of the list matched no column or level: “%s”", counted(len(lines), "line"),
		strings.Join(shown, "”, “"))
	if n := len(lines) - len(shown); n > 0 {
		text += fmt.Sprintf(" and %s more", FormatCount(n))
	}
	return text + ". Write “column: name”, “level: name” or “column.level: name”, with the names of the table on the " +
		"left."
}

const sayFileFirst = "The next undo or redo changes how the previous file is read, but another file is being " +
	"opened. Wait for that or cancel it."

func sayLongNames(bytes int) string {
	return fmt.Sprintf("The list of names has %s bytes; at most %s can be read. Leave out lines that match no "+
		"column or level.", FormatCount(bytes), FormatCount(maxNameList))
}

func sayRead(columns int) string {
	if columns == 0 {
		return "Every column has its name from the table."
	}
	if columns == 1 {
		return "1 column of the table has its own display name, unit or decimals."
	}
	return counted(columns, "column") + " of the table have display names, units or decimals."
}

// sayInside says that a limit was clamped to a rule's range.
func sayInside(f data.Feature, low, high float64, l causal.Limit) string {
	rule := causal.Rule{Kind: causal.Range, Min: low, Max: high}.String(data.Schema{Features: []data.Feature{f}})
	f = f.Stating(l.Min, l.Max)
	return fmt.Sprintf("A rule for everyone: %s The limit became %s to %s.", rule, f.Format(l.Min), f.Say(l.Max))
}

func sayCertified(name, proves string) string {
	return fmt.Sprintf("Saved as %s. It proves: %s.", name, proves)
}

// counted returns a count with its noun.
func counted(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	return FormatCount(n) + " " + word
}
