package e2e

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// A column that is the sum of two others is offered as such; once that is accepted,
// it follows in every counterfactual that is shown, and is marked.
func TestATotalFollows(t *testing.T) {
	beside(t)
	p := OpenApp(t)
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("wage,rent,total,loan\n")
	for range 400 {
		wage, rent, loan := r.IntN(80), r.IntN(40), "no"
		if wage+rent > 60 {
			loan = "yes"
		}
		fmt.Fprintf(&b, "%d,%d,%d,%s\n", wage, rent, wage+rent, loan)
	}
	p.Paste(b.String())
	p.Click("button", "Import table")
	p.WaitText("status", "is loaded: 400 rows.")
	p.Show("heading", "Always computed from others?")
	for name, at := range map[string]int64{"follows-1280": 1280, "follows-360": 360} {
		p.Screenshot(name, at, 900, at == 360)
	}
	offer := `Always so: "total" is always "wage" + "rent".`
	p.Click("button", offer)
	p.WaitFor("the offer to be gone", func() bool { return !p.Has("button", offer) })
	p.Click("link", "Classifier")
	p.FillNumber("Epochs", 40)
	p.Click("button", "Train classifier")
	p.WaitHas("table", "Confusion matrix of the held-out rows")
	p.Click("link", "Generator")
	p.WaitHas("button", "Train generator")
	p.FillNumber("Epochs", 20)
	p.Click("button", "Train generator")
	p.WaitHas("heading", "How good its counterfactuals are")
	p.Click("link", "Explain")
	p.WaitText("status", "The model gives")
	p.Click("button", "Find counterfactuals")
	p.WaitHas("table", "Counterfactuals")
	table := p.Table("Counterfactuals")
	columns := map[string]int{}
	for i, name := range table[0] {
		columns[name] = i
	}
	// number is the value of a cell, which is what it changes to where it changes.
	number := func(row []string, name string) int {
		t.Helper()
		text := strings.TrimSuffix(strings.TrimSpace(row[columns[name]]), " follows")
		words := strings.Fields(text)
		n, err := strconv.Atoi(words[len(words)-1])
		if err != nil {
			t.Fatalf("%s is %q", name, text)
		}
		return n
	}
	marked := 0
	for _, row := range table[1:] {
		if a, b, sum := number(row, "wage"), number(row, "rent"), number(row, "total"); a+b != sum {
			t.Errorf("%d + %d = %d in %q", a, b, sum, row)
		}
		if strings.Contains(strings.Join(row, "|"), "follows") {
			marked++
		}
	}
	if len(table) < 3 || marked == 0 {
		t.Errorf("%d rows, of which %d have a total that follows:\n%q", len(table)-1, marked, table)
	}
	p.Show("table", "Counterfactuals")
	for name, at := range map[string]int64{"follows-result-1280": 1280, "follows-result-360": 360} {
		p.Screenshot(name, at, 900, at == 360)
	}
}
