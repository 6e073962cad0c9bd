package store

import (
	"reflect"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/wire"
)

// learned is what a generator was trained with.
type learned struct {
	Method    model.Method
	Knowledge causal.Knowledge
	Settings  model.Recipe
	Warm      bool // it went on from a generator before it

	// How it came about, so that it can be made again: the trainings before this
	// one, the fine-tunings after it, and the labels that all of those learned from.
	Earlier []model.Past
	Tunings []model.Tuning
	Told    []label.Label
	Lost    bool // not all of that is known
}

// Tuned is how many labels the last fine-tuning since learned from; 0: there was
// none.
func (l learned) Tuned() int {
	if n := len(l.Tunings); n > 0 {
		return l.Tunings[n-1].Labels
	}
	return 0
}

// Tunable reports whether labels can tune the generator that there is, or the one to come: any that is still made.
func (g Generator) Tunable() bool { return !g.HasResult || !g.Learned.Method.Gone() }

// learnedBy is what a command trains a generator with.
func learnedBy(c wire.TrainGenerator) learned {
	return learned{Method: c.Method, Knowledge: c.Knowledge, Warm: len(c.Warm) > 0, Settings: c.Recipe}
}

// compareGraph notes whether the generator was trained for another graph than
// the drawn one: whether its method would now learn something else. What only
// the search obeys makes no generator old, and one whose method learns nothing from
// a graph, or that keeps the rules of today, is never out of date.
func (w *work) compareGraph() {
	g, k := &w.Generator, w.Graph.Sketch.Knowledge()
	g.Outdated, g.Unlearned = false, false
	if g.HasResult && !g.Learned.Method.FromGraph() && !g.Learned.Method.Acts() {
		s := w.Data.Table.Schema
		m := Suits(w.Graph, w.Classifier, s)
		g.Unlearned = m.FromGraph() || m.Acts() && len(causal.Hard(w.Graph.FreeRules(s))) > 0
	}
	if g.HasResult && g.Learned.Method.FromGraph() && !reflect.DeepEqual(g.Learned.Knowledge, k) {
		s, m := w.Data.Table.Schema, g.Learned.Method
		g.Outdated = !reflect.DeepEqual(lessonOf(s, g.Learned.Knowledge, m), lessonOf(s, k, m))
	}
}

// fits reports whether the graph is one over the features of s. Where table and
// graph change together, an observer may see one before the other.
func (g Graph) fits(s data.Schema) bool { return g.Sketch.Knowledge().Check(s) == nil }

// Problem says what keeps a generator from being trained for the graph of a table, or
// nothing.
func (g Graph) Problem(d Data) string {
	if !g.fits(d.Table.Schema) {
		return ""
	}
	return State{Data: d, Graph: g}.GraphProblem()
}

// lesson is what a method takes from knowledge.
type lesson struct {
	orders     []causal.Order // of the features in what follows
	terms      []causal.Term
	mechanisms []causal.Assignment
	causes     []causal.Edge // of the effects with a mechanism
}

func lessonOf(s data.Schema, k causal.Knowledge, m model.Method) lesson {
	k = k.Free()
	l := lesson{terms: k.Terms(s, m.Learns())}
	for _, t := range l.terms {
		if t.Kind != causal.MechanismTerm {
			continue
		}
		for _, a := range k.Mechanisms {
			if a.Feature == t.Feature {
				l.mechanisms = append(l.mechanisms, a)
			}
		}
		for _, e := range k.Edges {
			if e.To == t.Feature {
				l.causes = append(l.causes, causal.Edge{From: e.From, To: e.To, Sign: e.Sign})
			}
		}
	}
	used := map[int]bool{}
	for _, t := range l.terms {
		used[t.Feature] = true
		if t.Kind == causal.MechanismTerm {
			continue // it has no rule
		}
		for _, j := range t.Rule.Features() {
			used[j] = true
		}
	}
	for _, e := range l.causes {
		used[e.From] = true
	}
	for _, o := range k.Orders {
		if used[o.Feature] {
			l.orders = append(l.orders, o)
		}
	}
	return l
}

// trainGenerator trains the generator by its settings and the drawn graph, from
// the present generator where warm says so. Rules that contradict each other
// hold it back.
func (w *work) trainGenerator(warm bool) {
	m := w.generatorCommand()
	if why := w.GraphProblem(); m.Method.FromGraph() && why != "" {
		w.unqueue()
		w.alert(TheGenerator, why)
		return
	}
	if warm && w.Generator.HasResult {
		m.Warm = w.Generator.Result.Model
	}
	w.start(TheGenerator, m)
	w.say(sayTraining(TheGenerator))
}
