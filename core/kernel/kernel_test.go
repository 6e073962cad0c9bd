package kernel

import (
	"hash/fnv"
	"math"
	"slices"
	"testing"
)

// inputs allocates slices of reproducible numbers with guard values behind them, and checks that
// the guards did not change.
type inputs struct {
	key   Key
	next  uint32
	given [][]float32
}

const guard = 12345.5

func (in *inputs) take(n int) []float32 {
	s := make([]float32, n+3)
	for i := range s[:n] {
		in.next++
		s[i] = in.key.Normal1(in.next)
	}
	for i := n; i < len(s); i++ {
		s[i] = guard
	}
	in.given = append(in.given, s)
	return s[:n:n]
}

func (in *inputs) like(x []float32) []float32 {
	y := in.take(len(x))
	copy(y, x)
	return y
}

func (in *inputs) check(t *testing.T, n int) {
	t.Helper()
	for _, s := range in.given {
		for _, v := range s[len(s)-3:] {
			if v != guard {
				t.Errorf("n=%d: wrote behind the end", n)
			}
		}
	}
}

type twins struct {
	name string
	run  func(in *inputs, n int) (got, want []float32)
}

// kernels lists every kernel with its scalar twin, on n examples. Both return everything that
// they computed. It is a function because go1.27.4 fails on package variables that refer to
// vector code.
func kernels() []twins {
	return []twins{
		{"Affine", func(in *inputs, n int) ([]float32, []float32) {
			w, b, x := in.take(7*5), in.take(7), in.take(5*n)
			y, z := in.take(7*n), in.take(7*n)
			Affine(w, b, x, y, 7, 5, n)
			productRef(w, b, x, z, 7, 5, n, 5, 1, 0)
			return y, z
		}},
		{"MulTrans", func(in *inputs, n int) ([]float32, []float32) {
			w, dy := in.take(7*5), in.take(7*n)
			dx, z := in.take(5*n), in.take(5*n)
			MulTrans(w, dy, dx, 7, 5, 5, n)
			productRef(w, nil, dy, z, 5, 7, n, 1, 5, 0)
			part := in.take(3 * n)
			MulTrans(w, dy, part, 7, 5, 3, n)
			return append(dx, part...), append(z, z[:3*n]...)
		}},
		{"AddOuter", func(in *inputs, n int) ([]float32, []float32) {
			dy, x, dw := in.take(3*n), in.take(7*n), in.take(3*7)
			z := in.like(dw)
			AddOuter(dy, x, dw, 3, 7, n)
			for i := range z {
				var p [Lanes]float32
				dotRef(dy[i/7*n:(i/7+1)*n], x[i%7*n:(i%7+1)*n], &p)
				z[i] += fold(&p)
			}
			return dw, z
		}},
		{"Dot", func(in *inputs, n int) ([]float32, []float32) {
			x, y := in.take(n), in.take(n)
			var p [Lanes]float32
			dotRef(x, y, &p)
			return []float32{Dot(x, y)}, []float32{fold(&p)}
		}},
		{"Sum", func(in *inputs, n int) ([]float32, []float32) {
			x := in.take(n)
			var p [Lanes]float32
			for i, v := range x {
				p[i%Lanes] += v
			}
			return []float32{Sum(x)}, []float32{fold(&p)}
		}},
		{"Add", func(in *inputs, n int) ([]float32, []float32) {
			x, y := in.take(n), in.take(n)
			z := in.like(y)
			Add(x, y)
			addRef(x, z)
			return y, z
		}},
		{"Distance", func(in *inputs, n int) ([]float32, []float32) {
			x, y, d := in.take(n), in.take(n), in.take(n)
			if n > 0 {
				y[n/2] = x[n/2] // no gradient if they are equal
			}
			z := in.like(d)
			var p [Lanes]float32
			distanceRef(x, y, z, 0.7, &p)
			s := Distance(x, y, d, 0.7)
			return append(d, s), append(z, fold(&p))
		}},
		{"MulAdd", func(in *inputs, n int) ([]float32, []float32) {
			a, x, y := in.take(n), in.take(n), in.take(n)
			z := in.like(y)
			MulAdd(a, x, y)
			mulAddRef(a, x, z)
			return y, z
		}},
		{"ScaleAdd", func(in *inputs, n int) ([]float32, []float32) {
			a, x, c, y, z := in.take(n), in.take(n), in.take(n), in.take(n), in.take(n)
			ScaleAdd(a, x, c, y)
			scaleAddRef(a, x, c, z)
			return y, z
		}},
		{"NormalizeReLU", func(in *inputs, n int) ([]float32, []float32) {
			x, xhat, h := in.take(n), in.take(n), in.take(n)
			z := in.like(x)
			NormalizeReLU(x, xhat, 0.3, 1.7, 1.1, -0.2)
			normalizeReLURef(z, h, 0.3, 1.7, 1.1, -0.2)
			return append(x, xhat...), append(z, h...)
		}},
		{"ScaleShiftReLU", unary(func(x, y []float32) { ScaleShiftReLU(x, y, 1.1, -0.2) },
			func(x, y []float32) { scaleShiftReLURef(x, y, 1.1, -0.2) })},
		{"ReLUGrad", binary(func(y, dy, dx []float32) { ReLUGrad(y, dy, dx, 1.25) },
			func(y, dy, dx []float32) { reluGradRef(y, dy, dx, 1.25) })},
		{"NormReLU", func(in *inputs, n int) ([]float32, []float32) {
			y, hat, gamma, beta, stats := in.take(3*n), in.take(3*n), in.take(3), in.take(3), in.take(9)
			z, h, u := in.like(y), in.like(hat), in.like(stats)
			NormReLU(y, hat, gamma, beta, stats, 1e-5, n)
			normReLURef(z, h, gamma, beta, u, 1e-5, n, 0)
			return slices.Concat(y, hat, stats), slices.Concat(z, h, u)
		}},
		{"NormReLUGrad", func(in *inputs, n int) ([]float32, []float32) {
			y, d, hat, gamma, stats, sums := in.take(3*n), in.take(3*n), in.take(3*n), in.take(3), in.take(9),
				in.take(9)
			z, u := in.like(d), in.like(sums)
			fixed := n%5 == 0
			NormReLUGrad(y, d, hat, gamma, stats, sums, 1.25, fixed, n)
			normReLUGradRef(y, z, hat, gamma, stats, u, 1.25, fixed, n, 0)
			return append(d, sums...), append(z, u...)
		}},
		{"Exp", unary(func(x, y []float32) { Exp(x, y) }, func(x, y []float32) {
			for e := range x {
				y[e] = Exp1(x[e])
			}
		})},
		{"Log", func(in *inputs, n int) ([]float32, []float32) {
			x, y, z := in.take(n), in.take(n), in.take(n)
			for e := range x {
				x[e] = Exp1(10 * x[e])
				z[e] = Log1(x[e])
			}
			Log(x, y)
			return y, z
		}},
		{"Sigmoid", unary(func(x, y []float32) { Sigmoid(x, y) }, func(x, y []float32) {
			for e := range x {
				y[e] = Sigmoid1(x[e])
			}
		})},
		{"SigmoidGrad", binary(func(y, dy, dx []float32) { SigmoidGrad(y, dy, dx) }, func(y, dy, dx []float32) {
			for e := range dx {
				dx[e] = dy[e] * float32(y[e]*(1-y[e]))
			}
		})},
		{"Softmax", func(in *inputs, n int) ([]float32, []float32) {
			x, y, z := in.take(3*n), in.take(3*n), in.take(3*n)
			Softmax(x, y, 3, n)
			softmaxRef(x, z, 3, n, 0)
			return y, z
		}},
		{"SoftmaxGrad", func(in *inputs, n int) ([]float32, []float32) {
			y, dy, dx, z := in.take(3*n), in.take(3*n), in.take(3*n), in.take(3*n)
			SoftmaxGrad(y, dy, dx, 3, n)
			softmaxGradRef(y, dy, z, 3, n, 0)
			return dx, z
		}},
		{"Normal", func(in *inputs, n int) ([]float32, []float32) {
			y, z := in.take(n), in.take(n)
			Normal(NewKey(7), 11, y)
			for e := range z {
				z[e] = NewKey(7).Normal1(11 + uint32(e))
			}
			return y, z
		}},
		{"Dropout", func(in *inputs, n int) ([]float32, []float32) {
			y := in.take(n)
			z := in.like(y)
			p := float32(0.3)
			Dropout(NewKey(7), 11, p, y)
			dropoutRef(NewKey(7), 11, uint32(float64(p)*(1<<32)), 1/(1-p), z)
			return y, z
		}},
		{"Adam", func(in *inputs, n int) ([]float32, []float32) {
			w, g, m, v := in.take(n), in.take(n), in.take(n), in.take(n)
			for e := range v {
				v[e] *= v[e]
			}
			w2, m2, v2 := in.like(w), in.like(m), in.like(v)
			s := AdamStep{Rate: 0.01, Beta1: 0.9, Beta2: 0.999, Eps: 1e-8, Decay: 0.01, Fix1: 10, Fix2: 1000}
			Adam(s, w, g, m, v)
			adamRef(s, w2, g, m2, v2)
			return append(append(w, m...), v...), append(append(w2, m2...), v2...)
		}},
		{"SGD", func(in *inputs, n int) ([]float32, []float32) {
			w, g := in.take(n), in.take(n)
			w2 := in.like(w)
			SGD(0.1, 0.01, w, g)
			sgdRef(0.1, 0.01, w2, g)
			return w, w2
		}},
	}
}

