package study

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/metric"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/sim"
)

func still() float64 { return 0 }

// people returns a small census whose setting learns C1.
func people(t *testing.T) (*data.Table, Problem, Setting) {
	table := sim.Census(1500, 1)
	c1, err := causal.AdultC1(table.Schema)
	if err != nil {
		t.Fatal(err)
	}
	cfg := cf.Config{Epochs: 4, Batch: 256, Samples: 2, LearningRate: 0.01, Validity: 40, Margin: 0.3, Feasibility: 100}
	round := cfg
	round.LearningRate = 0.005
	return table, Problem{Name: "census", Constraints: []Constraint{{"c1", c1}}},
		Setting{Method: model.ExampleBased, Knowledge: causal.Knowledge{Rules: c1}, Hard: c1, Train: cfg, Base: cfg,
			Round: round}
}

func newTestBench(t *testing.T, table *data.Table, p Problem, h Host) *Bench {
	t.Helper()
	b, err := NewBench(p, table, data.NewSplit(table.Outcome, 1), 1, h)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestLabelsAreNested checks that fewer labels are a prefix of more, and that the oracle's labels
// agree with the rule.
func TestLabelsAreNested(t *testing.T) {
	table, p, s := people(t)
	b := newTestBench(t, table, p, Quiet(still))
	tune := func(labels int) *cf.Generator {
		s.Labels = labels
		made, err := b.example(s)
		if err != nil {
			t.Fatal(err)
		}
		return made.gen
	}
	fifty, thirty := tune(50), tune(30)
	many := b.courses[courseOf{s.Learned, s.Base, s.Round, false}].labels
	b.courses = nil
	if len(many) != 50 || !reflect.DeepEqual(tune(30).Model(), thirty.Model()) ||
		!reflect.DeepEqual(tune(50).Model(), fifty.Model()) {
		t.Error("what 30 and 50 labels teach depends on their order")
	}
	age := table.Schema.Index("age")
	for _, q := range many {
		if q.Feasible != (q.Counterfactual[age] >= q.Factual[age]) {
			t.Errorf("age from %v to %v is labelled %v", q.Factual[age], q.Counterfactual[age], q.Feasible)
		}
	}

	// The same labels given by people have the same effect without a rule, and rows that have
	// labels are not explained.
	first := b.Test.Factual[0]
	p.Constraints, p.Told = nil, append(many, cf.Label{Factual: first, Counterfactual: first})
	s.Learned, s.Hard = -1, nil
	var left []int
	for n, i := range b.Test.Rows { // labelled rows have duplicates among the held-out ones
		if !slices.ContainsFunc(p.Told, func(l cf.Label) bool { return slices.Equal(l.Factual, b.Test.Factual[n]) }) {
			left = append(left, i)
		}
	}
	all := len(b.Test.Rows)
	if b = newTestBench(t, table, p, Quiet(still)); !slices.Equal(b.Test.Rows, left) || len(left) == all {
		t.Errorf("%d rows are explained of %d; %d are not labelled", len(b.Test.Rows), all, len(left))
	}
	if !reflect.DeepEqual(tune(30).Model(), thirty.Model()) || !reflect.DeepEqual(tune(50).Model(), fifty.Model()) {
		t.Error("labels that are given teach something else than those that the rules gave")
	}
}

// TestBenchesAgree checks that a bench that takes its split and black box from a project with the
// same seed returns the same records as one built from the seed, whatever ran on the bench
// before.
func TestBenchesAgree(t *testing.T) {
	table, p, s := people(t)
	own := newTestBench(t, table, p, Quiet(still))
	project := NewBenchOf(p, own.Table, own.Split, own.BlackBox, 1, Quiet(still))
	run := func(b *Bench, m model.Method) Record {
		s.Method, s.Labels = m, 25
		o, err := b.Run(s)
		if err != nil {
			t.Fatal(err)
		}
		return o.Record
	}
	for _, m := range []model.Method{model.BaseVAE, model.ExampleBased, model.ModelApprox} {
		if a, b := run(own, m), run(project, m); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: %+v and %+v", m, a, b)
		}
	}
	fresh := NewBenchOf(p, own.Table, own.Split, own.BlackBox, 1, Quiet(still))
	if a, b := run(own, model.ModelApprox), run(fresh, model.ModelApprox); !reflect.DeepEqual(a, b) {
		t.Errorf("after other methods %+v, alone %+v", a, b)
	}
}

