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
	Warm      bool // it continued an earlier generator

	// How to make it again: the earlier trainings, the later fine-tunings, and the labels that all
	// of those learned from.
	Earlier []model.Past
	Tunings []model.Tuning
	Told    []label.Label
	Lost    bool // part of that is unknown
}

// Tuned is how many labels the last fine-tuning learned from; 0: no fine-tuning.
func (l learned) Tuned() int {
	if n := len(l.Tunings); n > 0 {
		return l.Tunings[n-1].Labels
	}
	return 0
}

// Tunable reports whether labels can tune the present generator, or the next one: any except those
// of removed methods.
func (g Generator) Tunable() bool { return !g.HasResult || !g.Learned.Method.Gone() }

// learnedBy is what a command trains a generator with.
func learnedBy(c wire.TrainGenerator) learned {
	return learned{Method: c.Method, Knowledge: c.Knowledge, Warm: len(c.Warm) > 0, Settings: c.Recipe}
}

// compareGraph notes whether the generator is out of date: its method would learn something else
// from the drawn graph. Rules that only the search obeys never make it so, nor does a method that
// learns nothing from a graph, nor one that keeps today's rules anyway.
func (w *turn) compareGraph() {
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

// fits reports whether the graph is over the features of s.
func (g Graph) fits(s data.Schema) bool { return g.Sketch.Knowledge().Check(s) == nil }

// lesson is what a method learns from knowledge.
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

// trainGenerator trains the generator by its settings and the drawn graph; warm continues the
// present generator. Contradictory rules prevent it.
func (w *turn) trainGenerator(warm bool) {
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
