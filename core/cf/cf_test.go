package cf

import (
	"errors"
	"hash/fnv"
	"math"
	"slices"
	"testing"

	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/metric"
	"causeway/core/nn"
)

// people returns a table of 1,200 artificial rows: an integer, a category with four levels, a
// number and a boolean. The outcome depends on all of them.
func people() *data.Table {
	t := &data.Table{Schema: data.Schema{
		Features: []data.Feature{
			{Name: "age", Kind: data.Integer},
			{Name: "job", Kind: data.Category, Levels: []string{"farm", "mill", "office", "school"}},
			{Name: "wage", Kind: data.Continuous, Decimals: 2},
			{Name: "member", Kind: data.Boolean, Levels: []string{"no", "yes"}},
		},
		Outcome: data.Feature{Name: "loan", Kind: data.Category, Levels: []string{"no", "yes"}},
	}, Cols: make([][]float64, 4)}
	key := kernel.NewKey(77)
	for i := range uint32(1200) {
		age := math.Round(20 + 50*float64(key.Uniform1(4*i)))
		job := float64(key.Intn(4*i+1, 4))
		wage := t.Schema.Features[2].Round(10 + 4*float64(key.Normal1(1e6+i)))
		member := float64(key.Intn(4*i+3, 2))
		score := (45-age)/10 + 1.5*(job-1.5) + (wage-10)/3 + 2*(member-0.5)
		for j, v := range []float64{age, job, wage, member} {
			t.Cols[j] = append(t.Cols[j], v)
		}
		y := 0
		if score > 0 {
			y = 1
		}
		t.Outcome = append(t.Outcome, y)
	}
	return t
}

func encode(t *data.Table, rows []int) nn.Examples {
	ex := nn.Examples{Width: t.Schema.Width(), X: make([]float32, len(rows)*t.Schema.Width())}
	for n, i := range rows {
		t.Schema.Encode(t.Row(i, nil), ex.X[n*ex.Width:(n+1)*ex.Width])
		ex.Y = append(ex.Y, t.Outcome[i])
	}
	return ex
}

func nothing() error { return nil }

// world holds a trained black box and the data on which generators are trained.
type world struct {
	table            *data.Table
	split            data.Split
	train, val, test nn.Examples
	blackBox         *nn.Classifier
}

