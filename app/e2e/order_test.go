package e2e

import (
	"strings"
	"testing"
)

// The values of a category are given an order by keys, and by that a rule about
// it becomes possible; the drawing that is saved has it.
func TestTheValuesOfACategoryAreOrdered(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	p.KeepSaved()
	p.Paste("age,grade,loan\n" + strings.Repeat("30,good,yes\n40,bad,no\n50,fair,yes\n35,poor,no\n", 30))
	p.Click("button", "Import table")
	p.WaitText("status", "is loaded: 120 rows.")
	p.Click("link", "Graph")
	p.WaitHas("application", "Causal graph")
	p.Click("button", "grade")
	if p.Has("button", "Only increases: grade") {
		t.Error("a category without an order can be asked not to fall")
	}
	p.Click("button", "Order of values: grade")
	p.Click("button", "Give the values of grade an order")
	waitStatus(p, "Ordered the values of grade")
	// bad, fair, good, poor: poor is moved down to the start of the list.
	for range 3 {
		p.TabTo("Move poor up", 0)
		p.Key("Enter", 0)
		p.waitFocus("Move poor up")
	}
	p.TabTo("bad has the rank of the value above it", 0)
	p.Key(" ", 0)
	p.WaitFor("the order", func() bool { return Eval[bool](p, `document.body.innerText.includes("bad = poor < fair < good")`) })
	p.Click("button", "Only increases: grade")
	waitStatus(p, `"grade" may not decrease`)
	if text := savedGraph(p); !strings.Contains(text, `"order":[["bad","poor"],["fair"],["good"]]`) {
		t.Errorf("saved:\n%s", text)
	}
	for name, at := range map[string]int64{"order-1280": 1280, "order-360": 360} {
		p.Show("button", "Order of values: grade")
		p.Screenshot(name, at, 900, at == 360)
	}
}
