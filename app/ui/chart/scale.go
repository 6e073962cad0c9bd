package chart

import "math"

// largest bounds drawn values, so that their differences are finite.
const largest = 1e300

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

func drawable(v float64) float64 { return min(max(v, -largest), largest) }

// scale maps lo..hi linearly to from..to; if log is set, it maps logarithms and lo and hi
// are powers of ten.
type scale struct {
	lo, hi, from, to float64
	log              bool
}

func (s scale) at(v float64) float64 {
	if s.log {
		v = math.Log10(max(v, 1e-300))
	}
	t := (drawable(v) - s.lo) / (s.hi - s.lo)
	return s.from + min(max(t, 0), 1)*(s.to-s.from)
}

// extent is the range of the finite values it has seen.
type extent struct {
	lo, hi float64
	seen   bool
	whole  bool // all of them integers
}

func (e *extent) add(v float64) {
	v = drawable(v)
	if !e.seen {
		*e = extent{lo: v, hi: v, seen: true, whole: true}
	}
	e.lo, e.hi = min(e.lo, v), max(e.hi, v)
	e.whole = e.whole && v == math.Trunc(v)
}

// wide returns the extent, widened around its middle if it is too narrow to divide.
func (e extent) wide() (lo, hi float64) {
	if size := math.Max(math.Abs(e.lo), math.Abs(e.hi)); e.hi-e.lo <= 1e-9*size || e.hi == e.lo {
		if e.lo == 1 { // shares that are all 1: show the whole range
			return 0, 1
		}
		d := math.Max(size*0.1, 1e-300)
		if size == 0 || e.whole && size <= 10 {
			d = 1
		}
		return e.lo - d, e.hi + d
	}
	return e.lo, e.hi
}

// niceStep returns the least of 1, 2, 5 times a power of ten that divides span into
// at most n parts.
func niceStep(span float64, n int) float64 {
	raw := span / float64(max(n, 1))
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= raw*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// ticks returns the multiples of a nice step from lo to hi, at most about n.
func ticks(lo, hi float64, n int, whole bool) (at []float64, step float64) {
	step = niceStep(hi-lo, n)
	if whole {
		step = math.Max(step, 1)
	}
	slack := step * 1e-6
	first := math.Ceil((lo - slack) / step)
	for i := 0; i <= 2*max(n, 1)+2; i++ {
		v := (first + float64(i)) * step
		if v > hi+slack {
			break
		}
		if len(at) == 0 || v > at[len(at)-1] {
			at = append(at, v+0) // no negative zero
		}
	}
	return at, step
}

// round widens lo..hi to multiples of a nice step. A range of positive values that comes close to zero
// starts at zero.
func round(lo, hi float64, n int) (float64, float64) {
	if lo > 0 && lo < 0.4*hi {
		lo = 0
	}
	step := niceStep(hi-lo, n)
	return math.Floor(lo/step+1e-6) * step, math.Ceil(hi/step-1e-6) * step
}

// decades widens lo..hi to whole powers of ten and lists at most about n of them as values.
func decades(lo, hi float64, n int) (from, to float64, at []float64) {
	from, to = math.Floor(lo+1e-9), math.Ceil(hi-1e-9)
	if to <= from {
		to = from + 1
	}
	step := max(1, math.Ceil((to-from)/float64(max(n, 1))))
	for e := from; e <= to+1e-9; e += step {
		at = append(at, math.Pow(10, e))
	}
	return from, to, at
}
