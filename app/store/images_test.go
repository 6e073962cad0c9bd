package store

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"causeway/core/data"
	"causeway/core/image"
	"causeway/core/label"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

var testImages = wire.ImagesLoaded{Name: "Digits", H: 28, W: 28, Classes: 3, Rows: 30, Train: 24, Val: 3, Test: 3,
	Counts: []int{10, 10, 10},
	Hash:   "i1", Shown: []int{1, 0, 0}, Pixels: make([]byte, 784), Means: make([]byte, 3*784)}

func shown(total, from, label int) wire.ImagesShown {
	return wire.ImagesShown{Total: total, From: from, Index: []int{7 + from}, Pixels: bytes.Repeat([]byte{9}, 784),
		Labels: []int{label}}
}

func sharesOf(v ...float64) wire.Predicted { return wire.Predicted{Shares: wire.NewFloats(v, len(v))} }

// withDigits is a page with images, their classifier and, on request, the generator.
func withDigits(t *testing.T, generator bool) *page {
	t.Helper()
	p := newPage(t)
	p.do(SampleDigits{})
	answer[wire.SampleImages](p, testImages)
	answer[wire.ShowImages](p, shown(3, 0, 2))
	p.do(TrainClassifier{})
	answer[wire.TrainImageClassifier](p, wire.ClassifierTrained{Model: []byte("c"), Accuracy: 0.9, TestRows: 3,
		Confusion: make([]int, 9)})
	answer[wire.PredictImage](p, sharesOf(0.1, 0.2, 0.7))
	if generator {
		p.do(TrainGenerator{})
		answer[wire.TrainImageGenerator](p, wire.ImageGeneratorTrained{Model: []byte("g"), Validity: 0.9})
		answer[wire.PredictImage](p, sharesOf(0.1, 0.2, 0.7))
		p.found()
	}
	p.idle()
	return p
}

// found answers the search for the image's two other classes, and the path.
func (p *page) found() wire.ExplainImage {
	p.t.Helper()
	some := wire.ImageAnswer{Pixels: make([]byte, 784), Valid: true, Shares: wire.NewFloats([]float64{1, 0, 0}, 3)}
	m := answer[wire.ExplainImage](p, wire.ImageExplained{Shares: wire.NewFloats([]float64{0.1, 0.2, 0.7}, 3),
		Answers: []wire.ImageAnswer{some, some}})
	path := answer[wire.ExplainImage](p, wire.ImageExplained{Shares: m0, Answers: []wire.ImageAnswer{some},
		Paths: []wire.ImageAnswer{some, some, some}})
	if len(path.Targets) != 1 || path.Steps < 2 {
		p.t.Errorf("asked for the path by %+v", path)
	}
	return m
}

var m0 = wire.NewFloats([]float64{0.1, 0.2, 0.7}, 3)

func TestImagesAndATableTakeEachOthersPlace(t *testing.T) {
	p := ready(t)
	p.do(SampleDigits{})
	p.idle()
	equal(t, "ask", p.Data.Ask, askImages)
	p.do(Answer{Replace: true})
	answer[wire.SampleImages](p, testImages)
	take[wire.ShowImages](p)
	if !p.Images.Has || p.Data.HasTable || p.Classifier.HasResult || p.Generator.HasResult || p.Explain.HasRow ||
		len(p.Graph.Sketch.Nodes) > 0 {
		t.Error("the images have left something of the table")
	}
	p.do(TrainClassifier{})
	take[wire.TrainImageClassifier](p)
	p.do(LoadSample{})
	p.idle()
	p.do(Answer{})
	if !p.Images.Classifier.Phase.Active() {
		t.Error("images that were to stay have lost their training")
	}
	p.do(LoadSample{}, Answer{Replace: true})
	answer[wire.Sample](p, testLoaded)
	take[wire.Cancel](p)
	if p.Images.Has || p.Images.Classifier.Phase.Active() || !p.Data.HasTable {
		t.Error("a new table does not show, or has left something of the images")
	}
}

// TestWhatIsLeftForTheOtherKindIsSavedFirst: table and images are saved when the page leaves them,
// and undo in one does not affect the other.
func TestWhatIsLeftForTheOtherKindIsSavedFirst(t *testing.T) {
	set := testImages
	testImages = savedSet
	defer func() { testImages = set }()
	p := withDigits(t, false)
	p.do(KeptStarted{Tab: "t"})
	digits, _ := p.keptImages(map[string][]byte{})
	p.do(SetImageRule{image.Rules{Ink: 2}}, LoadSample{}, Answer{Replace: true})
	p.other = nil
	answer[wire.Sample](p, testLoaded)
	var saved, left bool
	for _, x := range p.other {
		switch x := x.(type) {
		case KeepProject:
			saved = saved || x.ID == digits.ID && x.Card.Rules == 1 && x.Card.Images
		case LeaveKept:
			left = left || x.ID == digits.ID
		}
	}
	if !saved || !left || p.Keeping.ID != "" {
		t.Errorf("saved %v, left %v, then in %q", saved, left, p.Keeping.ID)
	}
	p.do(Undo{})
	equal(t, "rules of no images", p.Images.Subject.Rules.Ink, 0)
	equal(t, "steps that can be done again", p.History.CanRedo(), true)
}

