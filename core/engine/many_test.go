package engine

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/wire"
)

// TestExplainManyIsExplain checks that each row gets the same result as from an Explain, in any
// engine and however the rows are divided into tasks.
func TestExplainManyIsExplain(t *testing.T) {
	a, classifier, generator := generated(t)
	b := newStage(t)
	packed := a.do(wire.Pack{}).(wire.Packed)
	b.do(wire.Restore{Table: packed.Table})
	want := wire.Restored{Classifier: true, Generator: true, AUC: classifier.AUC}
	if got := b.do(wire.Restore{Classifier: classifier.Model, Generator: generator.Model}); got != want {
		t.Fatalf("got %+v", got)
	}
	chosen, ok := a.do(wire.Select{Part: data.TestRows, Limit: 9}).(wire.Selected)
	if !ok || len(chosen.Index) != 9 || chosen.Hits != len(a.e.project.Split.Test) {
		t.Fatalf("got %+v", chosen)
	}
	query := wire.Explain{Search: document.Search{Target: 1, Count: 3, Budget: 100, Seed: 5, MaxChanged: 2},
		Knowledge: trueGraph, Boxes: 2000}
	rows := chosen.Values.Rows()
	var parts []wire.ExplainedMany
	for _, part := range [][][]float64{rows[:4], rows[4:]} {
		b.e.Handle(20, wire.ExplainMany{Query: query, Rows: wire.NewRows(part)})
		parts = append(parts, heard[wire.ExplainedMany](b))
		b.facts = nil
	}
	explained, skipped := 0, 0
	for i, row := range rows {
		part, n := parts[0], i
		if i >= 4 {
			part, n = parts[1], i-4
		}
		one := query
		one.Row = wire.NewFloats(row, len(row))
		switch want := a.do(one).(type) {
		case wire.Failure:
			skipped++
			if part.Target[n] != -1 || part.Predicted[n] != 1 || part.Found[n] != 0 {
				t.Errorf("row %d is explained, and alone it is %q", i, want.Detail)
			}
		case wire.Explained:
			explained++
			from := 0
			for _, k := range part.Found[:n] {
				from += k
			}
			if part.Found[n] != len(want.Rows) || part.Target[n] != want.Target ||
				part.Predicted[n] != want.Factual.Class {
				t.Fatalf("row %d: %+v, alone %+v", i, part, want)
			}
			values, shares, costs, degrees := part.Values.Rows(), part.Shares.Rows(), part.Costs.Values(),
				part.Degrees.Values()
			for k, c := range want.Rows {
				if at := from + k; !reflect.DeepEqual(values[at], c.Row) ||
					!reflect.DeepEqual(shares[at], c.Shares) ||
					costs[at] != c.Cost || degrees[at] != c.Degree || part.Classes[at] != c.Class {
					t.Errorf("row %d: counterfactual %d differs from that of Explain", i, k)
				}
			}
		}
	}
	if explained == 0 || skipped == 0 {
		t.Errorf("%d rows explained and %d skipped; the test needs both", explained, skipped)
	}
}

// FindCases finds for each row what Explain and GiveReasons find, in any engine.
func TestCasesAreExplainAndReasons(t *testing.T) {
	a, classifier, generator := generated(t)
	b := newStage(t)
	b.do(wire.Restore{Table: a.do(wire.Pack{}).(wire.Packed).Table})
	b.do(wire.Restore{Classifier: classifier.Model, Generator: generator.Model})
	names := wire.SetNames{Names: []data.Naming{{Name: "First"}, {}, {}, {}}}
	a.do(names)
	b.do(names)
	rules := causal.Knowledge{Rules: []causal.Rule{{Kind: causal.Immutable, Feature: 0}}}
	var asked []wire.Explain
	for _, row := range a.do(wire.Select{Part: data.TestRows, Limit: 40}).(wire.Selected).Values.Rows() {
		q := wire.Explain{Row: wire.NewFloats(row, len(row)), Search: document.Search{Target: 1, Count: 3, Budget: 100,
			Seed: 5}, Knowledge: rules, Boxes: 2000}
		if _, refused := a.do(q).(wire.Explained); refused {
			asked = append(asked, q)
		}
	}
	b.e.Handle(20, wire.FindCases{Asked: asked})
	got := heard[wire.Cases](b)
	if len(asked) < 5 || len(got.Found) != len(asked) || len(got.Reasons) != len(asked) {
		t.Fatalf("%d and %d cases for %d rows", len(got.Found), len(got.Reasons), len(asked))
	}
	for i, q := range asked {
		want := a.do(q).(wire.Explained)
		want.TookMS = 0
		if !reflect.DeepEqual(got.Found[i], want) {
			t.Errorf("row %d: found %+v, alone %+v", i, got.Found[i], want)
		}
		if r := a.do(wire.GiveReasons{Query: q}); !reflect.DeepEqual(got.Reasons[i], r) {
			t.Errorf("row %d: reasons %+v, alone %+v", i, got.Reasons[i], r)
		}
	}
	if law := got.Found[0].Laws[0].Text; !strings.Contains(law, "First") {
		t.Errorf("a rule is %q, without the name that people gave", law)
	}
}

