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

// Loaded says that the project has a new table.
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

	// Relations are rules by which features follow from others in every row; none of
	// them holds until a person says so.
	Relations []causal.Rule

	// Implied are rules that every row keeps and chance does not explain, those that hold
	// until a person lifts them first.
	Implied []causal.Implied

	// Fills are what missing values of new rows become, where the table's plan says so.
	Fills []data.Fill
}

// Summary is what a feature looks like over all rows: a histogram of a number,
// the count of every level otherwise.
type Summary struct {
	Edges  Floats // bins+1 edges; empty for levels
	Counts []int
	Mean   float64 // of numbers
	Spread float64 // of numbers, from the 5th to the 95th percentile

	// By are the counts of every class: class k of bin or level b is at b*classes + k.
	By []int
}

// Of are the counts of one of so many classes, of every bin or level; nil where they are not known.
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

// Epoch reports the course of a training, at most ten times a second.
type Epoch struct {
	Epoch     int     `msgpack:"epoch" bound:"0.."` // finished epochs
	Epochs    int     `msgpack:"epochs" bound:"1..epochs"`
	Loss      float64 `msgpack:"loss"`
	Terms     []Term  `msgpack:"terms"` // parts of the loss and what is measured beside it
	ElapsedMS float64 `msgpack:"elapsedMS" bound:"0..ms" is:"time taken"`
	LeftMS    float64 `msgpack:"leftMS" bound:"-1..ms" is:"time left"` // estimate; -1 while unknown
	// all finished epochs × (1 + terms): loss, then the terms
	History Floats `msgpack:"history" shape:"..,.."`
	Best    int    `msgpack:"best" bound:"0.." is:"best epoch"` // the epoch whose state would be kept
}

// Term is one named number of a training.
type Term struct {
	Name  string  `msgpack:"name"`
	Value float64 `msgpack:"value"`
}

// Watched is what the generator under training makes of validation rows: of the first
// Rows of them together, and of one. It comes at most as often as Epoch, and nothing
// depends on it.
type Watched struct {
	Epoch   int // whose state was kept last
	Rows    int
	Valid   float64 // share that reaches the target
	Kept    float64 // share that keeps all hard rules
	Held    float64 // share that does both and differs from the row
	Factual Floats
	Now     Floats // its counterfactual
	Target  int
	Reached bool // the black box puts Now into the target class
}

// Checkpoint is the state of a running job. A TrainClassifier or TrainGenerator
// with it in Resume goes on to the same bytes as an uninterrupted run.
type Checkpoint struct {
	Epoch int    `msgpack:"epoch" bound:"0..epochs"`
	State []byte `msgpack:"state" len:"1.."`
}

// ClassifierTrained ends a TrainClassifier; its Model is for Restore.
type ClassifierTrained = model.ClassifierTrained

// GeneratorTrained ends a TrainGenerator.
type GeneratorTrained = model.GeneratorTrained

// Page answers Rows.
type Page struct {
	Total     int   // hits
	From      int   // first hit returned
	Index     []int // row numbers in the table, from 0
	Values    Floats
	Outcomes  []int // true classes
	Predicted []int // predicted classes; empty without a black box
}

// Predicted answers Predict.
type Predicted struct {
	Shares Floats // probability of every class
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

	AUC float64 // of the classifier, as in ClassifierTrained
}

// Pong answers Ping.
type Pong struct{}

// Paused answers Pause.
type Paused struct{}

// Resumed answers Resume.
type Resumed struct{}

// Canceled answers Cancel, or says that a new table ended the job.
type Canceled struct {
	Kept bool // the fact that ends the job follows, with its best state; otherwise this is the end
}

// Code says what kind of failure a Failure is.
type Code string

// The kinds of failure.
const (
	CodeBadInput Code = "input"    // what the person gave cannot be used; Detail says why
	CodeNotReady Code = "order"    // something must be done first; Detail says what
	CodeNumeric  Code = "numeric"  // the training broke down
	CodeProtocol Code = "protocol" // the two ends do not understand each other
	CodeInternal Code = "internal" // a fault of ours
)

// Failure ends a job that could not be done. Detail is one clear sentence.
type Failure struct {
	Code   Code
	Detail string
}
