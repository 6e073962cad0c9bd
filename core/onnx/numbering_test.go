package onnx

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"causeway/core/data"
)

// modelCase is a model with columns num and town, rows as text, and its program's predictions:
// the share of the second class.
type modelCase struct {
	Name  string
	Model json.RawMessage
	Num   []float64
	Town  []string
	Says  []float64
}

// kinds lists the ways in which a table may represent a column of categories.
var kinds = []string{"sorted", "turned around", "as they appear", "numbers"}

// table returns the rows as a table; false if the towns are not numbers.
func (c modelCase) table(as string) (*data.Table, bool) {
	n := len(c.Num)
	t := &data.Table{Schema: data.Schema{Features: []data.Feature{{Name: "num", Kind: data.Continuous, Decimals: 2},
		{Name: "town", Kind: data.Category}},
		Outcome: data.Feature{Name: "y", Kind: data.Category, Levels: []string{"no", "yes"}}},
		Cols: make([][]float64, 2), Outcome: make([]int, n)}
	t.Cols[0] = c.Num
	f := &t.Schema.Features[1]
	var all []int
	for i, s := range c.Town {
		if s == "" {
			s = data.MissingLevel
		}
		if !slices.Contains(f.Levels, s) {
			f.Levels = append(f.Levels, s)
		}
		all = append(all, i)
	}
	switch as {
	case "sorted":
		slices.Sort(f.Levels)
	case "turned around":
		slices.Sort(f.Levels)
		slices.Reverse(f.Levels)
	case "numbers":
		f.Kind, f.Levels, f.Decimals = data.Continuous, nil, 2
	}
	for _, s := range c.Town {
		if s == "" {
			s = data.MissingLevel
		}
		v, err := strconv.ParseFloat(s, 64)
		if as != "numbers" {
			v = float64(slices.Index(f.Levels, s))
		} else if err != nil {
			return nil, false
		}
		t.Cols[1] = append(t.Cols[1], v)
	}
	t.FitScale(all)
	return t, true
}

// check checks that the model makes its program's prediction for every row.
func (c modelCase) check(t *testing.T, file []byte, order Order, recorded bool) {
	t.Helper()
	m, err := Read(file, "")
	if err != nil {
		t.Fatalf("%s: %v", c.Name, err)
	}
	for _, as := range kinds {
		table, ok := c.table(as)
		if !ok {
			continue
		}
		p, notes := Guess(m, table)
		for _, n := range notes {
			checkSentence(t, n)
		}
		if order != Likeliest {
			p.Columns[1].Take, p.Columns[1].Codes, p.Columns[1].Values = Code, nil, nil
		}
		assumed := p.Number(m, table, order)
		if k := categoriesOf(table, 1); (assumed == nil) != (recorded || k.counted()) {
			t.Errorf("%s, %s: columns %v are assumed", c.Name, as, assumed)
		}
		if problems := p.Check(m, table.Schema); problems != nil {
			t.Errorf("%s, %s: %q", c.Name, as, problems)
			continue
		}
		b, err := m.BlackBox(p, table.Schema)
		if err != nil {
			t.Fatal(err)
		}
		x, pass := make([]float32, table.Schema.Width()), b.Pass()
		for i, want := range c.Says {
			table.Schema.Encode(table.Row(i, nil), x)
			if got := float64(pass.Shares(x, 1)[1]); !(math.Abs(got-want) <= 1e-6) {
				t.Errorf("%s, %s, row %d (%v, %q): %v, want %v, codes %v", c.Name, as, i, c.Num[i], c.Town[i], got,
					want, p.Columns[1])
				break
			}
		}
	}
}

func xgboostCases(t testing.TB) (all []modelCase) {
	t.Helper()
	if err := json.Unmarshal(read(t, "testdata/categories.json"), &all); err != nil || len(all) < 8 {
		t.Fatalf("%d cases: %v", len(all), err)
	}
	return all
}

// TestCategoriesAreNumberedAsTheProgramDoes checks that a model of XGBoost predicts the same as
// XGBoost, whatever the order of the table's levels, and also if they are numbers.
func TestCategoriesAreNumberedAsTheProgramDoes(t *testing.T) {
	for _, c := range xgboostCases(t) {
		c.check(t, c.Model, Likeliest, false)
	}
}

