package store

import (
	"testing"

	"causeway/core/causal"
	"causeway/core/label"
	"causeway/core/wire"
)

// looked is a page with a row on show whose first search was answered.
func looked(t *testing.T) *page {
	t.Helper()
	p := ready(t)
	p.do(Visit{Topics: []Topic{TheRow}})
	answer[wire.MapRow](p, wire.Mapped{Xs: []float64{20, 60}, Ys: []float64{0, 1},
		In: make([]bool, 4), Broken: make([]int, 4)})
	answer[wire.Explain](p, liveAnswer())
	return p
}

// next is the first sent message of a type.
func next[M wire.Message](p *page) (M, int) {
	p.t.Helper()
	for _, s := range p.sent {
		if m, ok := s.Body.(M); ok {
			return m, s.Job
		}
	}
	p.t.Fatalf("no %T was sent", *new(M))
	panic("unreachable")
}

func liveAnswer() wire.Explained {
	return wire.Explained{Target: 1, Factual: wire.Counterfactual{Row: []float64{39, 1}},
		Rows: []wire.Counterfactual{{Row: []float64{45, 1}, Class: 1, Changed: 1},
			{Row: []float64{39, 0}, Class: 1, Changed: 1}}}
}

// A row is answered as soon as it is on show, and again after a change of a value or a limit. A
// stopped search is not repeated.
func TestALookIsAnswered(t *testing.T) {
	p := looked(t)
	p.sent = nil
	p.do(EditValue{Feature: 0, Value: 41})
	answer[wire.Predict](p, wire.Predicted{Shares: wire.NewFloats([]float64{0.8, 0.2}, 2)})
	ask, job := next[wire.Explain](p)
	equalSlices(t, "row asked about", ask.Row.Values(), []float64{41, 1})
	if !p.Explain.HasFound || !p.Explain.Unasked {
		t.Error("the last answer does not stay meanwhile")
	}
	p.sent = nil
	p.do(SetLimit{Feature: 0, Limit: causal.Limit{Kind: causal.Frozen}})
	if ask, _ = next[wire.Explain](p); len(ask.Rules) == 0 {
		t.Error("the search that goes on is not begun anew with the limit")
	}
	p.sent = nil
	p.do(Fact{job, wire.Canceled{}}, Fact{p.Explain.findJob, wire.Canceled{}}, Say{})
	for _, m := range p.sent {
		if _, again := m.Body.(wire.Explain); again {
			t.Error("a search that was stopped begins again")
		}
	}
}

// With a classifier that cannot be retrained, the page searches only once, although answers should hold after
// retraining.
func TestAForeignClassifierIsSearchedOnce(t *testing.T) {
	p := looked(t)
	p.Classifier.Foreign = true
	find := p.Explain.Find
	find.Steady = true
	p.sent = nil
	p.do(SetFind{find}, Say{})
	for _, m := range p.sent {
		if _, again := m.Body.(wire.Explain); again {
			t.Error("the search begins again, and does so after each answer")
		}
	}
}

// During a drag on the map the row gets glances, and a search at its end.
func TestADraggedRowIsAnsweredAtAGlance(t *testing.T) {
	p := looked(t)
	at := p.Explain.Map.At
	if at[0] == at[1] {
		t.Fatalf("the map is of %v", at)
	}
	to := map[int]float64{0: 50, 1: 0}
	p.sent = nil
	p.do(MoveRow{X: to[at[0]], Y: to[at[1]]})
	ask, job := next[wire.Glance](p)
	equalSlices(t, "row asked about", ask.Query.Row.Values(), []float64{50, 0})
	p.sent = nil
	x := liveAnswer()
	x.Factual.Shares = []float64{0.6, 0.4}
	p.do(Fact{job, x})
	equal(t, "share at a glance", p.Explain.Shares[1], 0.4)
	for _, m := range p.sent {
		if _, searches := m.Body.(wire.Explain); searches {
			t.Error("the row is searched while it is dragged")
		}
	}
	p.do(MoveRow{X: to[at[0]], Y: to[at[1]], Done: true})
	answer[wire.Predict](p, wire.Predicted{Shares: wire.NewFloats([]float64{0.6, 0.4}, 2)})
	search, _ := next[wire.Explain](p)
	equalSlices(t, "row searched", search.Row.Values(), []float64{50, 0})
	if got := p.Explain.Answers(); len(got.Rows) != len(x.Rows) {
		t.Error("the answer at a glance does not stay until there is a proof")
	}
}

// Showing a way makes the map show its changed features.
func TestTheMapIsOfTheWayThatIsShown(t *testing.T) {
	p := looked(t)
	p.do(ShowWay{Index: 1}, ShowWay{Index: 7})
	if c, ok := p.Explain.Shown(); !ok || c.Row[1] != 0 {
		t.Errorf("way %d is shown", p.Explain.Way)
	}
	p.do(ShowMap{X: 1, Y: 0})
	equal(t, "chosen axes", [2]int{p.Explain.Map.X, p.Explain.Map.Y}, [2]int{1, 0})
}

// A verdict on a way is an ordinary label and can be taken back.
func TestAWayIsJudged(t *testing.T) {
	p := looked(t)
	p.do(JudgeWay{Index: 1, Verdict: label.Infeasible, Reason: []int{0, 1}}, JudgeWay{Index: 9})
	equal(t, "labels", p.Labels.Counts, [3]int{0, 1, 0})
	x := p.Labels.List[0]
	equalSlices(t, "reason", x.Reason, []int{1})
	equalSlices(t, "counterfactual", x.Counterfactual, []float64{39, 0})
	p.do(JudgeWay{Index: 1, Verdict: label.Feasible})
	equal(t, "labels after another verdict", p.Labels.Counts, [3]int{1, 0, 0})
	p.do(JudgeWay{Index: 1, Verdict: label.Feasible, Not: true})
	equal(t, "labels", len(p.Labels.List), 0)
	p.do(Undo{})
	equal(t, "labels after undo", len(p.Labels.List), 1)
}
