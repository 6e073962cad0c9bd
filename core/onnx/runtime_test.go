package onnx

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// ending is a file whose last node computes scores of classes, or a single number.
type ending struct {
	name    string
	classes int // number of outputs
	build   func(b *builder) string
	odd     bool // it must be rejected
	second  bool // only its second number is meaningful
}

var transforms = []string{"NONE", "LOGISTIC", "SOFTMAX", "SOFTMAX_ZERO", "PROBIT"}

func labelsOf(attr string, n int) option {
	var l []int64
	for k := range n {
		l = append(l, int64(k))
	}
	return withInts(attr, l...)
}

// twoTrees returns trees with two leaves each, which add weights to the outputs ids in order,
// equally many per leaf.
func twoTrees(of string, ids []int64, weights []float32, more ...option) []option {
	zeros, each := []int64{0, 0, 0, 1, 1, 1}, len(ids)/4
	var trees, nodes []int64
	for i := range ids {
		trees, nodes = append(trees, int64(i/each/2)), append(nodes, int64(1+i/each%2))
	}
	return append([]option{ml, withInts("nodes_treeids", zeros...), withInts("nodes_nodeids", 0, 1, 2, 0, 1, 2),
		withInts("nodes_featureids", 0, 0, 0, 1, 0, 0),
		withInts("nodes_truenodeids", 1, 0, 0, 1, 0, 0), withInts("nodes_falsenodeids", 2, 0, 0, 2, 0, 0),
		withTexts("nodes_modes", "BRANCH_LEQ", "LEAF", "LEAF", "BRANCH_LT", "LEAF", "LEAF"),
		withFloats("nodes_values", 0.5, 0, 0, -0.25, 0, 0),
		withInts(of+"_treeids", trees...), withInts(of+"_nodeids", nodes...), withInts(of+"_ids", ids...),
		withFloats(of+"_weights", weights...)}, more...)
}

