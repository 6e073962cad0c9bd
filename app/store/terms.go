package store

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/model"
)

// piece describes how a generator's training uses an edge or a rule.
type piece struct {
	Of      string // the edge or the rule
	Becomes string
	Learned bool // it has a term
}

// TermsOf lists the edges and rules of a graph with their use by the chosen method.
func (g Graph) TermsOf(s data.Schema, set model.Recipe) []piece {
	if !g.fits(s) {
		return nil
	}
	k := g.Sketch.Knowledge()
	p := terms{s: s, k: k, set: set, list: termsOf(s, k, set), rules: k.AllRules(s), idle: map[int]string{}}
	for _, i := range g.Idles(s) {
		p.idle[i.Rule] = i.Sentence
	}
	var list []piece
	for _, e := range k.Edges {
		list = append(list, p.edge(e))
	}
	for i, r := range k.Rules {
		list = append(list, p.rule(r, p.idle[i]))
	}
	return list
}

// termsOf returns the terms of a training with these settings.
func termsOf(s data.Schema, k causal.Knowledge, set model.Recipe) []causal.Term {
	return slices.DeleteFunc(k.Terms(s, set.Method.Learns()), func(t causal.Term) bool {
		return set.Masked && t.Kind == causal.FollowTerm && !t.Rule.Soft
	})
}

// HardRules returns the rules that every shown row keeps.
func (g Graph) HardRules(s data.Schema) []causal.Rule { return causal.Hard(g.AllRules(s)) }

// Learns counts the pieces that have a term.
func Learns(list []piece) int {
	n := 0
	for _, p := range list {
		if p.Learned {
			n++
		}
	}
	return n
}

type terms struct {
	s    data.Schema
	k    causal.Knowledge
	set  model.Recipe
	list []causal.Term

	rules []causal.Rule  // stated, then entailed
	idle  map[int]string // why a rule can never apply, by its place
}

// never returns why an edge has no effect, or "" if it has.
func (p terms) never(e causal.Edge) (why string) {
	for i, r := range p.rules[len(p.k.Rules):] {
		if r.Other != e.To || r.Feature != e.From &&
			!slices.ContainsFunc(r.Also, func(m causal.Member) bool {
				return m.Feature == e.From &&
					m.Part == causal.Moves
			}) {
			continue
		}
		if why = p.idle[len(p.k.Rules)+i]; why == "" {
			return ""
		}
	}
	return why
}

func (p terms) has(kind causal.TermKind, effect int) bool {
	for _, t := range p.list {
		if t.Kind == kind && (t.Feature == effect && kind != causal.FollowTerm || kind == causal.FollowTerm &&
			t.Rule.Other == effect) {
			return true
		}
	}
	return false
}

func (p terms) name(j int) string { return p.s.Features[j].Name }

// weight returns the end of the sentence about an edge or a rule.
func (p terms) weight() string {
	return ", weight " + strconv.FormatFloat(p.set.Feasibility, 'g', 4, 64)
}

func (p terms) edge(e causal.Edge) piece {
	to := p.name(e.To)
	piece := piece{Of: p.name(e.From) + " → " + to + edgeKind(e)}
	signed := e.Sign != causal.Unknown && causal.Scored(p.s.Features[e.From]) && causal.Scored(p.s.Features[e.To])
	var parts []string
	if p.has(causal.MechanismTerm, e.To) {
		parts = append(parts, "distance of "+to+" from "+p.form(e.To))
	}
	if signed && p.has(causal.LineTerm, e.To) {
		parts = append(parts,
			"distance of "+to+" from the line through the training rows whose slopes have the signs of its causes")
	}
	if signed && p.has(causal.FollowTerm, e.To) && p.never(e) == "" {
		parts = append(parts, "hinge where "+to+" does not follow its causes")
	}
	if len(parts) > 0 {
		piece.Becomes, piece.Learned = strings.Join(parts, ", and ")+p.weight(), true
		return piece
	}
	switch why := p.never(e); {
	case signed && why != "":
		piece.Becomes = sayNever(why)
	case p.set.Method.Acts() && signed && !e.Soft:
		piece.Becomes, piece.Learned = sayByConstruction, true
	case p.set.Method.Acts() && signed:
		piece.Becomes = "not part of this method: counterfactuals are judged by it and may break it"
	case p.set.Method.Acts():
		piece.Becomes = "not a rule: only signs between features that can rise and fall count"
	case !p.set.Method.FromGraph() && signed && !e.Soft:
		piece.Becomes = saySearched + ": " + p.set.Method.Start().Title() + " does not learn from the graph"
	case !p.set.Method.FromGraph():
		piece.Becomes = "not learned: " + p.set.Method.Start().Title() + " does not learn from the graph"
	case signed && !e.Soft && p.set.Masked:
		piece.Becomes = saySearched
	case e.Sign != causal.Unknown && !signed:
		piece.Becomes = "not learned: a category without order cannot rise or fall"
	case p.form(e.To) != "":
		piece.Becomes = "not learned: this method does not use mechanisms; Model-based+ does"
	default:
		piece.Becomes = "not learned: the edge has neither a sign nor a mechanism"
	}
	return piece
}

