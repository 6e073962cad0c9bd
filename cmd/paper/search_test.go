package main

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"causeway/core/data"
)

// TestSearch: a trial's scores are those of a training with its weights, and do
// not depend on the number of workers.
func TestSearch(t *testing.T) {
	s := setting{data: smallCensus(t), method: "approx", constraint: "c1", given: given{"Epochs": 3}}
	table, err := s.data.load("")
	if err != nil {
		t.Fatal(err)
	}
	b, err := newBench(s.data, table, data.NewSplit(table.Outcome, 2), 2, still)
	if err != nil {
		t.Fatal(err)
	}
	one, err := b.trials(s, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	if two, err := b.trials(s, 3, 2); err != nil || !reflect.DeepEqual(one, two) {
		t.Errorf("two workers give %v, one gives %v (%v)", two, one, err)
	}
	last := one[2]
	what, err := s.study(b.Table.Schema)
	if err != nil {
		t.Fatal(err)
	}
	m, err := b.Method(what)
	if err != nil {
		t.Fatal(err)
	}
	what.Train.Margin, what.Train.Validity, what.Train.Feasibility = last.Margin, last.Validity, last.Feasibility
	gen, err := b.Fit(m, what.Train)
	if err != nil {
		t.Fatal(err)
	}
	r := newScores(s.data, b.Score(what, b.Generate(gen, b.Explain(b.Split.Val)).Decoded))
	if r.Validity != last.Valid || *r.C1 != last.Feasible || r.ContProximity != last.ContProximity ||
		r.CatChanges != -last.CatProximity {
		t.Errorf("trial 3 scored %+v, a training with its weights %+v", last, r)
	}
}

// TestSearchPrints: one line per trial, as JSON on request.
func TestSearchPrints(t *testing.T) {
	var out, problems bytes.Buffer
	args := "-dataset simple-bn -method approx -search 2 -epochs 1 -mc 1 -json"
	if status := run(strings.Fields(args), &out, &problems); status != 0 {
		t.Fatalf("status %d, %s", status, problems.String())
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for i, l := range lines {
		var got trial
		if err := json.Unmarshal([]byte(l), &got); err != nil || got.Trial != i+1 || got.Validity == 0 {
			t.Errorf("line %q: %v", l, err)
		}
	}
	if len(lines) != 2 {
		t.Errorf("%d lines, want 2", len(lines))
	}
}
