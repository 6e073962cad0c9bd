package engine

import (
	"causeway/core/data"
	"causeway/core/discover"
	"causeway/core/fault"
	"causeway/core/wire"
)

// Limits of a message about a graph.
const (
	maxMissing   = 200
	maxSuggested = 1000
)

// evidence holds what questions about a graph need from the training rows.
type evidence struct {
	*discover.Sample
	of    *data.Table
	pairs []discover.Pair // neighbours; nil until needed
}

// evidence returns the evidence and computes it on first use.
func (p *holding) evidence() *evidence {
	if p.evident == nil || p.evident.of != p.Table { // changing the orders replaces the table
		p.evident = &evidence{Sample: discover.NewSample(p.Table, p.Split.Train), of: p.Table}
	}
	return p.evident
}

func (e *Engine) checkGraph(id int, m wire.CheckGraph) error {
	p := &e.project
	g, err := p.known(m.Knowledge)
	if err != nil {
		return err
	}
	whole, err := g.With(m.Unobserved)
	if err != nil {
		return err
	}
	found, err := p.pairs(m)
	if err != nil {
		return err
	}
	ev := p.evidence()
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		began := e.now()
		r, err := discover.Check(ev.Sample, whole, m.Knowledge.Rules, q.tick)
		if err != nil {
			return nil, err
		}
		rules := m.Knowledge.AllRules(ev.Schema)
		if len(rules) > 0 && ev.pairs == nil {
			if ev.pairs, err = discover.Neighbours(ev.Sample, q.tick); err != nil {
				return nil, err
			}
		}
		out := wire.GraphChecked{Edges: r.Edges, Missing: r.Missing[:min(len(r.Missing), maxMissing)], Tests: r.Tests,
			Weak: r.Weak, Rows: r.Rows}
		out.More = len(r.Missing) - len(out.Missing)
		if len(rules) > 0 {
			out.Pairs, out.Found = len(ev.pairs), len(found)
		}
		near, far := discover.Broken(ev.Sample, rules, ev.pairs), discover.Broken(ev.Sample, rules, found)
		for i := range rules {
			out.Rules = append(out.Rules, wire.RuleShare{Broken: near[i].Broken, FoundBroken: far[i].Broken})
		}
		out.TookMS = e.now() - began
		return out, nil
	})
}

// pairs returns the checked counterfactuals of a message.
func (p *holding) pairs(m wire.CheckGraph) ([]discover.Pair, error) {
	found := m.Found.Rows()
	if len(found) == 0 {
		return nil, nil
	}
	factual, err := p.row(m.Factual)
	if err != nil {
		return nil, err
	}
	var pairs []discover.Pair
	for _, v := range found {
		row, err := p.row(list(v))
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, discover.Pair{Factual: factual, Counterfactual: row})
	}
	return pairs, nil
}

func (e *Engine) plotEdge(m wire.PlotEdge) (wire.Message, error) {
	p := &e.project
	if _, err := p.known(m.Knowledge); err != nil {
		return nil, err
	}
	d, err := discover.PlotEdge(p.evidence().Sample, m.Knowledge, m.From, m.To)
	if err != nil {
		return nil, refuse(wire.CodeBadInput, "The edge cannot be plotted: %s.", fault.Clause(err))
	}
	if !finite(d.Deviation, d.Explained) {
		return nil,
			refuse(wire.CodeBadInput,
				"The edge cannot be plotted: its mechanism gives no finite value for some rows of the table.")
	}
	return wire.EdgePlot{From: m.From, To: m.To, Plot: d}, nil
}

func list(v []float64) wire.Floats { return wire.NewFloats(v, len(v)) }

func (e *Engine) searchGraph(id int, m wire.SearchGraph) error {
	g, err := e.project.known(m.Knowledge)
	if err != nil {
		return err
	}
	s := e.project.evidence().Sample
	return e.inquire(id, func(q *inquiry) (wire.Message, error) {
		began := e.now()
		r, err := discover.Search(s, g, discover.SearchConfig{Alpha: m.Alpha, MaxGiven: m.MaxGiven},
			func(p discover.Progress) error {
				q.tell(func() wire.Message {
					return wire.Searching{Given: p.Given, MaxGiven: m.MaxGiven, Done: p.Done, Total: p.Total,
						Left:  p.Left,
						Tests: p.Tests}
				})
				return q.tick()
			})
		if err != nil {
			return nil, err
		}
		out := wire.GraphSuggested{Edges: r.Found[:min(len(r.Found), maxSuggested)], Tests: r.Tests,
			Bounded: r.Bounded, Rows: r.Rows, TookMS: e.now() - began}
		out.More = len(r.Found) - len(out.Edges)
		return out, nil
	})
}
