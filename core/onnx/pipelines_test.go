package onnx

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"causeway/core/blackbox"
	"causeway/core/data"
	"causeway/core/exact"
)

// pipelines is the corpus in testdata/pipelines: one table for all models, and for each model the
// columns of its inputs and the shares that its program gives the rows of the table; for two
// classes only those of the second.
type pipelines struct {
	Table  map[string][]any
	Models map[string]struct {
		Inputs map[string][]string // an input that is not listed is a column of its name
		Shares []float64
	}
}

const pipelineRows = 200

func readPipelines(t testing.TB) (p pipelines) {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(read(t, "testdata/pipelines/rows.json.gz")))
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err == nil {
		err = json.Unmarshal(b, &p)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// column returns the values of the table for a column of a model.
func (p pipelines) column(t testing.TB, name string, c Column) (string, []any) {
	t.Helper()
	at := c.Input
	if in := p.Models[name].Inputs[c.Input]; c.Index < len(in) {
		at = in[c.Index]
	}
	v := p.Table[at]
	if len(v) != pipelineRows {
		t.Fatalf("%s: the table has no column %q", name, at)
	}
	return at, v
}

// asked converts a value of the table to what Shares takes.
func asked(v any, c Column) float64 {
	switch v := v.(type) {
	case float64:
		if c.Codes != nil {
			return float64(align([]string{formatCode(v)}, c.Codes)[0])
		}
		return v
	case string:
		return float64(slices.Index(c.Codes, v))
	}
	if c.Codes != nil {
		return -1
	}
	return math.NaN()
}

// apart returns the largest difference from the program's shares.
func (p pipelines) apart(t testing.TB, name string, m *Model) (worst float64) {
	return p.compare(t, name, m, io.Discard)
}

// compare also writes the bits of all shares.
func (p pipelines) compare(t testing.TB, name string, m *Model, bits io.Writer) (worst float64) {
	t.Helper()
	x, want := make([][]float64, pipelineRows), p.Models[name].Shares
	for _, c := range m.Columns {
		_, values := p.column(t, name, c)
		for i, v := range values {
			x[i] = append(x[i], asked(v, c))
		}
	}
	for i := range x {
		got, err := m.Shares(x[i])
		if err != nil {
			t.Logf("%s, row %d: %v", name, i, err)
			return math.Inf(1)
		}
		for _, v := range got {
			fmt.Fprintf(bits, "%x ", math.Float64bits(v))
		}
		if len(got) == 2 {
			got = got[1:]
		}
		if len(want) != len(got)*pipelineRows {
			t.Fatalf("%s: %d classes, and %d shares are known", name, len(got), len(want))
		}
		for k, v := range got {
			if d := math.Abs(v - want[i*len(got)+k]); !(d <= worst) {
				worst = d
			}
		}
	}
	return worst
}

// box returns the model as the black box of the table that it was made for.
func (p pipelines) box(t testing.TB, name string, m *Model) (blackbox.BlackBox, error) {
	t.Helper()
	table, mapping := p.table(t, name, m)
	return m.BlackBox(mapping, table.Schema)
}

// table returns the columns that a model reads.
func (p pipelines) table(t testing.TB, name string, m *Model) (*data.Table, Mapping) {
	t.Helper()
	table := &data.Table{Outcome: make([]int, pipelineRows)}
	table.Schema.Outcome = data.Feature{Name: "class", Kind: data.Category}
	for k := range m.Classes {
		table.Schema.Outcome.Levels = append(table.Schema.Outcome.Levels, formatCode(float64(k)))
	}
	var all []int
	for i := range pipelineRows {
		all = append(all, i)
	}
	var mapping Mapping
	for _, c := range m.Columns {
		at, values := p.column(t, name, c)
		f, col, sum := data.Feature{Name: at, Kind: data.Continuous, Decimals: 4}, make([]float64, pipelineRows), 0.0
		for i, v := range values {
			switch v := v.(type) {
			case float64:
				col[i], sum = v, sum+v
			case string:
				if f.Kind = data.Category; v == "" {
					v = data.MissingLevel
				}
				if !slices.Contains(f.Levels, v) {
					f.Levels = append(f.Levels, v)
				}
				col[i] = float64(slices.Index(f.Levels, v))
			}
		}
		take := Source{Take: Number, Feature: len(table.Cols)}
		if f.Kind == data.Category {
			take.Take, take.Codes = Code, make([]float64, len(f.Levels))
			for l, level := range f.Levels {
				take.Codes[l] = asked(level, c)
			}
		} else if c.Codes != nil || c.Category { // numbers that stand for levels
			var numbers []float64
			for _, v := range values {
				if v, is := v.(float64); is {
					numbers = append(numbers, v)
				}
			}
			slices.Sort(numbers)
			take.Take = Code
			for _, v := range slices.Compact(numbers) {
				f.Levels = append(f.Levels, formatCode(v))
				take.Codes = append(take.Codes, asked(v, c))
			}
			f.Kind = data.Category
			for i, v := range values {
				if v, is := v.(float64); is {
					col[i] = float64(slices.Index(f.Levels, formatCode(v)))
				}
			}
		}
		mapping.Columns = append(mapping.Columns, take)
		table.Schema.Features = append(table.Schema.Features, f)
		table.Cols = append(table.Cols, col)
	}
	for k := range m.Classes {
		mapping.Classes = append(mapping.Classes, k)
	}
	table.FitScale(all)
	return table, mapping
}

// A pipeline reaches one of these states. Any other text is a word of the sentence that refuses
// it.
const (
	isProved = "proved"  // its shares are equal, and a search of its answers can be complete
	isEqual  = "equal"   // its shares are equal
	differs  = "differs" // it opens with other shares
)

// pipelineStates lists every file of the corpus.
var pipelineStates = []struct{ file, is string }{
	{"bagging.onnx", isProved},
	{"bayes-bernoulli.onnx", isProved},
	{"bayes-gauss.onnx", isProved},
	{"calibrated-isotonic.onnx", isProved},
	{"calibrated-sigmoid.onnx", isProved},
	{"catboost-combined.json", isProved},
	{"catboost-categories.json", isProved},
	{"catboost-lossguide.json", isProved},
	{"catboost-numbers.onnx", isProved},
	{"lightgbm-binary.txt", isProved},
	{"lightgbm-each.txt", isProved},
	{"lightgbm-forest.txt", isProved},
	{"lightgbm-gaps.onnx", isProved},
	{"lightgbm-linear-classes.txt", isProved},
	{"lightgbm-linear.txt", isProved},
	{"lightgbm-pipeline.onnx", isProved},
	{"lightgbm-zeros.txt", isProved},
	{"linear-descent.onnx", isProved},
	{"linear-discriminant.onnx", isProved},
	{"linear-each.onnx", isProved},
	{"linear-labels.onnx", isProved},
	{"linear-logistic.onnx", isProved},
	{"linear-polynomial.onnx", isProved},
	{"neighbours.onnx", "Scan"},
	{"network-tanh.onnx", isProved},
	{"one-vs-rest.onnx", isProved},
	{"stacked-through.onnx", isProved},
	{"stacked.onnx", isProved},
	{"svm-linear-classes.onnx", isEqual},
	{"svm-radial.onnx", isProved},
	{"torch-embedded.onnx", isProved},
	{"torch-front.onnx", isProved},
	{"torch-gated.onnx", isProved},
	{"torch-ordinal.onnx", isProved},
	{"torch-pieces.onnx", isProved},
	{"torch-plain.onnx", isProved},
	{"torch-quantized.onnx", isProved},
	{"torch-residual.onnx", isProved},
	{"trees-ada-samme.onnx", isProved},
	{"trees-ada.onnx", isProved},
	{"trees-clip.onnx", isProved},
	{"trees-components.onnx", isProved},
	{"trees-extra-bins.onnx", isProved},
	{"trees-forest.onnx", isProved},
	{"trees-gradient.onnx", isProved},
	{"trees-hist-classes.onnx", isProved},
	{"trees-hist.onnx", isProved},
	{"trees-one-polynomial.onnx", isProved},
	{"trees-power.onnx", isProved},
	{"trees-select.onnx", isProved},
	{"voting-hard.onnx", isProved},
	{"voting-soft.onnx", isProved},
	{"xgboost-binary.json", isProved},
	{"xgboost-categories.json", isProved},
	{"xgboost-classes.ubj", isProved},
	{"xgboost-dart.ubj", isProved},
	{"xgboost-forest.json", isProved},
	{"xgboost-gaps.onnx", isProved},
	{"xgboost-pipeline.onnx", isProved},
	{"xgboost-vectors.json", isProved},
}

// TestPipelines checks that every pipeline has the shares of its own program on all rows, also
// where values are missing or were never seen.
func TestPipelines(t *testing.T) {
	p := readPipelines(t)
	files, err := filepath.Glob("testdata/pipelines/*")
	if err != nil || len(files) != len(p.Models)+1 || len(p.Models) != len(pipelineStates) {
		t.Fatalf("%d files, %d with known shares and %d in the list: %v", len(files)-1, len(p.Models),
			len(pipelineStates), err)
	}
	opened, equal, proved, all := 0, 0, 0, fnv.New64a()
	for _, c := range pipelineStates {
		m, err := Read(read(t, "testdata/pipelines/"+c.file), "")
		if err != nil {
			checkSentence(t, err.Error())
			if c.is == isProved || c.is == isEqual || c.is == differs || !strings.Contains(err.Error(), c.is) {
				t.Errorf("%s is %s, not: %v", c.file, c.is, err)
			}
			continue
		}
		opened++
		worst, is := p.compare(t, c.file, m, all), differs
		if worst <= 1e-6 {
			equal++
			is = isEqual
			if b, err := p.box(t, c.file, m); err == nil && exact.CanBound(b) {
				proved++
				is = isProved
			}
		}
		if is != c.is {
			t.Errorf("%s is %s and listed as %s: its shares differ by %.2g", c.file, is, c.is, worst)
		}
	}
	t.Logf("%d of %d pipelines open, %d with equal shares, %d of them proved", opened, len(pipelineStates), equal,
		proved)
	if got := all.Sum64(); got != pipelineBits {
		t.Errorf("the bits of all shares are %#x, want %#x", got, uint64(pipelineBits))
	}
}

// pipelineBits are the same on every machine and in WebAssembly. They change only with the files,
// or with the order of sums.
const pipelineBits = 0xca8f0c61d8b8eada

// TestPipelinesAreSearchedCompletely counts the pipelines for which a complete search ends within a
// usual budget.
func TestPipelinesAreSearchedCompletely(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short: it takes a while")
	}
	p, ended, all := readPipelines(t), 0, 0
	for _, c := range pipelineStates {
		m, err := Read(read(t, "testdata/pipelines/"+c.file), "")
		if err != nil {
			continue
		}
		b, err := p.box(t, c.file, m)
		if err != nil || !exact.CanBound(b) {
			continue
		}
		done, boxes, found := 0, 0, 0
		const rows = 6
		table, _ := p.table(t, c.file, m)
		s := table.Schema
		for i := range rows {
			row := table.Row(i*7, nil)
			x := make([]float32, s.Width())
			s.Encode(row, x)
			shares := b.Pass().Shares(x, 1)
			target := slices.Index(shares, slices.Min(shares))
			e, err := exact.New(exact.Problem{Schema: s, BlackBox: b, Factual: row, Target: target, LevelCost: 1})
			if err != nil {
				t.Fatal(err)
			}
			if err := e.Nearest(e.Budget(4000), func() error { return nil }); err != nil {
				t.Fatal(err)
			}
			boxes += e.Boxes()
			if e.Best() != nil {
				found++
			}
			if e.Done() {
				done++
			}
		}
		if all++; done > rows/2 {
			ended++
		}
		t.Logf("%s: %d of %d searches end, %d rows found, %d boxes each", c.file, done, rows, found, boxes/rows)
	}
	t.Logf("the searches of %d of %d pipelines end", ended, all)
	if ended < 40 {
		t.Errorf("the searches of only %d pipelines end", ended)
	}
}
