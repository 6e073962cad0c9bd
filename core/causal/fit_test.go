package causal

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func close(a, b, tol float64) bool { return math.Abs(a-b) <= tol*(1+math.Abs(b)) }

// TestFitLinearByHand checks a fit worked out on paper. x = 0 1 2 3, y = 1 3 4 8: the means are
// 1.5 and 4, Sxy = 11 and Sxx = 5, so the slope is 2.2 and the intercept 0.7. The residuals are
// 0.3, 0.1, -1.1 and 0.7, with a mean square of 1.8/4.
func TestFitLinearByHand(t *testing.T) {
	x, y := [][]float64{{0, 1, 2, 3}}, []float64{1, 3, 4, 8}
	for _, c := range []struct {
		name                       string
		sign                       Sign
		intercept, slope, variance float64
	}{
		{"free", Unknown, 0.7, 2.2, 0.45},
		{"the sign holds anyway", Rises, 0.7, 2.2, 0.45},
		{"against the sign: the mean", Falls, 4, 0, 6.5}, // (9+1+0+16)/4
	} {
		m, v, err := FitLinear(y, x, []Sign{c.sign})
		if err != nil || !close(m.Intercept, c.intercept, 1e-12) || !close(m.Coef[0], c.slope, 1e-12) ||
			!close(v, c.variance, 1e-12) {
			t.Errorf("%s: got %v, %v, %v", c.name, m, v, err)
		}
	}
}

// TestFitLinearIsOptimal compares the active-set solution with the best over all subsets of
// bounded slopes, each solved without bounds.
func TestFitLinearIsOptimal(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for round := range 200 {
		p, n := 1+r.IntN(4), 12
		x, y, signs := make([][]float64, p), make([]float64, n), make([]Sign, p)
		for i := range x {
			signs[i] = Sign(r.IntN(3))
			for range n {
				x[i] = append(x[i], 10*r.NormFloat64()+5)
			}
			if i > 0 && r.IntN(2) == 0 { // nearly a copy of the previous input
				for k := range n {
					x[i][k] = x[0][k] + 0.1*r.NormFloat64()
				}
			}
		}
		for k := range y {
			y[k] = r.NormFloat64() + x[0][k]*0.2
		}
		m, v, err := FitLinear(y, x, signs)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range m.Coef {
			if signs[i] == Rises && c < 0 || signs[i] == Falls && c > 0 {
				t.Fatalf("round %d: slope %v of sign %v", round, c, signs[i])
			}
		}
		if best := bestSubset(t, y, x, signs); !close(v, best, 1e-9) {
			t.Fatalf("round %d: variance %v, the best of all subsets has %v", round, v, best)
		}
	}
}

func bestSubset(t *testing.T, y []float64, x [][]float64, signs []Sign) float64 {
	best := math.Inf(1)
	for set := range 1 << len(x) {
		var part [][]float64
		var index []int
		for i := range x {
			if set>>i&1 == 1 {
				part, index = append(part, x[i]), append(index, i)
			}
		}
		coef, v := freely(t, y, part)
		ok := true
		for k, i := range index {
			ok = ok && !(signs[i] == Rises && coef[k] < 0 || signs[i] == Falls && coef[k] > 0)
		}
		if ok {
			best = min(best, v)
		}
	}
	return best
}

// freely returns gonum's least-squares fit on the inputs and an intercept: the slopes and the
// mean squared residual.
func freely(t *testing.T, y []float64, x [][]float64) ([]float64, float64) {
	a := mat.NewDense(len(y), len(x)+1, nil)
	for r := range y {
		a.Set(r, 0, 1)
		for i := range x {
			a.Set(r, i+1, x[i][r])
		}
	}
	var b, d mat.VecDense
	if err := b.SolveVec(a, mat.NewVecDense(len(y), y)); err != nil {
		t.Fatal(err)
	}
	d.MulVec(a, &b)
	d.SubVec(mat.NewVecDense(len(y), y), &d)
	return b.RawVector().Data[1:], mat.Dot(&d, &d) / float64(len(y))
}

func TestFitLinearOfDependentInputs(t *testing.T) {
	y := []float64{1, 2, 3, 10}
	x := [][]float64{{5, 5, 5, 5}, {1, 1, 0, 0}, {0, 0, 1, 1}} // a constant, two indicators
	m, v, err := FitLinear(y, x, nil)
	if err != nil || m.Coef[0] != 0 || m.Coef[2] != 0 || !close(m.Coef[1], -5, 1e-12) ||
		!close(m.Intercept, 6.5, 1e-12) {
		t.Errorf("got %v, %v, want 6.5 - 5 x1: the means of two groups", m, err)
	}
	if !close(v, (0.25+0.25+12.25+12.25)/4, 1e-12) {
		t.Errorf("variance: got %v", v)
	}
	if _, _, err := FitLinear([]float64{1}, nil, nil); err == nil {
		t.Error("one row is enough")
	}
	if _, _, err := FitLinear([]float64{1e308, 1e308, -1e308}, [][]float64{{1, 2, 3}}, nil); err == nil {
		t.Error("an overflow gives no error")
	}
}

