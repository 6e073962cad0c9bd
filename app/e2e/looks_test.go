package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"causeway/app/e2e/page"
)

// hasFewWords checks that a place shows at least one word, and at most a given number, after its first
// notices are gone.
func hasFewWords(t *testing.T, p *page.Tab, step string, most int) {
	t.Helper()
	n := 0
	p.WaitUpTo(5*time.Second, func() bool {
		n = p.WordsInSight()
		return n <= most && n >= most/3
	})
	t.Logf("%-10s %d words in sight", step, n)
	if n > most || n < most/3 {
		t.Errorf("%s has %d words in sight, want at most %d and more than nothing", step, n, most)
	}
}

// Before the first evaluation its form is shown.
func TestEvaluateBeginsWithFewWords(t *testing.T) {
	page.Beside(t)
	p := page.Sampled(t)
	p.LoadTrueGraph()
	p.TrainClassifier(0)
	p.SetViewport(1280, 800, false)
	p.GoTo("Methods")
	p.WaitHas("button", "Run evaluation")
	hasFewWords(t, p, "Methods", 77)
}

// A place shows what the next decision needs. Explanations, settings and tables of figures are folded.
func TestAStepIsSeenAtOnce(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.SetViewport(1280, 800, false)
	hasFewWords(t, p, "first", 265)
	p.OpenExample("Who earns more")
	hasFewWords(t, p, "Person", 230)
	for _, s := range []struct {
		step string
		most int
		role string // none: name is a text
		name string
	}{
		{"Table", 250, "table", "Columns of the table"},
		{"Classifier", 277, "heading", "How well it separates >50K, on the held-out rows"},
		{"Causes", 410, "", "An answer was found for"},
		{"Generator", 190, "heading", "Quality of its counterfactuals"},
		{"Label", 240, "", "Unsure"},
		{"Everyone", 175, "", "half need at most"},
		{"Methods", 115, "table", "The methods side by side"},
	} {
		p.GoTo(s.step)
		p.WaitFor(s.step, func() bool {
			there := s.role != "" && p.Has(s.role, s.name) || s.role == "" &&
				strings.Contains(p.Shows(page.Main), s.name)
			return there && p.Step() == s.step
		})
		hasFewWords(t, p, s.step, s.most)
	}
}

// A chart is drawn for its own width, so that its words have the page's size: also inside a fold,
// where it has no width at first, and after the window changes.
func TestChartsHaveTheirOwnWidth(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.SetViewport(1280, 800, false)
	p.OpenExample("Who earns more")
	p.GoTo("Classifier")
	p.WaitHas("heading", "How well it separates >50K, on the held-out rows")
	p.Unfold("Precision and recall, calibration")
	p.Unfold("Accuracy by group")
	p.Unfold("Training progress")
	for _, width := range []int64{1280, 360, 800} {
		p.SetViewport(width, 740, false)
		p.WaitFor("charts of their own width", func() bool {
			seen, off := p.Charts()
			return seen >= 5 && off == 0
		})
	}
}

func TestTheGraphLooks(t *testing.T) {
	page.NeedsPictures(t)
	p := page.Drawing(t)
	p.LoadTrueGraph()
	p.Click("button", "x1")
	p.Click("button", "Only increases: x1")
	p.Choose("Rule", "If A rises, then B")
	p.Choose("If this rises", "x1")
	p.Choose("then this", "x2")
	p.Click("button", "Add rule")
	p.Click("button", "Edges as a table")
	p.Shoot("graph")
}

// pictures photographs every place in three widths, light and dark, from the top of the page.
func pictures(t *testing.T, p *page.Tab, name string) {
	t.Helper()
	for _, width := range []int64{1920, 1280, 360} {
		for _, dark := range []bool{false, true} {
			p.SetViewport(width, map[int64]int64{1920: 1080, 1280: 800, 360: 740}[width], dark)
			p.LeaveFocus()
			p.Picture(fmt.Sprintf("%s-%d-%s", name, width, map[bool]string{true: "dark", false: "light"}[dark]))
			if wide := p.Sideways(); wide > 0 {
				t.Errorf("%s at %d px scrolls %d px sideways", name, width, wide)
			}
			if width != 360 || dark {
				continue
			}
			for i := 1; i <= 3; i++ { // the rest, a window at a time
				p.ScrollDown(i * 660)
				p.Picture(fmt.Sprintf("%s-360-light-%d", name, i))
			}
		}
	}
	p.SetViewport(1280, 800, false)
}

// TestPictures takes pictures of every place for a person to look at, with rows and with images.
func TestPictures(t *testing.T) {
	page.NeedsPictures(t)
	page.Beside(t)
	p := page.Open(t)
	pictures(t, p, "0-first")
	p.OpenExample("Who earns more")
	p.WaitWays()
	picturesOfSteps(t, p, "census")
}

// TestPicturesOfEveryone takes pictures of Everyone in each finished project.
func TestPicturesOfEveryone(t *testing.T) {
	page.NeedsPictures(t)
	page.Beside(t)
	for _, example := range []string{"Who earns more", "Heavier grapes", "A boundary to cross"} {
		p := page.Example(t, example)
		p.OpenEveryone()
		p.WaitFor("actions", func() bool { return strings.Contains(p.Says(page.Actions), "Together ") })
		pictures(t, p, "everyone "+example+" people")
		p.GoTo("Groups")
		pictures(t, p, "everyone "+example+" groups")
		p.GoTo("Methods")
		p.LetWork(500 * time.Millisecond)
		pictures(t, p, "everyone "+example+" methods")
	}
}

// TestPicturesOfImages is TestPictures for digits.
func TestPicturesOfImages(t *testing.T) {
	page.NeedsPictures(t)
	page.Beside(t)
	p := page.Open(t)
	p.Click("button", "Another digit")
	p.WaitThere(page.DigitAnswers)
	picturesOfSteps(t, p, "images")
}

// picturesOfSteps takes pictures of every place.
func picturesOfSteps(t *testing.T, p *page.Tab, of string) {
	t.Helper()
	for i, step := range []string{"Table", "Classifier", "Causes", "Generator", "Person", "Label", "Methods"} {
		p.GoTo(step)
		p.WaitStep(step)
		p.LetWork(1200 * time.Millisecond)
		pictures(t, p, fmt.Sprintf("%s-%d-%s", of, i+1, step))
	}
}
