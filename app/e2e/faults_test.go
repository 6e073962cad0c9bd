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
)

// percent is the progress of the generator's training, -1 if none runs.
func percent(p *page.Tab) int {
	text, ok := strings.CutPrefix(p.StepState("generator"), "training")
	if !ok {
		return -1
	}
	n, _ := strconv.Atoi(strings.Trim(text, " %"))
	return n
}

// faultRun simulates a person whose tabs die.
type faultRun struct {
	*page.Tab
	work
	t        *testing.T
	r        *rand.Rand
	home     *page.Tab     // another tab of the same profile, which lives
	acked    []time.Time   // when the labels since the last kill were seen
	model    []byte        // of an uninterrupted training
	finished int           // trainings that finished
	labels   int           // after the last kill
	safe     int           // labels that the page reported as saved
	late     time.Duration // the oldest lost label that was not reported as saved
	kills    map[string]int
	began    time.Time
	since    time.Time // when this tab's training began or went on, at from percent
	from     int
	slowest  time.Duration // from opening the page to the project
}

// work is what people do while tabs die: with a table, or with images.
type work struct {
	begin    func(*page.Tab)
	rows     string                 // the navigation's text about the data
	epochs   int                    // of a slow training
	verdicts []string               // keys that each make a label
	setting  string                 // name of an Explain field with a whole number from 100 to 700
	kept     func(*page.Tab) []byte // the generator that was saved last
}

var works = map[string]work{
	"a table": {
		begin: func(p *page.Tab) {
			p.SmallProject(page.Training{Classifier: 30, Generator: 30})
			p.GoTo("Label")
			p.FillNumber("Learn after every", 0)
		},
		rows: "1,000 rows", epochs: 400, verdicts: []string{"y", "n", "u"},
		setting: "Tries",
		kept: func(p *page.Tab) []byte {
			b, _ := model.EncodeState(p.Kept().Generator.Model)
			return b
		},
	},
	"images": {
		begin: func(p *page.Tab) {
			p.SampleDigits()
			p.TrainDigits(page.Training{Classifier: 3, Generator: 3})
			p.WaitTrained()
		},
		rows: "1,000 images", epochs: 4, verdicts: []string{"y", "n"},
		setting: "Pixels that may change",
		kept:    func(p *page.Tab) []byte { return p.KeptImages().Generator.Trained.Model },
	},
}

// The tab is killed at random moments: during the generator's training, during labelling, right
// when the page reports labels as saved, and while settings are saved. CAUSEWAY_KILLS says how
// often; make long NAME=faults does it a hundred and fifty times with each kind of data.
func TestNoKillLosesAnything(t *testing.T) {
	page.Beside(t)
	kills, err := strconv.Atoi(os.Getenv("CAUSEWAY_KILLS"))
	for name, w := range works {
		if err == nil || name == "a table" {
			t.Run(name, func(t *testing.T) { killAtWork(t, w, max(kills, 3)) })
		}
	}
}

func killAtWork(t *testing.T, w work, kills int) {
	f := &faultRun{work: w, t: t, r: rand.New(rand.NewPCG(7, uint64(kills))), kills: map[string]int{},
		began: time.Now()}
	f.home = page.Blank(t)
	f.home.Allow("favicon.ico")
	f.home.Open("build.json")

	f.reference()
	f.Tab = f.home.OpenAgain()
	f.begin(f.Tab)
	for i := range kills {
		moments := []func(){f.whileTraining, f.whileLabelling, f.whileSaving}
		moments[i%len(moments)]()
		if t.Failed() {
			t.Fatalf("after kill %d", i+1)
		}
	}
	if percent(f.Tab) < 0 && f.finished == 0 {
		f.trainLong(f.Tab)
	}
	f.awaitModel()
	if f.labels == 0 {
		t.Error("no label was given")
	}
	t.Logf("killed %v; %d labels are left; those that were not saved yet were at most %v old; %d trainings came to "+
		"the same bytes; at most %v from opening the page to the whole project",
		f.kills, f.labels, f.late.Round(10*time.Millisecond), f.finished, f.slowest.Round(10*time.Millisecond))
}

