package wire

import (
	"math"

	"causeway/core/data"
)

// ReadModel asks what a classifier from an ONNX file takes and how it could be
// mapped to the table. The answer is a ModelRead.
type ReadModel struct {
	Bytes  []byte `msgpack:"bytes"`
	Output string `msgpack:"output"` // that gives the classes; "": the likeliest
}

// UseModel makes a classifier from an ONNX file the black box of the project. The
// answer is a ClassifierTrained without an epoch. With Try it is only measured, as
// far as the mapping allows, and the answer is a ModelTried.
type UseModel struct {
	Bytes   []byte        `msgpack:"bytes"`
	Output  string        `msgpack:"output"`
	Sources []ModelSource `msgpack:"sources"` // of every column
	Classes []int         `msgpack:"classes"` // of the table, for every class of the model
	Try     bool          `msgpack:"try"`
}

// WriteModel asks for the classifier, or the generator, as an ONNX file. The
// answer is a ModelWritten.
type WriteModel struct {
	Generator bool `msgpack:"generator"`
}

// ModelColumn is one value that a model takes of every row.
type ModelColumn struct {
	Name    string   `msgpack:"name"`
	Codes   []string `msgpack:"codes"`   // that it can have; empty for numbers
	Unknown bool     `msgpack:"unknown"` // other codes are possible and stand for none of these
}

// Take says what a column takes of a row.
type Take string

// What a column can take.
const (
	TakeNothing Take = ""       // it is not decided yet
	TakeNumber  Take = "number" // (v - Shift) / Scale of the feature's number v
	TakeLevel   Take = "level"  // 1 where the feature has the level, else 0
	TakeCode    Take = "code"   // for every level a number, or the place of a code, -1 for none
	TakeFixed   Take = "fixed"  // Value for everybody
)

// ModelSource is where a column comes from.
type ModelSource struct {
	Take    Take    `msgpack:"take"`
	Feature int     `msgpack:"feature"`
	Level   int     `msgpack:"level"`
	Codes   Floats  `msgpack:"codes"`
	Value   float64 `msgpack:"value"`
	Shift   float64 `msgpack:"shift"`
	Scale   float64 `msgpack:"scale"` // 0: 1
}

// Ending says what the output of a model is.
type Ending string

// The endings of a model.
const (
	EndsSoftmax Ending = "softmax"
	EndsSigmoid Ending = "sigmoid"
	EndsScores  Ending = "scores" // a softmax is put behind them, behind one a sigmoid
)

// ModelRead answers ReadModel, with a guess of the mapping.
type ModelRead struct {
	Producer string        `msgpack:"producer"`
	Output   string        `msgpack:"output"`
	Outputs  []string      `msgpack:"outputs"`
	Columns  []ModelColumn `msgpack:"columns"`
	Labels   []string      `msgpack:"labels"` // of the classes; empty if they have none
	Classes  int           `msgpack:"classes"`
	Ends     Ending        `msgpack:"ends"`

	Sources  []ModelSource `msgpack:"sources"`
	Mapped   []int         `msgpack:"mapped"`   // classes of the table; empty if their number differs
	Notes    []string      `msgpack:"notes"`    // on the guess
	Problems []string      `msgpack:"problems"` // that keep the guess from being used
}

// ModelTried answers a UseModel that tries. Without problems it has the figures of
// ClassifierTrained.
type ModelTried struct {
	Problems  []string `msgpack:"problems"` // that keep the mapping from being used
	Accuracy  float64  `msgpack:"accuracy"`
	LogLoss   float64  `msgpack:"logLoss"`
	Base      float64  `msgpack:"base"`
	AUC       float64  `msgpack:"auc"`
	Confusion []int    `msgpack:"confusion"`
	TestRows  int      `msgpack:"testRows"`
}

// ModelWritten answers WriteModel.
type ModelWritten struct {
	Bytes []byte `msgpack:"bytes"`
}

// MaxModelColumns bounds the columns of a model that a person maps.
const MaxModelColumns = 4_096

// Validate implements Message.
func (m ReadModel) Validate() error {
	c := checks{kind: "read model"}
	c.between("length of the output's name", len(m.Output), 0, maxText)
	return c.err
}

// Validate implements Message. Whether the sources fit is said in words where they
// are used.
func (m UseModel) Validate() error {
	c := checks{kind: "use model"}
	c.between("length of the output's name", len(m.Output), 0, maxText)
	c.sources(m.Sources)
	c.between("number of classes", len(m.Classes), 0, data.MaxLevels)
	return c.err
}

func (c *checks) sources(all []ModelSource) {
	c.between("number of columns", len(all), 0, MaxModelColumns)
	for _, s := range all {
		switch s.Take {
		case TakeNothing, TakeNumber, TakeLevel, TakeCode, TakeFixed:
		default:
			c.that(false, "unknown source %.40q", s.Take)
		}
		c.floats("codes", s.Codes, 1)
		c.between("number of codes", len(s.Codes.Data)/8, 0, data.MaxLevels)
	}
}

// Validate implements Message.
func (WriteModel) Validate() error { return nil }

// Validate implements Message.
func (m ModelRead) Validate() error {
	c := checks{kind: "model read"}
	c.sources(m.Sources)
	c.that(len(m.Sources) == len(m.Columns), "%d sources for %d columns", len(m.Sources), len(m.Columns))
	c.between("number of classes", m.Classes, 2, MaxModelColumns)
	switch m.Ends {
	case EndsSoftmax, EndsSigmoid, EndsScores:
	default:
		c.that(false, "unknown ending %.40q", m.Ends)
	}
	return c.err
}

// Validate implements Message.
func (m ModelTried) Validate() error {
	c := checks{kind: "model tried"}
	c.between("number of test rows", m.TestRows, 0, math.MaxInt32)
	return c.err
}

// Validate implements Message.
func (ModelWritten) Validate() error { return nil }
