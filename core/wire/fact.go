package wire

import (
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
)

// Previewed shows a file before it is imported.
type Previewed struct {
	Preview data.Preview
}

// Loaded reports that the project has a new table.
type Loaded struct {
	Name     string
	Schema   data.Schema
	Rows     int
	Train    int
	Val      int
	Test     int
	Counts   []int // rows per class
	Report   data.Report
	Hash     string // SHA-256 of schema and rows, hexadecimal
	Columns  []Summary
	Head     Floats // the first rows × features
	Outcomes []int  // classes of the first rows

	// Relations are rules by which features follow from others in every row. A rule applies only
	// after a person confirms it.
	Relations []causal.Rule

	// Implied are rules that every row keeps and that chance does not explain. Those that apply
	// until a person removes them come first.
	Implied []causal.Implied

	// Fills are the replacements for missing values of new rows, if the table's plan fills them.
	Fills []data.Fill
}

// Summary describes the distribution of a feature over all rows: a histogram for a number, or the
// count of every level.
type Summary struct {
	Edges  Floats // bins+1 edges; empty for levels
	Counts []int
	Mean   float64 // for numbers
	Spread float64 // for numbers, from the 5th to the 95th percentile

	// By counts each class in each bin or level: class k in bin or level b is at index b*classes +
	// k.
	By []int
}

// Of returns the counts of one class for every bin or level, or nil if they are unknown.
func (s Summary) Of(class, classes int) []int {
	if class < 0 || class >= classes || len(s.By) != len(s.Counts)*classes {
		return nil
	}
	of := make([]int, len(s.Counts))
	for b := range of {
		of[b] = s.By[b*classes+class]
	}
	return of
}

// Epoch reports the progress of a training, at most ten times a second.
type Epoch struct {
	Epoch     int     `msgpack:"epoch" bound:"0.."` // finished epochs
	Epochs    int     `msgpack:"epochs" bound:"1..epochs"`
	Loss      float64 `msgpack:"loss"`
	Terms     []Term  `msgpack:"terms"` // parts of the loss, and other measurements
	ElapsedMS float64 `msgpack:"elapsedMS" bound:"0..ms" is:"time taken"`
	LeftMS    float64 `msgpack:"leftMS" bound:"-1..ms" is:"time left"` // estimate; -1 if unknown
	// finished epochs × (1 + terms): the loss, then the terms
	History Floats `msgpack:"history" shape:"..,.."`
	Best    int    `msgpack:"best" bound:"0.." is:"best epoch"` // the epoch whose state would be kept
}

// Term is a named number that a training reports.
type Term struct {
	Name  string  `msgpack:"name"`
	Value float64 `msgpack:"value"`
}

// Watched describes the generator's counterfactuals during training: for the first Rows validation
// rows together, and for a single row. The engine sends it at most as often as Epoch. It has no
// influence on the training.
type Watched struct {
	Epoch   int // last epoch whose state was kept
	Rows    int
	Valid   float64 // share that reaches the target
	Kept    float64 // share that keeps all hard rules
	Held    float64 // share that does both and differs from its row
	Factual Floats
	Now     Floats // counterfactual of the single row
	Target  int
	Reached bool // whether the black box predicts the target class for Now
}

// Checkpoint is the state of a running training. A TrainClassifier or TrainGenerator with this
// state in Resume continues and ends with the same bytes as an uninterrupted run.
type Checkpoint struct {
	Epoch int    `msgpack:"epoch" bound:"0..epochs"`
	State []byte `msgpack:"state" len:"1.."`
}

// ClassifierTrained ends a TrainClassifier. Its Model is used in Restore.
type ClassifierTrained = model.ClassifierTrained

// GeneratorTrained ends a TrainGenerator.
type GeneratorTrained = model.GeneratorTrained

// Page answers Rows.
type Page struct {
	Total     int   // hits
	From      int   // index of the first hit returned
	Index     []int // row numbers in the table, from 0
	Values    Floats
	Outcomes  []int // true classes
	Predicted []int // predicted classes; empty without a black box
}

// Predicted answers Predict.
type Predicted struct {
	Shares    Floats // probability of every class, or of every band of the goal
	Cuts      Floats // cuts of a goal; see Explained
	Of        int    // of a goal; see Explained
	Band      int    // the band that reaches the goal
	Number    float64
	HasNumber bool // the classifier predicts a number, or the goal is a probability, in percent
}

// Explained answers Explain and Glance.
type (
	Explained      = document.Explained
	Counterfactual = document.Counterfactual
	Relaxation     = document.Relaxation

	// Reasons answers GiveReasons.
	Reasons = document.Reasons
)

// Restored answers Restore.
type Restored struct {
	Classifier bool
	Generator  bool

	AUC float64 // area under the curve of the classifier, as in ClassifierTrained
}

// Pong answers Ping.
type Pong struct{}

// Paused answers Pause.
type Paused struct{}

// Resumed answers Resume.
type Resumed struct{}

// Canceled answers Cancel, or reports that a new table ended the job.
type Canceled struct {
	Kept bool // whether another fact with the best state follows and ends the job
}

// Code identifies the kind of a Failure.
type Code string

// The kinds of failure.
const (
	CodeBadInput Code = "input"    // the user's input is not valid; Detail says why
	CodeNotReady Code = "order"    // something must be done first; Detail says what
	CodeNumeric  Code = "numeric"  // the training diverged
	CodeProtocol Code = "protocol" // the two ends do not understand each other
	CodeInternal Code = "internal" // an internal error
)

// Failure ends a job that could not be completed. Detail is one clear sentence.
type Failure struct {
	Code   Code
	Detail string
}
