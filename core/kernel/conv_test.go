package kernel

import (
	"fmt"
	"math"
	"testing"
)

// imageKernels lists the image kernels with their twins, for n examples of images of 2×3 and 5×4
// pixels.
func imageKernels() []twins {
	return []twins{
		{"Conv", func(in *inputs, n int) ([]float32, []float32) {
			w, b, x := in.take(7*5*Taps), in.take(7), in.take(5*4*5*n)
			y, z := in.take(7*2*3*n), in.take(7*2*3*n)
			Conv(w, b, x, y, 7, 5, 2, 3, n)
			convolveRef(w, b, x, z, filter{7, 5, 2, 3 * n, n, 5 * Taps, Taps, 0, 1})
			return y, z
		}},
		{"ConvInput", func(in *inputs, n int) ([]float32, []float32) {
			w, dy := in.take(7*5*Taps), in.take(7*4*5*n)
			dx, z := in.take(5*2*3*n), in.take(5*2*3*n)
			ConvInput(w, dy, dx, 7, 5, 2, 3, n)
			convolveRef(w, nil, dy, z, filter{5, 7, 2, 3 * n, n, Taps, 5 * Taps, Taps - 1, -1})
			return dx, z
		}},
		{"ConvWeights", func(in *inputs, n int) ([]float32, []float32) {
			dy, x, dw := in.take(3*2*3*n), in.take(2*4*5*n), in.take(3*2*Taps)
			z := in.like(dw)
			ConvWeights(dy, x, dw, 3, 2, 2, 3, n)
			line := 3 * n
			for i := range 3 * 2 {
				var p [Taps][Lanes]float32
				g, s := dy[i/2*2*line:], x[i%2*4*5*n:]
				tapsRef(g, s, &p, 2, line, n, 0)
				for t := range p {
					z[i*Taps+t] += fold(&p[t])
				}
			}
			return dw, z
		}},
		{"MaxPool", func(in *inputs, n int) ([]float32, []float32) {
			x, y, z := in.take(2*5*4*n), in.take(2*2*2*n), in.take(2*2*2*n)
			MaxPool(x, y, 2, 5, 4, n)
			eachSquare(2, 5, 4, n, func(s square) {
				max4Ref(x[s.a:], x[s.b:], x[s.c:], x[s.d:], z[s.small:s.small+n])
			})
			return y, z
		}},
		{"MaxPoolGrad", func(in *inputs, n int) ([]float32, []float32) {
			x, dy, dx, z := in.take(2*5*4*n), in.take(2*2*2*n), in.take(2*5*4*n), in.take(2*5*4*n)
			for e := range x { // including equal values
				x[e] = float32(int(2 * x[e]))
			}
			clear(z)
			MaxPoolGrad(x, dy, dx, 2, 5, 4, n)
			eachSquare(2, 5, 4, n, func(s square) {
				max4GradRef(x[s.a:], x[s.b:], x[s.c:], x[s.d:], dy[s.small:s.small+n], z[s.a:], z[s.b:],
					z[s.c:], z[s.d:])
			})
			return dx, z
		}},
		{"Pool", func(in *inputs, n int) ([]float32, []float32) {
			x, y, z := in.take(2*5*4*n), in.take(2*2*2*n), in.take(2*2*2*n)
			Pool(x, y, 0.25, 2, 5, 4, n)
			eachSquare(2, 5, 4, n, func(s square) {
				sum4Ref(x[s.a:], x[s.b:], x[s.c:], x[s.d:], z[s.small:s.small+n], 0.25)
			})
			return y, z
		}},
		{"Spread", func(in *inputs, n int) ([]float32, []float32) {
			y, x, z := in.take(2*2*2*n), in.take(2*5*4*n), in.take(2*5*4*n)
			clear(z)
			Spread(y, x, 0.25, 2, 5, 4, n)
			eachSquare(2, 5, 4, n, func(s square) {
				for e := range n {
					v := 0.25 * y[s.small+e]
					z[s.a+e], z[s.b+e], z[s.c+e], z[s.d+e] = v, v, v, v
				}
			})
			return x, z
		}},
	}
}

func eachSquare(planes, tall, wide, n int, do func(square)) {
	for p := range planes {
		for r := range tall / 2 {
			for q := range wide / 2 {
				do(squareAt(p, r, q, tall, wide, n))
			}
		}
	}
}

func TestImageTwins(t *testing.T) { testTwins(t, imageKernels()) }

func TestImagesSameBitsEverywhere(t *testing.T) {
	if got, want := hashOf(imageKernels()), uint64(0x2a49c1535425ddc5); got != want {
		t.Errorf("hash of all results = %#x, want %#x", got, want)
	}
}

