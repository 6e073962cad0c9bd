package sketch

import (
	"cmp"
	"slices"
)

// Alignment is a way to align nodes.
type Alignment uint8

// The alignments. All boxes have the same size, so left, centre and right differ only in the line
// to which the boxes move.
const (
	AlignLeft    Alignment = iota // to the leftmost node
	AlignRight                    // to the rightmost node
	AlignTop                      // to the topmost node
	AlignBottom                   // to the lowest node
	AlignCenter                   // on one vertical line, in the middle of all
	AlignMiddle                   // on one horizontal line, in the middle of all
	SpreadAcross                  // equal distances from the leftmost to the rightmost node
	SpreadDown                    // equal distances from the topmost to the lowest node
)

// Align aligns nodes as if a person had moved them. Fewer than two nodes remain unchanged.
func (s Sketch) Align(nodes []int, how Alignment) Sketch {
	nodes = slices.Compact(slices.Sorted(slices.Values(nodes)))
	if len(nodes) < 2 {
		return s
	}
	across := how == AlignLeft || how == AlignRight || how == AlignCenter || how == SpreadAcross
	at := func(v int) float64 {
		if n := s.Node(v); across {
			return n.X
		} else {
			return n.Y
		}
	}
	slices.SortStableFunc(nodes, func(a, b int) int { return cmp.Compare(at(a), at(b)) })
	low, high := at(nodes[0]), at(nodes[len(nodes)-1])
	out := s
	for i, v := range nodes {
		to := low
		switch how {
		case AlignRight, AlignBottom:
			to = high
		case AlignCenter, AlignMiddle:
			to = (low + high) / 2
		case SpreadAcross, SpreadDown:
			to = low + float64((high-low)*float64(i))/float64(len(nodes)-1)
		}
		if n := s.Node(v); across {
			out = out.Place(v, to, n.Y)
		} else {
			out = out.Place(v, n.X, to)
		}
	}
	return out
}
