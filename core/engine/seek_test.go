package engine

import (
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/project"
	"causeway/core/wire"
)

// every returns all rows of a table as the page sees them, with the black box's predictions.
func every(t *testing.T, s *stage) (p wire.Page) {
	t.Helper()
	for from := 0; ; from = len(p.Index) {
		next := s.do(wire.Rows{Part: data.AllRows, From: from, Limit: 500}).(wire.Page)
		if len(next.Index) == 0 {
			return p
		}
		p.Index, p.Outcomes, p.Predicted = append(p.Index, next.Index...), append(p.Outcomes, next.Outcomes...),
			append(p.Predicted, next.Predicted...)
		p.Values = wire.NewRows(append(p.Values.Rows(), next.Values.Rows()...))
	}
}

// TestRowsAreFiltered checks that each part of a filter selects exactly the rows that it
// describes, in order.
func TestRowsAreFiltered(t *testing.T) {
	s, _, _ := generated(t)
	p := every(t, s)
	values := p.Values.Rows()
	low, high := values[3][0], values[3][0]+1
	cases := []struct {
		name   string
		filter wire.Filter
		takes  func(n int) bool
	}{
		{"all", wire.Filter{}, func(int) bool { return true }},
		{"predicted", wire.Filter{Predicted: []int{0}}, func(n int) bool { return p.Predicted[n] == 0 }},
		{"outcome", wire.Filter{Outcomes: []int{1}}, func(n int) bool { return p.Outcomes[n] == 1 }},
		{"decided wrongly", wire.Filter{Predicted: []int{0}, Outcomes: []int{1}}, func(n int) bool {
			return p.Predicted[n] == 0 && p.Outcomes[n] == 1
		}},
		{"a value", wire.Filter{Where: []data.Where{{Feature: 0, Min: low, Max: low}}}, func(n int) bool {
			return values[n][0] == low
		}},
		{"a range, an open one and a class", wire.Filter{Predicted: []int{1},
			Where: []data.Where{{Feature: 0, Min: low, Max: high}, {Feature: 1, Min: -causal.Open, Max: values[0][1]}}},
			func(n int) bool {
				return p.Predicted[n] == 1 && values[n][0] >= low && values[n][0] <= high &&
					values[n][1] <= values[0][1]
			}},
	}
	for _, c := range cases {
		var want []int
		for n, i := range p.Index {
			if c.takes(n) {
				want = append(want, i)
			}
		}
		got := s.do(wire.Select{Part: data.AllRows, Filter: c.filter, Limit: wire.MaxSelect}).(wire.Selected)
		if len(want) == 0 || !slices.Equal(got.Index, want) {
			t.Errorf("%s: %d rows, want %d", c.name, len(got.Index), len(want))
		}
		page := s.do(wire.Rows{Part: data.AllRows, Filter: c.filter, From: 1, Limit: 2}).(wire.Page)
		if page.Total != len(want) || !slices.Equal(page.Index, want[min(1, len(want)):min(3, len(want))]) {
			t.Errorf("%s: page %v of %d, want of %d", c.name, page.Index, page.Total, len(want))
		}
	}
	for name, f := range map[string]wire.Filter{"class": {Outcomes: []int{9}},
		"feature": {Where: []data.Where{{Feature: 40}}}} {
		if f, ok := s.do(wire.Rows{Part: data.AllRows, Filter: f, Limit: 1}).(wire.Failure); !ok ||
			f.Code != wire.CodeBadInput || !strings.Contains(f.Detail, name) {
			t.Errorf("%s that is not there: %+v", name, f)
		}
	}
	bare := newStage(t)
	bare.do(wire.Sample{Model: "simple-bn", Rows: 200, Seed: 3})
	if f, ok := bare.do(wire.Rows{Part: data.AllRows,
		Filter: wire.Filter{Predicted: []int{0}}, Limit: 1}).(wire.Failure); !ok || f.Code != wire.CodeNotReady {
		t.Errorf("predicted rows without a black box: %+v", f)
	}
}

