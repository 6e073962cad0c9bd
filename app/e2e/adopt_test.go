package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Who labels against a rule of the graph has a generator that keeps it less often.
// It asks before it is in force, by keys and after a reload, and names the labels.
func TestAForgetfulGeneratorAsks(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.FillNumber("Rows", 2000)
	p.Click("button", "Synthetic census")
	p.WaitText("status", "is loaded")
	p.Click("link", "Graph")
	p.Choose("Rule", "Only increase")
	p.Choose("Feature", "age")
	p.Choose("Force of the rule", "soft")
	p.Click("button", "Add rule")
	p.WaitText("status", "Added a rule: ")
	p.Click("link", "Classifier")
	trainClassifier(p)
	p.Click("link", "Go to Graph") // where the way leads from there
	p.WaitHas("application", "Causal graph")
	p.Click("link", "Generator")
	p.WaitFor("the method that learns the rule", func() bool {
		return Eval[bool](p, `document.body.innerText.includes("Model-approx+ was chosen because of the graph: it learns the one edge or rule that it has.")`)
	})
	p.Choose("Method", "Knows nothing of cause and effect: the baseline (BaseVAE+)") // which forgets most
	p.WaitHas("button", "Let the graph choose")
	trainGenerator(p)
	p.WaitFor("how often its counterfactuals keep the rule", func() bool {
		return Eval[bool](p, `[...document.querySelectorAll(".scores th")].some((th) => th.textContent.startsWith("Keeps: "))`)
	})
	p.shoot("generator")

	p.Click("link", "Label")
	p.WaitHas("region", "Counterfactual to judge")
	for n := 1; n <= 25; n++ {
		age, changed := 0.0, 0.0
		for _, row := range p.Table("Factual and counterfactual") {
			if row[0] == "age" {
				words := strings.Fields(row[2])
				age, changed = number(p, row[1]), number(p, words[len(words)-1])
			}
		}
		if key := "i"; changed < age {
			p.Key("f", 0)
		} else {
			p.Key(key, 0)
		}
		p.WaitText("status", fmt.Sprintf("%d label%s: ", n, strings.Repeat("s", min(n-1, 1))))
	}
	p.WaitText("status", "Keeps all rules less often: ")
	p.WaitHas("button", "Adopt the fine-tuned one")
	p.shoot("label-asks")
	p.waitSaved()
	p.Reload()
	p.WaitReady()
	p.WaitHas("button", "Adopt the fine-tuned one")
	p.TabTo("Keep the present generator", 0)
	p.Press("Tab")
	p.waitFocus("Adopt the fine-tuned one")
	p.Press("Enter")
	p.WaitText("status", "The fine-tuned generator is in force.")
	p.WaitHas("button", "Back to the previous generator")

	p.Click("link", "Graph") // a hard rule, which some labels contradict
	p.WaitHas("application", "Causal graph")
	p.Choose("Rule", "Only increase")
	p.Choose("Feature", "age")
	p.Choose("Force of the rule", "hard")
	p.Click("button", "Add rule")
	p.WaitText("status", "Added a rule: ")
	p.Click("link", "Label")
	p.WaitFor("the labels that contradict it", func() bool {
		return Eval[bool](p, `document.body.innerText.includes("feasible what") && document.body.innerText.includes("a rule forbids it")`)
	})
	p.WaitHas("table", "Factual and counterfactual")
	p.shoot("label-against")
	for _, width := range []int64{360, 800} {
		p.SetViewport(width, 800, false)
		if Eval[bool](p, `(() => { const b = document.querySelector(".card-buttons"); return getComputedStyle(b).position !== "static" ||
			document.querySelector(".card-question").getBoundingClientRect().bottom > b.getBoundingClientRect().top ||
			document.querySelector(".card-table").getBoundingClientRect().top < b.getBoundingClientRect().bottom })()`) {
			t.Errorf("at %d px the buttons cover something", width)
		}
	}
}

// Learned search, which labels do not teach, gives way to Example-based on request and comes
// back by one press.
func TestLearnedSearchComesBack(t *testing.T) {
	beside(t)
	p := census(t)
	p.Timeout = 3 * time.Minute
	p.Click("link", "Label")
	p.WaitHas("region", "Counterfactual to judge")
	p.WaitHas("table", "Factual and counterfactual")
	p.Click("button", "Feasible")
	p.WaitText("status", "1 label: ")
	p.Click("button", "Train Example-based+")
	p.WaitHas("button", "Back to Learned search")
	p.WaitFor("the labels to be learned", func() bool { return p.Has("button", "Keep the present generator") })
	p.Show("button", "Back to Learned search")
	p.picture("label-replaced")
	p.Click("button", "Back to Learned search")
	p.WaitHas("button", "Train Example-based+")
	p.waitFocus("What the generator learns")
}
