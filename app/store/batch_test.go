package store

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/metric"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// trained is a page with a table and both models.
func trained(t *testing.T) *page {
	p := newPage(t)
	p.loadSample()
	p.trainClassifier()
	p.trainGenerator()
	p.sent = nil
	return p
}

var testPacked = wire.Packed{Table: wire.NewTable("people.csv", &data.Table{Schema: testSchema,
	Cols: [][]float64{{39, 50}, {0, 1}}, Outcome: []int{0, 1}}, 1, "h1")}

// people chooses n rows, the i-th with age 20+i.
func people(n int) wire.Selected {
	m := wire.Selected{Hits: n}
	var rows [][]float64
	for i := range n {
		m.Index, m.Outcomes = append(m.Index, 100+i), append(m.Outcomes, i%2)
		rows = append(rows, []float64{20 + float64(i), 1})
	}
	m.Values = wire.NewRows(rows)
	return m
}

// explainedPart is an engine's result: none for every third row, and for rows aged 25 the answer
// that they have the class already.
func explainedPart(m wire.ExplainMany) wire.ExplainedMany {
	var out wire.ExplainedMany
	var given, values, shares [][]float64
	var costs []float64
	for _, r := range m.Rows.Rows() {
		target, found := 1, 1
		switch {
		case r[0] == 25:
			target, found = -1, 0
		case int(r[0])%3 == 0:
			found = 0
		}
		out.Predicted, out.Target, out.Found = append(out.Predicted, 0), append(out.Target, target),
			append(out.Found, found)
		given = append(given, []float64{0.75, 0.25})
		if found > 0 {
			values, shares = append(values, []float64{r[0] + 5, 0}), append(shares, []float64{0.25, 0.75})
			out.Classes, costs = append(out.Classes, 1), append(costs, 1)
		}
	}
	out.Given, out.Values, out.Shares = wire.NewRows(given), wire.NewRows(values), wire.NewRows(shares)
	out.Costs = wire.NewFloats(costs, len(costs))
	return out
}

// effect removes the oldest effect, which must be an E.
func effect[E Effect](p *page) E {
	p.t.Helper()
	if len(p.other) == 0 {
		p.t.Fatalf("no effect, want %T", *new(E))
	}
	e, ok := p.other[0].(E)
	if !ok {
		p.t.Fatalf("effect %T, want %T", p.other[0], *new(E))
	}
	p.other = p.other[1:]
	return e
}

// tasksTold removes the effect that tells tasks to do so.
func tasksTold[M wire.Message](p *page) {
	p.t.Helper()
	if e := effect[TellTasks](p); e.Job == 0 || e.Body != wire.Message(*new(M)) {
		p.t.Fatalf("told %+v, want %T", e, *new(M))
	}
}

// started begins a batch of n rows.
func started(p *page, n int) RunTasks {
	p.t.Helper()
	p.do(ExplainMany{})
	answer[wire.Select](p, people(n))
	if p.crew.tableID == 0 {
		answer[wire.Pack](p, testPacked)
	}
	return effect[RunTasks](p)
}

