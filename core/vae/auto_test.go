package vae

import (
	"errors"
	"hash/fnv"
	"math"
	"slices"
	"testing"

	"causeway/core/kernel"
	"causeway/core/nn"
)

// alive moves the normalised blocks away from the kinks of their ReLU.
func alive(nets ...nn.Net) {
	for _, m := range nets {
		for _, b := range m.Blocks() {
			if b.Norm != nil {
				for o := range b.Norm.Beta {
					b.Norm.Beta[o] = 0.5
				}
			}
		}
	}
}

// near compares a gradient with a central difference over 2e-3 of a float32 loss of order 1,
// which has about 1e-3 of noise.
func near(t *testing.T, what string, i int, w []float32, got float32, loss func() float64) {
	t.Helper()
	const h = 1e-3
	old := w[i]
	w[i] = old + h
	up := loss()
	w[i] = old - h
	down := loss()
	w[i] = old
	if want := (up - down) / (2 * h); math.Abs(float64(got)-want) > 4e-3+3e-2*math.Abs(want) {
		t.Errorf("%s[%d]: gradient %v, central difference %v", what, i, got, want)
	}
}

func TestAutoEncoderGradients(t *testing.T) {
	const n = 6
	a := NewAutoEncoder(small(0, 2), kernel.NewKey(4))
	alive(a.Enc, a.Dec)
	f, w := &AutoFit{net: a}, &autoPart{}
	x := encoded(n)
	loss := func() float64 { return f.loss(w, x, n, kernel.NewKey(7)) }
	loss()
	a.Backward(&w.tape, w.d)
	g := a.Grad(&w.tape)
	for k, p := range a.Params() {
		for i := range p.Data {
			if !p.Running {
				near(t, p.Name, i, p.Data, g[k][i], loss)
			}
		}
	}

	var tape AutoTape
	total := func() float64 {
		sum, d := make([]float32, n), make([]float32, len(x))
		a.Error(&tape, x, 1, sum, d)
		s := 0.0
		for _, v := range sum {
			s += float64(v)
		}
		return s
	}
	d := make([]float32, len(x))
	a.Error(&tape, x, 3, make([]float32, n), d)
	for i := range x {
		near(t, "input, weight 3", i, x, d[i]/3, total)
	}
}

// rows returns encoded rows of four profiles, with one number that follows from the profile and
// one that is noise. The class is whether the profile is one of the first two.
func rows(seed uint64, n int) nn.Examples {
	ex := nn.Examples{Width: 6, X: make([]float32, 6*n), Y: make([]int, n)}
	key := kernel.NewKey(seed)
	for r := range n {
		k, x := key.Intn(uint32(2*r), 4), ex.X[6*r:6*r+6]
		x[0], x[1+k], x[5] = 0.2+0.2*float32(k), 1, key.Uniform1(uint32(2*r+1))
		ex.Y[r] = k / 2
	}
	return ex
}

var (
	autoNet    = Paper([]int{1, 4, 1}, 2)
	autoConfig = AutoConfig{Seed: 3, Epochs: 60, Batch: 32, LearningRate: 0.01}
)

