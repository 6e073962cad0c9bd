package study

import (
	"reflect"

	"causeway/core/metric"
	"causeway/core/nn"
)

// leadHair is added to a required lead, so that an answer keeps the lead after rounding.
const leadHair = 1e-4

// asking returns a bench that requires a lead: its black box predicts the target only if the
// target's share exceeds the next share by at least lead. With two classes this only shifts the
// threshold, so the black box remains a network. asking does not change a black box that is not a
// network; there the lead only matters when answers are judged.
func (b *Bench) asking(lead float64, target int) *Bench {
	c, ok := b.BlackBox.(*nn.Classifier)
	if lead <= 0 || !ok {
		return b
	}
	lead = min(lead+leadHair, 1-leadHair)
	if c.Classes() != 2 {
		asked := *b
		asked.BlackBox = leading{c, target, lead}
		return &asked
	}
	threshold := (1 + lead) / 2
	if target == 0 {
		threshold = (1 - lead) / 2
	}
	asked := *b
	asked.BlackBox = c.Decide(threshold)
	return &asked
}

// clearly returns a setting whose training aims at the required lead. The hinge margin applies to
// shares.
func (s Setting) clearly() Setting {
	for _, margin := range []*float64{&s.Train.Margin, &s.Base.Margin, &s.Round.Margin} {
		*margin = max(*margin, min(s.Lead, 0.95))
	}
	return s
}

// makeClearly is like make but requires a lead. For each target, a method that requires the lead
// answers the rows.
func (b *Bench) makeClearly(s Setting, c Cases) (m Made, err error) {
	s = s.clearly()
	for target := range b.BlackBox.Classes() {
		var at []int
		for i, t := range c.Target {
			if t == target {
				at = append(at, i)
			}
		}
		if len(at) == 0 {
			continue
		}
		asking, plain := b.asking(s.Lead, target), s
		if asking != b { // its black box already requires the lead
			plain.Lead = 0
		}
		part, err := asking.makeOf(plain, c.some(at), b)
		if err != nil {
			return m, err
		}
		m.merge(part, c, at)
	}
	b.reclass(&m)
	return m, nil
}

// some returns the cases at the given indices.
func (c Cases) some(at []int) (some Cases) {
	some.Examples = c.Examples.Some(at)
	for _, i := range at {
		some.Rows, some.Factual = append(some.Rows, c.Rows[i]), append(some.Factual, c.Factual[i])
		some.Predicted, some.Target = append(some.Predicted, c.Predicted[i]), append(some.Target, c.Target[i])
	}
	return some
}

// merge inserts the results for the cases at the given indices into the results for all cases.
func (m *Made) merge(part Made, c Cases, at []int) {
	times := len(part.Of) / len(at)
	n := len(c.Rows)
	if m.Of == nil {
		m.Generator = part.Generator
		m.Of, m.Raw = make([]int, times*n), make([][]float32, times*n)
		for _, p := range []*metric.Pairs{&m.Soft, &m.Decoded} {
			*p = metric.Pairs{Schema: part.Decoded.Schema, Factual: make([][]float64, times*n),
				Counterfactual: make([][]float64, times*n),
				Target:         make([]int, times*n), Class: make([]int, times*n), Found: make([]bool, times*n)}
		}
	}
	m.GaveUp += part.GaveUp
	m.Time.Train += part.Time.Train
	m.Time.Generate += part.Time.Generate
	m.Time.Rows += part.Time.Rows
	for e, of := range part.Of {
		to := e/len(at)*n + at[of]
		m.Of[to], m.Raw[to] = at[of], part.Raw[e]
		for _, p := range []struct{ from, to *metric.Pairs }{{&part.Soft, &m.Soft}, {&part.Decoded, &m.Decoded}} {
			p.to.Factual[to], p.to.Counterfactual[to], p.to.Target[to] = p.from.Factual[e], p.from.Counterfactual[e],
				p.from.Target[e]
			p.to.Found[to] = p.from.Found == nil || p.from.Found[e]
		}
	}
}

// reclass sets the classes of the results to the predictions of the bench's own black box.
func (b *Bench) reclass(m *Made) {
	m.Decoded.Class = b.Predict(m.Decoded.Counterfactual)
	ex := nn.Examples{Width: b.Test.Examples.Width, Y: make([]int, len(m.Raw))}
	for _, x := range m.Raw {
		ex.X = append(ex.X, x...)
	}
	m.Soft.Class = b.classesOf(ex)
}

// learned caches generators that learn from a search. They are the same for all leads.
type learned struct {
	of Setting
	trained
}

// acts returns a setting's generator. The first call trains it.
func (b *Bench) acts(s Setting, train func() (trained, error)) (trained, error) {
	s.Lead, s.Base, s.Round, s.Train.Margin = 0, s.Train, s.Train, 0
	for _, l := range b.learned {
		if reflect.DeepEqual(l.of, s) {
			return l.trained, nil
		}
	}
	t, err := train()
	if err == nil {
		b.learned = append(b.learned, learned{s, t})
	}
	return t, err
}
