package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
)

// openProofs unfolds what is known of each counterfactual.
func (p *Page) openProofs() {
	p.t.Helper()
	p.WaitFor("proofs", func() bool {
		return Eval[bool](p, `(() => { const all = [...document.querySelectorAll(".answer-proof")]; all.forEach((d) => { d.open = true }); return all.length > 0 })()`)
	})
}

// unfold opens what is folded below a line, where it is not open yet.
func (p *Page) unfold(line string) {
	p.t.Helper()
	p.WaitFor("the fold "+line, func() bool {
		return Eval[bool](p, fmt.Sprintf(`(() => { const d = [...document.querySelectorAll("details")].find((d) => d.querySelector("summary").textContent.startsWith(%q)); if (d) d.open = true; return !!d })()`, line))
	})
}

// unfoldChart opens what only some people want of a chart: its numbers and its files.
func (p *Page) unfoldChart(title string) {
	p.t.Helper()
	p.unfold("Numbers, files of " + title)
}

// thumb is where the thumb of a range stands that is the nth on the page.
func (p *Page) thumb(name string) place {
	p.t.Helper()
	at := apply[[]float64](p, p.wait("slider", name), `async function() {
		this.scrollIntoView({block: "nearest", behavior: "instant"});
		await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
		const r = this.getBoundingClientRect();
		return [r.x + 12 + (r.width - 24) * (this.value - this.min) / (this.max - this.min), r.y + r.height / 2];
	}`)
	return place{at[0], at[1]}
}

// limitsSet is what the page says of the person's limits.
func (p *Page) limitsSet() string { return p.Text("group", "Your own limits and difficulty") }

// A range is drawn with the mouse or the keys on a feature's card, levels and locks are
// pressed there, and what was found follows. The parts of the step are tabs.
func TestCardsSetLimits(t *testing.T) {
	beside(t)
	p := trained(t)
	p.Click("button", "Find counterfactuals")
	p.WaitHas("table", "Counterfactuals")
	wide := p.thumb("Least x1")
	p.Drag(wide, place{wide.X + 60, wide.Y})
	p.WaitFor("a range of x1", func() bool { return strings.Contains(p.limitsSet(), "x1 ") && strings.Contains(p.limitsSet(), " to ") })
	first := p.limitsSet()
	apply[bool](p, p.wait("slider", "Least x1"), `function() { this.focus(); return true }`)
	p.Press("ArrowRight")
	p.WaitFor("another range", func() bool { return p.limitsSet() != first && strings.Contains(p.limitsSet(), " to ") })
	if got := p.Focused(); got != "Least x1" {
		t.Errorf("the focus went to %q", got)
	}
	p.Click("button", "Clear all limits")
	p.WaitFor("no limits", func() bool { return !strings.Contains(p.limitsSet(), "x1") })
	for _, width := range []int64{1280, 360} {
		p.SetViewport(width, 800, false)
		if over := Eval[bool](p, `(() => {
			const a = document.querySelector(".decision > .fold summary").getBoundingClientRect(), b = document.getElementById("find-hint").getBoundingClientRect();
			return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
		})()`); over {
			t.Errorf("at %d px what is said of rules lies over the settings of the search", width)
		}
	}
	p.SetViewport(1280, 800, false)
	p.Click("button", "Lock x2")
	p.WaitFor("a lock", func() bool { return strings.Contains(strings.ToLower(p.limitsSet()), "x2 frozen") })
	p.Click("button", "Unlock x2")
	p.WaitFor("no lock", func() bool { return !strings.Contains(p.limitsSet(), "x2") })
	p.shoot("cards")

	p.differInEveryChange()

	p.Click("tab", "One row")
	p.Press("ArrowRight")
	p.waitFocus("Many rows")
	p.WaitHas("button", "Explain many rows")
	p.Press("ArrowRight")
	p.waitFocus("Report")
	p.WaitHas("button", "Save report")
}

// The two ends of a range stand where they say, and the pointer finds both of them.
func TestRangesStandWhereTheySay(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.Click("button", "Heavier grapes")
	p.WaitHas("table", "Counterfactuals")
	p.rangesStand()
	p.Click("button", "Next row")
	p.rangesStand()
}

