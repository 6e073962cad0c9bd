package wire

import "causeway/core/data"

// Previewed shows a file before it is imported.
type Previewed struct{ Preview data.Preview }

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
}

// Summary is what a feature looks like over all rows: a histogram of a number,
// the count of every level otherwise.
type Summary struct {
	Edges  Floats // bins+1 edges; empty for levels
	Counts []int
	Mean   float64 // of numbers
}

// Epoch reports the course of a training, at most ten times a second.
type Epoch struct {
	Epoch     int // finished epochs
	Epochs    int
	Loss      float64
	Terms     []Term // parts of the loss and what is measured beside it
	ElapsedMS float64
	LeftMS    float64 // estimate; -1 while there is none
	History   Floats  // all finished epochs × (1 + terms): loss, then the terms
	Best      int     // the epoch whose state would be kept
}

// Term is one named number of a training.
type Term struct {
	Name  string
	Value float64
}

// Checkpoint is the state of a running job. A TrainClassifier or TrainGenerator
// with it in Resume goes on to the same bytes as an uninterrupted run.
type Checkpoint struct {
	Epoch int
	State []byte
}

// ClassifierTrained ends a TrainClassifier.
type ClassifierTrained struct {
	Model     []byte // for Restore
	Best      int    // epoch whose state was kept
	Accuracy  float64
	LogLoss   float64
	Base      float64 // accuracy of always naming the most frequent class
	Confusion []int   // classes × classes, true class by row, over test rows
	TestRows  int
	TrainMS   float64
	Canceled  bool // the training was ended early; the best state was kept
}

// Scores are the means of the paper's metrics over counterfactuals.
type Scores struct {
	Validity       float64 // share that reaches the target
	ContProximity  float64 // minus sum over numbers of |change|/MAD, mean over rows
	CatProximity   float64 // minus number of changed levels, mean over rows
	FeaturesChange float64 // number of changed features, mean over rows
	Profiles       int     // distinct category profiles
}

// GeneratorTrained ends a TrainGenerator.
type GeneratorTrained struct {
	Model        []byte
	Best         int
	Soft         Scores // on the decoder's output, as the paper measures
	Decoded      Scores // on decoded, rounded rows
	DataProfiles int    // distinct category profiles of the factuals
	TestRows     int
	TrainMS      float64
	PerThousand  float64 // milliseconds for 1,000 counterfactuals in a batch
	Canceled     bool
}

// Page answers Rows.
type Page struct {
	Total     int   // hits
	From      int   // first hit returned
	Index     []int // row numbers in the table, from 0
	Values    Floats
	Outcomes  []int // true classes
	Predicted []int // predicted classes; empty while there is no black box
}

// Predicted answers Predict.
type Predicted struct{ Shares Floats } // probability of every class

// Counterfactual is one proposed row with its proof.
type Counterfactual struct {
	Values  Floats // features, as shown
	Class   int    // predicted again from exactly these values
	Shares  Floats // probability of every class
	Changed int    // features that differ from the factual
	Cost    float64
}

// Explained answers Explain.
type Explained struct {
	Factual Counterfactual // the row itself, with its prediction
	Target  int
	Tried   int // latent samples
	Valid   int // of them, rows that reach the target after decoding
	Found   []Counterfactual
	TookMS  float64
}

// Restored answers Restore.
type Restored struct{ Classifier, Generator bool }

// Paused, Resumed and Canceled answer Pause, Resume and Cancel.
type (
	Paused   struct{}
	Resumed  struct{}
	Canceled struct{}
)

// Code says what kind of failure a Failure is.
type Code string

// The kinds of failure.
const (
	BadInput Code = "input"    // what the person gave cannot be used; Detail says why
	NotReady Code = "order"    // something must be done first; Detail says what
	Numeric  Code = "numeric"  // the training broke down
	Protocol Code = "protocol" // the two ends do not understand each other
	Internal Code = "internal" // a fault of ours
)

// Failure ends a job that could not be done. Detail is one clear sentence.
type Failure struct {
	Code   Code
	Detail string
}
