package sketch

import (
	"cmp"
	"slices"
)

// Alignment is a way to line up nodes.
type Alignment uint8

// The alignments. All boxes have one size, so left, centre and right differ
// only in the line that they move to.
const (
	AlignLeft    Alignment = iota // to the leftmost
	AlignRight                    // to the rightmost
	AlignTop                      // to the topmost
	AlignBottom                   // to the lowest
	AlignCenter                   // on one vertical line, in the middle of all
	AlignMiddle                   // on one horizontal line, in the middle of all
	SpreadAcross                  // equal steps from the leftmost to the rightmost
	SpreadDown                    // equal steps from the topmost to the lowest
)

// Align lines nodes up by hand. It does nothing to fewer than two.
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
