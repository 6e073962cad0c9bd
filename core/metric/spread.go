package metric

import (
	"math"
	"slices"

	"causeway/core/data"
)

// Diversity measures how far apart the counterfactuals of one factual are. Its fields are means
// over the pairs of one factual's counterfactuals, then over the factuals with at least two.
type Diversity struct {
	Cont, Cat float64 // distances as in Scores: sum of |difference| / MAD, and levels that differ

	// Changes is the Jaccard distance between the sets of changed features: the share of the
	// features changed in either counterfactual that are changed in only one of them.
	Changes float64

	Factuals int
}

// ScoreDiversity compares counterfactuals of the same factual.
//
//	factual  rows × features    counterfactual  rows × any number × features
func ScoreDiversity(s data.Schema, factual [][]float64, counterfactual [][][]float64) Diversity {
	var d Diversity
	for i, list := range counterfactual {
		if len(list) < 2 {
			continue
		}
		pairs := float64(len(list)*(len(list)-1)) / 2
		for k, a := range list {
			for _, b := range list[:k] {
				cont, cat, _ := Distance(s, a, b)
				d.Cont += cont / pairs
				d.Cat += float64(cat) / pairs
				d.Changes += jaccard(factual[i], a, b) / pairs
			}
		}
		d.Factuals++
	}
	for _, v := range []*float64{&d.Cont, &d.Cat, &d.Changes} {
		*v /= float64(max(d.Factuals, 1))
	}
	return d
}

// jaccard returns the Jaccard distance between the sets of features that a and b change.
func jaccard(factual, a, b []float64) float64 {
	either, one := 0, 0
	for j, v := range factual {
		x, y := a[j] != v, b[j] != v
		if x || y {
			either++
		}
		if x != y {
			one++
		}
	}
	return share(one, either)
}

// Following shows whether counterfactuals follow their factuals or are nearly the same for
// everyone. It is for tables of numbers only, where Profiles says nothing. The authors'
// counterfactuals for Sangiovese have a correlation of about 0 (reference, point 53).
type Following struct {
	// Correlation is the correlation of factual and counterfactual values over all pairs,
	// averaged over the numbers. A constant has correlation 0.
	Correlation float64

	// Within is the same correlation among the pairs of one target, weighted by their number. A
	// generator that returns one constant row per target does not raise it.
	Within float64

	// Spread is the standard deviation of the counterfactuals within a target divided by that of
	// the factuals, averaged over the numbers.
	Spread float64
}

// ScoreFollowing computes Following over the pairs with a counterfactual.
func ScoreFollowing(p Pairs) Following {
	groups := [][]int{nil} // all pairs first, then those of each target
	for i := range p.check("ScoreFollowing") {
		if !p.found(i) {
			continue
		}
		for len(groups) < p.Target[i]+2 {
			groups = append(groups, nil)
		}
		groups[0] = append(groups[0], i)
		groups[p.Target[i]+1] = append(groups[p.Target[i]+1], i)
	}
	numbers, _ := kinds(p.Schema)
	var f Following
	for j, feature := range p.Schema.Features {
		if !feature.Kind.Numeric() {
			continue
		}
		c, _ := p.follow(j, groups[0])
		f.Correlation += c / float64(numbers)
		for _, g := range groups[1:] {
			if len(g) == 0 {
				continue
			}
			w := share(len(g), len(groups[0])) / float64(numbers)
			c, spread := p.follow(j, g)
			f.Within += w * c
			f.Spread += w * spread
		}
	}
	return f
}

// follow returns the correlation of number j over some pairs, and the quotient of its standard
// deviations. It returns 0 for both if the factuals or the counterfactuals are constant; because of
// rounding it tests this directly.
func (p Pairs) follow(j int, pairs []int) (correlation, spread float64) {
	varies := func(rows [][]float64) bool {
		return slices.ContainsFunc(pairs, func(i int) bool { return rows[i][j] != rows[pairs[0]][j] })
	}
	if !varies(p.Factual) || !varies(p.Counterfactual) {
		return 0, 0
	}
	var mx, my, xx, yy, xy float64
	for _, i := range pairs {
		mx += p.Factual[i][j] / float64(len(pairs))
		my += p.Counterfactual[i][j] / float64(len(pairs))
	}
	for _, i := range pairs {
		x, y := p.Factual[i][j]-mx, p.Counterfactual[i][j]-my
		xx += x * x
		yy += y * y
		xy += x * y
	}
	return xy / math.Sqrt(xx*yy), math.Sqrt(yy / xx)
}

// Coverage returns the share of rows with at least one counterfactual among those for which an
// admissible one exists. A nil admissible stands for all rows.
//
//	shown, admissible  rows: counterfactuals shown, whether one is known to exist
//
// A row with a shown counterfactual counts as admissible, even if a search among samples found
// none.
func Coverage(shown []int, admissible []bool) float64 {
	covered, whole := 0, 0
	for i, n := range shown {
		switch {
		case n > 0:
			covered++
			whole++
		case admissible == nil || admissible[i]:
			whole++
		}
	}
	if whole == 0 {
		return 1
	}
	return share(covered, whole)
}
