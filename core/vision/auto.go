package vision

import (
	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// NewAuto returns a random auto-encoder for measuring IM1 and IM2 (appendix C, "Auto Encoder
// Architecture", after Van Looveren and Klaise 2019): 3×3 convolutions to 16, 16 and 1 channels
// with pooling before the last, and the reverse. The text mentions no padding for the
// convolutions, without which its sizes would not match. Here they have padding, as in the
// notebook to which the text refers, and as in that notebook the code has no ReLU. Both sides of
// the images must be even.
func NewAuto(s Shape, key kernel.Key) nn.Net {
	h, w := s.H/2, s.W/2
	return nn.Net{
		nn.NewConv(1, 16, s.H, s.W, 1, nn.ReLU, key.Sub(0)),
		nn.NewConv(16, 16, s.H, s.W, 1, nn.ReLU, key.Sub(1)),
		nn.Resize{Channels: 16, H: s.H, Wide: s.W},
		nn.NewConv(16, 1, h, w, 1, nn.Identity, key.Sub(2)),
		nn.NewConv(1, 16, h, w, 1, nn.ReLU, key.Sub(3)),
		nn.Resize{Channels: 16, H: h, Wide: w, Kind: nn.Doubled},
		nn.NewConv(16, 16, s.H, s.W, 1, nn.ReLU, key.Sub(4)),
		nn.NewConv(16, 1, s.H, s.W, 1, nn.Identity, key.Sub(5)),
	}
}

// AutoConfig configures the training of an auto-encoder.
type AutoConfig struct {
	Seed         uint64
	Batch        int
	LearningRate float64 // learning rate of Adam
}

// AutoFit trains an auto-encoder on images epoch by epoch, minimising the squared error of an
// image, summed over its pixels. It keeps the state with the lowest error on the validation
// images.
type AutoFit struct {
	*nn.Course
	cfg        AutoConfig
	key        kernel.Key
	shape      Shape
	net        nn.Net
	opt        *nn.Adam
	grad       nn.Grad
	train, val Rows
	tape       nn.Tape
	x, d       []float32
}

const streamAuto = 31

// NewAutoFit starts a training. To train the auto-encoder of one class, pass only its images, see
// OfClass.
func NewAutoFit(cfg AutoConfig, train, val Rows) (*AutoFit, error) {
	s := ShapeOf(train.Set)
	if s.H%2+s.W%2 > 0 {
		return nil, fault.Errorf("vision: an auto-encoder needs images with even sides, not %d×%d pixels",
			s.H, s.W)
	}
	if train.Rows() == 0 || val.Rows() == 0 {
		return nil, fault.Errorf("vision: an auto-encoder needs images for training and others for validation")
	}
	key := kernel.NewKey(cfg.Seed).Sub(streamAuto)
	f := &AutoFit{cfg: cfg, key: key, shape: s, net: NewAuto(s, key.Sub(streamStart)), train: train, val: val}
	f.opt = nn.NewAdam(f.net.Params("auto"), cfg.LearningRate, 0)
	f.Course, f.grad = nn.NewCourse(f.opt), f.net.Grad(&f.tape)
	return f, nil
}

// OfClass returns the rows with the given label.
func (r Rows) OfClass(class int) Rows { return Rows{r.Set, r.Set.Of(class, r.Of)} }

// Epoch trains for one epoch and returns the mean squared error of an image over the epoch's
// batches and on the validation images.
func (f *AutoFit) Epoch(tick func() error) (train, val float64, err error) {
	b := nn.Batches{What: "auto-encoder", Order: f.key.Sub(streamOrder), Rows: f.train.Rows(), Size: f.cfg.Batch,
		Least: 1}
	loss, err := f.Pass(b, tick, func(rows []int, _ int) []float64 {
		l := f.pass(f.train, rows, nn.Train)
		f.net.Backward(&f.tape, f.d, 0)
		f.opt.Step(f.grad)
		return []float64{l}
	})
	if err != nil {
		return 0, 0, err
	}
	for from := 0; from < f.val.Rows(); from += f.val.AtOnce() {
		rows := upTo(from, min(from+f.val.AtOnce(), f.val.Rows()))
		val += float64(f.pass(f.val, rows, nn.Eval) * float64(len(rows)) / float64(f.val.Rows()))
	}
	f.End(val)
	return loss[0], val, nil
}

// pass returns the mean error of some rows and stores its gradient in d.
func (f *AutoFit) pass(of Rows, rows []int, mode nn.Mode) float64 {
	n := len(rows)
	x, d := nn.Grow(&f.x, n*of.Inputs()), nn.Grow(&f.d, n*of.Inputs())
	of.Gather(rows, x)
	sum, k := 0.0, 2/float32(n)
	for i, v := range f.net.Forward(&f.tape, x, n, mode, kernel.Key{}) {
		e := v - x[i]
		sum += float64(e * e)
		d[i] = k * e
	}
	return sum / float64(n)
}

// Best returns the auto-encoder of the best epoch so far.
func (f *AutoFit) Best() nn.Net {
	m := NewAuto(f.shape, kernel.Key{})
	if err := nn.Restore(nn.Tensors(m.Params("auto")), f.Kept()); err != nil {
		panic("vision: AutoFit.Best: " + err.Error())
	}
	return m
}

// Autos contains the auto-encoders for measuring images.
type Autos struct {
	All     nn.Net
	OfClass []nn.Net // nil if a class has no images
}

// Rebuilt returns the output of a network for each image.
//
//	result  rows×pixels
func Rebuilt(m nn.Net, images [][]byte) []float32 {
	const part = 64
	size := m.In()
	var tape nn.Tape
	x, all := make([]float32, part*size), make([]float32, len(images)*size)
	for from := 0; from < len(images); from += part {
		n := min(part, len(images)-from)
		Gather(images[from:from+n], x)
		for i, v := range m.Forward(&tape, x[:n*size], n, nn.Eval, kernel.Key{}) {
			all[(from+i%n)*size+i/n] = v
		}
	}
	return all
}

// Errors returns the squared errors of a network on images, each summed over its pixels.
func Errors(m nn.Net, images [][]byte) []float64 {
	all, size := make([]float64, len(images)), m.In()
	for i, v := range Rebuilt(m, images) {
		d := v - float32(images[i/size][i%size])/255
		all[i/size] += float64(d * d)
	}
	return all
}
