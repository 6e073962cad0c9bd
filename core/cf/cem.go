package cf

import (
	"fmt"
	"math"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/vae"
)

// CEMConfig configures the paper's baseline, pertinent negatives of the contrastive explanation
// method (Dhurandhar et al. 2018). For each encoded row x of predicted class t0, the method
// minimises over delta
//
//	c max(s_t0(x+delta) - max_{i != t0} s_i(x+delta), -kappa)
//	 + beta |delta|_1 + |delta|_2^2 + gamma |x+delta - AE(x+delta)|_2^2
//
// where s are the classifier's softmax shares, or its logits if Logits is set, and AE is a plain
// auto-encoder. The learning rate must suit gamma. If the auto-encoder reproduces little of a
// change, the curvature of the third and the last term together is about 2 + 2 gamma. Steps longer
// than its inverse oscillate.
type CEMConfig struct {
	Beta, Kappa, Gamma float64
	LearningRate       float64 // in the first iteration, see rate
	C                  float64 // initial weight c
	CSteps             int     // number of values of c that are tried
	Iterations         int     // for every value of c

	// Free allows delta to take both signs. Otherwise a pertinent negative may only move away from
	// NoInfo, which holds for each encoded input the value that carries no information. A nil
	// NoInfo means 0: the smallest value, or an absent level. Then numbers can only grow, and a new
	// level comes in addition to the factual's level, so that decoding loses the new one.
	Free   bool
	NoInfo []float32

	// Whole shrinks by beta at every iteration, as in equation 7 of Dhurandhar et al. and their
	// programs. This amounts to beta/rate instead of beta, at least a hundred times as much, so
	// that only a large c has any effect and rows are missed. The default shrinks by rate*beta,
	// which is the proximal step of the objective above (Beck and Teboulle 2009).
	Whole bool

	// Fixed marks the features of the schema that keep the factual's value; nil stands for none.
	Fixed []bool

	// Logits uses logits for s, as the programs of Dhurandhar et al. do; kappa is then a margin of
	// log-odds. The softmax shares of a confident classifier have almost no gradient, and a margin
	// on them means little.
	Logits bool
}

// NewCEMConfig returns a configuration with the settings that the paper tunes. All other settings
// are those of its authors' runs, such as alibi's initial c of 10 and rate of 0.01.
//
// Features are Free. The authors' program declares 0 as the value without information, but their
// stored counterfactuals do not respect it. On Adult, age decreases in two out of three. On
// Sangiovese, SproutN decreases in some, because otherwise they would have no harmonic mean
// (reference, figures).
func NewCEMConfig(c model.Contrast) CEMConfig {
	return CEMConfig{Beta: c.Beta, Kappa: c.Kappa, Gamma: c.Gamma, CSteps: c.Steps, LearningRate: 0.01, C: 10,
		Iterations: 1000, Free: true}
}

// Check returns an error for the first invalid setting.
func (c CEMConfig) Check() error {
	switch {
	case c.Iterations < 1 || c.CSteps < 1 || c.CSteps > maxCSteps:
		return fmt.Errorf("CEM needs at least 1 iteration, and 1 to %d values of c", maxCSteps)
	case !(c.LearningRate > 0) || !nn.Finite(c.LearningRate):
		return fmt.Errorf("the learning rate must be above 0")
	case !(c.C > 0) || !(c.C <= 1e6):
		return fmt.Errorf("the initial c must be above 0 and at most 1,000,000")
	case !c.Logits && !(c.Kappa >= 0 && c.Kappa < 1):
		return fmt.Errorf("kappa must be at least 0 and below 1")
	case !(c.Kappa >= 0 && c.Kappa <= maxMargin):
		return fmt.Errorf("kappa must be at least 0 and at most %d", maxMargin)
	}
	for _, w := range []float64{c.Beta, c.Gamma} {
		if !(w >= 0) || !nn.Finite(w) {
			return fmt.Errorf("the weights of CEM must be 0 or more")
		}
	}
	return nil
}

const (
	maxCSteps   = 20
	clipGrad    = 1000 // largest gradient with respect to an input, as in the authors' runs
	maxMargin   = 100  // largest kappa for logits
	raiseC      = 10   // factor by which c grows until an answer is found
	cemPart     = 256  // rows that are optimised together
	cemInterval = 8    // iterations between calls of tick
)

// CEM explains rows one by one with a classifier and an auto-encoder.
type CEM struct {
	layout
	cfg      CEMConfig
	blackBox blackbox.Differentiable
	usual    func() Usual // nil if gamma is 0
	noInfo   []float32
	stays    []bool // one per input, or nil
}

// Usual measures how far inputs are from what an auto-encoder has learned. Each descent has its own
// Usual.
type Usual interface {
	// Error adds |x - AE(x)|^2 for each example to sum, and weight times its gradient to d.
	//
	//	x, d  width×n    sum  n
	Error(x []float32, weight float32, sum, d []float32)
}

// usualRow is a Usual for rows of a table.
type usualRow struct {
	auto *vae.AutoEncoder
	tape vae.AutoTape
}

func (u *usualRow) Error(x []float32, weight float32, sum, d []float32) {
	u.auto.Error(&u.tape, x, weight, sum, d)
}