// TestExplainManyApart checks that several counterfactuals of a row are as different as required,
// also in a request for many rows.
func TestExplainManyApart(t *testing.T) {
	s, _, _ := generated(t)
	rows := s.do(wire.Select{Part: data.TestRows, Limit: 30}).(wire.Selected).Values.Rows()
	for _, apart := range []model.Apart{model.OtherFeatures, model.NothingShared} {
		s.facts = nil
		s.e.Handle(21,
			wire.ExplainMany{Query: wire.Explain{Search: document.Search{Target: 1, Count: 3, Budget: 200,
				Seed: 5, Apart: apart}}, Rows: wire.NewRows(rows)})
		found := heard[wire.ExplainedMany](s)
		several, from := 0, 0
		for i, n := range found.Found {
			var sets [][]int
			for _, values := range found.Values.Rows()[from : from+n] {
				var set []int
				for j, v := range values {
					if v != rows[i][j] {
						set = append(set, j)
					}
				}
				for _, before := range sets {
					shared := slices.ContainsFunc(set, func(j int) bool { return slices.Contains(before, j) })
					if slices.Equal(set, before) || shared && apart == model.NothingShared {
						t.Errorf("apart %d, row %d: two of its answers change %v and %v", apart, i, before, set)
					}
				}
				sets = append(sets, set)
			}
			from += n
			several += min(max(n-1, 0), 1)
		}
		if several == 0 {
			t.Errorf("apart %d: no row has several answers", apart)
		}
	}
}

func TestExplainManyIsPausedAndCanceled(t *testing.T) {
	s, _, _ := generated(t)
	s.e.now = func() float64 { s.pass(20); return s.now() }
	rows := s.do(wire.Select{Part: data.AllRows, Limit: 200}).(wire.Selected).Values
	s.facts = nil
	paused := make(chan bool)
	s.mu.Lock()
	s.atRest = []func(){
		func() { s.e.Handle(7, wire.Pause{}); close(paused) },
	}
	s.mu.Unlock()
	s.e.Handle(7, wire.ExplainMany{Query: wire.Explain{Search: document.Search{Target: -1, Count: 2, Budget: 50}},
		Rows: rows})
	<-paused
	if _, ok := s.do(wire.Predict{Row: wire.NewFloats(rows.Rows()[0], 3)}).(wire.Predicted); !ok {
		t.Errorf("got %v", s.kinds())
	}
	s.e.Handle(7, wire.Resume{})
	heard[wire.Progress](s)
	s.e.Handle(7, wire.Cancel{})
	<-s.done
	s.left(0)
	if n := len(all[wire.ExplainedMany](s)); n != 0 {
		t.Errorf("%d results after Cancel", n)
	}
}

func TestNewRows(t *testing.T) {
	s, _, _ := generated(t)
	schema := s.e.project.Table.Schema
	b := data.AppendRecord(nil, schema.Features[0].Name, schema.Features[1].Name, schema.Features[2].Name)
	for i := range 30 {
		row := s.e.project.Table.Row(i, nil)
		b = data.AppendRecord(b, schema.Features[0].Format(row[0]), schema.Features[1].Format(row[1]),
			schema.Features[2].Format(row[2]))
	}
	got, ok := s.do(wire.ReadRows{Name: "new.csv", Bytes: b}).(wire.Selected)
	if !ok || len(got.Problems) > 0 || len(got.Index) != 30 || got.Index[0] != 2 || got.Outcomes[0] != -1 ||
		!reflect.DeepEqual(got.Values.Rows()[3], s.e.project.Table.Row(3, nil)) {
		t.Errorf("got %+v", s.facts[len(s.facts)-1])
	}
	if f, ok := s.do(wire.ReadRows{Bytes: []byte("\x89PNG")}).(wire.Failure); !ok || f.Code != wire.CodeBadInput ||
		!sentence(f.Detail) {
		t.Errorf("got %+v", f)
	}
	for _, m := range []wire.Message{wire.Select{Part: data.AllRows, Limit: 1}, wire.ReadRows{},
		wire.ExplainMany{Query: wire.Explain{Search: document.Search{Count: 1, Budget: 1}},
			Rows: wire.NewRows([][]float64{{1, 2, 3}})}} {
		if f, ok := newStage(t).do(m).(wire.Failure); !ok || f.Code != wire.CodeNotReady {
			t.Errorf("%T without a table: %+v", m, f)
		}
	}
}
