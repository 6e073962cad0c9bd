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

// Counterfactual is one proposed row with its proof.
type Counterfactual struct {
	Values  Floats // features, as shown
	Class   int    // predicted again from exactly these values
	Shares  Floats // probability of every class
	Changed int    // features that are acted on
	Cost    float64

	Proof  []Judged // on every rule of the Explained, judged on exactly these values
	Degree float64  // share of the training rows that the mechanisms find at most as likely

	// Bare is the nearest row on the way here that just reaches the class; empty
	// where no more was asked for or it is this row.
	Bare Floats

	// Base is what the features would be if nothing acted on each: what differs from it is
	// done, and where it differs from the factual something follows. It is empty where
	// nothing does.
	Base Floats

	// Without is for every feature the share that the class would keep if this change
	// alone were undone; of what does not change the share that it has.
	Without Floats

	Holds int // of Explained.Judges, those that still give the class

	Stands int // of Explained.Refits, those under which it still reaches the class

	Usual float64 // of the table's rows of the class, those that stand as far from all others

	// Plan is the same change as an order of steps along the graph; empty if it is not shown
	// alone.
	Plan []Step
}

// Judged is what the checker says of one rule.
type Judged struct {
	Pass    bool
	Applies bool   // false where the rule says nothing about this change
	Text    string // verdict, rule and the values that decide
}

// Explained answers Explain.
type Explained struct {
	Factual Counterfactual // the row itself, with its prediction
	Target  int
	Tried   int // latent samples
	Valid   int // of them, rows that reach the target after decoding
	Found   []Counterfactual
	TookMS  float64

	Laws      []document.Law // Knowledge.AllRules, then the person's own, then what is carried
	Conflicts []string       // hard rules that no counterfactual of this row can keep together
	Relaxed   []Relaxation   // where nothing was found: what to give up, nearest rows first
	HasDegree bool
	NoDegree  string // why Degree is missing, if mechanisms are given

	Nearest bool    // proved of the first counterfactual
	None    bool    // proved: no row keeps the hard rules and reaches the target
	Unclear bool    // none is as clear as asked for, and these just reach the target
	NoMore  bool    // proved: no further one changes none of the features that these change
	NoClear bool    // proved: no row is
	Boxes   int     // that the complete search looked at
	Decided float64 // share of the rows that the rules leave whose answer it knows

	// Judges is how many classifiers, trained again and unknown to the search, were
	// asked whether each answer still holds; 0: none. Frail says that no answer was found
	// that holds under those that the search was given, so these are of the usual search.
	Judges int
	Frail  bool

	// Refits is under how many more fits of what follows, to other samples of the rows, each
	// answer was judged; 0: none.
	Refits int

	// HasUsual says that the answers' Usual is known. Passed is how many answers are
	// left out because no row of the table is like them.
	HasUsual bool
	Passed   int

	// Carry are the effects that follow in what was found, as they were asked for.
	Carry []int

	// Flat are effects that were to follow by fitted lines and counted as acted on: the rows
	// contradict the sign of an edge into them.
	Flat []int

	// Brought is how many at the end of Found were pinned and not found; Lapsed is how many of
	// the pinned no longer are answers.
	Brought int
	Lapsed  int
}

// Steady reports whether the answers hold under the classifiers that the search was
// given. No search proves anything of those.
func (m Explained) Steady() bool { return m.Judges > 0 && !m.Frail && len(m.Found) > 0 }

// Relaxation is the least that must be given up for a row to be found.
type Relaxation struct {
	Without []int // places in Laws, with those that were given up before
	Wider   bool  // the limit on changed features, too
	Row     Counterfactual
}

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