func TestOtherImagesAskBeforeModelsAreLost(t *testing.T) {
	p := withDigits(t, false)
	p.do(SampleDigits{})
	p.idle()
	equal(t, "ask", p.Data.Ask, askImages)
	p.do(Answer{})
	equal(t, "ask", p.Data.Ask, AskNothing)
	p.idle()
	p.do(SampleDigits{}, Answer{Replace: true})
	other := testImages
	other.Hash = "i2"
	answer[wire.SampleImages](p, other)
	if p.Images.Classifier.HasResult || p.Images.Set.Hash != "i2" {
		t.Error("the classifier of other images is still there")
	}
}

func TestAPairOneAfterTheOther(t *testing.T) {
	p := newPage(t)
	for i, name := range []string{"t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte.gz"} {
		p.do(ChooseFile{ID: 7, Name: name, Size: 5})
		equal(t, "stage", p.Data.Stage, Reading)
		p.do(FileRead{ID: 7, Bytes: []byte("bytes")})
		equal(t, "stage", p.Data.Stage, Loading)
		m, job := take[wire.OpenImages](p)
		equal(t, "files", len(m.Files), i+1)
		if i == 0 {
			p.do(Fact{job, wire.ImagesWait{Text: "Choose the labels as well."}})
			equal(t, "wait", p.Images.Wait, "Choose the labels as well.")
			equal(t, "stage", p.Data.Stage, Idle)
			continue
		}
		p.do(Fact{job, testImages})
		if !p.Images.Has || p.Images.Wait != "" {
			t.Error("the pair is not there")
		}
	}
}

func TestABadImageFileSaysWhyAndChangesNothing(t *testing.T) {
	p := withDigits(t, false)
	p.do(OpenImages{Files: []wire.ImageFile{{Name: "a.idx", Bytes: []byte{1}}}}, Answer{Replace: true})
	answer[wire.OpenImages](p, wire.Failure{Code: wire.CodeBadInput, Detail: "It is cut off."})
	p.wantAlert("cut off")
	if !p.Images.Classifier.HasResult || p.Data.Stage != Idle {
		t.Error("a file that cannot be read has cost the classifier")
	}
}

func TestADigitIsExplainedOnceItIsChosen(t *testing.T) {
	p := withDigits(t, true)
	s := p.Images.Subject
	if !s.Has || len(s.Path) != 3 || s.At != 2 {
		t.Errorf("has %v, path of %d at %d", s.Has, len(s.Path), s.At)
	}
	p.do(ChooseImage{Truth: 1, Pos: 1})
	m := answer[wire.ShowImages](p, shown(3, 1, 1))
	equal(t, "truth", m.Truth, 1)
	answer[wire.PredictImage](p, sharesOf(0.1, 0.7, 0.2))
	equalSlices(t, "targets", p.found().Targets, []int{0, 2})
	equal(t, "number", p.Images.Subject.Index, 8)
	p.do(GoAlongPath{At: 99})
	equal(t, "at", p.Images.Subject.At, 2)
}

func TestWhatIsFoundIsSaidOnlyWhereItIsShown(t *testing.T) {
	p := withDigits(t, true)
	equal(t, "status behind the training", p.Notices.Status, sayImageGeneratorTrained(0.9))
	p.do(Visit{Topics: []Topic{TheRow, TheBatch}}, FindImages{})
	p.found()
	equal(t, "status", p.Notices.Status, sayImagesFound(2, 2, 0))
}

func TestDrawingAsksOneQuestionAtATime(t *testing.T) {
	p := withDigits(t, true)
	p.do(DrawOwn{On: true})
	p.idle() // nothing is drawn yet
	p.do(DrawTo{4, 4, 9, 9, true})
	first, job := take[wire.PredictImage](p)
	p.do(DrawTo{9, 9, 14, 20, false}, DrawTo{14, 20, 20, 20, false})
	p.idle()
	p.do(Fact{job, sharesOf(0.5, 0.3, 0.2)})
	last := answer[wire.PredictImage](p, sharesOf(0.6, 0.3, 0.1))
	if bytes.Equal(first.Pixels, last.Pixels) || !bytes.Equal(last.Pixels, p.Images.Drawing.Image()) {
		t.Error("the last answer is not about the drawing as it is")
	}
	p.idle()
	p.do(FindImages{})
	m := p.found()
	if !bytes.Equal(m.Pixels, last.Pixels) {
		t.Error("another image is explained than the one that was drawn")
	}
	p.do(DrawTo{1, 1, 2, 2, true})
	if p.Images.Subject.Has {
		t.Error("counterfactuals of the drawing before are still shown")
	}
}