// theEndings returns all variants of the final nodes of ai.onnx.ml that a runtime treats
// differently.
func theEndings() (all []ending) {
	add := func(name string, classes int, op string, outs []string, options ...option) *ending {
		all = append(all, ending{name: name, classes: classes, build: func(b *builder) string {
			b.nodeAs(outs, op, []string{"x"}, options...)
			return outs[len(outs)-1]
		}})
		return &all[len(all)-1]
	}
	odd := func(is bool, name string, classes int, op string, outs []string, options ...option) {
		add(name, classes, op, outs, options...).odd = is
	}
	weights := map[string][]float32{"positive": {0.25, 1.5, 0.125, 0.5}, "shares": {0.25, 0.5, 0.125, 0.4},
		"mixed": {0.25, -1.5, 0.125, 0.5}, "negative": {-0.25, -1.5, -0.125, -0.5}}
	for _, how := range transforms {
		post := withText("post_transform", how)
		for _, sign := range []string{"positive", "shares", "mixed", "negative"} {
			w := weights[sign]
			for _, to := range []struct {
				name    string
				classes int
				ids     []int64
			}{{"class 0", 2, []int64{0, 0, 0, 0}}, {"class 1", 2, []int64{1, 1, 1, 1}},
				{"either", 2, []int64{0, 1, 1, 0}}, {"both", 2, []int64{0, 1, 0, 1, 1, 0, 0, 1}},
				{"three", 3, []int64{0, 1, 2, 0}}} {
				for _, base := range [][]float32{nil, {0.25}, {0.75, -0.5}, {0.75, -0.5, 0.125}} {
					if len(base) > to.classes || len(base) == 2 && to.classes == 3 || len(base) == 1 &&
						to.classes == 3 {
						continue
					}
					more, w := []option{post, labelsOf("classlabels_int64s", to.classes)}, w
					if len(to.ids) == 8 {
						w = append(slices.Clone(w), 0.375, -0.75*w[1], 0, 0.125)
					}
					if base != nil {
						more = append(more, withFloats("base_values", base...))
					}
					e := add(fmt.Sprintf("trees %s %s %s base %v", how, sign, to.name, base), to.classes,
						"TreeEnsembleClassifier", []string{"label", "p"}, twoTrees("class", to.ids, w, more...)...)
					e.odd = how == "PROBIT" || len(base) == 2 || to.name == "either" || to.name == "both" &&
						how == "SOFTMAX_ZERO" || to.name == "class 1" && (base != nil || how == "SOFTMAX_ZERO") ||
						to.classes == 3 && how == "SOFTMAX_ZERO"
					e.second = to.name == "class 1" && (how == "LOGISTIC" || how == "NONE" &&
						(sign == "positive" || sign == "shares"))
				}
			}
			for _, join := range []string{"SUM", "AVERAGE", "MIN", "MAX"} {
				for _, base := range [][]float32{nil, {0.25}} {
					more := []option{post, withInt("n_targets", 1), withText("aggregate_function", join)}
					if base != nil {
						more = append(more, withFloats("base_values", base...))
					}
					odd(how == "PROBIT", fmt.Sprintf("regressor %s %s %s base %v", how, sign, join, base), 1,
						"TreeEnsembleRegressor", []string{"p"}, twoTrees("target", []int64{0, 0, 0, 0}, w, more...)...)
				}
				for _, base := range [][]float32{nil, {0.25, -0.5}} {
					more := []option{post, withInt("n_targets", 2), withText("aggregate_function", join)}
					if base != nil {
						more = append(more, withFloats("base_values", base...))
					}
					odd(how == "PROBIT" || how == "SOFTMAX_ZERO" ||
						base != nil, fmt.Sprintf("regressor of two %s %s %s base %v", how, sign, join, base), 2,
						"TreeEnsembleRegressor", []string{"p"}, twoTrees("target", []int64{0, 1, 1, 0}, w, more...)...)
				}
			}
		}
		for _, c := range []struct {
			name    string
			labels  int
			w, bias []float32
		}{{"one row", 2, []float32{0.5, -0.75}, []float32{0.25}},
			{"one row, all positive", 2, []float32{0.5, 0.75}, []float32{0.25}},
			{"two rows", 2, []float32{-0.5, 0.75, 0.5, -0.75}, []float32{-0.25, 0.25}},
			{"two rows of their own", 2, []float32{0.5, 0.75, 0.25, -1}, []float32{0.5, 0.25}},
			{"three rows", 3, []float32{0.5, 0.75, -0.25, 1, 1, -1}, []float32{0.5, 0.25, -1}}} {
			more := []option{ml, post, labelsOf("classlabels_ints", c.labels), withFloats("coefficients", c.w...),
				withFloats("intercepts", c.bias...), withInt("multi_class", 1)}
			odd(how == "PROBIT" || how == "SOFTMAX_ZERO" && len(c.w) > 2, fmt.Sprintf("linear %s %s", how, c.name),
				c.labels, "LinearClassifier", []string{"label", "p"}, more...)
		}
		for _, n := range []int{1, 2} {
			odd(how == "PROBIT" || n == 2 && how == "SOFTMAX_ZERO", fmt.Sprintf("linear regressor %s %d", how, n), n,
				"LinearRegressor", []string{"p"}, ml, post, withInt("targets", int64(n)),
				withFloats("coefficients", []float32{0.5, -0.75, 1, 0.25}[:2*n]...),
				withFloats("intercepts", []float32{0.25, -0.5}[:n]...))
		}
		for _, kernel := range []string{"LINEAR", "RBF", "POLY", "SIGMOID"} {
			for _, classes := range []int{2, 3} {
				pairs := classes * (classes - 1) / 2
				per := []int64{1, 2, 1}[:classes]
				n := map[int]int{2: 3, 3: 4}[classes]
				more := []option{ml, post, withText("kernel_type", kernel), withFloats("kernel_params", 0.5, 0.25, 2),
					labelsOf("classlabels_ints", classes), withInts("vectors_per_class", per...),
					withFloats("support_vectors", []float32{1, 0.5, -1, 0.25, 0.5, -2, 1, 1}[:2*n]...),
					withFloats("coefficients", []float32{0.75, -0.5, -0.25, 0.5, 0.5,
						0.25, -1, -0.5}[:(classes-1)*n]...),
					withFloats("rho", []float32{0.125, -0.25, 0.5}[:pairs]...)}
				more = append(more, withFloats("prob_a", []float32{-1.5, -1, -0.5}[:pairs]...),
					withFloats("prob_b", []float32{0.25, -0.25, 0.125}[:pairs]...))
				odd(how != "NONE", fmt.Sprintf("vectors %s %s %d", how, kernel, classes), classes, "SVMClassifier",
					[]string{"label", "p"}, more...)
			}
			odd(how == "PROBIT", fmt.Sprintf("vector regressor %s %s", how, kernel), 1, "SVMRegressor", []string{"p"},
				ml, post, withText("kernel_type", kernel), withFloats("kernel_params", 0.5, 0.25, 2),
				withInt("n_supports", 3), withFloats("support_vectors", 1, 0.5, -1, 0.25, 0.5, -2),
				withFloats("coefficients", 0.75, -0.5, -0.25), withFloats("rho", 0.125))
		}
	}
	return all
}

