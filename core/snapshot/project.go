package snapshot

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/form"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/sketch"
)

// Project is all that a file holds. It is plain data: Write makes bytes of it,
// and the same project gives the same bytes everywhere.
type Project struct {
	Build      string // that wrote the file
	Data       Data
	Schema     data.Schema   // with the scale of the training rows
	Names      []data.Naming // how people read it: of the features, then of the outcome; nil: as it is
	Graph      sketch.Sketch
	Settings   document.Settings
	Explain    Explain
	Classifier Classifier
	Generator  Generator
	Labels     Labels
	Tuning     Tuning
	Evaluation Evaluation
	Courses    []Course      // of the trainings, as they were measured; one of a model at most
	Columns    []data.Column // see data.Unpack; nil: the rows do not travel
	Extra      []Extra       // what this Causeway does not know and keeps

	HasClassifier bool
	HasGenerator  bool
	HasLabels     bool
	HasTuning     bool
	HasEvaluation bool
}

// HasRows reports whether the file brings the rows of its table.
func (p Project) HasRows() bool { return len(p.Columns) > 0 }

// Extra is an optional part of a file that this Causeway does not know. It is
// written back as it was.
type Extra struct {
	Name string
	Body []byte
}

// Data says which table the project is about and how it was made.
type Data struct {
	Name   string `msgpack:"name"`
	Rows   int    `msgpack:"rows"`
	Hash   string `msgpack:"hash"` // SHA-256 of schema and rows, hexadecimal; see data.Table.Hash
	Seed   uint64 `msgpack:"seed"` // of the split
	Source Source `msgpack:"source"`

	Stratified bool `msgpack:"stratified" since:"2"` // the split heeds the outcome

	// Fills are what missing values become where the plan of Source fills them; none in
	// files that were written before there were they.
	Fills []data.Fill `msgpack:"fills,omitempty" since:"2"`

	// Runs are those of data.Report, where the rows of the table travel along and some of
	// its file were left out.
	Runs []int `msgpack:"runs,omitempty" since:"2"`
}

// Source says where a table comes from: a sampled model where Model is not
// empty, otherwise a file that is read by a plan.
type Source struct {
	Model string `msgpack:"model"` // that the engine can sample
	Rows  int    `msgpack:"rows"`
	Drawn bool   `msgpack:"drawn"`

	File string    `msgpack:"file"`
	Size int       `msgpack:"size"` // bytes
	Plan data.Plan `msgpack:"plan"`
}

// Explain is the row that is looked at, by its place, and what is asked of its
// counterfactuals.
type Explain struct {
	Part   data.Part          `msgpack:"part"`
	Search string             `msgpack:"search"`
	Pos    int                `msgpack:"pos"` // among the rows of the part that match the search, from 0
	Find   Find               `msgpack:"find"`
	Limits []causal.Limit     `msgpack:"limits"` // of every feature, or none
	Own    []causal.Rule      `msgpack:"own"`    // of the person explained, beside the limits
	Filter document.RowFilter `msgpack:"filter" since:"2"`
	// rows of the table that are marked to be found again, rising
	Marks []int `msgpack:"marks,omitempty" since:"2" bound:"0.." is:"row"`
	Pins  []Pin `msgpack:"pins,omitempty" since:"2"`

	// Horizons are how far each feature may rise on its own, for every feature or none; 0: any
	// way. They follow from Find and Limits once the rows are known.
	Horizons []float64 `msgpack:"horizons,omitempty" since:"2" bound:"0..open" is:"horizon"`
}

// AnyOrder implements form.AnyOrder: empty marks, pins and horizons are omitted, and version-2 files
// written before these fields existed omit them too.
func (Explain) AnyOrder() {}

// Find is what is asked of a search.
type Find struct {
	document.Search
	Followed
}

// Followed said whether effects with a mechanism follow, but those that are acted on, before nodes of the
// graph had a state. It is read and no longer written.
type Followed struct {
	Carry bool  `msgpack:"carry,omitempty" since:"2"`
	Acts  []int `msgpack:"acts,omitempty" since:"2"`
}

// AnyOrder implements form.AnyOrder: files do not say it any more.
func (Followed) AnyOrder() {}

// Bounds of Explain.Marks and Explain.Pins.
const (
	MaxMarks = 200
	MaxPins  = 1_000
)

// Pin is a counterfactual of a row of the table that is kept to be compared with others.
type Pin struct {
	Row    int       `msgpack:"row" bound:"0.." is:"row"`
	Values []float64 `msgpack:"values"` // of every feature
}

// Same reports whether two pins are of one row and have the same values.
func (p Pin) Same(other Pin) bool { return p.Row == other.Row && slices.Equal(p.Values, other.Values) }

// Classifier is the black box and what is known of it.
type Classifier struct {
	Model   model.State      `msgpack:"-"`       // as model.DecodeState reads it
	Trained bool             `msgpack:"trained"` // here, by Settings; false: it comes From another program
	From    model.Provenance `msgpack:"from"`

	Settings model.ClassifierRecipe `msgpack:"settings"`
	Best     int                    `msgpack:"best" bound:"0..epochs" is:"best epoch"` // whose state was kept
	Canceled bool                   `msgpack:"canceled"`
	Accuracy float64                `msgpack:"accuracy" bound:"0..1"`
	LogLoss  float64                `msgpack:"logLoss"`
	Base     float64                `msgpack:"base" bound:"0..1"`
	// classes × classes, true class by row
	Confusion []int `msgpack:"confusion" bound:"0.." is:"counts"`
	TestRows  int   `msgpack:"testRows" bound:"0.." is:"number of test rows"`

	AUC      float64 `msgpack:"auc" since:"2" bound:"0..1" is:"area under the curve"` // 0: not known
	Fidelity float64 `msgpack:"-"`                                                    // see standIn
}

