package graph

import (
	"causeway/app/store"
	"causeway/app/ui/dagview"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sketch"
)

// Ghost is a dependence between two features that the drawing does not explain.
type Ghost struct {
	A, B       int
	ToB, ToA   bool // the possible directions of an edge
	Given      []int
	Dependence causal.Dependence
	Searched   bool // Dependence is the weakest that a search found, over all sets of given features
}

// mostGhosts bounds how many ghosts are drawn, so that the person's own drawing dominates.
const mostGhosts = firstOffers

// Ghosts lists dependences in the training rows that the drawing lacks: failed independences, the
// strongest first, then suggestions of a search. It leaves out a pair that is dependent only given a
// common effect, because such a pair needs no edge.
func Ghosts(e store.Evidence, found store.GraphSearch) []Ghost {
	var list []Ghost
	if e.HasChecked {
		for _, m := range e.Checked.Missing {
			if m.Effect < 0 {
				list = append(list, Ghost{A: m.A, B: m.B, ToB: m.Way != causal.BToA, ToA: m.Way != causal.AToB,
					Given: m.Given, Dependence: m.Dependence})
			}
		}
	}
	if found.HasResult {
		for _, s := range found.Result.Edges {
			list = append(list, Ghost{A: s.From, B: s.To, ToB: true, ToA: !s.Directed, Dependence: s.Dependence,
				Searched: true})
		}
	}
	return list
}

// drawn returns the ghosts that can be drawn as an edge without a cycle and are not joined by one yet.
func drawn(s data.Schema, g store.Graph, ghosts []Ghost) []dagview.Ghost {
	var list []dagview.Ghost
	seen := map[[2]int]bool{}
	name := func(may bool, from, to int) string {
		if !may {
			return ""
		}
		if _, err := g.Sketch.AddEdge(s, sketch.Edge{From: from, To: to}); err != nil {
			return ""
		}
		return textDrawGhost(s, from, to)
	}
	for _, o := range ghosts {
		pair := [2]int{min(o.A, o.B), max(o.A, o.B)}
		if len(list) == mostGhosts {
			break
		}
		if pair[0] < 0 || pair[1] >= len(s.Features) || seen[pair] || joined(g, o.A, o.B) {
			continue
		}
		seen[pair] = true
		ghost := dagview.Ghost{A: o.A, B: o.B, ToB: name(o.ToB, o.A, o.B), ToA: name(o.ToA, o.B, o.A),
			Says: textStrength(o.Dependence), Text: textGhost,
			Title: textMissingEdge(s, causal.MissingEdge{A: o.A, B: o.B, Given: o.Given, Dependence: o.Dependence,
				Effect: -1})}
		if o.Searched {
			ghost.Title = textSuggestion(s, causal.Suggestion{From: o.A, To: o.B, Directed: !o.ToA,
				Dependence: o.Dependence})
		}
		if ghost.ToB != "" || ghost.ToA != "" {
			list = append(list, ghost)
		}
	}
	return list
}
