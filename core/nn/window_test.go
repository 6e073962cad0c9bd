package nn

import (
	"math"
	"testing"

	"causeway/core/kernel"
)

// windows lists kernels of all kinds: wide, with strides, with uneven padding.
var windows = map[string]Window{
	"3×3":   {H: 5, Wide: 6, High: 3, Across: 3, Down: 1, Right: 1, Frame: [4]int{1, 1, 1, 1}},
	"5×2":   {H: 6, Wide: 5, High: 5, Across: 2, Down: 1, Right: 1, Frame: [4]int{2, 0, 1, 1}},
	"steps": {H: 7, Wide: 6, High: 3, Across: 3, Down: 2, Right: 2, Frame: [4]int{1, 0, 0, 1}},
	"left":  {H: 5, Wide: 7, High: 2, Across: 2, Down: 2, Right: 3},
}

// TestWindowsBackward compares gradients with respect to inputs with central differences.
func TestWindowsBackward(t *testing.T) {
	const n = 3
	for name, w := range windows {
		h, wide := w.Places()
		f := &Filter{Window: w, In: 2, Out: 3, W: numbers(7, 3*2*w.High*w.Across), B: numbers(8, 3)}
		act := &Apply{Each: h * wide, W: numbers(9, 3), B: numbers(10, 3), Act: ReLU, Slope: 0.2}
		pool := &Pooling{Window: w, Channels: 2}
		for layers, m := range map[string]Net{"filter": {f},
			"function": {f, act, Dense(3*h*wide, 2, Sigmoid, kernel.NewKey(1))},
			"largest":  {pool}, "mean": {&Pooling{Window: w, Channels: 2, Mean: true}},
			"whole mean": {&Pooling{Window: w, Channels: 2, Mean: true, Whole: true}}} {
			checkInputs(t, name+"/"+layers, m, numbers(4, 2*w.H*w.Wide*n), n)
		}
	}
}

// checkInputs does the same as checkNet for layers without trainable parameters.
func checkInputs(t *testing.T, title string, m Net, x []float32, n int) {
	t.Helper()
	var tape Tape
	c := numbers(2, m.Out()*n)
	d := make([]float32, len(c))
	loss := func() float64 { return weigh(m.Forward(&tape, x, n, Eval, kernel.Key{}), c, d) }
	loss()
	checkGrad(t, title, x, append([]float32(nil), m.InputGrad(&tape, d)...), loss)
}

// TestAWindowOf3IsAConv compares the two convolutions, and the poolings of 2×2, with each other.
func TestAWindowOf3IsAConv(t *testing.T) {
	const n = 4
	x := numbers(4, 2*6*6*n)
	for pad := range 2 {
		c := NewConv(2, 3, 6, 6, pad, Identity, kernel.NewKey(1))
		f := &Filter{Window: Window{H: 6, Wide: 6, High: 3, Across: 3, Down: 1, Right: 1,
			Frame: [4]int{pad, pad, pad, pad}}, In: 2, Out: 3, W: c.W, B: c.B}
		near(t, "convolution", Net{c}, Net{f}, x, n)
	}
	half := Window{H: 6, Wide: 6, High: 2, Across: 2, Down: 2, Right: 2}
	near(t, "largest", Net{Resize{2, 6, 6, MaxOf}}, Net{&Pooling{Window: half, Channels: 2}}, x, n)
	near(t, "mean", Net{Resize{2, 6, 6, MeanOf}}, Net{&Pooling{Window: half, Channels: 2, Mean: true}}, x, n)
}

func near(t *testing.T, what string, a, b Net, x []float32, n int) {
	t.Helper()
	var s, u Tape
	want, got := a.Forward(&s, x, n, Eval, kernel.Key{}), b.Forward(&u, x, n, Eval, kernel.Key{})
	for i := range want {
		if math.Abs(float64(want[i]-got[i])) > 1e-5 {
			t.Fatalf("%s: output %d is %v, want %v", what, i, got[i], want[i])
		}
	}
}
