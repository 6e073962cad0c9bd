package store

import (
	"fmt"

	"causeway/core/data"
	"causeway/core/form"
	"causeway/core/snapshot"
)

// A slice is a part of the state that the browser saves beside the project and that files leave
// out, because it is private to the person at work. Each is compared, saved, read and installed
// separately, so that a fault in one affects no other.
type slice struct {
	part  string   // within a sentence
	older []string // records that stay unchanged if it cannot be saved
	bare  bool     // it can exist without a table: beside images, or a file before its import

	gist func(s *State) any // changes when it needs saving; quick to compare
	keep func(s *State, e *KeepProject) ([]KeptRecord, error)
	read func(r records, p snapshot.Project) (storedSlice, error) // nil: no records
}

// storedSlice is a slice as read from storage.
type storedSlice interface {
	install(w *turn, o arrival)
}

// beside lists the slices in the order of installation.
var beside = []slice{
	{part: leftPreview, older: []string{recordFile, recordPlan}, bare: true, gist: (*State).previewGist,
		keep: (*State).keptPreview, read: readPreview},
	recordSlice(leftOrigins, recordOrigins, false, func(*State) any { return nil }, (*State).keptOrigins,
		keptOrigins.check),
	recordSlice(leftPrevious, recordPrevious, false, (*State).previousGist, (*State).keptPrevious, keptPrevious.check),
	recordSlice(leftImageWork, recordImageWork, true, (*State).imagesGist, (*State).imagesWork, nil),
	trainingSlice(TheClassifier),
	trainingSlice(TheGenerator),
	{part: leftHistory, bare: true, gist: (*State).historyGist, keep: (*State).keptHistory, read: readHistory},
	{part: leftBatch, gist: (*State).batchGist, keep: (*State).keptBatch, read: readBatch},
	recordSlice(leftAsked, recordAsked, false, (*State).askedGist, (*State).keptAsked,
		func(k keptEvaluation, _ snapshot.Project) error { return k.Asked.Check() }),
}

// recordSlice returns a slice with one value in one record. An optional check returns why a decoded
// value is not possible.
func recordSlice[T storedSlice](part, record string, bare bool, gist func(*State) any, now func(*State) (T, bool),
	check func(T, snapshot.Project) error) slice {
	return slice{part: part, bare: bare, gist: gist,
		keep: func(s *State, _ *KeepProject) ([]KeptRecord, error) {
			v, is := now(s)
			if !is {
				return nil, nil
			}
			b, err := form.Marshal(v)
			return []KeptRecord{{Name: record, Bytes: b}}, err
		},
		read: func(r records, p snapshot.Project) (storedSlice, error) {
			b, there := r.get(record)
			if !there {
				return nil, nil
			}
			v, err := form.UnmarshalKept[T](b)
			if err == nil && check != nil {
				err = check(v, p)
			}
			return v, err
		}}
}

// keepBeside adds the records of all slices to a save, and leaves out and names those that fail.
func (s *State) keepBeside(e *KeepProject) {
	for _, x := range beside {
		if !s.Data.HasTable && !x.bare {
			continue
		}
		list, err := x.keep(s, e)
		if err != nil {
			if len(list) == 0 {
				list = s.Keeping.savedAs(x.older)
			}
			e.left = append(e.left, Left{x.part, Clause(err), len(list) > 0})
		}
		e.Records = append(e.Records, list...)
	}
}

// readBeside reads all slices that were saved.
func (o *arrival) readBeside(r records, p snapshot.Project) {
	for _, x := range beside {
		if (o.bare || o.isImages) && !x.bare {
			continue
		}
		switch is, err := x.read(r, p); {
		case err != nil:
			o.lost = append(o.lost, Left{Part: x.part, Why: Clause(err)})
		case is != nil:
			o.rest = append(o.rest, is)
		}
	}
}

// moves reports whether a training, a batch or a previewed file was saved beside the project.
func (o arrival) moves() bool {
	for _, x := range o.rest {
		switch x.(type) {
		case keptTraining, restBatch, restFile:
			return true
		}
	}
	return false
}

// trains reports whether a training was running.
func (o arrival) trains() bool {
	for _, x := range o.rest {
		if _, is := x.(keptTraining); is {
			return true
		}
	}
	return false
}

// file returns the saved file that was not imported yet, if any.
func (o arrival) file() (f restFile) {
	for _, x := range o.rest {
		if is, ok := x.(restFile); ok {
			f = is
		}
	}
	return f
}

// A previewed file is saved with the plan for its columns: beside the project, or alone.

// Records of such a file.
const (
	recordFile = "file"
	recordPlan = "plan"
)

// keptFile holds how to read the file.
type keptFile struct {
	Name string    `msgpack:"name"`
	Plan data.Plan `msgpack:"plan"`
}

// restFile is such a file as read from storage.
type restFile struct {
	keptFile
	record KeptRecord
}

// keptPreview returns the records of the previewed file. A record that is already saved is only named.
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

// previewGist returns the file's number and plan.
func (s *State) previewGist() any {
	if !s.Data.HasPreview {
		return nil
	}
	return [2]any{s.Data.openID, s.Data.Plan}
}

func readPreview(r records, _ snapshot.Project) (storedSlice, error) {
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

// install previews the file again.
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

// adoptPreview makes the place of a file that was saved alone the page's own, unless the page has a
// document or another tab holds the place.
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