func TestThePadCanBeUndone(t *testing.T) {
	p := withDigits(t, false)
	p.do(DrawOwn{On: true}, DrawTo{4, 4, 9, 9, false}, DrawTo{9, 9, 14, 20, true})
	one := p.Images.Drawing.Pad
	p.do(DrawPixel{Row: 2, Column: 3}, SetPad{Erase: true, Radius: 99}, DrawTo{4, 4, 9, 9, true}, ClearPad{})
	equal(t, "radius", p.Images.Drawing.Radius, mostPadPen)
	if !p.Images.Drawing.Pad.Empty() {
		t.Error("the pad is not clear")
	}
	p.do(Undo{}, Undo{}, Undo{})
	if !bytes.Equal(p.Images.Drawing.Pad.Ink, one.Ink) {
		t.Error("three steps back is not the first stroke")
	}
	p.do(Undo{})
	if !p.Images.Drawing.Pad.Empty() || p.Images.Subject.Pixels != nil {
		t.Error("the beginning is not empty")
	}
	p.do(Redo{})
	if !bytes.Equal(p.Images.Drawing.Pad.Ink, one.Ink) {
		t.Error("a stroke cannot be made again")
	}
}

func TestImagesComeBackWithAnotherEngine(t *testing.T) {
	p := withDigits(t, true)
	p.do(TrainGenerator{})
	_, job := take[wire.TrainImageGenerator](p)
	p.do(Fact{job, wire.Checkpoint{Epoch: 2, State: []byte("s")}}, EngineDown{Reason: "It died."}, EngineUp{})
	take[wire.SampleImages](p)
	m, models := take[wire.RestoreImages](p)
	if string(m.Classifier) != "c" || string(m.Generator) != "g" || m.Hash != "i1" {
		t.Errorf("restored %+v", m)
	}
	again, _ := take[wire.TrainImageGenerator](p)
	equal(t, "state", string(again.Resume), "s")
	p.do(Fact{models, wire.Restored{Classifier: true, Generator: true}})
	take[wire.PredictImage](p)
	if !p.Images.Has || !p.Images.Generator.HasResult || p.Images.Generator.Phase != Running {
		t.Error("something was lost")
	}
}

func TestACellShowsItsDigits(t *testing.T) {
	p := withDigits(t, true)
	p.do(ShowCell{Truth: 2, Predicted: 1})
	m := answer[wire.ShowImages](p, shown(1, 0, 2))
	if m.Truth != 2 || m.Predicted != 1 || m.Part != data.TestRows || len(p.Images.Cell.Page.Index) != 1 {
		t.Errorf("asked %+v", m)
	}
	p.do(ExplainShown{At: 0})
	answer[wire.PredictImage](p, sharesOf(0.1, 0.7, 0.2))
	p.found()
	equal(t, "number", p.Images.Subject.Index, 7)
	p.do(ShowCell{Truth: 3}, ShowCell{Predicted: -1}, ExplainShown{At: 5}, CloseCell{})
	p.idle()
}

func TestARuleFindsAnew(t *testing.T) {
	p := withDigits(t, true)
	keep := make([]byte, 784)
	keep[5] = 1
	p.do(SetImageRule{image.Rules{Keep: keep, Ink: 1, Budget: 50}})
	if m := p.found(); m.Rules.Budget != 50 || m.Rules.Ink != 1 || !bytes.Equal(m.Rules.Keep, keep) {
		t.Errorf("asked with %+v", m.Rules)
	}
	p.do(SetImageRule{image.Rules{Keep: keep[:3]}}, SetImageRule{image.Rules{Ink: 9}})
	p.idle()
}

func TestAPaintedRegionFindsAnewOnceItsStrokeEnds(t *testing.T) {
	p := withDigits(t, true)
	p.do(PaintTo{X0: 4.5, Y0: 4.5, X1: 9.5, Y1: 4.5})
	p.idle()
	if s := p.Images.Subject; s.Has || s.Rules.Keep[4*28+6] != 1 || s.Rules.Keep[8*28+6] != 0 {
		t.Error("the stroke is not kept, or answers of other rules are shown")
	}
	p.do(PaintTo{X0: 9.5, Y0: 4.5, X1: 9.5, Y1: 4.5, End: true})
	if m := p.found(); m.Rules.Keep[4*28+6] != 1 {
		t.Errorf("asked with %v", m.Rules.Keep)
	}
	p.do(PaintTo{X0: 0, Y0: 4.5, X1: 20, Y1: 4.5, Erase: true, End: true})
	if m := p.found(); m.Rules.Keep != nil {
		t.Errorf("asked with %v, want no region", m.Rules.Keep)
	}
	p.do(PaintPixel{Row: 2, Column: 3})
	if m := p.found(); bytes.Count(m.Rules.Keep, []byte{1}) != 1 || m.Rules.Keep[2*28+3] != 1 {
		t.Errorf("asked with %v", m.Rules.Keep)
	}
	p.do(PaintPixel{Row: 28}, PaintTo{X0: math.NaN()})
	p.idle()
}

