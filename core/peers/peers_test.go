package peers

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/vae"
)

// line predicts class 1 if the numbers a and b, each from 0 to 10, sum to more than ten, and
// class 2 for everything green.
type line struct{ shares, d []float32 }

func (line) Classes() int               { return 3 }
func (line) Pass() blackbox.Pass        { return new(line) }
func (line) Trace() blackbox.Trace      { return new(line) }
func (l *line) logit(v float32) float32 { return 12 * (v - 1.025) }

// The inputs x are a, b, then red, blue and green.
func (l *line) Shares(x []float32, n int) []float32 {
	l.shares = make([]float32, 3*n)
	for e := range n {
		green := kernel.Sigmoid1(12 * (x[4*n+e] - 0.55))
		high := kernel.Sigmoid1(l.logit(x[e] + x[n+e]))
		l.shares[e], l.shares[n+e], l.shares[2*n+e] = (1-green)*(1-high), (1-green)*high, green
	}
	l.d = append(l.d[:0], x...)
	return l.shares
}

func (l *line) SharesGrad(_, d []float32, n int) []float32 {
	x, g := l.d, make([]float32, 5*n)
	for e := range n {
		green := kernel.Sigmoid1(12 * (x[4*n+e] - 0.55))
		high := kernel.Sigmoid1(l.logit(x[e] + x[n+e]))
		dHigh := (1 - green) * (d[n+e] - d[e]) * high * (1 - high) * 12
		g[e], g[n+e] = dHigh, dHigh
		g[4*n+e] = (d[2*n+e] - (1-high)*d[e] - high*d[n+e]) * green * (1 - green) * 12
	}
	return g
}

// tree is line without a gradient.
type tree struct{}

func (tree) Classes() int        { return 3 }
func (tree) Pass() blackbox.Pass { return new(line) }

// paint returns a table of two integers and a colour with every possible row.
func paint() (s data.Schema, rows [][]float64) {
	s = data.Schema{Features: []data.Feature{
		{Name: "a", Kind: data.Integer, Max: 10, MAD: 2}, {Name: "b", Kind: data.Integer, Max: 10, MAD: 2},
		{Name: "colour", Kind: data.Category, Levels: []string{"red", "blue", "green"}}},
		Outcome: data.Feature{Name: "y", Kind: data.Category, Levels: []string{"low", "high", "green"}}}
	for a := range 11 {
		for b := range 11 {
			for c := range 3 {
				rows = append(rows, []float64{float64(a), float64(b), float64(c)})
			}
		}
	}
	return s, rows
}

func classOf(row []float64) int {
	switch {
	case row[2] == 2:
		return 2
	case row[0]+row[1] > 10:
		return 1
	}
	return 0
}

// cases returns rows with target classes. Each row occurs twice, and no target is the row's own
// class.
func cases() (rows [][]float64, target []int) {
	for _, r := range [][]float64{{2, 3, 0}, {5, 5, 1}, {9, 8, 0}, {0, 10, 2}, {4, 4, 2}} {
		for c := range 3 {
			if c != classOf(r) {
				rows, target = append(rows, r), append(target, c)
			}
		}
	}
	return rows, target
}

// find returns the method with the given name.
func find(name string) Method {
	return Methods[slices.IndexFunc(Methods, func(m Method) bool { return m.Name == name })]
}

