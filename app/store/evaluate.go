package store

import (
	"math"
	"slices"

	"causeway/core/causal"
	"causeway/core/document"
	"causeway/core/metric"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// Evaluation compares methods over training seeds, on the same held-out rows.
type Evaluation struct {
	Settings document.Evaluation
	Phase    Phase

	// The question, and a record for each entrant and seed. An unfinished record has no figures.
	Entrants  []document.Entrant
	Seeds     []uint64
	Records   [][]model.Record // entrants × seeds
	Rules     []causal.Rule    // that judged feasibility
	Orders    []causal.Order   // orders of values in the graph at that time, which Rules are about
	Finished  bool
	HasResult bool
	OldRules  bool     // the graph has changed since
	Failures  []string // why experiments failed; each text once
	Told      Told     // if Example-based learned from people's labels

	recipe snapshot.Asked // the part of the question that a file keeps
	asked  wire.Evaluate  // command for the first entrant and seed; unknown if it has no method
	job    int
	tasks  []int // the experiment of each task
	rest   bool  // the remaining experiments wait for the table
	edited int   // revision of the graph in the question
	of     batchOf
	own    bool

	Origin Origin // origin of Records
}

// Intents about an evaluation.
type (
	SetEvaluation struct{ document.Evaluation }
	RunEvaluation struct{ Rest bool } // Rest continues an earlier evaluation instead of a new one
)

func (in SetEvaluation) apply(w *turn) {
	w.setEvaluation(in.Evaluation.Since(w.Evaluation.Settings))
}

func (w *turn) setEvaluation(s document.Evaluation) {
	w.Evaluation.Settings = s.Within(w.Data.Table.Schema.Classes())
}

func (in RunEvaluation) apply(w *turn) {
	if in.Rest {
		w.continueEvaluation()
		return
	}
	w.settle(TheEvaluation)
	v := &w.Evaluation
	if why := w.notEvaluable(); why != "" {
		w.alert(TheEvaluation, why)
	} else if v.Phase != Resting {
		w.alert(TheEvaluation, sayEvaluationBusy)
	} else {
		v.Phase, v.rest = preparing, false
		if w.hasTable() {
			w.runEvaluation()
		}
	}
}

// notEvaluable says which setting prevents an evaluation, if any.
func (w *turn) notEvaluable() string {
	switch s := w.Evaluation.Settings; {
	case !w.Data.HasTable:
		return sayOpenFirst
	case !s.Own && !w.Classifier.HasResult:
		return sayClassifierFirst
	case len(s.Methods) == 0:
		return sayNoMethod
	case s.Tells() && !w.Labels.Enough():
		return sayFewLabels
	case s.FromLabels() && !s.Told && len(w.Graph.FreeRules(w.Data.Table.Schema)) == 0:
		return sayNoOracle
	}
	return ""
}

// runEvaluation starts an experiment for each entrant and seed. It starts none if a setting changed
// while the table was packed and now prevents the evaluation.
func (w *turn) runEvaluation() {
	if why := w.notEvaluable(); why != "" {
		w.Evaluation.Phase = Resting
		w.alert(TheEvaluation, why)
		return
	}
	v, s, kind := &w.Evaluation, WithLabels(w.Evaluation.Settings, w.Labels), w.Generator.Preset
	v.Entrants, v.Seeds, v.Records = Entrants(s, w.Generator, w.Data.Table), nil, nil
	for range v.Entrants {
		v.Records = append(v.Records, make([]model.Record, s.Seeds))
	}
	for i := range s.Seeds {
		v.Seeds = append(v.Seeds, s.First+uint64(i))
	}
	v.HasResult, v.own, v.OldRules, v.Origin = true, s.Own, false, Ours
	v.asked = wire.Evaluate{Own: s.Own, From: s.From, Knowledge: w.Graph.Sketch.Knowledge(),
		Truth: truthOf(kind, w.Data), CEM: model.ContrastPreset(kind)}
	v.asked.Known = s.Known && w.Data.KnowsMechanism(kind)
	v.Told, v.asked.Told = Told{}, teach(w.Labels.List)
	if v.asked.Teach = s.Tells(); v.asked.Teach {
		v.Told = w.Labels.labelSources()
	}
	v.recipe = recipeOf(v.asked)
	v.asked = v.experiment(v.Entrants[0], v.Seeds[0])
	v.Rules, v.Orders, v.edited = v.asked.Knowledge.Free().AllRules(w.Data.schema), v.asked.Knowledge.Orders,
		w.Graph.Edited
	v.of = w.batchOf()
	w.restOfEvaluation()
}

// part returns the record of an experiment by its task.
func (v *Evaluation) part(index int) *model.Record {
	n := len(v.Entrants)
	if index < 0 || index >= len(v.tasks) {
		return nil
	}
	index = v.tasks[index]
	v.Records = slices.Clone(v.Records)
	m := index % n
	v.Records[m] = slices.Clone(v.Records[m])
	return &v.Records[m][index/n]
}

func (w *turn) evaluated(index int, body wire.Message) {
	v := &w.Evaluation
	switch f := body.(type) {
	case wire.Evaluated:
		if r := v.part(index); r != nil {
			*r = model.Record(f)
		}
	case wire.Failure:
		v.Failures = w.noteFailure(v.Failures, TheEvaluation, f.Detail)
	}
}

func (w *turn) evaluationEnded(why string) {
	v := &w.Evaluation
	v.job, v.Phase, v.Finished = 0, Resting, true
	if why != "" {
		w.alert(TheEvaluation, why)
	}
	w.say(sayEvaluated(v.Done(), v.Experiments()))
}

// dropOldEvaluation cancels and forgets an evaluation of another table, or of another classifier if
// it used the project's.
func (w *turn) dropOldEvaluation() {
	v, now := &w.Evaluation, w.batchOf()
	v.OldRules = v.HasResult && v.edited != w.Graph.Edited
	if v.Settings.From >= w.Data.Table.Schema.Classes() {
		v.Settings.From = -1 // it was set for another table
	}
	if !v.HasResult || v.of.table == now.table && (v.own || samePlace(v.of.classifier, now.classifier)) {
		return
	}
	if v.job != 0 {
		w.effects = append(w.effects, TellTasks{v.job, wire.Cancel{}})
	}
	s := v.Settings
	if v.of.table != now.table {
		s.From = -1
	}
	w.Evaluation, w.EvaluationRun = Evaluation{Settings: s}, TaskRun{}
}

// Done counts the experiments that are done.
func (v Evaluation) Done() int {
	n := 0
	for _, list := range v.Records {
		for _, r := range list {
			if len(r.Figures) > 0 {
				n++
			}
		}
	}
	return n
}

// Follows reports whether effects followed their causes in the judged answers.
func (v Evaluation) Follows() bool {
	return slices.ContainsFunc(v.recipe.Knowledge.Mechanisms, func(m causal.Assignment) bool {
		return m.State != causal.ActedOn
	})
}

// Experiments counts the requested experiments.
func (v Evaluation) Experiments() int { return len(v.Entrants) * len(v.Seeds) }

// Summary is mean and spread of an entrant's figure over the finished seeds. study.Record.Figures
// lists the keys.
func (v Evaluation) Summary(entrant int, key string) metric.Summary {
	var values []float64
	if entrant >= 0 && entrant < len(v.Records) {
		for _, r := range v.Records[entrant] {
			values = append(values, figureOf(r, key))
		}
	}
	return metric.Summarize(values)
}

// Judge returns how many labels estimated feasibility, and which share of unseen labels the estimate
// gets right.
func (v Evaluation) Judge() (labels int, right float64, ok bool) {
	for i := range v.Entrants {
		if n, r := v.Summary(i, "judge.labels"), v.Summary(i, "judge.right"); n.N > 0 && r.N > 0 {
			return int(n.Mean), r.Mean, true
		}
	}
	return 0, 0, false
}

// figureOf is NaN if a record lacks the figure.
func figureOf(r model.Record, key string) float64 {
	for _, f := range r.Figures {
		if f.Key == key {
			return f.Value
		}
	}
	return math.NaN()
}
