package snapshot

import (
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/label"
	"causeway/core/model"
)

// The forms are what the parts of a file hold, as FORMAT.md describes them. Fields
// stand in this order; all are there but for those that came after the file's version.
type (
	dataForm struct {
		Name   string     `msgpack:"name"`
		Rows   int        `msgpack:"rows"`
		Hash   string     `msgpack:"hash"`
		Seed   uint64     `msgpack:"seed"`
		Source sourceForm `msgpack:"source"`

		Stratified bool `msgpack:"stratified" since:"2"`

		filled
	}

	fillForm struct {
		Feature int     `msgpack:"feature" bound:"0.." is:"feature"`
		Value   float64 `msgpack:"value"`
	}

	sourceForm struct {
		Model string   `msgpack:"model"`
		Rows  int      `msgpack:"rows"`
		Drawn bool     `msgpack:"drawn"`
		File  string   `msgpack:"file"`
		Size  int      `msgpack:"size"`
		Plan  planForm `msgpack:"plan"`
	}

	planForm struct {
		Format  formatForm         `msgpack:"format"`
		Columns []columnForm       `msgpack:"columns"`
		Outcome int                `msgpack:"outcome"`
		Missing data.MissingPolicy `msgpack:"missing"`
		Recipe  string             `msgpack:"recipe"`
		Exact   bool               `msgpack:"exact" since:"2"`
	}

	formatForm struct {
		Delimiter    rune     `msgpack:"delimiter"`
		DecimalComma bool     `msgpack:"decimalComma"`
		Header       bool     `msgpack:"header"`
		Missing      []string `msgpack:"missing"`

		Encoding string     `msgpack:"encoding,omitempty" since:"2"`
		Sheet    string     `msgpack:"sheet,omitempty" since:"2"`
		Below    data.Below `msgpack:"below,omitempty" since:"2"`
		Keep     data.Keep  `msgpack:"keep,omitempty" since:"2"`
	}

	columnForm struct {
		Name    string    `msgpack:"name"`
		Use     bool      `msgpack:"use"`
		Kind    data.Kind `msgpack:"kind"`
		Levels  []string  `msgpack:"levels"`
		Sign    data.Sign `msgpack:"sign" since:"2"`
		Gaps    data.Gaps `msgpack:"gaps" since:"2"`
		Cut     string    `msgpack:"cut,omitempty" since:"2"`
		Codes   []float64 `msgpack:"codes,omitempty" since:"2"`
		Numbers bool      `msgpack:"numbers,omitempty" since:"2"`
	}

	schemaForm struct {
		Features []featureForm `msgpack:"features"`
		Outcome  featureForm   `msgpack:"outcome"`
		Names    []namingForm  `msgpack:"names" since:"2"`
	}

	// namingForm is data.Naming as a file has it: what came to it later is missing where it is
	// 0, so that files that do not use it have the bytes that they had.
	namingForm struct {
		Name   string   `msgpack:"name"`
		Levels []string `msgpack:"levels"`
		Unit   string   `msgpack:"unit" since:"2"`
		Shown  int      `msgpack:"shown,omitempty" since:"2" bound:"0..7" is:"number of decimals shown"`
	}

	featureForm struct {
		Name     string    `msgpack:"name"`
		Kind     data.Kind `msgpack:"kind"`
		Levels   []string  `msgpack:"levels"`
		Ranks    []float64 `msgpack:"ranks"`
		Min      float64   `msgpack:"min"`
		Max      float64   `msgpack:"max"`
		MAD      float64   `msgpack:"mad"`
		Decimals int       `msgpack:"decimals"`
	}

	explainForm struct {
		Part   data.Part          `msgpack:"part"`
		Search string             `msgpack:"search"`
		Pos    int                `msgpack:"pos"`
		Find   findForm           `msgpack:"find"`
		Limits []limitForm        `msgpack:"limits"`
		Own    []causal.Rule      `msgpack:"own"`
		Filter document.RowFilter `msgpack:"filter" since:"2"`
		Marks  []int              `msgpack:"marks,omitempty" since:"2" bound:"0.." is:"row"`
		Pins   []Pin              `msgpack:"pins,omitempty" since:"2"`

		Horizons []float64 `msgpack:"horizons,omitempty" since:"2" bound:"0..open" is:"horizon"`
	}

	// findForm has what files said of effects with a mechanism before nodes of the graph had
	// a state: whether they follow, and which are acted on all the same. It is no longer written.
	findForm struct {
		document.Search
		Followed
	}

	limitForm struct {
		Kind       causal.LimitKind  `msgpack:"kind"`
		Min        float64           `msgpack:"min"`
		Max        float64           `msgpack:"max"`
		By         float64           `msgpack:"by"`
		Levels     []int             `msgpack:"levels"`
		Difficulty causal.Difficulty `msgpack:"difficulty"`
		Horizon    float64           `msgpack:"horizon,omitempty" since:"2" bound:"-1..open" is:"horizon"`
	}

	classifierForm struct {
		Model     modelForm              `msgpack:"model"`
		Trained   bool                   `msgpack:"trained"`
		From      Foreign                `msgpack:"from"`
		Settings  model.ClassifierRecipe `msgpack:"settings"`
		Best      int                    `msgpack:"best" bound:"0..epochs" is:"best epoch"`
		Canceled  bool                   `msgpack:"canceled"`
		Accuracy  float64                `msgpack:"accuracy" bound:"0..1"`
		LogLoss   float64                `msgpack:"logLoss"`
		Base      float64                `msgpack:"base" bound:"0..1"`
		Confusion []int                  `msgpack:"confusion" bound:"0.." is:"counts"`
		TestRows  int                    `msgpack:"testRows" bound:"0.." is:"number of test rows"`

		AUC float64 `msgpack:"auc" since:"2" bound:"0..1" is:"area under the curve"`

		model.Kept
		standIn
	}

	generatorForm struct {
		Model        modelForm        `msgpack:"model"`
		Ends         []causal.End     `msgpack:"ends"`
		Method       model.Method     `msgpack:"method"`
		Knowledge    causal.Knowledge `msgpack:"knowledge"`
		Settings     model.Recipe     `msgpack:"settings"`
		Best         int              `msgpack:"best" bound:"0..epochs" is:"best epoch"`
		Canceled     bool             `msgpack:"canceled"`
		Warm         bool             `msgpack:"warm"`
		Lost         bool             `msgpack:"lost"`
		Earlier      []pastForm       `msgpack:"earlier"`
		Tunings      []model.Tuning   `msgpack:"tunings"`
		Soft         model.Scores     `msgpack:"soft"`
		Decoded      model.Scores     `msgpack:"decoded"`
		DataProfiles int              `msgpack:"dataProfiles" bound:"0.." is:"number of profiles of the data"`
		TestRows     int              `msgpack:"testRows" bound:"0.." is:"number of test rows"`
		Rules        []string         `msgpack:"rules" since:"2"`
		Kept         []float64        `msgpack:"kept" since:"2" bound:"0..1" is:"shares that keep a rule"`
		KeptAll      float64          `msgpack:"keptAll" since:"2" bound:"0..1" is:"share that keeps all rules"`
		Answers      model.Answers    `msgpack:"answers" since:"2"`
	}

	pastForm struct {
		Method    model.Method     `msgpack:"method"`
		Knowledge causal.Knowledge `msgpack:"knowledge"`
		Settings  model.Recipe     `msgpack:"settings"`
		Best      int              `msgpack:"best"`
		Tunings   []model.Tuning   `msgpack:"tunings"`
	}

	modelForm struct {
		Sizes  []uint64    `msgpack:"sizes"`
		Arrays []namedForm `msgpack:"arrays"`
	}

	namedForm struct {
		Name  string `msgpack:"name"`
		Array array  `msgpack:"array"`
	}

	labelsForm struct {
		Name           string          `msgpack:"name"`
		Row            []int           `msgpack:"row"`
		Factual        array           `msgpack:"factual"`
		Counterfactual array           `msgpack:"counterfactual"`
		Target         []int           `msgpack:"target"`
		Verdict        []label.Verdict `msgpack:"verdict"` // a byte string
		Reason         [][]int         `msgpack:"reason"`
		By             []string        `msgpack:"by"`
		Source         []label.Source  `msgpack:"source"` // a byte string
		Learned        []byte          `msgpack:"learned"`
		Listed         int             `msgpack:"listed"` // the first so many; the others were learned from and changed since
		Told           []int           `msgpack:"told"`
	}

	tuningForm struct {
		Rounds     []Round   `msgpack:"rounds"`
		Rows       int       `msgpack:"rows" bound:"0.." is:"number of rows"`
		JudgeRight float64   `msgpack:"judgeRight" bound:"0..1" is:"share that the judge gets right"`
		Rules      []string  `msgpack:"rules"`
		KeptBefore []float64 `msgpack:"keptBefore" bound:"0..1" is:"shares that kept a rule"`
		KeptAfter  []float64 `msgpack:"keptAfter" bound:"0..1" is:"shares that keep a rule"`
		Restored   bool      `msgpack:"restored"`

		JudgeBalanced float64 `msgpack:"judgeBalanced" since:"2" bound:"0..1" is:"share of both kinds that the judge gets right"`
		Feasible      int     `msgpack:"feasible" since:"2" bound:"0.." is:"number of feasible labels"`
		Infeasible    int     `msgpack:"infeasible" since:"2" bound:"0.." is:"number of infeasible labels"`
		Asks          bool    `msgpack:"asks" since:"2"`
	}

	evaluationForm struct {
		Own      bool               `msgpack:"own"`
		Entrants []document.Entrant `msgpack:"entrants"`
		Seeds    []uint64           `msgpack:"seeds"`
		Records  [][]model.Record   `msgpack:"records"`
		Rules    []causal.Rule      `msgpack:"rules"`
		Told     int                `msgpack:"told"`
		By       []string           `msgpack:"by"`
		Orders   []causal.Order     `msgpack:"orders" since:"2"`
		Asked    Asked              `msgpack:"asked" since:"2"`
	}

	rowsForm struct {
		Columns []array `msgpack:"columns"`
	}
)

// standIn says how well the network of a classifier stands in for the model that is asked.
type standIn struct {
	Fidelity float64 `msgpack:"fidelity,omitempty" since:"2" bound:"0..1" is:"fidelity of the stand-in"`
}

// AnyOrder implements form.AnyOrder: where there is no stand-in files do not say so.
func (standIn) AnyOrder() {}

// Followed said whether effects follow, but those that are acted on, before nodes of the graph
// had a state. It is read and no longer written.
type Followed struct {
	Carry bool  `msgpack:"carry,omitempty" since:"2"`
	Acts  []int `msgpack:"acts,omitempty" since:"2"`
}

// AnyOrder implements form.AnyOrder: files do not say it any more.
func (Followed) AnyOrder() {}

// filled says what missing values become where the table's plan fills them, and where rows
// of its file were left out.
type filled struct {
	Fills []fillForm `msgpack:"fills,omitempty" since:"2"`
	Runs  []int      `msgpack:"runs,omitempty" since:"2"`
}

// AnyOrder implements form.AnyOrder: where nothing is filled, or left out, files do not say so.
func (filled) AnyOrder() {}
