package page

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// SampleDigits loads a thousand sampled digits.
func (p *Tab) SampleDigits() {
	p.Sample("Digits", 1000)
	p.WaitText("status", "Digits is loaded: 1,000 images of 28 by 28 pixels in 10 classes.")
}

// TrainDigits trains the classifier and the generator of images for some epochs.
func (p *Tab) TrainDigits(n Training) {
	p.BeginTraining("Classifier", n.Classifier)
	p.WaitHas("table", "Confusion matrix of the held-out images")
	p.BeginTraining("Generator", n.Generator)
	p.WaitText("status", "The generator is trained")
}

// WaitNine waits for a counterfactual of each other class.
func (p *Tab) WaitNine() { p.WaitNumber(DigitAnswers, 9) }

// FindDigits requests counterfactuals again and returns the time reported by the page, in milliseconds.
func (p *Tab) FindDigits() (ms float64) {
	p.Click("button", "Find counterfactuals")
	p.WaitFor("how long it took", func() bool {
		var reached, of int
		for _, text := range p.Texts("status") {
			if n, _ := fmt.Sscanf(text, "%d of %d classes were reached, in %f ms.", &reached, &of, &ms); n == 3 {
				return !slices.Contains(p.Texts("status"), "Looking for counterfactuals.")
			}
		}
		return false
	})
	return ms
}

// seven is drawn in one stroke.
var seven = []Place{{0.3, 0.25}, {0.7, 0.25}, {0.45, 0.8}}

// DrawSeven draws a seven on an empty pad and waits for the prediction.
func (p *Tab) DrawSeven() {
	p.Click("button", "Draw your own")
	p.WaitHas("application", "Drawing pad")
	p.Stroke(Pad, seven...)
	p.WaitTaken()
}

// WaitTaken waits for the prediction of the drawing.
func (p *Tab) WaitTaken() { p.WaitSays(ImageSays, "The classifier predicts") }

// Stroke draws on a pad through points given as fractions of its sides.
func (p *Tab) Stroke(on Part, places ...Place) {
	p.ScrollTo(on)
	at := p.onto(on)
	p.PressMouse(at(places[0]))
	for i := 1; i < len(places); i++ {
		along(places[i-1], places[i], func(q Place) { p.moveMouse(at(q)) })
	}
	p.ReleaseMouse(at(places[len(places)-1]))
}

// onto converts fractions of a part's sides to points of the window.
func (p *Tab) onto(part Part) func(Place) Place {
	box := eval[[4]float64](p, fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); `+
		`return [r.x, r.y, r.width, r.height]; })()`, part.selector))
	return func(q Place) Place { return Place{box[0] + q.X*box[2], box[1] + q.Y*box[3]} }
}

// FocusPad focuses the pad.
func (p *Tab) FocusPad() { p.run(`document.querySelector(".pad").focus()`) }

// WatchPad begins to record presses and moves on the pad, and changes of the drawing's description.
func (p *Tab) WatchPad() {
	p.run(`window.changed = []; window.moved = window.pressed = 0;
		new MutationObserver(() => window.changed.push(performance.now()))
			.observe(document.querySelector("#image-answer").parentNode,
			{subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["value"]});
		document.querySelector(".pad").addEventListener("pointerdown",
			() => { window.pressed = performance.now(); }, true);
		document.querySelector(".pad").addEventListener("pointermove",
			() => { window.moved = performance.now(); }, true)`)
}

// StrokeAnswered draws a stroke after WatchPad and returns the milliseconds from the press to the first change of
// its description.
func (p *Tab) StrokeAnswered(places ...Place) float64 {
	p.Stroke(Pad, places...)
	const first = `(window.changed.find((t) => t > window.pressed) ?? 0)`
	p.WaitFor("an answer", func() bool { return eval[float64](p, first) > 0 })
	return eval[float64](p, first+` - window.pressed`)
}

// Strokes draws on the pad after WatchPad, and returns for each stroke the milliseconds from a move to the next
// change of the shares: for single moves after which the pointer rests, and from the last of ten moves in a row to
// the last change.
func (p *Tab) Strokes() (alone, along []float64) {
	const settle = 150 * time.Millisecond // pending updates have arrived
	at := p.onto(Pad)
	for i := range 24 {
		x, y := 0.3+0.015*float64(i), 0.45
		p.PressMouse(at(Place{x, y}))
		p.LetWork(settle)
		p.run(`window.changed = []; window.moved = Infinity`)
		if i%2 == 0 {
			p.moveMouse(at(Place{x, y + 0.12}))
		} else {
			for k := range 10 {
				p.moveMouse(at(Place{x, y + 0.02*float64(k+1)}))
			}
		}
		p.LetWork(settle)
		ms := eval[[]float64](p, `window.changed.filter((t) => t >= window.moved).map((t) => t - window.moved)`)
		switch {
		case len(ms) == 0: // the shares shown stayed the same, to the last digit
		case i%2 == 0:
			alone = append(alone, ms[0])
		default:
			along = append(along, ms[len(ms)-1])
		}
		p.ReleaseMouse(at(Place{x, y + 0.2}))
	}
	if len(alone) == 0 || len(along) == 0 {
		p.t.Fatalf("%d single moves and %d rows of moves have changed the shares that are shown", len(alone),
			len(along))
	}
	return alone, along
}

// PressRightCell presses the first cell of the confusion matrix that counts images classified correctly.
func (p *Tab) PressRightCell() {
	const cell = ".confusion .is-right button"
	p.query(cell)
	p.Click("button", eval[string](p, `document.querySelector("`+cell+`").getAttribute("aria-label")`))
}

// MoveAlongPath goes to a step on the path from an image to its counterfactual.
func (p *Tab) MoveAlongPath(step int) {
	p.run(fmt.Sprintf(`const e = document.querySelector("#image-path"); e.focus(); e.value = %d; e.dispatchEvent(new `+
		`Event("input", {bubbles: true}))`, step))
}

// MeasuresGraph is the name of the drawing of measures.
func (p *Tab) MeasuresGraph() string {
	return eval[string](p, `document.querySelector("[data-measures]")?.getAttribute("aria-label") ?? ""`)
}

// MeasureRule is the rule of the first measure.
func (p *Tab) MeasureRule() string {
	return eval[string](p, `document.querySelector(".measures select")?.selectedOptions[0].textContent ?? ""`)
}

// MainFigure is the text below a name on the step.
func (p *Tab) MainFigure(name string) string {
	_, rest, _ := strings.Cut(p.Shows(Main), name+"\n")
	figure, _, _ := strings.Cut(strings.TrimSpace(rest), "\n")
	return figure
}
