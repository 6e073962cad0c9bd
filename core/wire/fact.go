package wire

import (
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/model"
)

// Previewed shows a file before it is imported.
type Previewed struct {
	Preview data.Preview `msgpack:"preview"`
}

// Loaded says that the project has a new table.
type Loaded struct {
	Name     string      `msgpack:"name"`
	Schema   data.Schema `msgpack:"schema"`
	Rows     int         `msgpack:"rows"`
	Train    int         `msgpack:"train" bound:"0.."`
	Val      int         `msgpack:"val" bound:"0.."`
	Test     int         `msgpack:"test" bound:"0.."`
	Counts   []int       `msgpack:"counts" bound:"0.."` // rows per class
	Report   data.Report `msgpack:"report"`
	Hash     string      `msgpack:"hash"` // SHA-256 of schema and rows, hexadecimal
	Columns  []Summary   `msgpack:"columns"`
	Head     Floats      `msgpack:"head" shape:"..,.."` // the first rows × features
	Outcomes []int       `msgpack:"outcomes"`           // classes of the first rows

	// Relations are rules by which features follow from others in every row; none of
	// them holds until a person says so.
	Relations []causal.Rule `msgpack:"relations"`

	// Implied are rules that every row keeps and chance does not explain, those that hold
	// until a person lifts them first.
	Implied []causal.Implied `msgpack:"implied"`

	// Fills are what missing values of new rows become, where the table's plan says so.
	Fills []data.Fill `msgpack:"fills"`
}

// Summary is what a feature looks like over all rows: a histogram of a number,
// the count of every level otherwise.
type Summary struct {
	Edges  Floats  `msgpack:"edges" shape:".."` // bins+1 edges; empty for levels
	Counts []int   `msgpack:"counts" bound:"0.."`
	Mean   float64 `msgpack:"mean"`               // of numbers
	Spread float64 `msgpack:"spread" bound:"0.."` // of numbers, from the 5th to the 95th percentile

	// By are the counts of every class: class k of bin or level b is at b*classes + k.
	By []int `msgpack:"by" bound:"0.."`
}

// Epoch reports the course of a training, at most ten times a second.
type Epoch struct {
	Epoch     int     `msgpack:"epoch" bound:"0.."` // finished epochs
	Epochs    int     `msgpack:"epochs" bound:"1..epochs"`
	Loss      float64 `msgpack:"loss"`
	Terms     []Term  `msgpack:"terms"` // parts of the loss and what is measured beside it
	ElapsedMS float64 `msgpack:"elapsedMS" bound:"0..ms" is:"time taken"`
	LeftMS    float64 `msgpack:"leftMS" bound:"-1..ms" is:"time left"` // estimate; -1 while there is none
	History   Floats  `msgpack:"history" shape:"..,.."`                // all finished epochs × (1 + terms): loss, then the terms
	Best      int     `msgpack:"best" bound:"0.." is:"best epoch"`     // the epoch whose state would be kept
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
	Epoch   int     `msgpack:"epoch" bound:"1..epochs"` // whose state was kept last
	Rows    int     `msgpack:"rows" bound:"1.."`
	Valid   float64 `msgpack:"valid" bound:"0..1"` // share that reaches the target
	Kept    float64 `msgpack:"kept" bound:"0..1"`  // share that keeps all hard rules
	Held    float64 `msgpack:"held" bound:"0..1"`  // share that does both and differs from the row
	Factual Floats  `msgpack:"factual" shape:"1..features"`
	Now     Floats  `msgpack:"now" shape:"1..features"` // its counterfactual
	Target  int     `msgpack:"target" bound:"0..lastLevel"`
	Reached bool    `msgpack:"reached"` // the black box puts Now into the target class
}

// Checkpoint is the state of a running job. A TrainClassifier or TrainGenerator
// with it in Resume goes on to the same bytes as an uninterrupted run.
type Checkpoint struct {
	Epoch int    `msgpack:"epoch" bound:"0..epochs"`
	State []byte `msgpack:"state" len:"1.."`
}

// ClassifierTrained ends a TrainClassifier; its Model is for Restore.
type ClassifierTrained model.ClassifierTrained

// GeneratorTrained ends a TrainGenerator.
type GeneratorTrained model.GeneratorTrained

// Page answers Rows.
type Page struct {
	Total     int    `msgpack:"total" bound:"0.." is:"number of hits"`    // hits
	From      int    `msgpack:"from" bound:"0.." is:"first row"`          // first hit returned
	Index     []int  `msgpack:"index" len:"..page" bound:"0.." is:"rows"` // row numbers in the table, from 0
	Values    Floats `msgpack:"values" shape:"..,.."`
	Outcomes  []int  `msgpack:"outcomes" bound:"0.."`                         // true classes
	Predicted []int  `msgpack:"predicted" bound:"0.." is:"predicted classes"` // predicted classes; empty while there is no black box
}

