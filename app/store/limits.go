package store

import (
	"math"
	"reflect"
	"slices"
	"strings"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/wire"
)

// Leeway is what the hard rules for everyone allow a feature of a row.
type Leeway struct {
	Locked   string // the rules that fix its value; empty if it can change
	NoUp     bool
	NoDown   bool
	Min, Max float64 // range of a number
	Levels   []int   // levels of any other feature

	Low, High float64 // limits of a number for any row, from its ranges; may be infinite
}

// Kinds returns the limits that a person can add to the rules.
func (l Leeway) Kinds(f data.Feature) []causal.LimitKind {
	return slices.DeleteFunc(slices.Clone(causal.LimitKinds(f)), func(k causal.LimitKind) bool {
		return k == causal.OnlyUp && l.NoUp || k == causal.OnlyDown && l.NoDown
	})
}

// Leeways returns the leeway of every feature of a row.
func (g Graph) Leeways(s data.Schema, row []float64) []Leeway {
	rules := g.HardRules(s)
	list, why := make([]Leeway, len(s.Features)), make([][]string, len(s.Features))
	for j, f := range s.Features {
		list[j] = Leeway{Min: -causal.Open, Max: causal.Open}
		list[j].Low, list[j].High = inside(rules, j)
		for i := range f.Levels {
			list[j].Levels = append(list[j].Levels, i)
		}
	}
	if len(row) != len(s.Features) {
		return list
	}
	for _, r := range rules {
		j := r.Feature
		if j < 0 || j >= len(list) || r.Kind.Relates() {
			continue
		}
		l, f, x := &list[j], s.Features[j], row[j]
		why[j] = append(why[j], r.String(s))
		l.NoUp = l.NoUp || r.Kind == causal.OnlyDecrease
		l.NoDown = l.NoDown || r.Kind == causal.OnlyIncrease
		switch r.Kind {
		case causal.Range:
			l.Min, l.Max = max(l.Min, r.Min), min(l.Max, r.Max)
		case causal.OnlyIncrease:
			l.Min = max(l.Min, x)
		case causal.OnlyDecrease:
			l.Max = min(l.Max, x)
		case causal.Immutable:
			l.Min, l.Max = x, x
		case causal.MoveAtMost:
			l.Min, l.Max = max(l.Min, x-r.Min), min(l.Max, x+r.Max)
		}
		l.Levels = slices.DeleteFunc(l.Levels, func(level int) bool {
			to := slices.Clone(row)
			to[j] = float64(level)
			return !f.Kind.Numeric() && !r.Holds(s, row, to)
		})
	}
	for j, f := range s.Features {
		l := &list[j]
		others := slices.ContainsFunc(l.Levels, func(level int) bool { return float64(level) != row[j] })
		if f.Kind.Numeric() {
			others = l.Min < row[j] || l.Max > row[j]
		}
		if !others && len(why[j]) > 0 {
			l.Locked = strings.Join(why[j], " ")
		}
	}
	for _, r := range rules {
		if l := &list[r.Feature]; r.Kind == causal.StaysMissing && row[r.Other] != 0 && list[r.Other].Locked != "" &&
			l.Locked == "" {
			l.Min, l.Max, l.Locked = row[r.Feature], row[r.Feature], r.String(s)
		}
	}
	return list
}

// inside returns the range that hard rules allow a number, or infinite.
func inside(rules []causal.Rule, j int) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	for _, r := range rules {
		if r.Kind == causal.Range && r.Feature == j && r.Min > -causal.Open {
			low = max(low, r.Min)
		}
		if r.Kind == causal.Range && r.Feature == j && r.Max < causal.Open {
			high = min(high, r.Max)
		}
	}
	return low, high
}

// fit clamps a limit to what the feature allows, and gives a new kind its initial value.
func fit(l causal.Limit, f data.Feature, old causal.Limit) causal.Limit {
	if !slices.Contains(causal.LimitKinds(f), l.Kind) || l.Difficulty > causal.Impossible ||
		l.Withheld > causal.Impossible {
		return old
	}
	if l.Kind != old.Kind {
		l = limitBegun(l, f, old)
	}
	l.Min, l.Max = number(l.Min, -causal.Open, causal.Open, old.Min), number(l.Max, -causal.Open, causal.Open, old.Max)
	if l.Min > l.Max { // the end that was moved pushes the other
		if l.Min != old.Min {
			l.Max = l.Min
		} else {
			l.Min = l.Max
		}
	}
	l.By = number(l.By, 0, causal.Open, old.By)
	switch l.Horizon = number(l.Horizon, causal.NoHorizon, causal.Open, old.Horizon); {
	case !f.Kind.Numeric():
		l.Horizon = 0
	case l.Horizon < 0:
		l.Horizon = causal.NoHorizon
	}
	l.Levels = slices.DeleteFunc(slices.Clone(l.Levels), func(i int) bool { return i < 0 || i >= len(f.Levels) })
	if l.Kind == causal.OnlyThese && len(l.Levels) == 0 {
		l.Levels = old.Levels
	}
	return l
}

