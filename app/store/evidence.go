package store

import (
	"reflect"
	"slices"

	"causeway/core/causal"
	"causeway/core/wire"
)

// Evidence is the evidence of the training rows about the graph. Once Causes was shown, the store
// updates it whenever the graph, the rules or the counterfactuals change. One request runs at a time;
// the latest one waits.
type Evidence struct {
	Checked    wire.GraphChecked
	HasChecked bool
	Checking   bool
	Problem    string // why the question has no answer
	Plot       wire.EdgePlot
	HasPlot    bool
	NoPlot     string // why the selected edge has no plot
	Cost       RuleCost
	Doing      Doing
}

// asking holds the engine's open questions.
type asking struct {
	check question
	plot  question
	look  Ends // the selected edge, if looks
	looks bool
	watch bool // Causes was shown
	seen  weighed

	costs    question // what rules cost a sample of refused rows
	costsRow question // what they cost the row at hand
	weights  []weight // their answers, the latest last
	doing    question // about a trial value
}

// weighed holds everything that the questions depend on. Nothing is asked while it stays the same.
type weighed struct {
	table, graph, edited, finds int
	look                        Ends
	looks, loading, watch       bool
	link                        Link
	check, plot                 int

	costs, costsRow int
	model           *byte // model of the present classifier
	wanted          int
	row             rowSeen
	here            bool // Causes is on show
	doing           trialInputs
}

// trialInputs holds everything that the question about a trial value depends on.
type trialInputs struct {
	on      bool
	feature int
	value   float64
	job     int
}

// rowSeen holds everything that the questions about the current row depend on.
type rowSeen struct {
	row, shares *float64
	target      int
	limits      *causal.Limit
	own         *causal.Rule
}

func (w *turn) weighed() weighed {
	a := &w.asking
	out := weighed{table: w.Data.TableID, graph: w.Graph.ID, edited: w.Graph.Edited, finds: w.Explain.finds,
		look: a.look, looks: a.looks,
		loading: !w.Data.HasTable || w.Data.Stage == Loading, watch: a.watch, link: w.Link, check: a.check.job,
		plot:  a.plot.job,
		costs: a.costs.job, costsRow: a.costsRow.job, here: slices.Contains(w.here, TheGraph),
		doing: trialInputs{w.Evidence.Doing.On, w.Evidence.Doing.Feature, w.Evidence.Doing.Value, a.doing.job}}
	if w.Classifier.HasResult {
		out.model = first(w.Classifier.Result.Model)
	}
	if out.here {
		e := &w.Explain
		out.wanted, out.row = w.Data.Wanted(), rowSeen{first(e.Edited), first(e.Shares), e.Find.Target, first(e.Limits),
			first(e.Own)}
	}
	return out
}

// question is a question to the engine whose answer may arrive too late.
type question struct {
	job     int
	stopped bool // a Cancel was sent
	of      subject
}

// subject is what a question is about; equal subjects have equal answers.
type subject struct {
	asked     bool
	table     int
	knowledge causal.Knowledge
	hidden    causal.Unobserved
	finds     int
	edge      Ends
	model     []byte          // model of the classifier
	weigh     wire.WeighRules // for what rules cost
	do        wire.Intervene  // for a trial value
}

// GraphSearch is a search for edges. It changes ten times a second while it
// runs.
type GraphSearch struct {
	Phase    Phase // Resting, Running or Canceling
	Progress wire.Searching
	Result   wire.GraphSuggested

	HasProgress bool
	HasResult   bool
	job         int
	table       int // table to which the result belongs
}

// Settings of a search for edges.
const (
	searchAlpha = 0.01
	searchGiven = 3
)

// Intents about the graph and the data.
type (
	// WatchGraph keeps the evidence about the graph up to date from now on.
	WatchGraph struct{}

	// LookAtEdge asks for the plot of an edge and keeps it up to date.
	LookAtEdge struct{ Ends Ends }

	// LookAway ends LookAtEdge.
	LookAway struct{}

	// SearchEdges searches for edges that are not drawn yet.
	SearchEdges struct{}
)

