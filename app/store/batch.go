package store

import (
	"cmp"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/wire"
)

// Batch is the explanation of many rows at once.
type Batch struct {
	Settings document.Batch
	FromFile bool // Rows come from File, not from the table
	Phase    Phase
	File     file          // used with FromFile
	FileRows wire.Selected // what has been read of File
	HasFile  bool

	// The rows being explained and the results, in parts of PartRows rows. A part that is not done
	// has no rows. They exist from the start of a run until the table or a model is replaced.
	Rows      wire.Selected
	Parts     []wire.ExplainedMany
	Quick     bool           // the generator's single answer, if it holds
	runs      []int          // data.Report that gives each row its line in the file
	Per       int            // rows in a part, PartRows unless there are very many rows
	Query     wire.Explain   // asked for every row
	Within    []causal.Reach // asked, depending on the row
	Rules     []causal.Rule  // every shown row keeps these as well as Within
	Finished  bool           // no more parts will come
	HasResult bool
	ofFile    bool     // Rows come from a file
	Failures  []string // failed parts; each text once
	Unasked   bool     // nobody asked for the run: opening Everyone did
	Nobody    bool     // which found no refused rows
	Actions   GroupActions
	Notices   NoticeFile

	tried, acted bool // a run, or a search for actions, has been started

	low, high [][]float64 // ranges of the counterfactuals of a single row

	asked   []byte // keptRows, for a project file
	run     string // identifies the run among the saved ones
	job     int    // number of the job that does the tasks
	tasks   []int  // the part of each task
	rowsJob int    // Select or ReadRows
	fileID  int
	of      batchOf
	chosen  wire.Selected // the run waits for the table
}

// batchOf identifies what a batch was made with.
type batchOf struct {
	table      int
	classifier []byte
	generator  []byte
}

// PartRows is the number of rows in a task, which take about a fifth of a second. With few rows a part has
// smallRows, because each part is drawn when it arrives; with very many it has largeRows, so that the number
// of parts stays small.
const (
	PartRows  = 50
	smallRows = 20
	largeRows = 500
	FewRows   = 400
	manyRows  = 10_000 // a run of this size is very large
)

// rowsOf returns the number of rows in a part, given the total.
func rowsOf(all int) int {
	switch {
	case all > manyRows:
		return largeRows
	case PartRows < all && all <= FewRows:
		return smallRows
	}
	return PartRows
}

// per returns the number of rows in a part.
func (b Batch) per() int { return cmp.Or(b.Per, PartRows) }

// all returns the number of rows.
func (b Batch) all() int { return len(b.Rows.Index) }

// parts returns the number of parts.
func (b Batch) parts() int { return (b.all() + b.per() - 1) / b.per() }

// part returns the rows of a part without copying them.
func (b Batch) part(i int) wire.Floats {
	from, to, width := i*b.per(), min((i+1)*b.per(), b.all()), b.Rows.Values.Size(1)
	v := b.Rows.Values
	bytes := len(v.Data) / max(b.all(), 1)
	v.Data, v.Shape = v.Data[from*bytes:to*bytes:to*bytes], []int{to - from, width}
	return v
}

// Intents about many rows.
type (
	// SetBatch changes the settings, and whether rows come from the file.
	SetBatch struct {
		document.Batch
		FromFile bool
	}

	// ChooseBatchFile opens a file of new rows; the page keeps it under ID.
	ChooseBatchFile struct {
		ID   int
		Name string
		Size int
	}
	CloseBatchFile struct{}

	// ChooseDifference says what to do where the file differs from the table. Later files are treated
	// alike.
	ChooseDifference struct{ data.Choice }

	// ExplainMany explains the chosen rows or, with Rest, the remaining rows of an earlier run.
	ExplainMany struct {
		Rest    bool
		unasked bool
	}
)

var batchPreset = document.NewBatch()

