package store

import (
	"math"
	"slices"
	"strings"

	"causeway/core/batch"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// MaxHits is the length of a list of hits.
const MaxHits = 10

func (in SetPart) apply(w *work) {
	if slices.Contains(data.Parts, in.Part) {
		w.Explain.Part = in.Part
		w.otherRows()
	}
}

func (in SetHits) apply(w *work) {
	w.Explain.Search = clipped(in.Search)
	w.otherRows()
}

// otherRows goes to the first of the rows that are now gone through.
func (w *work) otherRows() {
	w.picked()
	w.goTo(0)
	w.findRows(0, w.Explain.narrowed())
}

func (in MoreHits) apply(w *work) { w.findRows(max(in.From, 0), true) }
func (in GoToRow) apply(w *work)  { w.pick(in.Pos) }
func (in StepRow) apply(w *work)  { w.pick(w.Explain.place() + in.By) }

func (in MarkRow) apply(w *work) {
	e := &w.Explain
	at, marked := slices.BinarySearch(e.Marks, in.Row)
	switch {
	case in.Row < 0 || in.Row >= w.Data.Table.Rows || marked == in.On:
	case !in.On:
		e.Marks = slices.Delete(slices.Clone(e.Marks), at, at+1)
	case len(e.Marks) >= snapshot.MaxMarks:
		w.alert(TheRow, sayManyMarks(snapshot.MaxMarks))
	default:
		e.Marks = slices.Insert(slices.Clone(e.Marks), at, in.Row)
	}
}

func (in PinAnswer) apply(w *work) {
	e := &w.Explain
	if !e.HasFound || e.FoundRow != e.Index || in.Index < 0 || in.Index >= len(e.Found.Found) ||
		e.Pinned(in.Index) == in.On {
		return
	}
	pin := snapshot.Pin{Row: e.Index, Values: e.Found.Found[in.Index].Values.Values()}
	switch {
	case !in.On:
		e.Pins = slices.DeleteFunc(slices.Clone(e.Pins), pin.Same)
	case len(e.pins()) >= wire.MaxPins || len(e.Pins) >= snapshot.MaxPins:
		w.alert(TheRow, sayManyPins(wire.MaxPins, snapshot.MaxPins))
	default:
		e.Pins = append(slices.Clip(e.Pins), pin)
	}
}

// Pinned reports whether a counterfactual of what was found is pinned.
func (e Explain) Pinned(index int) bool {
	return slices.ContainsFunc(e.Pins, snapshot.Pin{Row: e.FoundRow, Values: e.Found.Found[index].Values.Values()}.Same)
}

// pins are the values of what is pinned of the row: the first of them, as far as one search
// takes them. A file may bring more.
func (e Explain) pins() (rows [][]float64) {
	for _, pin := range e.Pins {
		if pin.Row == e.Index && len(rows) < wire.MaxPins {
			rows = append(rows, pin.Values)
		}
	}
	return rows
}

func (in GoToMark) apply(w *work) {
	e := &w.Explain
	e.Part, e.Search, e.Filter = data.AllRows, "", document.RowFilter{}.Within(w.Data.Table.Schema)
	e.Total = w.Data.Table.Rows
	w.findRows(0, false)
	w.pick(in.Row)
}

func (ResetRow) apply(w *work) {
	if e := &w.Explain; e.HasRow {
		e.Edited = slices.Clone(e.Row)
		w.predict()
	}
}

func (in SetFind) apply(w *work)        { w.setFind(in.Search) }
func (SetFind) step(data.Schema) string { return "Settings of the search" }

// apply searches what would decide otherwise. Somebody who is accepted is told so: what
// would have them refused is searched where it is asked for, or was before.
func (in FindCounterfactuals) apply(w *work) {
	e := &w.Explain
	shown := e.HasFound && e.FoundRow == e.Index
	if w.Accepted() && !in.Reverse && !shown && !w.findWaits() {
		w.say(sayAccepted(w.Data.WantedLevel()))
		return
	}
	e.reverse = in.Reverse
	if e.Finding && w.answered() { // it goes on already, unasked
		e.Unasked = false
		w.say(saySearching)
	} else {
		w.find()
	}
	e.chosen = e.chosen || e.Finding
}

func (in RemoveOwnRule) apply(w *work) {
	if e := &w.Explain; in.At >= 0 && in.At < len(e.Own) {
		e.Own = slices.Delete(slices.Clone(e.Own), in.At, in.At+1)
		w.findAgain()
	}
}
func (RemoveOwnRule) step(data.Schema) string { return "Limits of the person explained" }

func (ClearLimits) apply(w *work) {
	w.Explain.Limits, w.Explain.Own = nil, nil
	w.findAgain()
}
func (ClearLimits) step(data.Schema) string { return "Limits of the person explained" }

// pick goes to a row that a person has chosen.
func (w *work) pick(pos int) {
	w.picked()
	w.goTo(pos)
}

// maxSearch bounds a search, in bytes: what is pasted may be anything.
const maxSearch = 4_000

func clipped(search string) string {
	return strings.ToValidUTF8(search[:min(len(search), maxSearch)], "")
}

// place is that of the row, or of the one that is on its way.
func (e Explain) place() int {
	if e.Waiting {
		return e.going
	}
	return e.Pos
}

// goTo asks for the row at a place of the list, which wraps around at its ends.
func (w *work) goTo(pos int) {
	e := &w.Explain
	w.settle(TheRow)
	if !w.Data.HasTable {
		w.alert(TheRow, sayOpenFirst)
		return
	}
	if e.Total > 0 {
		pos = (pos%e.Total + e.Total) % e.Total
	}
	e.Waiting, e.going = true, pos
	e.rowJob = w.send(wire.Rows{Part: e.Part, Search: e.Search, Filter: w.asked(e.Filter), From: max(pos, 0), Limit: 1})
}

// findRows asks for a page of the list, or closes it.
func (w *work) findRows(from int, show bool) {
	e := &w.Explain
	if !show || !w.Data.HasTable {
		e.Hits, e.hitsJob = hits{}, 0
		return
	}
	e.hitsJob = w.send(wire.Rows{Part: e.Part, Search: e.Search, Filter: w.asked(e.Filter), From: from, Limit: MaxHits})
}

func (w *work) rowCame(f wire.Page) {
	e := &w.Explain
	e.Waiting, e.Total = false, f.Total
	rows := f.Values.Rows()
	if len(rows) == 0 || len(f.Index) == 0 || len(f.Outcomes) == 0 {
		if f.Total > 0 { // the place lies behind the end of a list that became shorter
			w.goTo(0)
			return
		}
		w.findQueued()
		return
	}
	e.Pos, e.Index, e.True = f.From, f.Index[0], f.Outcomes[0]
	e.Row, e.Edited, e.HasRow = rows[0], slices.Clone(rows[0]), true
	e.Queued, e.reverse = e.Queued || e.Finding, false // what was asked for is asked of the row that came
	w.clearFound()
	w.predict()
	w.findQueued()
}

func (w *work) hitsCame(f wire.Page) {
	e := &w.Explain
	e.Total = f.Total
	e.Hits = hits{From: f.From, Index: f.Index, Rows: f.Values.Rows(), Outcomes: f.Outcomes, Said: f.Predicted,
		Shown: true}
}

func (in EditValue) apply(w *work) {
	e := &w.Explain
	if !e.HasRow || in.Feature < 0 || in.Feature >= len(e.Edited) ||
		!w.Data.Table.Schema.Features[in.Feature].Holds(in.Value) {
		return
	}
	e.Edited = slices.Clone(e.Edited)
	e.Edited[in.Feature] = in.Value
	w.picked()
	w.predict()
}

// apply makes a counterfactual the row in the what-if form, to be changed from
// there.
func (in UseCounterfactual) apply(w *work) {
	e, index := &w.Explain, in.Index
	if !e.HasRow || !e.HasFound || e.FoundRow != e.Index || index < 0 || index >= len(e.Found.Found) {
		return
	}
	e.Edited = slices.Clone(e.Found.Found[index].Values.Values())
	for j, f := range w.Data.Table.Schema.Features { // what follows may lie between whole numbers
		if !f.Holds(e.Edited[j]) {
			e.Edited[j] = f.Round(e.Edited[j])
		}
	}
	w.say(sayUsed(index + 1))
	w.predict()
}

// Changed reports whether a value of the row was changed by hand.
func (e Explain) Changed(feature int) bool { return e.Edited[feature] != e.Row[feature] }

// predict asks for the black box's answer on the edited row. One question is on
// its way at a time; the latest row is asked about when its answer is there.
func (w *work) predict() {
	e := &w.Explain
	if !e.HasRow || !w.Classifier.HasResult {
		e.HasShares = false
		return
	}
	if e.predictJob != 0 {
		e.again = true
		return
	}
	e.predictJob = w.send(wire.Predict{Row: wire.NewFloats(e.Edited, len(e.Edited))})
}

func (w *work) predicted(f wire.Predicted) {
	e := &w.Explain
	e.Shares, e.HasShares = f.Shares.Values(), true
	if e.again {
		e.again = false
		w.predict()
		return
	}
	w.mapRow()
	w.findQueued()
}

func (w *work) setFind(f document.Search) {
	f = f.Within(w.Data.Table.Schema)
	old := w.Explain.Find
	if w.Explain.Find = f; f.Bounds() != old.Bounds() {
		w.findAgain()
	}
}

// Budgets of the complete search for a row, in boxes: for one row about what a
// second in a browser looks at, for each of many a hundredth of that.
const (
	findBoxes  = 20_000
	batchBoxes = batch.Boxes
)

// Longer is the budget of a search that begins anew after one of a budget.
func Longer(boxes int) int { return min(max(boxes, findBoxes)*20, wire.MaxBoxes) }

// stopFinding asks the engine to end a search that is under way.
func (w *work) stopFinding() { w.cancelJob(w.Explain.findJob) }

// searchSaid takes what the engine says of a search.
func (w *work) searchSaid(m wire.Message) {
	switch m := m.(type) {
	case wire.Explained:
		w.found(m)
	case wire.Canceled:
		w.findStopped()
	case wire.Progress:
		w.Explain.Share = m.Share
	}
}

// apply repeats the last search with a larger budget of the complete one.
func (SearchLonger) apply(w *work) {
	e := &w.Explain
	if !e.HasFound || e.Finding || !e.Undecided() {
		return
	}
	m := e.asked
	m.Boxes = Longer(m.Boxes)
	w.search(m, e.wider)
}

// Undecided reports whether a longer search may say more: whether there is a row,
// or a nearer one.
func (e Explain) Undecided() bool {
	unproved := len(e.Found.Carry) > 0 && e.Found.Boxes == 0 // what follows is no sum
	return e.HasFound && !e.Found.None && !e.Found.Nearest && !e.Found.Steady() && !unproved && e.Found.Passed == 0 &&
		e.asked.Boxes < wire.MaxBoxes
}

// find asks for counterfactuals, after the generator's training and the arrival
// of the row if these are under way.
func (w *work) find() {
	e := &w.Explain
	w.settle(TheRow)
	switch {
	case !w.Data.HasTable:
		w.alert(TheRow, sayOpenFirst)
	case w.generatorComes():
		e.Queued = true
		w.say(sayAfterGenerator)
	case !w.Classifier.HasResult:
		w.alert(TheRow, sayClassifierFirst)
	case !w.Generator.HasResult:
		w.alert(TheRow, sayGeneratorFirst)
	case w.findWaits():
		e.Queued = true
		w.say(saySearching)
	case !e.HasRow:
		w.alert(TheRow, sayRowFirst)
	default:
		w.search(w.searchCommand(), false)
	}
}

// findWaits reports whether a search has to wait: for a first person, for the row or for
// what the model says of it, or for the generator.
func (w *work) findWaits() bool {
	e := &w.Explain
	return e.seekJob != 0 || e.Waiting || e.predictJob != 0 || w.generatorComes()
}

// generatorComes reports whether the first generator is being trained, or waits to be.
func (w *work) generatorComes() bool {
	return !w.Generator.HasResult && (w.Generator.Phase.Active() || w.Generator.Queued)
}

// search asks for counterfactuals; wider says that the limit on changed features
// is given up for it.
func (w *work) search(m wire.Explain, wider bool) {
	e := &w.Explain
	e.Finding, e.Share, e.Unasked, e.refresh = true, 0, w.unasked, false
	e.asked, e.Asked, e.wider = m, m.Count, wider
	w.stopFinding()
	if e.findJob = w.send(m); !w.unasked {
		w.say(saySearching)
	}
}

// findQueued does what find put off, once nothing is left to wait for. Of somebody who is
// accepted nothing is searched: nobody knew that when it was asked for.
func (w *work) findQueued() {
	e := &w.Explain
	if !e.Queued || w.findWaits() {
		return
	}
	e.Queued = false
	if w.Accepted() && !e.reverse {
		w.say(sayAccepted(w.Data.WantedLevel()))
		return
	}
	w.find()
}

// findStopped ends a search that was cancelled; what was found before stays.
func (w *work) findStopped() {
	e := &w.Explain
	e.findJob, e.Finding, e.refresh = 0, false, false
	w.say(sayFindStopped)
}

func (w *work) found(f wire.Explained) {
	e := &w.Explain
	e.findJob, e.Finding = 0, false
	e.Found, e.HasFound, e.FoundRow = f, true, e.Index
	e.Way, e.Glance = 0, Glance{Dragging: e.Glance.Dragging}
	e.finds++
	if !e.Unasked { // else the answer is read out where it stands
		w.say(sayFound(len(f.Found) - f.Brought))
	}
	w.mapRow()
	if e.refresh {
		e.refresh = false
		w.findAgain()
	}
}

// Query is what the engine was asked to find Found.
func (e Explain) Query() wire.Explain { return e.asked }

// Stale reports whether the row was changed after its counterfactuals were
// found, other than into one of them.
func (e Explain) Stale() bool {
	return e.HasFound && !slices.Equal(e.asked.Row.Values(), e.Edited) &&
		!slices.ContainsFunc(e.Found.Found, func(c wire.Counterfactual) bool {
			return slices.Equal(c.Values.Values(), e.Edited)
		})
}

func (w *work) clearFound() {
	e := &w.Explain
	if e.HasFound {
		e.finds++
	}
	e.Found, e.HasFound, e.asked, e.Way = wire.Explained{}, false, wire.Explain{}, 0
	e.Glance, e.Map.Chosen = Glance{}, false
	w.stopFinding()
	e.findJob, e.Finding, e.refresh = 0, false, false
}

// Likeliest returns the class with the largest share, the first of equals.
func Likeliest(shares []float64) int {
	best, top := 0, math.Inf(-1)
	for c, s := range shares {
		if s > top {
			best, top = c, s
		}
	}
	return best
}
