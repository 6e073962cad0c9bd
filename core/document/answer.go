package document

import "causeway/core/causal"

// Counterfactual is a row that reaches the target, with its proof. The search fills the fields
// above Proof, and a project the rest.
type Counterfactual struct {
	Row     []float64
	Shares  []float64 // probabilities of the classes, predicted from exactly this row
	Number  float64   // predicted value of a numeric outcome, or of a goal's probability in percent; 0 if neither
	Banded  bool      // Shares say only which band contains Number; they are not the bands' probabilities
	Class   int       // the class with the largest share
	Changed int       // number of features acted on: those that differ from their base, see causal.Base
	Effort  float64   // sum of the efforts of these features
	Cost    float64   // sum of effort * |action| / MAD over numbers, and effort * LevelCost per changed level

	// Low and High are the ranges in which the changed numbers may vary together, see
	// exact.Range. They are empty if none may.
	Low, High []float64

	Proof  []causal.Verdict // verdict of every law, judged on exactly this row
	Degree float64          // share of training rows that are at most as likely under the mechanisms; 0: unknown

	// Base holds each feature's value without an action on it. A feature that differs from its base
	// is acted on; one whose base differs from the factual follows from others. Base is empty if
	// nothing follows.
	Base []float64

	// Without holds, for every feature, the share that the class would keep if only this change
	// were undone and its consequences recomputed. For an unchanged feature, it is the current
	// share.
	Without []float64

	Holds  int     // how many of Explained.Judges still predict the class
	Stands int     // how many of Explained.Refits it reaches the class in and keeps the hard rules
	Usual  float64 // share of the table's rows of the class that are at least as far from all others

	// Plan is the same change as a sequence of steps along the graph. It is empty if the
	// counterfactual is one of several.
	Plan []Step
}

// Step is one step of a plan, with its cost and the black box's prediction after it.
type Step struct {
	causal.Stage
	Effort float64 // sum of the efforts of its actions
	Cost   float64 // the costs of all steps add up to the counterfactual's
	Class  int
	Shares []float64
}

// Found is the result of a search.
type Found struct {
	Factual Counterfactual // the row itself, with its prediction
	Tried   int            // number of latent samples
	Valid   int            // how many of them reach the target once decoded
	Rows    []Counterfactual

	Nearest bool // proved: no row that keeps the rules is nearer than the first
	None    bool // proved: no row keeps the rules and reaches the target
	Unclear bool // no row reaches it by the required lead, so these only just reach it
	NoClear bool // proved: no row reaches it by the required lead

	// Unbounded means that the black box has no bounds. The complete search then cannot run, and
	// the only proofs come from trying every change of a single feature.
	Unbounded bool

	// Frail means that no row also holds under the black boxes in Query.Under. The rows have the
	// required lead under the black box alone.
	Frail bool

	Boxes   int     // boxes examined by the complete search
	Decided float64 // share of the rows allowed by the rules that the complete search has decided

	// NoMore means: proved, every further row changes some feature that Rows change.
	NoMore bool

	// Relaxed lists ways out if the rules and the limit exclude every row, nearest rows first. It
	// is empty if no row was found without them either.
	Relaxed []Relaxation
}

// Relaxation is a minimal set of constraints to give up so that a row can be found.
type Relaxation struct {
	Without []int // indices of the rules given up: in the query of a search, or in Explained.Laws
	Wider   bool  // the limits on changed features and their cost are dropped too
	Row     Counterfactual
}

// Explained is the result for a row, with its proofs.
type Explained struct {
	Found
	Target    int
	Cuts      []float64 // for a goal, whose classes are the bands between them, see InBands; otherwise empty
	Of        int       // 1 more than the class whose probability Cuts divide; 0: they divide a number
	Laws      []Law     // Knowledge.AllRules, then the person's own, then those that compute features
	Conflicts []string  // hard rules that no counterfactual of this row can keep together
	HasDegree bool
	NoDegree  string // why the degrees are missing, if mechanisms are given
	TookMS    float64

	// HasUsual means that the table has enough rows of the class to compare with; see
	// Counterfactual.Usual. Passed is the number of answers left out because they are unlike any
	// real row. If the nearest answer was among them, the first of Rows is not proved to be the
	// nearest.
	HasUsual bool
	Passed   int

	// Carry lists the effects that follow in the answers. Flat lists effects that should follow
	// fitted lines but count as acted on, because the rows contradict the sign of an edge into
	// them.
	Carry []int
	Flat  []int

	// Brought is the number of rows at the end of Rows that were pinned and not found. Lapsed is
	// the number of pinned rows that are not answers any more.
	Brought, Lapsed int

	// Judges is the number of retrained black boxes, unknown to the search, that judge whether an
	// answer would still hold. It is 0 if this was not requested.
	Judges int

	// Refits is the number of further fits, to other samples of the rows, under which answers
	// were judged. It is 0 if no fitted line is involved.
	Refits int
}

// Steady reports whether the answers hold under the alternative classifiers given to the search.
// No search proves anything about such answers.
func (x Explained) Steady() bool { return x.Judges > 0 && !x.Frail && len(x.Rows) > 0 }

// Tally counts what happened to the counterfactuals drawn for a person to judge.
type Tally struct {
	Drawn   int   // distinct counterfactuals, as drawn
	Reached int   // how many of them reach the target
	Kept    int   // how many of these keep all rules
	Mended  int   // how many of the drawn rows do both after repair
	Broken  []int // for each rule, how many of those that reach the target break it
}

// Add adds the tally of other rows under the same rules.
func (t *Tally) Add(o Tally) {
	t.Drawn, t.Reached, t.Kept, t.Mended = t.Drawn+o.Drawn, t.Reached+o.Reached, t.Kept+o.Kept, t.Mended+o.Mended
	if t.Broken == nil {
		t.Broken = make([]int, len(o.Broken))
	}
	for i, n := range o.Broken {
		t.Broken[i] += n
	}
}