func (WatchGraph) apply(w *turn)    { w.asking.watch = true }
func (in LookAtEdge) apply(w *turn) { w.asking.look, w.asking.looks = in.Ends, true }
func (LookAway) apply(w *turn)      { w.asking.looks = false }

func (w *turn) cancelSearch() {
	if s := &w.Search; s.Phase == Running {
		s.Phase = Canceling
		w.sendAs(s.job, wire.Cancel{})
	}
}

// weigh asks the engine for missing evidence about the present graph. It runs after every intent.
func (w *turn) weigh() {
	e, a := &w.Evidence, &w.asking
	now := w.weighed()
	if now == a.seen {
		return
	}
	defer func() { a.seen = w.weighed() }()
	if now.loading || !now.watch || w.Link != (Link{}) {
		return
	}
	if old := a.check.of; old.asked && old.table != w.Data.TableID {
		e.HasChecked, e.HasPlot, e.NoPlot = false, false, ""
	}
	if w.Search.HasResult && w.Search.table != w.Data.TableID {
		w.Search = GraphSearch{}
	}
	k, hidden := w.Graph.Sketch.Knowledge(), w.Graph.Sketch.Unobserved()
	if len(k.Edges)+len(k.Rules) == 0 {
		w.quit(&a.check)
		e.HasChecked, e.Problem = false, ""
	} else if of := (subject{asked: true, table: w.Data.TableID, knowledge: k, hidden: hidden,
		finds: w.Explain.finds}); w.fresh(&a.check, of) {
		a.check.job = w.send(w.checkMessage(k, hidden))
	}
	e.Checking = a.check.job != 0
	w.weighPlot(k)
	w.weighRules(k)
	w.tryValue(k)
}

// fresh reports whether to ask a question now. If so, it stores the subject.
func (w *turn) fresh(q *question, of subject) bool {
	if reflect.DeepEqual(q.of, of) {
		return false
	}
	if q.job != 0 {
		w.stop(q)
		return false
	}
	*q = question{of: of}
	return true
}

// stop cancels a question whose answer nobody needs.
func (w *turn) stop(q *question) {
	if q.job != 0 && !q.stopped {
		q.stopped = true
		w.sendAs(q.job, wire.Cancel{})
	}
}

// quit cancels a question and forgets it.
func (w *turn) quit(q *question) {
	w.stop(q)
	*q = question{}
}

func (w *turn) checkMessage(k causal.Knowledge, hidden causal.Unobserved) wire.Message {
	m := wire.CheckGraph{Knowledge: k, Unobserved: hidden}
	if x := w.Explain; x.HasFound && len(x.Found.Rows) > 0 {
		m.Factual = wire.NewFloats(x.Found.Factual.Row, len(x.Found.Factual.Row))
		var rows [][]float64
		for _, c := range x.Found.Rows[:min(len(x.Found.Rows), wire.MaxShown)] {
			rows = append(rows, c.Row)
		}
		m.Found = wire.NewRows(rows)
	}
	return m
}

// weighPlot asks for the plot of the selected edge.
func (w *turn) weighPlot(k causal.Knowledge) {
	e, a := &w.Evidence, &w.asking
	_, drawn := w.Graph.Sketch.Edge(a.look.From, a.look.To)
	if !a.looks || !drawn {
		a.plot = question{}
		e.HasPlot, e.NoPlot = false, ""
		return
	}
	k = mechanismOf(k, a.look.To)
	if of := (subject{asked: true, table: w.Data.TableID, knowledge: k, edge: a.look}); a.plot.job == 0 &&
		w.fresh(&a.plot, of) {
		a.plot.job = w.send(wire.PlotEdge{Knowledge: k, From: a.look.From, To: a.look.To})
	}
	if e.HasPlot && (Ends{From: e.Plot.From, To: e.Plot.To}) != a.look {
		e.HasPlot = false
	}
}

// mechanismOf returns the known mechanism of an effect.
func mechanismOf(k causal.Knowledge, effect int) (only causal.Knowledge) {
	for _, e := range k.Edges {
		if e.To == effect {
			only.Edges = append(only.Edges, e)
		}
	}
	for _, m := range k.Mechanisms {
		if m.Feature == effect {
			only.Mechanisms = append(only.Mechanisms, m)
		}
	}
	return only
}