// TestConvByHand checks a size-preserving convolution of one image against its definition.
func TestConvByHand(t *testing.T) {
	x := []float32{
		1, 2, 3,
		4, 5, 6}
	w := []float32{
		0, 1, 0,
		2, 3, 4,
		0, 0, 5}
	framed, y := make([]float32, 4*5), make([]float32, 2*3)
	Pad(x, framed, 1, 2, 3, 1, 1)
	Conv(w, []float32{10}, framed, y, 1, 1, 2, 3, 1)
	// The pixel 5: 2 is above it, 2*4 + 3*5 + 4*6 are in its line, and the frame is below it.
	want := []float32{
		10 + 3*1 + 4*2 + 5*5, 10 + 2*1 + 3*2 + 4*3 + 5*6, 10 + 2*2 + 3*3,
		10 + 1 + 3*4 + 4*5, 10 + 2 + 2*4 + 3*5 + 4*6, 10 + 3 + 2*5 + 3*6}
	for i := range want {
		if y[i] != want[i] {
			t.Fatalf("convolution = %v, want %v", y, want)
		}
	}
}

// TestConvGradients compares both gradients with central differences. These are exact up to
// rounding, because the outputs are linear in inputs and weights.
func TestConvGradients(t *testing.T) {
	const out, in, tall, wide, n = 3, 2, 4, 5, 3
	for pad := range 2 {
		h, q := tall+2*pad-2, wide+2*pad-2 // of the outputs
		key := NewKey(uint64(pad))
		take := func(stream uint64, n int) []float32 {
			s := make([]float32, n)
			Normal(key.Sub(stream), 0, s)
			return s
		}
		w, b, x, dy := take(1, out*in*Taps), take(2, out), take(3, in*tall*wide*n), take(4, out*h*q*n)
		framed, y := make([]float32, in*(h+2)*(q+2)*n), make([]float32, out*h*q*n)
		loss := func() float64 {
			Pad(x, framed, in, tall, wide, n, pad)
			Conv(w, b, framed, y, out, in, h, q, n)
			s := 0.0
			for i := range y {
				s += float64(y[i]) * float64(dy[i])
			}
			return s
		}
		loss()
		dw, dx := make([]float32, len(w)), make([]float32, len(x))
		ConvWeights(dy, framed, dw, out, in, h, q, n)
		wider := make([]float32, out*(tall+2)*(wide+2)*n)
		Pad(dy, wider, out, h, q, n, 2-pad)
		ConvInput(w, wider, dx, out, in, tall, wide, n)
		for name, v := range map[string][2][]float32{"weights": {w, dw}, "input": {x, dx}} {
			for i := range v[0] {
				old := v[0][i]
				v[0][i] = old + 0.5
				up := loss()
				v[0][i] = old - 0.5
				down := loss()
				v[0][i] = old
				if want, got := up-down, float64(v[1][i]); math.Abs(got-want) > 1e-4 {
					t.Errorf("pad %d, %s[%d]: gradient %v, central difference %v", pad, name, i, got, want)
				}
			}
		}
	}
}

// TestMaxPoolTakesOneOfEquals checks the gradient for squares of equal pixels, which are common
// in dark backgrounds.
func TestMaxPoolTakesOneOfEquals(t *testing.T) {
	x, dx := []float32{1, 1, 0, 2, 1, 0, 2, 2}, make([]float32, 8)
	MaxPoolGrad(x, []float32{5, 7}, dx, 1, 2, 4, 1)
	want := []float32{5, 0, 0, 7, 0, 0, 0, 0}
	for i := range want {
		if dx[i] != want[i] {
			t.Fatalf("gradient = %v, want %v", dx, want)
		}
	}
}

