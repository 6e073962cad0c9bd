package causal

import (
	"math"

	"causeway/core/data"
)

// cause is a cause of an IfRisesThenRises rule: the first is Feature, the others
// are those of Also.
func (r *Rule) cause(i int) Member {
	if i == 0 {
		return Member{Feature: r.Feature}
	}
	return r.Also[i-1]
}

// causes lists them.
func (r Rule) causes() []Member { return append([]Member{{Feature: r.Feature}}, r.Also...) }

// movers counts the causes that move as the rule says.
func (r Rule) movers() int {
	n := 1
	for _, m := range r.Also {
		n += b2i(m.Part == Moves)
	}
	return n
}

// Sized reports whether an IfRisesThenRises rule says how much.
func (r *Rule) Sized() bool { return r.Least > 0 || r.Most > 0 }

// Way is the direction in which the effect of an IfRisesThenRises rule must go: 1 up, -1 down,
// and 0 if the rule does not apply to the pair.
func (r *Rule) Way(s data.Schema, factual, counterfactual []float64) int {
	way := r.premiseDirection(s, factual, counterfactual)
	if r.Falls {
		return -way
	}
	return way
}

// premiseDirection is the direction of the causes if the premise of an IfRisesThenRises
// rule holds: 1 with their signs, -1 against them, else 0.
func (r *Rule) premiseDirection(s data.Schema, factual, counterfactual []float64) int {
	way, all := 0, true    // the direction of those that move; whether all that must move do
	up, down := true, true // what the quiet ones leave
	for i := range 1 + len(r.Also) {
		m := r.cause(i)
		d := direction(s, m.Feature, factual, counterfactual)
		if m.Falls {
			d = -d
		}
		switch {
		case d == 0:
			all = all && m.Part != Moves
		case m.Part == Still:
			return 0
		case m.Part == Quiet:
			up, down = up && d > 0, down && d < 0
		case way == -d:
			return 0
		default:
			way = d
		}
	}
	if !all && !r.Any || way > 0 && !up || way < 0 && !(down && r.Reverse) {
		return 0
	}
	return way
}

// follows reports whether the effect of a rule that speaks goes with its causes,
// as far as it must.
func (r *Rule) follows(s data.Schema, factual, counterfactual []float64, way int) bool {
	d := direction(s, r.Other, factual, counterfactual) * way
	if r.Falls {
		d = -d
	}
	if d < 0 || d == 0 && r.Strict {
		return false
	}
	if !r.Sized() {
		return true
	}
	moved, low, high := r.requiredMove(s, factual, counterfactual)
	return low <= moved && moved <= high
}

// Asks is how far the effect of an IfRisesThenRises rule must go the way that it
// must, see Way, and how far it may.
func (r *Rule) Asks(s data.Schema, factual, counterfactual []float64) (least, most float64) {
	d, _ := r.change(s, r.Feature, factual, counterfactual)
	if most = Open; r.Most > 0 {
		most = r.Most * math.Abs(d)
	}
	return r.Least * math.Abs(d), most
}

// requiredMove is how far the effect of a rule with a size has moved, and how far it must and may move
// for its cause.
func (r *Rule) requiredMove(s data.Schema, factual, counterfactual []float64) (moved, low, high float64) {
	cause, lag := r.change(s, r.Feature, factual, counterfactual)
	effect, slack := r.change(s, r.Other, factual, counterfactual)
	cause, effect = math.Abs(cause), math.Abs(effect)
	high = Open
	if r.Most > 0 {
		high = float64(r.Most*(cause+lag)) + slack
	}
	return effect, float64(r.Least*(cause-lag)) - slack, high
}

// change is how far the score of a feature moves, and the part of it that is
// rounding: the difference of two numbers with decimals is seldom exact.
func (Rule) change(s data.Schema, j int, factual, counterfactual []float64) (d, slack float64) {
	f := s.Features[j]
	a, b := Score(f, factual[j]), Score(f, counterfactual[j])
	return b - a, rounding(a, b)
}

