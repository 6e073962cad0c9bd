package study

import (
	"testing"

	"causeway/core/metric"
	"causeway/core/model"
)

// Worth agrees with Run, and Beside compares two methods only on the rows for which both have
// valid answers.
func TestBeside(t *testing.T) {
	table, p, s := people(t)
	b := newTestBench(t, table, p, Quiet(still))
	b.Test = b.Test.first(60)
	var got []Answered
	for _, m := range []model.Method{"dice-random", "nun", model.BaseVAE} {
		s.Method = m
		a, err := b.Answer(s)
		if err != nil {
			t.Fatal(err)
		}
		o, err := b.Run(s)
		if err != nil {
			t.Fatal(err)
		}
		if a.Held != o.Answers.Held || a.Reachable != o.Answers.Reachable ||
			(a.Untrained == nil) != (o.Untrained == nil) || a.Untrained != nil && a.Untrained.Held != o.Untrained.Held {
			t.Errorf("%s: %+v, and Run has %+v and %+v", m, a.Holding, o.Answers, o.Untrained)
		}
		got = append(got, a)
	}
	x, y := got[0], got[1]
	n, first, second := 0, 0, 0
	for i, row := range b.Test.Factual {
		if x.judged.Pairs.Held(i, s.Hard) && y.judged.Pairs.Held(i, s.Hard) {
			_, _, c := metric.Distance(b.Table.Schema, row, x.judged.Counterfactual[i])
			_, _, d := metric.Distance(b.Table.Schema, row, y.judged.Counterfactual[i])
			n, first, second = n+1, first+c, second+d
		}
	}
	if n == 0 || n == len(b.Test.Factual) {
		t.Fatalf("both hold %d of %d rows, which tells nothing", n, len(b.Test.Factual))
	}
	own, others := x.Beside(y)
	if own.Changes != float64(first)/float64(n) || others.Changes != float64(second)/float64(n) {
		t.Errorf("%v and %v, by hand %d and %d of %d rows", own, others, first, second, n)
	}
	none := x.judged
	none.Held = make([]bool, len(none.Held))
	nobody := Answered{judged: none}
	if own, others := x.Beside(nobody); own != nil || others != nil {
		t.Errorf("%v and %v beside a method that holds nothing", own, others)
	}
}
