package e2e

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"causeway/app/e2e/page"
	"causeway/app/store"
	"causeway/core/document"
	"causeway/core/engine"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// explained goes to a row and returns its counterfactuals.
func explained(p *page.Tab) string {
	p.Explain()
	return p.Find().String()
}

func TestAProjectComesBackFromItsFile(t *testing.T) {
	page.Beside(t)
	p := page.Sampled(t)
	p.Train(page.Training{Classifier: 20, Generator: 5})
	before := explained(p)
	p.Click("button", "Save")
	p.WaitHas("button", "Save to a file")
	p.Shoot("save")
	p.Click("button", "Don't save")
	file := p.SaveProject()
	p.WaitText("status", "Saved as Simple-BN.causeway, without rows.")
	if again := p.Download("Save", "*.causeway"); !bytes.Equal(again, file) {
		t.Error("saved twice, the bytes differ")
	}
	q, err := snapshot.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	if native := nativeFile(t, q.Build); !bytes.Equal(timeless(t, native), timeless(t, file)) {
		t.Errorf("the same work outside of the browser gives another file: %d bytes, %d in the browser", len(native),
			len(file))
	}

	path := page.Write(t, "mine.causeway", file)
	file[len(file)/2] ^= 1
	p.OpenProject(page.Write(t, "bad.causeway", file))
	file[len(file)/2] ^= 1
	p.WaitText("alert", "bad.causeway was not opened: ")

	fresh := page.Open(t)
	fresh.OpenProject(path)
	fresh.WaitHas("button", "Open this project")
	fresh.Shoot("offer")
	fresh.OpenOffered()
	if again := fresh.SaveProject(); !bytes.Equal(again, file) {
		t.Error("opened and saved, the bytes differ")
	}
	if got := explained(fresh); got != before {
		t.Errorf("counterfactuals after opening:\n%s\nbefore saving:\n%s", got, before)
	}
	fresh.Verify()
	fresh.Shoot("verified")
	fresh.WaitFocus("Are the project's claims true?")
	fresh.Press("Escape")
	fresh.WaitFocus("Share")

	// A file with false claims about its models is found out.
	q.Generator.Soft.ContProximity *= 2
	q.Classifier.LogLoss *= 1.1
	lies, err := snapshot.Write(q)
	if err != nil {
		t.Fatal(err)
	}
	liar := page.Open(t)
	liar.OpenProject(page.Write(t, "lies.causeway", lies))
	liar.OpenOffered()
	liar.TrainAgain()
	liar.WaitText("status", "Not verified: some of the project's claims are wrong. See which.")
	liar.WaitShows(page.Verified, "log loss: ", "raw outputs, proximity of numbers: ")
	liar.Shoot("lies")

	// Models also have the same bytes after the generator learned from labels.
	fresh.GoTo("Label")
	fresh.Click("button", "Yes")
	fresh.WaitLabels(1)
	fresh.Click("button", "No")
	fresh.WaitLabels(2)
	fresh.Click("button", "Learn from these")
	fresh.WaitText("status", "The generator has learned from 2 labels.")
	fresh.Adopt()
	fresh.Verify()
}

