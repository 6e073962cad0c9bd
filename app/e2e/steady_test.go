package e2e

import (
	"regexp"
	"testing"
)

// Answers that hold once the classifier is trained again are asked for by a choice: the
// page trains twenty classifiers in its worker, says how far it is, and then says of each
// answer in how many of ten it still holds. What other tools do is compared beside.
func TestAnswersHoldWhenTrainedAgain(t *testing.T) {
	beside(t)
	p := sampled(t)
	p.Click("link", "Classifier")
	p.FillNumber("Epochs", 20)
	p.Click("button", "Train classifier")
	p.WaitHas("table", "Confusion matrix of the held-out rows")
	p.Click("link", "Generator")
	p.WaitHas("button", "Train generator")
	p.FillNumber("Epochs", 10)
	p.Click("button", "Train generator")
	p.WaitHas("heading", "How good its counterfactuals are")
	p.Click("link", "Explain")
	p.WaitText("status", "The model gives")
	p.unfold("More about the search")
	p.Click("checkbox", "Hold when trained again")
	p.Click("button", "Find counterfactuals")
	holds := regexp.MustCompile(`Still holds in (10|[0-9]) of 10 retrained models\.`)
	p.WaitFor("how many models an answer holds in", func() bool {
		return holds.MatchString(Eval[string](p, `document.querySelector(".results")?.textContent ?? ""`))
	})
	p.shoot("steady")

	p.Click("link", "Evaluate")
	p.WaitHas("button", "Run evaluation")
	Eval[bool](p, `([...document.querySelectorAll("details.fold")].forEach((d) => { d.open = true }), true)`)
	p.shoot("peers")
}