type runner = func(in *inputs, n int) (got, want []float32)

func unary(fast, ref func(x, y []float32)) runner {
	return func(in *inputs, n int) ([]float32, []float32) {
		x, y, z := in.take(n), in.take(n), in.take(n)
		fast(x, y)
		ref(x, z)
		return y, z
	}
}

func binary(fast, ref func(y, dy, dx []float32)) runner {
	return func(in *inputs, n int) ([]float32, []float32) {
		y, dy, dx, z := in.take(n), in.take(n), in.take(n), in.take(n)
		fast(y, dy, dx)
		ref(y, dy, z)
		return dx, z
	}
}

// TestTwins compares every kernel with its scalar twin, bit by bit, for every remainder of every
// vector width, and for rows that map to the same cache lines.
func TestTwins(t *testing.T) { testTwins(t, kernels()) }

func testTwins(t *testing.T, kernels []twins) {
	t.Helper()
	for _, k := range kernels {
		t.Run(k.name, func(t *testing.T) {
			for i := range 71 {
				n := i
				if i == 70 {
					n = 512
				}
				in := &inputs{key: NewKey(uint64(n))}
				got, want := k.run(in, n)
				for e := range want {
					if math.Float32bits(got[e]) != math.Float32bits(want[e]) {
						t.Fatalf("n=%d: element %d = %v, twin %v", n, e, got[e], want[e])
					}
				}
				in.check(t, n)
			}
		})
	}
}

