package store

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/form"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// The browser saves a batch while it runs, in records that are written once: first the rows and the
// question, then the new parts with each save. Record names contain the run's name, so runs never mix.
// Project files omit a batch, because it can be computed again and exported as CSV or JSON.
const (
	recordBatch = "many rows"
	partsSaved  = 100 // parts of PartRows in a record, at most, because a frame is limited
)

type (
	keptBatch struct {
		Run     string `msgpack:"run"`
		Pieces  int    `msgpack:"pieces"`  // records of parts
		Running bool   `msgpack:"running"` // whether it was running

		Actions keptActions `msgpack:"actions" since:"2"` // actions for the group, if there are any
	}
	keptRows struct {
		Rows   wire.Selected  `msgpack:"rows"`
		Query  wire.Explain   `msgpack:"query"`
		OfFile bool           `msgpack:"ofFile"`
		Within []causal.Reach `msgpack:"within" since:"2"`
		Quick  bool           `msgpack:"quick" since:"2"`
		Per    int            `msgpack:"per" since:"2" bound:"0..1000"` // number of rows in a part; 0: PartRows
	}
	// keptActions holds the actions of a batch as saved.
	keptActions struct {
		Target int                `msgpack:"target" bound:"0.." is:"class"`
		Places []int              `msgpack:"places" bound:"0.." is:"row"`
		Index  []int              `msgpack:"index"`
		Left   int                `msgpack:"left" bound:"0.." is:"number of rows"`
		Is     wire.ActionsChosen `msgpack:"is"`
	}
	keptPart struct {
		Index int                `msgpack:"index"`
		Found wire.ExplainedMany `msgpack:"found"`
	}
)

// batchKept is the saved state of a run.
type batchKept struct {
	run   string
	rows  bool // with the question
	parts []bool
	n     int // records of parts
}

func rowsName(run string) string         { return recordBatch + " " + run }
func pieceName(run string, i int) string { return rowsName(run) + " " + strconv.Itoa(i) }

// batchGist changes whenever the batch should be saved: after each twentieth (but at most twenty
// parts), and when it stops.
func (s *State) batchGist() any {
	return [4]any{s.Batch.run, s.Batch.steps(), s.Batch.Phase.HasTasks(), s.Batch.Actions.made}
}

func (b Batch) steps() int {
	_, done := b.rowsDone()
	if b.Phase.HasTasks() {
		done /= clamp(len(b.Parts)/20, 1, 20)
	}
	return done
}

// keptBatch returns the records of the batch, and the state that is saved with them.
func (s *State) keptBatch(e *KeepProject) (list []KeptRecord, err error) {
	b, k := s.Batch, s.Keeping
	if b.run == "" {
		return nil, nil
	}
	if b.run == k.noBatch {
		e.Without = recordBatch
		return nil, nil
	}
	then := k.batch
	if then.run != b.run {
		then = batchKept{run: b.run, parts: make([]bool, len(b.Parts))}
	}
	then.parts = slices.Clone(then.parts)
	rows := KeptRecord{Name: rowsName(b.run)}
	if !then.rows {
		if rows.Bytes, err = form.Marshal(b.kept()); err != nil {
			return nil, err
		}
		then.rows = true
	}
	list = append(list, rows)
	for i := range then.n {
		list = append(list, KeptRecord{Name: pieceName(b.run, i)})
	}
	var fresh []keptPart
	for i, p := range b.Parts {
		if len(p.Found) > 0 && !then.parts[i] {
			fresh = append(fresh, keptPart{i, p})
		}
	}
	for piece := range slices.Chunk(fresh, max(1, partsSaved*PartRows/b.Per)) {
		bytes, bad := form.Marshal(piece)
		if bad != nil {
			err = bad
			continue
		}
		for _, p := range piece {
			then.parts[p.Index] = true
		}
		list = append(list, KeptRecord{Name: pieceName(b.run, then.n), Bytes: bytes})
		then.n++
	}
	head, bad := form.Marshal(keptBatch{Run: b.run, Pieces: then.n, Running: b.Phase.HasTasks(),
		Actions: b.Actions.toSaved()})
	e.batch = then
	return append(list, KeptRecord{Name: recordBatch, Bytes: head}), cmp.Or(err, bad)
}