// NewCEM returns a CEM for rows of a table. The auto-encoder may be nil if gamma is 0.
func NewCEM(c CEMConfig, s data.Schema, blackBox blackbox.Differentiable, auto *vae.AutoEncoder) (*CEM, error) {
	if c.Gamma > 0 && (auto == nil || auto.Width() != s.Width()) {
		return nil, fault.Errorf("cf: CEM with gamma %v needs an auto-encoder that was trained on this table", c.Gamma)
	}
	return newCEM(c, newLayout(s), blackBox, func() Usual { return &usualRow{auto: auto} })
}

// NewCEMOf returns a CEM for inputs that are not rows of a table, such as images. Only Leave may
// be called on it. Each descent has its own Usual.
func NewCEMOf(c CEMConfig, width int, blackBox blackbox.Differentiable, usual func() Usual) (*CEM, error) {
	return newCEM(c, layout{width: width}, blackBox, usual)
}

func newCEM(c CEMConfig, l layout, blackBox blackbox.Differentiable, usual func() Usual) (*CEM, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	m := &CEM{layout: l, cfg: c, blackBox: blackBox, noInfo: c.NoInfo}
	if c.Fixed != nil && len(c.Fixed) != len(l.groups) {
		return nil, fault.Errorf("cf: CEM needs to know for every feature whether it is fixed, but got this for %d of "+
			"%d", len(c.Fixed), len(l.groups))
	}
	if c.Fixed != nil {
		m.stays = make([]bool, l.width)
		fixed(c.Fixed).each(&l, func(i int) { m.stays[i] = true })
	}
	if m.noInfo == nil {
		m.noInfo = make([]float32, m.width)
	}
	if len(m.noInfo) != m.width {
		return nil, fault.Errorf("cf: CEM needs a value without information for each input, but got %d for %d "+
			"inputs", len(m.noInfo), m.width)
	}
	if c.Gamma > 0 {
		m.usual = usual
	}
	if _, is := blackBox.Trace().(blackbox.ScoredTrace); c.Logits && !is {
		return nil, fault.Errorf("cf: CEM on logits needs a black box that gives logits")
	}
	return m, nil
}

// Leave looks for the nearest inputs outside the classes of n examples, which it optimises
// together. Examples for which it finds none are returned unchanged.
//
//	x, result width×n  found n
func (m *CEM) Leave(x []float32, n int, tick func() error) (nearest []float32, found []bool, err error) {
	d, err := m.descend(x, n, tick)
	if err != nil {
		return nil, nil, err
	}
	for _, v := range d.bestDist {
		found = append(found, v < noDist)
	}
	return d.best, found, nil
}

// Explained holds the counterfactuals of CEM, one per row. If CEM finds none for a row, Found is
// false and the row keeps the factual and its class, so that failures count.
type Explained struct {
	Outputs
	Found []bool
	Enc   []float32 // encoded counterfactuals as found, rows×width
}

// Explain looks for a pertinent negative for every encoded row. The result of a row does not depend
// on the other rows. Explain calls tick every few iterations and stops if tick returns an error.
func (m *CEM) Explain(rows nn.Examples, tick func() error) (Explained, error) {
	out := Explained{Enc: make([]float32, 0, len(rows.X))}
	for from := 0; from < rows.Rows(); from += cemPart {
		n := min(cemPart, rows.Rows()-from)
		x, idx := make([]float32, m.width*n), make([]int, n)
		for i := range idx {
			idx[i] = from + i
		}
		rows.Gather(idx, x)
		d, err := m.descend(x, n, tick)
		if err != nil {
			return Explained{}, err
		}
		m.collect(d, &out)
	}
	return out, nil
}

// collect decodes the results and lets the black box classify them again.
func (m *CEM) collect(d *descent, out *Explained) {
	n, w := d.n, m.width
	hard, one, factual := make([]float32, len(d.best)), make([]float32, w), make([]float32, w)
	for e := range n {
		for i := range one {
			one[i], factual[i] = d.best[i*n+e], d.x[i*n+e]
		}
		soft, row := m.rows(one, factual)
		out.Soft, out.Rows = append(out.Soft, soft), append(out.Rows, row)
		out.Enc = append(out.Enc, one...)
		out.Found = append(out.Found, d.bestDist[e] < noDist)
		m.schema.Encode(row, one)
		for i, v := range one {
			hard[i*n+e] = v
		}
	}
	classes := make([]int, n)
	nn.Best(d.clf.Shares(d.best, n), classes)
	out.SoftY = append(out.SoftY, classes...)
	nn.Best(d.clf.Shares(hard, n), classes)
	out.Y = append(out.Y, classes...)
}

// rows returns the raw and the decoded row of an encoded one. In both, an unchanged number keeps
// its stored value, even outside the range and without scaling error, so that it counts as
// unchanged.
func (m *CEM) rows(z, factual []float32) (soft, row []float64) {
	row = make([]float64, len(m.groups))
	m.schema.Decode(z, row)
	soft = slices.Clone(row)
	for j, f := range m.schema.Features {
		if !f.Kind.Numeric() {
			continue
		}
		i := m.schema.Offset(j)
		soft[j] = f.Unscale(z[i])
		if z[i] == factual[i] {
			soft[j] = f.Round(soft[j])
			row[j] = soft[j]
		}
	}
	return soft, row
}

// rate returns the step size in iteration k, rate * sqrt(1 - k/K) (alibi's schedule).
func (c CEMConfig) rate(k int) float32 {
	left := float32(c.Iterations-k) / float32(c.Iterations)
	return float32(c.LearningRate) * float32(math.Sqrt(float64(left)))
}
