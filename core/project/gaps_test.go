package project

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"causeway/core/batch"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/onnx"
	"causeway/core/search"
)

// withGaps returns the trees of testdata/gaps.py as the black box of a table that keeps missing
// values: income, its flag, age and job.
func withGaps(t *testing.T) (*Project, *onnx.Model, onnx.Mapping) {
	t.Helper()
	b, err := os.ReadFile("testdata/gaps.json")
	if err != nil {
		t.Fatal(err)
	}
	m, err := onnx.Read(b, "")
	if err != nil {
		t.Fatal(err)
	}
	s := data.Schema{Features: []data.Feature{
		{Name: "income", Kind: data.Integer, Max: 9, MAD: 2},
		{Name: data.FlagName("income"), Kind: data.Boolean, Levels: []string{"no", "yes"}},
		{Name: "age", Kind: data.Integer, Max: 5, MAD: 1},
		{Name: "job", Kind: data.Category, Levels: []string{data.MissingLevel, "clerk", "cook", "nurse"}},
	}, Outcome: data.Feature{Name: "loan", Kind: data.Boolean, Levels: []string{"no", "yes"}}}
	p := onnx.Mapping{Classes: []int{0, 1}, Columns: []onnx.Source{{Take: onnx.Number},
		{Take: onnx.Number, Feature: 2}, {Take: onnx.Code, Feature: 3, Codes: []float64{-1, 0, 1, 2}}}}
	box, err := m.BlackBox(p, s)
	if err != nil {
		t.Fatal(err)
	}
	return Of(s, box, scatter{s}), m, p
}

// said returns what the model itself says of a row, whose missing values it gets as missing.
func said(t *testing.T, m *onnx.Model, p onnx.Mapping, row []float64) float64 {
	t.Helper()
	x := p.Values(m, row)
	if row[1] == 1 {
		x[0] = math.NaN()
	}
	if row[3] == 0 {
		x[2] = math.NaN()
	}
	shares, err := m.Shares(x)
	if err != nil {
		t.Fatal(err)
	}
	return shares[1]
}

// TestGapsAgainstEnumeration checks every row of a table with missing values against all rows that
// it could become. A missing value may be told, and a known one withheld, only where that is allowed,
// at the cost of one change each. The model's own answer to missing values decides.
func TestGapsAgainstEnumeration(t *testing.T) {
	project, m, mapping := withGaps(t)
	s := project.Schema
	const usual = 4 // what the table stores for a missing income
	var rows [][]float64
	for i := range 480 {
		row := []float64{float64(i % 10), float64(i / 10 % 2), float64(i / 20 % 6), float64(i / 120)}
		if row[1] == 0 || row[0] == usual {
			rows = append(rows, row)
		}
	}
	told, withheld, limited, none := map[string]int{}, map[string]int{}, 0, 0
	for at, may := range [][2]causal.Telling{{}, {1, 0}, {0, 1}, {1, 1}, {2, 0}, {0, 2}, {3, 3}, {1, 0}, {3, 3}, {2,
		1}} {
		q := Query{Search: document.Search{Target: 1, Count: 1, Budget: 60, Seed: 1}, Boxes: 5000}
		if at > 6 {
			q.MaxChanged = 1 + at%2
		}
		tell := []float64{0.5, 2}[at%2] // the effort of the flag
		hold := tell
		for at, j := range []int{0, 3} {
			q.Knowledge.Rules = append(q.Knowledge.Rules, causal.GapRules(s, j, may[at], usual)...)
		}
		q.Effort = []float64{1, tell, 1, 1}
		if at > 5 { // to withhold costs something else
			hold = 2.25 - tell
			q.Effort = append(q.Effort, 1, hold, 1, 1)
		}
		for _, x := range rows {
			withFlag := tell
			if x[1] == 0 {
				withFlag = hold
			}
			leads := func(row []float64) float64 { return said(t, m, mapping, row) - 0.5 }
			side := 1.0
			if q.Target = 1; leads(x) > 0 {
				q.Target, side = 0, -1
			}
			effort, cost := math.Inf(1), math.Inf(1)
			for _, c := range rows {
				if c[1] > x[1] && may[0]&causal.MayBeWithheld == 0 || c[1] < x[1] && may[0]&causal.MayBeTold == 0 ||
					c[3] == 0 && x[3] != 0 && may[1]&causal.MayBeWithheld == 0 ||
					x[3] == 0 && c[3] != 0 && may[1]&causal.MayBeTold == 0 ||
					2*side*leads(c) < search.ShownLead {
					continue
				}
				e, k, n := 0.0, 0.0, 0
				pay := func(share, far float64) { e, k, n = e+share, k+share*far, n+1 }
				if c[1] != x[1] {
					pay(withFlag, 0.5)
				}
				switch {
				case c[1] > x[1]: // no number is stored any more
				case c[0] != x[0] && x[1] == 1: // part of telling
					pay(withFlag/8, math.Abs(c[0]-x[0])/2)
					n--
				case c[0] != x[0]:
					pay(1, math.Abs(c[0]-x[0])/2)
				}
				if c[2] != x[2] {
					pay(1, math.Abs(c[2]-x[2]))
				}
				if c[3] != x[3] {
					pay(1, 0.5)
				}
				if q.MaxChanged > 0 && n > q.MaxChanged {
					limited++
					continue
				}
				if e < effort || e == effort && k < cost {
					effort, cost = e, k
				}
			}
			found, err := project.Explain(x, q, nothing)
			if err != nil {
				t.Fatal(err)
			}
			if math.IsInf(effort, 1) {
				if none++; !found.None {
					t.Errorf("%v, %v: %d rows found, want a proof that none exists", may, x, len(found.Rows))
				}
				continue
			}
			if len(found.Rows) == 0 || !found.Nearest {
				t.Fatalf("%v, %v: %d rows, nearest %v; want effort %v", may, x, len(found.Rows), found.Nearest, effort)
			}
			c := found.Rows[0]
			if math.Abs(c.Effort-effort) > 1e-9 || math.Abs(c.Cost-cost) > 1e-9 {
				t.Errorf("%v, %v: %v costs %v and %v, want %v and %v", may, x, c.Row, c.Effort, c.Cost, effort, cost)
			}
			if c.Row[1] < x[1] || c.Row[3] != 0 && x[3] == 0 {
				told[fmt.Sprint(may)]++
			}
			if c.Row[1] > x[1] || c.Row[3] == 0 && x[3] != 0 {
				withheld[fmt.Sprint(may)]++
			}
		}
	}
	if withheld["[1 1]"] != 0 || withheld["[2 0]"] == 0 || withheld["[0 2]"] == 0 || limited == 0 {
		t.Errorf("withheld %v, %d rows beyond the limit", withheld, limited)
	}
	if told["[0 0]"] != 0 || told["[1 0]"] == 0 || told["[0 1]"] == 0 || none == 0 {
		t.Errorf("told %v, %d rows without an answer", told, none)
	}
}

