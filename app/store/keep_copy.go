package store

import (
	"fmt"

	"causeway/core/snapshot"
)

// A tab that works on a copy watches the original. Once the original's tab is closed, this tab
// continues with the original: automatically if the copy is unchanged, otherwise on request.

// The original must be closed for this long before a copy takes its place. A tab that reloads reopens
// it much sooner.
const (
	watchMS   = 2_500
	watchFree = 4 // consecutive checks
)

// original is the project that the page copied, or waits for.
type original struct {
	id     string // "" without one, or if the copy stays a copy
	was    string // fingerprint of the copy when it was opened; "" once it is independent
	free   int    // consecutive checks at which no tab had it open
	taking bool   // it is being fetched, to be taken over
	took   bool   // it is being opened, to be taken over
	unmade bool   // afterwards remove the copy, which is unchanged
}

type (
	// WatchKept answers with a KeptWatched after some milliseconds.
	WatchKept struct {
		ID string
		MS int
	}

	// KeptWatched reports that no tab has a project open (Free), or that one may.
	KeptWatched struct {
		ID   string
		Free bool
	}

	// AnswerCopy chooses whether the page continues with the original, now closed in its tab, or with the
	// copy.
	AnswerCopy struct{ TakeOver bool }
)

func (WatchKept) vault() {}

// copyOf makes the page a copy of a project.
func (w *turn) copyOf(id string) {
	k := &w.Keeping
	k.Copy, k.Free, k.of = true, false, original{id: id}
	w.watch()
}

// copied returns a fingerprint of the project and of what is saved beside it: explained rows, and
// actions for them.
func (w *turn) copied(fingerprint string) string {
	return fmt.Sprint(fingerprint, w.Batch.run, w.Batch.steps(), w.Batch.Actions.made)
}

func (w *turn) watch() {
	if k := &w.Keeping; !k.watching {
		k.watching = true
		w.effects = append(w.effects, WatchKept{ID: k.of.id, MS: watchMS})
	}
}

func (in KeptWatched) apply(w *turn) {
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

// unchangedCopy reports whether the copy is unchanged and no work is running.
func (w *turn) unchangedCopy() bool {
	busy := w.isTraining() || w.Labels.Phase.Active() || w.Batch.Phase != Resting ||
		w.Evaluation.Phase != Resting || w.Project.Verify.Phase != Resting || w.Explain.Finding ||
		w.Data.Stage != Idle || w.Data.HasPreview ||
		w.Project.Offer != nil || w.Project.Waiting != nil || w.Link.Down || w.Link.Recovering
	return !busy && w.Keeping.of.was != "" && w.copied(w.State.fingerprint()) == w.Keeping.of.was
}

func (in AnswerCopy) apply(w *turn) {
	switch k := &w.Keeping; {
	case !in.TakeOver:
		k.Free, k.of = false, original{}
		w.say(sayStays)
	case k.Free && !k.Opening:
		w.keepFirst()
		w.takeOver()
	}
}

func (w *turn) takeOver() {
	k := &w.Keeping
	k.Opening, k.Free, k.of.taking, k.of.unmade, k.fetching = true, false, true, w.unchangedCopy(), k.of.id
	w.effects = append(w.effects, FetchKept{ID: k.of.id, Version: -1})
}

// tookOver continues with the fetched original. It reports whether nothing is left to do: another tab
// was faster, or the page already shows the saved state.
func (w *turn) tookOver(in Fetched, p snapshot.Project, o arrival) bool {
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

// dropCopy removes an unchanged copy.
func (w *turn) dropCopy(id string) {
	if id != "" {
		w.change(DropKept{id, -1})
	}
}
