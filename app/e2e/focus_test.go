package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// waitFocus waits until the element with the focus has the text or the label.
func (p *Page) waitFocus(name string) {
	p.t.Helper()
	p.WaitFor("the focus on "+name, func() bool { return p.Focused() == name })
}

// trained opens the app with small models, using the keyboard alone from the
// classifier on, and checks where the focus goes on the way.
func trained(t *testing.T) *Page {
	t.Helper()
	p := sampled(t)
	p.Click("link", "Classifier")
	p.WaitHas("button", "Train classifier")
	p.FillNumber("Epochs", 300)
	p.Click("spinbutton", "Epochs")
	p.Press("Enter")
	p.waitFocus("Training the classifier")
	p.WaitHas("table", "Confusion matrix of the held-out rows")
	p.waitFocus("How good the classifier is")
	p.Press("Tab")
	p.waitFocus("Go to Graph")
	p.Press("Tab")
	p.waitFocus("Go to Generator")
	p.Press("Enter")
	p.waitFocus("Generator")
	p.WaitHas("button", "Train generator")
	p.FillNumber("Epochs", 8)
	p.Click("button", "Train generator")
	p.WaitHas("heading", "How good its counterfactuals are")
	p.waitFocus("How good its counterfactuals are")
	p.Click("link", "Go to Explain")
	p.waitFocus("Explain")
	return p
}

func TestTheFocusFollowsTheWork(t *testing.T) {
	beside(t)
	p := trained(t)
	p.Click("button", "Find counterfactuals")
	p.WaitFor("the results to have the focus", func() bool { return strings.HasPrefix(p.Focused(), "What was found") })
	if !Eval[bool](p, `(() => { const r = document.activeElement.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight })()`) {
		t.Error("what was found is not in view")
	}
	p.Press("Tab") // the proof is folded
	p.Press("Tab")
	p.waitFocus("Try it: counterfactual 1")
	p.Press("Enter")
	p.WaitText("status", "The what-if form holds counterfactual 1.")
	p.WaitFor("the form to have the focus", func() bool { return strings.HasPrefix(p.Focused(), "Table row") })
	p.Click("button", "Reset")
	p.WaitText("status", "The model gives")
	p.waitFocus("Reset") // it stays, though it has nothing more to do
}

func TestPauseKeepsTheFocus(t *testing.T) {
	beside(t)
	p := sampled(t)
	p.Click("link", "Classifier")
	p.WaitHas("button", "Train classifier")
	p.FillNumber("Epochs", 10_000)
	p.Click("button", "Train classifier")
	p.waitFocus("Training the classifier")
	Eval[bool](p, `(() => {
		window.said = new Set();
		new MutationObserver(() => said.add(document.getElementById("status").textContent))
			.observe(document.getElementById("status"), {childList: true, characterData: true, subtree: true});
		return true;
	})()`)
	p.Press("Tab")
	p.waitFocus("Pause")
	p.Press(" ")
	p.waitFocus("Resume")
	p.Press(" ")
	p.waitFocus("Pause")
	time.Sleep(500 * time.Millisecond)
	if n := Eval[int](p, `said.size`); n > 2 {
		t.Errorf("the status said %d things during a training, want Paused and Resumed only", n)
	}
	p.Press("Tab")
	p.waitFocus("Cancel")
	p.Press("Enter")
	p.WaitFor("the training to end", func() bool { return !p.Has("progressbar", "Classifier training") })
	p.WaitFor("the focus to be on a heading", func() bool { return Eval[bool](p, `document.activeElement.matches("h2")`) })
}

func TestAnAlertIsSeenFromWhereItWasCaused(t *testing.T) {
	beside(t)
	p := sampled(t)
	p.SetViewport(1280, 400, false)
	p.Click("link", "Explain")
	p.WaitHas("button", "Find counterfactuals")
	Eval[bool](p, `(scrollTo({top: 200, behavior: "instant"}), true)`)
	p.Click("button", "Find counterfactuals") // without any model
	p.WaitFor("an alert", func() bool { return strings.Join(p.Texts("alert"), "") != "" })
	if !Eval[bool](p, `(() => {
		const r = document.querySelector("#alerts > *").getBoundingClientRect();
		return scrollY > 0 && r.top >= 0 && r.bottom <= innerHeight;
	})()`) {
		t.Error("the alert is out of view")
	}
}

