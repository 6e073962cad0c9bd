package nn

import (
	"math"
	"slices"
	"testing"

	"causeway/core/kernel"
)

func TestSplit(t *testing.T) {
	for rows := 1; rows < 70; rows++ {
		for k := 1; k < 10; k++ {
			parts, next := Split(rows, k), 0
			for _, p := range parts {
				if p.From != next || p.Of != rows || rows > 1 && p.Rows < 2 || p.Rows < rows/len(parts) ||
					p.Rows > rows/len(parts)+1 {
					t.Fatalf("%d rows in %d parts: %v", rows, k, parts)
				}
				next += p.Rows
			}
			if want := max(min(k, rows/2), 1); next != rows || len(parts) != want {
				t.Fatalf("%d rows in %d parts: %v, want %d of them", rows, k, parts, want)
			}
		}
	}
}

// TestDraw checks that three sections of eleven rows get the same numbers however the rows are
// split.
func TestDraw(t *testing.T) {
	const rows, times = 11, 3
	key := kernel.NewKey(4)
	draw := func(from uint32, y []float32) { kernel.Normal(key, from, y) }
	whole := make([]float32, rows*times)
	Part{}.Draw(whole, draw)
	for k := 1; k < 6; k++ {
		for _, p := range Split(rows, k) {
			y := make([]float32, p.Rows*times)
			p.Draw(y, draw)
			for run := range times {
				if at := run*rows + p.From; !slices.Equal(y[run*p.Rows:(run+1)*p.Rows], whole[at:at+p.Rows]) {
					t.Fatalf("run %d of %+v differs", run, p)
				}
			}
		}
	}
}

// gains is a layer defined outside the package's own files: it multiplies the larger of each pair
// of inputs by a learned gain.
type gains struct{ gain []float32 }

func (l gains) Size() (in, out int) { return 2 * len(l.gain), len(l.gain) }
func (l gains) Params() []Param {
	return []Param{{Tensor: Tensor{"gain", []int{len(l.gain)}, l.gain}}}
}

func (l gains) Forward(s *Slot) []float32 {
	y := Grow(&s.Y, len(l.gain)*s.N)
	for i := range y {
		o := i / s.N
		y[i] = l.gain[o] * s.X[l.from(s, i)]
	}
	return y
}

// from returns the index of the input that output i uses.
func (l gains) from(s *Slot, i int) int {
	a := i + i/s.N*s.N // 2o*n + e
	if s.X[a+s.N] > s.X[a] {
		return a + s.N
	}
	return a
}

func (l gains) Backward(s *Slot, dy []float32, d Grad, first int) []float32 {
	dx := Grow(&s.DX, 2*len(l.gain)*s.N)
	clear(dx)
	for i, g := range dy {
		o, at := i/s.N, l.from(s, i)
		if d != nil {
			d[0][o] += float32(g * s.X[at])
		}
		dx[at] = l.gain[o] * g
	}
	return dx[:first*s.N]
}

// withGains returns a network with a gains layer between two of the package's own.
func withGains(drop float32) Net {
	key := kernel.NewKey(8)
	return Net{Normed(5, 6, drop, key.Sub(0)), gains{[]float32{0.8, -1.1, 1.3}}, Dense(3, 3, Sigmoid, key.Sub(1))}
}

func TestLayerOfAnotherKind(t *testing.T) {
	const n = 9
	x, c := numbers(1, 5*n), numbers(2, 3*n)
	for _, mode := range []Mode{Eval, Train} {
		m := withGains(0.2)
		for o, b := range m[0].(*Block).Norm.Beta {
			m[0].(*Block).Norm.Beta[o] = b + 0.4
		}
		checkNet(t, "with gains", m, mode, x, n, c, kernel.NewKey(3))
	}
	names := []string{"a.0.weight", "a.0.bias", "a.0.gamma", "a.0.beta", "a.0.mean", "a.0.var", "a.1.gain",
		"a.2.weight", "a.2.bias"}
	for i, p := range withGains(0).Params("a") {
		if p.Name != names[i] || p.Running != (i == 4 || i == 5) {
			t.Errorf("parameter %d is %q, running %v, want %q", i, p.Name, p.Running, names[i])
		}
	}
}

