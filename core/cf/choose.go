package cf

import (
	"math"
	"slices"

	"causeway/core/data"
	"causeway/core/kernel"
)

// Choose picks the n queries of a pool whose labels teach the most. It repeatedly takes the query
// with the largest
//
//	4 p (1 - p) * |k - k'|
//
// where p is the probability of being feasible according to a judge trained on the labels so far,
// or one half until both kinds of label exist. k is the query's kind of change, and k' is the
// nearest kind already labelled or picked.
func Choose(s data.Schema, pool, labels []Label, n int, key kernel.Key) []Label {
	return choose(s, pool, labels, n, key, func(Label) float64 { return 1 })
}

// ChooseSimple is like Choose, but divides the value of a query by the number of features that its
// counterfactual changes. A person easily understands a counterfactual with few changes, and its
// label shows which change it is about.
func ChooseSimple(s data.Schema, pool, labels []Label, n int, key kernel.Key) []Label {
	return choose(s, pool, labels, n, key, func(q Label) float64 { return 1 / float64(max(changes(q), 1)) })
}

// changes returns the number of features that a label's counterfactual changes.
func changes(q Label) int {
	n := 0
	for j, v := range q.Factual {
		if v != q.Counterfactual[j] {
			n++
		}
	}
	return n
}

// choose is Choose with an additional factor for the value of every query.
func choose(s data.Schema, pool, labels []Label, n int, key kernel.Key, factor func(Label) float64) []Label {
	l := newLayout(s)
	j := newJudge(l, nil, 0, key)
	worth, near := make([]float64, len(pool)), make([]float64, len(pool))
	for i, q := range pool {
		worth[i], near[i] = factor(q), math.MaxFloat32
	}
	if mixed(labels) {
		j = newJudge(l, labels, 0, key)
		for i, p := range j.believes(pool) {
			worth[i] *= 4 * float64(p*(1-p))
		}
	}
	kind := j.kinds(append(slices.Clone(pool), labels...))
	know := func(k []float64) {
		for i := range pool {
			near[i] = min(near[i], apart(kind[i], k))
		}
	}
	for _, k := range kind[len(pool):] {
		know(k)
	}
	picked := make([]Label, 0, n)
	taken := make([]bool, len(pool))
	for range min(n, len(pool)) {
		best := -1
		for i := range pool {
			if !taken[i] && (best < 0 || float64(worth[i]*near[i]) > float64(worth[best]*near[best])) {
				best = i
			}
		}
		picked, taken[best] = append(picked, pool[best]), true
		know(kind[best])
	}
	return picked
}

// ChooseAny picks n queries of a pool at random.
func ChooseAny(pool []Label, n int, key kernel.Key) []Label {
	order := make([]int, len(pool))
	key.Perm(order)
	var picked []Label
	for _, i := range order[:min(n, len(pool))] {
		picked = append(picked, pool[i])
	}
	return picked
}

// kinds returns, for each query, which features change and in which direction, on a scale from 0
// (unchanged) to 1.
func (j *judge) kinds(queries []Label) [][]float64 {
	n := len(queries)
	phi, kinds := j.changes(queries), make([][]float64, n)
	at := 0
	for _, s := range j.scores {
		for i := describes(s) / 2; i < describes(s); i++ {
			for e := range n {
				kinds[e] = append(kinds[e], float64(phi[(at+i)*n+e]))
			}
		}
		at += describes(s)
	}
	return kinds
}

// apart returns the distance between two kinds of change.
func apart(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		d := a[i] - b[i]
		sum += float64(d * d)
	}
	return math.Sqrt(sum)
}
