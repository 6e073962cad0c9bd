package main

import (
	"math"
	"slices"
)

// domain holds the possible values of a feature in a box: a number from Low to High, or the levels
// that are true.
type domain struct {
	low, high float64
	levels    []bool
}

type box []domain

func (f *feature) number() bool { return f.Kind == "number" }

// scored reports whether values have an order.
func (f *feature) scored() bool { return f.Kind != "category" }

// score returns the number by which values are compared.
func (f *feature) score(v float64) float64 {
	if f.Kind == "ordered" && f.Ranks != nil {
		return f.Ranks[int(v)]
	}
	return v
}

// step returns the smallest change of a number.
func (f *feature) step() float64 {
	return max(1/math.Pow10(f.Decimals), max(math.Abs(f.Min), math.Abs(f.Max))/(1<<50))
}

// grid returns the smallest number above v, or not below v, that the column can show. Beyond its
// precision, the column can show every number.
func (f *feature) grid(v float64, above bool) float64 {
	p := math.Pow10(f.Decimals)
	n := math.Floor(v * p)
	if f.Decimals > 22 || math.Abs(n) >= 1<<50 {
		if above {
			return math.Nextafter(v, math.Inf(1))
		}
		return v
	}
	for n--; ; n++ {
		if w := n / p; w > v || w == v && !above {
			return w
		}
	}
}

// next returns the smallest number above v that a row may have: a number that the column can show, or
// the factual's x.
func (f *feature) next(v, x float64) float64 {
	w := f.grid(v, true)
	if v < x && x < w {
		return x
	}
	return w
}

// snap moves the ends of a domain inwards to numbers that a row may have.
func (f *feature) snap(d domain, x float64) domain {
	low, high := f.grid(d.low, false), -f.grid(-d.high, false)
	if d.low <= x && x < low {
		low = x
	}
	if high < x && x <= d.high {
		high = x
	}
	return domain{low: low, high: high}
}

// scale converts a number to the model's input.
func (f *feature) scale(v float64) float64 {
	if f.Max <= f.Min {
		return 0
	}
	return float64(float32((v - f.Min) / (f.Max - f.Min)))
}

// seen returns a number as trees read it, decoded from the scaled number.
func (f *feature) seen(v float64) float64 {
	u := f.Min + float64(f.scale(v)*(f.Max-f.Min))
	u = min(max(u, f.Min), f.Max)
	p := math.Pow10(f.Decimals)
	n := math.Round(u * p)
	if f.Decimals > 22 || math.Abs(n) > 1<<50 {
		return u
	}
	return n / p
}

// universe returns the box of all rows: all numbers inside the training range that the columns can
// show, the factual's numbers, and all levels.
func (p *problem) universe(x []float64) box {
	b := make(box, len(x))
	for j := range b {
		f := &p.features[j]
		switch {
		case !f.number():
			b[j].levels = make([]bool, len(f.Levels))
			for l := range b[j].levels {
				b[j].levels[l] = true
			}
		case f.Min >= f.Max:
			b[j] = domain{low: -1e15, high: 1e15}
		default:
			b[j] = f.snap(domain{low: min(f.Min, x[j]), high: max(f.Max, x[j])}, x[j])
		}
	}
	return b
}

// point returns the box of a single row.
func (p *problem) point(row []float64) box {
	b := make(box, len(row))
	for j, v := range row {
		if b[j] = (domain{low: v, high: v}); !p.features[j].number() {
			b[j].levels = make([]bool, len(p.features[j].Levels))
			b[j].levels[int(v)] = true
		}
	}
	return b
}

func (b box) with(j int, d domain) box {
	c := append(box(nil), b...)
	c[j] = d
	return c
}

func (d domain) has(v float64) bool {
	if d.levels != nil {
		return d.levels[int(v)]
	}
	return d.low <= v && v <= d.high
}

// other reports whether a value besides v is in the domain.
func (d domain) other(v float64) bool {
	if d.levels == nil {
		return d.low != v || d.high != v
	}
	for l, in := range d.levels {
		if in && float64(l) != v {
			return true
		}
	}
	return false
}

func (d domain) single() bool {
	if d.levels == nil {
		return d.low == d.high
	}
	n := 0
	for _, in := range d.levels {
		if in {
			n++
		}
	}
	return n == 1
}

// row returns the only row of a box, if the box has just one.
func (b box) row() (row []float64, one bool) {
	for _, d := range b {
		if !d.single() {
			return nil, false
		}
		v := d.low
		if d.levels != nil {
			v = float64(slices.Index(d.levels, true))
		}
		row = append(row, v)
	}
	return row, true
}

// scores returns the smallest and the largest score in a domain.
func (f *feature) scores(d domain) (low, high float64) {
	if d.levels == nil {
		return d.low, d.high
	}
	low, high = math.Inf(1), math.Inf(-1)
	for l, in := range d.levels {
		if in {
			low, high = min(low, f.score(float64(l))), max(high, f.score(float64(l)))
		}
	}
	return low, high
}