// TestRecordedCategoriesAreTaken checks that files of version 3.1 and later state which category
// each number is, so nothing is assumed.
func TestRecordedCategoriesAreTaken(t *testing.T) {
	for _, c := range xgboostCases(t) {
		c.check(t, recorded(t, c), Likeliest, true)
	}
}

// recorded returns the model in the format of version 3.1.
func recorded(t testing.TB, c modelCase) []byte {
	table, _ := c.table("sorted")
	k := categoriesOf(table, 1)
	enc := map[string]any{}
	if k.numbers != nil && c.Name != "truths" {
		var v []float64
		for _, at := range k.sorted(false) {
			v = append(v, k.numbers[at])
		}
		enc["type"], enc["values"] = 9, v
	} else {
		offsets, values := []int{0}, []int{}
		for _, at := range k.sorted(false) {
			for _, b := range []byte(k.levels[at]) {
				values = append(values, int(int8(b))) // as signed bytes
			}
			offsets = append(offsets, len(values))
		}
		enc["offsets"], enc["values"] = offsets, values
	}
	cats, err := json.Marshal(map[string]any{"enc": []any{map[string]any{"offsets": []int{}, "values": []int{}}, enc},
		"feature_segments": []int{0, 0, 1}, "sorted_idx": []int{}})
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Replace(c.Model, []byte(`"model":{`), []byte(`"model":{"cats":`+string(cats)+`,`), 1)
}

// TestOrdersOfCategories checks the codes for the orders that a person may choose instead.
func TestOrdersOfCategories(t *testing.T) {
	for _, c := range []struct {
		levels []string
		rows   []float64
		order  Order
		want   []float64
	}{
		{[]string{"low", "medium", "high"}, nil, Likeliest, []float64{1, 2, 0}},
		{[]string{"low", "medium", "high"}, nil, AsListed, []float64{0, 1, 2}},
		{[]string{"low", "medium", "high"}, []float64{2, 2, 0, 1}, Appearing, []float64{1, 2, 0}},
		{[]string{"low", "medium", "high"}, nil, Itself, []float64{1, 2, 0}},
		{[]string{"10", "9", "1"}, nil, Sorted, []float64{2, 1, 0}},
		{[]string{"10", "9", "1"}, nil, Spelled, []float64{1, 2, 0}},
		{[]string{"10", "9", "1"}, nil, Itself, []float64{10, 9, 1}},
		{[]string{"10", "9", "1"}, nil, Likeliest, []float64{10, 9, 1}}, // a numeric column, used unchanged
		{[]string{"a10", "a2"}, nil, Likeliest, []float64{0, 1}},
		{[]string{"true", "false"}, nil, Likeliest, []float64{1, 0}},
		{[]string{"1.50", "-2", "1e1"}, nil, Sorted, []float64{1, 0, 2}},
		{[]string{"b", data.MissingLevel, "a"}, nil, Likeliest, []float64{1, 2, 0}},
		{[]string{"é", "z", "Z"}, nil, Likeliest, []float64{2, 1, 0}},
	} {
		table := &data.Table{Schema: data.Schema{
			Features: []data.Feature{{Name: "a", Kind: data.Ordered, Levels: c.levels}}}, Cols: [][]float64{c.rows}}
		p := Mapping{Columns: []Source{{Take: Code}}}
		p.Number(&Model{Columns: []Column{{Name: "a"}}}, table, c.order)
		if !slices.Equal(p.Columns[0].Codes, c.want) {
			t.Errorf("%q in order %d: %v, want %v", c.levels, c.order, p.Columns[0].Codes, c.want)
		}
	}
}

