package sketch

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
)

// State returns the state that a feature has in effect. A chosen state needs a cause, a mechanism
// and rows that can determine the mechanism. If one of these is missing, the state remains in the
// drawing but the feature counts as ActedOn.
func (s Sketch) State(v int) causal.State {
	if v < 0 || v >= len(s.Nodes) {
		return causal.ActedOn
	}
	n := s.Nodes[v]
	if n.State == causal.ActedOn || n.Form == NotKnown || len(s.Parents(v)) == 0 || n.fitted() && s.untold(v) != nil {
		return causal.ActedOn
	}
	return n.State
}

// Suspended reports whether a feature's chosen state has no effect.
func (s Sketch) Suspended(v int) bool {
	return v >= 0 && v < len(s.Nodes) && s.Nodes[v].State != s.State(v)
}

// fitted reports whether the mechanism of a node is fitted to rows.
func (n Node) fitted() bool { return n.Form == Linear || n.Form == Network }

// CheckFit returns an error if rows of different people cannot determine how a feature follows
// from its causes, so that no mechanism fitted to them may be used. This is the case if an edge
// describes how one row changes over time, or if something unobserved causes both its ends.
// Otherwise CheckFit returns nil.
func (s Sketch) CheckFit(table data.Schema, v int) error {
	why := s.untold(v)
	if why == nil {
		return nil
	}
	effect, cause := s.Name(table, v), s.Name(table, why.cause)
	if why.timed {
		return fault.Errorf("sketch: no line can be fitted for %q: its edge from %q says how a row changes with "+
			"time, which rows of different people do not show", effect, cause)
	}
	return fault.Errorf("sketch: no line can be fitted for %q: something unobserved causes both it and %q, so the "+
		"rows do not show how one follows the other", effect, cause)
}

// untold says why rows of different people cannot determine how an effect follows from a cause.
type untold struct {
	cause int
	timed bool // whether the edge describes change over time; otherwise something unobserved causes both ends
}

func (s Sketch) untold(v int) *untold {
	for _, e := range s.Edges {
		switch {
		case e.To != v:
		case e.causal().Timed(s.Rules):
			return &untold{e.From, true}
		case s.shares(e.From, v):
			return &untold{e.From, false}
		}
	}
	return nil
}

// shares reports whether something unobserved causes both of two features along paths that
// contain only unobserved features.
func (s Sketch) shares(a, b int) bool {
	of := s.origins(a)
	for o := range s.origins(b) {
		if of[o] {
			return true
		}
	}
	return false
}

// origin is an unobserved feature, or the index in Shared of an unobserved cause of two features.
type origin struct {
	shared bool
	at     int
}

func (s Sketch) origins(v int) map[origin]bool {
	list := map[origin]bool{}
	for queue := []int{v}; len(queue) > 0; queue = queue[1:] {
		for i, e := range s.Shared {
			if e.From == queue[0] || e.To == queue[0] {
				list[origin{true, i}] = true
			}
		}
		for _, e := range s.Links {
			if o := (origin{false, e.From}); e.To == queue[0] && s.IsHidden(e.From) && !list[o] {
				list[o], queue = true, append(queue, e.From)
			}
		}
	}
	return list
}

// Computed returns the hard rule that computes a feature. Such a feature follows in any state.
func (s Sketch) Computed(v int) (r causal.Rule, is bool) {
	at := slices.IndexFunc(s.Rules, func(r causal.Rule) bool {
		return r.Kind == causal.Computed && !r.Soft && r.Feature == v
	})
	if at < 0 {
		return r, false
	}
	return s.Rules[at], true
}
