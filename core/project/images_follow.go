package project

import (
	"math"

	"causeway/core/image"
)

// mostMeasured is the largest number of training images that Follow measures. It is enough for the
// slopes of four causes.
const mostMeasured = 2000

// Follow fits a measure to its causes on the first training images.
func (p *Images) Follow(measure string, causes []string) (image.Fitted, error) {
	if p.seen == nil {
		for _, r := range p.Split.Train[:min(len(p.Split.Train), mostMeasured)] {
			p.seen = append(p.seen, image.MeasuresOf(p.Set.Image(r), p.Set.H, p.Set.W))
		}
	}
	m := image.Fitted{Images: len(p.seen)}
	var err error
	if m.Slopes, m.Share, err = image.Fit(measure, causes, p.seen); err != nil {
		return image.Fitted{Images: len(p.seen)}, err
	}
	of := image.Named(measure)
	mean, square := 0.0, 0.0
	for _, s := range p.seen {
		mean += of.Of(s) / float64(len(p.seen))
	}
	for _, s := range p.seen {
		d := of.Of(s) - mean
		square += float64(d*d) / float64(len(p.seen))
	}
	m.Spread = math.Sqrt(float64(square * (1 - m.Share)))
	return m, nil
}
