package cf

import (
	"causeway/core/data"
	"causeway/core/kernel"
)

// Believe says how likely a judge of labels finds each query feasible. It
// reports false where the labels are of one kind, which tells nothing.
func Believe(s data.Schema, labels, queries []Label, key kernel.Key) ([]float32, bool) {
	if len(labels) == 0 || !mixed(labels) {
		return nil, false
	}
	if len(queries) == 0 {
		return nil, true
	}
	return newJudge(newLayout(s), labels, 0, key).believes(queries), true
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
		p, ok := Believe(s, learn, ask, key.Sub(uint64(fold)))
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
