package graphfile

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/sketch"
	"causeway/core/sorting"
)

// Sketch returns the file as a drawing for a table, and a sentence about each thing that had to be
// left out. Nodes without a position are placed around those that have one.
func (f *File) Sketch(schema data.Schema, matches []Match) (sketch.Sketch, []string, error) {
	m := meeting{file: f, schema: schema, notes: slices.Clone(f.Notes)}
	m.out = sketch.Sketch{Nodes: make([]sketch.Node, len(schema.Features)), Each: f.Each}
	for _, a := range f.Attrs {
		// in other formats, Scale has this value
		if x, ok := readNumber(a.Value); a.Key != keyScale || f.Format == Own && ok && isPowerOfTwo(x) {
			m.out.Attrs = append(m.out.Attrs, a)
		}
	}
	if err := m.columns(matches); err != nil {
		return sketch.Sketch{}, nil, err
	}
	m.out.Outcome.Role = sketch.OutcomeRole
	m.orders()
	m.edges()
	m.nodes()
	if err := m.out.Check(schema); err != nil { // the steps below need a graph without cycles
		var cycle *causal.CycleError
		if errors.As(err, &cycle) {
			return sketch.Sketch{}, nil, fault.Errorf("graphfile: the file has the cycle %s, but nothing can be its "+
				"own cause; remove one of its edges", strings.Join(cycle.Names, " → "))
		}
		return sketch.Sketch{}, nil, err
	}
	m.layout()
	m.rules()
	return m.out, m.notes, m.out.Check(schema)
}

// meeting matches a file to a table.
type meeting struct {
	file   *File
	schema data.Schema
	at     []int // feature of each node, OutcomeNode, or none
	out    sketch.Sketch
	notes  []string
}

const none = sketch.OutcomeNode - 1

func (m *meeting) say(format string, args ...any) {
	if len(m.notes) < 2*maxNotes {
		m.notes = append(m.notes, fmt.Sprintf(format, args...))
	}
}

func (m *meeting) columns(matches []Match) error {
	by := map[string]string{}
	for _, k := range matches {
		by[k.Name] = k.Column
	}
	taken := map[string]string{}
	var left []string
	for _, n := range m.file.Nodes {
		column := by[n.Name]
		at := m.schema.Index(column)
		switch {
		case column != "" && column == m.schema.Outcome.Name:
			at = sketch.OutcomeNode
		case at < 0:
			at = none
		}
		m.at = append(m.at, at)
		switch {
		case column == Unobserved:
			m.hide(n)
		case at == none:
			left = append(left, n.Name)
		case taken[column] != "":
			return fault.Errorf("graphfile: %s and %s both match the column %s; leave out one of them",
				quote(taken[column]), quote(n.Name), quote(column))
		default:
			taken[column] = n.Name
		}
	}
	if len(left) > 0 {
		m.say("%d of the %d nodes match no column and are left out with their edges: %s.", len(left), len(m.at),
			some(left))
	}
	return nil
}

// hide turns a node without a column into an unobserved feature.
func (m *meeting) hide(n Node) {
	i := len(m.at) - 1
	if len(m.out.Hidden) == sketch.MaxHidden {
		m.at[i] = none
		m.say("Unobserved features beyond %d are left out with their edges, such as %s.", sketch.MaxHidden,
			quote(n.Name))
		return
	}
	h := sketch.Hidden{Name: n.Name, Fixed: n.Fixed && n.HasPlace, Attrs: n.Attrs}
	for k := 2; m.schema.Index(h.Name) >= 0 || h.Name == m.schema.Outcome.Name ||
		slices.ContainsFunc(m.out.Hidden, func(o sketch.Hidden) bool { return o.Name == h.Name }); k++ {
		h.Name = fmt.Sprintf("%s %d", n.Name, k) // another node already stands for the column of this name
	}
	m.at[i] = len(m.schema.Features) + len(m.out.Hidden)
	m.out.Hidden = append(m.out.Hidden, h)
	if n.Form != sketch.NotKnown || n.Formula != "" {
		m.say("The mechanism of %s is left out, because it is unobserved.", quote(n.Name))
	}
}

