package project

import (
	"slices"

	"causeway/core/blackbox"
	"causeway/core/data"
	"causeway/core/fault"
	"causeway/core/model"
	"causeway/core/nn"
	"causeway/core/onnx"
)

// BlackBox is the trained classifier of a project.
type BlackBox struct {
	blackbox.Differentiable
	Network *nn.Classifier // the network itself, or the stand-in used for training
	Opened  bool           // a model from another program, evaluated unchanged
	Bytes   []byte         // as it is stored
	said    []int16        // cache of Predictions: the class of each table row, or -1
}

// ProofLimit lists the features for which proofs are impossible, because a model from another
// program has no bounds there.
func (b *BlackBox) ProofLimit() (l model.ProofLimit) {
	if t, is := b.Differentiable.(blackbox.Through); is {
		if box, is := t.BlackBox.(*onnx.Box); is && box.Trees() == nil {
			l.Features, l.Operator = box.Unproved()
		}
	}
	return l
}

const classifierKind = "classifier"

// NewBlackBox encodes a classifier for storage. hash is that of its table. The network must consist
// of blocks.
func NewBlackBox(c *nn.Classifier, hash string) (*BlackBox, error) {
	if err := c.Net.CheckBlocks(); err != nil {
		return nil, Refuse(BadInput, "The classifier cannot be saved: %s.", fault.Clause(err))
	}
	b, err := model.EncodeState(Pack(classifierKind, hash, c.Model()))
	return &BlackBox{Differentiable: c, Network: c, Bytes: b}, err
}

// LoadBlackBox reads what NewBlackBox stored.
func (p *Project) LoadBlackBox(b []byte) (*BlackBox, error) {
	s, err := model.DecodeState(b)
	if err != nil || s.Kind != classifierKind {
		return nil, Refuse(BadInput, "The saved classifier is damaged. Train it again.")
	}
	if s.Of != p.Hash {
		return nil, Refuse(BadInput, "The saved classifier belongs to another table. Train it again.")
	}
	c, err := nn.LoadClassifier(Unpack(s))
	if err != nil || c.Net.In() != p.Schema.Width() || c.Classes() != p.Schema.Classes() {
		return nil, Refuse(BadInput, "The saved classifier does not match the table. Train it again.")
	}
	out := &BlackBox{Differentiable: c, Network: c, Bytes: b}
	if len(s.Opened) == 0 {
		return out, nil
	}
	box, err := openBox(s.Opened[0], p.Schema)
	if err != nil {
		return nil, err
	}
	out.Differentiable, out.Opened = blackbox.Through{BlackBox: box, By: c}, true
	return out, nil
}

// Answer is the black box's prediction for a row.
type Answer struct {
	Class  int
	Shares []float64
}

// Other returns the most likely class other than the predicted one.
func (a Answer) Other() int {
	shares := slices.Clone(a.Shares)
	shares[a.Class] = -1
	return slices.Index(shares, slices.Max(shares))
}

// Ask returns the predictions for rows.
func (p *Project) Ask(rows ...[]float64) []Answer { return ask(p.asks(), p.Seen, rows) }

func ask(b blackbox.BlackBox, s data.Schema, rows [][]float64) []Answer {
	var all []Answer
	nn.Each(b, EncodeRows(s, rows), func(y []int, shares []float32) {
		best := make([]int, len(y))
		nn.Best(shares, best)
		for e, class := range best {
			a := Answer{class, make([]float64, b.Classes())}
			for k := range a.Shares {
				a.Shares[k] = float64(shares[k*len(y)+e])
			}
			all = append(all, a)
		}
	})
	return all
}

// EncodeRows encodes rows as input for models. Their classes are unknown and set to 0.
func EncodeRows(s data.Schema, rows [][]float64) nn.Examples {
	w := s.Width()
	ex := nn.Examples{X: make([]float32, len(rows)*w), Y: make([]int, len(rows)), Width: w}
	for i, r := range rows {
		s.Encode(r, ex.X[i*w:(i+1)*w])
	}
	return ex
}

// Examples returns the given rows of the table with their classes.
func Examples(t *data.Table, rows []int) nn.Examples {
	w := t.Schema.Width()
	ex := nn.Examples{X: make([]float32, len(rows)*w), Y: make([]int, len(rows)), Width: w}
	row := make([]float64, len(t.Cols))
	for n, i := range rows {
		t.Schema.Encode(t.Row(i, row), ex.X[n*w:(n+1)*w])
		ex.Y[n] = t.Outcome[i]
		if t.Numbers != nil {
			ex.Numbers, ex.Cuts = append(ex.Numbers, t.Numbers[i]), t.Schema.Outcome.Cuts
		}
	}
	return ex
}

// askedAtOnce is how many rows are encoded in one batch.
const askedAtOnce = 4096

// Predictions returns the predicted classes of the table rows with these indices. It caches them.
func (p *Project) Predictions(rows []int) []int16 {
	b := p.BlackBox
	if len(b.said) != p.Table.Rows() {
		b.said = make([]int16, p.Table.Rows())
		for i := range b.said {
			b.said[i] = -1
		}
	}
	unknown := slices.DeleteFunc(slices.Clone(rows), func(i int) bool { return b.said[i] >= 0 })
	for part := range slices.Chunk(unknown, askedAtOnce) {
		n, best := 0, make([]int, len(part))
		nn.Each(b, Examples(p.Table, part), func(y []int, shares []float32) {
			nn.Best(shares, best[n:n+len(y)])
			n += len(y)
		})
		for k, i := range part {
			b.said[i] = int16(best[k])
		}
	}
	return b.said
}
