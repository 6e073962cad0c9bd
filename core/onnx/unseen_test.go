package onnx

import (
	"os"
	"slices"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/data"
	"causeway/core/nn"
)

// TestUnseenLevelsAreRead checks for all pipelines that a box widened by a level gives the shares
// that it gives in a table that has the level: one that the model knows and one that it does not.
// The bounds must enclose them. A chain of layers became a network of ours; there only unknown
// levels pass.
func TestUnseenLevelsAreRead(t *testing.T) {
	p, files, known, unknown, networks := readPipelines(t), 0, 0, 0, 0
	list, err := os.ReadDir("testdata/pipelines")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range list {
		name := file.Name()
		if _, is := p.Models[name]; !is {
			continue
		}
		m, err := Read(read(t, "testdata/pipelines/"+file.Name()), "")
		if err != nil {
			continue
		}
		table, mapping := p.table(t, name, m)
		files++
		for j, f := range table.Schema.Features {
			if f.Kind.Numeric() || len(f.Levels) < 2 {
				continue
			}
			for _, level := range []string{f.Levels[len(f.Levels)-1], "never seen"} {
				full, narrow := mapping, mapping
				full.Columns, narrow.Columns = slices.Clone(mapping.Columns), slices.Clone(mapping.Columns)
				s, less := table.Schema, table.Schema
				s.Features, less.Features = slices.Clone(s.Features), slices.Clone(s.Features)
				is := level != "never seen"
				if is {
					less.Features[j].Levels = f.Levels[:len(f.Levels)-1]
				} else {
					s.Features[j].Levels = append(slices.Clone(f.Levels), level)
				}
				coded, other := true, true // whether each column has codes, and one for other levels
				for i, r := range mapping.Columns {
					if r.Take != Code || r.Feature != j {
						continue
					}
					coded, other = coded && m.Columns[i].Codes != nil, other && m.Columns[i].Unknown
					if is {
						narrow.Columns[i].Codes = r.Codes[:len(r.Codes)-1]
					} else {
						full.Columns[i].Codes = append(slices.Clone(r.Codes), -1)
					}
				}
				want, err := m.BlackBox(full, s)
				if err != nil {
					continue // the model knows no other levels
				}
				have, err := m.BlackBox(narrow, less)
				if err != nil {
					continue // it knows none but this
				}
				unseen := []data.Unseen{{Feature: j, Levels: []string{level}}}
				var wide blackbox.BlackBox
				switch b := have.(type) {
				case *Box:
					if !b.Passes(j, level) {
						if coded && is {
							t.Errorf("%s does not pass %q of %s", name, level, f.Name)
						}
						continue
					}
					wide = b.Wider(unseen)
				case *nn.Classifier:
					if is {
						continue
					}
					wide, networks = b.Wider([]int{less.Offset(j) + less.Features[j].Width()}), networks+1
				}
				if is {
					known++
				} else {
					unknown++
				}
				var bounds blackbox.Bounds
				if b, is := wide.(blackbox.Bounded); is {
					bounds = b.Bounds()
				}
				w := s.Width()
				x := make([]float32, w)
				low, high := make([]float64, len(s.Features)), make([]float64, len(s.Features))
				for i := range pipelineRows {
					row := table.Row(i, nil)
					if !is && i%2 == 0 {
						row[j] = float64(len(f.Levels))
					}
					s.Encode(row, x)
					a := slices.Clone(want.Pass().Shares(slices.Clone(x), 1))
					b := slices.Clone(wide.Pass().Shares(slices.Clone(x), 1))
					if !slices.Equal(a, b) {
						t.Fatalf("%s, %s %q, row %d: %v, not %v", name, f.Name, level, i, b, a)
					}
					if bounds == nil {
						continue
					}
					levels := make([][]bool, len(s.Features))
					for k, g := range s.Features {
						if low[k], high[k] = row[k], row[k]; !g.Kind.Numeric() {
							levels[k] = make([]bool, len(g.Levels))
							levels[k][int(row[k])], levels[k][0] = true, true
						}
					}
					least, most := bounds.Within(low, high, levels)
					for k, v := range b {
						if float64(v) < least[k] || float64(v) > most[k] {
							t.Fatalf("%s, %s %q, row %d: %v is outside of %v to %v", name, f.Name, level, i, b,
								least, most)
						}
					}
				}
			}
		}
	}
	t.Logf("%d files: %d known and %d unknown levels, %d of networks", files, known, unknown, networks)
	if known < 20 || unknown < 20 || networks < 2 {
		t.Error("too few")
	}
}
