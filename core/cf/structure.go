package cf

import (
	"reflect"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/fault"
)

// equation is the mechanism of one feature, prepared for the loops of the objective.
type equation struct {
	v      score
	inputs []score
	f      causal.Mechanism
	own    bool // the factual's residual is kept, see structure
}

func newEquation(l layout, n causal.Node) equation {
	q := equation{v: l.score(n.Feature), f: n.Mechanism}
	for _, p := range n.Parents {
		q.inputs = append(q.inputs, l.inputs(p)...)
	}
	return q
}

// parents collects the causes of example e of n.
func (q equation) parents(x []float32, e, n int, p []float64) []float64 {
	p = p[:0]
	for _, in := range q.inputs {
		p = append(p, in.at(x, e, n))
	}
	return p
}

// structure is the last stage of the decoder. A number v with a mechanism f becomes
//
//	x'_v = f(parents'_v) + (o_v - x_v)
//
// in its own unit, within its range, where o_v is the network's output and x_v the factual's value.
// The network starts at the factual (see vae.Config.Carry). Each feature therefore starts where its
// part of DistCausal is 0 (paper, section 2.3): at the factual, or at the mechanism of the decoded
// causes. The decoder is p(x' given z, y', x), as theorem 1 allows, and may depart from a mechanism
// at the usual cost of lambda_s per MAD. Without this stage, the network would have to learn the
// mechanism from its own outputs, and until then every change of a cause would be costly.
//
// In a masked training, see Config.Masked, the effect changes by as much as its mechanism,
//
//	x'_v = x_v + f(parents'_v) - f(parents_v) + (o_v - x_v)
//
// so that the row keeps its own noise, as in counterfactuals of a structural causal model (Pearl
// 2009, chapter 7). In the paper's appendix B, the distance based on this difference is the same in
// expectation. Without this, if the causes of a row rose only a little, the effect would fall
// whenever its noise was above 0.
type structure []equation // causes before their effects

// Ends returns the mechanisms at the end of the generator's decoder, causes before their effects.
func (g *Generator) Ends() []causal.End { return g.end.ends() }

// Ends returns the mechanisms at the end of the decoders that a method trains for rows of a
// schema.
func (m Method) Ends(s data.Schema) []causal.End { return newStructure(newLayout(s), m.nodes).ends() }

func (s structure) ends() []causal.End {
	var list []causal.End
	for _, q := range s {
		e := causal.End{At: q.v.first, Base: q.v.base, Range: q.v.weight[0], Mechanism: causal.Save(q.f)}
		for _, in := range q.inputs {
			e.Causes = append(e.Causes, causal.Reading{First: in.first, Base: in.base, Weights: in.weight})
		}
		list = append(list, e)
	}
	return list
}

// structureOf is the inverse of ends. It checks that the mechanisms fit the schema.
func structureOf(l layout, list []causal.End) (s structure, err error) {
	at := make([]int, l.width) // the feature to which each input belongs
	for j, o := 0, 0; j < len(l.groups); j++ {
		for range l.groups[j] {
			at[o], o = j, o+1
		}
	}
	for i, e := range list {
		other := fault.Errorf("cf: mechanism %d of the generator belongs to another table", i+1)
		if e.At < 0 || e.At >= l.width || !l.schema.Features[at[e.At]].Kind.Numeric() || !(e.Range > 0) {
			return nil, other
		}
		q := equation{v: l.score(at[e.At])}
		for _, r := range e.Causes {
			if r.First < 0 || r.First >= l.width {
				return nil, other
			}
			all := l.inputs(at[r.First])
			if k := slices.IndexFunc(all, func(in score) bool { return in.first == r.First }); k >= 0 {
				q.inputs = append(q.inputs, all[k])
			}
		}
		if q.f, err = e.Mechanism.Mechanism(); err != nil {
			return nil, err
		}
		if s = append(s, q); q.f.Inputs() != len(q.inputs) || !reflect.DeepEqual(structure{q}.ends()[0], e) {
			return nil, other
		}
	}
	return s, nil
}

// newStructure uses the nodes whose feature is a number that varies, has exactly one mechanism, and
// has causes that can be decoded before it. Other nodes only affect the objective.
func newStructure(l layout, nodes []causal.Node) (s structure) {
	rest := slices.Clone(nodes)
	waits := func(n causal.Node) bool {
		return slices.ContainsFunc(rest, func(o causal.Node) bool { return slices.Contains(n.Parents, o.Feature) })
	}
	for i := 0; i < len(rest); {
		n := rest[i]
		if waits(n) {
			i++
			continue
		}
		rest, i = slices.Delete(rest, i, i+1), 0
		same := func(o causal.Node) bool { return o.Feature == n.Feature }
		f := l.schema.Features[n.Feature]
		if f.Kind.Numeric() && f.Max > f.Min && slices.IndexFunc(nodes, same) == lastIndex(nodes, same) {
			s = append(s, newEquation(l, n))
		}
	}
	return s
}

func lastIndex(nodes []causal.Node, is func(causal.Node) bool) int {
	for i := len(nodes) - 1; i >= 0; i-- {
		if is(nodes[i]) {
			return i
		}
	}
	return -1
}

// owned returns the structure for a masked training.
func (s structure) owned() structure {
	for i := range s {
		s[i].own = true
	}
	return s
}

// applyIn turns the network's outputs into the decoder's outputs, in place.
//
//	x  width×rows    out  width×n; example e belongs to row e mod rows
//
// room is a reusable buffer for the causes of a mechanism.
func (s structure) applyIn(room *[]float64, x []float32, rows int, out []float32, n int) {
	p := *room
	for _, q := range s {
		o := q.v.first
		for e := range n {
			p = q.parents(out, e, n, p)
			mean := q.f.Mean(p)
			if q.own {
				p = q.parents(x, e%rows, rows, p)
				mean += q.v.at(x, e%rows, rows) - q.f.Mean(p)
			}
			f := float32((mean - q.v.base) / q.v.weight[0])
			out[o*n+e] = min(max(f+(out[o*n+e]-x[o*rows+e%rows]), 0), 1)
		}
	}
	*room = p
}

// grad turns the gradient with respect to the decoder's outputs into the gradient with respect to
// the network's outputs, in place. It passes straight through the ends of the range. The buffers
// are reused.
func (s structure) grad(causes, room *[]float64, out, d []float32, n int) {
	p := *causes
	for i := len(s) - 1; i >= 0; i-- { // slices.Backward allocates if it is not inlined
		q := s[i]
		slopes := slices.Grow((*room)[:0], len(q.inputs))[:len(q.inputs)]
		clear(slopes)
		*room = slopes
		for e := range n {
			p = q.parents(out, e, n, p)
			q.f.Grad(p, slopes)
			g := float64(d[q.v.first*n+e]) / q.v.weight[0]
			for i, in := range q.inputs {
				in.push(d, e, n, float64(g*slopes[i]))
			}
		}
	}
	*causes = p
}