// trainLong starts a slow training of the generator.
func (f *faultRun) trainLong(p *page.Tab) {
	p.BeginTraining("Generator", f.epochs)
	p.WaitHas("button", "Pause")
	f.since, f.from = time.Now(), 0
}

// reference trains without interruption, in its own browser.
func (f *faultRun) reference() {
	f.t.Helper()
	p := page.NewTab(f.t, f.home.Address())
	p.Start()
	f.begin(p)
	f.trainLong(p)
	began := time.Now()
	p.WaitFor("the training's end", func() bool { return percent(p) < 0 })
	f.t.Logf("a training takes %v", time.Since(began).Round(time.Millisecond))
	p.WaitSaved()
	f.model = f.kept(p)
}

// awaitModel waits for the end of the training and compares the model.
func (f *faultRun) awaitModel() {
	f.t.Helper()
	f.WaitFor("the training's end", func() bool { return percent(f.Tab) < 0 })
	f.WaitSaved()
	if len(f.model) == 0 || !bytes.Equal(f.kept(f.Tab), f.model) {
		f.t.Errorf("the generator is another than that of a training without interruption")
	}
	f.finished++
}

func (f *faultRun) whileTraining() {
	f.t.Helper()
	if percent(f.Tab) < 0 {
		f.trainLong(f.Tab)
	}
	f.LetWork(time.Duration(500+f.r.IntN(4000)) * time.Millisecond)
	at := percent(f.Tab)
	second := float64(at-f.from) / time.Since(f.since).Seconds() // percent done in one
	f.kill("while training")
	switch now := percent(f.Tab); {
	case at < 0:
	case now < 0: // it ended meanwhile
		f.awaitModel()
	// Checkpoints are made at the end of an epoch, two seconds apart, and saved within two more.
	case float64(at-now-100/f.epochs) > 4*second:
		f.t.Errorf("the training was at %d %% and goes on from %d %%, with %.0f %% a second", at, now, second)
	}
}

func (f *faultRun) whileLabelling() {
	f.t.Helper()
	if f.rows == "1,000 images" && percent(f.Tab) >= 0 { // none are drawn meanwhile
		f.awaitModel()
	}
	f.GoTo("Label")
	f.WaitFor("something to judge", func() bool { return f.Has("button", "Unsure") })
	end := time.Now().Add(time.Duration(500+f.r.IntN(3500)) * time.Millisecond)
	for time.Now().Before(end) {
		before := f.Labelled()
		f.Press(f.verdicts[f.r.IntN(len(f.verdicts))])
		if f.WaitUpTo(2*time.Second, func() bool { return f.Labelled() > before }) {
			f.acked = append(f.acked, time.Now())
		}
		n := f.Labelled()
		f.LetWork(time.Duration(50+f.r.IntN(300)) * time.Millisecond)
		if strings.HasPrefix(f.KeepState(), "Saved here") {
			f.safe = n
		}
	}
	when := "while labelling"
	if f.r.IntN(2) == 0 {
		n := f.Labelled()
		f.WaitSaved()
		f.safe, when = n, "once labels were saved"
	}
	f.kill(when)
}

// whileSaving kills within the half second in which a change is saved, so the change may be lost.
// The previous one is older and must survive.
func (f *faultRun) whileSaving() {
	f.t.Helper()
	before, last := 100+f.r.IntN(600), 100+f.r.IntN(600)
	f.openSetting()
	f.FillNumber(f.setting, float64(before))
	f.LetWork(time.Second) // until the page promises to save soon
	f.WaitSaved()
	f.FillNumber(f.setting, float64(last))
	f.LetWork(time.Duration(f.r.IntN(600)) * time.Millisecond)
	f.kill("while saving")
	f.openSetting()
	f.WaitFor("the setting", func() bool { return f.FieldValue(f.setting) != "" })
	if got := f.FieldValue(f.setting); got != strconv.Itoa(before) && got != strconv.Itoa(last) {
		f.t.Errorf("killed while saving: %q came back, want %d or %d", got, before, last)
	}
}

// openSetting goes to the setting.
func (f *faultRun) openSetting() {
	f.GoTo("Person")
	if f.setting == "Tries" {
		f.Unfold("More about the search")
	}
}

