package cf

import (
	"math"
	"slices"

	"causeway/core/data"
	"causeway/core/kernel"
)

// Choose picks n queries of a pool to be labelled next, those whose labels teach most. One after
// another it takes the one with the largest
//
//	4 p (1 - p) * |k - k'|
//
// where p is how likely a judge of the labels so far finds it feasible, or one half until both
// kinds have labels. k is its kind of change and k' the nearest kind that is labelled or picked.
func Choose(s data.Schema, pool, labels []Label, n int, key kernel.Key) []Label {
	return choose(s, pool, labels, n, key, func(Label) float64 { return 1 })
}

// ChooseSimple is Choose where a counterfactual of k changed features is worth the k-th part of
// one with a single change. A person sees at once what such a one is about, and the label says
// which change it judges.
func ChooseSimple(s data.Schema, pool, labels []Label, n int, key kernel.Key) []Label {
	return choose(s, pool, labels, n, key, func(q Label) float64 { return 1 / float64(max(changes(q), 1)) })
}

// changes counts the features that a label's counterfactual changes.
func changes(q Label) int {
	n := 0
	for j, v := range q.Factual {
		if v != q.Counterfactual[j] {
			n++
		}
	}
	return n
}

// choose is Choose with a further factor of every query's worth.
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

// ChooseAny picks n of a pool of queries at random.
func ChooseAny(pool []Label, n int, key kernel.Key) []Label {
	order := make([]int, len(pool))
	key.Perm(order)
	var picked []Label
	for _, i := range order[:min(n, len(pool))] {
		picked = append(picked, pool[i])
	}
	return picked
}

// kinds tell of each query which features change and which way, from 0 for not
// at all to 1.
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

// apart is the distance of two kinds of change.
func apart(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		d := a[i] - b[i]
		sum += float64(d * d)
	}
	return math.Sqrt(sum)
}
