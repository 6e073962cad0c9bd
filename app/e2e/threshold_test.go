package e2e

import (
	"strings"
	"testing"
)

// TestAThresholdIsTriedAndUsed tries a threshold on the curves, trains with it, and finds
// what was said of it in the confusion matrix, also after undo and redo.
func TestAThresholdIsTriedAndUsed(t *testing.T) {
	beside(t)
	p := sampled(t)
	p.Click("link", "Classifier")
	p.FillNumber("Epochs", 60)
	p.Click("button", "Train classifier")
	p.unfoldChart("ROC curve")
	p.WaitHas("button", "Save SVG: ROC curve")
	p.unfold("Precision and recall, calibration")
	p.unfoldChart("Calibration")
	p.WaitHas("button", "Save SVG: Calibration")
	said := func() string { return Eval[string](p, `document.getElementById("threshold-does").innerText`) }
	before := said()
	p.shoot("classifier-curves")
	p.FillNumber("Share from which 1 is decided", 40)
	p.WaitFor("what it would do", func() bool { return strings.HasPrefix(said(), "From 40 % on, ") && said() != before })
	would := strings.TrimPrefix(said(), "From 40 % on, ")
	p.Click("button", "Decide at this threshold")
	p.WaitFor("what is so", func() bool {
		return strings.Contains(Eval[string](p, `document.getElementById("threshold-hint")?.innerText ?? ""`), "stands for this threshold of 40 %")
	})
	if got := said(); !strings.HasSuffix(got, would) {
		t.Errorf("said %q before and %q after", would, got)
	}
	right := would[:strings.Index(would, " of all")]
	if facts := Eval[string](p, `document.querySelector("dl.facts.is-large").innerText`); !strings.Contains(facts, right) {
		t.Errorf("%s were to be told right: %s", right, facts)
	}
	p.shoot("classifier-threshold")
}
