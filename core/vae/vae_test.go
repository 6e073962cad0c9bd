package vae

import (
	"hash/fnv"
	"math"
	"slices"
	"testing"

	"causeway/core/kernel"
	"causeway/core/nn"
)

// small returns a network with odd sizes: a number, a group of three levels and a number, and
// three classes.
func small(carry float32, classes int) Config {
	return Config{Groups: []int{1, 3, 1}, Classes: classes, Latent: 3, Hidden: []int{7, 6}, Drop: 0.2, Carry: carry}
}

// byLetter makes every output end in its own sigmoid.
func byLetter(c Config) Config {
	c.Sigmoid = true
	return c
}

func normals(seed uint64, n int) []float32 {
	x := make([]float32, n)
	kernel.Normal(kernel.NewKey(seed), 0, x)
	return x
}

// encoded returns a batch of factuals, Width×n.
func encoded(n int) []float32 {
	x := make([]float32, 5*n)
	for e := range n {
		x[e] = 0.1 + 0.8*kernel.NewKey(1).Uniform1(uint32(e))
		x[(1+e%3)*n+e] = 1
		x[4*n+e] = float32(e%2) * 1.2 // includes values outside the training range
	}
	return x
}

// TestBackward compares the gradient of klWeight*KL plus a smooth function of the outputs, with
// respect to every parameter, with central differences.
func TestBackward(t *testing.T) {
	const n, samples, klWeight = 6, 3, 0.7
	for name, cfg := range map[string]Config{"paper, two classes": small(0, 2), "carry, three classes": small(3, 3),
		"to the letter": byLetter(small(0, 2))} {
		v := New(cfg, kernel.NewKey(4))
		copy(v.PriorMean, normals(8, len(v.PriorMean)))
		copy(v.PriorLogVar, normals(9, len(v.PriorLogVar)))
		alive(v.Mean, v.Var, v.Dec)
		target := []int{0, 1, cfg.Classes - 1, 1, 0, 1}
		x, c := encoded(n), normals(5, 5*n*samples)
		d := make([]float32, len(c))
		var tape Tape
		loss := func() float64 {
			out := v.Forward(&tape, x, target, samples, nn.Train, kernel.NewKey(6), kernel.NewKey(7))
			s := klWeight * v.KL(&tape)
			for i, y := range out {
				s += float64(c[i])*float64(y) + float64(y)*float64(y)/2
				d[i] = c[i] + y
			}
			return s
		}
		loss()
		v.Backward(&tape, d, klWeight)
		g := v.Grad(&tape)
		for k, p := range v.Params() {
			for i := range p.Data {
				const h = 1e-3 // small, because a ReLU's kink inside the interval makes the difference wrong
				if p.Running {
					continue
				}
				old := p.Data[i]
				p.Data[i] = old + h
				up := loss()
				p.Data[i] = old - h
				down := loss()
				p.Data[i] = old
				if want := (up - down) / (2 * h); math.Abs(float64(g[k][i])-want) > 6e-3+3e-2*math.Abs(want) {
					t.Errorf("%s: %s[%d]: gradient %v, central difference %v", name, p.Name, i, g[k][i], want)
				}
			}
		}
	}
}

// TestKL compares with the closed form for two Gaussians, 1/2 (log(p/v) +
// (v + (m-a)^2)/p - 1), computed here in float64.
func TestKL(t *testing.T) {
	v := New(small(0, 2), kernel.NewKey(4))
	copy(v.PriorMean, normals(8, len(v.PriorMean)))
	copy(v.PriorLogVar, normals(9, len(v.PriorLogVar)))
	target := []int{0, 1, 1}
	var tape Tape
	v.Forward(&tape, encoded(3), target, 2, nn.Eval, kernel.NewKey(6), kernel.NewKey(7))
	want := 0.0
	for k := range 3 {
		for e, c := range target {
			a, p := float64(v.PriorMean[c*3+k]), math.Exp(float64(v.PriorLogVar[c*3+k]))
			m, s := float64(tape.mean[k*3+e]), float64(tape.variant[k*3+e])
			want += (math.Log(p/s) + (s+(m-a)*(m-a))/p - 1) / 2 / 3
		}
	}
	if got := v.KL(&tape); math.Abs(got-want) > 1e-5 {
		t.Errorf("KL = %v, want %v", got, want)
	}
	copy(v.PriorMean, make([]float32, 6))
	copy(v.PriorLogVar, make([]float32, 6))
	for k := range 3 {
		copy(tape.mean[k*3:], []float32{0, 0, 0})
		copy(tape.variant[k*3:], []float32{1, 1, 1})
	}
	if got := v.KL(&tape); math.Abs(got) > 1e-6 {
		t.Errorf("KL of equal Gaussians = %v, want 0", got)
	}
}