func fitAuto(t testing.TB, train, val nn.Examples, epochs int) *AutoFit {
	t.Helper()
	f, err := NewAutoFit(autoConfig, autoNet, train, val)
	if err != nil {
		t.Fatal(err)
	}
	for range epochs {
		if _, err := f.Epoch(func() error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// TestAutoEncoderLearns compares with the best constant, the mean row. Its squared error is the
// sum of the variances: 0.75 for the levels, 0.05 for the first number and 1/12 for the noise.
func TestAutoEncoderLearns(t *testing.T) {
	f := fitAuto(t, rows(1, 800), rows(2, 200), 60)
	if got := f.Best().MeanError(rows(3, 500)); got > 0.1 {
		t.Errorf("error of fresh rows = %v, want at most 0.1 of 0.88", got)
	}
	one := fitAuto(t, OfClass(rows(1, 800), 1), OfClass(rows(2, 200), 1), 60).Best()
	own, other := one.MeanError(OfClass(rows(3, 500), 1)), one.MeanError(OfClass(rows(3, 500), 0))
	if own > 0.1 || other < 5*own {
		t.Errorf("an auto-encoder of class 1 has error %v on class 1 and %v on class 0", own, other)
	}
}

func TestOfClass(t *testing.T) {
	ex := nn.Examples{Width: 2, X: []float32{1, 2, 3, 4, 5, 6}, Y: []int{1, 0, 1}}
	got := OfClass(ex, 1)
	if !slices.Equal(got.X, []float32{1, 2, 5, 6}) || !slices.Equal(got.Y, []int{1, 1}) || got.Width != 2 {
		t.Errorf("OfClass = %+v", got)
	}
}

// TestReconstruct uses more rows than fit into one part. Every row must have the same result as
// alone.
func TestReconstruct(t *testing.T) {
	a, ex := NewAutoEncoder(autoNet, kernel.NewKey(1)), rows(4, 1030)
	all := a.Reconstruct(ex)
	for _, r := range []int{0, 1, 1023, 1024, 1029} {
		one := a.Reconstruct(nn.Examples{X: ex.X[6*r : 6*r+6], Y: ex.Y[r : r+1], Width: 6})
		if !slices.Equal(one, all[6*r:6*r+6]) {
			t.Errorf("row %d = %v, alone %v", r, all[6*r:6*r+6], one)
		}
	}
}

func autoPrint(s nn.State) uint64 {
	h := fnv.New64a()
	for _, ts := range s.Tensors {
		for _, f := range ts.Data {
			b := math.Float32bits(f)
			h.Write([]byte{byte(b), byte(b >> 8), byte(b >> 16), byte(b >> 24)})
		}
	}
	return h.Sum64()
}

// TestAutoFitSameBits fixes the trained bytes and checks that training from a checkpoint leads to
// the same. The 97 rows leave a batch of one row, which is skipped.
func TestAutoFitSameBits(t *testing.T) {
	train, val := rows(1, 97), rows(2, 40)
	whole := fitAuto(t, train, val, 4)
	if got, want := autoPrint(whole.State()), uint64(0xb035fbcff4a6b5df); got != want {
		t.Errorf("fingerprint after four epochs = %#x, want %#x", got, want)
	}
	rest := fitAuto(t, train, val, 0)
	if err := rest.Restore(fitAuto(t, train, val, 2).State()); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := rest.Epoch(func() error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := autoPrint(whole.State()), autoPrint(rest.State()); a != b {
		t.Errorf("resumed training differs: %#x, want %#x", b, a)
	}
	again, err := LoadAutoEncoder(autoNet, whole.Best().Model())
	if err != nil || autoPrint(again.Model()) != autoPrint(whole.Best().Model()) {
		t.Errorf("LoadAutoEncoder(Model()) differs: %v", err)
	}
}

// TestAutoFitInParts fixes the result of a training in three parts.
func TestAutoFitInParts(t *testing.T) {
	f := fitAuto(t, rows(1, 101), rows(2, 40), 0)
	f.split(3)
	for range 3 {
		if _, err := f.Epoch(func() error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := autoPrint(f.State()), uint64(0x5830bdf8a527499e); got != want {
		t.Errorf("fingerprint of the state = %#x, want %#x", got, want)
	}
}

func TestAutoFitRefuses(t *testing.T) {
	ex := rows(1, 10)
	for name, try := range map[string]func() error{
		"one row": func() error { _, err := NewAutoFit(autoConfig, autoNet, rows(1, 1), ex); return err },
		"no epoch": func() error {
			_, err := NewAutoFit(AutoConfig{Batch: 2, LearningRate: 1}, autoNet, ex, ex)
			return err
		},
		"rate is NaN": func() error {
			_, err := NewAutoFit(AutoConfig{0, 1, 2, math.NaN()}, autoNet, ex, ex)
			return err
		},
		"no feature": func() error { _, err := NewAutoFit(autoConfig, Paper(nil, 2), ex, ex); return err },
		"other widths": func() error {
			_, err := LoadAutoEncoder(autoNet, nn.State{Counters: []uint64{5}})
			return err
		},
		"no tensors": func() error {
			_, err := LoadAutoEncoder(autoNet, nn.State{Counters: []uint64{6}})
			return err
		},
	} {
		if try() == nil {
			t.Errorf("%s: no error", name)
		}
	}
	stop := errors.New("stop")
	if _, err := fitAuto(t, ex, ex, 0).Epoch(func() error { return stop }); err != stop {
		t.Errorf("Epoch = %v, want the error of tick", err)
	}
}
