package e2e

import (
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"causeway/app/e2e/page"
)

// A person's limits apply at once to the results, by keys alone. If no answer is left, the page
// says what to give up and searches without it.
func TestOwnLimitsByKeys(t *testing.T) {
	page.Beside(t)
	p := page.Explained(t, page.Training{Classifier: 40, Generator: 10})

	for _, name := range []string{"x1", "x2", "x3"} {
		p.Focus("button", "Limit of "+name)
		p.Press("Enter")
		p.WaitHas("combobox", "Change of "+name)
		p.Focus("combobox", "Change of "+name)
		p.Press("ArrowDown") // from Free to Frozen
		p.WaitLimits(name + " frozen")
		if got := p.Focused(); got != "Change of "+name {
			t.Errorf("the focus went to %q", got)
		}
	}
	p.WaitText("heading", "Why none?")
	if p.Has("list", "Proof") {
		t.Error("a counterfactual is shown although everything is frozen")
	}
	p.Focus("button", "Search without it: way 1")
	p.Press("Enter")
	p.OpenProofs()
	p.WaitHas("list", "Proof")
	p.WaitShows(page.Main, "For this search alone, given up: ")
	if text := p.Text("list", "Proof"); !strings.Contains(text, "Broken: ") ||
		!strings.Contains(text, "given up for this search") {
		t.Errorf("the proof %q hides what was given up", text)
	}

	p.Focus("button", "Clear all limits")
	p.Press("Enter")
	p.WaitFor("all limits to be gone", func() bool {
		p.OpenProofs()
		said := p.Says(page.AnswerProofs)
		return !p.Has("heading", "Why none?") && said != "" && !strings.Contains(said, "Broken: ")
	})
}

// The page says one of three things about a row, and the answers follow the choice of how clearly
// the class must be reached. Here an answer is the nearest, with how far its numbers may
// differ, or none exists, which is proved. "None found, search longer" does not occur on so small a
// network.
func TestHowClearlyAndWhatIsProved(t *testing.T) {
	page.Beside(t)
	p := page.Explained(t, page.Training{Classifier: 40, Generator: 10})
	p.WaitSays(page.Results, "Nearest, proved")
	p.OpenProofs()
	p.WaitSays(page.Results, " works")
	p.Shoot("clarity")

	p.Choose("How clearly", "Just")
	p.WaitSays(page.Results, "Nearest, proved")
	p.Choose("How clearly", "With a probability")
	p.FillNumber("Probability at least, %", 95)
	p.WaitSays(page.Results, "Nearest, proved")

	for _, name := range []string{"x1", "x2", "x3"} {
		p.Click("button", "Limit of "+name)
		p.Choose("Change of "+name, "Frozen")
	}
	p.WaitSays(page.Results, "No such change exists, and this is proved")
	p.WaitText("heading", "Why none?")
	if strings.Contains(p.Says(page.Results), "Search longer") {
		t.Error("a longer search is offered where everything is known")
	}
	p.Shoot("none-proved")
}

// On Simple-BN x3 is a function of x1 and x2 plus a residual. In the state "follows", x3 keeps the
// row's residual, computed from the three decimals of the table on the page. The page distinguishes it
// from changed features, in plan and proofs too.
func TestEffectsFollowFromTheirCauses(t *testing.T) {
	page.Beside(t)
	p := page.Example(t, "A boundary to cross")
	p.Timeout = 2 * time.Minute
	p.SeekRow("It follows") // some rows have none
	a, followed := p.Answered(), 0
	residual := func(row int) float64 {
		t.Helper()
		sum := a.Value(row, "x1") + a.Value(row, "x2")
		return a.Value(row, "x3") - (10.0/32400*sum*sum + 10)
	}
	own := residual(1)
	for row := 2; row < len(a.Rows); row++ {
		if is := residual(row); math.Abs(is-own) > 0.5001e-3 {
			t.Errorf("the residual of %q is %.9f, that of the row %.9f", a.Rows[row], is, own)
		}
		if a.Follows(row, "x3") {
			followed++
		}
	}
	if followed == 0 || followed != a.Found() {
		t.Errorf("x3 follows in %d of %d counterfactuals:\n%s", followed, a.Found(), a)
	}
	p.OpenProofs()
	p.OpenPlans()
	text := p.Says(page.Results)
	for _, want := range []string{"x3 follows from", "before and after", "Plan:", "The model would then say", "costs"} {
		if !strings.Contains(strings.ReplaceAll(text, "\"", ""), want) {
			t.Errorf("the page does not say %q in %q", want, text)
		}
	}
	p.Shoot("carry-answers")
	p.ScrollTo(page.Results)
	p.Shoot("carry-plan")

	p.SetState("x3", "Free") // after its release it can change itself again
	p.WaitFor("nothing to follow", func() bool {
		said := p.Says(page.Results)
		return said != "" && !strings.Contains(said, "have changed since these") &&
			!strings.Contains(said, "It follows")
	})
	p.AssertClean()
}

// If all effects of Sangiovese follow and nobody may prune, nothing can be done: the page tries to
// release each effect, names those that help, and searches without one of them.
func TestAnEffectIsLetGo(t *testing.T) {
	page.Beside(t)
	p := page.Example(t, "Heavier grapes")
	p.Timeout = 2 * time.Minute
	p.LoadTrueGraph()
	p.FindNode("SproutN")
	p.Click("button", "Immutable: SproutN")
	for _, effect := range []string{"BunchN", "SPAD06"} {
		p.SetState(effect, "Follows")
	}
	p.WaitHas("button", "Search without it: way 1")
	p.Shoot("carry-none")
	p.Click("button", "Search without it: way 1")
	p.WaitSays(page.Results, "It follows", "given up:")
	if text := p.Says(page.Results); !strings.Contains(text, "For this search alone, given up:") {
		t.Errorf("what was let go is not said: %s", text)
	}
	p.Shoot("carry-freed")
	p.AssertClean()
}

// A degree takes years. If a rule gives a rate, the plan says how far a step's effect moves
// meanwhile, and what the model would predict after each step.
func TestAPlanSaysWhatTakesTime(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.Timeout = 2 * time.Minute
	p.OpenExample("Who earns more")
	p.SeekRow("Meanwhile")
	text := p.Says(page.Results)
	for _, want := range []string{"rises by at least", "a rule asks for 1.5 for each level of education",
		"The model would then say", "Step 1 of"} {
		if !strings.Contains(text, want) {
			t.Errorf("the plan does not say %q: %s", want, text)
		}
	}
	p.OpenPlans()
	p.Shoot("plan-takes-time")
	p.AssertClean()
}

// A choice asks for answers that survive retraining: the page trains twenty classifiers in its
// worker, shows the progress, and says in how many of ten each answer still holds. Other tools'
// answers are compared beside.
func TestAnswersHoldWhenTrainedAgain(t *testing.T) {
	page.Beside(t)
	p := page.Sampled(t)
	p.Train(page.Training{Classifier: 20, Generator: 10})
	p.Explain()
	p.Unfold("More about the search")
	p.Click("checkbox", "Hold after retraining")
	holds := regexp.MustCompile(`Still holds in (10|[0-9]) of 10 retrained models\.`)
	p.WaitFor("how many models an answer holds in", func() bool { return holds.MatchString(p.Says(page.Results)) })
	p.Shoot("steady")

	p.GoTo("Methods")
	p.WaitHas("button", "Run evaluation")
	p.UnfoldAll()
	p.Shoot("peers")
}
