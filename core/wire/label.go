package wire

import (
	"math"

	"causeway/core/causal"
	"causeway/core/data"
)

// Labels are what a generator learns from (paper, section 3.2): pairs that were
// called feasible or not, one verdict on each.
type Labels struct {
	Factual        Floats `msgpack:"factual"` // labels × features
	Counterfactual Floats `msgpack:"counterfactual"`
	Target         []int  `msgpack:"target"`
	Feasible       []bool `msgpack:"feasible"`
}

// Choice says which counterfactuals are put before a person.
type Choice string

// The choices.
const (
	TeachMost Choice = "teach"  // whose labels teach the generator most
	AnyCards  Choice = "random" // of random training rows
	OfRow     Choice = "row"    // of one row
)

// MaxCards is how many cards can be asked for at once.
const MaxCards = 200

// AskCards asks for counterfactuals to be labelled, of training rows or of one
// row. It goes on beside a training, with the generator as it is when it begins.
// The answer is Cards.
type AskCards struct {
	Count  int    `msgpack:"count"`
	Choice Choice `msgpack:"choice"`
	Row    int    `msgpack:"row"` // number of the row of OfRow in the table, from 0
	Seed   uint64 `msgpack:"seed"`
	Labels Labels `msgpack:"labels"` // so far, for TeachMost

	// SeenFactual and SeenCounterfactual are the pairs that are not to be shown
	// again.
	SeenFactual        Floats `msgpack:"seenFactual"`
	SeenCounterfactual Floats `msgpack:"seenCounterfactual"`

	// Cards keep the hard rules of Knowledge and lead to the class Toward, -1 for any
	// other than the predicted one. Raw cards are drawn as in the paper, whatever the
	// rules say, for a demonstration in which the rules judge.
	Knowledge causal.Knowledge `msgpack:"knowledge"`
	Toward    int              `msgpack:"toward"`
	Raw       bool             `msgpack:"raw"`
}

// Drawn says what cards were taken from.
type Drawn struct {
	Rows    int   `msgpack:"rows"`    // that counterfactuals were drawn for
	Other   int   `msgpack:"other"`   // rows left out, as the model gives them to the class asked for
	Drawn   int   `msgpack:"drawn"`   // different counterfactuals
	Reached int   `msgpack:"reached"` // of them reach the class
	Kept    int   `msgpack:"kept"`    // of these keep all hard rules
	Mended  int   `msgpack:"mended"`  // of the drawn do both once what the rules forbid was mended
	Broken  []int `msgpack:"broken"`  // for every hard rule of Knowledge.AllRules, how many of those that reach the class break it
}

// Cards answers AskCards. There may be fewer than were asked for.
type Cards struct {
	Of             Drawn  `msgpack:"of"`  // nothing of raw cards
	Row            []int  `msgpack:"row"` // numbers in the table, from 0
	Factual        Floats `msgpack:"factual"`
	Counterfactual Floats `msgpack:"counterfactual"`
	Predicted      []int  `msgpack:"predicted"` // class of the factual
	Target         []int  `msgpack:"target"`    // class of the counterfactual
	Given          Floats `msgpack:"given"`     // cards × classes: shares of the factual
	Shares         Floats `msgpack:"shares"`    // cards × classes: of the counterfactual
}

// FineTune goes on from the present generator with labels. Facts: Epoch, then
// FineTuned. One that is canceled leaves the generator as it is.
type FineTune struct {
	Labels Labels   `msgpack:"labels"`
	Train  Training `msgpack:"train"`
	Seed   uint64   `msgpack:"seed"`

	// Knowledge has the rules that the generator is measured by before and after. It
	// learns nothing from them; with Train.Rules it goes on with what its training
	// learned from.
	Knowledge causal.Knowledge `msgpack:"knowledge"`
}

// FineTuned ends a FineTune. The generator before it comes back by Restore. One that
// is Worse is not in force before a Restore makes it so.
type FineTuned struct {
	Model  []byte `msgpack:"model"`
	Labels int    `msgpack:"labels"` // that it learned from
	Rows   int    `msgpack:"rows"`   // held out and never labelled, that Before and After are of

	Before Measured `msgpack:"before"`
	After  Measured `msgpack:"after"`

	// Broke counts the rows that all rules were kept for before and are not after,
	// Mended those that it is the other way about for.
	Broke  int `msgpack:"broke"`
	Mended int `msgpack:"mended"`

	// Judged says that Measured.Feasible is there: there are labels enough of both
	// kinds to learn it from. JudgeRight is the share of labels that such an estimate
	// gets right when it has not seen them, JudgeBalanced the mean of the shares of both
	// kinds. Feasible and Infeasible are how many of each it learned from.
	Judged        bool    `msgpack:"judged"`
	JudgeRight    float64 `msgpack:"judgeRight"`
	JudgeBalanced float64 `msgpack:"judgeBalanced"`
	Feasible      int     `msgpack:"feasible"`
	Infeasible    int     `msgpack:"infeasible"`

	TrainMS float64 `msgpack:"trainMS"`
	TookMS  float64 `msgpack:"tookMS"` // with the measuring
}

