package page

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Explain goes to Person and waits for the prediction of its row.
func (p *Tab) Explain() {
	p.GoTo("Person")
	p.WaitText("status", "The model predicts")
}

// Explained opens the app with a small table of Simple-BN, both models trained and counterfactuals for a
// row.
func Explained(t testing.TB, n Training) *Tab {
	t.Helper()
	p := Sampled(t)
	p.Train(n)
	p.Explain()
	p.Find()
	return p
}

// Find waits for the row's counterfactuals, which the page searches automatically, and returns their table: a
// header, the factual, and each counterfactual.
func (p *Tab) Find() Answered { return p.Answered() }

// Answered is a table of counterfactuals: a header, the factual, and each counterfactual.
type Answered struct {
	t    told
	Rows [][]string
}

// Answered waits for the table of counterfactuals.
func (p *Tab) Answered() Answered { return Answered{p.t, p.WayTable()} }

// String is the table line by line.
func (a Answered) String() string {
	var text strings.Builder
	for _, row := range a.Rows {
		text.WriteString(strings.Join(row, "|") + "\n")
	}
	return text.String()
}

// Found counts the counterfactuals.
func (a Answered) Found() int { return len(a.Rows) - 2 }

// Cell is the content of a row, with the factual as 1, in a column.
func (a Answered) Cell(row int, column string) string {
	a.t.Helper()
	at := slices.Index(a.Rows[0], column)
	if at < 0 {
		a.t.Fatalf("no %s among %q", column, a.Rows[0])
	}
	return a.Rows[row][at]
}

var changed = regexp.MustCompile(`^changed from (.*?)\s*→?\s*to (.*)$`)

// Change reads a cell as assistive technology does: the value, and the old one if marked
// as changed.
func (a Answered) Change(row int, column string) (old, now string) {
	a.t.Helper()
	cell := a.Cell(row, column)
	if m := changed.FindStringSubmatch(strings.Join(strings.Fields(cell), " ")); m != nil {
		return m[1], m[2]
	}
	return "", cell
}

// Value is a row's number in a column; if changed, the new number.
func (a Answered) Value(row int, column string) float64 {
	a.t.Helper()
	words := strings.Fields(strings.TrimSuffix(strings.TrimSpace(a.Cell(row, column)), "follows"))
	return NumberOf(a.t, words[len(words)-1])
}

// Follows reports whether a value of a row is marked as following from others.
func (a Answered) Follows(row int, column string) bool {
	a.t.Helper()
	return strings.HasSuffix(a.Cell(row, column), "follows")
}

// Row is the table number of the explained row, empty if none is.
func (p *Tab) Row() string {
	row, _, _ := strings.Cut(strings.TrimPrefix(p.Says(RowTitle), "Person "), ",")
	return row
}

// ToRow chooses a row of the part in Person, where a different one may be open at first.
func (p *Tab) ToRow(row int) {
	p.FillNumber("Place", float64(row))
	there := regexp.MustCompile(fmt.Sprintf(`\b%d of [0-9,]+\.`, row))
	p.WaitFor("the row", func() bool { return there.MatchString(p.Shows(Main)) && p.hasSettled() })
}

// hasSettled reports whether the shown answer belongs to the present row and no search is running.
func (p *Tab) hasSettled() bool { return p.countPart(Part{".is-pale, .person-busy"}) == 0 }

// FindAnyway searches counterfactuals for the row, even for an accepted person.
func (p *Tab) FindAnyway() Answered {
	const reverse = "Show what would lead to a refusal"
	answered := func() bool { return p.countPart(Results) > 0 }
	p.WaitFor("an answer, or that none is needed", func() bool { return answered() || p.Has("button", reverse) })
	if p.Has("button", reverse) && !answered() {
		p.Click("button", reverse)
	}
	return p.Answered()
}

// WaitAnswer waits until the page has the answer for the row it should show.
func (p *Tab) WaitAnswer() {
	p.WaitFor("the answer", func() bool { return p.Row() != "" && p.hasSettled() && p.countPart(Results) > 0 })
}

// none is the page's text if no counterfactual exists.
var none = regexp.MustCompile(`(?i)\bnone\b`)

// SeekRow searches row after row, at most a dozen, until a result or its proofs contain a text.
func (p *Tab) SeekRow(says string) {
	for tries := 0; ; tries++ {
		p.WaitAnswer()
		p.WaitFor("what is found", func() bool {
			p.unfoldEach(ProofPage.selector)
			return p.countPart(AnswerProofs) > 0 || none.MatchString(p.Says(Results))
		})
		if strings.Contains(p.Says(Results), says) {
			return
		}
		if tries == 12 {
			p.t.Fatalf("of %d rows none says %q: %s", tries, says, p.Says(Results))
		}
		before := p.Row()
		p.Click("button", "Next row")
		p.WaitFor("the next row", func() bool { return p.Row() != before })
	}
}