// kill ends the tab, opens another one and checks that nothing is lost.
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
		return f.StepState("table") == f.rows && f.StepState("classifier") == "trained" &&
			(state == "trained" || strings.HasPrefix(state, "training"))
	})
	f.slowest = max(f.slowest, time.Since(opened))
	if a := f.Texts("alert"); slices.ContainsFunc(a, func(s string) bool {
		return strings.Contains(s, "damaged") ||
			strings.Contains(s, "could not")
	}) {
		f.t.Errorf("killed %s: the page says %q", when, a)
	}
	saved, all, now := max(f.labels, f.safe), f.labels+len(f.acked), f.Labelled()
	if now < saved || now > all+1 {
		f.t.Errorf("killed %s: %d labels came back; %d were saved, %d given", when, now, saved, all)
	} else if now < all {
		f.late = max(f.late, at.Sub(f.acked[now-f.labels]))
	}
	f.t.Logf("killed %s after %v: %d labels, of %d saved and %d given, training %d %%", when,
		at.Sub(f.began).Round(time.Second), now, saved, all, percent(f.Tab))
	f.labels, f.acked = now, nil
	f.since, f.from = time.Now(), max(percent(f.Tab), 0)
}

// An engine that dies during a training is started again with the table, and the training resumes
// automatically.
func TestDeadEngineIsReplaced(t *testing.T) {
	page.Beside(t)
	p := trainingInEngine(t, page.Blank(t), 20_000)
	p.PassCheckpoint()
	p.WaitFor("a checkpoint", func() bool { return p.Progress() > 0.06 })

	p.EngineSaysFatal("fatal error: out of memory\n\ngoroutine 1")
	p.WaitText("alert", "The engine stopped: fatal error: out of memory.")
	p.WaitText("status", "The engine is running again, with this page's table and models. The classifier's training "+
		"continues from epoch")
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

// trainingInEngine opens a page whose engines are intercepted, during a long training of the
// classifier.
func trainingInEngine(t *testing.T, p *page.Tab, epochs int) *page.Tab {
	t.Helper()
	p.CatchEngines()
	p.Start()
	p.Sample("Simple-BN", 4000)
	p.BeginTraining("Classifier", epochs)
	p.WaitHas("progressbar", "Classifier training")
	return p
}

func TestADeadEngineIsReplacedAndItsTrainingResumed(t *testing.T) {
	page.Beside(t)
	p := trainingInEngine(t, page.Blank(t), 10_000)
	p.PassCheckpoint()
	p.KillEngine()
	p.WaitText("status", "The classifier's training continues from epoch") // automatically
	p.WaitHas("button", "Pause")
	p.Click("button", "Cancel")
	p.WaitHas("table", "Confusion matrix of the held-out rows")
}

// A busy page keeps its own version when another page updates, and gets a new engine of that
// version although the server no longer has it.
func TestAnUpdateLeavesOtherPagesAtWork(t *testing.T) {
	page.Beside(t)
	dir := page.CopySite(t)
	p := trainingInEngine(t, page.NewTab(t, page.Serve(t, dir).Address), 10_000)
	p.WaitOffline()

	// The new version has no file with the old engine's name.
	old := p.SiteID()
	page.RenameSite(t, dir, old, "feedfeedfeed")
	page.ForgetEngine(t, dir)
	other := p.OpenAgain()
	other.TakeUpdate("feedfeedfeed")
	if got := p.SiteID(); got != old || !p.Has("progressbar", "Classifier training") {
		t.Fatalf("the page at work is of version %q, want %q with its training", got, old)
	}
	p.ForgetFiles() // it would have kept the engine as well
	p.KillEngine()
	p.WaitText("status", "The engine is running again")
	p.WaitHas("button", "Pause") // and its training resumes
	p.Click("button", "Cancel")
}

// A page and an engine of different builds refuse each other in words. The build names have equal
// length and are swapped in the engine alone.
func TestAnEngineOfAnotherBuildIsRefused(t *testing.T) {
	page.Beside(t)
	dir := page.CopySite(t)
	p := page.Visit(t, page.Serve(t, dir))
	page.ExchangeBuild(t, dir, p.Build())
	q := page.Visit(t, page.Serve(t, dir))
	q.WaitText("alert", "the page and its engine are of different versions; reload the page to update both")
	q.Click("button", "Simple-BN")
	q.WaitText("status", "The engine is starting again.")
}
