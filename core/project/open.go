package project

import (
	"reflect"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/model"
	"causeway/core/onnx"
	"causeway/core/snapshot"
)

// File is an opened project together with the other contents of its file.
type File struct {
	Project
	Saved snapshot.Project
}

// Open opens a project file. The models can be used even if the file has no rows, but measuring
// them needs the rows. The error is a sentence that says what is wrong with the file.
func Open(b []byte) (*File, error) {
	saved, err := snapshot.Read(b)
	if err != nil {
		return nil, err
	}
	f := &File{Saved: saved}
	d := saved.Data
	f.Project = Project{Name: d.Name, Schema: saved.Schema, Seen: saved.Schema, Names: saved.Names, Hash: d.Hash,
		Seed: d.Seed, Plain: !d.Stratified}
	if saved.HasRows() {
		rows, err := data.Unpack(saved.Schema, saved.Columns)
		if err == nil {
			err = f.take(rows)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := f.load(); err != nil {
		return nil, err
	}
	f.Rank(saved.Graph.Knowledge())
	return f, nil
}

// load loads the models of the file.
func (f *File) load() error {
	if d := f.Saved.Draft; d != nil && d.Model != "" {
		return f.loadDraft(*d)
	}
	if !f.Saved.HasClassifier {
		return nil
	}
	b, err := model.EncodeState(f.Saved.Classifier.Model)
	if err != nil {
		return err
	}
	if !f.Saved.Classifier.Trained {
		f.From = f.Saved.Classifier.From
	}
	if f.BlackBox, err = f.LoadBlackBox(b); err != nil || !f.Saved.HasGenerator {
		return err
	}
	if b, err = model.EncodeState(f.Saved.Generator.Model); err != nil {
		return err
	}
	g, err := f.LoadGenerator(b)
	f.Use(g)
	return err
}

// loadDraft uses the model of a draft if the model's columns and classes have the same names as the
// table's.
func (f *File) loadDraft(d snapshot.Draft) error {
	m, err := onnx.Read(d.File, "")
	if err != nil {
		return Refuse(BadInput, "The model %s cannot be opened: %s.", d.Model, fault.Clause(err))
	}
	guess, _ := onnx.Guess(m, f.Table)
	problems := guess.Check(m, f.Schema)
	if len(problems) == 0 && guess.Number(m, f.Table, onnx.Likeliest) != nil {
		problems = []string{"It codes categories as numbers, but the file does not say which number is which."}
	}
	if len(problems) > 0 {
		return Refuse(BadInput, "The model %s does not fit the table: %s Open the file on the page and match them.",
			d.Model, problems[0])
	}
	o := model.Opened{File: d.File, Output: m.Output, Classes: guess.Classes, Sources: SourcesOf(guess)}
	if cuts := f.Schema.Outcome.Cuts; m.Number && len(cuts) == 1 { // the number is that of the outcome
		o.Threshold = cuts[0]
	}
	f.BlackBox, err = f.OpenBlackBox(m, o, func(float64) error { return nil })
	return err
}

// Take adds the table's rows to a project whose file does not include them.
func (f *File) Take(t *data.Table) error {
	before := f.Project
	f.Project = Project{Name: before.Name, Schema: f.Saved.Schema, Seen: f.Saved.Schema, Names: before.Names,
		Hash: before.Hash, Seed: before.Seed, Plain: before.Plain}
	err := f.take(t)
	if err == nil {
		err = f.load()
	}
	if err != nil {
		f.Project = before
		return err
	}
	f.Rank(causal.Knowledge{Orders: before.orders})
	return nil
}

func (f *File) take(t *data.Table) error {
	own := *t
	own.Schema = f.Saved.Schema
	own.Schema.Features = slices.Clone(own.Schema.Features)
	if len(own.Schema.Outcome.Cuts) == 0 { // as in files written before outcomes had numbers
		own.Numbers = nil
	}
	if err := CheckTable(&own, f.Hash, f.Seed, f.Plain); err != nil {
		return err
	}
	d := f.Saved.Data
	if len(d.Fills) > 0 && !slices.Equal(own.Fills(d.Source.Plan), d.Fills) {
		return Refuse(BadInput,
			"The file was not opened, because its rows contradict its list of missing values.")
	}
	f.Table, f.Split = &own, own.Split(f.Seed, f.Plain)
	return nil
}

// Usual returns a function that gives the replacement for a missing value of feature j, for
// features that the table's plan fills. The values come from the table or, without rows, from the
// file. Usual returns nil if neither has them, as in early files without rows.
func (f *File) Usual() func(j int) float64 {
	if f.Table != nil {
		return f.Table.Usual
	}
	return data.Filler(f.Saved.Data.Fills)
}

// CheckTable checks that rows from a project file belong to the file's table and that their scale
// is that of the training rows.
func CheckTable(t *data.Table, hash string, seed uint64, plain bool) error {
	if err := t.Check(); err != nil {
		return Refuse(BadInput, "The rows in the file cannot be used: %s.", fault.Clause(err))
	}
	switch {
	case t.Rows() < data.MinRows:
		return Refuse(BadInput, "The file has %d rows; at least %d are needed.", t.Rows(), data.MinRows)
	case t.Hash() != hash:
		return Refuse(BadInput,
			"The file was not opened, because its rows do not match its project (the hash differs).")
	}
	said := t.Schema
	said.Features = slices.Clone(said.Features)
	t.FitScale(t.Split(seed, plain).Train)
	if !reflect.DeepEqual(said, t.Schema) {
		return Refuse(BadInput, "The file was not opened, because its ranges do not match its rows.")
	}
	return nil
}

// Boxes is the page's default budget for the complete search around one row.
const Boxes = 20_000

// Query returns the query that the page uses for a row, with the settings, graph and limits of the
// file.
func (f *File) Query(row []float64) Query {
	q := Query{Search: f.Saved.Explain.Find.Search, Boxes: Boxes, Knowledge: f.Saved.Graph.Knowledge()}
	f.bind(&q, row)
	return q
}

// bind adds the file's limits to a query: those for row, or those for any row if row is nil.
func (f *File) bind(q *Query, row []float64) {
	x := f.Saved.Explain
	q.Rules, q.Within, q.Effort = causal.OfPerson(f.Schema.Features, x.Limits, x.Own, row)
	q.Rules = append(q.Rules, causal.Horizons(causal.Hard(q.Knowledge.AllRules(f.Said())), x.Horizons)...)
}
