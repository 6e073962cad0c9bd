package store

import (
	"causeway/core/form"
	"causeway/core/snapshot"
)

// A slice is a part of the state that the browser saves beside the project and that files leave
// out, because it is private to the person at work. Each is compared, saved, read and installed on
// its own, so that none harms another.
type slice struct {
	part  string   // within a sentence
	older []string // records that stay unchanged if it cannot be saved
	bare  bool     // it can exist without a table: beside images, or a file before its import

	gist func(s *State) any // changes when it needs saving; quick to compare
	keep func(s *State, e *KeepProject) ([]KeptRecord, error)
	read func(r records, p snapshot.Project) (rest, error) // nil: no records
}

// records are those of a state by their names.
type records map[string]KeptRecord

func (in Fetched) byName() records {
	all := records{}
	for _, r := range in.Records {
		all[r.Name] = r
	}
	return all
}

func (r records) get(name string) (b []byte, there bool) {
	is, there := r[name]
	return is.Bytes, there
}

// rest is a slice as read from storage.
type rest interface {
	install(w *turn, o arrival)
}

// beside lists the slices in the order of installation.
var beside = []slice{
	{part: leftPreview, older: []string{recordFile, recordPlan}, bare: true, gist: (*State).previewGist,
		keep: (*State).keptPreview, read: readPreview},
	recordSlice(leftOrigins, recordOrigins, false, func(*State) any { return nil }, (*State).keptOrigins,
		keptOrigins.check),
	trainingSlice(TheClassifier),
	trainingSlice(TheGenerator),
	recordSlice(leftPrevious, recordPrevious, false, (*State).previousGist, (*State).keptPrevious, keptPrevious.check),
	recordSlice(leftImageWork, recordImageWork, true, (*State).imagesGist, (*State).imagesWork, nil),
	trainingSlice(TheImageClassifier),
	trainingSlice(TheImageGenerator),
	{part: leftHistory, bare: true, gist: (*State).historyGist, keep: (*State).keptHistory, read: readHistory},
	{part: leftBatch, gist: (*State).batchGist, keep: (*State).keptBatch, read: readBatch},
	recordSlice(leftAsked, recordAsked, false, (*State).askedGist, (*State).keptAsked,
		func(k keptEvaluation, _ snapshot.Project) error { return k.Asked.Check() }),
}

// recordSlice is a slice with one value in one record. An optional check says why the decoded value
// is not possible.
func recordSlice[T rest](part, record string, bare bool, gist func(*State) any, now func(*State) (T, bool),
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
		read: func(r records, p snapshot.Project) (rest, error) {
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

// moves reports whether something saved beside the project runs without a request, or is on show.
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

// file is the file before its import, if there is one.
func (o arrival) file() (f restFile) {
	for _, x := range o.rest {
		if is, ok := x.(restFile); ok {
			f = is
		}
	}
	return f
}