// Said is the claim about the classifier, without times.
func (c Classifier) Said(state []byte) model.ClassifierTrained {
	return model.ClassifierTrained{Model: state, Best: c.Best, Canceled: c.Canceled, Accuracy: c.Accuracy,
		LogLoss: c.LogLoss,
		Base:    c.Base, Confusion: c.Confusion, TestRows: c.TestRows, AUC: c.AUC, Fidelity: c.Fidelity}
}

// Generator is the generator and what is known of it. Its Model's Lesson says
// what it learned from.
type Generator struct {
	Model model.State `msgpack:"-"`

	Settings     model.Recipe   `msgpack:"settings"`
	Best         int            `msgpack:"best" bound:"0..epochs" is:"best epoch"`
	Canceled     bool           `msgpack:"canceled"`
	Warm         bool           `msgpack:"warm"`    // it went on from a generator before it
	Lost         bool           `msgpack:"lost"`    // not all that it came from is known
	Earlier      []model.Past   `msgpack:"earlier"` // the trainings before the last
	Tunings      []model.Tuning `msgpack:"tunings"` // after the training
	Soft         model.Scores   `msgpack:"soft"`
	Decoded      model.Scores   `msgpack:"decoded"`
	DataProfiles int            `msgpack:"dataProfiles" bound:"0.." is:"number of profiles of the data"`
	TestRows     int            `msgpack:"testRows" bound:"0.." is:"number of test rows"`

	// Rules in words that its decoded counterfactuals of the test rows were judged by,
	// the share that keeps each and the one that keeps all.
	Rules   []string  `msgpack:"rules" since:"2"`
	Kept    []float64 `msgpack:"kept" since:"2" bound:"0..1" is:"shares that keep a rule"`
	KeptAll float64   `msgpack:"keptAll" since:"2" bound:"0..1" is:"share that keeps all rules"`

	Answers model.Answers `msgpack:"answers" since:"2"` // of the first of these rows
}

// Said is the claim about the generator, without times.
func (g Generator) Said(state []byte) model.GeneratorTrained {
	return model.GeneratorTrained{Model: state, Best: g.Best, Canceled: g.Canceled, Soft: g.Soft, Decoded: g.Decoded,
		DataProfiles: g.DataProfiles,
		TestRows:     g.TestRows, Kept: form.NewFloats(g.Kept, len(g.Kept)), KeptAll: g.KeptAll, Answers: g.Answers}
}

// Trainings are all that the generator came from, to be repeated.
func (g Generator) Trainings() []model.Past {
	return append(slices.Clone(g.Earlier), model.Past{Lesson: g.Model.Lesson, Settings: g.Settings, Best: g.Best,
		Tunings: g.Tunings})
}

// Labels are what people said of counterfactuals.
type Labels struct {
	Name string // of the person who labels
	List []label.Label

	// Learned says for every label what the generator has learned of its pair: 0
	// nothing, else 1 more than the verdict.
	Learned []byte

	// Told are those that the generator's fine-tunings learned from, by the places
	// that model.Tuning names; some may have been changed since and not be in List.
	Told []label.Label
}

// Evaluation are the figures of settings of methods, and of seeds.
type Evaluation struct {
	Own      bool               `msgpack:"own"` // every seed had a split and a classifier of its own
	Entrants []document.Entrant `msgpack:"entrants"`
	Seeds    []uint64           `msgpack:"seeds"`
	Records  [][]model.Record   `msgpack:"records"` // entrants × seeds; one that was not done has no figures
	Rules    []causal.Rule      `msgpack:"rules"`   // by which feasibility was judged
	// labels of people that Example-based learned from; 0: the rules told it
	Told   int            `msgpack:"told"`
	By     []string       `msgpack:"by"`               // names of these people; they travel with the labels alone
	Orders []causal.Order `msgpack:"orders" since:"2"` // of the graph as it was then, which Rules are about
	Asked  Asked          `msgpack:"asked" since:"2"`  // with which it can be done again
}

// Asked is what an evaluation was asked for beside its entrants and seeds. Zero: it
// is not known.
type Asked struct {
	Known bool `msgpack:"known"` // what follows is
	// class whose rows are explained, or -1
	From      int              `msgpack:"from" bound:"-1..lastLevel" is:"class"`
	Truth     string           `msgpack:"truth" of:",simple-bn,sangiovese" is:"model"`
	Mechanism bool             `msgpack:"mechanism"` // Known
	Teach     bool             `msgpack:"teach"`
	Knowledge causal.Knowledge `msgpack:"knowledge"`
	CEM       model.Contrast   `msgpack:"cem"`
	Labels    string           `msgpack:"labels"` // SHA-256 of the labels that it was told, hexadecimal; empty: none
}
