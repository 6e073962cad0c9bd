package project

import (
	"math"
	"slices"
	"strings"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/exact"
	"causeway/core/kernel"
	"causeway/core/search"
)

// treeBox is a black box made of trees over decoded rows.
type treeBox struct {
	of     blackbox.Trees
	schema data.Schema
}

func (b *treeBox) Classes() int           { return b.of.Classes }
func (b *treeBox) Trees() *blackbox.Trees { return &b.of }
func (b *treeBox) Pass() blackbox.Pass    { return b }
func (b *treeBox) Shares(x []float32, n int) []float32 {
	out, row, one := make([]float32, b.of.Classes*n), make([]float64, len(b.schema.Features)), make([]float32,
		b.schema.Width())
	for e := range n {
		for i := range one {
			one[i] = x[i*n+e]
		}
		b.schema.Decode(one, row)
		sums := b.of.Sums(row)
		total := 0.0
		for k, v := range sums {
			if !b.of.Shares {
				sums[k] = math.Exp(v)
			}
			total += sums[k]
		}
		for k, v := range sums {
			out[k*n+e] = float32(v / total)
		}
	}
	return out
}

// drawTrees returns a black box of small random trees. Those that vote have leaves of one class each.
func drawTrees(s data.Schema, classes, trees int, votes bool, key kernel.Key) *treeBox {
	b := &treeBox{schema: s, of: blackbox.Trees{Classes: classes, Base: make([]float64, classes), Wrong: 1e-5,
		Shares: votes, Least: float64(trees), Most: float64(trees),
		See: func(j int, encoded float32) float64 { return s.Features[j].DecodeNumber(encoded) }}}
	at := uint32(0)
	draw := func(n int) int { at++; return key.Intn(at, n) }
	var grow func(depth int) int32
	grow = func(depth int) int32 {
		i := int32(len(b.of.Nodes))
		b.of.Nodes = append(b.of.Nodes, blackbox.Node{Feature: -1, Set: -1, Flag: -1})
		if depth == 0 {
			b.of.Nodes[i].Yes = int32(len(b.of.Gives))
			class := int32(draw(classes))
			if votes {
				b.of.Gives = append(b.of.Gives, blackbox.Gift{Class: class, Add: 1})
			} else {
				b.of.Gives = append(b.of.Gives, blackbox.Gift{Class: class, Add: float64(draw(100)) / 60})
			}
			b.of.Nodes[i].No = int32(len(b.of.Gives))
			return i
		}
		j := draw(2)
		f := s.Features[j]
		cut := math.Floor(f.Min) + float64(draw(int(f.Max-f.Min))) + 0.5
		yes := grow(depth - 1)
		no := grow(depth - 1)
		n := &b.of.Nodes[i]
		n.Feature, n.At, n.Yes, n.No = int32(j), cut, yes, no
		return i
	}
	for range trees {
		b.of.Roots = append(b.of.Roots, grow(3))
	}
	return b
}

// chanceCases are projects with different kinds of black boxes, and whether these are searched
// completely for a goal that is a probability.
func chanceCases(t *testing.T) map[string]struct {
	p     *Project
	whole bool
} {
	box := func(classes, trees int, votes bool) *Project {
		p := rents(t, true)
		s := p.Schema
		s.Outcome = data.Feature{Name: "rent", Kind: data.Category, Levels: []string{"low", "mid",
			"high"}[:classes], MAD: 1}
		b := drawTrees(s, classes, trees, votes, kernel.NewKey(uint64(classes*100+trees)))
		return Of(s, b, nobody{})
	}
	net := rents(t, true)
	net.Schema.Outcome.Cuts, net.Seen.Outcome.Cuts = nil, nil
	type one = struct {
		p     *Project
		whole bool
	}
	return map[string]one{"network": {net, true}, "sums of trees": {box(2, 4, false), true},
		"votes": {box(2, 25, true), true}, "votes for three": {box(3, 25, true), true},
		"sums for three": {box(3, 4, false), false}}
}

// nobody is a sampler that proposes nothing.
type nobody struct{}

func (nobody) Sample([]float64, int, int, float32, kernel.Key) [][]float64 { return nil }

