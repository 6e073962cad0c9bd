package snapshot

import (
	"slices"

	"causeway/core/data"
	"causeway/core/label"
	"causeway/core/model"
)

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
	return classifierForm{toModel(c.Model), c, c.Model.Kept, standIn{c.Fidelity}}
}

func (f classifierForm) classifier() Classifier {
	c := f.Classifier
	c.Model, c.Fidelity = f.Model.state(classifierKind), f.standIn.Fidelity
	c.Model.Kept = f.Kept
	return c
}

func toGenerator(g Generator) generatorForm {
	return generatorForm{toModel(g.Model), g.Model.Ends, g.Model.Lesson, g}
}

func (f generatorForm) generator() Generator {
	g := f.Generator
	g.Model = f.Model.state(generatorKind)
	g.Model.Ends, g.Model.Lesson = f.Ends, f.Lesson
	return g
}

// toLabels packs labels for rows of n features: first the listed ones, then those that the
// generator learned from and that are no longer listed.
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

// columnTypes maps the Size of a data.Column to its type.
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
