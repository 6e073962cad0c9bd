package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// From a file of which most people are accepted, the first held-out one among them: after one
// press the page shows somebody who was refused, with an answer. Whoever is accepted is told
// so, and shown a way to be refused by a press that says so.
func TestTheFirstAnswerIsForSomebodyRefused(t *testing.T) {
	beside(t)
	var b strings.Builder
	b.WriteString("debt,years,job,decision\n")
	for i := range 600 {
		debt, years, job := i*7919%100, i*104729%31, []string{"clerk", "nurse", "smith"}[i*31%3]
		decision := "accepted"
		if debt > 80+years/2 {
			decision = "refused"
		}
		fmt.Fprintf(&b, "%d,%d,%s,%s\n", debt, years, job, decision)
	}
	path := filepath.Join(t.TempDir(), "people.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	p := OpenApp(t)
	p.Timeout = 3 * time.Minute
	p.SetFiles(path)
	p.Click("button", "Import table")
	p.WaitText("status", "is loaded: 600 rows.")
	p.goTo("Explain")
	p.Click("button", "Train")
	p.WaitHas("table", "Counterfactuals")
	shown := Eval[string](p, `document.querySelector("main").innerText`)
	if !strings.Contains(shown, "Shown first: a row that the model refuses (not accepted, the wanted outcome) and that has a counterfactual.") {
		t.Errorf("the page shows first: %.600s", shown)
	}
	if p.Text("spinbutton", "Place") == "1" {
		t.Error("the first held-out row is shown")
	}
	p.toRow(1)
	p.WaitHas("button", "Show what would have it refused")
	if text := Eval[string](p, `document.querySelector("main").innerText`); !strings.Contains(text, "Already accepted: accepted is the wanted outcome, so nothing has to change.") {
		t.Errorf("the first held-out row is said to be: %.600s", text)
	}
	if p.Has("table", "Counterfactuals") {
		t.Error("somebody who is accepted is shown a way to be refused")
	}
	p.Click("button", "Show what would have it refused")
	p.WaitHas("table", "Counterfactuals")
}
