package e2e

import (
	"bytes"
	"strings"
	"testing"

	"causeway/app/e2e/page"
	"causeway/core/causal"
	"causeway/core/model"
	"causeway/core/wire"
)

// The same seed gives the same bytes in the browser and natively.
func TestSameModelInTheBrowser(t *testing.T) {
	page.Beside(t)
	sample := wire.Sample{Model: "simple-bn", Rows: 2000, Seed: 3}
	classifier := wire.TrainClassifier{ClassifierRecipe: model.ClassifierRecipe{Seed: 5, Epochs: 5, Batch: 32,
		LearningRate: 0.01, Hidden: 10}}
	generator := wire.TrainGenerator{Recipe: model.Recipe{Method: "base", Seed: 6, Epochs: 3, Batch: 64,
		LearningRate: 0.01, Samples: 7, Validity: 10, Margin: 0.2}}

	native, c := page.NewNative(), page.NewTalk(page.Open(t))
	native.Handle(1, sample)
	c.Send(1, sample)
	if got, _ := page.Await[wire.Loaded](c, 1); got.Hash != page.NextOf[wire.Loaded](native).Hash {
		t.Error("the table is another one in the browser than natively")
	}
	native.Handle(2, classifier)
	c.Send(2, classifier)
	if got, _ := page.Await[wire.ClassifierTrained](c, 2); !bytes.Equal(got.Model,
		page.NextOf[wire.ClassifierTrained](native).Model) {
		t.Error("the classifier has other bytes in the browser than natively")
	}
	for i, method := range []model.Method{model.BaseVAE, model.ModelApprox, model.ModelBased} {
		generator.Method, generator.Feasibility, generator.Knowledge = method, 10, causal.Knowledge{
			Edges: []causal.Edge{{From: 0, To: 2, Sign: causal.Rises, Strict: true},
				{From: 1, To: 2, Sign: causal.Rises, Strict: true},
				{From: 0, To: 1}},
			Mechanisms: []causal.Assignment{{Feature: 2, Form: causal.Given, Formula: "(x1 + x2)^2 / 3240 + 10"},
				{Feature: 1, Form: causal.FittedNetwork}},
			Rules: []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}}}
		native.Handle(3+i, generator)
		c.Send(3+i, generator)
		got, _ := page.Await[wire.GeneratorTrained](c, 3+i)
		want := page.NextOf[wire.GeneratorTrained](native)
		if !bytes.Equal(got.Model, want.Model) {
			t.Errorf("%s: the generator has other bytes in the browser than natively", method)
		}
		if got.Decoded != want.Decoded || got.Soft != want.Soft {
			t.Errorf("%s: scores %+v, %+v in the browser, %+v, %+v natively", method, got.Soft, got.Decoded, want.Soft,
				want.Decoded)
		}
	}
}

// TestAThresholdIsTriedAndUsed tries a threshold on the curves, trains with it, and finds the
// promised counts in the confusion matrix, also after undo and redo.
func TestAThresholdIsTriedAndUsed(t *testing.T) {
	page.Beside(t)
	p := page.Sampled(t)
	p.BeginTraining("Classifier", 60)
	p.UnfoldChart("ROC curve")
	p.WaitHas("button", "Save SVG: ROC curve")
	p.Press("Escape")
	p.Unfold("Precision and recall, calibration")
	p.UnfoldChart("Calibration")
	p.WaitHas("button", "Save SVG: Calibration")
	p.Press("Escape")
	said := func() string { return p.Shows(page.Threshold) }
	before := said()
	p.Shoot("classifier-curves")
	p.FillNumber("Precision for 1 at least", 97) // chosen on the validation rows
	p.WaitFor("a threshold that is right about 1 more often", func() bool {
		return said() != before && strings.Contains(said(), "are correct")
	})
	p.Shoot("classifier-right-in")
	p.Click("button", "Best balance")
	p.FillNumber("Threshold for 1", 40)
	p.WaitFor("what it would do", func() bool {
		return strings.HasPrefix(said(), "With a threshold of 40 %, ") && said() != before
	})
	would := strings.TrimPrefix(said(), "With a threshold of 40 %, ")
	p.Click("button", "Decide at this threshold")
	p.WaitShows(page.ThresholdHint, "corresponds to 40 %")
	if got := said(); !strings.HasSuffix(got, would) {
		t.Errorf("said %q before and %q after", would, got)
	}
	right := would[:strings.Index(would, " of all")]
	if facts := p.Shows(page.LargeFacts); !strings.Contains(facts, right) {
		t.Errorf("%s were to be told right: %s", right, facts)
	}
	p.Shoot("classifier-threshold")
}

func TestARowTooManyAndStepsTooLargeAreMoved(t *testing.T) {
	page.Beside(t)
	p := page.Sampled(t)
	p.OpenModel("Generator")
	p.Choose("Method", "Knows nothing of cause and effect: the baseline (BaseVAE+)")
	p.FillNumber("Batch size", 65_536)
	if got := p.Text("spinbutton", "Batch size"); got != "2621" {
		t.Errorf("Batch size = %s, want 2621: with 50 samples that is the largest step", got)
	}
	p.FillNumber("Hinge margin β", 1)
	if got := p.Text("spinbutton", "Hinge margin β"); got != "0.99" {
		t.Errorf("Hinge margin β = %s, want 0.99", got)
	}
	p.GoTo("Person")
	p.FillNumber("Place", 1_000_000)
	if got := p.Text("spinbutton", "Place"); got != "200" {
		t.Errorf("Row = %s, want the last of 200", got)
	}
}

// The latent space is drawn on request and can be hidden; after a new training of the generator it
// is drawn again.
func TestTheLatentSpaceIsDrawn(t *testing.T) {
	page.Beside(t)
	p := page.Sampled(t)
	p.TrainClassifier(60)
	p.OpenModel("Generator")
	p.Choose("Method", "Knows nothing of cause and effect: the baseline (BaseVAE+)")
	p.TrainGenerator(8)
	p.Click("DisclosureTriangle", "Draw the latent space")
	p.WaitFor("the points", func() bool { return p.LatentPoints() > 50 })
	if text := p.LatentSays(); !strings.Contains(text, " dimensions differ between rows") {
		t.Errorf("it says %q", text)
	}
	p.Shoot("codes")
	p.Click("button", "Train generator")
	p.WaitFor("the training", func() bool { return p.LatentSays() == "" })
	p.WaitFor("the points of the new generator", func() bool { return p.LatentPoints() > 50 && p.LatentSays() != "" })
	p.Click("DisclosureTriangle", "Draw the latent space")
	p.WaitFor("no points", func() bool { return p.LatentPoints() == 0 })
}
