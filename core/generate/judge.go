package generate

import (
	"cmp"
	"slices"

	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// Label is an answer for a row that a person called feasible or infeasible.
type Label struct {
	Row, Answer []float64
	Feasible    bool
}

// judge decides which answers the labels allow. It consists of boosted trees of depth three
// (Friedman 2001) that predict log-odds. Their inputs describe how each feature changes and what it
// becomes. From a hundred labels, trees learn thresholds, levels and pairs of changes; a small
// network does not.
type judge struct {
	layout
	// for each node: input, threshold, child up to the threshold, child above it, log-odds if it is
	// a leaf
	nodes []float32
	roots []int
}

// These constants configure the trees. A label initially weighs a quarter.
const (
	judgeTrees = 40
	judgeRate  = 0.3
	judgeDepth = 3
	judgeLeaf  = 0.5 // least weight of labels in a leaf
	judgeShare = 1   // regularization, added to the weight of a leaf
	nodeSize   = 5
	leaf       = -1 // the input of a node without a test
)

// newJudge learns from labels. It returns nil if all labels are alike, because there is nothing
// to learn.
func newJudge(l layout, labels []Label) *judge {
	j := &judge{layout: l}
	n, yes := len(labels), 0
	phi, f, all := make([][]float32, n), make([]float32, n), make([]int, n)
	for i, q := range labels {
		phi[i], all[i] = j.describe(q.Row, q.Answer), i
		if q.Feasible {
			yes++
		}
	}
	if yes == 0 || yes == n {
		return nil
	}
	g, h := make([]float32, n), make([]float32, n) // gradient and weight of each label
	for range judgeTrees {
		for i, q := range labels {
			p := kernel.Sigmoid1(f[i])
			g[i], h[i] = flag(q.Feasible)-p, p*(1-p)
		}
		j.roots = append(j.roots, j.grow(phi, g, h, all, judgeDepth))
		for i := range f {
			f[i] += j.tree(len(j.roots)-1, phi[i])
		}
	}
	return j
}

// describe returns the judge's inputs. A number gives its compressed change and its new value; an
// ordered feature, the ranks moved and its new rank; a category, one input for each level that it
// can become.
func (j *judge) describe(x, y []float64) (phi []float32) {
	for k := range j.schema.Features {
		switch f := &j.schema.Features[k]; {
		case f.Kind.Numeric():
			phi = append(phi, compress((y[k]-x[k])/f.MAD), f.Scale(y[k]))
		case causal.Scored(*f):
			phi = append(phi, float32(causal.Score(*f, y[k])-causal.Score(*f, x[k])), float32(causal.Score(*f, y[k])))
		default:
			for l := range f.Levels {
				phi = append(phi, flag(y[k] != x[k] && int(y[k]) == l))
			}
		}
	}
	return phi
}

// grow adds a node for some labels, with all nodes below, and returns its index.
func (j *judge) grow(phi [][]float32, g, h []float32, some []int, depth int) int {
	at := len(j.nodes) / nodeSize
	j.nodes = append(j.nodes, leaf, 0, 0, 0, 0)
	sum, weight := total(g, some), total(h, some)
	best, input, threshold := sum*sum/(weight+judgeShare), -1, float32(0)
	own := best
	order := slices.Clone(some)
	for k := 0; depth > 0 && k < len(phi[0]); k++ {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(phi[a][k], phi[b][k]) })
		low, lowWeight := float32(0), float32(0)
		for i, e := range order[:len(order)-1] {
			low, lowWeight = low+g[e], lowWeight+h[e]
			next := phi[order[i+1]][k]
			if next == phi[e][k] || lowWeight < judgeLeaf || weight-lowWeight < judgeLeaf {
				continue
			}
			high, highWeight := sum-low, weight-lowWeight
			gain := float32(low*low)/(lowWeight+judgeShare) + float32(high*high)/(highWeight+judgeShare)
			if gain > best+1e-4 {
				best, input, threshold = gain, k, (phi[e][k]+next)/2
			}
		}
	}
	if node := j.nodes[at*nodeSize:]; input < 0 || best <= own {
		node[4] = judgeRate * sum / (weight + judgeShare)
		return at
	}
	var low, high []int
	for _, e := range some {
		if phi[e][input] <= threshold {
			low = append(low, e)
		} else {
			high = append(high, e)
		}
	}
	left, right := j.grow(phi, g, h, low, depth-1), j.grow(phi, g, h, high, depth-1)
	copy(j.nodes[at*nodeSize:], []float32{float32(input), threshold, float32(left), float32(right), 0})
	return at
}

func total(v []float32, some []int) (sum float32) {
	for _, e := range some {
		sum += v[e]
	}
	return sum
}

// tree returns the output of tree i.
func (j *judge) tree(i int, phi []float32) float32 {
	at := j.roots[i]
	for {
		n := j.nodes[at*nodeSize : (at+1)*nodeSize]
		switch {
		case n[0] == leaf:
			return n[4]
		case phi[int(n[0])] <= n[1]:
			at = int(n[2])
		default:
			at = int(n[3])
		}
	}
}

// allows reports whether an answer is more likely feasible than not. A nil judge allows every
// answer.
func (j *judge) allows(x, y []float64) bool {
	if j == nil {
		return true
	}
	phi, sum := j.describe(x, y), float32(0)
	for i := range j.roots {
		sum += j.tree(i, phi)
	}
	return sum > 0
}

// Allows reports whether the labels that the generator learned from allow an answer for a row.
// Without labels, every answer is allowed.
func (g *Generator) Allows(row, answer []float64) bool { return g.judge.allows(row, answer) }

// tensors returns the judge as it is stored in a file.
func (j *judge) tensors() []nn.Tensor {
	if j == nil {
		return nil
	}
	roots := make([]float32, len(j.roots))
	for i, r := range j.roots {
		roots[i] = float32(r)
	}
	return []nn.Tensor{{Name: named + "judge.roots", Shape: []int{len(roots)}, Data: roots},
		{Name: named + "judge.nodes", Shape: []int{len(j.nodes) / nodeSize, nodeSize}, Data: j.nodes}}
}

// loadJudge is the inverse of tensors. It checks that every path through the nodes terminates,
// whatever the numbers are.
func loadJudge(l layout, list []nn.Tensor) (*judge, bool) {
	if len(list) != 2 || list[0].Name != named+"judge.roots" || list[1].Name != named+"judge.nodes" ||
		len(list[1].Data)%nodeSize != 0 {
		return nil, false
	}
	j := &judge{layout: l, nodes: slices.Clone(list[1].Data)}
	x := make([]float64, len(l.schema.Features))
	inputs, n := len(j.describe(x, x)), len(j.nodes)/nodeSize
	place := func(v float32, least, end int) bool {
		return v >= float32(least) && v < float32(end) && v == float32(int(v))
	}
	for at := range n {
		o := j.nodes[at*nodeSize : (at+1)*nodeSize]
		// children come after their parent
		if o[0] != leaf && !(place(o[0], 0, inputs) && place(o[2], at+1, n) && place(o[3], at+1, n)) {
			return nil, false
		}
	}
	for _, r := range list[0].Data {
		if !place(r, 0, n) {
			return nil, false
		}
		j.roots = append(j.roots, int(r))
	}
	return j, true
}
