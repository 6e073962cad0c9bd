package notice

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/sorting"
)

// mostNamed is the largest number of changes that one sentence names.
const mostNamed = 6

// Deeds returns sentences that name the actions and their consequences, one each.
func (w *Words) Deeds(s data.Schema, d document.Deeds, does, then []int) []Phrase {
	out := w.say(w.nothing, nil)
	if len(does) > 0 {
		out = w.say(w.does, with{"changes": w.changes(s, d, does)})
	}
	if len(then) > 0 {
		out = append(append(out, Phrase{Text: " "}), w.say(w.follows, with{"changes": w.changes(s, d, then)})...)
	}
	return out
}

// changes lists the old and new values of features, or the difference from the value that would
// follow.
func (w *Words) changes(s data.Schema, d document.Deeds, list []int) []Phrase {
	left := 0
	if len(list) > mostNamed+1 {
		left = len(list) - mostNamed
	}
	var items [][]Phrase
	for _, j := range list[:len(list)-left] {
		f := s.Features[j]
		if d.OnTop(j) {
			items = append(items, w.actedOn(f, d.Base[j], d.Values[j]))
			continue
		}
		items = append(items, w.say(w.fromTo, with{"feature": quoted(f.Name), "old": quoted(w.value(f, d.Factual[j])),
			"value": changed(w.valued(f, d.Values[j]))}))
	}
	if left == 0 {
		return w.join(items, w.and)
	}
	return append(append(w.join(items, w.comma), Phrase{Text: " "}), w.count(w.more, left, nil)...)
}

// actedOn describes an action on a feature in addition to what would follow.
func (w *Words) actedOn(f data.Feature, would, after float64) []Phrase {
	in := with{"feature": quoted(f.Name), "value": changed(w.valued(f, after)), "would": quoted(w.valued(f, would))}
	if !f.Kind.Numeric() {
		return w.say(w.set, in)
	}
	f = f.Telling(would, after)
	in["size"], in["would"] = changed(w.valued(f, math.Abs(after-would))), quoted(w.valued(f, would))
	if after < would {
		return w.say(w.take, in)
	}
	return w.say(w.add, in)
}

// OnTop is actedOn without the name of the feature.
func (w *Words) OnTop(f data.Feature, would, after float64) []Phrase {
	in := with{"value": quoted(w.valued(f, after)), "would": quoted(w.valued(f, would))}
	if !f.Kind.Numeric() {
		return w.say(w.onTopSet, in)
	}
	sign := "+"
	if after < would {
		sign = "−"
	}
	in["size"] = quoted(sign + w.valued(f.Telling(would, after), math.Abs(after-would)))
	return w.say(w.onTop, in)
}

// NoneFound states that no answer exists, or that none was found and what was tried.
func (w *Words) NoneFound(x document.Explained, s data.Schema) []Phrase {
	none, missed := w.none, w.missed
	for _, l := range x.Laws {
		if !l.Soft && !l.GivenUp {
			none, missed = w.noneWithin, w.missedWithin
		}
	}
	in := with{"outcome": quoted(s.Outcome.Name), "class": quoted(s.Outcome.Format(float64(x.Target)))}
	if x.None {
		return w.say(none, in)
	}
	in["samples"] = w.count(w.samples, x.Tried, nil)
	out := w.say(missed, in)
	if x.Boxes > 0 {
		out = append(append(out, Phrase{Text: " "}), w.count(w.searched, x.Boxes,
			with{"share": plain(w.Decided(x.Decided))})...)
	}
	return append(append(out, Phrase{Text: " "}), w.say(w.maybe, nil)...)
}

// Ranges describes the ranges in which the changed numbers may vary together, or returns nil if
// none may.
func (w *Words) Ranges(s data.Schema, c document.Counterfactual) []Phrase {
	if len(c.Low) != len(s.Features) || len(c.High) != len(c.Low) {
		return nil
	}
	var first []Phrase
	var rest [][]Phrase
	for j, f := range s.Features {
		if !(c.Low[j] < c.High[j]) {
			continue
		}
		from, to := f.Between(c.Low[j], c.High[j])
		in := with{"feature": quoted(f.Name), "from": changed(w.united(from)), "to": changed(w.united(to))}
		if first == nil {
			first = w.say(w.freePart, in)
		} else {
			rest = append(rest, w.say(w.freeRest, in))
		}
	}
	switch {
	case first == nil:
		return nil
	case rest == nil:
		return w.say(w.free, with{"first": first})
	}
	return w.say(w.freeAll, with{"first": first, "rest": w.join(rest, w.and)})
}

