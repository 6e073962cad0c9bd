package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/graphfile"
	"causeway/core/model"
)

// readTable returns any table as a data set. It imports the file with the page's guesses, and reads
// rules and edges from a graph file, if any. All rows are explained. A numeric outcome stays a number
// on request.
func readTable(path, outcome, graph string, number bool) (*dataset, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, usage("the table %s cannot be read", path)
	}
	f, err := data.Inspect(filepath.Base(path), b)
	if err != nil {
		return nil, usage("%s: %v", path, err)
	}
	seen := f.Preview(nil)
	plan := seen.Plan
	at := slices.IndexFunc(plan.Columns, func(c data.ColumnPlan) bool { return c.Name == outcome })
	if at < 0 {
		return nil, usage("%s has no column %q; -outcome names the one to predict", path, outcome)
	}
	if at != plan.Outcome {
		plan.Columns[plan.Outcome].Kind, plan.Columns[at].Kind = seen.Columns[plan.Outcome].Guess, data.Category
		plan.Columns[at].Use, plan.Outcome = true, at
	}
	if number {
		plan.Columns[at].Cut = data.Middle
	}
	t, _, err := f.Import(plan)
	if err != nil {
		return nil, usage("%s: %v", path, err)
	}
	var known causal.Knowledge
	if graph != "" {
		if known, err = readKnowledge(graph, t.Schema); err != nil {
			return nil, err
		}
		t = t.With(known.Schema(t.Schema))
	}
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	return &dataset{name: name, title: name, methods: ruleMethods, from: -1,
		size: model.Size{Rows: t.Rows(), Train: len(data.NewSplit(t.Outcome, 1).Train)}, table: t, known: known,
		load:  func(string) (*data.Table, error) { return t, nil },
		rules: func(s data.Schema, _ string) ([]causal.Rule, error) { return causal.Hard(known.AllRules(s)), nil }}, nil
}

// readKnowledge reads a graph file for a table. Anything that does not fit is an error, because
// figures under fewer rules would measure something else.
func readKnowledge(path string, s data.Schema) (causal.Knowledge, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return causal.Knowledge{}, usage("the graph %s cannot be read", path)
	}
	f, err := graphfile.Read(b)
	if err != nil {
		return causal.Knowledge{}, usage("%s: %v", path, err)
	}
	drawn, notes, err := f.Sketch(s, f.Match(s, nil))
	if err == nil && len(notes) > 0 {
		return causal.Knowledge{}, usage("%s does not fit the table: %s", path, strings.Join(notes, " "))
	}
	if err != nil {
		return causal.Knowledge{}, usage("%s: %v", path, err)
	}
	return drawn.Knowledge(), nil
}
