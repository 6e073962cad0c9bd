package generate

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"reflect"
	"slices"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/mask"
	"causeway/core/nn"
)

// steps is a black box without a gradient. It sums a contribution of each feature and cuts the
// sum into three classes.
type steps struct{ schema data.Schema }

func (steps) Classes() int          { return 3 }
func (b steps) Pass() blackbox.Pass { return b }

func (b steps) Shares(x []float32, n int) []float32 {
	y := make([]float32, 3*n)
	for e := range n {
		sum, o := float32(0), 0
		for _, f := range b.schema.Features {
			if f.Kind.Numeric() {
				sum += x[o*n+e]
			} else {
				for l := range f.Levels {
					sum += x[(o+l)*n+e] * float32(l) / 4
				}
			}
			o += f.Width()
		}
		for c := range 3 {
			d := sum - float32(c) - 0.5
			y[c*n+e] = kernel.Exp1(-4 * d * d)
		}
		total := y[e] + y[n+e] + y[2*n+e]
		for c := range 3 {
			y[c*n+e] /= total
		}
	}
	return y
}

func testSchema() data.Schema {
	return data.Schema{Features: []data.Feature{
		{Name: "age", Kind: data.Integer, Min: 0, Max: 80, MAD: 10},
		{Name: "size", Kind: data.Continuous, Min: 0, Max: 2, MAD: 0.3, Decimals: 2},
		{Name: "job", Kind: data.Category, Levels: []string{"a", "b", "c", "d", "e"}},
		{Name: "ever", Kind: data.Boolean, Levels: []string{"no", "yes"}},
		{Name: "same", Kind: data.Integer, Min: 3, Max: 3, MAD: 1},
	}, Outcome: data.Feature{Name: "y", Kind: data.Category, Levels: []string{"p", "q", "r"}}}
}

func testRows(n int) (list [][]float64) {
	for i := range n {
		k := kernel.NewKey(uint64(i))
		list = append(list, []float64{float64(k.Intn(0, 81)), float64(k.Intn(1, 201)) / 100, float64(k.Intn(2, 5)),
			float64(k.Intn(3, 2)), 3})
	}
	return list
}

func testExamples(s data.Schema, rows [][]float64) nn.Examples {
	ex := nn.Examples{Width: s.Width(), Y: make([]int, len(rows))}
	for _, r := range rows {
		x := make([]float32, s.Width())
		s.Encode(r, x)
		ex.X = append(ex.X, x...)
	}
	return ex
}

func testFit(t testing.TB, b blackbox.BlackBox, rules []causal.Rule, epochs int) *Fit {
	t.Helper()
	s, rows := testSchema(), testRows(400)
	f := NewFit(Config{Seed: 1, Epochs: epochs, Batch: 32, Rate: 0.006}, s, b, rules, testExamples(s, rows[:300]),
		testExamples(s, rows[300:]))
	f.items = 300
	return f
}