// limitBegun returns a limit of a new kind with the given or default values.
func limitBegun(l causal.Limit, f data.Feature, old causal.Limit) causal.Limit {
	out := causal.Limit{Kind: l.Kind, Difficulty: l.Difficulty, Horizon: l.Horizon, Withheld: l.Withheld}
	switch l.Kind {
	case causal.Between:
		if out.Min, out.Max = l.Min, l.Max; l.Min == old.Min && l.Max == old.Max {
			out.Min, out.Max = f.Min, f.Max
		}
	case causal.Within:
		if out.By = l.By; l.By == old.By {
			out.By = max(f.Round(f.MAD), f.Step())
		}
	case causal.OnlyThese:
		if out.Levels = l.Levels; slices.Equal(l.Levels, old.Levels) {
			out.Levels = nil
			for i := range f.Levels {
				out.Levels = append(out.Levels, i)
			}
		}
	}
	return out
}

// Limited counts the features with a limit or a difficulty, and the person's own rules.
func (e Explain) Limited() int {
	n := len(e.Own)
	for _, l := range e.Limits {
		if Limits(l) {
			n++
		}
	}
	return n
}

// Limits reports whether the person has limited a feature.
func Limits(l causal.Limit) bool {
	return l.Kind != causal.Free || l.Difficulty != causal.Usual || l.Horizon != 0 || l.Withheld != 0
}

// LimitOf returns the limit of feature j.
func (e Explain) LimitOf(j int) causal.Limit {
	if j < 0 || j >= len(e.Limits) {
		return causal.Limit{}
	}
	return e.Limits[j]
}

func (in SetLimit) apply(w *turn) {
	features, e := w.Data.Table.Schema.Features, &w.Explain
	if in.Feature < 0 || in.Feature >= len(features) {
		return
	}
	list := make([]causal.Limit, len(features))
	copy(list, e.Limits)
	old := list[in.Feature]
	l := fit(in.Limit, features[in.Feature], old)
	if low, high := inside(w.Graph.HardRules(w.Data.Table.Schema), in.Feature); l.Kind == causal.Between &&
		low <= high {
		asked := l
		if l.Min, l.Max = min(max(l.Min, low), high), min(max(l.Max, low), high); old.Kind == causal.Between &&
			(l.Min != asked.Min || l.Max != asked.Max) {
			w.alert(TheRow, sayInside(features[in.Feature], low, high, l))
		}
	}
	if l.Horizon == w.Horizons()[in.Feature].Usual && e.Find.Horizon {
		l.Horizon = 0 // the same as without a horizon
	}
	list[in.Feature], e.Limits = l, list
	if e.Limited() == len(e.Own) {
		e.Limits = nil
	}
	w.findAgain()
}
func (SetLimit) step(data.Schema) string { return "Limits of the person explained" }

// fitLimits removes a person's limits and rules about rising or falling if the feature has lost its
// order.
func (w *turn) fitLimits(before *State) {
	e, s := &w.Explain, w.Data.Table.Schema
	if w.Graph.Edited == before.Graph.Edited && w.Data.TableID == before.Data.TableID {
		return
	}
	own := slices.DeleteFunc(slices.Clone(e.Own), func(r causal.Rule) bool { return r.Check(s) != nil })
	limits := slices.Clone(e.Limits)
	if len(limits) != len(s.Features) {
		limits = nil
	}
	for j, l := range limits {
		if !slices.Contains(causal.LimitKinds(s.Features[j]), l.Kind) {
			limits[j] = causal.Limit{Difficulty: l.Difficulty, Horizon: l.Horizon, Withheld: l.Withheld}
		}
	}
	if len(own) == len(e.Own) && alike(limits, e.Limits) {
		return
	}
	if e.Limits, e.Own = limits, own; e.Limited() == len(own) {
		e.Limits = nil
	}
	w.alert(TheRow, sayUnordered)
}

// maxOwn is the most rules that a person can have.
const maxOwn = 100

