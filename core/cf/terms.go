package cf

import "causeway/core/nn"

// Mechanism is the assignment of a feature by its parents, f in
//
//	v = f(parents) + noise
//
// in the features' own units, a level by its rank. Grad writes the derivatives
// of f by the parents to dst and returns f.
type Mechanism interface {
	Grad(parents, dst []float64) float64
}

// Endogenous is a feature with known parents and a mechanism.
type Endogenous struct {
	Feature   int
	Parents   []int
	Mechanism Mechanism
}

// Bound is a unary rule as a soft term: the feature may only increase
// (Direction 1) or only decrease (-1). An ordered category counts by its rank.
type Bound struct {
	Feature, Direction int
}

// Method is one of the paper's ways to make feasible counterfactuals: terms
// that join validity and proximity in the objective.
type Method struct {
	Name       string
	endogenous []Endogenous
	bounds     []Bound
}

// BaseVAE knows nothing of causes (section 3.1).
func BaseVAE() Method { return Method{Name: "BaseVAE"} }

// ModelBased knows the mechanisms of some features, all or a part of a
// structural causal model (section 2.3). The causal proximity takes the place of the
// plain one,
//
//	sum_U Dist(x_u, x'_u) + lambda_s * sum_V Dist(x'_v, f(parents'_v))
//
// with lambda_s = Config.Feasibility and V the given features.
func ModelBased(v []Endogenous) Method { return Method{Name: "Model-based", endogenous: v} }

// ModelApprox knows rules (section 2.4): the hinge on features that may change
// one way only, and the learned monotone linear model of a binary rule, which
// stands where ModelBased has a mechanism.
func ModelApprox(bounds []Bound, monotone []Endogenous) Method {
	return Method{Name: "Model-approx", bounds: bounds, endogenous: monotone}
}

// terms are the parts of the objective but for KL.
func (m Method) terms(l layout, blackBox *nn.Classifier, c Config) []term {
	ts := []term{newProximity(l, m.endogenous), newValidity(blackBox, c)}
	for _, v := range m.endogenous {
		ts = append(ts, newCausal(l, v, c.Feasibility))
	}
	for _, b := range m.bounds {
		ts = append(ts, newBound(l, b, c.Feasibility))
	}
	return ts
}

// score reads a feature of encoded examples as one number in its own unit: a
// number by its value, levels by the mean of their ranks under the shares.
type score struct {
	first  int       // offset of the feature's first input
	base   float64   // value of a number at 0
	weight []float64 // of each input
	unit   float64   // what counts as a change of one: MAD, or one rank
}

func (l layout) score(j int) score {
	f := l.schema.Features[j]
	s := score{first: l.schema.Offset(j)}
	if f.Kind.Numeric() {
		s.base, s.weight, s.unit = f.Min, []float64{f.Max - f.Min}, f.MAD
		return s
	}
	for i := range f.Levels {
		s.weight = append(s.weight, f.Rank(i))
	}
	s.unit = 1
	return s
}

// at is the score of example e of n.
func (s score) at(x []float32, e, n int) float64 {
	v := s.base
	for i, w := range s.weight {
		v += float64(w * float64(x[(s.first+i)*n+e]))
	}
	return v
}

// push adds g times the gradient of the score of example e.
func (s score) push(d []float32, e, n int, g float64) {
	for i, w := range s.weight {
		d[(s.first+i)*n+e] += float32(g * w)
	}
}

// causal is DistCausal of one feature (section 2.3): weight/MAD times the mean of
// |x'_v - f(parents'_v)|.
type causal struct {
	v       score
	parents []score
	f       Mechanism
	title   string
	weight  float64
}

func newCausal(l layout, v Endogenous, weight float64) causal {
	c := causal{v: l.score(v.Feature), f: v.Mechanism, title: l.schema.Features[v.Feature].Name + " by its causes"}
	for _, p := range v.Parents {
		c.parents = append(c.parents, l.score(p))
	}
	c.weight = weight / c.v.unit
	return c
}

func (c causal) name() string { return c.title }

func (c causal) add(b *batch) float64 {
	k, sum := c.weight/float64(b.n), 0.0
	pa, grad := make([]float64, len(c.parents)), make([]float64, len(c.parents))
	for e := range b.n {
		for i, p := range c.parents {
			pa[i] = p.at(b.out, e, b.n)
		}
		gap, g := c.v.at(b.out, e, b.n)-c.f.Grad(pa, grad), k
		if gap < 0 {
			gap, g = -gap, -k
		}
		sum += gap
		c.v.push(b.d, e, b.n, g)
		for i, p := range c.parents {
			p.push(b.d, e, b.n, -float64(g*grad[i]))
		}
	}
	return float64(sum * k)
}

// bound is the paper's unary hinge (section 2.4), in units of the score,
//
//	weight * mean max(0, direction*(x - x'))
//
// half of it on the decoded rows, as in validity.
type bound struct {
	score
	title             string
	direction, weight float64
}

func newBound(l layout, b Bound, weight float64) bound {
	s := l.score(b.Feature)
	return bound{score: s, title: "rule of " + l.schema.Features[b.Feature].Name, direction: float64(b.Direction), weight: weight / s.unit}
}

func (u bound) name() string { return u.title }

func (u bound) add(b *batch) float64 {
	return u.hinge(b.out, b) + u.hinge(b.hard, b)
}

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
