package project

import (
	"slices"

	"causeway/core/blackbox"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/form"
	"causeway/core/kernel"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/onnx"
)

var takes = map[model.Take]onnx.Take{model.TakeNothing: onnx.Nothing, model.TakeNumber: onnx.Number,
	model.TakeLevel: onnx.Level,
	model.TakeCode:  onnx.Code, model.TakeFixed: onnx.Fixed}

// MappingOf returns the stored mapping of rows to a model's inputs.
func MappingOf(sources []model.Source, classes []int) onnx.Mapping {
	m := onnx.Mapping{Classes: classes}
	for _, s := range sources {
		r := onnx.Source{Take: takes[s.Take], Feature: s.Feature, Level: s.Level, Value: s.Value, Shift: s.Shift,
			Scale: s.Scale, Values: s.Values}
		if len(s.Codes.Data) > 0 {
			r.Codes = s.Codes.Values()
		}
		m.Columns = append(m.Columns, r)
	}
	return m
}

// SourcesOf is the inverse of MappingOf for the columns of a mapping.
func SourcesOf(m onnx.Mapping) (list []model.Source) {
	for _, s := range m.Columns {
		r := model.Source{Feature: s.Feature, Level: s.Level, Codes: form.NewFloats(s.Codes, len(s.Codes)),
			Value: s.Value, Shift: s.Shift, Scale: s.Scale, Values: s.Values}
		for take, is := range takes {
			if is == s.Take {
				r.Take = take
			}
		}
		list = append(list, r)
	}
	return list
}

// openBox opens the black box from the bytes of its stored file.
func openBox(o model.Opened, s data.Schema) (blackbox.BlackBox, error) {
	m, err := onnx.Read(o.File, o.Output)
	if err == nil {
		m, err = part(m, o)
	}
	if err == nil {
		var b blackbox.BlackBox
		if b, err = m.BlackBox(MappingOf(o.Sources, o.Classes), s); err == nil {
			return b, nil
		}
	}
	return nil, Refuse(BadInput, "The saved classifier cannot be opened: %s.", fault.Clause(err))
}

// part returns a model with a single output, with the chosen threshold applied.
func part(m *onnx.Model, o model.Opened) (*onnx.Model, error) {
	if o.Threshold == 0 {
		return m, nil
	}
	return m.Part(o.Threshold)
}

// OpenBlackBox makes a model from another program the black box of the table. It converts a chain
// of dense layers to an nn network. Any other model is evaluated unchanged; where training needs a
// gradient, a network fitted to its answers stands in. OpenBlackBox calls tick regularly with the
// finished share of the fitting, and stops if tick returns an error.
func (p *Project) OpenBlackBox(m *onnx.Model, o model.Opened, tick func(done float64) error) (*BlackBox, error) {
	m, err := part(m, o)
	if err != nil {
		return nil, Refuse(BadInput, "%s", fault.Sentence(err))
	}
	box, err := m.BlackBox(MappingOf(o.Sources, o.Classes), p.Schema)
	if err != nil {
		return nil, Refuse(BadInput, "%s", fault.Sentence(err))
	}
	if c, ours := box.(*nn.Classifier); ours {
		if cuts := p.Schema.Outcome.Cuts; m.Number && len(cuts) == 1 && m.Threshold == cuts[0] &&
			slices.Equal(o.Classes, []int{0, 1}) {
			c.Unit = 1 // its logits differ by number minus threshold
		}
		return NewBlackBox(c, p.Hash)
	}
	net, err := p.standIn(box, tick)
	if err != nil {
		return nil, err
	}
	s := Pack(classifierKind, p.Hash, net.Model())
	s.Opened = []model.Opened{o}
	b, err := model.EncodeState(s)
	return &BlackBox{Differentiable: blackbox.Through{BlackBox: box, By: net}, Network: net, Opened: true, Bytes: b},
		err
}

// Tried returns a model from another program that can only be measured: it is not stored and has no
// stand-in.
func (p *Project) Tried(m *onnx.Model, o model.Opened) (*BlackBox, error) {
	m, err := part(m, o)
	if err != nil {
		return nil, Refuse(BadInput, "%s", fault.Sentence(err))
	}
	box, err := m.BlackBox(MappingOf(o.Sources, o.Classes), p.Schema)
	if err != nil {
		return nil, Refuse(BadInput, "%s", fault.Sentence(err))
	}
	return &BlackBox{Differentiable: blackbox.Through{BlackBox: box}, Opened: true}, nil
}

