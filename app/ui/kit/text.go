package kit

import (
	"fmt"
	"strings"

	"causeway/app/store"
	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/notice"
	"causeway/core/sketch"
)

const (
	TextRestNote     = "The result is the same as without the interruption."
	TextSeed         = "Seed"
	TextReadingFile  = "Reading the file"
	TextFeature      = "Feature"
	TextOutcome      = "outcome"
	TextGoData       = "Go to Table"
	TextGoClassifier = "Go to Classifier"
	TextGoExplain    = "Go to Person"
	TextGoGenerator  = "Go to Generator"
	TextOutside      = "Outside the range the model was trained on, so its answer is a guess."
	TextChangedOnly  = "Only changed features"
	TextNoClipboard  = "The browser blocks the clipboard here. Use Download CSV instead."
	TextExport       = "Export ONNX"
	TextGoGraph      = "Go to Causes"
	textNoPicture    = "The browser could not draw the picture. Save it as SVG instead."
	TextRemove       = "Remove"
	textEarlier      = "Earlier"
	textLater        = "Later"
	TextGoLabel      = "Label counterfactuals"
	TextExportCSV    = "Export CSV"
	TextExportXLSX   = "Export XLSX"

	textPause     = "Pause"
	textResume    = "Resume"
	TextCancel    = "Cancel"
	textLoss      = "Loss"
	textEpoch     = "Epoch"
	TextShare     = "Share"
	textLossCurve = "Loss by epoch"
	TextCourse    = "Training progress"
	textFileSays  = "This is the file's claim; it has not been measured here yet. Verify repeats " +
		"everything."
	textFileBelied   = "This is the file's claim, but repeating it gave another result."
	textFileMeasured = "The file is wrong. Measured here: "
	textFileTime     = ", the file says"
	TextAnswersLate  = "The share held is the file's claim. Time ran out before it was measured; Verify " +
		"measures it."
	textShareCurve           = "Accuracy by epoch"
	textNoEpoch              = "The first epoch has not finished yet."
	TextEndedEarly           = "Training ended early; the best state so far was kept."
	TextKeptEpoch            = "Epoch kept"
	TextTrainTime            = "Training time"
	TextHintTraining         = "A model is being trained."
	TextScore                = "Score"
	TextMeaning              = "What it means"
	textAdvancedHint         = "Point at a setting or focus it to see what it does."
	TextMeanings             = "Explain each score"
	TextHeld                 = "Held"
	TextReachable            = "Can have an answer"
	TextOfReachable          = "Held, of those that can"
	TextOfReachableMeaning   = "Rows held, as a share of the rows that can have an answer."
	TextScoreValidity        = "Validity"
	TextScoreValidityMeaning = "Share of counterfactuals the black box assigns to the target class. Higher is better."
	TextScoreCont            = "Continuous proximity"
	TextScoreContMeaning     = "The total change of all numbers in median absolute deviations (MAD), with a " +
		"minus sign. Closer to 0 is better."
	TextScoreCat            = "Categorical changes"
	TextScoreCatMeaning     = "How many categories differ from the factual on average. Fewer is better."
	TextScoreChanged        = "Features changed"
	TextScoreChangedMeaning = "How many features of any type differ on average. Fewer changes are easier to make."
)

// textPartOf is a share with its counts and its 95 % interval.
func TextPartOf(n, of int, low, high float64) (share, how string) {
	if of == 0 {
		return "–", ""
	}
	return store.FormatShare(float64(n) / float64(of)),
		fmt.Sprintf("%s of %s (%s to %s)", store.FormatCount(n), store.FormatCount(of), FormatFixed(100*low, 1),
			FormatFixed(100*high, 1))
}

const (
	textWanted      = "Accepted means"
	textWantedHelp  = "The outcome people hope for. Rows with other outcomes are explained first."
	textWantedNone  = "Choose one"
	textWantedAsk   = "Which of these numbers do people hope for? Rows with other outcomes are then explained first."
	textWantedGuess = "A guess. Change it if it is wrong."
)

func TextMoveUp(level string) string { return "Move " + level + " up" }

func TextMoveDown(level string) string { return "Move " + level + " down" }

