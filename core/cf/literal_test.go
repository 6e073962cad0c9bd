package cf

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// TestLiteralTermsByHand checks values worked out from the paper's formulas. Distances use values
// scaled to 0 to 1 and one-hot codes, and scores of levels are unscaled.
func TestLiteralTermsByHand(t *testing.T) {
	l, before := newLayout(ruled), []float64{40, 1, 20, 0}
	up := func(j int) term { return newBound(l, j, 1, 0, 3).by(Literal, ruled.Features[j]) }
	for _, c := range []struct {
		name  string
		term  term
		after []float64
		want  float64
	}{
		{"age by 5 of 50, wage by 10 of 50", newScaled(l, nil), []float64{45, 1, 10, 0}, 0.3},
		{"another school: two inputs change by 1", newScaled(l, nil), []float64{40, 2, 20, 0}, 2},
		{"the wage has a mechanism", newScaled(l, []causal.Node{wageOf}), []float64{45, 1, 10, 0}, 0.1},
		{"age falls by 5 of 50, weight 3", up(0), []float64{35, 1, 20, 0}, 0.3},
		{"age rises", up(0), []float64{45, 1, 20, 0}, 0},
		{"school falls by one rank, weight 3", up(1), []float64{40, 0, 20, 0}, 3},
		{"wage is 27, its mechanism says 22: 5 of 50, weight 4", newMechanism(l, wageOf, 4).by(Literal),
			[]float64{30, 2, 27, 1}, 0.4},
	} {
		b := pair(before, c.after)
		b.hard = nil // not used here
		if got := c.term.add(b); math.Abs(got-c.want) > 1e-5 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestLiteralTerms checks that the objective consists only of the paper's terms, without terms
// for rules that effects follow their causes.
func TestLiteralTerms(t *testing.T) {
	l := newLayout(ruled)
	rules := []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0},
		{Kind: causal.IfRisesThenRises, Feature: 1, Other: 0}, {Kind: causal.Immutable, Feature: 3}}
	names := func(m Method, c Config) (list []string) {
		for _, term := range m.terms(l, nn.NewClassifier(l.width, 2, 2, kernel.NewKey(1)), c) {
			list = append(list, term.name())
		}
		return list
	}
	hinges := []string{"proximity", "validity", "rule of age"}
	if got := names(modelApprox(rules).By(Literal), Config{}); !slices.Equal(got, hinges) {
		t.Errorf("to the letter: %q", got)
	}
	if got := names(modelApprox(rules), Config{Masked: true}); !slices.Equal(got, hinges) {
		t.Errorf("masked: %q", got)
	}
	soft := slices.Clone(rules)
	soft[1].Soft = true
	if got := names(modelApprox(soft), Config{Masked: true}); len(got) != 4 {
		t.Errorf("a soft rule has no term: %q", got)
	}
	if got := names(modelApprox(rules), Config{}); len(got) != 4 {
		t.Errorf("of an earlier version: %q", got)
	}
}

// TestLiteralGradient compares the gradient of the full objective with respect to the parameters
// with central differences. The objective includes KL, dropout, a mechanism and a one-way
// feature.
func TestLiteralGradient(t *testing.T) {
	w := newWorld(t)
	m := modelApprox([]causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}},
		causal.Node{Feature: 2, Parents: []int{0}, Mechanism: causal.Linear{Intercept: 2, Coef: []float64{0.2}}}).
		By(Literal)
	c := config
	c.Samples, c.Feasibility = 2, 5
	f, err := NewFit(m, c, w.table.Schema, w.blackBox, w.train, w.val)
	if err != nil {
		t.Fatal(err)
	}
	gradientOf(t, f)
}

// TestMaskedGradient does the same for our objective, with a fixed cause and an effect that
// starts at its mechanism. The decoded half of the hinges is constant.
func TestMaskedGradient(t *testing.T) {
	w := newWorld(t)
	node := causal.Node{Feature: 2, Parents: []int{0, 3},
		Mechanism: causal.Linear{Intercept: 2, Coef: []float64{0.1, 1}}}
	c := config
	c.Samples, c.Feasibility, c.Masked, c.Validity = 2, 5, true, 0
	f, err := NewFit(ModelBased([]causal.Node{node}).Under(w.table.Schema,
		[]causal.Rule{{Kind: causal.Immutable, Feature: 3}}), c, w.table.Schema, w.blackBox, w.train, w.val)
	if err != nil {
		t.Fatal(err)
	}
	gradientOf(t, f)
}