// PressBetweenRows repeatedly goes to the next row and presses a link of the page while the row is drawn, and
// returns how often it was pressed and how often the press reached the browser.
func (p *Tab) PressBetweenRows(times int) (sent, lost int) {
	n := eval[[2]int](p, fmt.Sprintf(`(async (times) => {
		let sent = 0, lost = 0;
		const note = (e) => { if (e.target.matches(".places a")) { sent++; lost += !e.defaultPrevented; } };
		addEventListener("click", note);
		for (let i = 0; i < times; i++) {
			document.querySelector(".person-who button:last-of-type").click();
			await new Promise((done) => setTimeout(done, 240 * i / times));
			document.querySelector(".places a[aria-current]").click();
			await new Promise((done) => setTimeout(done, 30));
		}
		removeEventListener("click", note);
		return [sent, lost];
	})(%d)`, times))
	return n[0], n[1]
}

// HasWays reports whether counterfactuals are shown.
func (p *Tab) HasWays() bool { return p.countPart(Ways) > 0 }

// WaitWays waits for counterfactuals.
func (p *Tab) WaitWays() { p.WaitThere(Ways) }

// WayTable is the table of counterfactuals. It unfolds their proofs for a moment.
func (p *Tab) WayTable() [][]string {
	p.WaitFor("the table of counterfactuals", func() bool {
		p.unfoldEach(ProofPage.selector)
		return p.Has("table", "Counterfactuals")
	})
	rows := p.Table("Counterfactuals")
	p.run(fmt.Sprintf(`document.querySelector(%q).open = false`, ProofPage.selector))
	return rows
}

// OpenProofs unfolds the proofs of each counterfactual.
func (p *Tab) OpenProofs() { p.unfoldOnProofPage(AnswerProofs) }

// ShowWay shows a counterfactual by its number.
func (p *Tab) ShowWay(no int) {
	p.run(fmt.Sprintf(`document.querySelectorAll(".way-pick")[%d].click()`, no-1))
}

// OpenPlans unfolds the step-by-step plan of each counterfactual.
func (p *Tab) OpenPlans() { p.unfoldOnProofPage(AnswerPlans) }

// unfoldOnProofPage unfolds the proofs, and their parts as soon as they appear. A new answer may fold
// them meanwhile.
func (p *Tab) unfoldOnProofPage(of Part) {
	p.WaitFor(of.selector, func() bool {
		p.unfoldEach(ProofPage.selector)
		return p.countPart(of) > 0
	})
	p.unfoldEach(of.selector)
}

// ChangesOfAnswers returns the features that each answer changes.
func (p *Tab) ChangesOfAnswers() [][]string {
	p.unfoldEach(ProofPage.selector)
	return eval[[][]string](p, `[...document.querySelectorAll(".answers > li")].map((a) => `+
		`[...a.querySelectorAll("dt")].map((d) => d.textContent.trim()))`)
}

// Thumb is the position of a range's thumb.
func (p *Tab) Thumb(name string) Place {
	return apply[Place](p, p.wait("slider", name), `async function() {
		this.scrollIntoView({block: "nearest", behavior: "instant"});
		await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
		const r = this.getBoundingClientRect();
		return {X: r.x + 12 + (r.width - 24) * (this.value - this.min) / (this.max - this.min), Y: r.y + r.height / 2};
	}`)
}

// Limits is the page's text about the person's limits.
func (p *Tab) Limits() string { return p.Text("group", "Your own limits and difficulty") }

// WaitLimits waits until the page's text about the person's limits contains all given words, in any case.
func (p *Tab) WaitLimits(words ...string) {
	p.WaitFor(fmt.Sprintf("limits that say %q", words), func() bool {
		return holds(strings.ToLower(p.Limits()), words)
	})
}

// WaitNoLimits waits until the page names no limit of a feature.
func (p *Tab) WaitNoLimits(feature string) {
	p.WaitFor("no limits of "+feature, func() bool { return !strings.Contains(p.Limits(), feature) })
}

