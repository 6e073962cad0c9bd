package project

import (
	"math"
	"slices"
)

// readRows is how many held-out rows Reads uses.
const readRows = 200

// Reads returns how strongly the black box depends on each feature. It is the mean change of a
// class's share over held-out rows if that feature alone takes the value of another held-out row.
// It says nothing about causes.
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
