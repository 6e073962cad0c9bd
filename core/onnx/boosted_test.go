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

	"causeway/core/data"
)

// said holds rows, in which null is a missing value, and a program's predictions for them.
type said struct {
	Rows [][]*float64      `json:"rows"`
	Says []json.RawMessage `json:"says"`
}

func says(t *testing.T, path string) (rows [][]float64, shares [][]float64) {
	t.Helper()
	var s said
	if err := json.Unmarshal(read(t, path), &s); err != nil {
		t.Fatal(err)
	}
	for i, r := range s.Rows {
		row := make([]float64, len(r))
		for j, v := range r {
			if row[j] = math.NaN(); v != nil {
				row[j] = *v
			}
		}
		var one float64
		var all []float64
		if err := json.Unmarshal(s.Says[i], &all); err != nil {
			if err := json.Unmarshal(s.Says[i], &one); err != nil {
				t.Fatal(err)
			}
			all = []float64{one}
		}
		rows, shares = append(rows, row), append(shares, all)
	}
	return rows, shares
}

// checkSays checks that a model read from a file makes its program's predictions. For a model
// with a single number, it compares the sigmoid of that number minus the threshold.
func checkSays(t *testing.T, m *Model, rows, want [][]float64, within float64) {
	t.Helper()
	worst := 0.0
	for i, r := range rows {
		got, err := m.Shares(r)
		if err != nil {
			t.Fatal(err)
		}
		w := want[i]
		if len(w) == 1 && m.Number {
			w = []float64{1 / (1 + math.Exp(m.Threshold-w[0]))}
		}
		if len(w) == 1 {
			w = []float64{1 - w[0], w[0]}
		}
		if sum := 0.0; m.Ends == Given { // a sigmoid for each class does not add up to 1
			for _, v := range w {
				sum += v
			}
			for k := range w {
				w[k] /= sum
			}
		}
		if len(w) != len(got) {
			t.Fatalf("row %d: %v, want %v", i, got, w)
		}
		for k, v := range w {
			if worst = max(worst, math.Abs(v-got[k])); !(math.Abs(v-got[k]) <= within) {
				t.Errorf("row %d %v: %v, want %v", i, r, got, w)
				break
			}
		}
	}
	t.Logf("%d rows, apart by %.2g", len(rows), worst)
}

func boostedFixtures(t testing.TB, dir string) []string {
	t.Helper()
	var all []string
	for _, like := range []string{"xgboost-*.json", "xgboost-*.ubj", "lightgbm-*.txt"} {
		paths, err := filepath.Glob(filepath.Join(dir, like))
		if err != nil || len(paths) < 3 {
			t.Fatalf("%d of %s: %v", len(paths), like, err)
		}
		all = append(all, paths...)
	}
	return all
}

// TestReadsBoostedTrees checks that trees written by XGBoost and LightGBM have the same
// predictions here, also for missing values and unknown categories.
func TestReadsBoostedTrees(t *testing.T) { checkBoosted(t, "testdata") }

func checkBoosted(t *testing.T, dir string) {
	t.Helper()
	for _, path := range boostedFixtures(t, dir) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			m, err := Read(read(t, path), "")
			if err != nil {
				t.Fatal(err)
			}
			rows, want := says(t, strings.TrimSuffix(path, filepath.Ext(path))+".want")
			within := 2e-7
			if m.program == nil { // a linear model treats a missing value as 0
				within = 2e-6 // XGBoost adds in float32: margins near 18 are off by 1e-6
				for _, r := range rows {
					for j, v := range r {
						if v != v {
							r[j] = 0
						}
					}
				}
			}
			checkSays(t, m, rows, want, within)
			if !m.Columns[len(m.Columns)-1].Gaps && m.program != nil {
				t.Error("no value may be missing")
			}
		})
	}
}

// TestReadsWhatXGBoostWrites lets XGBoost write all of its fixtures again.
func TestReadsWhatXGBoostWrites(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped with -short: the loops do not read files")
	}
	if err := exec.Command(python, "-c", "import xgboost").Run(); err != nil {
		t.Skip("needs XGBoost: apt-get install python3-xgboost")
	}
	dir := t.TempDir()
	if out, err := exec.Command(python, "-W", "ignore", "testdata/boosted.py", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	paths, _ := filepath.Glob("testdata/lightgbm-*")
	for _, p := range paths {
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(p)), read(t, p), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	checkBoosted(t, dir)
}

