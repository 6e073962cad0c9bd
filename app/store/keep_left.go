package store

import (
	"slices"
	"strings"

	"causeway/core/snapshot"
)

// Nothing may stop a save. A part that cannot be saved is left out and named, and the rest is saved.
// Reading this browser's own project works the same way. A file from outside with an unreadable part
// is refused: somebody changed it, so the rest may be wrong too.

// Left is a part of the project whose present state could not be saved, or that could not be read.
type Left struct {
	Part  string // within a sentence
	Why   string // the end of a sentence
	Older bool   // its last good state is saved instead
}

// Parts that only the browser saves, not a file.
const (
	leftPreview   = "the file before its import"
	leftImageWork = "rules, labels and drawing of the images"
	leftRows      = "the rows of the table"
	leftPixels    = "the files of the images"
	leftBatch     = "the explanation of many rows"
	leftPrevious  = "the generator before the last fine-tuning"
	leftOrigins   = "which figures were measured here"
	leftAsked     = "the unfinished evaluation"
	leftHistory   = "the undo and redo history"
)

// partNames names the parts of a file, for use inside a sentence.
var partNames = map[string]string{
	"graph": "the graph with its rules", "settings": "the settings",
	"explain":    "the open row with its limits",
	"classifier": "the classifier", "generator": "the generator", "labels": "the labels",
	"tuning":     "the fine-tuning results",
	"evaluation": "the evaluation", "rows": leftRows,
}

func leftOf(list []snapshot.Loss) (left []Left) {
	for _, l := range list {
		name := partNames[l.Part]
		if name == "" {
			name = "the part " + l.Part
		}
		left = append(left, Left{name, Clause(l.Err), l.Older})
	}
	return left
}

// sound packs the project and returns the part that can be saved, its bytes, and the parts left out.
func (s *State) sound(with Travel) (p snapshot.Project, b []byte, left []Left, err error) {
	k, err := s.packing(with)
	if err != nil {
		return p, nil, nil, err
	}
	return k.sound(func() {})
}

// packing is a project to write, and its last version that was saved whole.
type packing struct{ project, last snapshot.Project }

func (s *State) packing(with Travel) (k packing, err error) {
	if k.project, err = s.Snapshot(with); err != nil {
		return k, err
	}
	if s.good != nil && s.good.Data.Hash != "" {
		k.last = *s.good
	} else {
		k.last.Settings = presets()
	}
	if !with.Labels {
		k.last.Evaluation.By = nil // names travel only with the labels
	}
	return k, nil
}

// sound returns the part that can be saved, its bytes, and the parts left out.
func (k packing) sound(pause func()) (p snapshot.Project, b []byte, left []Left, err error) {
	if b, err = snapshot.WriteInTurns(k.project, pause); err == nil {
		return k.project, b, nil, nil
	}
	p, lost, err := k.project.Sound(k.last)
	if err == nil {
		b, err = snapshot.WriteInTurns(p, pause)
	}
	return p, b, leftOf(lost), err
}

// Pack adds the encoded project to the effect's records. It takes long and calls pause in between. It
// fails if the table cannot be described.
func (e KeepProject) Pack(pause func()) (KeepProject, error) {
	if e.packing == nil {
		return e, nil
	}
	p, b, left, err := e.packing.sound(pause)
	e.project, e.left = p, slices.Concat(left, e.left)
	e.Records = slices.Concat([]KeptRecord{{Name: recordProject, Bytes: b}}, e.Records)
	e.packing = nil
	return e, err
}

// Kept returns the answer after the packed project was saved. The time is in milliseconds of Unix time.
func (e KeepProject) Kept(at int64) Kept {
	return Kept{ID: e.ID, No: e.No, At: at, left: e.left, project: e.project}
}

// leaveOut names the parts that a save omits, until they can be saved again.
func (w *turn) leaveOut(list []Left) {
	k := &w.Keeping
	if slices.Equal(list, k.Left) {
		return
	}
	k.Left = list
	w.settle(theLeft)
	for _, l := range list {
		w.alert(theLeft, sayLeft(l, inBrowser))
	}
}

// namedUnread names the unreadable parts of a saved project. If the next save would replace that
// state, it keeps the state as a version.
func (w *turn) namedUnread(o arrival) {
	if len(o.lost) == 0 {
		return
	}
	var parts []string
	for _, l := range o.lost {
		parts = append(parts, l.Part)
		w.alert(theLeft, sayUnread(l))
	}
	if o.held && w.Keeping.ID == o.id && !o.isVersion {
		w.effects = append(w.effects, NameKept{ID: o.id,
			Name: oneLine("Before "+strings.Join(parts, " and ")+" could not be read", maxVersionName)})
	}
}

// savedAs returns records with these names that leave the saved ones in place.
func (k Keeping) savedAs(names []string) (list []KeptRecord) {
	for _, n := range names {
		if slices.Contains(k.names, n) {
			list = append(list, KeptRecord{Name: n})
		}
	}
	return list
}

func recordNames(list []KeptRecord) (names []string) {
	for _, r := range list {
		names = append(names, r.Name)
	}
	return names
}

// If storage is too small for the whole project, the page leaves out large parts that can be computed
// again, one after the other, and saves the rest. It retries with exponential backoff, and immediately
// when a project is deleted.

// Delays until the next try, in milliseconds.
const (
	roomMS     = 60_000
	roomRestMS = 900_000 // at most
)

// spare leaves out the next part that can be spared, and saves. It reports whether there was one.
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

// spared lists the parts not saved for lack of room.
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

// wantAll includes all parts that were left out for lack of room.
func (k *Keeping) wantAll() {
	k.noFile, k.noBatch = 0, ""
	if k.tight {
		k.noRows, k.tight = "", false
	}
}

// tryRoom saves everything, including parts that were left out for lack of room.
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
