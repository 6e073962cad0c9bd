package store

import (
	"bytes"
	"strings"
	"testing"

	"causeway/core/wire"
)

var testImages = wire.ImagesLoaded{Name: "Digits", H: 28, W: 28, Classes: 3, Rows: 30, Train: 24, Val: 3, Test: 3, Counts: []int{10, 10, 10},
	Hash: "i1", Shown: []int{1, 0, 0}, Pixels: make([]byte, 784), Means: make([]byte, 3*784)}

func shown(total, from, label int) wire.ImagesShown {
	return wire.ImagesShown{Total: total, From: from, Index: []int{7 + from}, Pixels: bytes.Repeat([]byte{9}, 784), Labels: []int{label}}
}

func sharesOf(v ...float64) wire.Predicted { return wire.Predicted{Shares: wire.NewFloats(v, len(v))} }

// withDigits is a page with images and their classifier, and with the generator as well.
func withDigits(t *testing.T, generator bool) *page {
	t.Helper()
	p := newPage(t)
	p.do(SampleDigits{})
	answer[wire.SampleImages](p, testImages)
	answer[wire.ShowImages](p, shown(3, 0, 2))
	p.do(TrainImageClassifier{})
	answer[wire.TrainImageClassifier](p, wire.ClassifierTrained{Model: []byte("c"), Accuracy: 0.9, Confusion: make([]int, 9)})
	answer[wire.PredictImage](p, sharesOf(0.1, 0.2, 0.7))
	if generator {
		p.do(TrainImageGenerator{})
		answer[wire.TrainImageGenerator](p, wire.ImageGeneratorTrained{Model: []byte("g"), Validity: 0.9})
		answer[wire.PredictImage](p, sharesOf(0.1, 0.2, 0.7))
		p.found()
	}
	p.idle()
	return p
}

// found answers the search for both classes that the image is not, and the path.
func (p *page) found() wire.ExplainImage {
	p.t.Helper()
	some := wire.ImageAnswer{Pixels: make([]byte, 784), Valid: true, Shares: wire.NewFloats([]float64{1, 0, 0}, 3)}
	m := answer[wire.ExplainImage](p, wire.ImageExplained{Shares: wire.NewFloats([]float64{0.1, 0.2, 0.7}, 3), Answers: []wire.ImageAnswer{some, some}})
	path := answer[wire.ExplainImage](p, wire.ImageExplained{Shares: m0, Answers: []wire.ImageAnswer{some}, Paths: []wire.ImageAnswer{some, some, some}})
	if len(path.Targets) != 1 || path.Steps < 2 {
		p.t.Errorf("asked for the path by %+v", path)
	}
	return m
}

var m0 = wire.NewFloats([]float64{0.1, 0.2, 0.7}, 3)

func TestImagesStandBesideTheTable(t *testing.T) {
	p := ready(t)
	p.do(SampleDigits{})
	answer[wire.SampleImages](p, testImages)
	take[wire.ShowImages](p)
	if !p.Images.Shown || !p.Data.HasTable || !p.Generator.HasResult {
		t.Error("the images have taken the table away")
	}
	p.do(LookAtImages{})
	equal(t, "shown", p.Images.Shown, false)
	p.do(LookAtImages{On: true}, LoadSample{}, Answer{Replace: true})
	answer[wire.Sample](p, testLoaded)
	if p.Images.Shown || !p.Images.Has {
		t.Error("a new table does not show, or has taken the images away")
	}
}

func TestOtherImagesAskBeforeModelsAreLost(t *testing.T) {
	p := withDigits(t, false)
	p.do(SampleDigits{})
	p.idle()
	equal(t, "ask", p.Images.Ask, true)
	p.do(AnswerImages{})
	equal(t, "ask", p.Images.Ask, false)
	p.idle()
	p.do(SampleDigits{}, AnswerImages{Replace: true})
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
		equal(t, "stage", p.Data.Stage, Idle)
		m, job := take[wire.OpenImages](p)
		equal(t, "files", len(m.Files), i+1)
		if i == 0 {
			p.do(Fact{job, wire.ImagesWait{Text: "Choose the labels as well."}})
			equal(t, "wait", p.Images.Wait, "Choose the labels as well.")
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
	p.do(OpenImages{Files: []wire.ImageFile{{Name: "a.idx", Bytes: []byte{1}}}}, AnswerImages{Replace: true})
	answer[wire.OpenImages](p, wire.Failure{Code: wire.CodeBadInput, Detail: "It is cut off."})
	p.wantAlert("cut off")
	if !p.Images.Classifier.HasResult || p.Images.Loading {
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
	p.do(DrawOwn{On: true}, DrawTo{4, 4, 9, 9, true}, DrawTo{9, 9, 14, 20, false})
	one := p.Images.Drawing.Pad
	p.do(DrawPixel{Row: 2, Column: 3}, SetPad{Erase: true, Radius: 99}, DrawTo{4, 4, 9, 9, true}, ClearPad{})
	equal(t, "radius", p.Images.Drawing.Radius, mostPadPen)
	if !p.Images.Drawing.Pad.Empty() {
		t.Error("the pad is not clear")
	}
	p.do(UndoPad{}, UndoPad{}, UndoPad{})
	if !bytes.Equal(p.Images.Drawing.Pad.Ink, one.Ink) {
		t.Error("three steps back is not the first stroke")
	}
	p.do(UndoPad{}, UndoPad{})
	if !p.Images.Drawing.Pad.Empty() || p.Images.Subject.Pixels != nil {
		t.Error("the beginning is not empty")
	}
	p.do(RedoPad{})
	if !bytes.Equal(p.Images.Drawing.Pad.Ink, one.Ink) {
		t.Error("a stroke cannot be made again")
	}
}

func TestImagesComeBackWithAnotherEngine(t *testing.T) {
	p := withDigits(t, true)
	p.do(TrainImageGenerator{})
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
	if m.Truth != 2 || m.Predicted != 1 || m.Part != wire.TestRows || len(p.Images.Cell.Page.Index) != 1 {
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
	p.do(SetImageRule{wire.ImageRules{Keep: keep, Ink: 1, Budget: 50}})
	if m := p.found(); m.Rules.Budget != 50 || m.Rules.Ink != 1 || !bytes.Equal(m.Rules.Keep, keep) {
		t.Errorf("asked with %+v", m.Rules)
	}
	p.do(SetImageRule{wire.ImageRules{Keep: keep[:3]}}, SetImageRule{wire.ImageRules{Ink: 9}})
	p.idle()
}

func TestOneTrainingHasTheEngine(t *testing.T) {
	p := withDigits(t, false)
	p.do(TrainImageGenerator{})
	take[wire.TrainImageGenerator](p)
	p.do(TrainImageClassifier{})
	p.idle()
	if !strings.Contains(p.alerts(), "Another model is being trained") {
		t.Errorf("alerts %q", p.alerts())
	}
	p.do(Pause{TheImageGenerator})
	answer[wire.Pause](p, wire.Paused{})
}