func build(t *testing.T, name string, p Problem) blackbox.Answerer {
	t.Helper()
	a, err := find(name).New(p)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Each answer of every method reaches the target by a change, has values that are possible for
// the features, and keeps fixed features. It is the same for the same key, whatever rows follow
// it.
func TestAnswers(t *testing.T) {
	s, train := paint()
	rows, target := cases()
	key := kernel.NewKey(7)
	least := map[string]int{"nun": 10, "nun-sparse": 10, "dice-random": 10, "dice-genetic": 10, "spheres": 10,
		"wachter": 6, // half green is not green to this black box, but decodes to it
		"face":    3, // its nearest rows all have one colour, so no path leads to another
		"revise":  7, "cchvae": 7,
		"recourse": 6} // its stand-in sees only the green rows near the row
	for _, m := range Methods {
		for _, fixed := range [][]bool{nil, {true, false, false}, {true, true, true}} {
			a := build(t, m.Name, Problem{Schema: s, BlackBox: line{}, Rows: train, Fixed: fixed, Seed: 3})
			got := a.Answers(rows, target, key)
			if len(got) != len(rows) {
				t.Fatalf("%s: %d answers of %d rows", m.Name, len(got), len(rows))
			}
			found := 0
			for i, row := range got {
				if row == nil {
					continue
				}
				found++
				if classOf(row) != target[i] || reflect.DeepEqual(row, rows[i]) {
					t.Errorf("%s, fixed %v: %v becomes %v, which is no answer for class %d", m.Name, fixed, rows[i],
						row, target[i])
				}
				for j, f := range s.Features {
					if !f.Holds(row[j]) || f.Kind.Numeric() && (row[j] < f.Min || row[j] > f.Max) {
						t.Errorf("%s: %s cannot be %v", m.Name, f.Name, row[j])
					}
					if fixed != nil && fixed[j] && row[j] != rows[i][j] {
						t.Errorf("%s: %s stays, and becomes %v", m.Name, f.Name, row[j])
					}
				}
			}
			switch {
			case fixed == nil && found < least[m.Name]:
				t.Errorf("%s answers %d of %d rows that all have answers", m.Name, found, len(rows))
			case len(fixed) > 0 && fixed[2] && found > 0:
				t.Errorf("%s answers %d rows in which nothing may change", m.Name, found)
			}
			if again := build(t, m.Name, Problem{Schema: s, BlackBox: line{}, Rows: train, Fixed: fixed, Seed: 3}).
				Answers(rows, target, key); !reflect.DeepEqual(got, again) {
				t.Errorf("%s: the same key gave %v, then %v", m.Name, got, again)
			}
			if fewer := a.Answers(rows[:4], target[:4], key); !reflect.DeepEqual(got[:4], fewer) {
				t.Errorf("%s: rows alone have %v, beside others %v", m.Name, fewer, got[:4])
			}
		}
	}
}

// oneWay returns domains of paint in which a does not decrease and nothing becomes red.
func oneWay(s data.Schema) func([]float64) []causal.Domain {
	rules := []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0}}
	return func(row []float64) []causal.Domain {
		d, _ := causal.Domains(s, rules, row)
		d[2].Levels[0] = row[2] == 0
		return d
	}
}

// Every method keeps each rule that it receives, including one that involves two features, and
// most methods still find something.
func TestAnswersKeepRules(t *testing.T) {
	s, train := paint()
	domains := oneWay(s)
	p := Problem{Schema: s, BlackBox: line{}, Rows: train, Seed: 3, Domains: domains,
		// b changes only together with a
		Keeps: func(x, row []float64) bool { return row[1] == x[1] || row[0] > x[0] || row[0] == 10 }}
	rows, target := cases()
	reachable := 0
	for i, x := range rows {
		at := &place{Problem: p, width: 5}
		at.Fixed = make([]bool, 3)
		if slices.ContainsFunc(train, func(r []float64) bool {
			return classOf(r) == target[i] && at.keeps(x, domains(x), r)
		}) {
			reachable++
		}
	}
	least := map[string]int{"nun": reachable, "nun-sparse": reachable, "dice-random": reachable, "spheres": reachable}
	for _, m := range Methods {
		found := 0
		for i, row := range build(t, m.Name, p).Answers(rows, target, kernel.NewKey(7)) {
			if row == nil {
				continue
			}
			found++
			x := rows[i]
			if row[0] < x[0] || row[2] == 0 && x[2] != 0 || row[1] != x[1] && row[0] <= x[0] && row[0] != 10 ||
				classOf(row) != target[i] {
				t.Errorf("%s: %v becomes %v, which breaks a rule or misses class %d", m.Name, x, row, target[i])
			}
		}
		if found < max(least[m.Name], 1) {
			t.Errorf("%s answers %d of %d rows that have an answer", m.Name, found, reachable)
		}
	}
}

// In DiCE's first generation, fixed features have the factual's values, and so do features whose
// value is outside the permitted range.
func TestGeneticPatchesItsFirstGeneration(t *testing.T) {
	s, train := paint()
	m := build(t, "dice-genetic", Problem{Schema: s, BlackBox: line{}, Rows: train, Fixed: []bool{false, false, true},
		Domains: oneWay(s)}).(checkedAnswerer).Answerer.(diceGenetic)
	x := []float64{4, 9, 1}
	for _, row := range m.first(m.ask(), x, m.Domains(x), 0, kernel.NewKey(1)) {
		if row[0] < 4 || row[2] != 1 {
			t.Errorf("%v begins with %v", x, row)
		}
	}
}

