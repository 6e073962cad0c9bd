// Package blackbox defines what the rest of the core needs from the program that is explained, and
// from components that propose counterfactuals. Networks, trees and remote models can implement it.
// Search and scores accept any black box. Training through a black box needs its gradient. Complete
// proofs need bounds.
package blackbox

import "causeway/core/kernel"

// BlackBox predicts the classes of encoded rows. Predictions do not change it, and the shares of
// a row do not depend on the other rows in the same call.
type BlackBox interface {
	Classes() int

	// Pass returns the working memory for predictions, which must be used by only one goroutine.
	// Other goroutines may use their own at the same time.
	Pass() Pass
}

// Pass makes predictions with a black box.
type Pass interface {
	// Shares returns the shares of the classes of n encoded rows, which sum to 1. They are valid
	// until the next call, and the caller may overwrite them. Rows of zeros as padding are
	// allowed.
	//
	//	x width×n, feature by feature  result classes×n
	Shares(x []float32, n int) []float32
}

// Scorer is a Pass that also returns the logits whose softmax the shares are. These distinguish
// between rows that the black box predicts with certainty.
type Scorer interface {
	Pass

	// Logits returns the logits of n encoded rows, in the layout of Shares.
	Logits(x []float32, n int) []float32
}

// Differentiable is a black box through which gradients can be computed for training.
type Differentiable interface {
	BlackBox
	Trace() Trace
}

// Trace is a Pass that also supports backward passes.
type Trace interface {
	Pass

	// SharesGrad turns the gradient with respect to the shares of the last call, which it
	// overwrites, into the gradient with respect to the inputs. The result is valid until the
	// next call.
	//
	//	shares, d  classes×n    result  width×n
	SharesGrad(shares, d []float32, n int) []float32
}

// ScoredTrace is a Trace that also supports backward passes from the logits.
type ScoredTrace interface {
	Trace
	Scorer

	// LogitsGrad turns the gradient with respect to the logits of the last call into the gradient
	// with respect to the inputs. The result is valid until the next call.
	//
	//	d  classes×n    result  width×n
	LogitsGrad(d []float32, n int) []float32
}

// Through is a black box with a differentiable stand-in for training, By, whose predictions are
// almost the same. The shares come from the black box itself.
type Through struct {
	BlackBox
	By Differentiable
}

// Trace implements Differentiable with the stand-in.
func (t Through) Trace() Trace { return t.By.Trace() }

// Sampler proposes counterfactuals.
type Sampler interface {
	// Sample draws n rows that a row could become in order to reach a target class. They may miss
	// the target and break rules, but each value must be possible for its feature. With a reach of
	// 1 the sampler draws its best guesses; with a larger one it draws farther away. The same key
	// draws the same rows.
	Sample(row []float64, target, n int, reach float32, key kernel.Key) [][]float64
}

// Answerer returns counterfactuals without a subsequent search: a method's own answers.
type Answerer interface {
	// Answers returns one decoded row for each of the given rows, or nil if the method has none.
	// The same key leads to the same answers.
	//
	//	rows  decoded    target  one target class per row
	Answers(rows [][]float64, target []int, key kernel.Key) [][]float64
}
