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

// Project is the complete content of a file, as plain data. Write turns the same project into the
// same bytes on every machine.
type Project struct {
	Build      string // build that wrote the file
	Data       Data
	Schema     data.Schema   // with the scale of the training rows
	Names      []data.Naming // displayed names of the features, then of the outcome; nil: the original names
	Graph      sketch.Sketch
	Settings   document.Settings
	Explain    Explain
	Classifier Classifier
	Generator  Generator
	Labels     Labels
	Tuning     Tuning
	Evaluation Evaluation
	Courses    []Course      // measurements of the trainings; at most one per model
	Columns    []data.Column // see data.Unpack; nil if the file does not include the rows
	Answers    [][]byte      // results as JSON for other programs: for the person, then for everyone
	Draft      *Draft        // another program's file that the rest was derived from, or nil
	Extra      []Extra       // parts that this version does not know

	HasClassifier bool
	HasGenerator  bool
	HasLabels     bool
	HasTuning     bool
	HasEvaluation bool
}

// HasRows reports whether the file includes the rows of its table.
func (p Project) HasRows() bool { return len(p.Columns) > 0 }

// Extra is an optional part of a file that this version of Causeway does not know. It is written
// back unchanged.
type Extra struct {
	Name string
	Body []byte
}

// Data says which table the project has and where it came from.
type Data struct {
	Name   string `msgpack:"name"`
	Rows   int    `msgpack:"rows"`
	Hash   string `msgpack:"hash"` // hexadecimal SHA-256 of schema and rows; see data.Table.Hash
	Seed   uint64 `msgpack:"seed"` // for the split
	Source Source `msgpack:"source"`

	Stratified bool `msgpack:"stratified" since:"2"` // the split takes the outcome into account

	// Fills are the replacements for missing values, if the plan of Source fills them. Files
	// written before this field existed have none.
	Fills []data.Fill `msgpack:"fills,omitempty" since:"2"`

	// Runs is data.Report.Runs. It is set if the file includes the table's rows and some rows of
	// the original file were left out.
	Runs []int `msgpack:"runs,omitempty" since:"2"`
}

// Source describes the origin of a table: a sampled model if Model is not empty, otherwise a file
// that is read with a plan.
type Source struct {
	Model string `msgpack:"model"` // a model that the engine can sample
	Rows  int    `msgpack:"rows"`
	Drawn bool   `msgpack:"drawn"`

	File string    `msgpack:"file"`
	Size int       `msgpack:"size"` // bytes
	Plan data.Plan `msgpack:"plan"`
}

// Explain holds the index of the row on display and the settings for its counterfactuals.
type Explain struct {
	Part   data.Part          `msgpack:"part"`
	Search string             `msgpack:"search"`
	Pos    int                `msgpack:"pos"` // index of the row among those that match the search
	Find   Find               `msgpack:"find"`
	Limits []causal.Limit     `msgpack:"limits"` // one per feature, or empty
	Own    []causal.Rule      `msgpack:"own"`    // rules of the person explained, in addition to the limits
	Filter document.RowFilter `msgpack:"filter" since:"2"`
	// table rows marked by the user, in ascending order
	Marks []int `msgpack:"marks,omitempty" since:"2" bound:"0.." is:"row"`
	Pins  []Pin `msgpack:"pins,omitempty" since:"2"`

	// Horizons says how much each feature may rise without action: one number per feature, where 0
	// means any change, or none at all. They are derived from Find and Limits once the rows are
	// known.
	Horizons []float64 `msgpack:"horizons,omitempty" since:"2" bound:"0..open" is:"horizon"`
}

// AnyOrder implements form.AnyOrder, because empty marks, pins and horizons are omitted.
// Version-2 files written before these fields existed omit them too.
func (Explain) AnyOrder() {}

// Find contains the settings of a search.
type Find struct {
	document.Search
	Followed
}

// Followed said, before nodes of the graph had states, whether effects with a mechanism follow and
// which are acted on instead. Files are no longer written with it.
type Followed struct {
	Carry bool  `msgpack:"carry,omitempty" since:"2"`
	Acts  []int `msgpack:"acts,omitempty" since:"2"`
}

// AnyOrder implements form.AnyOrder, because current files omit these fields.
func (Followed) AnyOrder() {}

// Limits for Explain.Marks and Explain.Pins.
const (
	MaxMarks = 200
	MaxPins  = 1_000
)

// Pin is a counterfactual of a table row that the user keeps for comparison.
type Pin struct {
	Row    int       `msgpack:"row" bound:"0.." is:"row"`
	Values []float64 `msgpack:"values"` // one per feature
}

// Same reports whether two pins have the same row and the same values.
func (p Pin) Same(other Pin) bool { return p.Row == other.Row && slices.Equal(p.Values, other.Values) }

// Classifier is the black box with its settings and measurements.
type Classifier struct {
	Model   model.State      `msgpack:"-"`       // as read by model.DecodeState
	Trained bool             `msgpack:"trained"` // trained here with Settings; otherwise it comes From another program
	From    model.Provenance `msgpack:"from"`

	Settings model.ClassifierRecipe `msgpack:"settings"`
	Best     int                    `msgpack:"best" bound:"0..epochs" is:"best epoch"` // the epoch whose state was kept
	Canceled bool                   `msgpack:"canceled"`
	Accuracy float64                `msgpack:"accuracy" bound:"0..1"`
	LogLoss  float64                `msgpack:"logLoss"`
	Base     float64                `msgpack:"base" bound:"0..1"`
	// classes × classes, true class by row
	Confusion []int `msgpack:"confusion" bound:"0.." is:"counts"`
	TestRows  int   `msgpack:"testRows" bound:"0.." is:"number of test rows"`

	AUC      float64 `msgpack:"auc" since:"2" bound:"0..1" is:"area under the curve"` // 0 if unknown
	Fidelity float64 `msgpack:"-"`                                                    // see standIn
}

