package store

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"causeway/core/model"
	"causeway/core/snapshot"
)

const (
	sayRejected        = "Nothing was opened. Your work stays as it is."
	sayForgotten       = "The project that waited for its data was closed."
	sayPacking         = "Getting the rows to save."
	sayNothingToVerify = "Nothing to verify yet; train the classifier first."
	sayVerifying       = "Training the models again to compare them."
	sayVerifyCanceled  = "The verification was cancelled."
	sayKeepTable       = "Keep the table as well: its rows are not in the file."
	stepLink           = "Opened a link"

	whyForeign = "It was not trained here, so no training can be repeated, and nothing shows where it comes " +
		"from."
	whyRetired  = "An earlier version made it in a way that this version cannot repeat."
	whyNotAsked = "The project does not say how it was done, as in an earlier version's files, so nobody can repeat " +
		"it."
	whyOtherLabels = "It learned from other labels than the project's, so it cannot be repeated. A file saved with " +
		"its labels can be verified."
	whyLost = "By the file's own account some of its trainings were not kept. So they cannot be repeated, and " +
		"nothing shows where it comes from."
)

func whyUnlabelled(labels int) string {
	return fmt.Sprintf("It was fine-tuned on %s that are not in the project, so that cannot be repeated. A file "+
		"saved with its labels can be verified.", counted(labels, "label"))
}

func sayWaits(d snapshot.Data, link bool) string {
	if link {
		return fmt.Sprintf("The link is about a table like %s. Open one with the same columns, and its graph and "+
			"settings are taken over.", d.Name)
	}
	return fmt.Sprintf("The project is about %s, whose rows are not in its file. Open that table, and the project "+
		"goes on.", d.Name)
}

func sayFinishedUnread(why string) string {
	return fmt.Sprintf("The finished project could not be loaded: %s. Try it again, or open a table of your own.", why)
}

// sayGone says that the method of a generator or a training was removed.
func sayGone(m model.Method) string {
	return m.Title() + " no longer exists in this version. Its weights are set aside, and only the search finds " +
		"answers. Train a generator again to get proposals."
}

func sayOpening(d snapshot.Data) string { return fmt.Sprintf("Opening the project about %s.", d.Name) }

func sayOpened(p snapshot.Project) string {
	return fmt.Sprintf("The project about %s is open: %s.", p.Data.Name, counted(p.Data.Rows, "row"))
}

func sayOffered(o Offered) string {
	if o.Link {
		return "The link brings a project. See what it holds before you open it."
	}
	return fmt.Sprintf("%s was read. See what it holds before you open it.", o.Name)
}

func sayTaken(p snapshot.Project, sameRows bool) string {
	s := "The graph, rules and settings of the link are taken over. Undo takes them back."
	if !sameRows {
		s += fmt.Sprintf(" They were made on other rows (%s).", p.Data.Name)
	}
	return s
}

func sayOtherRows(name string, d snapshot.Data) string {
	return fmt.Sprintf("%s does not have the rows of the project, which waits for %s with %s and the hash %s. The "+
		"table is open; the project still waits.",
		name, d.Name, counted(d.Rows, "row"), shortHash(d.Hash))
}

// sayOtherFills says that a file's fill values do not match its rows.
const sayOtherFills = "The file's fill values for gaps do not match its rows, so the project was not opened. The " +
	"table is open; the project still waits."

// sayNotTaken says in one sentence why a file was refused.
func sayNotTaken(o Offered, err error) string {
	what := o.Name
	if o.Link {
		what = "The link"
	}
	return fmt.Sprintf("%s was not opened: %s.", what, Clause(err))
}

func sayNotSaved(why string) string {
	return fmt.Sprintf("The project was not saved: %s.", strings.TrimSuffix(why, "."))
}

