package e2e

import (
	"strings"
	"testing"
)

// A map of two features shows where the model decides, keeps up with the row and with
// limits, and is put away.
func TestTheMapShowsWhereTheModelDecides(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.Click("button", "A boundary to cross")
	p.WaitHas("table", "Counterfactuals")
	p.unfold("Two features as a map")
	part := func(name string) string {
		return Eval[string](p, `document.querySelector("[data-chart=map] [data-part=`+name+`]")?.getAttribute("d") ?? ""`)
	}
	p.WaitFor("where the model decides", func() bool { return part("border") != "" && part("rows") != "" })
	said := Eval[string](p, `document.querySelector("[data-chart=map]").getAttribute("aria-label")`)
	if !strings.Contains(said, "Probability of") || !strings.Contains(said, "; 1: ") {
		t.Errorf("the map is called %q", said)
	}
	across := Eval[string](p, `[...document.querySelectorAll("label")].find((l) => l.textContent.trim() === "Across").parentElement.querySelector("select").selectedOptions[0].text`)
	hatched := part("hatch")
	p.Click("button", "Lock "+across)
	p.WaitFor("what the lock forbids to be hatched", func() bool { return len(part("hatch")) > len(hatched) })
	p.Click("button", "Next row")
	p.WaitFor("the map of another row", func() bool {
		now := Eval[string](p, `document.querySelector("[data-chart=map]")?.getAttribute("aria-label") ?? ""`)
		return now != "" && now != said
	})
	p.unfold("Two features as a map")
	Eval[bool](p, `(document.querySelector("details.map").open = false, true)`)
	p.WaitFor("the map to be away", func() bool { return Eval[bool](p, `!document.querySelector("[data-chart=map]")`) })
}
