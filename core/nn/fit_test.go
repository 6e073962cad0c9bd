package nn

import (
	"errors"
	"hash/fnv"
	"math"
	"testing"

	"causeway/core/kernel"
)

// rings returns a small problem that no linear classifier can solve: the class is whether a point
// lies in the middle band.
func rings(seed uint64, n int) Examples {
	ex := Examples{Width: 3, X: make([]float32, 3*n), Y: make([]int, n)}
	kernel.Normal(kernel.NewKey(seed), 0, ex.X)
	for i := range ex.Y {
		if v := ex.X[3*i] + ex.X[3*i+1]; v > -0.9 && v < 0.9 {
			ex.Y[i] = 1
		}
	}
	return ex
}

var fitConfig = ClassifierConfig{Seed: 11, Epochs: 30, Batch: 32, Hidden: 10, LearningRate: 0.01}

func nothing() error { return nil }

func train(t *testing.T, f *ClassifierFit, epochs int) {
	t.Helper()
	for range epochs {
		if _, err := f.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
}

func TestClassifierLearns(t *testing.T) {
	f := NewClassifierFit(fitConfig, rings(1, 1000), rings(2, 300), 2)
	train(t, f, 30)
	if _, acc := f.Best().Score(rings(3, 1000)); acc < 0.95 {
		t.Errorf("accuracy %v on fresh rows, want at least 0.95", acc)
	}
	done, best := f.Epochs()
	if done != 30 || best < 1 {
		t.Errorf("epochs = %d, best %d", done, best)
	}
}

// fingerprint hashes the bits of a state.
func fingerprint(s State) uint64 {
	h := fnv.New64a()
	for _, t := range s.Tensors {
		for _, v := range t.Data {
			b := math.Float32bits(v)
			h.Write([]byte{byte(b), byte(b >> 8), byte(b >> 16), byte(b >> 24)})
		}
	}
	return h.Sum64()
}

// TestSameBitsEverywhere fixes the trained bytes. It also runs in WebAssembly and without
// vectors.
func TestSameBitsEverywhere(t *testing.T) {
	f := NewClassifierFit(fitConfig, rings(1, 500), rings(2, 100), 2)
	train(t, f, 3)
	if got, want := fingerprint(f.State()), uint64(0x9460abefcd77d36b); got != want {
		t.Errorf("fingerprint of the state = %#x, want %#x", got, want)
	}
}

func TestClassifierResume(t *testing.T) {
	whole := NewClassifierFit(fitConfig, rings(1, 500), rings(2, 100), 2)
	train(t, whole, 8)
	half := NewClassifierFit(fitConfig, rings(1, 500), rings(2, 100), 2)
	train(t, half, 3)
	stop := errors.New("stop")
	calls := 0
	if _, err := half.Epoch(func() error { // stop during an epoch
		if calls++; calls > 4 {
			return stop
		}
		return nil
	}); err != stop {
		t.Fatalf("Epoch = %v, want the error of tick", err)
	}
	saved := NewClassifierFit(fitConfig, rings(1, 500), rings(2, 100), 2)
	train(t, saved, 3)
	rest := NewClassifierFit(fitConfig, rings(1, 500), rings(2, 100), 2)
	if err := rest.Restore(saved.State()); err != nil {
		t.Fatal(err)
	}
	train(t, rest, 5)
	if a, b := fingerprint(whole.State()), fingerprint(rest.State()); a != b {
		t.Errorf("resumed training differs: %#x, want %#x", b, a)
	}
}

func TestRestoreRefuses(t *testing.T) {
	f := NewClassifierFit(fitConfig, rings(1, 100), rings(2, 50), 2)
	train(t, f, 1)
	good, before := f.State(), fingerprint(f.State())
	for name, spoil := range map[string]func(*State){
		"a tensor too few":   func(s *State) { s.Tensors = s.Tensors[1:] },
		"a counter too few":  func(s *State) { s.Counters = s.Counters[1:] },
		"another shape":      func(s *State) { s.Tensors[2].Shape = []int{1} },
		"a number missing":   func(s *State) { s.Tensors[3].Data = s.Tensors[3].Data[1:] },
		"not a number":       func(s *State) { s.Tensors[0].Data[0] = float32(math.NaN()) },
		"infinite":           func(s *State) { s.Tensors[9].Data[0] = float32(math.Inf(1)) },
		"negative variance":  func(s *State) { s.Tensors[len(s.Tensors)-1].Data[0] = -1 },
		"best after the end": func(s *State) { s.Counters[1] = 99 },
		"loss is NaN":        func(s *State) { s.Counters[2] = math.Float64bits(math.NaN()) },
	} {
		s := good.Clone()
		spoil(&s)
		if err := f.Restore(s); err == nil {
			t.Errorf("%s: no error", name)
		}
		if fingerprint(f.State()) != before {
			t.Fatalf("%s: a refused state changed the training", name)
		}
	}
	if err := f.Restore(good); err != nil {
		t.Errorf("a good state: %v", err)
	}
}

func TestLoadClassifier(t *testing.T) {
	c := NewClassifier(3, 4, 2, kernel.NewKey(1))
	if d, err := LoadClassifier(c.Model()); err != nil || fingerprint(d.Model()) != fingerprint(c.Model()) {
		t.Errorf("LoadClassifier(Model()) differs: %v", err)
	}
	for name, counters := range map[string][]uint64{
		"none": nil, "zero width": {0, 4, 2}, "huge": {1 << 40, 4, 2}, "other sizes": {3, 5, 2},
		"overflow": {1 << 15, 1 << 16, 1 << 16},
	} {
		if _, err := LoadClassifier(State{counters, c.Model().Tensors}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestLoadDeepClassifier(t *testing.T) {
	for name, hidden := range map[string][]Hidden{
		"no hidden layer":     nil,
		"one of another kind": {{4, Sigmoid}},
		"three":               {{4, ReLU}, {6, Sigmoid}, {2, Identity}},
	} {
		c := NewDeepClassifier(5, hidden, 3, kernel.NewKey(1))
		m := c.Model()
		if d, err := LoadClassifier(m); err != nil || fingerprint(d.Model()) != fingerprint(m) {
			t.Errorf("%s: LoadClassifier(Model()) differs: %v", name, err)
		}
		m.Counters[len(m.Counters)-1]++
		if _, err := LoadClassifier(m); err == nil {
			t.Errorf("%s: a class too many is not noticed", name)
		}
	}
	for _, counters := range [][]uint64{{5, 4, 9, 3}, {5, 4, 1, 4, 3}, make([]uint64, 2*MaxLayers+2), {5}} {
		if _, err := LoadClassifier(State{Counters: counters}); err == nil {
			t.Errorf("counters %v are not refused", counters)
		}
	}
}

func TestDivergenceIsNamed(t *testing.T) {
	cfg := fitConfig
	cfg.LearningRate = 1e38
	f := NewClassifierFit(cfg, rings(1, 200), rings(2, 50), 2)
	for range 20 {
		if _, err := f.Epoch(nothing); err != nil {
			if !errors.Is(err, ErrDiverged) {
				t.Errorf("error = %v, want ErrDiverged", err)
			}
			return
		}
	}
	t.Error("a training with learning rate 1e38 did not report divergence")
}

func BenchmarkClassifierEpoch(b *testing.B) {
	ex := Examples{Width: 29, X: numbers(1, 29*12553), Y: make([]int, 12553)}
	f := NewClassifierFit(ClassifierConfig{Seed: 1, Batch: 32, Hidden: 10, LearningRate: 1e-3}, ex, rings(1, 1), 2)
	f.val = Examples{Width: 29}
	for b.Loop() {
		if _, err := f.Epoch(nothing); err != nil {
			b.Fatal(err)
		}
	}
	flops := 3 * 2 * float64(29*10+10*2) * 12553 * float64(b.N)
	b.ReportMetric(flops/b.Elapsed().Seconds()/1e9, "GFLOP/s")
}
