package ui

import (
	"fmt"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/project"
)

// The texts of the screens are in this file and its text_*.go neighbours, one for each
// part of the page. Texts that depend on the state, such as why something is impossible,
// are in the store.

// Shell.
const (
	textSkip        = "Skip to content"
	textPlaces      = "Places"
	textModels      = "Models"
	textCloseModels = "Close models"
	textCommandKey  = "Ctrl K"
	textUndo        = "Undo"
	textRedo        = "Redo"

	textDismiss     = "Dismiss"
	textUpdateReady = "A new version of Causeway is ready. Reload to use it. Everything saved in this browser " +
		"is kept."
	textRestart   = "Start the engine again"
	textUpdateNow = "Reload now"
	textUnsent    = "The engine did not receive the message: %v."
	textDropHere  = "Drop the file to open it"

	textReady      = "ready"
	textStartHere  = "start here"
	textToTrain    = "to train"
	textTrained    = "trained"
	textNeedsTable = "needs a table"

	textToDraw       = "draw a digit"
	textNotForImages = "not for images"

	textNeedsClassifier = "needs a classifier"
	textNeedsGenerator  = "needs a generator"

	textLoading     = "loading"
	textReading     = "reading"
	textPreview     = "to import"
	textPaused      = "paused"
	textInterrupted = "interrupted"
	textSearching   = "searching"
	textLearning    = "learning"
	textToEvaluate  = "to evaluate"
	textEvaluating  = "evaluating"
	textEvaluated   = "evaluated"
)

// textModelIs says what a model does.
var textModelIs = map[kit.Place]string{
	kit.PlaceClassifier: "The black box. It decides who is refused.",
	kit.PlaceGenerator:  "It proposes rows for which the black box decides differently.",
}

func textDismissOf(text string) string { return "Dismiss: " + text }

func textPersonBadge(row, labels int) string {
	text := fmt.Sprintf("person %d", row)
	if labels > 0 {
		text += ", " + textLabelCount(labels)
	}
	return text
}

func textRowCount(n int) string { return store.FormatCount(n) + " rows" }

func textLabelCount(n int) string { return kit.Plural1(n, "label") }

func textTrainingShare(r store.Run) string {
	if r.Epoch.Epochs == 0 {
		return "training"
	}
	return fmt.Sprintf("training %d %%", int(100*(float64(r.Epoch.Epoch)+r.Share)/float64(r.Epoch.Epochs)))
}

func pageTitle(s kit.Place) string { return s.Title() + " – " + project.TextName }

func textImageCount(n int) string { return store.FormatCount(n) + " images" }

func textRowsFileBegins(name string) string {
	return fmt.Sprintf("Each result is written to %s at once.", name)
}

func textRowsFileDone(rows int, name string) string {
	if rows == 1 {
		return fmt.Sprintf("%s has 1 row with its results.", name)
	}
	return fmt.Sprintf("%[2]s has %[1]s rows with their results.", store.FormatCount(rows), name)
}

func textRowsFileFailed(name, why string) string {
	return fmt.Sprintf("%s could not be written: %s Use Export CSV to save the results.", name, why)
}
