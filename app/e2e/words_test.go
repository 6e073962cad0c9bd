package e2e

import (
	"strings"
	"testing"
)

// A word of the glossary says what it means where it stands, by pointer and by keys.
func TestWordsSayWhatTheyMean(t *testing.T) {
	beside(t)
	p := sampled(t)
	p.Click("link", "Classifier")
	p.Click("button", "black box")
	p.WaitHas("note", "Black box")
	p.shoot("word")
	p.Press("Escape")
	p.WaitFor("the note to be away", func() bool { return !p.Has("note", "Black box") })
	p.waitFocus("black box")
	p.Press("Enter")
	p.WaitHas("note", "Black box")
	p.Press("Escape")
	p.unfold("Words used here")
	p.WaitHas("term", "MAD")
}

// inSight counts the words and numbers of the step that are drawn, without what is folded
// or only read out.
const inSight = `(() => {
	const main = document.querySelector("main"), walk = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
	const aside = (e) => { for (; e !== main; e = e.parentElement) if (getComputedStyle(e).clipPath === "inset(50%)") return true; return false; };
	let n = 0;
	for (let t; t = walk.nextNode();) {
		const e = t.parentElement;
		if (e.checkVisibility({visibilityProperty: true}) && !e.closest("option, title, desc") && !aside(e)) n += (t.nodeValue.match(/\S*[\p{L}\p{N}]\S*/gu) ?? []).length;
	}
	return n;
})()`

// fewWords holds the step to so many words in sight, and more than nothing.
func (p *Page) fewWords(step string, most int) {
	p.t.Helper()
	n := Eval[int](p, inSight)
	p.t.Logf("%-10s %d words in sight", step, n)
	if n > most || n < most/3 {
		p.t.Errorf("%s has %d words in sight, want at most %d and more than nothing", step, n, most)
	}
}

// Evaluate before anything was evaluated is its form.
func TestEvaluateBeginsWithFewWords(t *testing.T) {
	beside(t)
	p := sampled(t)
	p.Click("link", "Graph")
	p.Click("button", "Load example")
	trainClassifier(p)
	p.SetViewport(1280, 800, false)
	p.Click("link", "Evaluate")
	p.WaitHas("button", "Run evaluation")
	p.fewWords("Evaluate", 158)
}

// A step shows what the next decision needs. What explains it, settings and tables of
// figures are folded, so that a step is seen at once.
func TestAStepIsSeenAtOnce(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.SetViewport(1280, 800, false)
	p.fewWords("first", 265)
	p.Click("button", "Who earns more")
	p.WaitHas("list", "Counterfactuals, one beside the other")
	p.fewWords("Explain", 530)
	for _, s := range []struct {
		step string
		most int
		role string // none: name is a text
		name string
	}{
		{"Data", 250, "table", "Columns of the table"},
		{"Classifier", 277, "heading", "How well it tells >50K apart, on the held-out rows"},
		{"Graph", 410, "", "An answer was found for"},
		{"Generator", 190, "heading", "How good its counterfactuals are"},
		{"Label", 240, "", "Infeasible"},
		{"Evaluate", 395, "heading", "What the methods reach"},
	} {
		p.Click("link", s.step)
		p.WaitFor(s.step, func() bool {
			there := s.role != "" && p.Has(s.role, s.name) || s.role == "" && strings.Contains(Eval[string](p, `document.querySelector("main").innerText`), s.name)
			return there && Eval[string](p, `document.querySelector("h1").innerText`) == s.step
		})
		p.fewWords(s.step, s.most)
	}
	// A window that becomes narrow, as of a telephone that is turned, still shows where one is.
	p.SetViewport(360, 740, false)
	p.WaitFor("the present step in the strip", func() bool {
		return Eval[bool](p, `(() => { const r = document.querySelector(".step.is-current").getBoundingClientRect(); return r.left >= 0 && r.right <= innerWidth; })()`)
	})
	// What a person scrolled stays when only the height changes, as where the bars of a browser come and go.
	Eval[bool](p, `(document.querySelector(".steps").scrollTo({left: 0, behavior: "instant"}), true)`)
	p.SetViewport(360, 640, false)
	if at := Eval[float64](p, `new Promise((done) => setTimeout(() => done(document.querySelector(".steps").scrollLeft), 300))`); at != 0 {
		t.Errorf("the strip went to %v by itself", at)
	}
	// A window that was wide meanwhile, on another step, shows where one is as well.
	p.SetViewport(1280, 800, false)
	p.goTo("Label")
	p.SetViewport(360, 640, false)
	p.WaitFor("the step that was opened in a wide window", func() bool {
		return Eval[bool](p, `(() => { const r = document.querySelector(".step.is-current").getBoundingClientRect(); return r.left >= 0 && r.right <= innerWidth; })()`)
	})
	// The name of the page leads back to where one began.
	p.Click("link", "Causeway")
	p.WaitFor("the first step", func() bool { return Eval[string](p, `document.querySelector("h1").innerText`) == "Data" })
}