func (in SetBatch) apply(w *turn) {
	schema := w.Data.Table.Schema
	s := in.Batch.Asking(in.Asked().Within(schema))
	s.Search, s.Most = clipped(s.Search), clamp(s.Most, 1, wire.MaxSelect)
	s.Choices = nil
	for _, c := range in.Choices {
		s.Choices = data.Choose(s.Choices, c)
	}
	s.By = clamp(s.By, -1, len(schema.Features)-1)
	s.Filter = s.Filter.Within(schema)
	cuts, problem := Cuts(s.Cuts)
	if s.Cuts = writeCuts(cuts); problem != "" || s.By < 0 || !schema.Features[s.By].Kind.Numeric() {
		s.Cuts = ""
	}
	w.Batch.Settings, w.Batch.FromFile = s, in.FromFile
}

func (in ChooseBatchFile) apply(w *turn) {
	w.settle(TheBatch)
	switch {
	case !w.Data.HasTable:
		w.alert(TheBatch, sayOpenFirst)
	case w.Batch.Phase != Resting:
		w.alert(TheBatch, sayBatchBusy)
	case in.Size > MaxFile:
		w.alert(TheBatch, sayTooBig(in.Name, in.Size, MaxFile))
	default:
		w.Batch.fileID, w.Batch.Phase = in.ID, ReadingRows
		w.Batch.File = file{Name: in.Name, Size: in.Size}
		w.say(sayReading(in.Name, in.Size))
		w.effects = append(w.effects, ReadFile{ID: in.ID, Whole: true})
	}
}

// batchRead takes the bytes of a file of new rows. It reports whether the batch waited for this file.
func (w *turn) batchRead(in FileRead) bool {
	if in.ID != w.Batch.fileID || w.Batch.Phase != ReadingRows || w.Batch.rowsJob != 0 {
		return false
	}
	w.readRows(in.Bytes)
	return true
}

func (w *turn) readRows(b []byte) {
	f := &w.Batch.File
	f.Bytes = b
	w.Batch.rowsJob = w.send(wire.ReadRows{Name: f.Name, Bytes: b, Plan: w.Data.origin.source().Plan,
		Choices: w.Batch.Settings.Choices, Knowledge: w.Graph.Sketch.Knowledge(), From: w.Classifier.From})
}

func (in ChooseDifference) apply(w *turn) {
	b := &w.Batch
	if b.Phase != Resting || len(b.File.Bytes) == 0 {
		return
	}
	w.settle(TheBatch)
	b.Settings.Choices = data.Choose(b.Settings.Choices, in.Choice)
	b.Phase = ReadingRows
	w.readRows(b.File.Bytes)
}

func (in CloseBatchFile) apply(w *turn) {
	if w.Batch.Phase == Resting {
		w.Batch.File, w.Batch.FileRows, w.Batch.HasFile, w.Batch.FromFile = file{}, wire.Selected{}, false, false
	}
}

func (in ExplainMany) apply(w *turn) {
	w.Batch.tried, w.Batch.Unasked = true, in.unasked
	if in.Rest {
		w.continueBatch()
		return
	}
	w.settle(TheBatch)
	b := &w.Batch
	switch {
	case !w.Data.HasTable:
		w.alert(TheBatch, sayOpenFirst)
	case !w.Classifier.HasResult:
		w.alert(TheBatch, sayClassifierFirst)
	case !w.Generator.HasResult:
		w.alert(TheBatch, sayGeneratorFirst)
	case b.Phase != Resting || b.Notices.Busy:
		w.alert(TheBatch, sayBatchBusy)
	case b.FromFile && !b.HasFile:
		w.alert(TheBatch, sayBatchFile)
	case b.FromFile:
		b.Phase = preparing
		w.batchRows(firstOf(b.FileRows, b.Settings.Most))
	default:
		b.Phase = preparing
		b.rowsJob = w.send(wire.Select{Part: b.Settings.Part, Search: b.Settings.Search,
			Filter: w.wireFilter(b.Settings.Filter), Limit: b.Settings.Most})
		w.sayOfBatch(sayBatchPreparing)
	}
}

