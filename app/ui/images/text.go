package images

import (
	"fmt"
	"strconv"
	"strings"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/model"
	"causeway/core/wire"
)

const (
	textImages     = "Images"
	textForget     = "Close"
	textSize       = "Size"
	textClasses    = "Classes"
	textTraining   = "For training"
	textValidation = "For validation"
	textHeldOut    = "Held out"
	textNotKept    = "Images, models, rules, labels and the drawing are saved automatically in this browser, " +
		"under Recent projects. A saved file contains the models, their scores and the rules. Open it like a " +
		"project. With pixels, or for sampled digits, it also contains the labels."
	textSaveImages   = "Save images"
	textWithPixels   = "with their pixels"
	textVerifyImages = "Verify models"
	textSheets       = "Every class"
	textSheetsRegion = "Every class, scrolls sideways"
	textClass        = "Class"
	textMean         = "Mean"
	textFirst        = "Its first images"
	textNone         = "none"

	textClassifier        = "The classifier"
	textClassifierMeaning = "The paper's network for images: two 3×3 convolutions of 32 and 64 channels, each with " +
		"max pooling and dropout, and 256 units."
	textTrainClassifier = "Train classifier"
	textHeldOutTitle    = "On held-out images"
	TextAccuracy        = "Accuracy"
	textBase            = "Naming the most frequent class"
	TextLogLoss         = "Cross entropy"
	TextTruth           = "True class"
	TextConfusion       = "Confusion matrix of the held-out images"
	textConfusionRegion = "Confusion matrix, scrolls sideways"
	textConfusionHint   = "Rows are labels, columns are predictions. Click a count to see its images."
	textCellHint        = "Click an image to explain it."
	textGoDraw          = "Draw one"

	textOpenModel     = "A classifier from another program"
	textOpenModelHint = "An ONNX file with a sequence of convolutions, pooling and fully connected layers, for " +
		"single-channel images of this size. It is tried with the usual pixel formats, and the format that does " +
		"best on the validation images is used. It replaces the current classifier and its generator."
	textOpenModelFile = "Open a classifier (ONNX)"
	textExport        = "Save as ONNX"

	textGenerator        = "The generator"
	textGeneratorMeaning = "BaseVAE for images. It encodes an image with its target class and decodes another " +
		"image that the classifier assigns to this class."
	textTrainGenerator = "Train generator"
	textGeneratorHint  = "The generator learns from the classifier's answers."
	textNeedClassifier = "Train the classifier first."
	textNeedGenerator  = "Train the generator to find counterfactuals."
	TextDistance       = "Ink changed, in pixels"
	TextChanged        = "Pixels changed"
	textEach           = "Time per counterfactual"
	textGoExplain      = "Go to Person"

	TextNoEvaluate = "“Everyone” works only with tables. To compare methods on images, run cmd/paper -dataset mnist."

	textWhich        = "Image to explain"
	textHeldOutImage = "A held-out image"
	textDraw         = "Draw your own"
	textAny          = "any"
	textLabelled     = "Labelled"
	textPrevious     = "Previous"
	textNext         = "Next"
	textSays         = "The classifier's answer"
	textDrawFirst    = "Draw something: the classifier answers while you draw."
	textAsking       = "Asking the classifier."
	textFind         = "Find counterfactuals"
	textFinding      = "Looking for counterfactuals."
	textFindHint     = "One for every other class. The classifier sees exactly the pixels shown."
	textAllClasses   = "All classes"
	textAnswersHint  = "Choose one to see what changes. A dashed frame means that the classifier does not " +
		"assign it to the class, or that it breaks a rule."
	TextFactual    = "Original"
	textDifference = "What changes"
	textAdded      = "orange: ink is added"
	textRemoved    = "blue: ink is removed"
	textPath       = "Steps in between"

	textRules     = "What a counterfactual must keep"
	textRulesHint = "Rules about pixels are enforced in every answer. Rules about measures are checked: of up " +
		"to 64 draws, the nearest that keeps them is shown. If none keeps them, the answer says so."
	textRegion     = "A region that must not change"
	textRegionHelp = "Paint over the image; green pixels do not change. With the keyboard: arrow keys move, " +
		"Space paints a pixel, Delete frees it."
	textClearRegion = "Clear region"
	textInk         = "Ink"
	textInkEither   = "may be added and removed"
	textInkAdded    = "may only be added"
	textInkRemoved  = "may only be removed"
	textBudget      = "Pixels that may change"
	textBudgetUnit  = "0 means any number"
	textMeasures    = "Measures of the image"
	TextMeasure     = "Measure"
	textHere        = "Here"
	TextUnit        = "Unit"
	textMayChange   = "May change"
	textAtMost      = "By at most"
	textLikes       = "freely"
	textWithin      = "within a bound"
	textNotDown     = "only down, within a bound"
	textNotUp       = "only up, within a bound"
	textProofs      = "The rules, checked on its pixels"
	TextMeasured    = "Measures of both images"

	TextDrawing    = "Your drawing"
	textPad        = "Drawing pad"
	textTool       = "Tool"
	textBrush      = "Brush"
	textEraser     = "Eraser"
	textClear      = "Clear"
	textPen        = "Radius of the pen"
	textPenUnit    = "pixels"
	textCenter     = "Centre"
	textCenterHelp = "As in MNIST: scaled to fit 20 of 28 pixels, with its ink centred."
	textAsSeen     = "As the classifier sees it"
	textPadHelp    = "Draw with a mouse, a finger or a pen. With the keyboard: arrow keys move, Space sets a " +
		"pixel, Delete clears it, Shift with an arrow key draws, Ctrl+Z undoes."
)

