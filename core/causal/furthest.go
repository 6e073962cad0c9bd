package causal

import "causeway/core/data"

// forced returns the value to which the causes of a MoveAtMost rule force its feature:
//
//	x_j + Least of i * (rise of i, or fall where it Falls)
//
// rounded up to a value that the column can hold, for the cause i with the largest result.
func (r *Rule) forced(s data.Schema, factual, counterfactual []float64) float64 {
	most := -Open
	for _, m := range r.Also {
		d, lag := r.change(s, m.Feature, factual, counterfactual)
		if m.Falls {
			d = -d
		}
		if d > 0 {
			most = max(most, upTo(&s.Features[r.Feature], factual[r.Feature]+float64(m.Least*(d+lag))))
		}
	}
	return most
}

// Furthest returns the highest value that a MoveAtMost rule allows for its feature.
func (r *Rule) Furthest(s data.Schema, factual, counterfactual []float64) float64 {
	return max(factual[r.Feature]+r.Max, r.forced(s, factual, counterfactual))
}

// upTo returns the smallest value of a column that is at least v.
func upTo(f *data.Feature, v float64) float64 {
	u := f.Round(v)
	if u < v-rounding(u, v) {
		u = f.Round(u + f.Step())
	}
	return u
}

// furthest returns an upper bound on what a MoveAtMost rule can allow for its feature.
func (n *narrowing) furthest(r *Rule) float64 {
	f := &n.s.Features[r.Feature]
	from := score(f, n.x[r.Feature])
	most := from + r.Max
	for _, m := range r.Also {
		low, high := n.scores(m.Feature)
		_, far := n.extent(m.Feature, moves(rises).turned(m.Falls))
		if far > 0 {
			own := score(&n.s.Features[m.Feature], n.x[m.Feature])
			lag := rounding(low, high) + rounding(own, own)
			most = max(most, upTo(f, from+float64(m.Least*(far+lag))))
		}
	}
	return min(most, Open) + float64(2*(rounding(from, r.Max)+rounding(from, min(most, Open))))
}
