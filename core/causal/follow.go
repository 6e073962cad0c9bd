package causal

import (
	"fmt"
	"slices"

	"causeway/core/data"
	"causeway/core/fault"
)

// A follower is an effect that follows from its causes by its mechanism, while each row keeps
// its own residual: abduction, action, prediction (Pearl 2009, section 7.1). A person's change
// is the action; effects that follow cost nothing (recourse through interventions: Karimi,
// Schölkopf and Valera 2021, sections 3 and 4). A follower is a Computed rule of a law that is
// fitted or given, and is not saved:
//
//	x'_v = r + f(x'_pa)    r = x_v - f(x_pa)
//
// If the causes have the factual's values, so has the effect. A number is rounded as Fine says;
// among levels the nearest is taken. Under an Acted law any value keeps the rule, as an action
// may add to what follows; see Base.

// Follower reports whether the rule is that of a follower.
func (r *Rule) Follower() bool { return r.Kind == Computed && r.Law.Mechanism != nil }

// Followers are the rules by which effects follow, causes before their effects; to those
// in acted an action may add. Each has a mechanism and is named once.
func (m *SCM) Followers(effects, acted []int) (rules []Rule, err error) {
	for i, v := range effects {
		switch {
		case v < 0 || v >= len(m.of):
			return nil, fault.Errorf("causal: feature %d of %d is to follow its causes", v, len(m.of))
		case m.of[v] < 0:
			return nil, fault.Errorf("causal: %s has no mechanism that it could follow",
				quote(m.schema.Features[v].Name))
		case slices.Contains(effects[:i], v):
			return nil, fault.Errorf("causal: %s is named twice among what follows", quote(m.schema.Features[v].Name))
		}
	}
	for _, n := range m.nodes {
		if slices.Contains(effects, n.Feature) {
			r := n.follower(m.schema)
			r.Law.Acted = slices.Contains(acted, n.Feature)
			rules = append(rules, r)
		}
	}
	return rules, nil
}

// follower is the rule of a node. For a line through numbers it has the weights, too.
func (n Node) follower(s data.Schema) Rule {
	r := Rule{Kind: Computed, Feature: n.Feature, Law: Law{Mechanism: n.Mechanism}}
	r.setInputs(n.Parents)
	if l, linear := n.Mechanism.(Linear); linear {
		sum := r
		sum.Law.Weights, sum.Law.Own = l.Coef, true
		if sum.Check(s) == nil {
			return sum
		}
	}
	return r
}

// followDecimals are those of a number that follows and whose range is at least 1: its
// residual is that of the factual to half of the last one.
const followDecimals = 7

// Fine is a schema with the numbers that follow by rules as they do, see Finer.
func Fine(s data.Schema, rules []Rule) data.Schema {
	var effects []int
	for i := range rules {
		if rules[i].Follower() {
			effects = append(effects, rules[i].Feature)
		}
	}
	if effects == nil {
		return s
	}
	return Finer(s, effects)
}

// Finer is a schema in which the numbers among the given effects are fine enough to follow: not
// whole, and with at least seven decimals, which in a narrow range begin behind its zeros. On a
// coarser grid no number keeps its residual when the mechanism moves it. People read them with
// the decimals of the column, or with more where these would be wrong, see Readable.
func Finer(s data.Schema, effects []int) data.Schema {
	s.Features = slices.Clone(s.Features)
	for _, j := range effects {
		if j < 0 || j >= len(s.Features) || !s.Features[j].Kind.Numeric() {
			continue
		}
		f, fine := &s.Features[j], followDecimals
		for wide := f.Max - f.Min; wide > 0 && wide < 1 && fine < data.MaxDecimals; wide *= 10 {
			fine++
		}
		if f.Shown == 0 && f.Decimals <= data.MaxShown {
			f.Shown = 1 + f.Decimals
		}
		f.Kind, f.Decimals = data.Continuous, max(f.Decimals, fine)
	}
	return s
}

// moved reports whether an input of a rule differs from the factual's.
func (r *Rule) moved(factual, row []float64) bool {
	for k := 1; k < r.count(); k++ {
		if j := r.at(k); row[j] != factual[j] {
			return true
		}
	}
	return false
}