// These constants say how a stand-in is fitted. It learns the classes that the black box predicts.
const (
	standInRows   = 12_000
	standInAround = 2
	standInUnits  = 64
	standInEpochs = 12
	standInAsks   = 500 // points per call of the black box

	streamStandIn = 106
)

// standIn fits a network to a black box's answers. It learns from training rows and from mixtures,
// in which some values come from another row. The epoch with the lowest cross entropy on validation
// rows is kept.
func (p *Project) standIn(b blackbox.BlackBox, tick func(done float64) error) (*nn.Classifier, error) {
	key := kernel.NewKey(p.Seed).Sub(streamStandIn)
	of := [2][]int{p.Split.Train[:min(len(p.Split.Train), standInRows)],
		p.Split.Val[:min(len(p.Split.Val), standInRows/4)]}
	all, asked := (1+standInAround)*(len(of[0])+len(of[1])), 0
	var ex [2]nn.Examples
	for i, rows := range of {
		ex[i] = Examples(p.Table, p.around(rows))
		p.mix(ex[i], len(rows), key.Sub(uint64(i+1)))
		var classes []int
		for from := 0; from < ex[i].Rows(); from += standInAsks { // in parts, because a model may be slow
			if err := tick(float64(asked) / float64(2*all)); err != nil {
				return nil, err
			}
			some := nn.Examples{Width: ex[i].Width,
				X: ex[i].X[from*ex[i].Width : min((from+standInAsks)*ex[i].Width, len(ex[i].X))]}
			some.Y = make([]int, len(some.X)/some.Width)
			classes = append(classes, nn.Classes(b, some)...)
			asked += len(some.Y)
		}
		ex[i].Y, ex[i].Numbers, ex[i].Cuts = classes, nil, nil
	}
	fit := nn.NewClassifierFit(nn.ClassifierConfig{Seed: p.Seed, Epochs: standInEpochs, Batch: 64, LearningRate: 0.002,
		Hidden: standInUnits}, ex[0], ex[1], b.Classes())
	for n := range standInEpochs {
		if _, err := fit.Epoch(func() error { return tick(0.5 + float64(n)/(2*standInEpochs)) }); err != nil {
			return nil, err
		}
	}
	return fit.Best(), nil
}

// around returns the list of rows, followed by standInAround copies of it.
func (p *Project) around(of []int) []int {
	all := slices.Clone(of)
	for range standInAround {
		all = append(all, of...)
	}
	return all
}

// mix changes all rows after the first n: some of their features come from other rows.
func (p *Project) mix(ex nn.Examples, n int, key kernel.Key) {
	for e := n; e < ex.Rows(); e++ {
		key := key.Sub(uint64(e))
		donor := ex.X[key.Intn(0, n)*ex.Width:][:ex.Width]
		row, share := ex.X[e*ex.Width:][:ex.Width], key.Uniform1(1)
		for j, f := range p.Schema.Features {
			if key.Uniform1(uint32(j+2)) < share {
				o := p.Schema.Offset(j)
				copy(row[o:o+f.Width()], donor[o:])
			}
		}
	}
}

// Fidelity returns the share of rows for which the stand-in and the black box predict the same
// class, or 0 without a stand-in. It uses test rows and points around them.
func (p *Project) Fidelity(b *BlackBox) float64 {
	if !b.Opened || b.Network == nil || len(p.Split.Test) == 0 {
		return 0
	}
	n := min(len(p.Split.Test), standInRows/4)
	key := kernel.NewKey(p.Seed).Sub(streamStandIn).Sub(3)
	ex := Examples(p.Table, p.around(p.Split.Test[:n]))
	p.mix(ex, n, key)
	same, all := 0, nn.Classes(b, ex)
	for i, y := range nn.Classes(b.Network, ex) {
		if y == all[i] {
			same++
		}
	}
	return float64(same) / float64(len(all))
}