// Predicted answers Predict.
type Predicted struct {
	Shares Floats `msgpack:"shares" shape:"1.." bound:"0..share" is:"share"` // probability of every class
}

// Counterfactual is one proposed row with its proof.
type Counterfactual struct {
	Values  Floats  `msgpack:"values" shape:"1..features"`                     // features, as shown
	Class   int     `msgpack:"class" bound:"0.."`                              // predicted again from exactly these values
	Shares  Floats  `msgpack:"shares" shape:"1.." bound:"0..share" is:"share"` // probability of every class
	Changed int     `msgpack:"changed" bound:"0.." is:"number of changes"`     // features that are acted on
	Cost    float64 `msgpack:"cost"`

	Proof  []Judged `msgpack:"proof"`                                          // on every rule of the Explained, judged on exactly these values
	Degree float64  `msgpack:"degree" bound:"0..1" is:"degree of feasibility"` // share of the training rows that the mechanisms find at most as likely

	// Bare is the nearest row on the way here that just reaches the class; empty
	// where no more was asked for or it is this row.
	Bare Floats `msgpack:"bare" since:"2" shape:"..features" is:"values that just reach the class"`

	// Base is what the features would be if nothing acted on each: what differs from it is
	// done, and where it differs from the factual something follows. It is empty where
	// nothing does.
	Base Floats `msgpack:"base" since:"2" shape:"..features"`

	// Without is for every feature the share that the class would keep if this change
	// alone were undone; of what does not change the share that it has.
	Without Floats `msgpack:"without" since:"2" shape:"..features" bound:"0..share" is:"share"`

	Holds int `msgpack:"holds" since:"2" bound:"0.." is:"number of classifiers"` // of Explained.Judges, those that still give the class

	Stands int `msgpack:"stands" since:"2" bound:"0.." is:"number of fits"` // of Explained.Refits, those under which it still reaches the class

	Usual float64 `msgpack:"usual" since:"2" bound:"0..1" is:"share"` // of the table's rows of the class, those that stand as far from all others

	// Plan is the same change as an order of steps along the graph; empty of what is not
	// shown by itself.
	Plan []Step `msgpack:"plan" since:"2" len:"..features" is:"steps"`
}

// Judged is what the checker says of one rule.
type Judged struct {
	Pass    bool   `msgpack:"pass"`
	Applies bool   `msgpack:"applies"` // false where the rule says nothing about this change
	Text    string `msgpack:"text"`    // verdict, rule and the values that decide
}

// Law is a rule that counterfactuals are judged by.
type Law struct {
	Text     string `msgpack:"text"`
	Soft     bool   `msgpack:"soft"`
	Local    bool   `msgpack:"local"`
	Entailed bool   `msgpack:"entailed"` // follows from signs of the graph
	GivenUp  bool   `msgpack:"givenUp"`  // by the command's Without
}

