package graphfile

import (
	"encoding/json"
	"slices"
	"strconv"

	"causeway/core/causal"
	"causeway/core/sketch"
)

// own writes the own form with one line for every node, edge and rule.
func (w *writer) own() {
	version := 2
	if len(w.s.Hidden)+len(w.s.Shared) > 0 {
		version = 3
	}
	if slices.ContainsFunc(w.s.Nodes, func(n sketch.Node) bool { return n.State != causal.ActedOn || n.Closed }) {
		version = ownVersion
	}
	w.text("{\n  \"format\": \"", ownFormat, "\",\n  \"version\": ", strconv.Itoa(version), ",\n  \"signs\": \"",
		readings[w.s.Each], "\",\n  \"nodes\": [")
	comma := ""
	line := func(v any) {
		text, err := json.Marshal(v)
		if err != nil {
			panic("graphfile: own: " + err.Error()) // only NaN and infinities cause this
		}
		w.text(comma, "\n    ", string(text))
		comma = ","
	}
	w.each(func(v int, n sketch.Node) {
		line(ownNode{
			Name: w.name(v), X: &n.X, Y: &n.Y, Fixed: n.Fixed, Role: roleWords[n.Role], Order: w.order(v, n),
			Mechanism: formWords[n.Form], Formula: n.Formula, State: stateWords[n.State], Closed: n.Closed,
			Attrs: pairs(n.Attrs),
		})
	})
	w.text("\n  ],\n  \"edges\": [")
	comma = ""
	edge := func(e sketch.Edge) {
		line(ownEdge{
			From: w.name(e.From), To: w.name(e.To), Sign: signWords[e.Sign], Strict: e.Strict, Soft: e.Soft,
			Least: e.Least, Most: e.Most, Note: e.Note, Attrs: pairs(e.Attrs),
		})
	}
	for _, e := range w.arrows() {
		edge(e)
	}
	if len(w.s.Shared) > 0 {
		w.text("\n  ],\n  \"shared\": [")
		comma = ""
		for _, e := range w.s.Shared {
			edge(e)
		}
	}
	w.text("\n  ],\n  \"rules\": [")
	comma = ""
	for _, r := range w.s.Rules {
		line(w.rule(r))
	}
	w.text("\n  ],\n  \"attrs\": [")
	comma = ""
	for _, a := range w.s.Attrs {
		line(ownAttr{a.Key, a.Value})
	}
	w.text("\n  ]\n}\n")
}

// order lists the levels of a node that has ranks, rank by rank.
func (w *writer) order(v int, n sketch.Node) limited[limited[string]] {
	var steps limited[limited[string]]
	for l, r := range n.Ranks {
		for len(steps) <= r {
			steps = append(steps, nil)
		}
		steps[r] = append(steps[r], w.schema.Features[v].Levels[l])
	}
	return steps
}

func pairs(list []sketch.Attr) []ownAttr {
	var out []ownAttr
	for _, a := range list {
		out = append(out, ownAttr{a.Key, a.Value})
	}
	return out
}

// rule returns a rule with names. Open ends of ranges are omitted.
func (w *writer) rule(r causal.Rule) Rule {
	f := w.schema.Features[r.Feature]
	out := Rule{Kind: r.Kind.Name(), Feature: f.Name, Falls: r.Falls, Strict: r.Strict, Reverse: r.Reverse,
		Soft: r.Soft,
		Any:  r.Any, Least: r.Least, Most: r.Most}
	if r.Kind.Relates() {
		out.Other = w.name(r.Other)
	}
	if r.Kind == causal.Computed {
		out.Weights, out.Shift, out.Cuts, out.Values = r.Law.Weights, r.Law.Shift, r.Law.Cuts, r.Law.Values
		out.Product, out.Own = r.Law.Product, r.Law.Own
		if r.Law.Weights == nil {
			out.From = w.schema.Features[r.Other].Levels
		}
	}
	for _, l := range r.Then {
		out.Then = append(out.Then, w.schema.Features[r.Other].Levels[l])
	}
	if r.Kind == causal.Inequality {
		out.Weights = r.Law.Weights
	}
	if r.HasEnds() {
		out.Min, out.Max = openEnds(r.Min, r.Max)
	}
	for k, c := range r.When {
		in := Condition{Changes: c.Changes, Not: c.Not}
		for _, l := range c.Levels {
			in.Levels = append(in.Levels, w.schema.Features[r.Features()[k]].Levels[l])
		}
		if !c.Changes && c.Levels == nil {
			in.Min, in.Max = openEnds(c.Min, c.Max)
		}
		out.When = append(out.When, in)
	}
	for _, m := range r.Also {
		out.Also = append(out.Also, Member{w.name(m.Feature), m.Falls, partWords[m.Part]})
	}
	for _, l := range r.Levels {
		out.Levels = append(out.Levels, f.Levels[l])
	}
	for _, t := range r.Transitions {
		out.Transitions = append(out.Transitions, [2]string{f.Levels[t.From], f.Levels[t.To]})
	}
	return out
}

// openEnds returns the ends of an interval, or nil for an open one.
func openEnds(low, high float64) (least, most *float64) {
	if low != -causal.Open {
		least = &low
	}
	if high != causal.Open {
		most = &high
	}
	return least, most
}
