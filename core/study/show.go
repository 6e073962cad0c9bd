package study

import (
	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/kernel"
	"causeway/core/metric"
	"causeway/core/search"
)

// Shown contains the scores of the displayed counterfactuals. Distances are those of each row's
// first counterfactual, which is the nearest.
type Shown struct {
	Validity      float64 `json:"validity"`
	RulesPct      float64 `json:"rules_pct"`
	Coverage      float64 `json:"coverage"`
	ContProximity float64 `json:"cont_proximity_sum"`
	CatChanges    float64 `json:"cat_changes"`
	ChangedMedian float64 `json:"features_changed_median"`
}

// Gallery holds the displayed counterfactuals.
type Gallery struct {
	Cases
	Shown      [][][]float64 // cases × shown × features
	rules      []causal.Rule
	class      [][]int // cases × shown: the black box's predictions for exactly these rows
	admissible []bool  // whether a row may have an answer
}

// Admissible reports whether row i may have an answer. It is false only if a search proved that
// none exists.
func (g Gallery) Admissible(i int) bool { return g.admissible[i] }

// show computes the displayed counterfactuals for the first cases. found holds the search's answers
// for them.
func (b *Bench) show(s Setting, m Made, found Finding) (Gallery, error) {
	g := Gallery{Cases: b.Test.first(showRows), rules: s.Hard}
	told, err := b.lawsForMethod(s)
	if err != nil {
		return g, err
	}
	for i, factual := range g.Factual {
		if err := b.host.Tick(); err != nil {
			return g, err
		}
		var rows [][]float64
		if m.Generator != nil {
			rows = b.search(m.Generator, told.search(s.Hard, g.Rows[i]), s.Lead, factual, g.Target[i],
				b.Key(streamShow).Sub(uint64(g.Rows[i])))
		} else {
			rows = b.own(s, told, m.Decoded, g.Rows[i], i)
		}
		g.Shown = append(g.Shown, rows)
		g.class = append(g.class, b.Predict(rows))
		g.admissible = append(g.admissible, len(rows) > 0 || found.Found[i] || found.open[i])
		b.host.step(i+1, len(g.Factual))
	}
	return g, nil
}

// own returns a method's own counterfactuals for case i, with their consequences, if the search
// cannot use the method. They must differ from the factual, reach the target and keep the rules.
func (b *Bench) own(s Setting, told *laws, p metric.Pairs, at, i int) [][]float64 {
	if p.Found != nil && !p.Found[i] {
		return nil
	}
	row := told.after(p.Schema, s.Hard, at, p.Factual[i], p.Counterfactual[i])
	if b.Predict([][]float64{row})[0] != p.Target[i] ||
		!causal.AllHold(told.finer(p.Schema, at), s.Hard, p.Factual[i], row) {
		return nil
	}
	return [][]float64{row}
}

// search looks for counterfactuals of a row that keep the rules and whose effects follow from their
// causes.
func (b *Bench) search(gen *cf.Generator, rules []causal.Rule, lead float64, factual []float64, target int,
	key kernel.Key) (rows [][]float64) {
	found := gen.Search(b.BlackBox, search.Query{Row: factual, Target: target, Count: showCount, Budget: showBudget,
		Key: key, Rules: rules,
		Lead: max(search.ShownLead, lead+leadHair), Boxes: showBoxes, Brief: true})
	for _, c := range found.Rows {
		rows = append(rows, c.Row)
	}
	return rows
}

// score checks all displayed counterfactuals again.
func (g Gallery) score(b *Bench) Shown {
	var r Shown
	counts := make([]int, len(g.Shown))
	nearest := metric.Pairs{Schema: b.Table.Schema}
	all, valid, kept := 0, 0, 0
	for i, rows := range g.Shown {
		counts[i] = len(rows)
		for k, row := range rows {
			all++
			if g.class[i][k] == g.Target[i] {
				valid++
			}
			if causal.AllHold(b.Table.Schema, g.rules, g.Factual[i], row) {
				kept++
			}
		}
		if len(rows) > 0 {
			nearest.Factual, nearest.Counterfactual = append(nearest.Factual, g.Factual[i]),
				append(nearest.Counterfactual, rows[0])
			nearest.Target, nearest.Class = append(nearest.Target, g.Target[i]), append(nearest.Class, g.class[i][0])
		}
	}
	near := metric.Score(nearest)
	r.Validity, r.RulesPct = float64(valid)/float64(max(all, 1)), 100*float64(kept)/float64(max(all, 1))
	r.Coverage = metric.Coverage(counts, g.admissible)
	r.ContProximity, r.CatChanges, r.ChangedMedian = near.ContProximity, 0-near.CatProximity, near.ChangedMedian
	return r
}

// diversity measures how much a row's counterfactuals differ in which features they change. It
// returns nil if no row has two counterfactuals.
func (g Gallery) diversity(b *Bench) *float64 {
	d := metric.ScoreDiversity(b.Table.Schema, g.Factual, g.Shown)
	if d.Factuals == 0 {
		return nil
	}
	return &d.Changes
}