// DiCE's genetic search does not prefer a confident row to one that barely reaches the target,
// because its hinge has no margin.
func TestGeneticHasNoMargin(t *testing.T) {
	s, train := paint()
	m := build(t, "dice-genetic", Problem{Schema: s, BlackBox: line{},
		Rows: train}).(checkedAnswerer).Answerer.(diceGenetic)
	x := []float64{5, 5, 0}
	list := m.judge(m.ask(), x, [][]float64{{10, 10, 0}, {5, 6, 0}}, 1)
	if !reflect.DeepEqual(list[0].row, []float64{5, 6, 0}) || !list[0].good {
		t.Errorf("%v is better than what is nearer", list[0].row)
	}
	// One of three features changes by 1 in a range of 10, and its weight in the mean is one
	// half.
	if want := 0.2*0.1/2 + 0.2/3; math.Abs(list[0].loss-want) > 1e-6 {
		t.Errorf("loss %v, want %v", list[0].loss, want)
	}
}

// The answers below can be worked out by hand.
func TestKnownAnswers(t *testing.T) {
	s, train := paint()
	// This set lacks the rows with one change, so that the neighbour changes more than necessary.
	var sparse [][]float64
	for _, r := range train {
		if r[0] == 9 && r[1] == 9 && r[2] == 0 || classOf(r) == 0 {
			sparse = append(sparse, r)
		}
	}
	for _, c := range []struct {
		name, why string
		train     [][]float64
		row, want []float64
		target    int
	}{
		{"nun", "one step of b is half a MAD, and so is one of a, which comes later", train, []float64{5, 5, 1},
			[]float64{5, 6, 1}, 1},
		{"nun", "a colour is nearer than anything else that is green", train, []float64{5, 5, 1},
			[]float64{5, 5, 2}, 2},
		{"nun", "the only row of the class", sparse, []float64{5, 3, 1}, []float64{9, 9, 0}, 1},
		{"nun-sparse", "the colour is not needed and 9 + 3 are enough, b was changed more than a", sparse,
			[]float64{5, 3, 1}, []float64{5, 9, 1}, 1},
		{"nun", "nobody is of the class", sparse, []float64{5, 3, 1}, nil, 2},
		{"nun-sparse", "nobody is of the class", sparse, []float64{5, 3, 1}, nil, 2},
		{"face", "nobody is of the class", sparse, []float64{5, 3, 1}, nil, 2},
		{"wachter", "the colour alone makes it green", train, []float64{5, 5, 1}, []float64{5, 5, 2}, 2},
	} {
		got := build(t, c.name, Problem{Schema: s, BlackBox: line{}, Rows: c.train}).Answers([][]float64{c.row},
			[]int{c.target}, kernel.NewKey(1))[0]
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v becomes %v, want %v: %s", c.name, c.row, got, c.want, c.why)
		}
	}
}

// Wachter's row lies just beyond the line, and Growing Spheres makes small changes.
func TestNearAnswers(t *testing.T) {
	s, train := paint()
	for name, most := range map[string]float64{"wachter": 6.5, "spheres": 9, "nun-sparse": 6} {
		got := build(t, name, Problem{Schema: s, BlackBox: line{}, Rows: train}).Answers([][]float64{{2, 3, 0}},
			[]int{1}, kernel.NewKey(1))[0]
		if got == nil || got[2] != 0 {
			t.Errorf("%s: %v becomes %v, which changes a colour that does not matter", name, []float64{2, 3, 0}, got)
			continue
		}
		if d := math.Abs(got[0]-2) + math.Abs(got[1]-3); d < 6 || d > most {
			t.Errorf("%s: moves by %v, the line is 6 away", name, d)
		}
	}
}

// DiCE's random search changes one feature if one is enough.
func TestRandomChangesFew(t *testing.T) {
	s, train := paint()
	m := build(t, "dice-random", Problem{Schema: s, BlackBox: line{}, Rows: train})
	for seed := range uint64(20) {
		row := m.Answers([][]float64{{5, 5, 0}}, []int{1}, kernel.NewKey(seed))[0]
		if changed := changes(row, []float64{5, 5, 0}); changed != 1 {
			t.Errorf("%d features change, and one is enough: %v", changed, row)
		}
	}
}

// TestDiceSets checks that a set contains as many different rows of the target as requested, or
// as many as exist, and that a set of one row equals the method's own answer.
func TestDiceSets(t *testing.T) {
	s, rows := paint()
	p := Problem{Schema: s, BlackBox: tree{}, Rows: rows, Domains: oneWay(s)}
	sets, err := DiceSets(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		row             []float64
		target, n, want int
	}{{[]float64{2, 3, 0}, 1, 1, 1}, {[]float64{2, 3, 0}, 1, 3, 3}, {[]float64{2, 10, 0}, 2, 9, 9}} {
		got := sets(c.row, c.target, c.n, kernel.NewKey(4))
		if len(got) != c.want {
			t.Errorf("%d of %d rows: %v", len(got), c.want, got)
		}
		for i, r := range got {
			if classOf(r) != c.target || contains(got[:i], r) {
				t.Errorf("row %d of %v", i, got)
			}
		}
		alone := build(t, "dice-random", p).Answers([][]float64{c.row}, []int{c.target}, kernel.NewKey(4))
		if one := sets(c.row, c.target, 1, kernel.NewKey(4).Sub(0)); !reflect.DeepEqual(one, alone) {
			t.Errorf("one of a set is %v, alone %v", one, alone)
		}
	}
}