// gradientOf compares the gradients of some parameters of each group with central differences,
// except for the few at a kink of the loss.
func gradientOf(t *testing.T, f *Fit) {
	t.Helper()
	const rows = 24
	at, target := make([]int, rows), make([]int, rows)
	for i := range at {
		at[i], target[i] = i, Target(f.trainY[i], 2, f.key, uint32(i))
	}
	p := f.parts[0]
	loss := func() (sum float64) {
		b := p.forward(nn.Part{}, p.gather(f.train, at), target, f.cfg.Samples, nn.Train, kernel.NewKey(6),
			kernel.NewKey(7))
		for _, v := range p.score(b) {
			sum += v
		}
		return sum
	}
	params := f.net.Params()
	loss()
	p.backward()
	grad := nn.Grad{}
	for _, g := range f.net.Grad(&p.tape) {
		grad = append(grad, slices.Clone(g))
	}
	const h = 2e-3
	off, n := 0, 0
	for i, q := range params {
		for k := 0; k < len(q.Data) && !q.Running; k += 1 + len(q.Data)/7 {
			old := q.Data[k]
			q.Data[k] = old + h
			up := loss()
			q.Data[k] = old - h
			down := loss()
			q.Data[k] = old
			want := (up - down) / (2 * h)
			n++
			if d := math.Abs(float64(grad[i][k]) - want); d > 0.02+0.05*math.Abs(want) {
				off++
				t.Logf("%s %d: %v, central difference %v", q.Name, k, grad[i][k], want)
			}
		}
	}
	if n < 100 || off > n/20 {
		t.Errorf("%d of %d gradients are off", off, n)
	}
}

// TestFixedFeaturesStay trains each method on random tables with random fixed features, including
// rows outside the training range. The fixed features have the factual's values in everything
// that a generator produces, including the decoder's outputs and rows to label. The black box
// classifies exactly these rows.
func TestFixedFeaturesStay(t *testing.T) {
	for seed := range uint64(6) {
		key := kernel.NewKey(seed)
		w := randomWorld(t, key)
		s, n := w.table.Schema, len(w.table.Schema.Features)
		var rules []causal.Rule
		for j := range n {
			if key.Intn(uint32(90+j), 2) == 0 {
				rules = append(rules, causal.Rule{Kind: causal.Immutable, Feature: j})
			}
		}
		var numbers []int
		for j, f := range s.Features {
			if f.Kind.Numeric() {
				numbers = append(numbers, j)
			}
		}
		var nodes []causal.Node
		if len(numbers) > 1 {
			nodes = []causal.Node{{Feature: numbers[0], Parents: numbers[1:2],
				Mechanism: causal.Linear{Intercept: 3, Coef: []float64{0.7}}}}
		}
		c := Config{Seed: 1, Epochs: 2, Batch: 64, Samples: 2, LearningRate: 0.02, Validity: 30, Margin: 0.2,
			Feasibility: 5, Masked: true}
		for name, m := range map[string]Method{"base": BaseVAE(), "model": ModelBased(nodes),
			"approx": modelApprox([]causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}}, nodes...)} {
			g := fitTwice(t, w, m.Under(s, rules), c)
			staysFixed(t, name, w, g, rules, key)

			var labels []Label
			for i := range 30 {
				row := w.table.Row(i, nil)
				labels = append(labels, Label{Factual: row, Counterfactual: w.table.Row(i+1, nil), Target: i % 2,
					Feasible: i%2 == 0})
			}
			tune, err := NewFineTuneBy(m, g, c, s, w.blackBox, w.train, w.val, labels)
			if err != nil {
				t.Fatal(err)
			}
			staysFixed(t, name+", fine-tuned", w, epochs(t, tune), rules, key)

			again, err := LoadGenerator(s, g.Ends(), g.Model())
			if err != nil {
				t.Fatal(err)
			}
			staysFixed(t, name+", loaded", w, again, rules, key)
			more := causal.Rule{Kind: causal.Immutable, Feature: key.Intn(80, n)}
			staysFixed(t, name+", told more", w, again.Under(w.blackBox, []causal.Rule{more}), append(rules, more), key)
		}
		cem, err := NewCEM(CEMConfig{Beta: 0.1, CSteps: 3, LearningRate: 0.05, C: 10, Iterations: 30, Free: true,
			Fixed: fixedBy(rules, n)}, s, w.blackBox, nil)
		if err != nil {
			t.Fatal(err)
		}
		out, err := cem.Explain(w.val, nothing)
		if err != nil {
			t.Fatal(err)
		}
		for i := range w.val.Rows() {
			for _, r := range rules {
				for k := s.Offset(r.Feature); k < s.Offset(r.Feature)+s.Features[r.Feature].Width(); k++ {
					if out.Enc[i*w.val.Width+k] != w.val.X[i*w.val.Width+k] {
						t.Fatalf("CEM changes feature %d", r.Feature)
					}
				}
			}
		}
	}
}

