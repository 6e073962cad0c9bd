package e2e

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/runtime"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sim"
)

// Many rows are explained while the page listens, Cancel keeps what is done,
// what is exported reads back the same and no cell is a formula; a file of new
// rows is explained as well, and groups are compared.
func TestManyRowsOnThePage(t *testing.T) {
	beside(t)
	home := OpenApp(t)
	p := home.openAgain()
	p.FillNumber("Rows", 4000)
	p.Click("button", "Simple-BN")
	p.WaitText("status", "Simple-BN is loaded")
	p.Click("link", "Classifier")
	p.FillNumber("Epochs", 30)
	p.Click("button", "Train classifier")
	p.WaitHas("table", "Confusion matrix of the held-out rows")
	p.Click("link", "Graph")
	p.WaitHas("application", "Causal graph")
	p.Choose("Rule", "Only increase")
	p.Choose("Feature", "x1")
	p.Click("button", "Add rule")
	p.WaitText("status", "Added a rule: ")
	p.Click("link", "Generator")
	p.WaitHas("button", "Train generator")
	p.FillNumber("Epochs", 5)
	p.Click("button", "Train generator")
	p.WaitHas("heading", "How good its counterfactuals are")

	p.Click("link", "Explain")
	p.WaitText("status", "The model gives")
	p.Click("tab", "Many rows")
	p.Choose("Rows from", "All rows")
	p.Choose("Only rows predicted as", "Any")
	p.WatchTasks()
	began := time.Now()
	p.Click("button", "Explain many rows")
	p.WaitHas("list", "Rows with their nearest counterfactual")
	p.WaitFor("a few hundred rows", func() bool { return len(rowsDone(p)) > 0 && rowsSoFar(p) >= 300 })
	p.Click("button", "Cancel")
	p.WaitText("status", "rows were explained")
	held := p.LongestTask()
	t.Logf("%d rows in %v; the page was held up for %v at most", rowsSoFar(p), time.Since(began).Round(time.Second), held)
	if held > 200*time.Millisecond && timed() {
		t.Errorf("the page was held up for %v", held)
	}
	kept := rowsSoFar(p)
	if kept < 300 || kept >= 4000 {
		t.Errorf("Cancel kept %d of 4,000 rows", kept)
	}

	p.SetViewport(1920, 1080, false) // what is asked stands beside what was found, whose rows take two columns
	if beside := Eval[bool](p, `(() => {
		const at = (q) => document.querySelector(q).getBoundingClientRect(), form = at(".batch > form"), rows = [...document.querySelectorAll(".batch-row")].map((r) => r.getBoundingClientRect().left);
		return form.right < Math.min(...rows) && new Set(rows).size === 2 && at(".batch").right - form.left > 1500;
	})()`); !beside {
		t.Error("half of a wide window is empty beside many rows")
	}
	p.SetViewport(1280, 800, false)

	folder := p.downloads()
	p.Click("button", "Export CSV")
	text := p.savedFile(folder, "*.csv")
	lines := checkExport(t, text, kept)
	p.Click("button", "Export JSON")
	if b := p.savedFile(folder, "*.json"); !bytes.HasPrefix(b, []byte(`{"format":"causeway counterfactuals 1"`)) {
		t.Errorf("JSON = %.100s", b)
	}

	p = deathAmidRows(home, p, kept)

	file := filepath.Join(t.TempDir(), "new.csv") // what was saved is a file of new rows
	if err := os.WriteFile(file, slices.Concat(lines[:60]...), 0o644); err != nil {
		t.Fatal(err)
	}
	p.setFile(".batch input[type=file]", file)
	p.WaitText("status", "new.csv has 59 rows that can be explained.")
	p.Click("button", "Explain many rows")
	p.WaitText("status", "of 59 rows were explained")
	p.Choose("Compare groups of", "x1")
	groups := p.Table("Coverage and cost of the groups")
	sum := 0
	for _, g := range groups[1:] {
		n, err := strconv.Atoi(g[1])
		if err != nil || !strings.Contains(g[2], "%") {
			t.Errorf("group %q", g)
		}
		sum += n
	}
	if len(groups) != 5 || sum != 59 {
		t.Errorf("groups %q hold %d rows, want four with 59", groups, sum)
	}
	p.WaitHas("table", "What changes, and by how much")
	p.Fill("textbox", "Cut points", "12, many")
	p.WaitText("alert", "“many” is not a number")
	p.Fill("textbox", "Cut points", "60 50")
	p.WaitFor("own groups", func() bool {
		groups = p.Table("Coverage and cost of the groups")
		return len(groups) == 4 && groups[1][0] == "under 50" && groups[2][0] == "50 to under 60" && groups[3][0] == "60 and more"
	})
	p.brushTheFlow()
	p.shots("batch")
}

