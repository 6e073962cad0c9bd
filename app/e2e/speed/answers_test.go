package speed

import (
	"os"
	"strings"
	"testing"
	"time"

	"causeway/app/e2e/page"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/wire"
)

func TestMain(m *testing.M) { page.RunTests(m, func() { speeds.print(os.Stdout) }) }

// The aim is two seconds. The best of three first visits counts, or of fewer if times are
// not compared with promises; the test fails only above twice the aim, because other work
// may slow the machine.
func TestOpensQuickly(t *testing.T) {
	const aim, limit = 2 * time.Second, 5 * time.Second
	best := time.Hour
	for try := 0; try < 3 && best > aim && (page.Timed() || best > limit); try++ {
		p := page.Blank(t)
		start := time.Now()
		p.Start()
		best = min(best, time.Since(start))
		if p.HasFailed() {
			t.Error("the failure notice is shown")
		}
	}
	t.Logf("interactive after %v", best.Round(time.Millisecond))
	if best > limit && !page.Busy() {
		t.Errorf("interactive after %v, want at most %v", best, limit)
	}
}

// The page answers within 100 ms while a training runs, and Cancel ends it within 500 ms.
// The best of three trainings counts and is logged; the test fails at three times as
// much, because other work may slow the machine.
func TestThePageAnswersWhileATrainingRuns(t *testing.T) {
	p := page.Sampled(t)
	p.TrainClassifier(0)
	p.WaitText("status", "The classifier is trained")
	for _, model := range []string{"Generator", "Classifier"} { // a new classifier drops the generator
		var best answers
		enough := 3.0
		if page.Timed() {
			enough = 1
		}
		for try := 0; try < 3 && (try == 0 || best.share() > enough); try++ {
			if a := measureAnswers(p, model); try == 0 || a.share() < best.share() {
				best = a
			}
		}
		t.Logf("%s: %+v", model, best)
		if best.share() > 3 && !page.Busy() {
			t.Errorf("%s: %+v, far from 100 ms, 100 ms and 500 ms", model, best)
		}
	}
}

// answers holds the longest blocking of the page's thread, the longest time from an input to the next
// frame, and the time from Cancel to the end.
type answers struct{ task, input, cancel time.Duration }

// share is the largest used share of a time limit. An input is measured until the next
// frame and in steps of 8 ms, so one of 100 ms may read as 120.
func (a answers) share() float64 {
	ms := float64(time.Millisecond)
	return max(float64(a.task)/(100*ms), float64(a.input)/(120*ms), float64(a.cancel)/(500*ms))
}

// measureAnswers uses the page while a model is trained, and then cancels the training.
func measureAnswers(p *page.Tab, model string) answers {
	p.BeginTraining(model, 10_000)
	p.WaitHas("progressbar", model+" training")
	p.WatchTasks()
	p.WatchInputs()
	p.GoTo("Table")
	p.WaitHas("table", "Columns of the table")
	p.GoTo("Person")
	p.Click("button", "Next row")
	p.FillNumber("x1", 40)
	p.WaitHas("button", "Reset")
	p.Click("button", "Random row")
	p.Click("link", model)
	p.Click("button", "Pause")
	p.Click("button", "Resume")
	p.WaitHas("button", "Pause")
	return answers{task: p.LongestTask(), input: p.SlowestInput(), cancel: p.Cancel(model)}
}

// A training in the worker stops within half a second, and answers questions
// meanwhile.
func TestTrainingListens(t *testing.T) {
	c := page.NewTalk(page.Open(t))
	c.Send(1, wire.Sample{Model: "simple-bn", Rows: 10_000, Seed: 3})
	c.Send(2, wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 5, Epochs: 10_000, Batch: 32,
		LearningRate: 0.001, Hidden: 10}})
	page.Await[wire.Epoch](c, 2)
	asked := c.Send(3, wire.Rows{Part: data.TestRows, Limit: 20})
	if _, at := page.Await[wire.Page](c, 3); at-asked > 500 {
		t.Errorf("rows took %.0f ms", at-asked)
	}
	asked = c.Send(2, wire.Cancel{})
	if _, at := page.Await[wire.Canceled](c, 2); at-asked > 500 {
		t.Errorf("cancel took %.0f ms", at-asked)
	}
	if m, _ := page.Await[wire.ClassifierTrained](c, 2); !m.Canceled || m.Best == 0 {
		t.Errorf("the best of %d epochs was not kept", m.Best)
	}
}

