package project

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/form"
	"causeway/core/model"
	"causeway/core/sim"
)

// costly returns a project with rows and rules, some of which leave rows without an answer.
func costly(t *testing.T) (*File, Query) {
	t.Helper()
	p := open(t, "base")
	if err := p.Take(sim.SimpleBN(400, 3)); err != nil {
		t.Fatal(err)
	}
	k := causal.Knowledge{Each: true, Edges: []causal.Edge{{From: 0, To: 2, Sign: causal.Rises}}, Rules: []causal.Rule{
		{Kind: causal.Immutable, Feature: 2, Soft: true}, {Kind: causal.Immutable, Feature: 0},
		{Kind: causal.Immutable, Feature: 1}, {Kind: causal.OnlyIncrease, Feature: 2}}}
	return p, Query{Search: document.Search{Target: 1, Budget: 40, Seed: 4, Clarity: model.Just}, Boxes: 1000,
		Knowledge: k}
}

func still(float64) error { return nil }

func counted(t *testing.T, p *File, rows [][]float64, q Query) document.Cost {
	t.Helper()
	count, err := p.Cost(rows, q)
	if err != nil {
		t.Fatal(err)
	}
	c, err := count(still)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCostIsThatOfEachRule checks that the count without a rule equals the number of rows with an
// answer under the other rules, which is never below the count under all rules. Counting rows
// individually must have the same result as counting them together. No generator is needed.
func TestCostIsThatOfEachRule(t *testing.T) {
	p, q := costly(t)
	p.Use(nil)
	for class := range 2 {
		q.Target = class
		rows, of, err := p.Refused(class, 30, 1)
		if err != nil || len(rows) != min(30, of) || of == 0 {
			t.Fatalf("%d rows of %d, %v", len(rows), of, err)
		}
		all := counted(t, p, rows, q)
		if all.Rows != len(rows) || all.Rules != 4 || all.Found+all.Open > all.Rows {
			t.Fatalf("got %+v", all)
		}
		last := all.Rows
		for _, w := range all.Without {
			if w.Found <= all.Found || w.Found > last {
				t.Errorf("without rule %d %d rows have an answer, %d before, %d under all", w.Rule, w.Found, last,
					all.Found)
			}
			last = w.Found
		}
		for at := range q.Knowledge.AllRules(p.Seen) {
			less := q
			less.Without = []int{at}
			want := counted(t, p, rows, less).Found
			got := all.Found
			if i := slices.IndexFunc(all.Without, func(w document.Lifted) bool { return w.Rule == at }); i >= 0 {
				got = all.Without[i].Found
			}
			if got != want {
				t.Errorf("class %d: without rule %d %d rows, counted with the others alone %d", class, at, got, want)
			}
		}
		if again := counted(t, p, rows, q); !reflect.DeepEqual(again, all) {
			t.Errorf("the same rows cost %+v, then %+v", all, again)
		}
		t.Logf("class %d: %+v", class, all)
	}
}

// TestCostOfARowKnowsItsAnswers checks that an answer found earlier for a row counts as long as
// it keeps the rules, and that the time is limited.
func TestCostOfARowKnowsItsAnswers(t *testing.T) {
	p, q := costly(t)
	rows, _, err := p.Refused(1, 30, 1)
	if err != nil {
		t.Fatal(err)
	}
	free := Query{Search: document.Search{Target: 1, Count: 1, Budget: 100, Seed: 2, Clarity: model.Just}, Boxes: 1000}
	q.Budget, q.Boxes = 1, 0
	for _, row := range rows[:5] {
		x, err := p.Explain(row, free, nothing)
		if err != nil || len(x.Rows) == 0 {
			continue
		}
		answer := x.Rows[0].Row
		asked := q
		asked.Pinned = form.NewRows([][]float64{answer})
		c := counted(t, p, [][]float64{row}, asked)
		rules := causal.Hard(q.Knowledge.AllRules(p.Seen))
		if causal.AllHold(p.Seen, rules, row, answer) && c.Found != 1 {
			t.Errorf("%v has the answer %v, and %+v is counted", row, answer, c)
		}
		asked.Knowledge = causal.Knowledge{}
		if c := counted(t, p, [][]float64{row}, asked); c.Found != 1 || c.Rules != 0 || c.Without != nil {
			t.Errorf("without rules: %+v", c)
		}
	}
	if c := counted(t, p, [][]float64{rows[0]},
		Query{Search: document.Search{Target: 0, Budget: 1, Clarity: model.Just},
			Knowledge: q.Knowledge}); c.Rows != 0 || c.Found != 0 {
		t.Errorf("a row of the class already: %+v", c)
	}
}

// TestRefused checks that the sample is the same for the same seed, in ascending order, and
// contains only refused rows.
func TestRefused(t *testing.T) {
	p, _ := costly(t)
	few, of, err := p.Refused(1, 10, 1)
	all, every, err2 := p.Refused(1, 1000, 1)
	if err != nil || err2 != nil || of != every || len(all) != every || len(few) != 10 {
		t.Fatalf("%d of %d, %d of %d", len(few), of, len(all), every)
	}
	at := -1
	for _, row := range few {
		i := slices.IndexFunc(all, func(r []float64) bool { return slices.Equal(r, row) })
		if i < at || p.Ask(row)[0].Class == 1 {
			t.Errorf("row %v at %d after %d", row, i, at)
		}
		at = i
	}
	if again, _, _ := p.Refused(1, 10, 1); !reflect.DeepEqual(again, few) {
		t.Error("the same seed drew other rows")
	}
	if other, _, _ := p.Refused(1, 10, 2); reflect.DeepEqual(other, few) {
		t.Error("another seed drew the same rows")
	}
}

func TestCostIsRefusedOrEnded(t *testing.T) {
	p, q := costly(t)
	rows, _, _ := p.Refused(1, 5, 1)
	stop := errors.New("stopped")
	count, err := p.Cost(rows, q)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := count(func(float64) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
	var r Refusal
	for name, spoil := range map[string]func(rows *[][]float64, q *Query){
		"no class":      func(_ *[][]float64, q *Query) { q.Target = 2 },
		"another row":   func(rows *[][]float64, _ *Query) { *rows = [][]float64{{1}} },
		"another graph": func(_ *[][]float64, q *Query) { q.Knowledge.Rules = []causal.Rule{{Feature: 9}} },
	} {
		rows, q := rows, q
		spoil(&rows, &q)
		if _, err := p.Cost(rows, q); !errors.As(err, &r) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
