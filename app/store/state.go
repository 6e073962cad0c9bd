// Package store holds the page's state as plain values, the intents that change it, and the effects
// that follow. It makes all the page's decisions but knows neither the browser nor go-app. Work that
// takes longer than a frame belongs to the engine. Begin at Apply.
package store

import (
	"bytes"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// State is all that the page knows. It is a plain value: Apply returns a changed copy and never
// modifies a slice of an earlier State.
type State struct {
	Link          Link
	Data          Data
	Graph         Graph
	Classifier    Classifier
	Foreign       Foreign
	Images        Images
	Export        export
	Generator     Generator
	ClassifierRun Run // training on the table or the images
	GeneratorRun  Run
	Explain       Explain

	Evidence      Evidence
	Search        GraphSearch
	Batch         Batch
	BatchRun      TaskRun
	Evaluation    Evaluation
	EvaluationRun TaskRun
	Labels        Labels
	Project       Project
	Notice        document.Notice
	Keeping       Keeping
	Notices       Notices
	History       history

	good       *snapshot.Project // the project as last saved in this browser
	lastJob    int               // job numbers only rise
	lastNotice int
	here       []Topic // topics of the step on show
	recovery   recovery
	asking     asking
	ruled      rulesCache
	followed   followed
	crew       crew
}

// New returns the state of a freshly opened page.
func New() State {
	return State{
		Data:       Data{Sample: document.Sample{Rows: 10000, Seed: 1}},
		Classifier: Classifier{Settings: model.ClassifierFields.Default()},
		Generator:  Generator{Settings: following(generatorPreset(model.Other, model.BaseVAE, wire.Loaded{}))},
		Explain: Explain{
			Part: data.TestRows,
			Find: document.Search{Count: 5, Seed: 1, Target: -1, Budget: 400, Horizon: true},
		},
		Batch:      Batch{Settings: batchPreset},
		Evaluation: Evaluation{Settings: document.NewEvaluation()},
		Labels:     Labels{Settings: labelPreset},
		Images:     newImages(),
	}
}

// Link is the state of the connection to the engine.
type Link struct {
	Down       bool // no new engine starts until a person asks
	Final      bool // the new engine is getting the table and the models
	Recovering bool // the successor is being given the table and the models
}

// Data is the project's table and the file that may become it.
type Data struct {
	Sample  document.Sample
	File    file // the file being read or previewed
	Preview data.Preview
	Plan    data.Plan   // plan of the preview, with the person's last changes
	Table   wire.Loaded // its schema has the graph's orders
	Stage   stage
	Ask     Ask // a question that waits for a person's answer

	// Names holds the readable names of the features and then the outcome; nil: the table's own.
	// Table's schema has the readable ones.
	Names []data.Naming
	named named

	// Chosen is 1 more than the class that a person named as wanted; 0: Wanted is a guess.
	Chosen int

	HasPreview bool
	HasTable   bool // and no images
	TableID    int  // changes with every new table, and with images that replace it

	incoming   file // on its way to become File
	fileID     int  // ID of the file that the browser is reading
	openID     int  // ID of the previewed file
	previewJob int  // Open or Replan
	opening    bool // previewJob is an Open
	stale      bool // the engine may have another file open than the previewed one
	again      bool // previewJob opens the previewed file again
	loadJob    int  // job of Import, Sample, or the command that makes images
	loading    origin
	kept       *data.Plan  // how the opening file was read earlier; nil: never
	sampling   model.Kind  // the model to sample from if askSample is answered
	origin     origin      // where Table came from
	schema     data.Schema // schema of Table before the graph's orders
	then       bool        // train the classifier when the table arrives
}

// file is a file that a person gave.
type file struct {
	Name  string
	Size  int
	Bytes []byte
	file  int // number of a file that the page holds, if Bytes are not all of it
	place int // see Project.Place
}

// stage is what Table is doing.
type stage uint8

// The stages of Table.
const (
	Idle       stage = iota
	Reading          // the browser reads the file
	Previewing       // the engine reads the file under a plan
	Loading          // the engine makes the table
)

// Ask is a question to answer before a table, or images, are replaced.
type Ask uint8

// The things that would replace the document, its models and its counterfactuals.
const (
	AskNothing Ask = iota
	askImport
	askSample
	askImportAndTrain
	askImages
)

// origin records how to make a table again after the engine died.
type origin struct {
	file   file
	plan   data.Plan
	seed   uint64
	plain  bool // the split ignores the outcome
	sample bool
	model  model.Kind
	spec   document.Sample

	images wire.Message    // makes the images that are being loaded instead of a table
	packed wire.Table      // the table itself, from a file of a project
	told   snapshot.Source // that file's claim about the source of its table
	isTold bool
}

// SplitSeed returns the seed that sampled and split the present table. Sample's seed is for the next
// table.
func (d Data) SplitSeed() uint64 {
	if d.origin.sample {
		return d.origin.spec.Seed
	}
	return d.origin.seed
}

// Stratified reports whether the split keeps the shares of the classes in every part. In projects
// saved by an earlier version it does not.
func (d Data) Stratified() bool { return !d.origin.plain }

// Classifier is the black box.
type Classifier struct {
	Settings model.ClassifierRecipe
	Phase    Phase
	Result   wire.ClassifierTrained
	Learned  model.ClassifierRecipe // that trained Result, unless Foreign

	HasResult bool
	Foreign   bool             // Result comes from another program
	From      model.Provenance // its source, with Foreign
	Curves    Curves

	Origin Origin         // origin of Result
	Differ []model.Differ // its Belied figures
}

// Curves describe the classifier on the held-out rows at any threshold. They are measured on
// request and not saved.
type Curves struct {
	has bool
	is  wire.ClassifierMeasured
	of  []byte // the model they belong to
	job int
}

// Measured returns the curves of the present classifier, if known.
func (c Classifier) Measured() (wire.ClassifierMeasured, bool) {
	return c.Curves.is, c.Curves.has && c.HasResult && bytes.Equal(c.Curves.of, c.Result.Model)
}

// Generator is the generator of counterfactuals.
type Generator struct {
	Settings model.Recipe
	Codes    Codes
	Preset   model.Kind
	Phase    Phase
	Result   wire.GeneratorTrained
	Judged   MeasuredBy // the rules behind Result.Kept

	HasResult bool
	Learned   learned // that trained Result
	Outdated  bool    // the method would learn something else from the drawn graph
	Unlearned bool    // it learned nothing from the graph, but another method would
	Queued    bool    // train when the classifier is trained

	Origin      Origin         // origin of Result
	AnswersLate bool           // time ran out before Result.Answers were measured, so they are still Claimed
	Differ      []model.Differ // the Belied figures of Result
}

// Phase is the phase of a training, or of a job of many tasks.
type Phase uint8

// The phases.
const (
	Resting     Phase = iota
	ReadingRows       // the browser or the engine reads a file of rows to explain
	preparing         // rows are chosen; the table is packed for the workers
	Running
	Pausing
	Paused
	Resuming
	Canceling
	Interrupted // the engine died; Resume continues from the last checkpoint
)

// Active reports whether a training has started and not ended.
func (p Phase) Active() bool { return p != Resting }

// HasTasks reports whether tasks have started and not ended.
func (p Phase) HasTasks() bool { return p == Running || p == Paused }

// Run is the progress of a training. It changes ten times a second, so it is separate from the rest
// of the state.
type Run struct {
	Epoch      wire.Epoch
	HasEpoch   bool
	At         []int   // epochs of Epoch.History; nil: all
	Floor      float64 // the minimum of the generator's validity term
	job        int
	checkpoint wire.Checkpoint
	command    wire.Message // restarts the training from the checkpoint
	deaths     int          // deaths of the engine since the checkpoint
	goOn       bool         // resume when the engine is back

	Share float64 // finished share of the current epoch, if reported

	Watched []wire.Watched // the generator's results for some rows, the latest last

	Origin Origin // origin of the curves
}

// Explain is the explained row and its results.
type Explain struct {
	Part   data.Part
	Search string
	Filter document.RowFilter
	Total  int // rows of the part that match the search and the filter
	Pos    int // place of the row among these, from 0
	Index  int // number of the row in the table, from 0
	Row    []float64
	Edited []float64 // the row with the person's changes
	True   int       // class of the row in the table

	Map    RowMap
	Glance Glance
	Way    int // the counterfactual on show, in Answers
	Hits   hits
	Find   document.Search
	Limits []causal.Limit // the person's own, one a feature; nil: none
	Own    []causal.Rule  // the person's own, about several features or values
	Marks  []int          // bookmarked rows of the table, ascending
	Pins   []snapshot.Pin // counterfactuals kept for comparison
	Found  wire.Explained

	Reasons wire.Reasons // why the row of Found was refused; without a Row until they arrive

	Shares     []float64 // shares for Edited: probability of every class of Aimed
	Cuts       []float64 // the cuts of the goal that Shares are for
	CutsOf     int       // see document.Explained.Of
	Band       int       // that reaches it
	Number     float64   // predicted for Edited
	HasNumber  bool
	HasRow     bool
	HasShares  bool
	HasFound   bool
	Waiting    bool // a row is on its way
	Finding    bool
	Share      float64 // finished share of the trainings before the search
	Queued     bool    // search once generator and row are ready
	reverse    bool    // an accepted person asked for a refusal
	FoundRow   int     // Index of the row that Found belongs to
	Asked      int     // how many counterfactuals the search for Found asked for
	Led        Led     // how the engine chose the row
	Tried      int     // how many refused rows were tried
	chosen     bool    // a person chose the row, or asked for its answers
	rowJob     int
	reasonsJob int
	proofJob   int // job that makes a certificate
	seekJob    int
	going      int // place of the requested row
	hitsJob    int
	predictJob int
	findJob    int
	finds      int  // changes with Found
	again      bool // Edited changed while a prediction was on its way
	asked      wire.Explain
	wider      bool // the request drops the limit on changed features
	refresh    bool // limits changed during a search
	lost       bool // the engine died during the search; the next engine repeats it

	Unasked  bool // nobody asked for Found; a change started its search
	OldRules bool // graph or limits differ from those that Found obeys
}

// hits holds rows that match a search.
type hits struct {
	From     int
	Index    []int
	Rows     [][]float64
	Outcomes []int
	Said     []int // predicted classes; nil without a black box
	Shown    bool
}

// Topic is the subject of an alert, or of pausing and canceling. The next attempt at it removes the
// alert.
type Topic uint8

// The topics.
const (
	TheClassifier Topic = iota // KeptCard stores this number and the next
	TheGenerator
	TheTable
	TheRow // the row to explain
	theEngine
	TheBatch
	TheEvaluation
	TheGraph
	TheLabels
	TheProject
	theKeeping
	theAddress
	theLeft // parts of the project that were not saved or read
)
