package model

import (
	"crypto/sha256"
	"encoding/hex"

	"causeway/core/form"
	"causeway/core/label"
)

// Labels holds the pairs that people judged feasible or infeasible, each with its verdict (paper,
// section 3.2). A generator learns from them.
type Labels struct {
	Factual        form.Floats `msgpack:"factual" shape:"..labels,..features" is:"factuals"` // labels × features
	Counterfactual form.Floats `msgpack:"counterfactual" shape:"..labels,..features" is:"counterfactuals"`
	Target         []int       `msgpack:"target" len:"..labels" bound:"0.." is:"targets"`
	Feasible       []bool      `msgpack:"feasible"`
}

// NewLabels converts a list of labels. None of them may be unsure.
func NewLabels(list []label.Label) Labels {
	var out Labels
	var from, to [][]float64
	for _, x := range list {
		from, to = append(from, x.Factual), append(to, x.Counterfactual)
		out.Target, out.Feasible = append(out.Target, x.Target), append(out.Feasible, x.Verdict == label.Feasible)
	}
	out.Factual, out.Counterfactual = form.NewRows(from), form.NewRows(to)
	return out
}

// Hash returns a hash of the labels, or "" without labels.
func (l Labels) Hash() string {
	if len(l.Target) == 0 {
		return ""
	}
	b, err := form.Marshal(l)
	if err != nil {
		return "too many"
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
