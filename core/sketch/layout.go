package sketch

import (
	"causeway/core/data"
)

// New is the empty drawing over the features of a schema, laid out.
func New(schema data.Schema) Sketch {
	s := Sketch{Nodes: make([]Node, len(schema.Features))}
	s.Outcome.Role = OutcomeRole
	return s.Layout()
}

// Layout places all nodes that no hand has placed: causes left of their effects,
// in layers, features without edges in a grid below, the outcome at the right.
func (s Sketch) Layout() Sketch {
	depth := make([]int, len(s.Nodes))
	for range s.Nodes {
		for _, e := range s.Edges {
			depth[e.To] = max(depth[e.To], depth[e.From]+1)
		}
	}
	s.Nodes = append([]Node(nil), s.Nodes...)
	rows := map[int]int{}
	for v, n := range s.Nodes {
		d := depth[v]
		if !n.Fixed {
			n.X, n.Y = float64(d*(NodeWidth+layerGap)), float64(rows[d]*(NodeHeight+rowGap))
			s.Nodes[v] = n
		}
		rows[d]++
	}
	return s
}