// sharded runs steps on batches of 33 rows in a number of parts, and returns the gradient and the
// last batch's loss.
func sharded(m Net, parts, steps int, mode Mode) (grad Grad, loss float64) {
	const n, in, out = 33, 5, 3
	x, c := numbers(1, in*n), numbers(2, out*n)
	tapes := make([]Tape, parts)
	s, opt := NewShards(parts, func(i int) Grad { return m.Grad(&tapes[i]) }), NewAdam(m.Params(""), 0.02, 0)
	rows := func(x []float32, p Part) (y []float32) {
		for i := 0; i < len(x); i += n {
			y = append(y, x[i+p.From:i+p.From+p.Rows]...)
		}
		return y
	}
	for step := range steps {
		loss = s.Batch(n, func(i int, p Part) []float64 {
			tapes[i].Part = p
			y := m.Forward(&tapes[i], rows(x, p), p.Rows, mode, kernel.NewKey(uint64(step)))
			d := make([]float32, len(y))
			l := weigh(y, rows(c, p), d) / float64(p.Rows)
			for k := range d {
				d[k] /= float32(p.Rows)
			}
			m.Backward(&tapes[i], d, 0)
			return []float64{l}
		})[0]
		if step < steps-1 {
			opt.Step(s.Grad())
		}
	}
	return s.Grad(), loss
}

func bitsOf(g Grad, m Net) (all []byte) {
	for _, p := range m.Params("") {
		g = append(g, p.Data)
	}
	for _, d := range g {
		for _, v := range d {
			b := math.Float32bits(v)
			all = append(all, byte(b), byte(b>>8), byte(b>>16), byte(b>>24))
		}
	}
	return all
}

// TestShardsRoundAlone checks that without batch normalisation, splitting a batch changes nothing
// but rounding, dropout included.
func TestShardsRoundAlone(t *testing.T) {
	key := kernel.NewKey(8)
	dropping := Net{Dense(5, 6, ReLU, key.Sub(0)), gains{[]float32{0.8, -1.1, 1.3}}, Dense(3, 3, Sigmoid, key.Sub(1))}
	dropping[0].(*Block).Drop = 0.4
	for name, c := range map[string]struct {
		net  Net
		mode Mode
	}{"dropout": {dropping, Train}, "running statistics": {withGains(0.2), Eval}} {
		want, loss := sharded(c.net, 1, 1, c.mode)
		for k := 2; k < 9; k++ {
			got, l := sharded(c.net, k, 1, c.mode)
			if math.Abs(l-loss) > 1e-6 {
				t.Errorf("%s: loss in %d parts %v, want %v", name, k, l, loss)
			}
			for i := range want {
				for j, w := range want[i] {
					if math.Abs(float64(got[i][j]-w)) > 1e-6 {
						t.Errorf("%s: gradient %d[%d] in %d parts %v, want %v", name, i, j, k, got[i][j], w)
					}
				}
			}
		}
	}
}

// TestNormOfParts checks that each part is normalised by its own statistics, and that the running
// statistics move a tenth of the way towards the mean over the rows.
func TestNormOfParts(t *testing.T) {
	b := NewBatchNorm(1)
	m := Net{&Block{Linear{In: 1, Out: 1, W: []float32{1}, B: []float32{0}}, End{Norm: b, Act: ReLU}}}
	x := []float32{1, 3, 10, 14, 18} // means 2 and 14, unbiased variances 2 and 16
	tapes := make([]Tape, 2)
	s := NewShards(2, func(i int) Grad { return m.Grad(&tapes[i]) })
	s.Batch(len(x), func(i int, p Part) []float64 {
		y := m.Forward(&tapes[i], x[p.From:p.From+p.Rows], p.Rows, Train, kernel.Key{})
		if y[0] != 0 || math.Abs(float64(y[p.Rows-1])-[]float64{1, math.Sqrt(1.5)}[i]) > 1e-5 {
			t.Errorf("part %d is normalised to %v", i, y)
		}
		m.Backward(&tapes[i], make([]float32, p.Rows), 0)
		return []float64{0}
	})
	NewAdam(m.Params(""), 0.1, 0).Step(s.Grad())
	mean, variance := (2*2+3*14)/5.0, (2*2+3*16)/5.0
	if math.Abs(float64(b.Mean[0])-0.1*mean) > 1e-6 || math.Abs(float64(b.Var[0])-(0.9+0.1*variance)) > 1e-6 {
		t.Errorf("running statistics = %v, %v; want a tenth of the way to %v, %v", b.Mean[0], b.Var[0], mean, variance)
	}
}

// TestClassifierInParts trains in four parts. The fingerprint must also be the same in
// WebAssembly and without vectors.
func TestClassifierInParts(t *testing.T) {
	f := NewClassifierFit(fitConfig, rings(1, 485), rings(2, 100), 2) // the last batch has five rows
	f.split(4)
	train(t, f, 3)
	if got, want := fingerprint(f.State()), uint64(0x644010975d235eb6); got != want {
		t.Errorf("fingerprint of the state = %#x, want %#x", got, want)
	}
}