// Planned reports whether a counterfactual consists of several steps, so that their order
// matters.
func Planned(c document.Counterfactual) bool {
	for _, st := range c.Plan {
		if len(st.Follows) > 0 || len(st.Waits) > 0 {
			return true
		}
	}
	return len(c.Plan) > 1
}

// Step describes the action of a step, its consequences, the time that a rule requires for it,
// and the model's decision afterwards.
func (w *Words) Step(s data.Schema, factual []float64, c document.Counterfactual, i int) []Phrase {
	st, before := c.Plan[i], factual
	if i > 0 {
		before = c.Plan[i-1].Row
	}
	after := st.Row
	// The Base of the whole counterfactual shows what a step adds to the consequences, if the
	// step completes this feature.
	d, whole := document.Deeds{Factual: before, Values: after, Base: slices.Clone(before)},
		document.Following{}.Deeds(factual, c)
	for _, j := range st.Does {
		if whole.OnTop(j) && after[j] == whole.Values[j] {
			d.Base[j] = whole.Base[j]
		}
	}
	out := w.Deeds(s, d, st.Does, st.Follows)
	for _, wait := range st.Waits {
		out = append(append(out, Phrase{Text: " "}), w.waits(s, factual, c, wait)...)
	}
	return append(append(out, Phrase{Text: " "}), w.Says(s, document.Counterfactual{Class: st.Class,
		Shares: st.Shares, Banded: c.Banded})...)
}

// Says states what the model would answer.
func (w *Words) Says(s data.Schema, c document.Counterfactual) []Phrase {
	return w.Answers(s, c.Class, w.Share(c))
}

// Answers states what the model would answer. share is its formatted probability and may be
// empty.
func (w *Words) Answers(s data.Schema, class int, share string) []Phrase {
	in := with{"class": decided(s.Outcome.Format(float64(class))), "share": {{Text: share, Role: Amount}}}
	if share == "" {
		return w.say(w.says, in)
	}
	return w.say(w.saysSure, in)
}

// waits describes how much an effect changes meanwhile according to a rule with a rate.
func (w *Words) waits(s data.Schema, factual []float64, c document.Counterfactual, of causal.Wait) []Phrase {
	cause, effect := s.Features[of.Cause], s.Features[of.Effect]
	size := func(v float64) []Phrase {
		return quoted(w.united(effect.With(strconv.FormatFloat(math.Round(1e6*v)/1e6, 'f', -1, 64))))
	}
	here := math.Abs(c.Row[of.Effect] - factual[of.Effect])
	more := effect.Kind.Numeric() && here > of.Least
	in := with{"effect": quoted(effect.Name), "least": size(of.Least), "size": size(here), "rate": size(of.Rate),
		"cause": quoted(cause.Name)}
	text := w.rises
	switch {
	case of.Falls && more:
		text = w.fallsBy
	case of.Falls:
		text = w.falls
	case more:
		text = w.risesBy
	}
	if cause.Kind.Numeric() {
		return w.say(text+w.eachUnit, in)
	}
	return w.say(text+w.eachLevel, in)
}

// MostReasons is the largest number of reasons in a notice, as in US Regulation B.
const MostReasons = 4

// Reason is one reason in a notice. A reason without a Row counted against the person and cannot
// be changed.
type Reason struct {
	Features       []int
	Row, Low, High []float64
	Levels         []int // levels of one feature, any of which would be enough
}

