package causal

import (
	"slices"

	"causeway/core/data"
	"causeway/core/fault"
)

// Node is an endogenous feature with its mechanism:
//
//	x_v = f(x_p1, ..., x_pk) + e,   e with mean 0 and the variance
//
// (paper, section 2.3).
type Node struct {
	Feature   int
	Parents   []int // in ascending order; Inputs encodes them for the mechanism
	Mechanism Mechanism
	Variance  float64 // variance of the residual, positive
}

// SCM is a full or partial structural causal model of the features of a schema. The nodes are the
// paper's V, the features with known mechanisms; all others are its U (section 2.3).
type SCM struct {
	schema data.Schema
	nodes  []Node // causes come before their effects
	of     []int  // index of each feature in nodes, or -1
	graph  *Graph // only the edges from parents to nodes
}

// NewSCM builds a model from nodes. It rejects nodes that form a cycle, have no parents, have an
// unordered feature as effect, or have a mechanism that does not fit their parents.
func NewSCM(s data.Schema, nodes ...Node) (*SCM, error) {
	g, err := NewGraph(s)
	if err != nil {
		return nil, err
	}
	m := &SCM{schema: s, of: make([]int, len(s.Features)), graph: g}
	for i := range m.of {
		m.of[i] = -1
	}
	for _, n := range nodes {
		if err := m.checkNode(n); err != nil {
			return nil, err
		}
		m.of[n.Feature] = 0
		for _, p := range n.Parents {
			if err := g.AddEdge(Edge{From: p, To: n.Feature}); err != nil {
				return nil, err
			}
		}
	}
	for _, v := range g.Order() {
		for _, n := range nodes {
			if n.Feature == v {
				m.of[v] = len(m.nodes)
				m.nodes = append(m.nodes, n)
			}
		}
	}
	return m, nil
}

func (m *SCM) checkNode(n Node) error {
	s := m.schema
	if n.Feature < 0 || n.Feature >= len(s.Features) {
		return fault.Errorf("causal: a mechanism is given for feature %d, but the table has only %d features",
			n.Feature, len(s.Features))
	}
	f := s.Features[n.Feature]
	switch {
	case !Scored(f):
		return fault.Errorf("causal: %q is a category without order, so it has no mechanism", f.Name)
	case m.of[n.Feature] >= 0:
		return fault.Errorf("causal: %q has two mechanisms", f.Name)
	case len(n.Parents) == 0 || !slices.IsSorted(n.Parents):
		return fault.Errorf("causal: the parents of %q are missing or not sorted", f.Name)
	case !(n.Variance > 0) || n.Variance-n.Variance != 0:
		return fault.Errorf("causal: the residual variance of %q is not above 0", f.Name)
	}
	width := 0
	for _, p := range n.Parents {
		if p < 0 || p >= len(s.Features) {
			return fault.Errorf("causal: %q has feature %d as a parent, but the table has only %d features", f.Name,
				p, len(s.Features))
		}
		width += InputWidth(s.Features[p])
	}
	if n.Mechanism == nil || n.Mechanism.Inputs() != width {
		return fault.Errorf("causal: the mechanism of %q does not fit its parents", f.Name)
	}
	return nil
}

// Schema returns the schema of the rows.
func (m *SCM) Schema() data.Schema { return m.schema }

// Nodes lists the endogenous features with causes before their effects.
func (m *SCM) Nodes() []Node { return slices.Clone(m.nodes) }

// Node returns the node of a feature, if it is endogenous.
func (m *SCM) Node(feature int) (Node, bool) {
	if i := m.of[feature]; i >= 0 {
		return m.nodes[i], true
	}
	return Node{}, false
}

// Endogenous lists the features with a mechanism in ascending order: the paper's V.
func (m *SCM) Endogenous() (list []int) {
	for j, i := range m.of {
		if i >= 0 {
			list = append(list, j)
		}
	}
	return list
}

// Mean returns f of the node's parents in a stored row.
func (m *SCM) Mean(n Node, row []float64) float64 {
	return n.Mechanism.Mean(Inputs(m.schema, n.Parents, row, nil))
}

// Residual returns the noise of a node in a stored row: the score of its feature minus its mean.
func (m *SCM) Residual(n Node, row []float64) float64 {
	return Score(m.schema.Features[n.Feature], row[n.Feature]) - m.Mean(n, row)
}
