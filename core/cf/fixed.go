package cf

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/nn"
)

// fixed says for every feature whether a generator keeps the factual's value, whatever its
// network decodes, see Config.Masked. It is nil for generators of earlier versions, which knew
// none. So hard rules that fix a feature hold by construction, as core/mask keeps all rules for
// Action VAE. A loss could only ask for it, and the black box would be asked about rows that
// nobody can have.
type fixed []bool

// Fixed says for every feature whether the generator keeps the factual's value. It is nil for
// one of an earlier version, whose mechanisms do not keep a row's own noise either.
func (g *Generator) Fixed() []bool { return g.fixed }

// fixedBy are the features that hard rules fix.
func fixedBy(rules []causal.Rule, features int) fixed {
	f := make(fixed, features)
	for _, r := range causal.Hard(rules) {
		if r.Kind == causal.Immutable {
			f[r.Feature] = true
		}
	}
	return f
}

// with are these features and those that hard rules fix as well; nil stays nil.
func (f fixed) with(rules []causal.Rule) fixed {
	if f == nil {
		return nil
	}
	all := fixedBy(rules, len(f))
	for j, is := range f {
		all[j] = all[j] || is
	}
	return all
}

// keep writes the factuals' inputs of the fixed features over those of examples.
//
//	x  width×rows    out  width×n, example e of row e mod rows
func (f fixed) keep(l *layout, x []float32, rows int, out []float32, n int) {
	f.each(l, func(i int) {
		for at := i * n; at < (i+1)*n; at += rows {
			copy(out[at:at+rows], x[i*rows:(i+1)*rows])
		}
	})
}

// finish turns what a network decodes into what a generator gives: fixed features get the
// factual's values, and effects follow their mechanisms, whose causes may be fixed.
func (f fixed) finish(l *layout, end structure, room *[]float64, x []float32, rows int, out []float32, n int) {
	f.keep(l, x, rows, out, n)
	end.applyIn(room, x, rows, out, n)
	f.keep(l, x, rows, out, n)
}

// stop clears the gradient by the fixed features of n examples.
func (f fixed) stop(l *layout, d []float32, n int) {
	f.each(l, func(i int) { clear(d[i*n : (i+1)*n]) })
}

// each calls do with every input of the fixed features.
func (f fixed) each(l *layout, do func(i int)) {
	for j, is := range f {
		for i := l.at[j]; is && i < l.at[j]+l.groups[j]; i++ {
			do(i)
		}
	}
}

// keepIn writes the factual's values of the fixed features into a decoded row.
func (f fixed) keepIn(factual, row []float64) {
	for j, is := range f {
		if is {
			row[j] = factual[j]
		}
	}
}

// any reports whether there is a fixed feature.
func (f fixed) any() bool { return slices.Contains(f, true) }

// fixedName is the tensor of fixed features in a generator's state: 1 for each and 0 for the
// others.
const fixedName = "fixed"

// tensors are those of a state; none of an earlier version.
func (f fixed) tensors() []nn.Tensor {
	if f == nil {
		return nil
	}
	t := nn.Tensor{Name: fixedName, Shape: []int{len(f)}, Data: make([]float32, len(f))}
	for j, is := range f {
		if is {
			t.Data[j] = 1
		}
	}
	return []nn.Tensor{t}
}

// fixedOf takes the fixed features out of the tensors of a state.
func fixedOf(all []nn.Tensor, features int) (fixed, []nn.Tensor, error) {
	last := len(all) - 1
	if last < 0 || all[last].Name != fixedName {
		return nil, all, nil
	}
	f := make(fixed, features)
	own := f.tensors()
	if err := nn.Restore(own, all[last:]); err != nil {
		return nil, nil, err
	}
	for j, v := range own[0].Data {
		f[j] = v == 1
	}
	return f, all[:last], nil
}