func changes(a, b []float64) (n int) {
	for j := range a {
		if a[j] != b[j] {
			n++
		}
	}
	return n
}

// FACE follows the rows: around a hole in the data, not across it.
func TestFaceFollowsRows(t *testing.T) {
	s, _ := paint()
	var train [][]float64
	for range 5 { // many rows in the direction of b, one distant row along a that is nearer to the line
		for b := range 11 {
			train = append(train, []float64{2, float64(b), 0})
		}
	}
	train = append(train, []float64{8, 3, 0})
	got := build(t, "face", Problem{Schema: s, BlackBox: line{}, Rows: train}).Answers([][]float64{{2, 3, 0}}, []int{1},
		kernel.NewKey(1))[0]
	if want := []float64{2, 9, 0}; !reflect.DeepEqual(got, want) {
		t.Errorf("FACE gives %v, want %v", got, want)
	}
}

// A method that needs a gradient rejects a black box without one with an error message.
func TestGradientIsNeeded(t *testing.T) {
	s, train := paint()
	for _, m := range Methods {
		_, err := m.New(Problem{Schema: s, BlackBox: tree{}, Rows: train, Seed: 1})
		if (err != nil) != m.Gradient {
			t.Errorf("%s: error %v, needs a gradient: %v", m.Name, err, m.Gradient)
		}
		if _, err := m.New(Problem{Schema: s, BlackBox: line{}}); err == nil {
			t.Errorf("%s takes a table without rows", m.Name)
		}
	}
	stop := errors.New("stop")
	for _, name := range []string{"face", "revise", "cchvae"} {
		if _, err := find(name).New(Problem{Schema: s, BlackBox: line{}, Rows: train,
			Tick: func() error { return stop }}); !errors.Is(err, stop) {
			t.Errorf("%s: %v once it was told to stop", name, err)
		}
	}
}

// The computed gradients of Wachter's objective and of REVISE's objective are correct.
func TestSlopes(t *testing.T) {
	s, train := paint()
	at := &place{Problem: Problem{Schema: s, BlackBox: line{}, Rows: train, Fixed: []bool{true, false, false},
		Tick: func() error { return nil }}, width: 5}
	rows, target := [][]float64{{5, 5, 1}, {2, 9, 0}}, []int{1, 2}
	x := at.ask().encode(rows)
	near := func(name string, v, grad []float32, of func() float64) {
		const step = 1e-3
		for i := range v {
			was := v[i]
			v[i] = was + step
			up := of()
			v[i] = was - step
			down := of()
			v[i] = was
			if want := (up - down) / (2 * step); math.Abs(want-float64(grad[i])) > 2e-2*math.Max(1, math.Abs(want)) {
				t.Errorf("%s, place %d: slope %v, finite differences %v", name, i, grad[i], want)
			}
		}
	}
	w := wachter{at, line{}}
	z, grad := append([]float32(nil), x...), make([]float32, len(x))
	for i := range z {
		if w.weights()[i/2] > 0 {
			z[i] += 0.1 + 0.03*float32(i)
		}
	}
	w.slope(new(line), x, z, w.weights(), target, 3, grad)
	near("wachter", z[2:], grad[2:], func() float64 {
		return w.slope(new(line), x, z, w.weights(), target, 3, make([]float32, len(x)))
	})
	for i := range 2 {
		if grad[i] != 0 {
			t.Error("a feature that stays has a slope")
		}
	}

	r := revise{latent{at, vae.NewPlain(vae.Config{Groups: []int{1, 1, 3}, Classes: 2, Latent: 3, Hidden: []int{7}},
		[]int{0}, kernel.NewKey(2))}, line{}}
	code, loss := []float32{0.3, -0.2, 0.9, 0.4, -0.7, 0.1}, make([]float64, 2)
	slope := make([]float32, len(code))
	var tape vae.PlainTape
	r.slope(&tape, new(line), x, code, target, loss, slope)
	near("revise", code, slope, func() float64 {
		r.slope(&tape, new(line), x, code, target, loss, make([]float32, len(code)))
		return loss[0] + loss[1]
	})
}