// TestSameBitsEverywhere compares the bits of all kernels with those on a 64-bit PC. It also runs
// in WebAssembly and without vectors.
func TestSameBitsEverywhere(t *testing.T) {
	if got, want := hashOf(kernels()), uint64(0x65da9a48d683d934); got != want {
		t.Errorf("hash of all results = %#x, want %#x", got, want)
	}
}

func hashOf(kernels []twins) uint64 {
	h := fnv.New64a()
	for _, k := range kernels {
		got, _ := k.run(&inputs{key: NewKey(1)}, 203)
		for _, v := range got {
			b := math.Float32bits(v)
			h.Write([]byte{byte(b), byte(b >> 8), byte(b >> 16), byte(b >> 24)})
		}
	}
	return h.Sum64()
}

func TestFunctions(t *testing.T) {
	for _, c := range []struct {
		name     string
		f        func(float32) float32
		g        func(float64) float64
		from, to float64
		rel, abs float64
	}{
		{"Exp1", func(x float32) float32 { return Exp1(x) }, math.Exp, -80, 80, 3e-7, 0},
		{"Log1", Log1, math.Log, 1e-8, 1e4, 3e-7, 1e-7},
		{"Sigmoid1", Sigmoid1, func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }, -30, 30, 5e-7, 0},
		{"sine", sine, math.Sin, -math.Pi / 2, math.Pi / 2, 3e-7, 0},
	} {
		for i := range 20001 {
			x := float32(c.from + (c.to-c.from)*float64(i)/20000)
			got, want := float64(c.f(x)), c.g(float64(x))
			if math.Abs(got-want) > c.rel*math.Abs(want)+c.abs {
				t.Fatalf("%s(%v) = %v, want %v", c.name, x, got, want)
			}
		}
	}
	if got := Exp1(1000); math.IsInf(float64(got), 0) {
		t.Errorf("Exp1(1000) = %v, want the value at the limit", got)
	}
}

// TestRandom checks the moments of the streams to within five standard errors.
func TestRandom(t *testing.T) {
	const n = 1 << 20
	for seed := range uint64(4) {
		k := NewKey(seed)
		y := make([]float32, n)
		Normal(k, 0, y)
		var m [5]float64
		for _, v := range y {
			x := float64(v)
			for p, q := 1, x; p <= 4; p, q = p+1, q*x {
				m[p] += q / n
			}
		}
		for p, want := range []float64{1: 0, 2: 1, 3: 0, 4: 3} {
			if sd := []float64{0, 1, 1.42, 3.9, 9.8}[p]; math.Abs(m[p]-want) > 5*sd/math.Sqrt(n) {
				t.Errorf("seed %d: moment %d = %v, want %v", seed, p, m[p], want)
			}
		}
		// Neighbouring numbers and neighbouring streams must agree in about half of their bits.
		other := NewKey(seed + 1)
		var same, across [32]int
		for i := range uint32(n) {
			a, b := k.Bits(i)^k.Bits(i+1), k.Bits(i)^other.Bits(i)
			for bit := range 32 {
				same[bit] += int(a >> bit & 1)
				across[bit] += int(b >> bit & 1)
			}
		}
		for bit := range 32 {
			for _, c := range []int{same[bit], across[bit]} {
				if math.Abs(float64(c)-n/2) > 5*math.Sqrt(n)/2 {
					t.Errorf("seed %d, bit %d: %d of %d differ", seed, bit, c, n)
				}
			}
		}
	}
}

