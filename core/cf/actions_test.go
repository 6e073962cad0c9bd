package cf

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
)

var _ blackbox.Answerer = (*Generator)(nil)

// acting starts a training that decodes actions without any rule.
func acting(t *testing.T, w *world, epochs int) *Fit {
	t.Helper()
	f, err := NewFit(Actions(nil), Config{Seed: 1, Epochs: epochs, Batch: 32, Samples: 1, LearningRate: 0.006},
		w.table.Schema, w.blackBox, w.train, w.val)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func run(t *testing.T, f *Fit, epochs int) {
	t.Helper()
	for range epochs {
		if _, err := f.Epoch(nothing); err != nil {
			t.Fatal(err)
		}
	}
}

// Answers keep rules that were not used in training, both from a trained network and from an
// untrained one. The trained network has answers for nearly all rows for which a search finds
// any. Its heads alone miss at most half as many rows as the untrained network.
func TestAnswersKeepTheRulesOfToday(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short: other loops have the same bits, see TestSameBitsEverywhere")
	}
	reachable := 0
	var held [2]int // of the untrained and of the trained network
	for seed := range uint64(4) {
		w := randomWorld(t, kernel.NewKey(100+seed))
		f := acting(t, w, 12)
		untrained := f.Best()
		run(t, f, 12)
		trained := f.Best()
		for i := range uint64(60) {
			q := randomQuery(w, kernel.NewKey(seed).Sub(200+i))
			q.MaxChanged, q.Effort, q.Brief = 0, nil, true
			found := len(trained.Search(w.blackBox, q).Rows) > 0
			reachable += b2i(found)
			for n, g := range []*Generator{untrained, trained} {
				holds := func(c []float64) bool {
					return !reflect.DeepEqual(c, q.Row) &&
						Predict(w.blackBox, encodeOne(w.table.Schema, c))[0] == q.Target
				}
				bound := g.Under(w.blackBox, q.Rules)
				c := bound.Answers([][]float64{q.Row}, []int{q.Target}, q.Key)[0]
				if c == nil {
					if found {
						t.Errorf("%v has a counterfactual and no answer", q.Row)
					}
					continue
				}
				for _, r := range q.Rules {
					if !keeps(w.table.Schema, r, q.Row, c) {
						t.Fatalf("%v for %v breaks %s", c, q.Row, r.String(w.table.Schema))
					}
				}
				held[n] += b2i(holds(c))
			}
		}
	}
	t.Logf("of %d rows that a search finds an answer for, a trained generator has %d, an untrained one %d", reachable,
		held[1], held[0])
	if held[1] < reachable*95/100 || reachable-held[1] > (reachable-held[0])/2 {
		t.Error("it has not learned the search")
	}
}

// A number outside the training range is not replaced by the nearest value in that range if a
// rule forbids this change.
func TestActionsKeepWhatIsBeyond(t *testing.T) {
	w := randomWorld(t, kernel.NewKey(5))
	f := acting(t, w, 2)
	run(t, f, 2)
	s, tried := w.table.Schema, 0
	for j, of := range s.Features {
		if !of.Kind.Numeric() {
			continue
		}
		row := slices.Clone(w.table.Row(0, nil))
		row[j] = of.Round(of.Max + (of.Max-of.Min)/4)
		ex := nn.Examples{X: make([]float32, s.Width()), Y: []int{0}, Width: s.Width()}
		s.Encode(row, ex.X)
		g := f.Best().Under(w.blackBox, []causal.Rule{{Kind: causal.OnlyIncrease, Feature: j}})
		tried++
		if c := g.Generate(w.blackBox, ex, []int{1 - Predict(w.blackBox, ex)[0]}, 1,
			kernel.NewKey(1)).Rows[0]; c[j] < row[j] {
			t.Errorf("%s falls from %v to %v", of.Name, row[j], c[j])
		}
	}
	if tried == 0 {
		t.Fatal("the table has no number")
	}
}

// A stopped training resumes and ends with the same bytes, and a stored generator returns the
// same answers.
func TestAGeneratorOfActionsIsKept(t *testing.T) {
	w := randomWorld(t, kernel.NewKey(5))
	whole, first := acting(t, w, 6), acting(t, w, 6)
	run(t, whole, 6)
	run(t, first, 3)
	state, second := first.State(), acting(t, w, 6)
	if err := second.Restore(state); err != nil {
		t.Fatal(err)
	}
	run(t, second, 3)
	if a, b := whole.State(), second.State(); !reflect.DeepEqual(a, b) {
		t.Error("a training that went on differs from one that was not stopped")
	}
	g := whole.Best()
	back, err := LoadGenerator(w.table.Schema, g.Ends(), g.Model())
	if err != nil {
		t.Fatal(err)
	}
	rows, target := [][]float64{w.table.Row(0, nil), w.table.Row(1, nil)}, []int{0, 1}
	key := kernel.NewKey(3)
	if a, b := g.Answers(rows, target, key), back.Under(w.blackBox, nil).Answers(rows, target, key); !reflect.DeepEqual(
		a, b) {
		t.Errorf("kept it answers %v, before %v", b, a)
	}
	bad := g.Model()
	bad.Counters[0]++
	if _, err := LoadGenerator(w.table.Schema, nil, bad); err == nil {
		t.Error("a generator of another table is loaded")
	}
	state.Tensors = state.Tensors[:len(state.Tensors)-1]
	if err := acting(t, w, 6).Restore(state); err == nil {
		t.Error("half a state is gone on from")
	}
	if err := whole.Warm(g); err != nil {
		t.Error(err)
	}
	base, err := NewFit(BaseVAE(), Config{Seed: 1, Epochs: 1, Batch: 32, Samples: 1, LearningRate: 0.01, Validity: 1},
		w.table.Schema, w.blackBox, w.train, w.val)
	if err != nil {
		t.Fatal(err)
	}
	if base.Warm(g) == nil || whole.Warm(base.Best()) == nil {
		t.Error("one method goes on from the generator of another")
	}
}