func textPixels(w, h int) string { return fmt.Sprintf("%d × %d pixels", w, h) }

func textSheet(class, n int) string {
	if n == 1 {
		return fmt.Sprintf("The first image of class %d", class)
	}
	return fmt.Sprintf("The first %d images of class %d", n, class)
}

func textMeanOf(class int) string { return fmt.Sprintf("Mean image of class %d", class) }

func textClassifierHint(s wire.ImagesLoaded) string {
	return fmt.Sprintf("%s of %s.", plural(s.Train, "training image"), s.Name)
}

func TextOpened(p model.Provenance, reading string) string {
	if p.Producer == "" {
		return fmt.Sprintf("The classifier is %s. It gets pixels %s.", p.Name, reading)
	}
	return fmt.Sprintf("The classifier is %s, written by %s. It gets pixels %s.", p.Name, p.Producer, reading)
}

func TextInterval(v, low, high float64) string {
	return fmt.Sprintf("%s (%s to %s)", store.FormatShare(v), kit.FormatFixed(100*low, 1), kit.FormatFixed(100*high, 1))
}

func TextAccuracyMeaning(n int) string {
	return fmt.Sprintf("On %s that no model was trained on, with the 95 %% confidence interval in brackets.",
		plural(n, "image"))
}

func TextSaid(c int) string { return fmt.Sprintf("as %d", c) }

func textCell(n, truth, said int) string {
	return fmt.Sprintf("%s: labelled %d, predicted as %d", plural(n, "image"), truth, said)
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return store.FormatCount(n) + " " + what + "s"
}

func textCellTitle(c store.ImageCell) string {
	return fmt.Sprintf("Labelled %d, predicted as %d", c.Truth, c.Predicted)
}

func textThumb(index, label int) string {
	return fmt.Sprintf("Explain image %d, %s", index+1, textA(label))
}

func TextRated(n int) string {
	return fmt.Sprintf("One counterfactual for each of %s, for a random class, decoded to pixels. Ink and "+
		"pixels are counted for the valid ones. Valid means that the classifier is convinced, not that a person "+
		"would be.",
		plural(n, "held-out image"))
}

func TextSubject(s store.ImageSubject) string {
	return fmt.Sprintf("%s, labelled %d.", textImageNo(s), s.Label)
}

