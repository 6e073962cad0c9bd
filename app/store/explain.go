package store

import (
	"fmt"
	"math"
	"slices"

	"causeway/core/batch"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// MaxHits is the length of a list of hits.
const MaxHits = 10

func (in PinAnswer) apply(w *turn) {
	e := &w.Explain
	if !e.HasFound || e.FoundRow != e.Index || in.Index < 0 || in.Index >= len(e.Found.Rows) ||
		e.Pinned(in.Index) == in.On {
		return
	}
	pin := snapshot.Pin{Row: e.Index, Values: e.Found.Rows[in.Index].Row}
	switch {
	case !in.On:
		e.Pins = slices.DeleteFunc(slices.Clone(e.Pins), pin.Same)
	case len(e.pins()) >= wire.MaxPins || len(e.Pins) >= snapshot.MaxPins:
		w.alert(TheRow, sayManyPins(wire.MaxPins, snapshot.MaxPins))
	default:
		e.Pins = append(slices.Clip(e.Pins), pin)
	}
}

// Pinned reports whether a result is pinned.
func (e Explain) Pinned(index int) bool {
	return slices.ContainsFunc(e.Pins, snapshot.Pin{Row: e.FoundRow, Values: e.Found.Rows[index].Row}.Same)
}

// pins returns the row's pinned values, at most as many as one search accepts. A file may contain
// more.
func (e Explain) pins() (rows [][]float64) {
	for _, pin := range e.Pins {
		if pin.Row == e.Index && len(rows) < wire.MaxPins {
			rows = append(rows, pin.Values)
		}
	}
	return rows
}

func (ResetRow) apply(w *turn) {
	if e := &w.Explain; e.HasRow {
		e.Edited = slices.Clone(e.Row)
		w.predict()
	}
}

func (in SetFind) apply(w *turn)        { w.setFind(in.Search) }
func (SetFind) step(data.Schema) string { return "Settings of the search" }

// apply searches for counterfactuals. If the person is already accepted, it says so; it searches for a
// refusal only if somebody asks or has asked before.
func (in FindCounterfactuals) apply(w *turn) {
	e := &w.Explain
	shown := e.HasFound && e.FoundRow == e.Index
	if w.Accepted() && !in.Reverse && !shown && !w.findWaits() {
		w.say(sayAccepted(w.HopedLevel()))
		return
	}
	e.reverse = in.Reverse
	if e.Finding && w.answered() { // it runs already, without a request
		e.Unasked = false
		w.say(saySearching)
	} else {
		w.find()
	}
	e.chosen = e.chosen || e.Finding
}

// maxSearch limits the length of search words in bytes, because a person can paste anything.
const maxSearch = 4_000

func (in EditValue) apply(w *turn) {
	e := &w.Explain
	if !e.HasRow || in.Feature < 0 || in.Feature >= len(e.Edited) ||
		!w.Data.Table.Schema.Features[in.Feature].Holds(in.Value) {
		return
	}
	e.Edited = slices.Clone(e.Edited)
	e.Edited[in.Feature] = in.Value
	if j := w.Data.Table.Schema.FlagOf(in.Feature); j >= 0 && in.Value != 0 {
		e.Edited[j] = w.filled(j, e.Row[j])
	}
	w.picked()
	w.predict()
}

// filled returns the number that the table stores while feature j is missing, or some other number if
// none is known.
func (w *turn) filled(j int, other float64) float64 {
	for _, f := range w.Data.Table.Fills {
		if f.Feature == j {
			return f.Value
		}
	}
	return other
}

// apply copies a counterfactual into the what-if form.
func (in UseCounterfactual) apply(w *turn) {
	e, index := &w.Explain, in.Index
	if !e.HasRow || !e.HasFound || e.FoundRow != e.Index || index < 0 || index >= len(e.Found.Rows) {
		return
	}
	e.Edited = slices.Clone(e.Found.Rows[index].Row)
	for j, f := range w.Data.Table.Schema.Features { // a follower may lie between whole numbers
		if !f.Holds(e.Edited[j]) {
			e.Edited[j] = f.Round(e.Edited[j])
		}
	}
	w.say(sayUsed(index + 1))
	w.predict()
}

// Changed reports whether a person changed a value of the row.
func (e Explain) Changed(feature int) bool { return e.Edited[feature] != e.Row[feature] }

// predict asks the black box about the edited row. One question runs at a time; after its answer
// the store asks about the latest row.
func (w *turn) predict() {
	e := &w.Explain
	if !e.HasRow || !w.Classifier.HasResult {
		e.HasShares = false
		return
	}
	if e.predictJob != 0 {
		e.again = true
		return
	}
	e.predictJob = w.send(wire.Predict{Row: wire.NewFloats(e.Edited, len(e.Edited)), Toward: e.Find})
}

func (w *turn) predicted(f wire.Predicted) {
	e := &w.Explain
	e.Shares, e.HasShares = f.Shares.Values(), true
	e.Cuts, e.CutsOf, e.Band, e.Number, e.HasNumber = f.Cuts.Values(), f.Of, f.Band, f.Number, f.HasNumber
	if e.again {
		e.again = false
		w.predict()
		return
	}
	w.mapRow()
	w.findQueued()
}

func (w *turn) setFind(f document.Search) {
	f = f.Within(w.Data.Table.Schema)
	old := w.Explain.Find
	if old.Goal.OfChance() && !f.Goal.OfChance() {
		f.Target = w.Data.aim()
	}
	w.setGoal(f)
	if f.Bounds() != old.Bounds() {
		w.findAgain()
	}
}

// setGoal sets the search, and asks for the prediction under its goal if that changed.
func (w *turn) setGoal(f document.Search) {
	old := w.Explain.Find
	if w.Explain.Find = f; f.Goal != old.Goal || f.From != old.From || f.To != old.To ||
		f.Goal.OfChance() && f.Target != old.Target {
		w.predict()
	}
}

// Budgets of the complete search for a row, in boxes. One row gets about a second in a browser, each
// of many rows a hundredth of that.
const (
	findBoxes  = 20_000
	batchBoxes = batch.Boxes
)

// Longer returns the budget of a repeated search, given the last one.
func Longer(boxes int) int { return min(max(boxes, findBoxes)*20, wire.MaxBoxes) }

// stopFinding cancels a running search.
func (w *turn) stopFinding() {
	e := &w.Explain
	w.cancelJob(e.findJob)
	w.cancelJob(e.reasonsJob)
	e.reasonsJob = 0
}

func (w *turn) reasonsCame(f wire.Reasons) { w.Explain.Reasons = f }

// SaveCertificate saves a certificate of the shown answer, which cmd/check verifies.
type SaveCertificate struct{}

func (SaveCertificate) apply(w *turn) {
	e := &w.Explain
	if e.proofJob != 0 || !e.HasFound {
		return
	}
	if e.OldRules {
		w.say(sayFindFirst)
		return
	}
	m := wire.Certify{Query: e.asked}
	if len(e.Found.Rows) > 0 {
		at := min(e.Way, len(e.Found.Rows)-1)
		c := e.Found.Rows[at]
		m.Answer, m.Nearest = wire.NewFloats(c.Row, len(c.Row)), at == 0 && e.Found.Nearest
		m.Low, m.High = wire.NewFloats(c.Low, len(c.Low)), wire.NewFloats(c.High, len(c.High))
	} else if !e.Found.None {
		w.say(sayNothingProved)
		return
	}
	e.proofJob = w.send(m)
	w.say(sayCertifying)
}

func (w *turn) certified(m wire.Certified) {
	w.Explain.proofJob = 0
	name := fmt.Sprintf("certificate-row-%d.json", w.Data.Place(w.Explain.FoundRow)+1)
	w.effects = append(w.effects, SaveFile{Name: name, Type: "application/json", Bytes: m.Bytes})
	w.say(sayCertified(name, m.Says))
}

// searchSaid handles the engine's facts about a search.
func (w *turn) searchSaid(m wire.Message) {
	switch m := m.(type) {
	case wire.Explained:
		w.found(m)
	case wire.Canceled:
		w.findStopped()
	case wire.Progress:
		w.Explain.Share = m.Share
	}
}

// apply repeats the last search with a larger budget for the complete search.
func (SearchLonger) apply(w *turn) {
	e := &w.Explain
	if !e.HasFound || e.Finding || !e.Undecided() {
		return
	}
	m := e.asked
	m.Boxes = Longer(m.Boxes)
	w.search(m, e.wider)
}

// Undecided reports whether a longer search could find an answer, or a nearer one.
func (e Explain) Undecided() bool {
	unproved := len(e.Found.Carry) > 0 && e.Found.Boxes == 0 // followers do not add up
	return e.HasFound && !e.Found.None && !e.Found.Nearest && !e.Found.Steady() && !unproved && e.Found.Passed == 0 &&
		e.asked.Boxes < wire.MaxBoxes
}

// find asks for counterfactuals. It first waits for the row or the generator if either is on its way.
func (w *turn) find() {
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

// findWaits reports whether a search has to wait for a first person, the row, its prediction or the
// generator.
func (w *turn) findWaits() bool {
	e := &w.Explain
	return e.seekJob != 0 || e.Waiting || e.predictJob != 0 || w.generatorComes()
}

// generatorComes reports whether the first generator is training or about to.
func (w *turn) generatorComes() bool {
	return !w.Generator.HasResult && (w.Generator.Phase.Active() || w.Generator.Queued)
}

// search asks for counterfactuals. With wider, any number of features may change.
func (w *turn) search(m wire.Explain, wider bool) {
	e := &w.Explain
	e.Finding, e.Share, e.Unasked, e.refresh = true, 0, w.unasked, false
	e.asked, e.Asked, e.wider = m, m.Count, wider
	w.stopFinding()
	if e.findJob = w.send(m); !w.unasked {
		w.say(saySearching)
	}
}

// findQueued runs the search that find postponed, as soon as row and generator are ready. It skips a
// person who turns out to be accepted.
func (w *turn) findQueued() {
	e := &w.Explain
	if !e.Queued || w.findWaits() {
		return
	}
	e.Queued = false
	if w.Accepted() && !e.reverse {
		w.say(sayAccepted(w.HopedLevel()))
		return
	}
	w.find()
}

// findStopped ends a canceled search; earlier results stay.
func (w *turn) findStopped() {
	e := &w.Explain
	e.findJob, e.Finding, e.refresh = 0, false, false
	w.say(sayFindStopped)
}

func (w *turn) found(f wire.Explained) {
	e := &w.Explain
	e.findJob, e.Finding = 0, false
	e.Found, e.HasFound, e.FoundRow = f, true, e.Index
	e.Way, e.Glance, e.Reasons = 0, Glance{Dragging: e.Glance.Dragging}, wire.Reasons{}
	e.finds++
	e.reasonsJob = w.send(wire.GiveReasons{Query: e.asked})
	if !e.Unasked { // otherwise a screen reader reads the answer in its place
		w.say(sayFound(len(f.Rows) - f.Brought))
	}
	w.mapRow()
	if e.refresh {
		e.refresh = false
		w.findAgain()
	}
}

// Query returns the question that Found answers.
func (e Explain) Query() wire.Explain { return e.asked }

// Stale reports whether the row has changed since its search, unless it became one of the results.
func (e Explain) Stale() bool {
	return e.HasFound && !slices.Equal(e.asked.Row.Values(), e.Edited) &&
		!slices.ContainsFunc(e.Found.Rows, func(c wire.Counterfactual) bool {
			return slices.Equal(c.Row, e.Edited)
		})
}

func (w *turn) clearFound() {
	e := &w.Explain
	if e.HasFound {
		e.finds++
	}
	e.Found, e.HasFound, e.asked, e.Way, e.Reasons = wire.Explained{}, false, wire.Explain{}, 0, wire.Reasons{}
	e.Glance, e.Map.Chosen = Glance{}, false
	w.stopFinding()
	e.findJob, e.Finding, e.refresh = 0, false, false
}

// Likeliest returns the class with the largest share, or the first of equals.
func Likeliest(shares []float64) int {
	best, top := 0, math.Inf(-1)
	for c, s := range shares {
		if s > top {
			best, top = c, s
		}
	}
	return best
}