func TestBatch(t *testing.T) {
	p := trained(t)
	p.do(SetBatch{Batch: document.Batch{Part: data.AllRows, Search: "age<60", Most: 500, Count: 99, Budget: 400,
		Target: -1, By: 0, Seed: 3, Apart: 9}})
	p.do(ExplainMany{})
	m, job := take[wire.Select](p)
	if want := (wire.Select{Part: data.AllRows, Search: "age<60", Limit: 500}); !reflect.DeepEqual(m, want) {
		t.Errorf("asked for %+v, want %+v", m, want)
	}
	p.do(Fact{job, people(110)})
	answer[wire.Pack](p, testPacked)
	run := effect[RunTasks](p)
	equal(t, "tasks", len(run.Tasks), 6)
	equal(t, "setup", len(run.Setup), 2)
	first, last := run.Tasks[0].Body.(wire.ExplainMany), run.Tasks[5].Body.(wire.ExplainMany)
	equal(t, "count", first.Query.Count, 10)
	equal(t, "how different", first.Query.Apart, model.OtherWay) // no such choice exists
	equal(t, "rows of the last task", last.Rows.Shape[0], 10)
	for _, task := range run.Tasks {
		m := task.Body.(wire.ExplainMany)
		if err := m.Query.CheckMany(m.Rows.Size(1), m.Within); err != nil {
			t.Fatal(err)
		}
	}
	p.do(TasksProgress{run.Job, TaskRun{Done: 1, Share: 0.4, LeftMS: 7}})
	equal(t, "progress", p.BatchRun.Share, 0.4)
	for _, i := range []int{5, 0, 3} { // in any order
		p.do(TaskDone{run.Job, i, explainedPart(run.Tasks[i].Body.(wire.ExplainMany))})
	}
	p.do(Pause{TheBatch})
	tasksTold[wire.Pause](p)
	p.do(Resume{TheBatch})
	tasksTold[wire.Resume](p)
	p.do(Cancel{TheBatch})
	tasksTold[wire.Cancel](p)
	p.do(TaskDone{run.Job, 1, explainedPart(run.Tasks[1].Body.(wire.ExplainMany))}, TasksEnded{run.Job, ""})
	var ages []float64
	p.Batch.Each(func(r BatchRow) { ages = append(ages, r.Factual[0]) })
	equal(t, "rows kept", len(ages), 50)
	if !slices.IsSorted(ages) || ages[20] != 80 {
		t.Errorf("rows = %v", ages)
	}
	sum := p.Batch.Summary(testSchema, 1)
	equal(t, "rows of the class already", sum.All.All-sum.All.Rows, 1)
	equal(t, "asked", sum.All.Rows, 49)
	equal(t, "groups", len(sum.Groups), 4)
	if sum.All.Covered != 31 || sum.All.Features[0].Mean != 5 || sum.All.Features[1].Moves[0].Rows != sum.All.Covered {
		t.Errorf("summary = %+v", sum.All)
	}
	p.wantAlert("")

	run = started(p, 10) // the table is packed already
	p.do(TaskDone{run.Job, 0, explainedPart(run.Tasks[0].Body.(wire.ExplainMany))}, TasksEnded{run.Job, ""})
	equal(t, "status", p.Notices.Status, "9 of 10 rows were explained; 6 of them have a counterfactual.")
	equal(t, "phase", p.Batch.Phase, Resting)

	p.do(TrainGenerator{})
	answer[wire.TrainGenerator](p, wire.GeneratorTrained{Model: []byte("other")})
	equal(t, "results of the old generator", p.Batch.HasResult, false)
	equal(t, "settings", p.Batch.Settings.Search, "age<60")
}

func TestBatchOfAFile(t *testing.T) {
	p := trained(t)
	p.do(ChooseBatchFile{ID: 4, Name: "new.csv", Size: 9})
	equal(t, "file asked for", p.reads[0].ID, 4)
	p.do(FileRead{ID: 4, Bytes: []byte("bytes")})
	answer[wire.ReadRows](p, people(30))
	equal(t, "status", p.Notices.Status, "new.csv has 30 rows that can be explained.")
	p.do(ExplainMany{})
	answer[wire.Pack](p, testPacked)
	run := effect[RunTasks](p)
	equal(t, "tasks", len(run.Tasks), 1)
	p.do(Cancel{TheBatch})
	p.do(ChooseBatchFile{ID: 5, Name: "bad.csv", Size: 9}, FileRead{ID: 5})
	answer[wire.ReadRows](p, wire.Selected{Problems: []string{"The file has no column \"age\"."}})
	p.wantAlert(`has no column "age"`)
	equal(t, "file", p.Batch.HasFile, false)
}

func TestBatchOfAFileThatDiffers(t *testing.T) {
	p := trained(t)
	p.do(ChooseBatchFile{ID: 4, Name: "new.csv", Size: 9}, FileRead{ID: 4, Bytes: []byte("bytes")})
	asked := data.Difference{Choice: data.Choice{By: data.NoColumn, Column: "age"}, Guess: "Age of person"}
	answer[wire.ReadRows](p, wire.Selected{Problems: []string{"The file has no column \"age\"."},
		Differences: []data.Difference{asked}})
	equal(t, "file", p.Batch.HasFile, false)
	c := asked.Choice
	c.Do, c.As = data.TakeAs, "Age of person"
	p.do(ChooseDifference{c})
	asked.Choice = c
	read := people(30)
	read.Differences = []data.Difference{asked}
	m := answer[wire.ReadRows](p, read)
	equal(t, "bytes read again", string(m.Bytes), "bytes")
	equal(t, "choices", slices.Equal(m.Choices, []data.Choice{c}), true)
	equal(t, "file", p.Batch.HasFile, true)
	s, err := p.Snapshot(Travel{})
	if err != nil {
		t.Fatal(err)
	}
	s.HasClassifier, s.HasGenerator, s.Courses, s.Data.Hash = false, false, nil, "h"
	b, err := snapshot.Write(s)
	if err != nil {
		t.Fatal(err)
	}
	if s, err = snapshot.Read(b); err != nil {
		t.Fatal(err)
	}
	equal(t, "choices in the file", slices.Equal(s.Settings.Batch.Choices, []data.Choice{c}), true)
	p.do(ChooseBatchFile{ID: 5, Name: "next.csv", Size: 9}, FileRead{ID: 5, Bytes: []byte("next")})
	m = answer[wire.ReadRows](p, people(30))
	equal(t, "choices for the next file", len(m.Choices), 1)
	p.do(ChooseDifference{data.Choice{By: data.OutOfRange, Column: "age", Do: data.Clamp}})
	equal(t, "choices about a file that does not differ", len(p.Batch.Settings.Choices), 1)
}

