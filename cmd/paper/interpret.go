package main

import (
	"causeway/core/metric"
	"causeway/core/nn"
)

// interpret scores IM1 and IM2 of the soft outputs and of the decoded rows,
// where there are any.
func (o *outcome) interpret() error {
	r, decoded := &o.record, make([][]float32, len(o.made.raw))
	for i, row := range o.made.decoded.Counterfactual {
		decoded[i] = make([]float32, len(o.made.raw[i]))
		o.bench.table.Schema.Encode(row, decoded[i])
	}
	for _, of := range []struct {
		x  [][]float32
		to *scores
	}{{o.made.raw, &r.Soft}, {decoded, &r.Decoded}} {
		rec, err := o.reconstruct(of.x)
		if err != nil || len(rec.Origin) == 0 {
			return err
		}
		im := metric.ScoreInterpretability(rec)
		of.to.IM1, of.to.IM2 = ref(im.IM1), ref(im.IM2)
	}
	r.IM1, r.IM2 = r.Decoded.IM1, r.Decoded.IM2
	return nil
}

// reconstruct is what the auto-encoders make of encoded counterfactuals.
func (o *outcome) reconstruct(x [][]float32) (metric.Reconstructions, error) {
	a, err := o.bench.encoders()
	if err != nil {
		return metric.Reconstructions{}, err
	}
	p, w := o.made.decoded, o.bench.table.Schema.Width()
	ex, r := nn.Examples{Width: w}, metric.Reconstructions{Width: w}
	for i := range x {
		if p.Found != nil && !p.Found[i] {
			continue
		}
		ex.X, ex.Y = append(ex.X, x[i]...), append(ex.Y, 0)
		r.Origin = append(r.Origin, o.bench.test.predicted[o.made.of[i]])
		r.Target = append(r.Target, p.Target[i])
	}
	r.X, r.All = ex.X, a.all.Reconstruct(ex)
	for _, one := range a.ofClass {
		r.OfClass = append(r.OfClass, one.Reconstruct(ex))
	}
	return r, nil
}
