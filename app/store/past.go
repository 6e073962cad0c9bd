package store

import (
	"bytes"
	"slices"

	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/wire"
)

// maxKnown limits the edges, rules and so on of all earlier trainings together, so that files stay
// small.
const maxKnown = 2_000

// goneOn is the history of a generator that a command trained: empty, or that of the present one if
// the command continued it.
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

// tunedBy is a generator's history after a fine-tuning. Labels that an earlier one learned from in
// the same order are stored once.
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

// withoutLabels are fine-tunings without the labels that they learned from, for a file without
// labels.
func withoutLabels(list []model.Tuning) []model.Tuning {
	list = slices.Clone(list)
	for i := range list {
		list[i].Which = nil
	}
	return list
}

// told are the labels that the generator learned from.
func (g Generator) told() []label.Label {
	if !g.HasResult {
		return nil
	}
	return g.Learned.Told
}

// trainings are all trainings behind the generator, to be repeated.
func (g Generator) trainings() []model.Past {
	l := g.Learned
	return append(slices.Clone(l.Earlier), model.Past{Lesson: model.Lesson{Method: l.Method, Knowledge: l.Knowledge},
		Settings: l.Settings,
		Best:     g.Result.Best, Tunings: l.Tunings})
}
