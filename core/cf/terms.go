package cf

import (
	"math"

	"causeway/core/causal"
	"causeway/core/data"
)

// mechanism is DistCausal for one feature (section 2.3): weight/MAD times the mean of |x'_v -
// f(parents'_v)|. In a masked training it measures the difference between the change of the
// effect and the change of its mechanism, |x'_v - x_v - (f(parents'_v) - f(parents_v))| (appendix
// B).
type mechanism struct {
	equation
	title  string
	weight float64
}

func newMechanism(l layout, n causal.Node, weight float64) mechanism {
	q := newEquation(l, n)
	return mechanism{q, "mechanism of " + l.schema.Features[n.Feature].Name, weight / q.v.unit}
}

// by returns the distance as the letter specifies it.
func (m mechanism) by(t Letter) mechanism {
	m.weight *= m.v.unit / t.unit(m.v, true).unit
	return m
}

func (m mechanism) name() string { return m.title }

func (m mechanism) add(b *batch) float64 {
	k, sum := m.weight/float64(b.n), 0.0
	p, grad := make([]float64, len(m.inputs)), make([]float64, len(m.inputs))
	for e := range b.n {
		p = m.parents(b.out, e, b.n, p)
		gap, g := m.v.at(b.out, e, b.n)-m.f.Grad(p, grad), k
		if m.own {
			p = m.parents(b.x, e%b.rows, b.rows, p)
			gap -= m.v.at(b.x, e%b.rows, b.rows) - m.f.Mean(p)
		}
		if gap < 0 {
			gap, g = -gap, -k
		}
		sum += gap
		m.v.push(b.d, e, b.n, g)
		for i, in := range m.inputs {
			in.push(b.d, e, b.n, -float64(g*grad[i]))
		}
	}
	return float64(sum * k)
}

// bound is the paper's unary hinge (section 2.4) in units of the score,
//
//	weight * mean max(0, direction*(x - x') - most)
//
// where most is how far the feature may move against the direction. As in validity, half of it
// applies to the decoded rows.
type bound struct {
	score
	title             string
	direction, weight float64
	most              float64
	alone             bool // only the soft outputs, as in the paper
}

func newBound(l layout, feature int, direction, most, weight float64) bound {
	s := l.score(feature)
	return bound{score: s, title: "rule of " + l.schema.Features[feature].Name, direction: direction, most: most,
		weight: weight / s.unit}
}

// by returns the hinge in the form that the letter specifies.
func (u bound) by(t Letter, f data.Feature) bound {
	u.weight *= u.unit / t.unit(u.score, f.Kind.Numeric()).unit
	u.alone = t.Soft
	return u
}

func (u bound) name() string { return u.title }

func (u bound) add(b *batch) float64 {
	if u.alone {
		u.weight *= 2
		return u.hinge(b.out, b)
	}
	return u.hinge(b.out, b) + u.hinge(b.hard, b)
}

func (u bound) hinge(x []float32, b *batch) float64 {
	k, sum := u.weight/2/float64(b.n), 0.0
	for r := range b.rows {
		from := u.at(b.x, r, b.rows)
		for e := r; e < b.n; e += b.rows {
			if gap := float64(u.direction*(from-u.at(x, e, b.n))) - u.most; gap > 0 {
				sum += gap
				u.push(b.d, e, b.n, -float64(u.direction*k))
			}
		}
	}
	return float64(sum * k)
}

// inequality is the hinge of a rule that a weighted sum of numbers is at most a limit,
//
//	weight/unit * mean max(0, w_1 x'_1 + ... + w_n x'_n - limit)
//
// where unit is the largest of |w_i| MAD_i. Half of it applies to the decoded rows.
type inequality struct {
	title         string
	of            []score
	weights       []float64
	limit, weight float64
}

func newInequality(l layout, r causal.Rule, weight float64) inequality {
	u := inequality{title: "rule of " + l.schema.Features[r.Feature].Name + " in a sum", weights: r.Law.Weights,
		limit: r.Max}
	unit := 0.0
	for k, j := range r.Features() {
		u.of = append(u.of, l.score(j))
		unit = max(unit, math.Abs(u.weights[k])*u.of[k].unit)
	}
	u.weight = weight / unit
	return u
}

func (u inequality) name() string { return u.title }

func (u inequality) add(b *batch) float64 { return u.hinge(b.out, b) + u.hinge(b.hard, b) }

func (u inequality) hinge(x []float32, b *batch) float64 {
	k, sum := u.weight/2/float64(b.n), 0.0
	for e := range b.n {
		gap := -u.limit
		for i, w := range u.weights {
			gap += float64(w * u.of[i].at(x, e, b.n))
		}
		if gap > 0 {
			sum += gap
			for i, w := range u.weights {
				u.of[i].push(b.d, e, b.n, float64(k*w))
			}
		}
	}
	return float64(sum * k)
}

