package study

import (
	"reflect"

	"causeway/core/metric"
	"causeway/core/nn"
)

// leadHair is what is asked for beyond a lead, so that rounding does not undo what was reached.
const leadHair = 1e-4

// asking is a bench that asks for a lead: in its black box a target's share has to lead the
// next one's by as much before it is the largest. For two classes that is a threshold, which
// leaves a network. A black box that is not a network is not asked for the lead, but judged by
// it.
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

// clearly is a setting that trains for its lead: the margin of the hinge is one of shares.
func (s Setting) clearly() Setting {
	for _, margin := range []*float64{&s.Train.Margin, &s.Base.Margin, &s.Round.Margin} {
		*margin = max(*margin, min(s.Lead, 0.95))
	}
	return s
}

// makeClearly is make where a lead is asked for: rows of each target are answered by a method
// that asks for it.
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
		if asking != b { // what its black box asks for is enough
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

// some are the cases at places.
func (c Cases) some(at []int) (some Cases) {
	some.Examples = c.Examples.Some(at)
	for _, i := range at {
		some.Rows, some.Factual = append(some.Rows, c.Rows[i]), append(some.Factual, c.Factual[i])
		some.Predicted, some.Target = append(some.Predicted, c.Predicted[i]), append(some.Target, c.Target[i])
	}
	return some
}

// merge puts what is made of cases at places where it is among what is made of all.
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

// reclass has the bench's own black box say the classes of what was made.
func (b *Bench) reclass(m *Made) {
	m.Decoded.Class = b.Predict(m.Decoded.Counterfactual)
	ex := nn.Examples{Width: b.Test.Examples.Width, Y: make([]int, len(m.Raw))}
	for _, x := range m.Raw {
		ex.X = append(ex.X, x...)
	}
	m.Soft.Class = b.classesOf(ex)
}

// learned are generators that learn from a search, which is the same for all leads.
type learned struct {
	of Setting
	trained
}

// acts trains one, or gives the one that is trained already.
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
