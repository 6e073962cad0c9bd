package sketch

import (
	"strings"

	"causeway/core/causal"
	"causeway/core/data"
)

// example contains known facts about the features of a well-known table.
type example struct {
	name  string
	edges string // cause>effect; + and - are the sign, ! means strict
	line  bool   // every effect has a linear mechanism
	forms map[string]Node
	moves string // effects with a mechanism that follow but can also be changed
	rises string // features that may only increase
}

var examples = []example{
	{
		// The paper's model (section "Datasets"): x3 ~ N(k1 (x1+x2)² + b1, 0.5). The order of
		// operations is the same as in core/sim, so that both round alike.
		name:  "the true graph of Simple-BN",
		edges: "x1>x3+! x2>x3+!",
		forms: map[string]Node{"x3": {Form: Formula, Formula: "10 / 32400 * (x1 + x2) * (x1 + x2) + 10"}},
	},
	{
		// The publisher's network without Treatment and GrapeW, with the paper's constraint
		// (section 4.1). The grower prunes sprouts, thins bunches and gives nitrogen to the
		// leaves, which SPAD measures.
		name:  "the true graph of Sangiovese",
		line:  true,
		moves: "BunchN SPAD06",
		edges: "SproutN>BunchN+! SproutN>SPAD06 SproutN>NDVI06 SPAD06>NDVI06 SPAD06>SPAD08 NDVI06>SPAD08 " +
			"SproutN>NDVI08 " +
			"NDVI06>NDVI08 SPAD08>NDVI08 SproutN>WoodW BunchN>WoodW SPAD06>WoodW SPAD08>WoodW NDVI08>WoodW " +
			"BunchN>Anthoc " +
			"WoodW>Anthoc NDVI08>Anthoc BunchN>Potass SPAD06>Potass Anthoc>Potass Anthoc>Brix BunchN>Polyph " +
			"NDVI06>Polyph " +
			"NDVI08>Polyph Brix>Polyph Anthoc>Polyph SproutN>Acid BunchN>Acid SPAD06>Acid NDVI06>Acid NDVI08>Acid " +
			"Brix>Acid " +
			"Anthoc>Acid Polyph>Acid SproutN>pH WoodW>pH SPAD06>pH Acid>pH Potass>pH Brix>pH Anthoc>pH Polyph>pH",
	},
	{
		// The paper's constraint C2 (section 4.1).
		name:  "the paper's constraints of Adult",
		edges: "education>age+!",
		rises: "education age",
	},
}

// Example returns a sketch of the known facts about the features of a schema and its name, if the
// features are those of a well-known table.
func Example(s data.Schema) (g Sketch, name string, ok bool) {
	for _, e := range examples {
		if g, ok := e.over(s); ok {
			return g, e.name, true
		}
	}
	return Sketch{}, "", false
}

// over draws the example if all its features exist and can rise and fall.
func (e example) over(s data.Schema) (Sketch, bool) {
	g := New(s)
	at := func(name string) int {
		v := s.Index(name)
		if v >= 0 && !causal.Scored(s.Features[v]) {
			return -1
		}
		return v
	}
	for _, word := range strings.Fields(e.edges) {
		edge := Edge{Strict: strings.HasSuffix(word, "!")}
		word = strings.TrimSuffix(word, "!")
		if strings.HasSuffix(word, "+") {
			edge.Sign = causal.Rises
		}
		from, to, _ := strings.Cut(strings.TrimSuffix(word, "+"), ">")
		edge.From, edge.To = at(from), at(to)
		next, err := g.AddEdge(s, edge)
		if err != nil {
			return g, false
		}
		g = next
		if n := g.Nodes[edge.To]; e.line {
			n.Form = Linear
			g.Nodes[edge.To] = n
		}
	}
	for name, n := range e.forms {
		next, err := g.SetNode(s, at(name), n)
		if err != nil {
			return g, false
		}
		g = next
	}
	for v, n := range g.Nodes {
		if n.Form != NotKnown {
			g.Nodes[v].State = causal.Following
		}
	}
	for _, name := range strings.Fields(e.moves) {
		g.Nodes[at(name)].State = causal.Adjustable
	}
	for _, name := range strings.Fields(e.rises) {
		next, err := g.AddRule(s, causal.Rule{Kind: causal.OnlyIncrease, Feature: at(name)})
		if err != nil {
			return g, false
		}
		g = next
	}
	return g.Layout(), true
}
