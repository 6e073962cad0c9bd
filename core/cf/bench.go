package cf

import (
	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/nn"
)

// NewBench is where a helper computes parts of the steps of a training that NewFit began with
// the same arguments. Rows come with every part.
func NewBench(m Method, c Config, s data.Schema, blackBox blackbox.Differentiable) (*nn.Bench, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	f := newFit(m, c, s, blackBox)
	return nn.NewBench(f.net.Params(), f.shards, f.width, f.classes, f.compute), nil
}

// Parts is the number of parts that helpers can compute of a step; 1 where none can: what learns
// from labels or from a search is trained here alone.
func (f *Fit) Parts() int {
	if f.distilled != nil || f.oracle != nil {
		return 1
	}
	return len(f.parts)
}

// Join lets a helper compute parts of the steps to come, see nn.Shards.Join.
func (f *Fit) Join(l nn.Line) { f.shards.Join(f.net.Params(), l) }

// Fitted are the mechanisms of the training's method, for Known.
func (f *Fit) Fitted() []causal.Fitted {
	var list []causal.Fitted
	for _, n := range f.nodes {
		list = append(list, causal.Fitted{Feature: n.Feature, Parents: n.Parents, Mechanism: causal.Save(n.Mechanism), Variance: n.Variance})
	}
	return list
}
