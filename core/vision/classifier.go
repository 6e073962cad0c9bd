package vision

import (
	"causeway/core/fault"
	"causeway/core/image"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// Shape is the size of images and their classes.
type Shape struct{ H, W, Classes int }

// ShapeOf is that of a set.
func ShapeOf(s *image.Set) Shape { return Shape{s.H, s.W, s.Classes} }

// Size is the number of pixels.
func (s Shape) Size() int { return s.H * s.W }

// Check reports a shape that no set of images has.
func (s Shape) Check() error {
	if min(s.H, s.W) < image.MinSide || max(s.H, s.W) > image.MaxSide || s.Classes < 2 || s.Classes > image.MaxClasses {
		return fault.Errorf("vision: no images have %d×%d pixels and %d classes", s.H, s.W, s.Classes)
	}
	return nil
}

// Sizes of the paper's classifier.
const (
	classifierFirst  = 32
	classifierSecond = 64
	classifierHidden = 256
)

// NewClassifier draws the paper's classifier of images (appendix C, "ML Model
// Architecture"): two 3×3 convolutions that keep the size, with ReLU, 2×2 max pooling and
// dropout of 0.3 behind each, 256 units with ReLU and dropout of 0.5, and the classes. The
// text places the ReLU behind the last dropout, which is the same.
func NewClassifier(s Shape, key kernel.Key) *nn.Classifier {
	h, w := s.H/2, s.W/2
	flat := classifierSecond * (h / 2) * (w / 2)
	hidden := nn.Dense(flat, classifierHidden, nn.ReLU, key.Sub(2))
	hidden.Drop = 0.5
	return &nn.Classifier{Net: nn.Net{
		nn.NewConv(1, classifierFirst, s.H, s.W, 1, nn.ReLU, key.Sub(0)),
		nn.Resize{Channels: classifierFirst, H: s.H, Wide: s.W},
		nn.Dropout{In: classifierFirst * h * w, Drop: 0.3},
		nn.NewConv(classifierFirst, classifierSecond, h, w, 1, nn.ReLU, key.Sub(1)),
		nn.Resize{Channels: classifierSecond, H: h, Wide: w},
		nn.Dropout{In: flat, Drop: 0.3},
		hidden,
		nn.Dense(classifierHidden, s.Classes, nn.Identity, key.Sub(3)),
	}}
}

// NewJudge draws a classifier of another architecture, which says whether a counterfactual
// is its target to others than the black box that it was made for: a first convolution without
// a frame, batch normalisation and half the channels, mean pooling behind the first, no
// dropout but the last.
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

// NewClassifierFit starts a training of the paper's classifier; cfg.Hidden is not used. The
// paper trains it for 50 epochs in batches of 32 with a learning rate of 0.0001; the
// authors' program with 0.001, which needs a tenth of the epochs.
func NewClassifierFit(cfg nn.ClassifierConfig, train, val Rows) *nn.ClassifierFit {
	return nn.NewFit(cfg, train, val, func(key kernel.Key) *nn.Classifier { return NewClassifier(ShapeOf(train.Set), key) })
}

// NewJudgeFit starts a training of the second classifier.
func NewJudgeFit(cfg nn.ClassifierConfig, train, val Rows) *nn.ClassifierFit {
	return nn.NewFit(cfg, train, val, func(key kernel.Key) *nn.Classifier { return NewJudge(ShapeOf(train.Set), key) })
}

// Model is the state of a classifier of images: the shape that it is for and its tensors.
func Model(s Shape, c *nn.Classifier) nn.State {
	return nn.State{Counters: []uint64{uint64(s.H), uint64(s.W), uint64(s.Classes)}, Tensors: nn.Tensors(c.Params())}
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

func shapeOf(counters []uint64) (Shape, error) {
	if len(counters) != 3 {
		return Shape{}, fault.Errorf("vision: a network of images has 3 sizes, not %d", len(counters))
	}
	for _, c := range counters {
		if c > 1<<10 {
			return Shape{}, fault.Errorf("vision: a network of images has the size %d", c)
		}
	}
	s := Shape{int(counters[0]), int(counters[1]), int(counters[2])}
	return s, s.Check()
}
