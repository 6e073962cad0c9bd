package cf

import "causeway/core/causal"

// score maps a feature of encoded examples to one number in its own unit. A number is represented
// by its value, and levels by the mean of their scores, weighted by the shares.
type score struct {
	first  int       // offset of the first input
	base   float64   // value of a number at 0
	weight []float64 // weight of each input
	unit   float64   // the unit of change: MAD, or one rank
}

func (l layout) score(j int) score {
	f := l.schema.Features[j]
	s := score{first: l.schema.Offset(j), unit: 1}
	if f.Kind.Numeric() {
		s.base, s.weight, s.unit = f.Min, []float64{f.Max - f.Min}, f.MAD
		return s
	}
	for i := range f.Levels {
		s.weight = append(s.weight, causal.Score(f, float64(i)))
	}
	return s
}

// inputs returns the scores with which a parent enters a mechanism, see causal.Inputs.
func (l layout) inputs(j int) []score {
	f := l.schema.Features[j]
	if causal.Scored(f) {
		return []score{l.score(j)}
	}
	var s []score
	for i := range f.Levels {
		s = append(s, score{first: l.schema.Offset(j) + i, weight: []float64{1}, unit: 1})
	}
	return s
}

// at returns the score of example e of n.
func (s score) at(x []float32, e, n int) float64 {
	v := s.base
	for i, w := range s.weight {
		v += float64(w * float64(x[(s.first+i)*n+e]))
	}
	return v
}

// push adds g times the gradient of the score of example e.
func (s score) push(d []float32, e, n int, g float64) {
	for i, w := range s.weight {
		d[(s.first+i)*n+e] += float32(g * w)
	}
}