// JudgeLeast is how many labels of each kind it takes before Judged: the share of fewer
// that a judge tells right is known to one sixth at best.
const JudgeLeast = 10

// Worse reports whether the generator keeps all rules less often than the one before
// it, by more than chance: the difference over the same rows, Broke less Mended, is
// more than 1.96 of its standard errors.
func (m FineTuned) Worse() bool {
	fall, turned := float64(m.Broke-m.Mended), float64(m.Broke+m.Mended)
	return fall > 0 && fall > 1.96*math.Sqrt(max(turned-fall*fall/float64(max(m.Rows, 1)), 0))
}

// Measured is what the decoded counterfactuals of held-out rows are like, one of
// each.
type Measured struct {
	Scores   Scores  `msgpack:"scores"`
	Feasible float64 `msgpack:"feasible"` // share that a judge learned from the labels finds feasible
	Kept     Floats  `msgpack:"kept"`     // share that keeps each of Knowledge.AllRules
	KeptAll  float64 `msgpack:"keptAll"`  // share that keeps all of them
}

// rows checks rows × features of n rows.
func (c *checks) rows(what string, f Floats, n int) {
	c.floats(what, f, 2)
	c.that(f.Size(0) == n, "%s: %d rows, want %d", what, f.Size(0), n)
	c.between("number of features", f.Size(1), 0, data.MaxFeatures)
}

func (c *checks) labels(l Labels) {
	n := len(l.Target)
	c.between("number of labels", n, 0, maxLabels)
	c.that(len(l.Feasible) == n, "%d verdicts for %d labels", len(l.Feasible), n)
	c.rows("factuals", l.Factual, n)
	c.rows("counterfactuals", l.Counterfactual, n)
	c.natural("target", l.Target...)
}

// Validate implements Message.
func (m AskCards) Validate() error {
	c := checks{kind: "ask cards"}
	c.between("number of cards", m.Count, 1, MaxCards)
	switch m.Choice {
	case TeachMost, AnyCards, OfRow:
	default:
		c.that(false, "unknown choice %.40q", string(m.Choice))
	}
	c.natural("row", m.Row)
	c.labels(m.Labels)
	n := m.SeenFactual.Size(0)
	c.between("number of seen pairs", n, 0, 2*maxLabels)
	c.rows("seen factuals", m.SeenFactual, n)
	c.rows("seen counterfactuals", m.SeenCounterfactual, n)
	c.known(m.Knowledge)
	c.between("class", m.Toward, -1, data.MaxLevels-1)
	return c.err
}

// Validate implements Message.
func (m Cards) Validate() error {
	c := checks{kind: "cards"}
	n := len(m.Row)
	c.between("number of cards", n, 0, MaxCards)
	c.natural("row", m.Row...)
	c.natural("number", m.Of.Rows, m.Of.Other, m.Of.Drawn, m.Of.Reached, m.Of.Kept, m.Of.Mended)
	c.natural("number of broken", m.Of.Broken...)
	c.rows("factuals", m.Factual, n)
	c.rows("counterfactuals", m.Counterfactual, n)
	c.floats("given", m.Given, 2)
	c.floats("shares", m.Shares, 2)
	c.that(m.Given.Size(0) == n && m.Shares.Size(0) == n, "shares of %d and %d rows for %d cards", m.Given.Size(0), m.Shares.Size(0), n)
	c.classes(m.Predicted, n, m.Given.Size(1))
	c.classes(m.Target, n, m.Shares.Size(1))
	return c.err
}

// Validate implements Message.
func (m FineTune) Validate() error {
	c := checks{kind: "fine-tune"}
	c.labels(m.Labels)
	c.that(len(m.Labels.Target) > 0, "there are no labels")
	c.settings(m.Train)
	c.known(m.Knowledge)
	return c.err
}

// Validate implements Message.
func (m FineTuned) Validate() error {
	c := checks{kind: "fine-tuned"}
	c.that(len(m.Model) > 0, "the model is empty")
	c.natural("number", m.Labels, m.Rows, m.Feasible, m.Infeasible, m.Broke, m.Mended)
	c.that(m.Broke <= m.Rows && m.Mended <= m.Rows-m.Broke, "%d rows broke and %d were mended of %d", m.Broke, m.Mended, m.Rows)
	c.within("share of both kinds that the judge gets right", m.JudgeBalanced, 0, 1)
	for _, x := range []Measured{m.Before, m.After} {
		c.scores(x.Scores)
		c.within("share feasible", x.Feasible, 0, 1)
		c.within("share that keeps all rules", x.KeptAll, 0, 1)
		c.floats("shares that keep rules", x.Kept, 1)
		c.that(x.Kept.Size(0) == m.Before.Kept.Size(0), "%d and %d rules", x.Kept.Size(0), m.Before.Kept.Size(0))
		for _, k := range x.Kept.Values() {
			c.within("share that keeps a rule", k, 0, 1)
		}
	}
	c.within("share that the judge gets right", m.JudgeRight, 0, 1)
	c.within("time of training", m.TrainMS, 0, maxMS)
	c.within("time taken", m.TookMS, 0, maxMS)
	return c.err
}
