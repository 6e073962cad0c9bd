package e2e

import (
	"testing"
	"time"
)

func TestScratch(t *testing.T) {
	if *shotDir == "" {
		t.Skip()
	}
	p := OpenApp(t)
	p.Timeout = 2 * time.Minute
	shots := func(name, sel string) {
		for _, v := range []struct {
			n    string
			w, h int64
			dark bool
		}{{"l", 1280, 1400, false}, {"d", 1280, 1400, true}, {"m", 360, 1800, false}} {
			p.SetViewport(v.w, v.h, v.dark)
			time.Sleep(200 * time.Millisecond)
			Eval[bool](p, `(() => { const e = document.querySelector("`+sel+`"); if (e) scrollBy({top: e.getBoundingClientRect().top - 24, behavior: "instant"}); return true })()`)
			p.Screenshot(name+"-"+v.n, v.w, v.h, v.dark)
			if w := Eval[int](p, `document.documentElement.scrollWidth`); int64(w) > v.w {
				t.Errorf("%s-%s: %d wide", name, v.n, w)
			}
		}
		p.SetViewport(1280, 900, false)
	}
	shots("data", ".shell")
	p.FillNumber("Rows", 3000)
	p.Click("button", "Simple-BN")
	p.WaitText("status", "is loaded")
	shots("data2", ".shell")
	p.Click("link", "Classifier")
	p.FillNumber("Epochs", 20)
	p.Click("button", "Train classifier")
	p.WaitHas("table", "Confusion matrix of the held-out rows")
	p.Click("link", "Graph")
	p.Click("button", "Load example")
	p.WaitText("status", "Loaded")
	p.Click("link", "Generator")
	p.WaitHas("button", "Train generator")
	p.Choose("Method", "Model-based")
	shots("gen", ".shell")
	p.FillNumber("Epochs", 8)
	p.Click("button", "Train generator")
	p.WaitHas("table", "Scores on held-out rows")
	p.Click("link", "Graph")
	p.Choose("Rule", "Only increase")
	p.Choose("Feature", "x1")
	p.Click("button", "Add rule")
	p.WaitText("status", "Added a rule")
	p.Click("link", "Generator")
	p.WaitHas("button", "Retrain from the present generator")
	shots("old", ".shell")
	p.Click("button", "Retrain from the present generator")
	time.Sleep(1500 * time.Millisecond)
	p.WaitHas("table", "Scores on held-out rows")
	shots("after", ".shell")
	p.Click("link", "Explain")
	p.WaitHas("button", "Find counterfactuals")
	p.Click("button", "Your own limits and difficulty")
	p.Choose("Change of x2", "At most ±")
	shots("limits", ".limit-panel")
	p.Click("button", "Find counterfactuals")
	p.WaitHas("table", "Counterfactuals")
	shots("found", ".results")
}
