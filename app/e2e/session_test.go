package e2e

import (
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"causeway/app/e2e/page"
)

// Hours of work use no more memory than the first minutes: rounds of typical work for
// CAUSEWAY_MINUTES, with the tab's memory after each.
func TestALongSession(t *testing.T) {
	minutes, err := strconv.ParseFloat(os.Getenv("CAUSEWAY_MINUTES"), 64)
	if err != nil {
		t.Skip("skipped: a long session is asked for by make long NAME=session")
	}
	p := page.Open(t)
	p.Timeout = 3 * time.Minute
	own := purchases(t, 1500)
	began := time.Now()
	var after []page.Memory
	for time.Since(began).Minutes() < minutes {
		workARound(p, own)
		after = append(after, p.Memory())
		t.Logf("round %d, after %v: %v", len(after), time.Since(began).Round(time.Second), after[len(after)-1])
	}
	const some = 3
	if len(after) < 2*some {
		t.Fatalf("only %d rounds in %v minutes: too few to compare the first %d with the last", len(after), minutes,
			some)
	}
	bounded(t, 1.5, after[:some], after[len(after)-some:])
}

// Going from place to place leaves nothing of them in memory.
func TestStepsLeaveNothingBehind(t *testing.T) {
	if os.Getenv("CAUSEWAY_MINUTES") == "" {
		t.Skip("skipped: make long NAME=session asks for it; that components leave nothing behind is a test of " +
			"app/ui/kit")
	}
	p := page.Example(t, "Who earns more")
	var after []page.Memory
	for range 4 {
		goThroughSteps(p)
		after = append(after, p.Memory())
	}
	t.Logf("%v, and after three times more %v", after[0], after[3])
	bounded(t, 2, after[:1], after[3:]) // Go collects garbage when it likes
}

// bounded checks that the last figures are at most a multiple of the first, by their medians.
func bounded(t *testing.T, times float64, first, last []page.Memory) {
	t.Helper()
	middle := func(of []page.Memory, figure string) float64 {
		var v []float64
		for _, m := range of {
			v = append(v, m.Figures()[figure])
		}
		slices.Sort(v)
		return v[len(v)/2]
	}
	for figure := range first[0].Figures() {
		if a, b := middle(first, figure), middle(last, figure); b > times*a {
			t.Errorf("%s went from %.0f to %.0f", figure, a, b)
		}
	}
}

// workARound simulates a few minutes of a person's work.
func workARound(p *page.Tab, own string) {
	explainAnExample(p, "Who earns more")
	drawAndLabel(p)
	goThroughSteps(p)
	explainOwnTable(p, own)
	explainImages(p)
	evaluateASample(p)
	explainAnExample(p, "A boundary to cross")
}

func goThroughSteps(p *page.Tab) {
	for _, step := range []string{"Table", "Classifier", "Causes", "Generator", "Person", "Label", "Methods"} {
		p.GoTo(step)
		p.LetWork(100 * time.Millisecond)
	}
}

// toTables goes to where another table can be opened.
func toTables(p *page.Tab) {
	p.GoTo("Table")
	const another = "Open another table"
	if p.WaitUpTo(2*time.Second, func() bool { return p.Has("DisclosureTriangle", another) }) {
		p.Unfold(another)
	}
}

// leave confirms leaving the open project, if the page asks.
func leave(p *page.Tab) {
	const yes = "Replace it"
	if p.WaitUpTo(2*time.Second, func() bool { return p.Has("button", yes) }) {
		p.Click("button", yes)
		p.WaitAway("button", yes)
	}
}

// explainAnExample opens a finished project and explains some of its rows, one under a lock that it
// undoes.
func explainAnExample(p *page.Tab, name string) {
	toTables(p)
	p.Click("button", name)
	leave(p)
	p.FindAnyway()
	for range 4 {
		before := p.Row()
		p.Click("button", "Next row")
		p.WaitFor("the next row", func() bool { return p.Row() != "" && p.Row() != before })
		p.FindAnyway()
	}
	head := p.Answered().Rows[0]
	locked := head[len(head)-1]
	p.Click("button", "Lock "+locked)
	p.WaitLimits("frozen")
	p.Click("button", "Undo")
	p.WaitNoLimits(locked)
}

func drawAndLabel(p *page.Tab) {
	p.OpenGraph()
	p.Unfold("By name, files, history")
	p.AddEdge("age", "occupation", "")
	p.Click("button", "age")
	p.Click("button", "Undo")
	p.OpenLabel()
	had := p.Labelled()
	for n := 1; n <= 4; n++ {
		p.Verdict(n%2 == 0)
		p.WaitLabels(had + n)
	}
	for range 4 {
		p.Click("button", "Undo")
	}
}

func explainOwnTable(p *page.Tab, file string) {
	toTables(p)
	p.SetFiles(file)
	p.Click("button", "Import table")
	leave(p)
	p.WaitText("status", "is loaded")
	p.Train(page.Training{Classifier: 10, Generator: 3})
	p.Explain()
	p.FindAnyway()
}

// evaluateASample evaluates methods on a sampled table, saves the project to a file and verifies it.
func evaluateASample(p *page.Tab) {
	toTables(p)
	p.FillNumber("Rows", 1000)
	p.Click("button", "Simple-BN")
	leave(p)
	p.WaitText("status", "Simple-BN is loaded")
	p.LoadTrueGraph()
	p.Train(page.Training{Classifier: 10, Generator: 3})
	p.GoTo("Methods")
	p.FillNumber("Seeds", 2)
	p.Click("button", "Run evaluation")
	p.WaitIdle()
	p.WaitText("status", "experiments are done.")
	p.SaveProject()
	p.Verify()
}

// explainImages opens the example of images and draws a digit.
func explainImages(p *page.Tab) {
	toTables(p)
	p.Click("button", "Another digit")
	leave(p)
	p.WaitFor("the images", func() bool { return p.StepState("table") == "1,000 images" })
	p.GoTo("Person")
	p.WaitNine()
	p.DrawSeven()
	p.Click("button", "Find counterfactuals")
	p.WaitNine()
	for _, step := range []string{"Classifier", "Causes", "Generator", "Label", "Table"} {
		p.GoTo(step)
	}
}