// BenchmarkConv uses the sizes of the paper's digit classifier. A single example is below a twentieth
// of Affine's rate: a line of its images is shorter than Lanes, so the scalar twins compute it.
func BenchmarkConv(b *testing.B) {
	for _, s := range []struct{ out, in, h, n int }{{32, 1, 28, 32}, {64, 32, 14, 32}, {64, 32, 14, 16},
		{64, 32, 14, 1}, {16, 16, 24, 16}, {1, 16, 22, 16}} {
		w, bias := make([]float32, s.out*s.in*Taps), make([]float32, s.out)
		x, y := make([]float32, s.in*(s.h+2)*(s.h+2)*s.n), make([]float32, s.out*s.h*s.h*s.n)
		dy, dx := make([]float32, s.out*(s.h+2)*(s.h+2)*s.n), make([]float32, s.in*s.h*s.h*s.n)
		for _, k := range []struct {
			name string
			f    func()
		}{
			{"forward", func() { Conv(w, bias, x, y, s.out, s.in, s.h, s.h, s.n) }},
			{"input", func() { ConvInput(w, dy, dx, s.out, s.in, s.h, s.h, s.n) }},
			{"weights", func() { ConvWeights(y, x, w, s.out, s.in, s.h, s.h, s.n) }},
		} {
			b.Run(fmt.Sprintf("%s/%dx%d/%dx%d/%d", k.name, s.out, s.in, s.h, s.h, s.n), func(b *testing.B) {
				for b.Loop() {
					k.f()
				}
				flops := 2 * float64(s.out*s.in*Taps*s.h*s.h*s.n) * float64(b.N)
				b.ReportMetric(flops/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
}

func BenchmarkMaxPool(b *testing.B) {
	x, y := make([]float32, 32*28*28*32), make([]float32, 32*14*14*32)
	b.Run("forward", func(b *testing.B) {
		for b.Loop() {
			MaxPool(x, y, 32, 28, 28, 32)
		}
		b.ReportMetric(float64(len(x))*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gvalue/s")
	})
	b.Run("back", func(b *testing.B) {
		d := make([]float32, len(x))
		for b.Loop() {
			MaxPoolGrad(x, y, d, 32, 28, 28, 32)
		}
		b.ReportMetric(float64(len(x))*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gvalue/s")
	})
}

// sizedKernels lists kernels that behave differently at other sizes: few or many outputs, fewer
// or more inputs than the limit for spreading weights, more outputs than fit into a table, and
// enough outputs for rows to be transposed.
func sizedKernels() (all []twins) {
	for _, s := range []struct{ out, in int }{{1, 2}, {2, 1}, {3, 2}, {4, 3}, {5, 64}, {8, 65}} {
		const h, wide = 2, 3
		all = append(all, twins{fmt.Sprint("Conv", s), func(in *inputs, n int) ([]float32, []float32) {
			w, b, x := in.take(s.out*s.in*Taps), in.take(s.out), in.take(s.in*(h+2)*(wide+2)*n)
			y, z := in.take(s.out*h*wide*n), in.take(s.out*h*wide*n)
			Conv(w, b, x, y, s.out, s.in, h, wide, n)
			convolveRef(w, b, x, z, filter{s.out, s.in, h, wide * n, n, s.in * Taps, Taps, 0, 1})
			dw := in.take(s.out * s.in * Taps)
			dz := in.like(dw)
			ConvWeights(y, x, dw, s.out, s.in, h, wide, n)
			for i := range s.out * s.in {
				var p [Taps][Lanes]float32
				tapsRef(y[i/s.in*h*wide*n:], x[i%s.in*(h+2)*(wide+2)*n:], &p, h, wide*n, n, 0)
				for t := range p {
					dz[i*Taps+t] += fold(&p[t])
				}
			}
			return append(y, dw...), append(z, dz...)
		}})
	}
	for _, s := range []struct{ out, in int }{{1, 3}, {2, 1}, {3, 2}, {4, 4}, {5, 33}, {8, 128}, {6, 129}, {4, 513},
		{65, 3}, {7, 576}, {5, 577}, {139, 16}} {
		all = append(all, twins{fmt.Sprint("Affine", s), func(in *inputs, n int) ([]float32, []float32) {
			w, b, x := in.take(s.out*s.in), in.take(s.out), in.take(s.in*n)
			y, z := in.take(s.out*n), in.take(s.out*n)
			Affine(w, b, x, y, s.out, s.in, n)
			productRef(w, b, x, z, s.out, s.in, n, s.in, 1, 0)
			dx, dz := in.take(s.in*n), in.take(s.in*n)
			MulTrans(w, y, dx, s.out, s.in, s.in, n)
			productRef(w, nil, y, dz, s.in, s.out, n, 1, s.in, 0)
			return append(y, dx...), append(z, dz...)
		}})
	}
	return append(all, twins{"AddOuter of many", func(in *inputs, n int) ([]float32, []float32) {
		const out, rows = 17, 19
		dy, x, dw := in.take(out*n), in.take(rows*n), in.take(out*rows)
		z := in.like(dw)
		AddOuter(dy, x, dw, out, rows, n)
		for i := range z {
			z[i] += Dot(dy[i/rows*n:(i/rows+1)*n], x[i%rows*n:(i%rows+1)*n])
		}
		return dw, z
	}})
}

func TestSizedTwins(t *testing.T) { testTwins(t, sizedKernels()) }