var endingRows = [][]float64{{0.25, -1}, {2, 0.5}, {-1, 3}, {0.5, -0.25}}

func (e ending) file() []byte {
	b := newBuilder(people())
	b.input("x", typeFloat, 2)
	b.nodeAs([]string{"y"}, "Identity", []string{e.build(b)})
	b.output("y", typeFloat, e.classes)
	return b.model(13)
}

// TestEndingsAreThoseOfTheRuntime compares with runtime.golden, which holds the answers of ONNX
// Runtime 1.30 for every ending and endingRows. CAUSEWAY_UPDATE and onnxruntime-node write it
// again. Endings whose numbers do not represent classes must be rejected.
func TestEndingsAreThoseOfTheRuntime(t *testing.T) {
	all := theEndings()
	if os.Getenv("CAUSEWAY_UPDATE") != "" {
		writeEndings(t, all)
	}
	var said map[string]any
	if err := json.Unmarshal(read(t, "testdata/runtime.golden"), &said); err != nil {
		t.Fatal(err)
	}
	refused := 0
	for _, e := range all {
		y, ok := said[e.name].([]any)
		m, err := Read(e.file(), "")
		if err != nil {
			checkSentence(t, err.Error())
			refused++
			if !e.odd {
				t.Errorf("%s: %v", e.name, err)
			}
			continue
		}
		if e.odd || !ok {
			t.Errorf("%s is read", e.name)
			continue
		}
		for i, r := range endingRows {
			got, err := m.Shares(r)
			if err != nil {
				t.Fatal(err)
			}
			var one []float64
			for _, v := range y[i*e.classes : (i+1)*e.classes] {
				f, _ := v.(float64)
				one = append(one, f)
			}
			if want := e.shares(m, one); !(apart([][]float64{got}, [][]float64{want}) <= 1e-6) {
				t.Errorf("%s, row %v: %v, want %v as %v", e.name, r, got, want, one)
			}
		}
	}
	t.Logf("%d endings, %d of them refused", len(all), refused)
}

// shares converts the runtime's numbers to shares.
func (e ending) shares(m *Model, y []float64) []float64 {
	switch {
	case m.Number:
		p := 1 / (1 + math.Exp(m.Threshold-y[0]))
		return []float64{1 - p, p}
	case e.second: // the first is the same for all rows
		p := min(max(y[1], 0), 1)
		return []float64{1 - p, p}
	case m.Ends == Scores:
		softmaxOf(y)
	case m.Ends == Given:
		share(y)
	}
	return y
}

