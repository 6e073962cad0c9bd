package e2e

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"causeway/app/e2e/page"
)

// gappy is a table for the trees of core/project/testdata/gaps.py: a quarter of the incomes and
// some jobs are missing. Nobody can change age or job. Row 1 is a young cook without an income.
func gappy() string {
	r := rand.New(rand.NewPCG(3, 4))
	return page.Lines("income,age,job,loan", 600, func(i int) string {
		income, age := r.IntN(10), r.IntN(6)
		job := []string{"clerk", "cook", "nurse", ""}[r.IntN(4)]
		given := fmt.Sprint(income)
		if r.IntN(4) == 0 {
			given, income = "", 3
		}
		if i == 0 {
			given, income, age, job = "", 3, 1, "cook"
		}
		score := income + r.IntN(3) - 1
		if job == "nurse" {
			score += age
		}
		if job == "" {
			score -= 2
		}
		return fmt.Sprintf("%s,%d,%s,%s", given, age, job, page.YesNo(score > 6))
	})
}

// TestMissingValuesAreKept keeps missing values of a table, opens a model that was trained with them,
// and asks for a person without an income. The answer gives an income only after this is allowed.
func TestMissingValuesAreKept(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.Paste(gappy())
	p.WaitHas("button", "Import table")
	p.Choose("Outcome column", "loan") // its name alone suggests income
	p.Choose("Type of income", "Integer")
	p.Click("button", "Keep: income")
	p.WaitShows(page.Main, "kept as missing")
	p.Import()
	p.WaitShows(page.Main, "not given", "income may be told")
	for _, name := range []string{"age", "job"} {
		p.Choose("What may change of "+name, "cannot change")
	}
	p.DropFiles(page.Root() + "/core/project/testdata/gaps.json")
	p.WaitHas("table", "Columns of the model")
	p.WaitAgreement("gaps.json", 0.8, 1)
	p.Click("button", "They agree")
	p.Click("button", "Use this model")
	p.WaitText("heading", "This classifier was imported")
	p.TrainGenerator(5)

	p.GoTo("Person")
	p.Unfold("Find another")
	p.Choose("From", "All rows")
	p.ToRow(1)
	p.WaitShows(page.Main, "not given", "There is no way")
	p.Shoot("gap-kept")
	p.Click("checkbox", "income may be told")
	p.WaitShows(page.Results, "Fill in income as ")
	if p.Has("combobox", "income is missing") || !p.Has("combobox", "income") {
		t.Error("the flag is shown beside its number")
	}
	p.Shoot("gap-told")
	a := p.Answered()
	old, now := a.Change(2, "income")
	if old != "not given" || now < "6" || len(now) != 1 {
		t.Errorf("income goes from %q to %q: %s", old, now, a)
	}
	p.OpenProofs()
	csv := p.Download("Download CSV", "*.csv")
	for i, begins := range []string{"Row,income,age,job,", "Factual,,1,cook,", "Counterfactual 1," + now + ",1,cook,"} {
		if lines := strings.Split(string(csv), "\r\n"); !strings.HasPrefix(lines[i], begins) {
			t.Errorf("line %d of the file is %q, want %q first", i+1, lines[i], begins)
		}
	}

	fresh := page.Open(t)
	fresh.OpenProject(page.Write(t, "gaps.causeway", p.SaveProject()))
	fresh.Click("button", "Open this project")
	fresh.WaitHas("heading", "The project needs its table")
	fresh.Paste(gappy())
	fresh.Click("button", "Import table")
	fresh.WaitText("status", "is open")
	fresh.TrainAgain()
	fresh.WaitShows(page.Verified, "Measured again, all its figures are correct.", "Retraining gives the same bytes.")
	fresh.Press("Escape")
	fresh.GoTo("Person")
	fresh.Unfold("Find another")
	fresh.Choose("From", "All rows")
	fresh.ToRow(1)
	fresh.WaitShows(page.Results, "Fill in income as "+now)
}
