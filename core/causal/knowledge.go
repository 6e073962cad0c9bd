package causal

import (
	"fmt"
	"slices"

	"causeway/core/data"
	"causeway/core/fault"
)

// Knowledge is everything that a person states about cause and effect among the features of one
// schema: the order of categories, a graph, mechanisms of effects, and rules. It is plain data for
// files and messages. The zero value states nothing. Its methods take the schema of the table.
type Knowledge struct {
	Orders     []Order      `msgpack:"orders" len:"..features"`
	Edges      []Edge       `msgpack:"edges" len:"..pairs"` // without a cycle
	Mechanisms []Assignment `msgpack:"mechanisms" len:"..features" is:"mechanisms"`
	Rules      []Rule       `msgpack:"rules" len:"..rules"`

	// Each enforces every signed edge separately; see Graph.Rules. If false, the edges into one
	// effect count together, as in files written before the choice existed; see Graph.Together.
	Each bool `msgpack:"each" since:"2"`

	// Closed lists effects whose causes are all drawn: they do not change unless a cause does.
	Closed []int `msgpack:"closed,omitempty" since:"2" len:"..features" bound:"0..lastFeature" is:"features"`
}

// AnyOrder implements form.AnyOrder, because an empty Closed is omitted.
func (Knowledge) AnyOrder() {}

// Assignment assigns a mechanism to an effect, over all of its causes in the graph (paper,
// section 2.3).
type Assignment struct {
	Feature int    `msgpack:"feature"`
	Form    Form   `msgpack:"form"`
	Formula string `msgpack:"formula" len:"..text"` // for Given
	State   State  `msgpack:"state,omitempty" since:"2"`
}

// AnyOrder implements form.AnyOrder, because features that are acted on omit their state.
func (Assignment) AnyOrder() {}

// Form says where a mechanism comes from.
type Form uint8

// The forms of mechanisms.
const (
	FittedLinear  Form = iota // least squares, with slopes restricted to the signs
	FittedNetwork             // a small network, which ignores signs
	Given                     // a formula
)

// Check returns an error if the knowledge cannot be used with the schema. Knowledge from files and
// messages must pass it.
func (k Knowledge) Check(s data.Schema) error {
	if err := k.checkOrders(s); err != nil {
		return err
	}
	s = k.Schema(s)
	g, err := k.Graph(s)
	if err != nil {
		return err
	}
	for i, m := range k.Mechanisms {
		if err := m.check(s, g); err != nil {
			return err
		}
		if slices.ContainsFunc(k.Mechanisms[:i], func(o Assignment) bool { return o.Feature == m.Feature }) {
			return fault.Errorf("causal: %s has two mechanisms", quote(s.Features[m.Feature].Name))
		}
	}
	for i, v := range k.Closed {
		if v < 0 || v >= len(s.Features) || slices.Contains(k.Closed[:i], v) {
			return fault.Errorf("causal: feature %d is marked twice as having all its causes drawn, or does not "+
				"exist; the table has %d", v, len(s.Features))
		}
	}
	for _, r := range k.Rules {
		if err := r.Check(s); err != nil {
			return err
		}
	}
	return nil
}

func (m Assignment) check(s data.Schema, g *Graph) error {
	if m.Feature < 0 || m.Feature >= len(s.Features) {
		return fault.Errorf("causal: a mechanism is given for feature %d, but the table has only %d features",
			m.Feature, len(s.Features))
	}
	f := s.Features[m.Feature]
	switch {
	case m.State > Adjustable:
		return fault.Errorf("causal: the state of %s is unknown", quote(f.Name))
	case m.Form > Given:
		return fault.Errorf("causal: the mechanism of %s has an unknown form", quote(f.Name))
	case !Scored(f):
		return fault.Errorf("causal: %s has no order, so it has no mechanism", quote(f.Name))
	case len(g.Parents(m.Feature)) == 0:
		return fault.Errorf("causal: %s has no cause in the graph, so it has no mechanism", quote(f.Name))
	case m.Form == Given:
		_, err := ParseFormula(m.Formula, s, g.Parents(m.Feature))
		return err
	case m.Formula != "":
		return fault.Errorf("causal: the mechanism of %s is both fitted and given by a formula; choose "+
			"one", quote(f.Name))
	}
	return nil
}

// Graph returns the graph of the edges. If an edge closes a cycle, it returns a *CycleError.
func (k Knowledge) Graph(s data.Schema) (*Graph, error) { return NewGraph(s, k.Edges...) }

// AllRules returns the stated rules, followed by those that the graph implies: the signs of
// edges, except into effects computed by a mechanism, and the features in Closed. It panics if
// the edges do not fit the schema.
func (k Knowledge) AllRules(s data.Schema) []Rule {
	g, err := k.Graph(s)
	if err != nil {
		panic(fmt.Sprintf("causal: AllRules: %v", err))
	}
	return append(slices.Clone(k.Rules), k.entailed(k.Schema(s), g)...)
}

// Hard lists the rules that are not soft.
func Hard(rules []Rule) []Rule {
	return slices.DeleteFunc(slices.Clone(rules), func(r Rule) bool { return r.Soft })
}

// Fit builds the structural causal model of the features that have a mechanism, from rows of a
// table.
func (k Knowledge) Fit(t *data.Table, rows []int) (*SCM, error) {
	if err := k.Check(t.Schema); err != nil {
		return nil, err
	}
	t = t.With(k.Schema(t.Schema))
	g, err := k.Graph(t.Schema)
	if err != nil {
		return nil, err
	}
	var nodes []Node
	for _, m := range k.Mechanisms {
		n, err := m.fit(t, rows, g)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
	}
	return NewSCM(t.Schema, nodes...)
}

func (m Assignment) fit(t *data.Table, rows []int, g *Graph) (Node, error) {
	switch m.Form {
	case FittedNetwork:
		return FitNode(t, rows, g, m.Feature, FitConfig{Network: &NetworkConfig{}})
	case Given:
		f, err := ParseFormula(m.Formula, t.Schema, g.Parents(m.Feature))
		if err != nil {
			return Node{}, err
		}
		return GiveNode(t, rows, g, m.Feature, f)
	}
	return FitNode(t, rows, g, m.Feature, FitConfig{})
}
