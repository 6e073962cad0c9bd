package main

import (
	"context"
	"os"
	"strings"
	"testing"

	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/onnx"
	"causeway/core/project"
)

// Rows with levels that the table does not have go through a model that reads them itself, and their
// names are written as they are in the file: in CSV, JSON and notices.
func TestUnseenLevels(t *testing.T) {
	var text strings.Builder
	text.WriteString("job,age,class\n")
	jobs := []string{"farm", "sales"}
	for i := range 300 {
		class := "no"
		if (20+i*7%50)+20*(i%2) > 55 {
			class = "yes"
		}
		text.WriteString(jobs[i%2] + "," + string(rune('2'+i*7%50/10)) + string(rune('0'+i*7%10)) + "," + class + "\n")
	}
	f, err := data.Inspect("rows.csv", []byte(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	table, _, err := f.Import(f.Preview(nil).Plan)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile("../../core/onnx/testdata/pipelines/xgboost-pipeline.onnx")
	if err != nil {
		t.Fatal(err)
	}
	m, err := onnx.Read(file, "")
	if err != nil {
		t.Fatal(err)
	}
	mapping, _ := onnx.Guess(m, table)
	for i, c := range m.Columns {
		if mapping.Columns[i].Take == onnx.Nothing && c.Codes == nil {
			mapping.Columns[i] = onnx.Source{Take: onnx.Fixed, Value: 40}
		} else if mapping.Columns[i].Take == onnx.Nothing {
			mapping.Columns[i] = onnx.Source{Take: onnx.Fixed}
		}
	}
	p := &project.File{Project: project.New("jobs", table, 1, false)}
	tick := func(float64) error { return nil }
	if p.BlackBox, err = p.OpenBlackBox(m, model.Opened{File: file, Output: m.Output, Classes: []int{1, 0},
		Sources: project.SourcesOf(mapping)}, tick); err != nil {
		t.Fatal(err)
	}
	if !p.BlackBox.Opened {
		t.Fatal("it is not evaluated as it is")
	}
	recipe := model.Preset(model.Other, model.Actions, model.Size{Rows: 300, Train: 240})
	recipe.Epochs = 1
	fit, lesson, err := p.FitGenerator(recipe, p.Saved.Graph.Knowledge(), nil)
	if err == nil {
		_, err = fit.Epoch(func() error { return nil })
	}
	if err != nil {
		t.Fatal(err)
	}
	g, err := p.NewGenerator(fit.Best(), lesson)
	if err != nil {
		t.Fatal(err)
	}
	p.Use(g)
	b := &p.Saved.Settings.Batch
	b.Target, b.Count, b.Budget, b.Seed, b.By = 1, 2, 60, 1, table.Schema.Index("job")
	p.Saved.Settings.Wanted = 2
	p.Saved.Explain.Find.Search = b.Asked()
	p.Saved.Data.Source.Plan = f.Preview(nil).Plan
	job := Job{Notices: "2026-11-28", Choices: choices{{By: data.UnknownLevel, Column: "job", Do: data.PassOn}}.text()}
	head := "job,age\n" + strings.Repeat("farm,30\nsales,25\n", 20)
	rows, err := job.reads(p)([]byte(head))
	if err != nil {
		t.Fatal(err)
	}
	_, first := rows.Begin()
	var some []data.ReadRow
	rows.Each("pilot,30\nfarm,30\nnurse,61\noffice,23\n", first, func(r data.ReadRow) {
		if r.Why != "" {
			t.Fatal(r.Why)
		}
		some = append(some, r)
	})
	q := p.ManyQuery()
	many, err := p.Many(q)
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{p, many, p.Form(q, many), groupingOf(p), job}
	out := d.explain(context.Background(), some, rows.Unseen())
	if out.err != nil {
		t.Fatal(out.err)
	}
	for _, level := range []string{"pilot", "nurse", "office"} {
		if !strings.Contains(string(out.csv), level+",") || !strings.Contains(string(out.json), `"`+level+`"`) {
			t.Errorf("%q is missing in %s%s", level, out.csv, out.json)
		}
		if out.sum.Groups[level].Explained+out.sum.Already == 0 {
			t.Errorf("%q is in no group: %+v", level, out.sum.Groups)
		}
	}
	for _, n := range out.notices {
		if strings.Contains(n.Schema.Features[0].Format(n.Found.Factual.Row[0]), "?") {
			t.Errorf("the notice of line %d has no job", n.line)
		}
	}
	if strings.Contains(string(out.csv), "?") || len(out.notices) < 2 || out.sum.All.Held < 2 {
		t.Errorf("%d notices, %s", len(out.notices), out.csv)
	}
}
