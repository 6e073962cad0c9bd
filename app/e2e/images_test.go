package e2e

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"causeway/app/e2e/page"
)

// TestDigitsAreDrawnAndExplained samples digits, trains a little and opens a cell of the confusion
// matrix. It explains a held-out digit and a drawn one, paints a fixed region and searches again.
// It saves, reopens and verifies, leaves the digits for a table, and comes back.
func TestDigitsAreDrawnAndExplained(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.SampleDigits()
	p.WaitHas("table", "Every class")
	p.Shoot("images-data")
	p.GoTo("Causes")
	p.WaitFor("a graph without arrows", func() bool {
		return p.MeasuresGraph() == "No arrows: no measure follows from another."
	})
	p.Click("checkbox", "thickness is a cause of ink")
	p.WaitSays(page.Measures, "for each unit of thickness; this explains")
	p.Click("checkbox", "ink is a cause of thickness")
	p.WaitText("alert", "That would be a cycle")
	p.FillNumber("Tolerance of ink", 40)
	p.Shoot("images-graph")

	p.BeginTraining("Classifier", 3)
	p.WaitHas("button", "Pause")
	p.Shoot("images-training")
	p.WaitHas("table", "Confusion matrix of the held-out images")
	p.PressRightCell()
	p.WaitThere(page.Thumbs)
	p.Shoot("images-classifier")

	p.BeginTraining("Generator", 4)
	p.WaitText("status", "The generator is trained")
	p.Shoot("images-generator")

	p.GoTo("Person")
	p.WaitNine()
	p.WaitHas("slider", "Steps in between")
	p.Shoot("images-explain")
	t.Logf("held-out: %s", p.Text("status", ""))
	p.MoveAlongPath(4)
	p.WaitSays(page.Body, "Step 4 of 12")

	// A fixed region, painted with the pointer, and a rule about a measure.
	p.Stroke(page.PixelRegion, page.Place{X: 0.1, Y: 0.1}, page.Place{X: 0.9, Y: 0.1})
	p.WaitSays(page.PixelProofs, "0 of ")
	p.Choose("How ink may change", "only down, within a bound")
	p.WaitNumber(page.PixelProof, 3)
	p.WaitSays(page.PixelProofs, "by thickness it would have")
	p.Shoot("images-rules")
	p.Click("button", "Undo")
	p.WaitNumber(page.PixelProof, 2)
	p.Click("button", "Redo")
	p.WaitNumber(page.PixelProof, 3)

	// Judged with the same keys as rows, and learned from.
	p.GoTo("Label")
	for i := range 12 {
		p.WaitSays(page.ImageQuestion, "Could this be a real ")
		p.Verdict(i%2 == 0)
		p.WaitFor("the label", func() bool {
			return strings.HasPrefix(p.StepState("person"), fmt.Sprintf("%d label", i+1))
		})
	}
	// Listed, reversed, and merged with another person's labels of the same images.
	p.Click("button", "Remove label 12")
	p.WaitNumber(page.ImageLabels, 11)
	p.Click("button", "Undo")
	p.WaitNumber(page.ImageLabels, 12)
	theirs := bytes.ReplaceAll(p.Download("Export CSV", "labels-*.csv"), []byte(",infeasible,,"),
		[]byte(",feasible,Bob,"))
	p.SetFiles(page.Write(t, "theirs.csv", theirs))
	p.WaitText("status", "Read 12 labels, 6 of them new. People disagree on 6 counterfactuals.")
	p.WaitNumber(page.ImageLabels, 18)
	p.Shoot("images-label")
	p.Choose("Person", "Bob")
	p.WaitNumber(page.ImageLabels, 6)
	p.Click("button", "Remove the listed labels")
	p.Choose("Person", "Everybody")
	p.WaitNumber(page.ImageLabels, 12)
	p.Click("button", "Learn from the labels")
	p.WaitSays(page.Main, "It has learned from 12 labels")
	p.GoTo("Person")
	p.WaitNine()

	p.DrawSeven()
	t.Logf("drawn: %s", p.Says(page.ImageSays))
	p.Click("button", "Find counterfactuals")
	p.WaitNine()
	p.Shoot("images-draw")
	p.FindDigits()
	report := string(p.Download("Save report", "report*.html"))
	if strings.Count(report, "<svg ") != 9 ||
		!strings.Contains(report, "pixels that must not change have changed") {
		t.Errorf("a report with %d pictures", strings.Count(report, "<svg "))
	}
	page.OpenDocument(t, []byte(report)).Shoot("images-report")

	// Keys undo the settings.
	p.Click("button", "Clear")
	p.WaitSays(page.ImageSays, "Draw something")
	p.FocusPad()
	for _, k := range []string{"ArrowUp", " ", "ArrowDown", " "} {
		p.Press(k)
	}
	p.WaitTaken()
	p.WaitFor("the cursor's place", func() bool {
		return strings.Contains(p.Text("application", "Drawing pad")+p.Says(page.Pad), "Row 15, column 15: ink")
	})
	p.Undo()
	p.Undo()
	p.WaitSays(page.ImageSays, "Draw something")
	p.Undo() // the clearing
	p.WaitTaken()

	p.WatchPad()
	p.StrokeAnswered(page.Place{X: 0.3, Y: 0.5}, page.Place{X: 0.34, Y: 0.55})

	// Saved, opened in a fresh page, and measured again.
	p.GoTo("Table")
	file := page.Write(t, "mine.causeway", p.Download("Save images", "*.causeway"))
	// The browser has saved everything: a reloaded page shows the rules and the drawing.
	p.GoTo("Person")
	p.Choose("How ink may change", "only up, within a bound")
	p.LetWork(500 * time.Millisecond) // until the page promises to save soon
	p.WaitSays(page.Saving, "Saved here")
	p.Reload()
	p.WaitText("status", "Digits is open with its classifier and its generator.")
	p.GoTo("Person")
	p.WaitTaken()
	p.WaitFor("the rule", func() bool { return p.MeasureRule() == "only up, within a bound" })
	p.Shoot("images-kept")
	p.GoTo("Table")
	p.OpenProject(file)
	p.Click("button", "Replace it")
	p.WaitAway("button", "Replace it")
	p.WaitText("status", "Digits is open with its classifier and its generator.")
	p.Click("button", "Verify models")
	p.WaitSays(page.Main, "every figure is the same to the last bit")
	p.Shoot("images-verified")
	p.GoTo("Person")
	p.WaitNine()
	p.GoTo("Classifier")
	p.WaitHas("table", "Confusion matrix of the held-out images")

	// Export to other programs, and import from them.
	p.DropFiles(page.Write(t, "mine.onnx", p.Download("Save as ONNX", "*.onnx")))
	p.WaitText("status", "mine.onnx is now the classifier")
	p.Shoot("images-foreign")

	p.GoTo("Table")
	p.Click("button", "Simple-BN") // a table replaces them, and the list brings them back
	p.Click("button", "Replace it")
	p.WaitText("status", "Simple-BN is loaded")
	p.Click("button", "Recent projects")
	p.OpenRecent()
	p.WaitText("status", "Digits is open with its classifier.")
	p.WaitHas("table", "Every class")
}

