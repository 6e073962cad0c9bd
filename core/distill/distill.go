// Package distill trains a generator on what a search finds: one pass of a small network
// then gives what the search would have found. It needs a black box that can be asked and
// no gradient of it, any number of classes, and the hard rules that answers are to keep.
// It knows nothing of files, messages or pages.
//
// # The model
//
// An answer y of a row x is a row of the target class t that keeps the rules: some
// features change, each to a level or by an amount. It is a conditional variational
// auto-encoder whose code is one of K = 4 numbers, all as likely before anything is
// known. A code is a head of the network:
//
//	p(y | x, t, C) = 1/K sum_k p_k(y | x, t, C)
//	p_k = prod_j  gate_kj^[y_j != x_j] (1 - gate_kj)^[y_j = x_j]           does j change?
//	      prod_{levels that change}   softmax over what the rules leave     to which level?
//	      prod_{numbers that change}  Laplace(a_j; m_kj, s_kj)              how far?
//
// with a_j = asinh((y_j - x_j) / MAD_j), so that small changes are told apart as well as
// large ones. C are the sets that the rules leave of each feature, see package mask; a
// training draws other rules beside those that are known, or without some of them, so that
// the network knows what to do under rules that come later.
//
// As the code is discrete its posterior q(k | x, y) is exact, by Bayes' rule, and the
// evidence lower bound is the likelihood itself. Nothing is left between the two that
// could collapse: a head that repeats another makes the likelihood of all answers that
// neither gives smaller. The loss of a row with answers y_1 to y_n is
//
//   - sum_a w_a log 1/K sum_k p_k(y_a | x, t, C)
//
// and its gradient that of each head's own likelihood, times the posterior. In the
// beginning every head learns a little of everything, so that none is left behind. The
// weights w prefer the answers with the fewest changes, and among them the nearest. Kinds
// of answers that a prior would have to choose between are given all at once: that is what
// heads, each at its own best guess, are better at than as many draws of a normal code.
//
// # Probes
//
// Before it is asked, the black box says of each single change of x that the rules leave
// what it does to the lead of t over the next class: of each level, and of each number a
// MAD down and up and at its ends. The network reads these numbers. Each head also says by
// five outputs how its gates, levels and directions follow them, the same for all
// features: what is learned of one feature is then known of the others, as little as a
// small table says about each.
//
// # Answers
//
// What is made of each head is its mode, decoded through the mask, so that it keeps every
// rule. A head that says the same as one before it is not asked for that again: it goes a
// little farther where numbers are changed, as some of them fall just short of the
// boundary, and then changes one feature more. The black box judges the four rows. Twelve
// samples more are spent in three rounds, by what it says of single changes of the best
// row so far. What several of them would do is guessed as if what each adds to the
// logarithm of the share of each class were to be summed up, see sums. One sample goes from
// the factual by as many changes as are guessed to reach t, where no answer has as few, see
// leap. Where an answer holds, as many changes are undone as are guessed to leave t; then
// another change takes the place of one, or of two, where that is nearer and guessed to
// hold, see swaps, and a number goes to where the lead is guessed to cross 0 between what
// missed and what holds, see bracket. Where none does, the row that came nearest to t goes
// on by the fewest changes that are guessed to reach it and by one and two more, and as a
// head answers it, with its own probes; all is decoded through what the rules leave of x. Where
// the target leads in few corners only, what the rules let x become of one of its ends comes
// before that (ends.go). Of all sixteen that hold the one with the fewest changes is given, the
// nearest of these; of those that are as near, one that is drawn, which keeps the profiles of
// answers as many as they are. Where none holds it is the one that comes nearest to it.
//
// # Learning
//
// The search that is learned from is beams over single changes (seek.go); numbers are then
// moved back towards the factual. It is done for some thousand training rows, and rows
// between training rows where there are fewer, each towards another class that is found
// often enough. Every second epoch the generator answers
// these rows itself. What it misses counts more from then on; what it finds better than
// the search did, or where the search found nothing, is made minimal and takes its place
// (expert iteration; Anthony, Tian, Barber 2017). The epoch that is kept is the best on
// validation rows in what is asked of answers: that they hold, change little, lie near,
// and are not the same for everyone.
package distill

import "causeway/core/data"

// Heads is the number of answers that are made of a row at first.
const Heads = 4

// levelCost is what a changed level costs, where a number costs 1 a MAD: rows with as
// many changes are compared by it, here as in the search that people are shown.
const levelCost = 0.5

// Streams of random numbers below the key of a training.
const (
	streamFit   = 3 // below a seed; cf has others
	streamInit  = 1
	streamRows  = 2
	streamItem  = 3
	streamVal   = 4
	streamOrder = 5
	streamTie   = 6
)

// decode is the inverse of encoding for examples.
func decode(s data.Schema, x []float32) []float64 {
	row := make([]float64, len(s.Features))
	s.Decode(x, row)
	return row
}
