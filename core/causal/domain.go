package causal

import (
	"slices"

	"causeway/core/data"
)

// Domain holds the values of a feature that the rules allow.
type Domain struct {
	Min, Max float64 // for a number
	Levels   []bool  // for a feature with levels, true for those that remain
}

// Has reports whether a stored value is in the domain.
func (d Domain) Has(v float64) bool {
	if d.Levels != nil {
		return d.Levels[int(v)]
	}
	return d.Min <= v && v <= d.Max
}

// Empty reports whether no value remains.
func (d Domain) Empty() bool {
	if d.Levels == nil {
		return d.Min > d.Max
	}
	for _, in := range d.Levels {
		if in {
			return false
		}
	}
	return true
}

// Single reports whether exactly one value remains.
func (d Domain) Single() bool {
	if d.Levels == nil {
		return d.Min == d.Max
	}
	n := 0
	for _, in := range d.Levels {
		if in {
			n++
		}
	}
	return n == 1
}

// Only returns the single remaining value.
func (d Domain) Only() float64 {
	if d.Levels == nil {
		return d.Min
	}
	return float64(slices.Index(d.Levels, true))
}

// Domains returns bounds for the counterfactuals of a factual. Each counterfactual that keeps the
// rules and stays in the training range, or at the factual value, is inside, but some rows inside
// may break a rule. With a nil factual, only rules for everyone apply. blocked is a feature without
// any value left, or -1.
func Domains(s data.Schema, rules []Rule, factual []float64) (domains []Domain, blocked int) {
	for j, f := range s.Features {
		domains = append(domains, start(f, factual, j))
	}
	return domains, Narrow(s, rules, factual, domains)
}

// Narrow removes values from domains, in place, that the rules exclude. It never removes a
// counterfactual that keeps the rules. blocked is a feature without any value left, or -1. With a
// cycle of rules with sizes, each round could remove a little less than the one before, forever, so
// Narrow stops after maxRounds.
func Narrow(s data.Schema, rules []Rule, factual []float64, domains []Domain) (blocked int) {
	n := narrowing{s: s, x: factual, d: domains}
	n.changed = true
	for round := 0; n.changed && round < maxRounds+len(rules); round++ {
		n.changed = false
		for i := range rules {
			r := &rules[i]
			n.apply(r)
			for k := range r.count() {
				if j := r.at(k); n.d[j].Empty() {
					return j
				}
			}
		}
	}
	return -1
}

// Narrower runs Narrow repeatedly with one list of rules. It must not be shared between
// goroutines.
type Narrower struct {
	narrowing
	rules []Rule
	of    [][]int // for every feature, the rules about it
	open  []bool  // for every rule, whether one of its features changed since it was last applied
}

// NewNarrower returns a Narrower for rules of a schema. The caller must not change the rules
// afterwards.
func NewNarrower(s data.Schema, rules []Rule) *Narrower {
	w := &Narrower{narrowing: narrowing{s: s}, rules: rules, of: make([][]int, len(s.Features)),
		open: make([]bool, len(rules))}
	for i := range rules {
		for k := range rules[i].count() {
			j := rules[i].at(k)
			w.of[j] = append(w.of[j], i)
		}
	}
	return w
}

// After is Narrow for domains that the same rules have already narrowed, if only the domain of
// feature j has changed since. It skips rules about unchanged features.
func (w *Narrower) After(j int, factual []float64, domains []Domain) (blocked int) {
	w.x, w.d = factual, domains
	clear(w.open)
	w.reopen(j)
	left := true
	for round := 0; left && round < maxRounds+len(w.rules); round++ {
		left = false
		for i, is := range w.open {
			if !is {
				continue
			}
			r := &w.rules[i]
			w.open[i], w.changed = false, false
			w.apply(r)
			for k := range r.count() {
				if w.d[r.at(k)].Empty() {
					return r.at(k)
				}
				if w.changed {
					left = true
					w.reopen(r.at(k))
				}
			}
		}
	}
	return -1
}

func (w *Narrower) reopen(j int) {
	for _, i := range w.of[j] {
		w.open[i] = true
	}
}

// maxRounds, plus one for each rule, limits the number of passes.
const maxRounds = 100

// start returns the domain of a feature without rules.
func start(f data.Feature, factual []float64, j int) Domain {
	if f.Kind.Numeric() {
		d := Domain{Min: f.Min, Max: f.Max}
		if f.Min >= f.Max { // the range is unknown
			d = Domain{Min: -Open, Max: Open}
		}
		if factual != nil {
			d.Min, d.Max = min(d.Min, factual[j]), max(d.Max, factual[j])
		}
		return d
	}
	d := Domain{Levels: make([]bool, len(f.Levels))}
	for l := range d.Levels {
		d.Levels[l] = true
	}
	return d
}
