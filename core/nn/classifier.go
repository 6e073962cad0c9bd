package nn

import (
	"math"
	"slices"

	"causeway/core/fault"
	"causeway/core/kernel"
)

// Classifier is the black box: hidden layers and a linear output. The softmax of the output gives
// the shares of the classes. A classifier trained here has one hidden layer with ReLU (paper,
// appendix C.1); one from a file can have any number of layers.
type Classifier struct {
	Net Net

	// Unit converts logits to a learned number: it is the rise of the number when the second class
	// gains 1 logit on the first. It is 0 if no number was learned.
	Unit float64
}

// Wider returns the classifier with inputs added before the inputs at the given ascending positions.
// The added inputs change nothing.
func (c *Classifier) Wider(at []int) *Classifier {
	from := c.Net[0].(*Block)
	to := Dense(from.In+len(at), from.Out, Identity, kernel.Key{})
	to.End, to.B = from.End, from.B
	for o := range from.Out {
		row := slices.Clone(from.W[o*from.In : (o+1)*from.In])
		for k, i := range at {
			row = slices.Insert(row, i+k, 0)
		}
		copy(to.W[o*to.In:], row)
	}
	return &Classifier{Net: append(Net{to}, c.Net[1:]...), Unit: c.Unit}
}

// Hidden is a hidden layer of a classifier.
type Hidden struct {
	Units int
	Act   Activation
}

// NewClassifier returns an untrained classifier with one hidden layer.
func NewClassifier(in, hidden, classes int, key kernel.Key) *Classifier {
	return NewDeepClassifier(in, []Hidden{{hidden, ReLU}}, classes, key)
}

// NewDeepClassifier returns an untrained classifier with the given hidden
// layers.
func NewDeepClassifier(in int, hidden []Hidden, classes int, key kernel.Key) *Classifier {
	c := &Classifier{}
	for i, l := range append(slices.Clone(hidden), Hidden{classes, Identity}) {
		c.Net = append(c.Net, Dense(in, l.Units, l.Act, key.Sub(uint64(i))))
		in = l.Units
	}
	return c
}

// Classes returns the number of classes.
func (c *Classifier) Classes() int { return c.Net.Out() }

// Decide returns a two-class classifier that switches to the second class at the threshold: where c
// gives that class a share of threshold, the result gives it one half. It shifts the logit by
// −log(t/(1−t)). This corresponds to other costs of the two errors, or other frequencies of the
// classes (Elkan 2001). If the threshold is 0, or the number of classes is not two, it returns c.
func (c *Classifier) Decide(threshold float64) *Classifier {
	if threshold <= 0 || threshold >= 1 || c.Classes() != 2 {
		return c
	}
	last := *c.Net[len(c.Net)-1].(*Block)
	last.B = slices.Clone(last.B)
	last.B[1] = float32(float64(last.B[1]) - math.Log(threshold/(1-threshold)))
	net := slices.Clone(c.Net)
	net[len(net)-1] = &last
	return &Classifier{Net: net, Unit: c.Unit}
}

// Undecided returns the share that the second class had before Decide shifted it.
func Undecided(share, threshold float64) float64 {
	if threshold <= 0 || threshold >= 1 {
		return share
	}
	odds := float64(share * threshold)
	rest := float64((1 - share) * (1 - threshold))
	return odds / (odds + rest)
}

// Plain returns the number of units in the only hidden layer, if the classifier has the shape
// that NewClassifier creates.
func (c *Classifier) Plain() (hidden int, plain bool) {
	if len(c.Net) != 2 {
		return 0, false
	}
	b, ok := c.Net[0].(*Block)
	if !ok || b.Norm != nil || b.Act != ReLU {
		return 0, false
	}
	return b.Out, true
}

// Shares returns the softmax shares of n examples, valid until the next pass on
// the tape.
//
//	x  In×n    result  classes×n
func (c *Classifier) Shares(t *Tape, x []float32, n int, mode Mode) []float32 {
	return c.shares(t, x, n, mode, kernel.Key{})
}

// shares implements Shares for training, with dropout determined by key.
func (c *Classifier) shares(t *Tape, x []float32, n int, mode Mode, key kernel.Key) []float32 {
	y := c.Net.Forward(t, x, n, mode, key)
	kernel.Softmax(y, y, c.Classes(), n)
	return y
}