// counted counts the examples that are passed to a black box.
type counted struct {
	blackbox.BlackBox
	n *int
}

func (c counted) Pass() blackbox.Pass { return countedPass{c.BlackBox.Pass(), c.n} }

type countedPass struct {
	blackbox.Pass
	n *int
}

func (p countedPass) Shares(x []float32, n int) []float32 {
	*p.n += n
	return p.Pass.Shares(x, n)
}

// A training on a model with a stand-in uses only the stand-in and produces the same bytes as a
// training on the stand-in itself. The model itself judges the answers.
func TestTrainingAsksTheStandIn(t *testing.T) {
	w := randomWorld(t, kernel.NewKey(100))
	plain := acting(t, w, 2)
	run(t, plain, 2)
	n := 0
	c := Config{Seed: 1, Epochs: 2, Batch: 32, Samples: 1, LearningRate: 0.006}
	f, err := NewFit(Actions(nil), c, w.table.Schema,
		blackbox.Through{BlackBox: counted{w.blackBox, &n}, By: w.blackBox}, w.train, w.val)
	if err != nil {
		t.Fatal(err)
	}
	run(t, f, 2)
	if n != 0 {
		t.Errorf("the model was asked about %d examples", n)
	}
	if !reflect.DeepEqual(f.Best().actions.State(), plain.Best().actions.State()) {
		t.Error("the training is another than that of the stand-in")
	}
	f.Best().Answers([][]float64{w.table.Row(0, nil)}, []int{0}, kernel.NewKey(1))
	if n == 0 {
		t.Error("answers are not judged by the model")
	}
}

// In every answer of a generator trained under their mechanisms, followers take the values that
// these mechanisms require. Nearly all rows for which a search finds an answer have one.
func TestAnswersFollow(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short: other loops have the same bits, see TestSameBitsEverywhere")
	}
	reachable, held, followed := 0, 0, 0
	for seed := range uint64(6) {
		key := kernel.NewKey(300 + seed)
		w := randomWorld(t, key)
		s := w.table.Schema
		rules := followersOf(t, s, key)
		c := Config{Seed: 1, Epochs: 8, Batch: 32, Samples: 1, LearningRate: 0.006}
		f, err := NewFit(Actions(rules), c, s, w.blackBox, w.train, w.val)
		if err != nil {
			t.Fatal(err)
		}
		run(t, f, c.Epochs)
		g := f.Best().Under(w.blackBox, rules)
		for i := range uint64(50) {
			q := randomQuery(w, key.Sub(200+i))
			q.MaxChanged, q.Effort, q.Brief, q.Rules = 0, nil, true, rules
			found := len(g.Search(w.blackBox, q).Rows) > 0
			reachable += b2i(found)
			c := g.Answers([][]float64{q.Row}, []int{q.Target}, q.Key)[0]
			if c == nil {
				continue
			}
			for _, r := range rules {
				inputs, moved := r.Features()[1:], false
				for _, j := range inputs {
					moved = moved || c[j] != q.Row[j]
				}
				own := func(row []float64) float64 {
					return causal.Score(s.Features[r.Feature], row[r.Feature]) - r.Law.Mechanism.Mean(
						causal.Inputs(s, inputs, row, nil))
				}
				off, v := math.Abs(own(c)-own(q.Row)), c[r.Feature]
				switch {
				case !moved && v != q.Row[r.Feature]:
					t.Fatalf("seed %d: feature %d of %v for %v moves without a cause", seed, r.Feature, c, q.Row)
				case moved && s.Features[r.Feature].Kind.Numeric() && off > 1e-6:
					t.Fatalf("seed %d: feature %d of %v for %v is off by %v", seed, r.Feature, c, q.Row, off)
				}
				followed += b2i(moved)
			}
			held += b2i(!slices.Equal(c, q.Row) && Predict(w.blackBox, encodeOne(s, c))[0] == q.Target)
		}
	}
	t.Logf("of %d rows that a search finds an answer for a generator has %d; %d effects follow", reachable, held,
		followed)
	if held < reachable*95/100 || followed < 10 {
		t.Error("it has not learned the search")
	}
}

// followersOf returns rules by which one or two numbers of a table follow from earlier features.
func followersOf(t *testing.T, s data.Schema, key kernel.Key) []causal.Rule {
	t.Helper()
	var nodes []causal.Node
	var effects []int
	for v := len(s.Features) - 1; v > 0 && len(nodes) < 2; v-- {
		if !s.Features[v].Kind.Numeric() {
			continue
		}
		n := causal.Node{Feature: v, Variance: 1}
		line := causal.Linear{}
		for j, f := range s.Features[:v] {
			if causal.Scored(f) && key.Intn(uint32(100*v+j), 2) == 0 {
				n.Parents = append(n.Parents, j)
				line.Coef = append(line.Coef, float64(key.Normal1(uint32(100*v+j))))
			}
		}
		if n.Mechanism = line; len(n.Parents) == 0 {
			continue
		}
		nodes, effects = append(nodes, n), append(effects, v)
	}
	m, err := causal.NewSCM(s, nodes...)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := m.Followers(effects, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}
