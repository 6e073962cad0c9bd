package store

import (
	"slices"

	"causeway/core/batch"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/form"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// Origin says where a figure comes from.
type Origin uint8

// The origins. An Ours figure was measured here. A Proved figure was claimed by a file and then measured here.
const (
	Ours    Origin = iota
	Claimed        // a file claims it, not measured here
	Proved         // a file claims it, confirmed here
	Belied         // a file claims it, refuted here
)

// IsClaimed reports whether the figure on show is only a file's claim. If claim and measurement
// differ, the page shows the measurement.
func (o Origin) IsClaimed(differ []model.Differ) bool {
	return o == Claimed || o == Belied && len(differ) == 0
}

// Figures returns the figures of the classifier, with measured ones in place of a file's wrong ones.
func (c Classifier) Figures() wire.ClassifierTrained { return model.Mended(c.Result, c.Differ) }

// Figures is like Classifier.Figures.
func (g Generator) Figures() wire.GeneratorTrained { return model.Mended(g.Result, g.Differ) }

// by returns the origin after a file's claim was checked. Figures measured here stay Ours.
func (o Origin) by(c Check) Origin {
	switch {
	case o == Ours:
	case c.Fails():
		return Belied
	case c.Measured && len(c.Differ)+len(c.Unproved) == 0:
		return Proved
	}
	return o
}

// measureAtOpening is how many seconds the engine may spend on measuring each model of an opened file.
// After that, the figures remain claims.
const measureAtOpening = 2

// measureTold asks the engine to measure what an opened file claims about its models.
func (w *turn) measureTold() {
	c, g, j := w.Classifier, w.Generator, &w.Project
	j.measures = [2]int{}
	if c.HasResult && c.Origin == Claimed {
		j.measures[0] = w.send(wire.VerifyClassifier{Settings: c.Learned, Said: c.Result, Within: measureAtOpening})
	}
	if g.HasResult && g.Origin == Claimed {
		m := w.generatorClaim()
		m.Within = measureAtOpening
		j.measures[1] = w.send(m)
	}
}

// classifierToldMeasured takes the engine's measurement of the classifier.
func (w *turn) classifierToldMeasured(f wire.Verified) {
	if c := &w.Classifier; c.Origin == Claimed {
		c.Origin, c.Differ = c.Origin.by(Check{Measured: true, Differ: f.Differ, Unproved: f.Unproved}), f.Differ
	}
	w.tellBelied(true, f)
}

// generatorToldMeasured takes the engine's measurement of the generator.
func (w *turn) generatorToldMeasured(f wire.Verified) {
	if g := &w.Generator; g.Origin == Claimed {
		c := Check{Measured: true, Differ: f.Differ, Unproved: f.Unproved}
		if late := slices.Contains(f.Unproved, model.LateAnswers); late {
			c.Unproved = nil
			g.AnswersLate = g.Origin.by(c) == Proved
		}
		g.Origin, g.Differ = g.Origin.by(c), f.Differ
	}
	w.tellBelied(false, f)
}

func (w *turn) tellBelied(classifier bool, f wire.Verified) {
	if len(f.Differ) > 0 {
		w.alert(TheProject, sayBelied(classifier, f.Differ))
	}
}

// proved returns the origin after a file's claim was verified.
func (w *turn) proved() {
	v := w.Project.Verify
	c, g := v.Classifier, v.Generator
	w.Classifier.Origin = w.Classifier.Origin.by(c)
	w.ClassifierRun.Origin = w.ClassifierRun.Origin.ifTrained(c)
	if c.Verdict > Checking {
		w.Classifier.Differ = c.Differ
	}
	if g.Verdict > Checking {
		w.Generator.Origin, w.Generator.Differ = w.Generator.Origin.by(g), g.Differ
		w.Generator.AnswersLate = w.Generator.AnswersLate && !g.Holds()
		w.GeneratorRun.Origin = w.GeneratorRun.Origin.ifTrained(g)
		w.Labels.Origin = w.Labels.Origin.ifTrained(g)
	}
	if e := v.Evaluation; e.Verdict == SameBytes {
		w.Evaluation.Origin = w.Evaluation.Origin.by(e)
	}
}

// ifTrained is like by, for claims that only a repeated training can confirm.
func (o Origin) ifTrained(c Check) Origin {
	if c.Verdict == SameBytes || c.Verdict == OtherBytes {
		return o.by(c)
	}
	return o
}

// MeasuredBy holds the rules behind a share of rows that keep them. A file has them only as text if
// its version did not list them, or if they measured a fine-tuning that is not in use.
type MeasuredBy struct {
	rules []causal.Rule
	Said  []string
}

// Texts returns the sentences of the rules.
func (m MeasuredBy) Texts(s data.Schema) []string {
	if len(m.rules) > 0 {
		return batch.Rules{Hard: m.rules}.Texts(s)
	}
	return m.Said
}

// Any reports whether MeasuredBy holds any rule.
func (m MeasuredBy) Any() bool { return len(m.rules)+len(m.Said) > 0 }

// judgedBy returns the rules that measured the last fine-tuning of a file's generator or, without one,
// those that it learned from.
func (w *turn) judgedBy(said []string, p snapshot.Project) (m MeasuredBy) {
	if m.rules = p.Generator.Model.Lesson.Knowledge.AllRules(w.Data.Table.Schema); len(p.Generator.Tunings) > 0 {
		m.rules = p.Generator.Tunings[len(p.Generator.Tunings)-1].Rules
	}
	if len(m.rules) != len(said) || p.HasTuning && p.Tuning.Restored {
		return MeasuredBy{Said: said}
	}
	return m
}

// recordOrigins names the record that lists the figures measured here. Only this browser can know
// this, never a file.
const recordOrigins = "origins"

type keptOrigins struct {
	Classifier    Origin `msgpack:"classifier" bound:"0..3"`
	ClassifierRun Origin `msgpack:"classifierRun" bound:"0..3"`
	Generator     Origin `msgpack:"generator" bound:"0..3"`
	GeneratorRun  Origin `msgpack:"generatorRun" bound:"0..3"`
	AnswersLate   bool   `msgpack:"answersLate"`
	Labels        Origin `msgpack:"labels" bound:"0..3"`
	Evaluation    Origin `msgpack:"evaluation" bound:"0..3"`
}

func (s *State) keptOrigins() (keptOrigins, bool) {
	return keptOrigins{s.Classifier.Origin, s.ClassifierRun.Origin, s.Generator.Origin, s.GeneratorRun.Origin,
		s.Generator.AnswersLate, s.Labels.Origin, s.Evaluation.Origin}, true
}

func (k keptOrigins) check(snapshot.Project) error { return form.Check(k) }

func (k keptOrigins) install(w *turn, _ arrival) {
	w.Classifier.Origin, w.ClassifierRun.Origin = k.Classifier, k.ClassifierRun
	w.Generator.Origin, w.GeneratorRun.Origin, w.Generator.AnswersLate = k.Generator, k.GeneratorRun, k.AnswersLate
	w.Labels.Origin, w.Evaluation.Origin = k.Labels, k.Evaluation
}