// Somebody imports a table, trains, and reads why a person is refused and how far the answer may vary. The
// notice is written in two languages. The saved certificate is accepted by the checker, and refused once it
// names another model.
func TestASavedCertificateIsChecked(t *testing.T) {
	page.Beside(t)
	p := page.Open(t)
	p.ImportText(page.Lines("age,hours,housing,loan", 400, func(i int) string {
		age, hours, own := 20+i*7%41, 10+i*13%41, i%3 == 0
		return fmt.Sprintf("%d,%d,%s,%s", age, hours, map[bool]string{true: "own", false: "rent"}[own],
			page.YesNo(age+2*hours > 100 || own && hours > 25))
	}))
	p.Train(page.Training{Classifier: 60, Generator: 5})
	p.Explain()
	p.WaitAnswer()
	p.OpenProofs()
	p.WaitSays(page.Results, "would have been enough", " works", "Proved.")
	english := p.Download("Save notice", "notice-row-*-en.html")
	p.OpenMenu("Share")
	p.Choose("Language of the notice", "العربية")
	arabic := p.Download("Save notice", "notice-row-*-ar.html")
	for says, doc := range map[string][]byte{`<html lang="en" dir="ltr">`: english,
		`<html lang="ar" dir="rtl">`: arabic, "would have been enough": english, "كان يكفي": arabic,
		"The main reasons": english, "الأسباب الرئيسية": arabic, " works": english, "تكفي": arabic} {
		if !bytes.Contains(doc, []byte(says)) {
			t.Errorf("a notice does not hold %q:\n%s", says, doc)
		}
	}
	names := func(doc []byte) string {
		return fmt.Sprint(regexp.MustCompile("<bdi>(age|hours|housing|[0-9]+|own|rent)</bdi>").FindAll(doc, -1))
	}
	if names(english) != names(arabic) {
		t.Errorf("two languages name other values: %s, %s", names(english), names(arabic))
	}
	if q, err := snapshot.Read(p.SaveProject()); err != nil || q.Settings.Notice.Language != document.Arabic {
		t.Errorf("the project keeps language %d: %v", q.Settings.Notice.Language, err)
	}
	made := p.Download("Save certificate", "certificate*.json")
	p.WaitText("status", "It proves: ")
	check := filepath.Join(t.TempDir(), "check")
	if out, err := exec.Command("go", "build", "-o", check, "causeway/cmd/check").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(check, page.Write(t, "certificate.json", made)).CombinedOutput()
	if err != nil || !strings.Contains(string(out), ": holds.") {
		t.Errorf("the certificate is not accepted: %v\n%s", err, out)
	}
	t.Logf("%d bytes\n%s", len(made), out)
	forged := bytes.Replace(made, []byte(`"act":"relu"`), []byte(`"act":"none"`), 1)
	if bytes.Equal(forged, made) {
		t.Fatal("the certificate has no model")
	}
	out, err = exec.Command(check, page.Write(t, "forged.json", forged)).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "refused: the certificate does not match the model") {
		t.Errorf("a forged certificate: %v\n%s", err, out)
	}
}

// Verify finds the answers in a file again without training, with their proofs, and an answer that somebody changed.
func TestVerifyFindsTheStoredAnswersAgain(t *testing.T) {
	page.Beside(t)
	p := page.Sampled(t)
	p.Train(page.Training{Classifier: 20, Generator: 5})
	explained(p)
	file := p.SaveProject("All 2,000 rows of the table")
	q, err := snapshot.Read(file)
	if err != nil || len(q.Answers) != 2 {
		t.Fatalf("%v: %d lists of answers", err, len(q.Answers))
	}
	honest := page.Open(t)
	honest.OpenProject(page.Write(t, "answers.causeway", file))
	honest.OpenOffered()
	honest.Click("button", "Verify")
	honest.WaitText("status", "Checked without training: all figures and stored answers are correct.")
	honest.WaitShows(page.Verified, "Answers for the person. Searching again gives the same")
	honest.Shoot("answers-verified")
	honest.Click("button", "Train again and compare")
	honest.WaitText("status", "Verified: retraining gave the same bytes, and all figures are correct.")
	honest.WaitShows(page.Verified, "Answers for the person. ", "Retraining gives the same bytes.")

	at := bytes.LastIndex(q.Answers[0], []byte(`"cost":`)) + len(`"cost":`)
	q.Answers[0] = slices.Insert(slices.Clone(q.Answers[0]), at, '1')
	lies, err := snapshot.Write(q)
	if err != nil {
		t.Fatal(err)
	}
	liar := page.Open(t)
	liar.OpenProject(page.Write(t, "lies.causeway", lies))
	liar.OpenOffered()
	liar.Click("button", "Verify")
	liar.WaitText("status", "Not verified: some of the project's claims are wrong. See which.")
	liar.WaitShows(page.Verified, "Answers for the person. ", `: "cost":1`, " in the file, ")
	liar.Shoot("answers-lies")
}