func TestOneTrainingHasTheEngine(t *testing.T) {
	p := withDigits(t, false)
	p.do(TrainGenerator{})
	take[wire.TrainImageGenerator](p)
	p.do(TrainClassifier{})
	p.idle()
	if !strings.Contains(p.alerts(), "Another model is being trained") {
		t.Errorf("alerts %q", p.alerts())
	}
	p.do(Pause{TheGenerator})
	answer[wire.Pause](p, wire.Paused{})
}

// savedFile saves the images and returns the file.
func (p *page) savedFile(pixels bool) []byte {
	p.t.Helper()
	p.do(SaveProject{Name: p.FileName(), With: Travel{Rows: pixels}})
	f, is := p.other[len(p.other)-1].(WriteFile)
	if !is {
		p.t.Fatalf("nothing was saved: %s", p.alerts())
	}
	p.do(ProjectSaved{SaveProject: f.As})
	return f.Bytes
}

// drop opens a file by dropping it.
func (p *page) drop(name string, b []byte) {
	p.do(ChooseFile{ID: 77, Name: name, Size: len(b)}, FileRead{ID: 77, Bytes: b})
}

// TestLabelsOfImagesAreSaved: a file holds labels of digits. It holds labels of images from files
// only with their pixels, and otherwise a notice says that they are left out.
func TestLabelsOfImagesAreSaved(t *testing.T) {
	set := testImages
	testImages = savedSet
	defer func() { testImages = set }()
	p := labellingImages(t)
	p.do(SetLabelName{"Ann"}, Judge{Verdict: label.Feasible}, Judge{Verdict: label.Infeasible})
	q := newPage(t)
	q.drop("Digits.causeway", p.savedFile(false))
	answer[wire.SampleImages](q, testImages)
	if got := q.Images.Labels.List; len(got) != 2 || !reflect.DeepEqual(got, p.Images.Labels.List) {
		t.Errorf("%d labels came back, want the same 2", len(got))
	}
	p.do(Judge{Verdict: label.Feasible})
	if !p.LosesByLeaving() {
		t.Error("a label that is in no file can be left without a word")
	}
	p.Images.load = wire.OpenImages{Files: []wire.ImageFile{{Name: "a", Bytes: []byte{1}}}}
	for _, pixels := range []bool{false, true} {
		s, err := snapshot.ReadImages(p.savedFile(pixels))
		if err != nil || (len(s.Labels) == 3) != pixels ||
			strings.Contains(p.Notices.Status, "so 3 labels could not be saved") == pixels {
			t.Errorf("pixels %v: %d labels, %v; said %q", pixels, len(s.Labels), err, p.Notices.Status)
		}
	}
}

var savedSet = func() wire.ImagesLoaded {
	s := testImages
	s.Hash = strings.Repeat("ab", 32)
	return s
}()

func TestSampledImagesAreSavedAndReopenedWithTheirModels(t *testing.T) {
	set := testImages
	testImages = savedSet
	defer func() { testImages = set }()
	p := withDigits(t, true)
	p.do(SetImageRule{image.Rules{Ink: 1, Seen: []image.Bound{{Measure: "slant", Down: -1, Up: 0.5}}}})
	rules := p.found().Rules
	if !p.LosesByLeaving() {
		t.Error("models that are in no file can be left without a word")
	}
	b := p.savedFile(false)
	if p.LosesByLeaving() {
		t.Error("saved models are called lost")
	}
	q := newPage(t)
	q.drop("Digits.causeway", b)
	if m := answer[wire.SampleImages](q, testImages); m.Rows != p.Images.load.(wire.SampleImages).Rows {
		t.Errorf("%d digits are sampled", m.Rows)
	}
	if m := answer[wire.RestoreImages](q, wire.Restored{Classifier: true,
		Generator: true}); string(m.Classifier) != "c" || string(m.Generator) != "g" || m.Hash != testImages.Hash {
		t.Errorf("restored %+v", m)
	}
	answer[wire.ShowImages](q, shown(3, 0, 2))
	answer[wire.PredictImage](q, sharesOf(0.1, 0.2, 0.7))
	if m := q.found(); !reflect.DeepEqual(m.Rules, rules) {
		t.Errorf("asked under %+v, want %+v", m.Rules, rules)
	}
	if g := q.Images; g.Classifier.Result.Accuracy != 0.9 || g.Generator.Result.Validity != 0.9 || q.LosesByLeaving() {
		t.Errorf("taken: %+v", g.Classifier.Result)
	}
	if c, g := q.Images.Classifier.Origin, q.Images.Generator.Origin; c != Claimed || g != Claimed {
		t.Errorf("what a file says of its models stands on the word of %d and %d", c, g)
	}
	same := wire.ImagesVerified{Classifier: q.Images.Classifier.Result, Generator: q.Images.Generator.Result}
	q.do(VerifyProject{})
	answer[wire.VerifyImages](q, same)
	if !strings.Contains(q.Images.Verified, "every figure is the same") || q.Images.Differs ||
		q.Images.Classifier.Origin != Proved || q.Images.Generator.Origin != Proved {
		t.Errorf("verified: %q", q.Images.Verified)
	}
	same.Generator.Validity = 0.8
	q.do(VerifyProject{})
	answer[wire.VerifyImages](q, same)
	if !q.Images.Differs {
		t.Errorf("another validity, and it says %q", q.Images.Verified)
	}
	if again := q.savedFile(false); !bytes.Equal(again, b) {
		t.Error("saved again, the bytes differ")
	}
}