// Principal returns at most four reasons. Single changes that would have been enough come first,
// cheapest first, then changes that would have been enough together, and then features that
// counted against the row and cannot be changed.
func Principal(r document.Reasons) (list []Reason) {
	alone := slices.DeleteFunc(slices.Clone(r.Each), func(x document.Reason) bool { return x.Alone != document.Yes })
	sorting.Stable(alone, func(a, b document.Reason) int { return cmp.Compare(a.Cost, b.Cost) })
	for _, x := range alone {
		list = append(list, Reason{[]int{x.Feature}, x.Row, x.Low, x.High, x.Levels})
	}
	for _, x := range r.Sets {
		list = append(list, Reason{x.Features, x.Row, x.Low, x.High, nil})
	}
	for _, x := range r.Each {
		if x.Locked && x.Against {
			list = append(list, Reason{Features: []int{x.Feature}})
		}
	}
	return list[:min(len(list), MostReasons)]
}

// Reasons returns the sentences for the reasons. A feature that nobody may change is named
// without advice.
func (w *Words) Reasons(s data.Schema, r document.Reasons) (list [][]Phrase) {
	for _, x := range Principal(r) {
		if x.Row == nil {
			f := s.Features[x.Features[0]]
			list = append(list, w.say(w.against, with{"feature": quoted(f.Name),
				"value": quoted(w.valued(f, r.Row[x.Features[0]]))}))
		} else {
			list = append(list, w.sufficed(s, r.Row, x))
		}
	}
	return list
}

// sufficed describes the change that would have been enough for a reason.
func (w *Words) sufficed(s data.Schema, was []float64, x Reason) []Phrase {
	var items [][]Phrase
	for _, j := range x.Features {
		f := s.Features[j]
		value := changed(w.valued(f, x.Row[j]))
		switch {
		case len(x.Low) > 0 && x.Low[j] < x.High[j]:
			from, to := f.Between(x.Low[j], x.High[j])
			value = w.say(w.interval, with{"from": changed(w.united(from)), "to": changed(w.united(to))})
		case len(x.Levels) > 1:
			var names [][]Phrase
			for _, l := range x.Levels {
				names = append(names, changed(f.Levels[l]))
			}
			value = w.join(names, w.or)
		}
		items = append(items, w.say(w.instead, with{"feature": quoted(f.Name), "value": value,
			"old": quoted(w.valued(f, was[j]))}))
	}
	follows := false
	for j, v := range x.Row {
		follows = follows || v != was[j] && !slices.Contains(x.Features, j)
	}
	text := w.enough
	switch {
	case len(items) > 1 && follows:
		text = w.togetherFollow
	case len(items) > 1:
		text = w.together
	case follows:
		text = w.enoughFollow
	}
	return w.say(text, with{"changes": w.join(items, w.and)})
}

// Fixed states whether any allowed change would have led to the class, or returns nil if the
// reasons show this.
func (w *Words) Fixed(s data.Schema, r document.Reasons) []Phrase {
	in := with{"class": decided(s.Outcome.Format(float64(r.Target)))}
	alone := slices.ContainsFunc(r.Each, func(x document.Reason) bool { return x.Alone == document.Yes })
	switch {
	case r.Fixed == document.Yes:
		return w.say(w.fixed, in)
	case r.Fixed == document.Undecided:
		return w.say(w.notFixed, in)
	case alone || len(r.Sets) > 0:
		return nil
	case r.Left > 0 || slices.ContainsFunc(r.Each, func(x document.Reason) bool {
		return !x.Locked && x.Alone == document.Undecided
	}):
		return w.say(w.noFewOpen, nil)
	}
	return w.say(w.noFew, nil)
}

// SureOf returns the probability of a counterfactual's class, or 0 if it is unknown.
func SureOf(c document.Counterfactual) float64 {
	if c.Banded || c.Class < 0 || c.Class >= len(c.Shares) {
		return 0
	}
	return c.Shares[c.Class]
}

// Share formats this probability. A predicted class always has more than 0.
func (w *Words) Share(c document.Counterfactual) string {
	share := SureOf(c)
	if share == 0 {
		return ""
	}
	return w.Probability(share)
}

// GivenUp names the rules that were given up for a search, or returns nil if none were.
func (w *Words) GivenUp(laws []document.Law) []Phrase {
	var rules []Phrase
	for _, l := range laws {
		if !l.GivenUp {
			continue
		}
		if rules != nil {
			rules = append(rules, Phrase{Text: "; "})
		}
		rules = append(rules, ruled(strings.TrimSuffix(l.Text, "."))...)
	}
	if rules == nil {
		return nil
	}
	return w.say(w.givenUp, with{"rules": rules})
}