// Explained answers Explain.
type Explained struct {
	Factual Counterfactual   `msgpack:"factual"` // the row itself, with its prediction
	Target  int              `msgpack:"target" bound:"0.."`
	Tried   int              `msgpack:"tried" bound:"0.." is:"count"` // latent samples
	Valid   int              `msgpack:"valid" bound:"0.." is:"count"` // of them, rows that reach the target after decoding
	Found   []Counterfactual `msgpack:"found" len:"..shown" is:"counterfactuals"`
	TookMS  float64          `msgpack:"tookMS" bound:"0..ms" is:"time taken"`

	Laws      []Law        `msgpack:"laws"`      // Knowledge.AllRules, then the person's own, then what is carried
	Conflicts []string     `msgpack:"conflicts"` // hard rules that no counterfactual of this row can keep together
	Relaxed   []Relaxation `msgpack:"relaxed"`   // where nothing was found: what to give up, nearest rows first
	HasDegree bool         `msgpack:"hasDegree"`
	NoDegree  string       `msgpack:"noDegree"` // why there is none, where mechanisms are given

	Nearest bool    `msgpack:"nearest" since:"2"`                                 // proved of the first counterfactual
	None    bool    `msgpack:"none" since:"2"`                                    // proved: no row keeps the hard rules and reaches the target
	Unclear bool    `msgpack:"unclear" since:"2"`                                 // none is as clear as asked for, and these just reach the target
	NoMore  bool    `msgpack:"noMore" since:"2"`                                  // proved: no further one changes none of the features that these change
	NoClear bool    `msgpack:"noClear" since:"2"`                                 // proved: there is none that is
	Boxes   int     `msgpack:"boxes" since:"2" bound:"0.." is:"number of boxes"`  // that the complete search looked at
	Decided float64 `msgpack:"decided" since:"2" bound:"0..1" is:"decided share"` // share of the rows that the rules leave whose answer it knows

	// Judges is how many classifiers, trained again and unknown to the search, were
	// asked whether each answer still holds; 0: none. Frail says that no answer was found
	// that holds under those that the search was given, so these are of the usual search.
	Judges int  `msgpack:"judges" since:"2" bound:"0.." is:"number of classifiers"`
	Frail  bool `msgpack:"frail" since:"2"`

	// Refits is under how many more fits of what follows, to other samples of the rows, each
	// answer was judged; 0: none.
	Refits int `msgpack:"refits" since:"2" bound:"0.." is:"number of fits"`

	// HasUsual says that the answers' Usual is known. Passed is how many answers are
	// left out because no row of the table is like them.
	HasUsual bool `msgpack:"hasUsual" since:"2"`
	Passed   int  `msgpack:"passed" since:"2" bound:"0.." is:"count"`

	// Carry are the effects that follow in what was found, as they were asked for.
	Carry []int `msgpack:"carry" since:"2" len:"..features" bound:"0..lastFeature" is:"features"`

	// Flat are effects that were to follow by fitted lines and counted as acted on: the rows
	// contradict the sign of an edge into them.
	Flat []int `msgpack:"flat" since:"2" len:"..features" bound:"0..lastFeature" is:"features"`

	// Brought is how many at the end of Found were pinned and not found; Lapsed is how many
	// of the pinned are no answers any more.
	Brought int `msgpack:"brought" since:"2" bound:"0..pins" is:"count"`
	Lapsed  int `msgpack:"lapsed" since:"2" bound:"0..pins" is:"count"`
}

// Steady reports whether the answers hold under the classifiers that the search was
// given. No search proves anything of those.
func (m Explained) Steady() bool { return m.Judges > 0 && !m.Frail && len(m.Found) > 0 }

// Relaxation is the least that must be given up for a row to be found.
type Relaxation struct {
	Without []int          `msgpack:"without" bound:"0.."` // places in Laws, with those that were given up before
	Wider   bool           `msgpack:"wider"`               // the limit on changed features, too
	Row     Counterfactual `msgpack:"row"`
}

// Restored answers Restore.
type Restored struct {
	Classifier bool `msgpack:"classifier"`
	Generator  bool `msgpack:"generator"`

	AUC float64 `msgpack:"auc" bound:"0..1" is:"area under the curve"` // of the classifier, as in ClassifierTrained
}

// Pong answers Ping.
type Pong struct{}

// Paused answers Pause.
type Paused struct{}

// Resumed answers Resume.
type Resumed struct{}

// Canceled answers Cancel, or says that a new table ended the job.
type Canceled struct {
	Kept bool `msgpack:"kept"` // the fact that ends the job follows, with its best state; otherwise this is the end
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
	Code   Code   `msgpack:"code" of:"input,order,numeric,protocol,internal"`
	Detail string `msgpack:"detail" len:"1..detail"`
}

func (m Previewed) relate(c *checks) {
	p := m.Preview
	c.that(len(p.Problems) > 0 || len(p.Columns) == len(p.Plan.Columns),
		"%d columns, %d in the plan", len(p.Columns), len(p.Plan.Columns))
	for _, col := range p.Columns {
		c.that(col.CopyOf <= len(p.Columns), "a column repeats one that is not there")
	}
}

func (m Loaded) relate(c *checks) {
	if c.fine(m.Schema.Check()); c.err != nil {
		return
	}
	features := len(m.Schema.Features)
	c.that(m.Rows == m.Train+m.Val+m.Test, "%d rows in parts of %d, %d and %d", m.Rows, m.Train, m.Val, m.Test)
	c.that(len(m.Counts) == m.Schema.Classes(), "%d counts for %d classes", len(m.Counts), m.Schema.Classes())
	c.that(len(m.Columns) == features, "%d summaries for %d features", len(m.Columns), features)
	c.that(m.Head.Size(1) == features, "%d columns for %d features", m.Head.Size(1), features)
	c.classes(m.Outcomes, m.Head.Size(0), m.Schema.Classes())
	c.fine(m.Schema.CheckFills(m.Fills))
	for _, r := range m.Relations {
		c.that(r.Kind == causal.Computed && r.Check(m.Schema) == nil, "a relation that does not fit the schema")
	}
	for _, i := range m.Implied {
		kind := i.Rule.Kind == causal.NeverSeen || i.Rule.Kind == causal.LessOrEqual
		c.that(kind && i.Rule.Check(m.Schema) == nil, "what rows imply does not fit the schema")
	}
	if c.err != nil {
		return
	}
	for j, f := range m.Schema.Features {
		by, n := m.Columns[j].By, len(m.Columns[j].Counts)
		c.that(len(by) == n*m.Schema.Classes(), "%d counts of %d classes for %d counts", len(by), m.Schema.Classes(), n)
		if f.Kind.Numeric() {
			c.histogram(m.Columns[j])
		} else {
			c.counts(m.Columns[j], len(f.Levels))
		}
	}
}

