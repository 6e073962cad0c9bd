package e2e

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"causeway/app/store"
	"causeway/core/engine"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// quick makes small models on a small table, and counterfactuals.
func quick(t *testing.T) *Page {
	t.Helper()
	p := sampled(t)
	p.Click("link", "Classifier")
	p.FillNumber("Epochs", 20)
	p.Click("button", "Train classifier")
	p.WaitHas("table", "Confusion matrix of the held-out rows")
	p.Click("link", "Generator")
	p.WaitHas("button", "Train generator")
	p.FillNumber("Epochs", 5)
	p.Click("button", "Train generator")
	p.WaitHas("heading", "How good its counterfactuals are")
	return p
}

// explained goes to a row and finds its counterfactuals.
func explained(p *Page) string {
	p.t.Helper()
	p.Click("link", "Explain")
	p.WaitText("status", "The model gives y ")
	p.Click("button", "Find counterfactuals")
	var text strings.Builder
	for _, row := range p.Table("Counterfactuals") {
		text.WriteString(strings.Join(row, "|") + "\n")
	}
	return text.String()
}

// save saves the project without a picker, as browsers do that have none.
func save(p *Page, folder string) []byte {
	p.t.Helper()
	Eval[bool](p, `(window.showSaveFilePicker = undefined, true)`)
	p.Click("button", "Save as")
	p.WaitHas("button", "Save to a file")
	p.Click("button", "Save to a file")
	return p.savedFile(folder, "*.causeway")
}

func TestAProjectComesBackFromItsFile(t *testing.T) {
	beside(t)
	p := quick(t)
	folder := p.downloads()
	before := explained(p)
	p.Click("button", "Save")
	p.WaitHas("button", "Save to a file")
	p.shots("save")
	p.Click("button", "Do not save")
	file := save(p, folder)
	p.WaitText("status", "Saved as Simple-BN.causeway, without rows.")
	p.Click("button", "Save") // to the same file, without a question
	if again := p.savedFile(folder, "*.causeway"); !bytes.Equal(again, file) {
		t.Error("saved twice, the bytes differ")
	}
	q, err := snapshot.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	if native := nativeFile(t, q.Build); !bytes.Equal(timeless(t, native), timeless(t, file)) {
		t.Errorf("the same work outside of the browser gives another file: %d bytes, %d in the browser", len(native), len(file))
	}

	path := filepath.Join(t.TempDir(), "mine.causeway")
	if err := os.WriteFile(path, file, 0o644); err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(t.TempDir(), "bad.causeway")
	file[len(file)/2] ^= 1
	if err := os.WriteFile(bad, file, 0o644); err != nil {
		t.Fatal(err)
	}
	file[len(file)/2] ^= 1
	p.OpenProject(bad)
	p.WaitText("alert", "bad.causeway was not opened: ")

	fresh := OpenApp(t)
	folder = fresh.downloads()
	fresh.OpenProject(path)
	fresh.WaitHas("button", "Open this project")
	fresh.shots("offer")
	fresh.Click("button", "Open this project")
	fresh.WaitText("status", "The project about Simple-BN is open")
	if again := save(fresh, folder); !bytes.Equal(again, file) {
		t.Error("opened and saved, the bytes differ")
	}
	if got := explained(fresh); got != before {
		t.Errorf("counterfactuals after opening:\n%s\nbefore saving:\n%s", got, before)
	}
	fresh.Click("button", "Verify")
	fresh.WaitText("status", "Verified: trained again, the models have the same bytes, and all figures hold.")
	fresh.shots("verified")
	fresh.waitFocus("Does what the project says hold?")
	fresh.Press("Escape")
	fresh.waitFocus("Verify")

	// A file that says something else of its models is found out.
	q.Generator.Soft.ContProximity *= 2
	q.Classifier.LogLoss *= 1.1
	lies, err := snapshot.Write(q)
	if err != nil {
		t.Fatal(err)
	}
	liar := OpenApp(t)
	other := filepath.Join(t.TempDir(), "lies.causeway")
	if err := os.WriteFile(other, lies, 0o644); err != nil {
		t.Fatal(err)
	}
	liar.OpenProject(other)
	liar.Click("button", "Open this project")
	liar.WaitText("status", "The project about Simple-BN is open")
	liar.Click("button", "Verify")
	liar.WaitText("status", "Not verified: not all is as the project says; see what differs.")
	for _, part := range []string{"log loss: ", "raw outputs, proximity of numbers: "} {
		if got := Eval[string](liar, `document.querySelector(".pieces").innerText`); !strings.Contains(got, part) {
			t.Errorf("%q is not in %q", part, got)
		}
	}
	liar.shots("lies")

	// Models have the same bytes also once the generator has learned from labels.
	fresh.Click("link", "Label")
	fresh.Click("button", "Feasible")
	fresh.WaitText("status", "1 label: ")
	fresh.Click("button", "Infeasible")
	fresh.WaitText("status", "2 labels: ")
	fresh.Click("button", "Fine-tune now")
	fresh.WaitText("status", "The generator has learned from 2 labels.")
	fresh.Click("button", "Adopt the fine-tuned one")
	fresh.WaitText("status", "The fine-tuned generator is in force.")
	fresh.Click("button", "Verify")
	fresh.WaitText("status", "Verified: trained again, the models have the same bytes, and all figures hold.")
}