// some returns the first names of a list.
func some(names []string) string {
	const most = 5
	var list []string
	for _, n := range names[:min(len(names), most)] {
		list = append(list, quote(n))
	}
	if more := len(names) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(list, ", "), more)
	}
	return strings.Join(list, ", ")
}

func (m *meeting) edges() {
	touching := 0
	ends := func(e *Edge) bool { // whether both ends are drawn
		from, to := m.at[e.From], m.at[e.To]
		switch {
		case from == none || to == none:
			return false
		case from == sketch.OutcomeNode || to == sketch.OutcomeNode:
			touching++
			return false
		}
		e.From, e.To = from, to
		return true
	}
	for _, e := range m.file.Edges {
		if !ends(&e) {
			continue
		}
		from, to := e.From, e.To
		if m.out.IsHidden(max(from, to)) {
			m.out.Links = append(m.out.Links, m.plain(e).Edge)
			continue
		}
		if err := e.CheckSize(); err != nil {
			m.say("How much %s moves with %s is left out, because the edge %s.", quote(m.schema.Features[to].Name),
				quote(m.schema.Features[from].Name), err)
			e.Least, e.Most = 0, 0
		}
		m.out.Edges = append(m.out.Edges, e.Edge)
	}
	for _, e := range m.file.Shared {
		if ends(&e) {
			e.From, e.To = min(e.From, e.To), max(e.From, e.To)
			m.out.Shared = append(m.out.Shared, m.plain(e).Edge)
		}
	}
	for _, list := range [...][]sketch.Edge{m.out.Edges, m.out.Links, m.out.Shared} {
		sorting.Stable(list, func(a, b sketch.Edge) int {
			if a.To != b.To {
				return a.To - b.To
			}
			return a.From - b.From
		})
	}
	if touching > 0 {
		m.say("Edges at the outcome %s are left out, %d in all, because the black box decides the outcome.",
			quote(m.schema.Outcome.Name), touching)
	}
}

// plain returns an edge without sign and size, which a line at an unobserved feature cannot have.
func (m *meeting) plain(e Edge) Edge {
	if e.Sign != causal.Unknown || e.Least != 0 || e.Most != 0 {
		m.say("The sign of the edge between %s and %s is left out, because one end is unobserved.",
			quote(m.out.Name(m.schema, e.From)), quote(m.out.Name(m.schema, e.To)))
	}
	e.Sign, e.Strict, e.Soft, e.Least, e.Most = causal.Unknown, false, false, 0, 0
	return e
}

// orders adopts the orders that name exactly the values of the table's columns.
func (m *meeting) orders() {
	for i, n := range m.file.Nodes {
		v := m.at[i]
		if v < 0 || v >= len(m.schema.Features) || len(n.Order) == 0 {
			continue
		}
		f := m.schema.Features[v]
		ranks, whole := make([]int, len(f.Levels)), true
		named := map[int]bool{}
		for r, step := range n.Order {
			for _, name := range step {
				l := slices.Index(f.Levels, name)
				if whole = whole && l >= 0 && !named[l]; l >= 0 {
					ranks[l], named[l] = r, true
				}
			}
		}
		s, err := m.out.SetOrder(m.schema, v, ranks)
		if err != nil || !whole || len(named) != len(f.Levels) {
			m.say("The order of %s is left out, because its values differ from the column's.", quote(f.Name))
			continue
		}
		m.out = s
	}
}

