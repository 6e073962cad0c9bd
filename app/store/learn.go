package store

import (
	"bytes"
	"reflect"
	"slices"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// learned records a generator's training inputs.
type learned struct {
	Method    model.Method
	Knowledge causal.Knowledge
	Settings  model.Recipe
	Warm      bool // it continued an earlier generator

	// How to make the generator again: the earlier trainings, the later fine-tunings, and the labels that
	// they learned from.
	Earlier []model.Past
	Tunings []model.Tuning
	Told    []label.Label
	Lost    bool // part of that is unknown
}

// Tuned returns how many labels the last fine-tuning learned from; 0: no fine-tuning.
func (l learned) Tuned() int {
	if n := len(l.Tunings); n > 0 {
		return l.Tunings[n-1].Labels
	}
	return 0
}

// Tunable reports whether labels can tune the present generator, or the next one. Only those of
// removed methods cannot be tuned.
func (g Generator) Tunable() bool { return !g.HasResult || !g.Learned.Method.Gone() }

// learnedBy returns the training inputs in a command.
func learnedBy(c wire.TrainGenerator) learned {
	return learned{Method: c.Method, Knowledge: c.Knowledge, Warm: len(c.Warm) > 0, Settings: c.Recipe}
}

// compareGraph notes whether the generator is out of date: whether its method would learn something
// else from the drawn graph. It is never out of date if only the search obeys the changed rules, or if
// its method learns nothing from a graph or keeps any rules.
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

// lesson holds the parts of the knowledge that a method learns.
type lesson struct {
	orders     []causal.Order // orders of the features in the fields below
	terms      []causal.Term
	mechanisms []causal.Assignment
	causes     []causal.Edge // causes of the effects with a mechanism
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

// courseOf returns the known history of a model's training.
func (s *State) courseOf(m Topic) model.Course {
	return snapshot.Project{Courses: s.courses()}.Course(trainingNames[m])
}

// courses returns the saved training histories of the present models.
func (s *State) courses() (list []snapshot.Course) {
	c, g := s.Classifier, s.Generator
	if c.HasResult && !c.Foreign {
		x := s.ClassifierRun.course(c.Phase)
		x.Model, x.TrainMS = trainingNames[TheClassifier], c.Result.TrainMS
		list = append(list, x)
	}
	if g.HasResult {
		x := s.GeneratorRun.course(g.Phase)
		x.Model, x.TrainMS, x.PerThousand = trainingNames[TheGenerator], g.Result.TrainMS, g.Result.PerThousand
		list = append(list, x)
	}
	return list
}

// course returns the history of a finished training. If another training runs, it has no epochs.
func (r Run) course(p Phase) (c snapshot.Course) {
	if p.Active() || !r.HasEpoch {
		return c
	}
	e, rows := r.Epoch, r.Epoch.History.Rows()
	c.Epochs, c.Best = e.Epochs, e.Best
	for _, t := range e.Terms {
		c.Terms = append(c.Terms, t.Name)
	}
	for _, i := range snapshot.Thinned(len(rows), e.Best) {
		c.At, c.Values = append(c.At, r.EpochOf(i)), append(c.Values, rows[i])
	}
	return c
}

// EpochOf returns the epoch of a row of the history, from 1.
func (r Run) EpochOf(i int) int {
	if i < len(r.At) {
		return r.At[i]
	}
	return i + 1
}

// installCourses shows the training histories of a file.
func (w *turn) installCourses(list []snapshot.Course) {
	for _, c := range list {
		m := TheClassifier
		if c.Model == trainingNames[TheGenerator] {
			m = TheGenerator
			w.Generator.Result.TrainMS, w.Generator.Result.PerThousand = c.TrainMS, c.PerThousand
		} else {
			w.Classifier.Result.TrainMS = c.TrainMS
		}
		n := len(c.At)
		if n == 0 {
			continue
		}
		last := c.Values[n-1]
		e := wire.Epoch{Epoch: c.At[n-1], Epochs: c.Epochs, Best: c.Best, Loss: last[0], ElapsedMS: c.TrainMS,
			History: wire.NewRows(c.Values)}
		for i, name := range c.Terms {
			e.Terms = append(e.Terms, wire.Term{Name: name, Value: last[1+i]})
		}
		*w.Run(m) = Run{Epoch: e, HasEpoch: true, At: c.At, Origin: Claimed,
			Floor: -w.Generator.Learned.Settings.Validity * w.Generator.Learned.Settings.Margin}
	}
}

// maxKnown limits the edges, rules and so on of all earlier trainings together, so that files stay
// small.
const maxKnown = 2_000

// goneOn returns the earlier history of a generator that a command trained: the present generator's if
// the command continued it, otherwise none.
func (g Generator) goneOn(c wire.TrainGenerator) learned {
	l, before := learnedBy(c), g.Learned
	if !l.Warm {
		return l
	}
	if l.Lost = !g.HasResult || g.Result.Best < 1 || before.Lost || !bytes.Equal(c.Warm, g.Result.Model); l.Lost {
		return l
	}
	l.Told = before.Told
	l.Earlier = append(slices.Clone(before.Earlier), model.Past{Settings: before.Settings,
		Lesson: model.Lesson{Method: before.Method, Knowledge: before.Knowledge}, Best: g.Result.Best,
		Tunings: before.Tunings})
	return l.bounded()
}

// tunedBy returns a generator's history after a fine-tuning. Labels that an earlier fine-tuning
// learned from, in the same order, are stored once.
func (l learned) tunedBy(t model.Tuning, labels []label.Label) learned {
	at := map[string]int{}
	for i, x := range l.Told {
		at[x.Lesson()] = i
	}
	t.Labels, t.Which = len(labels), nil
	told := slices.Clone(l.Told)
	for _, x := range labels {
		i, known := at[x.Lesson()]
		if !known {
			i = len(told)
			told = append(told, x)
		}
		if n := len(t.Which); n > 0 && t.Which[n-1] == i {
			t.Which[n-1]++
		} else {
			t.Which = append(t.Which, i, i+1)
		}
	}
	l.Told, l.Tunings = told, append(slices.Clone(l.Tunings), t)
	return l.bounded()
}

// bounded forgets a history that is too large to be saved.
func (l learned) bounded() learned {
	n, known := 1+len(l.Tunings), 0
	for _, p := range l.Earlier {
		k := p.Lesson.Knowledge
		n, known = n+1+len(p.Tunings), known+len(k.Edges)+len(k.Rules)+len(k.Mechanisms)+len(k.Orders)
	}
	if n > model.MaxPast || known > maxKnown || len(l.Told) > label.MaxLabels {
		l.Lost, l.Earlier, l.Told = true, nil, nil
		l.Tunings = withoutLabels(l.Tunings[max(0, len(l.Tunings)-1):])
	}
	return l
}

// withoutLabels removes from fine-tunings the labels that they learned from, for a file without
// labels.
func withoutLabels(list []model.Tuning) []model.Tuning {
	list = slices.Clone(list)
	for i := range list {
		list[i].Which = nil
	}
	return list
}

// learnedLabels returns the labels that the generator learned from.
func (g Generator) learnedLabels() []label.Label {
	if !g.HasResult {
		return nil
	}
	return g.Learned.Told
}

// trainings returns all trainings that made the generator, so that they can be repeated.
func (g Generator) trainings() []model.Past {
	l := g.Learned
	return append(slices.Clone(l.Earlier), model.Past{Lesson: model.Lesson{Method: l.Method, Knowledge: l.Knowledge},
		Settings: l.Settings,
		Best:     g.Result.Best, Tunings: l.Tunings})
}
