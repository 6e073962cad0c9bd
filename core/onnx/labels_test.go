package onnx

import (
	"slices"
	"strings"
	"testing"

	"causeway/core/data"
)

// labelFile returns a file with three numbers as its input that gives a label of the kind.
func labelFile(kind int64, build func(b *builder) string) []byte {
	b := newBuilder(data.Schema{})
	b.input("x", typeFloat, 3)
	b.nodeAs([]string{"label"}, "Identity", []string{build(b)})
	b.output("label", kind)
	return b.model(13)
}

// TestLabelsWithoutShares checks files that give only the class of a row: its share is 1, and the
// file's reader is told so.
func TestLabelsWithoutShares(t *testing.T) {
	scores := func(b *builder) string {
		return b.node("MatMul", []string{"x", b.floats([]int{3, 3}, 1, 0, 0, 0, 1, 0, 0, 0, 1)})
	}
	for name, c := range map[string]struct {
		kind   int64
		build  func(b *builder) string
		labels string
		want   [3]int // classes for the rows (3, 1, 2), (1, 3, 2) and (1, 2, 3)
	}{
		"the largest score": {typeInt64, func(b *builder) string {
			return b.node("ArgMax", []string{scores(b)}, withInt("axis", 1), withInt("keepdims", 0))
		}, "0 1 2", [3]int{0, 1, 2}},
		"chosen from texts": {typeString, func(b *builder) string {
			at := b.node("ArgMax", []string{scores(b)}, withInt("axis", 1))
			v := b.node("ArrayFeatureExtractor", []string{b.words([]int{3}, "low", "mid", "high"), at}, ml)
			return b.node("Reshape", []string{v, b.ints(-1)})
		}, "low mid high", [3]int{0, 1, 2}},
		"of a classifier": {typeString, func(b *builder) string {
			b.nodeAs([]string{"said", "raw"}, "LinearClassifier", []string{"x"}, ml,
				withFloats("coefficients", 0, 0, 1, 0, 1, 0, 1, 0, 0), withTexts("classlabels_strings", "c", "b", "a"))
			return "said"
		}, "c b a", [3]int{2, 1, 0}},
		"above a threshold": {typeInt64, func(b *builder) string {
			v := b.node("Gather", []string{"x", b.ints(0)}, withInt("axis", 1))
			return b.node("Cast", []string{b.node("Greater", []string{v, b.floats(nil, 2)})}, withInt("to", typeInt64))
		}, "0 1", [3]int{1, 0, 0}},
	} {
		m, err := Read(labelFile(c.kind, c.build), "")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := strings.Join(m.Labels, " "); got != c.labels || !slices.Contains(m.Remarks, onlyLabels) {
			t.Errorf("%s: labels %q, remarks %q", name, got, m.Remarks)
		}
		for i, row := range [][]float64{{3, 1, 2}, {1, 3, 2}, {1, 2, 3}} {
			got, err := m.Shares(row)
			want := make([]float64, m.Classes)
			want[c.want[i]] = 1
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: %v gives %v, want %v (%v)", name, row, got, want, err)
			}
		}
	}
	if _, err := Read(labelFile(typeInt64, func(b *builder) string {
		return b.node("Cast", []string{b.node("Gather", []string{"x", b.ints(0)}, withInt("axis", 1))},
			withInt("to", typeInt64))
	}), ""); err == nil || !strings.Contains(err.Error(), "does not list its classes") {
		t.Errorf("a label of any number: %v", err)
	}
}