func TestLongAndHostileNamesStayInTheirPlace(t *testing.T) {
	beside(t)
	long := strings.Repeat("a very long name ", 14)
	var b strings.Builder
	fmt.Fprintf(&b, "<img src=x onerror=alert(1)>,%s,\u202eturned,%s\n", long, strings.Repeat("y", 240))
	for i := range 120 {
		fmt.Fprintf(&b, "%d,%d,%s,%s\n", i%17, i%13, []string{"<b>bold</b>", "\u202eabc"}[i%2], []string{"&no;", strings.Repeat("yes ", 30)}[i/60])
	}
	file := filepath.Join(t.TempDir(), "names.csv")
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	p := OpenApp(t)
	p.SetFiles(file)
	p.Click("button", "Import table")
	p.WaitHas("table", "Columns of the table")
	p.Click("link", "Classifier")
	p.Click("button", "Train classifier")
	p.WaitHas("table", "Confusion matrix of the held-out rows")
	p.Click("link", "Generator")
	p.Click("button", "Train generator")
	p.WaitHas("heading", "How good its counterfactuals are")
	p.Click("link", "Explain")
	p.Click("button", "Find counterfactuals")
	p.WaitHas("table", "Counterfactuals")
	for _, width := range []int64{320, 640, 1280} {
		p.SetViewport(width, 800, false)
		for _, step := range []string{"Data", "Classifier", "Generator", "Explain"} {
			p.Click("link", step)
			p.WaitFor(step, func() bool { return Eval[string](p, `document.querySelector("h1").innerText`) == step })
			if got := Eval[int64](p, `document.documentElement.scrollWidth`); got > width {
				t.Errorf("%s is %d px wide in a window of %d", step, got, width)
			}
		}
	}
	if n := Eval[int](p, `document.querySelectorAll("main img, main b").length`); n > 0 {
		t.Errorf("%d elements were made from names", n)
	}
}

// A finished project that the keys open leaves the focus on the step that it leads to,
// from the first screen and in the place of another one.
func TestTheFocusFollowsAFinishedProject(t *testing.T) {
	beside(t)
	for _, name := range []string{"A boundary to cross", "Heavier grapes"} {
		p := OpenApp(t)
		for range 2 {
			apply[bool](p, p.wait("button", name), `function() { this.focus(); return true }`)
			p.Press("Enter")
			p.WaitFor("the focus on the answers", func() bool { return strings.HasPrefix(p.Focused(), "What was found") })
			if lost := Eval[bool](p, `new Promise((done) => { const from = performance.now(), look = () => {
				document.activeElement === document.body ? done(true) : performance.now() - from > 1000 ? done(false) : requestAnimationFrame(look) }; look() })`); lost {
				t.Errorf("%s: the focus fell to the page", name)
			}
			p.Click("link", "Data")
			p.unfold("Open another table")
		}
	}
}

// The focus goes with a feature that is chosen from the fold, and back with it.
func TestTheFocusFollowsAChip(t *testing.T) {
	beside(t)
	p := sampled(t)
	p.Click("link", "Data")
	p.unfold("Choose among")
	const far = `document.querySelector(".rules-ask details .chip")`
	p.WaitFor("folded chips", func() bool { return Eval[bool](p, far+` !== null`) })
	name := Eval[string](p, `(`+far+`.focus(), document.activeElement.innerText)`)
	state := func() string {
		return Eval[string](p, `(() => { const a = document.activeElement; return a.innerText + " " + a.ariaPressed + " " + (a.closest("details") !== null) })()`)
	}
	p.Press("Enter")
	p.WaitFor("the focus on the chip in sight", func() bool { return state() == name+" true false" })
	p.Press("Enter")
	p.WaitFor("the focus on the chip in the fold", func() bool { return state() == name+" false true" })
}