// rounding bounds the error of the difference of two scores.
func rounding(a, b float64) float64 { return float64(1e-14 * (math.Abs(a) + math.Abs(b))) }

// Rules are the rules that the signs of a graph entail, each sign on its own. If no signed
// cause of a feature moves against its sign and at least one moves with it, the feature may not
// move against them. It must move if the edge of a moving cause is strict. Causes whose edges
// agree in being strict and in being soft share one rule, and the others are quiet in it.
//
// An edge that says how much is a rule of its own. For every unit of its cause the effect moves
// at least by Least, while no other signed cause moves against its sign. It moves at most by
// Most while all of them stay, since others that move with theirs may add to it. So each of
// several moving causes asks for its own share, and the largest decides: the edges do not say
// that shares add up.
//
// Causes of unknown sign, and unordered features, say nothing.
func (g *Graph) Rules(s data.Schema) []Rule {
	var rules []Rule
	for v := range g.names {
		list := g.signed(s, v)
		type force struct{ strict, soft bool }
		seen := map[force]bool{}
		for i, e := range list {
			f := force{e.Strict, e.Soft}
			if e.Least == 0 && !seen[f] {
				seen[f] = true
				rules = append(rules, imply(list, i, func(o Edge) Part {
					if o.Least == 0 && f == (force{o.Strict, o.Soft}) {
						return Moves
					}
					return Quiet
				}))
			}
		}
		for i, e := range list {
			rules = append(rules, sizes(list, i, e)...)
		}
	}
	return rules
}

// sizes are the rules of an edge that says how much.
func sizes(list []Edge, i int, e Edge) (rules []Rule) {
	others := func(p Part) func(Edge) Part { return func(Edge) Part { return p } }
	if e.Least > 0 {
		r := imply(list, i, others(Quiet))
		r.Strict, r.Least = true, e.Least
		if len(list) == 1 {
			r.Most = e.Most
		}
		rules = append(rules, r)
	}
	if e.Most > 0 && (e.Least == 0 || len(list) > 1) {
		r := imply(list, i, others(Still))
		r.Most = e.Most
		rules = append(rules, r)
	}
	return rules
}

// imply is the rule of the signed edges of one effect in which the cause of edge i moves, and
// part gives the parts of those after it.
func imply(list []Edge, i int, part func(Edge) Part) Rule {
	e := list[i]
	r := Rule{Kind: IfRisesThenRises, Feature: e.From, Other: e.To, Falls: e.Sign == Falls, Strict: e.Strict,
		Soft: e.Soft, Reverse: true}
	for k, o := range list {
		if k != i {
			r.Also = append(r.Also, Member{Feature: o.From, Falls: o.Sign != e.Sign, Part: part(o)})
		}
	}
	r.Any = r.movers() > 1
	return r
}

// Together are the rules that the signs of a graph entail as the paper and projects before this
// reading have them: if all signed causes of a feature move with their sign it rises, and if
// all move against it it falls (section 3.2: positive effects of each cause). They are strict
// if every sign is, and hard if every sign is. Sizes are as in Rules.
func (g *Graph) Together(s data.Schema) []Rule {
	var rules []Rule
	for v := range g.names {
		list := g.signed(s, v)
		if len(list) == 0 {
			continue
		}
		r := imply(list, 0, func(Edge) Part { return Moves })
		r.Any = false
		for _, e := range list {
			r.Strict, r.Soft = r.Strict && e.Strict, r.Soft || e.Soft
		}
		rules = append(rules, r)
		for i, e := range list {
			rules = append(rules, sizes(list, i, e)...)
		}
	}
	return rules
}

// signed lists the edges to a feature whose signs say something.
func (g *Graph) signed(s data.Schema, v int) (list []Edge) {
	for _, e := range g.edges {
		if e.To == v && e.Sign != Unknown && Scored(s.Features[e.From]) && Scored(s.Features[v]) {
			list = append(list, e)
		}
	}
	return list
}