func saySaved(name string, with Travel, labels int) string {
	holds := "without rows"
	if with.Rows {
		holds = "with all rows"
	}
	switch {
	case labels > 0 && with.Labels:
		holds += " and with " + counted(labels, "label")
	case labels > 0:
		holds += " and without labels"
	}
	return fmt.Sprintf("Saved as %s, %s.", name, holds)
}

// sayVerified claims that everything holds only if everything was proved.
func sayVerified(v Verify, e Evaluation) string {
	checks := []Check{v.Classifier}
	for _, c := range []Check{v.Generator, v.Evaluation} {
		if c.Verdict != NotChecked {
			checks = append(checks, c)
		}
	}
	switch {
	case slices.ContainsFunc(checks, Check.Fails):
		return "Not verified: some of it is not as the project says. See what differs."
	case slices.ContainsFunc(checks, func(c Check) bool { return !c.Holds() }):
		return "Not verified: some of it could not be repeated. See what."
	case e.Done() > 0 && e.Origin.IsClaimed(nil) && v.Evaluation.Verdict == NotChecked:
		return "Not verified yet: the models are as the project says. The evaluation still has to be repeated."
	}
	return "Verified: trained again, the models have the same bytes, and all figures hold."
}

// sayBelied says which of a file's claims about a model are wrong.
func sayBelied(classifier bool, list []model.Differ) string {
	of, more := "generator", ""
	if classifier {
		of = "classifier"
	}
	if n := len(list) - 1; n > 0 {
		more = fmt.Sprintf(", and %s more", counted(n, "figure"))
	}
	said, found := FigureValues(list[0])
	return fmt.Sprintf("The file does not tell the truth about its %s. It says %s %s; measured here it is %s%s.", of,
		FigureName(list[0].What), said, found, more)
}

// FigureName is a figure that a verification names, in words.
func FigureName(what string) string {
	before, key, ok := strings.Cut(what, ": ") // an experiment's
	if ok {
		return before + ": " + key
	}
	text := ""
	for _, k := range strings.Split(what, ".") {
		switch word, known := figureWords[k]; {
		case strings.Trim(k, "0123456789") == "":
			text += " " + k
			continue
		case known:
			k = word
		}
		if text != "" {
			text += ", "
		}
		text += k
	}
	return text
}

var figureWords = map[string]string{
	"best": "epoch that was kept", "logLoss": "log loss", "base": "share of the most frequent class",
	"confusion": "confusion matrix, cell",
	"testRows":  "held-out rows", "soft": "raw outputs", "decoded": "decoded rows",
	"contProximity": "proximity of numbers",
	"catProximity":  "proximity of categories", "featuresChange": "changed features",
	"profiles":     "profiles of categories",
	"dataProfiles": "profiles of categories in the data", "round": "fine-tuning", "scores": "counterfactuals",
	"feasible": "share judged feasible",
	"keptAll":  "share that keeps all rules", "kept": "share that keeps rule", "judged": "whether there is a judge",
	"judgeRight": "share of labels that the judge gets right",
	"answers":    "answers to held-out rows", "rows": "number of rows", "held": "share held",
	"reachable": "share that can have an answer", "open": "rows left open",
	"changes": "changed features", "searchChanges": "changed features of the search",
	"searchContProximity": "proximity of the search's numbers", "searchProfiles": "profiles of the search",
	"course": "curve by epoch", "endedEarly": "whether it was ended early", "epochs": "epochs asked for",
	"last": "last epoch", "told": "labels that it learned from",
	"judgeBalanced": "balanced accuracy of the judge", "infeasible": "infeasible labels",
}

// FigureValues shows a claimed and a measured figure with enough digits to differ.
func FigureValues(d model.Differ) (said, found string) {
	for digits := 4; digits < 17; digits++ {
		said, found = strconv.FormatFloat(d.Said, 'g', digits, 64), strconv.FormatFloat(d.Found, 'g', digits, 64)
		if said != found {
			break
		}
	}
	return said, found
}

// shortHash is the start of a hash, enough to compare by eye.
func shortHash(hash string) string { return hash[:min(len(hash), 12)] }
