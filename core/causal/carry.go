package causal

import (
	"slices"

	"causeway/core/data"
	"causeway/core/fault"
)

// Carried are effects that follow from their causes by their mechanisms while each
// row keeps what is its own: abduction, action, prediction (Pearl 2009, section 7.1).
// What a person does is the action, and what follows costs nothing (recourse through
// interventions: Karimi, Schölkopf and Valera 2021, sections 3 and 4). An effect that
// is left out of them may be acted on, whatever its causes are.
type Carried struct {
	of     data.Schema // of the model
	schema data.Schema // the same with numbers as fine as they are carried
	nodes  []Node      // causes before their effects
}

// Carry has the given effects follow. Each has a mechanism, and is named once.
func (m *SCM) Carry(effects []int) (*Carried, error) {
	c := &Carried{of: m.schema, schema: Finer(m.schema, effects)}
	for i, v := range effects {
		switch {
		case v < 0 || v >= len(m.of):
			return nil, fault.Errorf("causal: feature %d of %d is to follow its causes", v, len(m.of))
		case m.of[v] < 0:
			return nil, fault.Errorf("causal: %s has no mechanism that it could follow", quote(m.schema.Features[v].Name))
		case slices.Contains(effects[:i], v):
			return nil, fault.Errorf("causal: %s is named twice among what follows", quote(m.schema.Features[v].Name))
		}
	}
	for _, n := range m.nodes {
		if slices.Contains(effects, n.Feature) {
			c.nodes = append(c.nodes, n)
		}
	}
	return c, nil
}

// carriedDecimals are those of a carried number whose range is at least 1: its residual
// is that of the factual to half of the last one.
const carriedDecimals = 7

// Finer is a schema with the numbers among the given effects as they are carried: with
// at least seven decimals, of which those of a narrow range begin behind its zeros, and
// without being whole. What follows from a cause is what the mechanism says, and no
// number of a coarser grid keeps a residual. People read them with the decimals of the
// column, or with more where these would say something false, see Readable.
func Finer(s data.Schema, effects []int) data.Schema {
	s.Features = slices.Clone(s.Features)
	for _, j := range effects {
		if j < 0 || j >= len(s.Features) || !s.Features[j].Kind.Numeric() {
			continue
		}
		f, fine := &s.Features[j], carriedDecimals
		for wide := f.Max - f.Min; wide > 0 && wide < 1 && fine < data.MaxDecimals; wide *= 10 {
			fine++
		}
		if f.Shown == 0 && f.Decimals <= data.MaxShown {
			f.Shown = 1 + f.Decimals
		}
		f.Kind, f.Decimals = data.Continuous, max(f.Decimals, fine)
	}
	return s
}

// Effects lists what is carried, causes before their effects.
func (c *Carried) Effects() (list []int) {
	for _, n := range c.nodes {
		list = append(list, n.Feature)
	}
	return list
}

// Only is what is left where nothing but some of the effects is carried; nil where none is.
func (c *Carried) Only(effects []int) *Carried {
	left := &Carried{of: c.of, schema: Finer(c.of, effects)}
	for _, n := range c.nodes {
		if slices.Contains(effects, n.Feature) {
			left.nodes = append(left.nodes, n)
		}
	}
	if len(left.nodes) == 0 {
		return nil
	}
	return left
}

// Schema is that of rows with what is carried.
func (c *Carried) Schema() data.Schema { return c.schema }

// Own is what one row keeps of its own. It belongs to one goroutine. A nil Own keeps
// nothing.
type Own struct {
	*Carried
	factual  []float64
	residual []float64 // of every node
	sums     []*Rule   // of the nodes that are sums of numbers, else nil
	buf      []float64
}

// Of abducts: it finds what is a row's own, the residual of every effect.
func (c *Carried) Of(factual []float64) *Own {
	o := &Own{Carried: c, factual: slices.Clone(factual)}
	for _, n := range c.nodes {
		r := Score(c.schema.Features[n.Feature], factual[n.Feature]) - o.mean(n, factual)
		o.residual, o.sums = append(o.residual, r), append(o.sums, c.sum(n, r))
	}
	return o
}

