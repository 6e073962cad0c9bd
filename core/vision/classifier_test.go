package vision

import (
	"hash/fnv"
	"math"
	"slices"
	"testing"

	"causeway/core/image"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/sim"
)

// noise returns a set of images with random bytes.
func noise(h, w, classes, rows int) *image.Set {
	s := &image.Set{H: h, W: w, Classes: classes, Pixels: make([]byte, rows*h*w), Labels: make([]byte, rows)}
	key := kernel.NewKey(1)
	for i := range s.Pixels {
		s.Pixels[i] = byte(key.Bits(uint32(i)))
	}
	for i := range s.Labels {
		s.Labels[i] = byte(i % classes)
	}
	return s
}

func fingerprint(ts []nn.Tensor) uint64 {
	h := fnv.New64a()
	for _, t := range ts {
		for _, v := range t.Data {
			b := math.Float32bits(v)
			h.Write([]byte{byte(b), byte(b >> 8), byte(b >> 16), byte(b >> 24)})
		}
	}
	return h.Sum64()
}

func nothing() error { return nil }

// TestSameBitsEverywhere pins the trained bytes of both classifiers, and checks that a resumed
// training ends with the same bytes. It also runs under wasm and without vector instructions.
func TestSameBitsEverywhere(t *testing.T) {
	s := noise(9, 8, 3, 40)
	train, val, cfg := Rows{s, s.All()[:30]}, Rows{s, s.All()[30:]},
		nn.ClassifierConfig{Seed: 5, Batch: 8, LearningRate: 1e-3}
	for _, c := range []struct {
		name string
		fit  func() *nn.ClassifierFit
		want uint64
	}{
		{"classifier", func() *nn.ClassifierFit { return NewClassifierFit(cfg, train, val) }, 0x7ffee8dd87de364d},
		{"judge", func() *nn.ClassifierFit { return NewJudgeFit(cfg, train, val) }, 0xe1434243c2cf0f2c},
	} {
		whole, rest := c.fit(), c.fit()
		for e := range 2 {
			if _, err := whole.Epoch(nothing); err != nil {
				t.Fatal(err)
			}
			if e == 0 {
				if err := rest.Restore(whole.State()); err != nil {
					t.Fatal(err)
				}
			}
		}
		if _, err := rest.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
		got := fingerprint(whole.State().Tensors)
		if again := fingerprint(rest.State().Tensors); again != got {
			t.Errorf("%s: resumed, the training ends in %#x, want %#x", c.name, again, got)
		}
		if got != c.want {
			t.Errorf("%s: fingerprint of the training = %#x, want %#x", c.name, got, c.want)
		}
	}
}

// TestClassifierLearnsDigits trains on a few sampled digits and tests on others.
func TestClassifierLearnsDigits(t *testing.T) {
	if testing.Short() {
		t.Skip("trains for some seconds")
	}
	s, _ := sim.Digits(400, 1)
	p := s.Split(1)
	f := NewClassifierFit(nn.ClassifierConfig{Seed: 1, Batch: 16, LearningRate: 2e-3}, Rows{s, p.Train}, Rows{s, p.Val})
	for range 4 {
		if _, err := f.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	fresh, _ := sim.Digits(300, 2)
	if _, acc := f.Best().Score(Rows{fresh, fresh.All()}); acc < 0.85 {
		t.Errorf("accuracy %v on fresh digits, want at least 0.85", acc)
	}
}

func TestLoadClassifier(t *testing.T) {
	shape := Shape{H: 9, W: 8, Classes: 3}
	m := Model(shape, NewClassifier(shape, kernel.NewKey(1)))
	s, c, err := LoadClassifier(m)
	if err != nil || s != shape || fingerprint(Model(s, c).Tensors) != fingerprint(m.Tensors) {
		t.Fatalf("LoadClassifier(Model()) differs: %v", err)
	}
	for name, counters := range map[string][]uint64{"none": nil, "too small": {7, 8, 3}, "huge": {1 << 40, 8, 3},
		"too many classes": {9, 8, 101}, "another": {9, 8, 4}} {
		if _, _, err := LoadClassifier(nn.State{Counters: counters, Tensors: m.Tensors}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestPixelsStayBytes(t *testing.T) {
	s := noise(8, 8, 2, 4)
	x := make([]float32, 64*4)
	Gather([][]byte{s.Image(0), s.Image(1), s.Image(2), s.Image(3)}, x)
	for k := range 4 {
		if !slices.Equal(Bytes(x, k, 4), s.Image(k)) {
			t.Errorf("image %d does not come back", k)
		}
	}
}

func BenchmarkClassifierStep(b *testing.B) {
	s := noise(28, 28, 10, 320)
	f := NewClassifierFit(nn.ClassifierConfig{Seed: 1, Batch: 32, LearningRate: 1e-3}, Rows{s, s.All()}, Rows{s, nil})
	steps := 0
	for b.Loop() {
		if _, err := f.Epoch(func() error { steps++; return nil }); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()*1e3/float64(steps), "ms/step")
}
