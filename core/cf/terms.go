package cf

import "causeway/core/causal"

// mechanism is DistCausal of one feature (section 2.3): weight/MAD times the mean
// of |x'_v - f(parents'_v)|.
type mechanism struct {
	equation
	title  string
	weight float64
}

func newMechanism(l layout, n causal.Node, weight float64) mechanism {
	q := newEquation(l, n)
	return mechanism{q, "mechanism of " + l.schema.Features[n.Feature].Name, weight / q.v.unit}
}

func (m mechanism) name() string { return m.title }

func (m mechanism) add(b *batch) float64 {
	k, sum := m.weight/float64(b.n), 0.0
	p, grad := make([]float64, len(m.inputs)), make([]float64, len(m.inputs))
	for e := range b.n {
		p = m.parents(b.out, e, b.n, p)
		gap, g := m.v.at(b.out, e, b.n)-m.f.Grad(p, grad), k
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
//	weight * mean max(0, direction*(x - x'))
//
// half of it on the decoded rows, as in validity.
type bound struct {
	score
	title             string
	direction, weight float64
}

func newBound(l layout, feature int, direction, weight float64) bound {
	s := l.score(feature)
	return bound{score: s, title: "rule of " + l.schema.Features[feature].Name, direction: direction, weight: weight / s.unit}
}

func (u bound) name() string { return u.title }

func (u bound) add(b *batch) float64 { return u.hinge(b.out, b) + u.hinge(b.hard, b) }

func (u bound) hinge(x []float32, b *batch) float64 {
	k, sum := u.weight/2/float64(b.n), 0.0
	for r := range b.rows {
		from := u.at(b.x, r, b.rows)
		for e := r; e < b.n; e += b.rows {
			if gap := float64(u.direction * (from - u.at(x, e, b.n))); gap > 0 {
				sum += gap
				u.push(b.d, e, b.n, -float64(u.direction*k))
			}
		}
	}
	return float64(sum * k)
}

// implication is the hinge of a rule "if its causes rise, the effect rises". With
// a_i the change of each cause in the direction of the rule and b that of the
// effect, in units of the scores, it is
//
//	weight * mean max(0, min(a_1 + m_1, ..., a_k + m_k, step + m - b))
//
// the least change that repairs the pair, by which its gradient goes. step is the
// effect's own least change for a strict rule and 0 for another. The margins are
// ruleMargin for numbers, as samples vary, and 0 for levels. Half of it is on the
// decoded rows.
type implication struct {
	title        string
	causes       []signed
	effect       signed
	step, weight float64
	directions   []float64
}

type signed struct {
	score
	sign, margin float64
}

func newImplication(l layout, r causal.Rule, weight float64) implication {
	sign := func(j int, falls bool) signed {
		s := signed{score: l.score(j), sign: 1}
		if falls {
			s.sign = -1
		}
		if l.schema.Features[j].Kind.Numeric() {
			s.margin = ruleMargin
		}
		return s
	}
	t := implication{title: "rule of " + l.schema.Features[r.Other].Name + " by its causes", weight: weight, directions: []float64{1},
		causes: []signed{sign(r.Feature, false)}, effect: sign(r.Other, r.Falls)}
	for _, m := range r.Also {
		t.causes = append(t.causes, sign(m.Feature, m.Falls))
	}
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
			least, at := t.step+t.effect.margin-t.effect.change(b, x, e, direction), -1
			for i, c := range t.causes {
				if a := c.change(b, x, e, direction) + c.margin; a < least {
					least, at = a, i
				}
			}
			if least <= 0 {
				continue
			}
			sum += least
			if at < 0 {
				t.effect.push(b.d, e, b.n, -float64(k*direction*t.effect.sign)/t.effect.unit)
			} else {
				c := t.causes[at]
				c.push(b.d, e, b.n, float64(k*direction*c.sign)/c.unit)
			}
		}
	}
	return float64(sum * k)
}

// change is how far example e has moved in the direction, in units.
func (s signed) change(b *batch, x []float32, e int, direction float64) float64 {
	d := s.at(x, e, b.n) - s.at(b.x, e%b.rows, b.rows)
	return float64(direction * s.sign * d / s.unit)
}