// rangesStand waits until every slider of the row has the value that it says, and takes
// hold of it at its middle.
func (p *Page) rangesStand() {
	p.t.Helper()
	var astray []string
	p.WaitFor("sliders", func() bool {
		astray = Eval[[]string](p, `[...document.querySelectorAll(".card-range")].flatMap((s) => {
			const said = parseFloat(s.ariaValueText), far = Math.abs(said - s.value);
			return far <= 0.006 * Math.max(1, Math.abs(said)) ? [] : [s.ariaLabel + " is " + s.value + ", says " + s.ariaValueText];
		})`)
		return len(astray) == 0 && Eval[int](p, `document.querySelectorAll(".card-range").length`) > 3
	})
	missed := Eval[[]string](p, `(async () => {
		const out = [];
		for (const s of document.querySelectorAll(".cards .card-range")) {
			if (!s.checkVisibility()) continue;
			s.scrollIntoView({block: "center", behavior: "instant"});
			await new Promise((done) => requestAnimationFrame(done));
			const r = s.getBoundingClientRect(), at = r.x + 12 + (r.width - 24) * (s.value - s.min) / (s.max - s.min);
			for (const by of [-11, 0, 11]) {
				const hit = document.elementFromPoint(at + by, r.y + r.height / 2);
				if (!s.parentElement.contains(hit)) out.push(s.ariaLabel + " at " + by + ": " + hit.className);
			}
		}
		return out;
	})()`)
	if over := Eval[int](p, `(() => { const s = document.querySelector(".explain-scroll"); return s.scrollWidth - s.clientWidth + s.scrollLeft })()`); over != 0 {
		p.t.Errorf("the cards can be scrolled %d px sideways", over)
	}
	if len(missed) > 0 {
		p.t.Errorf("the pointer does not find %s", strings.Join(missed, "; "))
	}
}

// differInEveryChange asks for answers that share no change, and for one of them only.
func (p *Page) differInEveryChange() {
	p.t.Helper()
	const changes = `[...document.querySelectorAll(".answers > li")].map((a) => [...a.querySelectorAll("dt")].map((d) => d.textContent.trim()).join("+"))`
	apart := func() bool {
		seen := map[string]bool{}
		for _, a := range Eval[[]string](p, changes) {
			for _, name := range strings.Split(a, "+") {
				if seen[name] {
					return false
				}
				seen[name] = true
			}
		}
		return len(seen) > 0
	}
	if apart() {
		p.t.Fatal("the answers share no feature before it is asked for, so nothing is tested")
	}
	p.unfold("More about the search")
	p.Choose("How different", "In every change")
	p.WaitFor("answers that share no change", apart)
	p.Choose("How different", "In some way")
	p.WaitFor("the answers as before", func() bool { return !apart() })
}

// With twenty features a dragged range stays at 50 frames a second.
func TestDraggingARangeIsSmooth(t *testing.T) {
	var b strings.Builder
	for j := range 20 {
		fmt.Fprintf(&b, "f%02d,", j)
	}
	b.WriteString("y\n")
	for i := range 400 {
		for j := range 20 {
			fmt.Fprintf(&b, "%d,", (i*(j+7)*31+j*j*17)%97)
		}
		fmt.Fprintf(&b, "%s\n", []string{"no", "yes"}[(i*7*31)%97/49])
	}
	file := filepath.Join(t.TempDir(), "wide.csv")
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	p := OpenApp(t)
	p.SetFiles(file)
	p.Click("button", "Import table")
	p.WaitHas("table", "Columns of the table")
	p.Click("link", "Explain")
	at := p.thumb("Least f00")
	p.Mouse(input.DispatchMouseEventTypeMousePressed, at, 0)
	fps, slowest := p.frames(1500*time.Millisecond, func(i int) place { return place{at.X + float64(i%80), at.Y} })
	p.Mouse(input.DispatchMouseEventTypeMouseReleased, place{at.X + 40, at.Y}, 0)
	p.WaitFor("a range of f00", func() bool { return strings.Contains(p.limitsSet(), "f00 ") })
	t.Logf("20 features: %.1f frames a second, slowest frame %.0f ms", fps, slowest)
	isSmooth(t, fps)
}

// The decision, the answers and the change on the graph are in sight together, with the tour
// and without; long answers scroll among themselves, and their buttons stay.
func TestTheChangeIsInSightBesideTheTour(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.Timeout = time.Minute
	p.SetViewport(1280, 800, false)
	p.Click("button", "Who earns more")
	p.WaitHas("list", "Counterfactuals, one beside the other")
	inSight := func(with string) {
		t.Helper()
		p.picture("explain-" + with)
		for _, of := range []string{".decision", ".answer-column .toolbar", "svg[data-dag=changes][data-for=wide] [data-change=node]"} {
			if low := Eval[float64](p, fmt.Sprintf(`Math.max(...[...document.querySelectorAll(%q)].map((e) => e.getBoundingClientRect().bottom))`, of)); low <= 0 || low > 800 {
				t.Errorf("%s: %s ends at %v of 800", with, of, low)
			}
		}
	}
	inSight("tour")
	p.Click("button", "Put the tour away")
	p.WaitHas("button", "Resume the tour")
	inSight("alone")
	if cut := Eval[float64](p, `(() => { const b = document.querySelector(".explain-answer").getBoundingClientRect(), g = document.querySelector(".on-graph svg[data-for=wide]").getBoundingClientRect(); return g.bottom - b.bottom; })()`); cut > 0 {
		t.Errorf("the drawing is cut by %v", cut)
	}
}
