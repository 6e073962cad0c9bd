package store

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/model"
	"causeway/core/snapshot"
	"causeway/core/wire"
)

// Origin says on whose word a figure stands.
type Origin uint8

// The origins. Ours is measured here, as Proved is, which a file said first.
const (
	Ours    Origin = iota
	Claimed        // a file says it, and nothing here has measured it
	Proved         // a file says it, and measured here it is so
	Belied         // a file says it, and measured here it is not so
)

// IsClaimed reports whether only a file stands for what is shown. Where figures differ from what
// was measured here, the measured ones are shown instead.
func (o Origin) IsClaimed(differ []model.Differ) bool {
	return o == Claimed || o == Belied && len(differ) == 0
}

// Figures are those of the classifier, measured ones in place of those that a file has wrong.
func (c Classifier) Figures() wire.ClassifierTrained { return model.Mended(c.Result, c.Differ) }

// Figures is described at Classifier.Figures.
func (g Generator) Figures() wire.GeneratorTrained { return model.Mended(g.Result, g.Differ) }

// by is what a check makes of what a file says: what was measured here stays.
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

// measureAtOpening is how long the engine may measure what an opened file says of each
// model, in seconds, before its figures stay the file's.
const measureAtOpening = 2

// measureTold has the engine measure what an opened file says of its models.
func (w *work) measureTold() {
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

// classifierToldMeasured takes what the engine found of the classifier.
func (w *work) classifierToldMeasured(f wire.Verified) {
	if c := &w.Classifier; c.Origin == Claimed {
		c.Origin, c.Differ = c.Origin.by(Check{Measured: true, Differ: f.Differ, Unproved: f.Unproved}), f.Differ
	}
	w.tellBelied(true, f)
}

// generatorToldMeasured takes what the engine found of the generator.
func (w *work) generatorToldMeasured(f wire.Verified) {
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

func (w *work) tellBelied(classifier bool, f wire.Verified) {
	if len(f.Differ) > 0 {
		w.alert(TheProject, sayBelied(classifier, f.Differ))
	}
}

// proved is what a verification makes of what a file says.
func (w *work) proved() {
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

// ifTrained is by for what only a training that is done again can show.
func (o Origin) ifTrained(c Check) Origin {
	if c.Verdict == SameBytes || c.Verdict == OtherBytes {
		return o.by(c)
	}
	return o
}

// rulesInWords are the sentences of rules that shares are about. What a file calls them
// counts only where its rules are not known, as in those of an earlier version.
func (w *work) rulesInWords(said []string, rules []causal.Rule) []string {
	if len(rules) == len(said) {
		return w.inWords(rules)
	}
	return said
}

// judgedBy are the rules that the last fine-tuning of a generator was measured by, or
// what it learned from where it was not fine-tuned.
func judgedBy(p snapshot.Project, w *work) []causal.Rule {
	if n := len(p.Generator.Tunings); n > 0 {
		return p.Generator.Tunings[n-1].Rules
	}
	return p.Generator.Model.Lesson.Knowledge.AllRules(w.Data.Table.Schema)
}
