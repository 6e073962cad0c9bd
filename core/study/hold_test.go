package study

import (
	"math"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/metric"
	"causeway/core/model"
)

// TestHold compares with counts by hand for one answer per row. The answers of the search are
// valid too, and a row without an answer fails whatever takes its place.
func TestHold(t *testing.T) {
	table, p, s := people(t)
	s.Hard = append(slices.Clone(s.Hard), causal.Rule{Kind: causal.Immutable, Feature: table.Schema.Index("gender")})
	s.Method = model.BaseVAE
	b := newTestBench(t, table, p, Quiet(still))
	b.Test = b.Test.first(40)
	made, err := b.make(s, b.Test)
	if err != nil {
		t.Fatal(err)
	}
	found, err := b.Found(s)
	if err != nil {
		t.Fatal(err)
	}
	hours := table.Schema.Index("hours_per_week")
	for i := 0; i < 40; i += 2 { // answers that are mostly valid, but farther away
		row := slices.Clone(found.Counterfactual[i])
		row[hours] = 90
		made.Decoded.Counterfactual[i] = row
	}
	h, err := b.Hold(s, made)
	if err != nil {
		t.Fatal(err)
	}
	rows := made.Decoded.Counterfactual[:40]
	held, reachable, both, changed, searched := 0, 0, 0, 0, 0
	for i, class := range b.Predict(rows) {
		row, factual := rows[i], b.Test.Factual[i]
		holds := class == b.Test.Target[i] && !slices.Equal(row, factual) &&
			causal.AllHold(b.Table.Schema, s.Hard, factual, row)
		if found.Found[i] && (slices.Equal(found.Counterfactual[i], factual) ||
			!causal.AllHold(b.Table.Schema, s.Hard, factual, found.Counterfactual[i])) {
			t.Fatalf("what is found for row %d does not hold", i)
		}
		if holds {
			held++
		}
		if holds || found.Found[i] {
			reachable++
		}
		if holds && found.Found[i] {
			both++
			_, _, n := metric.Distance(b.Table.Schema, factual, row)
			_, _, m := metric.Distance(b.Table.Schema, factual, found.Counterfactual[i])
			changed, searched = changed+n, searched+m
		}
	}
	if both == 0 || held == 40 || h.Held != float64(held)/40 || h.Reachable != float64(reachable)/40 {
		t.Fatalf("held %v, reachable %v; %d, %d of 40 by hand, %d of them by both", h.Held, h.Reachable, held,
			reachable, both)
	}
	if math.Abs(h.Own.Changes-float64(changed)/float64(both)) > 1e-9 ||
		math.Abs(h.Search.Changes-float64(searched)/float64(both)) > 1e-9 {
		t.Errorf("changes %v and %v, by hand %d and %d of %d", h.Own.Changes, h.Search.Changes, changed, searched, both)
	}

	made.Decoded.Found = make([]bool, len(made.Decoded.Factual))
	if h, err = b.Hold(s, made); err != nil || h.Held != 0 || h.Own != nil || h.Reachable == 0 {
		t.Errorf("without any answer %+v, %v", h, err)
	}
}

// TestUntrained checks that the record of a generator includes the results of the same network
// with its initial weights, evaluated in the same way, and that methods without a generator have
// no such results.
func TestUntrained(t *testing.T) {
	table, p, s := people(t)
	s.Hard = append(slices.Clone(s.Hard), causal.Rule{Kind: causal.Immutable, Feature: table.Schema.Index("gender")})
	s.CEM = cf.NewCEMConfig(model.Contrast{Steps: 1})
	s.CEM.Iterations = 20
	b := newTestBench(t, table, p, Quiet(still))
	b.Test = b.Test.first(40)
	for _, m := range []model.Method{model.ModelApprox, model.Actions, model.CEM} {
		s.Method = m
		o, err := b.Run(s)
		if err != nil {
			t.Fatal(err)
		}
		if m == model.CEM {
			if o.Untrained != nil {
				t.Error("CEM has a generator")
			}
			continue
		}
		method, err := b.Method(s)
		if err != nil {
			t.Fatal(err)
		}
		c := s.Train
		c.Seed = b.Seed
		fit, err := cf.NewFit(method, c, b.Table.Schema, b.BlackBox, b.train, b.val)
		if err != nil {
			t.Fatal(err)
		}
		held, rows := 0, fit.Best().Answers(b.Test.Factual, b.Test.Target, b.Key(streamAsk))
		for i, class := range b.Predict(rows) {
			keeps := causal.AllHold(b.Table.Schema, s.Hard, b.Test.Factual[i], rows[i])
			if m == model.Actions && !keeps {
				t.Errorf("%s: %v becomes %v before the training, which breaks a rule", m, b.Test.Factual[i], rows[i])
			}
			if class == b.Test.Target[i] && keeps && !slices.Equal(rows[i], b.Test.Factual[i]) {
				held++
			}
		}
		if o.Untrained == nil || o.Untrained.Held != float64(held)/40 || o.Untrained.Reachable == 0 {
			t.Errorf("%s: untrained %+v, by hand %d of 40", m, o.Untrained, held)
		}
		if said := (Record{Answers: o.Answers, Untrained: o.Untrained}).Figures(); !slices.Contains(said,
			Figure{"answers.untrained.held", float64(held) / 40}) ||
			!slices.Contains(said, Figure{"answers.held", o.Answers.Held}) {
			t.Errorf("%s: the figures lack what is held: %v", m, said)
		}
	}
}

// TestAnswersOfCEM checks that CEM's answers for single rows are the same as for all rows
// together, if they reach the target.
func TestAnswersOfCEM(t *testing.T) {
	table, p, s := people(t)
	s.Method, s.CEM = model.CEM, cf.NewCEMConfig(model.Contrast{Steps: 2})
	b := newTestBench(t, table, p, Quiet(still))
	b.Test = b.Test.first(20)
	from, _, err := b.contrast(s)
	if err != nil {
		t.Fatal(err)
	}
	made, err := b.make(s, b.Test)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for i, row := range from.Answers(b.Test.Factual, b.Test.Target, b.Key(streamAsk)) {
		if d := made.Decoded; d.Valid(i) != (row != nil) || row != nil && !slices.Equal(row, d.Counterfactual[i]) {
			t.Errorf("row %d: %v, together %v, valid %v", i, row, d.Counterfactual[i], d.Valid(i))
		}
		if row != nil {
			found++
		}
	}
	if found == 0 {
		t.Error("CEM answers nobody")
	}
}
