package nn

import (
	"math"
	"slices"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/kernel"
)

// numbers fills a slice with reproducible normal numbers.
func numbers(seed uint64, n int) []float32 {
	x := make([]float32, n)
	kernel.Normal(kernel.NewKey(seed), 0, x)
	return x
}

// checkGrad compares a gradient with central differences of the loss with respect to each element
// of w. float32 forward passes leave about 1e-4 of noise in a difference over 2e-3.
func checkGrad(t *testing.T, name string, w, got []float32, loss func() float64) {
	t.Helper()
	const h = 1e-3
	for i := range w {
		old := w[i]
		w[i] = old + h
		up := loss()
		w[i] = old - h
		down := loss()
		w[i] = old
		want := (up - down) / (2 * h)
		if math.Abs(float64(got[i])-want) > 2e-3+2e-2*math.Abs(want) {
			t.Errorf("%s[%d]: gradient %v, central difference %v", name, i, got[i], want)
		}
	}
}

// weigh returns a smooth scalar function of outputs, sum c*y + y^2/2, and its gradient.
func weigh(y, c, d []float32) float64 {
	s := 0.0
	for i := range y {
		s += float64(c[i])*float64(y[i]) + float64(y[i])*float64(y[i])/2
		d[i] = c[i] + y[i]
	}
	return s
}

func TestMLPBackward(t *testing.T) {
	key := kernel.NewKey(3)
	nets := map[string]Net{
		"dense":    {Dense(5, 4, ReLU, key.Sub(0)), Dense(4, 3, Sigmoid, key.Sub(1))},
		"identity": {Dense(5, 3, Identity, key.Sub(0))},
		"hidden":   {Normed(5, 7, 0, key.Sub(0)), Dense(7, 3, Identity, key.Sub(1))},
		"dropout":  {Normed(5, 7, 0.3, key.Sub(0)), Normed(7, 6, 0.3, key.Sub(1)), Dense(6, 3, Sigmoid, key.Sub(2))},
	}
	const n = 9
	x, c := numbers(1, 5*n), numbers(2, 3*n)
	for name, m := range nets {
		for _, mode := range []Mode{Train, Eval} {
			for _, b := range m.Blocks() { // away from the kinks and from the identity
				if b.Norm != nil {
					for o := range b.Norm.Gamma {
						b.Norm.Gamma[o], b.Norm.Beta[o] = 1.2+0.1*float32(o), 0.4
						b.Norm.Mean[o], b.Norm.Var[o] = 0.1, 0.8
					}
				}
			}
			checkNet(t, name+map[Mode]string{Train: "/train", Eval: "/eval"}[mode], m, mode, x, n, c, key)
		}
	}
}

// checkNet compares a network's gradients with respect to its inputs and parameters with central
// differences of weigh. It also checks that InputGrad returns the same gradient with respect to
// the inputs.
func checkNet(t *testing.T, title string, m Net, mode Mode, x []float32, n int, c []float32, key kernel.Key) {
	t.Helper()
	var tape Tape
	d := make([]float32, len(c))
	loss := func() float64 { return weigh(m.Forward(&tape, x, n, mode, key), c, d) }
	loss()
	dx, g := slices.Clone(m.Backward(&tape, d, m.In())), m.Grad(&tape)
	checkGrad(t, title+" x", x, dx, loss)
	for i, p := range m.Params("net") {
		if !p.Running {
			checkGrad(t, title+" "+p.Name, p.Data, g[i], loss)
		}
		clear(g[i])
	}
	loss()
	for i, v := range m.InputGrad(&tape, d) {
		if v != dx[i] {
			t.Fatalf("%s: InputGrad[%d] = %v, Backward gave %v", title, i, v, dx[i])
		}
	}
	for _, d := range g {
		if kernel.Dot(d, d) != 0 {
			t.Errorf("%s: InputGrad changed a parameter's gradient", title)
		}
	}
}

func TestBatchNormStatistics(t *testing.T) {
	b := NewBatchNorm(1)
	x := []float32{1, 2, 3, 6} // mean 3, biased variance 3.5, unbiased 14/3
	stats := make([]float32, 3)
	b.forward(slices.Clone(x), make([]float32, 4), stats, Train)
	mean, variance, inv := stats[0], stats[1], stats[2]
	if mean != 3 || math.Abs(float64(variance)-14.0/3) > 1e-6 ||
		math.Abs(float64(inv)-1/math.Sqrt(3.5+NormEps)) > 1e-6 {
		t.Errorf("stats = %v, %v, %v", mean, variance, inv)
	}
	m := Net{&Block{Linear{In: 1, Out: 1, W: []float32{1}, B: []float32{0}}, End{Norm: b, Act: ReLU}}}
	step := func(mode Mode) {
		var tape Tape
		m.Forward(&tape, x, 4, mode, kernel.Key{})
		m.Backward(&tape, make([]float32, 4), 0)
		NewAdam(m.Params(""), 0.1, 0).Step(m.Grad(&tape))
	}
	step(Train)
	if math.Abs(float64(b.Mean[0])-0.3) > 1e-6 || math.Abs(float64(b.Var[0])-(1+0.1*(14.0/3-1))) > 1e-6 {
		t.Errorf("running statistics = %v, %v; want a tenth of the way", b.Mean[0], b.Var[0])
	}
	b.forward(slices.Clone(x), make([]float32, 4), stats, Eval)
	if mean := stats[0]; mean != b.Mean[0] {
		t.Errorf("an Eval pass uses mean %v, want the running one", mean)
	}
	before := b.Mean[0]
	if step(Eval); b.Mean[0] != before {
		t.Errorf("a step after an Eval pass moves the running mean from %v to %v", before, b.Mean[0])
	}
}

