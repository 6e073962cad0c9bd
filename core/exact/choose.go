package exact

import (
	"math"
	"slices"

	"causeway/core/nn"
)

// choose picks the feature to divide a box by: the one that contributes most to the looseness of
// the first layer's relaxations. A unit k with the coefficient c_k loosens the bound by at most
//
//	c_k > 0: c_k * -low high/(high - low)  c_k < 0: -c_k min(-low, high)
//
// Feature j contributes to this in proportion to its share of the range of the unit's sum. If the
// relaxations are exact, choose picks the feature on which the bound depends most, and features
// tied to others by rules come first.
func (s *Search) choose(b *box) {
	last := len(s.net.layers) - 1
	loose := make([]float64, len(s.cols))
	if last > 0 {
		coef, l := s.work.first, &s.net.layers[0]
		for o, c := range coef {
			low, high := s.work.low[0][o], s.work.high[0][o]
			gap := s.gap(l.act, o, c, low, high)
			if gap <= 0 || high <= low {
				continue
			}
			for j := range s.cols {
				loose[j] += gap * s.spread(j, l.row(o)) / (high - low)
			}
		}
	}
	b.split = -1
	top := 0.0
	for j, v := range loose {
		if v > top && !b.domains[j].Single() {
			b.split, top = j, v
		}
	}
	if b.split < 0 || top < 1e-12 {
		b.split, top = -1, -1
		for j := range s.cols {
			if b.domains[j].Single() {
				continue
			}
			v := s.spread(j, s.work.a)
			if s.linked[j] {
				v += 1e6
			}
			if v > top {
				b.split, top = j, v
			}
		}
	}
	b.levels = nil
	if s.turn(b) {
		return
	}
	if c := &s.cols[b.split]; !c.number {
		b.levels = slices.Clone(s.view.cols[b.split].levels)
		byGain(b.levels, s.work.a[c.offset:c.offset+len(c.Levels)])
	}
}

// turn replaces a computed dividing feature with the widest of its causes: once all causes have a
// single value, so does the feature. It reports whether it replaced the feature.
func (s *Search) turn(b *box) (turned bool) {
	for {
		widest, at := 0.0, -1
		for _, j := range s.cols[b.split].causes {
			if d := b.domains[j]; !d.Single() {
				if share := s.cols[j].count(d) / s.cols[j].count(s.within[j]); share > widest {
					widest, at = share, j
				}
			}
		}
		if at < 0 {
			return turned
		}
		b.split, b.cut, b.levels, turned = at, false, slices.Clone(s.view.cols[at].levels), true
	}
}

// gap returns the most by which the relaxation of unit o can loosen the bound, if the unit has the
// coefficient c.
func (s *Search) gap(a nn.Activation, o int, c, low, high float64) float64 {
	r := s.work.lines[0][o]
	switch {
	case a == nn.Identity || a == nn.ReLU && (low >= 0 || high <= 0):
		return 0
	case a == nn.ReLU && c > 0:
		return c * -low * high / (high - low)
	case a == nn.ReLU:
		return -c * min(-low, high)
	}
	return math.Abs(c) * max(r.high*low+r.highAt-activate(a, low), activate(a, high)-r.low*high-r.lowAt)
}

// spread returns how much w x varies with feature j over the box.
func (s *Search) spread(j int, w []float64) float64 {
	c, e := &s.cols[j], &s.view.cols[j]
	if c.number {
		return math.Abs(w[c.offset]) * (e.high - e.low)
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, l := range e.levels {
		low, high = min(low, w[c.offset+l]), max(high, w[c.offset+l])
	}
	return high - low
}