func newWorld(t testing.TB) *world {
	w := &world{table: people()}
	w.split = data.PlainSplit(w.table.Rows(), 3) // used when the bits were pinned
	w.table.FitScale(w.split.Train)
	if err := w.table.Check(); err != nil {
		t.Fatal(err)
	}
	w.train, w.val, w.test = encode(w.table, w.split.Train), encode(w.table, w.split.Val), encode(w.table, w.split.Test)
	fit := nn.NewClassifierFit(nn.ClassifierConfig{Seed: 1, Epochs: 20, Batch: 32, Hidden: 10, LearningRate: 0.01},
		w.train, w.val, 2)
	for range 20 {
		if _, err := fit.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	w.blackBox = fit.Best()
	return w
}

var config = Config{Seed: 5, Epochs: 30, Batch: 64, Samples: 5, LearningRate: 0.01, Validity: 20, Margin: 0.3}

func (w *world) fit(t testing.TB, config Config, epochs int) *Fit {
	t.Helper()
	f, err := NewFit(BaseVAE(), config, w.table.Schema, w.blackBox, w.train, w.val)
	if err != nil {
		t.Fatal(err)
	}
	for range epochs {
		if _, err := f.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// TestGeneratorUsesItsInput checks a property that the authors' program lacks: counterfactuals
// are near, are valid after decoding and differ from person to person.
func TestGeneratorUsesItsInput(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short: other loops have the same bits, see TestSameBitsEverywhere")
	}
	w := newWorld(t)
	c := config
	c.Epochs, c.Validity = 150, 10
	g := w.fit(t, c, c.Epochs).Best()
	pred := Predict(w.blackBox, w.test)
	target := make([]int, len(pred))
	for i, y := range pred {
		target[i] = 1 - y
	}
	out := g.Generate(w.blackBox, w.test, target, 1, kernel.NewKey(9))
	p := metric.Pairs{Schema: w.table.Schema, Counterfactual: out.Rows, Target: target, Class: out.Y}
	for _, i := range w.split.Test {
		p.Factual = append(p.Factual, w.table.Row(i, nil))
	}
	s := metric.Score(p)
	if s.Validity < 0.95 || s.ContProximity < -1 || s.CatProximity < -1.5 || s.Profiles < 4 {
		t.Errorf("decoded scores = %+v; want 95 %% valid, near, and at least 4 of 8 profiles", s)
	}
	p.Counterfactual, p.Class = out.Soft, out.SoftY
	if s := metric.Score(p); s.Validity < 0.95 {
		t.Errorf("soft validity = %v", s.Validity)
	}
}

// TestGenerateDecodes checks that every decoded row fits the table and lies inside the training
// range, and that its class is the black box's prediction for exactly that row.
func TestGenerateDecodes(t *testing.T) {
	w := newWorld(t)
	g := w.fit(t, config, 2).Best()
	target := make([]int, w.test.Rows())
	out := g.Generate(w.blackBox, w.test, target, 7, kernel.NewKey(9))
	if len(out.Rows) != 7*w.test.Rows() {
		t.Fatalf("%d rows", len(out.Rows))
	}
	again := nn.Examples{Width: w.test.Width, Y: make([]int, len(out.Rows)),
		X: make([]float32, len(out.Rows)*w.test.Width)}
	for i, r := range out.Rows {
		for j, f := range w.table.Schema.Features {
			if !f.Holds(r[j]) || f.Kind.Numeric() && (r[j] < f.Min || r[j] > f.Max || f.Round(r[j]) != r[j]) {
				t.Fatalf("row %d: %s = %v", i, f.Name, r[j])
			}
		}
		w.table.Schema.Encode(r, again.X[i*again.Width:(i+1)*again.Width])
	}
	if got := Predict(w.blackBox, again); !slices.Equal(got, out.Y) {
		t.Error("the classes are not those of the decoded rows")
	}
}

// TestTerms checks every term's value and compares its gradient with central differences of the
// soft outputs, with the decoded half of validity constant.
func TestTerms(t *testing.T) {
	w := newWorld(t)
	l := newLayout(w.table.Schema)
	const rows, samples = 4, 3
	n := rows * samples
	b := &batch{layout: l, most: []float32{1}, n: n, rows: rows, x: make([]float32, l.width*rows),
		out:  make([]float32, l.width*n),
		hard: make([]float32, l.width*n), d: make([]float32, l.width*n)}
	w.test.Gather([]int{1, 2, 3, 4}, b.x)
	for i := range b.out {
		b.out[i] = 0.2 + 0.6*kernel.NewKey(4).Uniform1(uint32(i))
	}
	l.decode(b.out, b.hard, n)
	for e := range n {
		b.target = append(b.target, e%2)
	}
	v := newValidity(w.blackBox, config)
	v.hard = nil
	for _, c := range []struct {
		name string
		loss func() float64
	}{
		{"proximity", func() float64 { return newProximity(l, nil, 1).add(b) }},
		{"validity", func() float64 { return v.hinge(v.soft, b.out, b) / 2 }},
	} {
		clear(b.d)
		c.loss()
		got := slices.Clone(b.d)
		checkGradient(t, c.name, b.out, got, 1e-3, 1e-3, 2e-2, c.loss)
	}
}

// checkGradient compares a gradient with central differences of step h of the loss with respect
// to each element of x. The tolerance is abs plus rel times the difference.
func checkGradient(t *testing.T, name string, x, got []float32, h float32, abs, rel float64, loss func() float64) {
	t.Helper()
	for i, old := range x {
		x[i] = old + h
		up := loss()
		x[i] = old - h
		down := loss()
		x[i] = old
		if want := (up - down) / (2 * float64(h)); math.Abs(float64(got[i])-want) > abs+rel*math.Abs(want) {
			t.Errorf("%s: gradient %d = %v, central difference %v", name, i, got[i], want)
		}
	}
}

// TestProximityByHand checks that age +5 with a MAD of 10 costs 0.5, and that half of the share
// moving to another level costs levelCost/2 and levelNLL*log 2.
func TestProximityByHand(t *testing.T) {
	l := newLayout(data.Schema{Features: []data.Feature{
		{Name: "age", Kind: data.Integer, Min: 20, Max: 70, MAD: 10},
		{Name: "job", Kind: data.Category, Levels: []string{"a", "b"}},
	}})
	b := &batch{layout: l, most: []float32{1}, n: 1, rows: 1, x: []float32{0.4, 1, 0}, out: []float32{0.5, 0.5, 0.5},
		d: make([]float32, 3)}
	for _, levels := range []float64{1, 4} {
		clear(b.d)
		if got, want := newProximity(l, nil, levels).add(b),
			0.5+levels*(levelCost/2+levelNLL*math.Ln2); math.Abs(got-want) > 1e-6 {
			t.Errorf("proximity with levels %v times as dear = %v, want %v", levels, got, want)
		}
		k := float32(levels)
		if want := []float32{5, -k * (levelCost/2 + 2*levelNLL), k * levelCost / 2}; !slices.Equal(b.d, want) {
			t.Errorf("gradient with levels %v times as dear = %v, want %v", levels, b.d, want)
		}
	}
}

func TestTargetIsAnotherClass(t *testing.T) {
	seen := map[int]int{}
	for i := range uint32(3000) {
		c := Target(1, 4, kernel.NewKey(1), i)
		if c == 1 || c < 0 || c > 3 {
			t.Fatalf("target %d of class 1", c)
		}
		seen[c]++
	}
	for c, n := range seen {
		if n < 850 || n > 1150 {
			t.Errorf("class %d drawn %d times of 3000", c, n)
		}
	}
	if Target(0, 2, kernel.NewKey(1), 7) != 1 || Target(1, 2, kernel.NewKey(1), 8) != 0 {
		t.Error("of two classes the target is the other one")
	}
}

func fingerprint(s nn.State) uint64 {
	h := fnv.New64a()
	for _, t := range s.Tensors {
		for _, v := range t.Data {
			b := math.Float32bits(v)
			h.Write([]byte{byte(b), byte(b >> 8), byte(b >> 16), byte(b >> 24)})
		}
	}
	return h.Sum64()
}

// TestSameBitsEverywhere pins the bytes of a short training. It also runs under wasm and without
// vector instructions.
func TestSameBitsEverywhere(t *testing.T) {
	if got, want := fingerprint(newWorld(t).fit(t, config, 2).State()), uint64(0xd71f7e0df6a4d5f8); got != want {
		t.Errorf("fingerprint after two epochs = %#x, want %#x", got, want)
	}
}

func TestResume(t *testing.T) {
	w := newWorld(t)
	whole, rest := w.fit(t, config, 5), w.fit(t, config, 0)
	if err := rest.Restore(w.fit(t, config, 2).State()); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := rest.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	if a, b := fingerprint(whole.State()), fingerprint(rest.State()); a != b {
		t.Errorf("resumed training differs: %#x, want %#x", b, a)
	}
}

func TestStop(t *testing.T) {
	stop := errors.New("stop")
	if _, err := newWorld(t).fit(t, config, 0).Epoch(func() error { return stop }); err != stop {
		t.Errorf("Epoch = %v, want the error of tick", err)
	}
}

func TestLoadGenerator(t *testing.T) {
	w := newWorld(t)
	g := w.fit(t, config, 1).Best()
	if h, err := LoadGenerator(w.table.Schema, nil, g.Model()); err != nil ||
		fingerprint(h.Model()) != fingerprint(g.Model()) {
		t.Errorf("LoadGenerator(Model()) differs: %v", err)
	}
	other := w.table.Schema
	other.Features = other.Features[:3]
	if _, err := LoadGenerator(other, nil, g.Model()); err == nil {
		t.Error("a generator of another table was accepted")
	}
}

func TestConfigCheck(t *testing.T) {
	for name, spoil := range map[string]func(*Config){
		"no epoch":       func(c *Config) { c.Epochs = 0 },
		"batch of one":   func(c *Config) { c.Batch = 1 },
		"no sample":      func(c *Config) { c.Samples = 0 },
		"rate 0":         func(c *Config) { c.LearningRate = 0 },
		"rate NaN":       func(c *Config) { c.LearningRate = math.NaN() },
		"weight -1":      func(c *Config) { c.Validity = -1 },
		"margin 1":       func(c *Config) { c.Margin = 1 },
		"feasibility -1": func(c *Config) { c.Feasibility = -1 },
		"levels at -1":   func(c *Config) { c.Levels = -1 },
		"gives up at 2":  func(c *Config) { c.GiveUp = 2 },
		"margin is NaN":  func(c *Config) { c.Margin = math.NaN() },
	} {
		c := config
		spoil(&c)
		if c.Check() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestGiveUp checks that the hinge is limited only in the second half of the training, and only
// if giving up is enabled. An example at the limit has no gradient.
func TestGiveUp(t *testing.T) {
	c := config
	if got := mostHinge(c, 0.9); got != 1 {
		t.Errorf("without GiveUp the hinge is at most %v, want 1", got)
	}
	c.GiveUp = 0.25
	if a, b := mostHinge(c, 0.49), mostHinge(c, 0.5); a != 1 || b != 0.25 {
		t.Errorf("the hinge is at most %v and %v, want 1 and 0.25", a, b)
	}
	w := newWorld(t)
	f := w.fit(t, config, 0)
	b := f.parts[0].forward(nn.Part{}, f.parts[0].gather(f.train, []int{0, 1, 2}),
		[]int{1 - f.trainY[0], 1 - f.trainY[1], 1 - f.trainY[2]}, 1, nn.Eval, kernel.NewKey(1), kernel.Key{})
	v := newValidity(w.blackBox, config)
	free := v.add(b)
	clear(b.d)
	b.settle(nil, []int{0, 1, 2}, -0.9)
	if bounded := v.add(b); bounded >= free || slices.ContainsFunc(b.d, func(d float32) bool { return d != 0 }) {
		t.Errorf("bounded below every example the loss is %v of %v, with gradient %v", bounded, free, b.d)
	}
}
