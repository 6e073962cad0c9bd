package main

import (
	"testing"

	"causeway/core/study"
)

// A line of the comparison has the means of the added runs, and its sign shows who is
// ahead; a method that never holds a row held by the other has no distances.
func TestBesideCells(t *testing.T) {
	var l beside
	for _, held := range []float64{0.5, 0.7} {
		l.add(study.Answered{Causal: study.Causal{Answers: study.Worth{Held: held},
			Untrained: &study.Worth{Held: 0.25}}},
			study.Answered{Causal: study.Causal{Answers: study.Worth{Held: 0.9}}})
	}
	if got, want := l.cells(false), " 60.0 ± 14.1 | 25.0 ± 0.0 | +30.0 | – | – | 0.0 ± 0.0 | – | – |"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := pair([]float64{1.5, 2.5}, []float64{2, 3}), "2.00 and 2.50 (-0.50)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := signed([]float64{-0.001}, 2); got != "0.00" {
		t.Errorf("nothing is %q", got)
	}
}