func run(t testing.TB, f *Fit, epochs int) {
	t.Helper()
	for range epochs {
		if _, _, err := f.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
}

func nothing() error { return nil }

// near compares a gradient with finite differences of a loss.
func near(t *testing.T, name string, got float32, loss func(by float32) float64, h float32) {
	t.Helper()
	want := (loss(h) - loss(-h)) / float64(2*h)
	if math.Abs(want-float64(got)) > 3e-3+0.03*math.Abs(want) {
		t.Errorf("%s: got %v, want %v", name, got, want)
	}
}

// testColumn returns a column of random outputs, for a row that the rules restrict little.
func testColumn(f float64) (c column, g *Generator) {
	s := testSchema()
	g = made(layoutOf(s), kernel.NewKey(1))
	room := mask.New(s, []causal.Rule{{Kind: causal.Allowed, Feature: 2, Levels: []int{0, 1, 3, 4}}}).Room()
	room.Enter([]float64{f, 1, 1, 0, 3})
	y := make([]float32, g.outputs)
	kernel.Normal(kernel.NewKey(2), 0, y)
	return column{g, room, g.frees(room, make([]bool, 5), nil), y, 1}, g
}

// TestLessonGradient compares the gradient of an answer's loss with finite differences.
func TestLessonGradient(t *testing.T) {
	c, g := testColumn(40)
	for _, y := range [][]float64{{43, 1, 1, 0, 3}, {40, 0.2, 4, 0, 3}, {10, 1, 3, 1, 3}} {
		l := g.lesson(c.room.Row, y, c.free)
		d := make([]float32, len(c.y))
		c.learn(l, 1, d)
		learned := 0
		for i := range c.y {
			at := c.y[i]
			near(t, "output", d[i], func(by float32) float64 {
				c.y[i] = at + by
				defer func() { c.y[i] = at }()
				return float64(c.learn(l, 1, make([]float32, len(c.y))))
			}, 1e-2)
			learned += int(flag(d[i] != 0))
		}
		if learned < len(c.free)+1 {
			t.Errorf("%v: %d outputs have a gradient", y, learned)
		}
	}
}

// TestThroughDraws checks the straight-through gradient of each draw. It must equal the gradient
// of the expected row, with the other draws fixed.
func TestThroughDraws(t *testing.T) {
	c, g := testColumn(40)
	by := make([]float32, g.width)
	kernel.Normal(kernel.NewKey(3), 0, by)
	for seed := range uint64(20) {
		dst := make([]float64, 5)
		list := c.draw(kernel.NewKey(seed), dst, nil)
		d := make([]float32, len(c.y))
		c.through(list, by, d)
		// expected returns the product of by and the encoded row, with one draw replaced by its
		// mean.
		expected := func(r drawn, part string) float64 {
			f, b := &g.schema.Features[r.j], by[g.at[r.j]:]
			p, sum := kernel.Sigmoid1(c.gate(r.j)), float32(0)
			on := flag(r.on)
			if part == "gate" {
				on = p
			}
			if !f.Kind.Numeric() {
				shares, _ := c.levels(r.j)
				for k := range f.Levels {
					chosen := flag(k == int(r.value))
					if part == "choice" {
						chosen = shares[k]
					}
					sum += on * (chosen - flag(k == int(c.room.Row[r.j]))) * b[k]
				}
				return float64(sum)
			}
			up, down := c.far(r.j), c.far(r.j)
			to := func(far float32, sign float64) float32 {
				return float32(min(max(c.room.Row[r.j]+sign*f.MAD*expand(far), f.Min), f.Max)-c.room.Row[r.j]) /
					float32(f.Max-f.Min)
			}
			rises := flag(r.rises)
			if part == "choice" {
				rises = kernel.Sigmoid1(c.side(r.j))
			}
			return float64(on * b[0] * (rises*to(up, 1) + (1-rises)*to(down, -1)))
		}
		for _, r := range list {
			outputs := map[int]string{r.j: "gate", g.out[r.j]: "choice", g.out[r.j] + 1: "far"}
			if !g.schema.Features[r.j].Kind.Numeric() {
				delete(outputs, g.out[r.j]+1)
				for k := range g.schema.Features[r.j].Levels {
					outputs[g.out[r.j]+k] = "choice"
				}
			}
			for i, part := range outputs {
				if !r.on && part != "gate" || r.ended && part == "far" {
					continue
				}
				at := c.y[i]
				near(t, part, d[i], func(by float32) float64 {
					c.y[i] = at + by
					defer func() { c.y[i] = at }()
					return expected(r, part)
				}, 2e-2)
			}
		}
	}
}

// TestStepGradient compares the gradients of all three networks with finite differences of the
// loss of answers. The black box has no gradient, so the loss has no hinge term.
func TestStepGradient(t *testing.T) {
	f := testFit(t, steps{testSchema()}, nil, 3)
	run(t, f, 1)
	rows, key := []int{0, 1, 2, 3, 4, 5, 6, 7}, kernel.NewKey(4)
	loss := func() float64 {
		l := f.lose(rows, key)
		for _, g := range f.grad() {
			clear(g)
		}
		return l
	}
	f.lose(rows, key)
	var grad [][]float32
	for _, g := range f.grad() {
		grad = append(grad, slices.Clone(g))
		clear(g)
	}
	some := 0
	for i, p := range f.gen.params() {
		for n := range 3 {
			k := (n*7919 + 13) % len(p.Data)
			at := p.Data[k]
			near(t, p.Name, grad[i][k], func(by float32) float64 {
				p.Data[k] = at + by
				defer func() { p.Data[k] = at }()
				return loss()
			}, 3e-3)
			some += int(flag(grad[i][k] != 0))
		}
	}
	if some < 15 {
		t.Errorf("%d gradients are not 0", some)
	}
}

// TestSlopes compares the slopes of the lead with finite differences, including effects computed
// from their causes.
func TestSlopes(t *testing.T) {
	s := testSchema()
	s.Outcome.Levels = []string{"p", "q"}
	box := nn.NewClassifier(s.Width(), 12, 2, kernel.NewKey(3))
	follow := causal.Rule{Kind: causal.Computed, Feature: 1, Other: 0,
		Law: causal.Law{Mechanism: causal.Linear{Intercept: 0.1, Coef: []float64{0.01}}}}
	for _, rules := range [][]causal.Rule{nil, {follow}} {
		sl := newSlopes(layoutOf(s), box, nil)
		row := []float64{40, 1, 1, 0, 3}
		slope := make([]float32, s.Width())
		lead := func(row []float64) float32 {
			return sl.ask([][]float64{row}, func(int) int { return 1 }, func(int) []causal.Rule { return rules },
				slope)[0]
		}
		lead(row)
		got := slope[0]
		near(t, "age", got, func(by float32) float64 {
			moved := slices.Clone(row)
			moved[0] += float64(by) * 80
			if rules != nil {
				moved[1] += 0.01 * float64(by) * 80
			}
			return float64(lead(moved))
		}, 1e-2)
		if got == 0 {
			t.Error("age has no slope")
		}
	}
}

// TestSearch checks that an answer reaches the target, keeps the rules, and no longer reaches the
// target if a number moves one step towards the factual.
func TestSearch(t *testing.T) {
	s, rules := testSchema(), []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0},
		{Kind: causal.LessOrEqual, Feature: 4, Other: 0}}
	rows := testRows(200)
	sk := &seeker{schema: s, pass: steps{s}, grid: gridOf(s, rows)}
	m := mask.New(s, rules)
	found := 0
	for i, row := range rows[:100] {
		q := asked{room: m.Room(), follows: m.Computed(), target: i % 3}
		q.room.Enter(row)
		sk.enter(q)
		if sk.leads([][]float64{row})[0] > 0 {
			continue
		}
		list := sk.search()
		found += int(flag(len(list) > 0))
		for k, a := range list {
			if _, ok := causal.CheckAll(s, rules, row, a.row); !ok || sk.leads([][]float64{a.row})[0] <= 0 ||
				a.changed == 0 {
				t.Fatalf("%v to %v", row, a.row)
			}
			if k > 0 && (better(a, list[k-1]) < 0 || a.way == list[k-1].way) {
				t.Errorf("%v stands behind %v", a, list[k-1])
			}
			for j, v := range a.row {
				f := s.Features[j]
				if v == row[j] || !f.Kind.Numeric() || a.changed > 1 {
					continue
				}
				back := slices.Clone(a.row)
				back[j] = f.Round(v - math.Copysign(f.Step(), v-row[j]))
				if sk.leads([][]float64{back})[0] > 0 && back[j] != row[j] {
					t.Errorf("%v of %v: %v would do", a.row, row, back)
				}
			}
		}
	}
	if found < 40 {
		t.Errorf("answers for %d rows", found)
	}
}

