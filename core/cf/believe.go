package cf

import (
	"causeway/core/data"
	"causeway/core/kernel"
)

// Belief is the judge that labels taught.
type Belief struct{ judge *judge }

// NewBelief learns from labels. It reports false if they are of one kind,
// which teaches nothing.
func NewBelief(s data.Schema, labels []Label, key kernel.Key) (Belief, bool) {
	if len(labels) == 0 || !mixed(labels) {
		return Belief{}, false
	}
	return Belief{newJudge(newLayout(s), labels, 0, key)}, true
}

// Of says how likely the judge finds each query feasible; nil without a judge.
func (b Belief) Of(queries []Label) []float32 {
	if b.judge == nil || len(queries) == 0 {
		return nil
	}
	return b.judge.believes(queries)
}

// judgeFolds is how many parts labels are divided into for cross-validating a judge.
const judgeFolds = 5

// Tested says how well judges tell labels that they were not learned from.
type Tested struct {
	Feasible, Infeasible int     // labels of each kind
	Right                float64 // share of all labels judged right
	Balanced             float64 // mean of the shares of both kinds; guessing gives 1/2
}

// JudgeRight is the share of labels that a judge of other labels judges
// right.
func JudgeRight(s data.Schema, labels []Label, key kernel.Key) float64 {
	return TestJudge(s, labels, key).Right
}

// TestJudge trains judges on four fifths of the labels, one after another, and tests each on
// the others.
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
