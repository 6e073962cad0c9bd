package exact

import (
	"math"
	"slices"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// wood is a black box that adds up trees.
type wood struct {
	*blackbox.Trees
	schema data.Schema
}

func (w wood) Classes() int        { return w.Trees.Classes }
func (w wood) Pass() blackbox.Pass { return w }
func (w wood) decoded(x []float32, n, e int) []float64 {
	one, row := make([]float32, w.schema.Width()), make([]float64, len(w.schema.Features))
	for i := range one {
		one[i] = x[i*n+e]
	}
	w.schema.Decode(one, row)
	return row
}

// Shares implements blackbox.Pass.
func (w wood) Shares(x []float32, n int) []float32 {
	out := make([]float32, w.Classes()*n)
	for e := range n {
		sums, all := w.Sums(w.decoded(x, n, e)), 0.0
		top := math.Inf(-1)
		for _, v := range sums {
			top = max(top, v)
		}
		for k, v := range sums {
			if !w.Trees.Shares {
				sums[k] = float64(kernel.Exp1(float32(v - top)))
			}
			all += sums[k]
		}
		for k, v := range sums {
			out[k*n+e] = float32(v / all)
		}
	}
	return out
}

// stand is a wood that also exposes its trees.
type stand struct{ wood }

func (s stand) Trees() *blackbox.Trees { return s.wood.Trees }

// randomTrees draws trees over a schema. Their leaves have only a few different values, so
// classes are often tied.
func randomTrees(s data.Schema, classes int, key kernel.Key) stand {
	t := &blackbox.Trees{Classes: classes, Base: make([]float64, classes), Shares: key.Intn(0, 2) == 0}
	flag := -1
	for j, f := range s.Features {
		if f.Kind == data.Boolean && key.Intn(1, 2) == 0 {
			flag = j
		}
	}
	var grow func(depth int, key kernel.Key) int32
	grow = func(depth int, key kernel.Key) int32 {
		at := int32(len(t.Nodes))
		t.Nodes = append(t.Nodes, blackbox.Node{})
		if depth == 0 || key.Intn(0, 5) == 0 {
			n := blackbox.Node{Feature: -1, Yes: int32(len(t.Gives))}
			rest := 1.0
			for k := range classes {
				v := float64(key.Intn(uint32(2+k), 9)-4) / 4
				if t.Shares {
					if v = math.Abs(v) * rest; k == classes-1 {
						v = rest
					}
					v, rest = v/4, rest-v
				}
				if v != 0 {
					t.Gives = append(t.Gives, blackbox.Gift{Class: int32(k), Add: v})
				}
			}
			n.No = int32(len(t.Gives))
			t.Nodes[at] = n
			return at
		}
		j := key.Intn(20, len(s.Features))
		f := s.Features[j]
		n := blackbox.Node{Feature: int32(j), Set: -1, Flag: -1}
		if f.Kind.Numeric() {
			n.At = f.Min + (f.Max-f.Min)*(1.2*float64(key.Uniform1(21))-0.1)
			if key.Intn(22, 2) == 0 {
				n.At = f.Round(n.At)
			}
			if flag >= 0 && key.Intn(23, 2) == 0 {
				n.Flag, n.GapGoes = int32(flag), key.Intn(24, 2) == 0
			}
		} else {
			set := make([]bool, len(f.Levels))
			for l := range set {
				set[l] = key.Intn(uint32(30+l), 2) == 0
			}
			n.Set = int32(len(t.Sets))
			t.Sets = append(t.Sets, set)
		}
		n.Yes = grow(depth-1, key.Sub(1))
		n.No = grow(depth-1, key.Sub(2))
		t.Nodes[at] = n
		return at
	}
	for i := range 1 + key.Intn(3, 5) {
		t.Roots = append(t.Roots, grow(1+key.Intn(uint32(4+i), 4), key.Sub(uint64(100+i))))
	}
	if n := float64(len(t.Roots)); t.Shares {
		t.Least, t.Most = n*0.24, n*0.26 // each leaf adds a quarter
	}
	t.Wrong = 1e-12
	t.See = func(j int, v float32) float64 { return s.Features[j].DecodeNumber(v) }
	return stand{wood{t, s}}
}

// randomWood is randomProblem with trees as the black box.
func randomWood(key kernel.Key) Problem {
	p := randomProblem(key)
	trees := randomTrees(p.Schema, p.BlackBox.Classes(), key.Sub(77))
	p.BlackBox, p.Lead, p.Least = trees, []float64{0, 0, 0.1}[key.Intn(8, 3)],
		[]float64{0, 0, 0.55, 0.7}[key.Intn(9, 4)]
	if key.Intn(78, 3) == 0 { // rows have more decimals than the trees use
		p.Schema.Features = slices.Clone(p.Schema.Features)
		for j := range p.Schema.Features {
			if f := &p.Schema.Features[j]; f.Kind == data.Continuous && f.Max-f.Min < 1 {
				f.Decimals = 2
			}
		}
	}
	x := make([]float32, p.Schema.Width())
	p.Schema.Encode(p.Factual, x)
	class := []int{0}
	nn.Best(trees.Shares(x, 1), class)
	p.Target = (class[0] + 1 + key.Intn(10, trees.Classes()-1)) % trees.Classes()
	return p
}

// TestTreesAgreeWithEnumeration repeats TestAgreesWithEnumeration with random trees.
func TestTreesAgreeWithEnumeration(t *testing.T) {
	agree(t, randomWood)
}