// TestAPairOfImagesIsDropped opens a pair together, and one after the other.
func TestAPairOfImagesIsDropped(t *testing.T) {
	page.Beside(t)
	write := func(name string, b []byte) string { return page.Write(t, name, b) }
	pair := func(n byte, side byte) (images, labels []byte) {
		images = []byte{0, 0, 8, 3, 0, 0, 0, n, 0, 0, 0, side, 0, 0, 0, side}
		labels = []byte{0, 0, 8, 1, 0, 0, 0, n}
		for i := range n {
			labels = append(labels, i%3)
			for k := range int(side) * int(side) {
				images = append(images, byte(k)*(i%3))
			}
		}
		return images, labels
	}
	images, labels := pair(60, 12)
	p := page.Open(t)
	p.DropFiles(write("a-images-idx3-ubyte", images), write("a-labels-idx1-ubyte", labels))
	p.WaitText("status", "a-images-idx3-ubyte is loaded: 60 images of 12 by 12 pixels in 3 classes.")
	images, labels = pair(90, 10)
	p.DropFiles(write("b-images-idx3-ubyte", images))
	p.WaitText("status", "contains 90 images without labels; choose the file of labels as well")
	p.DropFiles(write("b-labels-idx1-ubyte", labels))
	p.WaitText("status", "b-images-idx3-ubyte is loaded: 90 images of 10 by 10 pixels in 3 classes.")
	p.DropFiles(write("c-images-idx3-ubyte", images[:50]))
	p.WaitText("alert", "is incomplete")
	p.WaitHas("table", "Every class")
}
