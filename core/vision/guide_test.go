package vision

import (
	"testing"

	"causeway/core/image"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/sim"
)

// TestDrawsAreGuidedToMeasures makes counterfactuals of digits that were not used in training,
// under rules about measures, and repeats this with the same number of independent draws. Guided
// draws hold more often.
func TestDrawsAreGuidedToMeasures(t *testing.T) {
	if testing.Short() {
		t.Skip("it trains a classifier and a generator")
	}
	s, _ := sim.Digits(700, 11)
	train, val := Rows{s, s.All()[:500]}, Rows{s, s.All()[500:600]}
	c := NewClassifierFit(nn.ClassifierConfig{Seed: 1, Batch: 16, LearningRate: 2e-3}, train, val)
	for range 10 {
		if _, err := c.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	cfg := Base()
	cfg.Slim = true
	g, err := NewVAEFit(cfg, c.Best(), train, val)
	if err != nil {
		t.Fatal(err)
	}
	for range 15 {
		if _, err := g.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	e := NewExplainer(g.Best(), c.Best())
	const ten, little = 10, 0.15
	all, plain := 0, 0
	for name, r := range map[string]image.Rules{
		"ink by 10":         {Seen: []image.Bound{{Measure: "ink", Down: ten, Up: ten}}},
		"thickness by 0.15": {Seen: []image.Bound{{Measure: "thickness", Down: little, Up: little}}},
		"slant and ink": {Seen: []image.Bound{{Measure: "slant", Down: little, Up: little},
			{Measure: "ink", Down: ten, Up: ten}}},
	} {
		e.Rules = r
		guided, blind, n := 0, 0, 0
		for i := range 15 {
			img, target := s.Image(600+i), (int(s.Labels[600+i])+1+i%9)%10
			const tries = 64
			a := e.Answers([][]byte{img}, []int{target}, tries, kernel.NewKey(3))[0]
			if broken := e.Rules.Broken(img, a.Image, s.H, s.W); a.Held() != (a.Valid && len(broken) == 0) {
				t.Errorf("%s: held %v, but it breaks %q", name, a.Held(), broken)
			}
			n++
			if a.Held() {
				guided++
			}
			if e.blind(img, target, tries) {
				blind++
			}
		}
		t.Logf("%s: %d held of %d, %d of draws that do not learn", name, guided, n, blind)
		all, plain = all+guided, plain+blind
	}
	if all <= plain {
		t.Errorf("%d held, and %d of draws that do not learn from each other", all, plain)
	}
}

// blind reports whether the mean code or any draw around the encoder's code holds.
func (e *Explainer) blind(img []byte, target, tries int) bool {
	if e.Answers([][]byte{img}, []int{target}, 0, kernel.Key{})[0].Held() {
		return true
	}
	mean, variance := e.encode([][]byte{img}, []int{target})
	n := len(mean) / Latent
	eps := make([]float32, Latent*AtOnce)
	for from := 0; from < tries; from += AtOnce {
		kernel.Normal(kernel.NewKey(3).Sub(uint64(target)), uint32(from*Latent), eps)
		z, factual, to := make([]float32, Latent*AtOnce), make([][]byte, AtOnce), make([]int, AtOnce)
		for i := range AtOnce {
			for k := range Latent {
				z[k*AtOnce+i] = float32(float32(2*sqrt(variance[k*n]))*eps[i*Latent+k]) + mean[k*n]
			}
			factual[i], to[i] = img, target
		}
		drawn := e.decode(z, factual, to)
		e.judge(drawn)
		for i := range drawn {
			if drawn[i].Held() {
				return true
			}
		}
	}
	return false
}
