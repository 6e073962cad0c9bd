package project

import (
	"fmt"
	"math"
	"slices"

	"causeway/core/cf"
	"causeway/core/model"
	"causeway/core/nn"
)

// ClassifierTerms name the values of an epoch of a black box's training beside its loss.
var ClassifierTerms = []string{"validation loss", "validation accuracy"}

// ClassifierValues are the loss of an epoch and the terms.
func ClassifierValues(s nn.ClassifierStats) []float64 {
	return []float64{s.Loss, s.ValLoss, s.ValAccuracy}
}

// GeneratorTerms are those of a generator's training.
func GeneratorTerms(f *cf.Fit) []string { return append(f.TermNames(), "validation loss") }

// GeneratorValues are the loss of an epoch and the terms.
func GeneratorValues(s cf.Stats) []float64 {
	return append(append([]float64{s.Loss}, s.Terms...), s.ValLoss)
}

// courseWithin is how far, of its size, a value of a course may be off: earlier versions
// summed losses in another order. No chart shows it. Models are the same to the last bit.
const courseWithin = 1e-8

// watch compares a repeated training with its claim, epoch by epoch.
type watch struct {
	of       model.Course
	asked    int // epochs that the settings ask for
	kept     int // epoch that is said to be the best
	canceled bool
	terms    []string

	done  int
	off   map[string]bool // curves that differ
	wrong []model.Differ
}

// epochs is how many were done by what is said: as many as the course tells of, or where
// it does not all that were asked for, but of one that was ended early.
func (w *watch) epochs() int {
	n := w.kept
	if told := len(w.of.At); told > 0 {
		n = max(n, w.of.At[told-1])
	} else if !w.canceled {
		n = w.asked
	}
	return min(n, w.asked)
}

// epoch compares the values of the next one. It reports the first difference of each curve.
func (w *watch) epoch(found []float64) {
	w.done++
	i := slices.Index(w.of.At, w.done)
	if i < 0 || !slices.Equal(w.of.Terms, w.terms) {
		return
	}
	if w.off == nil {
		w.off = map[string]bool{}
	}
	said := w.of.Values.Rows()[i]
	for k, name := range append([]string{"loss"}, w.terms...) {
		if !w.off[name] && math.Abs(said[k]-found[k]) > courseWithin*max(1, math.Abs(found[k])) {
			w.off[name] = true
			w.wrong = append(w.wrong, model.Differ{What: fmt.Sprintf("course.%s.%d", name, w.done), Said: said[k],
				Found: found[k]})
		}
	}
}

// ending gives the figure of an end a name.
type ending struct {
	Early bool `msgpack:"endedEarly"`
}

// differ lists what is not as said.
func (w *watch) differ(best int) []model.Differ {
	add := func(what string, said, found int) {
		w.wrong = append(w.wrong, model.Differ{What: "course." + what, Said: float64(said), Found: float64(found)})
	}
	if early := w.done < w.asked; early != w.canceled {
		w.wrong = append(w.wrong, model.Compare(ending{w.canceled}, ending{early})...)
	}
	n := len(w.of.At)
	if n == 0 {
		return w.wrong
	}
	if w.of.Epochs != w.asked {
		add("epochs", w.of.Epochs, w.asked)
	}
	if w.of.Best != best {
		add("best", w.of.Best, best)
	}
	if last := w.of.At[n-1]; last != w.done {
		add("last", last, w.done)
	}
	if !slices.Equal(w.of.Terms, w.terms) {
		add("terms", len(w.of.Terms), len(w.terms))
	}
	return w.wrong
}
