package store

// If storage is too small for the whole project, large parts that are not needed to go on are left
// out, one after the other, and the rest is saved. The page retries with exponential backoff, and
// at once when a project is deleted.

// Times until the next try, in milliseconds.
const (
	roomMS     = 60_000
	roomRestMS = 900_000 // at most
)

// spare leaves out the next part that is not needed and saves. It reports whether there was one.
func (w *turn) spare() bool {
	k := &w.Keeping
	switch {
	case !k.bare && k.sentFile != 0 && k.file != k.sentFile:
		k.noFile = k.sentFile
	case w.Batch.run != "" && k.noBatch != w.Batch.run:
		k.noBatch, k.batch = w.Batch.run, batchKept{}
	case k.sent != "" && k.sent == w.rowsHash() && k.table != k.sent:
		k.noRows, k.tight = k.sent, true
	default:
		return false
	}
	k.saving, k.dirty = false, true
	w.keep()
	return true
}

// spared lists what is not saved for lack of room.
func (s *State) spared() (list []Left) {
	k := s.Keeping
	for _, x := range []struct {
		part string
		is   bool
	}{
		{leftPreview, s.Data.HasPreview && k.noFile == s.Data.openID && !k.bare},
		{leftBatch, s.Batch.run != "" && k.noBatch == s.Batch.run},
		{leftRows, k.tight && s.Data.HasTable && s.withoutRows()},
		{leftPixels, k.tight && s.Images.Has && s.withoutRows()},
	} {
		if x.is {
			why := whyNoRoom
			if k.gone && x.part == leftPreview {
				why = whyGone
			} else if x.part == leftPixels {
				why = whyNoPixels
			}
			list = append(list, Left{Part: x.part, Why: why})
		}
	}
	return list
}

// awaitRoom retries later to save what was left out.
func (w *turn) awaitRoom() {
	k := &w.Keeping
	if k.room = 0; len(w.spared()) == 0 {
		k.tries = 0
		return
	}
	k.timers++
	k.room = k.timers
	w.effects = append(w.effects, WaitToKeep{Timer: k.room, MS: min(roomMS<<min(k.tries, 4), roomRestMS)})
	k.tries++
}

// wantAll includes again what was left out for lack of room.
func (k *Keeping) wantAll() {
	k.noFile, k.noBatch = 0, ""
	if k.tight {
		k.noRows, k.tight = "", false
	}
}

// tryRoom saves with everything that was left out for lack of room.
func (w *turn) tryRoom() {
	k := &w.Keeping
	if k.room = 0; len(w.spared()) == 0 {
		return
	}
	k.dirty = true
	k.wantAll()
	if k.Stage != KeepFailed && k.timer == 0 {
		w.keep()
	}
}
