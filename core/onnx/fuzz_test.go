package onnx

import (
	"os"
	"path/filepath"
	"runtime/metrics"
	"testing"
	"time"

	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// FuzzRead reads arbitrary bytes. The result must be a sentence that explains why they are
// rejected, or a model that predicts. With the guessed mapping, or a mapping by position, it must
// become a black box with the same predictions.
func FuzzRead(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.onnx")
	if err != nil {
		f.Fatal(err)
	}
	pipelines, err := filepath.Glob("testdata/pipelines/*.onnx")
	if err != nil || len(pipelines) == 0 {
		f.Fatalf("no pipelines: %v", err)
	}
	for _, p := range append(append(paths, pipelines...), "testdata/classifier.golden", "testdata/generator.golden") {
		b, err := os.ReadFile(p)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add(file(3, 13, func(b *builder) string {
		b.nodeAs([]string{"p", "q"}, "Split", []string{"x", b.ints(1, 2)}, withInt("axis", 1))
		v := b.node("Clip", []string{b.node("Sum", []string{"p", "q"}), b.floats(nil, -1), b.floats(nil, 1)})
		return b.node("Reshape", []string{v, b.node("Concat", []string{b.ints(-1), b.ints(2)}, withInt("axis", 0))})
	}))
	f.Add(file(2, 9, func(b *builder) string {
		v := b.node("LabelEncoder", []string{"x"}, ml, withInts("keys_int64s", 5, 7), withInts("values_int64s", 1, 0))
		v = b.node("Gather", []string{b.floats([]int{2, 2}, 1, 2, 3, 4), v})
		return b.node("MatMul", []string{b.node("Flatten", []string{v}), b.floats([]int{4, 2}, 1, 2, 3, 4, 5, 6, 7, 8)})
	}))
	for i, e := range theEndings() {
		if i%7 == 0 {
			f.Add(e.file())
		}
	}
	for _, c := range otherFiles() {
		f.Add([]byte(c[0]))
	}
	for _, c := range kernelCases() {
		f.Add(c.file())
	}
	addShared(f, "*/*.onnx")
	table := people()
	rows := somebody(table, 4, kernel.NewKey(1))
	f.Fuzz(func(t *testing.T, b []byte) { readAny(t, b, table, rows) })
}

// FuzzXGBoost does the same starting from XGBoost files, in both formats.
func FuzzXGBoost(f *testing.F) {
	for _, c := range xgboostCases(f) {
		f.Add([]byte(c.Model))
		f.Add(recorded(f, c))
	}
	addShared(f, "*/*.json")
	fuzzFiles(f, "testdata/xgboost-*.json", "testdata/xgboost-*.ubj", "testdata/pipelines/*.ubj",
		"testdata/pipelines/xgboost-*.json")
}

// FuzzLightGBM does the same starting from LightGBM files.
func FuzzLightGBM(f *testing.F) {
	f.Add(catTree("0:1:2", 5, `[["a","b","c"]]`))
	f.Add(catTree("1:2:10:20", 1028, "null"))
	addShared(f, "*/*.txt")
	fuzzFiles(f, "testdata/lightgbm-*.txt", "testdata/pipelines/*.txt")
}

// FuzzCatBoost does the same starting from CatBoost files.
func FuzzCatBoost(f *testing.F) { fuzzFiles(f, "testdata/pipelines/catboost-*.json") }

func fuzzFiles(f *testing.F, like ...string) {
	for _, l := range like {
		paths, err := filepath.Glob(l)
		if err != nil || len(paths) == 0 {
			f.Fatalf("no %s: %v", l, err)
		}
		for _, p := range paths {
			f.Add(read(f, p))
		}
	}
	table := people()
	rows := somebody(table, 4, kernel.NewKey(1))
	f.Fuzz(func(t *testing.T, b []byte) { readAny(t, b, table, rows) })
}

// addShared adds the shared test files, if they exist.
func addShared(f *testing.F, like string) {
	paths, _ := filepath.Glob("../../../shared/cases/" + like)
	for _, p := range paths {
		if b, err := os.ReadFile(p); err == nil {
			f.Add(b)
		}
	}
}

func readAny(t *testing.T, b []byte, table data.Schema, rows [][]float64) {
	s := table
	m, err := readWithin(t, b)
	if err != nil {
		checkSentence(t, err.Error())
		return
	}
	if _, err := m.Shares(make([]float64, len(m.Columns))); err != nil {
		checkSentence(t, err.Error())
	}
	p, notes := Guess(m, &data.Table{Schema: s})
	for _, n := range append(p.Check(m, s), notes...) {
		checkSentence(t, n)
	}
	checkBound(t, m, p, s, rows)
	for i, c := range m.Columns { // set what the guess left open
		switch {
		case p.Columns[i].Take != Nothing:
		case c.Codes != nil:
			p.Columns[i] = Source{Take: Code, Feature: 3, Codes: []float64{0, float64(len(c.Codes) - 1)}}
		default:
			p.Columns[i] = Source{Take: Number, Feature: 0, Shift: 50, Scale: 30}
		}
	}
	s.Outcome.Levels = nil
	for k := range m.Classes {
		s.Outcome.Levels = append(s.Outcome.Levels, formatCode(float64(k)))
	}
	p.Classes, _ = classes(m, s)
	checkBound(t, m, p, s, rows)
}

// readWithin checks that reading stays within the memory limit, including garbage, and takes less
// than a second of processor time.
func readWithin(t testing.TB, b []byte) (*Model, error) {
	t.Helper()
	taken := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(taken)
	before, start := taken[0].Value.Uint64(), cpu()
	m, err := Read(b, "")
	took := cpu() - start
	metrics.Read(taken)
	if n := taken[0].Value.Uint64() - before; n > uint64(64<<20+10*len(b)) {
		t.Fatalf("%d bytes take %d MB", len(b), n>>20)
	}
	if took > time.Second {
		t.Fatalf("%d bytes take %v", len(b), took)
	}
	return m, err
}

// checkBound checks that a black box predicts the same as the model, up to rounding, or that a
// sentence explains why it could not be made.
func checkBound(t *testing.T, m *Model, p Mapping, s data.Schema, rows [][]float64) {
	t.Helper()
	if m.program != nil {
		checkBox(t, m, p, s, rows)
		return
	}
	c, err := m.Classifier(p, s)
	if err != nil {
		checkSentence(t, err.Error())
		return
	}
	d, err := nn.LoadClassifier(c.Model())
	if err != nil {
		t.Fatal(err)
	}
	got := sharesOf(d, s, rows)
	for i, r := range rows {
		want, err := m.Shares(p.Values(m, r))
		if err != nil {
			t.Fatal(err)
		}
		if !tame(m) { // otherwise rounding errors are as large as the scores
			continue
		}
		for k, v := range want {
			if diff := got[i][p.Classes[k]] - v; diff > 1e-3 || diff < -1e-3 {
				t.Fatalf("row %d: %v, want %v", i, got[i], want)
			}
		}
	}
}

// tame reports whether a model's numbers are small enough for float32 not to affect the shares.
func tame(m *Model) bool {
	size := 1.0
	for _, d := range m.layers {
		top := 0.0
		for _, v := range append(d.w, d.b...) {
			top = max(top, v, -v)
		}
		size *= top * float64(d.in+1)
	}
	return size < 1000
}

// checkBox checks that a black box evaluated unchanged makes exactly the model's predictions for
// the values of a row.
func checkBox(t *testing.T, m *Model, p Mapping, s data.Schema, rows [][]float64) {
	t.Helper()
	b, err := m.BlackBox(p, s)
	if err != nil {
		checkSentence(t, err.Error())
		return
	}
	pass, x := b.Pass(), make([]float32, s.Width()*len(rows))
	one := make([]float32, s.Width())
	for e, r := range rows {
		s.Encode(r, one)
		for i, v := range one {
			x[i*len(rows)+e] = v
		}
	}
	got := pass.Shares(x, len(rows))
	checkWithin(t, b.(*Box), got, len(rows))
	for e, r := range rows {
		want, err := m.Shares(p.Values(m, r))
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range want {
			if g := got[p.Classes[k]*len(rows)+e]; g != float32(v) && v == v {
				t.Fatalf("row %d: %v, want %v", e, g, v)
			}
		}
	}
}

// checkWithin checks that shares lie inside the bounds for all rows that the table can hold.
func checkWithin(t *testing.T, b *Box, shares []float32, n int) {
	t.Helper()
	w := b.Bounds()
	if w == nil || w.Work() > 1<<20 {
		return
	}
	var low, high []float64
	var levels [][]bool
	for _, f := range b.schema.Features {
		low, high, levels = append(low, f.Min), append(high, f.Max), append(levels, nil)
		for range f.Levels {
			levels[len(levels)-1] = append(levels[len(levels)-1], true)
		}
	}
	least, most := w.Within(low, high, levels)
	for i, v := range shares {
		if k := i / n; v == v && (float64(v) < least[k] || float64(v) > most[k]) {
			t.Fatalf("class %d has the share %v, outside %v to %v", k, v, least[k], most[k])
		}
	}
}
