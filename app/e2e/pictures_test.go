package e2e

import (
	"fmt"
	"testing"
)

// pictures shows every step in three widths, light and dark, from the top of the page.
func (p *Page) pictures(name string) {
	p.t.Helper()
	for _, width := range []int64{1920, 1280, 360} {
		for _, dark := range []bool{false, true} {
			p.SetViewport(width, map[int64]int64{1920: 1080, 1280: 800, 360: 740}[width], dark)
			Eval[bool](p, `(document.activeElement.blur(), scrollTo({top: 0, behavior: "instant"}), true)`)
			p.picture(fmt.Sprintf("%s-%d-%s", name, width, map[bool]string{true: "dark", false: "light"}[dark]))
			if wide := Eval[int](p, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
				p.t.Errorf("%s at %d px scrolls %d px sideways", name, width, wide)
			}
			if width != 360 || dark {
				continue
			}
			// what comes below, a window at a time
			for i := 1; i <= 3; i++ {
				Eval[bool](p, fmt.Sprintf(`(scrollTo({top: %d, behavior: "instant"}), true)`, i*660))
				p.picture(fmt.Sprintf("%s-360-light-%d", name, i))
			}
		}
	}
	p.SetViewport(1280, 800, false)
}

// TestPictures takes pictures of every step for a person to look at, of rows and of images.
func TestPictures(t *testing.T) {
	if *shotDir == "" {
		t.Skip("skipped: no folder for pictures; -screenshots names one")
	}
	beside(t)
	p := OpenApp(t)
	p.pictures("0-first")
	p.Click("button", "Who earns more")
	p.WaitHas("table", "Counterfactuals")
	p.Click("button", "Put the tour away")
	p.WaitHas("button", "Resume the tour")
	p.steps("census")
	p.Click("link", "Explain")
	p.Click("tab", "Many rows")
	p.pictures("census-8-many")
	p.Click("tab", "Report")
	p.pictures("census-9-report")
}

// TestPicturesOfImages is TestPictures for digits.
func TestPicturesOfImages(t *testing.T) {
	if *shotDir == "" {
		t.Skip("skipped: no folder for pictures; -screenshots names one")
	}
	beside(t)
	p := OpenApp(t)
	p.Click("button", "Another digit")
	p.WaitFor("counterfactuals", func() bool { return Eval[int](p, `document.querySelectorAll(".is-answers .thumb").length`) > 0 })
	if p.Has("button", "Put the tour away") {
		p.Click("button", "Put the tour away")
	}
	p.steps("images")
}

func (p *Page) steps(of string) {
	for i, step := range []string{"Data", "Classifier", "Graph", "Generator", "Explain", "Label", "Evaluate"} {
		p.Click("link", step)
		p.WaitFor(step, func() bool { return Eval[string](p, `document.querySelector("h1").innerText`) == step })
		Eval[bool](p, `new Promise((done) => setTimeout(() => done(true), 1200))`)
		p.pictures(fmt.Sprintf("%s-%d-%s", of, i+1, step))
	}
}
