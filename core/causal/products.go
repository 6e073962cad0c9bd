package causal

import (
	"cmp"
	"math"
	"slices"
)

// Limits of the search for a product: how many columns to try (those whose logarithms correlate
// most with the feature's) and how accurate an approximate product must be. Neither factor may
// explain nearly everything alone, because the other would then contribute nothing.
const (
	nearColumns = 12
	nearEnough  = 0.99 // least explained share of the variance of the logarithm
	nearOff     = 0.05 // relative error of the median row
	nearAlone   = 0.98
)

// products finds numbers that are products of two others, exactly or approximately. An approximate
// product becomes a law with Own, which every row keeps.
func (r *relations) products() {
	var cols []int
	for j, f := range r.t.Schema.Features {
		if f.Kind.Numeric() && r.bits[j] > 0 && !r.taken[j] {
			cols = append(cols, j)
		}
	}
	rows := r.spread(400)
	if len(rows) < 30 || len(cols) < 3 {
		return
	}
	logs := make([][]float64, len(r.t.Cols))
	for _, j := range cols {
		logs[j] = logarithms(r.t.Cols[j], rows)
	}
	for _, find := range []func(y int, near, rows []int){r.exactly, r.nearly} {
		for _, y := range slices.Backward(cols) {
			if r.taken[y] || r.used[y] {
				continue
			}
			near := slices.DeleteFunc(slices.Clone(cols), func(x int) bool { return x == y || r.taken[x] })
			slices.SortStableFunc(near, func(a, b int) int {
				return cmp.Compare(math.Abs(inner(logs[y], logs[b])), math.Abs(inner(logs[y], logs[a])))
			})
			find(y, near[:min(len(near), nearColumns)], rows)
		}
	}
}

// logarithms returns the normalised logarithms of a column's absolute values on some rows:
// centred and of length 1. A value of 0 is replaced by the mean.
func logarithms(col []float64, rows []int) []float64 {
	v, sum, n := make([]float64, len(rows)), 0.0, 0.0
	for k, i := range rows {
		if col[i] != 0 {
			v[k] = math.Log(math.Abs(col[i]))
			sum, n = sum+v[k], n+1
		}
	}
	for k, i := range rows {
		if col[i] != 0 {
			v[k] -= sum / n
		}
	}
	if size := math.Sqrt(inner(v, v)); size > 0 {
		for k := range v {
			v[k] /= size
		}
	}
	return v
}

// exactly adds a product that holds in all rows, unless chance could explain it.
func (r *relations) exactly(y int, near, rows []int) {
	f := r.t.Schema.Features[y]
	for k, a := range near {
		for _, b := range near[k+1:] {
			product := func(i int) float64 { return r.t.Cols[a][i] * r.t.Cols[b][i] }
			top := slices.MaxFunc(rows, func(i, k int) int {
				return cmp.Compare(math.Abs(product(i)), math.Abs(product(k)))
			})
			if product(top) == 0 {
				continue
			}
			for digits := 1; digits <= 6; digits++ {
				w := significant(r.t.Cols[y][top]/product(top), digits)
				off := func(i int) bool {
					p := float64(w * product(i))
					return math.Abs(r.t.Cols[y][i]-p) > sumSlack(f, p)
				}
				if w == 0 || slices.ContainsFunc(rows, off) {
					continue
				}
				told := float64(r.different([]int{a, b}) - 1)
				choices := float64(2 * math.Log2(float64(len(r.t.Cols)*1000)))
				if float64(told*min(r.bits[y], 8))-choices < enoughBits {
					continue
				}
				if r.add(productOf(y, a, b, Law{Weights: []float64{w}, Product: true})); r.taken[y] {
					return
				}
			}
		}
	}
}

func productOf(y, a, b int, law Law) Rule {
	return Rule{Kind: Computed, Feature: y, Other: min(a, b), Also: []Member{{Feature: max(a, b)}}, Law: law}
}

// nearly adds the most accurate approximate product, if it is accurate enough.
func (r *relations) nearly(y int, near, rows []int) {
	least, best := 1-nearEnough, Rule{}
	for k, a := range near {
		for _, b := range near[k+1:] {
			if rest, w, ok := r.nearness(y, a, b, rows); ok && rest < least {
				least, best = rest, productOf(y, a, b, Law{Weights: []float64{w}, Product: true, Own: true})
			}
		}
	}
	if best.Law.Weights != nil && len(r.found) < maxRelations && best.Check(r.t.Schema) == nil {
		r.found = append(r.found, best)
		r.taken[y], r.used[best.Other], r.used[best.Also[0].Feature] = true, true, true
	}
}

// nearness returns the share of the variance of a logarithm that a product leaves unexplained, and
// the product's weight. It uses the rows in which all three numbers are positive; most rows must be
// such rows.
func (r *relations) nearness(y, a, b int, rows []int) (rest, w float64, ok bool) {
	var ly, la, lb, off []float64
	for _, i := range rows {
		if p, q, v := r.t.Cols[a][i], r.t.Cols[b][i], r.t.Cols[y][i]; p > 0 && q > 0 && v > 0 {
			ly, la, lb = append(ly, math.Log(v)), append(la, math.Log(p)), append(lb, math.Log(q))
			off = append(off, ly[len(ly)-1]-la[len(la)-1]-lb[len(lb)-1])
		}
	}
	if 10*len(off) < 8*len(rows) {
		return 0, 0, false
	}
	middle := median(off)
	sum, from := 0.0, make([]float64, len(off))
	for k, v := range off {
		from[k] = math.Abs(v - middle)
		sum += float64(from[k] * from[k])
	}
	all := variation(ly)
	if sum >= (1-nearEnough)*all || median(from) > nearOff ||
		explainedShare(ly, la) > nearAlone || explainedShare(ly, lb) > nearAlone {
		return 0, 0, false
	}
	if w = significant(math.Exp(middle), 2); math.Abs(middle) < nearOff {
		w = 1
	}
	return sum / all, w, true
}

func median(v []float64) float64 {
	v = slices.Clone(v)
	slices.Sort(v)
	return v[len(v)/2]
}

// variation returns the sum of squared deviations from the mean.
func variation(v []float64) float64 { return covariation(v, v) }

func explainedShare(y, x []float64) float64 {
	c, all := covariation(x, y), float64(variation(x)*variation(y))
	if all == 0 {
		return 0
	}
	return float64(c*c) / all
}

func covariation(a, b []float64) float64 {
	ma, mb := mean(a), mean(b)
	s := 0.0
	for k := range a {
		s += float64((a[k] - ma) * (b[k] - mb))
	}
	return s
}
