package page

import (
	"fmt"
	"slices"
	"strings"
)

// A Part is a part of the page that people recognize by sight but that has no role and
// name.
type Part struct{ selector string }

// The parts of the page.
var (
	Body  = Part{"body"}
	Main  = Part{"main, .drawer, .asks"}
	About = Part{"#about"}

	Rules    = Part{".rule-text"}
	IdleRule = Part{".rule-idle"}
	Implied  = Part{"#implied-says"}
	Measures = Part{".fits"} // the images' evidence about the graph of measures
	Graph    = Part{".dag"}
	Marks    = Part{"[data-place] [data-part=marks]"} // of the states of nodes

	Threshold     = Part{"#threshold-does"}
	ThresholdHint = Part{"#threshold-hint"}
	LargeFacts    = Part{"dl.facts.is-large"}
	ScoreNames    = Part{".scores th"}

	RowTitle     = Part{"#row-title"}
	Results      = Part{".results"}
	Answers      = Part{".answers"}
	AnswerProofs = Part{".answer-proof"}
	AnswerPlans  = Part{".answer-plan"}
	Ways         = Part{".way-pick"}
	ProofPage    = Part{".proof-fold"}
	Decision     = Part{"svg[data-chart=decision]"}
	PersonFoot   = Part{".person-foot"}
	TheMap       = Part{"svg[data-chart=map]"}
	TableBehind  = Part{".menu.is-table:popover-open"}
	MoreLimits   = Part{".feature-more"}
	Actions      = Part{".place-part:has(#actions-title)"}

	Digit         = Part{".image-subject .panel-note"}
	DigitAnswers  = Part{".is-answers .thumb"}
	Thumbs        = Part{".thumbs .thumb"}
	ImageSays     = Part{"#image-answer"}
	ImageQuestion = Part{"#image-question"}
	ImageLabels   = Part{".image-labels tbody tr"}
	Pad           = Part{".pad"}
	PixelRegion   = Part{"[aria-label='A region that must not change']"}
	PixelProofs   = Part{".proofs"}
	PixelProof    = Part{".proofs li"}

	EvaluateDone = Part{"#evaluate-done"}
	Verified     = Part{".pieces"}
	Offered      = Part{".ask .kv"}
	OfferNote    = Part{".ask .panel-note"}
	Claimed      = Part{".panel.is-claimed"}
	ClaimedFact  = Part{".is-claimed dd"}
	StatusLine   = Part{"#status"}
	AlertLine    = Part{"#alerts"}
	Saving       = Part{"#keep-state"}
)

// stateOf is the navigation's text about a step, by the step's name in the address.
func stateOf(step string) Part { return Part{"#state-" + step} }

// Says is the text of a part, including folded text; of all parts if several match. Of Results, the
// proofs are unfolded for a moment, since their closed fold is empty.
func (p *Tab) Says(of Part) string {
	return eval[string](p, fmt.Sprintf(`(async () => {
		const fold = document.querySelector(%q), closed = %t && fold?.open === false;
		if (closed) {
			fold.open = true;
			for (let i = 0; i < 50 && !fold.querySelector("h2"); i++) await new Promise((done) => setTimeout(done, 10));
		}
		const text = [...document.querySelectorAll(%q)].map((e) => e.textContent).join("\n");
		if (closed) fold.open = false;
		return text;
	})()`, ProofPage.selector, of == Results, of.selector))
}

// Shows is Says without hidden text.
func (p *Tab) Shows(of Part) string {
	return eval[string](p, fmt.Sprintf(`[...document.querySelectorAll(%q)].map((e) => e.innerText).join("\n")`,
		of.selector))
}

// WaitSays waits until a part contains all given words, folded or not.
func (p *Tab) WaitSays(of Part, words ...string) {
	p.WaitFor(fmt.Sprintf("%s to say %q", of.selector, words), func() bool { return holds(p.Says(of), words) })
}