// Said returns the claim about the classifier, without times.
func (c Classifier) Said(state []byte) model.ClassifierTrained {
	return model.ClassifierTrained{Model: state, Best: c.Best, Canceled: c.Canceled, Accuracy: c.Accuracy,
		LogLoss: c.LogLoss,
		Base:    c.Base, Confusion: c.Confusion, TestRows: c.TestRows, AUC: c.AUC, Fidelity: c.Fidelity}
}

// Generator is the generator with its settings and measurements. Model.Lesson describes its
// training.
type Generator struct {
	Model model.State `msgpack:"-"`

	Settings     model.Recipe   `msgpack:"settings"`
	Best         int            `msgpack:"best" bound:"0..epochs" is:"best epoch"`
	Canceled     bool           `msgpack:"canceled"`
	Warm         bool           `msgpack:"warm"`    // its training started from an earlier generator
	Lost         bool           `msgpack:"lost"`    // part of its history is unknown
	Earlier      []model.Past   `msgpack:"earlier"` // the trainings before the last one
	Tunings      []model.Tuning `msgpack:"tunings"` // fine-tunings after the training
	Soft         model.Scores   `msgpack:"soft"`
	Decoded      model.Scores   `msgpack:"decoded"`
	DataProfiles int            `msgpack:"dataProfiles" bound:"0.." is:"number of profiles of the data"`
	TestRows     int            `msgpack:"testRows" bound:"0.." is:"number of test rows"`

	// Rules are the rules, in words, under which its decoded counterfactuals of the test rows were
	// measured. Kept is the share that keeps each rule, KeptAll the share that keeps all.
	Rules   []string  `msgpack:"rules" since:"2"`
	Kept    []float64 `msgpack:"kept" since:"2" bound:"0..1" is:"shares that keep a rule"`
	KeptAll float64   `msgpack:"keptAll" since:"2" bound:"0..1" is:"share that keeps all rules"`

	Answers model.Answers `msgpack:"answers" since:"2"` // for the first of these rows
}

// Said returns the claim about the generator, without times.
func (g Generator) Said(state []byte) model.GeneratorTrained {
	return model.GeneratorTrained{Model: state, Best: g.Best, Canceled: g.Canceled, Soft: g.Soft, Decoded: g.Decoded,
		DataProfiles: g.DataProfiles,
		TestRows:     g.TestRows, Kept: form.NewFloats(g.Kept, len(g.Kept)), KeptAll: g.KeptAll, Answers: g.Answers}
}

// Trainings returns all trainings that led to the generator, first to last, so that they can be
// repeated.
func (g Generator) Trainings() []model.Past {
	return append(slices.Clone(g.Earlier), model.Past{Lesson: g.Model.Lesson, Settings: g.Settings, Best: g.Best,
		Tunings: g.Tunings})
}

// Labels contains people's judgements of counterfactuals.
type Labels struct {
	Name string // name of the person who labels
	List []label.Label

	// Learned records what the generator has learned from each label: 0 for nothing, otherwise 1
	// more than the verdict.
	Learned []byte

	// Told holds the labels that the generator's fine-tunings learned from; model.Tuning refers to
	// them by index. Labels that were changed since are no longer in List.
	Told []label.Label
}

// Evaluation contains the figures of methods with their settings, for several seeds.
type Evaluation struct {
	Own      bool               `msgpack:"own"` // every seed had its own split and classifier
	Entrants []document.Entrant `msgpack:"entrants"`
	Seeds    []uint64           `msgpack:"seeds"`
	Records  [][]model.Record   `msgpack:"records"` // entrants × seeds; one that was not run has no figures
	Rules    []causal.Rule      `msgpack:"rules"`   // used to judge feasibility
	// number of people's labels that Example-based learned from; 0 if the rules labelled
	Told   int            `msgpack:"told"`
	By     []string       `msgpack:"by"`               // names of these people; stored only together with the labels
	Orders []causal.Order `msgpack:"orders" since:"2"` // orders of the graph at that time, to which Rules refer
	Asked  Asked          `msgpack:"asked" since:"2"`  // settings with which it can be repeated
}

// Asked contains the settings of an evaluation other than its entrants and seeds. The zero value
// means that they are unknown.
type Asked struct {
	Known bool `msgpack:"known"` // whether the following fields are known
	// class whose rows are explained, or -1
	From      int              `msgpack:"from" bound:"-1..lastLevel" is:"class"`
	Truth     string           `msgpack:"truth" of:",simple-bn,sangiovese" is:"model"`
	Mechanism bool             `msgpack:"mechanism"` // value of Known
	Teach     bool             `msgpack:"teach"`
	Knowledge causal.Knowledge `msgpack:"knowledge"`
	CEM       model.Contrast   `msgpack:"cem"`
	Labels    string           `msgpack:"labels"` // hexadecimal SHA-256 of the labels used; empty if none were used
}
