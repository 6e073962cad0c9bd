package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
)

// census opens the finished project of the census at the Graph step.
func census(t *testing.T) *Page {
	t.Helper()
	p := OpenApp(t)
	p.Timeout = time.Minute
	p.Click("button", "Who earns more")
	p.WaitText("status", "counterfactuals")
	p.Click("link", "Graph")
	p.WaitHas("button", "education")
	p.Click("button", "Put the tour away")
	p.WaitHas("button", "Resume the tour")
	return p
}

// chipsOf are the rules that stand on a node.
func chipsOf(p *Page, node string) string {
	p.t.Helper()
	return apply[string](p, p.wait("button", node), `function() { return [...this.parentElement.querySelectorAll("[data-part=chip]")].map((c) => c.textContent).join("|") }`)
}

func waitChips(p *Page, node, want string) {
	p.t.Helper()
	p.WaitFor(fmt.Sprintf("%q on %s", want, node), func() bool { return chipsOf(p, node) == want })
}

// The drawing, its tools and the drawer are one screen; rules stand on their nodes and
// are set there, and what they cost the row at hand is said at once.
func TestTheGraphIsTheScreen(t *testing.T) {
	beside(t)
	p := census(t)
	at := Eval[[]float64](p, `(() => {
		const c = document.querySelector(".dag").getBoundingClientRect(), d = document.querySelector(".graph-drawer").getBoundingClientRect();
		return [c.top, c.bottom, c.width, d.bottom];
	})()`)
	if at[0] > 180 || at[1] > 800 || at[3] > 800 || at[2] < 600 {
		t.Errorf("the canvas goes from %v to %v and is %v wide, the drawer ends at %v, in a window of 1280×800", at[0], at[1], at[2], at[3])
	}

	waitChips(p, "education", "may only rise|takes 1.5 of age")
	p.Click("button", "age")
	p.waitFocus("age")
	p.Key("l", 0)
	waitChips(p, "age", "may only rise|locked")
	p.WaitFor("what it costs", func() bool {
		return strings.Contains(p.Text("region", "What this changes"), "0 of 5 answers keep the rules.")
	})
	p.shoot("graph-screen")
	p.Click("button", "Search its answers again")
	p.WaitText("status", "No counterfactual was found.")
	p.Tap(spotOf(p, `[data-node][aria-pressed=true] + g [data-rule="0"]`), 0)
	waitChips(p, "age", "may only rise")
	p.Tap(spotOf(p, `[data-node][aria-pressed=true] + g [data-rule="2"]`), 0)
	waitChips(p, "age", "may only rise|may only fall")
	p.Key("z", keyCtrl)
	waitChips(p, "age", "may only rise")

	p.Click("button", "hours_per_week")
	p.waitFocus("hours_per_week")
	p.WaitFor("it to be chosen", func() bool { return p.pressed("hours_per_week") })
	p.Key("g", 0)
	p.waitFocus("State a rule")
	p.Fill("textbox", "At least", "20")
	p.Fill("textbox", "At most", "60")
	p.Click("button", "Add rule")
	waitChips(p, "hours_per_week", "at most 10 more|20 to 60")

	if n := Eval[int](p, `document.querySelectorAll(".offers > .offer-list:last-of-type > li").length`); n == 0 || n > 6 {
		t.Errorf("%d findings are listed at once", n)
	}
	p.Click("button", "gender")
	p.waitFocus("gender")
	p.Key("/", 0)
	p.waitFocus("Find feature")
	p.Fill("textbox", "Find feature", "occ")
	p.Click("textbox", "Find feature")
	p.Key("Enter", 0)
	p.waitFocus("occupation")
	p.Key("R", keyShift)
	p.waitFocus("race")
	p.Key("I", keyShift)
	p.waitFocus("income")
	p.Key("?", 0)
	p.waitFocus("Keys")
	p.Key("Escape", 0)
	p.WaitFor("the keys to be away", func() bool { return !p.Has("region", "Keys") })

	p.Key("k", keyCtrl)
	p.WaitHas("combobox", "Commands")
	p.Fill("combobox", "Commands", "edges table")
	p.Click("combobox", "Commands")
	p.shoot("commands")
	p.Key("Enter", 0)
	p.WaitHas("table", "Edges")
	p.Key("k", keyCtrl)
	p.WaitHas("combobox", "Commands")
	p.Key("Escape", 0)
	p.waitFocus("Edges as a table")
}