func TestImagesFromFilesAreSavedWithPixelsOnlyOnRequest(t *testing.T) {
	files := []wire.ImageFile{{Name: "x-images-idx3-ubyte", Bytes: bytes.Repeat([]byte("pixel"), 99)},
		{Name: "x-labels-idx1-ubyte", Bytes: []byte("labels")}}
	p := newPage(t)
	p.do(OpenImages{Files: files})
	answer[wire.OpenImages](p, savedSet)
	answer[wire.ShowImages](p, shown(3, 0, 2))
	p.do(TrainClassifier{})
	answer[wire.TrainImageClassifier](p, wire.ClassifierTrained{Model: []byte("c"), Accuracy: 0.9,
		Confusion: make([]int, 9)})
	answer[wire.PredictImage](p, sharesOf(0.1, 0.2, 0.7))
	with, without := p.savedFile(true), p.savedFile(false)
	if bytes.Contains(without, []byte("pixelpixel")) || !bytes.Contains(with, []byte("pixelpixel")) {
		t.Error("pixels are in the file that was to have none, or not in the other")
	}

	q := newPage(t)
	q.drop("x.causeway", with)
	if m := answer[wire.OpenImages](q, savedSet); !reflect.DeepEqual(m.Files, files) {
		t.Errorf("opened %+v", m)
	}
	answer[wire.RestoreImages](q, wire.Restored{Classifier: true})

	q = newPage(t)
	q.drop("x.causeway", without)
	q.idle()
	if !strings.Contains(q.Images.Wait, "Open x-images-idx3-ubyte and x-labels-idx1-ubyte") {
		t.Errorf("it says %q", q.Images.Wait)
	}
	q.do(OpenImages{Files: files})
	answer[wire.OpenImages](q, savedSet)
	answer[wire.RestoreImages](q, wire.Restored{Classifier: true})

	q = newPage(t)
	q.drop("x.causeway", without)
	q.do(OpenImages{Files: files})
	answer[wire.OpenImages](q, testImages)
	take[wire.ShowImages](q)
	q.idle()
	if !strings.Contains(q.alerts(), "not the images of the saved") || q.Images.Classifier.HasResult {
		t.Errorf("models of other images were taken: %s", q.alerts())
	}
	q.drop("x.causeway", without[:len(without)-1])
	if !strings.Contains(q.alerts(), "x.causeway was not opened") {
		t.Errorf("a file that was cut off: %s", q.alerts())
	}
}

// kept is the last save of images, as the vault would return it.
func (p *page) keptImages(have map[string][]byte) (KeepProject, []KeptRecord) {
	p.t.Helper()
	p.other = nil
	p.do(KeepNow{})
	var e KeepProject
	for _, x := range p.other {
		if k, is := x.(KeepProject); is && k.Card.Images {
			e = k
		}
	}
	if e.ID == "" {
		p.t.Fatal("nothing is saved of the images")
	}
	return e, p.saved(e, have)
}

// saved reports a save as done, and returns its records.
func (p *page) saved(e KeepProject, have map[string][]byte) []KeptRecord {
	list := make([]KeptRecord, len(e.Records))
	for i, r := range e.Records {
		if r.Bytes != nil {
			have[r.Name] = r.Bytes
		}
		list[i] = KeptRecord{Name: r.Name, Bytes: have[r.Name]}
	}
	p.do(Kept{ID: e.ID, No: e.No, At: 5})
	equal(p.t, "stage", p.Keeping.Stage, KeepSaved)
	return list
}

