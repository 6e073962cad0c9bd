package document

import "causeway/core/causal"

// Counterfactual is a row that reaches the target, with what proves it. The search fills what stands above Proof, a
// project the rest.
type Counterfactual struct {
	Row     []float64
	Shares  []float64 // of the classes, predicted from exactly this row
	Class   int       // the one with the largest share
	Changed int       // features acted on: they differ from their base, see causal.Base
	Effort  float64   // sum of the efforts over them
	Cost    float64   // sum of effort * |action| / MAD over the numbers and effort * LevelCost per changed level

	// Low and High are how far the numbers that change may differ, all at once, see
	// exact.Range; empty where none may.
	Low, High []float64

	Proof  []causal.Verdict // of every law, judged on exactly this row
	Degree float64          // share of the training rows that the mechanisms find at most as likely; 0 if unknown

	// Base is what the features would be if nothing acted on each: what differs from it is
	// done, and where it differs from the factual something follows. It is empty where
	// nothing does.
	Base []float64

	// Without is for every feature the share that the class would keep if this change
	// alone were undone, and what follows from it did so again; of what does not change
	// the share that it has.
	Without []float64

	Holds  int     // of Explained.Judges, those that still give the class
	Stands int     // of Explained.Refits, those under which it reaches the class and keeps the hard rules
	Usual  float64 // share of the table's rows of the class that stand at least as far from all others

	// Plan is the same change as an order of steps along the graph; empty if it is not shown
	// alone.
	Plan []Step
}

// Step is one of a plan, with what it costs and what the black box says after it.
type Step struct {
	causal.Stage
	Effort float64 // sum of the efforts over what is done
	Cost   float64 // those of all steps add up to the counterfactual's
	Class  int
	Shares []float64
}

// Found is the outcome of a search.
type Found struct {
	Factual Counterfactual // the row itself, with its prediction
	Tried   int            // latent samples
	Valid   int            // decoded rows among them that reach the target
	Rows    []Counterfactual

	Nearest bool // proved: no row that keeps the rules is nearer than the first
	None    bool // proved: no row keeps the rules and reaches the target
	Unclear bool // none was found that reaches it as clearly as asked for, so these just do
	NoClear bool // proved: no row does

	// Unbounded says that the answers of the black box cannot be bounded. Then nothing is
	// searched completely, and nothing is proved beyond what every change of one feature shows.
	Unbounded bool

	// Frail says that no row holds under the black boxes of Query.Under as well. The rows are
	// as clear as asked for under the black box alone.
	Frail bool

	Boxes   int     // that the complete search looked at
	Decided float64 // share of the rows that the rules leave about which it knows the answer

	// NoMore is proved: no further row changes none of the features that Rows change.
	NoMore bool

	// Relaxed are the ways out if rules and limit leave no row, nearest rows first. It is empty
	// if no row was found without them either.
	Relaxed []Relaxation
}

// Relaxation is the least that must be given up for a row to be found.
type Relaxation struct {
	Without []int // places of the rules given up: in the query of a search, in Explained.Laws
	Wider   bool  // the limit on changed features is dropped, too
	Row     Counterfactual
}

// Explained is what was found for a row, with its proofs.
type Explained struct {
	Found
	Target    int
	Laws      []Law    // Knowledge.AllRules, then the person's own, then what follows
	Conflicts []string // hard rules that no counterfactual of this row can keep together
	HasDegree bool
	NoDegree  string // why the degrees are missing, if mechanisms are given
	TookMS    float64

	// HasUsual says that rows of the class are there to compare with, see Counterfactual.Usual.
	// Passed is how many answers are left out because they are unlike anybody; of the first
	// of Rows it is then not proved that it is the nearest, unless the nearest is left.
	HasUsual bool
	Passed   int

	// Carry are the effects that follow in what was found. Flat are those that were to follow by
	// fitted lines and counted as acted on, as the rows contradict the sign of an edge into them.
	Carry []int
	Flat  []int

	// Brought is how many rows at the end of Rows were pinned and not found; Lapsed is how many
	// of the pinned no longer are answers.
	Brought, Lapsed int

	// Judges is how many black boxes, trained again and unknown to the search, say
	// whether an answer would still hold; 0 where nobody asked for it.
	Judges int

	// Refits is under how many more fits of what follows, to other samples of the rows, answers
	// were judged; 0 where nothing follows by a line that is fitted.
	Refits int
}

// Steady reports whether the answers hold under the classifiers that the search was
// given. No search proves anything of those.
func (x Explained) Steady() bool { return x.Judges > 0 && !x.Frail && len(x.Rows) > 0 }

// Tally counts what happened to the counterfactuals drawn for a person to judge.
type Tally struct {
	Drawn   int   // different ones, as they were drawn
	Reached int   // of them reach the target
	Kept    int   // of these keep all rules
	Mended  int   // of the drawn rows, those that do both after repair
	Broken  []int // how many of those that reach the target break each rule
}

// Add adds up the tallies of rows under the same rules.
func (t *Tally) Add(o Tally) {
	t.Drawn, t.Reached, t.Kept, t.Mended = t.Drawn+o.Drawn, t.Reached+o.Reached, t.Kept+o.Kept, t.Mended+o.Mended
	if t.Broken == nil {
		t.Broken = make([]int, len(o.Broken))
	}
	for i, n := range o.Broken {
		t.Broken[i] += n
	}
}