func TestClassifierGradients(t *testing.T) {
	const n, k = 6, 3
	c := NewClassifier(4, 5, k, kernel.NewKey(2))
	x, y := numbers(5, 4*n), []int{0, 1, 2, 2, 1, 0}
	var tape Tape
	d := make([]float32, k*n)
	loss := func() float64 {
		return CrossEntropy(c.Shares(&tape, x, n, Train), y, d)
	}
	loss()
	dx, g := slices.Clone(c.Net.Backward(&tape, d, c.Net.In())), c.Net.Grad(&tape)
	checkGrad(t, "cross entropy x", x, dx, loss)
	for i, p := range c.Params() {
		checkGrad(t, "cross entropy "+p.Name, p.Data, g[i], loss)
	}

	hinge := func() float64 {
		clear(d)
		return Hinge(c.Shares(&tape, x, n, Eval), y, 0.9, 1, d)
	}
	hinge()
	dx = append([]float32(nil), c.SharesGrad(&tape, c.Shares(&tape, x, n, Eval), d, n)...)
	checkGrad(t, "hinge x", x, dx, hinge)

	tr := c.Trace().(blackbox.ScoredTrace)
	weighed := func() (s float64) {
		for i, v := range tr.Logits(x, n) {
			s += float64(v) * float64(i%5)
		}
		return s
	}
	weighed()
	for i := range d {
		d[i] = float32(i % 5)
	}
	dx = append([]float32(nil), tr.LogitsGrad(d, n)...)
	checkGrad(t, "logits x", x, dx, weighed)
}

// TestHinge uses values computed by hand from the paper's formula.
func TestHinge(t *testing.T) {
	shares := []float32{ // classes × examples
		0.2, 0.9, 0.6,
		0.5, 0.05, 0.3,
		0.3, 0.05, 0.1,
	}
	target := []int{0, 0, 2}
	// max(0.5-0.2, -0.4) = 0.3; max(0.05-0.9, -0.4) = -0.4; max(0.6-0.1, -0.4) = 0.5
	d := make([]float32, 9)
	if got, want := Hinge(shares, target, 0.4, 3, d), (0.3-0.4+0.5)/3; math.Abs(got-want) > 1e-6 {
		t.Errorf("hinge = %v, want %v", got, want)
	}
	want := []float32{-1, 0, 1, 1, 0, 0, 0, 0, -1} // weight 3 over 3 examples
	capped := make([]float32, 9)
	if got, want := CappedHinge(shares, target, 0.4, []float32{0.4}, 3, capped),
		(0.3-0.4+0.4)/3; math.Abs(got-want) > 1e-6 {
		t.Errorf("hinge of at most 0.4 = %v, want %v", got, want)
	}
	if want := []float32{-1, 0, 0, 1, 0, 0, 0, 0, 0}; !slices.Equal(capped, want) {
		t.Errorf("gradient of the capped hinge = %v, want %v", capped, want)
	}
	for i := range d {
		if d[i] != want[i] {
			t.Fatalf("gradient = %v, want %v", d, want)
		}
	}
}

func TestAdam(t *testing.T) {
	w, g := []float32{1}, []float32{0.5}
	a := NewAdam([]Param{{Tensor: Tensor{Data: w}}}, 0.1, 0)
	a.Step(Grad{g})
	// The first step of Adam has the size of the learning rate, against the sign of the gradient.
	if math.Abs(float64(w[0])-0.9) > 1e-6 || g[0] != 0 {
		t.Errorf("after a step w = %v, g = %v; want 0.9 and a cleared gradient", w[0], g[0])
	}
	w, g = []float32{1}, []float32{0.5}
	a = NewAdam([]Param{{Tensor: Tensor{Data: w}}}, 0.1, 0)
	a.Plain = true
	for range 2 { // each step is the rate times the gradient, whatever came before
		a.Step(Grad{g})
		g[0] = 0.5
	}
	if math.Abs(float64(w[0])-0.9) > 1e-6 {
		t.Errorf("after two plain steps w = %v, want 1 - 2*0.1*0.5", w[0])
	}
	for _, tt := range []uint64{1, 2, 7, 1000} {
		if got, want := power(0.9, tt), math.Pow(0.9, float64(tt)); math.Abs(got-want) > 1e-12 {
			t.Errorf("power(0.9, %d) = %v, want %v", tt, got, want)
		}
	}
}