func TestImagesAreKeptAndComeBack(t *testing.T) {
	set := testImages
	testImages = savedSet
	defer func() { testImages = set }()
	p := withDigits(t, true)
	p.do(KeptStarted{Tab: "t"})
	records := map[string][]byte{}
	e, _ := p.keptImages(records)
	equal(t, "card", e.Card, KeptCard{Name: "Digits", Rows: 30, Images: true, Classifier: true, Generator: true})
	p.do(SetImageRule{image.Rules{Ink: 1}})
	p.found()
	p.do(DrawOwn{On: true}, DrawTo{X0: 5, Y0: 5, X1: 9, Y1: 9, End: true})
	answer[wire.PredictImage](p, sharesOf(0.1, 0.2, 0.7))
	p.do(TrainGenerator{})
	_, job := take[wire.TrainImageGenerator](p)
	p.do(Fact{job, wire.Checkpoint{Epoch: 2, State: []byte("half")}})
	again, list := p.keptImages(records)
	equal(t, "place", again.ID, e.ID)
	if again.Records[0].Bytes != nil || p.LosesByLeaving() {
		t.Error("the models are written again, or something would be lost")
	}

	q := newPage(t)
	q.do(KeptStarted{KeptListed: KeptListed{Projects: []KeptProject{{ID: e.ID, Card: again.Card}}}, Tab: "u",
		Resume: p.Keeping.ID})
	q.do(Fetched{ID: e.ID, Version: -1, At: 5, Records: list, Held: true})
	answer[wire.SampleImages](q, testImages)
	answer[wire.RestoreImages](q, wire.Restored{Classifier: true, Generator: true})
	if m, is := q.sent[len(q.sent)-1].Body.(wire.TrainImageGenerator); !is || string(m.Resume) != "half" {
		t.Errorf("the training goes on by %+v", q.sent)
	}
	g := q.Images
	if !g.Has || g.Subject.Rules.Ink != 1 || !g.Subject.Drawn ||
		!reflect.DeepEqual(g.Drawing.Pad, p.Images.Drawing.Pad) || !g.Generator.HasResult || q.Keeping.ID != e.ID {
		t.Errorf("came back: there %v, rules %+v, drawn %v, place %q", g.Has, g.Subject.Rules, g.Subject.Drawn,
			q.Keeping.ID)
	}
}

func TestImagesThatWereLeftAreSavedFirst(t *testing.T) {
	set := testImages
	testImages = savedSet
	defer func() { testImages = set }()
	p := withDigits(t, false)
	p.do(KeptStarted{Tab: "t"})
	first, _ := p.keptImages(map[string][]byte{})
	p.do(SetImageRule{image.Rules{Ink: 2}}, SampleDigits{}, Answer{Replace: true})
	p.other = nil
	answer[wire.SampleImages](p, testImages)
	var saved, left bool
	for _, x := range p.other {
		switch x := x.(type) {
		case KeepProject:
			saved = saved || x.ID == first.ID && x.Card.Rules == 1
		case LeaveKept:
			left = left || x.ID == first.ID
		}
	}
	if next, _ := p.keptImages(map[string][]byte{}); !saved || !left || next.ID == first.ID {
		t.Errorf("saved %v, left %v, then in %q", saved, left, next.ID)
	}
}

func TestFilesOfImagesAreKeptOnceAndLeftOutWhereThereIsNoRoom(t *testing.T) {
	files := []wire.ImageFile{{Name: "x-images-idx3-ubyte", Bytes: []byte("pixels")},
		{Name: "x-labels-idx1-ubyte", Bytes: []byte("labels")}}
	p := newPage(t)
	p.do(KeptStarted{Tab: "t"})
	p.do(OpenImages{Files: files})
	answer[wire.OpenImages](p, savedSet)
	answer[wire.ShowImages](p, shown(3, 0, 2))
	have := map[string][]byte{}
	_, list := p.keptImages(have)
	p.do(SetImageRule{image.Rules{Ink: 2}})
	e, _ := p.keptImages(have)
	for _, r := range e.Records {
		if strings.HasPrefix(r.Name, recordImageFile) && r.Bytes != nil {
			t.Errorf("%s is written again", r.Name)
		}
	}
	q := newPage(t)
	q.do(KeptStarted{KeptListed: KeptListed{Projects: []KeptProject{{ID: e.ID, Card: e.Card}}}, Tab: "u"})
	q.do(OpenKept{ID: e.ID, Version: -1}, Fetched{ID: e.ID, Version: -1, Records: list, Held: true})
	if m := answer[wire.OpenImages](q, savedSet); !reflect.DeepEqual(m.Files, files) {
		t.Errorf("opened %+v", m.Files)
	}

	p = newPage(t)
	p.do(KeptStarted{Tab: "t"})
	p.do(OpenImages{Files: files})
	answer[wire.OpenImages](p, savedSet)
	p.do(SetImageRule{image.Rules{Ink: 1}})
	p.other = nil
	p.do(KeepNow{})
	full := p.other[len(p.other)-1].(KeepProject)
	p.do(NotKept{ID: full.ID, No: full.No, Trouble: VaultFull, Why: "full"})
	e = p.other[len(p.other)-1].(KeepProject)
	list = p.saved(e, have)
	p.wantAlert("the pixels do not fit in this browser")
	equalSlices(t, "records without room", recordNames(list), []string{recordImages, recordImageWork, recordHistory})
	equal(t, "a card without files", e.Card.NoRows, true)
	q = newPage(t)
	q.do(KeptStarted{KeptListed: KeptListed{Projects: []KeptProject{{ID: e.ID, Card: e.Card}}}, Tab: "u"})
	q.do(OpenKept{ID: e.ID, Version: -1}, Fetched{ID: e.ID, Version: -1, Records: list, Held: true})
	q.idle()
	if !strings.Contains(q.Images.Wait, "Open x-images-idx3-ubyte and x-labels-idx1-ubyte") {
		t.Errorf("it says %q", q.Images.Wait)
	}
	q.do(OpenImages{Files: files})
	answer[wire.OpenImages](q, savedSet)
	equal(t, "rules", q.Images.Subject.Rules.Ink, 1)
	equal(t, "place", q.Keeping.ID, e.ID)
}

