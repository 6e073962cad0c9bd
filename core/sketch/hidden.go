package sketch

import (
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
)

// MaxHidden is the largest number of unobserved features in a drawing, and MaxShared the largest
// number of pairs that share an unobserved cause.
const (
	MaxHidden = 1_000
	MaxShared = 20_000
)

// Hidden is a feature without a column that is a cause or an effect of others.
type Hidden struct {
	Name  string  `msgpack:"name"`
	X     float64 `msgpack:"x"`
	Y     float64 `msgpack:"y"`
	Fixed bool    `msgpack:"fixed"`
	Attrs []Attr  `msgpack:"attrs"`
}

func (h Hidden) node() Node {
	return Node{X: h.X, Y: h.Y, Fixed: h.Fixed, Role: Latent, Attrs: h.Attrs}
}

// Count returns the number of nodes other than the outcome.
func (s Sketch) Count() int { return len(s.Nodes) + len(s.Hidden) }

// IsHidden reports whether a node is an unobserved feature.
func (s Sketch) IsHidden(v int) bool { return v >= len(s.Nodes) && v < s.Count() }

// Name returns the name of a node.
func (s Sketch) Name(schema data.Schema, v int) string {
	switch {
	case v == OutcomeNode:
		return schema.Outcome.Name
	case s.IsHidden(v):
		return s.Hidden[v-len(s.Nodes)].Name
	}
	return schema.Features[v].Name
}

// NodeOf returns the node with a name returned by Name.
func (s Sketch) NodeOf(schema data.Schema, name string) (int, bool) {
	if name == schema.Outcome.Name {
		return OutcomeNode, true
	}
	if v := schema.Index(name); v >= 0 {
		return v, true
	}
	i := slices.IndexFunc(s.Hidden, func(h Hidden) bool { return h.Name == name })
	return len(s.Nodes) + i, i >= 0
}

// Stroke is a line of the drawing.
type Stroke struct {
	Edge
	Both bool // it represents an unobserved cause of its ends
}

// Strokes returns all lines of the drawing: edges, then those at unobserved features, then
// unobserved causes of two nodes.
func (s Sketch) Strokes() []Stroke {
	list := make([]Stroke, 0, len(s.Edges)+len(s.Links)+len(s.Shared))
	for _, e := range s.Edges {
		list = append(list, Stroke{Edge: e})
	}
	for _, e := range s.Links {
		list = append(list, Stroke{Edge: e})
	}
	for _, e := range s.Shared {
		list = append(list, Stroke{e, true})
	}
	return list
}

// AddHidden adds an unobserved feature. If its name is empty, it receives the first free name of
// U, U2, U3 and so on.
func (s Sketch) AddHidden(schema data.Schema, h Hidden) (Sketch, error) {
	for n := 1; h.Name == ""; n++ {
		name := "U"
		if n > 1 {
			name += strconv.Itoa(n)
		}
		if _, taken := s.NodeOf(schema, name); !taken {
			h.Name = name
		}
	}
	was := s
	s.Hidden = append(slices.Clone(s.Hidden), h)
	if err := s.checkHidden(schema); err != nil {
		return was, err
	}
	return s, nil
}

// AddCause adds an unobserved feature that causes some nodes. It is placed above their centre if
// there is enough space. Without nodes it is placed above the drawing.
func (s Sketch) AddCause(schema data.Schema, of []int) (Sketch, error) {
	h, over := Hidden{}, of
	if len(over) == 0 {
		for v := OutcomeNode; v < s.Count(); v++ {
			over = append(over, v)
		}
	}
	h.Y = math.Inf(1)
	for _, v := range over {
		n := s.Node(v)
		h.X += n.X / float64(len(over))
		h.Y = min(h.Y, n.Y)
	}
	h.X, h.Y = place(math.Round(h.X), 0), place(math.Round(h.Y-NodeHeight-rowGap), 0)
	for s.meets(h) && h.Y > -maxPlace {
		h.Y = place(h.Y-NodeHeight/2-rowGap/2, 0)
	}
	out, err := s.AddHidden(schema, h)
	for _, v := range of {
		if err == nil {
			out, err = out.AddEdge(schema, Edge{From: s.Count(), To: v})
		}
	}
	if err != nil {
		return s, err
	}
	return out, nil
}

// meets reports whether a box would touch the box of a node.
func (s Sketch) meets(h Hidden) bool {
	for v := OutcomeNode; v < s.Count(); v++ {
		if n := s.Node(v); math.Abs(n.X-h.X) < NodeWidth+boxGap && math.Abs(n.Y-h.Y) < NodeHeight+boxGap {
			return true
		}
	}
	return false
}

// Rename changes the name of an unobserved feature.
func (s Sketch) Rename(schema data.Schema, v int, name string) (Sketch, error) {
	if !s.IsHidden(v) {
		return s, fault.Errorf("sketch: unobserved feature %d does not exist", v+1)
	}
	was := s
	s.own()
	s.Hidden[v-len(s.Nodes)].Name = name
	if err := s.checkHidden(schema); err != nil {
		return was, err
	}
	return s, nil
}

// RemoveHidden removes an unobserved feature and all its lines. The indices of later ones
// decrease by one.
func (s Sketch) RemoveHidden(v int) (Sketch, error) {
	if !s.IsHidden(v) {
		return s, fault.Errorf("sketch: unobserved feature %d does not exist", v+1)
	}
	at := v - len(s.Nodes)
	s.Hidden = slices.Delete(slices.Clone(s.Hidden), at, at+1)
	for _, list := range [...]*[]Edge{&s.Links, &s.Shared} {
		var left []Edge
		for _, e := range *list {
			if e.From == v || e.To == v {
				continue
			}
			if e.From > v {
				e.From--
			}
			if e.To > v {
				e.To--
			}
			left = append(left, e)
		}
		*list = left
	}
	if len(s.Hidden) == 0 {
		s.Hidden = nil
	}
	return s, nil
}

