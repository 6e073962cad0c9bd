package vision

import (
	"math"
	"testing"

	"causeway/core/kernel"
	"causeway/core/nn"
)

// TestVAEGradients compares the gradient of KL plus a smooth loss of the images with central
// differences for every group of parameters.
func TestVAEGradients(t *testing.T) {
	v := NewVAE(Shape{H: 8, W: 9, Classes: 3}, kernel.NewKey(1))
	kernel.Normal(kernel.NewKey(2), 0, v.PriorMean)
	kernel.Normal(kernel.NewKey(3), 0, v.PriorLogVar)
	for _, m := range v.Dec { // away from the kinks
		if b := m.(*nn.Block); b.Norm != nil {
			for o := range b.Norm.Beta {
				b.Norm.Beta[o] = 2
			}
		}
	}
	for _, net := range v.M1 {
		for _, l := range net {
			for o := range l.(*nn.Conv).B {
				l.(*nn.Conv).B[o] = 1
			}
		}
	}
	const n = 4
	x, c, d, odds, target := make([]float32, 72*n), make([]float32, 72*n), make([]float32, 72*n), make([]float32, 72*n),
		[]int{0, 2, 1, 2}
	s := noise(8, 9, 3, n)
	Rows{s, s.All()}.Gather([]int{0, 1, 2, 3}, x)
	kernel.Normal(kernel.NewKey(4), 0, c)
	var tape Tape
	loss := func() float64 {
		y, sum := v.Forward(&tape, x, target, nn.Train, kernel.NewKey(5)), 0.0
		for i := range y {
			p, x := float64(y[i]), float64(x[i])
			sum += float64(c[i])*p - 0.3*(x*math.Log(p)+(1-x)*math.Log(1-p))
			d[i], odds[i] = c[i], 0.3*(y[i]-float32(x))
		}
		return sum + 0.7*v.KL(&tape)
	}
	loss()
	v.Backward(&tape, d, odds, 0.7)
	g := v.Grad(&tape)
	for i, p := range v.Params() {
		if p.Running {
			continue
		}
		for k := 0; k < len(p.Data); k += 1 + len(p.Data)/7 {
			const h = 2e-3
			old := p.Data[k]
			p.Data[k] = old + h
			up := loss()
			p.Data[k] = old - h
			down := loss()
			p.Data[k] = old
			if want, got := (up-down)/(2*h), float64(g[i][k]); math.Abs(got-want) > 6e-3+3e-2*math.Abs(want) {
				t.Errorf("%s[%d]: gradient %v, central difference %v", p.Name, k, got, want)
			}
		}
	}
}

func TestLoadVAE(t *testing.T) {
	m := NewVAE(Shape{H: 8, W: 9, Classes: 3}, kernel.NewKey(1)).Model()
	v, err := LoadVAE(m)
	if err != nil || fingerprint(v.Model().Tensors) != fingerprint(m.Tensors) {
		t.Fatalf("LoadVAE(Model()) differs: %v", err)
	}
	m.Tensors = m.Tensors[1:]
	if _, err := LoadVAE(m); err == nil {
		t.Error("a tensor too few is not refused")
	}
}

// TestVAESameBitsEverywhere pins the trained bytes, and checks that a resumed training ends with
// the same bytes.
func TestVAESameBitsEverywhere(t *testing.T) {
	s := noise(8, 9, 3, 40)
	shape := ShapeOf(s)
	box, cfg := NewClassifier(shape, kernel.NewKey(3)), Base()
	train := func() *VAEFit {
		f, err := NewVAEFit(cfg, box, Rows{s, s.All()[:30]}, Rows{s, s.All()[30:]})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	whole, rest := train(), train()
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
		t.Errorf("resumed, the training ends in %#x, want %#x", again, got)
	}
	if want := uint64(0xcb21aa0c80520f70); got != want {
		t.Errorf("fingerprint of the training = %#x, want %#x", got, want)
	}
}

func BenchmarkVAEStep(b *testing.B) {
	s := noise(28, 28, 10, 160)
	f, err := NewVAEFit(Base(), NewClassifier(ShapeOf(s), kernel.NewKey(3)), Rows{s, s.All()}, Rows{s, nil})
	if err != nil {
		b.Fatal(err)
	}
	steps := 0
	for b.Loop() {
		if _, err := f.Epoch(func() error { steps++; return nil }); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()*1e3/float64(steps), "ms/step")
}
