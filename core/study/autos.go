package study

import (
	"slices"

	"causeway/core/metric"
	"causeway/core/nn"
	"causeway/core/vae"
)

// autos holds one auto-encoder trained on all training rows and one for each class.
type autos struct {
	all     *vae.AutoEncoder
	ofClass []*vae.AutoEncoder
}

// autoConfig configures the training of the auto-encoders. The paper does not describe it.
var autoConfig = vae.AutoConfig{Epochs: 50, Batch: 64, LearningRate: 0.003}

// encoders returns the auto-encoders. The first call trains them.
func (b *Bench) encoders() (*autos, error) {
	if b.autos != nil {
		return b.autos, nil
	}
	a := &autos{}
	var err error
	if a.all, err = b.auto(b.train, b.val); err != nil {
		return nil, err
	}
	for class := range b.BlackBox.Classes() {
		one, err := b.auto(vae.OfClass(b.train, class), vae.OfClass(b.val, class))
		if err != nil {
			return nil, err
		}
		a.ofClass = append(a.ofClass, one)
	}
	b.autos = a
	return a, nil
}

// AutoEncoders returns the auto-encoders for IM1 and IM2: one for all training rows and one for
// each class. It returns nil if a class has too few rows for an auto-encoder.
func (b *Bench) AutoEncoders() (all *vae.AutoEncoder, ofClass []*vae.AutoEncoder, err error) {
	if b.rare() {
		return nil, nil, nil
	}
	a, err := b.encoders()
	if err != nil {
		return nil, nil, err
	}
	return a.all, a.ofClass, nil
}

func (b *Bench) auto(train, val nn.Examples) (*vae.AutoEncoder, error) {
	var groups []int
	for _, f := range b.Table.Schema.Features {
		groups = append(groups, f.Width())
	}
	net := vae.Paper(groups, b.BlackBox.Classes())
	net.Drop = 0 // with dropout, the reconstructions would be noisy
	c := autoConfig
	c.Seed = b.Seed
	fit, err := vae.NewAutoFit(c, net, train, val)
	if err != nil {
		return nil, err
	}
	for range c.Epochs {
		if _, err := fit.Epoch(b.host.Tick); err != nil {
			return nil, err
		}
	}
	return fit.Best(), nil
}

// interpret scores IM1 and IM2 for the soft outputs and for the decoded rows, if the bench has
// auto-encoders.
func (b *Bench) interpret(o *Outcome) error {
	if b.rare() {
		return nil
	}
	decoded := make([][]float32, len(o.Made.Raw))
	for i, row := range o.Made.Decoded.Counterfactual {
		decoded[i] = make([]float32, len(o.Made.Raw[i]))
		b.Table.Schema.Encode(row, decoded[i])
	}
	for _, of := range []struct {
		x  [][]float32
		to *Scores
	}{{o.Made.Raw, &o.Soft}, {decoded, &o.Decoded}} {
		rec, err := b.reconstruct(o.Made, of.x)
		if err != nil || len(rec.Origin) == 0 {
			return err
		}
		im := metric.ScoreInterpretability(rec)
		of.to.IM1, of.to.IM2 = &im.IM1, &im.IM2
	}
	return nil
}

// rare reports whether any class has too few rows for an auto-encoder.
func (b *Bench) rare() bool {
	train, val := make([]int, b.Table.Schema.Classes()), make([]int, b.Table.Schema.Classes())
	for _, y := range b.train.Y {
		train[y]++
	}
	for _, y := range b.val.Y {
		val[y]++
	}
	return slices.Min(train) < 2 || slices.Min(val) < 1
}

// reconstruct returns the auto-encoders' reconstructions of encoded counterfactuals.
func (b *Bench) reconstruct(m Made, x [][]float32) (metric.Reconstructions, error) {
	a, err := b.encoders()
	if err != nil {
		return metric.Reconstructions{}, err
	}
	p, w := m.Decoded, b.Table.Schema.Width()
	ex, r := nn.Examples{Width: w}, metric.Reconstructions{Width: w}
	for i := range x {
		if p.Found != nil && !p.Found[i] {
			continue
		}
		ex.X, ex.Y = append(ex.X, x[i]...), append(ex.Y, 0)
		r.Origin = append(r.Origin, b.Test.Predicted[m.Of[i]])
		r.Target = append(r.Target, p.Target[i])
	}
	r.X, r.All = ex.X, a.all.Reconstruct(ex)
	for _, one := range a.ofClass {
		r.OfClass = append(r.OfClass, one.Reconstruct(ex))
	}
	return r, nil
}