func textImageNo(s store.ImageSubject) string { return fmt.Sprintf("Image %d", s.Index+1) }

// headlineOf says what the chosen counterfactual changes, and what the classifier takes it for.
func headlineOf(x store.ImageSubject) []kit.Phrase {
	a, ok := chosen(x)
	shares := a.Shares.Values()
	switch {
	case !ok && x.Asking:
		return []kit.Phrase{{Text: textFinding}}
	case !ok:
		return []kit.Phrase{{Text: "What would it have to look like?"}}
	case !a.Valid || len(a.Broken) > 0:
		return []kit.Phrase{{Text: TextTo(a.Target) + ": " + TextCard(a, x.Pixels) + "."}}
	}
	return []kit.Phrase{{Text: "Change "}, {Text: inkOf(a, x.Pixels) + " pixels", Role: kit.Changed},
		{Text: " of ink. " +
			"The classifier would then say "}, {Text: strconv.Itoa(a.Target), Role: kit.Decided},
		{Text: ", " + kit.FormatProbability(shares[a.Target]) + "."}}
}

// inkOf returns how much ink a counterfactual changes, in full pixels.
func inkOf(a wire.ImageAnswer, factual []byte) string {
	ink := 0
	for i, v := range factual {
		ink += max(int(v)-int(a.Pixels[i]), int(a.Pixels[i])-int(v))
	}
	return kit.FormatFixed(float64(ink)/255, 0)
}

func TextAnswer(class int, share float64) string {
	return fmt.Sprintf("The classifier predicts %d, with probability %s.", class, kit.FormatProbability(share))
}

func textShareOf(c int) string   { return fmt.Sprintf("Class %d", c) }
func textShareAtOf(c int) string { return fmt.Sprintf("Class %d in between", c) }

func TextTo(c int) string { return "To become " + textA(c) }

// textA returns a number with its article: an 8, an 11, an 18, an 80.
func textA(c int) string {
	text := strconv.Itoa(c)
	if c == 11 || c == 18 || strings.HasPrefix(text, "8") {
		return "an " + text
	}
	return "a " + text
}

// TextCard gives the prediction for a counterfactual, and how much has changed.
func TextCard(a wire.ImageAnswer, factual []byte) string {
	shares := a.Shares.Values()
	text := fmt.Sprintf("%s, ink %s", kit.FormatProbability(shares[a.Target]), inkOf(a, factual))
	switch {
	case !a.Valid:
		text = fmt.Sprintf("not reached: predicted as %d", store.Likeliest(shares))
	case len(a.Broken) > 0:
		text = "breaks a rule"
	}
	return text
}

func TextWay(from, to int) string { return fmt.Sprintf("From %d to %d", from, to) }

func textOnTheWay(at, of int) string {
	if of == 0 || at == of-1 {
		return "Counterfactual"
	}
	if at == 0 {
		return "Original"
	}
	return fmt.Sprintf("Step %d of %d", at, of-1)
}

func textAt(s store.ImageSubject, shares []float64) string {
	if len(shares) == 0 {
		return ""
	}
	c := store.Likeliest(shares)
	return fmt.Sprintf("%s, predicted as %d with probability %s", textOnTheWay(s.At, len(s.Path)), c,
		kit.FormatProbability(shares[c]))
}

func textCursor(row, column int, set bool) string {
	what := "empty"
	if set {
		what = "ink"
	}
	return fmt.Sprintf("Row %d, column %d: %s", row+1, column+1, what)
}

func textCursorOf(row, column int, stays bool) string {
	what := "free"
	if stays {
		what = "stays"
	}
	return fmt.Sprintf("Row %d, column %d: %s", row+1, column+1, what)
}

func textMayChangeOf(measure string) string { return "How " + measure + " may change" }

func textAtMostOf(measure string) string { return "By how much " + measure + " may change" }

func TextHolds(holds bool) string {
	if holds {
		return "Kept: "
	}
	return "Not kept: "
}
