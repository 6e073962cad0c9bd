package image

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"causeway/core/fault"
)

// Follow states that a measure follows from others, its causes. It changes by as much as the
// changes of its causes imply, with a tolerance of Within. This is the counterfactual of a linear
// mechanism with noise, m = sum of Slopes*causes + noise, in which the factual's noise remains.
type Follow struct {
	Measure string   `msgpack:"measure" of:"ink,thickness,slant,height,width" is:"measure"`
	Causes  []string `msgpack:"causes" len:"1..measures" of:"ink,thickness,slant,height,width" is:"cause"`
	Within  float64  `msgpack:"within" bound:"0..pixels" is:"bound"` // in the unit of Measure
	// of the causes, as returned by Fit; fitting needs the images
	Slopes []float64 `msgpack:"-"`
}

// Fitted describes how a measure follows from its causes in images.
type Fitted struct {
	Slopes []float64 // slopes of the causes
	Share  float64   // share of its variance that they explain
	Spread float64   // standard deviation of the rest, in its unit
	Images int       // number of measured images
	Why    string    // the reason why the fit is not possible, in a sentence, or empty
}

// Fit fits the slopes of a measure on its causes by least squares over measured images. share is
// the part of its variance that they explain. If some causes are linearly dependent, their slopes
// cannot be determined, and Fit returns an error.
func Fit(measure string, causes []string, seen []Measures) (slopes []float64, share float64, err error) {
	m, n := measureNamed(measure), len(causes)
	var of []*Measure
	for _, c := range causes {
		of = append(of, measureNamed(c))
	}
	if m == nil || slices.Contains(of, nil) || n == 0 {
		return nil, 0, fault.Errorf("image: %s or one of its causes is not a measure, or the list of images is "+
			"empty", measure)
	}
	if len(seen) < 10*(n+1) {
		return nil, 0, fault.Errorf("image: %d images are too few to learn how %s follows its causes",
			len(seen), measure)
	}
	// Normal equations for centred values.
	mean := make([]float64, n+1)
	value := func(s Measures, i int) float64 {
		if i == n {
			return m.Of(s)
		}
		return of[i].Of(s)
	}
	for _, s := range seen {
		for i := range mean {
			mean[i] += value(s, i) / float64(len(seen))
		}
	}
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n+1)
	}
	total := 0.0
	for _, s := range seen {
		y := value(s, n) - mean[n]
		total += float64(y * y)
		for i := range n {
			x := value(s, i) - mean[i]
			for j := range n {
				a[i][j] += float64(x * (value(s, j) - mean[j]))
			}
			a[i][n] += float64(x * y)
		}
	}
	b := make([]float64, n)
	for i := range b {
		b[i] = a[i][n]
	}
	slopes, ok := solve(a)
	if !ok || total == 0 {
		return nil, 0, fault.Errorf("image: the images do not show how %s follows %s: they hardly differ, or the "+
			"causes are too alike", measure, strings.Join(causes, " and "))
	}
	for i, s := range slopes {
		share += float64(s*b[i]) / total
	}
	return slopes, min(max(share, 0), 1), nil
}

// solve solves n equations, given as n rows of n+1 numbers, by Gaussian elimination with
// pivoting.
func solve(a [][]float64) ([]float64, bool) {
	n := len(a)
	size := make([]float64, n)
	for i := range a {
		size[i] = a[i][i]
	}
	for i := range n {
		p := i
		for r := i + 1; r < n; r++ {
			if math.Abs(a[r][i]) > math.Abs(a[p][i]) {
				p = r
			}
		}
		a[i], a[p] = a[p], a[i]
		if !(math.Abs(a[i][i]) > 1e-9*size[i]) {
			return nil, false
		}
		for r := i + 1; r < n; r++ {
			k := a[r][i] / a[i][i]
			for c := i; c <= n; c++ {
				a[r][c] -= float64(k * a[i][c])
			}
		}
	}
	x := make([]float64, n)
	for i := n - 1; i >= 0; i-- {
		x[i] = a[i][n]
		for c := i + 1; c < n; c++ {
			x[i] -= float64(a[i][c] * x[c])
		}
		x[i] /= a[i][i]
	}
	return x, true
}

// checkFollows rejects impossible mechanisms: those of unknown measures, two mechanisms of one
// measure, and cycles.
func (r Rules) checkFollows() error {
	causes := map[string][]string{}
	for _, f := range r.Follows {
		if measureNamed(f.Measure) == nil || len(f.Causes) == 0 || len(f.Slopes) != len(f.Causes) || !(f.Within >= 0) {
			return fault.Errorf("image: the mechanism of %q is not valid", f.Measure)
		}
		if causes[f.Measure] != nil {
			return fault.Errorf("image: %s has more than one mechanism", f.Measure)
		}
		for i, c := range f.Causes {
			if measureNamed(c) == nil || math.IsNaN(f.Slopes[i]) || math.IsInf(f.Slopes[i], 0) {
				return fault.Errorf("image: no measure is called %q", c)
			}
		}
		causes[f.Measure] = f.Causes
	}
	if circle := Circle(causes); circle != nil {
		return fault.Errorf("image: %s cannot follow from itself", strings.Join(circle, " from "))
	}
	return nil
}

// Circle returns a path from a measure through causes back to itself, or nil if no such path
// exists.
func Circle(causes map[string][]string) []string {
	var walk func(name string, way []string) []string
	walk = func(name string, way []string) []string {
		if i := slices.Index(way, name); i >= 0 {
			return append(way[i:], name)
		}
		for _, c := range causes[name] {
			if found := walk(c, append(way[:len(way):len(way)], name)); found != nil {
				return found
			}
		}
		return nil
	}
	for _, m := range List {
		if found := walk(m.Name, nil); found != nil {
			return found
		}
	}
	return nil
}

// change returns the change of the measure, and the change that its causes imply.
func (f Follow) change(from, to Measures) (by, due float64) {
	m := measureNamed(f.Measure)
	by = m.Of(to) - m.Of(from)
	for i, c := range f.Causes {
		cause := measureNamed(c)
		due += float64(f.Slopes[i] * (cause.Of(to) - cause.Of(from)))
	}
	return by, due
}

// proof describes whether a counterfactual follows the mechanism.
func (f Follow) proof(from, to Measures) Proof {
	by, due := f.change(from, to)
	return Proof{fmt.Sprintf("%s %s by %.3f; by %s it would have %s by %.3f, and may be %s off.", f.Measure,
		way(by, "rises", "falls"), math.Abs(by),
		strings.Join(f.Causes, " and "), way(due, "risen", "fallen"), math.Abs(due), asSet(f.Within)),
		math.Abs(by-due) <= f.Within}
}

func way(by float64, up, down string) string {
	if by < 0 {
		return down
	}
	return up
}
