package e2e

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
)

// stroke draws on the pad through places in shares of its sides.
func (p *Page) stroke(places ...place) { p.t.Helper(); p.strokeOn(".pad", places...) }

func (p *Page) strokeOn(selector string, places ...place) {
	p.t.Helper()
	box := Eval[[4]float64](p, `(() => { const e = document.querySelector("`+selector+`"); e.scrollIntoView({block: "center", behavior: "instant"}); const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()`)
	at := func(q place) place { return place{box[0] + q.X*box[2], box[1] + q.Y*box[3]} }
	p.Mouse(input.DispatchMouseEventTypeMousePressed, at(places[0]), 0)
	for i := 1; i < len(places); i++ {
		const steps = 5
		for k := 1; k <= steps; k++ {
			t := float64(k) / steps
			p.Mouse(input.DispatchMouseEventTypeMouseMoved, at(place{places[i-1].X + t*(places[i].X-places[i-1].X), places[i-1].Y + t*(places[i].Y-places[i-1].Y)}), 0)
		}
	}
	p.Mouse(input.DispatchMouseEventTypeMouseReleased, at(places[len(places)-1]), 0)
}

// seven is drawn in one stroke.
var seven = []place{{0.3, 0.25}, {0.7, 0.25}, {0.45, 0.8}}

