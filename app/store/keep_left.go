package store

import (
	"slices"
	"strings"

	"causeway/core/snapshot"
)

// Nothing may stop a save: a part of the project that cannot be saved is left out and
// named while the rest is saved, and the same holds where a project is read that this
// browser kept. A file from outside with a part that cannot be read stays refused:
// somebody changed it, and what else in it is not as it was saved nobody can tell.

// Left is a part of the project that is not saved as it is on the page, or that could
// not be read.
type Left struct {
	Part  string // within a sentence
	Why   string // the end of a sentence
	Older bool   // its last good state is there instead
}

// Parts that are no parts of a file.
const (
	leftPreview   = "the file before its import"
	leftImageWork = "rules, labels and drawing of the images"
	leftRows      = "the rows of the table"
	leftPixels    = "the files of the images"
	leftBatch     = "what was explained of many rows"
	leftPrevious  = "the generator before the last fine-tuning"
	leftOrigins   = "which figures were measured here"
	leftAsked     = "what is left to do of the evaluation"
	leftHistory   = "what can be undone and done again"
)

// partNames are the parts of a file within a sentence.
var partNames = map[string]string{
	"graph": "the graph with its rules", "settings": "the settings",
	"explain":    "the row that is looked at with its limits",
	"classifier": "the classifier", "generator": "the generator", "labels": "the labels",
	"tuning":     "what fine-tuning brought",
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

// sound is what can be saved of the project, its bytes, and what is left out.
func (s *State) sound(with Travel) (p snapshot.Project, b []byte, left []Left, err error) {
	k, err := s.packing(with)
	if err != nil {
		return p, nil, nil, err
	}
	return k.sound(func() {})
}

// packing is a project that is to be written, and the same one as it was when all of it
// could be.
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
		k.last.Evaluation.By = nil // names travel with the labels alone
	}
	return k, nil
}

// sound is what can be saved, its bytes, and what is left out.
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

// Pack is the effect with its project among the records. It takes long, and pauses now and
// then. The error is about a table that cannot be described.
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

// Kept says that what was packed is saved, at a time in milliseconds of Unix time.
func (e KeepProject) Kept(at int64) Kept {
	return Kept{ID: e.ID, No: e.No, At: at, left: e.left, project: e.project}
}

// leaveOut names what a save leaves out, until it is saved again.
func (w *work) leaveOut(list []Left) {
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

// namedUnread names what could not be read of a project that was saved. Its state
// stays as a version where the next save would replace it.
func (w *work) namedUnread(o arrival) {
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

// savedAs are records of these names as they are saved already.
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
