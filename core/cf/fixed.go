package cf

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/nn"
)

// fixed marks the features for which a generator keeps the factual's value, whatever its network
// decodes, see Config.Masked. It is nil for generators of earlier versions, which had no fixed
// features. Hard rules that fix a feature thus hold by construction, like all rules in core/mask. A
// loss could only encourage them, and the black box would have to classify impossible rows.
type fixed []bool

// Fixed marks the features for which the generator keeps the factual's value. It is nil for
// generators of earlier versions, whose mechanisms do not keep a row's own noise either.
func (g *Generator) Fixed() []bool { return g.fixed }

// fixedBy returns the features that hard rules fix.
func fixedBy(rules []causal.Rule, features int) fixed {
	f := make(fixed, features)
	for _, r := range causal.Hard(rules) {
		if r.Kind == causal.Immutable {
			f[r.Feature] = true
		}
	}
	return f
}

// with returns these features together with those that hard rules fix. nil remains nil.
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

// keep overwrites the fixed features of examples with the factuals' inputs.
//
//	x  width×rows    out  width×n; example e belongs to row e mod rows
func (f fixed) keep(l *layout, x []float32, rows int, out []float32, n int) {
	f.each(l, func(i int) {
		for at := i * n; at < (i+1)*n; at += rows {
			copy(out[at:at+rows], x[i*rows:(i+1)*rows])
		}
	})
}

// finish turns the network's outputs into the generator's outputs: fixed features take the
// factual's values, and effects follow their mechanisms.
func (f fixed) finish(l *layout, end structure, room *[]float64, x []float32, rows int, out []float32, n int) {
	f.keep(l, x, rows, out, n)
	end.applyIn(room, x, rows, out, n)
	f.keep(l, x, rows, out, n)
}

// stop sets the gradient with respect to the fixed features of n examples to 0.
func (f fixed) stop(l *layout, d []float32, n int) {
	f.each(l, func(i int) { clear(d[i*n : (i+1)*n]) })
}

// each calls do with the index of every input of the fixed features.
func (f fixed) each(l *layout, do func(i int)) {
	for j, is := range f {
		for i := l.at[j]; is && i < l.at[j]+l.groups[j]; i++ {
			do(i)
		}
	}
}

// keepIn copies the factual's values of the fixed features into a decoded row.
func (f fixed) keepIn(factual, row []float64) {
	for j, is := range f {
		if is {
			row[j] = factual[j]
		}
	}
}

// any reports whether at least one feature is fixed.
func (f fixed) any() bool { return slices.Contains(f, true) }

// fixedName is the name of the tensor of fixed features in a generator's state. It holds 1 for
// each fixed feature and 0 for the others.
const fixedName = "fixed"

// tensors returns the tensors for a generator's state, or none if an earlier version made the
// generator.
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

// fixedOf extracts the fixed features from the tensors of a state.
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