func TestBatchTroubles(t *testing.T) {
	tests := []struct {
		name string
		do   func(p *page)
		says string
	}{
		{"no table", func(p *page) { p.do(ExplainMany{}) }, sayOpenFirst},
		{"no generator", func(p *page) { p.loadSample(); p.trainClassifier(); p.do(ExplainMany{}) }, sayGeneratorFirst},
		{"no row matches", func(p *page) {
			*p = *trained(p.t)
			p.do(ExplainMany{})
			answer[wire.Select](p, wire.Selected{})
		}, sayBatchNoRows},
		{"the table is too large", func(p *page) {
			*p = *trained(p.t)
			p.do(ExplainMany{})
			answer[wire.Select](p, people(3))
			answer[wire.Pack](p, wire.Failure{Code: wire.CodeBadInput, Detail: "Too large."})
			equal(p.t, "phase", p.Batch.Phase, Resting)
		}, "Too large."},
		{"the engine dies before", func(p *page) { *p = *trained(p.t); p.do(ExplainMany{}, EngineDown{Reason: "x"}) },
			sayBatchLost},
		{"no engine can be started", func(p *page) {
			*p = *trained(p.t)
			run := started(p, 3)
			p.do(TasksEnded{run.Job, "No engine could be started."})
		}, "No engine could be started."},
		{"a part fails", func(p *page) {
			*p = *trained(p.t)
			run := started(p, 3)
			p.do(TaskDone{run.Job, 0, wire.Failure{Detail: "It stopped three times."}}, TasksEnded{run.Job, ""})
		}, "It stopped three times."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPage(t)
			tt.do(p)
			p.wantAlert(tt.says)
		})
	}
}

func TestBatchExports(t *testing.T) {
	schema := testSchema
	schema.Features = slices.Clone(schema.Features)
	schema.Features[1].Levels = []string{"=clerk", "a,\"nurse\""}
	p := trained(t)
	run := started(p, 12)
	p.do(TaskDone{run.Job, 0, explainedPart(run.Tasks[0].Body.(wire.ExplainMany))}, TasksEnded{run.Job, ""})
	b := p.Batch
	b.Rules = []causal.Rule{{Kind: causal.OnlyIncrease}, {Kind: causal.Immutable, Feature: 1}}
	b.Parts[0].Nearest = []bool{true, false, false, false, false, false, false, false, false, false, false, false}

	text := b.CSV(schema)
	lines, err := csv.NewReader(strings.NewReader(string(text))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"row", "age", "work", "is", "predicted", "probability", "target", "changed features", "cost",
		"proved", "rules kept",
		`rule: "age" may not decrease.`, `rule: "work" may not change.`}
	equalSlices(t, "header", lines[0], want)
	equalSlices(t, "a row", lines[1], []string{"101", "20", `a,"nurse"`, "row", "low", "0.75", "high", "0", "0", "",
		"", "", ""})
	equalSlices(t, "a counterfactual", lines[2],
		[]string{"101", "25", "'=clerk", "counterfactual 1", "high", "0.75", "high", "2", "1", "nearest", "no", "kept",
			"broken"})

	var rows [][]float64
	b.Each(func(r BatchRow) {
		rows = append(rows, r.Factual)
		for _, c := range r.Found {
			rows = append(rows, c.Row)
		}
	})
	back, err := data.ReadRows(text, schema, data.Plan{}, nil)
	if err != nil || len(back.Values) != len(rows) {
		t.Fatalf("%d of %d rows read back, %v, %q", len(back.Values), len(rows), err,
			append(back.Problems, back.Notes...))
	}
	for i := range rows {
		equalSlices(t, "row read back", back.Values[i], rows[i])
	}

	var file struct {
		Features []string
		Rows     []struct {
			Row             int
			Proved          string
			Values          []any
			Target          *string
			Counterfactuals []struct {
				Values []any
				Rules  []string
			}
		}
	}
	if err := json.Unmarshal(b.JSON(wire.Loaded{Schema: schema, Hash: "h1"}, 1), &file); err != nil {
		t.Fatal(err)
	}
	if r := file.Rows[0]; len(file.Rows) != 12 || r.Row != 101 || r.Values[0] != 20.0 ||
		r.Counterfactuals[0].Values[1] != "=clerk" ||
		!slices.Equal(r.Counterfactuals[0].Rules, []string{"kept", "broken"}) || file.Rows[5].Target != nil ||
		r.Proved != "nearest" || file.Rows[1].Proved != "" {
		t.Errorf("JSON = %+v", file)
	}
}

