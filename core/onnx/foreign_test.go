package onnx

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"causeway/core/kernel"
)

// example is a set of inputs with the predictions of the program that made a network.
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

// row collects the values of the model's columns for row i.
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

// furthest returns the largest difference between shares.
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

// tolerance allows for the float32 sums and functions of other programs.
const tolerance = 1e-5

func TestReadsWhatOthersWrote(t *testing.T) {
	for _, name := range fixtures(t) {
		m, ex := open(t, "testdata", name)
		worst := furthest(t, m, ex)
		t.Logf("%s: %d columns, %d classes %q, %d layers, %.2g", name, len(m.Columns), m.Classes, m.Labels,
			len(m.layers), worst)
		if !(worst <= tolerance) {
			t.Errorf("%s: shares differ by %v", name, worst)
		}
	}
}

// TestModelsThatAreNoChainsAnswerForATable checks that a black box answers for encoded rows, many
// or one, as the model does for their values.
func TestModelsThatAreNoChainsAnswerForATable(t *testing.T) {
	s := people()
	rows := somebody(s, 60, kernel.NewKey(4))
	for _, name := range fixtures(t) {
		m, _ := open(t, "testdata", name)
		if m.program == nil {
			continue
		}
		p := Mapping{}
		for range m.Columns {
			p.Columns = append(p.Columns, Source{Take: Number, Feature: 0, Shift: 40, Scale: 10})
		}
		own := s
		own.Outcome.Levels = nil
		for k := range m.Classes {
			own.Outcome.Levels = append(own.Outcome.Levels, formatCode(float64(k)))
			p.Classes = append(p.Classes, m.Classes-1-k)
		}
		checkBox(t, m, p, own, rows)
		if _, err := m.Classifier(p, own); err == nil {
			t.Errorf("%s is no chain of dense layers, and became one", name)
		}
	}
}

// TestWhereATreeSendsAValue checks that a missing value takes the branch that the node specifies,
// and that each comparison is right at the threshold itself.
func TestWhereATreeSendsAValue(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		mode    string
		missing int64
		x       float64
		yes     bool
	}{
		{"BRANCH_LEQ", 0, 0.5, true}, {"BRANCH_LT", 0, 0.5, false}, {"BRANCH_GTE", 0, 0.5, true},
		{"BRANCH_GT", 0, 0.5, false},
		{"BRANCH_EQ", 0, 0.5, true}, {"BRANCH_NEQ", 0, 0.5, false}, {"BRANCH_LEQ", 0, 0.25, true},
		{"BRANCH_GT", 0, 0.75, true},
		{"BRANCH_LEQ", 0, nan, false}, {"BRANCH_LEQ", 1, nan, true}, {"BRANCH_GT", 1, nan, true},
		{"BRANCH_GT", 0, nan, false},
		{"BRANCH_LT", 0, 0.5 + 1e-12, false}, {"BRANCH_GT", 0, 0.5 + 1e-12, false}, // the same float32
	} {
		m, err := Read(oneTree(c.mode, c.missing), "")
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.Shares([]float64{c.x})
		if err != nil {
			t.Fatal(err)
		}
		if want := one(c.yes); math.Abs(got[1]-want) > 1e-12 {
			t.Errorf("%s of %v, missing to yes %d: share %v, want %v", c.mode, c.x, c.missing, got[1], want)
		}
	}
}

// oneTree returns a tree with one node that compares the only value with 0.5.
func oneTree(mode string, missing int64) []byte {
	return file(1, 13, func(b *builder) string {
		b.nodeAs([]string{"label", "p"}, "TreeEnsembleClassifier", []string{"x"}, ml,
			withInts("nodes_treeids", 0, 0, 0), withInts("nodes_nodeids", 0, 1, 2),
			withInts("nodes_featureids", 0, 0, 0),
			withInts("nodes_truenodeids", 1, 0, 0), withInts("nodes_falsenodeids", 2, 0, 0),
			withInts("nodes_missing_value_tracks_true", missing, 0, 0),
			withTexts("nodes_modes", mode, "LEAF", "LEAF"), withFloats("nodes_values", 0.5, 0, 0),
			withInts("class_treeids", 0, 0, 0, 0), withInts("class_nodeids", 1, 1, 2, 2),
			withInts("class_ids", 1, 0, 1, 0), withFloats("class_weights", 1, 0, 0, 1),
			withInts("classlabels_int64s", 0, 1))
		return "p"
	})
}

// TestTreesThatAreNone checks that trees with a cycle, a node shared by two trees or a missing
// successor are rejected.
func TestTreesThatAreNone(t *testing.T) {
	good := oneTree("BRANCH_LEQ", 0)
	if _, err := Read(good, ""); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string][3]int64{"a circle": {0, 0, 0}, "one successor twice": {1, 0, 0},
		"nowhere": {9, 0, 0}} {
		b := file(1, 13, func(b *builder) string {
			b.nodeAs([]string{"label", "p"}, "TreeEnsembleClassifier", []string{"x"}, ml,
				withInts("nodes_treeids", 0, 0, 0), withInts("nodes_nodeids", 0, 1, 2),
				withInts("nodes_featureids", 0, 0, 0),
				withInts("nodes_truenodeids", to[0], 0, 0), withInts("nodes_falsenodeids", 1, 0, 0),
				withTexts("nodes_modes", "BRANCH_LEQ", "LEAF", "LEAF"), withFloats("nodes_values", 0.5, 0, 0),
				withInts("class_treeids", 0), withInts("class_nodeids", 1), withInts("class_ids", 1),
				withFloats("class_weights", 1),
				withInts("classlabels_int64s", 0, 1))
			return "p"
		})
		_, err := Read(b, "")
		if err == nil {
			t.Errorf("%s was read", name)
			continue
		}
		checkSentence(t, err.Error())
	}
}

// TestFunctionsOfOurOwn compares our functions with those of Go's library, whose last bits differ
// between machines.
func TestFunctionsOfOurOwn(t *testing.T) {
	for x := -30.0; x < 30; x += 0.0137 {
		for name, pair := range map[string][2]float64{"exp": {exp(x), math.Exp(x)}, "tanh": {tanh(x), math.Tanh(x)},
			"erf": {erfOf(x), math.Erf(x)}} {
			if d := math.Abs(pair[0]-pair[1]) / math.Max(1, math.Abs(pair[1])); !(d < 1e-13) {
				t.Errorf("%s(%v) = %v, want %v", name, x, pair[0], pair[1])
			}
		}
	}
}