// TestGradients compares every mechanism's gradient with central differences.
func TestGradients(t *testing.T) {
	net := &Network{Hidden: 3, Center: []float64{1, -2, 0}, Scale: []float64{2, 1, 3},
		W1: []float64{1, -1, 0.5, 0.2, 0.3, -1, -0.7, 0.1, 1}, B1: []float64{0.1, -0.4, 0.3}, W2: []float64{1, -2, 0.5},
		B2: 0.25}
	p := []float64{0.3, -1.2, 2.1}
	for _, m := range []Mechanism{Linear{0.5, []float64{1, -2, 3}}, Quadratic{0.3, 10, 3}, net} {
		g := make([]float64, 3)
		if got := m.Grad(p, g); got != m.Mean(p) {
			t.Errorf("%T: Grad gives %v, Mean %v", m, got, m.Mean(p))
		}
		for i := range p {
			q := append([]float64(nil), p...)
			q[i] = p[i] + 1e-5
			up := m.Mean(q)
			q[i] = p[i] - 1e-5
			if d := (up - m.Mean(q)) / 2e-5; !close(g[i], d, 1e-7) {
				t.Errorf("%T: slope %d: got %v, want %v", m, i, g[i], d)
			}
		}
	}
	if back := Save(net).Network(); !reflect.DeepEqual(back, net) {
		t.Errorf("saved and taken back: %+v", back)
	}
}

// TestFitNetwork checks that a network finds a bend that a line cannot, never fits worse than the
// line, and is the same for the same seed.
func TestFitNetwork(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	x, y := make([][]float64, 2), []float64(nil)
	for range 1500 {
		a, b := 40+20*r.NormFloat64(), r.Float64()
		x[0], x[1] = append(x[0], a), append(x[1], b)
		y = append(y, 3*math.Max(0, a-45)+20*b+r.NormFloat64())
	}
	_, line, _ := FitLinear(y, x, nil)
	net, v, err := FitNetwork(y, x, NetworkConfig{Seed: 1})
	if err != nil || v > 4 || v > line {
		t.Errorf("got a variance of %v, want about 1; a line has %v; %v", v, line, err)
	}
	again, _, _ := FitNetwork(y, x, NetworkConfig{Seed: 1})
	if net.Mean([]float64{50, 0.5}) != again.Mean([]float64{50, 0.5}) {
		t.Error("the same seed gives another network")
	}
	if _, v0, _ := FitNetwork(y, x, NetworkConfig{Hidden: 2, Steps: 1}); v0 > line*(1+1e-12) {
		t.Errorf("after a step the network has %v, the line %v", v0, line)
	}
	for i := range y {
		y[i] = 2*x[0][i] + 1
	}
	if net, v, err = FitNetwork(y, x, NetworkConfig{}); err != nil || v > 1e-18 ||
		!close(net.Mean([]float64{10, 3}), 21, 1e-9) {
		t.Errorf("an exact line: got %v, variance %v, %v", net.Mean([]float64{10, 3}), v, err)
	}
}

// TestFitGolden checks the exact bits of fitted mechanisms. They must be the same natively, with
// and without the simd experiment, and in WebAssembly.
func TestFitGolden(t *testing.T) {
	u := uniform(7)
	x, y := make([][]float64, 3), make([]float64, 300)
	for i := range x {
		for range y {
			x[i] = append(x[i], 10*u())
		}
	}
	for i := range y {
		y[i] = float64(x[0][i]*x[1][i]) - x[2][i] + u()
	}
	line, v, err := FitLinear(y, x, []Sign{Rises, Unknown, Rises})
	if err != nil {
		t.Fatal(err)
	}
	net, w, err := FitNetwork(y, x, NetworkConfig{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	hash := fnv.New64a()
	for _, f := range append(append(Save(line).Numbers, Save(net).Numbers...), v, w) {
		binary.Write(hash, binary.LittleEndian, f)
	}
	if got := hash.Sum64(); got != 0xad9729ef8ecbb695 || w > v/10 {
		t.Errorf("got %#x, variances %v and %v", got, v, w)
	}
}

func BenchmarkFitNetwork(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	x, y := make([][]float64, 3), make([]float64, 8000)
	for i := range x {
		for range y {
			x[i] = append(x[i], r.NormFloat64())
		}
	}
	for i := range y {
		y[i] = x[0][i] * x[1][i]
	}
	for b.Loop() {
		FitNetwork(y, x, NetworkConfig{})
	}
}
