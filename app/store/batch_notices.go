package store

import (
	"fmt"
	"slices"

	"causeway/core/document"
	"causeway/core/wire"
)

// NoticeFile is the file with the notices of all refused rows of a batch, while it is made.
type NoticeFile struct {
	Busy    bool
	Lines   bool  // of JSON; false: a zip with a document for each row
	Numbers []int // of the refused rows, as people see them

	rows  [][]float64      // until they are asked about
	asked []wire.FindCases // the tasks
	came  []wire.Cases     // what they found, until those before them have
	next  int              // the first task that has not
	made  int              // notices handed on
	job   int
}

// Bounds of a file of notices: rows of a task, and notices, whose questions the page holds.
const (
	noticesAtOnce = 4
	MostNotices   = 10_000
)

// Intents about the notices of a batch.
type (
	// WriteNotices makes the file. It needs the batch only to know who is refused: each row is searched as the one
	// row under Person is.
	WriteNotices struct{ Lines bool }
	StopNotices  struct{}
)

// Effects of them.
type (
	// BeginNotices begins the file, which tells what the state says now.
	BeginNotices struct{ Lines bool }

	// AddNotices brings what the next notices say, in the order of the rows. A row without a factual gets none. The
	// last ends the file.
	AddNotices struct {
		Numbers []int // of the rows
		Asked   []wire.Explain
		wire.Cases
		Last bool
	}
)

func (in WriteNotices) apply(w *turn) {
	b := &w.Batch
	if !b.HasResult || b.Notices.Busy {
		return
	}
	w.settle(TheBatch)
	if b.Phase != Resting {
		w.alert(TheBatch, sayBatchBusy)
		return
	}
	n := NoticeFile{Busy: true, Lines: in.Lines}
	b.Each(func(r BatchRow) {
		if r.Predicted != w.Data.Wanted() || w.Explain.Find.Goal != document.NoGoal { // the engine knows who is there
			n.rows, n.Numbers = append(n.rows, r.Factual), append(n.Numbers, b.number(r.Index))
		}
	})
	switch {
	case len(n.rows) == 0:
		w.alert(TheBatch, sayNobodyRefused(w.Data.WantedLevel()))
		return
	case len(n.rows) > MostNotices:
		w.alert(TheBatch, sayManyNotices(len(n.rows)))
		return
	}
	b.Notices = n
	if w.hasTable() {
		w.askNotices()
	}
}

// askNotices hands out the rows.
func (w *turn) askNotices() {
	n := &w.Batch.Notices
	var tasks []task
	for rows := range slices.Chunk(n.rows, noticesAtOnce) {
		var m wire.FindCases
		for _, row := range rows {
			m.Asked = append(m.Asked, w.noticeQuery(row))
		}
		n.asked, tasks = append(n.asked, m), append(tasks, task{Body: m})
	}
	w.lastJob++
	n.rows, n.came, n.job = nil, make([]wire.Cases, len(tasks)), w.lastJob
	w.BatchRun = TaskRun{LeftMS: -1}
	names := setup{"names " + fmt.Sprint(w.Data.Names), wire.SetNames{Names: w.Data.Names}} // rules are told in words
	w.effects = append(w.effects, BeginNotices{n.Lines}, RunTasks{Job: n.job, Setup: append(w.setup(), names),
		Tasks: tasks})
	w.say(sayNoticesRunning(len(n.Numbers)))
}

// noticeQuery is the search for the notice of one of many rows: that for one row, under the person's limits only if
// they bind everybody.
func (w *turn) noticeQuery(row []float64) wire.Explain {
	m := w.questionOf(row)
	if m.Steady = false; !w.Batch.Settings.Mine { // nothing is trained for many rows
		m.Rules, m.Effort = nil, nil
	}
	return m
}

// noticesCame takes what one of the tasks found, and hands on what is next.
func (w *turn) noticesCame(index int, body wire.Message) {
	n := &w.Batch.Notices
	switch m := body.(type) {
	case wire.Cases:
		n.came = slices.Clone(n.came)
		n.came[index] = m
	case wire.Failure:
		w.stopNotices()
		w.alert(TheBatch, m.Detail)
		return
	}
	for n.next < len(n.came) && len(n.came[n.next].Found) > 0 {
		from := n.next * noticesAtOnce
		add := AddNotices{Asked: n.asked[n.next].Asked, Cases: n.came[n.next], Last: n.next == len(n.came)-1}
		add.Numbers = n.Numbers[from : from+len(add.Asked)]
		for _, x := range add.Found {
			n.made += min(len(x.Factual.Row), 1)
		}
		n.came[n.next] = wire.Cases{}
		n.next++
		w.effects = append(w.effects, add)
	}
	if n.next == len(n.came) {
		w.say(sayNoticesWritten(n.made))
		*n = NoticeFile{}
	}
}

func (StopNotices) apply(w *turn) {
	if w.Batch.Notices.Busy {
		w.stopNotices()
		w.say(sayNoticesStopped)
	}
}

// stopNotices gives the file up.
func (w *turn) stopNotices() {
	if job := w.Batch.Notices.job; job != 0 {
		w.effects = append(w.effects, TellTasks{job, wire.Cancel{}})
	}
	w.Batch.Notices = NoticeFile{}
}

// About is the state as if that row had been searched for, under Person: the notice of one of many rows is written
// from it.
func (s State) About(asked wire.Explain, found wire.Explained, reasons wire.Reasons) State {
	e := &s.Explain
	e.asked, e.Edited, e.OldRules = asked, asked.Row.Values(), false
	e.Found, e.Reasons, e.HasFound = found, reasons, true
	if !s.Batch.Settings.Mine {
		e.Limits = nil
	}
	return s
}
