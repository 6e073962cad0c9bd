package study

import (
	"fmt"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/cf"
	"causeway/core/data"
	"causeway/core/exact"
	"causeway/core/kernel"
	"causeway/core/model"
	"causeway/core/nn"
)

// Host is how an experiment talks to its caller: a clock, a way to stop, and progress.
type Host struct {
	Clock func() float64      // time in seconds
	Tick  func() error        // called between steps; an error ends the experiment
	Tell  func(share float64) // called with the completed share of the experiment, 0 to 1

	from, to, told float64
}

// Quiet returns a host that never stops an experiment and ignores its progress.
func Quiet(clock func() float64) Host {
	return Host{Clock: clock, Tick: func() error { return nil }, Tell: func(float64) {}}
}

// stage sets the part of the whole experiment that the following steps cover.
func (h *Host) stage(from, to float64) { h.from, h.to = from, to }

// step is called after step i of n.
func (h *Host) step(i, n int) {
	if share := h.from + (h.to-h.from)*float64(i)/float64(max(n, 1)); share > h.told {
		h.told = share
		h.Tell(share)
	}
}

// Bench holds a table with its split, a black box and the rows to explain. All methods with the
// same seed share one bench. Only one goroutine may use it.
type Bench struct {
	Problem  Problem
	Table    *data.Table // with the scale of the split
	Seed     uint64
	Split    data.Split
	BlackBox blackbox.Differentiable
	Accuracy float64 // on the test rows
	Balanced float64 // like Accuracy: the mean recall of the classes
	AUC      float64 // like Accuracy, if HasAUC; see metric.MeanAUC
	HasAUC   bool
	Test     Cases

	host     Host
	train    nn.Examples
	val      nn.Examples
	autos    *autos
	bases    map[baseOf]trained   // BaseVAE, trained when first needed
	courses  map[courseOf]*course // for the Example-based method
	again    trainedAgain
	searched []Finding // one for each set of hard rules
	clear    *exact.Clear
	laws     *laws // for the problem's world, computed when first needed
	toldLaws []toldLaws
	learned  []learned
}

// Cases are rows to explain.
type Cases struct {
	Rows      []int // rows of the table
	Factual   [][]float64
	Predicted []int
	Target    []int
	Examples  nn.Examples
}

// NewBench fits the scale to the seed's split of the table and trains the paper's black box
// (appendix C.1): 10 hidden units, 100 epochs of Adam at 0.001 in batches of 32.
func NewBench(p Problem, t *data.Table, split data.Split, seed uint64, h Host) (*Bench, error) {
	own := *t
	own.Schema.Features = slices.Clone(t.Schema.Features)
	own.FitScale(split.Train)
	b := &Bench{Problem: p, Table: &own, Seed: seed, Split: split, host: h}
	b.train, b.val = b.encode(split.Train), b.encode(split.Val)
	paper := model.ClassifierFields.Default()
	paper.Seed = seed
	fit := nn.NewClassifierFit(nn.ClassifierConfig(paper), b.train, b.val, own.Schema.Classes())
	h.stage(0, 0.15)
	for i := range paper.Epochs {
		if _, err := fit.Epoch(h.Tick); err != nil {
			return nil, fmt.Errorf("%s, seed %d: %w", p.Name, seed, err)
		}
		h.step(i+1, paper.Epochs)
	}
	b.adopt(fit.Best())
	b.again.Config, b.again.Key = nn.ClassifierConfig(paper), b.Key(streamAgain)
	return b, nil
}

// NewBenchOf is like NewBench but takes the split, scale and black box from a project. Only the
// methods use the seed.
func NewBenchOf(p Problem, t *data.Table, split data.Split, blackBox blackbox.Differentiable, seed uint64,
	h Host) *Bench {
	b := &Bench{Problem: p, Table: t, Seed: seed, Split: split, host: h}
	b.train, b.val = b.encode(split.Train), b.encode(split.Val)
	b.adopt(blackBox)
	paper := model.ClassifierFields.Default()
	plain := false
	if c, ok := blackBox.(*nn.Classifier); ok {
		paper.Hidden, plain = c.Plain()
	}
	b.again.Config, b.again.Key, b.again.none = nn.ClassifierConfig(paper), kernel.NewKey(0).Sub(streamAgain), !plain
	return b
}

