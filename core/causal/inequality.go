package causal

import (
	"math"
	"slices"
	"strings"

	"causeway/core/data"
	"causeway/core/fault"
)

// An Inequality rule bounds a weighted sum of numbers of the counterfactual:
//
//	w_1 x'_1 + ... + w_n x'_n <= Max
//
// Law.Weights has a weight for each of Features, in their order. As with a Range or LessOrEqual, an
// answer must keep the rule even if the factual breaks it.

// weighted returns the sum in a row, and its tolerance for the rounding error of the addition.
func (r *Rule) weighted(row []float64) (sum, slack float64) {
	size := math.Abs(r.Max)
	for k, w := range r.Law.Weights {
		t := float64(w * row[r.at(k)])
		sum += t
		size += math.Abs(t)
	}
	return sum, float64(1e-12 * size)
}

// below judges a row by an Inequality rule.
func (r *Rule) below(row []float64) bool {
	sum, slack := r.weighted(row)
	return sum <= r.Max+slack
}

func (r Rule) checkInequality(s data.Schema) error {
	list := r.Features()
	for _, j := range list {
		if !s.Features[j].Kind.Numeric() {
			return fault.Errorf("causal: %s is not a number, so it cannot be part of a sum", quote(s.Features[j].Name))
		}
	}
	if len(list) != len(r.Law.Weights) || len(list) > maxInputs || !(math.Abs(r.Max) <= Open) ||
		slices.ContainsFunc(r.Law.Weights, func(w float64) bool { return !(math.Abs(w) <= Open) || w == 0 }) {
		return fault.Errorf("causal: the sum with %s needs a limit and, for each of its features, a factor other "+
			"than 0",
			quote(s.Features[r.Feature].Name))
	}
	return nil
}

// sides writes both sides of an inequality without negative weights: with names if row is nil,
// otherwise with their values. flipped is true if the left side must be the larger one.
func (r Rule) sides(s data.Schema, row []float64) (left, right string, flipped bool) {
	var parts [2][]string
	var sums [2]float64
	for k, w := range r.Law.Weights {
		j := r.at(k)
		side, text := b2i(w < 0), quote(s.Features[j].Name)
		if w = math.Abs(w); w != 1 {
			text = plain(w) + " × " + text
		}
		parts[side] = append(parts[side], text)
		if row != nil {
			sums[side] += float64(w * row[j])
		}
	}
	limit := r.Max
	if flipped = len(parts[0]) == 0; flipped { // -a <= -3 is a >= 3
		parts[0], parts[1], sums[0], sums[1], limit = parts[1], nil, sums[1], 0, -limit
	}
	if row != nil {
		return plain(sums[0]), plain(sums[1] + limit), flipped
	}
	if right = strings.Join(parts[1], " + "); right == "" {
		return strings.Join(parts[0], " + "), plain(limit), flipped
	}
	return strings.Join(parts[0], " + "), right + shiftText(limit), flipped
}

// inequalityClause writes a rule such as: "debt" must be at most 0.4 × "income".
func (r Rule) inequalityClause(s data.Schema) string {
	left, right, flipped := r.sides(s, nil)
	return left + " must be at " + [2]string{"most ", "least "}[b2i(flipped)] + right
}

// saysSum compares the two sides of an inequality in a row, as the end of a verdict.
func (r Rule) saysSum(s data.Schema, row []float64) string {
	left, right, flipped := r.sides(s, row)
	is := " is at most "
	switch keeps := r.below(row); {
	case left == right && keeps:
		return "; both sides are " + left
	case keeps && flipped:
		is = " is at least "
	case flipped:
		is = " is less than "
	case !keeps:
		is = " is more than "
	}
	return "; " + left + is + right
}

// applyInequality narrows each number by the least that the other terms contribute to the sum.
func (n *narrowing) applyInequality(r *Rule) {
	low, size := 0.0, math.Abs(r.Max)
	ends := n.ends[:0]
	for k, w := range r.Law.Weights {
		d := &n.d[r.at(k)]
		a, b := float64(w*d.Min), float64(w*d.Max)
		ends, low = append(ends, [2]float64{min(a, b), max(a, b)}), low+min(a, b)
		size += max(math.Abs(a), math.Abs(b))
	}
	n.ends = ends
	for k, w := range r.Law.Weights {
		// This much is left for x, with a margin for rounding.
		most := (r.Max - (low - ends[k][0]) + float64(4e-12*size)) / w
		if w > 0 {
			n.between(r.at(k), math.Inf(-1), most)
		} else {
			n.between(r.at(k), most, math.Inf(1))
		}
	}
}
