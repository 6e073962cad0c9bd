package project

import (
	"fmt"
	"slices"

	"causeway/core/cf"
	"causeway/core/model"
	"causeway/core/nn"
)

// ClassifierTerms name what is told of an epoch of a black box's training beside its loss.
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

// watch compares a training that is done again with what is said of it, epoch by epoch.
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

// epochs is how many were done by what is said: all that were asked for, or where the
// training was ended early as many as are known of.
func (w *watch) epochs() int {
	if !w.canceled {
		return w.asked
	}
	n := w.kept
	if len(w.of.At) > 0 {
		n = max(n, w.of.At[len(w.of.At)-1])
	}
	return min(n, w.asked)
}

// epoch compares the values of the next one. Of each curve the first that differs is told.
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
		if !w.off[name] && said[k] != found[k] {
			w.off[name] = true
			w.wrong = append(w.wrong, model.Differ{What: fmt.Sprintf("course.%s.%d", name, w.done), Said: said[k], Found: found[k]})
		}
	}
}

// differ lists what is not as said.
func (w *watch) differ(best int) []model.Differ {
	add := func(what string, said, found int) {
		w.wrong = append(w.wrong, model.Differ{What: "course." + what, Said: float64(said), Found: float64(found)})
	}
	if w.canceled && w.done == w.asked {
		add("ended", 1, 0)
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