func TestALinkBringsTheGraph(t *testing.T) {
	beside(t)
	p := drawing(t)
	byMouse(p)
	want := savedGraph(p)
	Eval[bool](p, `(window.copied = "", navigator.clipboard.writeText = async (text) => { copied = text }, true)`)
	p.Click("button", "Copy link")
	p.WaitText("status", "A link was copied")
	link := Eval[string](p, `copied`)
	at := strings.Index(link, "#graph&project=")
	if at < 0 || len(link) > 3000 {
		t.Fatalf("the link has %d characters: %.80s", len(link), link)
	}

	q := NewPage(t, Serve(t, siteFor(t)).URL+"/")
	q.Open(link[at:])
	q.WaitReady()
	q.WaitHas("button", "Open this project")
	if hash := Eval[string](q, `location.hash`); hash != "#graph" {
		t.Errorf("the address keeps %q", hash)
	}
	q.shots("link")
	q.Click("button", "Open this project")
	q.WaitHas("button", "x3")
	q.KeepSaved()
	if got := savedGraph(q); got != want {
		t.Errorf("the graph of the link:\n%s\nthe drawing:\n%s", got, want)
	}
}

// Where the browser has a picker for files, the project is saved in the file that
// was picked, again and again, and one that was opened in its own.
func TestAProjectIsSavedInItsFile(t *testing.T) {
	beside(t)
	p := sampled(t)
	Eval[bool](p, `(() => {
		window.asked = 0, window.written = [];
		window.showSaveFilePicker = async (options) => {
			asked++;
			return {name: "mine.causeway", createWritable: async () => {
				let all = null;
				return {write: async (b) => { all = b }, close: async () => {
					if (window.fullDisk) throw new Error("the disk is full");
					written.push(all.length);
					window.last = all;
				}};
			}};
		};
		window.others = 0;
		window.showOpenFilePicker = async () => [{name: "other.causeway", getFile: async () => new File([last], "other.causeway"),
			createWritable: async () => ({write: async (b) => {}, close: async () => { others++ }})}];
		return true;
	})()`)
	p.Click("button", "Save")
	p.WaitHas("button", "Save to a file")
	p.Click("checkbox", "All 2,000 rows of the table")
	p.Click("button", "Save to a file")
	p.WaitText("status", "Saved as mine.causeway, with all rows.")
	p.Click("button", "Save")
	p.WaitFor("the second save", func() bool { return Eval[int](p, `written.length`) == 2 })
	if sizes := Eval[[]int](p, `written`); sizes[0] != sizes[1] || sizes[0] < 2000*3*8 || Eval[int](p, `asked`) != 1 {
		t.Errorf("written %v, asked %d times", sizes, Eval[int](p, `asked`))
	}
	Eval[bool](p, `(window.fullDisk = true)`)
	p.Click("button", "Save")
	p.WaitText("alert", "The project was not saved: the disk is full.")

	p.Click("button", "Open")
	p.Click("button", "Open this project")
	p.WaitText("status", "The project about Simple-BN is open: 2,000 rows.")
	p.Click("button", "Save")
	p.WaitText("status", "Saved as other.causeway, with all rows.")
	if n := Eval[int](p, `others`); n != 1 || Eval[int](p, `written.length`) != 2 || Eval[int](p, `asked`) != 1 {
		t.Errorf("the other project was written %d times, in the first one's file %d times", n, Eval[int](p, `written.length`)-2)
	}
	dropAndSave(t, p)
}

