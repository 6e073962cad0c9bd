package nn

import "causeway/core/kernel"

// Conv is a 3×3 convolution of images followed by an End. Every output channel is a unit with a
// bias. With Pad 1, a frame of zeros keeps the size of the image; with Pad 0, the output is two
// pixels smaller in each dimension. Images are stored channel by channel in row-major order, so a
// dense layer can follow without flattening.
//
//	x  In×H×W×n    W  Out×In×9    B  Out    y  Out×(H+2Pad-2)×(W+2Pad-2)×n
type Conv struct {
	In, Out, H, Wide, Pad int
	W, B                  []float32
	End
}

// NewConv draws the weights uniformly from ±1/sqrt(9 In), as NewLinear does.
func NewConv(in, out, h, wide, pad int, act Activation, key kernel.Key) *Conv {
	l := NewLinear(in*kernel.Taps, out, key)
	return &Conv{in, out, h, wide, pad, l.W, l.B, End{Act: act}}
}

func (c *Conv) outSize() (h, wide int) { return c.H + 2*c.Pad - 2, c.Wide + 2*c.Pad - 2 }

// Size implements Layer.
func (c *Conv) Size() (in, out int) {
	h, wide := c.outSize()
	return c.In * c.H * c.Wide, c.Out * h * wide
}

// Params implements Layer.
func (c *Conv) Params() []Param {
	p := []Param{{Tensor: Tensor{"weight", []int{c.Out, c.In, 3, 3}, c.W}}, {Tensor: Tensor{"bias", []int{c.Out}, c.B}}}
	if c.Norm != nil {
		p = append(p, c.Norm.params()...)
	}
	return p
}

// Indices in a convolution's slot, after those of its End.
const (
	keptFramed = keptSums + 1 + iota // padded inputs
	keptWider                        // padded gradient
)

// framed returns the inputs with the padding that Pad requires.
func (c *Conv) framed(s *Slot) []float32 {
	if c.Pad == 0 {
		return s.X
	}
	return s.Kept[keptFramed]
}

// Forward implements Layer.
func (c *Conv) Forward(s *Slot) []float32 {
	_, out := c.Size()
	h, wide := c.outSize()
	y := Grow(&s.Y, out*s.N)
	if c.Pad > 0 {
		kernel.Pad(s.X, Grow(&s.Kept[keptFramed], c.In*(h+2)*(wide+2)*s.N), c.In, c.H, c.Wide, s.N, c.Pad)
	}
	kernel.Conv(c.W, c.B, c.framed(s), y, c.Out, c.In, h, wide, s.N)
	c.End.forward(s, y, c.Out)
	return y
}

// Backward implements Layer.
func (c *Conv) Backward(s *Slot, dy []float32, d Grad, first int) []float32 {
	h, wide := c.outSize()
	var ends Grad
	if d != nil {
		ends = d[1:]
	}
	c.End.backward(s, dy, c.Out, ends)
	if d != nil {
		kernel.ConvWeights(dy, c.framed(s), d[0], c.Out, c.In, h, wide, s.N)
	}
	if first == 0 {
		return nil
	}
	wider := Grow(&s.Kept[keptWider], c.Out*(c.H+2)*(c.Wide+2)*s.N)
	kernel.Pad(dy, wider, c.Out, h, wide, s.N, 2-c.Pad)
	dx := Grow(&s.DX, c.In*c.H*c.Wide*s.N)
	kernel.ConvInput(c.W, wider, dx, c.Out, c.In, c.H, c.Wide, s.N)
	return dx[:first*s.N]
}

// Resizing is the operation of a Resize.
type Resizing uint8

// The operations: take the maximum or the mean of each square of 2×2 pixels, or copy each pixel to
// such a square.
const (
	MaxOf Resizing = iota
	MeanOf
	Doubled
)

// Resize halves or doubles images of H×Wide pixels, channel by channel. Halving omits an odd last
// row or column.
type Resize struct {
	Channels, H, Wide int
	Kind              Resizing
}

// Size implements Layer.
func (r Resize) Size() (in, out int) {
	in = r.Channels * r.H * r.Wide
	if r.Kind == Doubled {
		return in, 4 * in
	}
	return in, r.Channels * (r.H / 2) * (r.Wide / 2)
}

// Params implements Layer.
func (r Resize) Params() []Param { return nil }

// Forward implements Layer.
func (r Resize) Forward(s *Slot) []float32 {
	_, out := r.Size()
	y := Grow(&s.Y, out*s.N)
	switch r.Kind {
	case MaxOf:
		kernel.MaxPool(s.X, y, r.Channels, r.H, r.Wide, s.N)
	case MeanOf:
		kernel.Pool(s.X, y, 0.25, r.Channels, r.H, r.Wide, s.N)
	case Doubled:
		kernel.Spread(s.X, y, 1, r.Channels, 2*r.H, 2*r.Wide, s.N)
	}
	return y
}

// Backward implements Layer.
func (r Resize) Backward(s *Slot, dy []float32, _ Grad, first int) []float32 {
	if first == 0 {
		return nil
	}
	in, _ := r.Size()
	dx := Grow(&s.DX, in*s.N)
	switch r.Kind {
	case MaxOf:
		kernel.MaxPoolGrad(s.X, dy, dx, r.Channels, r.H, r.Wide, s.N)
	case MeanOf:
		kernel.Spread(dy, dx, 0.25, r.Channels, r.H, r.Wide, s.N)
	case Doubled:
		kernel.Pool(dy, dx, 1, r.Channels, 2*r.H, 2*r.Wide, s.N)
	}
	return dx[:first*s.N]
}

// Dropout is a layer that, in training, sets each of In numbers to 0 with probability Drop and
// scales the others up. Layers with an End do not need it: an End has a Drop too.
type Dropout struct {
	In   int
	Drop float32
}

// Size implements Layer.
func (l Dropout) Size() (in, out int) { return l.In, l.In }

// Params implements Layer.
func (l Dropout) Params() []Param { return nil }

// Forward implements Layer.
func (l Dropout) Forward(s *Slot) []float32 {
	if s.Mode != Train {
		return s.X[:l.In*s.N]
	}
	y := Grow(&s.Y, l.In*s.N)
	copy(y, s.X)
	l.drop(s, y)
	return y
}

// Backward implements Layer. Dropped numbers pass no gradient. The random stream of the forward
// pass says which ones were dropped.
func (l Dropout) Backward(s *Slot, dy []float32, _ Grad, first int) []float32 {
	if s.Mode == Train {
		l.drop(s, dy)
	}
	return dy[:first*s.N]
}

func (l Dropout) drop(s *Slot, y []float32) {
	s.Part.Draw(y, func(from uint32, y []float32) { kernel.Dropout(s.Key, from, l.Drop, y) })
}
