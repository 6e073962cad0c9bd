package project

import (
	"fmt"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/form"
	"causeway/core/kernel"
	"causeway/core/metric"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/study"
)

// Measure evaluates a black box on the test rows. Figures that only a training knows stay empty.
func (p *Project) Measure(b *BlackBox) model.ClassifierTrained {
	test := Examples(p.Table, p.Split.Test)
	loss, accuracy := nn.Score(b, test)
	return model.ClassifierTrained{
		Model: b.Bytes, Accuracy: accuracy, LogLoss: loss, Base: base(test.Y, b.Classes()),
		Confusion: study.Confusion(b, test), TestRows: test.Rows(), AUC: auc(b, test), Fidelity: p.Fidelity(b),
	}
}

// AUC returns the area under the ROC curve on the test rows, or 0 if it is unknown.
func (p *Project) AUC() float64 {
	return auc(p.BlackBox.Differentiable, Examples(p.Table, p.Split.Test))
}

// auc replaces an area of exactly 0 by a tiny positive number, because 0 means unknown.
func auc(c blackbox.BlackBox, test nn.Examples) float64 {
	area, known := study.AUC(c, test)
	if !known {
		return 0
	}
	return max(area, 1e-9)
}

// mostGroups is the largest number of levels of a category for which groups are reported.
const mostGroups = 50

// Curves computes model.Curves on the test rows. threshold is that of model.ClassifierRecipe.
func (p *Project) Curves(threshold float64) (c model.Curves, err error) {
	if err := p.HasRows(); err != nil {
		return c, err
	}
	if err := p.Trained(); err != nil {
		return c, err
	}
	n := p.Schema.Classes()
	bins := make([]model.Bins, n)
	right := make([]bool, 0, len(p.Split.Test))
	nn.Each(p.BlackBox, Examples(p.Table, p.Split.Test), func(y []int, shares []float32) {
		best := make([]int, len(y))
		for e := range y {
			for k := range n {
				s := float64(shares[k*len(y)+e])
				if n == 2 {
					t := threshold
					if k == 0 && t > 0 {
						t = 1 - t
					}
					s = nn.Undecided(s, t)
				}
				bins[k].Add(s, y[e] == k)
			}
		}
		nn.Best(shares, best)
		for e := range y {
			right = append(right, best[e] == y[e])
		}
	})
	if n == 2 {
		var val model.Bins
		nn.Each(p.BlackBox, Examples(p.Table, p.Split.Val), func(y []int, shares []float32) {
			for e := range y {
				val.Add(nn.Undecided(float64(shares[len(y)+e]), threshold), y[e] == 1)
			}
		})
		c.Val = append(val.Own[:], val.Others[:]...)
	}
	for _, b := range bins {
		c.Bins = append(append(c.Bins, b.Own[:]...), b.Others[:]...)
	}
	for j, f := range p.Schema.Features {
		if len(f.Levels) == 0 || len(f.Levels) > mostGroups {
			continue
		}
		groups := make([]model.GroupFit, len(f.Levels))
		for i, row := range p.Split.Test {
			g := &groups[int(p.Table.Cols[j][row])]
			if g.Rows++; right[i] {
				g.Right++
			}
		}
		for level, g := range groups {
			if g.Feature, g.Level = j, level; g.Rows > 0 {
				c.Groups = append(c.Groups, g)
			}
		}
	}
	return c, nil
}

// base returns the accuracy of always predicting the most frequent class.
func base(y []int, classes int) float64 {
	counts := make([]int, classes)
	for _, k := range y {
		counts[k]++
	}
	return float64(slices.Max(counts)) / float64(max(len(y), 1))
}

// Rated returns the claim that a rating supports about its generator, under the rules of the
// training. Figures that only a training knows stay empty.
func (p *Project) Rated(r Rating, l model.Lesson) model.GeneratorTrained {
	decoded := metric.Score(r.Decoded)
	s := l.Knowledge.Schema(p.Schema)
	kept, all, _ := Kept(s, l.Knowledge.AllRules(s), r.Decoded)
	return model.GeneratorTrained{Soft: scores(metric.Score(r.Soft)), Decoded: scores(decoded),
		DataProfiles: decoded.FactualProfiles,
		TestRows:     len(r.Decoded.Factual), Kept: form.NewFloats(kept, len(kept)), KeptAll: all}
}

// These constants say for how many rows a rating runs a search. A search takes time that grows with
// about the square of the number of inputs, but a share over few rows is imprecise.
const (
	mostSearched  = 200
	leastSearched = 50
	searchInputs  = 20_000
	searchSquares = 1_000_000
)

