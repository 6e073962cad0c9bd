package e2e

import (
	"strings"
	"testing"
	"time"
)

// One press on the first screen shows a person with an answer and what is proved of
// it, within two seconds; nothing is trained.
func TestTheGalleryAnswersAtOnce(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.WaitHas("button", "Who earns more")
	p.shoot("gallery")
	p.Timeout = time.Minute
	began := time.Now()
	p.Click("button", "Who earns more")
	p.WaitText("status", "counterfactuals")
	p.WaitHas("table", "Counterfactuals")
	took := time.Since(began)
	t.Logf("the first answer took %v", took.Round(time.Millisecond))
	if took > 2*time.Second && timed() {
		t.Errorf("the first answer took %v, want 2 s", took)
	}
	p.shoot("tour-answer")
	p.tourSays("the nearest changes", "proved")

	p.Click("button", "Why so? See the graph")
	p.WaitHas("application", "Causal graph")
	p.tourSays("6 arrows lead from cause to effect, and the answers keep 7 rules.")
	p.Click("button", "Put the tour away")
	p.WaitFor("the tour to be away", func() bool { return !p.Has("region", "Tour, 2 of 4") && p.Has("button", "Resume the tour") })
	p.Reload()
	p.WaitReady()
	p.Click("button", "Resume the tour")
	p.Click("button", "Explain the row")
	p.WaitFor("the tour to speak of a lock", func() bool { // by the graph again, unless the answer came before Explain did
		return Eval[bool](p, `(() => {
			const next = [...document.querySelectorAll(".tour button")].find((b) => ["Why so? See the graph", "Back to the answer"].includes(b.textContent.trim()));
			next?.click();
			return !next && Boolean(document.querySelector(".tour-text")?.innerText.includes("Guess first"));
		})()`)
	})
	p.tourSays("age")
	p.Click("button", "Lock age")
	p.tourSays("no row is left that keeps the rules", "proved")
	p.shoot("tour-found")
	p.Click("button", "End the tour")

	p.Click("link", "Data")
	p.unfold("Open another table")
	p.Click("button", "A boundary to cross") // takes the place of the first, which is kept
	p.WaitText("status", "counterfactuals")
	p.Click("button", "Recent projects")
	p.WaitFor("both projects in the list", func() bool { return strings.Count(strings.Join(p.Texts("listitem"), "\n"), " rows") >= 2 })
}

// One press shows a digit with what it would have to be to become each other one, within two seconds.
func TestTheGalleryOfDigitsAnswersAtOnce(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.WaitHas("button", "Another digit")
	p.Timeout = time.Minute
	began := time.Now()
	p.Click("button", "Another digit")
	p.WaitFor("nine counterfactuals", func() bool { return Eval[int](p, `document.querySelectorAll(".is-answers .thumb").length`) == 9 })
	took := time.Since(began)
	t.Logf("the nine answers took %v: %s", took.Round(time.Millisecond), p.Text("status", ""))
	if took > 2*time.Second && timed() {
		t.Errorf("the answers took %v, want 2 s", took)
	}
	p.WaitText("status", "9 of 9 classes are reached")
	p.shoot("gallery-digits")
}

// tourSays waits until the tour says all of what is given.
func (p *Page) tourSays(parts ...string) {
	p.t.Helper()
	p.WaitFor("the tour to say "+strings.Join(parts, ", "), func() bool {
		text := Eval[string](p, `document.querySelector(".tour-text")?.innerText ?? ""`)
		for _, part := range parts {
			if !strings.Contains(text, part) {
				return false
			}
		}
		return true
	})
}
