package engine

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"causeway/core/data"
	"causeway/core/image"
	"causeway/core/model"
	"causeway/core/sim"
	"causeway/core/wire"
)

// until sends a command and waits for a fact of a given type, or for a failure.
func until[F wire.Message](s *stage, m wire.Message) F {
	s.t.Helper()
	before := len(s.told())
	done := s.command(8, m)
	done()
	s.wait()
	for _, f := range s.told()[before:] {
		if got, ok := f.fact.(F); ok {
			return got
		}
		if f, ok := f.fact.(wire.Failure); ok {
			s.t.Fatalf("%T: %s", m, f.Detail)
		}
	}
	s.t.Fatalf("%T: no %T in %q", m, *new(F), s.kinds())
	panic("unreachable")
}

// digits returns an engine with a few digits and both models, briefly trained.
func digits(t *testing.T) (*stage, wire.ImagesLoaded) {
	t.Helper()
	s := newStage(t)
	loaded := s.do(wire.SampleImages{Rows: 200, Seed: 4}).(wire.ImagesLoaded)
	until[wire.ClassifierTrained](s, wire.TrainImageClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 1,
		Epochs: 2, Batch: 16, LearningRate: 0.002, Hidden: 1}})
	r := model.ImageFields.Default()
	r.Epochs = 1
	until[wire.ImageGeneratorTrained](s, wire.TrainImageGenerator{ImageRecipe: r})
	return s, loaded
}

func TestDigitsFromASampleToCounterfactuals(t *testing.T) {
	s, loaded := digits(t)
	set, _ := sim.Digits(200, 4)
	if loaded.Rows != 200 || loaded.Train != 160 || loaded.H != 28 || !slices.Equal(loaded.Counts, set.Counts()) ||
		len(loaded.Means) != 10*784 {
		t.Errorf("loaded %d rows of %d", loaded.Rows, loaded.H)
	}
	if first := set.Of(3, set.All())[0]; !bytes.Equal(
		loaded.Pixels[784*(loaded.Shown[0]+loaded.Shown[1]+loaded.Shown[2]):][:784], set.Image(first)) {
		t.Error("the first 3 on the sheet is not the first 3")
	}
	progress, terms := 0, 0
	for _, f := range s.told() {
		switch f := f.fact.(type) {
		case wire.Progress:
			progress++
		case wire.Epoch:
			terms = len(f.Terms)
		}
	}
	if terms != 4 {
		t.Errorf("the last epoch has %d terms, want those of the generator", terms)
	}
	trained := all[wire.ClassifierTrained](s)[0]
	sum := 0
	for _, n := range trained.Confusion {
		sum += n
	}
	if sum != loaded.Test || trained.TestRows != loaded.Test {
		t.Errorf("the confusion matrix counts %d images, want %d", sum, loaded.Test)
	}
	// Each cell of the matrix must show as many digits as it counts.
	for truth := range 10 {
		for said := range 10 {
			got := s.do(wire.ShowImages{Part: data.TestRows, Truth: truth,
				Predicted: said, Limit: 50}).(wire.ImagesShown)
			if got.Total != trained.Confusion[truth*10+said] {
				t.Errorf("%d as %d: %d images, want %d", truth, said, got.Total, trained.Confusion[truth*10+said])
			}
			for i, r := range got.Index {
				if int(set.Labels[r]) != truth || got.Predicted[i] != said ||
					!bytes.Equal(got.Pixels[i*784:(i+1)*784], set.Image(r)) {
					t.Errorf("%d as %d: image %d is another", truth, said, r)
				}
			}
		}
	}
	made := all[wire.ImageGeneratorTrained](s)[0]
	again := s.do(wire.VerifyImages{Seed: model.ImageFields.Default().Seed}).(wire.ImagesVerified)
	again.Classifier.Best, again.Generator.Best, again.Generator.EachMS = trained.Best, made.Best, made.EachMS
	if d := model.Compare(wire.ImagesVerified{Classifier: trained, Generator: made}, again); len(d) > 0 {
		t.Errorf("measured again %+v", again)
	}
	targets := []int{1, 2, 3, 5, 6}
	x := s.do(wire.ExplainImage{Pixels: set.Image(0), Targets: targets, Tries: 16,
		Seed: 1, Steps: 5}).(wire.ImageExplained)
	if len(x.Answers) != 5 || len(x.Paths) != 25 {
		t.Fatalf("%d answers, %d images of paths", len(x.Answers), len(x.Paths))
	}
	for i, a := range append(slices.Clone(x.Answers), x.Paths...) {
		asked := s.do(wire.PredictImage{Pixels: a.Pixels}).(wire.Predicted)
		if !slices.Equal(asked.Shares.Values(), a.Shares.Values()) {
			t.Errorf("image %d: its bytes asked again give other shares", i)
		}
		v := asked.Shares.Values()
		if a.Valid != (slices.Index(v, slices.Max(v)) == a.Target) {
			t.Errorf("image %d: valid is %v", i, a.Valid)
		}
	}
	for i, a := range x.Answers {
		if a.Target != targets[i] || !bytes.Equal(x.Paths[i*5].Pixels, set.Image(0)) ||
			!bytes.Equal(x.Paths[i*5+4].Pixels, a.Pixels) {
			t.Errorf("answer %d: the path does not lead from the digit to it", i)
		}
	}
	keep := make([]byte, 784)
	for i := range 392 {
		keep[i] = 1
	}
	ruled := s.do(wire.ExplainImage{Pixels: set.Image(0), Targets: targets, Tries: 16, Seed: 1,
		Rules: image.Rules{Keep: keep, Budget: 100,
			Seen: []image.Bound{{Measure: "ink", Down: -1, Up: 0}}}}).(wire.ImageExplained)
	for _, a := range ruled.Answers {
		if !bytes.Equal(a.Pixels[:392], set.Image(0)[:392]) || len(a.Proofs) != 3 || !a.Proofs[0].Holds ||
			!a.Proofs[1].Holds {
			t.Errorf("%d: the region that stays has changed: %+v", a.Target, a.Proofs)
		}
		more := image.MeasuresOf(a.Pixels, 28, 28).Ink > image.MeasuresOf(set.Image(0), 28, 28).Ink
		if more == a.Proofs[2].Holds || more != (len(a.Broken) > 0) {
			t.Errorf("%d: more ink is %v: %+v, %q", a.Target, more, a.Proofs, a.Broken)
		}
	}
}

