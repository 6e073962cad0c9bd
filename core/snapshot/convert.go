package snapshot

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/label"
	"causeway/core/model"
)

func toData(d Data) dataForm {
	s, p := d.Source, d.Source.Plan
	f := dataForm{Name: d.Name, Rows: d.Rows, Hash: d.Hash, Seed: d.Seed, Stratified: d.Stratified,
		Source: sourceForm{Model: s.Model, Rows: s.Rows, Drawn: s.Drawn, File: s.File, Size: s.Size,
			Plan: planForm{Format: formatForm(p.Format), Outcome: p.Outcome, Missing: p.Missing, Recipe: p.Recipe, Exact: p.Exact}}}
	for _, c := range p.Columns {
		f.Source.Plan.Columns = append(f.Source.Plan.Columns, columnForm(c))
	}
	f.Runs = d.Runs
	for _, x := range d.Fills {
		f.Fills = append(f.Fills, fillForm(x))
	}
	return f
}

func (f dataForm) data() Data {
	s, p := f.Source, f.Source.Plan
	d := Data{Name: f.Name, Rows: f.Rows, Hash: f.Hash, Seed: f.Seed, Stratified: f.Stratified,
		Source: Source{Model: s.Model, Rows: s.Rows, Drawn: s.Drawn, File: s.File, Size: s.Size,
			Plan: data.Plan{Format: data.Format(p.Format), Outcome: p.Outcome, Missing: p.Missing, Recipe: p.Recipe, Exact: p.Exact}}}
	for _, c := range p.Columns {
		d.Source.Plan.Columns = append(d.Source.Plan.Columns, data.ColumnPlan(c))
	}
	d.Runs = f.Runs
	for _, x := range f.Fills {
		d.Fills = append(d.Fills, data.Fill(x))
	}
	return d
}

func toSchema(s data.Schema, names []data.Naming) schemaForm {
	f := schemaForm{Outcome: toFeature(s.Outcome)}
	for _, n := range names {
		f.Names = append(f.Names, namingForm(n))
	}
	for _, x := range s.Features {
		f.Features = append(f.Features, toFeature(x))
	}
	return f
}

func toFeature(f data.Feature) featureForm {
	return featureForm{f.Name, f.Kind, f.Levels, f.Ranks, f.Min, f.Max, f.MAD, f.Decimals}
}

func (f featureForm) feature() data.Feature {
	return data.Feature{Name: f.Name, Kind: f.Kind, Levels: f.Levels, Ranks: f.Ranks, Min: f.Min, Max: f.Max, MAD: f.MAD, Decimals: f.Decimals}
}

func (f schemaForm) names() (list []data.Naming) {
	for _, n := range f.Names {
		list = append(list, data.Naming(n))
	}
	return list
}

func (f schemaForm) schema() data.Schema {
	s := data.Schema{Outcome: f.Outcome.feature()}
	for _, x := range f.Features {
		s.Features = append(s.Features, x.feature())
	}
	return s
}

// AnyOrder implements form.AnyOrder: a horizon is missing where none was chosen.
func (limitForm) AnyOrder() {}

// AnyOrder implements form.AnyOrder: marks, pins and horizons are missing where there are none, and in
// files of version 2 that were written before there were they.
func (explainForm) AnyOrder() {}

func toExplain(e Explain) explainForm {
	f := explainForm{Part: e.Part, Search: e.Search, Pos: e.Pos, Find: findForm{Search: e.Find}, Filter: e.Filter, Marks: e.Marks, Pins: e.Pins, Horizons: e.Horizons}
	f.Own = append(f.Own, e.Own...) // none and an empty list are written alike
	for _, l := range e.Limits {
		f.Limits = append(f.Limits, limitForm(l))
	}
	return f
}

func (f explainForm) explain() Explain {
	e := Explain{Part: f.Part, Search: f.Search, Pos: f.Pos, Find: f.Find.Search, Own: f.Own, Filter: f.Filter, Marks: f.Marks, Pins: f.Pins, Horizons: f.Horizons}
	for _, l := range f.Limits {
		e.Limits = append(e.Limits, causal.Limit(l))
	}
	return e
}

func toModel(s model.State) modelForm {
	f := modelForm{Sizes: s.Counters}
	for _, t := range s.Tensors {
		f.Arrays = append(f.Arrays, namedForm{t.Name, singles(t.Data, t.Shape)})
	}
	return f
}

func (f modelForm) state(kind string) model.State {
	s := model.State{Kind: kind, Counters: f.Sizes}
	for _, a := range f.Arrays {
		s.Tensors = append(s.Tensors, model.Tensor{Name: a.Name, Shape: a.Array.Shape, Data: a.Array.singles()})
	}
	return s
}

