package e2e

import (
	"testing"
	"time"

	"causeway/app/e2e/page"
)

// Labels that contradict a rule of the graph make the generator keep it less often. The page asks
// before it adopts that generator, by keys and after a reload, and names the labels.
func TestAForgetfulGeneratorAsks(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.Sample("Synthetic census", 2000)
	p.GoTo("Causes")
	p.AddRule("Only increase", "age", "soft")

	p.TrainClassifier(0)
	p.Click("link", "Go to Causes") // the next step from there
	p.WaitHas("application", "Causal graph")
	p.GoTo("Generator")
	p.WaitShows(page.Body, "Model-approx+ was chosen to suit the graph: it learns its only edge or rule.")
	p.Choose("Method", "Knows nothing of cause and effect: the baseline (BaseVAE+)") // which forgets most
	p.WaitHas("button", "Let the graph choose")
	p.TrainGenerator(0)
	p.WaitSays(page.ScoreNames, "Keeps: ") // how often its counterfactuals keep the rule
	p.Shoot("generator")

	p.OpenLabel()
	for n := 1; n <= 25; n++ {
		from, to := p.CardChange("age")
		p.Verdict(to < from)
		p.WaitLabels(n)
	}
	p.WaitText("status", "Keeps all rules less often: ")
	p.WaitHas("button", "Adopt the fine-tuned one")
	p.Shoot("label-asks")
	p.WaitSaved()
	p.Reload()
	p.WaitHas("button", "Adopt the fine-tuned one")
	p.TabTo("Keep the current generator")
	p.Press("Tab")
	p.WaitFocus("Adopt the fine-tuned one")
	p.Press("Enter")
	p.WaitText("status", "The fine-tuned generator is in use.")
	p.WaitHas("button", "Back to the previous generator")

	p.OpenGraph() // a hard rule, which some labels contradict
	p.AddRule("Only increase", "age", "hard")

	p.GoTo("Label")
	p.WaitShows(page.Body, "something feasible that", "a rule forbids this")
	p.WaitHas("table", "Factual and counterfactual")
	p.Shoot("label-against")
	for _, width := range []int64{360, 800} {
		p.SetViewport(width, 800, false)
		if p.CardButtonsCover() {
			t.Errorf("at %d px the buttons cover something", width)
		}
	}
}

// Action VAE learns from labels like other methods.
func TestActionsLearnFromLabels(t *testing.T) {
	page.Beside(t)
	p := census(t)
	p.Timeout = 3 * time.Minute
	p.OpenLabel()
	for i, v := range []string{"Yes", "No", "Yes"} {
		p.Click("button", v)
		p.WaitLabels(i + 1)
	}
	p.Click("button", "Learn from these")
	p.WaitHas("button", "Keep the current generator")
	p.Picture("label-tuned")
}
