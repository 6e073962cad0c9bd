package project

import (
	"fmt"
	"math"
	"slices"

	"causeway/core/cf"
	"causeway/core/model"
	"causeway/core/nn"
)

// ClassifierTerms names the values recorded per epoch of a black box's training, in addition to
// the loss.
var ClassifierTerms = []string{"validation loss", "validation accuracy"}

// ClassifierValues returns the loss of an epoch and the terms.
func ClassifierValues(s nn.ClassifierStats) []float64 {
	return []float64{s.Loss, s.ValLoss, s.ValAccuracy}
}

// GeneratorTerms returns the names of the terms in a generator's training.
func GeneratorTerms(f *cf.Fit) []string { return append(f.TermNames(), "validation loss") }

// GeneratorValues returns the loss of an epoch and the terms.
func GeneratorValues(s cf.Stats) []float64 {
	return append(append([]float64{s.Loss}, s.Terms...), s.ValLoss)
}

// courseWithin is the relative tolerance for the values of a course, because earlier versions
// added losses in another order. The difference is invisible in charts, and the models are
// exactly the same.
const courseWithin = 1e-8

// watch compares a repeated training with its claim, epoch by epoch.
type watch struct {
	of       model.Course
	asked    int // number of epochs in the settings
	kept     int // the epoch claimed to be the best
	canceled bool
	terms    []string

	done  int
	off   map[string]bool // curves that differ
	wrong []model.Differ
}

// epochs returns the number of epochs claimed to be done: as many as the course contains. Without
// a course, it is the number in the settings or, if the training was ended early, the best epoch.
func (w *watch) epochs() int {
	n := w.kept
	if told := len(w.of.At); told > 0 {
		n = max(n, w.of.At[told-1])
	} else if !w.canceled {
		n = w.asked
	}
	return min(n, w.asked)
}

// epoch compares the values of the next epoch. It reports the first difference of each curve.
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

// ending gives a name to the figure about the end of a training.
type ending struct {
	Early bool `msgpack:"endedEarly"`
}

// differ lists all differences from the claim.
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