func TestRulesOfImagesAreUndone(t *testing.T) {
	p := withDigits(t, true)
	p.do(PaintTo{X0: 5, Y0: 5, X1: 6, Y1: 5}, PaintTo{X0: 6, Y0: 5, X1: 9, Y1: 5, End: true})
	p.found()
	p.do(SetImageRule{image.Rules{Keep: p.Images.Subject.Rules.Keep, Budget: 40}})
	p.found()
	p.do(Undo{})
	if m := p.found(); m.Rules.Budget != 0 || len(m.Rules.Keep) == 0 {
		t.Errorf("undone, asked under %+v", m.Rules)
	}
	p.do(Undo{})
	if m := p.found(); len(m.Rules.Keep) > 0 || p.History.CanUndo() {
		t.Errorf("a stroke is more than one step: %+v", m.Rules)
	}
	p.do(Redo{}, Redo{})
	equal(t, "budget", p.Images.Subject.Rules.Budget, 40)
	equal(t, "can redo", p.History.CanRedo(), false)
	equal(t, "steps", strings.Join(p.History.Steps(), ", "), "Region that stays, Rules of the image")
	p.do(GoToStep{0})
	equal(t, "budget at the beginning", p.Images.Subject.Rules.Budget, 0)
}

func TestAClassifierOfImagesFromElsewhere(t *testing.T) {
	set := testImages
	testImages = savedSet
	defer func() { testImages = set }()
	p := withDigits(t, true)
	p.do(OpenModel{Name: "lenet.onnx", Size: 3, Bytes: []byte("abc")})
	answer[wire.UseImageModel](p, wire.Failure{Code: wire.CodeBadInput, Detail: "It is no model."})
	p.wantAlert("It is no model.")
	if g := p.Images; !g.Generator.HasResult || g.Classifier.Foreign {
		t.Error("a file that is no model has cost the models")
	}
	p.do(OpenModel{Name: "lenet.onnx", Size: 3, Bytes: []byte("abc")})
	answer[wire.UseImageModel](p, wire.ImageModelUsed{Trained: wire.ClassifierTrained{Model: []byte("f"), Accuracy: 0.8,
		Confusion: make([]int, 9)}, Producer: "pytorch", Reading: "from 0 to 1"})
	answer[wire.PredictImage](p, sharesOf(0.1, 0.2, 0.7))
	if g := p.Images; g.Generator.HasResult || !g.Classifier.Foreign || g.Classifier.From.Name != "lenet.onnx" ||
		g.Reading != "from 0 to 1" {
		t.Errorf("used: %+v", p.Images.Classifier)
	}
	q := newPage(t)
	q.drop("Digits.causeway", p.savedFile(false))
	answer[wire.SampleImages](q, testImages)
	q.do(VerifyProject{}) // while the models are on their way
	if m := q.sent[len(q.sent)-1].Body; m != (wire.VerifyImages{Seed: q.Images.Generator.Learned.Seed}) {
		t.Errorf("a press on Verify sends %T", m)
	}
	answer[wire.RestoreImages](q, wire.Restored{Classifier: true})
	if c := q.Images.Classifier; !c.Foreign || c.From.Name != "lenet.onnx" || c.From.Producer != "pytorch" ||
		q.Images.Reading != "from 0 to 1" {
		t.Errorf("opened: %+v", c)
	}
	p.do(ExportModel{Model: TheGenerator})
	p.wantAlert(sayGeneratorFirst)
	p.do(ExportModel{Model: TheClassifier})
	answer[wire.WriteImageModel](p, wire.ModelWritten{Bytes: []byte("onnx")})
	if e, is := p.other[len(p.other)-1].(SaveFile); !is || e.Name != "Digits-classifier.onnx" {
		t.Errorf("saved %+v", p.other[len(p.other)-1])
	}
}

func TestALinkBringsDigitsWithTheirRules(t *testing.T) {
	set := testImages
	testImages = savedSet
	defer func() { testImages = set }()
	p := withDigits(t, false)
	follow := image.Follow{Measure: "ink", Causes: []string{"thickness"}, Within: 4}
	p.do(SetImageRule{image.Rules{Budget: 60, Follows: []image.Follow{follow}}})
	text, err := p.LinkText()
	if err != nil || len(text) > 1000 {
		t.Fatalf("%d characters, %v", len(text), err)
	}
	q := newPage(t)
	q.do(OpenLink{text})
	if m := answer[wire.SampleImages](q, testImages); m != p.Images.load {
		t.Errorf("the link samples %+v, want %+v", m, p.Images.load)
	}
	if r := q.Images.Subject.Rules; r.Budget != 60 || !reflect.DeepEqual(r.Follows, []image.Follow{follow}) ||
		q.Images.Classifier.HasResult {
		t.Errorf("the link brings %+v", r)
	}
}

