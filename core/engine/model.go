package engine

import (
	"bytes"

	"causeway/core/fault"
	"causeway/core/model"
	"causeway/core/onnx"
	"causeway/core/project"
	"causeway/core/wire"
)

// readModel describes the inputs of a classifier from another program, and guesses how the table
// provides them.
func (e *Engine) readModel(m wire.ReadModel) (wire.Message, error) {
	p := &e.project
	if err := p.ready(); err != nil {
		return nil, err
	}
	o, err := e.openModel(m.Bytes, m.Output)
	if err != nil {
		return nil, err
	}
	guess, notes := onnx.Guess(o, p.Table)
	fact := wire.ModelRead{Producer: o.Producer, Output: o.Output, Outputs: o.Outputs, Labels: o.Labels,
		Classes: o.Classes,
		Ends:    endings[o.Ends], Mapped: guess.Classes, Notes: notes, Problems: guess.Check(o, p.Schema),
		Number: o.Number, Threshold: o.Threshold}
	for _, c := range o.Columns {
		fact.Columns = append(fact.Columns, model.Column{Name: c.Name, Codes: c.Codes, Unknown: c.Unknown,
			Category: c.Category})
	}
	fact.Sources = project.SourcesOf(guess)
	return fact, nil
}

var endings = map[onnx.Ending]wire.Ending{
	onnx.Softmax: wire.EndsSoftmax, onnx.Sigmoid: wire.EndsSigmoid, onnx.Scores: wire.EndsScores,
	onnx.Given: wire.EndsShares,
}

// lastModel caches the model read last, because every change of its mapping needs it again.
type lastModel struct {
	file   []byte
	output string // the requested output
	model  *onnx.Model
}

// openModel reads a file and rejects models with too many columns to map by hand.
func (e *Engine) openModel(b []byte, output string) (*onnx.Model, error) {
	last := e.model
	if last.model != nil && bytes.Equal(last.file, b) && (output == last.output || output == last.model.Output) {
		return last.model, nil
	}
	e.model = lastModel{}
	o, err := onnx.Read(b, output)
	if err != nil {
		return nil, refuse(wire.CodeBadInput, "%s", fault.Sentence(err))
	}
	if n := max(len(o.Columns), o.Classes); n > model.MaxColumns {
		return nil, refuse(wire.CodeBadInput, "The model has %d columns or classes; at most %d are possible.", n,
			model.MaxColumns)
	}
	e.model = lastModel{b, output, o}
	return o, nil
}

// useModel makes a classifier from another program the black box and measures it on the test
// rows. It removes the generator, which was trained on the previous one. A trial changes nothing.
func (e *Engine) useModel(id int, m wire.UseModel) (wire.Message, error) {
	p := &e.project
	if err := p.ready(); err != nil {
		return nil, err
	}
	if e.job != nil && !m.Try {
		return nil, errTrains
	}
	o, err := e.openModel(m.Bytes, m.Output)
	if err != nil {
		return nil, err
	}
	kept := model.Opened{File: m.Bytes, Output: o.Output, Sources: m.Sources, Classes: m.Classes,
		Threshold: m.Threshold}
	if m.Try {
		return e.tryModel(o, kept, m.Order)
	}
	return nil, e.inquire(id, func(q *inquiry) (wire.Message, error) {
		b, err := p.OpenBlackBox(o, kept, func(done float64) error {
			q.tell(func() wire.Message { return wire.Progress{Share: done} })
			return q.tick()
		})
		if err != nil {
			return nil, err
		}
		if e.job != nil {
			return nil, errTrains
		}
		p.BlackBox, p.Gen, e.model = b, nil, lastModel{}
		return p.Measure(b), nil
	})
}

// Reasons why several commands are refused.
var (
	errTrains       = refuse(wire.CodeNotReady, "A model is being trained. Wait or cancel it first.")
	errNoClassifier = refuse(wire.CodeNotReady, "Train a classifier first.")
	errNoGenerator  = refuse(wire.CodeNotReady, "Train a generator first.")
)

var orders = map[wire.ModelOrder]onnx.Order{wire.OrderLikeliest: onnx.Likeliest, wire.OrderSorted: onnx.Sorted,
	wire.OrderListed:    onnx.AsListed,
	wire.OrderAppearing: onnx.Appearing, wire.OrderItself: onnx.Itself, wire.OrderSpelled: onnx.Spelled}

// rowsToCompare is how many of the table's first rows a trial shows the shares of.
const rowsToCompare = 5

// tryModel numbers the categories that are still unassigned, and measures a model as far as its
// mapping permits.
func (e *Engine) tryModel(o *onnx.Model, kept model.Opened, order wire.ModelOrder) (wire.Message, error) {
	p := &e.project
	mapping := project.MappingOf(kept.Sources, kept.Classes)
	tried := wire.ModelTried{}
	if len(mapping.Columns) == len(o.Columns) {
		tried.Assumed = mapping.Number(o, p.Table, orders[order])
	}
	kept.Sources = project.SourcesOf(mapping)
	tried.Sources = kept.Sources
	if tried.Problems = mapping.Check(o, p.Schema); len(tried.Problems) > 0 {
		return tried, nil
	}
	b, err := p.Tried(o, kept)
	if err != nil {
		return nil, err
	}
	f := p.Measure(b)
	tried.Limit = b.ProofLimit()
	tried.Accuracy, tried.LogLoss, tried.Base, tried.Confusion, tried.TestRows, tried.AUC = f.Accuracy, f.LogLoss,
		f.Base, f.Confusion, f.TestRows, f.AUC
	var first [][]float64
	for i := range min(rowsToCompare, p.Table.Rows()) {
		x := project.EncodeRows(p.Schema, [][]float64{p.Table.Row(i, nil)}).X
		var row []float64
		for _, v := range b.Pass().Shares(x, 1) {
			row = append(row, float64(v))
		}
		first = append(first, row)
	}
	tried.Shares = wire.NewRows(first)
	return tried, nil
}

// writeModel exports the classifier or the generator for other programs.
func (e *Engine) writeModel(m wire.WriteModel) (wire.Message, error) {
	p := &e.project
	if err := p.trained(); err != nil {
		return nil, err
	}
	s := p.Schema
	if !m.Generator {
		if p.BlackBox.Opened {
			return nil, refuse(wire.CodeBadInput, "This classifier was imported and is run as it is. Use its "+
				"original file in other programs.")
		}
		b, err := onnx.WriteClassifier(p.BlackBox.Network, s)
		if err != nil {
			return nil, refuse(wire.CodeBadInput, "The classifier cannot be written as ONNX: %s.", fault.Clause(err))
		}
		return wire.ModelWritten{Bytes: b}, nil
	}
	if p.Gen == nil {
		return nil, errNoGenerator
	}
	if p.Gen.Acts() {
		return nil, refuse(wire.CodeBadInput, "Other programs cannot run this generator alone, because its "+
			"answers are decoded with the rules and judged by the classifier. Save the project instead, or "+
			"train another method.")
	}
	return wire.ModelWritten{Bytes: onnx.WriteGenerator(p.Gen.Network(), p.Gen.Ends(), s, p.Gen.Fixed()...)}, nil
}
