package main

import (
	"fmt"
	"slices"

	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/vae"
)

// bench is a table with a seed's split, black box and rows to explain: all that
// the methods of one seed share. It is used by one goroutine.
type bench struct {
	set      *dataset
	table    *data.Table // with the scale of this split
	seed     uint64
	split    data.Split
	train    nn.Examples
	val      nn.Examples
	blackBox *nn.Classifier
	accuracy float64 // on the test rows
	test     cases
	autos    *autos
	base     *trained           // BaseVAE, once it is needed
	courses  map[string]*course // of the Example-based method, by constraint
	admitted map[admission]bool
	reached  [][2]float64 // see reach, once it is needed
}

// cases are the rows to explain.
type cases struct {
	rows    []int // of the table
	factual [][]float64

	predicted, target []int
	ex                nn.Examples
}

// Streams of random numbers below a run's seed.
const (
	streamGenerate = 101
	streamShow     = 102
	streamAdmit    = 103
	streamQuery    = 104
)

func (b *bench) key(stream uint64) kernel.Key { return kernel.NewKey(b.seed).Sub(stream) }

// newBench splits the table by the seed and trains the paper's black box
// (appendix C.1): 10 hidden units, 100 epochs of Adam at 0.001 in batches of 32.
func newBench(set *dataset, t *data.Table, seed uint64) (*bench, error) {
	own := *t
	own.Schema.Features = slices.Clone(t.Schema.Features)
	b := &bench{set: set, table: &own, seed: seed, split: data.NewSplit(t.Rows(), seed)}
	own.FitScale(b.split.Train)
	b.train, b.val = encode(&own, b.split.Train), encode(&own, b.split.Val)
	fit := nn.NewClassifierFit(nn.ClassifierConfig{Seed: seed, Epochs: 100, Batch: 32, Hidden: 10, LearningRate: 0.001},
		b.train, b.val, own.Schema.Classes())
	for range 100 {
		if _, err := fit.Epoch(never); err != nil {
			return nil, fmt.Errorf("%s, seed %d: %w", set.name, seed, err)
		}
	}
	b.blackBox = fit.Best()
	_, b.accuracy = b.blackBox.Score(encode(&own, b.split.Test))
	b.test = b.explain(b.split.Test)
	return b, nil
}

// never is the tick of a training that nobody stops.
func never() error { return nil }

// encode returns rows of the table as models read them.
func encode(t *data.Table, rows []int) nn.Examples {
	w := t.Schema.Width()
	ex := nn.Examples{Width: w, X: make([]float32, w*len(rows)), Y: make([]int, len(rows))}
	row := make([]float64, len(t.Cols))
	for n, i := range rows {
		t.Schema.Encode(t.Row(i, row), ex.X[n*w:(n+1)*w])
		ex.Y[n] = t.Outcome[i]
	}
	return ex
}

// explain picks the rows that are explained from a part of the table.
func (b *bench) explain(rows []int) cases {
	predicted := cf.Predict(b.blackBox, encode(b.table, rows))
	var c cases
	for n, i := range rows {
		from := b.set.from
		if from >= 0 && (predicted[n] != from || b.table.Outcome[i] != from) {
			continue
		}
		c.rows = append(c.rows, i)
		c.factual = append(c.factual, b.table.Row(i, nil))
		c.predicted = append(c.predicted, predicted[n])
		c.target = append(c.target, cf.Target(predicted[n], b.blackBox.Classes(), b.key(streamGenerate), uint32(i)))
	}
	c.ex = encode(b.table, c.rows)
	return c
}

// first are the first n of the cases.
func (c cases) first(n int) cases {
	n = min(n, len(c.rows))
	return cases{c.rows[:n], c.factual[:n], c.predicted[:n], c.target[:n],
		nn.Examples{X: c.ex.X[:n*c.ex.Width], Y: c.ex.Y[:n], Width: c.ex.Width}}
}

// autos are the auto-encoders of all training rows and of each class.
type autos struct {
	all     *vae.AutoEncoder
	ofClass []*vae.AutoEncoder
}

// autoConfig trains them; the paper says nothing about it.
var autoConfig = vae.AutoConfig{Epochs: 50, Batch: 64, LearningRate: 0.003}

// encoders trains the auto-encoders once.
func (b *bench) encoders() (*autos, error) {
	if b.autos != nil {
		return b.autos, nil
	}
	a := &autos{}
	var err error
	if a.all, err = b.auto(b.train, b.val); err != nil {
		return nil, err
	}
	for class := range b.blackBox.Classes() {
		one, err := b.auto(vae.OfClass(b.train, class), vae.OfClass(b.val, class))
		if err != nil {
			return nil, err
		}
		a.ofClass = append(a.ofClass, one)
	}
	b.autos = a
	return a, nil
}

func (b *bench) auto(train, val nn.Examples) (*vae.AutoEncoder, error) {
	var groups []int
	for _, f := range b.table.Schema.Features {
		groups = append(groups, f.Width())
	}
	net := vae.Paper(groups, b.blackBox.Classes())
	net.Drop = 0 // its noise keeps numbers from being exact
	c := autoConfig
	c.Seed = b.seed
	fit, err := vae.NewAutoFit(c, net, train, val)
	if err != nil {
		return nil, err
	}
	for range c.Epochs {
		if _, err := fit.Epoch(never); err != nil {
			return nil, err
		}
	}
	return fit.Best(), nil
}

// drop forgets what is large and no longer needed, as outcomes keep their
// bench.
func (b *bench) drop() {
	b.train, b.val, b.autos, b.base, b.courses = nn.Examples{}, nn.Examples{}, nil, nil, nil
}