func edgeKind(e causal.Edge) string {
	var words []string
	switch e.Sign {
	case causal.Rises:
		words = append(words, "rises")
	case causal.Falls:
		words = append(words, "falls")
	default:
		return " (no sign)"
	}
	if e.Strict {
		words = append(words, "strict")
	}
	if e.Least > 0 {
		words = append(words, "at least "+strconv.FormatFloat(e.Least, 'g', 6, 64))
	}
	if e.Most > 0 {
		words = append(words, "at most "+strconv.FormatFloat(e.Most, 'g', 6, 64))
	}
	if e.Soft {
		words = append(words, "soft")
	}
	return " (" + strings.Join(words, ", ") + ")"
}

// form names the mechanism of an effect, if it has one.
func (p terms) form(effect int) string {
	for _, m := range p.k.Mechanisms {
		if m.Feature != effect {
			continue
		}
		switch m.Form {
		case causal.FittedNetwork:
			return "the small network fitted to its causes"
		case causal.Given:
			return "its formula " + m.Formula
		}
		return "the line fitted to its causes"
	}
	return ""
}

// sayByConstruction describes a hard rule that answers keep by construction.
const sayByConstruction = "every answer keeps it, by construction"

// saySearched describes a hard rule that only the search enforces.
const saySearched = "only the search enforces it"

// sayNever appends why a rule can never apply.
func sayNever(why string) string {
	return "not learned: " + strings.ToLower(why[:1]) + strings.TrimSuffix(why[1:], ".")
}

func (p terms) rule(r causal.Rule, never string) piece {
	piece := piece{Of: strings.TrimSuffix(r.String(p.s), ".")}
	if r.Soft {
		piece.Of += " (soft)"
	}
	learns := p.set.Method.Learns().Rules
	follows := learns && r.Kind == causal.IfRisesThenRises && (r.Soft || !p.set.Masked)
	switch f := p.s.Features[r.Feature]; {
	case never != "":
		piece.Becomes = sayNever(never)
		return piece
	case learns && r.Kind == causal.MoveAtMost:
		piece.Becomes = "hinge if it moves farther"
	case learns && (r.Kind == causal.OnlyIncrease || r.Kind == causal.OnlyDecrease):
		piece.Becomes = "hinge"
		if !f.Kind.Numeric() {
			piece.Becomes = "hinge on the ranks of its levels"
		}
	case p.set.Masked && r.Kind == causal.Immutable && !r.Soft:
		piece.Becomes, piece.Learned = sayByConstruction, true
		return piece
	case p.set.Masked && learns && !follows && r.Kind == causal.IfRisesThenRises && p.lined(r):
		piece.Becomes = fmt.Sprintf("distance of %s from the line through the training rows", p.name(r.Other))
	case follows && p.lined(r):
		piece.Becomes = fmt.Sprintf("distance of %s from the line through the training rows, and hinge if it does "+
			"not follow", p.name(r.Other))
	case follows && r.Sized():
		piece.Becomes = fmt.Sprintf("hinge if %s does not follow far enough", p.name(r.Other))
	case follows:
		piece.Becomes = fmt.Sprintf("hinge if %s does not follow", p.name(r.Other))
	case p.set.Method.Acts() && !r.Soft:
		piece.Becomes, piece.Learned = sayByConstruction, true
		return piece
	case r.Kind == causal.Computed && !r.Soft:
		piece.Becomes = fmt.Sprintf("not learned: the search recomputes %s in every "+
			"row", p.name(r.Feature))
		return piece
	case r.Soft:
		piece.Becomes = "not learned: counterfactuals are judged by it and may break it"
		return piece
	default:
		piece.Becomes = saySearched
		return piece
	}
	piece.Becomes, piece.Learned = piece.Becomes+p.weight(), true
	return piece
}

// lined reports whether a stated rule is the source of an effect's fitted line.
func (p terms) lined(r causal.Rule) bool {
	for _, t := range p.list {
		if t.Kind == causal.LineTerm && t.Feature == r.Other && t.Rule.Feature == r.Feature &&
			len(t.Rule.Also) == len(r.Also) {
			return true
		}
	}
	return false
}