// TestTheFirstRefusedRowWithAnAnswer checks that the row found is the first refused one for which
// an Explain finds something.
func TestTheFirstRefusedRowWithAnAnswer(t *testing.T) {
	s, _, _ := generated(t)
	seek := func(m wire.Seek) wire.Sought {
		t.Helper()
		m.Part, m.Query.Target, m.Query.Count, m.Query.Budget, m.Tries = data.TestRows, -1, 1, 100, 200
		s.facts = nil
		s.e.Handle(20, m)
		return heard[wire.Sought](s)
	}
	list := s.do(wire.Rows{Part: data.TestRows, Limit: 200}).(wire.Page)
	rows := list.Values.Rows()
	// Everything is frozen except x1, which may only rise, so most rows have no answer.
	hard := []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 0, Local: true},
		{Kind: causal.Immutable, Feature: 1, Local: true}, {Kind: causal.Immutable, Feature: 2, Local: true}}
	passedOver := false
	for _, rules := range [][]causal.Rule{nil, hard} {
		for wanted := range 2 {
			got := seek(wire.Seek{Wanted: wanted, Query: wire.Explain{Rules: rules}})
			for pos, class := range list.Predicted {
				if class == wanted {
					continue
				}
				x := s.do(wire.Explain{Search: document.Search{Target: -1, Count: 1, Budget: 100},
					Row: wire.NewFloats(rows[pos], len(rows[pos])), Rules: rules}).(wire.Explained)
				if len(x.Rows) > 0 {
					if got.Pos != pos || !got.Answered || got.Tried < 1 {
						t.Errorf("wanted %d, %d rules: %+v, the first with an answer is %d", wanted, len(rules),
							got, pos)
					}
					break
				}
				passedOver = true
			}
		}
	}
	if !passedOver {
		t.Error("no refused row was without an answer: the test shows nothing")
	}
	never := []causal.Rule{{Kind: causal.Immutable, Feature: 0}, {Kind: causal.Immutable, Feature: 1},
		{Kind: causal.Immutable, Feature: 2}}
	first := slices.IndexFunc(list.Predicted, func(k int) bool { return k != 1 })
	if got := seek(wire.Seek{Wanted: 1, Query: wire.Explain{Rules: never}}); got.Pos != first || got.Answered ||
		got.Tried != 97 {
		t.Errorf("without any answer: %+v, the first refused is %d", got, first)
	}
	s.e.project.Gen = nil
	if got := seek(wire.Seek{Wanted: 1}); got != (wire.Sought{Pos: first}) {
		t.Errorf("without a generator: %+v, the first refused is %d", got, first)
	}
}

// TestLimitsOfManyRows checks that a person's own limits apply to many rows in the same way as to
// one. Limits around a value apply around each row's own value, and rows that only have an answer
// without them are named.
func TestLimitsOfManyRows(t *testing.T) {
	s, _, _ := generated(t)
	chosen := s.do(wire.Select{Part: data.TestRows, Limit: 30}).(wire.Selected)
	query := wire.Explain{Search: document.Search{Target: -1, Count: 1, Budget: 100, Seed: 5},
		Rules: []causal.Rule{{Kind: causal.Immutable, Feature: 2, Local: true}}}
	within := []causal.Reach{{Feature: 0, By: 0.1}, {Feature: 1, By: 0.4}}
	s.facts = nil
	s.e.Handle(20, wire.ExplainMany{Query: query, Rows: chosen.Values, Within: within})
	got := heard[wire.ExplainedMany](s)
	bound := 0
	for i, row := range chosen.Values.Rows() {
		one := query
		one.Row = wire.NewFloats(row, len(row))
		free := one
		free.Rules = nil
		for _, w := range within {
			one.Rules = append(slices.Clone(one.Rules), w.Rule(s.e.project.Table.Schema.Features[w.Feature], row))
		}
		n := len(s.do(one).(wire.Explained).Rows)
		if n != got.Found[i] {
			t.Errorf("row %d: %d found, alone %d", i, got.Found[i], n)
		}
		if is := n == 0 && len(s.do(free).(wire.Explained).Rows) > 0; is != slices.Contains(got.Bound, i) {
			t.Errorf("row %d is bound: %v, want %v", i, !is, is)
		} else if is {
			bound++
		}
	}
	if bound == 0 || bound == len(got.Found) {
		t.Errorf("%d of %d rows are bound: the test needs both", bound, len(got.Found))
	}
}

// BenchmarkFilterHalfAMillion measures filtering half a million rows by the model's predictions.
// It must be fast enough to wait for, and almost instant when repeated.
func BenchmarkFilterHalfAMillion(b *testing.B) {
	t := &testing.T{}
	s, _, _ := generated(t)
	p := s.e.project
	wide := &data.Table{Schema: p.Table.Schema, Outcome: make([]int, 500_000)}
	for _, col := range p.Table.Cols {
		long := make([]float64, 500_000)
		for i := range long {
			long[i] = col[i%len(col)]
		}
		wide.Cols = append(wide.Cols, long)
	}
	p.Table = wide
	f := wire.Filter{Predicted: []int{0}, Where: []data.Where{{Feature: 0, Min: 0, Max: causal.Open}}}
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			p.BlackBox = &project.BlackBox{Differentiable: p.BlackBox.Network}
			if _, err := p.hits(data.AllRows, "", f); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("again", func(b *testing.B) {
		for b.Loop() {
			if _, err := p.hits(data.AllRows, "", f); err != nil {
				b.Fatal(err)
			}
		}
	})
}