// answerEveryone explains everyone, and then finds actions, once somebody looks at them. It does so once for each
// table with its models, and stops finding actions when the person leaves, because the same engine answers
// elsewhere.
func (w *turn) answerEveryone() {
	b := &w.Batch
	here := slices.Contains(w.here, TheBatch)
	switch {
	case !here && b.Actions.Finding && b.Actions.unasked && b.acted:
		b.acted = false
		w.cancelJob(b.Actions.job)
	case !here || b.Phase != Resting || b.Notices.Busy || b.FromFile || w.Data.Stage == Loading || w.isTraining() ||
		!w.Data.HasTable || !w.Classifier.HasResult || !w.Generator.HasResult || w.Link.Down || w.Link.Recovering:
	case !b.HasResult && !b.tried:
		ExplainMany{unasked: true}.apply(w)
	case b.HasResult && !b.CanGoOn() && !b.HasGoal() && !b.Actions.Has && !b.Actions.Finding && !b.acted:
		FindActions{Most: UsualActions, unasked: true}.apply(w)
	}
}

// sayOfBatch says something about a run that the person asked for.
func (w *turn) sayOfBatch(text string) {
	if !w.Batch.Unasked {
		w.say(text)
	}
}

// batchUnreadable reports an unreadable file of new rows. It returns whether the batch waited for this
// file.
func (w *turn) batchUnreadable(in FileUnreadable) bool {
	b := &w.Batch
	if b.Phase != ReadingRows || in.ID != b.fileID {
		return false
	}
	b.Phase = Resting
	w.alert(TheBatch, sayUnreadable(b.File.Name, in.Why))
	return true
}

// batchRows stores the rows from a search or a file.
func (w *turn) batchRows(m wire.Selected) {
	b := &w.Batch
	if b.Phase == ReadingRows {
		b.Phase, b.FileRows, b.HasFile = Resting, m, len(m.Problems) == 0
		if b.FromFile = b.HasFile; len(m.Differences) == 0 {
			b.File.Bytes = nil // nothing to choose
		}
		if !b.HasFile {
			w.alert(TheBatch, sayBatchProblem(m.Problems))
			return
		}
		w.say(sayBatchRead(b.File.Name, len(m.Index)))
		return
	}
	if len(m.Index) == 0 {
		if b.Phase, b.Nobody = Resting, b.Unasked; !b.Unasked {
			w.alert(TheBatch, sayBatchNoRows)
		}
		return
	}
	b.chosen = m
	if w.hasTable() {
		w.runBatch()
	}
}

// runBatch starts explaining the chosen rows.
func (w *turn) runBatch() {
	b, s, m := &w.Batch, w.Batch.Settings, w.Batch.chosen
	q := wire.Explain{Search: s.Asked(), Boxes: batchBoxes, Knowledge: w.Graph.Sketch.Knowledge()}
	b.Within = nil
	if s.Mine {
		q.Rules, b.Within, q.Effort = w.bounds(nil)
	}
	if !b.HasResult && s.By < 0 {
		b.Settings.By = w.lasting()
	}
	b.runs = w.Data.Table.Report.Runs
	b.Rows, b.Query, b.Per, b.Quick, b.chosen = m, q, rowsOf(len(m.Index)), s.Quick, wire.Selected{}
	b.Rules = b.rulesOf(w.Data.Table.Schema)
	b.Parts = make([]wire.ExplainedMany, b.parts())
	w.dropActions()
	b.HasResult, b.ofFile, b.of, b.run = true, b.FromFile, w.batchOf(), w.Keeping.newID()
	w.restOfBatch()
}

