package main

import (
	"fmt"
	"slices"

	"causeway/core/causal"
	"causeway/core/model"
)

// exampleRows is the number of example rows, which are the first explained ones.
const exampleRows = 2

// examples lists rows of a panel with the decoded counterfactual of each method from one pass of
// the first run. A dot marks an unchanged value.
func examples(p panel, results [][]*outcome) (t table) {
	t.title = p.title + ": examples, decoded, the first explained rows of the first run; · is unchanged"
	var of []*outcome
	for _, runs := range results {
		s := runs[0].setting
		if s.data.name == p.dataset && (s.constraint == "" || s.constraint == p.constraint) &&
			(!model.Method(s.method).FromLabels() || s.labels == paperLabels) && runs[0].bench != nil {
			of = append(of, runs[0])
		}
	}
	if of == nil {
		return t
	}
	rules, err := of[0].data.hard(of[0].bench.Table.Schema, p.constraint)
	if err != nil {
		return t
	}
	s := of[0].bench.Table.Schema
	t.rows = append(t.rows, append(header(s, ""), s.Outcome.Name, "all rules"))
	c := of[0].bench.Test
	for i := range min(exampleRows, len(c.Rows)) {
		t.rows = append(t.rows, append(fields(s, c.Factual[i], fmt.Sprintf("row %d", c.Rows[i])),
			s.Outcome.Levels[c.Predicted[i]], ""))
		for _, o := range of {
			d := o.made.Decoded
			if d.Found != nil && !d.Found[i] {
				t.rows = append(t.rows, append([]string{o.title()},
					append(slices.Repeat([]string{""}, len(s.Features)), "none found", "")...))
				continue
			}
			line := fields(s, d.Counterfactual[i], o.title())
			for j := range s.Features {
				if d.Counterfactual[i][j] == d.Factual[i][j] {
					line[j+1] = "·"
				}
			}
			kept := "broken"
			if causal.AllHold(s, rules, d.Factual[i], d.Counterfactual[i]) {
				kept = "kept"
			}
			t.rows = append(t.rows, append(line, s.Outcome.Levels[d.Class[i]], kept))
		}
	}
	return t
}