// imageCard is a counterfactual to judge, identified by its first pixel.
func imageCard(i int) label.Image {
	x := label.Image{Factual: make([]byte, 784), Pixels: make([]byte, 784), Target: 1}
	x.Pixels[0] = byte(i)
	return x
}

// labellingImages is a page in Label with one draw of cards.
func labellingImages(t *testing.T) *page {
	p := withDigits(t, true)
	p.do(Visit{Topics: []Topic{TheLabels}})
	var cards []label.Image
	for i := range imageCards {
		cards = append(cards, imageCard(i))
	}
	answer[wire.DrawImageCards](p, wire.ImageCards{Cards: cards})
	return p
}

func TestImagesAreLabelledAndLearnedFrom(t *testing.T) {
	p := labellingImages(t)
	p.do(FineTuneNow{})
	p.wantAlert("at least 5 of each")
	for i := range 11 {
		p.do(Judge{Verdict: label.Verdict(i % 2)})
	}
	p.do(Judge{Verdict: label.Unsure}, Undo{})
	p.idle()
	equal(t, "labels", len(p.Images.Labels.List), 10)
	yes, no := p.Images.Labels.Taught()
	equal(t, "feasible and infeasible", [2]int{yes, no}, [2]int{5, 5})
	p.do(FineTuneNow{})
	m := answer[wire.TrainImageGenerator](p, wire.ImageGeneratorTrained{Model: []byte("h"), Validity: 0.9, Labels: 10,
		Before: 0.3, Believed: 0.8})
	if len(m.Labels) != 10 || m.Epochs != imageLabelEpochs {
		t.Errorf("it learns for %d epochs from %d labels", m.Epochs, len(m.Labels))
	}
	p.sent = slices.DeleteFunc(p.sent, func(s Send) bool { _, is := s.Body.(wire.DrawImageCards); return !is })
	answer[wire.DrawImageCards](p, wire.ImageCards{}) // of the new generator, which makes none
	p.idle()
	equal(t, "none", p.Images.Labels.None, true)
}

func TestLabelsOfImagesAreChangedListedAndExchanged(t *testing.T) {
	p := labellingImages(t)
	p.do(SetLabelName{"Ann"})
	for i := range 4 {
		p.do(Judge{Verdict: label.Verdict(i % 2)})
	}
	theirs := p.Images.CSV()
	p.do(EditLabel{Index: 1, Verdict: label.Feasible}, RemoveLabel{0}, RemoveLabel{9}, EditLabel{Index: -1})
	l := p.Images.Labels
	if len(l.List) != 3 || !l.List[0].Feasible || l.List[0].Pixels[0] != 1 || l.List[0].By != "Ann" {
		t.Fatalf("%d labels, the first %v by %q", len(l.List), l.List[0].Feasible, l.List[0].By)
	}
	p.do(Undo{}, Undo{})
	equal(t, "labels after undo", len(p.Images.Labels.List), 4)
	equal(t, "the second one again", p.Images.Labels.List[1].Feasible, false)

	// Another person's file: two labels of the same pairs differ.
	q := labellingImages(t)
	q.do(SetLabelName{"Bob"}, Judge{Verdict: label.Infeasible}, Judge{Verdict: label.Infeasible}, ImportLabels{theirs})
	l = q.Images.Labels
	equal(t, "labels", len(l.List), 6)
	equal(t, "people", strings.Join(l.People(), " "), "Ann Bob")
	yes, no := l.Taught()
	equal(t, "taught, without the tie", [2]int{yes, no}, [2]int{1, 2})
	q.do(SetLabelFilter{LabelFilter{Disagree: true}})
	equal(t, "those who disagree", fmt.Sprint(q.Images.Labels.Shown(q.Labels.Filter)), "[0 2]")
	q.do(SetLabelFilter{LabelFilter{OnlyBy: true, By: "Ann", OnlyOf: true, Verdict: label.Infeasible}}, RemoveShown{})
	equal(t, "labels left", len(q.Images.Labels.List), 4)
	q.do(Undo{}, ImportLabels{theirs})
	equal(t, "labels read twice", len(q.Images.Labels.List), 6)
	q.do(ImportLabels{[]byte("target,verdict\n")})
	q.wantAlert("missing")
	equal(t, "labels after a bad file", len(q.Images.Labels.List), 6)

	// Dropped on the place for tables, they are merged as well.
	q.do(Undo{})
	equal(t, "labels without the file", len(q.Images.Labels.List), 2)
	q.drop("labels.csv", theirs)
	equal(t, "labels of a dropped file", len(q.Images.Labels.List), 6)
}