func (m *meeting) nodes() {
	schema := m.out.Schema(m.schema)
	for i, n := range m.file.Nodes {
		v := m.at[i]
		if v == none || m.out.IsHidden(v) {
			continue
		}
		if !n.HasPlace {
			n.Fixed = false
		}
		if v == sketch.OutcomeNode {
			if n.Form, n.Formula, n.State, n.Closed = sketch.NotKnown, "", causal.ActedOn,
				false; n.Role == sketch.NoRole {
				n.Role = sketch.OutcomeRole
			}
			m.out.Outcome = n.Node
			continue
		}
		f := schema.Features[v]
		n.Ranks = m.out.Nodes[v].Ranks
		switch {
		case n.Form != sketch.NotKnown && !causal.Scored(f):
			m.say("The mechanism of %s is left out, because its values have no order.", quote(f.Name))
			n.Form = sketch.NotKnown
		case n.Form == sketch.Formula:
			if _, err := causal.ParseFormula(n.Formula, schema, m.out.Parents(v)); err != nil {
				m.say("The formula of %s does not apply: %s.", quote(f.Name),
					strings.TrimPrefix(err.Error(), "causal: "))
				n.Form = sketch.NotKnown
			}
		}
		m.out.Nodes[v] = n.Node
	}
}

// layout places the nodes that have a position at this position and the others around them.
func (m *meeting) layout() {
	scale := m.scale()
	s, placed := m.out, map[int]bool{}
	for i, n := range m.file.Nodes {
		if v := m.at[i]; v != none && n.HasPlace {
			placed[v] = true
			s = s.Place(v, n.X*scale, n.Y*scale)
		}
	}
	s = s.Layout()
	for v := sketch.OutcomeNode; v < s.Count(); v++ {
		if placed[v] && !m.out.Node(v).Fixed {
			s = s.Unfix([]int{v})
		}
	}
	m.out = s
	if len(placed) > 0 && scale != 1 {
		m.out.Attrs = append(m.out.Attrs, sketch.Attr{Key: keyScale, Value: number(scale)})
	}
}

// scale returns a power of two, so that positions can later be written unchanged. It is the scale
// in the file, or the smallest one with which no two boxes overlap.
func (m *meeting) scale() float64 {
	var xs, ys []float64
	for i, n := range m.file.Nodes {
		if m.at[i] != none && n.HasPlace {
			xs, ys = append(xs, n.X), append(ys, n.Y)
		}
	}
	if len(xs) == 0 {
		return 1
	}
	most := max(slices.Max(xs), -slices.Min(xs), slices.Max(ys), -slices.Min(ys))
	if k := m.file.Scale; k > 0 && isPowerOfTwo(k) && most*k <= maxPlace {
		return k
	}
	need := 1.0
	for i := range xs {
		for j := range i {
			dx, dy := math.Abs(xs[i]-xs[j]), math.Abs(ys[i]-ys[j])
			if dx > 0 || dy > 0 {
				need = max(need, min((sketch.NodeWidth+8)/dx, (sketch.NodeHeight+8)/dy))
			}
		}
	}
	// Two nodes at almost the same position must not stretch the drawing out of sight.
	columns := (slices.Max(xs) - slices.Min(xs)) / (2 * sketch.NodeWidth)
	rows := (slices.Max(ys) - slices.Min(ys)) / (2 * sketch.NodeHeight)
	k := 1.0
	for k < need && 2*k*max(columns, rows) <= float64(4+2*len(xs)) && 2*k*most <= maxPlace {
		k *= 2
	}
	return k
}

func isPowerOfTwo(x float64) bool {
	fraction, _ := math.Frexp(x)
	return fraction == 0.5
}

// rules adopts the rules whose features and levels exist in the table.
func (m *meeting) rules() {
	for i, r := range m.file.Rules {
		rule, err := m.rule(r)
		if err == nil {
			var s sketch.Sketch
			if s, err = m.out.AddRule(m.schema, rule); err == nil {
				m.out = s
				continue
			}
		}
		text := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "causal: "), "sketch: ")
		m.say("Rule %d is left out: %s.", i+1, text)
	}
}

