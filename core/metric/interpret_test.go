package metric

import (
	"testing"

	"causeway/core/data"
	"causeway/core/nn"
	"causeway/core/sim"
	"causeway/core/vae"
)

// TestInterpretability uses two counterfactuals of width 2 whose scores were worked out by hand.
func TestInterpretability(t *testing.T) {
	r := Reconstructions{
		Width: 2,
		X:     []float32{3, 4, 1, 0},
		All:   []float32{3, 1, 1, 2},
		OfClass: [][]float32{
			{0, 0, 1, 1}, // |x - AE_0(x)| = 5, 1
			{3, 5, 1, 2}, // |x - AE_1(x)| = 1, 2
		},
		Origin: []int{0, 1},
		Target: []int{1, 0},
	}
	// |AE(x) - AE_t(x)| = |(3,1)-(3,5)| = 4 and |(1,2)-(1,1)| = 1
	want := Interpretability{IM1: (1.0/5 + 1.0/2) / 2, IM1Squared: (1.0/25 + 1.0/4) / 2,
		IM2: (4.0/5 + 1.0/1) / 2, IM2Squared: (16.0/7 + 1.0/1) / 2,
		ToTarget: 1, ToOrigin: 3.5, Apart: 2.5, Norm: 3}
	got := ScoreInterpretability(r)
	for _, c := range [][2]float64{{got.IM1, want.IM1}, {got.IM2, want.IM2}, {got.IM1Squared, want.IM1Squared},
		{got.IM2Squared, want.IM2Squared},
		{got.ToTarget, want.ToTarget}, {got.ToOrigin, want.ToOrigin}, {got.Apart, want.Apart}, {got.Norm, want.Norm}} {
		if !near(c[0], c[1]) {
			t.Fatalf("ScoreInterpretability = %+v\nwant                    %+v", got, want)
		}
	}
	r.All = nil
	if got := ScoreInterpretability(r); got.IM2 != 0 || !near(got.IM1, want.IM1) {
		t.Errorf("without an auto-encoder of all rows: %+v", got)
	}
}

// TestInterpretabilityOfRows scores real rows of Simple-BN as if they were counterfactuals. Rows
// of the target class must look like that class, and rows of the other class must not.
func TestInterpretabilityOfRows(t *testing.T) {
	tab := sim.SimpleBN(3000, 1)
	split := data.NewSplit(tab.Outcome, 1)
	tab.FitScale(split.Train)
	examples := func(rows []int) nn.Examples {
		ex := nn.Examples{Width: 3, X: make([]float32, 3*len(rows))}
		for n, i := range rows {
			tab.Schema.Encode(tab.Row(i, nil), ex.X[3*n:3*n+3])
			ex.Y = append(ex.Y, tab.Outcome[i])
		}
		return ex
	}
	train, val, test := examples(split.Train), examples(split.Val), examples(split.Test)
	r := Reconstructions{Width: 3, X: test.X}
	for class := range 2 {
		cfg := vae.AutoConfig{Seed: 1, Epochs: 20, Batch: 64, LearningRate: 0.01}
		f, err := vae.NewAutoFit(cfg, vae.Paper([]int{1, 1, 1}, 2), vae.OfClass(train, class), vae.OfClass(val, class))
		if err != nil {
			t.Fatal(err)
		}
		for range cfg.Epochs {
			if _, err := f.Epoch(func() error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		r.OfClass = append(r.OfClass, f.Best().Reconstruct(test))
	}
	own, other := make([]int, test.Rows()), make([]int, test.Rows())
	for i, y := range test.Y {
		own[i], other[i] = y, 1-y
	}
	r.Target, r.Origin = own, other
	if s := ScoreInterpretability(r); s.IM1 > 0.8 {
		t.Errorf("IM1 of rows of the target class = %v, want it well below 1", s.IM1)
	}
	r.Target, r.Origin = other, own
	if s := ScoreInterpretability(r); s.IM1 < 1.5 {
		t.Errorf("IM1 of rows of the other class = %v, want it well above 1", s.IM1)
	}
}
