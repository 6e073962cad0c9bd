package cf

import (
	"errors"
	"math"
	"slices"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/kernel"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/vae"
)

// auto trains an auto-encoder on the world's rows.
func (w *world) auto(t testing.TB) *vae.AutoEncoder {
	t.Helper()
	f, err := vae.NewAutoFit(vae.AutoConfig{Seed: 2, Epochs: 20, Batch: 64, LearningRate: 0.01},
		vae.Paper(newLayout(w.table.Schema).groups, 2), w.train, w.val)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if _, err := f.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	return f.Best()
}

var cemConfig = CEMConfig{Beta: 0.1, Kappa: 0.05, Gamma: 0.5, LearningRate: 0.01, C: 10, CSteps: 5, Iterations: 300,
	Free: true}

func (w *world) cem(t testing.TB, c CEMConfig, auto *vae.AutoEncoder) *CEM {
	t.Helper()
	m, err := NewCEM(c, w.table.Schema, w.blackBox, auto)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// some returns the first n test rows, feature by feature.
func (w *world) some(n int) []float32 {
	x := make([]float32, w.test.Width*n)
	idx := make([]int, n)
	for i := range idx {
		idx[i] = i
	}
	w.test.Gather(idx, x)
	return x
}

// objective returns all terms at z for each example.
func (m *CEM) objective(d *descent) []float64 {
	n, sum := d.n, make([]float64, d.n)
	attack, ae, scratch := make([]float32, n), make([]float32, n), make([]float32, len(d.x))
	m.attack(d, d.z, attack, scratch)
	if d.usual != nil {
		d.usual.Error(d.z, 1, ae, scratch)
	}
	for i, x := range d.x {
		v := float64(d.z[i] - x)
		sum[i%n] += m.cfg.Beta*math.Abs(v) + v*v
	}
	for e := range sum {
		sum[e] += float64(d.c[e])*float64(attack[e]) + m.cfg.Gamma*float64(ae[e])
	}
	return sum
}

// TestCEMGradient compares the gradient at y with central differences of the objective without
// its L1 term, at points away from its kinks.
func TestCEMGradient(t *testing.T) {
	c := cemConfig
	c.Beta, c.Kappa, c.C = 0, 0.9, 3
	t.Run("shares", func(t *testing.T) { checkCEM(t, c) })
	c.Logits, c.Kappa = true, 40
	t.Run("logits", func(t *testing.T) { checkCEM(t, c) })
}

func checkCEM(t *testing.T, c CEMConfig) {
	w := newWorld(t)
	m := w.cem(t, c, w.auto(t))
	const n = 5
	d := m.newDescent(w.some(n), n)
	for i := range d.y {
		d.y[i] = 0.2 + 0.6*kernel.NewKey(4).Uniform1(uint32(i))
	}
	m.gradient(d)
	copy(d.z, d.y)
	total := func() (s float64) {
		for _, v := range m.objective(d) {
			s += v
		}
		return s
	}
	checkGradient(t, "cem", d.z, d.g, 1e-3, 1e-2, 2e-2, total)
}

// TestFISTADecreases checks that the objective falls over every fifty steps, even if momentum
// raises it for a few of them, and that it ends far below the start. A large kappa keeps the rows
// off the kink of the first term, and a small rate suits its steep slopes. Otherwise the steps
// would oscillate.
func TestFISTADecreases(t *testing.T) {
	w := newWorld(t)
	for name, gamma := range map[string]float64{"plain": 0, "with an auto-encoder": 0.5} {
		c := cemConfig
		c.Gamma, c.C, c.Kappa, c.LearningRate = gamma, 3, 0.9, 0.001
		m := w.cem(t, c, w.auto(t))
		const n = 40
		d := m.newDescent(w.some(n), n)
		copy(d.z, d.x)
		copy(d.y, d.x)
		mean := func() (s float64) {
			for _, v := range m.objective(d) {
				s += v / n
			}
			return s
		}
		start := mean()
		last := start
		for k := range c.Iterations {
			m.gradient(d)
			m.step(d, c.rate(k), float32(k+1)/float32(k+4))
			if k%50 == 49 {
				now := mean()
				if now > last+1e-3 {
					t.Errorf("%s: iteration %d: the objective rose from %v to %v", name, k, last, now)
				}
				last = now
			}
		}
		if last > start-1 {
			t.Errorf("%s: the objective went from %v to %v only", name, start, last)
		}
	}
}

// TestCEMFinds checks the properties that every row must have, whether a counterfactual is found
// or not.
func TestCEMFinds(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short: other loops have the same bits, see TestSameBitsEverywhere")
	}
	w := newWorld(t)
	auto := w.auto(t)
	pred := Predict(w.blackBox, w.test)
	for name, change := range map[string]func(*CEMConfig){
		"free":      func(*CEMConfig) {},
		"from zero": func(c *CEMConfig) { c.Free = false },
		"from half": func(c *CEMConfig) { c.Free, c.NoInfo = false, []float32{0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5} },
		"whole":     func(c *CEMConfig) { c.Whole = true },
		"hopeless":  func(c *CEMConfig) { c.Beta, c.C, c.CSteps = 1e6, 1e-3, 1 },
	} {
		c := cemConfig
		change(&c)
		m := w.cem(t, c, auto)
		out, err := m.Explain(w.test, nothing)
		if err != nil {
			t.Fatal(err)
		}
		found, width := 0, w.test.Width
		again := nn.Examples{X: out.Enc, Y: pred, Width: width}
		classes := Predict(w.blackBox, again)
		if !slices.Equal(classes, out.SoftY) {
			t.Errorf("%s: SoftY is not the class of Enc", name)
		}
		for r, ok := range out.Found {
			x, z := w.test.X[r*width:(r+1)*width], out.Enc[r*width:(r+1)*width]
			if !ok {
				own := w.table.Row(w.split.Test[r], nil)
				if !slices.Equal(x, z) || out.SoftY[r] != pred[r] || out.Y[r] != pred[r] ||
					!slices.Equal(out.Soft[r], own) || !slices.Equal(out.Rows[r], own) {
					t.Fatalf("%s: row %d was not found and is not the factual", name, r)
				}
				continue
			}
			found++
			if out.SoftY[r] == pred[r] {
				t.Fatalf("%s: row %d was found and keeps its class", name, r)
			}
			for i, v := range z {
				no := m.noInfo[i]
				if v < min(0, x[i]) || v > max(1, x[i]) || !c.Free && v != x[i] && abs(v-no) <= abs(x[i]-no) {
					t.Fatalf("%s: row %d, input %d went from %v to %v", name, r, i, x[i], v)
				}
			}
		}
		switch share := float64(found) / float64(len(pred)); {
		case name == "hopeless" && found != 0:
			t.Errorf("hopeless: %d rows found", found)
		case name == "free" && share < 0.95:
			t.Errorf("%s: %v of the rows found", name, share)
		case name == "from zero" && share < 0.3:
			t.Errorf("%s: %v of the rows found", name, share)
		}
	}
}