func (m *meeting) rule(r Rule) (causal.Rule, error) {
	kind, _ := causal.KindNamed(r.Kind)
	out := causal.Rule{Kind: kind, Falls: r.Falls, Strict: r.Strict, Reverse: r.Reverse, Soft: r.Soft,
		Min: -causal.Open, Max: causal.Open,
		Any: r.Any, Least: r.Least, Most: r.Most}
	if out.Kind == causal.MoveAtMost {
		out.Min = causal.Open
	}
	var err error
	if out.Feature, err = m.feature(r.Feature); err != nil {
		return out, err
	}
	if r.Other != "" {
		if out.Other, err = m.feature(r.Other); err != nil {
			return out, err
		}
	}
	for _, a := range r.Also {
		v, err := m.feature(a.Feature)
		if err != nil {
			return out, err
		}
		part, _ := index(partWords[:], a.Part)
		out.Also = append(out.Also, causal.Member{Feature: v, Falls: a.Falls, Part: causal.Part(part)})
	}
	setEnds(&out.Min, &out.Max, r.Min, r.Max)
	levelOf := func(feature int, name string) int {
		f := m.schema.Features[feature]
		at := slices.Index(f.Levels, name)
		if at < 0 && err == nil {
			err = fmt.Errorf("%s has no level %s", quote(f.Name), quote(name))
		}
		return at
	}
	level := func(name string) int { return levelOf(out.Feature, name) }
	for _, l := range r.Levels {
		out.Levels = append(out.Levels, level(l))
	}
	for _, l := range r.Then {
		out.Then = append(out.Then, levelOf(out.Other, l))
	}
	for _, t := range r.Transitions {
		out.Transitions = append(out.Transitions, causal.Transition{From: level(t[0]), To: level(t[1])})
	}
	switch list := out.Features(); {
	case err != nil:
	case out.Kind == causal.Computed:
		err = m.law(r, &out)
	case out.Kind == causal.Inequality:
		out.Law.Weights = r.Weights
	case len(r.When) > len(list):
		err = errors.New("it has more conditions than features")
	default:
		for k, c := range r.When {
			in := causal.Condition{Changes: c.Changes, Not: c.Not}
			for _, l := range c.Levels {
				in.Levels = append(in.Levels, levelOf(list[k], l))
			}
			if !c.Changes && c.Levels == nil {
				in.Min, in.Max = -causal.Open, causal.Open
				setEnds(&in.Min, &in.Max, c.Min, c.Max)
			}
			out.When = append(out.When, in)
		}
	}
	return out, err
}

// setEnds sets the ends of an interval that a file states.
func setEnds(low, high, least, most *float64) {
	if least != nil {
		*low = *least
	}
	if most != nil {
		*high = *most
	}
}

// law sets the law of a computed feature, with its list in the order of the table's levels.
func (m *meeting) law(r Rule, out *causal.Rule) error {
	out.Law = causal.Law{Weights: r.Weights, Shift: r.Shift, Cuts: r.Cuts, Values: r.Values, Product: r.Product,
		Own: r.Own}
	in := m.schema.Features[out.Other]
	if r.From == nil || in.Kind.Numeric() {
		return nil
	}
	levels, values := out.Levels, out.Law.Values
	out.Levels, out.Law.Values = nil, nil
	for _, name := range in.Levels {
		k := slices.Index(r.From, name)
		switch {
		case k >= 0 && k < len(levels):
			out.Levels = append(out.Levels, levels[k])
		case k >= 0 && k < len(values):
			out.Law.Values = append(out.Law.Values, values[k])
		default:
			return fmt.Errorf("it has no entry for the level %s of %s", quote(name), quote(in.Name))
		}
	}
	return nil
}

// feature finds the feature that a rule names, using the matches of the file's nodes.
func (m *meeting) feature(name string) (int, error) {
	for i, n := range m.file.Nodes {
		if n.Name == name && m.at[i] >= 0 && !m.out.IsHidden(m.at[i]) {
			return m.at[i], nil
		}
	}
	if v := m.schema.Index(name); v >= 0 {
		return v, nil
	}
	return 0, fmt.Errorf("no column matches %s", quote(name))
}
