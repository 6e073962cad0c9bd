package e2e

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"causeway/app/e2e/page"
)

// TestSumsAndCountsAreKept states an inequality and how many features may change, finds answers
// that keep both, and opens the saved project with both.
func TestSumsAndCountsAreKept(t *testing.T) {
	page.Beside(t)
	p := page.Explained(t, page.Training{Classifier: 5, Generator: 2})
	free := p.FindAnyway()
	most := math.Round(100*(free.Value(2, "x1")+free.Value(2, "x2")-0.5)) / 100
	p.OpenGraph()
	p.Unfold("State a rule")
	p.AddSum(fmt.Sprintf("%.2f", most), page.Term{Feature: "x1", Times: "1"}, page.Term{Feature: "x2", Times: "1"})
	p.AddMostChanges("1", "x1", "x2")
	stated := func(p *page.Tab) {
		t.Helper()
		says := p.Text("list", "Rules")
		for _, want := range []string{fmt.Sprintf(`"x1" + "x2" must be at most %.10g.`, most),
			`At most 1 of "x1" and "x2" may change.`} {
			if !strings.Contains(says, want) {
				t.Errorf("%q is not among the rules: %s", want, says)
			}
		}
	}
	stated(p)
	check := func(p *page.Tab) {
		t.Helper()
		p.Explain()
		found := p.FindAnyway()
		if found.Found() < 1 {
			t.Fatalf("no answer under the rules: %v", found)
		}
		for i := range found.Found() {
			row := 2 + i
			if sum := found.Value(row, "x1") + found.Value(row, "x2"); sum > most+1e-9 {
				t.Errorf("answer %d has a sum of %v, above %v", i+1, sum, most)
			}
			moved := 0
			for _, x := range []string{"x1", "x2"} {
				if found.Value(row, x) != found.Value(1, x) {
					moved++
				}
			}
			if moved > 1 {
				t.Errorf("answer %d changes %d of x1 and x2", i+1, moved)
			}
		}
	}
	check(p)
	path := filepath.Join(t.TempDir(), "rules.causeway")
	if err := os.WriteFile(path, p.SaveProject(), 0o600); err != nil {
		t.Fatal(err)
	}
	q := page.Open(t)
	q.OpenProject(path)
	q.OpenOffered()
	q.WaitTrained()
	q.OpenGraph()
	stated(q)
	check(q)
}