// A file's claims are marked as the file's, in the dialog and on the page, until they are measured
// here.
func TestAForgedFileSpeaksForItselfAlone(t *testing.T) {
	page.Beside(t)
	p := page.Sampled(t)
	p.Train(page.Training{Classifier: 20, Generator: 5})
	q, err := snapshot.Read(p.SaveProject())
	if err != nil {
		t.Fatal(err)
	}
	c := &q.Classifier
	for i := range 2 { // all rows right, because the accuracy then follows
		c.Confusion[3*i], c.Confusion[1+i] = c.Confusion[3*i]+c.Confusion[1+i], 0
	}
	c.Accuracy = 1
	for i := range q.Courses {
		for _, v := range q.Courses[i].Values {
			v[0] /= 2
		}
	}
	forged, err := snapshot.Write(q)
	if err != nil {
		t.Fatal(err)
	}
	fresh := page.Open(t)
	fresh.OpenProject(page.Write(t, "forged.causeway", forged))
	fresh.WaitShows(page.OfferNote, "The file claims this. Nothing has been measured yet.")
	fresh.WaitShows(page.Offered, "the file says that 100", "of held-out rows are right")
	for _, dark := range []bool{false, true} {
		fresh.SetViewport(1280, 800, dark)
		if got := fresh.Contrast(page.ClaimedFact); got < 4.5 || got > 12 {
			t.Errorf("dark: %v: what the file says has a contrast of %.1f; 4.5 is the least, and it is grey", dark, got)
		}
	}
	fresh.SetViewport(1280, 800, false)
	fresh.Shoot("forged-offer")
	fresh.OpenOffered()
	fresh.WaitText("alert",
		"The file makes a false claim about its classifier. It claims accuracy 1; measured here, it is ")
	fresh.GoTo("Classifier")
	fresh.WaitShows(page.Main, "The file is wrong. Measured here: accuracy ", " and not 1")
	if got := fresh.Shows(page.Main); strings.Contains(got, "100 %") {
		t.Errorf("the page still shows what the file says: %.400q", got)
	}
	// of the curves, which may be folded
	fresh.WaitSays(page.Main, "This is the file's claim; it has not been measured here yet. Verify repeats "+
		"everything.")
	fresh.Shoot("forged-classifier")
	fresh.TrainAgain()
	fresh.WaitText("status", "Not verified: some of the project's claims are wrong. See which.")
	fresh.WaitShows(page.Verified, "confusion matrix, cell", "curve by epoch, loss 1: ")
	fresh.WaitShows(page.Main, "Names and training times remain claims of the project")
}

func TestALinkBringsTheGraph(t *testing.T) {
	page.Beside(t)
	p := page.Drawing(t)
	byMouse(p)
	want := p.SavedGraph()
	p.CatchCopied()
	p.Click("button", "Copy link")
	p.WaitText("status", "The link was copied")
	link := p.Copied()
	at := strings.Index(link, "#causes&project=")
	if at < 0 || len(link) > 3000 {
		t.Fatalf("the link has %d characters: %.80s", len(link), link)
	}

	q := page.Blank(t)
	q.StartAt(link[at:])
	q.WaitHas("button", "Open this project")
	if hash := q.Hash(); hash != "#causes" {
		t.Errorf("the address keeps %q", hash)
	}
	q.Shoot("link")
	q.Click("button", "Open this project")
	q.WaitHas("button", "x3")
	q.KeepSaved()
	if got := q.SavedGraph(); got != want {
		t.Errorf("the graph of the link:\n%s\nthe drawing:\n%s", got, want)
	}
}

