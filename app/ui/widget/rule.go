package widget

import (
	"math"
	"strconv"
	"strings"
)

// rule says which numbers a field accepts. The bounds apply if min < max; either may be infinite.
type rule struct {
	min, max, step float64
	integer        bool
}

// reading is a parsed text: a value, perhaps with a note that it differs from the typed
// one, or a problem without a value.
type reading struct {
	value         float64
	note, problem string
}

func (r rule) bounded() bool { return r.min < r.max }

// read interprets a text. bad says that the browser could not read it as a
// number, in which case the text itself is not available.
func (r rule) read(text string, bad bool) reading {
	text = strings.TrimSpace(text)
	v, err := strconv.ParseFloat(text, 64)
	if bad || err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return reading{problem: "Enter " + r.wanted() + "."}
	}
	if c := r.clamp(v); c != v {
		side := "above the largest"
		if v < c {
			side = "below the smallest"
		}
		return reading{value: c, note: Format(v) + " is " + side + " allowed value. " + Format(c) + " is used."}
	}
	if r.integer && v != math.Trunc(v) {
		c := r.clamp(math.Round(v))
		return reading{value: c, note: Format(v) + " is not a whole number. " + Format(c) + " is used."}
	}
	return reading{value: v}
}

func (r rule) clamp(v float64) float64 {
	if !r.bounded() {
		return v
	}
	lo, hi := r.min, r.max
	if r.integer {
		lo, hi = math.Ceil(lo), math.Floor(hi)
	}
	return math.Min(math.Max(v, lo), hi)
}

// move returns v after n steps, rounded to the decimals of v and of the step, so
// that 0.1 three times is 0.3.
func (r rule) move(v, n float64) float64 {
	step := r.step
	if step <= 0 {
		step = 1
	}
	places := max(decimals(v), decimals(step))
	moved, err := strconv.ParseFloat(strconv.FormatFloat(v+n*step, 'f', places, 64), 64)
	if err != nil || math.IsInf(moved, 0) {
		return v
	}
	if r.integer {
		moved = math.Round(moved)
	}
	return r.clamp(moved)
}

// wanted returns the end of a sentence that begins with "Enter".
func (r rule) wanted() string {
	kind := "a number"
	if r.integer {
		kind = "a whole number"
	}
	lo, hi := !math.IsInf(r.min, -1), !math.IsInf(r.max, 1)
	switch {
	case r.bounded() && lo && hi:
		return kind + " from " + Format(r.min) + " to " + Format(r.max)
	case r.bounded() && lo:
		return kind + " of at least " + Format(r.min)
	case r.bounded() && hi:
		return kind + " of at most " + Format(r.max)
	}
	return kind
}

// Format writes a number as an input element shows it: all its digits, a
// decimal point, no exponent up to 1e21. A value that is not finite is empty.
func Format(v float64) string {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return ""
	case math.Abs(v) >= 1e21 || v != 0 && math.Abs(v) < 1e-12:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func decimals(v float64) int {
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if i := strings.IndexByte(s, '.'); i >= 0 {
		return len(s) - i - 1
	}
	return 0
}