// WaitShows waits until a part visibly contains all given words.
func (p *Tab) WaitShows(of Part, words ...string) {
	p.WaitFor(fmt.Sprintf("%s to show %q", of.selector, words), func() bool { return holds(p.Shows(of), words) })
}

func holds(text string, words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// countPart counts the elements of a part.
func (p *Tab) countPart(of Part) int {
	return eval[int](p, fmt.Sprintf(`document.querySelectorAll(%q).length`, of.selector))
}

// WaitNumber waits until a part has n elements.
func (p *Tab) WaitNumber(of Part, n int) {
	p.WaitFor(fmt.Sprintf("%d of %s", n, of.selector), func() bool { return p.countPart(of) == n })
}

// WaitThere waits until a part exists.
func (p *Tab) WaitThere(of Part) { p.WaitFor(of.selector, func() bool { return p.countPart(of) > 0 }) }

// LowestOf is the lower edge of a part's lowest element, in pixels from the top of the
// window.
func (p *Tab) LowestOf(of Part) float64 {
	return eval[float64](p,
		fmt.Sprintf(`Math.max(...[...document.querySelectorAll(%q)].map((e) => e.getBoundingClientRect().bottom))`,
			of.selector))
}

// ScrollTo brings a part into view.
func (p *Tab) ScrollTo(of Part) {
	p.run(fmt.Sprintf(`document.querySelector(%q)?.scrollIntoView({block: "center", behavior: "instant"})`,
		of.selector))
}

// ScrollDown scrolls the page to n pixels from its top.
func (p *Tab) ScrollDown(pixels int) {
	p.run(fmt.Sprintf(`scrollTo({top: %d, behavior: "instant"})`, pixels))
}

// Scrolled is how far the page is scrolled.
func (p *Tab) Scrolled() float64 { return eval[float64](p, `scrollY`) }

// GoTo presses the link to a place or model until the page is there, because arriving content
// may move the links.
func (p *Tab) GoTo(step string) {
	p.WaitFor("the place "+step, func() bool {
		if p.Step() == step {
			return true
		}
		switch step {
		case "Classifier", "Generator":
			if !p.Has("link", step) {
				p.Click("link", "Models")
			}
			p.WaitHas("link", step)
			if p.Step() != step {
				p.Click("link", step)
			}
		case "Label", "Groups", "Methods":
			p.run(fmt.Sprintf(`location.hash = %q`, "#"+strings.ToLower(step)))
		default:
			p.Click("link", step)
		}
		return p.Step() == step
	})
}

// Step is the title of the model or the place that is shown.
func (p *Tab) Step() string {
	return eval[string](p,
		`(document.querySelector(".drawer h1") ?? document.querySelector("main h1"))?.innerText ?? ""`)
}

// WaitStep waits until a step is shown.
func (p *Tab) WaitStep(step string) { p.WaitFor(step, func() bool { return p.Step() == step }) }

// Unfold opens the fold with a summary line, unless it is open.
func (p *Tab) Unfold(line string) { p.fold(line, true) }

// Fold closes the fold with a summary line.
func (p *Tab) Fold(line string) { p.fold(line, false) }

func (p *Tab) fold(line string, open bool) {
	p.WaitFor("the fold "+line, func() bool {
		return eval[bool](p, fmt.Sprintf(`(() => { const d = [...document.querySelectorAll("details")].find((d) => `+
			`d.querySelector("summary").textContent.startsWith(%q)); if (d) d.open = %v; return !!d })()`, line, open))
	})
}

// UnfoldChart opens the numbers and files of a chart.
func (p *Tab) UnfoldChart(title string) { p.Click("button", "Numbers, files of "+title) }

// UnfoldAll opens all folds on the step.
func (p *Tab) UnfoldAll() { p.unfoldEach("main details") }

func (p *Tab) unfoldEach(selector string) {
	p.run(fmt.Sprintf(`document.querySelectorAll(%q).forEach((d) => { d.open = true })`, selector))
}
