// Package blackbox says what the rest of the core needs of the program that is
// explained, and of what proposes counterfactuals of it. A network is one
// implementation, a tree or a model behind a wire may be others: who searches, proves
// and scores takes any black box, who trains through one needs its gradient, and what
// cannot be bounded is searched without a complete proof.
package blackbox

import "causeway/core/kernel"

// BlackBox tells classes of encoded rows apart. It is not changed by being asked, and
// gives a row the same shares whatever other rows are asked about with it.
type BlackBox interface {
	Classes() int

	// Pass returns a place to ask from, which belongs to one goroutine. Others may
	// ask from their own meanwhile.
	Pass() Pass
}

// Pass asks a black box.
type Pass interface {
	// Shares returns the shares of the classes of n encoded rows, which add up to 1. They are
	// valid until the next call and may be written to. Rows of zeros, which fill a batch up,
	// are allowed.
	//
	//	x width×n, feature by feature  result classes×n
	Shares(x []float32, n int) []float32
}

// Scorer is a Pass that also says what the shares are the softmax of, which tells
// sure rows apart.
type Scorer interface {
	Pass

	// Logits returns them for n encoded rows, as Shares does.
	Logits(x []float32, n int) []float32
}

// Differentiable is a black box that can be trained through.
type Differentiable interface {
	BlackBox
	Trace() Trace
}

// Trace is a Pass that goes back as well.
type Trace interface {
	Pass

	// SharesGrad turns the gradient by the shares that were asked for last, which it
	// overwrites, into the one by the inputs. It is valid until the next call.
	//
	//	shares, d  classes×n    result  width×n
	SharesGrad(shares, d []float32, n int) []float32
}

// ScoredTrace is a Trace that also goes back from what the shares are the softmax of.
type ScoredTrace interface {
	Trace
	Scorer

	// LogitsGrad turns the gradient by the logits that were asked for last into the one by the
	// inputs. It is valid until the next call.
	//
	//	d  classes×n    result  width×n
	LogitsGrad(d []float32, n int) []float32
}

// Through is a black box that is trained through By, a differentiable stand-in which answers
// nearly as it does. Shares come from the black box itself.
type Through struct {
	BlackBox
	By Differentiable
}

// Trace implements Differentiable by the stand-in.
func (t Through) Trace() Trace { return t.By.Trace() }

// Sampler proposes counterfactuals.
type Sampler interface {
	// Sample draws n rows that a row could become to be of a target class. They need
	// neither reach it nor keep any rule, but each value is one that its feature can
	// have. Reach says how far from its own best guesses the sampler is to go: 1 not at
	// all, a larger one farther. The same key draws the same rows.
	Sample(row []float64, target, n int, reach float32, key kernel.Key) [][]float64
}

// Answerer gives counterfactuals without a search after it: a method's own answers.
type Answerer interface {
	// Answers returns one decoded row for each of the given rows, or nil where the
	// method has none. The same key gives the same answers.
	//
	//	rows  decoded    target  the class to reach, one per row
	Answers(rows [][]float64, target []int, key kernel.Key) [][]float64
}
