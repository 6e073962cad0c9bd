package project

import (
	"causeway/core/batch"
	"causeway/core/causal"
)

// ManyQuery returns the page's query for many rows: with the file's settings, its graph and, if
// the settings include them, its limits.
func (f *File) ManyQuery() Query {
	b := f.Saved.Settings.Batch
	q := Query{Search: b.Asked(), Quick: b.Quick, Boxes: batch.Boxes, Knowledge: f.Saved.Graph.Knowledge()}
	if b.Mine {
		f.bind(&q, nil)
	}
	return q
}

// Form returns the output format for the results of Many for rows of a file.
func (p *Project) Form(q Query, m *Many) batch.Form {
	s := p.Said()
	r := batch.Rules{Knowledge: q.Knowledge, Hard: append(causal.Hard(p.Rules(q.Knowledge)), q.Rules...),
		Within: q.Within}
	return batch.Form{Rules: r, Schema: s.Own(), OfFile: true, Degree: m.HasDegrees()}
}

// Row returns the result for a row of a table or file in its output form.
func (b Brief) Row(index, outcome int, factual []float64) batch.Row {
	return batch.Row{Index: index, Outcome: outcome, Factual: factual, Predicted: b.Class, Given: b.Shares,
		Cuts: b.Cuts, Target: b.Target,
		Bound: b.Bound, Quick: b.Quick, Nearest: b.Nearest, None: b.None, Unclear: b.Unclear, Found: b.Rows}
}