// TestLearns trains on a black box with three classes and no gradient. Features locked only after
// training must stay unchanged. Proposals for a row must not depend on the other rows. A saved
// generator must propose the same rows, and a resumed training must end with the same bytes.
func TestLearns(t *testing.T) {
	s, b := testSchema(), steps{testSchema()}
	f := testFit(t, b, nil, 10)
	untrained := f.Best()
	run(t, f, 4)
	stopped := f.State()
	run(t, f, 6)
	again := testFit(t, b, nil, 10)
	if err := again.Restore(stopped); err != nil {
		t.Fatal(err)
	}
	run(t, again, 6)
	g := f.Best()
	if !reflect.DeepEqual(g.State(), again.Best().State()) {
		t.Error("a training that was stopped goes on to other bytes")
	}
	kept, err := Load(s, g.State())
	if err != nil {
		t.Fatal(err)
	}
	lock := []causal.Rule{{Kind: causal.Immutable, Feature: 2}, {Kind: causal.OnlyIncrease, Feature: 0}}
	rows, target := testRows(500)[400:], make([]int, 100)
	for i := range target {
		target[i] = i % 3
	}
	var buf ballot
	held := func(g *Generator) (n int) {
		bound := g.Under(b, nil, lock)
		list := bound.Proposals(rows, target)
		if one := bound.Proposals(rows[7:8], target[7:8]); !reflect.DeepEqual(one, list[7*Codes:8*Codes]) {
			t.Error("a row is proposed other things beside others")
		}
		answers := bound.Answers(rows, target, kernel.Key{})
		for i, a := range answers {
			if _, ok := causal.CheckAll(s, lock, rows[i], a); !ok {
				t.Fatalf("%v to %v breaks a rule", rows[i], a)
			}
			own := leads(s, b, &buf, [][]float64{rows[i]}, nil, func(int) int { return target[i] })[0]
			if own <= 0 && leads(s, b, &buf, [][]float64{a}, nil, func(int) int { return target[i] })[0] > 0 {
				n++
			}
		}
		return n
	}
	before, after := held(untrained), held(g)
	t.Logf("of 100 rows an untrained generator holds %d and a trained one %d", before, after)
	if after < before+10 {
		t.Error("it has learned nothing")
	}
	if held(kept) != after {
		t.Error("what is kept of it proposes other rows")
	}
}