func (b *Bench) adopt(blackBox blackbox.Differentiable) {
	b.BlackBox = blackBox
	test := b.encode(b.Split.Test)
	b.again.Again = Again{Train: b.train, Val: b.val, Classes: blackBox.Classes()}
	_, b.Accuracy = nn.Score(blackBox, test)
	b.Balanced, _ = Confusion(blackBox, test).Balanced()
	b.AUC, b.HasAUC = AUC(blackBox, test)
	b.Test = b.Explain(b.Split.Test)
}

// Use sets the host for all later calls.
func (b *Bench) Use(h Host) { b.host = h }

// encode returns rows of the table, encoded as input for models.
func (b *Bench) encode(rows []int) nn.Examples {
	t := b.Table
	w := t.Schema.Width()
	ex := nn.Examples{Width: w, X: make([]float32, w*len(rows)), Y: make([]int, len(rows))}
	row := make([]float64, len(t.Cols))
	for n, i := range rows {
		t.Schema.Encode(t.Row(i, row), ex.X[n*w:(n+1)*w])
		ex.Y[n] = t.Outcome[i]
	}
	return ex
}

// Explain picks the rows to explain among the given rows of the table.
func (b *Bench) Explain(rows []int) Cases {
	predicted := cf.Predict(b.BlackBox, b.encode(rows))
	told := rowsOf(b.Problem.Told)
	var c Cases
	for n, i := range rows {
		if len(told) > 0 && told[fmt.Sprint(b.Table.Row(i, nil))] {
			continue
		}
		from := b.Problem.From
		if from >= 0 && (predicted[n] != from || b.Table.Outcome[i] != from) {
			continue
		}
		c.Rows = append(c.Rows, i)
		c.Factual = append(c.Factual, b.Table.Row(i, nil))
		c.Predicted = append(c.Predicted, predicted[n])
		c.Target = append(c.Target, cf.Target(predicted[n], b.BlackBox.Classes(), b.Key(streamGenerate), uint32(i)))
	}
	c.Examples = b.encode(c.Rows)
	return c
}

// Few keeps only the first n rows to explain, or all if n is 0.
func (b *Bench) Few(n int) {
	if n > 0 {
		b.Test = b.Test.first(n)
	}
}

// first returns the first n of the cases.
func (c Cases) first(n int) Cases {
	n = min(n, len(c.Rows))
	return Cases{c.Rows[:n], c.Factual[:n], c.Predicted[:n], c.Target[:n],
		nn.Examples{X: c.Examples.X[:n*c.Examples.Width], Y: c.Examples.Y[:n], Width: c.Examples.Width}}
}

// Predict returns the black box's predictions for rows.
func (b *Bench) Predict(rows [][]float64) []int {
	if len(rows) == 0 {
		return nil
	}
	return cf.Predict(b.BlackBox, b.encoded(rows))
}

// classesOf returns the black box's predictions for encoded rows.
func (b *Bench) classesOf(ex nn.Examples) []int {
	if ex.Rows() == 0 {
		return nil
	}
	return cf.Predict(b.BlackBox, ex)
}

func (b *Bench) encoded(rows [][]float64) nn.Examples { return encoded(b.Table.Schema, rows) }

// encoded returns rows, encoded as input for models. It sets their unknown classes to 0.
func encoded(s data.Schema, rows [][]float64) nn.Examples {
	w := s.Width()
	ex := nn.Examples{X: make([]float32, w*len(rows)), Y: make([]int, len(rows)), Width: w}
	for i, r := range rows {
		s.Encode(r, ex.X[i*w:(i+1)*w])
	}
	return ex
}

// Drop frees the training data and caches after the last experiment.
func (b *Bench) Drop() {
	b.train, b.val, b.autos, b.bases, b.courses, b.again, b.searched = nn.Examples{}, nn.Examples{}, nil, nil, nil,
		trainedAgain{}, nil
	b.clear, b.laws, b.toldLaws, b.learned = nil, nil, nil, nil
}

// rules returns the rules of the constraint at index place.
func (b *Bench) rules(place int) ([]causal.Rule, error) {
	if place < 0 || place >= len(b.Problem.Constraints) {
		return nil, fmt.Errorf("%s has no constraint %d", b.Problem.Name, place)
	}
	return b.Problem.Constraints[place].Rules, nil
}