func TestOutputs(t *testing.T) {
	v := New(small(3, 2), kernel.NewKey(4))
	var tape Tape
	const n, samples = 4, 500
	out := v.Forward(&tape, encoded(n), []int{0, 1, 0, 1}, samples, nn.Eval, kernel.NewKey(6), kernel.NewKey(7))
	m := n * samples
	for e := range m {
		if s := out[m+e] + out[2*m+e] + out[3*m+e]; math.Abs(float64(s)-1) > 1e-5 {
			t.Fatalf("shares of example %d sum to %v", e, s)
		}
		for _, i := range []int{e, 4*m + e} {
			if !(out[i] > 0 && out[i] < 1) {
				t.Fatalf("number of example %d = %v, want it in (0, 1)", e, out[i])
			}
		}
	}
	// z must have the encoder's mean and variance: check row 1, latent 2, within five standard
	// errors.
	var sum, sq float64
	for s := range samples {
		z := float64(tape.z[2*m+s*n+1])
		sum += z / samples
		sq += z * z / samples
	}
	mean, variance := float64(tape.mean[2*n+1]), float64(tape.variant[2*n+1])
	if math.Abs(sum-mean) > 5*math.Sqrt(variance/samples) ||
		math.Abs(sq-sum*sum-variance) > 5*variance*math.Sqrt(2.0/samples) {
		t.Errorf("z has mean %v, variance %v; the encoder says %v, %v", sum, sq-sum*sum, mean, variance)
	}
}

// TestPartsDrawTheSame checks that a row's outputs have the same bits whatever part of a batch
// computes it.
func TestPartsDrawTheSame(t *testing.T) {
	const n, samples = 7, 3
	v := New(small(3, 2), kernel.NewKey(4))
	x, target := encoded(n), []int{0, 1, 1, 0, 1, 0, 0}
	forward := func(p nn.Part, part []float32) []float32 {
		return v.Forward(&Tape{Part: p}, part, target[p.From:p.From+p.Rows], samples, nn.Eval, kernel.NewKey(6),
			kernel.Key{})
	}
	whole := forward(nn.Part{Rows: n, Of: n}, x)
	for _, p := range nn.Split(n, 3) {
		var part []float32
		for at := p.From; at < len(x); at += n {
			part = append(part, x[at:at+p.Rows]...)
		}
		out := forward(p, part)
		for run := range len(out) / p.Rows {
			if at := run*n + p.From; !slices.Equal(out[run*p.Rows:(run+1)*p.Rows], whole[at:at+p.Rows]) {
				t.Fatalf("run %d of %+v differs from the whole batch", run, p)
			}
		}
	}
}

func TestSameBitsEverywhere(t *testing.T) {
	v := New(Paper([]int{1, 5, 1, 2}, 2), kernel.NewKey(4))
	opt := nn.NewAdam(v.Params(), 0.01, 0.01)
	var tape Tape
	const n = 33
	x := make([]float32, 9*n)
	for e := range n {
		x[e], x[6*n+e] = kernel.NewKey(1).Uniform1(uint32(e)), kernel.NewKey(2).Uniform1(uint32(e))
		x[(1+e%5)*n+e], x[(7+e%2)*n+e] = 1, 1
	}
	target := make([]int, n)
	for step := range uint64(5) {
		out := v.Forward(&tape, x, target, 3, nn.Train, kernel.NewKey(step), kernel.NewKey(step+100))
		v.Backward(&tape, append([]float32(nil), out...), 0.5)
		opt.Step(v.Grad(&tape))
	}
	h := fnv.New64a()
	for _, ts := range v.Tensors() {
		for _, f := range ts.Data {
			b := math.Float32bits(f)
			h.Write([]byte{byte(b), byte(b >> 8), byte(b >> 16), byte(b >> 24)})
		}
	}
	if got, want := h.Sum64(), uint64(0x2fb548d602540355); got != want {
		t.Errorf("fingerprint after five steps = %#x, want %#x", got, want)
	}
}

func TestConfigCheck(t *testing.T) {
	if err := Paper([]int{1, 4}, 2).Check(); err != nil {
		t.Error(err)
	}
	for name, c := range map[string]Config{
		"no feature":   Paper(nil, 2),
		"one class":    Paper([]int{1}, 1),
		"no latent":    {Groups: []int{1}, Classes: 2, Hidden: []int{3}},
		"empty layer":  {Groups: []int{1}, Classes: 2, Latent: 1, Hidden: []int{0}},
		"huge feature": Paper([]int{1 << 30}, 2),
		"all dropped":  {Groups: []int{1}, Classes: 2, Latent: 1, Drop: 1},
	} {
		if c.Check() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// BenchmarkStep measures a training step of the paper's network on Simple-BN: batch 64, 50 latent
// samples. It counts only matrix products, forward and backward.
func BenchmarkStep(b *testing.B) {
	v := New(Paper([]int{1, 1, 1}, 2), kernel.NewKey(1))
	opt := nn.NewAdam(v.Params(), 0.01, 0)
	x, target := make([]float32, 3*64), make([]int, 64)
	for i := range x {
		x[i] = kernel.NewKey(2).Uniform1(uint32(i))
	}
	var tape Tape
	g := v.Grad(&tape)
	for b.Loop() {
		out := v.Forward(&tape, x, target, 50, nn.Train, kernel.NewKey(1), kernel.NewKey(2))
		v.Backward(&tape, out, 0.1)
		opt.Step(g)
	}
	count := func(m nn.Net) (c float64) {
		for _, l := range m {
			in, out := l.Size()
			c += float64(in * out)
		}
		return c
	}
	flops := 6 * (64*2*count(v.Mean) + 3200*count(v.Dec))
	b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
}
