package speed

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"causeway/app/e2e/page"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sim"
)

// Many rows are explained while the page stays responsive, Cancel keeps finished rows,
// exports read back the same and no cell is a formula; a file of new rows is explained as
// well, and groups are compared.
func TestManyRowsOnThePage(t *testing.T) {
	page.Beside(t)
	home := page.Open(t)
	p := home.OpenAgain()
	p.Sample("Simple-BN", 4000)
	p.TrainClassifier(30)
	p.OpenGraph()
	p.AddRule("Only increase", "x1", "")

	p.TrainGenerator(5)

	p.Explain()
	p.OpenEveryone()
	p.Choose("Rows from", "All rows")
	p.Choose("Only rows predicted as", "Any")
	p.WatchTasks()
	began := time.Now()
	p.Click("button", "Find everyone's way again")
	p.WaitFor("a few hundred rows", func() bool { return p.RowsSoFar() >= 300 })
	p.Click("button", "Cancel")
	p.WaitText("status", "rows were explained")
	held := p.LongestTask()
	t.Logf("%d rows in %v; the page was held up for %v at most", p.RowsSoFar(), time.Since(began).Round(time.Second),
		held)
	if held > 200*time.Millisecond && page.Timed() {
		t.Errorf("the page was held up for %v", held)
	}
	kept := p.RowsSoFar()
	if kept < 300 || kept >= 4000 {
		t.Errorf("Cancel kept %d of 4,000 rows", kept)
	}

	p.Unfold("Everybody as a list")
	p.WaitHas("list", "Rows with their nearest counterfactual")
	lines := checkExport(t, p.Download("Export CSV", "*.csv"), kept)
	if b := p.Download("Export JSON", "*.json"); !bytes.HasPrefix(b, []byte(`{"format":"causeway counterfactuals 1"`)) {
		t.Errorf("JSON = %.100s", b)
	}

	p = deathAmidRows(t, home, p, kept)

	p.SetNewRows(page.Write(t, "new.csv", slices.Concat(lines[:60]...))) // the saved file is a file of new rows
	p.WaitText("status", "new.csv has 59 rows that can be explained.")
	p.Click("button", "Find everyone's way again")
	p.WaitText("status", "of 59 rows were explained")
	p.GoTo("Groups")
	p.Choose("by", "x1")
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
		return len(groups) == 4 && groups[1][0] == "under 50" && groups[2][0] == "50 to under 60" &&
			groups[3][0] == "60 and more"
	})
	p.GoTo("Everyone")
	brushTheFlow(t, p)
	p.Shoot("batch")
}

// brushTheFlow selects a group in the flow drawing and one of its changes by keys: their
// rows are listed below.
func brushTheFlow(t *testing.T, p *page.Tab) {
	t.Helper()
	names := p.FlowSides()
	if len(names) < 4 || !strings.HasPrefix(names[0], "under 50: ") {
		t.Fatalf("the flow has %q", names)
	}
	count := func(text string) (n int) {
		fmt.Sscanf(text[strings.LastIndex(text, ": ")+2:], "%d", &n)
		return n
	}
	p.Click("button", names[0])
	listed := func(want int) func() bool {
		return func() bool { at := p.FlowRows(); return at == min(want, 5) && at > 0 }
	}
	p.WaitFor("the rows of the group", listed(count(names[0])))
	p.FocusFlowSide(3) // the first of the changes
	p.Press("Enter")
	p.WaitFor("one ribbon to be chosen", func() bool { return len(p.FlowChosen()) == 1 })
	p.WaitFor("the rows of both", listed(count(p.FlowChosen()[0])))
	p.Shoot("flow")
}

