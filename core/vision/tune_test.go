package vision

import (
	"testing"

	"causeway/core/image"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/sim"
)

// TestTuneLearnsFromLabels checks that after a training with labels, counterfactuals like those
// labelled feasible are made more often, even for images without labels, and that most of them
// still reach their target.
func TestTuneLearnsFromLabels(t *testing.T) {
	if testing.Short() {
		t.Skip("trains for some seconds")
	}
	set, _ := sim.Digits(320, 1)
	rows := set.All()
	train, val, test := Rows{set, rows[:220]}, Rows{set, rows[220:250]}, Rows{set, rows[250:]}
	fit := NewClassifierFit(nn.ClassifierConfig{Seed: 1, Batch: 32, LearningRate: 1e-3}, train, val)
	for range 3 {
		if _, err := fit.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	box := fit.Best()
	cfg := Base()
	cfg.Epochs = 6
	base, err := NewVAEFit(cfg, box, train, val)
	if err != nil {
		t.Fatal(err)
	}
	for range cfg.Epochs {
		if _, err := base.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	start := base.Best()
	ask := func(of Rows) (images [][]byte, target []int) {
		for i, c := range nn.Classes(box, of) {
			images, target = append(images, of.Set.Image(of.Of[i])), append(target, (c+1+i%9)%10)
		}
		return images, target
	}
	ink := func(img []byte) float64 { return image.MeasuresOf(img, set.H, set.W).Ink }
	feasible := func(factual, img []byte) bool { return ink(img) <= ink(factual) }
	images, target := ask(train)
	labels := NewExplainer(start, box).Ask(images, target, 100, kernel.NewKey(5))
	for i, l := range labels {
		labels[i].Feasible = feasible(l.Factual, l.Pixels)
	}
	cfg.Epochs = 3
	tune, err := NewTuneFit(cfg, start, box, train, val, labels, 20)
	if err != nil {
		t.Fatal(err)
	}
	for range cfg.Epochs {
		if _, err := tune.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	images, target = ask(test)
	share := func(v *VAE) (ok, valid float64) {
		for i, a := range NewExplainer(v, box).Answers(images, target, 0, kernel.NewKey(6)) {
			if a.Valid {
				valid += 1 / float64(len(images))
			}
			if a.Valid && feasible(images[i], a.Image) {
				ok += 1 / float64(len(images))
			}
		}
		return ok, valid
	}
	was, wasValid := share(start)
	is, isValid := share(tune.Best())
	if is < was+0.2 || isValid < wasValid-0.1 {
		t.Errorf("valid and feasible: %v of %v before, %v of %v after", was, wasValid, is, isValid)
	}
	for i := range labels {
		labels[i].Feasible = true
	}
	if _, err := NewTuneFit(cfg, start, box, train, val, labels, 200); err == nil {
		t.Error("labels of one kind are no error")
	}
}
