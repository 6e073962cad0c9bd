package project

import (
	"fmt"
	"slices"
	"strings"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/document"
	"causeway/core/model"
)

// The file of the project.
const (
	textProjectFile  = "Project file"
	textSave         = "Save"
	textSaveSays     = "Everything in one file: table, causes, models, labels."
	textSaveAs       = "Save as"
	textSaveAsSays   = "Save under another name."
	textOpen         = "Open"
	textCopyLink     = "Copy link"
	textLinkSays     = "Contains causes, rules and settings, but no rows and no models."
	textNoticeJSON   = "Save it as JSON"
	textLanguage     = "Language of the notice"
	textNoticeTexts  = "What your notices say"
	textNotice       = "Save notice"
	textCertificate  = "Save certificate"
	textVerify       = "Verify"
	textVerifySays   = "Measures and searches again, and compares."
	textSaveTitle    = "What goes into the file?"
	textSaveChoices  = "What else goes into the file"
	textSaveRowsHelp = "Anyone with the file can then read every row."

	textSaveLabelsHelp = "Labels contain the judged rows, the verdicts and who gave them. Without them, Verify " +
		"cannot repeat the training on labels."
	textFileName   = "File name"
	textSaveFile   = "Save to a file"
	textCancelSave = "Don't save"

	textNothingToSave = "Nothing to save yet: open a table first."
	TextUnsavedWork   = "The open project has changes that are not in a file."
	textKeepOpen      = "Leave it"
	textTable         = "Table"
	textRowsOfIt      = "Rows"
	textHash          = "SHA-256"
	textWaitTitle     = "The project needs its table"
	textForget        = "Close the project"
	textVerifyTitle   = "Are the project's claims true?"
	textChecking      = "Figures are measured again, and stored answers are searched and proved again."
	textTrainAgain    = "Train again and compare"
	textVerifying     = "Everything is repeated from the settings and seeds. Models are compared bit by bit, " +
		"and every figure is compared."
	textVerifyProgress = "Repeated"
	textCancelVerify   = "Cancel verification"
	textCloseVerify    = "Close"
	textTheClassifier  = "Classifier"
	textTheGenerator   = "Generator"
	textTheEvaluation  = "Evaluation"
	textNeverMeasured  = "Names and training times remain claims of the project, because they cannot be " +
		"measured again."
	textEvaluateAgain = "Repeat the evaluation"
)

var textTheAnswers = [...]string{"Answers for the person", "Answers for everyone"}

// textLeaves says in one line how much of the table and labels goes into the file, and what a
// reader of the file will lack.
func textLeaves(with store.Travel, d store.Data, labels int) string {
	text := "No table row is saved."
	if with.Rows {
		text = fmt.Sprintf("The table is saved: %s.", kit.Plural1(d.Table.Rows, "row"))
	}
	if labels > 0 && with.Labels {
		text += fmt.Sprintf(" So are labels: %s.", store.FormatCount(labels))
	}
	switch {
	case !with.Rows && d.IsSampled():
		text += " Opening the file samples the rows again."
	case !with.Rows:
		text += " Keep the table as well, because you need it to open the file."
	}
	if labels > 0 && !with.Labels {
		text += " The labels stay in this browser."
	}
	return text
}

func textSaveRows(rows int) string { return "All " + kit.Plural1(rows, "row") + " of the table" }
func textSaveLabels(n int) string  { return kit.Plural1(n, "label") }

// textSaveHolds says what every file holds.
func textSaveHolds(g store.Graph, rules int, c store.Classifier, m store.Generator) string {
	parts := []string{"the settings and seeds", "the names, types and ranges of the columns",
		fmt.Sprintf("the graph (%s, %s)", kit.Plural1(len(g.Sketch.Edges), "edge"), kit.Plural1(rules, "rule")),
		"the limits of the person explained"}
	if c.HasResult {
		parts = append(parts, "the classifier")
	}
	if m.HasResult {
		parts = append(parts, "the generator")
	}
	last := len(parts) - 1
	return "The file contains " + strings.Join(parts[:last], ", ") + " and " + parts[last] + ". Choose what " +
		"else to include."
}

func textOfferTitle(o store.Offered) string {
	if o.Link {
		return "Use the link's contents?"
	}
	return "Open this project?"
}

func textOpenProject(o store.Offered) string {
	if o.InPlace {
		return "Use it"
	}
	return "Open this project"
}

// textOfferClaims introduces a file's claims.
func textOfferClaims(o store.Offered) string {
	what := "The file"
	if o.Link {
		what = "The link"
	}
	return what + " claims this. Nothing has been measured yet."
}

