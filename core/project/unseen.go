package project

import (
	"fmt"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/onnx"
)

// Passes returns which levels that the table does not have can be passed on to the black box: those
// of features that a model from another program reads through its own encoder, if nothing in the
// graph depends on the feature's levels.
func (p *Project) Passes(k causal.Knowledge) func(j int, level string) bool {
	if p.BlackBox == nil {
		return nil
	}
	free := make([]bool, len(p.Schema.Features))
	rules := k.AllRules(p.Said())
	for j, f := range k.Schema(p.Schema).Features {
		free[j] = f.Kind == data.Category || f.Kind == data.Boolean
		if free[j] = free[j] && k.Check(p.Schema.Wider([]data.Unseen{{Feature: j}})) == nil; !free[j] {
			continue
		}
		for _, r := range rules {
			free[j] = free[j] && (r.Kind != causal.Computed || !slices.Contains(r.Features(), j))
		}
		for _, m := range k.Mechanisms {
			free[j] = free[j] && !slices.ContainsFunc(k.Edges, func(e causal.Edge) bool {
				return e.To == m.Feature && e.From == j
			})
		}
	}
	reads := p.From.Passes
	if box := p.box(); box != nil {
		reads = box.Passes
	}
	type key struct {
		j     int
		level string
	}
	asked := map[key]bool{}
	return func(j int, level string) bool {
		is, known := asked[key{j, level}]
		if !known {
			is = free[j] && reads(j, level)
			asked[key{j, level}] = is
		}
		return is
	}
}

// box returns the black box if it is a model from another program that is evaluated unchanged.
func (p *Project) box() *onnx.Box {
	t, _ := p.BlackBox.Differentiable.(blackbox.Through)
	box, _ := t.BlackBox.(*onnx.Box)
	return box
}

// Wider returns the project as it answers for a row with levels that the table does not have, and
// the row as that project has it. In it, the unseen levels of this row are the last of their
// features, so an answer may keep or leave them, and other rows never get them.
func (p *Project) Wider(row []float64, unseen []data.Unseen, k causal.Knowledge) (*Project, []float64, error) {
	own, at := p.unseenIn(row, unseen)
	if own == nil {
		return p, row, nil
	}
	wide, err := p.wider(own, k)
	return wide, at, err
}

// unseenIn returns the unseen levels of a row, and the row with the first index beyond the table's
// for each.
func (p *Project) unseenIn(row []float64, all []data.Unseen) (list []data.Unseen, own []float64) {
	for _, u := range all {
		n := len(p.Schema.Features[u.Feature].Levels)
		at := int(row[u.Feature]) - n
		if at < 0 || at >= len(u.Levels) {
			continue
		}
		if own == nil {
			own = slices.Clone(row)
		}
		own[u.Feature], list = float64(n), append(list, data.Unseen{Feature: u.Feature, Levels: u.Levels[at : at+1]})
	}
	return list, own
}

// wider returns the project with one more level of some features.
func (p *Project) wider(unseen []data.Unseen, k causal.Knowledge) (*Project, error) {
	passes := p.Passes(k)
	for _, u := range unseen {
		if passes == nil || !passes(u.Feature, u.Levels[0]) {
			return nil, Refuse(BadInput, "The model or the graph cannot take %q as a level of %s, which the table "+
				"does not have. Read the file again and choose what it counts as.", u.Levels[0],
				p.Said().Features[u.Feature].Name)
		}
	}
	w := *p
	w.Schema, w.Seen, w.Names = p.Schema.Wider(unseen), p.Seen.Wider(unseen), slices.Clone(p.Names)
	w.fitted, w.refitted, w.judge, w.retrained, w.bench, w.usual = fitted{}, refitted{}, labelCache{}, nil, bench{}, nil
	var at []int
	from := stranger{Sampler: p.sampler()}
	for _, u := range unseen {
		j := u.Feature
		if len(w.Names) > 0 && len(w.Names[j].Levels) > 0 {
			w.Names[j].Levels = append(slices.Clone(w.Names[j].Levels), "")
		}
		known := 0.0
		if p.Table != nil {
			known = p.Table.Usual(j)
		}
		at = append(at, p.Schema.Offset(j)+p.Schema.Features[j].Width())
		from.features, from.known = append(from.features, j), append(from.known, known)
	}
	if p.Table != nil {
		w.Table = p.Table.With(w.Seen)
	}
	if w.Gen = nil; from.Sampler != nil {
		w.samples = from
	}
	b := *p.BlackBox
	if box := p.box(); box != nil {
		t := blackbox.Through{BlackBox: box.Wider(unseen)}
		if b.Network != nil {
			b.Network = b.Network.Wider(at)
			t.By = b.Network
		}
		b.Differentiable = t
	} else {
		b.Network = b.Network.Wider(at)
		b.Differentiable = b.Network
	}
	w.BlackBox = &b
	return &w, nil
}

// stranger proposes rows for a row with unseen levels: a sampler that does not know them gets other
// levels instead.
type stranger struct {
	blackbox.Sampler
	features []int
	known    []float64
}

// Sample implements blackbox.Sampler.
func (s stranger) Sample(row []float64, target, n int, reach float32, key kernel.Key) [][]float64 {
	own := slices.Clone(row)
	for i, j := range s.features {
		own[j] = s.known[i]
	}
	rows := s.Sampler.Sample(own, target, n, reach, key)
	for _, r := range rows {
		for i, j := range s.features {
			if r[j] == s.known[i] {
				r[j] = row[j]
			}
		}
	}
	return rows
}

// wider returns what answers for rows with these unseen levels.
func (m *Many) wider(unseen []data.Unseen) (*Many, error) {
	key := fmt.Sprint(unseen)
	if wide := m.wide[key]; wide != nil {
		return wide, nil
	}
	p, err := m.p.wider(unseen, m.query.Knowledge)
	if err != nil {
		return nil, err
	}
	wide, err := p.Many(m.query)
	if m.wide == nil || len(m.wide) >= AtOnce {
		m.wide = map[string]*Many{}
	}
	m.wide[key] = wide
	return wide, err
}

// restore replaces the index of an unseen level by the one that it has in a file.
func (b *Brief) restore(j int, from, to float64) {
	for i := range b.Rows {
		c := &b.Rows[i]
		for _, row := range [][]float64{c.Row, c.Low, c.High} {
			if j < len(row) && row[j] == from {
				row[j] = to
			}
		}
	}
}
