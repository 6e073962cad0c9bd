package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
)

// What is promised of digits on the page, in milliseconds.
const (
	mostOfTarget = 5  // a counterfactual, where all targets are asked for at once
	mostOfStroke = 50 // from a pointer's move to the share that is shown
)

// TestDigitsAnswerAtOnce samples digits, trains the paper's networks a little, and measures what a person waits for: all nine
// counterfactuals of a held-out digit, as the page says itself, and the classifier's answer to a stroke, from the pointer's move to
// the first change of the shares that are shown. It is a study, whose times say something only of a machine at rest.
func TestDigitsAnswerAtOnce(t *testing.T) {
	if !full() {
		t.Skip("skipped: it takes a minute; make long NAME=speed does it")
	}
	p := OpenApp(t)
	p.Timeout = 5 * time.Minute
	p.FillNumber("Rows", 1000)
	p.Click("button", "Digits")
	p.WaitText("status", "Digits is loaded: 1,000 images of 28 by 28 pixels in 10 classes.")
	p.Click("link", "Classifier")
	p.FillNumber("Epochs", 3)
	p.Click("button", "Train classifier")
	p.WaitHas("table", "Confusion matrix of the held-out images")
	p.Click("link", "Generator")
	p.FillNumber("Epochs", 4)
	p.Click("button", "Train generator")
	p.WaitText("status", "The generator is trained")

	p.Click("link", "Explain")
	p.WaitFor("nine counterfactuals", func() bool { return Eval[int](p, `document.querySelectorAll(".is-answers .thumb").length`) == 9 })
	var each []float64
	for range 12 {
		for range 3 {
			each = append(each, p.findDigits()/9)
		}
		before := p.subjectOf()
		p.Click("button", "Next")
		p.WaitFor("another digit", func() bool { return p.subjectOf() != before })
	}
	least, median := leastAndMedian(each)
	t.Logf("nine targets of a digit, the time of one: %.1f ms, the median %.1f of %d (12 digits)", least, median, len(each))
	if timed() && median > mostOfTarget {
		t.Errorf("a counterfactual takes %.1f ms, want %d", median, mostOfTarget)
	}

	p.Click("button", "Draw your own")
	p.WaitHas("application", "Drawing pad")
	p.stroke(seven...)
	p.WaitFor("an answer", func() bool { return strings.Contains(p.answer(), "takes it for") })
	alone, along := p.strokes()
	least, median = leastAndMedian(alone)
	t.Logf("from a move to the shares that are shown: %.0f ms, the median %.0f of %d", least, median, len(alone))
	if timed() && median > mostOfStroke {
		t.Errorf("a stroke takes %.0f ms to its answer, want %d", median, mostOfStroke)
	}
	least, median = leastAndMedian(along)
	t.Logf("from the last of ten moves in a row: %.0f ms, the median %.0f of %d", least, median, len(along))
}

// findDigits asks for counterfactuals again and returns how long the page says that they took, in milliseconds.
func (p *Page) findDigits() (ms float64) {
	p.t.Helper()
	p.Click("button", "Find counterfactuals")
	p.WaitFor("how long it took", func() bool {
		var reached, of int
		for _, text := range p.Texts("status") {
			if n, _ := fmt.Sscanf(text, "%d of %d classes are reached. It took %f ms.", &reached, &of, &ms); n == 3 {
				return !slices.Contains(p.Texts("status"), "Looking for counterfactuals.")
			}
		}
		return false
	})
	return ms
}

// subjectOf is what the page says of the held-out digit.
func (p *Page) subjectOf() string {
	return Eval[string](p, `document.querySelector(".image-subject .panel-note")?.textContent ?? ""`)
}

// strokes draws on the pad, and returns of each stroke the milliseconds from a move to the next change of the shares: of single moves
// after which the pointer rests, and of the last of ten moves in a row to the last change.
func (p *Page) strokes() (alone, along []float64) {
	p.t.Helper()
	Eval[bool](p, `(() => { window.changed = []; window.moved = 0;
		new MutationObserver(() => window.changed.push(performance.now())).observe(document.querySelector(".image-says"), {subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["value"]});
		document.querySelector(".pad").addEventListener("pointermove", () => { window.moved = performance.now(); }, true); return true; })()`)
	settled := func() {
		time.Sleep(150 * time.Millisecond) // whatever is on its way has come
		Eval[bool](p, `(() => { window.changed = []; window.moved = Infinity; return true; })()`)
	}
	box := Eval[[4]float64](p, `(() => { const r = document.querySelector(".pad").getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()`)
	at := func(x, y float64) place { return place{box[0] + x*box[2], box[1] + y*box[3]} }
	for i := range 24 {
		x, y := 0.3+0.015*float64(i), 0.45
		p.Mouse(input.DispatchMouseEventTypeMousePressed, at(x, y), 0)
		settled()
		if i%2 == 0 {
			p.Mouse(input.DispatchMouseEventTypeMouseMoved, at(x, y+0.12), 0)
		} else {
			for k := range 10 {
				p.Mouse(input.DispatchMouseEventTypeMouseMoved, at(x, y+0.02*float64(k+1)), 0)
			}
		}
		time.Sleep(150 * time.Millisecond)
		ms := Eval[[]float64](p, `window.changed.filter((t) => t >= window.moved).map((t) => t - window.moved)`)
		switch {
		case len(ms) == 0: // the shares that are shown are those of before, to the last digit
		case i%2 == 0:
			alone = append(alone, ms[0])
		default:
			along = append(along, ms[len(ms)-1])
		}
		p.Mouse(input.DispatchMouseEventTypeMouseReleased, at(x, y+0.2), 0)
	}
	if len(alone) == 0 || len(along) == 0 {
		p.t.Fatalf("%d single moves and %d rows of moves have changed the shares that are shown", len(alone), len(along))
	}
	return alone, along
}

func leastAndMedian(x []float64) (least, median float64) {
	x = slices.Sorted(slices.Values(x))
	return x[0], x[len(x)/2]
}