// TestCodesByName checks that codes are matched by name, by number or by letters, and never
// because of an accidental spelling.
func TestCodesByName(t *testing.T) {
	for _, c := range []struct {
		levels, codes []string
		want          []float64
	}{
		{[]string{"1", "10", "2"}, []string{"1.0", "2.0", "10.0"}, []float64{0, 2, 1}},
		{[]string{"-1", "1"}, []string{"-1.0", "1.0"}, []float64{0, 1}},
		{[]string{"10", "1"}, []string{"1.0", "3"}, []float64{-1, 0}},
		{[]string{"true", "false"}, []string{"False", "True"}, []float64{1, 0}},
		{[]string{"0", "1"}, []string{"False", "True"}, []float64{0, 1}},
		{[]string{"New York", "Bonn"}, []string{"bonn", "new_york"}, []float64{1, 0}},
		{[]string{"A", "a"}, []string{"a", "b"}, []float64{-1, 0}},
		{[]string{"x", "y"}, []string{"a", "b"}, nil},
		{[]string{"007", "7"}, []string{"7"}, []float64{-1, 0}},
	} {
		if got := matches(c.levels, Column{Codes: c.codes, Unknown: true}); !slices.Equal(got, c.want) {
			t.Errorf("%q among %q: %v, want %v", c.levels, c.codes, got, c.want)
		}
	}
}

// catTree returns a LightGBM model with one split by a set of categories, given as bits.
func catTree(infos string, set uint32, pandas string) []byte {
	return fmt.Appendf(nil, "tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nlabel_index=0\nmax_feature_idx="+
		"1\nobjective=binary sigmoid:1\nfeature_names=num town\nfeature_infos=[-3:3] %s\n\n"+
		"Tree=0\nnum_leaves=2\nnum_cat=1\nsplit_feature=1\nthreshold=0\ndecision_type=1\nleft_child=-1\nright_child=-"+
		"2\nleaf_value=2 -2\ncat_boundaries=0 1\ncat_threshold=%d\nshrinkage=1\n\n\nend of "+
		"trees\n\npandas_categorical:%s\n", infos, set, pandas)
}

// TestCategoriesOfLightGBM checks that LightGBM stores the categories of a data frame or,
// otherwise, their numbers.
func TestCategoriesOfLightGBM(t *testing.T) {
	in, out := 1/(1+math.Exp(-2)), 1/(1+math.Exp(2))
	for _, c := range []struct {
		name, infos, pandas string
		set                 uint32
		towns               string
		says                []float64
		recorded            bool
	}{
		{"texts of a frame", "0:1:2", `[["high","low","medium"]]`, 0b101, "low,medium,high,low",
			[]float64{out, in, in, out}, true},
		{"an order of the frame's own", "0:1:2", `[["low","medium","high"]]`, 0b101, "low,medium,high,low",
			[]float64{in, out, in, in}, true},
		{"whole numbers of a frame", "0:1:2:3", `[[1,2,10,20]]`, 0b1100, "1,2,10,20", []float64{out, out, in, in},
			true},
		{"decimals of a frame", "0:1", `[[1.0,2.5]]`, 0b10, "1,2.5", []float64{out, in}, true},
		{"truths of a frame", "0:1", `[[false,true]]`, 0b10, "True,False", []float64{in, out}, true},
		{"a level that it never saw", "0:1", `[["a","b"]]`, 0b11, "a,b,c", []float64{in, in, out}, true},
		{"missing", "-1:0:1", `[["a","b"]]`, 0b10, "a,b,", []float64{out, in, out}, true},
		{"numbers as they are", "1:2:10:20", "null", 1<<10 | 1<<2, "1,2,10,20", []float64{out, in, in, out}, false},
		{"numbers that were counted", "0:1:2:3", "null", 0b1010, "1,2,10,20", []float64{out, in, out, in}, false},
		{"texts that were counted", "0:1:2", "null", 0b110, "b,a2,a10", []float64{in, in, out}, false},
		{"counted", "0:1:2", "null", 0b110, "0,1,2", []float64{out, in, in}, false},
	} {
		all := modelCase{Name: c.name, Town: strings.Split(c.towns, ","), Says: c.says,
			Num: make([]float64, len(c.says))}
		all.check(t, catTree(c.infos, c.set, c.pandas), Likeliest, c.recorded)
	}
}