// RangesStand waits until every slider of the row has its stated value and can be grabbed
// at its middle.
func (p *Tab) RangesStand() {
	var astray []string
	p.WaitFor("sliders", func() bool {
		astray = eval[[]string](p, `[...document.querySelectorAll(".card-range")].flatMap((s) => {
			const said = parseFloat(s.ariaValueText), far = Math.abs(said - s.value);
			return far <= 0.006 * Math.max(1, Math.abs(said)) ? [] :
				[s.ariaLabel + " is " + s.value + ", says " + s.ariaValueText];
		})`)
		return len(astray) == 0 && eval[int](p, `document.querySelectorAll(".card-range").length`) > 3
	})
	var missed []string
	defer func() {
		if len(missed) > 0 {
			p.t.Errorf("the pointer does not find %s", strings.Join(missed, "; "))
		}
	}()
	p.WaitFor("sliders under the pointer", func() bool { // the row may be redrawn meanwhile
		missed = eval[[]string](p, `(async () => {
			const out = [];
			for (const s of document.querySelectorAll(".features .card-range")) {
				if (!s.checkVisibility()) continue;
				s.scrollIntoView({block: "center", behavior: "instant"});
				await new Promise((done) => requestAnimationFrame(done));
				const r = s.getBoundingClientRect(), share = (s.value - s.min) / (s.max - s.min);
				const at = r.x + 12 + (r.width - 24) * share;
				for (const by of [-11, 0, 11]) {
					const hit = document.elementFromPoint(at + by, r.y + r.height / 2);
					if (!s.parentElement.contains(hit)) out.push(s.ariaLabel + " at " + by + ": " + hit?.className);
				}
			}
			return out;
		})()`)
		return len(missed) == 0
	})
	if over := eval[int](p, `(() => { const s = document.querySelector(".person-row"); return s.scrollWidth - `+
		`s.clientWidth + s.scrollLeft })()`); over != 0 {
		p.t.Errorf("the cards can be scrolled %d px sideways", over)
	}
}

// MapPart is the path of a part of the map of two features, such as "border"; empty if the map lacks it.
func (p *Tab) MapPart(name string) string {
	return eval[string](p, `document.querySelector("[data-chart=map] [data-part=`+name+`]")?.getAttribute("d") ?? ""`)
}

// MapSays is the name of the map of two features; empty if none is drawn.
func (p *Tab) MapSays() string {
	return eval[string](p, `document.querySelector("[data-chart=map]")?.getAttribute("aria-label") ?? ""`)
}

// RowsSoFar is how many rows are done, according to the page.
func (p *Tab) RowsSoFar() int {
	said := eval[string](p, `document.getElementById("batch-done")?.innerText ?? ""`)
	text := strings.TrimPrefix(strings.TrimPrefix(said, "So far: "), "All ")
	n, _ := strconv.Atoi(strings.ReplaceAll(strings.Fields(text + " 0")[0], ",", ""))
	return n
}

// OpenEveryone opens Everyone and waits until everyone's way is found.
func (p *Tab) OpenEveryone() {
	p.GoTo("Everyone")
	p.WaitHas("button", "Find everyone's way again")
	p.WaitAway("heading", "Explaining the rows")
}

// ManyRows explains many rows once more.
func (p *Tab) ManyRows() {
	p.Click("button", "Find everyone's way again")
	p.WaitText("status", "rows were explained")
}

// Dot is the person selected in the drawing of everybody, and their position in the window.
func (p *Tab) Dot() (says string, at Place) {
	dot := eval[struct {
		Says string
		X, Y float64
	}](p, `(() => {
		const g = document.querySelector("[data-chart=swarm] [data-part=cursor]"),
			r = g.querySelector("circle").getBoundingClientRect();
		return {Says: g.ariaValueText, X: r.x + r.width / 2, Y: r.y + r.height / 2};
	})()`)
	return dot.Says, Place{dot.X, dot.Y}
}

// MarkedDot is the person highlighted by name in that drawing; empty if nobody is.
func (p *Tab) MarkedDot() string {
	return eval[string](p, `document.querySelector("[data-chart=swarm] [data-part=mark] text")?.textContent ?? ""`)
}

// FlowSides returns the groups and the changes at the sides of the flow drawing.
func (p *Tab) FlowSides() []string {
	return eval[[]string](p, `[...document.querySelectorAll("[data-chart=flow] [data-part=side]")].map((e) => `+
		`e.getAttribute("aria-label"))`)
}

// FocusFlowSide focuses a side of that drawing by number.
func (p *Tab) FocusFlowSide(n int) {
	p.run(fmt.Sprintf(`document.querySelectorAll("[data-chart=flow] [data-part=side]")[%d].focus()`, n))
}

// FlowRows counts the rows listed below that drawing.
func (p *Tab) FlowRows() int {
	return eval[int](p, `document.querySelectorAll("[data-chart=flow]")[0]?.closest(".place-part").querySelectorAll("`+
		`.batch-rows > li").length ?? 0`)
}

// FlowChosen is the page's text about the selected ribbons in that drawing.
func (p *Tab) FlowChosen() []string {
	return eval[[]string](p, `[...document.querySelectorAll("[data-chart=flow] [data-part=ribbon][data-on] `+
		`title")].map((e) => e.textContent)`)
}

// Predicted is the number that the model predicts for the person now and for the shown way; 0 if
// none.
func (p *Tab) Predicted() (now, then float64) {
	p.t.Helper()
	number := func(pattern string) float64 {
		m := regexp.MustCompile(pattern).FindStringSubmatch(p.Says(Part{".person-answer"}))
		if m == nil {
			return 0
		}
		v, _ := strconv.ParseFloat(m[1], 64)
		return v
	}
	return number(`([0-9.]+), [^,]*now`), number(`would then predict ([0-9.]+)\.`)
}