func writeEndings(t *testing.T, all []ending) {
	t.Helper()
	dir := t.TempDir()
	var jobs []map[string]any
	for i, e := range all {
		path := filepath.Join(dir, fmt.Sprint(i, ".onnx"))
		if err := os.WriteFile(path, e.file(), 0o644); err != nil {
			t.Fatal(err)
		}
		x := feed{Type: "float32", Dims: []int{len(endingRows), 2}}
		for _, r := range endingRows {
			x.Data = append(x.Data, r[0], r[1])
		}
		jobs = append(jobs, map[string]any{"file": path, "inputs": map[string]feed{"x": x}})
	}
	in, err := json.Marshal(jobs)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "testdata/run.js")
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var said []map[string][]*float32
	if err := json.Unmarshal(out, &said); err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	for i, e := range all {
		v, err := json.Marshal(said[i]["y"])
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&text, "%c\n%q: %s", "{,"[min(i, 1)], e.name, v)
	}
	text.WriteString("\n}\n")
	if err := os.WriteFile("testdata/runtime.golden", text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestVectorsWithoutSharesGiveTheRuntimesLabel checks that support vectors without shares lead to
// the class that the runtime predicts for these rows.
func TestVectorsWithoutSharesGiveTheRuntimesLabel(t *testing.T) {
	for _, c := range []struct {
		coef   []float32
		rho    float32
		labels []int
	}{
		{[]float32{0.75, -0.5, -0.25}, 0.125, []int{1, 0, 0, 0}},
		{[]float32{0.75, 0.5, 0.25}, 0.125, []int{0, 0, 1, 0}},
		{[]float32{0.75, 0.5, 0.25}, -0.125, []int{1, 0, 1, 0}},
		{[]float32{-0.75, -0.5, -0.25}, 0.125, []int{0, 1, 0, 1}},
	} {
		e := ending{classes: 2, build: func(b *builder) string {
			b.nodeAs([]string{"label", "p"}, "SVMClassifier", []string{"x"}, ml, withText("kernel_type", "LINEAR"),
				labelsOf("classlabels_ints", 2), withInts("vectors_per_class", 1, 2),
				withFloats("support_vectors", 1, 0.5, -1, 0.25, 0.5, -2), withFloats("coefficients", c.coef...),
				withFloats("rho", c.rho))
			return "p"
		}}
		m, err := Read(e.file(), "")
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Remarks) != 1 {
			t.Errorf("remarks %q", m.Remarks)
		}
		for i, r := range endingRows {
			got, err := m.Shares(r)
			if err != nil {
				t.Fatal(err)
			}
			if (got[1] > got[0]) != (c.labels[i] == 1) {
				t.Errorf("%v, row %v: %v, want class %d", c, r, got, c.labels[i])
			}
		}
	}
}

// TestSharedNumbers uses shared test files with the runtime's numbers, if they exist.
func TestSharedNumbers(t *testing.T) {
	dir := "../../../shared/cases/P-model-numbers/"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("skipped: the shared cases are not beside this project")
	}
	for _, name := range []string{"clf-log-pos", "lin-one-none", "reg-log"} {
		m, err := Read(read(t, dir+name+".onnx"), "")
		if err != nil {
			t.Fatal(err)
		}
		if (len(m.Remarks) == 1) != (name == "reg-log") {
			t.Errorf("%s: remarks %q", name, m.Remarks)
		}
		for i, line := range strings.Split(strings.TrimSpace(string(read(t, dir+name+".csv"))), "\n") {
			values, says, _ := strings.Cut(strings.TrimSpace(line), ",,")
			if i == 0 {
				continue
			}
			var x, y []float64
			for to, text := range map[*[]float64]string{&x: values, &y: says} {
				for _, s := range strings.Split(text, ",") {
					v, err := strconv.ParseFloat(s, 64)
					if err != nil {
						t.Fatal(err)
					}
					*to = append(*to, v)
				}
			}
			got, err := m.Shares(x)
			if err != nil {
				t.Fatal(err)
			}
			if want := (ending{}).shares(m, y); !(apart([][]float64{got}, [][]float64{want}) <= 1e-6) {
				t.Errorf("%s, row %v: %v, want %v", name, x, got, want)
			}
		}
	}
}