// TestATableThatLacksCategories checks that a note is given if a table lacks some of the model's
// categories.
func TestATableThatLacksCategories(t *testing.T) {
	m, err := Read(catTree("0:1:2:3:4", 1<<4, "null"), "")
	if err != nil {
		t.Fatal(err)
	}
	for towns, told := range map[string]bool{"a,b,c,a": true, "a,b,c,d,e": false, "1,2,3": false} {
		all := modelCase{Town: strings.Split(towns, ","), Num: make([]float64, len(strings.Split(towns, ",")))}
		table, _ := all.table("sorted")
		_, notes := Guess(m, table)
		if got := slices.ContainsFunc(notes, func(n string) bool {
			return strings.Contains(n, "at least 5 categories")
		}); got != told {
			t.Errorf("%s: %q", towns, notes)
		}
		for _, n := range notes {
			checkSentence(t, n)
		}
	}
}

// TestCategoriesOfEncoders checks that an ONNX encoder specifies its own codes, and that whole
// numbers among them are looked up.
func TestCategoriesOfEncoders(t *testing.T) {
	for _, c := range []struct {
		name, towns string
		says        []float64 // the score of town
		recorded    bool
		encode      func(b *builder) string // encodes column x2 as one value
	}{
		{"whole numbers one-hot", "1,2,10,20", []float64{0, 0, 3, 4}, true, func(b *builder) string {
			v := b.node("OneHotEncoder", []string{"town"}, ml, withInts("cats_int64s", 1, 2, 10, 20),
				withInt("zeros", 1))
			return b.node("MatMul", []string{b.node("Reshape", []string{v, b.ints(-1, 4)}),
				b.floats([]int{4, 1}, 0, 0, 3, 4)})
		}},
		{"whole numbers as labels", "5,7,6", []float64{0, 2, 1}, true, func(b *builder) string {
			return b.node("LabelEncoder", []string{"town"}, ml, withInts("keys_int64s", 5, 6, 7),
				withFloats("values_floats", 0, 1, 2))
		}},
		{"counted", "high,low,medium", []float64{3, 4, 5}, false, func(b *builder) string {
			v := b.node("OneHot", []string{"town", b.ints(3), b.floats([]int{2}, 0, 1)})
			return b.node("MatMul", []string{b.node("Reshape", []string{v, b.ints(-1, 3)}),
				b.floats([]int{3, 1}, 3, 4, 5)})
		}},
		{"a number", "low,medium,high", []float64{1, 2, 0}, false, func(b *builder) string {
			return b.node("Cast", []string{"town"}, withInt("to", typeFloat))
		}},
	} {
		b := newBuilder(data.Schema{})
		b.input("num", typeFloat, 1)
		b.input("town", typeInt64, 1)
		v := b.node("Concat", []string{"num", c.encode(b)}, withInt("axis", 1))
		b.nodeAs([]string{"y"}, "Sigmoid", []string{b.node("MatMul", []string{v, b.floats([]int{2, 1}, 0.5, 1)})})
		b.output("y", typeFloat, 1)
		all := modelCase{Name: c.name, Town: strings.Split(c.towns, ","), Num: make([]float64, len(c.says))}
		for i, s := range c.says {
			all.Num[i] = float64(i)
			all.Says = append(all.Says, 1/(1+math.Exp(-s-0.5*float64(i))))
		}
		all.check(t, b.model(13), Likeliest, c.recorded)
	}
}

// TestSharedModelCases uses the shared test files, if they exist.
func TestSharedModelCases(t *testing.T) {
	dir := "../../../shared/cases/O-model-codes"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("skipped: the shared cases are not beside this project")
	}
	for model, want := range map[string]string{"cat-scale": "cat-scale", "cat-int": "cat-int", "cat-nat": "cat-nat",
		"cat-int31": "cat-int"} {
		c := modelCase{Name: model}
		for i, line := range strings.Split(strings.TrimSpace(string(read(t, filepath.Join(dir, want+"-want.csv")))),
			"\n") {
			if f := strings.Split(line, ","); i > 0 {
				num, _ := strconv.ParseFloat(f[0], 64)
				says, err := strconv.ParseFloat(strings.TrimSpace(f[3]), 64)
				if err != nil {
					t.Fatal(err)
				}
				c.Num, c.Town, c.Says = append(c.Num, num), append(c.Town, f[1]), append(c.Says, says)
			}
		}
		c.check(t, read(t, filepath.Join(dir, model+".json")), Likeliest, model == "cat-int31")
	}
}
