package store

import (
	"fmt"
	"slices"

	"causeway/core/document"
	"causeway/core/wire"
)

// NoticeFile is the file with the notices of all refused rows of a batch, while the page writes it.
type NoticeFile struct {
	Busy    bool
	Lines   bool  // write lines of JSON; false: a zip with a document for each row
	Numbers []int // numbers of the refused rows, as displayed

	rows  [][]float64      // until the tasks are sent
	asked []wire.FindCases // the tasks
	came  []wire.Cases     // results that wait for those of earlier tasks to be written
	next  int              // the first task without results
	made  int              // number of notices passed on
	job   int
}

// Bounds of a file of notices: rows per task, and notices, because the page holds all their questions.
const (
	noticesAtOnce = 4
	MostNotices   = 10_000
)

// Intents about the notices of a batch.
type (
	// WriteNotices makes the file. The batch only determines who is refused. Each row is searched
	// in the same way as the row in Person.
	WriteNotices struct{ Lines bool }
	StopNotices  struct{}
)

// Their effects.
type (
	// BeginNotices starts the file. All notices use the state at this time.
	BeginNotices struct{ Lines bool }

	// AddNotices brings the results for the next notices, in the order of the rows. A row without a
	// factual gets no notice. Last ends the file.
	AddNotices struct {
		Numbers []int // numbers of the rows
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
	unseen := 0
	b.Each(func(r BatchRow) {
		// With a goal, the engine decides who has reached it.
		if r.Predicted != w.Data.Wanted() || b.HasGoal() || w.Explain.Find.Goal != document.NoGoal {
			if !b.knows(w.Data.schema, r.Factual) {
				unseen++
				return
			}
			n.rows, n.Numbers = append(n.rows, r.Factual), append(n.Numbers, b.number(r.Index))
		}
	})
	if unseen > 0 {
		w.alert(TheBatch, sayUnseen(unseen))
	}
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

// askNotices sends the rows to the engines.
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
	// Sentences of rules use the displayed names.
	names := setup{"names " + fmt.Sprint(w.Data.Names), wire.SetNames{Names: w.Data.Names}}
	w.effects = append(w.effects, BeginNotices{n.Lines}, RunTasks{Job: n.job, Setup: append(w.setup(), names),
		Tasks: tasks})
	w.say(sayNoticesRunning(len(n.Numbers)))
}

// noticeQuery returns the search for the notice of one of many rows. It has the batch's goal, if any.
// The person's limits count only if they apply to everybody.
func (w *turn) noticeQuery(row []float64) wire.Explain {
	m := w.questionOf(row)
	if q := w.Batch.Query; w.Batch.HasGoal() {
		m.Goal, m.From, m.To, m.Target = q.Goal, q.From, q.To, q.Target
	}
	if m.Steady = false; !w.Batch.Settings.Mine { // nothing is trained for many rows
		m.Rules, m.Effort = nil, nil
	}
	return m
}

// noticesCame stores the results of a task, and writes those that are next in order.
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

// stopNotices stops writing the file.
func (w *turn) stopNotices() {
	if job := w.Batch.Notices.job; job != 0 {
		w.effects = append(w.effects, TellTasks{job, wire.Cancel{}})
	}
	w.Batch.Notices = NoticeFile{}
}

// About returns the state as if the row had been searched in Person. Each notice of a batch is written
// from such a state.
func (s State) About(asked wire.Explain, found wire.Explained, reasons wire.Reasons) State {
	e := &s.Explain
	e.asked, e.Edited, e.OldRules = asked, asked.Row.Values(), false
	e.Found, e.Reasons, e.HasFound = found, reasons, true
	if !s.Batch.Settings.Mine {
		e.Limits = nil
	}
	return s
}
