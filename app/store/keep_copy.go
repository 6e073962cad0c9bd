package store

import (
	"fmt"

	"causeway/core/snapshot"
)

// A tab that works on a copy watches the project that it is a copy of. When the
// tab that has it is closed, it goes on with the project itself: by itself where
// nothing was changed in the copy, otherwise on request.

// How long a project must be open nowhere before a copy takes its place: a tab
// that is loaded again has it back well before.
const (
	watchMS   = 2_500
	watchFree = 4 // looks in a row
)

// original is the project that the page works on a copy of, or waits for.
type original struct {
	id     string // empty: there is none, or the copy stays one
	was    string // fingerprint of the copy as it was opened; empty: it goes its own way
	free   int    // looks in a row at which no tab had it
	taking bool   // it is being fetched, to go on with
	took   bool   // it is being opened, to go on with
	unmade bool   // the copy is to be removed then, as nothing was changed in it
}

type (
	// WatchKept brings a KeptWatched after some milliseconds.
	WatchKept struct {
		ID string
		MS int
	}

	// KeptWatched says whether a project is open in no tab. Where that cannot be
	// told it is not Free.
	KeptWatched struct {
		ID   string
		Free bool
	}

	// AnswerCopy says whether the page goes on with the project itself, which another
	// tab has left, or with its copy.
	AnswerCopy struct{ TakeOver bool }
)

func (WatchKept) vault() {}

// copyOf makes the page a copy of a project.
func (w *work) copyOf(id string) {
	k := &w.Keeping
	k.Copy, k.Free, k.of = true, false, original{id: id}
	w.watch()
}

// copied is a fingerprint with what is saved beside it: rows that are explained, and actions for them.
func (w *work) copied(fingerprint string) string {
	return fmt.Sprint(fingerprint, w.Batch.run, w.Batch.steps(), w.Batch.Actions.made)
}

func (w *work) watch() {
	if k := &w.Keeping; !k.watching {
		k.watching = true
		w.effects = append(w.effects, WatchKept{ID: k.of.id, MS: watchMS})
	}
}

func (in KeptWatched) apply(w *work) {
	k := &w.Keeping
	k.watching = false
	switch {
	case k.of.id == "" || k.of.taking || !k.Copy && w.isThere():
		return
	case in.ID != k.of.id:
	case !in.Free || k.Opening:
		k.of.free, k.Free = 0, false
	case k.of.free+1 < watchFree:
		k.of.free++
	case !k.Copy:
		k.Offer, k.of = k.of.id, original{}
		w.effects = append(w.effects, ListKept{})
		w.say(sayFreed)
		return
	case w.unchangedCopy():
		w.takeOver()
		return
	case !k.Free:
		k.Free = true
		w.say(sayFree(w.name()))
	}
	w.watch()
}

// unchangedCopy reports whether nothing was made in the copy, and nothing is on
// its way that the person waits for.
func (w *work) unchangedCopy() bool {
	busy := w.isTraining() || w.Labels.Phase.Active() || w.Batch.Phase != Resting ||
		w.Evaluation.Phase != Resting || w.Project.Verify.Phase != Resting || w.Explain.Finding ||
		w.Data.Stage != Idle || w.Data.HasPreview ||
		w.Project.Offer != nil || w.Project.Waiting != nil || w.Link.Down || w.Link.Recovering
	return !busy && w.Keeping.of.was != "" && w.copied(w.State.fingerprint()) == w.Keeping.of.was
}

func (in AnswerCopy) apply(w *work) {
	switch k := &w.Keeping; {
	case !in.TakeOver:
		k.Free, k.of = false, original{}
		w.say(sayStays)
	case k.Free && !k.Opening:
		w.keepFirst()
		w.takeOver()
	}
}

func (w *work) takeOver() {
	k := &w.Keeping
	k.Opening, k.Free, k.of.taking, k.of.unmade, k.fetching = true, false, true, w.unchangedCopy(), k.of.id
	w.effects = append(w.effects, FetchKept{ID: k.of.id, Version: -1})
}

// tookOver goes on with the project that was fetched to be taken over; it reports
// whether nothing else is to be done: another tab was faster, or what is on the
// page is what was saved.
func (w *work) tookOver(in Fetched, p snapshot.Project, o arrival) bool {
	k := &w.Keeping
	if !k.of.taking {
		return false
	}
	k.of.taking = false
	if !in.Held {
		w.opened(in.ID, false)
		k.of.free = 0
		w.watch()
		return true
	}
	k.of.took = true
	if !k.of.unmade || o.isImages || o.moves() || o.changed || !w.unchangedCopy() ||
		w.copied(fingerprintOf(p)) != k.of.was {
		return false
	}
	w.opened(in.ID, false)
	w.say(sayTookOver(w.Data.Table.Name))
	copied := k.ID
	k.moveTo(in.ID)
	k.Copy, k.of, k.dirty = false, original{}, true
	if o.rows {
		k.table = o.hash
	}
	w.settle(theKeeping)
	w.dropCopy(copied)
	return true
}

// dropCopy removes a copy in which nothing was made.
func (w *work) dropCopy(id string) {
	if id != "" {
		w.change(DropKept{id, -1})
	}
}