// Share records that two nodes share an unobserved cause. Such a line has no direction and closes
// no cycle.
func (s Sketch) Share(schema data.Schema, e Edge) (Sketch, error) {
	if err := s.checkNodes(schema, e.From, e.To); err != nil {
		return s, err
	}
	e.From, e.To = min(e.From, e.To), max(e.From, e.To)
	at, found := find(s.Shared, e.From, e.To)
	if found {
		return s, fault.Errorf("sketch: the graph already says that %s share an unobserved cause", s.pair(schema, e))
	}
	if err := s.checkShared(schema, e); err != nil {
		return s, err
	}
	if len(s.Shared) == MaxShared {
		return s, fault.Errorf("sketch: at most %d pairs can share an unobserved cause", MaxShared)
	}
	e.Attrs = tidyAttrs(e.Attrs)
	s.Shared = slices.Insert(slices.Clone(s.Shared), at, e)
	return s, nil
}

// Unshare removes what Share recorded for two nodes.
func (s Sketch) Unshare(schema data.Schema, a, b int) (Sketch, error) {
	at, found := find(s.Shared, min(a, b), max(a, b))
	if !found {
		return s, fault.Errorf("sketch: these two have no unobserved cause in the graph")
	}
	if s.Shared = slices.Delete(slices.Clone(s.Shared), at, at+1); len(s.Shared) == 0 {
		s.Shared = nil
	}
	return s, nil
}

// SetShared replaces the note of an unobserved cause of two nodes.
func (s Sketch) SetShared(schema data.Schema, e Edge) (Sketch, error) {
	at, found := find(s.Shared, e.From, e.To)
	if !found {
		return s, fault.Errorf("sketch: these two have no unobserved cause in the graph")
	}
	e.Attrs = s.Shared[at].Attrs
	if err := s.checkShared(schema, e); err != nil {
		return s, err
	}
	s.Shared = slices.Clone(s.Shared)
	s.Shared[at] = e
	return s, nil
}

// SharedBy returns the line of an unobserved cause that two nodes share.
func (s Sketch) SharedBy(a, b int) (Edge, bool) {
	at, found := find(s.Shared, min(a, b), max(a, b))
	if !found {
		return Edge{}, false
	}
	return s.Shared[at], true
}

// Unobserved returns the causes in the drawing that have no column.
func (s Sketch) Unobserved() causal.Unobserved {
	u := causal.Unobserved{Hidden: len(s.Hidden)}
	for _, e := range s.Links {
		u.Links = append(u.Links, causal.Link{From: e.From, To: e.To})
	}
	for _, e := range s.Shared {
		u.Shared = append(u.Shared, causal.Link{From: e.From, To: e.To})
	}
	return u
}

// Whole returns the graph including everything without a column. Features whose role is
// unobserved are not used for adjustment either.
func (s Sketch) Whole(schema data.Schema) (*causal.Whole, error) {
	g, err := s.Knowledge().Graph(schema)
	if err != nil {
		return nil, err
	}
	w, err := g.With(s.Unobserved())
	if err != nil {
		return nil, err
	}
	for v, n := range s.Nodes {
		if n.Role == Latent {
			w.Bar(v)
		}
	}
	return w, nil
}

func (s Sketch) pair(schema data.Schema, e Edge) string {
	return strconv.Quote(s.Name(schema, e.From)) + " and " + strconv.Quote(s.Name(schema, e.To))
}

// plain reports whether an edge has neither a sign nor sizes.
func (e Edge) plain() bool {
	return e.Sign == causal.Unknown && !e.Strict && !e.Soft && e.Least == 0 && e.Most == 0
}

func (s Sketch) checkShared(schema data.Schema, e Edge) error {
	switch {
	case e.From >= e.To:
		return fault.Errorf("sketch: two different features must share an unobserved cause, not %q "+
			"alone", s.Name(schema, e.From))
	case !e.plain():
		return fault.Errorf("sketch: the shared unobserved cause of %s cannot have a sign", s.pair(schema, e))
	}
	if err := checkText(e.Note); err != nil {
		return fault.Errorf("sketch: the note of the unobserved cause of %s %w", s.pair(schema, e), err)
	}
	return checkAttrs(e.Attrs)
}

func (s Sketch) checkHidden(schema data.Schema) error {
	if len(s.Hidden) > MaxHidden || len(s.Shared) > MaxShared {
		return fault.Errorf("sketch: there can be at most %d unobserved features and %d pairs that share a "+
			"cause", MaxHidden,
			MaxShared)
	}
	taken := map[string]bool{schema.Outcome.Name: true}
	for _, f := range schema.Features {
		taken[f.Name] = true
	}
	for i, h := range s.Hidden {
		switch {
		case h.Name == "" || !utf8.ValidString(h.Name) || utf8.RuneCountInString(h.Name) > data.MaxName:
			return fault.Errorf("sketch: an unobserved feature needs a name of at most %d characters", data.MaxName)
		case taken[h.Name]:
			return fault.Errorf("sketch: another node is called %q; give the unobserved feature another name", h.Name)
		}
		taken[h.Name] = true
		if err := s.checkNode(schema, len(s.Nodes)+i, h.node()); err != nil {
			return err
		}
	}
	return nil
}