// Jobs of many tasks.
const textCancelKeeps = "Finished work is kept if you cancel."

func textTaskTitle(t store.Topic) string {
	if t == store.TheEvaluation {
		return "Running the evaluation"
	}
	return "Explaining the rows"
}

func textTaskProgress(t store.Topic) string {
	if t == store.TheEvaluation {
		return "Evaluation"
	}
	return "Rows explained"
}

// textTasks gives the progress of a job of tasks.
func textTasks(t store.Topic, p store.Phase, r store.TaskRun, all, per int) string {
	if !p.HasTasks() {
		return "preparing"
	}
	text := fmt.Sprintf("%s of %s", store.FormatCount(r.Done), Plural1(all, "experiment"))
	if t == store.TheBatch {
		text = fmt.Sprintf("%s of %s", store.FormatCount(min(r.Done*per, all)), Plural1(all, "row"))
	}
	switch {
	case p == store.Paused:
		return text + ", paused"
	case r.LeftMS >= 0:
		text += ", " + TextLeft(r.LeftMS, r.MostMS)
	}
	if r.Engines > 1 {
		text += fmt.Sprintf(", on %d processors", r.Engines)
	}
	return text
}

func TextFromTo(old, new string) string { return old + " → " + new }

// textClass names a class of the outcome. The quotes separate a class such as <=50K from the words
// around it.
func TextClass(outcome, class string) string { return outcome + " “" + class + "”" }

func textTrainedOn(low, high string) string { return "Trained on " + low + " to " + high }

func textWas(value string) string { return "changed from " + value }

// ChangePhrases say what to do, what follows from it, and what the model would then predict, with its
// probability.
func ChangePhrases(s data.Schema, d store.Deeds, class int, share string) []Phrase {
	d = store.Deeds{Factual: s.Blank(d.Factual), Values: s.Blank(d.Values), Base: s.Blank(d.Base)}
	s = s.Telling(d.Factual, d.Values, d.Base)
	var does, then []int
	for j := range s.Features {
		switch {
		case d.Does(j):
			does = append(does, j)
		case d.Follows(j):
			then = append(then, j)
		}
	}
	out := append(notice.Page.Deeds(s, d, does, then), Phrase{Text: " "})
	return append(out, notice.Page.Answers(s, class, share)...)
}

// TextPerson numbers a person as the row of the file.
func TextPerson(place int) string { return "Person " + store.FormatCount(place+1) }

func TextRemoveOf(rule string) string { return "Remove: " + rule }

func textPagesOf(what string) string { return "Pages of the " + what }

func textEarlierOf(what string) string { return "Earlier " + what }

func textLaterOf(what string) string { return "Later " + what }

func TextPage(what string, from, to, of int) string {
	return fmt.Sprintf("%s %d to %d of %d", what, from+1, to, of)
}

func TextKeeps(rule string) string { return "Keeps: " + strings.TrimSuffix(rule, ".") }

// textNeedsOrder says that a feature needs an order before a rule can say that it rises.
func TextNeedsOrder(f data.Feature) string {
	if f.Kind == data.Category {
		return f.Name + " has no order yet, so it cannot rise or fall. Order its values here."
	}
	return "The order of the values of " + f.Name + " decides what rises and what falls."
}

// textLossTerms says how to read the curves of the generator. A loss with a validity term can be
// negative.
func textLossTerms(validity bool, floor float64) string {
	if !validity {
		return "Lower is better."
	}
	return fmt.Sprintf("Lower is better. The loss is the sum of the other solid lines. Validity falls below 0 "+
		"beyond the class boundary, to %s (−λ × β) at best.",
		FormatNumber(floor))
}

func textTrainingOf(m store.Topic) string {
	if m == store.TheClassifier {
		return "Training the classifier"
	}
	return "Training the generator"
}

// TextAdvanced summarizes settings, beginning with the first.
func TextAdvanced(table []model.Field, recipe any) string {
	const shown = 3
	list := make([]string, 0, shown)
	for _, f := range table[:min(shown, len(table))] {
		list = append(list, strings.ToLower(f.Label)+" "+f.Text(recipe))
	}
	text := "Advanced: " + strings.Join(list, ", ")
	if n := len(table) - len(list); n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}