func TestGroupsHaveTheCutPointsOfAPerson(t *testing.T) {
	for text, want := range map[string]string{"60, 30;45": "30, 45, 60", " 45.5\t45.5 ": "45.5", "": "",
		"-3 1e2": "-3, 100"} {
		if cuts, problem := Cuts(text); problem != "" || writeCuts(cuts) != want {
			t.Errorf("Cuts(%q) = %v, %q, want %s", text, cuts, problem, want)
		}
	}
	for text, want := range map[string]string{"30, old": "“old” is not a number", "NaN": "“NaN”", "1e300": "“1e300”",
		strings.Repeat("x", 99): "“" + strings.Repeat("x", 40) + "”"} {
		if cuts, problem := Cuts(text); len(cuts) > 0 || !strings.HasPrefix(problem, want) {
			t.Errorf("Cuts(%q) = %v, %q, want %s", text, cuts, problem, want)
		}
	}
	_, problem := Cuts("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21")
	if problem != "You gave 21 cut points. Give at most 20." {
		t.Errorf("21 cut points: %q", problem)
	}

	p := trained(t)
	for _, c := range []struct {
		by   int
		cuts string
		want string
	}{{0, "45; 30", "30, 45"}, {0, "old", ""}, {1, "1", ""}, {-1, "1", ""}} {
		s := p.Batch.Settings
		s.By, s.Cuts = c.by, c.cuts
		if p.do(SetBatch{Batch: s, FromFile: p.Batch.FromFile}); p.Batch.Settings.Cuts != c.want {
			t.Errorf("groups of feature %d at %q: %q, want %q", c.by, c.cuts, p.Batch.Settings.Cuts, c.want)
		}
	}

	s := p.Batch.Settings
	s.Part, s.By, s.Cuts = data.AllRows, 0, "24, 28"
	p.do(SetBatch{Batch: s, FromFile: p.Batch.FromFile}, ExplainMany{})
	answer[wire.Select](p, people(10))
	answer[wire.Pack](p, testPacked)
	run := effect[RunTasks](p)
	p.do(TaskDone{run.Job, 0, explainedPart(run.Tasks[0].Body.(wire.ExplainMany))})
	sum := p.Batch.Summary(testSchema, 1)
	rows := []int{sum.Groups[0].Rows, sum.Groups[1].Rows, sum.Groups[2].Rows}
	// 25 was there already
	if !slices.Equal(sum.Names, []string{"under 24", "24 to under 28", "28 and more"}) ||
		!slices.Equal(rows, []int{4, 3, 2}) {
		t.Errorf("groups %q of %v rows", sum.Names, rows)
	}

	lines := strings.Split(string(p.Batch.GroupsCSV(testSchema, 1)), "\n")
	if len(lines) != 6 || !strings.HasPrefix(lines[0], "group of age,rows,refused,") ||
		!strings.HasPrefix(lines[2], "under 24,4,4,") || !strings.HasPrefix(lines[4], "28 and more,2,2,") {
		t.Errorf("groups as CSV: %q", lines)
	}
	var file struct{ Groups batchFileGroups }
	if err := json.Unmarshal(p.Batch.JSON(p.Data.Table, 1), &file); err != nil {
		t.Fatal(err)
	}
	f := file.Groups
	if f.Feature != "age" || !slices.Equal(f.Cuts, []float64{24, 28}) || len(f.Groups) != 3 || f.All.Rows != 10 ||
		f.Groups[0].Refused != 4 || f.Groups[0].Explained != 4 ||
		f.Groups[0].FoundP != nil || math.Abs(*f.Groups[0].RefusedLow-0.5101) > 1e-4 ||
		*f.Groups[0].RefusedHigh < 0.9999 || f.Least != metric.Least {
		t.Errorf("groups as JSON: %+v", f)
	}
}

// The project's file includes how different a row's counterfactuals must be.
func TestBatchApartIsSaved(t *testing.T) {
	p := trainedWhole(t)
	s := p.Batch.Settings
	s.Apart = model.OtherFeatures
	p.do(SetBatch{Batch: s, FromFile: p.Batch.FromFile})
	r := newWhole(t)
	r.open(p.file(Travel{}))
	equal(t, "how different", r.Batch.Settings.Apart, model.OtherFeatures)
}