// If the browser has a file picker, the project is saved to the picked file each time, and an
// opened project to its own.
func TestAProjectIsSavedInItsFile(t *testing.T) {
	page.Beside(t)
	p := page.Sampled(t)
	p.OfferPickers()
	p.Click("button", "Save")
	p.WaitHas("button", "Save to a file")
	p.Click("checkbox", "All 2,000 rows of the table")
	p.Click("button", "Save to a file")
	p.WaitText("status", "Saved as mine.causeway, with all rows.")
	p.Click("button", "Save")
	p.WaitFor("the second save", func() bool { return len(p.Picked().Written) == 2 })
	if f := p.Picked(); f.Written[0] != f.Written[1] || f.Written[0] < 2000*3*8 || f.Asked != 1 {
		t.Errorf("what was saved: %+v", f)
	}
	p.FillDisk()
	p.Click("button", "Save")
	p.WaitText("alert", "The project was not saved: the disk is full.")

	p.Click("button", "Open")
	p.Click("button", "Open this project")
	p.WaitText("status", "The project about Simple-BN is open: 2,000 rows.")
	p.Click("button", "Save")
	p.WaitText("status", "Saved as other.causeway, with all rows.")
	if f := p.Picked(); f.Others != 1 || len(f.Written) != 2 || f.Asked != 1 {
		t.Errorf("once another project was saved in its own file: %+v", f)
	}
	dropAndSave(t, p)
}

// dropAndSave drops a project and saves it to its own file, once a person allows it.
func dropAndSave(t *testing.T, p *page.Tab) {
	t.Helper()
	p.OfferDropped()
	p.DropFiles(page.Write(t, "dropped.causeway", p.LastWritten()))
	p.Click("button", "Open this project")
	p.WaitText("status", "The project about Simple-BN is open: 2,000 rows.")
	p.Click("button", "Save")
	p.WaitText("alert", "The project was not saved: the browser does not let this page write to the file")
	for saves := 1; saves <= 2; saves++ {
		p.Click("button", "Save")
		p.WaitFor("the file that was dropped to be written", func() bool { return p.Picked().Dropped == saves })
	}
	p.WaitText("status", "Saved as dropped.causeway, with all rows.")
	if f := p.Picked(); f.Grants != 0 || f.Others != 1 || f.Asked != 1 {
		t.Errorf("once the dropped file was saved: %+v", f)
	}
}

// timeless is a file as if its trainings had taken no time.
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

// nativeFile is the file of the project with those two trainings, made by the same state and engine
// outside a browser.
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
	apply(store.SetSample{Sample: sample})
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

func TestTheReportStandsAlone(t *testing.T) {
	page.Beside(t)
	p := page.Sampled(t)
	p.TrainClassifier(20)
	p.LoadTrueGraph()
	p.OpenModel("Generator")
	p.Choose("Method", "Learns the graph's signs and rules (Model-approx+)")
	p.TrainGenerator(10)
	p.Explain()
	p.Find()
	p.Shoot("report-panel")
	doc := p.SaveReport()
	p.WaitText("status", "The report was saved.")

	r := page.OpenDocument(t, doc)
	r.WaitHas("heading", "What this report says and what it does not say")
	for _, name := range []string{"Counterfactuals for Simple-BN", "Cause and effect", "Generator of counterfactuals",
		"Explanation", "Counterfactual 1", "Hashes of the data and models"} {
		r.WaitHas("heading", name)
	}
	if n := len(r.Table("Hashes")); n != 4 {
		t.Errorf("%d rows of hashes, want the table's, the classifier's and the generator's below a header", n)
	}
	if r.IsDark() {
		t.Error("the test is not in light colours")
	}
	r.Shoot("report")
	pdf := r.Printed()
	if len(pdf) < 10_000 || !strings.HasPrefix(string(pdf), "%PDF") {
		t.Errorf("printing gives %d bytes", len(pdf))
	}
	page.SavePicture(t, "report.pdf", pdf)
	// Its policy holds: what an attacker might make a reader's browser do is refused.
	for name, attempt := range page.ReportAttempts {
		if got := r.Try(attempt); got != "refused" {
			t.Errorf("%s: %s", name, got)
		}
	}
	r.Offences()
}
