package engine

import (
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/wire"
)

// TestWeighRules checks that the cost of rules is computed without a generator, reports progress
// if it takes long, and stops when canceled.
func TestWeighRules(t *testing.T) {
	s, _ := trained(t)
	s.facts = nil
	k := causal.Knowledge{Rules: []causal.Rule{{Kind: causal.Immutable, Feature: 0},
		{Kind: causal.Immutable, Feature: 1}, {Kind: causal.Immutable, Feature: 2}}}
	s.e.now = func() float64 { s.pass(50); return s.now() }
	s.e.Handle(30, wire.WeighRules{Knowledge: k, Class: 1, Rows: 20, Seed: 1})
	m := heard[wire.RulesWeighed](s)
	if m.Rows != 20 || m.Of < 20 || m.Rules != 3 || m.Found != 0 || m.Open != 0 || len(m.Without) == 0 {
		t.Errorf("got %+v", m)
	}
	if p := all[wire.Progress](s); len(p) == 0 ||
		!slices.IsSortedFunc(p, func(a, b wire.Progress) int { return int(1000 * (a.Share - b.Share)) }) {
		t.Errorf("progress %+v", p)
	}
	row := s.do(wire.Rows{Part: data.TestRows, Limit: 1}).(wire.Page).Values.Rows()[0]
	class := 1 - s.e.project.Ask(row)[0].Class
	s.facts = nil
	s.e.Handle(31, wire.WeighRules{Knowledge: k, Class: class, Row: wire.NewFloats(row, len(row))})
	if m := heard[wire.RulesWeighed](s); m.Rows != 1 || m.Found != 0 || m.Of != 0 {
		t.Errorf("got %+v", m)
	}
	s.facts = nil
	s.mu.Lock()
	s.atRest = []func(){func() { s.e.Handle(32, wire.Cancel{}) }}
	s.mu.Unlock()
	s.e.Handle(32, wire.WeighRules{Knowledge: k, Class: 1, Rows: 60})
	heard[wire.Canceled](s)
	if m := all[wire.RulesWeighed](s); len(m) > 0 {
		t.Errorf("canceled, it says %+v", m)
	}
	far := causal.Knowledge{Rules: []causal.Rule{{Kind: causal.Immutable, Feature: 9}}}
	bare := newStage(t)
	bare.do(wire.Sample{Model: "simple-bn", Rows: 200, Seed: 3})
	for _, got := range []wire.Message{s.do(wire.WeighRules{Knowledge: far, Class: 1, Rows: 5}),
		s.do(wire.WeighRules{Class: 7, Rows: 5}), bare.do(wire.WeighRules{Class: 1, Rows: 5})} {
		if f, ok := got.(wire.Failure); !ok || !sentence(f.Detail) {
			t.Errorf("got %+v", got)
		}
	}
}
