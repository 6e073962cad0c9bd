package store

import (
	"reflect"
	"slices"

	"causeway/core/causal"
	"causeway/core/wire"
)

// RuleCost is the cost of the hard rules for a sample of refused held-out rows and for the current
// row. The store requests it while Causes is shown and after every change of the rules; earlier
// answers are cached.
type RuleCost struct {
	Is    wire.RulesWeighed // result for the sample, with Has
	Of    []causal.Rule     // the rules of Is, by their places
	Row   wire.RulesWeighed // result for the row at hand, with HasRow
	RowOf []causal.Rule
	Index int // index of that row
	Class int // its target

	Has, HasRow bool
	Had         bool // the answer belongs to the previous row
	Asking      bool // the answer is about to change
	Share       float64
	Problem     string // why no answer exists
}

// RefusedRows is how many refused rows the rules are weighed with, RefusedSeed the seed that draws
// them.
const (
	RefusedRows = 60
	RefusedSeed = 1
)

// maxWeights is how many answers the cache holds, so that undo finds them.
const maxWeights = 24

// weight is a cached answer.
type weight struct {
	of subject
	is wire.RulesWeighed
}

// weighRules asks what the present rules cost.
func (w *turn) weighRules(k causal.Knowledge) {
	c, a := &w.Evidence.Cost, &w.asking
	if a.costs.of.asked && a.costs.of.table != w.Data.TableID {
		*c, a.weights = RuleCost{}, nil
	}
	if !w.Classifier.HasResult {
		w.quit(&a.costs)
		w.quit(&a.costsRow)
		*c = RuleCost{}
		return
	}
	if !slices.Contains(w.here, TheGraph) {
		return
	}
	all := k.AllRules(w.Data.Table.Schema)
	hard := len(causal.Hard(all)) > 0
	rules := k
	rules.Mechanisms = nil // mechanisms cost nothing
	ask := wire.WeighRules{Knowledge: rules, Class: w.Data.Wanted(), Rows: RefusedRows, Seed: RefusedSeed}
	if is, known := w.weightOf(&a.costs, ask, hard); known {
		c.Is, c.Of, c.Has, c.Problem = is, all, true, ""
	}
	if ask, asks := w.rowToWeigh(k); asks {
		if is, known := w.weightOf(&a.costsRow, ask, hard); known {
			c.Row, c.RowOf, c.HasRow, c.Index, c.Class = is, all, true, w.Explain.Index, ask.Class
			c.Had = ask.Known.Size(0) > 0
		} else if c.Index != w.Explain.Index {
			c.HasRow = false
		}
	} else {
		w.quit(&a.costsRow)
		c.HasRow = false
	}
	if c.Asking = a.costs.job != 0 || a.costsRow.job != 0 || hard && a.check.job != 0; !c.Asking {
		c.Share = 0
	}
}

// rowToWeigh asks about the row at hand, unless it already has its target class.
func (w *turn) rowToWeigh(k causal.Knowledge) (ask wire.WeighRules, asks bool) {
	e := &w.Explain
	if !e.HasRow || !e.HasShares || len(e.Cuts) > 0 || len(e.Edited) != len(w.Data.Table.Schema.Features) {
		return ask, false
	}
	class := e.Asks(w.Data)
	if class < 0 {
		class = w.Data.Wanted()
	}
	if class == Likeliest(e.Shares) {
		return ask, false
	}
	own, _, _ := w.bounds(e.Edited)
	ask = wire.WeighRules{Knowledge: k, Class: class, Seed: RefusedSeed, Row: wire.NewFloats(e.Edited, len(e.Edited)),
		Rules: own}
	if e.HasFound && e.FoundRow == e.Index && !e.Stale() {
		var rows [][]float64
		for _, c := range e.Found.Rows[:min(len(e.Found.Rows), wire.MaxShown)] {
			rows = append(rows, c.Row)
		}
		ask.Known = wire.NewRows(rows)
	}
	return ask, true
}

// weightOf returns a cached answer, or asks the engine. Without hard rules there is nothing to ask.
func (w *turn) weightOf(q *question, ask wire.WeighRules, hard bool) (is wire.RulesWeighed, known bool) {
	a := &w.asking
	if !hard {
		w.quit(q)
		return is, true
	}
	of := subject{asked: true, table: w.Data.TableID, model: w.Classifier.Result.Model, weigh: ask}
	if i := slices.IndexFunc(a.weights, func(x weight) bool { return reflect.DeepEqual(x.of, of) }); i >= 0 {
		if q.job != 0 {
			w.stop(q)
		} else {
			*q = question{of: of}
		}
		return a.weights[i].is, true
	}
	if a.check.job != 0 { // wait for the evidence about the graph, which every edit renews
		if !reflect.DeepEqual(q.of, of) {
			w.stop(q)
		}
	} else if w.fresh(q, of) {
		q.job = w.send(ask)
	}
	return is, false
}

// weightFact handles the engine's facts about the costs of rules.
func (w *turn) weightFact(q *question, body wire.Message) {
	a := &w.asking
	switch m := body.(type) {
	case wire.Progress:
		w.Evidence.Cost.Share = m.Share
		return
	case wire.RulesWeighed:
		a.weights = append(slices.Clone(a.weights[max(0, len(a.weights)+1-maxWeights):]), weight{q.of, m})
	case wire.Canceled:
		q.of = subject{}
	}
	q.job, q.stopped = 0, false
}

// weightFailed ends a question that got no answer.
func (w *turn) weightFailed(q *question, why string) {
	q.stopped = false
	if c := &w.Evidence.Cost; q == &w.asking.costs {
		c.Has, c.Problem = false, why
	} else {
		c.HasRow = false
	}
}