// SharesGrad returns the gradient with respect to the inputs of the last pass, given the gradient d
// with respect to its shares. It overwrites d but does not change the classifier.
//
//	shares, d  classes×n    result  In×n
func (c *Classifier) SharesGrad(t *Tape, shares, d []float32, n int) []float32 {
	kernel.SoftmaxGrad(shares, d, d, c.Classes(), n)
	return c.Net.InputGrad(t, d)
}

// Best writes the class with the largest share for each example. In a tie, the first class wins.
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

// Params lists the parameters in a fixed order.
func (c *Classifier) Params() []Param { return c.Net.Params("classifier") }

// Model returns the state of a classifier made of blocks: its sizes, tensors and Unit.
func (c *Classifier) Model() State {
	s := State{Counters: c.sizes(), Tensors: Tensors(c.Params())}
	if c.Unit != 0 {
		s.Tensors = append(s.Tensors, Tensor{unitTensor, []int{1}, []float32{float32(c.Unit)}})
	}
	return s
}

const unitTensor = "classifier.unit"

// sizes returns inputs, units and classes if there is one hidden layer with ReLU. Otherwise it
// returns the inputs, the units and activation of every hidden layer, and the classes.
func (c *Classifier) sizes() []uint64 {
	blocks := c.Net.Blocks()
	s, hidden := []uint64{uint64(c.Net.In())}, blocks[:len(blocks)-1]
	plain := len(hidden) == 1 && hidden[0].Act == ReLU
	for _, b := range hidden {
		if s = append(s, uint64(b.Out)); !plain {
			s = append(s, uint64(b.Act))
		}
	}
	return append(s, uint64(c.Classes()))
}

// MaxWidth and MaxLayers limit the units per layer and the number of layers of a model from a
// file.
const (
	MaxWidth  = 1 << 16
	MaxLayers = 64
)

// LoadClassifier is the inverse of Model.
func LoadClassifier(s State) (*Classifier, error) {
	in, hidden, classes, err := shapeOf(s.Counters)
	if err != nil {
		return nil, err
	}
	unit := float32(0)
	if n := len(s.Tensors); n > 0 && s.Tensors[n-1].Name == unitTensor {
		if t := s.Tensors[n-1]; len(t.Data) != 1 || !(t.Data[0] > 0) {
			return nil, fault.Errorf("nn: the classifier's unit must be a single number above 0")
		}
		unit, s.Tensors = s.Tensors[n-1].Data[0], s.Tensors[:n-1]
	}
	have, want, from := uint64(0), uint64(0), in
	for _, t := range s.Tensors {
		have += uint64(len(t.Data))
	}
	for _, l := range append(slices.Clone(hidden), Hidden{classes, Identity}) {
		want += uint64(l.Units) * uint64(from+1)
		from = l.Units
	}
	if want != have {
		return nil, fault.Errorf("nn: the classifier has %d parameters instead of %d", have, want)
	}
	c := NewDeepClassifier(in, hidden, classes, kernel.Key{})
	c.Unit = float64(unit)
	return c, Restore(Tensors(c.Params()), s.Tensors)
}

// shapeOf is the inverse of sizes, for untrusted counters from a file.
func shapeOf(counters []uint64) (in int, hidden []Hidden, classes int, err error) {
	n := len(counters)
	if n == 3 {
		counters = []uint64{counters[0], counters[1], uint64(ReLU), counters[2]}
		n = 4
	}
	if n < 2 || n%2 == 1 || n > 2*MaxLayers {
		return 0, nil, 0, fault.Errorf("nn: a classifier cannot have %d layer sizes", n)
	}
	for i, v := range counters {
		act := i%2 == 0 && i > 0
		if act && v > uint64(Sigmoid) {
			return 0, nil, 0, fault.Errorf("nn: a layer of the classifier has the unknown activation %d", v)
		}
		if !act && (v == 0 || v > MaxWidth) {
			return 0, nil, 0, fault.Errorf("nn: a layer of the classifier cannot have %d units", v)
		}
	}
	for i := 1; i < n-1; i += 2 {
		hidden = append(hidden, Hidden{int(counters[i]), Activation(counters[i+1])})
	}
	return int(counters[0]), hidden, int(counters[n-1]), nil
}