// TestImagesSurviveTheEngine passes everything that the page has stored to a new engine.
func TestImagesSurviveTheEngine(t *testing.T) {
	s, loaded := digits(t)
	c, g := all[wire.ClassifierTrained](s)[0].Model, all[wire.ImageGeneratorTrained](s)[0].Model
	other := newStage(t)
	if got := other.do(wire.SampleImages{Rows: 200, Seed: 4}).(wire.ImagesLoaded); got.Hash != loaded.Hash {
		t.Fatal("the same seed gives other digits")
	}
	if got, ok := other.do(wire.RestoreImages{Hash: loaded.Hash, Classifier: c, Generator: g}).(wire.Restored); !ok ||
		!got.Classifier || !got.Generator {
		t.Fatalf("restored: %+v", got)
	}
	ask := wire.ExplainImage{Pixels: loaded.Pixels[:784], Targets: []int{1, 7}, Seed: 2, Tries: 32}
	a, b := s.do(ask).(wire.ImageExplained), other.do(ask).(wire.ImageExplained)
	for i := range a.Answers {
		if !bytes.Equal(a.Answers[i].Pixels, b.Answers[i].Pixels) {
			t.Error("the other engine has other answers")
		}
	}
	other.do(wire.SampleImages{Rows: 200, Seed: 5})
	for name, m := range map[string]wire.Message{
		"of other images":    wire.RestoreImages{Hash: other.e.images.Hash, Classifier: c},
		"damaged":            wire.RestoreImages{Hash: other.e.images.Hash, Classifier: c[:100]},
		"without the images": wire.RestoreImages{Hash: loaded.Hash, Classifier: c},
	} {
		if f, ok := other.do(m).(wire.Failure); !ok {
			t.Errorf("a classifier %s is taken: %+v", name, f)
		}
	}
}

func TestImagesAndTableDoNotDisturbEachOther(t *testing.T) {
	s, loaded := digits(t)
	s.do(wire.Sample{Model: "simple-bn", Rows: 200, Seed: 3})
	if _, ok := s.do(wire.PredictImage{Pixels: loaded.Pixels[:784]}).(wire.Predicted); !ok {
		t.Error("a table has taken the images away")
	}
	s.do(wire.SampleImages{Rows: 100, Seed: 1})
	if s.e.project.Table == nil {
		t.Error("images have taken the table away")
	}
	if f, ok := s.do(wire.PredictImage{Pixels: loaded.Pixels[:784]}).(wire.Failure); !ok ||
		!strings.Contains(f.Detail, "Train a classifier first") {
		t.Errorf("other images have the classifier of those before: %+v", f)
	}
}