// apply adds a rule for the explained person, unless it was stated already.
func (in AddOwnRule) apply(w *turn) {
	e, s, r := &w.Explain, w.Data.Table.Schema, in.Rule
	w.settle(TheRow)
	r.Local, r.Soft = true, false
	switch err := r.Check(s); {
	case !w.Data.HasTable:
		w.alert(TheRow, sayOpenFirst)
	case err != nil:
		w.alert(TheRow, Why(err))
	case len(e.Own) >= maxOwn:
		w.alert(TheRow, sayManyOwn)
	case slices.ContainsFunc(e.Own, func(o causal.Rule) bool { return reflect.DeepEqual(o, r) }):
		w.say(sayOwnTwice)
	default:
		e.Own = append(slices.Clone(e.Own), r)
		w.findAgain()
	}
}
func (AddOwnRule) step(data.Schema) string { return "Limits of the person explained" }

// findAgain searches again if results are on show, so that they keep the changed limits.
func (w *turn) findAgain() {
	w.mapRow()
	switch e := &w.Explain; {
	case !e.HasFound && !e.Finding || !w.Generator.HasResult || w.Link.Down || w.Link.Recovering || !w.rulesChanged():
	case e.Finding:
		e.refresh = true
	default:
		w.findUnasked()
	}
}

// findUnasked searches without a request.
func (w *turn) findUnasked() {
	w.unasked = true
	w.find()
}

// searchCommand returns the search message for the present settings, graph and limits.
func (w *turn) searchCommand() wire.Explain {
	m := w.questionOf(w.Explain.Edited)
	if w.Accepted() && !m.Goal.OfChance() {
		m.Target = -1 // the row has the wanted class
	}
	m.Pinned = wire.NewRows(w.Explain.pins())
	return m
}

// questionOf returns the search for a refused row.
func (w *turn) questionOf(row []float64) wire.Explain {
	m := wire.Explain{Row: wire.NewFloats(row, len(row)), Search: w.Explain.Find, Boxes: findBoxes}
	if m.Steady = w.Steady(); m.Steady {
		m.Again = w.Classifier.Learned
	}
	m.Knowledge = w.Graph.Sketch.Knowledge()
	m.Rules, _, m.Effort = w.bounds(row)
	return m
}

// Steady reports whether answers must survive a retraining of the classifier. Only a classifier
// trained here can be retrained.
func (s *State) Steady() bool {
	return s.Explain.Find.Steady && s.Classifier.HasResult && !s.Classifier.Foreign
}

// bounds returns the person's limits: rules, limits that depend on the row, and efforts. Without a
// row, it returns those that hold for any row.
func (s *State) bounds(row []float64) (own []causal.Rule, within []causal.Reach, effort []float64) {
	own, within, effort = causal.OfPerson(s.Data.Table.Schema.Features, s.Explain.Limits, s.Explain.Own, row)
	return append(own, s.horizonRules()...), within, effort
}

// rulesChanged reports whether the bounds have changed since the last search. Bounds that it relaxed
// count as obeyed.
func (w *turn) rulesChanged() bool {
	asked := w.Explain.asked
	a, b := wire.Explain{Search: w.Explain.Find.Bounds()}, wire.Explain{Search: asked.Bounds()}
	a.Steady = w.Steady()
	a.Knowledge = w.Graph.Sketch.Knowledge()
	a.Rules, _, a.Effort = w.bounds(w.Explain.Edited)
	b.Knowledge, b.Rules, b.Effort = asked.Knowledge, asked.Rules, asked.Effort
	if w.Explain.wider {
		b.MaxChanged, b.MaxCost = a.MaxChanged, a.MaxCost
	}
	return !reflect.DeepEqual(a, b)
}

// apply repeats the last search without the rules that a relaxation drops.
func (in Relax) apply(w *turn) {
	e, index := &w.Explain, in.Index
	if !e.HasFound || e.Finding || index < 0 || index >= len(e.Found.Relaxed) {
		return
	}
	r, m := e.Found.Relaxed[index], e.asked
	m.Without = r.Without
	if r.Wider {
		m.MaxChanged, m.MaxCost = 0, 0
	}
	w.search(m, e.wider || r.Wider)
}

func (in RemoveOwnRule) apply(w *turn) {
	if e := &w.Explain; in.At >= 0 && in.At < len(e.Own) {
		e.Own = slices.Delete(slices.Clone(e.Own), in.At, in.At+1)
		w.findAgain()
	}
}
func (RemoveOwnRule) step(data.Schema) string { return "Limits of the person explained" }

func (ClearLimits) apply(w *turn) {
	w.Explain.Limits, w.Explain.Own = nil, nil
	w.findAgain()
}
func (ClearLimits) step(data.Schema) string { return "Limits of the person explained" }
