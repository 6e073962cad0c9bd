package e2e

import "testing"

// ownWidth are the charts in sight that are drawn for another width than they have, and how
// many there are.
const ownWidth = `(() => {
	const seen = [...document.querySelectorAll("figure.chart > svg")].filter((s) => s.checkVisibility());
	const off = seen.filter((s) => Math.abs(s.viewBox.baseVal.width - s.parentElement.clientWidth) > 1);
	return [seen.length, off.length];
})()`

// A chart is drawn for the width that it has, so that its words are as large as the page's:
// also behind a fold, where it has none at first, and once the window is another.
func TestChartsHaveTheirOwnWidth(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.SetViewport(1280, 800, false)
	p.Click("button", "Who earns more")
	p.WaitHas("list", "Counterfactuals, one beside the other")
	p.Click("link", "Classifier")
	p.WaitHas("heading", "How well it tells >50K apart, on the held-out rows")
	p.unfold("Precision and recall, calibration")
	p.unfold("Right for whom")
	p.unfold("Course of the training")
	for _, width := range []int64{1280, 360, 800} {
		p.SetViewport(width, 740, false)
		p.WaitFor("charts of their own width", func() bool {
			n := Eval[[]int](p, ownWidth)
			return n[0] >= 5 && n[1] == 0
		})
	}
}
