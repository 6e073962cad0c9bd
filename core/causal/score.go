package causal

import "causeway/core/data"

// Scored reports whether the values of a feature are ordered, so that it can rise and fall. This
// is true for numbers, ordered categories, and Booleans, where false is below true.
func Scored(f data.Feature) bool { return f.Kind != data.Category }

// Score returns the number by which a stored value of a scored feature is compared: the number
// itself, the rank of a level, or 0 and 1 for a Boolean.
func Score(f data.Feature, v float64) float64 { return score(&f, v) }

// score is Score without copying the feature, because it is called for every rule in every box.
func score(f *data.Feature, v float64) float64 {
	if f.Kind == data.Ordered {
		return f.Rank(int(v))
	}
	return v
}

// Nearest returns the stored value of a scored feature whose score is nearest to a number: a
// number rounded to its column, or a level. Among equally near levels, it returns near if that is
// one of them, and otherwise the first.
func Nearest(f data.Feature, score, near float64) float64 {
	if f.Kind.Numeric() {
		return f.Round(score)
	}
	gap := func(l int) float64 { return distance(Score(f, float64(l)), score) }
	best := int(near)
	for l := range f.Levels {
		if gap(l) < gap(best) {
			best = l
		}
	}
	if best == int(near) {
		return near
	}
	for l := range f.Levels { // on ties, the first one wins
		if gap(l) == gap(best) {
			return float64(l)
		}
	}
	return float64(best)
}

// InputWidth returns the number of inputs that a parent contributes to a mechanism: its score, or
// one indicator per level of a category.
func InputWidth(f data.Feature) int {
	if Scored(f) {
		return 1
	}
	return len(f.Levels)
}

// Inputs encodes the parents of a mechanism from a stored row: the score of each parent in order,
// and one indicator per level for a category. It reuses dst if that is large enough.
//
// A generator that has shares instead of levels passes the mean score under its shares, and for a
// category the shares themselves.
func Inputs(s data.Schema, parents []int, row, dst []float64) []float64 {
	dst = dst[:0]
	for _, j := range parents {
		f := s.Features[j]
		if Scored(f) {
			dst = append(dst, Score(f, row[j]))
			continue
		}
		for l := range f.Levels {
			hit := 0.0
			if l == int(row[j]) {
				hit = 1
			}
			dst = append(dst, hit)
		}
	}
	return dst
}

// InputEnds returns the smallest and largest value of each of the Inputs while the parents stay
// in domains.
func InputEnds(s data.Schema, parents []int, domains []Domain) (low, high []float64) {
	n := narrowing{s: s, d: domains}
	for _, j := range parents {
		if Scored(s.Features[j]) {
			a, b := n.scores(j)
			low, high = append(low, a), append(high, b)
			continue
		}
		single := domains[j].Single()
		for _, in := range domains[j].Levels {
			low, high = append(low, float64(b2i(in && single))), append(high, float64(b2i(in)))
		}
	}
	return low, high
}

func distance(a, b float64) float64 {
	if a < b {
		return b - a
	}
	return a - b
}
