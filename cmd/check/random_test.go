package main

import (
	"fmt"
	"math"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/exact"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// randomProblem draws a small table, a network or trees, a row, rules of every kind, efforts and limits.
func randomProblem(key kernel.Key) exact.Problem {
	p := exact.Problem{LevelCost: 0.5, Lead: []float64{0, 0.1, 0.5}[key.Intn(8, 3)],
		Least: []float64{0, 0, 0.7}[key.Intn(9, 3)]}
	n := 1 + key.Intn(0, 4)
	for j := range n {
		k := key.Sub(1).Sub(uint64(j))
		f := data.Feature{Name: fmt.Sprint("f", j), Kind: data.Kind(k.Intn(0, 5)), MAD: 1}
		if levels := 2 + k.Intn(1, 3); !f.Kind.Numeric() {
			if f.Kind == data.Boolean {
				levels = 2
			}
			for l := range levels {
				f.Levels = append(f.Levels, fmt.Sprint("l", l))
				if f.Kind == data.Ordered {
					f.Ranks = append(f.Ranks, float64(l/(1+k.Intn(7, 2))))
				}
			}
			p.Factual = append(p.Factual, float64(k.Intn(8, levels)))
		} else {
			f.Min = float64(k.Intn(2, 20))
			f.Max = f.Min + float64(1+k.Intn(3, 11))
			f.MAD = 0.5 + float64(k.Uniform1(4))
			if f.Kind == data.Continuous {
				f.Decimals = 1
				f.Max = f.Round(f.Min + (f.Max-f.Min)/10)
			}
			v := f.Min + (f.Max-f.Min)*(1.2*float64(k.Uniform1(5))-0.1)
			if k.Intn(6, 5) > 0 { // otherwise one that the column would not show
				v = f.Round(v)
			}
			p.Factual = append(p.Factual, v)
		}
		p.Schema.Features = append(p.Schema.Features, f)
		p.Effort = append(p.Effort, []float64{0.25, 0.5, 1, 2, 4}[key.Intn(uint32(20+j), 5)])
	}
	for k := range 2 + b2i(key.Intn(2, 3) == 0) {
		p.Schema.Outcome.Levels = append(p.Schema.Outcome.Levels, fmt.Sprint("c", k))
	}
	if key.Intn(30, 3) == 0 {
		p.BlackBox = randomTrees(p.Schema, key.Sub(7))
	} else {
		p.BlackBox = randomNetwork(p.Schema, key.Sub(2))
	}
	if key.Intn(31, 4) == 0 {
		intoBands(&p, key.Sub(8))
	}
	p.Target = other(p, key.Intn(10, p.Schema.Classes()-1))
	if key.Intn(11, 3) == 0 {
		p.MaxChanged = 1 + key.Intn(12, 3)
	}
	if key.Intn(15, 3) == 0 {
		p.MaxCost = 0.3 + 4*float64(key.Uniform1(16))
	}
	for i := range key.Intn(14, 5) {
		if r := anyRule(p.Schema, p.Factual, key.Sub(5).Sub(uint64(i))); r.Check(p.Schema) == nil {
			p.Rules = append(p.Rules, r)
		}
	}
	for j := 1; j < n; j++ { // some Booleans say that a number is missing
		f, flag, k := p.Schema.Features[j-1], &p.Schema.Features[j], key.Sub(11).Sub(uint64(j))
		if f.Kind.Numeric() && flag.Kind == data.Boolean && k.Intn(0, 4) > 0 {
			flag.Name, flag.Levels = data.FlagName(f.Name), []string{"no", "yes"}
			usual := f.Round(f.Min + (f.Max-f.Min)*float64(k.Uniform1(1)))
			p.Rules = append(p.Rules, causal.GapRules(p.Schema, j-1, causal.Telling(k.Intn(2, 4)), usual)...)
		}
	}
	return p
}

// intoBands replaces the classes with bands of a class's probability, where a certificate can express this.
func intoBands(p *exact.Problem, key kernel.Key) {
	cuts, class := []float64{0.2 + 0.2*float64(key.Uniform1(0))}, key.Intn(1, 2)
	if key.Intn(2, 2) == 0 {
		cuts = append(cuts, 0.6+0.3*float64(key.Uniform1(3)))
	}
	if c, is := p.BlackBox.(*nn.Classifier); !is {
		b := blackbox.NewBands(p.BlackBox, class, cuts, key.Intn(4, len(cuts)+1))
		if b.Trees() == nil {
			return
		}
		p.BlackBox = b
	} else if c.Classes() == 2 {
		for j, c := range cuts {
			cuts[j] = math.Log(c / (1 - c))
		}
		p.BlackBox = c.Bands(class, 1-class, cuts)
	} else {
		return
	}
	p.Schema.Outcome = data.Feature{Name: "probability", Levels: data.BandNames(cuts), Cuts: cuts}
}

// other is a class other than that of the row.
func other(p exact.Problem, skip int) int {
	x, class := make([]float32, p.Schema.Width()), []int{0}
	p.Schema.Encode(p.Factual, x)
	nn.Best(p.BlackBox.Pass().Shares(x, 1), class)
	return (class[0] + 1 + skip) % p.Schema.Classes()
}

func randomNetwork(s data.Schema, key kernel.Key) *nn.Classifier {
	var hidden []nn.Hidden
	for i := range key.Intn(3, 3) {
		hidden = append(hidden, nn.Hidden{Units: 2 + key.Intn(uint32(4+i), 5),
			Act: nn.Activation(key.Intn(uint32(6+i), 3))})
	}
	c := nn.NewDeepClassifier(s.Width(), hidden, s.Classes(), key)
	for i, b := range c.Net.Blocks() {
		for o := range b.W {
			b.W[o] = 3 * key.Sub(3).Sub(uint64(i)).Normal1(uint32(o))
		}
		for o := range b.B {
			b.B[o] = key.Sub(4).Sub(uint64(i)).Normal1(uint32(o))
		}
	}
	return c
}

// anyRule draws a rule of any kind, which may not suit its features.
func anyRule(s data.Schema, row []float64, key kernel.Key) causal.Rule {
	n := len(s.Features)
	r := causal.Rule{Kind: causal.RuleKind(key.Intn(0, int(causal.KindCount))), Feature: key.Intn(1, n),
		Other: key.Intn(2, n), Falls: key.Intn(3, 2) == 0, Strict: key.Intn(4, 2) == 0, Reverse: key.Intn(5, 2) == 0}
	f, o := s.Features[r.Feature], s.Features[r.Other]
	some := func(f data.Feature, at uint32) (list []int) {
		for l := range f.Levels {
			if key.Intn(at+uint32(l), 2) == 0 {
				list = append(list, l)
			}
		}
		return list
	}
	if key.Intn(6, 3) == 0 {
		r.Also = []causal.Member{{Feature: key.Intn(7, n)}}
	}
	switch r.Kind {
	case causal.IfRisesThenRises, causal.MoveTogether:
		if r.Also != nil {
			r.Also[0].Falls = key.Intn(8, 2) == 0
			if r.Kind == causal.IfRisesThenRises {
				r.Any, r.Also[0].Part = key.Intn(11, 2) == 0, causal.Part(key.Intn(12, 3))
			}
		}
		if key.Intn(13, 2) == 0 {
			r.Least = float64(key.Intn(14, 6)) / 2
		}
		if key.Intn(15, 3) == 0 {
			r.Most = r.Least + float64(1+key.Intn(16, 4))/2
		}
	case causal.MoveAtMost:
		r.Min, r.Max = 6*float64(key.Uniform1(9)), 6*float64(key.Uniform1(10))
		if r.Also != nil {
			r.Local, r.Also[0].Falls, r.Also[0].Least = true, key.Intn(13, 2) == 0, 3*float64(key.Uniform1(14))
		}
	case causal.Range:
		r.Min = row[r.Feature] - 5*float64(key.Uniform1(9))
		r.Max = r.Min + 10*float64(key.Uniform1(10))
	case causal.NeverSeen:
		r.Levels, r.Then = some(f, 20), some(o, 40)
		if o.Kind.Numeric() {
			a, b := o.Min+(o.Max-o.Min)*float64(key.Uniform1(9)), o.Min+(o.Max-o.Min)*float64(key.Uniform1(10))
			r.Min, r.Max = o.Round(min(a, b)), o.Round(max(a, b))
		}
	case causal.Inequality:
		r.Max = 0
		for k, j := range r.Features() {
			w := []float64{-2, -1, -0.3, 0.5, 1}[key.Intn(uint32(60+k), 5)]
			r.Law.Weights = append(r.Law.Weights, w)
			r.Max += w*row[j] + float64(key.Uniform1(uint32(70+k))) - 0.3
		}
	case causal.Cardinality:
		list := r.Features()
		r.Min, r.Max = float64(key.Intn(60, 2)), float64(key.Intn(61, len(list)+1))
		if key.Intn(62, 2) == 0 {
			r.Max = float64(len(list))
		}
		if key.Intn(63, 4) == 0 {
			break
		}
		for k, j := range list {
			key, f := key.Sub(uint64(k)), s.Features[j]
			c := causal.Condition{Not: key.Intn(0, 2) == 0, Changes: key.Intn(1, 4) == 0}
			for l := range f.Levels {
				if !c.Changes && key.Intn(uint32(20+l), 2) == 0 {
					c.Levels = append(c.Levels, l)
				}
			}
			if f.Kind.Numeric() && !c.Changes {
				a, b := f.Min+(f.Max-f.Min)*float64(key.Uniform1(9)), f.Min+(f.Max-f.Min)*float64(key.Uniform1(10))
				c.Min, c.Max = f.Round(min(a, b)), [...]float64{f.Round(max(a, b)), causal.Open}[key.Intn(2, 2)]
			}
			r.When = append(r.When, c)
		}
	case causal.Allowed:
		r.Levels = some(f, 20)
	case causal.ForbiddenTransitions:
		for _, l := range some(f, 20) {
			r.Transitions = append(r.Transitions, causal.Transition{From: int(row[r.Feature]), To: l})
		}
	case causal.Computed:
		r.Law.Weights = []float64{[]float64{1, -1, 0.5, 2}[key.Intn(17, 4)]}
		if r.Also != nil {
			r.Law.Weights = append(r.Law.Weights, 1)
		}
		if f.Kind.Numeric() && r.Check(s) == nil {
			r.Law.Shift = row[r.Feature] - r.Computes(s, row, row)
		}
	}
	return r
}

// wood is a black box that adds up trees.
type wood struct {
	*blackbox.Trees
	schema data.Schema
}

func (w wood) Classes() int        { return w.Trees.Classes }
func (w wood) Pass() blackbox.Pass { return w }

// Shares implements blackbox.Pass.
func (w wood) Shares(x []float32, n int) []float32 {
	out, one := make([]float32, w.Classes()*n), make([]float32, w.schema.Width())
	row := make([]float64, len(w.schema.Features))
	for e := range n {
		for i := range one {
			one[i] = x[i*n+e]
		}
		w.schema.Decode(one, row)
		sums, all, top := w.Sums(row), 0.0, math.Inf(-1)
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

// stand is a wood that gives access to its trees.
type stand struct{ wood }

func (s stand) Trees() *blackbox.Trees { return s.wood.Trees }

func randomTrees(s data.Schema, key kernel.Key) stand {
	classes := s.Classes()
	t := &blackbox.Trees{Classes: classes, Base: make([]float64, classes), Shares: key.Intn(0, 2) == 0, Wrong: 1e-12,
		See: func(j int, v float32) float64 { return s.Features[j].DecodeNumber(v) }}
	var grow func(depth int, key kernel.Key) int32
	grow = func(depth int, key kernel.Key) int32 {
		at := int32(len(t.Nodes))
		t.Nodes = append(t.Nodes, blackbox.Node{Feature: -1, Yes: int32(len(t.Gives))})
		if depth == 0 || key.Intn(0, 5) == 0 {
			rest := 1.0
			for k := range classes {
				v := float64(key.Intn(uint32(2+k), 9)-4) / 4
				if t.Shares {
					if v = math.Abs(v) * rest; k == classes-1 {
						v = rest
					}
					v, rest = v/4, rest-v
				}
				t.Gives = append(t.Gives, blackbox.Gift{Class: int32(k), Add: v})
			}
			t.Nodes[at].No = int32(len(t.Gives))
			return at
		}
		j := key.Intn(20, len(s.Features))
		f, n := s.Features[j], blackbox.Node{Feature: int32(j), Set: -1, Flag: -1}
		if f.Kind.Numeric() {
			n.At = f.Min + (f.Max-f.Min)*(1.2*float64(key.Uniform1(21))-0.1)
		} else {
			set := make([]bool, len(f.Levels))
			for l := range set {
				set[l] = key.Intn(uint32(30+l), 2) == 0
			}
			n.Set = int32(len(t.Sets))
			t.Sets = append(t.Sets, set)
		}
		for flag, f := range s.Features {
			if f.Kind == data.Boolean && n.Set < 0 && key.Intn(uint32(23), 3) == 0 {
				n.Flag, n.GapGoes = int32(flag), key.Intn(24, 2) == 0
			}
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
	return stand{wood{t, s}}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
