package e2e

import (
	"strings"
	"testing"
)

// Of a row the page says one of three things, and how clearly the class must be
// reached is a choice that what is shown follows: here it is and the nearest, with
// where the class just flips; there is none, which is proved; none was found, with a
// way to search longer, cannot be brought about on so small a network.
func TestHowClearlyAndWhatIsProved(t *testing.T) {
	beside(t)
	p := sampled(t)
	p.Click("link", "Classifier")
	p.FillNumber("Epochs", 40)
	p.Click("button", "Train classifier")
	p.WaitHas("table", "Confusion matrix of the held-out rows")
	p.Click("link", "Generator")
	p.WaitHas("button", "Train generator")
	p.FillNumber("Epochs", 10)
	p.Click("button", "Train generator")
	p.WaitHas("heading", "How good its counterfactuals are")
	p.Click("link", "Explain")
	p.WaitText("status", "The model gives")
	p.Click("button", "Find counterfactuals")
	p.WaitHas("table", "Counterfactuals")
	body := func() string { return Eval[string](p, `document.querySelector(".results")?.textContent ?? ""`) }
	says := func(what string) {
		t.Helper()
		p.WaitFor(what, func() bool { return strings.Contains(body(), what) })
	}
	says("Nearest, proved")
	p.openProofs()
	says("The class just flips at")
	p.shoot("clarity")

	p.Choose("How clearly", "Just")
	p.WaitFor("the bare class", func() bool { return !strings.Contains(body(), "The class just flips at") })
	says("Nearest, proved")
	p.Choose("How clearly", "With a probability")
	p.FillNumber("Probability at least, %", 95)
	says("Nearest, proved")

	for _, name := range []string{"x1", "x2", "x3"} {
		p.Click("button", "Limit of "+name)
		p.Choose("Change of "+name, "Frozen")
	}
	says("There is none, and that is proved")
	p.WaitText("heading", "Why none?")
	if strings.Contains(body(), "Search longer") {
		t.Error("a longer search is offered where everything is known")
	}
	p.shoot("none-proved")
}