// TestCEMAlone checks that a row's counterfactual does not depend on the rows beside it, and pins
// its bits.
func TestCEMAlone(t *testing.T) {
	w := newWorld(t)
	m := w.cem(t, cemConfig, w.auto(t))
	part := nn.Examples{X: w.test.X[:7*w.test.Width], Y: w.test.Y[:7], Width: w.test.Width}
	all, err := m.Explain(part, nothing)
	if err != nil {
		t.Fatal(err)
	}
	for r := range 7 {
		one := nn.Examples{X: part.X[r*part.Width : (r+1)*part.Width], Y: part.Y[r : r+1], Width: part.Width}
		alone, err := m.Explain(one, nothing)
		if err != nil || !slices.Equal(alone.Enc, all.Enc[r*part.Width:(r+1)*part.Width]) {
			t.Errorf("row %d alone: %v, %v; among others %v", r, alone.Enc, err, all.Enc[r*part.Width:(r+1)*part.Width])
		}
	}
	s := nn.State{Tensors: []nn.Tensor{{Data: all.Enc}}}
	if got, want := fingerprint(s), uint64(0x4123b823a1ef296b); got != want {
		t.Errorf("fingerprint of seven counterfactuals = %#x, want %#x", got, want)
	}
}

// TestShrink checks steps worked out by hand for a threshold of 0.25.
func TestShrink(t *testing.T) {
	for _, c := range []struct{ v, want float32 }{
		{1, 0.75}, {-1, -0.75}, {0.25, 0}, {-0.25, 0}, {0.125, 0}, {-0.125, 0}, {0, 0}, {0.5, 0.25},
	} {
		if got := shrink(c.v, 0.25); got != c.want {
			t.Errorf("shrink(%v, 0.25) = %v, want %v", c.v, got, c.want)
		}
	}
	m := &CEM{layout: layout{width: 3}, noInfo: make([]float32, 3), cfg: CEMConfig{Beta: 0.5, Free: true}}
	d := &descent{n: 1, x: []float32{0.5, 0.5, 0.5}, z: []float32{0.5, 0.75, 0.5}, y: []float32{0.5, 0.75, 0.5},
		g: []float32{0.25, -1, -9}}
	// With rate 1/4, y - g/4 - x = -1/16, 1/2, 9/4. Shrinking by 1/8 leads to 0, 3/8, 17/8, so z'
	// = 1/2, 7/8, 1 after projection. Similarly y' = z' + 1/2 (z' - z).
	m.step(d, 0.25, 0.5)
	if want := []float32{0.5, 0.875, 1}; !slices.Equal(d.z, want) {
		t.Errorf("z = %v, want %v", d.z, want)
	}
	if want := []float32{0.5, 0.9375, 1}; !slices.Equal(d.y, want) {
		t.Errorf("y = %v, want %v", d.y, want)
	}
}

