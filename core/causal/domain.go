package causal

import (
	"slices"

	"causeway/core/data"
)

// Domain has the values of a feature that rules leave.
type Domain struct {
	Min, Max float64 // of a number
	Levels   []bool  // of a feature with levels, true for those that remain
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

// Single reports whether one value remains.
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

// Only is the single value that remains.
func (d Domain) Only() float64 {
	if d.Levels == nil {
		return d.Min
	}
	return float64(slices.Index(d.Levels, true))
}

// Domains bounds what the counterfactuals of a factual may hold: every one that keeps the rules
// and stays in the training range (or at the factual's value) is inside, while not everything
// inside keeps them. With a nil factual only rules for everyone count. blocked is a feature
// without any value left, or -1.
func Domains(s data.Schema, rules []Rule, factual []float64) (domains []Domain, blocked int) {
	for j, f := range s.Features {
		domains = append(domains, start(f, factual, j))
	}
	return domains, Narrow(s, rules, factual, domains)
}

// Narrow removes from domains, in place, what rules exclude: every counterfactual of the
// factual that was inside and keeps the rules still is. blocked is a feature without any value
// left, or -1. Rules with sizes in a circle would remove ever less; it stops after maxRounds.
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

// Narrower repeats Narrow for one list of rules, for one goroutine.
type Narrower struct {
	narrowing
	rules []Rule
	of    [][]int // of every feature, the rules that speak of it
	open  []bool  // of every rule, that a feature of it changed since it was looked at
}

// NewNarrower narrows by rules of a schema, which are not to be changed.
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

// After is Narrow for domains of which only that of feature j changed since the same rules
// narrowed them. It gives the same, and skips rules about unchanged features.
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

// maxRounds bounds the passes over the rules, in addition to one for each of
// them.
const maxRounds = 100

// start is the domain without rules.
func start(f data.Feature, factual []float64, j int) Domain {
	if f.Kind.Numeric() {
		d := Domain{Min: f.Min, Max: f.Max}
		if f.Min >= f.Max { // no range is known
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
