package e2e

import (
	"testing"
	"time"
)

// Somebody's own table leads to a first answer under two rules in few presses, which
// are all that is counted here: the file, the import, the rules, one training, the
// answer.
func TestFewPressesLeadToAnAnswer(t *testing.T) {
	beside(t)
	path := findData("tables/bank-marketing.csv")
	if path == "" {
		t.Skip("skipped: no tables/bank-marketing.csv below CAUSEWAY_DATA")
	}
	p := OpenApp(t)
	began, presses := time.Now(), 0
	press := func(role, name string) {
		p.Click(role, name)
		presses++
	}
	p.SetFiles(path)
	presses++ // the file, in the browser's own window
	press("button", "Import table")
	p.WaitHas("heading", "What can change?")
	p.shoot("rules-first")
	press("button", "Age")
	p.WaitText("status", "Added a rule: ")
	press("button", "Previous") // offered as what nobody can change: it has been
	p.WaitText("status", "Previous")
	p.Timeout = 2 * time.Minute
	press("button", "Train")
	p.WaitHas("progressbar", "Training")
	p.WaitHas("list", "One row's counterfactual as it settles")
	p.shoot("train-all")
	press("link", "Go to Explain")
	p.WaitHas("table", "Counterfactuals")
	took := time.Since(began)
	t.Logf("%d presses, %v", presses, took.Round(100*time.Millisecond))
	if presses > 12 {
		t.Errorf("%d presses led to the first answer, want at most 12", presses)
	}
	if took > time.Minute && timed() {
		t.Errorf("the first answer took %v, want at most a minute", took)
	}
}
