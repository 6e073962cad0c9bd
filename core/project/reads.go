package project

import (
	"math"
	"slices"
)

// readRows are the held-out rows that Reads looks at.
const readRows = 200

// Reads is how much the black box reads each feature: by how much its share of a class moves, on average over
// held-out rows, where that feature alone takes the value that it has in another of them. It tells what the
// answers depend on, and nothing of causes.
func (p *Project) Reads(class int) []float64 {
	at := p.Split.Test[:min(len(p.Split.Test), readRows)]
	rows := make([][]float64, len(at))
	for i, r := range at {
		rows[i] = p.Table.Row(r, nil)
	}
	now, out := p.Ask(rows...), make([]float64, len(p.Table.Schema.Features))
	for j := range out {
		others := make([][]float64, len(rows))
		for i, row := range rows {
			others[i] = slices.Clone(row)
			others[i][j] = rows[(i+len(rows)/2)%len(rows)][j]
		}
		for i, a := range p.Ask(others...) {
			out[j] += math.Abs(a.Shares[class]-now[i].Shares[class]) / float64(len(rows))
		}
	}
	return out
}
