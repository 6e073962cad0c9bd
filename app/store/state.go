// Package store holds the state of the page as plain values, the intents that
// change it and the effects that follow. It knows neither the browser nor
// go-app, decides everything that the page decides, and does no work that takes
// longer than a frame: that belongs to the engine.
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

// State is all that the page knows. It is a plain value: Apply returns a changed
// copy and never modifies what a slice of an earlier State points to.
type State struct {
	Link          Link
	Data          Data
	Graph         Graph
	Classifier    Classifier
	Foreign       Foreign
	Images        Images
	Export        export
	Generator     Generator
	ClassifierRun Run // of the table or the images
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
	Keeping       Keeping
	Notices       Notices
	History       history

	good       *snapshot.Project // as it was last saved in this browser
	lastJob    int               // job numbers are given out in rising order
	lastNotice int
	here       []Topic // what alerts at the step that is shown are about
	recovery   recovery
	asking     asking
	ruled      ruled
	followed   followed
	crew       crew
}

// New is the state of a page that was just opened.
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
	Down       bool // the engine died and its successor is not ready yet
	Final      bool // there will be no successor unless a person asks for it
	Recovering bool // the successor is being given the table and the models
}

// Data is the table of the project and the file that may become it.
type Data struct {
	Sample  document.Sample
	File    file // the file being read or previewed
	Preview data.Preview
	Plan    data.Plan   // of the preview, as the person last changed it
	Table   wire.Loaded // its schema has the orders of the graph
	Stage   stage
	Ask     Ask // what waits for a person's word

	// Names are how people read the table: its features, then its outcome; nil: as
	// it is. Table's schema is as they read it.
	Names []data.Naming
	named named

	// Chosen is 1 more than the class that a person named as the wanted one; 0:
	// none was named, and Wanted is a guess.
	Chosen int

	HasPreview bool
	HasTable   bool // and no images
	TableID    int  // changes with every new table, and with images that take its place

	incoming   file // on its way to become File
	fileID     int  // of the file that the browser reads
	openID     int  // of the previewed file
	previewJob int  // Open or Replan
	opening    bool // previewJob is an Open
	stale      bool // the engine may have opened another file than the previewed one
	again      bool // previewJob opens the previewed file again
	loadJob    int  // Import, Sample, or what makes images
	loading    origin
	kept       *data.Plan  // of the file that is being opened, as it was read before; nil: it was not
	sampling   model.Kind  // the model that askSample is about
	origin     origin      // where Table came from
	schema     data.Schema // of Table as it came
	then       bool        // train the classifier once the table is there
}

// file is a file that a person gave.
type file struct {
	Name  string
	Size  int
	Bytes []byte
	file  int // number of a file of the page that nobody here has read; 0: Bytes are all
	place int // see Project.Place
}

// stage says what the Data step is busy with.
type stage uint8

// The stages of the Data step.
const (
	Idle       stage = iota
	Reading          // the browser reads the file
	Previewing       // the engine reads the file under a plan
	Loading          // the engine makes the table
)

// Ask is a question that must be answered before a table, or images, are replaced.
type Ask uint8

// What would replace the document, its models and its counterfactuals.
const (
	AskNothing Ask = iota
	askImport
	askSample
	askImportAndTrain
	askImages
)

// origin is how a table can be made again after the engine died.
type origin struct {
	file   file
	plan   data.Plan
	seed   uint64
	plain  bool // the split does not heed the outcome
	sample bool
	model  model.Kind
	spec   document.Sample

	images wire.Message    // that makes images on their way; there is no table then
	packed wire.Table      // the table itself, from a file of a project
	told   snapshot.Source // what that file says of where its table comes from
	isTold bool
}

// SplitSeed is the seed that the present table was sampled and split with. The
// seed in Sample is for the next one.
func (d Data) SplitSeed() uint64 {
	if d.origin.sample {
		return d.origin.spec.Seed
	}
	return d.origin.seed
}

// Stratified reports whether the present table is split so that every part has its
// share of every class. Tables of projects that an earlier version saved are not.
func (d Data) Stratified() bool { return !d.origin.plain }

// Classifier is the black box.
type Classifier struct {
	Settings model.ClassifierRecipe
	Phase    Phase
	Result   wire.ClassifierTrained
	Learned  model.ClassifierRecipe // that Result was trained by, unless Foreign

	HasResult bool
	Foreign   bool       // Result comes from another program
	From      Provenance // where it comes from, if so
	Stopped   int        // epochs done when the engine died; see Interrupted
	Curves    Curves

	Origin Origin         // of Result
	Differ []model.Differ // what of it is Belied
}

// Curves say what the classifier does on the held-out rows at any threshold. They are
// measured when somebody looks, and not kept.
type Curves struct {
	has bool
	is  wire.ClassifierMeasured
	of  []byte // the model that they are of, or are to be
	job int
}