// brushTheFlow chooses a group in the drawing of who has to change what, and one of the
// changes by keys: the rows of both are listed below.
func (p *Page) brushTheFlow() {
	p.t.Helper()
	names := Eval[[]string](p, `[...document.querySelectorAll("[data-chart=flow] [data-part=side]")].map((e) => e.getAttribute("aria-label"))`)
	if len(names) < 4 || !strings.HasPrefix(names[0], "under 50: ") {
		p.t.Fatalf("the flow has %q", names)
	}
	count := func(text string) (n int) {
		fmt.Sscanf(text[strings.LastIndex(text, ": ")+2:], "%d", &n)
		return n
	}
	p.Click("button", names[0])
	listed := func(want int) func() bool {
		return func() bool {
			at := Eval[int](p, `document.querySelectorAll("[data-chart=flow]")[0]?.closest(".panel").querySelectorAll(".batch-rows > li").length ?? 0`)
			return at == min(want, 5) && at > 0
		}
	}
	p.WaitFor("the rows of the group", listed(count(names[0])))
	Eval[bool](p, `(document.querySelectorAll("[data-chart=flow] [data-part=side]")[3].focus(), true)`) // the first of the changes
	p.Press("Enter")
	both := ""
	p.WaitFor("one ribbon to be chosen", func() bool {
		both = Eval[string](p, `[...document.querySelectorAll("[data-chart=flow] [data-part=ribbon][data-on] title")].map((e) => e.textContent).join("|")`)
		return both != "" && !strings.Contains(both, "|")
	})
	p.WaitFor("the rows of both", listed(count(both)))
	p.shoot("flow")
}

// deathAmidRows kills the tab among 4,000 rows and goes on in another: its death
// costs none that was saved.
func deathAmidRows(home, p *Page, kept int) *Page {
	p.t.Helper()
	p.Click("button", "Explain the remaining rows")
	p.WaitFor("more rows", func() bool { return rowsSoFar(p) >= kept+600 })
	p.Crash()
	p = home.openAgain()
	p.Timeout = home.Timeout
	p.Click("button", "Continue")
	p.WaitText("alert", "rows had been explained when this page was closed")
	p.Click("link", "Explain")
	p.Click("tab", "Many rows")
	p.WaitHas("list", "Rows with their nearest counterfactual")
	back := rowsSoFar(p)
	if back < kept+300 || back >= 4000 {
		p.t.Errorf("%d rows came back, %d were done before and %d were cancelled", back, kept+600, kept)
	}
	p.Click("button", "Explain the remaining rows")
	p.WaitFor("more rows", func() bool { return rowsSoFar(p) > back })
	p.Click("button", "Cancel")
	p.WaitText("status", "rows were explained")
	return p
}

func rowsDone(p *Page) string {
	return Eval[string](p, `document.getElementById("batch-result")?.nextElementSibling?.innerText ?? ""`)
}

// rowsSoFar is the first number of what the page says of the rows that are done.
func rowsSoFar(p *Page) int {
	text := strings.TrimPrefix(strings.TrimPrefix(rowsDone(p), "So far: "), "All ")
	n, _ := strconv.Atoi(strings.ReplaceAll(strings.Fields(text + " 0")[0], ",", ""))
	return n
}

// checkExport reads an exported file as the page would read new rows, and judges
// every line again by its values. It returns the lines.
func checkExport(t *testing.T, text []byte, rows int) (lines [][]byte) {
	t.Helper()
	table := sim.SimpleBN(4000, 1)
	back, err := data.ReadRows(text, table.Schema, data.Plan{}, nil)
	if err != nil || len(back.Problems) > 0 {
		t.Fatalf("%v, %q", err, back.Problems)
	}
	lines = bytes.SplitAfter(bytes.TrimSpace(text), []byte("\r\n"))
	if len(back.Values) != len(lines)-1 {
		t.Fatalf("%d of %d lines read back", len(back.Values), len(lines)-1)
	}
	head := strings.Split(strings.TrimSpace(string(lines[0])), ",")
	is, kept := slices.Index(head, "is"), slices.Index(head, "rules kept")
	if is < 0 || kept < 0 {
		t.Fatalf("columns %q", head)
	}
	rule, factuals, found := []causal.Rule{{Kind: causal.OnlyIncrease}}, 0, 0
	var factual []float64
	for i, v := range back.Values {
		cells := strings.Split(strings.TrimSpace(string(lines[i+1])), ",")
		for _, c := range cells {
			if c != "" && strings.ContainsAny(c[:1], "=+@") {
				t.Fatalf("the cell %q is a formula", c)
			}
		}
		if strings.HasPrefix(cells[is], "row") {
			n, _ := strconv.Atoi(cells[0])
			if factual = v; !slices.Equal(v, table.Row(n-1, nil)) {
				t.Fatalf("row %d is %v in the file, %v in the table", n, v, table.Row(n-1, nil))
			}
			factuals++
			continue
		}
		found++
		if !causal.AllHold(table.Schema, rule, factual, v) || cells[kept] != "yes" {
			t.Errorf("line %q breaks the rule; its row is %v", cells, factual)
		}
	}
	if factuals != rows || found < rows {
		t.Errorf("%d rows with %d counterfactuals, want %d rows", factuals, found, rows)
	}
	return lines
}

// setFile gives a file to one of the page's file inputs.
func (p *Page) setFile(selector, path string) {
	p.t.Helper()
	res := call(p, runtime.Evaluate, runtime.EvaluateParams{Expression: `document.querySelector(` + strconv.Quote(selector) + `)`})
	if res.Result.ObjectID == "" {
		p.t.Fatalf("there is no %s", selector)
	}
	call(p, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: p.absolute([]string{path}), ObjectID: res.Result.ObjectID})
}
