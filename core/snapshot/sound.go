package snapshot

import (
	"reflect"
	"slices"

	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/fault"
	"causeway/core/model"
	"causeway/core/sketch"
)

// Loss is a part of a project that could not be saved or read.
type Loss struct {
	Part  string // as named in a file
	Err   error
	Older bool // whether the last good state replaced it
}

// Sound returns the parts of a project that can be written. A part that cannot be written is
// replaced by the same part of last, an earlier state of the same project, or left out, and is
// reported as a loss. Sound returns an error only if the table itself cannot be described. The
// settings of last must be valid.
func (p Project) Sound(last Project) (Project, []Loss, error) {
	q := Project{Build: p.Build, Data: p.Data, Schema: p.Schema, Graph: sketch.New(p.Schema), Settings: last.Settings,
		Explain: Explain{Part: data.TestRows, Find: p.Explain.Find}}
	if _, err := Write(q); err != nil {
		return Project{}, nil, err
	}
	known := last.Data.Hash == p.Data.Hash
	if !known {
		last = Project{Settings: last.Settings}
	}
	var lost []Loss
	for _, x := range pieces {
		if !x.has(p) {
			continue
		}
		next, err := q.with(x, p)
		if err == nil {
			q = next
			continue
		}
		loss := Loss{Part: x.name, Err: err}
		if x.has(last) {
			if next, e := q.with(x, last); e == nil {
				q, loss.Older = next, known
			}
		}
		lost = append(lost, loss)
	}
	for _, x := range p.Extra {
		next := q
		next.Extra = append(slices.Clone(q.Extra), x)
		if _, err := Write(next); err != nil {
			lost = append(lost, Loss{Part: x.Name, Err: err})
			continue
		}
		q = next
	}
	return q, lost, nil
}

// A piece is a part that Sound checks and adopts separately. Pieces come in an order in which none
// needs a later one.
type piece struct {
	name string
	has  func(p Project) bool
	take func(to *Project, from Project)
}

var pieces = []piece{
	{partGraph, func(p Project) bool { return len(p.Graph.Nodes) > 0 }, func(to *Project, from Project) {
		to.Graph = from.Graph
	}},
	{partSettings, func(Project) bool { return true }, func(to *Project, from Project) { to.Settings = from.Settings }},
	{partExplain, func(p Project) bool { return p.Explain.Part != "" }, func(to *Project, from Project) {
		to.Explain = from.Explain
	}},
	{partClassifier, func(p Project) bool { return p.HasClassifier }, func(to *Project, from Project) {
		to.Classifier, to.HasClassifier = from.Classifier, true
	}},
	{partLabels, func(p Project) bool { return p.HasLabels }, func(to *Project, from Project) {
		to.Labels, to.HasLabels = from.Labels, true
	}},
	{partGenerator, func(p Project) bool { return p.HasGenerator }, func(to *Project, from Project) {
		to.Generator, to.HasGenerator = from.Generator, true
		if !reflect.DeepEqual(to.Labels.Told, from.Labels.Told) {
			to.Generator = to.Generator.withoutLabels()
		}
	}},
	{partTuning, func(p Project) bool { return p.HasTuning }, func(to *Project, from Project) {
		to.Tuning, to.HasTuning = from.Tuning, true
	}},
	{partEvaluation, func(p Project) bool { return p.HasEvaluation }, func(to *Project, from Project) {
		to.Evaluation, to.HasEvaluation = from.Evaluation, true
	}},
	{partCourses, func(p Project) bool { return len(p.Courses) > 0 }, func(to *Project, from Project) {
		to.Courses = from.Courses
	}},
	{partAnswers, func(p Project) bool { return len(p.Answers) > 0 }, func(to *Project, from Project) {
		to.Answers = from.Answers
	}},
	{partRows, Project.HasRows, func(to *Project, from Project) { to.Columns = from.Columns }},
}

// with returns a project with one piece taken from another project, or an error if Write would
// reject the result.
func (p Project) with(x piece, from Project) (Project, error) {
	x.take(&p, from)
	_, err := Write(p)
	return p, err
}

// withoutLabels returns the generator without the record of the labels that its fine-tunings
// learned from. Files without these labels use it.
func (g Generator) withoutLabels() Generator {
	plain := func(list []model.Tuning) []model.Tuning {
		list = slices.Clone(list)
		for i := range list {
			list[i].Which = nil
		}
		return list
	}
	g.Tunings, g.Earlier = plain(g.Tunings), slices.Clone(g.Earlier)
	for i := range g.Earlier {
		g.Earlier[i].Tunings = plain(g.Earlier[i].Tunings)
	}
	return g
}

// ReadKept reads data that this browser stored. It leaves out each part that it cannot read, or
// uses the given settings instead, and reports a loss, so that the user can continue with the rest.
// Read rejects such a file, because in a file from outside other parts may have been changed too.
func ReadKept(b []byte, settings document.Settings) (Project, []Loss, error) {
	p, unread, err := read(b, true)
	if err != nil || len(unread) == 0 && p.Check() == nil {
		return p, nil, err
	}
	if slices.ContainsFunc(unread, func(l Loss) bool { return l.Part == partSettings }) {
		p.Settings = settings
	}
	p, lost, err := p.Sound(Project{Settings: settings})
	return p, append(unread, lost...), err
}

func tooLarge(size int) error {
	return fault.Errorf("snapshot: the project takes %d MB, but a file can have at most %d MB; leave out its "+
		"rows", size>>20, MaxFile>>20)
}