// dropAndSave drops a project that goes into its own file, once a person allows it.
// What the browser hands out for the dropped file is real but for writing.
func dropAndSave(t *testing.T, p *Page) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "dropped.causeway")
	last, err := base64.StdEncoding.DecodeString(Eval[string](p, `btoa(Array.from(last, (c) => String.fromCharCode(c)).join(""))`))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, last, 0o644); err != nil {
		t.Fatal(err)
	}
	Eval[bool](p, `(() => {
		const real = DataTransferItem.prototype.getAsFileSystemHandle;
		window.grants = ["denied", "granted", "granted"], window.dropped = 0;
		DataTransferItem.prototype.getAsFileSystemHandle = async function () {
			const {kind, name} = await real.call(this);
			return {kind, name, requestPermission: async ({mode}) => mode == "readwrite" && grants.shift(),
				createWritable: async () => ({write: async (b) => { dropped += b.length == last.length }, close: async () => {}})};
		};
		return true;
	})()`)
	p.DropFiles(file)
	p.Click("button", "Open this project")
	p.WaitText("status", "The project about Simple-BN is open: 2,000 rows.")
	p.Click("button", "Save")
	p.WaitText("alert", "The project was not saved: the browser does not let this page write the file")
	for saves := 1; saves <= 2; saves++ {
		p.Click("button", "Save")
		p.WaitFor("the file that was dropped to be written", func() bool { return Eval[int](p, `dropped`) == saves })
	}
	p.WaitText("status", "Saved as dropped.causeway, with all rows.")
	if Eval[int](p, `grants.length`) != 0 || Eval[int](p, `others`) != 1 || Eval[int](p, `asked`) != 1 {
		t.Errorf("asked %d times for a file, %d answers are left", Eval[int](p, `asked`), Eval[int](p, `grants.length`))
	}
}

// timeless is a file as it would be had its trainings taken no time.
func timeless(t *testing.T, file []byte) []byte {
	t.Helper()
	p, err := snapshot.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.Courses {
		p.Courses[i].TrainMS, p.Courses[i].PerThousand = 0, 0
	}
	b, err := snapshot.Write(p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// nativeFile is the file of the project that quick makes, made by the same state and
// the same engine outside of a browser.
func nativeFile(t *testing.T, build string) []byte {
	t.Helper()
	was := wire.Build
	wire.Build = build
	defer func() { wire.Build = was }()
	facts, began := make(chan store.Fact, 10_000), time.Now()
	native := engine.New(func(job int, m wire.Message) { facts <- store.Fact{Job: job, Body: m} },
		func() float64 { return float64(time.Since(began)) / 1e6 }, func() {})
	s := store.New()
	apply := func(in store.Intent) {
		var effects []store.Effect
		s, effects = store.Apply(s, in)
		for _, e := range effects {
			if m, ok := e.(store.Send); ok {
				native.Handle(m.Job, m.Body)
			}
		}
	}
	until := func(there func() bool) {
		t.Helper()
		for end := time.After(2 * time.Minute); !there(); {
			select {
			case f := <-facts:
				apply(f)
			case <-end:
				t.Fatalf("not made natively: %v", s.Notices)
			}
		}
	}
	sample := s.Data.Sample
	sample.Rows = 2000
	apply(store.SetSample{SampleSettings: sample})
	apply(store.LoadSample{Model: model.SimpleBN})
	until(func() bool { return s.Explain.HasRow })
	c := s.Classifier.Settings
	c.Epochs = 20
	apply(store.SetClassifier{ClassifierRecipe: c})
	apply(store.TrainClassifier{})
	until(func() bool { return s.Classifier.HasResult })
	g := s.Generator.Settings
	g.Epochs = 5
	apply(store.SetGenerator{Recipe: g})
	apply(store.TrainGenerator{})
	until(func() bool { return s.Generator.HasResult })
	p, err := s.Snapshot(store.Travel{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := snapshot.Write(p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
