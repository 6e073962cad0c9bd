package ui

import (
	"math"
	"strings"
	"testing"

	"causeway/app/store"
	"causeway/app/ui/everyone"
	"causeway/app/ui/explain"
	"causeway/app/ui/kit"
	"causeway/app/ui/report"
	"causeway/app/ui/uitest"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/metric"
	"causeway/core/model"
	"causeway/core/wire"
)

// people returns n rows, the i-th with age 20+i.
func people(n int) wire.Selected {
	m := wire.Selected{Hits: n}
	var rows [][]float64
	for i := range n {
		m.Index, m.Outcomes = append(m.Index, 100+i), append(m.Outcomes, 0)
		rows = append(rows, []float64{20 + float64(i), float64(i % 2)})
	}
	m.Values = wire.NewRows(rows)
	return m
}

// explained answers a task: rows with age 25 are already in the class, every third other
// row has no answer, and the rest become five years older.
func (p *page) explained(run store.RunTasks, index int) {
	var out wire.ExplainedMany
	var given, values, shares [][]float64
	var costs []float64
	for _, r := range run.Tasks[index].Body.(wire.ExplainMany).Rows.Rows() {
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
			values, shares = append(values, []float64{r[0] + 5, r[1]}), append(shares, []float64{0.25, 0.75})
			out.Classes, costs = append(out.Classes, 1), append(costs, 1)
		}
	}
	out.Given, out.Values, out.Shares = wire.NewRows(given), wire.NewRows(values), wire.NewRows(shares)
	out.Costs = wire.NewFloats(costs, len(costs))
	p.hear(store.TaskDone{Job: run.Job, Index: index, Body: out})
	p.settle()
}

func TestManyRowsAreExplained(t *testing.T) {
	p := open(t, kit.PlaceEveryone)
	p.loadTable()
	p.want("Find everyone&#39;s way", explain.TextFindNeedsClassifier)
	p.do(store.Visit{}) // elsewhere: nothing is explained unasked
	p.train()
	p.do(store.AddRule{Rule: causal.Rule{Kind: causal.OnlyIncrease}})
	p.want("Every row shown keeps the rule of the graph.", "How far a number moves does not count.")
	s := p.root.state.Batch.Settings
	s.Apart = model.NothingShared
	p.do(store.SetBatch{Batch: s})
	p.want("then the nearest that changes only other features.") // the option describes its effect
	p.sent = nil
	p.do(store.ExplainMany{})
	answer[wire.Select](p, people(120))
	p.want("preparing")
	answer[wire.Pack](p, testPacked)
	run := p.tasks()
	p.want("The first rows are being explained.", "0 of 120 rows", ">Pause</button>")

	p.explained(run, 1) // in whatever order
	p.want("So far: 20 of 120 rows.", "Person 122", "Export CSV", "Export JSON", `data-chart="swarm"`)
	p.wantNot(`data-chart="flow"`) // not while it runs
	p.hear(store.TasksProgress{Job: run.Job, TaskRun: store.TaskRun{Done: 1, Share: 0.4, LeftMS: 2000}})
	p.settle()
	p.want("20 of 120 rows, about 2 s left")
	for _, part := range []int{0, 2, 3, 4} {
		p.explained(run, part)
	}
	p.want("Person 101", "Nearest found. There may be a nearer one.", "income “low”", ">75.0 %", "Do: ",
		"Keeps both rules.")
	p.do(store.Cancel{What: store.TheBatch})
	p.want("100 of 120 rows were explained; the results below omit the others.", `data-chart="swarm"`, "66 of 99",
		"have a way", "that keeps the rule")

	// 99 rows are asked about; 33 of the ages 20 to 119 can be divided by three.
	p.want("66.7 % (66 of 99; 95 %: 56.9 to 75.2)")
	groups := func(parts ...string) {
		t.Helper()
		html := uitest.HTML(&everyone.Screen{State: &p.root.state, At: kit.PlaceGroups})
		for _, part := range parts {
			if !strings.Contains(html, part) {
				t.Errorf("the groups lack %q", part)
			}
		}
	}
	groups("100.0 % (66)", "mean +5.000; 66 up, 0 down", "never")
	p.do(store.SetBatch{Batch: document.Batch{Part: data.TestRows, Most: 500, Count: 3, Budget: 400,
		Target: -1, By: 1}})
	groups("p-values are corrected for all 2 tests", "no more than chance", ">clerk<", ">nurse<",
		everyone.TextGroupsCSV)
	p.want("Work makes no difference beyond chance.", "half need at most 1.0")

	text := textOf(t, report.ReportOf(&p.root.state, "d", "b"))
	for _, part := range []string{report.TextReportMany, "66.7 % (66 of 99; 95 %: 56.9 to 75.2)", "Groups of work",
		"clerk50", "no more than chance", "p-values are corrected for all 2 tests", "\"age\" may not decrease."} {
		if !strings.Contains(text, part) {
			t.Errorf("the report does not hold %q", part)
		}
	}
}

