package onnx

import (
	"math"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/data"
	"causeway/core/exact"
	"causeway/core/kernel"
)

// gapsTable has three numbers, of which two have flags.
func gapsTable() data.Schema {
	number := func(name string, low, high float64) data.Feature {
		return data.Feature{Name: name, Kind: data.Continuous, Decimals: 2, Min: low, Max: high, MAD: 1}
	}
	flag := func(name string) data.Feature {
		return data.Feature{Name: data.FlagName(name), Kind: data.Boolean, Levels: []string{"no", "yes"}}
	}
	return data.Schema{Features: []data.Feature{number("a", -2, 6), flag("a"), number("b", 0, 40), flag("b"),
		number("c", 1, 3)}, Outcome: data.Feature{Name: "y", Kind: data.Boolean, Levels: []string{"no", "yes"}}}
}

// TestMissingNumbersReachTheModel checks that a model that fills missing values, or sends
// them down the default branch of a tree, gets a missing value wherever the flag says so, whatever
// the table stores in its place. Both kinds can be searched completely.
func TestMissingNumbersReachTheModel(t *testing.T) {
	filled := func(b *builder) string {
		return b.node("Imputer", []string{"x"}, ml, withFloats("imputed_value_floats", 1.25, -7, 9),
			withFloat("replaced_value_float", float32(math.NaN())))
	}
	net := func(b *builder, v string) string {
		v = b.node("Gemm", []string{v, b.floats([]int{3, 4}, 1, -0.5, 0.25, 1, -0.1, 0.05, 0.2, -0.3, 0.5, 1, -1, 2),
			b.floats([]int{4}, 0.5, -1, 2, 0)})
		return b.node("Gemm", []string{b.node("Relu", []string{v}),
			b.floats([]int{4, 2}, 1, -1, 0.5, 2, -1, 0.3, 0.2, -0.4), b.floats([]int{2}, 0.1, -0.2)})
	}
	forest := func(b *builder, v string) string {
		b.nodeAs([]string{"label", "p"}, "TreeEnsembleClassifier", []string{v}, ml,
			withInts("nodes_treeids", 0, 0, 0, 0, 0), withInts("nodes_nodeids", 0, 1, 2, 3, 4),
			withInts("nodes_featureids", 1, 0, 0, 0, 0), withInts("nodes_truenodeids", 1, 0, 3, 0, 0),
			withInts("nodes_falsenodeids", 2, 0, 4, 0, 0), withInts("nodes_missing_value_tracks_true", 1, 0, 0, 0, 0),
			withTexts("nodes_modes", "BRANCH_LEQ", "LEAF", "BRANCH_LEQ", "LEAF", "LEAF"),
			withFloats("nodes_values", 0.5, 0, 1.5, 0, 0), withInts("class_treeids", 0, 0, 0, 0, 0, 0),
			withInts("class_nodeids", 1, 1, 3, 3, 4, 4), withInts("class_ids", 0, 1, 0, 1, 0, 1),
			withFloats("class_weights", 0.3, 0.7, 0.8, 0.2, 0.4, 0.6), withInts("classlabels_int64s", 0, 1))
		return "p"
	}
	for name, build := range map[string]func(b *builder) string{
		"a network behind an imputer": func(b *builder) string { return net(b, filled(b)) },
		"trees behind an imputer":     func(b *builder) string { return forest(b, filled(b)) },
		"trees with default branches": func(b *builder) string { return forest(b, "x") },
	} {
		m, err := Read(file(3, 13, build), "")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s := gapsTable()
		p := Mapping{Columns: []Source{{Take: Number}, {Take: Number, Feature: 2, Shift: 20, Scale: -10},
			{Take: Number, Feature: 4}}, Classes: []int{1, 0}}
		if problems := p.strangers(m, s); len(problems) > 0 {
			t.Errorf("%s: %q", name, problems)
		}
		box, err := m.BlackBox(p, s)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !exact.CanBound(box) {
			t.Errorf("%s cannot be searched completely", name)
		}
		pass, one, moved := box.Pass(), make([]float32, s.Width()), 0
		for _, row := range somebody(s, 400, kernel.NewKey(5)) {
			s.Encode(row, one)
			s.Decode(one, row)
			x := p.Values(m, row)
			for c, flag := range []int{1, 3} {
				if row[flag] == 1 {
					x[c] = math.NaN()
				}
			}
			want, err := m.Shares(x)
			got := pass.Shares(one, 1)
			if err != nil || math.Abs(float64(got[1])-want[0]) > 2e-5 || got[1] != got[1] {
				t.Fatalf("%s: %v gives %v, want %v, %v", name, row, got, want, err)
			}
			given := p.Values(m, row)
			if other, _ := m.Shares(given); math.Abs(other[0]-want[0]) > 0.01 {
				moved++
			}
		}
		if moved < 50 {
			t.Errorf("%s: only %d rows differ from what the stored numbers would give", name, moved)
		}
		if treed, is := box.(blackbox.Treed); is && treed.Trees() == nil {
			t.Errorf("%s cannot be written as trees", name)
		}
	}
}
