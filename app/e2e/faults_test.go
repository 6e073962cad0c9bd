package e2e

import (
	"bytes"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"causeway/app/e2e/page"
	"causeway/core/model"
	"causeway/core/snapshot"
)

// generatorOf is the generator of a saved project as bytes.
func generatorOf(t *testing.T, p snapshot.Project) []byte {
	t.Helper()
	b, err := model.EncodeState(p.Generator.Model)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// percent is how far the generator's training is, -1 if none is under way.
func percent(p *page.Tab) int {
	text, ok := strings.CutPrefix(p.StepState("generator"), "training")
	if !ok {
		return -1
	}
	n, _ := strconv.Atoi(strings.Trim(text, " %"))
	return n
}

// trainLong begins a training of the generator that takes a while.
func trainLong(p *page.Tab) {
	p.BeginTraining("Generator", 400)
	p.WaitHas("button", "Pause")
}

// faultRun is a person whose tabs die.
type faultRun struct {
	*page.Tab
	t        *testing.T
	r        *rand.Rand
	home     *page.Tab // a tab of the same profile that lives
	acked    []time.Time
	model    []byte // of a training that nothing interrupted
	finished int    // trainings that came to their end
	labels   int    // after the last kill
	kills    map[string]int
	began    time.Time
	slowest  time.Duration // from opening the page to the project
}

// The tab is killed at random moments while the generator is trained, while
// labels are given and while settings are saved. CAUSEWAY_KILLS says how often;
// make long NAME=faults does it a hundred times.
func TestNoKillLosesAnything(t *testing.T) {
	page.Beside(t)
	kills := 3
	if n, err := strconv.Atoi(os.Getenv("CAUSEWAY_KILLS")); err == nil {
		kills = n
	}
	f := &faultRun{t: t, r: rand.New(rand.NewPCG(7, uint64(kills))), kills: map[string]int{}, began: time.Now()}
	f.home = page.Blank(t)
	f.home.Allow("favicon.ico")
	f.home.Open("build.json")

	f.reference()
	f.Tab = f.home.OpenAgain()
	f.Tab.SmallProject(page.Training{Classifier: 30, Generator: 30})
	f.Click("link", "Label")
	f.FillNumber("Learn after every", 0)
	for i := range kills {
		moments := []func(){f.whileTraining, f.whileLabelling, f.whileSaving}
		moments[i%len(moments)]()
		if t.Failed() {
			t.Fatalf("after kill %d", i+1)
		}
	}
	if percent(f.Tab) < 0 && f.finished == 0 {
		trainLong(f.Tab)
	}
	f.awaitModel()
	if kills > 1 && f.labels == 0 {
		t.Error("no label was given")
	}
	t.Logf("killed %v; %d labels are left; %d trainings came to the same bytes; at most %v from opening the page to the whole project",
		f.kills, f.labels, f.finished, f.slowest.Round(10*time.Millisecond))
}

// reference trains without any interruption, in a browser of its own.
func (f *faultRun) reference() {
	f.t.Helper()
	p := page.NewTab(f.t, f.home.Address())
	p.Start()
	p.SmallProject(page.Training{Classifier: 30, Generator: 30})
	trainLong(p)
	p.WaitFor("the training's end", func() bool { return percent(p) < 0 })
	p.WaitSaved()
	f.model = generatorOf(f.t, p.Kept())
}

// awaitModel waits for the end of the training and compares what came of it.
func (f *faultRun) awaitModel() {
	f.t.Helper()
	f.WaitFor("the training's end", func() bool { return percent(f.Tab) < 0 })
	f.WaitSaved()
	if !bytes.Equal(generatorOf(f.t, f.Kept()), f.model) {
		f.t.Errorf("the generator is another than that of a training without interruption")
	}
	f.finished++
}

func (f *faultRun) whileTraining() {
	f.t.Helper()
	if percent(f.Tab) < 0 {
		trainLong(f.Tab)
	}
	f.LetWork(time.Duration(500+f.r.IntN(4000)) * time.Millisecond)
	at := percent(f.Tab)
	f.kill("while training")
	switch now := percent(f.Tab); {
	case at < 0:
	case now < 0: // it ended meanwhile
		f.awaitModel()
	case now < at-35: // checkpoints are two seconds apart, in which a fast machine does a sixth of it
		f.t.Errorf("the training was at %d %% and goes on from %d %%", at, now)
	}
}

func (f *faultRun) whileLabelling() {
	f.t.Helper()
	f.Click("link", "Label")
	f.WaitHas("button", "Feasible")
	end := time.Now().Add(time.Duration(500+f.r.IntN(3500)) * time.Millisecond)
	for time.Now().Before(end) {
		before := f.Labelled()
		f.Click("button", []string{"Feasible", "Infeasible", "Unsure"}[f.r.IntN(3)])
		if f.WaitUpTo(2*time.Second, func() bool { return f.Labelled() > before }) {
			f.acked = append(f.acked, time.Now())
		}
		f.LetWork(time.Duration(f.r.IntN(300)) * time.Millisecond)
	}
	f.kill("while labelling")
}

// whileSaving kills within the half second in which a change is saved.
func (f *faultRun) whileSaving() {
	f.t.Helper()
	f.SetTries(100 + f.r.IntN(900))
	f.LetWork(time.Duration(f.r.IntN(600)) * time.Millisecond)
	f.kill("while saving")
}

// kill ends the tab, opens another one and looks whether all is there.
func (f *faultRun) kill(when string) {
	f.t.Helper()
	f.kills[when]++
	at := time.Now()
	f.Crash()
	f.Tab = f.home.OpenAgain()
	opened := time.Now()
	f.Click("button", "Continue")
	f.WaitFor("the project", func() bool {
		state := f.StepState("generator")
		return f.StepState("data") == "1,000 rows" && f.StepState("classifier") == "trained" && (state == "trained" || strings.HasPrefix(state, "training"))
	})
	f.slowest = max(f.slowest, time.Since(opened))
	if a := f.Texts("alert"); slices.ContainsFunc(a, func(s string) bool { return strings.Contains(s, "damaged") || strings.Contains(s, "could not") }) {
		f.t.Errorf("killed %s: the page says %q", when, a)
	}
	known := f.labels
	for _, t := range f.acked {
		if at.Sub(t) > time.Second {
			known++
		}
	}
	now := f.Labelled()
	if now < known || now > f.labels+len(f.acked)+1 {
		f.t.Errorf("killed %s: %d labels came back; %d were known for more than a second, %d in all", when, now, known, f.labels+len(f.acked))
	}
	f.t.Logf("killed %s after %v: %d labels, of %d known, training %d %%", when, at.Sub(f.began).Round(time.Second), now, known, percent(f.Tab))
	f.labels, f.acked = now, nil
}

// An engine that dies in the middle of a training is started again, with the
// table, and the training goes on by itself.
func TestDeadEngineIsReplaced(t *testing.T) {
	page.Beside(t)
	p := trainingInEngine(t, page.Blank(t), 5_000)
	p.PassCheckpoint()
	p.WaitFor("a checkpoint", func() bool { return p.Progress() > 0.06 })

	p.EngineSaysFatal("fatal error: out of memory\n\ngoroutine 1")
	p.WaitText("alert", "The engine stopped: fatal error: out of memory.")
	p.WaitText("status", "The engine is back, with the table and the models of this page. The classifier's training goes on from epoch")
	if n := p.Engines(); n != 2 {
		t.Errorf("%d engines were started, want 2", n)
	}
	p.WaitFor("the training to go on", func() bool { return p.Has("button", "Pause") && p.Progress() > 0.01 })
	if at := p.Progress(); at < 0.02 {
		t.Errorf("the training began anew: %.3f of it is done", at)
	}

	p.PassCheckpoint()
	done := p.Progress()
	p.StopEngine()
	p.WaitFor("the next engine", func() bool { return p.Engines() == 3 })
	p.WaitFor("the training to go on", func() bool { return p.Has("button", "Pause") && p.Progress() > done/2 })
	p.Click("button", "Cancel")
	p.WaitText("status", "the best state so far was kept")
}

// trainingInEngine opens a page, whose engines are caught, in the middle of a long training of the classifier.
func trainingInEngine(t *testing.T, p *page.Tab, epochs int) *page.Tab {
	t.Helper()
	p.CatchEngines()
	p.Start()
	p.Sample("Simple-BN", 0)
	p.BeginTraining("Classifier", epochs)
	p.WaitHas("progressbar", "Classifier training")
	return p
}

func TestADeadEngineIsReplacedAndItsTrainingResumed(t *testing.T) {
	page.Beside(t)
	p := trainingInEngine(t, page.Blank(t), 10_000)
	p.PassCheckpoint()
	p.KillEngine()
	p.WaitText("status", "The classifier's training goes on from epoch") // by itself
	p.WaitHas("button", "Pause")
	p.Click("button", "Cancel")
	p.WaitHas("table", "Confusion matrix of the held-out rows")
}

// A page at work goes on with its own version when another page takes the new one,
// and gets a new engine of its own version although the server has none any more.
func TestAnUpdateLeavesOtherPagesAtWork(t *testing.T) {
	page.Beside(t)
	dir := page.CopySite(t)
	p := trainingInEngine(t, page.NewTab(t, page.Serve(t, dir).Address), 10_000)
	p.WaitOffline()

	// The new version has no file of the old engine's name.
	old := p.SiteID()
	page.RenameSite(t, dir, old, "feedfeedfeed")
	page.ForgetEngine(t, dir)
	other := p.OpenAgain()
	other.TakeUpdate("feedfeedfeed")
	if got := p.SiteID(); got != old || !p.Has("progressbar", "Classifier training") {
		t.Fatalf("the page at work is of version %q, want %q with its training", got, old)
	}
	p.ForgetFiles() // which would have kept the engine as well
	p.KillEngine()
	p.WaitText("status", "The engine is back")
	p.WaitHas("button", "Pause") // and its training goes on
	p.Click("button", "Cancel")
}

// A page and an engine of different builds refuse each other in words. The builds
// are names of equal length, exchanged in the engine alone.
func TestAnEngineOfAnotherBuildIsRefused(t *testing.T) {
	page.Beside(t)
	dir := page.CopySite(t)
	p := page.Visit(t, page.Serve(t, dir))
	page.ExchangeBuild(t, dir, p.Build())
	q := page.Visit(t, page.Serve(t, dir))
	q.WaitText("alert", "the page and its engine are of different versions; reload the page to get both anew")
	q.Click("button", "Simple-BN")
	q.WaitText("status", "The engine is starting again.")
}