// Training everything.
const (
	textTrainAll    = "Train"
	textTrainingAll = "Training"
	textClassifier  = "Classifier"
	TextGoModels    = "Open Models"
)

func textRightOn(f store.Fit) string {
	return fmt.Sprintf("correct on %s held-out rows. Always naming the most frequent class: %s.",
		store.FormatCount(f.Rows), store.FormatShare(f.Base))
}

func textTrainAllHint(half bool) string {
	if half {
		return "Trains the generator and finds counterfactuals for one row."
	}
	return "Trains the black box, then the generator, and finds counterfactuals for one row."
}

// textStage names the training that the progress is about.
func textStage(m store.Topic, stage, stages int, text string) string {
	if stages == 1 {
		return text
	}
	what := "the black box"
	if m == store.TheGenerator {
		what = "the generator"
	}
	return fmt.Sprintf("%d of %d, %s: %s", stage+1, stages, what, text)
}

func textProgressOf(m store.Topic) string {
	if m == store.TheClassifier {
		return "Classifier training"
	}
	return "Generator training"
}

func textProgress(p store.Phase, r store.Run) string {
	e := r.Epoch
	at := "starting"
	if r.Share > 0 {
		at = fmt.Sprintf("%.0f %% of epoch %d", 100*r.Share, e.Epoch+1)
	} else if r.HasEpoch {
		at = fmt.Sprintf("epoch %d of %d", e.Epoch, e.Epochs)
	}
	switch p {
	case store.Pausing:
		return at + ", pausing"
	case store.Paused:
		return at + ", paused"
	case store.Canceling:
		return at + ", cancelling"
	case store.Interrupted:
		return at + ", interrupted"
	}
	switch {
	case r.HasEpoch && r.Share == 0 && e.Epoch >= e.Epochs:
		return at + ", measuring the result"
	case r.HasEpoch && e.LeftMS >= 0:
		return at + ", " + TextLeft(e.LeftMS, e.LeftMS) + textOfTraining
	}
	return at
}

// textOfTraining qualifies the time left, because measuring follows the training.
const textOfTraining = " of training"

// TextLeft gives bounds for the time left.
func TextLeft(least, most float64) string {
	low, high := int(least/1000+0.5), int(max(least, most)/1000+0.5)
	switch {
	case high < 1:
		return "less than a second left"
	case low < 1 && high > 1:
		return "up to " + textSpan(high) + " left"
	case 10*high <= 13*low:
		return "about " + textSpan((low+high)/2) + " left"
	case low < 60 && high < 120:
		return fmt.Sprintf("about %d to %d s left", low, high)
	case low < 60:
		return fmt.Sprintf("about %s to %s left", textSpan(low), textMinutes(high))
	}
	if a, b := textMinutes(low), textMinutes(high); a != b {
		return fmt.Sprintf("about %s to %s left", strings.TrimSuffix(a, " min"), b)
	}
	return "about " + textMinutes(high) + " left"
}

// textSpan returns a time of whole seconds.
func textSpan(s int) string {
	if s < 60 {
		return fmt.Sprintf("%d s", s)
	}
	return fmt.Sprintf("%d min %d s", s/60, s%60)
}

func textMinutes(s int) string { return fmt.Sprintf("%d min", (s+30)/60) }

const (
	textAskTitle = "Replace what is open?"
	textAsk      = "The classifier, the generator and the counterfactuals belong to the open data and close " +
		"with it. If the project is saved in this browser, it stays under Recent projects."
	textReplace = "Replace it"
	textKeep    = "Keep it"
)

func TextRangeOf(low, high string) string { return low + " to " + high }

// textLevels lists the first levels of a feature, ordered ones from the lowest.
func textLevels(f data.Feature) string {
	const most = 8
	var ranks []int
	if f.Kind == data.Ordered {
		ranks = sketch.RanksOf(f)
	}
	text := JoinLevels(f.Levels, ranks, most)
	if more := len(f.Levels) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// TextWatch names what a watched training shows.
const TextWatch = "How one row's counterfactual develops"

// textSettles says what happens to a value.
func textSettles(from, to string) string {
	if from == to {
		return from + ", unchanged"
	}
	return from + " → " + to
}