// Measured are the curves of the classifier that there is, if they are known.
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
	Rules    []string // in words, that Result.Kept is about

	HasResult bool
	Learned   learned // what Result was trained with
	Outdated  bool    // it would learn something else from the graph as drawn
	Unlearned bool    // it learned nothing from the graph, from which another method would learn
	Queued    bool    // train once the classifier is trained
	Stopped   int

	Origin      Origin         // of Result
	AnswersLate bool           // there was no time to measure Result.Answers, which are still Claimed
	Differ      []model.Differ // what of Result is Belied
}

// Phase says what a training, or a job of many tasks, is doing.
type Phase uint8

// The phases.
const (
	Resting     Phase = iota
	ReadingRows       // the browser or the engine reads a file of rows to explain
	preparing         // rows are chosen, the table is packed for the engines that do tasks
	Running
	Pausing
	Paused
	Resuming
	Canceling
	Interrupted // the engine died; Resume goes on from the last checkpoint
)

// Active reports whether a training exists that has not ended.
func (p Phase) Active() bool { return p != Resting }

// HasTasks reports whether tasks are under way that have not ended.
func (p Phase) HasTasks() bool { return p == Running || p == Paused }

// Run is the course of a training. It changes ten times a second, so it is kept
// apart from what the rest of a screen shows.
type Run struct {
	Epoch      wire.Epoch
	HasEpoch   bool
	At         []int   // epochs of Epoch.History; nil: all
	Floor      float64 // the least that the generator's validity term can be
	job        int
	checkpoint wire.Checkpoint
	command    wire.Message // to start again from the checkpoint
	deaths     int          // of the engine since the checkpoint
	goOn       bool         // once the engine is back

	Share float64 // of the epoch under way, where it is told

	Watched []wire.Watched // what the generator made of some rows, the latest last

	Origin Origin // of the curves
}

// Explain is the row being explained and what was found for it.
type Explain struct {
	Part   data.Part
	Search string
	Filter document.RowFilter
	Total  int // rows of the part that match the search and the filter
	Pos    int // place of the row among them, from 0
	Index  int // number of the row in the table, from 0
	Row    []float64
	Edited []float64 // the row as changed by hand
	True   int       // class of the row in the table

	Map    RowMap
	Glance Glance
	Way    int // the counterfactual that is shown among those of Answers
	Hits   hits
	Find   document.Search
	Limits []causal.Limit // the person's own, of every feature; nil: there are none
	Own    []causal.Rule  // the person's own, about several features or values
	Marks  []int          // rows of the table that are marked to be found again, rising
	Pins   []snapshot.Pin // counterfactuals that are kept to be compared
	Found  wire.Explained

	Shares     []float64 // of Edited, probability of every class
	HasRow     bool
	HasShares  bool
	HasFound   bool
	Waiting    bool // a row is on its way
	Finding    bool
	Share      float64 // of what is trained before the search begins
	Queued     bool    // find once the generator is trained and the row is there
	reverse    bool    // that is asked for of somebody who is accepted
	FoundRow   int     // Index of the row that Found belongs to
	Asked      int     // how many counterfactuals Found was asked for
	Led        Led     // by the engine to the row, which nobody has chosen
	Tried      int     // refused rows that were tried for it
	chosen     bool    // a person chose the row, or has asked for its answers
	rowJob     int
	seekJob    int
	going      int // place of the row on its way
	hitsJob    int
	predictJob int
	findJob    int
	finds      int  // changes with Found
	again      bool // Edited changed while a prediction was on its way
	asked      wire.Explain
	wider      bool // asked goes without the limit on changed features
	refresh    bool // limits changed while a search was on its way
	lost       bool // the engine died during the search, which the next one goes on with

	Unasked  bool // nobody asked for Found: something was changed
	OldRules bool // graph or limits are not those that Found obeys
}

// hits are rows that match a search.
type hits struct {
	From     int
	Index    []int
	Rows     [][]float64
	Outcomes []int
	Said     []int // classes that the black box says; none while there is no black box
	Shown    bool
}

// Notices are the sentences for the person.
type Notices struct {
	Status string
	Said   int // another number where it was said again
	Alerts []alert
}

// alert is a sentence that stays until it is dismissed or settled.
type alert struct {
	ID    int
	Topic Topic
	Text  string
}

// Topic is what an alert is about, or what is paused and canceled. The next attempt at
// it settles the alert.
type Topic uint8

// The topics.
const (
	TheClassifier Topic = iota // whose number and the next KeptCard holds
	TheGenerator
	TheTable
	TheRow // to explain
	theEngine
	TheBatch
	TheEvaluation
	TheGraph
	TheLabels
	TheProject
	theKeeping
	theAddress
	theLeft // what of the project is not saved or was not read
	TheImageClassifier
	TheImageGenerator
	TheImage // that is explained
)
