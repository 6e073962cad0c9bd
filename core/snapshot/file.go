package snapshot

import (
	"slices"

	"causeway/core/document"
	"causeway/core/fault"
	"causeway/core/form"
	"causeway/core/sketch"
)

// The parts of a file. A generator needs its classifier.
const (
	partData       = "data"
	partSchema     = "schema"
	partGraph      = "graph"
	partSettings   = "settings"
	partExplain    = "explain"
	partClassifier = "classifier"
	partGenerator  = "generator"
	partLabels     = "labels"
	partTuning     = "tuning"
	partEvaluation = "evaluation"
	partCourses    = "courses"
	partRows       = "rows"
	partAnswers    = "answers"
	partDraft      = "draft"
)

// always lists the parts that every file contains.
var always = []string{partData, partSchema, partGraph, partSettings, partExplain}

// Kinds of model states, as the engine names them.
const (
	classifierKind = "classifier"
	generatorKind  = "generator"
)

// Write returns the file for a project. The same project always produces the same bytes. Write
// rejects everything that Read would reject.
func Write(p Project) ([]byte, error) { return WriteInTurns(p, func() {}) }

// WriteInTurns is like Write but calls pause between steps, so that other work can run. The project
// must not change meanwhile.
func WriteInTurns(p Project, pause func()) ([]byte, error) {
	if err := p.check(pause); err != nil {
		return nil, err
	}
	p.Names, p.Data.Source.Plan.Columns = orNil(p.Names), orNil(p.Data.Source.Plan.Columns)
	p.Explain.Limits, p.Explain.Own, p.Generator.Earlier = orNil(p.Explain.Limits), orNil(p.Explain.Own),
		orNil(p.Generator.Earlier)
	w := writer{pause: pause}
	put(&w, partData, true, p.Data)
	put(&w, partSchema, true, schemaForm{p.Schema, p.Names})
	put(&w, partGraph, true, p.Graph)
	put(&w, partSettings, true, p.Settings)
	put(&w, partExplain, true, p.Explain)
	if p.HasClassifier {
		put(&w, partClassifier, true, toClassifier(p.Classifier))
	}
	if p.HasGenerator {
		put(&w, partGenerator, true, toGenerator(p.Generator))
	}
	if p.HasLabels {
		put(&w, partLabels, false, toLabels(p.Labels, len(p.Schema.Features)))
	}
	if p.HasTuning {
		put(&w, partTuning, false, p.Tuning)
	}
	if p.HasEvaluation {
		put(&w, partEvaluation, false, p.Evaluation)
	}
	if len(p.Courses) > 0 {
		put(&w, partCourses, false, toCourses(p.Courses))
	}
	if p.HasRows() {
		put(&w, partRows, false, toRows(p.Columns, p.Data.Rows))
	}
	if len(p.Answers) > 0 {
		put(&w, partAnswers, false, p.Answers)
	}
	for _, x := range p.Extra {
		w.parts = append(w.parts, part{x.Name, false, x.Body})
	}
	if w.err != nil {
		return nil, w.err
	}
	b, err := packInTurns(p.Build, w.parts, pause)
	if err == nil && len(b) > MaxFile {
		return nil, tooLarge(len(b))
	}
	return b, err
}

// orNil turns an empty list into nil, so that both are written alike.
func orNil[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}

type writer struct {
	parts []part
	pause func()
	err   error
}

func put(w *writer, name string, required bool, f any) {
	w.pause()
	b, err := form.MarshalUpTo(f, maxValues)
	if err != nil && w.err == nil {
		w.err = err
	}
	w.parts = append(w.parts, part{name, required, b})
}

// Read returns the project in a file. It trusts nothing. Errors wrap ErrFormat and describe the
// problem in one sentence.
func Read(b []byte) (Project, error) {
	p, _, err := read(b, false)
	if err != nil {
		return Project{}, err
	}
	return p, p.Check()
}