// classes checks the classes of n rows; classes 0 leaves their number open.
func (c *checks) classes(y []int, n, classes int) {
	c.that(len(y) == n, "%d classes for %d rows", len(y), n)
	for _, k := range y {
		c.that(k >= 0 && (classes == 0 || k < classes), "no class has number %d", k)
	}
}

func (c *checks) histogram(s Summary) {
	c.that(s.Edges.Size(0) == len(s.Counts)+1, "%d edges for %d counts", s.Edges.Size(0), len(s.Counts))
}

func (c *checks) counts(s Summary, levels int) {
	c.that(s.Edges.Size(0) == 0, "edges for levels")
	c.that(len(s.Counts) == levels, "%d counts for %d levels", len(s.Counts), levels)
}

func (m Epoch) relate(c *checks) {
	c.that(m.Epoch <= m.Epochs, "epoch %d of %d", m.Epoch, m.Epochs)
	c.that(m.Best <= m.Epoch, "the best epoch is %d of %d", m.Best, m.Epoch)
	c.that(m.History.Size(0) == m.Epoch, "%d epochs of history, want %d", m.History.Size(0), m.Epoch)
	c.that(m.Epoch == 0 || m.History.Size(1) == 1+len(m.Terms), "%d columns of history for %d terms",
		m.History.Size(1), len(m.Terms))
}

func (m ClassifierTrained) relate(c *checks) {
	n := 0
	for n*n < len(m.Confusion) {
		n++
	}
	c.that(n*n == len(m.Confusion), "the confusion matrix has %d cells", len(m.Confusion))
}

func (m Page) relate(c *checks) {
	c.rows("values", m.Values, len(m.Index))
	c.classes(m.Outcomes, len(m.Index), 0)
	if len(m.Predicted) > 0 {
		c.classes(m.Predicted, len(m.Index), 0)
	}
}

func (m Explained) relate(c *checks) {
	m.Factual.relate(c)
	for _, f := range m.Found {
		m.shown(c, f)
	}
	for _, r := range m.Relaxed {
		m.shown(c, r.Row)
		for _, i := range r.Without {
			c.that(i < len(m.Laws), "no rule has number %d", i)
		}
	}
	for _, f := range m.Found {
		c.that(f.Holds <= m.Judges, "an answer holds under %d of %d classifiers", f.Holds, m.Judges)
		c.that(f.Stands <= m.Refits, "an answer stands under %d of %d fits", f.Stands, m.Refits)
	}
	for _, j := range append(m.Carry[:len(m.Carry):len(m.Carry)], m.Flat...) {
		c.that(j < m.Factual.Values.Size(0), "feature %d of %d follows its causes", j, m.Factual.Values.Size(0))
	}
	c.that(!m.Frail || m.Judges > 0 && len(m.Found) > 0, "frail answers that nobody judged")
	c.that(m.Brought <= len(m.Found), "%d of %d counterfactuals were pinned", m.Brought, len(m.Found))
	c.that(!m.Nearest || len(m.Found) > m.Brought, "the nearest of no counterfactuals")
	c.that(!m.NoMore || len(m.Found) > m.Brought, "no further one of no counterfactuals")
	c.that(!m.None || len(m.Found) == m.Brought, "counterfactuals that do not exist")
}

// shown checks a row that is put beside the factual.
func (m Explained) shown(c *checks, f Counterfactual) {
	f.relate(c)
	n := m.Factual.Values.Size(0)
	c.that(f.Values.Size(0) == n && (f.Bare.Size(0) == 0 || f.Bare.Size(0) == n) && (f.Base.Size(0) == 0 || f.Base.Size(0) == n), "rows of unequal length")
	c.that(f.Shares.Size(0) == m.Factual.Shares.Size(0), "shares of unequal length")
	c.that(len(f.Proof) == len(m.Laws), "%d verdicts on %d rules", len(f.Proof), len(m.Laws))
}

func (f Counterfactual) relate(c *checks) {
	c.that(f.Class < f.Shares.Size(0), "no class has number %d", f.Class)
	f.planned(c)
}
