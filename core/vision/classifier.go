package vision

import (
	"causeway/core/fault"
	"causeway/core/image"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// Shape is the size of images, the number of their classes, and the width of networks for them:
// as in the paper, or Slim. Slim networks train many times faster and need a thirtieth of the
// memory.
type Shape struct {
	H, W, Classes int
	Slim          bool
}

// ShapeOf returns the shape of a set.
func ShapeOf(s *image.Set) Shape { return Shape{H: s.H, W: s.W, Classes: s.Classes} }

// Size returns the number of pixels.
func (s Shape) Size() int { return s.H * s.W }

// Check rejects a shape that no set of images can have.
func (s Shape) Check() error {
	if min(s.H, s.W) < image.MinSide || max(s.H, s.W) > image.MaxSide || s.Classes < 2 || s.Classes > image.MaxClasses {
		return fault.Errorf("vision: images cannot have %d×%d pixels and %d classes", s.H, s.W, s.Classes)
	}
	return nil
}

// classifierSizes returns the channels and the units of the paper's classifier, or of a slim one.
func (s Shape) classifierSizes() (first, second, hidden int) {
	if s.Slim {
		return 8, 16, 32
	}
	return 32, 64, 256
}

// NewClassifier returns the paper's classifier of images with random weights (appendix C, "ML
// Model Architecture"): two 3×3 convolutions that keep the size, each followed by ReLU, 2×2 max
// pooling and dropout of 0.3, then 256 units with ReLU and dropout of 0.5, and the classes. The
// text places the ReLU after the last dropout, which is equivalent.
func NewClassifier(s Shape, key kernel.Key) *nn.Classifier {
	h, w := s.H/2, s.W/2
	first, second, units := s.classifierSizes()
	flat := second * (h / 2) * (w / 2)
	hidden := nn.Dense(flat, units, nn.ReLU, key.Sub(2))
	hidden.Drop = 0.5
	return &nn.Classifier{Net: nn.Net{
		nn.NewConv(1, first, s.H, s.W, 1, nn.ReLU, key.Sub(0)),
		nn.Resize{Channels: first, H: s.H, Wide: s.W},
		nn.Dropout{In: first * h * w, Drop: 0.3},
		nn.NewConv(first, second, h, w, 1, nn.ReLU, key.Sub(1)),
		nn.Resize{Channels: second, H: h, Wide: w},
		nn.Dropout{In: flat, Drop: 0.3},
		hidden,
		nn.Dense(units, s.Classes, nn.Identity, key.Sub(3)),
	}}
}

// NewJudge returns a classifier with another architecture, used to check whether a counterfactual
// is also recognised by other classifiers than its black box. It has a first convolution without
// padding, batch normalisation and half the channels, mean pooling after the first convolution,
// and dropout only at the end.
func NewJudge(s Shape, key kernel.Key) *nn.Classifier {
	h, w := (s.H-2)/2, (s.W-2)/2
	flat := 32 * (h / 2) * (w / 2)
	first := nn.NewConv(1, 16, s.H, s.W, 0, nn.ReLU, key.Sub(0))
	first.Norm = nn.NewBatchNorm(16)
	second := nn.NewConv(16, 32, h, w, 1, nn.ReLU, key.Sub(1))
	second.Norm = nn.NewBatchNorm(32)
	return &nn.Classifier{Net: nn.Net{
		first,
		nn.Resize{Channels: 16, H: s.H - 2, Wide: s.W - 2, Kind: nn.MeanOf},
		second,
		nn.Resize{Channels: 32, H: h, Wide: w},
		nn.Normed(flat, 100, 0.3, key.Sub(2)),
		nn.Dense(100, s.Classes, nn.Identity, key.Sub(3)),
	}}
}

// NewClassifierFit starts a training of the paper's classifier, or of a slim one. cfg.Hidden is
// not used. The paper trains it for 50 epochs in batches of 32 with a learning rate of 0.0001.
// The authors' program uses 0.001, which needs a tenth of the epochs.
func NewClassifierFit(cfg nn.ClassifierConfig, train, val Rows) *nn.ClassifierFit {
	return nn.NewFit(cfg, train, val, func(key kernel.Key) *nn.Classifier {
		return NewClassifier(ShapeOf(train.Set).slim(cfg.Slim), key)
	})
}

// slim returns the shape for slim networks, or for full ones.
func (s Shape) slim(is bool) Shape {
	s.Slim = is
	return s
}

// Fits reports whether a network of this shape suits the images of a set.
func (s Shape) Fits(set *image.Set) bool { return s.slim(false) == ShapeOf(set) }

// NewJudgeFit starts a training of the second classifier.
func NewJudgeFit(cfg nn.ClassifierConfig, train, val Rows) *nn.ClassifierFit {
	return nn.NewFit(cfg, train, val, func(key kernel.Key) *nn.Classifier { return NewJudge(ShapeOf(train.Set), key) })
}

// Model returns the state of a classifier of images: its shape and its tensors. The first layer
// shows whether the network is slim.
func Model(s Shape, c *nn.Classifier) nn.State {
	channels, _, _ := s.slim(true).classifierSizes()
	first, is := c.Net[0].(*nn.Conv)
	s.Slim = is && first.Out == channels
	return nn.State{Counters: s.counters(), Tensors: nn.Tensors(c.Params())}
}

// LoadClassifier is the inverse of Model for the paper's classifier.
func LoadClassifier(st nn.State) (Shape, *nn.Classifier, error) {
	s, err := shapeOf(st.Counters)
	if err != nil {
		return s, nil, err
	}
	c := NewClassifier(s, kernel.Key{})
	return s, c, nn.Restore(nn.Tensors(c.Params()), st.Tensors)
}

// counters returns the shape as stored in a network's state. A slim shape has a fourth number.
func (s Shape) counters() []uint64 {
	c := []uint64{uint64(s.H), uint64(s.W), uint64(s.Classes)}
	if s.Slim {
		c = append(c, 1)
	}
	return c
}

func shapeOf(counters []uint64) (Shape, error) {
	slim := len(counters) == 4 && counters[3] == 1
	if len(counters) != 3 && !slim {
		return Shape{}, fault.Errorf("vision: a network for images has %d sizes instead of 3", len(counters))
	}
	for _, c := range counters {
		if c > 1<<10 {
			return Shape{}, fault.Errorf("vision: a network for images cannot have the size %d", c)
		}
	}
	s := Shape{int(counters[0]), int(counters[1]), int(counters[2]), slim}
	return s, s.Check()
}
