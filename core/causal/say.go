package causal

import (
	"math"
	"strconv"

	"causeway/core/data"
)

// ifClause writes a rule such as: if "a" and "b" both rise, "c" must rise, and if both fall, "c"
// must fall.
func (r Rule) ifClause(s data.Schema) string {
	cause, back := r.premise(s)
	effect := quote(s.Features[r.Other].Name)
	up, down := "rise", "fall"
	if r.Falls {
		up, down = down, up
	}
	c := "if " + cause + ", " + effect + r.must(s, up, down)
	if r.Reverse {
		c += ", and " + back + ", " + effect + r.must(s, down, up)
	}
	return c
}

// premise writes what the causes do, and what they do in the opposite case.
func (r Rule) premise(s data.Schema) (cause, back string) {
	var lists [Still + 1][2][]string // names by part: first of those that rise, then of those that fall
	for _, m := range r.causes() {
		list := &lists[m.Part][b2i(m.Falls)]
		*list = append(*list, quote(s.Features[m.Feature].Name))
	}
	rise, fall := lists[Moves][0], lists[Moves][1]
	n := len(rise) + len(fall)
	none, every, some := "none of them", "all", "any"
	if n == 2 {
		none, every, some = "neither", "both", "either"
	}
	switch {
	case n == 1:
		cause, back = rise[0]+" rises", "if it falls"
	case r.Any && fall == nil:
		cause, back = join(rise, "or")+" rises and "+none+" falls", "if "+some+" falls and "+none+" rises"
	case r.Any:
		cause, back = join(rise, "or")+" rises or "+join(fall, "or")+" falls, and "+none+" goes the other way", ""
	case fall == nil:
		cause, back = join(rise, "and")+" "+every+" rise", "if "+every+" fall"
	default:
		cause = join(rise, "and") + verb(len(rise), " rise") + " and " + join(fall, "and") + verb(len(fall), " fall")
		back = "if all move the other way"
	}
	var parts []string
	not := func(list []string, word string) {
		if len(list) > 0 {
			parts = append(parts, join(list, "and")+" "+doing(len(list))+" not "+word)
		}
	}
	not(lists[Quiet][0], "fall")
	not(lists[Quiet][1], "rise")
	if still := append(lists[Still][0], lists[Still][1]...); len(still) > 0 {
		parts = append(parts, join(still, "and")+verb(len(still), " stay"))
	}
	if parts != nil {
		cause, back = cause+" while "+join(parts, "and"), ""
	}
	if back == "" {
		back = "the other way round"
	}
	return cause, back
}

// must writes what the effect must do. rise and fall are the words for its two directions.
func (r Rule) must(s data.Schema, rise, fall string) string {
	f := s.Features[r.Other]
	switch {
	case r.Least > 0 && r.Most > 0:
		return " must " + rise + " by " + number(r.Least) + " to " + amount(f, r.Most) + r.per(s)
	case r.Least > 0:
		return " must " + rise + " by at least " + amount(f, r.Least) + r.per(s)
	case r.Most > 0 && r.Strict:
		return " must " + rise + ", by at most " + amount(f, r.Most) + r.per(s)
	case r.Most > 0:
		return " must not " + fall + " and may " + rise + " by at most " + amount(f, r.Most) + r.per(s)
	case r.Strict:
		return " must " + rise
	}
	return " must not " + fall
}

// per writes the unit to which a size refers.
func (r Rule) per(s data.Schema) string {
	if f := s.Features[r.Feature]; f.Kind.Numeric() {
		return " for every 1 that " + quote(f.Name) + " does"
	}
	return " per level"
}

// decides writes what a rule with a size requires of a pair, or the two sides of an inequality.
func (r Rule) decides(s data.Schema, factual, counterfactual []float64) string {
	if r.Kind == Inequality {
		return r.saysSum(s, counterfactual)
	}
	if r.Kind != IfRisesThenRises || !r.Sized() || !r.Applies(s, factual, counterfactual) {
		return ""
	}
	d, _ := r.change(s, r.Feature, factual, counterfactual)
	d = math.Abs(d)
	f, effect := s.Features[r.Feature], s.Features[r.Other]
	of, ending := "; "+amount(f, d), "s"
	if !f.Kind.Numeric() && d != 1 {
		ending = ""
	}
	switch {
	case r.Least > 0 && r.Most > 0:
		return of + " ask" + ending + " for " + number(r.Least*d) + " to " + amount(effect, r.Most*d)
	case r.Least > 0:
		return of + " ask" + ending + " for at least " + amount(effect, r.Least*d)
	}
	return of + " allow" + ending + " at most " + amount(effect, r.Most*d)
}

// reach describes how far a feature may move.
func (r Rule) reach(f data.Feature) string {
	way := func(word string, most float64) string {
		if most == 0 {
			return "may not " + word
		}
		return "may " + word + " by at most " + amount(f, most)
	}
	switch {
	case r.Min == r.Max:
		return way("rise or fall", r.Max)
	case r.Min == Open:
		return way("rise", r.Max)
	case r.Max == Open:
		return way("fall", r.Min)
	}
	return way("fall", r.Min) + " and " + way("rise", r.Max)
}

// unless names the causes that may force a feature further than it moves on its own.
func (r Rule) unless(s data.Schema) string {
	var names []string
	for _, m := range r.Also {
		names = append(names, quote(s.Features[m.Feature].Name))
	}
	if names == nil {
		return ""
	}
	return ", unless " + join(names, "or") + verb(len(names), " ask") + " for more"
}

// amount writes a difference of scores, such as 2 levels, or a number.
func amount(f data.Feature, v float64) string {
	switch {
	case f.Kind.Numeric():
		return f.With(number(v))
	case v == 1:
		return "1 level"
	}
	return number(v) + " levels"
}

// number writes a size with up to six decimals.
func number(v float64) string {
	return strconv.FormatFloat(math.Round(v*1e6)/1e6, 'f', -1, 64)
}

func doing(n int) string {
	if n == 1 {
		return "does"
	}
	return "do"
}