// TestVersionsOfXGBoost checks notations that differ between versions but mean the same: the base
// score as a number with zeros, in brackets or one for each class; flags as true and false;
// fields in any order, and unknown fields.
func TestVersionsOfXGBoost(t *testing.T) {
	for name, c := range map[string]struct{ file, old, new string }{
		"base score of 1.0":  {"binary", `"base_score":"3E-1"`, `"base_score":"0.300000"`},
		"base score of 3.1":  {"binary", `"base_score":"3E-1"`, `"base_score":"[3E-1]"`},
		"a number":           {"binary", `"base_score":"3E-1"`, `"base_score":0.3`},
		"one for each class": {"classes", `"base_score":"5E-1"`, `"base_score":"[5E-1,5E-1,5E-1]"`},
		"flags":              {"onehot", `"default_left":[`, `"default_left":[true,`},
		"no best round":      {"binary", `"best_iteration"`, `"best"`},
		"a field that is not due": {"binary", `"learner":{`,
			`"new":[{"x":[1,{"y":null}]},"\u00e4\"",-1e400],"learner" : {`},
	} {
		b := read(t, "testdata/xgboost-"+c.file+".json")
		at := bytes.Index(b, []byte(c.old))
		if at < 0 {
			t.Fatalf("%s: %s is not there", name, c.old)
		}
		if name == "flags" { // 1 or 0 of the root becomes true or false
			end := at + len(c.old)
			c.old += string(b[end : end+2])
			if c.new = `"default_left":[true,`; b[end] == '0' {
				c.new = `"default_left":[false,`
			}
		}
		m, err := Read(bytes.Replace(b, []byte(c.old), []byte(c.new), 1), "")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		rows, want := says(t, "testdata/xgboost-"+c.file+".want")
		checkSays(t, m, rows, want, 2e-7)
	}
}

// TestXGBoostKeepsCategories checks files of version 3.1 and later, which contain the categories
// of a data frame. Levels are matched with these, and any other value counts as missing.
func TestXGBoostKeepsCategories(t *testing.T) {
	names := ""
	ends := "0"
	var bytesOf []string
	for k := range 40 {
		names += fmt.Sprintf("town %d", k)
		ends += fmt.Sprint(",", len(names))
	}
	for _, c := range []byte(names) {
		bytesOf = append(bytesOf, fmt.Sprint(c))
	}
	cats := `"model":{"cats":{"enc":[{"type":12,"values":[]},{"type":12,"values":[]},{"type":12,"values":[]},{"offset` +
		`s":[` + ends + `],"values":[` +
		strings.Join(bytesOf, ",") + `]}],"feature_segments":[0,0,0,0,40],"sorted_idx":[]},`
	b := bytes.Replace(read(t, "testdata/xgboost-binary.json"), []byte(`"model":{`), []byte(cats), 1)
	m, err := Read(b, "")
	if err != nil {
		t.Fatal(err)
	}
	if c := m.Columns[3]; len(c.Codes) != 40 || c.Codes[33] != "town 33" || !c.Unknown {
		t.Fatalf("codes %q", c.Codes)
	}
	rows, want := says(t, "testdata/xgboost-binary.want")
	var ours, theirs [][]float64
	for i, r := range rows {
		if r[3] < 40 || r[3] != r[3] {
			if r[3] != r[3] {
				r[3] = -1
			}
			ours, theirs = append(ours, r), append(theirs, want[i])
		}
	}
	checkSays(t, m, ours, theirs, 2e-7)
}

// TestXGBoostStopsEarly checks that a model that stopped early predicts by default like its
// scikit-learn class and, if chosen, like its booster.
func TestXGBoostStopsEarly(t *testing.T) {
	b := read(t, "testdata/xgboost-stopped.json")
	best, err := Read(b, "")
	if err != nil {
		t.Fatal(err)
	}
	all, err := Read(b, allRounds)
	if err != nil {
		t.Fatal(err)
	}
	if best.Output != bestRounds || all.Output != allRounds || len(best.Outputs) != 2 {
		t.Fatalf("outputs %q and %q of %q", best.Output, all.Output, best.Outputs)
	}
	if a, b := len(best.program.steps[0].layer.group.of.roots), len(all.program.steps[0].layer.group.of.roots); a >= b {
		t.Errorf("%d trees of %d", a, b)
	}
}

