package nn

import (
	"fmt"

	"causeway/core/kernel"
)

// Classifier is the black box: one hidden layer with ReLU and a linear output
// whose softmax gives the shares of the classes (paper, appendix C.1).
type Classifier struct {
	Net MLP
}

// NewClassifier returns an untrained classifier.
func NewClassifier(in, hidden, classes int, key kernel.Key) *Classifier {
	return &Classifier{MLP{Dense(in, hidden, ReLU, key.Sub(0)), Dense(hidden, classes, Identity, key.Sub(1))}}
}

// Classes is the number of classes.
func (c *Classifier) Classes() int { return c.Net.Out() }

// Shares returns the softmax shares of n examples, valid until the next pass on
// the tape.
//
//	x  In×n    result  classes×n
func (c *Classifier) Shares(t *Tape, x []float32, n int, mode Mode) []float32 {
	y := c.Net.Forward(t, x, n, mode, kernel.Key{})
	kernel.Softmax(y, y, c.Classes(), n)
	return y
}

// SharesGrad turns the gradient by the shares of the last pass, which it
// overwrites, into the one by the inputs. The classifier stays as it is.
//
//	shares, d  classes×n    result  In×n
func (c *Classifier) SharesGrad(t *Tape, shares, d []float32, n int) []float32 {
	kernel.SoftmaxGrad(shares, d, d, c.Classes(), n)
	return c.Net.InputGrad(t, d)
}

// Best returns for each example the class with the largest share, the first of
// equals.
//
//	shares  classes×n    dst  n
func Best(shares []float32, dst []int) {
	n := len(dst)
	for e := range dst {
		best := 0
		for c := 1; c < len(shares)/n; c++ {
			if shares[c*n+e] > shares[best*n+e] {
				best = c
			}
		}
		dst[e] = best
	}
}

// Model is the classifier's state: its sizes and tensors.
func (c *Classifier) Model() State {
	return State{
		Counters: []uint64{uint64(c.Net.In()), uint64(c.Net[0].Out), uint64(c.Classes())},
		Tensors:  c.Net.Tensors("classifier")}
}

// MaxWidth bounds the layers of a model from a file.
const MaxWidth = 1 << 16

// LoadClassifier is the inverse of Model.
func LoadClassifier(s State) (*Classifier, error) {
	if len(s.Counters) != 3 {
		return nil, fmt.Errorf("nn: a classifier has 3 sizes, not %d", len(s.Counters))
	}
	have := uint64(0)
	for _, t := range s.Tensors {
		have += uint64(len(t.Data))
	}
	in, hidden, classes := s.Counters[0], s.Counters[1], s.Counters[2]
	for _, v := range s.Counters {
		if v == 0 || v > MaxWidth {
			return nil, fmt.Errorf("nn: a layer of the classifier has %d units", v)
		}
	}
	if want := hidden*(in+1) + classes*(hidden+1); want != have {
		return nil, fmt.Errorf("nn: the classifier has %d numbers, want %d", have, want)
	}
	c := NewClassifier(int(in), int(hidden), int(classes), kernel.Key{})
	return c, Restore(c.Net.Tensors("classifier"), s.Tensors)
}