func toClassifier(c Classifier) classifierForm {
	return classifierForm{Model: toModel(c.Model), Trained: c.Trained, From: c.From, Settings: c.Settings, Best: c.Best, Canceled: c.Canceled,
		Accuracy: c.Accuracy, LogLoss: c.LogLoss, Base: c.Base, Confusion: c.Confusion, TestRows: c.TestRows, AUC: c.AUC, Kept: c.Model.Kept, standIn: standIn{c.Fidelity}}
}

func (f classifierForm) classifier() Classifier {
	s := f.Model.state(classifierKind)
	s.Opened = f.Opened
	return Classifier{Model: s, Trained: f.Trained, From: f.From, Settings: f.Settings, Best: f.Best, Canceled: f.Canceled,
		Accuracy: f.Accuracy, LogLoss: f.LogLoss, Base: f.Base, Confusion: f.Confusion, TestRows: f.TestRows, AUC: f.AUC, Fidelity: f.Fidelity}
}

func toGenerator(g Generator) generatorForm {
	f := generatorForm{Model: toModel(g.Model), Ends: g.Model.Ends, Method: g.Model.Lesson.Method, Knowledge: g.Model.Lesson.Knowledge,
		Settings: g.Settings, Best: g.Best, Canceled: g.Canceled, Warm: g.Warm, Lost: g.Lost, Tunings: g.Tunings,
		Soft: g.Soft, Decoded: g.Decoded, DataProfiles: g.DataProfiles, TestRows: g.TestRows,
		Rules: g.Rules, Kept: g.Kept, KeptAll: g.KeptAll, Answers: g.Answers}
	for _, p := range g.Earlier {
		f.Earlier = append(f.Earlier, pastForm{p.Lesson.Method, p.Lesson.Knowledge, p.Settings, p.Best, p.Tunings})
	}
	return f
}

func (f generatorForm) generator() Generator {
	s := f.Model.state(generatorKind)
	s.Ends = f.Ends
	s.Lesson = model.Lesson{Method: f.Method, Knowledge: f.Knowledge}
	g := Generator{Model: s, Settings: f.Settings, Best: f.Best, Canceled: f.Canceled, Warm: f.Warm, Lost: f.Lost, Tunings: f.Tunings,
		Soft: f.Soft, Decoded: f.Decoded, DataProfiles: f.DataProfiles, TestRows: f.TestRows,
		Rules: f.Rules, Kept: f.Kept, KeptAll: f.KeptAll, Answers: f.Answers}
	for _, p := range f.Earlier {
		g.Earlier = append(g.Earlier, model.Past{Lesson: model.Lesson{Method: p.Method, Knowledge: p.Knowledge}, Settings: p.Settings, Best: p.Best, Tunings: p.Tunings})
	}
	return g
}

// toLabels packs labels on rows of n features: those that are listed and behind
// them those that were only learned from.
func toLabels(l Labels, n int) labelsForm {
	f := labelsForm{Name: l.Name, Learned: l.Learned, Listed: len(l.List)}
	all, at := slices.Clone(l.List), map[string]int{}
	for i, x := range all {
		if _, twice := at[x.Lesson()]; !twice {
			at[x.Lesson()] = i
		}
	}
	for _, x := range l.Told {
		i, ok := at[x.Lesson()]
		if !ok {
			i = len(all)
			at[x.Lesson()] = i
			all = append(all, x)
		}
		f.Told = append(f.Told, i)
	}
	var from, to [][]float64
	for _, x := range all {
		from, to = append(from, x.Factual), append(to, x.Counterfactual)
		f.Row, f.Target = append(f.Row, x.Row), append(f.Target, x.Target)
		f.Verdict, f.Source = append(f.Verdict, x.Verdict), append(f.Source, x.Source)
		f.Reason, f.By = append(f.Reason, x.Reason), append(f.By, x.By)
	}
	f.Factual, f.Counterfactual = rowsArray(from, n), rowsArray(to, n)
	return f
}

func (f labelsForm) labels() Labels {
	l := Labels{Name: f.Name, Learned: f.Learned}
	from, to := f.Factual.rows(), f.Counterfactual.rows()
	var all []label.Label
	for i := range f.Row {
		all = append(all, label.Label{Row: f.Row[i], Factual: from[i], Counterfactual: to[i], Target: f.Target[i],
			Verdict: f.Verdict[i], Reason: f.Reason[i], By: f.By[i], Source: f.Source[i]})
	}
	l.List = all[:f.Listed:f.Listed]
	for _, i := range f.Told {
		l.Told = append(l.Told, all[i])
	}
	return l
}

// columnTypes are the types of data.Column by their Size.
var columnTypes = map[int]string{1: "uint8", 4: "int32", 8: "float64"}

func toRows(columns []data.Column, rows int) rowsForm {
	var f rowsForm
	for _, c := range columns {
		f.Columns = append(f.Columns, array{columnTypes[c.Size], []int{rows}, c.Data})
	}
	return f
}

func (f rowsForm) columns() []data.Column {
	var list []data.Column
	for _, a := range f.Columns {
		list = append(list, data.Column{Size: types[a.Type], Data: a.Data})
	}
	return list
}