// TestDigitsAreDrawnAndExplained samples digits, trains a little, looks behind a cell of the
// confusion matrix, explains a held-out digit and one that is drawn, paints a region that
// stays, finds again, saves, reopens and verifies, and goes back to a table.
func TestDigitsAreDrawnAndExplained(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.FillNumber("Rows", 1000)
	p.Click("button", "Digits")
	p.WaitText("status", "Digits is loaded: 1,000 images of 28 by 28 pixels in 10 classes.")
	p.WaitHas("table", "Every class")
	p.shoot("images-data")
	p.Click("link", "Graph")
	p.WaitFor("a graph without arrows", func() bool {
		return Eval[string](p, `document.querySelector("[data-measures]")?.getAttribute("aria-label") ?? ""`) == "No arrows: no measure follows from another."
	})
	p.Click("checkbox", "thickness is a cause of ink")
	p.WaitFor("what the images tell of it", func() bool {
		return strings.Contains(Eval[string](p, `document.querySelector(".fits").textContent`), "for each unit of thickness; that explains")
	})
	p.Click("checkbox", "ink is a cause of thickness")
	p.WaitText("alert", "That would be a circle")
	p.FillNumber("How far ink may be off", 40)
	p.shoot("images-graph")

	p.Click("link", "Classifier")
	p.FillNumber("Epochs", 3)
	began := time.Now()
	p.Click("button", "Train classifier")
	p.WaitHas("button", "Pause")
	p.shoot("images-training")
	p.WaitHas("table", "Confusion matrix of the held-out images")
	t.Logf("the classifier took %v: %s", time.Since(began), p.Text("status", ""))
	p.Click("button", p.firstName(`.confusion .is-right button`))
	p.WaitFor("the images of the cell", func() bool { return Eval[int](p, `document.querySelectorAll(".thumbs .thumb").length`) > 0 })
	p.shoot("images-classifier")

	p.Click("link", "Generator")
	p.FillNumber("Epochs", 4)
	p.Click("button", "Train generator")
	p.WaitText("status", "The generator is trained")
	p.shoot("images-generator")

	p.Click("link", "Explain")
	p.WaitFor("nine counterfactuals", func() bool { return Eval[int](p, `document.querySelectorAll(".is-answers .thumb").length`) == 9 })
	p.WaitHas("slider", "On the way from the one to the other")
	p.shoot("images-explain")
	t.Logf("held-out: %s", p.Text("status", ""))
	Eval[bool](p, `(() => { const e = document.querySelector("#image-path"); e.focus(); e.value = 4; e.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`)
	p.WaitFor("the way", func() bool { return strings.Contains(Eval[string](p, `document.body.textContent`), "Step 4 of 12") })

	// A region that stays, painted with the pointer, and a rule about a measure.
	p.strokeOn(`[aria-label='A region that stays as it is']`, place{0.1, 0.1}, place{0.9, 0.1})
	p.WaitFor("the region's proof", func() bool {
		return strings.Contains(Eval[string](p, `document.querySelector(".proofs")?.textContent ?? ""`), "0 pixels of the region that stays have changed, of ")
	})
	p.Choose("How ink may change", "falls within a bound")
	p.WaitFor("the proof about ink", func() bool {
		return Eval[int](p, `document.querySelectorAll(".proofs li").length`) == 3
	})
	p.WaitFor("the proof that ink follows", func() bool {
		return strings.Contains(Eval[string](p, `document.querySelector(".proofs").textContent`), "by thickness it would have")
	})
	p.shoot("images-rules")
	p.Click("button", "Undo")
	p.WaitFor("one rule less", func() bool { return Eval[int](p, `document.querySelectorAll(".proofs li").length`) == 2 })
	p.Click("button", "Redo")
	p.WaitFor("both rules", func() bool { return Eval[int](p, `document.querySelectorAll(".proofs li").length`) == 3 })

	// Judged by the same keys as rows, and learned from.
	p.Click("link", "Label")
	for i := range 12 {
		p.WaitFor("a card", func() bool {
			return strings.Contains(Eval[string](p, `document.querySelector("#image-question")?.textContent ?? ""`), "Could this be a real ")
		})
		p.Key([]string{"f", "i"}[i%2], 0)
		p.WaitFor("the label", func() bool { return strings.HasPrefix(p.stepState("label"), fmt.Sprintf("%d label", i+1)) })
	}
	// Listed, taken back, and joined with what somebody else says of the same.
	listed := func(n int) {
		t.Helper()
		p.WaitFor(fmt.Sprintf("%d labels in the list", n), func() bool { return Eval[int](p, `document.querySelectorAll(".image-labels tbody tr").length`) == n })
	}
	p.Click("button", "Remove label 12")
	listed(11)
	p.Click("button", "Undo")
	listed(12)
	folder := p.downloads()
	p.Click("button", "Export CSV")
	theirs := filepath.Join(t.TempDir(), "theirs.csv")
	if err := os.WriteFile(theirs, bytes.ReplaceAll(p.savedFile(folder, "labels-*.csv"), []byte(",infeasible,,"), []byte(",feasible,Bob,")), 0o644); err != nil {
		t.Fatal(err)
	}
	p.SetFiles(theirs)
	p.WaitText("status", "Read 12 labels, 6 of them new. People disagree on 6 counterfactuals.")
	listed(18)
	p.shoot("images-label")
	p.Choose("Person", "Bob")
	listed(6)
	p.Click("button", "Remove those listed")
	p.Choose("Person", "Everybody")
	listed(12)
	p.Click("button", "Learn from the labels")
	p.WaitFor("what was learned", func() bool {
		return strings.Contains(Eval[string](p, `document.querySelector("main").textContent`), "It has learned from 12 labels")
	})
	p.Click("link", "Explain")
	p.WaitFor("nine counterfactuals", func() bool { return Eval[int](p, `document.querySelectorAll(".is-answers .thumb").length`) == 9 })

	p.Click("button", "Draw your own")
	p.WaitHas("application", "Drawing pad")
	p.stroke(seven...)
	p.WaitFor("an answer", func() bool { return strings.Contains(p.answer(), "takes it for") })
	t.Logf("drawn: %s", p.answer())
	p.Click("button", "Find counterfactuals")
	p.WaitFor("nine counterfactuals", func() bool { return Eval[int](p, `document.querySelectorAll(".is-answers .thumb").length`) == 9 })
	p.shoot("images-draw")
	least := math.Inf(1)
	for range 10 {
		p.Click("button", "Find counterfactuals")
		var ms float64
		p.WaitFor("how long it took", func() bool {
			var reached, of int
			for _, text := range p.Texts("status") {
				if n, _ := fmt.Sscanf(text, "%d of %d classes are reached. It took %f ms.", &reached, &of, &ms); n == 3 {
					return !slices.Contains(p.Texts("status"), "Looking for counterfactuals.")
				}
			}
			return false
		})
		least = min(least, ms)
	}
	t.Logf("nine targets at once: %.0f ms, the least of ten", least)
	p.Click("button", "Save report")
	report := string(p.savedFile(folder, "report*.html"))
	if strings.Count(report, "<svg ") != 9 || !strings.Contains(report, "pixels of the region that stays have changed") {
		t.Errorf("a report with %d pictures", strings.Count(report, "<svg "))
	}
	q := openReport(t, []byte(report))
	q.shoot("images-report")

	// By keys: what was set is taken back.
	p.Click("button", "Clear")
	p.WaitFor("an empty pad", func() bool { return strings.Contains(p.answer(), "Draw something") })
	Eval[bool](p, `(() => { document.querySelector(".pad").focus(); return true; })()`)
	for _, k := range []string{"ArrowUp", " ", "ArrowDown", " "} {
		p.Key(k, 0)
	}
	p.WaitFor("an answer to two pixels", func() bool { return strings.Contains(p.answer(), "takes it for") })
	p.WaitFor("the cursor's place", func() bool {
		return strings.Contains(p.Text("application", "Drawing pad")+Eval[string](p, `document.querySelector(".pad").textContent`), "Row 15, column 15: ink")
	})
	p.Key("z", keyCtrl)
	p.Key("z", keyCtrl)
	p.WaitFor("an empty pad", func() bool { return strings.Contains(p.answer(), "Draw something") })
	p.Key("z", keyCtrl) // the clearing
	p.WaitFor("the seven again", func() bool { return strings.Contains(p.answer(), "takes it for") })

	// A stroke to its answer, as a person waits for it.
	Eval[bool](p, `(() => { window.answered = []; const n = document.querySelector("#image-answer").parentNode;
		new MutationObserver(() => window.answered.push(performance.now())).observe(n, {subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["value"]});
		document.querySelector(".pad").addEventListener("pointerdown", () => { window.pressed = performance.now(); }, true); return true; })()`)
	least = math.Inf(1)
	for i := range 10 {
		p.stroke(place{0.3 + 0.04*float64(i), 0.5}, place{0.34 + 0.04*float64(i), 0.55})
		p.WaitFor("an answer", func() bool { return Eval[int](p, `window.answered.filter((t) => t > window.pressed).length`) > 0 })
		least = min(least, Eval[float64](p, `window.answered.find((t) => t > window.pressed) - window.pressed`))
	}
	t.Logf("from the press to the first answer: %.0f ms, the least of ten", least)

	// Saved, opened in a page that knows nothing of it, and measured again.
	p.Click("link", "Data")
	p.Click("button", "Save images")
	file := filepath.Join(t.TempDir(), "mine.causeway")
	if err := os.WriteFile(file, p.savedFile(folder, "*.causeway"), 0o644); err != nil {
		t.Fatal(err)
	}
	// The browser has kept it all: a page that is loaded again shows the rules and the drawing.
	p.Click("link", "Explain")
	p.Choose("How ink may change", "rises within a bound")
	time.Sleep(500 * time.Millisecond) // until a change is saved soon
	p.WaitFor("the images to be saved", func() bool {
		return strings.Contains(Eval[string](p, `document.querySelector("#keep-state")?.textContent ?? ""`), "Saved in this browser")
	})
	p.Reload()
	p.WaitText("status", "Digits is open with its classifier and its generator.")
	p.Click("link", "Explain")
	p.WaitFor("the drawing to be answered", func() bool { return strings.Contains(p.answer(), "takes it for") })
	p.WaitFor("the rule", func() bool {
		return Eval[string](p, `[...document.querySelectorAll(".measures select")][0]?.selectedOptions[0].textContent ?? ""`) == "rises within a bound"
	})
	p.shoot("images-kept")
	p.Click("link", "Data")
	p.OpenProject(file)
	p.Click("button", "Replace them")
	p.WaitFor("the question to be gone", func() bool { return !p.Has("button", "Replace them") })
	p.WaitText("status", "Digits is open with its classifier and its generator.")
	p.Click("button", "Verify models")
	p.WaitFor("the verification", func() bool {
		return strings.Contains(Eval[string](p, `document.querySelector("main").textContent`), "every figure is the same to the last bit")
	})
	p.shoot("images-verified")
	p.Click("link", "Explain")
	p.WaitFor("nine counterfactuals", func() bool { return Eval[int](p, `document.querySelectorAll(".is-answers .thumb").length`) == 9 })
	p.Click("link", "Classifier")
	p.WaitHas("table", "Confusion matrix of the held-out images")

	// For other programs, and from them.
	folder = p.downloads() // the page was loaded again
	p.Click("button", "Save as ONNX")
	model := filepath.Join(t.TempDir(), "mine.onnx")
	if err := os.WriteFile(model, p.savedFile(folder, "*.onnx"), 0o644); err != nil {
		t.Fatal(err)
	}
	p.DropFiles(model)
	p.WaitText("status", "mine.onnx is the classifier now")
	p.shoot("images-foreign")

	p.Click("link", "Data")
	p.Click("button", "Simple-BN")
	p.WaitText("status", "Simple-BN is loaded")
	p.Click("button", "Show the images")
	p.WaitHas("table", "Every class")
}

