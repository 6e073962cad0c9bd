package cf

import (
	"causeway/core/data"
	"causeway/core/kernel"
)

// Belief is a judge that learned from labels.
type Belief struct{ judge *judge }

// NewBelief learns from labels. It returns false if all labels are of one kind, because these teach
// nothing.
func NewBelief(s data.Schema, labels []Label, key kernel.Key) (Belief, bool) {
	if len(labels) == 0 || !mixed(labels) {
		return Belief{}, false
	}
	return Belief{newJudge(newLayout(s), labels, 0, key)}, true
}

// Of returns, for each query, the probability of being feasible according to the judge. It returns
// nil without a judge.
func (b Belief) Of(queries []Label) []float32 {
	if b.judge == nil || len(queries) == 0 {
		return nil
	}
	return b.judge.believes(queries)
}

// judgeFolds is the number of folds in the cross-validation of a judge.
const judgeFolds = 5

// Tested measures how well judges classify labels on which they were not trained.
type Tested struct {
	Feasible, Infeasible int     // number of labels of each kind
	Right                float64 // share of all labels judged correctly
	Balanced             float64 // mean of the shares of both kinds; guessing reaches 1/2
}

// JudgeRight returns the share of labels that are judged correctly by a judge trained on other
// labels.
func JudgeRight(s data.Schema, labels []Label, key kernel.Key) float64 {
	return TestJudge(s, labels, key).Right
}

// TestJudge runs a cross-validation: each judge is trained on four fifths of the labels and
// tested on the rest.
func TestJudge(s data.Schema, labels []Label, key kernel.Key) Tested {
	var yes, no, right, rightYes int
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
			if q.Feasible {
				yes++
			} else {
				no++
			}
			if believed == q.Feasible {
				right++
				if q.Feasible {
					rightYes++
				}
			}
		}
	}
	share := func(n, of int) float64 { return float64(n) / float64(max(of, 1)) }
	return Tested{yes, no, share(right, len(labels)), (share(rightYes, yes) + share(right-rightYes, no)) / 2}
}
