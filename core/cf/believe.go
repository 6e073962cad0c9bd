package cf

import (
	"causeway/core/data"
	"causeway/core/kernel"
)

// Belief is what a judge has learned from labels.
type Belief struct{ judge *judge }

// NewBelief learns from labels. It reports false where they are of one kind,
// which tells nothing.
func NewBelief(s data.Schema, labels []Label, key kernel.Key) (Belief, bool) {
	if len(labels) == 0 || !mixed(labels) {
		return Belief{}, false
	}
	return Belief{newJudge(newLayout(s), labels, 0, key)}, true
}

// Of says how likely the judge finds each query feasible; nothing where there is
// none.
func (b Belief) Of(queries []Label) []float32 {
	if b.judge == nil || len(queries) == 0 {
		return nil
	}
	return b.judge.believes(queries)
}

// judgeFolds is how many parts labels are divided into to see how well a judge
// of the others tells them.
const judgeFolds = 5

// JudgeRight is the share of labels that a judge tells right that was learned
// from others.
func JudgeRight(s data.Schema, labels []Label, key kernel.Key) float64 {
	right := 0
	for fold := range judgeFolds {
		var learn, ask []Label
		for i, q := range labels {
			if i%judgeFolds == fold {
				ask = append(ask, q)
			} else {
				learn = append(learn, q)
			}
		}
		belief, ok := NewBelief(s, learn, key.Sub(uint64(fold)))
		p := belief.Of(ask)
		for i, q := range ask {
			believed := len(learn) > 0 && learn[0].Feasible
			if ok {
				believed = p[i] > 0.5
			}
			if believed == q.Feasible {
				right++
			}
		}
	}
	return float64(right) / float64(max(len(labels), 1))
}