// TestHost checks that an experiment reports steadily increasing progress and stops when
// requested.
func TestHost(t *testing.T) {
	table, p, s := people(t)
	var shares []float64
	h := Quiet(still)
	h.Tell = func(share float64) { shares = append(shares, share) }
	b := newTestBench(t, table, p, h)
	s.Labels = 25
	if _, err := b.Run(s); err != nil {
		t.Fatal(err)
	}
	for i, v := range shares {
		if i > 0 && v <= shares[i-1] || v > 1 {
			t.Fatalf("shares = %v", shares)
		}
	}
	if n := len(shares); n < 100 || shares[n-1] != 1 {
		t.Errorf("shares = %v", shares)
	}
	stop, ticks := errors.New("stop"), 0
	h.Tick = func() error {
		if ticks++; ticks > 50 {
			return stop
		}
		return nil
	}
	b.Use(h)
	s.Method, s.Train.Epochs = model.ModelApprox, 50
	if _, err := b.Run(s); !errors.Is(err, stop) {
		t.Errorf("got %v, want the host's error", err)
	}
}

// TestHeld counts by hand the valid answers among all rows, and the distances of the valid ones.
// If no row is valid, nothing holds and the distance is unknown.
func TestHeld(t *testing.T) {
	table, p, s := people(t)
	p.Constraints = []Constraint{
		{"hours", []causal.Rule{{Kind: causal.OnlyIncrease, Feature: table.Schema.Index("hours_per_week")}}}}
	b := newTestBench(t, table, p, Quiet(still))
	s.Method = model.BaseVAE
	o, err := b.Run(s)
	if err != nil {
		t.Fatal(err)
	}
	made := o.Made.Decoded
	held, valid, near := 0, 0, 0.0
	for i := range made.Factual {
		if !made.Valid(i) || slices.Equal(made.Factual[i], made.Counterfactual[i]) {
			continue
		}
		valid++
		d, _, _ := metric.Distance(b.Table.Schema, made.Factual[i], made.Counterfactual[i])
		near -= d
		if causal.AllHold(b.Table.Schema, p.Constraints[0].Rules, made.Factual[i], made.Counterfactual[i]) {
			held++
		}
	}
	if valid == 0 || held == 0 || o.Held == nil || *o.Held != float64(held)/float64(len(made.Factual)) ||
		math.Abs(*o.ReachedProximity-near/float64(valid)) > 1e-9 {
		t.Errorf("%d valid, %d held of %d: got %v", valid, held, len(made.Factual), o.Held)
	}
	for i := range made.Class {
		made.Class[i] = 1 - made.Target[i]
	}
	none := *o
	none.Made.Decoded, none.ReachedProximity = made, nil
	b.reach(&none)
	if *none.Held != 0 || none.ReachedProximity != nil {
		t.Errorf("nothing is valid: %v held, near %v", *none.Held, none.ReachedProximity)
	}
}

// TestLiteralLabels checks that, following algorithm 1 to the letter, the labels apply to valid
// counterfactuals of training rows made by BaseVAE, each of them once.
func TestLiteralLabels(t *testing.T) {
	table, p, s := people(t)
	b := newTestBench(t, table, p, Quiet(still))
	s.Letter = cf.Letter{Queries: true, Last: true} // the rest of the letter needs more epochs
	base, err := b.plain(s, s.Base)
	if err != nil {
		t.Fatal(err)
	}
	labels := b.literalLabels(base.gen, s.Knowledge.Rules, 30)
	if len(labels) < 30 {
		t.Fatalf("%d labels", len(labels))
	}
	for i, q := range labels {
		one := nn.Examples{Width: table.Schema.Width(), X: make([]float32, table.Schema.Width()), Y: []int{0}}
		b.Table.Schema.Encode(q.Counterfactual, one.X)
		if got := cf.Predict(b.BlackBox, one)[0]; got != q.Target {
			t.Errorf("label %d is about a row of class %d, which is to be %d", i, got, q.Target)
		}
		if want := causal.AllHold(table.Schema, s.Knowledge.Rules, q.Factual, q.Counterfactual); q.Feasible != want {
			t.Errorf("label %d says %v, the rules %v", i, q.Feasible, want)
		}
		if slices.ContainsFunc(labels[:i], func(o cf.Label) bool {
			return slices.Equal(o.Factual, q.Factual) && slices.Equal(o.Counterfactual, q.Counterfactual)
		}) {
			t.Errorf("label %d is there twice", i)
		}
	}
	s.Labels = 30
	if _, err := b.example(s); err != nil {
		t.Error(err)
	}
	s.Labels = 1e6
	if _, err := b.example(s); err == nil {
		t.Error("a million labels, no error")
	}
}
