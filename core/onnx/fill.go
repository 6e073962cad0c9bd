package onnx

import (
	"math"
	"slices"

	"causeway/core/data"
	"causeway/core/nn"
)

// filledInput is a number of the table that the model fills itself while its flag marks it as
// missing. fill is encoded like the number.
type filledInput struct {
	feature, flag int
	fill          float64
}

// filled lists the numbers that the model of a chain fills itself.
func (m *Model) filled(p Mapping, s data.Schema) (list []filledInput) {
	seen := map[int]bool{}
	for i, c := range m.Columns {
		r := p.Columns[i]
		if r.Take != Number || !c.Fills || seen[r.Feature] {
			continue
		}
		seen[r.Feature] = true
		scale, f := r.Scale, s.Features[r.Feature]
		if flag := p.flagOf(r.Feature, s); flag >= 0 && f.Min < f.Max {
			if scale == 0 {
				scale = 1
			}
			v := float64(c.Fill*scale) + r.Shift
			list = append(list, filledInput{r.Feature, flag, (v - f.Min) / (f.Max - f.Min)})
		}
	}
	return list
}

// gateWidth is larger than the distance between any encoded number and its fill.
const gateWidth = 1 << 20

// fillLayers returns two layers in place of first, the first layer of a chain on encoded rows. An
// encoded number e with the fill v becomes, while the levels of its flag that mean missing sum to
// k, which is 0 or 1,
//
//	v + relu(e - v - gateWidth k) - relu(v - e - gateWidth k)
//
// and every other input passes through as relu(e) - relu(-e).
func fillLayers(in []filledInput, first dense, s data.Schema) []dense {
	width := s.Width()
	gate, then := dense{in: width, act: nn.ReLU}, first
	then.b = slices.Clone(first.b)
	var to [][]float64 // for every unit of the gate, its weights in the next layer
	unit := func(bias float64, weigh func(w []float64), by float64, input int) {
		w := make([]float64, width)
		weigh(w)
		gate.w, gate.b = append(gate.w, w...), append(gate.b, bias)
		next := make([]float64, first.out)
		for o := range next {
			next[o] = by * first.w[o*width+input]
		}
		to = append(to, next)
	}
	at, level := map[int]filledInput{}, make([]bool, width)
	for _, f := range in {
		at[s.Offset(f.feature)] = f
	}
	for j, f := range s.Features {
		for i := range f.Levels {
			level[s.Offset(j)+i] = true // never negative
		}
	}
	for i := range width {
		f, fills := at[i]
		for _, by := range [...]float64{1, -1} {
			if level[i] && by < 0 {
				continue
			}
			unit(-by*f.fill, func(w []float64) {
				w[i] = by
				if fills {
					for l := 1; l < len(s.Features[f.flag].Levels); l++ {
						w[s.Offset(f.flag)+l] = -gateWidth
					}
				}
			}, by, i)
		}
		for o := range then.b {
			then.b[o] += float64(first.w[o*width+i] * f.fill)
		}
	}
	gate.out, then.in = len(to), len(to)
	then.w = make([]float64, first.out*len(to))
	for i, next := range to {
		for o, v := range next {
			then.w[o*len(to)+i] = v
		}
	}
	return []dense{gate, then}
}

// checkGaps clears Gaps of columns whose missing values the model does not handle: it uses them
// without filling them, so its shares are NaN.
func (m *Model) checkGaps() {
	for i := range m.Columns {
		if c := &m.Columns[i]; c.Gaps && !c.Fills {
			x := make([]float64, len(m.Columns))
			x[i] = math.NaN()
			shares, err := m.Shares(x)
			c.Gaps = err == nil && allFinite(shares)
		}
	}
}