func TestDropoutShare(t *testing.T) {
	y := make([]float32, 1<<18)
	for e := range y {
		y[e] = 1
	}
	Dropout(NewKey(3), 0, 0.1, y)
	// The mean must stay 1; its standard error is sqrt(p/(1-p)/n) = 0.00065.
	if m := Sum(y) / float32(len(y)); math.Abs(float64(m)-1) > 0.0033 {
		t.Errorf("mean after dropout = %v, want 1", m)
	}
}

func TestPerm(t *testing.T) {
	p := make([]int, 1000)
	NewKey(5).Perm(p)
	seen := make([]bool, len(p))
	fixed := 0
	for i, v := range p {
		if seen[v] {
			t.Fatalf("%d twice", v)
		}
		seen[v] = true
		if v == i {
			fixed++
		}
	}
	if fixed > 8 { // Poisson with mean 1: probability of one in a million
		t.Errorf("%d of 1000 stayed", fixed)
	}
}

func BenchmarkAffine(b *testing.B) {
	shapes(b, func(w, bias, x, y []float32, out, in, n int) { Affine(w, bias, x, y, out, in, n) })
}

func BenchmarkMulTrans(b *testing.B) {
	shapes(b, func(w, _, x, y []float32, out, in, n int) { MulTrans(w, y, x, out, in, in, n) })
}

// With few examples AddOuter is below a twentieth of Affine's rate: for every weight it sums Lanes
// partial sums and loads and stores the weight, which takes longer than the products.
func BenchmarkAddOuter(b *testing.B) {
	shapes(b, func(w, _, x, y []float32, out, in, n int) { AddOuter(y, x, w, out, in, n) })
}

// shapes runs a product with the widths of the paper's decoder, and with those of its digit
// networks that have few examples.
func shapes(b *testing.B, f func(w, bias, x, y []float32, out, in, n int)) {
	for _, s := range []struct {
		name       string
		out, in, n int
	}{{"12x11x3200", 12, 11, 3200}, {"20x16x3200", 20, 16, 3200}, {"3x20x3200", 3, 20, 3200}, {"10x29x32", 10, 29, 32},
		{"256x256x256", 256, 256, 256},
		{"784x968x9", 784, 968, 9}, {"784x968x16", 784, 968, 16}, {"256x3136x4", 256, 3136, 4}} {
		b.Run(s.name, func(b *testing.B) {
			w, x, y := make([]float32, s.out*s.in), make([]float32, s.in*s.n), make([]float32, s.out*s.n)
			bias := make([]float32, s.out)
			for b.Loop() {
				f(w, bias, x, y, s.out, s.in, s.n)
			}
			flops := 2 * float64(s.out) * float64(s.in) * float64(s.n) * float64(b.N)
			b.ReportMetric(flops/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}

func BenchmarkElementwise(b *testing.B) {
	x, y, z := make([]float32, 3200), make([]float32, 3200), make([]float32, 3200)
	Normal(NewKey(1), 0, x)
	one, stats, sums := []float32{1}, make([]float32, 3), make([]float32, 3)
	for _, k := range []struct {
		name string
		f    func()
	}{
		{"ScaleShiftReLU", func() { ScaleShiftReLU(x, y, 1, 0.1) }},
		{"Dropout", func() { Dropout(NewKey(1), 0, 0.1, y) }},
		{"NormReLU", func() { NormReLU(y, z, one, one, stats, 1e-5, len(x)) }},
		{"NormReLUGrad", func() { NormReLUGrad(y, z, x, one, stats, sums, 1, false, len(x)) }},
		{"Sigmoid", func() { Sigmoid(x, y) }},
		{"Normal", func() { Normal(NewKey(1), 0, z) }},
	} {
		b.Run(k.name, func(b *testing.B) {
			for b.Loop() {
				k.f()
			}
			b.ReportMetric(float64(len(x))*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gvalue/s")
		})
	}
}
