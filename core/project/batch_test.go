package project

import (
	"bytes"
	"encoding/csv"
	"testing"

	"causeway/core/sim"
)

// TestManyQuery searches with a file's settings for many rows. Each output line must have a cell
// for every name in the header, whatever was found.
func TestManyQuery(t *testing.T) {
	p := open(t, "base")
	q := p.ManyQuery()
	if b := p.Saved.Settings.Batch; q.Count != b.Count || q.Budget != b.Budget || q.Seed != b.Seed || q.Boxes == 0 ||
		q.Boxes == Boxes {
		t.Fatalf("asked %+v by %+v", q, b)
	}
	m, err := p.Many(q)
	if err != nil {
		t.Fatal(err)
	}
	form := p.Form(q, m)
	file := form.Head()
	table, found := sim.SimpleBN(30, 9), 0
	for i := range table.Rows() {
		row := table.Row(i, nil)
		b, err := m.Of(row, nothing)
		if err != nil {
			t.Fatal(err)
		}
		found += len(b.Rows)
		file = form.AppendCSV(file, b.Row(i+2, -1, row))
	}
	lines, err := csv.NewReader(bytes.NewReader(file)).ReadAll() // rejects lines of other lengths
	if err != nil || len(lines) != 1+table.Rows()+found {
		t.Errorf("%d lines of %d rows with %d counterfactuals: %v", len(lines), table.Rows(), found, err)
	}
	if found == 0 {
		t.Error("nothing is found")
	}
}