// testBox returns a network trained to separate two classes of rows.
func testBox(t *testing.T, s data.Schema, rows [][]float64) (nn.Examples, *nn.Classifier) {
	t.Helper()
	ex := testExamples(s, rows)
	for i, r := range rows {
		ex.Y[i] = int(flag(r[0]/80+r[1]/2 > 1))
	}
	fit := nn.NewClassifierFit(nn.ClassifierConfig{Seed: 1, Epochs: 20, Batch: 32, Hidden: 6, LearningRate: 0.01},
		ex, ex, 2)
	for range 20 {
		if _, err := fit.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
	return ex, fit.Best()
}

// TestDrawsLearnToReach checks that with a black box that has a gradient, draws from the prior
// learn to reach the target.
func TestDrawsLearnToReach(t *testing.T) {
	s := testSchema()
	s.Outcome.Levels = []string{"p", "q"}
	ex, box := testBox(t, s, testRows(400))
	f := NewFit(Config{Seed: 1, Epochs: 12, Batch: 32, Rate: 0.006}, s, box,
		[]causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}}, ex, ex)
	f.items = 300
	run(t, f, 12)
	p := newProposer(f.gen, box.Pass())
	codes := make([]float32, latent*16)
	kernel.Normal(kernel.NewKey(9), 0, codes)
	held, all := 0, 0
	for _, e := range f.valid {
		for i, row := range p.rowsOf([]asked{e.asked}, codes) {
			all++
			held += int(flag(leads(s, p.pass, &p.ballot, p.rowsOf([]asked{e.asked}, codes)[i:i+1], nil,
				func(int) int { return e.target })[0] > 0 && row != nil))
		}
	}
	t.Logf("%d of %d draws hold", held, all)
	if held < all*3/4 {
		t.Error("draws do not reach the target")
	}
}

// TestNothingToLearn checks that an empty training set is not an error, and that no answer exists
// if no row keeps the rules.
func TestNothingToLearn(t *testing.T) {
	s := testSchema()
	var rules []causal.Rule
	for j := range s.Features {
		rules = append(rules, causal.Rule{Kind: causal.Immutable, Feature: j})
	}
	f := testFit(t, steps{s}, rules, 2)
	f.items = 2 // the search must find nothing under these rules either
	f.rules = rules
	if _, _, err := f.Epoch(nothing); err != nil {
		t.Fatal(err)
	}
	none := []causal.Rule{{Kind: causal.Range, Feature: 0, Min: 200, Max: 300}}
	bound := f.Best().Under(steps{s}, nil, none)
	if a := bound.Answers(testRows(1), []int{1}, kernel.Key{}); len(a) != 1 || a[0] != nil {
		t.Errorf("an answer where no row keeps the rules: %v", a)
	}
}

