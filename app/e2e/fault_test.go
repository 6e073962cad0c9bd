package e2e

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"causeway/core/form"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// Crash ends the tab's process at once, as a lack of memory does, and waits for
// its end: until then its projects are its own.
func (p *Page) Crash() {
	p.t.Helper()
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	go chromedp.Call(ctx, page.Crash, cdp.Empty{}) // nobody is left to answer
	dead := func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.crashed
	}
	for end := time.Now().Add(p.Timeout); !dead(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatal("the tab does not die")
		}
	}
}

// keptHead is the list of a project's records, as app/bridge writes it.
type keptHead struct {
	Writer   string      `msgpack:"writer"`
	Count    uint64      `msgpack:"count"`
	States   []keptState `msgpack:"states"`
	Versions []keptState `msgpack:"versions"`
}

type keptState struct {
	Name    string     `msgpack:"name"`
	At      int64      `msgpack:"at"`
	Card    []byte     `msgpack:"card"`
	Records []keptItem `msgpack:"records"`
}

type keptItem struct {
	Name string `msgpack:"name"`
	Size int    `msgpack:"size"`
	Sum  []byte `msgpack:"sum"`
}

// kept reads the project that was saved last past the page.
func (p *Page) kept() snapshot.Project {
	p.t.Helper()
	var last keptState
	folder := ""
	for name, b := range p.items("head/") {
		h, err := form.Unmarshal[keptHead](b[1+sha256.Size:])
		if err != nil {
			p.t.Fatal(err)
		}
		if h.States[0].At > last.At {
			last, folder = h.States[0], strings.TrimPrefix(name, "head/")
		}
	}
	for _, i := range last.Records {
		if i.Name != "project" {
			continue
		}
		name := "part/" + folder + "/" + hex.EncodeToString(i.Sum)
		project, err := snapshot.Read(p.items(name)[name])
		if err != nil {
			p.t.Fatal(err)
		}
		return project
	}
	p.t.Fatal("no project is saved")
	return snapshot.Project{}
}

// items reads what is stored under names that begin with a text.
func (p *Page) items(prefix string) map[string][]byte {
	p.t.Helper()
	list := Eval[map[string]string](p, `new Promise((done, failed) => {
		const opening = indexedDB.open("causeway /", 1);
		opening.onerror = () => failed(opening.error);
		opening.onsuccess = () => {
			const found = {};
			const tx = opening.result.transaction("items");
			const from = tx.objectStore("items").openCursor(IDBKeyRange.bound("`+prefix+`", "`+prefix+`\uffff"));
			from.onsuccess = () => {
				if (from.result) {
					found[from.result.key] = btoa(Array.from(from.result.value, (c) => String.fromCharCode(c)).join(""));
					from.result.continue();
				}
			};
			tx.oncomplete = () => { opening.result.close(); done(found); };
		};
	})`)
	out := map[string][]byte{}
	for name, text := range list {
		b, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			p.t.Fatal(err)
		}
		out[name] = b
	}
	return out
}