// restBatch is a batch as read from storage.
type restBatch struct {
	keptBatch
	keptRows
	parts []keptPart
}

func readBatch(r records, _ snapshot.Project) (storedSlice, error) {
	head, ok := r.get(recordBatch)
	if !ok {
		return nil, nil
	}
	var b restBatch
	var err error
	if b.keptBatch, err = form.UnmarshalKept[keptBatch](head); err != nil {
		return nil, err
	}
	if b.keptRows, err = form.UnmarshalKept[keptRows](r[rowsName(b.Run)].Bytes); err != nil {
		return nil, err
	}
	if err := b.Rows.Check(); err != nil {
		return nil, err
	}
	if b.Per == 0 {
		b.Per = PartRows
	}
	for i := range b.Pieces {
		parts, err := form.UnmarshalKept[[]keptPart](r[pieceName(b.Run, i)].Bytes)
		if err != nil {
			return nil, err
		}
		b.parts = append(b.parts, parts...)
	}
	return b, nil
}

// fits returns the first reason why the batch cannot belong to a table.
func (b restBatch) fits(s data.Schema) error {
	rows := b.Rows.Values.Rows()
	if b.Run == "" || len(rows) == 0 || len(rows[0]) != len(s.Features) {
		return fmt.Errorf("it refers to %d rows that this table does not have", len(rows))
	}
	if err := b.Query.CheckMany(len(s.Features), b.Within); err != nil {
		return err
	}
	if err := b.Query.Knowledge.Check(s); err != nil {
		return err
	}
	for _, u := range b.Rows.Unseen {
		if u.Feature >= len(s.Features) || s.Features[u.Feature].Kind.Numeric() {
			return fmt.Errorf("a feature that does not exist has more levels")
		}
	}
	for _, r := range rows {
		for j, f := range s.Features {
			if !b.OfFile && !f.Holds(r[j]) {
				return fmt.Errorf("a row has a value that %s cannot have", f.Name)
			}
		}
	}
	for _, p := range b.parts {
		if err := p.Found.Check(); err != nil {
			return err
		}
		first := p.Index * b.Per
		if p.Index < 0 || first >= len(rows) || len(p.Found.Found) != min(b.Per, len(rows)-first) ||
			len(p.Found.Of) == 0 && p.Found.Given.Shape[1] != s.Classes() ||
			slices.ContainsFunc(p.Found.Of, func(class int) bool { return class > s.Classes() }) ||
			len(p.Found.Classes) > 0 && p.Found.Values.Shape[1] != len(s.Features) {
			return fmt.Errorf("part %d does not match its rows", p.Index)
		}
	}
	return nil
}

// withFollowers adds followers to a question saved before features had states, which lists the effects
// that follow.
func withFollowers(k causal.Knowledge, effects []int) causal.Knowledge {
	k.Mechanisms = slices.Clone(k.Mechanisms)
	for i, m := range k.Mechanisms {
		if slices.Contains(effects, m.Feature) {
			k.Mechanisms[i].State = causal.Following
		}
	}
	return k
}

// Earlier reports whether the rows were explained before features had states.
func (b Batch) Earlier() bool { return len(b.Query.Carry) > 0 }