// Answered evaluates the first counterfactuals of a rating under the hard rules that its generator
// learned. On tables that are too wide for a search, it measures nothing. It calls tick regularly.
func (p *Project) Answered(r Rating, l model.Lesson, seed uint64, tick func() error) (out model.Answers, err error) {
	n := min(mostSearched, searchInputs/p.Schema.Width())
	if n < leastSearched {
		return out, nil
	}
	n = min(n, max(leastSearched, searchSquares/(p.Schema.Width()*p.Schema.Width())))
	own, rules := r.Decoded.First(n), causal.Hard(p.Rules(l.Knowledge))
	s := causal.Fine(l.Knowledge.Schema(p.Schema), rules)
	train := make([][]float64, len(p.Split.Train))
	for i, row := range p.Split.Train {
		train[i] = p.Table.Row(row, nil)
	}
	key := kernel.NewKey(seed).Sub(streamRating).Sub(streamSearch)
	found, err := study.Searching{Schema: s, BlackBox: p.BlackBox.Differentiable, Train: train, Rules: rules}.Find(
		own.Factual, own.Target, func(i int) kernel.Key { return key.Sub(uint64(i)) }, tick)
	if err != nil {
		return out, err
	}
	own.Schema = s
	h := study.Hold(own, found, rules)
	out = model.Answers{Rows: len(own.Factual), Held: h.Held, Reachable: h.Reachable, Open: h.Open}
	if a, b := h.Own, h.Search; a != nil {
		out.Changes, out.ContProximity, out.Profiles = a.Changes, a.ContProximity, a.Profiles
		out.SearchChanges, out.SearchContProximity, out.SearchProfiles = b.Changes, b.ContProximity, b.Profiles
	}
	return out, nil
}

func scores(s metric.Scores) model.Scores {
	return model.Scores{Validity: s.Validity, ContProximity: s.ContProximity, CatProximity: s.CatProximity,
		FeaturesChange: s.Changed, Profiles: s.Profiles}
}

const (
	mostTuned  = 2000 // most rows on which a fine-tuning is measured
	streamTune = 104  // for measuring a fine-tuning, derived from its seed
	streamTold = 105

	streamSearch = 1 // derived from the stream of a rating, whose other streams are row indices
)

// Trial measures what a fine-tuning on labels changed.
type Trial struct {
	Schema data.Schema // with the orders of the graph when the fine-tuning began
	Seed   uint64
	Labels []cf.Label    // to learn from
	Rules  []causal.Rule // both generators are measured by these
}

// Of measures the generators before and after a fine-tuning on the same rows. It calls tick
// regularly.
func (t Trial) Of(p *Project, before, after *Generator, tick func() error) (out model.FineTuned, err error) {
	rows := t.heldOut(p)
	out = model.FineTuned{Labels: len(t.Labels), Rows: len(rows)}
	key := kernel.NewKey(t.Seed).Sub(streamTold)
	tested := cf.TestJudge(t.Schema, t.Labels, key)
	out.Feasible, out.Infeasible = tested.Feasible, tested.Infeasible
	var told cf.Belief
	if out.Judged = min(tested.Feasible, tested.Infeasible) >= model.JudgeLeast; out.Judged {
		told, _ = cf.NewBelief(t.Schema, t.Labels, key)
		out.JudgeRight, out.JudgeBalanced = tested.Right, tested.Balanced
	}
	var then, now []bool
	if out.Before, then, err = t.measure(p, before.Generator, told, rows, tick); err != nil {
		return out, err
	}
	if out.After, now, err = t.measure(p, after.Generator, told, rows, tick); err != nil {
		return out, err
	}
	for i, kept := range then {
		switch {
		case kept && !now[i]:
			out.Broke++
		case !kept && now[i]:
			out.Mended++
		}
	}
	return out, nil
}

// heldOut returns test rows that have no label.
func (t Trial) heldOut(p *Project) []int {
	told := map[string]bool{}
	for _, l := range t.Labels {
		told[fmt.Sprint(l.Factual)] = true
	}
	var rows []int
	for _, i := range p.Split.Test {
		if len(rows) < mostTuned && !told[fmt.Sprint(p.Table.Row(i, nil))] {
			rows = append(rows, i)
		}
	}
	return rows
}

// measure scores one counterfactual for each row, also by the labels' judge. Every generator gets
// the same noise and targets. For each row, measure reports whether all rules are kept.
func (t Trial) measure(p *Project, g *cf.Generator, told cf.Belief, rows []int, tick func() error) (model.Measured,
	[]bool, error) {
	const part = 500
	s, key := t.Schema, kernel.NewKey(t.Seed).Sub(streamTune)
	pairs := metric.Pairs{Schema: s}
	var queries []cf.Label
	for from := 0; from < len(rows); from += part {
		if err := tick(); err != nil {
			return model.Measured{}, nil, err
		}
		of := rows[from:min(from+part, len(rows))]
		ex := Examples(p.Table, of)
		target := cf.Predict(p.BlackBox.Differentiable, ex)
		for i, y := range target {
			target[i] = cf.Target(y, s.Classes(), key, uint32(from+i))
		}
		out := g.Generate(p.BlackBox.Differentiable, ex, target, 1, key.Sub(uint64(from)))
		factual := make([][]float64, len(of))
		for n, i := range of {
			factual[n] = p.Table.Row(i, nil)
		}
		out.Beside(s, factual)
		for n := range of {
			q := cf.Label{Factual: factual[n], Counterfactual: out.Rows[n], Target: target[n]}
			queries, pairs.Factual = append(queries, q), append(pairs.Factual, q.Factual)
		}
		pairs.Target, pairs.Class = append(pairs.Target, target...), append(pairs.Class, out.Y...)
		pairs.Counterfactual = append(pairs.Counterfactual, out.Rows...)
	}
	m := model.Measured{Scores: scores(metric.Score(pairs))}
	for _, b := range told.Of(queries) {
		if b > 0.5 {
			m.Feasible++
		}
	}
	m.Feasible /= float64(max(len(queries), 1))
	each, all, whole := Kept(s, t.Rules, pairs)
	m.Kept, m.KeptAll = form.NewFloats(each, len(each)), all
	return m, whole, nil
}