// firstName is the accessible name of the first element that a selector finds.
func (p *Page) firstName(selector string) string {
	p.t.Helper()
	p.query(selector)
	return Eval[string](p, fmt.Sprintf("document.querySelector(`%s`).getAttribute(\"aria-label\")", selector))
}

// answer is what the classifier says of the image.
func (p *Page) answer() string {
	p.t.Helper()
	return Eval[string](p, `document.querySelector("#image-answer")?.textContent ?? ""`)
}

// TestAPairOfImagesIsDropped opens a pair together, and one after the other.
func TestAPairOfImagesIsDropped(t *testing.T) {
	beside(t)
	dir := t.TempDir()
	write := func(name string, b []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
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
	p := OpenApp(t)
	p.DropFiles(write("a-images-idx3-ubyte", images), write("a-labels-idx1-ubyte", labels))
	p.WaitText("status", "a-images-idx3-ubyte is loaded: 60 images of 12 by 12 pixels in 3 classes.")
	images, labels = pair(90, 10)
	p.DropFiles(write("b-images-idx3-ubyte", images))
	p.WaitText("status", "holds 90 images without their labels; choose the file of labels as well")
	p.DropFiles(write("b-labels-idx1-ubyte", labels))
	p.WaitText("status", "b-images-idx3-ubyte is loaded: 90 images of 10 by 10 pixels in 3 classes.")
	p.DropFiles(write("c-images-idx3-ubyte", images[:50]))
	p.WaitText("alert", "is cut off")
	p.WaitHas("table", "Every class")
}