// residual is how far a row's effect is from its mechanism.
func (r *Rule) residual(s data.Schema, row []float64) float64 {
	return score(&s.Features[r.Feature], row[r.Feature]) - r.mean(s, row)
}

func (r *Rule) mean(s data.Schema, row []float64) float64 {
	return r.Law.Mechanism.Mean(Inputs(s, r.inputs(), row, nil))
}

// follow is Computes of a follower. If the mechanism has no finite value ok is false, and the
// effect stays as it is in the row.
func (r *Rule) follow(s data.Schema, factual, row []float64) (v float64, ok bool) {
	f := &s.Features[r.Feature]
	if !r.moved(factual, row) {
		return factual[r.Feature], true
	}
	if r.Law.Weights != nil {
		v, _ = r.total(factual, row)
		return f.Round(v), true
	}
	if v = r.residual(s, factual) + r.mean(s, row); !finite(v) {
		return row[r.Feature], false
	}
	return Nearest(*f, v, factual[r.Feature]), true
}

// goesAlong is the verdict on a follower.
func (r *Rule) goesAlong(s data.Schema, factual, row []float64) bool {
	f := s.Features[r.Feature]
	want, ok := r.follow(s, factual, row)
	switch {
	case !ok || r.Law.Acted:
		return ok
	case !f.Kind.Numeric():
		return want == row[r.Feature]
	}
	return distance(want, row[r.Feature]) <= sumSlack(f, want)
}

func finite(v float64) bool { return v-v == 0 }

// alongWith narrows a follower by its causes; that of an Acted law may be anything.
func (n *narrowing) alongWith(r *Rule) {
	if n.x == nil || r.Law.Acted {
		return
	}
	stays := true // all causes may be the factual's
	for k := 1; k < r.count(); k++ {
		stays = stays && n.d[r.at(k)].Has(n.x[r.at(k)])
	}
	a, b := r.Law.Mechanism.Bounds(InputEnds(n.s, r.inputs(), n.d))
	own, f := r.residual(n.s, n.x), n.s.Features[r.Feature]
	if a, b = own+a, own+b; !(a <= b) {
		return
	}
	if f.Kind.Numeric() {
		if a, b = a-f.Step(), b+f.Step(); stays { // whatever rounding makes of the sum
			a, b = min(a, n.x[r.Feature]), max(b, n.x[r.Feature])
		}
		n.between(r.Feature, a, b)
		return
	}
	near := n.x[r.Feature]
	a, b = Score(f, Nearest(f, max(a, -Open), near)), Score(f, Nearest(f, min(b, Open), near))
	n.keep(r.Feature, func(l int) bool {
		v := score(&f, float64(l))
		return a <= v && v <= b || stays && float64(l) == near
	})
}

// followClause is the rule of a follower inside a sentence.
func (r Rule) followClause(s data.Schema) string {
	var causes []string
	for _, p := range r.inputs() {
		causes = append(causes, quote(s.Features[p].Name))
	}
	what := " and keeps what is this row's own"
	if r.Law.Acted {
		what = " and can be changed as well"
	}
	return quote(s.Features[r.Feature].Name) + " follows from " + join(causes, "and") + what
}

// followVerdict is the sentence of a verdict on a follower.
func (r Rule) followVerdict(s data.Schema, word string, factual, row []float64, pass bool) string {
	was, is := r.residual(s, factual), r.residual(s, row)
	f, a, b := s.Features[r.Feature], fmt.Sprintf("%.7g", was), fmt.Sprintf("%.7g", is)
	told := "its residual is " + a + " before and " + b + " after"
	switch {
	case r.Law.Acted && distance(r.Computes(s, factual, row), row[r.Feature]) > f.Step():
		told += ", by what is done to it"
	case pass && (a == b || f.Kind.Numeric()):
		told = "its residual is " + a + ", before and after"
	case pass:
		told += ", as the nearest of its levels is taken"
	}
	return word + r.followClause(s) + "; " + told + "."
}
