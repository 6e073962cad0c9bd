package study

import (
	"fmt"
	"slices"

	"causeway/core/causal"
	"causeway/core/metric"
	"causeway/core/peers"
)

// peerRows is how many rows a method is asked about at once.
const peerRows = 64

// peer asks what another tool does about cases. It is given the features that hard
// rules keep as they are, and no other rule: it knows none.
func (b *Bench) peer(s Setting, c Cases) (Made, error) {
	var m Made
	method, ok := peers.Find(string(s.Method))
	if !ok {
		return m, fmt.Errorf("there is no method %q", s.Method)
	}
	p := peers.Problem{Schema: b.Table.Schema, BlackBox: b.BlackBox, Seed: b.Seed, Tick: b.host.Tick, Fixed: fixed(len(b.Table.Cols), s.Hard)}
	for _, i := range b.Split.Train {
		p.Rows = append(p.Rows, b.Table.Row(i, nil))
	}
	start := b.host.Clock()
	from, err := method.New(p)
	if err != nil {
		return m, err
	}
	m.Time.Train = b.host.Clock() - start
	start = b.host.Clock()
	d := metric.Pairs{Schema: b.Table.Schema, Factual: c.Factual, Target: c.Target}
	for i := 0; i < len(c.Rows); i += peerRows {
		to := min(i+peerRows, len(c.Rows))
		rows := from.Answers(c.Factual[i:to], c.Target[i:to], b.Key(streamPeer).Sub(uint64(i)))
		if err := b.host.Tick(); err != nil {
			return m, err
		}
		d.Counterfactual = append(d.Counterfactual, rows...)
		b.host.step(to, len(c.Rows))
	}
	m.Time.Generate, m.Time.Rows = b.host.Clock()-start, len(c.Rows)
	for i, row := range d.Counterfactual {
		d.Found = append(d.Found, row != nil)
		if row == nil {
			row = slices.Clone(c.Factual[i])
			d.Counterfactual[i] = row
		}
		x := make([]float32, c.Examples.Width)
		b.Table.Schema.Encode(row, x)
		m.Raw, m.Of = append(m.Raw, x), append(m.Of, i)
	}
	d.Class = b.Predict(d.Counterfactual)
	m.Soft, m.Decoded = d, d
	return m, nil
}

// fixed says of every feature whether rules keep it as it is.
func fixed(features int, rules []causal.Rule) []bool {
	f := make([]bool, features)
	for _, r := range rules {
		if r.Kind == causal.Immutable && !r.Soft {
			f[r.Feature] = true
		}
	}
	return f
}
