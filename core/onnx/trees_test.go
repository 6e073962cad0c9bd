package onnx

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestNodesAreFound checks that nodes are found whether trees number them in order or not.
func TestNodesAreFound(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, mixed := range []bool{false, true} {
		var tree, id []int64
		for k := range int64(5) {
			for n := range 1 + r.Int64N(9) {
				tree, id = append(tree, 7*k-9), append(id, n+3*k-math.MaxInt64)
			}
		}
		if mixed {
			r.Shuffle(len(id), func(i, j int) {
				tree[i], tree[j], id[i], id[j] = tree[j], tree[i], id[j], id[i]
			})
		}
		c := &call{machine: &machine{}, node: &node{}}
		p, err := c.nodePlaces(tree, id)
		if err != nil || (p.all != nil) != mixed {
			t.Fatalf("mixed %v: %v", mixed, err)
		}
		for i := range id {
			if at, ok := p.find(tree[i], id[i]); !ok || int(at) != i {
				t.Errorf("mixed %v: node %d of tree %d is at %d", mixed, id[i], tree[i], at)
			}
			for _, other := range []int64{id[i] - 10, math.MaxInt64, math.MinInt64} {
				if _, ok := p.find(tree[i], other); ok {
					t.Errorf("mixed %v: tree %d has node %d", mixed, tree[i], other)
				}
			}
		}
		if _, ok := p.find(1, id[0]); ok {
			t.Error("a tree that is not there has a node")
		}
		if _, err := c.nodePlaces(append(tree, tree[0]), append(id, id[0])); err == nil {
			t.Error("a node may be there twice")
		}
	}
}
