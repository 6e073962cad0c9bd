package store

import (
	"fmt"

	"causeway/core/data"
	"causeway/core/form"
	"causeway/core/snapshot"
)

// A file that is shown before its import is saved with the project, or alone without one, together
// with the plan for its columns.

// Records of such a file.
const (
	recordFile = "file"
	recordPlan = "plan"
)

// keptFile says how to read the file.
type keptFile struct {
	Name string    `msgpack:"name"`
	Plan data.Plan `msgpack:"plan"`
}

// restFile is such a file as read from storage.
type restFile struct {
	keptFile
	record KeptRecord
}

// keptPreview are the records of the previewed file. A saved one is only named.
func (s *State) keptPreview(*KeepProject) ([]KeptRecord, error) {
	d, k := s.Data, s.Keeping
	if !d.HasPreview || k.noFile == d.openID {
		return nil, nil
	}
	file := KeptRecord{Name: recordFile}
	if k.file != d.openID {
		file = KeptRecord{recordFile, d.File.Bytes, d.File.file, d.File.Size}
	}
	plan, err := form.Marshal(keptFile{Name: d.File.Name, Plan: d.Plan})
	return []KeptRecord{file, {Name: recordPlan, Bytes: plan}}, err
}

// previewGist is its number and its plan.
func (s *State) previewGist() any {
	if !s.Data.HasPreview {
		return nil
	}
	return [2]any{s.Data.openID, s.Data.Plan}
}

func readPreview(r records, _ snapshot.Project) (rest, error) {
	plan, there := r.get(recordPlan)
	if !there {
		return nil, nil
	}
	k, err := form.UnmarshalKept[keptFile](plan)
	if err != nil {
		return nil, fmt.Errorf("its %s is damaged: %w", recordPlan, err)
	}
	return restFile{k, r[recordFile]}, nil
}

func (f restFile) size() int { return max(f.record.Size, len(f.record.Bytes)) }

// there reports whether the file's record was saved too and can be opened.
func (f restFile) there() bool {
	n := f.size()
	return 0 < n && n <= MaxFile
}

// install shows it again.
func (f restFile) install(w *turn, _ arrival) { w.openAgain(f) }

// openAgain previews a saved file again.
func (w *turn) openAgain(f restFile) {
	if !f.there() {
		return
	}
	w.settle(TheTable)
	w.Data.kept = &f.Plan
	w.open(file{Name: f.Name, Size: f.size(), Bytes: f.record.Bytes, file: f.record.File})
}

// adoptPreview makes the place of a file saved alone the page's own, unless the page has a document
// or another tab has the place.
func (w *turn) adoptPreview(o arrival) {
	k := &w.Keeping
	k.Opening, k.fetching = false, ""
	switch {
	case !o.held:
	case w.hasDocument():
		w.effects = append(w.effects, LeaveKept{ID: o.id})
	default:
		if k.ID != "" && k.ID != o.id {
			w.leave()
		}
		k.moveTo(o.id)
		k.bare, k.Stage, k.dirty, k.At = true, KeepSaved, false, o.at
		w.History = history{}
		for _, x := range o.rest {
			x.install(w, o)
		}
		return
	}
	w.openAgain(o.file())
}

// dropPreview forgets the place of a closed file that was saved alone.
func (w *turn) dropPreview() {
	k := &w.Keeping
	if !k.bare || k.ID == "" || w.hasDocument() {
		return
	}
	id := k.ID
	k.moveTo("")
	k.bare, k.dirty, k.timer, k.Stage = false, false, 0, KeepReady
	w.change(DropKept{id, -1})
}