// One press on the first screen shows a person with an answer and its proofs within two
// seconds; nothing is trained.
func TestTheGalleryAnswersAtOnce(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.WaitHas("button", "Who earns more")
	p.Shoot("gallery")
	p.Timeout = time.Minute
	began := time.Now()
	p.OpenExample("Who earns more")
	took := time.Since(began)
	t.Logf("the first answer took %v", took.Round(time.Millisecond))
	if took > 2*time.Second && page.Timed() {
		t.Errorf("the first answer took %v, want 2 s", took)
	}
	p.GoTo("Table")
	p.Unfold("Open another table")
	p.Click("button", "A boundary to cross") // takes the place of the first, which is kept
	p.WaitText("status", "counterfactuals")
	p.Click("button", "Recent projects")
	p.WaitFor("both projects in the list", func() bool {
		return strings.Count(strings.Join(p.Texts("listitem"), "\n"), " rows") >= 2
	})
}

// One press shows a digit with a counterfactual for each other digit within two seconds.
func TestTheGalleryOfDigitsAnswersAtOnce(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.WaitHas("button", "Another digit")
	p.Timeout = time.Minute
	began := time.Now()
	p.Click("button", "Another digit")
	p.WaitNine()
	took := time.Since(began)
	t.Logf("the nine answers took %v: %s", took.Round(time.Millisecond), p.Text("status", ""))
	if took > 2*time.Second && page.Timed() {
		t.Errorf("the answers took %v, want 2 s", took)
	}
	p.WaitText("status", "9 of 9 classes were reached")
	p.Shoot("gallery-digits")
}

// A graph of Adult's eight features is checked in less than 300 ms in the browser. The
// best of five counts and is logged; the test fails at three times as much, because other
// work may slow the machine.
func TestAdultIsCheckedAtOnce(t *testing.T) {
	file := page.Read(t, page.Data(t, "adult/adult.data"))
	c := page.NewTalk(page.Open(t))
	c.Send(1, wire.Open{Name: "adult.data", Bytes: file})
	shown, _ := page.Await[wire.Previewed](c, 1)
	c.Send(2, wire.Import{Plan: shown.Preview.Plan, Seed: 1})
	loaded, _ := page.Await[wire.Loaded](c, 2)
	age, school := loaded.Schema.Index("age"), loaded.Schema.Index("education")
	k := causal.Knowledge{Edges: []causal.Edge{{From: school, To: age, Sign: causal.Rises}},
		Rules: []causal.Rule{{Kind: causal.OnlyIncrease, Feature: age}}}
	least := 1e9
	for job := 3; job < 8; job++ {
		began := c.Send(job, wire.CheckGraph{Knowledge: k})
		m, at := page.Await[wire.GraphChecked](c, job)
		t.Logf("check %d: %.0f ms, in the engine %.0f ms; %d tests, %d fail", job-2, at-began, m.TookMS, m.Tests,
			len(m.Missing))
		least = min(least, at-began)
	}
	if least > 900 {
		t.Errorf("the fastest check took %.0f ms, far from 300", least)
	}
	began := c.Send(10, wire.PlotEdge{Knowledge: k, From: school, To: age})
	_, at := page.Await[wire.EdgePlot](c, 10)
	t.Logf("plot: %.0f ms", at-began)
	began = c.Send(11, wire.SearchGraph{Knowledge: k, Alpha: 0.01, MaxGiven: 3})
	m, at := page.Await[wire.GraphSuggested](c, 11)
	t.Logf("search: %.0f ms, %d tests, %d edges", at-began, m.Tests, len(m.Edges))
}
