package causal

import (
	"fmt"
	"slices"

	"causeway/core/data"
	"causeway/core/fault"
)

// A follower is an effect that its mechanism computes from its causes, while each row keeps its
// residual: abduction, action, prediction (Pearl 2009, section 7.1). A person's change is the
// action; the effects that follow cost nothing (recourse through interventions: Karimi, Schölkopf
// and Valera 2021, sections 3 and 4). A follower is a Computed rule whose law is fitted or given.
// Files do not store it:
//
//	x'_v = r + f(x'_pa)    r = x_v - f(x_pa)
//
// While the causes keep the factual's values, so does the effect. A number is rounded as described
// at Fine, and a feature with levels takes the nearest level. Under an Acted law, any value keeps
// the rule, because an action may add to what follows; see Base.

// Follower reports whether the rule computes a follower.
func (r *Rule) Follower() bool { return r.Kind == Computed && r.Law.Mechanism != nil }

// Followers returns the rules that compute the given effects, causes before their effects. Those in
// acted can also change by an action. Each effect must have a mechanism and be listed once.
func (m *SCM) Followers(effects, acted []int) (rules []Rule, err error) {
	for i, v := range effects {
		switch {
		case v < 0 || v >= len(m.of):
			return nil, fault.Errorf("causal: feature %d cannot follow its causes; the table has only %d features",
				v, len(m.of))
		case m.of[v] < 0:
			return nil, fault.Errorf("causal: %s cannot follow its causes, because it has no mechanism",
				quote(m.schema.Features[v].Name))
		case slices.Contains(effects[:i], v):
			return nil, fault.Errorf("causal: %s is listed twice among the features that follow their "+
				"causes", quote(m.schema.Features[v].Name))
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

// follower returns the rule of a node. If its mechanism is linear in numbers, the rule also has
// the weights.
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

// followDecimals is the number of decimals of a computed number whose range is at least 1. The
// rounding changes its residual by at most half of the last decimal.
const followDecimals = 7

// Fine returns a schema in which numbers computed by rules have enough decimals, see Finer.
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

// Finer returns a schema in which the numbers among the given effects are precise enough to be
// computed: not whole, and with at least seven decimals, counted from the first nonzero one if the
// range is narrow. On a coarser grid, a number could not keep its residual when the mechanism moves
// it. People read these numbers with the column's decimals, or with more if those would be
// misleading; see Readable.
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

// moved reports whether an input of the rule differs between the factual and the row.
func (r *Rule) moved(factual, row []float64) bool {
	for k := 1; k < r.count(); k++ {
		if j := r.at(k); row[j] != factual[j] {
			return true
		}
	}
	return false
}

// residual returns how far a row's effect is above its mechanism.
func (r *Rule) residual(s data.Schema, row []float64) float64 {
	return score(&s.Features[r.Feature], row[r.Feature]) - r.mean(s, row)
}

func (r *Rule) mean(s data.Schema, row []float64) float64 {
	return r.Law.Mechanism.Mean(Inputs(s, r.inputs(), row, nil))
}

// follow implements Computes for a follower. If the mechanism has no finite value, ok is false
// and v is the row's own value.
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

// goesAlong returns the verdict on a follower.
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

// alongWith narrows a follower by its causes. Under an Acted law the follower can have any value.
func (n *narrowing) alongWith(r *Rule) {
	if n.x == nil || r.Law.Acted {
		return
	}
	stays := true // all causes may have the factual's values
	for k := 1; k < r.count(); k++ {
		stays = stays && n.d[r.at(k)].Has(n.x[r.at(k)])
	}
	a, b := r.Law.Mechanism.Bounds(InputEnds(n.s, r.inputs(), n.d))
	own, f := r.residual(n.s, n.x), n.s.Features[r.Feature]
	if a, b = own+a, own+b; !(a <= b) {
		return
	}
	if f.Kind.Numeric() {
		if a, b = a-f.Step(), b+f.Step(); stays { // allow for the rounding of the sum
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

// followClause returns a follower's rule as a clause.
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

// followVerdict returns the sentence of a verdict on a follower.
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