// TestBisect follows c for a row for which a counterfactual is found at 100, not at 55, and
// always afterwards: 10, 100, (10+100)/2, (55+100)/2, (55+77.5)/2.
func TestBisect(t *testing.T) {
	d := &descent{c: []float32{10}, low: []float32{0}, high: []float32{noC}}
	for i, found := range []bool{false, true, false, true} {
		d.bisect(0, found)
		if want := []float32{100, 55, 77.5, 66.25}[i]; d.c[0] != want {
			t.Errorf("step %d: c = %v, want %v", i, d.c[0], want)
		}
	}
}

// TestCEMPresets contains the numbers of the paper's appendix C.1, with nine values of c for
// every table, as in CEM's own paper.
func TestCEMPresets(t *testing.T) {
	for name, want := range map[string][4]float64{
		"simple-bn":  {0.608, 0.021, 8, 9},
		"sangiovese": {0.652, 0.041, 9, 9},
		"adult":      {0.911, 0.241, 0, 9},
		"census":     {0.911, 0.241, 0, 9},
		"":           {0.911, 0.241, 0, 9}, // any other table
	} {
		c := NewCEMConfig(model.ContrastPreset(model.Kind(name)))
		if got := [4]float64{c.Beta, c.Kappa, c.Gamma, float64(c.CSteps)}; got != want || c.Iterations != 1000 ||
			!c.Free || c.Whole {
			t.Errorf("%s = %+v", name, c)
		}
		if err := c.Check(); err != nil {
			t.Error(err)
		}
	}
}

// TestCEMOfLogitsGoesBeyondTheMargin checks that counterfactuals leave their class by a log-odds
// margin of kappa and are farther away than those that merely leave it.
func TestCEMOfLogitsGoesBeyondTheMargin(t *testing.T) {
	w := newWorld(t)
	c := cemConfig
	c.Gamma, c.Logits, c.Kappa = 0, true, 0
	const n = 20
	x := w.some(n)
	near, found, err := w.cem(t, c, nil).Leave(slices.Clone(x), n, nothing)
	if err != nil {
		t.Fatal(err)
	}
	c.Kappa = 1
	far, reached, err := w.cem(t, c, nil).Leave(slices.Clone(x), n, nothing)
	if err != nil {
		t.Fatal(err)
	}
	pass := w.blackBox.Trace().(blackbox.ScoredTrace)
	was := slices.Clone(pass.Logits(x, n))
	is := pass.Logits(far, n)
	all := 0
	for e := range n {
		if !found[e] || !reached[e] {
			continue
		}
		all++
		t0 := 0
		if was[n+e] > was[e] {
			t0 = 1
		}
		if gap := is[(1-t0)*n+e] - is[t0*n+e]; gap < 1 {
			t.Errorf("row %d leaves its class by %v, want 1", e, gap)
		}
		var a, b float64
		for i := range len(x) / n {
			a += math.Abs(float64(near[i*n+e] - x[i*n+e]))
			b += math.Abs(float64(far[i*n+e] - x[i*n+e]))
		}
		if b <= a {
			t.Errorf("row %d: %v away with a margin, %v without", e, b, a)
		}
	}
	if all < n/2 {
		t.Errorf("of %d rows %d are found both ways", n, all)
	}
}

func TestCEMRefuses(t *testing.T) {
	w := newWorld(t)
	for name, spoil := range map[string]func(*CEMConfig){
		"no iteration":    func(c *CEMConfig) { c.Iterations = 0 },
		"no c":            func(c *CEMConfig) { c.CSteps = 0 },
		"c 0":             func(c *CEMConfig) { c.C = 0 },
		"c NaN":           func(c *CEMConfig) { c.C = math.NaN() },
		"rate NaN":        func(c *CEMConfig) { c.LearningRate = math.NaN() },
		"kappa 1":         func(c *CEMConfig) { c.Kappa = 1 },
		"kappa 101":       func(c *CEMConfig) { c.Kappa, c.Logits, c.Gamma = 101, true, 0 },
		"beta infinite":   func(c *CEMConfig) { c.Beta = math.Inf(1) },
		"gamma below 0":   func(c *CEMConfig) { c.Gamma = -1 },
		"no auto-encoder": func(c *CEMConfig) { c.Gamma = 1 },
		"short NoInfo":    func(c *CEMConfig) { c.NoInfo = []float32{1}; c.Gamma = 0 },
	} {
		c := cemConfig
		spoil(&c)
		if _, err := NewCEM(c, w.table.Schema, w.blackBox, nil); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	c := cemConfig
	c.Gamma = 0
	stop := errors.New("stop")
	if _, err := w.cem(t, c, nil).Explain(w.test, func() error { return stop }); err != stop {
		t.Errorf("Explain = %v, want the error of tick", err)
	}
}
