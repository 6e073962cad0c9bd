package e2e

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"time"
)

// On Simple-BN x3 is what x1 and x2 make of it and a residual. By its state it follows: from
// the digits of the table on the page, of which x3 has three behind the point, its residual is
// that of the row, it is told
// apart from what is changed, and the plan and the proofs say so.
func TestEffectsFollowFromTheirCauses(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.WaitHas("button", "A boundary to cross")
	p.Timeout = 2 * time.Minute
	p.Click("button", "A boundary to cross")
	p.WaitText("status", "counterfactuals")
	p.WaitHas("table", "Counterfactuals")
	p.Click("button", "Put the tour away")
	said := func() string { return Eval[string](p, `document.querySelector(".results")?.textContent ?? ""`) }
	for tries := 0; !strings.Contains(said(), "It follows"); tries++ { // of some rows there is none
		if tries == 12 {
			t.Fatalf("of %d rows none has an answer: %s", tries, said())
		}
		p.Click("button", "Next row")
		p.WaitFor("the next row", func() bool { return said() == "" })
		p.Click("button", "Find counterfactuals")
		p.WaitFor("what is found", func() bool {
			return strings.Contains(said(), "None was found") || strings.Contains(said(), "It follows")
		})
	}
	table := p.Table("Counterfactuals")
	columns := map[string]int{}
	for i, name := range table[0] {
		columns[name] = i
	}
	residual := func(row []string) float64 {
		t.Helper()
		number := func(name string) float64 {
			words := strings.Fields(strings.TrimSuffix(strings.TrimSpace(row[columns[name]]), "follows"))
			v, err := strconv.ParseFloat(words[len(words)-1], 64)
			if err != nil {
				t.Fatalf("%s is %q", name, row[columns[name]])
			}
			return v
		}
		sum := number("x1") + number("x2")
		return number("x3") - (10.0/32400*sum*sum + 10)
	}
	own, followed := residual(table[1]), 0
	for _, row := range table[2:] {
		if is := residual(row); math.Abs(is-own) > 0.5001e-3 {
			t.Errorf("the residual of %q is %.9f, that of the row %.9f", row, is, own)
		}
		if strings.HasSuffix(row[columns["x3"]], "follows") {
			followed++
		}
	}
	if followed == 0 || followed != len(table)-2 {
		t.Errorf("x3 follows in %d of %d counterfactuals:\n%q", followed, len(table)-2, table)
	}
	p.openProofs()
	Eval[bool](p, `([...document.querySelectorAll(".answer-plan")].forEach((d) => { d.open = true }), true)`)
	text := said()
	for _, want := range []string{"x3 follows from", "before and after", "Plan:", "The model would then say", "costs"} {
		if !strings.Contains(strings.ReplaceAll(text, "\"", ""), want) {
			t.Errorf("the page does not say %q in %q", want, text)
		}
	}
	p.Show("heading", "Counterfactuals of this row")
	p.shoot("carry-answers")
	Eval[bool](p, `(document.querySelector(".results").scrollIntoView(), true)`)
	p.shoot("carry-plan")

	p.setState("x3", "Free") // let go, it is changed itself again
	p.Click("button", "Find counterfactuals")
	p.WaitFor("nothing to follow", func() bool {
		return said() != "" && !strings.Contains(said(), "were changed after these") && !strings.Contains(said(), "It follows")
	})
	p.assertClean()
}

// setState sets the state of a node and comes back to Explain.
func (p *Page) setState(node, state string) {
	p.t.Helper()
	p.Click("link", "Graph")
	p.chooseNode(node)
	p.Choose("State", state)
	p.Click("link", "Explain")
}

// Where all effects of Sangiovese follow and nobody may prune there is nothing to do:
// the page names the effects to let go, each tried, and searches without one of them.
func TestAnEffectIsLetGo(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.Timeout = 2 * time.Minute
	p.Click("button", "Heavier grapes")
	p.WaitText("status", "counterfactuals")
	p.WaitHas("table", "Counterfactuals")
	p.Click("button", "Put the tour away")
	p.Click("link", "Graph")
	p.Click("button", "Load example")
	p.chooseNode("SproutN")
	p.Click("button", "Immutable: SproutN")
	for _, effect := range []string{"BunchN", "SPAD06"} {
		p.setState(effect, "Follows")
	}
	p.Click("button", "Find counterfactuals")
	p.WaitHas("button", "Search without it: way 1")
	said := func() string { return Eval[string](p, `document.querySelector(".results")?.textContent ?? ""`) }
	p.shoot("carry-none")
	p.Click("button", "Search without it: way 1")
	p.WaitFor("a row where the others follow", func() bool {
		return strings.Contains(said(), "It follows") && strings.Contains(said(), "given up:")
	})
	if text := said(); !strings.Contains(text, "For this search alone, given up:") {
		t.Errorf("what was let go is not said: %s", text)
	}
	p.shoot("carry-freed")
	p.assertClean()
}

// A degree takes years: where a rule gives a rate, the plan says how far the effect of a
// step moves meanwhile, and what the model would say after each step.
func TestAPlanSaysWhatTakesTime(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.Timeout = 2 * time.Minute
	p.Click("button", "Who earns more")
	p.WaitText("status", "counterfactuals")
	p.WaitHas("table", "Counterfactuals")
	said := func() string { return Eval[string](p, `document.querySelector(".results")?.textContent ?? ""`) }
	for tries := 0; !strings.Contains(said(), "Meanwhile"); tries++ {
		if tries == 12 {
			t.Fatalf("no plan of %d rows takes time: %s", tries, said())
		}
		p.Click("button", "Next row")
		p.WaitFor("the next row", func() bool { return said() == "" })
		p.Click("button", "Find counterfactuals")
		p.WaitFor("what is found", func() bool { return said() != "" })
	}
	text := Eval[string](p, `document.querySelector(".answer-plan").closest(".results").textContent`)
	for _, want := range []string{"rises by at least", "a rule asks for 1.5 for each level of education", "The model would then say", "Step 1 of"} {
		if !strings.Contains(text, want) {
			t.Errorf("the plan does not say %q: %s", want, text)
		}
	}
	Eval[bool](p, `([...document.querySelectorAll(".answer-plan")].forEach((d) => { d.open = true }), true)`)
	p.shoot("plan-takes-time")
	p.assertClean()
}