// implication is the hinge of a rule "if its causes rise, the effect rises". Let a_i be the
// change of each cause that moves in the direction of the rule, and b the change of the effect,
// both in units of the scores. The hinge is
//
//	weight * mean max(0, min(premise, effect))
//	premise min(a_1 + m_1, ..., a_k + m_k), or the largest if any cause is enough
//	effect max(max(step, least a_1) + m - b, b - most a_1)
//
// that is, the smallest change that repairs the pair, which also determines the gradient. step is
// the effect's smallest change for a strict rule and 0 otherwise. least and most come from the
// rule, if it specifies amounts. The margins m are ruleMargin for numbers, because samples vary,
// and 0 for levels. Half of the hinge applies to the decoded rows.
//
// A pair is excused if a cause moves against the rule or moves although it should not. An excused
// pair costs nothing and has no gradient, so the term does not teach the generator to seek the
// excuse.
type implication struct {
	title        string
	causes       []signed
	quiet, still []signed
	any          bool // any one of the causes is enough
	effect       signed
	step, weight float64
	least, most  float64 // in units; with 0, most is not limited
	directions   []float64
}

type signed struct {
	score
	sign, margin float64
	half         float64 // half of the smallest visible change
}

func newImplication(l layout, r causal.Rule, weight float64) implication {
	sign := func(j int, falls bool) signed {
		s := signed{score: l.score(j), sign: 1, half: 0.5}
		if falls {
			s.sign = -1
		}
		if f := l.schema.Features[j]; f.Kind.Numeric() {
			s.margin, s.half = ruleMargin, f.Step()/f.MAD/2
		}
		return s
	}
	t := implication{title: "rule of " + l.schema.Features[r.Other].Name + " by its causes", weight: weight,
		directions: []float64{1},
		causes:     []signed{sign(r.Feature, false)}, effect: sign(r.Other, r.Falls), any: r.Any}
	for _, m := range r.Also {
		list := [...]*[]signed{causal.Moves: &t.causes, causal.Quiet: &t.quiet, causal.Still: &t.still}[m.Part]
		*list = append(*list, sign(m.Feature, m.Falls))
	}
	rate := t.causes[0].unit / t.effect.unit
	t.least, t.most = r.Least*rate, r.Most*rate
	if r.Reverse {
		t.directions = append(t.directions, -1)
	}
	if r.Strict {
		t.step = 1
		if f := l.schema.Features[r.Other]; f.Kind.Numeric() {
			t.step = f.Step() / f.MAD
		}
	}
	return t
}

func (t implication) name() string { return t.title }

func (t implication) add(b *batch) float64 {
	return t.hinge(b.out, b) + t.hinge(b.hard, b)
}

func (t implication) hinge(x []float32, b *batch) float64 {
	k, sum := t.weight/2/float64(b.n), 0.0
	for _, direction := range t.directions {
		for e := range b.n {
			if t.excused(b, x, e, direction) {
				continue
			}
			least, by, on := t.lacks(b, x, e, direction)
			premise, at := t.premise(b, x, e, direction)
			if min(least, premise) <= 0 {
				continue
			}
			if premise < least {
				sum += premise
				c := t.causes[at]
				c.push(b.d, e, b.n, float64(k*direction*c.sign)/c.unit)
				continue
			}
			sum += least
			t.effect.push(b.d, e, b.n, float64(by*k*direction*t.effect.sign)/t.effect.unit)
			if on != 0 {
				c := t.causes[0]
				c.push(b.d, e, b.n, float64(on*k*direction*c.sign)/c.unit)
			}
		}
	}
	return float64(sum * k)
}

// excused reports whether a cause moves in such a way that the rule does not apply.
func (t implication) excused(b *batch, x []float32, e int, direction float64) bool {
	for _, c := range t.quiet {
		if c.change(b, x, e, direction) <= -c.half {
			return true
		}
	}
	for _, c := range t.still {
		if math.Abs(c.change(b, x, e, direction)) >= c.half {
			return true
		}
	}
	for i := 0; t.any && i < len(t.causes); i++ {
		if c := t.causes[i]; c.change(b, x, e, direction) <= -c.half {
			return true
		}
	}
	return false
}

// premise returns how far the premise holds, and the cause that determines this.
func (t implication) premise(b *batch, x []float32, e int, direction float64) (by float64, at int) {
	for i, c := range t.causes {
		if a := c.change(b, x, e, direction) + c.margin; i == 0 || t.any && a > by || !t.any && a < by {
			by, at = a, i
		}
	}
	return by, at
}

// lacks returns how far the effect is below the change that its cause requires, or beyond the one
// that it allows. It also returns the slopes with respect to the effect and the cause.
func (t implication) lacks(b *batch, x []float32, e int, direction float64) (gap, byEffect, byCause float64) {
	moved, step, slope := t.effect.change(b, x, e, direction), t.step, 0.0
	if t.least == 0 && t.most == 0 {
		return step + t.effect.margin - moved, -1, 0
	}
	a := t.causes[0].change(b, x, e, direction)
	if ask := float64(t.least * a); ask > step {
		step, slope = ask, t.least
	}
	gap = step + t.effect.margin - moved
	if over := moved - float64(t.most*a); t.most > 0 && over > gap {
		return over, 1, -t.most
	}
	return gap, -1, slope
}

// change returns how far example e has moved in the direction, in units.
func (s signed) change(b *batch, x []float32, e int, direction float64) float64 {
	d := s.at(x, e, b.n) - s.at(b.x, e%b.rows, b.rows)
	return float64(direction * s.sign * d / s.unit)
}