func textOfferEffect(o store.Offered) string {
	switch {
	case o.InPlace:
		return "Graph, rules and settings replace the current ones. Table, models and labels stay. Undo " +
			"restores the old ones."
	case o.Unsaved || o.Replaces:
		return "It replaces the open project."
	}
	return ""
}

func textWaitHint(link bool) string {
	if link {
		return "Open a table with the same columns to load the graph, rules and settings."
	}
	return "Open this table. It is read the same way as before, and the project opens with its rows. You can " +
		"also open any other table."
}

func textCheck(c store.Check, of string) string {
	evaluation, answers := of == textTheEvaluation, slices.Contains(textTheAnswers[:], of)
	var parts []string
	add := func(s string) { parts = append(parts, s) }
	switch {
	case c.Verdict == store.NotChecked:
		return "Not compared."
	case c.Verdict == store.SameBytes && answers:
		add("Searching again gives the same answers, with the same predictions, costs, rules and proofs.")
	case c.Verdict == store.OtherBytes && answers:
		add("Searching again gives other answers:")
	case c.Verdict == store.SameBytes && !evaluation:
		add("Retraining gives the same bytes.")
	case c.Verdict == store.OtherBytes:
		add("Retraining gives different bytes. Either the model was not trained with these settings, this seed and " +
			"this table, or somebody changed it.")
	}
	if c.Why != "" {
		add(c.Why)
	}
	switch {
	case answers:
	case len(c.Differ) > 0:
		add(fmt.Sprintf("Measured again, %s as the project says:", pluralAre(len(c.Differ))))
	case evaluation && c.Measured:
		add("Repeating it gives the same figures.")
	case c.Measured && len(c.Unproved) == 0:
		add("Measured again, all its figures are correct.")
	case c.Measured:
		add("Measured again, its other figures are correct.")
	}
	return strings.Join(parts, " ")
}

func pluralAre(n int) string {
	if n == 1 {
		return "one figure is not"
	}
	return store.FormatCount(n) + " figures are not"
}

func textDiffer(d model.Differ) string {
	said, found := store.FigureValues(d)
	return fmt.Sprintf("%s: claimed %s, measured %s", store.FigureName(d.What), said, found)
}

var textUnproved = map[model.Unmeasured]string{
	model.AllFigures: "Its figures were not measured. They are for held-out rows without labels, and the " +
		"project does not say which rows those are.",
	model.UndoneRound: "The undone fine-tuning and its figures were not checked, because the project does not " +
		"say how it was made.",
	model.RulesOfRound: "How often rules are kept after a fine-tuning was not measured, because files of " +
		"earlier versions do not contain these rules.",
	model.JudgeOfRound: "How feasible counterfactuals are after a fine-tuning was not measured, because an " +
		"earlier version estimated it in another way.",
	model.LateFigures: "Its figures were not measured, because time ran out.",
	model.LateAnswers: "How many of its answers are held was not measured, because time ran out.",
	model.GoneMethod: "Claims about Learned search were not measured, because this version no longer has that " +
		"method.",
	model.EarlierRound: "Claims about earlier fine-tunings were not measured, because the project does not say " +
		"how they were made.",
}

func textNotEvaluatedAgain(experiments int) string {
	return "Not repeated. It has " + kit.Plural1(experiments, "experiment") +
		", which take as long as the first time."
}

const (
	TextName       = "Causeway"
	textPrivacy    = "Nothing leaves this computer."
	textMenuTitle  = "Project and page"
	textOtherTable = "Another table"
	textTheme      = "Theme"
	textSystem     = "System"
	textLight      = "Light"
	textDark       = "Dark"
	textShare      = "Share"
	textShareTitle = "Share this project"
	textSaveReport = "Save report"
)

func textMenu(name string) string { return "Project: " + name }

func textReportSays(images bool) string {
	if images {
		return "All figures and answers on one page."
	}
	return "All figures and proofs on one page. It contains only this row of the table."
}

func textCertificateSays(answered bool) string {
	if answered {
		return "A proof of this person's answer that anyone can check with cmd/check."
	}
	return "Find an answer for a person first."
}

// textLanguages lists the languages of notices, each in that language.
var textLanguages = [...]string{document.English: "English", document.German: "Deutsch", document.French: "Français",
	document.Spanish: "Español", document.Arabic: "العربية"}

// textNoticeFields holds the labels of document.Notice.Texts.
var textNoticeFields = [...]string{"Who decides", "Where the data come from", "How to have an error corrected",
	"The roles of the model and people", "How to contest it, and whom to ask"}

func textNoticeSays(answered bool) string {
	if answered {
		return "For this person: the decision, the reasons for it, what would be enough, and how to contest it."
	}
	return "Find an answer for a person first."
}