// leadOf is a plain implementation of ballot: the lead of class t in example e of n.
func leadOf(shares []float32, e, n, t int) float32 {
	other, at := float32(0), 0
	for c := range len(shares) / n {
		if v := shares[c*n+e]; c != t && v > other {
			other, at = v, c
		}
	}
	own := shares[t*n+e]
	l := kernel.Log1(max(own, tiny)) - kernel.Log1(max(other, tiny))
	if own > other || own == other && t < at {
		return max(l, tiny)
	}
	return min(l, 0)
}

// TestBallot compares leads with the plain implementation, bit by bit, for two and more classes.
// Shares may be equal, zero or negative.
func TestBallot(t *testing.T) {
	var b ballot
	for _, classes := range []int{2, 3, 7} {
		const n, rows = 80, 71
		key := kernel.NewKey(uint64(classes))
		shares := make([]float32, classes*n)
		for i := range shares {
			shares[i] = [...]float32{0, 1, 0.25, 0.25, 1e-35, -0.1, key.Uniform1(uint32(2 * i)),
				key.Uniform1(uint32(2*i)) / 1000}[key.Intn(uint32(2*i+1), 8)]
		}
		b.open(rows)
		targets := make([]int, rows)
		for e := 0; e < rows; e += 3 {
			to := min(e+3, rows)
			for i := e; i < to; i++ {
				targets[i] = e / 3 % classes
			}
			b.count(shares, n, e, to, e/3%classes)
		}
		won := 0
		for e, got := range b.leads() {
			if want := leadOf(shares, e, n, targets[e]); got != want {
				t.Errorf("%d classes, row %d: got %v, want %v", classes, e, got, want)
			}
			won += int(flag(got > 0))
		}
		if won == 0 || won == rows {
			t.Errorf("of %d rows %d reach the target", rows, won)
		}
	}
}

// TestSameBitsEverywhere checks that a training produces the same bytes on every machine, with
// and without vector instructions.
func TestSameBitsEverywhere(t *testing.T) {
	s := testSchema()
	s.Outcome.Levels = []string{"p", "q"}
	rows := testRows(200)
	ex := testExamples(s, rows)
	f := NewFit(Config{Seed: 1, Epochs: 2, Batch: 32, Rate: 0.006}, s,
		nn.NewClassifier(s.Width(), 12, 2, kernel.NewKey(3)), []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}},
		ex, ex)
	f.items = 100
	run(t, f, 2)
	h := fnv.New64a()
	for _, p := range f.Best().State().Tensors {
		for _, v := range p.Data {
			binary.Write(h, binary.LittleEndian, v)
		}
	}
	if got, want := h.Sum64(), uint64(0xa7a16773a2fed28e); got != want {
		t.Errorf("fingerprint after two epochs = %#x, want %#x", got, want)
	}
}

// hidden is a rule that is not stated: size may rise only if age does.
func hidden(x, y []float64) bool { return y[1] <= x[1] || y[0] > x[0] }

// near10 is another such rule: age may rise by at most ten.
func near10(x, y []float64) bool { return y[0] <= x[0]+10 }

// labelled returns labels that follow a hidden rule.
func labelled(n int, allows func(x, y []float64) bool) (list []Label) {
	rows := testRows(2 * n)
	for i := range n {
		x, y := rows[i], slices.Clone(rows[i])
		for j, v := range rows[n+i] {
			if kernel.NewKey(uint64(i)).Uniform1(uint32(j)) < 0.4 {
				y[j] = v
			}
		}
		list = append(list, Label{x, y, allows(x, y)})
	}
	return list
}

