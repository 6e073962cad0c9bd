package onnx

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/data"
	"causeway/core/kernel"
)

// treesTable returns a schema for a model of the fixtures, with its mapping to the model's
// inputs. Numbers may be missing if the model accepts gaps.
func treesTable(m *Model, key kernel.Key) (data.Schema, Mapping) {
	var s data.Schema
	p := Mapping{}
	for i, c := range m.Columns {
		src := Source{Take: Number, Feature: len(s.Features)}
		f := data.Feature{Name: c.Name, Kind: data.Continuous, Min: -300, Max: 300, MAD: 1, Decimals: 2}
		switch {
		case len(c.Codes) > 0 || i == 3 && c.Gaps:
			f = data.Feature{Name: c.Name, Kind: data.Category,
				Levels: []string{"0", "3", "7", "33", data.MissingLevel}}
			src.Take, src.Codes = Code, []float64{0, 3, 7, 33, 0}
			if len(c.Codes) > 0 {
				src.Codes = []float64{0, 1, 2, -1, 0}
			}
		case i == 2: // another unit, with the sign reversed
			src.Shift, src.Scale = 0.25, -1.5
		}
		s.Features = append(s.Features, f)
		if f.Kind.Numeric() && c.Gaps {
			s.Features = append(s.Features, data.Feature{Name: data.FlagName(c.Name), Kind: data.Boolean,
				Levels: []string{"no", "yes"}})
		}
		p.Columns = append(p.Columns, src)
	}
	for k := range m.Classes {
		p.Classes = append(p.Classes, m.Classes-1-k)
		s.Outcome.Levels = append(s.Outcome.Levels, string(rune('a'+k)))
	}
	s.Outcome.Name, s.Outcome.Kind = "y", data.Category
	return s, p
}

// TestTreesAnswerAsTheirModel checks that the trees built from a model have its predictions, for
// numbers on both sides of its thresholds, for missing values, and in other units.
func TestTreesAnswerAsTheirModel(t *testing.T) {
	written := 0
	for _, like := range []string{"trees-*.onnx", "xgboost-*.json", "lightgbm-*.txt"} {
		paths, _ := filepath.Glob("testdata/" + like)
		for _, path := range paths {
			m, err := Read(read(t, path), "")
			if err != nil {
				t.Fatal(err)
			}
			if m.program == nil || m.program.steps[0].layer.act != trees {
				continue
			}
			key := kernel.NewKey(9)
			s, p := treesTable(m, key)
			box, err := m.BlackBox(p, s)
			if err != nil {
				t.Fatalf("%s: %v", path, err)
			}
			all := box.(blackbox.Treed).Trees()
			if all == nil {
				t.Logf("%s cannot be written as trees", path)
				if !strings.Contains(path, "each") && !strings.Contains(path, "counts") &&
					!strings.Contains(path, "zeros") && !strings.Contains(path, "root") {
					t.Errorf("%s is not written as trees", path)
				}
				continue
			}
			written++
			pass, one, row := box.Pass(), make([]float32, s.Width()), make([]float64, len(s.Features))
			moved := map[int]bool{}
			for i := range 3000 {
				k := key.Sub(uint64(i))
				for j, f := range s.Features {
					row[j] = float64(k.Intn(uint32(j), max(len(f.Levels), 1)))
					if f.Kind.Numeric() {
						row[j] = f.Round(20 * float64(k.Normal1(uint32(100+j))))
					} else if f.Kind == data.Boolean && k.Intn(uint32(200+j), 3) > 0 {
						row[j] = 0
					}
				}
				n := &all.Nodes[k.Intn(300, len(all.Nodes))]
				if n.Feature >= 0 && n.Set < 0 && !math.IsInf(n.At, 0) { // values next to a threshold
					f := s.Features[n.Feature]
					row[n.Feature] = f.Round(n.At + float64(k.Intn(301, 3)-1)*f.Step())
				}
				s.Encode(row, one)
				s.Decode(one, row)
				want, got := pass.Shares(one, 1), all.Sums(row)
				if all.Shares {
					share(got)
				} else {
					softmaxOf(got)
				}
				for c := range got {
					if !(math.Abs(got[c]-float64(want[c])) <= 1e-6) {
						t.Fatalf("%s, %v: %v, want %v", path, row, got, want)
					}
					if want[c] > 0.5 {
						moved[c] = true
					}
				}
				sum := 0.0
				for _, v := range all.Sums(row) {
					sum += v
				}
				if all.Shares && !(all.Least <= sum && sum <= all.Most) {
					t.Fatalf("%s: all sums are %v, not within %v and %v", path, sum, all.Least, all.Most)
				}
			}
			if len(moved) < 2 && m.Number == false {
				t.Errorf("%s: all rows are of class %v", path, moved)
			}
		}
	}
	if written < 12 {
		t.Errorf("%d models are written as trees", written)
	}
}
