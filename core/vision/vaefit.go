package vision

import (
	"causeway/core/blackbox"
	"causeway/core/fault"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// VAEConfig configures a training of the generator. The paper trains it for 25 epochs in batches
// of 16.
type VAEConfig struct {
	Seed         uint64
	Epochs       int
	Batch        int
	LearningRate float64
	Proximity    float64 // weight of the L1 distance to the factual, summed over pixels
	Validity     float64 // weight of the hinge
	Margin       float64 // margin of the hinge, in shares
	KL           float64 // weight

	// Own is the share of the images of a batch that should remain unchanged. Their target is the
	// class that the black box predicts for them. Their loss is the cross entropy of their pixels
	// plus KL, that is, the negative ELBO. From them the decoder learns how images of a class
	// look. In the paper, the decoder learns about a target only what the black box recognises as
	// this class. 0 corresponds to the paper.
	Own float64

	Slim bool // see Shape

	// Targets contains the target class for each class. If it is nil, each image has any other
	// class as its target, drawn anew in every epoch.
	Targets []int
}

// Base returns the settings with which the program starts.
func Base() VAEConfig {
	return VAEConfig{Seed: 1, Epochs: 25, Batch: 16, LearningRate: 1e-3, Proximity: 0.2, Validity: 60, Margin: 0.9,
		KL: 1, Own: 0.5}
}

// VAELoss contains the losses of an epoch, as means over its images.
type VAELoss struct {
	Loss      float64 // on the validation images, all terms
	Proximity float64 // L1 distance in pixels of full ink, for images that should change
	Own       float64 // cross entropy of the pixels in nats, for images that should remain unchanged
	Hinge     float64
	KL        float64
	Labels    float64 // loss of the labels, in a training with labels
}

// VAEFit trains a generator with a black box epoch by epoch and keeps the state with the lowest
// loss on the validation images.
type VAEFit struct {
	*nn.Course
	opt        *nn.Adam
	cfg        VAEConfig
	key        kernel.Key
	net        *VAE
	trace      blackbox.Trace
	train, val Rows
	now        []int // predicted classes of the training images
	nowVal     []int
	tape       Tape
	grad       nn.Grad
	x, d, odds []float32
	seen       []float32
	target     []int
	tuning     *tuning // nil except for NewTuneFit
}

const (
	streamVAE = 7 + iota
	streamTargets
	streamNoise
	streamOrder
	streamStart
)

// NewVAEFit starts a training. The caller leaves out images whose class has no other target, see
// VAEConfig.Targets.
func NewVAEFit(cfg VAEConfig, b blackbox.Differentiable, train, val Rows) (*VAEFit, error) {
	s := ShapeOf(train.Set).slim(cfg.Slim)
	if b.Classes() != s.Classes {
		return nil, fault.Errorf("vision: the black box has %d classes, but the images have %d", b.Classes(), s.Classes)
	}
	if min(s.H, s.W) < 8 {
		return nil, fault.Errorf("vision: the images are too small")
	}
	key := kernel.NewKey(cfg.Seed).Sub(streamVAE)
	f := &VAEFit{cfg: cfg, key: key, net: NewVAE(s, key.Sub(streamStart)), trace: b.Trace(), train: train, val: val,
		now: nn.Classes(b, train), nowVal: nn.Classes(b, val)}
	f.opt = nn.NewAdam(f.net.Params(), cfg.LearningRate, 0)
	f.Course, f.grad = nn.NewCourse(f.opt), f.net.Grad(&f.tape)
	return f, nil
}

// target returns the target class in an epoch for an image predicted as class now.
func (c VAEConfig) target(now, classes int, key kernel.Key, row uint32) int {
	if c.Targets != nil {
		return c.Targets[now]
	}
	return (now + 1 + key.Intn(row, classes-1)) % classes
}

// Epoch trains for one epoch, see nn.Course.Pass.
func (f *VAEFit) Epoch(tick func() error) (VAELoss, error) {
	done, _ := f.Epochs()
	key := f.key.Sub(streamTargets).Sub(uint64(done))
	b := nn.Batches{What: "generator", Order: f.key.Sub(streamOrder), Rows: f.train.Rows(), Size: f.cfg.Batch, Least: 2}
	terms, err := f.Pass(b, tick, func(rows []int, from int) []float64 {
		own := int(float64(f.cfg.Own*float64(len(rows))) + 0.5)
		l := f.pass(f.train, f.now, rows, own, nn.Train, key,
			f.key.Sub(streamNoise).Sub(uint64(done)).Sub(uint64(from)))
		f.opt.Step(f.grad)
		return l
	})
	if err != nil {
		return VAELoss{}, err
	}
	l := VAELoss{Proximity: terms[0], Own: terms[1], Hinge: terms[2], KL: terms[3], Labels: terms[4]}
	for from := 0; from < f.val.Rows(); from += f.cfg.Batch {
		rows := upTo(from, min(from+f.cfg.Batch, f.val.Rows()))
		t := f.pass(f.val, f.nowVal, rows, len(rows)/2, nn.Eval, f.key.Sub(streamTargets), f.key.Sub(streamNoise))
		loss := float64(f.cfg.Proximity*t[0])/2 + t[1]/2 + float64(f.cfg.Validity*t[2])/2 + float64(f.cfg.KL*t[3])
		if f.tuning != nil {
			loss += float64(f.tuning.weight*t[4]) / 2
		}
		l.Loss += float64(loss * float64(len(rows)) / float64(f.val.Rows()))
	}
	f.End(l.Loss)
	return l, nil
}

func upTo(from, to int) []int {
	var all []int
	for i := from; i < to; i++ {
		all = append(all, i)
	}
	return all
}

// pass computes the terms of the loss for a batch and adds their gradients during training. The
// first own images should remain unchanged.
func (f *VAEFit) pass(of Rows, now, rows []int, own int, mode nn.Mode, targets, noise kernel.Key) []float64 {
	n := len(rows)
	x, d := nn.Grow(&f.x, n*of.Inputs()), nn.Grow(&f.d, n*of.Inputs())
	of.Gather(rows, x)
	f.target = f.target[:0]
	for e, r := range rows {
		if e < own {
			f.target = append(f.target, now[r])
		} else {
			f.target = append(f.target, f.cfg.target(now[r], f.net.Classes, targets, uint32(r)))
		}
	}
	out := f.net.Forward(&f.tape, x, f.target, mode, noise)
	clear(d)
	near, stay := f.distance(out, x, d, n, own), f.entropy(out, x, n, own)
	hinge := f.hinge(out, d, n, own)
	kl, said := f.net.KL(&f.tape), 0.0
	if f.tuning != nil {
		said = f.tuning.learn(out, x, d, n, own)
	}
	if mode == nn.Train {
		f.net.Backward(&f.tape, d, f.odds, float32(f.cfg.KL))
	}
	return []float64{near, stay, hinge, kl, said}
}

// distance returns the mean L1 distance of the images that should change and adds its gradient to
// d.
func (f *VAEFit) distance(out, x, d []float32, n, own int) float64 {
	k, sum := float32(f.cfg.Proximity)/float32(n), 0.0
	for i := range f.net.Size() {
		from, to := i*n+own, (i+1)*n
		sum += float64(kernel.Distance(out[from:to], x[from:to], d[from:to], k))
	}
	return sum / float64(max(n-own, 1))
}

// entropy returns the mean cross entropy of the pixels of the images that should remain
// unchanged. It stores its gradient with respect to the log-odds in odds.
func (f *VAEFit) entropy(out, x []float32, n, own int) float64 {
	odds, k, sum := nn.Grow(&f.odds, len(out)), 1/float32(n), 0.0
	clear(odds)
	for i := range f.net.Size() {
		for e := i * n; e < i*n+own; e++ {
			p, v := out[e], x[e]
			sum -= float64(v*kernel.Log1(kernel.AtLeast(p, tiny))) + float64(
				(1-v)*kernel.Log1(kernel.AtLeast(1-p, tiny)))
			odds[e] = float32(k * (p - v))
		}
	}
	return sum / float64(max(own, 1))
}

// hinge returns the mean hinge of the images that should change, computed by the black box only,
// and adds its gradient to d.
func (f *VAEFit) hinge(out, d []float32, n, own int) float64 {
	m := n - own
	if m == 0 {
		return 0
	}
	wide := kernel.Batch(m) // padded with images that do not count
	seen := nn.Grow(&f.seen, wide*f.net.Size())
	clear(seen)
	for i := range f.net.Size() {
		copy(seen[i*wide:(i+1)*wide], out[i*n+own:(i+1)*n])
	}
	shares := f.trace.Shares(seen, wide)
	of, ds := make([]float32, m*f.net.Classes), make([]float32, m*f.net.Classes)
	for c := range f.net.Classes {
		copy(of[c*m:(c+1)*m], shares[c*wide:])
	}
	weight := float32(f.cfg.Validity) * float32(m) / float32(n)
	loss := nn.Hinge(of, f.target[own:], float32(f.cfg.Margin), weight, ds)
	dShares := make([]float32, len(shares))
	for c := range f.net.Classes {
		copy(dShares[c*wide:], ds[c*m:(c+1)*m])
	}
	dx := f.trace.SharesGrad(shares, dShares, wide)
	for i := range f.net.Size() {
		kernel.Add(dx[i*wide:i*wide+m], d[i*n+own:(i+1)*n])
	}
	return loss
}

// Best returns the generator of the best epoch so far.
func (f *VAEFit) Best() *VAE {
	v, err := LoadVAE(nn.State{Counters: f.net.Model().Counters, Tensors: f.Kept()})
	if err != nil {
		panic("vision: VAEFit.Best: " + err.Error())
	}
	return v
}