// read reads the parts of a file without checking that they agree. If kept is set, the data come
// from this browser's storage, and read leaves out parts that it cannot read, except the identity
// of the table.
func read(b []byte, kept bool) (Project, []Loss, error) {
	build, version, parts, err := unpack(b)
	if err != nil {
		return Project{}, nil, err
	}
	r := reader{parts: parts, version: version, kept: kept}
	p := Project{Build: build}
	needed := always
	if r.has(partDraft) {
		if needed = nil; len(parts) > 1 {
			return Project{}, nil, fault.Errorf("%w: it has the part %q, so it cannot have "+
				"others", ErrFormat, partDraft)
		}
	}
	for _, name := range needed {
		if !r.has(name) {
			return Project{}, nil, fault.Errorf("%w: its part %q is missing", ErrFormat, name)
		}
	}
	get(&r, partData, func(f Data) error { p.Data = f; return nil })
	get(&r, partSchema, func(f schemaForm) error { p.Schema, p.Names = f.Schema, f.Names; return nil })
	get(&r, partGraph, func(f sketch.Sketch) error { p.Graph = f; return nil })
	get(&r, partSettings, func(f document.Settings) error { p.Settings = f; return nil })
	get(&r, partExplain, func(f Explain) error {
		p.Explain = f
		if f.Find.Carry && p.Schema.Check() == nil && p.Graph.Check(p.Schema) == nil { // otherwise rejected below
			p.Graph = p.Graph.Follow(p.Schema, f.Find.Acts)
		}
		p.Explain.Find.Followed = Followed{}
		return nil
	})
	get(&r, partClassifier, func(f classifierForm) error {
		if err := f.Model.check("the classifier"); err != nil {
			return err
		}
		p.Classifier, p.HasClassifier = f.classifier(), true
		return nil
	})
	get(&r, partGenerator, func(f generatorForm) error {
		if err := f.Model.check("the generator"); err != nil {
			return err
		}
		p.Generator, p.HasGenerator = f.generator(), true
		return nil
	})
	get(&r, partLabels, func(f labelsForm) error {
		if err := f.check(); err != nil {
			return err
		}
		p.Labels, p.HasLabels = f.labels(), true
		return nil
	})
	get(&r, partTuning, func(f Tuning) error { p.Tuning, p.HasTuning = f, true; return nil })
	get(&r, partEvaluation, func(f Evaluation) error { p.Evaluation, p.HasEvaluation = f, true; return nil })
	get(&r, partCourses, func(f []courseForm) (err error) { p.Courses, err = courses(f); return err })
	get(&r, partRows, func(f rowsForm) error {
		if err := f.check(); err != nil {
			return err
		}
		p.Columns = f.columns()
		return nil
	})
	get(&r, partAnswers, func(f [][]byte) error { p.Answers = f; return nil })
	get(&r, partDraft, p.draft)
	if r.err != nil {
		return Project{}, nil, r.err
	}
	if p.Extra, err = r.unknown(); err != nil {
		return Project{}, nil, err
	}
	if p.HasClassifier {
		p.Classifier.Model.Of = p.Data.Hash
	}
	if p.HasGenerator && !p.HasClassifier && !kept {
		return Project{}, nil, fault.Errorf("%w: it has a generator but no classifier", ErrFormat)
	}
	if p.HasGenerator && p.HasClassifier {
		if p.Generator.Model.Of, err = blackBoxOf(p.Data.Hash, p.Classifier.Model); err != nil {
			return Project{}, nil, fault.Errorf("%w: the classifier: %v", ErrFormat, err)
		}
	}
	return p, r.lost, nil
}

type reader struct {
	parts   []part
	version int // version of the file
	kept    bool
	lost    []Loss // parts of stored data that were lost
	err     error
}

func (r *reader) has(name string) bool {
	return slices.ContainsFunc(r.parts, func(p part) bool { return p.name == name })
}

// get reads a part if the file has it and no error occurred before.
func get[T any](r *reader, name string, take func(T) error) {
	var f T
	r.get(name, &f, func() error { return take(f) })
}

func (r *reader) get(name string, f any, take func() error) {
	i := slices.IndexFunc(r.parts, func(p part) bool { return p.name == name })
	if i < 0 || r.err != nil {
		return
	}
	err := form.UnmarshalOf(r.parts[i].body, f, maxValues, r.version)
	if refusal, is := err.(form.Refusal); is {
		err = fault.Errorf("%w: its part %q: %w", ErrFormat, name, refusal)
	} else if err != nil {
		err = fault.Errorf("%w: its part %q does not have the form of version %d (%v)", ErrFormat, name, r.version, err)
	} else {
		err = take()
	}
	if r.parts = slices.Delete(r.parts, i, i+1); err == nil {
		return
	}
	if r.err = err; r.kept && name != partData && name != partSchema {
		r.lost, r.err = append(r.lost, Loss{Part: name, Err: err}), nil
	}
}

// unknown returns the remaining parts.
func (r *reader) unknown() (list []Extra, err error) {
	for _, p := range r.parts {
		if p.required {
			return nil,
				fault.Errorf("%w: it needs the part %q, which this Causeway does not know; reload the page to get "+
					"the newest", ErrFormat, p.name)
		}
		list = append(list, Extra{p.name, p.body})
	}
	return list, nil
}