// install puts a saved batch on the page. Missing parts wait until the person asks for them.
func (r restBatch) install(w *turn, o arrival) {
	if r.Run == "" {
		return
	}
	s := w.Data.schema // the question has its own orders
	if err := r.fits(s); err != nil {
		w.alert(TheBatch, sayBatchUnread(err))
		return
	}
	b := &w.Batch
	b.run, b.Failures = r.Run, nil
	w.askAgain(b, r.keptRows)
	for _, p := range r.parts {
		b.Parts[p.Index] = p.Found
	}
	b.HasResult, b.Finished, b.of = true, true, w.batchOf()
	if a, ok := r.Actions.restore(*b, s); ok {
		w.lastJob++
		a.made, b.Actions = w.lastJob, a
	} else if len(r.Actions.Index) > 0 {
		w.alert(TheBatch, sayActionsUnread)
	}
	if r.Running && len(b.missing()) > 0 {
		done, _ := b.rowsDone()
		w.alert(TheBatch, sayBatchInterrupted(done, b.all()))
	}
	if o.held && !o.changed {
		w.Keeping.batch = batchKept{b.run, true, b.done(), r.Pieces}
	}
}

// kept returns the batch without its results.
func (b Batch) kept() keptRows { return keptRows{b.Rows, b.Query, b.ofFile, b.Within, b.Quick, b.Per} }

// askAgain makes a batch one without results that asks what was saved.
func (w *turn) askAgain(b *Batch, k keptRows) {
	b.Rows, b.Query, b.Within, b.ofFile, b.Quick, b.Per = k.Rows, k.Query, k.Within, k.OfFile, k.Quick, k.Per
	b.Query.Knowledge = withFollowers(b.Query.Knowledge, b.Query.Carry)
	b.Rules, b.runs = b.rulesOf(w.Data.schema), w.Data.Table.Report.Runs
	b.Parts = make([]wire.ExplainedMany, b.parts())
}

// question is the task about a part.
func (b Batch) question(part int, from model.Provenance) wire.ExplainMany {
	m := wire.ExplainMany{Query: b.Query, Rows: b.part(part), Within: b.Within, Quick: b.Quick}
	if m.Unseen = b.Rows.Unseen; m.Unseen != nil {
		m.From = from
	}
	return m
}

// missing lists the unfinished parts.
func (b Batch) missing() (list []int) {
	for i, done := range b.done() {
		if !done {
			list = append(list, i)
		}
	}
	return list
}

// rowsDone counts the rows that are done, and the parts.
func (b Batch) rowsDone() (rows, parts int) {
	for _, p := range b.Parts {
		if len(p.Found) > 0 {
			rows, parts = rows+len(p.Found), parts+1
		}
	}
	return rows, parts
}

// done marks the parts that are done.
func (b Batch) done() []bool {
	list := make([]bool, len(b.Parts))
	for i, p := range b.Parts {
		list[i] = len(p.Found) > 0
	}
	return list
}

// CanGoOn reports whether rows are left to explain.
func (b Batch) CanGoOn() bool { return b.HasResult && b.Phase == Resting && len(b.missing()) > 0 }

// continueBatch explains the remaining rows with the same question.
func (w *turn) continueBatch() {
	b := &w.Batch
	if !b.CanGoOn() || b.Notices.Busy {
		return
	}
	w.settle(TheBatch)
	w.dropActions() // actions cover only the rows that were done
	b.Phase, b.chosen = preparing, wire.Selected{}
	if w.hasTable() {
		w.restOfBatch()
	}
}

// restOfBatch sends the unfinished parts to the workers.
func (w *turn) restOfBatch() {
	b := &w.Batch
	b.tasks, b.Failures = b.missing(), nil
	var tasks []task
	for _, i := range b.tasks {
		tasks = append(tasks, task{Body: b.question(i, w.Classifier.From)})
	}
	done, _ := b.rowsDone()
	b.Phase, b.Finished = Running, false
	w.lastJob++
	b.job = w.lastJob
	w.BatchRun = TaskRun{LeftMS: -1}.behind(len(b.Parts)-len(tasks), len(b.Parts))
	w.effects = append(w.effects, RunTasks{Job: b.job, Setup: w.setup(), Tasks: tasks})
	w.sayOfBatch(sayBatchRunning(b.all() - done))
}

// behind returns the progress of a job that continues an earlier one.
func (r TaskRun) behind(before, all int) TaskRun {
	rest := float64(all-before) / float64(max(all, 1))
	r.Done, r.Share = r.Done+before, 1-rest+rest*r.Share
	return r
}
