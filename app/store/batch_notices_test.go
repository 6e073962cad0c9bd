package store

import (
	"strings"
	"testing"

	"causeway/core/document"
	"causeway/core/wire"
)

// cases returns an engine's results for rows.
func cases(m wire.FindCases) (out wire.Cases) {
	for _, q := range m.Asked {
		out.Found = append(out.Found, wire.Explained{Found: document.Found{Factual: wire.Counterfactual{
			Row: q.Row.Values()}}, Target: 1})
		out.Reasons = append(out.Reasons, wire.Reasons{Row: q.Row.Values(), Target: 1})
	}
	return out
}

// Notices of the refused rows are passed on in row order, regardless of the order of the tasks, and only those
// that wait for earlier ones are stored.
func TestNoticesComeInOrder(t *testing.T) {
	p := trained(t)
	p.do(SetWanted{Class: 1})
	run := started(p, 30)
	p.do(WriteNotices{})
	equal(t, "effects while rows are explained", len(p.other), 0)
	p.do(TaskDone{Job: run.Job, Body: explainedPart(run.Tasks[0].Body.(wire.ExplainMany))}, TasksEnded{Job: run.Job})
	p.other = nil
	p.do(WriteNotices{})
	equal(t, "lines", effect[BeginNotices](p).Lines, false)
	run = effect[RunTasks](p)
	equal(t, "tasks", len(run.Tasks), 8)
	equal(t, "setup", len(run.Setup), 3)
	equal(t, "busy", p.Batch.Notices.Busy, true)
	p.do(ExplainMany{})
	equal(t, "alerts", strings.Contains(alertsOf(p), sayBatchBusy), true)
	done := func(i int) {
		p.do(TaskDone{Job: run.Job, Index: i, Body: cases(run.Tasks[i].Body.(wire.FindCases))})
	}
	done(2)
	done(1)
	equal(t, "effects before the first", len(p.other), 0)
	done(0)
	var ages []float64
	for range 3 { // of four rows
		add := effect[AddNotices](p)
		equal(t, "last", add.Last, false)
		equal(t, "numbers", len(add.Numbers), len(add.Found))
		for i, n := range add.Numbers {
			ages = append(ages, add.Found[i].Factual.Row[0])
			equal(t, "number", n, 81+int(ages[len(ages)-1]))
		}
	}
	for i := range p.Batch.Notices.came {
		equal(t, "kept", len(p.Batch.Notices.came[i].Found), 0)
	}
	for i := 3; i < 8; i++ {
		done(i)
		add := effect[AddNotices](p)
		equal(t, "last", add.Last, i == 7)
		for _, x := range add.Found {
			ages = append(ages, x.Factual.Row[0])
		}
	}
	equal(t, "rows", len(ages), 30)
	for i, a := range ages {
		equal(t, "age", a, float64(20+i))
	}
	equal(t, "busy", p.Batch.Notices.Busy, false)
}

// A file that is canceled, or that an engine cannot find a row for, is not written.
func TestNoticesStop(t *testing.T) {
	for _, fails := range []bool{false, true} {
		p := trained(t)
		p.do(SetWanted{Class: 1})
		run := started(p, 30)
		p.do(TaskDone{Job: run.Job, Body: explainedPart(run.Tasks[0].Body.(wire.ExplainMany))},
			TasksEnded{Job: run.Job})
		p.other = nil
		p.do(WriteNotices{Lines: true})
		equal(t, "lines", effect[BeginNotices](p).Lines, true)
		run = effect[RunTasks](p)
		if fails {
			p.do(TaskDone{Job: run.Job, Index: 1, Body: wire.Failure{Detail: "It cannot be found."}})
			equal(t, "alert", strings.Contains(alertsOf(p), "It cannot be found."), true)
		} else {
			p.do(StopNotices{})
		}
		tasksTold[wire.Cancel](p)
		p.do(TaskDone{Job: run.Job, Body: cases(run.Tasks[0].Body.(wire.FindCases))})
		equal(t, "effects", len(p.other), 0)
		equal(t, "busy", p.Batch.Notices.Busy, false)
	}
}

func alertsOf(p *page) (text string) {
	for _, a := range p.Notices.Alerts {
		text += a.Text + "\n"
	}
	return text
}