// generatorOf is the generator of a saved project as bytes.
func generatorOf(t *testing.T, p snapshot.Project) []byte {
	t.Helper()
	b, err := wire.EncodeState(p.Generator.Model)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// trainLong begins a training of the generator that takes a while.
func (p *Page) trainLong() {
	p.t.Helper()
	p.Click("link", "Generator")
	p.FillNumber("Epochs", longEpochs)
	p.Click("button", "Train generator")
	p.WaitHas("button", "Pause")
}

const longEpochs = 400

// percent is how far the generator's training is, -1 if none is under way.
func (p *Page) percent() int {
	p.t.Helper()
	text, ok := strings.CutPrefix(p.stepState("generator"), "training")
	if !ok {
		return -1
	}
	n, _ := strconv.Atoi(strings.Trim(text, " %"))
	return n
}

// labelled is the number of labels that the page shows.
func (p *Page) labelled() int {
	p.t.Helper()
	n, _ := strconv.Atoi(strings.Fields(p.stepState("label") + " 0")[0])
	return n
}

// faultRun is a person whose tabs die.
type faultRun struct {
	*Page
	t        *testing.T
	r        *rand.Rand
	home     *Page // a tab of the same profile that lives
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
	beside(t)
	kills := 3
	if n, err := strconv.Atoi(os.Getenv("CAUSEWAY_KILLS")); err == nil {
		kills = n
	}
	f := &faultRun{t: t, r: rand.New(rand.NewPCG(7, uint64(kills))), kills: map[string]int{}, began: time.Now()}
	f.home = NewPage(t, Serve(t, siteFor(t)).URL+"/")
	f.home.Allow("favicon.ico")
	f.home.Open("build.json")

	f.reference()
	f.Page = f.home.openAgain()
	trainedProject(f.Page, 30, 30)
	f.Click("link", "Label")
	f.FillNumber("Learn after every", 0)
	for i := range kills {
		moments := []func(){f.whileTraining, f.whileLabelling, f.whileSaving}
		moments[i%len(moments)]()
		if t.Failed() {
			t.Fatalf("after kill %d", i+1)
		}
	}
	if f.percent() < 0 && f.finished == 0 {
		f.trainLong()
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
	p := NewPage(f.t, f.home.origin)
	p.Open("")
	p.WaitReady()
	trainedProject(p, 30, 30)
	p.trainLong()
	p.WaitFor("the training's end", func() bool { return p.percent() < 0 })
	p.waitSaved()
	f.model = generatorOf(f.t, p.kept())
}

// awaitModel waits for the end of the training and compares what came of it.
func (f *faultRun) awaitModel() {
	f.t.Helper()
	f.WaitFor("the training's end", func() bool { return f.percent() < 0 })
	f.waitSaved()
	if !bytes.Equal(generatorOf(f.t, f.kept()), f.model) {
		f.t.Errorf("the generator is another than that of a training without interruption")
	}
	f.finished++
}

func (f *faultRun) whileTraining() {
	f.t.Helper()
	if f.percent() < 0 {
		f.trainLong()
	}
	time.Sleep(time.Duration(500+f.r.IntN(4000)) * time.Millisecond)
	at := f.percent()
	f.kill("while training")
	switch now := f.percent(); {
	case at < 0:
	case now < 0: // it ended meanwhile
		f.awaitModel()
	case now < at-20:
		f.t.Errorf("the training was at %d %% and goes on from %d %%", at, now)
	}
}

func (f *faultRun) whileLabelling() {
	f.t.Helper()
	f.Click("link", "Label")
	f.WaitHas("button", "Feasible")
	end := time.Now().Add(time.Duration(500+f.r.IntN(3500)) * time.Millisecond)
	for time.Now().Before(end) {
		before := f.labelled()
		f.Click("button", []string{"Feasible", "Infeasible", "Unsure"}[f.r.IntN(3)])
		for wait := time.Now().Add(2 * time.Second); f.labelled() == before && time.Now().Before(wait); {
			time.Sleep(10 * time.Millisecond)
		}
		if f.labelled() > before {
			f.acked = append(f.acked, time.Now())
		}
		time.Sleep(time.Duration(f.r.IntN(300)) * time.Millisecond)
	}
	f.kill("while labelling")
}

// whileSaving kills within the half second in which a change is saved.
func (f *faultRun) whileSaving() {
	f.t.Helper()
	f.Click("link", "Explain")
	f.unfold("More about the search")
	f.FillNumber("Tries", float64(100+f.r.IntN(900)))
	time.Sleep(time.Duration(f.r.IntN(600)) * time.Millisecond)
	f.kill("while saving")
}

// kill ends the tab, opens another one and looks whether all is there.
func (f *faultRun) kill(when string) {
	f.t.Helper()
	f.kills[when]++
	at := time.Now()
	f.Crash()
	f.Page = f.home.openAgain()
	opened := time.Now()
	f.Click("button", "Continue")
	f.WaitFor("the project", func() bool {
		state := f.stepState("generator")
		return f.stepState("data") == "1,000 rows" && f.stepState("classifier") == "trained" && (state == "trained" || strings.HasPrefix(state, "training"))
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
	now := f.labelled()
	if now < known || now > f.labels+len(f.acked)+1 {
		f.t.Errorf("killed %s: %d labels came back; %d were known for more than a second, %d in all", when, now, known, f.labels+len(f.acked))
	}
	f.t.Logf("killed %s after %v: %d labels, of %d known, training %d %%", when, at.Sub(f.began).Round(time.Second), now, known, f.percent())
	f.labels, f.acked = now, nil
}