// TestGapsInFilesOfManyRows checks that a missing value is an empty field of a file of many rows and
// null in JSON, and that the file reads as the same rows again, by the table's plan and fills alone.
func TestGapsInFilesOfManyRows(t *testing.T) {
	text := "income,age,job,loan\n"
	for i := range 60 {
		income, job := fmt.Sprint(i%9), []string{"cook", "nurse", ""}[i%3]
		if i%4 == 0 {
			income = ""
		}
		text += fmt.Sprintf("%s,%d,%s,%s\n", income, i%7, job, []string{"no", "yes"}[i/7%2])
	}
	f, err := data.Inspect("rows.csv", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	plan := f.Preview(nil).Plan
	plan.Outcome = 3
	for j, k := range []data.Kind{data.Integer, data.Integer, data.Category, data.Category} {
		plan.Columns[j].Use, plan.Columns[j].Kind, plan.Columns[j].Gaps = true, k, data.FlagGaps
	}
	table, _, err := f.Import(plan)
	if err != nil {
		t.Fatal(err)
	}
	if g, job := table.Schema.GapOf(0), table.Schema.GapOf(3); g != 1 || job != 3 {
		t.Fatalf("gaps of income in feature %d, of job in %d", g, job)
	}
	form := batch.Form{Schema: table.Schema}
	csv, json := form.Head(), []byte(nil)
	for i := range table.Rows() {
		row := table.Row(i, nil)
		told := append([]float64{8, 0}, row[2:]...)
		r := batch.Row{Index: i, Factual: row, Given: []float64{1, 0}, Target: 1,
			Found: []document.Counterfactual{{Row: told, Shares: []float64{0, 1}, Class: 1}}}
		csv = form.AppendCSV(csv, r)
		if i == 0 {
			json = form.AppendJSON(nil, r)
		}
	}
	lines := strings.Split(string(csv), "\r\n")
	if !strings.HasPrefix(lines[0], "row,income,age,job,is,") || !strings.HasPrefix(lines[1], "1,,0,cook,row,") ||
		!strings.HasPrefix(lines[2], "1,8,0,cook,") || !strings.Contains(lines[2], ",yes,1,") ||
		!strings.HasPrefix(lines[5], "3,2,2,,row") {
		t.Errorf("the file begins with %q", lines[:6])
	}
	if !strings.Contains(string(json), `"values":[null,0,"cook"]`) ||
		!strings.Contains(string(json), `"values":[8,0,"cook"]`) || !strings.Contains(string(json), `"changed":1`) {
		t.Errorf("JSON %s", json)
	}
	again, err := data.ReadRows(csv, table.Schema, plan, data.Filler(table.Fills(plan)))
	if err != nil || len(again.Values) != 2*table.Rows() {
		t.Fatalf("%d rows again, %v: %q", len(again.Values), err, again.Problems)
	}
	for i := range table.Rows() {
		if got, want := again.Values[2*i], table.Row(i, nil); !slices.Equal(got, want) {
			t.Errorf("row %d is %v again, was %v", i, got, want)
		}
	}
	plan.Columns[0].Gaps = data.DropGaps
	const rows = "income,age,job,income is missing\n,3,cook,no\n4,3,cook,no\n"
	if r, err := data.ReadRows([]byte(rows), table.Schema, plan, nil); err != nil ||
		len(r.Values) != 1 || !strings.Contains(strings.Join(r.Notes, " "),
		`first that of column "income" in row 1 (line 2)`) {
		t.Errorf("a column that keeps no gaps: %v, %v", r, err)
	}
}