func (o *Own) mean(n Node, row []float64) float64 {
	o.buf = Inputs(o.schema, n.Parents, row, o.buf)
	return n.Mechanism.Mean(o.buf)
}

// sum is a node as a rule that computes it, nil where it is no sum of numbers.
func (c *Carried) sum(n Node, residual float64) *Rule {
	l, linear := n.Mechanism.(Linear)
	r := &Rule{Kind: Computed, Feature: n.Feature, Local: true}
	for i, p := range n.Parents {
		if i == 0 {
			r.Other = p
		} else {
			r.Also = append(r.Also, Member{Feature: p})
		}
	}
	if !linear {
		return nil
	}
	r.Law = Law{Weights: l.Coef, Shift: l.Intercept + residual}
	if r.Check(c.schema) != nil {
		return nil
	}
	return r
}

// Sums are the carried effects as Computed rules for this row; all reports whether
// every one of them is such a sum.
func (o *Own) Sums() (rules []Rule, all bool) {
	if o == nil {
		return nil, true
	}
	for _, r := range o.sums {
		if r != nil {
			rules = append(rules, *r)
		}
	}
	return rules, len(rules) == len(o.sums)
}

// Follow predicts: it gives the carried effects of a row, in place, what follows from
// its causes and the row's own residuals, and reports whether that changed anything. An
// effect whose causes are those of the factual keeps the factual's value. One with
// levels gets the nearest. Where a mechanism has no finite value the effect stays as
// it is, which Holds refuses.
func (o *Own) Follow(row []float64) (changed bool) {
	if o == nil {
		return false
	}
	for i := range o.nodes {
		if v := o.value(i, row); v != row[o.nodes[i].Feature] {
			row[o.nodes[i].Feature], changed = v, true
		}
	}
	return changed
}

// value is what follows for the effect of a node.
func (o *Own) value(i int, row []float64) float64 {
	n := o.nodes[i]
	f, factual := o.schema.Features[n.Feature], o.factual[n.Feature]
	switch {
	case !o.moved(n, row):
		return factual
	case o.sums[i] != nil:
		return o.sums[i].Computes(o.schema, o.factual, row)
	}
	v := o.mean(n, row) + o.residual[i]
	if v-v != 0 {
		return row[n.Feature]
	}
	return Nearest(f, v, factual)
}

// moved reports whether a cause of the node is not what it is in the factual.
func (o *Own) moved(n Node, row []float64) bool {
	for _, p := range n.Parents {
		if row[p] != o.factual[p] {
			return true
		}
	}
	return false
}

// Holds reports whether every carried effect of a row follows.
func (o *Own) Holds(row []float64) bool {
	if o == nil {
		return true
	}
	for i := range o.nodes {
		if !o.holds(i, row) {
			return false
		}
	}
	return true
}

func (o *Own) holds(i int, row []float64) bool {
	n := o.nodes[i]
	if mean := o.mean(n, row); o.moved(n, row) && mean-mean != 0 {
		return false
	}
	return distance(o.value(i, row), row[n.Feature]) <= o.slack(n.Feature)
}

// slack is how far a carried number may be from what follows: the last of its digits.
func (o *Own) slack(j int) float64 {
	if f := o.schema.Features[j]; f.Kind.Numeric() {
		return f.Step()
	}
	return 0
}

// Marks adds the carried effects to those that rules compute, see Follows.
func (o *Own) Marks(follows []bool) []bool {
	if o != nil {
		for _, n := range o.nodes {
			follows[n.Feature] = true
		}
	}
	return follows
}

// Settle gives a row, in place, what follows from the rest of it: by Computed rules
// and by mechanisms with what is the factual's own, nil for none.
func Settle(s data.Schema, rules []Rule, own *Own, factual, row []float64) {
	Compute(s, rules, factual, row)
	for range rules { // an effect may be an input of a rule, and what it computes a cause
		if !own.Follow(row) {
			return
		}
		Compute(s, rules, factual, row)
	}
	own.Follow(row)
}