// TestXGBoostReadsItsMissing checks that the number which the Python class takes for missing goes
// where missing values go.
func TestXGBoostReadsItsMissing(t *testing.T) {
	b := read(t, "testdata/xgboost-stopped.json")
	m, err := Read(bytes.Replace(b, []byte(`\"missing\": NaN`), []byte(`\"missing\": 7`), 1), "")
	if err != nil {
		t.Fatal(err)
	}
	rows, _ := says(t, "testdata/xgboost-stopped.want")
	for _, r := range rows {
		for j := range r {
			r[j] = math.NaN()
			want, err := m.Shares(r)
			if err != nil {
				t.Fatal(err)
			}
			r[j] = 7
			if got, err := m.Shares(r); err != nil || got[1] != want[1] {
				t.Fatalf("%v: %v %v, want %v", r, got, err, want)
			}
		}
	}
}

// TestThresholdOfANumber checks that another threshold divides the same number elsewhere.
func TestThresholdOfANumber(t *testing.T) {
	rows, want := says(t, "testdata/xgboost-number.want")
	for _, at := range []float64{0.3, 0.5, 0.7} {
		m, err := Read(read(t, "testdata/xgboost-number.ubj"), "")
		if err != nil {
			t.Fatal(err)
		}
		if !m.Number || m.Threshold != 0.5 {
			t.Fatalf("number %v, threshold %v", m.Number, m.Threshold)
		}
		if m, err = m.Part(at); err != nil {
			t.Fatal(err)
		}
		second := 0
		for i, r := range rows {
			got, err := m.Shares(r)
			if err != nil {
				t.Fatal(err)
			}
			if (got[1] > got[0]) != (want[i][0] > at) {
				t.Errorf("threshold %v: %v of %v", at, got, want[i])
			}
			if got[1] > got[0] {
				second++
			}
		}
		if second == 0 || second == len(rows) {
			t.Errorf("threshold %v parts nothing", at)
		}
	}
	m, err := Read(read(t, "testdata/xgboost-number.ubj"), "")
	if err == nil {
		m, err = m.Part(0.3, 0.7)
	}
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range rows {
		got, err := m.Shares(r)
		if err != nil {
			t.Fatal(err)
		}
		v := want[i][0]
		if band := one(v > 0.3) + one(v > 0.7); got[int(band)] != slices.Max(got) {
			t.Errorf("bands: %v of %v", got, v)
		}
	}
	if m, err = Read(read(t, "testdata/xgboost-binary.json"), ""); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Part(0.3); err == nil {
		t.Error("a share has another threshold")
	}
}

