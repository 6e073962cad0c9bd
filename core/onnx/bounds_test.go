package onnx

import (
	"math"
	"path/filepath"
	"testing"

	"causeway/core/kernel"
)

// TestBoundsHold checks that the shares of random rows lie inside the bounds of random boxes around
// them, for every pipeline that is bounded.
func TestBoundsHold(t *testing.T) {
	p := readPipelines(t)
	files, err := filepath.Glob("testdata/pipelines/*")
	if err != nil {
		t.Fatal(err)
	}
	bounded := 0
	for n, file := range files {
		name := filepath.Base(file)
		if filepath.Ext(name) == ".gz" {
			continue
		}
		m, err := Read(read(t, file), "")
		if err != nil {
			continue
		}
		box, err := p.box(t, name, m)
		b, ok := box.(*Box)
		if err != nil || !ok {
			continue
		}
		w := b.Bounds()
		if w == nil {
			t.Logf("%s has no bounds", name)
			continue
		}
		bounded++
		checkBounds(t, name, b, kernel.NewKey(uint64(n)))
	}
	t.Logf("%d of %d pipelines have bounds", bounded, len(files)-1)
}

func checkBounds(t *testing.T, name string, b *Box, key kernel.Key) {
	t.Helper()
	s := b.schema
	w, pass := b.Bounds(), b.Pass()
	low, high, levels, row := make([]float64, len(s.Features)), make([]float64, len(s.Features)), make([][]bool,
		len(s.Features)), make([]float64, len(s.Features))
	const boxes, rows = 40, 12
	found, width := 0, 0.0
	for i := range boxes {
		k := key.Sub(uint64(i))
		for j, f := range s.Features {
			k := k.Sub(uint64(j))
			if !f.Kind.Numeric() {
				levels[j] = make([]bool, len(f.Levels))
				for l := range levels[j] {
					levels[j][l] = k.Intn(uint32(l), 3) == 0
				}
				levels[j][k.Intn(99, len(f.Levels))] = true
				continue
			}
			at, by := float64(k.Uniform1(0)), float64(k.Uniform1(1))*math.Pow(0.5, float64(i%8))
			low[j] = f.Round(f.Min + (f.Max-f.Min)*at)
			high[j] = f.Round(min(f.Max, low[j]+(f.Max-f.Min)*by))
			if high[j] < low[j] || i%5 == 0 && j%3 > 0 {
				high[j] = low[j]
			}
		}
		least, most := w.Within(low, high, levels)
		if bw, is := w.(*boxBounds); is && bw.bounded {
			found++
			width += most[0] - least[0]
		}
		for r := range rows {
			k := k.Sub(uint64(1000 + r))
			for j := range s.Features {
				k := k.Sub(uint64(j))
				if levels[j] != nil {
					var in []int
					for l, is := range levels[j] {
						if is {
							in = append(in, l)
						}
					}
					row[j] = float64(in[k.Intn(0, len(in))])
					continue
				}
				switch at := float64(k.Uniform1(0)); r {
				case 0:
					row[j] = low[j]
				case 1:
					row[j] = high[j]
				default:
					row[j] = min(max(s.Features[j].Round(low[j]+(high[j]-low[j])*at), low[j]), high[j])
				}
			}
			x := make([]float32, s.Width())
			s.Encode(row, x)
			for c, v := range pass.Shares(x, 1) {
				if v == v && (float64(v) < least[c] || float64(v) > most[c]) {
					t.Fatalf("%s: class %d has the share %v for %v, outside %v to %v in %v to %v", name, c, v, row,
						least[c],
						most[c], low, high)
				}
			}
		}
	}
	t.Logf("%s: %d of %d boxes bounded, to %.2f", name, found, boxes, width/float64(max(found, 1)))
}