// TestJudge checks that a judge learns, from a hundred labels, a rule about two features, one
// about a level and one about a distance. From labels that are all alike it learns nothing.
func TestJudge(t *testing.T) {
	l := layoutOf(testSchema())
	for name, rule := range map[string]func(x, y []float64) bool{
		"a pair":     hidden,
		"a level":    func(x, y []float64) bool { return x[2] == 3 || y[2] != 3 },
		"a distance": func(x, y []float64) bool { return y[0] <= x[0]+20 },
	} {
		j := newJudge(l, labelled(100, rule))
		right, n := 0, 1000
		for _, q := range labelled(1100, rule)[100:] {
			right += int(flag(j.allows(q.Row, q.Answer) == q.Feasible))
		}
		t.Logf("%s: %d of %d", name, right, n)
		if right < n*85/100 {
			t.Errorf("%s is not learned: %d of %d are told right", name, right, n)
		}
	}
	if j := newJudge(l, labelled(20, func(_, _ []float64) bool { return true })); j != nil || !j.allows(nil, nil) {
		t.Error("labels of one kind make a judge")
	}
}

// TestLabelsTeach checks that a generator taught by labels proposes what a hidden rule allows. It
// must still answer every row, keep the stated rules, and be saved with its judge.
func TestLabelsTeach(t *testing.T) {
	s := testSchema()
	s.Outcome.Levels = []string{"p", "q"}
	rows := testRows(500)
	ex, box := testBox(t, s, rows)
	rules := []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}}
	train := func() *Fit {
		f := NewFit(Config{Seed: 1, Epochs: 12, Batch: 32, Rate: 0.006}, s, box, rules, ex, ex)
		f.items = 300
		return f
	}
	f := train()
	run(t, f, 12)
	before := f.Best()
	tuned := train()
	if err := tuned.Teach(before, labelled(100, near10)); err != nil {
		t.Fatal(err)
	}
	run(t, tuned, 12)
	kept, err := Load(s, tuned.Best().State())
	if err != nil {
		t.Fatal(err)
	}
	var target []int
	for _, class := range nn.Classes(box, ex) {
		target = append(target, 1-class)
	}
	var buf ballot
	worth := func(g *Generator) (held, allowed int) {
		list := g.Under(box, nil, rules).Answers(rows, target, kernel.Key{})
		for i, l := range leads(s, box.Pass(), &buf, list, nil, func(i int) int { return target[i] }) {
			if _, ok := causal.CheckAll(s, rules, rows[i], list[i]); !ok {
				t.Fatalf("%v to %v breaks a rule", rows[i], list[i])
			}
			if l > 0 {
				held++
				allowed += int(flag(near10(rows[i], list[i])))
			}
		}
		return held, allowed
	}
	h, a := worth(before)
	hk, ak := worth(kept)
	t.Logf("before %d held and %d of these are allowed, after %d and %d", h, a, hk, ak)
	if hk < h*95/100 || hk-ak > (h-a)/2 {
		t.Error("labels taught nothing, or lost rows")
	}
}

// FuzzJudge checks that loading a judge rejects a malformed file or that the loaded judge
// terminates.
func FuzzJudge(f *testing.F) {
	l := layoutOf(testSchema())
	j := newJudge(l, labelled(60, hidden))
	bytes := func(list []nn.Tensor) (a, b []byte) {
		for _, v := range list[0].Data {
			a = binary.LittleEndian.AppendUint32(a, math.Float32bits(v))
		}
		for _, v := range list[1].Data {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(v))
		}
		return a, b
	}
	roots, nodes := bytes(j.tensors())
	f.Add(roots, nodes)
	f.Fuzz(func(t *testing.T, a, b []byte) {
		floats := func(b []byte) (v []float32) {
			for ; len(b) >= 4; b = b[4:] {
				v = append(v, math.Float32frombits(binary.LittleEndian.Uint32(b)))
			}
			return v
		}
		list := j.tensors()
		list[0].Data, list[1].Data = floats(a), floats(b)
		if j, ok := loadJudge(l, list); ok {
			q := labelled(1, hidden)[0]
			j.allows(q.Row, q.Answer)
		}
	})
}