func fitTwice(t *testing.T, w *world, m Method, c Config) *Generator {
	t.Helper()
	f, err := NewFit(m, c, w.table.Schema, w.blackBox, w.train, w.val)
	if err != nil {
		t.Fatal(err)
	}
	return epochs(t, f)
}

func epochs(t *testing.T, f *Fit) *Generator {
	t.Helper()
	for range 2 {
		if _, err := f.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	return f.Best()
}

func staysFixed(t *testing.T, name string, w *world, g *Generator, rules []causal.Rule, key kernel.Key) {
	t.Helper()
	s := w.table.Schema
	var rows [][]float64
	var target []int
	for i := range 25 {
		row := w.table.Row(i, nil)
		for j, f := range s.Features {
			if f.Kind.Numeric() && i%5 == 0 {
				row[j] = f.Round(f.Max + float64(i+j)) // outside the training range
			}
		}
		rows, target = append(rows, row), append(target, i%2)
	}
	ex := nn.Examples{Width: s.Width(), X: make([]float32, s.Width()*len(rows)), Y: make([]int, len(rows))}
	for i, row := range rows {
		s.Encode(row, ex.X[i*ex.Width:(i+1)*ex.Width])
	}
	stays := func(what string, factual, c []float64) {
		t.Helper()
		for _, r := range rules {
			if c[r.Feature] != factual[r.Feature] {
				t.Fatalf("%s, %s: fixed feature %d is %v, was %v", name, what, r.Feature, c[r.Feature],
					factual[r.Feature])
			}
		}
	}
	out := g.Generate(w.blackBox, ex, target, 3, key)
	out.Beside(s, rows)
	for e, c := range out.Rows {
		stays("decoded", rows[e%len(rows)], c)
	}
	if got := Predict(w.blackBox, encodeAll(w, out.Rows)); !slices.Equal(got, out.Y) {
		t.Fatalf("%s: the black box was asked about other rows", name)
	}
	for i, c := range g.Under(w.blackBox, rules).Answers(rows, target, key) {
		stays("answer", rows[i], c)
	}
	for i, row := range rows {
		for _, c := range g.Sample(row, target[i], 8, 3, key) {
			stays("sample", row, c)
		}
	}
	for _, q := range g.Queries(w.blackBox, rows, target, rows, 6, key) {
		stays("query", q.Factual, q.Counterfactual)
	}
}

func encodeAll(w *world, rows [][]float64) nn.Examples {
	s := w.table.Schema
	ex := nn.Examples{Width: s.Width(), X: make([]float32, s.Width()*len(rows)), Y: make([]int, len(rows))}
	for i, row := range rows {
		s.Encode(row, ex.X[i*ex.Width:(i+1)*ex.Width])
	}
	return ex
}

// TestEarlierGeneratorsAnswerAsBefore checks that a generator trained without fixed features gets
// none later, and that its state has no additional array.
func TestEarlierGeneratorsAnswerAsBefore(t *testing.T) {
	w := newWorld(t)
	g := w.fit(t, config, 1).Best()
	rules := []causal.Rule{{Kind: causal.Immutable, Feature: 0}}
	target := make([]int, w.test.Rows())
	if got, want := g.Under(w.blackBox, rules).Generate(w.blackBox, w.test, target, 2, kernel.NewKey(3)),
		g.Generate(w.blackBox, w.test, target, 2, kernel.NewKey(3)); !reflect.DeepEqual(got, want) {
		t.Error("rules change what a generator of an earlier version makes")
	}
	if last := g.Model().Tensors[len(g.Model().Tensors)-1].Name; last != "prior.logvar" {
		t.Errorf("its state ends in %q", last)
	}
}

// TestOwnNoiseStays uses a wage of 20, for which the mechanism predicts 22. The causes change so
// that it predicts 25, and the network does not change the wage. The wage therefore rises by 3
// too.
func TestOwnNoiseStays(t *testing.T) {
	s := newStructure(newLayout(ruled), []causal.Node{wageOf}).owned()
	b := pair([]float64{40, 1, 20, 0}, []float64{40, 2, 20, 1}) // 0.5*40+2 = 22, 0.5*40+2*3+1 = 27
	s.applyIn(new([]float64), b.x, 1, b.out, 1)
	if got := ruled.Features[2].Unscale(b.out[ruled.Offset(2)]); math.Abs(got-25) > 1e-4 {
		t.Errorf("wage = %v, want 25", got)
	}
	m := newMechanism(newLayout(ruled), wageOf, 4)
	m.own = true
	if got := m.add(b); math.Abs(got) > 1e-4 {
		t.Errorf("its distance is %v, want 0", got)
	}
}
