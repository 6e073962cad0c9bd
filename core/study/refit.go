package study

import (
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/kernel"
)

// Refits is how often the mechanisms are fitted again, each time to resampled rows, to test whether
// an answer stands.
const Refits = 10

// Refit fits the mechanisms of the knowledge n times, each time to a bootstrap sample of the rows
// (Efron 1979). The fits show how much sampling matters, but not whether the form of the mechanisms
// is correct.
func Refit(k causal.Knowledge, t *data.Table, rows []int, key kernel.Key) (list []*causal.SCM, err error) {
	for i := range uint64(Refits) {
		sample := resampled(len(rows), key.Sub(i))
		for j, at := range sample {
			sample[j] = rows[at]
		}
		m, err := k.Fit(t, sample)
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

// Standing counts the fits under which a person who follows an answer reaches the target and keeps
// the hard rules. Each fit is a set of rules by which the other effects follow.
func Standing(s data.Schema, b blackbox.BlackBox, hard []causal.Rule, follow [][]causal.Rule, factual, answer []float64,
	target int) (n int) {
	var after [][]float64
	for _, by := range follow {
		rules := append(hard[:len(hard):len(hard)], by...)
		row := slices.Clone(answer)
		fine := causal.Fine(s, rules)
		causal.Compute(fine, rules, factual, row)
		if causal.AllHold(fine, hard, factual, row) {
			after = append(after, row)
		}
	}
	if len(after) == 0 {
		return 0
	}
	for _, class := range cf.Predict(b, encoded(s, after)) {
		if class == target {
			n++
		}
	}
	return n
}

// Refitted holds answers found with mechanisms that were fitted to some of the rows. For each
// answer, it counts the fits under which the answer stands, and says whether the answer holds under
// the mechanisms of the judge.
type Refitted struct {
	Standing []int
	Truly    []bool
	Rows     int // rows for which an answer was sought

	Fits    []*causal.SCM
	Answers [][][]float64 // one or none for each row
}

// Refitted searches for answers with mechanisms fitted to the first n training rows.
func (b *Bench) Refitted(s Setting, n int) (r Refitted, err error) {
	rows := b.Split.Train[:min(n, len(b.Split.Train))]
	if s.Told, err = s.Knowledge.Fit(b.Table, rows); err != nil {
		return r, err
	}
	told, err := b.lawsForMethod(s)
	if err != nil || told == nil {
		return r, err
	}
	f, err := b.find(s, told)
	if err != nil {
		return r, err
	}
	fits, err := Refit(s.Knowledge, b.Table, rows, b.Key(streamRefit))
	if err != nil {
		return r, err
	}
	var follow [][]causal.Rule
	for _, m := range fits {
		w := told.World
		w.Of = func(int) *causal.SCM { return m }
		follow = append(follow, w.in(b.Table.Schema).rules(0))
	}
	by, err := b.world(s)
	if err != nil {
		return r, err
	}
	s.Lead = 0
	j, err := b.judge(s, f.Pairs, b.Test.Rows, by)
	if err != nil {
		return r, err
	}
	r.Rows, r.Fits, r.Answers = len(f.Found), fits, make([][][]float64, len(f.Found))
	for i, found := range f.Found {
		if found {
			r.Answers[i] = [][]float64{f.Counterfactual[i]}
			r.Standing = append(r.Standing, Standing(b.Table.Schema, b.BlackBox, s.Hard, follow, f.Factual[i],
				f.Counterfactual[i], f.Target[i]))
			r.Truly = append(r.Truly, j.Held[i])
		}
	}
	return r, nil
}