func TestWhatImagesCannotBeAsked(t *testing.T) {
	s := newStage(t)
	for _, m := range []wire.Message{wire.ShowImages{Part: data.TestRows, Limit: 1},
		wire.PredictImage{Pixels: []byte{1}}, wire.TrainImageGenerator{ImageRecipe: model.ImageFields.Default()}} {
		if f, ok := s.do(m).(wire.Failure); !ok || !strings.Contains(f.Detail, "No images are open") {
			t.Errorf("%T: %+v", m, f)
		}
	}
	s.do(wire.SampleImages{Rows: 100, Seed: 1})
	for say, m := range map[string]wire.Message{
		"Train a classifier": wire.TrainImageGenerator{ImageRecipe: model.ImageFields.Default()},
		"has 2 pixels":       wire.PredictImage{Pixels: []byte{1, 2}},
	} {
		if f, ok := s.do(m).(wire.Failure); !ok || !strings.Contains(f.Detail, say) {
			t.Errorf("%T: %+v", m, f)
		}
	}
}

// TestPairsComeTogetherOrOneAfterTheOther opens the two files of a pair in both ways.
func TestPairsComeTogetherOrOneAfterTheOther(t *testing.T) {
	body := make([]byte, 30*64)
	labels := make([]byte, 30)
	for i := range labels {
		labels[i] = byte(i % 3)
		body[i*64] = byte(i)
	}
	images := wire.ImageFile{Name: "t-images",
		Bytes: append([]byte{0, 0, 8, 3, 0, 0, 0, 30, 0, 0, 0, 8, 0, 0, 0, 8}, body...)}
	marks := wire.ImageFile{Name: "t-labels", Bytes: append([]byte{0, 0, 8, 1, 0, 0, 0, 30}, labels...)}
	s := newStage(t)
	for name, c := range map[string]struct {
		files []wire.ImageFile
		say   string
	}{
		"images alone": {[]wire.ImageFile{images}, "“t-images” contains 30 images without"},
		"labels alone": {[]wire.ImageFile{marks}, "contains 30 labels"},
	} {
		if got, ok := s.do(wire.OpenImages{Files: c.files}).(wire.ImagesWait); !ok ||
			!strings.Contains(strings.ReplaceAll(got.Text, `"`, "“"), strings.ReplaceAll(c.say, "”", "“")) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if s.e.images != nil {
		t.Error("half a pair has become the images")
	}
	got := s.do(wire.OpenImages{Files: []wire.ImageFile{marks, images}, Seed: 1}).(wire.ImagesLoaded)
	if got.Name != "t-images" || got.Classes != 3 || !slices.Equal(got.Counts, []int{10, 10, 10}) ||
		!slices.Equal(got.Shown, []int{10, 10, 10}) {
		t.Errorf("loaded %+v", got)
	}
	bad := images
	bad.Bytes = bad.Bytes[:100]
	if f, ok := s.do(wire.OpenImages{Files: []wire.ImageFile{bad, marks}}).(wire.Failure); !ok ||
		!strings.Contains(f.Detail, "incomplete") || s.e.images.Name != "t-images" {
		t.Errorf("a file that is cut off: %+v", f)
	}
}

// TestAClassifierOfDigitsFromElsewhereIsExplained opens an exported model as a classifier from
// another program. It must return the same answers, be explained by a generator trained through
// it, and be saved.
func TestAClassifierOfDigitsFromElsewhereIsExplained(t *testing.T) {
	s, loaded := digits(t)
	set, _ := sim.Digits(200, 4)
	trained := all[wire.ClassifierTrained](s)[0]
	before := s.do(wire.PredictImage{Pixels: set.Image(5)}).(wire.Predicted).Shares.Values()
	file := s.do(wire.WriteImageModel{}).(wire.ModelWritten).Bytes
	if len(s.do(wire.WriteImageModel{Generator: true}).(wire.ModelWritten).Bytes) < 1000 {
		t.Error("the generator's file is empty")
	}
	if f, is := s.do(wire.UseImageModel{Bytes: []byte("no model")}).(wire.Failure); !is ||
		!strings.Contains(f.Detail, "not an ONNX file") {
		t.Errorf("bytes that are no model: %+v", f)
	}
	used := s.do(wire.UseImageModel{Bytes: file}).(wire.ImageModelUsed)
	if used.Trained.Accuracy != trained.Accuracy || !slices.Equal(used.Trained.Confusion, trained.Confusion) ||
		used.Reading != "from 0 to 255" || used.Producer != "Causeway" {
		t.Errorf("used: %+v", used)
	}
	check := func(when string) {
		t.Helper()
		after := s.do(wire.PredictImage{Pixels: set.Image(5)}).(wire.Predicted).Shares.Values()
		for c, v := range before {
			if math.Abs(v-after[c]) > 1e-5 {
				t.Errorf("%s: class %d has the share %v, want %v", when, c, after[c], v)
			}
		}
	}
	check("opened")
	if f, is := s.do(wire.WriteImageModel{}).(wire.Failure); !is ||
		!strings.Contains(f.Detail, "was imported") {
		t.Errorf("written again: %+v", f)
	}
	if f, is := s.do(wire.WriteImageModel{Generator: true}).(wire.Failure); !is ||
		!strings.Contains(f.Detail, "Train a generator first") {
		t.Errorf("the generator of the classifier before is still there: %+v", f)
	}
	r := model.ImageFields.Default()
	r.Epochs, r.Slim = 1, true
	for len(s.done) > 0 { // skip the refusals
		<-s.done
	}
	made := until[wire.ImageGeneratorTrained](s, wire.TrainImageGenerator{ImageRecipe: r})
	s.do(wire.SampleImages{Rows: 200, Seed: 4})
	if got := s.do(wire.RestoreImages{Hash: loaded.Hash, Classifier: used.Trained.Model,
		Generator: made.Model}).(wire.Restored); !got.Classifier || !got.Generator {
		t.Errorf("restored: %+v", got)
	}
	check("restored")
	again := s.do(wire.VerifyImages{Seed: r.Seed}).(wire.ImagesVerified)
	if again.Classifier.Accuracy != used.Trained.Accuracy || again.Generator.Validity != made.Validity {
		t.Errorf("measured again: %+v", again)
	}
}

// TestMeasuresOfDigitsFollowTheirCauses checks that a measure follows its causes as fitted to the
// training images, and that every answer proves it.
func TestMeasuresOfDigitsFollowTheirCauses(t *testing.T) {
	s, _ := digits(t)
	set, _ := sim.Digits(200, 4)
	follow := image.Follow{Measure: "ink", Causes: []string{"thickness", "height"}, Within: 15}
	fit := s.do(wire.FitMeasures{Follows: []image.Follow{follow,
		{Measure: "slant", Causes: []string{"slant"}}}}).(wire.MeasuresFitted).Fits
	if f := fit[0]; len(f.Slopes) != 2 || f.Slopes[0] < 10 || f.Slopes[1] < 0 || f.Share < 0.4 || f.Images != 160 ||
		f.Why != "" {
		t.Errorf("thicker and taller digits have %+v more ink", f)
	}
	t.Logf("ink follows thickness and height: %+v", fit[0])
	x := s.do(wire.ExplainImage{Pixels: set.Image(0), Targets: []int{1, 2, 3}, Tries: 32, Seed: 1,
		Rules: image.Rules{Follows: []image.Follow{follow}}}).(wire.ImageExplained)
	for _, a := range x.Answers {
		from, to := image.MeasuresOf(set.Image(0), 28, 28), image.MeasuresOf(a.Pixels, 28, 28)
		off := to.Ink - from.Ink - fit[0].Slopes[0]*(to.Thickness-from.Thickness) -
			fit[0].Slopes[1]*(to.Height-from.Height)
		if len(a.Proofs) != 1 || a.Proofs[0].Holds != (math.Abs(off) <= 15) ||
			a.Proofs[0].Holds != (len(a.Broken) == 0) {
			t.Errorf("to %d: off by %.2f, proof %+v", a.Target, off, a.Proofs)
		}
	}
	circle := image.Rules{Follows: []image.Follow{{Measure: "ink", Causes: []string{"height"}},
		{Measure: "height", Causes: []string{"ink"}}}}
	if f, is := s.do(wire.ExplainImage{Pixels: set.Image(0), Targets: []int{1}, Rules: circle}).(wire.Failure); !is ||
		!strings.Contains(f.Detail, "cannot follow from itself") {
		t.Errorf("a circle: %+v", f)
	}
}
