package snapshot

import (
	"fmt"
	"slices"

	"causeway/core/fault"
	"causeway/core/sketch"
	"causeway/core/wire"
)

// The parts of a file. A generator stands on its classifier.
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
	partRows       = "rows"
)

// always are the parts of every file.
var always = []string{partData, partSchema, partGraph, partSettings, partExplain}

// Kinds of the states of models, as the engine names them.
const (
	classifierKind = "classifier"
	generatorKind  = "generator"
)

// Write returns the file of a project. The same project gives the same bytes. It
// refuses what Read would refuse.
func Write(p Project) ([]byte, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	w := writer{}
	put(&w, partData, true, toData(p.Data))
	put(&w, partSchema, true, toSchema(p.Schema))
	put(&w, partGraph, true, p.Graph)
	put(&w, partSettings, true, settingsForm(p.Settings))
	put(&w, partExplain, true, toExplain(p.Explain))
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
		put(&w, partTuning, false, tuningForm(p.Tuning))
	}
	if p.HasEvaluation {
		put(&w, partEvaluation, false, evaluationForm(p.Evaluation))
	}
	if p.HasRows() {
		put(&w, partRows, false, toRows(p.Columns, p.Data.Rows))
	}
	for _, x := range p.Extra {
		w.parts = append(w.parts, part{x.Name, false, x.Body})
	}
	if w.err != nil {
		return nil, w.err
	}
	b, err := pack(p.Build, w.parts)
	if err == nil && len(b) > MaxFile {
		return nil, fmt.Errorf("the project takes %d MB; a file has at most %d: leave out its rows", len(b)>>20, MaxFile>>20)
	}
	return b, err
}

type writer struct {
	parts []part
	err   error
}

func put[T any](w *writer, name string, required bool, form T) {
	b, err := wire.Marshal(form)
	if err == nil {
		_, err = wire.UnmarshalUpTo[T](b, maxValues)
	}
	if err != nil && w.err == nil {
		w.err = err
	}
	w.parts = append(w.parts, part{name, required, b})
}

// Read returns the project of a file. It takes nothing on trust: an error wraps
// ErrFormat and says in a sentence what is wrong.
func Read(b []byte) (Project, error) {
	build, version, parts, err := unpack(b)
	if err != nil {
		return Project{}, err
	}
	r := reader{parts: parts, version: version}
	p := Project{Build: build}
	for _, name := range always {
		if !r.has(name) {
			return Project{}, fault.Errorf("%w: its part %q is missing", ErrFormat, name)
		}
	}
	get(&r, partData, func(f dataForm) error { p.Data = f.data(); return nil })
	get(&r, partSchema, func(f schemaForm) error { p.Schema = f.schema(); return nil })
	get(&r, partGraph, func(f sketch.Sketch) error { p.Graph = f; return nil })
	get(&r, partSettings, func(f settingsForm) error { p.Settings = Settings(f); return nil })
	get(&r, partExplain, func(f explainForm) error { p.Explain = f.explain(); return nil })
	get(&r, partClassifier, func(f classifierForm) error {
		p.Classifier, p.HasClassifier = f.classifier(), true
		return f.Model.check("the classifier")
	})
	get(&r, partGenerator, func(f generatorForm) error {
		p.Generator, p.HasGenerator = f.generator(), true
		return f.Model.check("the generator")
	})
	get(&r, partLabels, func(f labelsForm) error {
		if err := f.check(); err != nil {
			return err
		}
		p.Labels, p.HasLabels = f.labels(), true
		return nil
	})
	get(&r, partTuning, func(f tuningForm) error { p.Tuning, p.HasTuning = Tuning(f), true; return nil })
	get(&r, partEvaluation, func(f evaluationForm) error { p.Evaluation, p.HasEvaluation = Evaluation(f), true; return nil })
	get(&r, partRows, func(f rowsForm) error {
		if err := f.check(); err != nil {
			return err
		}
		p.Columns = f.columns()
		return nil
	})
	if r.err != nil {
		return Project{}, r.err
	}
	if p.Extra, err = r.unknown(); err != nil {
		return Project{}, err
	}
	if p.HasClassifier {
		p.Classifier.Model.Of = p.Data.Hash
	}
	if p.HasGenerator && !p.HasClassifier {
		return Project{}, fault.Errorf("%w: it has a generator without its classifier", ErrFormat)
	}
	if p.HasGenerator {
		if p.Generator.Model.Of, err = blackBoxOf(p.Data.Hash, p.Classifier.Model); err != nil {
			return Project{}, fault.Errorf("%w: its classifier: %v", ErrFormat, err)
		}
	}
	return p, p.Check()
}

type reader struct {
	parts   []part
	version int // of the file
	err     error
}

func (r *reader) has(name string) bool {
	return slices.ContainsFunc(r.parts, func(p part) bool { return p.name == name })
}

// get takes a part, if it is there and nothing was wrong before it.
func get[T any](r *reader, name string, take func(form T) error) {
	i := slices.IndexFunc(r.parts, func(p part) bool { return p.name == name })
	if i < 0 || r.err != nil {
		return
	}
	form, err := wire.UnmarshalForm[T](r.parts[i].body, maxValues, r.version)
	if err != nil {
		r.err = fault.Errorf("%w: its part %q does not have the form of version %d (%v)", ErrFormat, name, r.version, err)
		return
	}
	r.err = take(form)
	r.parts = slices.Delete(r.parts, i, i+1)
}

// unknown are the parts that are left.
func (r *reader) unknown() (list []Extra, err error) {
	for _, p := range r.parts {
		if p.required {
			return nil, fault.Errorf("%w: it needs the part %q, which this Causeway does not know; reload the page to get the newest", ErrFormat, p.name)
		}
		list = append(list, Extra{p.name, p.body})
	}
	return list, nil
}
