package project

import (
	"causeway/core/batch"
	"causeway/core/causal"
)

// ManyQuery is the page's question about many rows: by the settings, the graph and, if the
// settings say so, the limits in the file.
func (f *File) ManyQuery() Query {
	b, x := f.Saved.Settings.Batch, f.Saved.Explain
	q := Query{Search: b.Asked(), Quick: b.Quick, Boxes: batch.Boxes, Knowledge: f.Saved.Graph.Knowledge()}
	if !b.Mine {
		return q
	}
	for j, l := range x.Limits {
		q.Effort = append(q.Effort, l.Difficulty.Effort())
		if l.Kind == causal.Within && l.Difficulty != causal.Impossible {
			q.Within = append(q.Within, causal.Reach{Feature: j, By: l.By})
		} else {
			q.Rules = append(q.Rules, l.Rules(f.Schema.Features[j], j, nil)...)
		}
	}
	q.Rules = append(append(q.Rules, x.Own...),
		causal.Horizons(causal.Hard(q.Knowledge.AllRules(f.Said())), x.Horizons)...)
	return q
}

// Form is how the results of Many for rows of a file are written.
func (p *Project) Form(q Query, m *Many) batch.Form {
	s := p.Said()
	r := batch.Rules{Knowledge: q.Knowledge, Hard: append(causal.Hard(p.Rules(q.Knowledge)), q.Rules...),
		Within: q.Within}
	return batch.Form{Rules: r, Schema: s.Own(), OfFile: true, Degree: m.HasDegrees()}
}

// Row is the written form of the result for a row of a table or of a file.
func (b Brief) Row(index, outcome int, factual []float64) batch.Row {
	r := batch.Row{Index: index, Outcome: outcome, Factual: factual, Predicted: b.Class, Given: b.Shares,
		Target: b.Target,
		Bound:  b.Bound, Quick: b.Quick, Nearest: b.Nearest, None: b.None, Unclear: b.Unclear}
	for i, c := range b.Rows {
		found := batch.Found{Values: c.Row, Class: c.Class, Shares: c.Shares, Cost: c.Cost}
		if b.Degrees != nil {
			found.Degree = b.Degrees[i]
		}
		r.Found = append(r.Found, found)
	}
	return r
}
