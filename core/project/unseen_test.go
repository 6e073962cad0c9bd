package project

import (
	"os"
	"reflect"
	"slices"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/kernel"
	"causeway/core/onnx"
)

// unmoved proposes only the row itself.
type unmoved struct{}

func (unmoved) Sample(row []float64, _, n int, _ float32, _ kernel.Key) (rows [][]float64) {
	for range n {
		rows = append(rows, slices.Clone(row))
	}
	return rows
}

// TestUnseenLevelsAreExplained checks that a row with a level that the table does not have gets the
// answers of a table that has it, and that rows without it never get it.
func TestUnseenLevelsAreExplained(t *testing.T) {
	met, kept, left := 0, 0, 0
	for _, name := range []string{"trees-hist", "xgboost-pipeline"} {
		table := pipelineTable(t)
		file, err := os.ReadFile("../onnx/testdata/pipelines/" + name + ".onnx")
		if err != nil {
			t.Fatal(err)
		}
		m := mustRead(t, file)
		mapping, _ := onnx.Guess(m, table)
		j := table.Schema.Index("job")
		of := func(s data.Schema) *Project {
			guess := mapping
			guess.Columns = slices.Clone(mapping.Columns)
			for i, c := range guess.Columns {
				if c.Feature == j && c.Take == onnx.Code {
					guess.Columns[i].Codes = c.Codes[:len(s.Features[j].Levels)]
				}
			}
			box, err := m.BlackBox(guess, s)
			if err != nil {
				t.Fatal(err)
			}
			return &Project{Schema: s, Seen: s, samples: unmoved{},
				BlackBox: &BlackBox{Differentiable: blackbox.Through{BlackBox: box}, Opened: true}}
		}
		level, last := "", len(table.Schema.Features[j].Levels)-1
		level = table.Schema.Features[j].Levels[last]
		less := table.Schema
		less.Features = slices.Clone(less.Features)
		less.Features[j].Levels = less.Features[j].Levels[:last]
		whole, narrow := of(table.Schema), of(less)
		q := Query{Search: document.Search{Target: -1, Count: 2, Budget: 50, Seed: 1}, Boxes: 2000}
		for _, goal := range []document.Goal{document.NoGoal, document.ChanceAtMost} {
			if q.Goal, q.To = goal, 20; goal != document.NoGoal {
				q.Target = 1
			}
			a, err := whole.Many(q)
			if err != nil {
				t.Fatal(err)
			}
			b, err := narrow.Many(q)
			if err != nil {
				t.Fatal(err)
			}
			b.Unseen = []data.Unseen{{Feature: j, Levels: []string{"other", level}}}
			if passes := narrow.Passes(causal.Knowledge{}); !passes(j, level) || !passes(j, "other") || passes(0, "1") {
				t.Fatalf("%s does not pass", name)
			}
			for i := range 60 {
				row := table.Row(i, nil)
				own := slices.Clone(row)
				if row[j] == float64(last) {
					own[j]++ // its place in the list
				}
				want, err := a.Of(row, nothing)
				if err != nil {
					t.Fatal(err)
				}
				got, err := b.Of(own, nothing)
				if err != nil {
					t.Fatal(err)
				}
				for _, c := range got.Rows {
					if c.Row[j] >= float64(last) && own[j] < float64(last) {
						t.Fatalf("%s, row %d becomes %q", name, i, level)
					}
				}
				if own[j] < float64(last) {
					continue
				}
				met++
				for k := range want.Rows {
					if c := &want.Rows[k]; c.Row[j] == row[j] {
						c.Row[j], kept = own[j], kept+1
					} else {
						left++
					}
				}
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("%s, row %d: %+v\nwant %+v", name, i, got, want)
				}
			}
		}
		k := causal.Knowledge{Edges: []causal.Edge{{From: j, To: table.Schema.Index("pay")}},
			Mechanisms: []causal.Assignment{{Feature: table.Schema.Index("pay")}}}
		if narrow.Passes(k)(j, level) {
			t.Error("a level passes although effects depend on it")
		}
	}
	if t.Logf("%d rows, %d answers keep the level, %d leave it", met, kept, left); met < 40 || kept < 20 || left < 10 {
		t.Error("too few")
	}
}