// deathAmidRows kills the tab during 4,000 rows and continues in another: no saved row is
// lost.
func deathAmidRows(t *testing.T, home, p *page.Tab, kept int) *page.Tab {
	t.Helper()
	p.Click("button", "Find the remaining ways")
	p.WaitFor("more rows", func() bool { return p.RowsSoFar() >= kept+600 })
	p.Crash()
	p = home.OpenAgain()
	p.Timeout = home.Timeout
	p.Click("button", "Continue")
	p.WaitText("alert", "rows had been explained when this page was closed")
	p.GoTo("Person")
	p.GoTo("Everyone")
	p.WaitFor("the rows that were saved", func() bool { return p.RowsSoFar() > 0 })
	back := p.RowsSoFar()
	if back < kept+300 || back >= 4000 {
		t.Errorf("%d rows came back, %d were done before and %d were cancelled", back, kept+600, kept)
	}
	p.Click("button", "Find the remaining ways")
	p.WaitFor("more rows", func() bool { return p.RowsSoFar() > back })
	p.Click("button", "Cancel")
	p.WaitText("status", "rows were explained")
	return p
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

// Very many rows of Adult are answered in one pass where the generator can, while results
// go to a file and memory does not grow with the rows.
func TestVeryManyRows(t *testing.T) {
	page.Beside(t)
	file := page.Data(t, "adult/adult.data")
	rows, epochs := 12_000, 2 // above 10,000 rows, parts are larger
	if page.Full() {
		rows, epochs = 100_000, 20
		if n, err := strconv.Atoi(os.Getenv("CAUSEWAY_ROWS")); err == nil {
			rows = n
		}
	}
	var text []byte
	lines := bytes.Split(bytes.TrimSpace(page.Read(t, file)), []byte("\n"))
	for i, n := 0, 0; n < rows; i++ {
		if line := lines[i%len(lines)]; !bytes.Contains(line, []byte("?")) { // such rows are left out
			text = append(append(text, line...), '\n')
			n++
		}
	}
	p := page.Open(t)
	if page.Full() {
		p.Timeout = 5 * time.Minute
	}
	p.ImportAdult(file)
	p.TrainClassifier(0)
	p.OpenModel("Generator")
	p.Choose("Method", "Proposes ten ways at once, and keeps every hard rule (Action VAE)")
	began := time.Now()
	p.TrainGenerator(epochs)
	t.Logf("trained in %v", time.Since(began).Round(time.Second))

	p.Explain()
	p.OpenEveryone()
	p.SetNewRows(page.Write(t, "many.csv", text))
	p.WaitText("status", fmt.Sprintf("many.csv has %s rows that can be explained.", thousands(rows)))
	p.FillNumber("Maximum number of rows", float64(rows))
	p.FillNumber("Counterfactuals a row", 1)
	p.Click("checkbox", "Answer in one pass where the generator can")
	p.PickOriginFile("rows.csv")
	p.WatchTasks()
	before := page.Residents()
	began = time.Now()
	p.Click("button", "Find everyone's way again")
	p.Unfold("Everybody as a list")
	p.Click("button", "Write them to a file at once")
	most := before
	p.WaitFor("all rows", func() bool {
		most = max(most, page.Residents())
		return strings.Contains(p.Shows(page.StatusLine), fmt.Sprintf("rows.csv has %s rows", thousands(rows)))
	})
	took := time.Since(began)
	once, found := p.Fact("Answered in one pass"), p.Fact("With a counterfactual")
	if n, _ := strconv.Atoi(strings.ReplaceAll(once, ",", "")); n < rows/2 {
		t.Errorf("%s of %d rows are answered in one pass", once, rows)
	}
	t.Logf("%d rows in %.1f s, %s in one pass, with a counterfactual %s; memory from %d to %d MB; the page was held "+
		"up for %v at most",
		rows, took.Seconds(), once, found, before, most, p.LongestTask())
	written := p.OriginFile("rows.csv")
	if n := strings.Count(written, ",\"row") + strings.Count(written, ",row"); n < rows {
		t.Errorf("the file has %d rows of %d", n, rows)
	}
	if saved := p.Download("Export CSV", "*.csv"); string(saved) != written {
		t.Errorf("the file has %d bytes, what is exported %d", len(written), len(saved))
	}
	if page.Full() && page.Timed() && (took > time.Minute || most-before > 100) {
		t.Errorf("%d rows in %v and %d MB, want a minute and 100 MB", rows, took, most-before)
	}
}

// TestNoticesOfBankMarketing writes the notices for the people refused by a network, in at most a minute per
// thousand.
func TestNoticesOfBankMarketing(t *testing.T) {
	page.Beside(t)
	rows := 100
	if page.Full() {
		rows = 1000
	}
	p := page.Open(t)
	p.Timeout = 5 * time.Minute
	p.ImportFile(page.Data(t, "tables/bank-marketing.csv"))
	p.TrainClassifier(0)
	p.TrainGenerator(0)
	p.Explain()
	p.OpenEveryone()
	p.Choose("Rows from", "All rows")
	p.FillNumber("Maximum number of rows", float64(rows))
	p.ManyRows()
	p.Unfold("Everybody as a list")
	p.WatchTasks()
	before, began := page.Residents(), time.Now()
	packed := p.Download("Notices (zip)", "notices.zip")
	took, after := time.Since(began), page.Residents()
	z, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	if err != nil || len(z.File) != rows {
		t.Fatalf("%d notices, want %d: %v", len(z.File), rows, err)
	}
	t.Logf("%d notices in %.1f s; memory from %d to %d MB; the page was held up for %v at most", rows, took.Seconds(),
		before, after, p.LongestTask())
	if page.Timed() && took > time.Duration(rows)*60*time.Millisecond {
		t.Errorf("%d notices take %v, at most a minute for a thousand", rows, took)
	}
}

func thousands(n int) string {
	s := strconv.Itoa(n)
	return s[:len(s)-3] + "," + s[len(s)-3:]
}

// Two engines do the work of one, in parallel and with the same result.
func TestEnginesWorkInParallel(t *testing.T) {
	p := page.OpenPool(t, "")
	rows := 300
	if page.Full() {
		rows = 1000
	}
	p.Prepare(rows)
	gain := 0.0
	for range 3 { // a busy machine has less than two processors to give
		one, two := p.Run(1, 0), p.Run(2, 0)
		if one.Hash != two.Hash || one.Rows != rows || one.Parts != rows/50 {
			t.Errorf("with one engine %+v, with two %+v, want the same result", one, two)
		}
		if one.Engines != 1 || two.Engines != 2 {
			t.Errorf("%d and %d engines were at work, want 1 and 2", one.Engines, two.Engines)
		}
		if gain = max(gain, (one.MS-one.FirstMS)/(two.MS-two.FirstMS)); gain > 1.5 || !page.Timed() {
			break
		}
	}
	t.Logf("two engines are %.2f times as fast as one", gain)
	if gain < 1.3 && page.Timed() {
		t.Errorf("two engines are only %.2f times as fast as one", gain)
	}
}

// 10,000 rows of Adult in a minute, with a responsive page, and Cancel keeps finished
// rows.
func TestTenThousandRows(t *testing.T) {
	page.Beside(t)
	file := page.Data(t, "adult/adult.data")
	rows := 600
	if page.Full() {
		rows = 10_000
	}
	p := page.OpenPool(t, file)
	p.Prepare(rows)
	p.WatchTasks()
	began := page.ProcessorTime()
	all := p.Run(2, 0)
	held, taken := p.LongestTask(), page.ProcessorTime()-began
	t.Logf("%v of a processor", taken.Round(time.Second))
	t.Logf("the page was held up for %v at most", held)
	if all.Rows != rows || all.MS > 60_000 && page.Timed() {
		t.Errorf("%d rows in %.1f s, want %d, and 10,000 in a minute", all.Rows, all.MS/1000, rows)
	}
	if held > 100*time.Millisecond && page.Timed() {
		t.Errorf("the page was held up for %v", held)
	}
	if all.Found < 3*all.Rows {
		t.Errorf("%d counterfactuals of %d rows", all.Found, all.Rows)
	}
	some := p.Run(2, all.Parts/3)
	if some.Parts < all.Parts/3 || some.Parts == all.Parts || some.AfterCancelMS > 500 && page.Timed() {
		t.Errorf("%d of %d parts were kept, Cancel took %.0f ms", some.Parts, all.Parts, some.AfterCancelMS)
	}
}

// BaseVAE, Model-approx and Example-based with five seeds on Simple-BN in three
// minutes.
func TestEvaluation(t *testing.T) {
	if !page.Full() {
		t.Skip("skipped: TestEvaluateOnThePage does a part of it; make long NAME=speed does all")
	}
	p := page.OpenPool(t, "")
	p.Timeout = 20 * time.Minute
	p.Prepare(10_000)
	began := page.ProcessorTime()
	const seeds = 5
	r := p.Evaluate(seeds)
	wall, taken := time.Duration(r.MS*float64(time.Millisecond)), page.ProcessorTime()-began
	t.Logf("%d experiments in %v, %v of a processor", len(r.TaskMS), wall.Round(time.Second), taken.Round(time.Second))
	if limit := 3 * time.Minute; wall > limit && page.Timed() {
		t.Errorf("%v, want at most %v", wall, limit)
	}
	if r.LastProgress != 1 {
		t.Errorf("the last progress was %v", r.LastProgress)
	}
	for m, v := range r.Validity {
		if t.Logf("%s: validity %.3f, feasibility %.3f", m, v, r.Feasibility[m]); len(v) != seeds ||
			slices.Min(v) < 0.7 {
			t.Errorf("%s: validity %v", m, v)
		}
	}
	if len(r.Validity) != 3 {
		t.Errorf("%d methods, want 3", len(r.Validity))
	}
}