// The answer for a probability agrees with an examination of every row, for networks, sums of trees
// and votes: either the nearest row that has the probability and keeps the rules, or none, both
// proved where the black box can be bounded.
func TestChancesAgreeWithEnumeration(t *testing.T) {
	for name, c := range chanceCases(t) {
		p := c.p
		k := causal.Knowledge{Rules: []causal.Rule{{Kind: causal.OnlyIncrease, Feature: 1}, {Kind: causal.MoveAtMost,
			Feature: 0, Min: 4, Max: 4}}}
		var all [][]float64
		each(p.Schema, func(row []float64) { all = append(all, slices.Clone(row)) })
		shares := p.Ask(all...)
		found, none, there := 0, 0, 0
		for i := 0; i < len(all); i += 7 {
			row := all[i]
			for n, goal := range []document.Search{{Goal: document.ChanceAtMost, To: 8, Target: 0},
				{Goal: document.ChanceAtMost, To: 40, Target: 1}, {Goal: document.ChanceAtLeast, From: 92, Target: 1},
				{Goal: document.ChanceAtLeast, From: 60, Target: -1}, {Goal: document.ChanceBetween, From: 40, To: 72,
					Target: 1}, {Goal: document.ChanceAtMost, To: 30, Target: -1}} {
				low, high, of := goal.From/100, goal.To/100, goal.Target
				if high == 0 {
					high = 1
				}
				switch {
				case of < 0 && n == 3:
					of = shares[i].Other()
				case of < 0:
					of = shares[i].Class
				}
				is := func(a Answer, slack float64) bool {
					return a.Shares[of] >= low-slack && a.Shares[of] <= high+slack
				}
				goal.Count, goal.Budget = 1, 100
				x, err := p.Explain(row, Query{Search: goal, Knowledge: k, Boxes: 50_000}, func() error { return nil })
				if is(shares[i], -1e-5) {
					if err == nil {
						t.Fatalf("%s: %v has %v, and is explained", name, row, shares[i].Shares)
					}
					there++
					continue
				}
				if err != nil {
					if is(shares[i], 1e-5) {
						continue // right at the boundary
					}
					t.Fatal(name, err)
				}
				best, fewest := math.Inf(1), len(row)+1
				for m, other := range all {
					if is(shares[m], 1e-6) && causal.AllHold(p.Seen, k.Rules, row, other) {
						n, c := differing(row, other), search.CostOf(p.Seen, nil, row, other)
						if n < fewest || n == fewest && c < best {
							fewest, best = n, c
						}
					}
				}
				got := len(x.Rows) > 0
				if got != !math.IsInf(best, 1) || c.whole && (got != !x.None || got && !x.Nearest) {
					t.Fatalf("%s, %v, goal %d (%v to %v of %d): %d rows, none %v, nearest %v, unbounded %v; "+
						"the best costs %v",
						name, row, n, low, high, of, len(x.Rows), x.None, x.Nearest, x.Unbounded, best)
				}
				if !got {
					none++
					continue
				}
				found++
				a := p.Ask(x.Rows[0].Row)[0]
				if c.whole && math.Abs(x.Rows[0].Cost-best) > 1e-9 || !is(a, 1e-6) ||
					math.Abs(x.Rows[0].Number-100*a.Shares[of]) > 1e-9 ||
					math.Abs(x.Factual.Number-100*shares[i].Shares[of]) > 1e-9 || x.Of != of+1 {
					t.Errorf("%s, %v, %v to %v: %v costs %v with %v; the best costs %v", name, row, low, high,
						x.Rows[0].Row, x.Rows[0].Cost, a.Shares, best)
				}
				for j := range x.Rows[0].Low {
					for _, at := range []float64{x.Rows[0].Low[j], x.Rows[0].High[j]} {
						other := slices.Clone(x.Rows[0].Row)
						if other[j] = at; !is(p.Ask(other)[0], 1e-5) {
							t.Errorf("%s: %v of the range has %v", name, other, p.Ask(other)[0].Shares)
						}
					}
				}
			}
		}
		if found < 40 || there < 10 {
			t.Errorf("%s: %d were found, %d proved impossible, %d there already", name, found, none, there)
		}
	}
}

// Reasons, certificates and answers for many rows use the probability that is the goal.
func TestEverythingHeedsAChance(t *testing.T) {
	tick := func() error { return nil }
	cases := chanceCases(t)
	for _, name := range []string{"network", "votes", "sums of trees"} {
		p := cases[name].p
		made, asked := 0, 0
		each(p.Schema, func(row []float64) {
			if asked++; asked%23 != 0 {
				return
			}
			q := Query{Search: document.Search{Goal: document.ChanceAtMost, To: 35, Target: 0, Count: 1, Budget: 100},
				Boxes: 50_000}
			row = slices.Clone(row)
			if there, err := p.reached(row, q); there || err != nil {
				return
			}
			x, err := p.Explain(row, q, tick)
			if err != nil {
				t.Fatal(name, err)
			}
			var answer []float64
			if len(x.Rows) > 0 {
				answer = x.Rows[0].Row
				many, err := p.Many(q)
				if err != nil {
					t.Fatal(err)
				}
				if b, err := many.Of(row, tick); err != nil || len(b.Rows) == 0 || !slices.Equal(b.Rows[0].Row,
					answer) ||
					b.Of != 1 {
					t.Errorf("%s: %v, %v for many rows, %v for one", name, err, b.Rows, answer)
				}
			}
			make, err := p.Certify(row, q, answer, x.Nearest, exact.Range{})
			if err != nil {
				t.Fatal(name, err)
			}
			if certified, err := make(tick); err != nil || answer != nil && x.Nearest &&
				!strings.Contains(certified.Says, "nothing smaller works") {
				t.Fatal(name, err, certified.Says)
			}
			made++
		})
		if made < 5 {
			t.Errorf("%s: %d certificates", name, made)
		}
	}
	if _, err := cases["network"].p.Explain([]float64{1, 1, 1}, Query{Search: document.Search{Count: 1, Budget: 100,
		Goal: document.ChanceAtLeast, From: 100}}, tick); err == nil {
		t.Error("a probability of 100 % is a goal")
	}
	number := rents(t, false)
	if _, err := number.Explain([]float64{6, 5, 1}, Query{Search: document.Search{Count: 1, Budget: 100, Target: 7,
		Goal: document.ChanceAtLeast, From: 90}}, tick); err == nil {
		t.Error("the class does not exist")
	}
}
