package project

import (
	"fmt"
	"math"
	"slices"

	"causeway/core/cf"
	"causeway/core/model"
	"causeway/core/nn"
)

// ClassifierTerms names the values that are recorded in each epoch of a black box's training,
// besides the loss.
var ClassifierTerms = []string{"validation loss", "validation accuracy"}

// ClassifierValues returns an epoch's loss, followed by the values of ClassifierTerms.
func ClassifierValues(s nn.ClassifierStats) []float64 {
	return []float64{s.Loss, s.ValLoss, s.ValAccuracy}
}

// GeneratorTerms returns the names of the terms in a generator's training.
func GeneratorTerms(f *cf.Fit) []string { return append(f.TermNames(), "validation loss") }

// GeneratorValues returns an epoch's loss, followed by the values of GeneratorTerms.
func GeneratorValues(s cf.Stats) []float64 {
	return append(append([]float64{s.Loss}, s.Terms...), s.ValLoss)
}

// courseWithin is the relative tolerance for the values of a course. Earlier versions summed losses
// in another order. The models are exactly the same, and charts do not show the difference.
const courseWithin = 1e-8

// watch compares a repeated training with the claimed one, epoch by epoch.
type watch struct {
	of       model.Course
	asked    int // epochs in the settings
	kept     int // the epoch claimed to be the best
	canceled bool
	terms    []string

	done  int
	off   map[string]bool // curves that differ
	wrong []model.Differ
}

// epochs returns the number of epochs that the training is claimed to have done: the length of its
// course. Without a course, it is the number in the settings or, if the training was stopped early,
// the best epoch.
func (w *watch) epochs() int {
	n := w.kept
	if told := len(w.of.At); told > 0 {
		n = max(n, w.of.At[told-1])
	} else if !w.canceled {
		n = w.asked
	}
	return min(n, w.asked)
}

// epoch compares the values of the next epoch with the claimed ones. It records the first
// difference on each curve.
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

// ending names the figure that says where a training ended.
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