// lasting returns the default feature for grouping people: among those that nobody can change, the
// one with the fewest levels, at most six; -1 if no feature qualifies.
func (w *turn) lasting() int {
	const most = 6
	best, features := -1, w.Data.Table.Schema.Features
	for _, r := range w.Graph.AllRules(w.Data.Table.Schema) {
		if r.Kind != causal.Immutable || features[r.Feature].Kind.Numeric() {
			continue
		}
		if n := len(features[r.Feature].Levels); n > 1 && n <= most && (best < 0 || n < len(features[best].Levels)) {
			best = r.Feature
		}
	}
	return best
}

// rulesOf returns the hard rules of the query: the rules for everyone, then the person's limits
// that apply to every row.
func (b Batch) rulesOf(s data.Schema) []causal.Rule {
	return append(causal.Hard(b.Query.Knowledge.AllRules(s)), b.Query.Rules...)
}

func (w *turn) batchOf() batchOf {
	return batchOf{w.Data.TableID, w.Classifier.Result.Model, w.Generator.Result.Model}
}

func (w *turn) batchPart(index int, body wire.Message) {
	b := &w.Batch
	if index < 0 || index >= len(b.tasks) {
		return
	}
	index = b.tasks[index]
	switch f := body.(type) {
	case wire.ExplainedMany:
		if want := min(b.per(), b.all()-index*b.per()); len(f.Found) == want {
			b.Parts = slices.Clone(b.Parts)
			b.Parts[index] = f
		}
	case wire.Failure:
		b.Failures = w.noteFailure(b.Failures, TheBatch, f.Detail)
	}
}

func (w *turn) batchEnded(why string) {
	b := &w.Batch
	b.job, b.Phase, b.Finished = 0, Resting, true
	if why != "" {
		w.alert(TheBatch, why)
	}
	done, found := b.Covered()
	w.sayOfBatch(sayBatchDone(done, found, b.all()))
}

// dropOldBatch cancels and forgets a batch whose table or models were replaced.
func (w *turn) dropOldBatch() {
	b, now := &w.Batch, w.batchOf()
	if b.of.table == now.table && samePlace(b.of.classifier, now.classifier) && samePlace(b.of.generator,
		now.generator) {
		return
	}
	newTable := b.of.table != now.table
	if b.job != 0 {
		w.effects = append(w.effects, TellTasks{b.job, wire.Cancel{}})
	}
	w.dropActions()
	w.stopNotices()
	kept := Batch{Settings: b.Settings, of: now}
	if newTable {
		kept.Settings.Target, kept.Settings.By, kept.Settings.Cuts, kept.Settings.Search = -1, -1, "", ""
		kept.Settings.Filter, kept.Settings.Mine, kept.Settings.Choices = batchPreset.Filter, batchPreset.Mine, nil
		kept.Settings.Goal, kept.Settings.From, kept.Settings.To = document.NoGoal, 0, 0
		kept.Settings.MaxChanged = min(b.Settings.MaxChanged, len(w.Data.Table.Schema.Features))
		w.crew = crew{}
	} else {
		kept.File, kept.FileRows, kept.HasFile, kept.fileID, kept.FromFile = b.File, b.FileRows, b.HasFile, b.fileID,
			b.FromFile
		if b.Phase == ReadingRows {
			kept.Phase, kept.rowsJob = b.Phase, b.rowsJob
		}
	}
	w.Batch, w.BatchRun = kept, TaskRun{}
}

// batchDown stops preparing tasks because the first engine died.
func (w *turn) batchDown() {
	if b := &w.Batch; b.rowsJob != 0 {
		b.Phase = preparing
	}
	w.notPacked(sayBatchLost)
}

func firstOf(m wire.Selected, n int) wire.Selected {
	if n >= len(m.Index) {
		return m
	}
	m.Values = wire.NewRows(m.Values.Rows()[:n])
	m.Index, m.Outcomes = m.Index[:n], m.Outcomes[:n]
	return m
}