func TestRowsArePaged(t *testing.T) {
	p := open(t, kit.PlaceEveryone)
	p.loadTable()
	p.do(store.Visit{})
	p.train()
	p.sent = nil
	p.do(store.Visit{Topics: kit.PlaceEveryone.Topics()}) // which explains everyone
	answer[wire.Select](p, people(120))
	answer[wire.Pack](p, testPacked)
	run := p.tasks()
	for i := range run.Tasks {
		p.explained(run, i)
	}
	p.hear(store.TasksEnded{Job: run.Job})
	p.settle()
	p.do(store.Visit{}, store.Visit{Topics: kit.PlaceEveryone.Topics()})
	answer[wire.ChooseActions](p, wire.Progress{Share: 0.5})
	answer[wire.Cancel](p, wire.Canceled{}) // elsewhere
	if p.root.state.Batch.Phase != store.Resting {
		t.Error("everyone is explained twice")
	}
	p.want("All 120 rows were explained.", "people 1 to 20 of 120")
	b := p.root.state.Batch
	for _, c := range []struct {
		filter store.BatchFilter
		count  int
		first  int // number of the 21st row
	}{{store.EveryRow, 120, 121}, {store.RowsFound, 79, 133}, {store.RowsNotFound, 40, 162},
		{store.RowsSkipped, 1, 0}} {
		if n := b.Count(c.filter); n != c.count {
			t.Errorf("filter %d: %d rows, want %d", c.filter, n, c.count)
		}
		page := b.Page(c.filter, 20, 20)
		if c.first == 0 {
			if len(page) != 0 {
				t.Errorf("filter %d: a second page", c.filter)
			}
			continue
		}
		if len(page) != 20 || b.Number(page[0]) != c.first {
			t.Errorf("filter %d: %d rows from %d, want 20 from %d", c.filter, len(page), b.Number(page[0]), c.first)
		}
	}
}

// A group that was not tested is not called equal to the others. A difference in costs is given with
// its size.
func TestDifferencesInWords(t *testing.T) {
	for _, c := range []struct {
		p      float64
		tested bool
		want   string
	}{{0.04, true, "differs, p = 0.040"}, {0.05, true, "no more than chance"}, {1e-9, true, "differs, p < 0.001"},
		{1, false, "too few rows to compare"}} {
		if got := everyone.TextDiffers(c.p, c.tested); got != c.want {
			t.Errorf("p = %v: %q, want %q", c.p, got, c.want)
		}
	}
	for _, c := range []struct {
		g    metric.Group
		want string
	}{
		{metric.Group{CostP: 0.01, CostTested: true, Beyond: metric.Difference{By: 0.5, Low: 0.1, High: 0.9}},
			"differs, p = 0.010 +0.50 (+0.10 to +0.90)"},
		{metric.Group{CostP: 0.7, CostTested: true, Beyond: metric.Difference{By: -0.001, Low: math.Inf(-1), High: 2}},
			"no more than chance 0.00 (any less to +2.00)"},
		{metric.Group{CostP: 0.2, CostTested: true, Beyond: metric.Difference{By: 0.5, Low: 0.1, High: 0.9, P: 0.01}},
			"may be chance, given so many tests +0.50 (+0.10\u00a0to\u00a0+0.90)"},
		{metric.Group{CostP: 0.2, CostTested: true,
			Beyond: metric.Difference{By: -0.5, Low: -0.9, High: -0.1, P: 0.01}},
			"may be chance, given so many tests −0.50 (−0.90\u00a0to\u00a0−0.10)"},
		{metric.Group{CostP: 1}, "too few rows to compare "},
	} {
		if what, how := everyone.TextBeyond(c.g); what+" "+how != c.want {
			t.Errorf("got %q and %q, want %q", what, how, c.want)
		}
	}
	if got := everyone.TextRefusedOf(metric.Group{All: 3, Refused: 3}); !strings.HasPrefix(got,
		"Only refused rows were used") {
		t.Errorf("of refused rows alone: %q", got)
	}
	if share, how := everyone.TextRefusedPart(metric.Group{All: 2, Refused: 2},
		metric.Group{All: 3, Refused: 3}); share != "–" || how != "" {
		t.Errorf("of refused rows alone %q %q are refused", share, how)
	}
	if share, _ := everyone.TextRefusedPart(metric.Group{All: 2, Refused: 2},
		metric.Group{All: 4, Refused: 3}); share != "100.0 %" {
		t.Errorf("of a group all of which is refused: %q", share)
	}
	low, high := metric.Group{Rows: 4, Covered: 4}.CoverageRange()
	if got := everyone.TextCoverageOf(4, 4, low, high); !strings.Contains(got,
		"100.0 % (4 of 4; 95 %: 51.0 to 100.0)") || math.IsNaN(low) {
		t.Errorf("four of four: %s", got)
	}
}

func TestVerdictsInWords(t *testing.T) {
	for _, c := range []struct {
		keeps, breaks, silent, more int
		want                        string
	}{
		{0, 0, 0, 0, "No rule to keep."}, {1, 0, 0, 2, "Keeps the rule. 2 more were found."},
		{3, 0, 0, 1, "Keeps all 3 rules. 1 more was found."},
		{2, 0, 1, 0, "Keeps 2 rules; 1 does not apply to this change."},
		{0, 0, 1, 0, "The rule does not apply to this change."}, {2, 0, 0, 0, "Keeps both rules."},
		{0, 0, 2, 0, "No rule applies to this change."}, {1, 1, 0, 0, "Breaks 1 of 2 rules."},
	} {
		if got := everyone.TextKeptOf(c.keeps, c.breaks, c.silent, c.more); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// The bar counts a person as their place does, and those who are refused before anything is explained.
func TestTheBarCountsPeople(t *testing.T) {
	var s store.State
	s.Data.HasTable, s.Classifier.HasResult = true, true
	s.Explain = store.Explain{HasRow: true, Index: 60, Total: 321, Filter: document.NewBatch().Filter}
	if p := badgesOf(&s).places; p[2].Count != "61" || p[2].Text != "person 61" || p[3].Count != "321" {
		t.Errorf("the bar says %+v", p)
	}
	s.Explain.Search = "age>30"
	if p := badgesOf(&s).places; p[3].Count != "" {
		t.Errorf("of some refused people the bar says %+v", p[3])
	}
}
