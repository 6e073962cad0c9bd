package e2e

import (
	"strings"
	"testing"
)

// TestADrawingIsAskedWhatItImplies asks about two features of the census, with one known
// and without.
func TestADrawingIsAskedWhatItImplies(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.Click("button", "Who earns more")
	p.WaitText("status", "counterfactuals")
	p.Click("link", "Graph")
	p.WaitHas("application", "Causal graph")
	says := func(text string) {
		p.WaitFor(text, func() bool {
			return strings.Contains(Eval[string](p, `document.getElementById("implied-says")?.innerText ?? ""`), text)
		})
	}
	p.unfold("Ask about two features")
	p.Choose("The effect of", "education")
	p.Choose("On", "workclass")
	says("education and workclass may depend on each other: education → occupation → workclass is open.")
	says("The effect of education on workclass can be read from rows as they are; nothing has to be adjusted for.")
	p.Click("button", "occupation is known")
	says("Given occupation, education and workclass do not depend on each other.")
	p.shoot("graph-implied")
	p.Choose("The effect of", "hours_per_week")
	says("hours_per_week has no effect on workclass: no path of arrows leads there.")
}