// spotOf is the middle of an element that has no name, as it only repeats others.
func spotOf(p *Page, selector string) place {
	p.t.Helper()
	p.query(selector)
	time.Sleep(50 * time.Millisecond)
	at := Eval[[]float64](p, fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`, selector))
	return place{at[0], at[1]}
}

// What the rules cost the refused rows follows them by itself and is undone with them; and
// what is said of the row at hand holds on Explain.
func TestTheDrawerCountsWhatRulesCost(t *testing.T) {
	beside(t)
	p := census(t)
	text := func() string { return p.Text("region", "What the rules cost") }
	found := func() (rows, found int) {
		fmt.Sscanf(strings.TrimPrefix(text()[strings.Index(text(), "An answer"):], "An answer was found for "), "%d of %d", &found, &rows)
		return rows, found
	}
	settled := func() {
		p.WaitFor("the count", func() bool {
			return strings.Contains(text(), "An answer was found for") && !Eval[bool](p, `!!document.querySelector("[aria-labelledby=costs-title] [aria-busy=true]")`)
		})
	}
	settled()
	rows, before := found()
	if rows != 60 || before == 0 {
		t.Errorf("of %d rows %d have an answer: %s", rows, before, text())
	}
	p.Click("button", "education")
	p.waitFocus("education")
	p.Key("l", 0)
	began := time.Now()
	p.WaitFor("the count of the new rules", func() bool { _, n := found(); return n < before })
	t.Logf("counted in %v: %s", time.Since(began), text())
	settled()
	_, now := found()
	if rules := p.Text("list", "Rules"); !strings.Contains(rules, fmt.Sprintf("Without it an answer is found for %d of 60 refused rows.", before)) {
		t.Errorf("%d rows had an answer, %d have one: %s", before, now, rules)
	}
	p.Show("heading", "What the rules cost")
	p.shoot("graph-costs")
	p.Key("z", keyCtrl)
	p.WaitFor("the count as it was", func() bool { _, n := found(); return n == before })
}

// boundaryGraph is the graph of the finished Simple-BN with x1 chosen, and what stands on its
// effect x3.
func boundaryGraph(t *testing.T) (p *Page, chips string) {
	t.Helper()
	p = OpenApp(t)
	p.Timeout = time.Minute
	p.Click("button", "A boundary to cross")
	p.WaitText("status", "counterfactuals")
	p.Click("link", "Graph")
	p.WaitHas("button", "x1")
	p.Click("button", "Put the tour away")
	p.WaitHas("button", "Resume the tour")
	chips = chipsOf(p, "x3")
	p.Click("button", "x1")
	return p, chips
}

// A value is tried on a node by keys: what its mechanism makes of the effect stands on the
// canvas, and Escape leaves the row as it was.
func TestAValueIsTriedOnANode(t *testing.T) {
	beside(t)
	p, chips := boundaryGraph(t)
	p.waitFocus("x1")
	p.WaitFor("the slider", func() bool { return Eval[bool](p, `!!document.querySelector("[id^=do-value]")`) })
	name := Eval[string](p, `document.querySelector("[id^=do-value]").labels[0].textContent`)
	apply[bool](p, p.wait("slider", name), `function() { this.focus(); return true }`)
	for range 20 {
		p.Press("ArrowRight")
	}
	p.WaitFor("what follows", func() bool { return strings.Contains(chipsOf(p, "x3"), "→") && p.Has("button", "Back to the row") })
	says := p.Text("region", name)
	for _, want := range []string{"x3 goes from", "The share of"} {
		if !strings.Contains(says, want) {
			t.Errorf("it does not say %q: %s", want, says)
		}
	}
	p.shoot("graph-do")
	p.Press("Escape")
	p.WaitFor("the row as it was", func() bool { return chipsOf(p, "x3") == chips && !p.Has("button", "Back to the row") })
}

// What is said over the drawing goes by itself, comes back when it is said again, waits
// while the pointer is on it, and goes at once when it is pressed.
func TestTheStatusLeavesTheDrawing(t *testing.T) {
	beside(t)
	p := census(t)
	p.SetViewport(1280, 800, false) // with reduced motion, under which it goes, too
	status := func(of string) string {
		return Eval[string](p, `(() => { const s = document.querySelector("#status"), c = getComputedStyle(s), [a] = s.getAnimations(); return String(`+of+`); })()`)
	}
	lock := func(seen string) {
		p.t.Helper()
		p.Key("l", 0)
		p.WaitFor("the status with opacity "+seen, func() bool { return status(`s.innerText && c.opacity`) == seen })
	}
	p.Click("button", "age")
	p.waitFocus("age")
	lock("1")
	said := status(`s.innerText`)
	if ms := status(`a.effect.getTiming().duration`); ms != "8000" {
		t.Errorf("%q stays for %s ms", said, ms)
	}
	status(`a.finish()`)
	if got := status(`c.opacity + c.pointerEvents + s.innerText`); got != "0none"+said {
		t.Errorf("after its time the status is %s", got)
	}
	lock("1")
	p.Mouse(input.DispatchMouseEventTypeMouseMoved, spotOf(p, "#status"), 0)
	p.WaitFor("it to wait", func() bool { return status(`a.playState`) == "paused" })
	p.picture("graph-status")
	p.Tap(spotOf(p, "#status"), 0)
	p.WaitFor("it to be gone", func() bool { return status(`s.innerText`) == "" })
}
