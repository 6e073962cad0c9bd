package wire

import (
	"causeway/core/causal"
	"causeway/core/model"
)

// MaxCards is how many cards can be asked for at once.
const MaxCards = 200

// AskCards asks for counterfactuals to be labelled, of training rows or of one
// row. It goes on beside a training, with the generator as it is when it begins.
// The answer is Cards.
type AskCards struct {
	Count  int    `msgpack:"count" bound:"1..cards" is:"number of cards"`
	Choice Choice `msgpack:"choice" of:"teach,random,row"`
	Row    int    `msgpack:"row" bound:"0.."` // number of the row of OfRow in the table, from 0
	Seed   uint64 `msgpack:"seed"`
	Labels Labels `msgpack:"labels"` // so far, for TeachMost

	// SeenFactual and SeenCounterfactual are the pairs that are not to be shown
	// again.
	SeenFactual        Floats `msgpack:"seenFactual" shape:"..seen,..features" is:"seen factuals"`
	SeenCounterfactual Floats `msgpack:"seenCounterfactual" shape:"..seen,..features" is:"seen counterfactuals"`

	// Cards keep the hard rules of Knowledge and lead to the class Toward, -1 for any
	// other than the predicted one. Raw cards are drawn as in the paper, whatever the
	// rules say, for a demonstration in which the rules judge.
	Knowledge causal.Knowledge `msgpack:"knowledge"`
	Toward    int              `msgpack:"toward" bound:"-1..lastLevel" is:"class"`
	Raw       bool             `msgpack:"raw"`
}

// Drawn says what cards were taken from.
type Drawn struct {
	Rows    int   `msgpack:"rows" bound:"0.."`    // that counterfactuals were drawn for
	Other   int   `msgpack:"other" bound:"0.."`   // rows left out, as the model gives them to the class asked for
	Drawn   int   `msgpack:"drawn" bound:"0.."`   // different counterfactuals
	Reached int   `msgpack:"reached" bound:"0.."` // of them reach the class
	Kept    int   `msgpack:"kept" bound:"0.."`    // of these keep all hard rules
	Mended  int   `msgpack:"mended" bound:"0.."`  // of the drawn do both once what the rules forbid was mended
	Broken  []int `msgpack:"broken" bound:"0.."`  // for every hard rule of Knowledge.AllRules, how many of those that reach the class break it
}

// Cards answers AskCards. There may be fewer than were asked for.
type Cards struct {
	Of             Drawn  `msgpack:"of"`                            // nothing of raw cards
	Row            []int  `msgpack:"row" len:"..cards" bound:"0.."` // numbers in the table, from 0
	Factual        Floats `msgpack:"factual" shape:"..,..features" is:"factuals"`
	Counterfactual Floats `msgpack:"counterfactual" shape:"..,..features" is:"counterfactuals"`
	Predicted      []int  `msgpack:"predicted" bound:"0.." is:"predicted classes"` // class of the factual
	Target         []int  `msgpack:"target" bound:"0.."`                           // class of the counterfactual
	Given          Floats `msgpack:"given" shape:"..,.."`                          // cards × classes: shares of the factual
	Shares         Floats `msgpack:"shares" shape:"..,.."`                         // cards × classes: of the counterfactual
}

// FineTune goes on from the present generator with labels. Facts: Epoch, then
// FineTuned. The present generator stays in force.
type FineTune struct {
	Labels Labels       `msgpack:"labels"`
	Train  model.Recipe `msgpack:"train"`
	Seed   uint64       `msgpack:"seed"`

	// Knowledge has the rules that the generator is measured by before and after. It
	// learns nothing from them; with Train.Rules it goes on with what its training
	// learned from.
	Knowledge causal.Knowledge `msgpack:"knowledge"`
}

// FineTuned ends a FineTune. A Restore brings its generator into force, and back the one
// before it.
type FineTuned model.FineTuned

// Worse is that of model.
func (m FineTuned) Worse() bool { return model.FineTuned(m).Worse() }

// KeepsLess is that of model.
func (m FineTuned) KeepsLess() bool { return model.FineTuned(m).KeepsLess() }

// ReachesLess is that of model.
func (m FineTuned) ReachesLess() bool { return model.FineTuned(m).ReachesLess() }

// Tells is that of model.
func (m FineTuned) Tells() bool { return model.FineTuned(m).Tells() }

// rows checks that there are n rows × features.
func (c *checks) rows(what string, f Floats, n int) {
	c.that(f.Size(0) == n, "%s: %d rows, want %d", what, f.Size(0), n)
}

func (c *checks) labels(l Labels) {
	n := len(l.Target)
	c.that(len(l.Feasible) == n, "%d verdicts for %d labels", len(l.Feasible), n)
	c.rows("factuals", l.Factual, n)
	c.rows("counterfactuals", l.Counterfactual, n)
}

func (m AskCards) relate(c *checks) {
	c.labels(m.Labels)
	c.rows("seen counterfactuals", m.SeenCounterfactual, m.SeenFactual.Size(0))
}

func (m Cards) relate(c *checks) {
	n := len(m.Row)
	c.rows("factuals", m.Factual, n)
	c.rows("counterfactuals", m.Counterfactual, n)
	c.that(m.Given.Size(0) == n && m.Shares.Size(0) == n, "shares of %d and %d rows for %d cards", m.Given.Size(0), m.Shares.Size(0), n)
	c.classes(m.Predicted, n, m.Given.Size(1))
	c.classes(m.Target, n, m.Shares.Size(1))
}

func (m FineTune) relate(c *checks) {
	c.labels(m.Labels)
	c.that(len(m.Labels.Target) > 0, "there are no labels")
	c.fine(m.Train.Check())
}

func (m FineTuned) relate(c *checks) {
	c.that(m.Broke <= m.Rows && m.Mended <= m.Rows-m.Broke, "%d rows broke and %d were mended of %d", m.Broke, m.Mended, m.Rows)
	before, after := m.Before.Kept.Size(0), m.After.Kept.Size(0)
	c.that(before == after, "%d and %d rules", after, before)
}