// TestTreesOfAdult checks that a forest of 300 trees and 500 rounds of boosted trees, trained on
// Adult, have the same predictions here for every row of its test file. LIGHTGBM is the path of
// LightGBM's program, if installed.
func TestTreesOfAdult(t *testing.T) {
	source, dir := filepath.Join(os.Getenv("CAUSEWAY_DATA"), "adult"), t.TempDir()
	if _, err := os.Stat(filepath.Join(source, "adult.test")); err != nil || testing.Short() {
		t.Skip("skipped: CAUSEWAY_DATA names no folder with adult/adult.test, or -short is given")
	}
	if err := exec.Command(python, "-c", "import xgboost, sklearn, onnx").Run(); err != nil {
		t.Skip("needs XGBoost, scikit-learn and onnx: apt-get install python3-xgboost python3-sklearn python3-onnx")
	}
	args := []string{"-W", "ignore", "testdata/adult.py", source, dir}
	files := []string{"forest-adult.onnx", "xgboost-adult.json", "xgboost-adult.ubj"}
	if program := os.Getenv("LIGHTGBM"); program != "" {
		args, files = append(args, program), append(files, "lightgbm-adult.txt")
	} else {
		t.Log("without LightGBM: LIGHTGBM names no program of it")
	}
	if out, err := exec.Command(python, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, name := range files {
		b := read(t, filepath.Join(dir, name))
		m, err := Read(b, "")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		rows, want := says(t, strings.TrimSuffix(filepath.Join(dir, name), filepath.Ext(name))+".want")
		differ := 0
		for i, r := range rows {
			got, err := m.Shares(r)
			if err != nil {
				t.Fatal(err)
			}
			w := want[i]
			if len(w) == 1 {
				w = []float64{1 - w[0], w[0]}
			}
			if (got[1] > got[0]) != (w[1] > w[0]) {
				differ++
			}
		}
		t.Logf("%s: %d bytes, %d trees, %d of %d classes differ", name, len(b),
			len(m.program.steps[0].layer.group.of.roots), differ, len(rows))
		if differ > 0 || len(rows) < 16_000 {
			t.Errorf("%s: %d of %d rows differ", name, differ, len(rows))
		}
		checkSays(t, m, rows, want, 1e-6)
	}
}

// TestMissingGoesWhereTheModelSendsIt checks that missing values of the table are missing for the
// model: a level for missing values, and a number that was filled in according to another column.
func TestMissingGoesWhereTheModelSendsIt(t *testing.T) {
	s := data.Schema{Features: []data.Feature{
		{Name: "a", Kind: data.Continuous, Min: -30, Max: 30, Decimals: 2},
		{Name: "b", Kind: data.Continuous, Min: -3, Max: 3, Decimals: 2},
		{Name: "c", Kind: data.Continuous, Min: -9, Max: 9, Decimals: 2},
		{Name: "town", Kind: data.Category, Levels: []string{"0", "3", "33", data.MissingLevel}},
		{Name: "c is missing", Kind: data.Boolean, Levels: []string{"no", "yes"}},
	}, Outcome: data.Feature{Name: "y", Kind: data.Category, Levels: []string{"0", "1"}}}
	for _, file := range []string{"xgboost-binary.json", "lightgbm-binary.txt"} {
		b := bytes.Replace(read(t, "testdata/"+file), []byte("Column_0 Column_1 Column_2 Column_3"),
			[]byte("a b c town"), 1)
		m, err := Read(b, "")
		if err != nil {
			t.Fatal(err)
		}
		p, _ := Guess(m, &data.Table{Schema: s})
		p.Columns[3] = Source{Take: Code, Feature: 3, Codes: []float64{0, 3, 33, 0}}
		box, err := m.BlackBox(p, s)
		if err != nil {
			t.Fatal(err)
		}
		pass, one, moved := box.Pass(), make([]float32, s.Width()), 0
		for _, c := range []struct{ row, asked []float64 }{
			{[]float64{1, 0.5, 2, 1, 0}, []float64{1, 0.5, 2, 3}},
			{[]float64{1, 0.5, 2, 1, 1}, []float64{1, 0.5, math.NaN(), 3}},
			{[]float64{1, 0.5, 2, 3, 0}, []float64{1, 0.5, 2, math.NaN()}},
			{[]float64{-4, 0.5, -2, 2, 0}, []float64{-4, 0.5, -2, 33}},
			{[]float64{-4, 0.5, -2, 3, 1}, []float64{-4, 0.5, math.NaN(), math.NaN()}},
		} {
			s.Encode(c.row, one)
			want, err := m.Shares(c.asked)
			if err != nil {
				t.Fatal(err)
			}
			if got := pass.Shares(one, 1); got[1] != float32(want[1]) {
				t.Errorf("%s, %v: %v, want %v", file, c.row, got[1], want[1])
			}
			known, err := m.Shares([]float64{c.asked[0], c.asked[1], c.row[2], []float64{0, 3, 33, 0}[int(c.row[3])]})
			if err != nil {
				t.Fatal(err)
			}
			if known[1] != want[1] {
				moved++
			}
		}
		if moved == 0 {
			t.Errorf("%s: it makes no difference what is missing", file)
		}
	}
}

// TestShortNumbers checks that numbers with few digits are parsed exactly as by the library.
func TestShortNumbers(t *testing.T) {
	for _, s := range []string{"0", "-0", "1", "0.1", "-3.25E-1", "6.9999e22", "1e-22", "123456789012345",
		"9.98765432101234e21", "5E-1", "-1.5e+3", "0.30000001", "1234567890123456", "1e23", "1e", ".", "-", "1.2.3",
		"1e5x", "00.5", "1e-"} {
		v, ok := short([]byte(s))
		want, err := strconv.ParseFloat(s, 64)
		if ok && (err != nil || math.Float64bits(v) != math.Float64bits(want)) {
			t.Errorf("%s is %v, want %v (%v)", s, v, want, err)
		}
		if !ok && err == nil && len(s) < 10 && s != "1e23" {
			t.Errorf("%s is not read", s)
		}
	}
}
