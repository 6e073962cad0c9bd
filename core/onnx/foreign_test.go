package onnx

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// example is what the program that made a network says of it.
type example struct {
	Inputs map[string][][]any `json:"inputs"`
	Shares [][]float64        `json:"shares"`
}

func fixtures(t testing.TB) []string {
	t.Helper()
	names, err := filepath.Glob("testdata/*.onnx")
	if err != nil || len(names) < 12 {
		t.Fatalf("%d fixtures: %v", len(names), err)
	}
	for i, n := range names {
		names[i] = strings.TrimSuffix(filepath.Base(n), ".onnx")
	}
	return names
}

func read(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func open(t testing.TB, dir, name string) (*Model, example) {
	t.Helper()
	var ex example
	if err := json.Unmarshal(read(t, filepath.Join(dir, name+".json")), &ex); err != nil {
		t.Fatal(err)
	}
	m, err := Read(read(t, filepath.Join(dir, name+".onnx")), "")
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return m, ex
}

// row gathers what the columns of a model take of row i.
func (e example) row(t testing.TB, m *Model, i int) []float64 {
	t.Helper()
	var x []float64
	for _, c := range m.Columns {
		switch v := e.Inputs[c.Input][i][c.Index].(type) {
		case float64:
			if c.Codes != nil {
				v = float64(align([]string{formatCode(v)}, c.Codes)[0])
			}
			x = append(x, v)
		case string:
			x = append(x, float64(align([]string{v}, c.Codes)[0]))
		}
	}
	return x
}

// furthest is the largest difference between shares.
func furthest(t testing.TB, m *Model, e example) float64 {
	t.Helper()
	worst := 0.0
	for i, want := range e.Shares {
		got, err := m.Shares(e.row(t, m, i))
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != len(want) {
			t.Fatalf("%d classes, want %d", len(got), len(want))
		}
		for k := range want {
			worst = max(worst, math.Abs(got[k]-want[k]))
		}
	}
	return worst
}

// tolerance is for other programs' float32 sums and functions.
const tolerance = 1e-5

func TestReadsWhatOthersWrote(t *testing.T) {
	for _, name := range fixtures(t) {
		m, ex := open(t, "testdata", name)
		worst := furthest(t, m, ex)
		t.Logf("%s: %d columns, %d classes %q, %d layers, %.2g", name, len(m.Columns), m.Classes, m.Labels, len(m.layers), worst)
		if !(worst <= tolerance) {
			t.Errorf("%s: shares differ by %v", name, worst)
		}
	}
}
