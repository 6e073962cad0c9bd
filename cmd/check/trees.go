package main

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// forest sums the values of its trees' leaves for each class. The shares are the sums divided by their
// total, or their softmax.
type forest struct {
	Nodes  []node
	Roots  []int
	Base   []float64 // base value of every class
	Shares bool      // the shares are sums divided by their total
	Wrong  float64   // the largest error of the program's sum for a class

	low, high float64 // bounds of all sums of a row together
}

// node tests whether a number is at most At, or whether a level is in Set. A leaf has Gives.
type node struct {
	Feature int
	At      float64
	Set     []int // set of the levels that go to the yes side
	Yes, No int   // indices relative to this one
	Flag    int   // a feature whose levels, except the first, mark the number as missing; -1: none
	Gap     bool  // a missing number goes to the yes side
	Gives   [][2]float64
}

func (t *forest) sound(c *certificate) error {
	if len(t.Base) != len(c.classes) || len(t.Roots) == 0 || c.model.Layers != nil {
		return fmt.Errorf("the trees do not match the classes of the schema")
	}
	for i, n := range t.Nodes {
		if n.Gives != nil {
			for _, g := range n.Gives {
				if g[0] != math.Trunc(g[0]) || g[0] < 0 || g[0] >= float64(len(c.classes)) {
					return fmt.Errorf("a leaf of the trees adds to a class that does not exist")
				}
			}
			continue
		}
		if n.Feature < 0 || n.Feature >= len(c.features) || min(n.Yes, n.No) <= i || max(n.Yes, n.No) >= len(t.Nodes) ||
			n.Flag < -1 || n.Flag >= len(c.features) || n.Flag >= 0 && c.features[n.Flag].number() ||
			c.features[n.Feature].number() != (n.Set == nil) {
			return fmt.Errorf("node %d of the trees refers to a feature or a node that does not exist", i)
		}
	}
	size := 0.0
	for _, v := range t.Base {
		t.low, t.high, size = t.low+v, t.high+v, size+math.Abs(v)
	}
	for _, r := range t.Roots {
		if r < 0 || r >= len(t.Nodes) {
			return fmt.Errorf("a tree has no root")
		}
		low, high, most := t.span(r)
		t.low, t.high, size = t.low+low, t.high+high, size+most
	}
	if slack := float64(len(t.Base)) * t.Wrong; t.Shares {
		t.low, t.high = t.low-slack, t.high+slack
	}
	if !(t.Wrong >= float64(len(t.Roots)+2)*size/(1<<53)) || t.Shares && !(t.low > 0) {
		return fmt.Errorf("the certificate understates the rounding of the trees, or their sums are not above 0")
	}
	return nil
}

// span returns the smallest and largest totals over the classes in the leaves of a tree, and the
// largest magnitude.
func (t *forest) span(i int) (low, high, size float64) {
	n := &t.Nodes[i]
	if n.Gives == nil {
		low, high, size = t.span(n.Yes)
		a, b, c := t.span(n.No)
		return min(low, a), max(high, b), max(size, c)
	}
	for _, g := range n.Gives {
		low, size = low+g[1], size+math.Abs(g[1])
	}
	return low, low, size
}

// sides reports which sides of a node the rows of a box take.
func (t *forest) sides(c *certificate, n *node, b box) (yes, no bool) {
	f, d := &c.features[n.Feature], b[n.Feature]
	if n.Set != nil {
		return among(d, n.Set)
	}
	yes, no = f.seen(d.low) <= n.At, f.seen(d.high) > n.At
	if n.Flag >= 0 {
		missing, known := b[n.Flag].other(0), b[n.Flag].has(0)
		yes, no = yes && known || missing && n.Gap, no && known || missing && !n.Gap
	}
	return yes, no
}

// leads bounds the leads over a view: every tree adds at most the value of its best leaf. It considers
// only leaves that rows with few enough changes can reach.
func (t *forest) leads(v *view, by float64) (lead []float64, same bool) {
	spare := v.count // changes beyond those that the box requires
	least := slices.Min(v.Effort)
	if !v.costs && !math.IsInf(v.left, 1) && v.left/least < 64 {
		if n := int(max(v.left+hair, 0) / least); spare < 0 || n < spare {
			spare = n
		}
	}
	at := v.point(v.Row)
	same = true
	var value func(i int, k int, gone uint64) float64
	value = func(i int, k int, gone uint64) float64 {
		n := &t.Nodes[i]
		if n.Gives != nil {
			sum := 0.0
			for _, g := range n.Gives {
				if int(g[0]) == v.Target {
					sum += by * g[1]
				} else if int(g[0]) == k {
					sum -= by * g[1]
				}
			}
			return sum
		}
		yes, no := t.sides(v.certificate, n, v.box)
		most, goneYes, goneNo := math.Inf(-1), gone, gone
		if yes && no {
			same = same && n.Yes == n.No
			j := n.Feature
			if spare >= 0 && j < 64 && n.Flag < 0 && v.box[j].has(v.Row[j]) && !v.follows[j] && len(v.forces(j)) == 0 {
				if here, _ := t.sides(v.certificate, n, at); here {
					goneNo |= 1 << j
					no = bits.OnesCount64(goneNo) <= spare
				} else {
					goneYes |= 1 << j
					yes = bits.OnesCount64(goneYes) <= spare
				}
			}
		}
		if yes {
			most = value(n.Yes, k, goneYes)
		}
		if no {
			most = max(most, value(n.No, k, goneNo))
		}
		return most
	}
	for k := range t.Base {
		if k == v.Target {
			continue
		}
		sum := by * (t.Base[v.Target] - t.Base[k])
		for _, root := range t.Roots {
			sum += value(root, k, 0)
		}
		lead = append(lead, sum)
	}
	return lead, same
}
