package notice

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
)

// Parts of an answer.
const (
	TextDo        = "Do"
	TextItFollows = "It follows"
)

// DeedPhrases name the actions and their consequences, in a sentence each.
func DeedPhrases(s data.Schema, d document.Deeds, does, then []int) []Phrase {
	out := []Phrase{{Text: TextDo + ": nothing"}}
	if len(does) > 0 {
		out = append([]Phrase{{Text: TextDo + ": "}}, valuePhrases(s, d, does)...)
	}
	out = append(out, Phrase{Text: "."})
	if len(then) > 0 {
		out = append(append(out, Phrase{Text: " " + TextItFollows + ": "}), valuePhrases(s, d, then)...)
		out = append(out, Phrase{Text: "."})
	}
	return out
}

// valuePhrases list the old and new values of features, or the distance from what would follow.
func valuePhrases(s data.Schema, d document.Deeds, list []int) (out []Phrase) {
	for i, j := range list {
		if i == mostNamed && len(list) > mostNamed+1 {
			return append(out, Phrase{Text: fmt.Sprintf(" and %d more", len(list)-i)})
		}
		out = append(out, Phrase{Text: Between(i, len(list))})
		f := s.Features[j]
		if d.OnTop(j) {
			out = append(out, onTopPhrases(f, d.Base[j], d.Values[j])...)
			continue
		}
		out = append(out, Phrase{f.Name, Quoted}, Phrase{Text: " from "}, Phrase{f.Format(d.Factual[j]), Quoted},
			Phrase{Text: " to "}, Phrase{f.Say(d.Values[j]), Changed})
	}
	return out
}

// TextOnTop is onTopPhrases without the name.
func TextOnTop(f data.Feature, would, after float64) string {
	text := "set to " + f.Say(after)
	if f.Kind.Numeric() {
		sign := "+"
		if after < would {
			sign = "−"
		}
		text = sign + f.Telling(would, after).Say(math.Abs(after-would))
	}
	return text + ", would follow to " + f.Say(would)
}

// onTopPhrases describe an action on a feature on top of what would follow.
func onTopPhrases(f data.Feature, would, after float64) []Phrase {
	does := []Phrase{{Text: "set "}, {f.Name, Quoted}, {Text: " to "}, {f.Say(after), Changed}}
	if f.Kind.Numeric() {
		verb, to := "add ", " to "
		if after < would {
			verb, to = "take ", " off "
		}
		f = f.Telling(would, after)
		does = []Phrase{{Text: verb}, {f.Say(math.Abs(after - would)), Changed}, {Text: to}, {f.Name, Quoted}}
	}
	return append(does, Phrase{Text: ", which would follow to "}, Phrase{f.Say(would), Quoted})
}

// mostNamed is how many changes one sentence names.
const mostNamed = 6

// Between is the separator before item i of n in a list.
func Between(i, n int) string {
	switch {
	case i == 0:
		return ""
	case i == n-1:
		return " and "
	}
	return ", "
}

// TextNoneFound says that no row exists, or that none was found and what was
// tried.
func TextNoneFound(x document.Explained, s data.Schema) string {
	proved := "None exists, and that is proved: no row inside the range of the training rows reaches %s."
	missed := "None was found that reaches %s. %s drawn."
	for _, l := range x.Laws {
		if !l.Soft && !l.GivenUp {
			proved = "None exists, and that is proved: no row inside the range of the training rows reaches %s and " +
				"keeps every rule and limit."
			missed = "None was found that reaches %s and keeps every rule and limit. %s drawn."
		}
	}
	class := class(s.Outcome.Name, s.Outcome.Format(float64(x.Target)))
	if x.None {
		return fmt.Sprintf(proved, class)
	}
	drawn := " were"
	if x.Tried == 1 {
		drawn = " was"
	}
	tried := fmt.Sprintf(missed, class, plural(x.Tried, "sample")+drawn)
	if x.Boxes > 0 {
		tried += fmt.Sprintf(" The complete search looked at %s of rows, which decides %s of all.",
			plural(x.Boxes, "set"), Decidedness(x.Decided))
	}
	return tried + " So there may be one."
}

// Decidedness is a share that is not called all while something is left.
func Decidedness(v float64) string {
	switch {
	case v < 0.01:
		return "less than 1 %"
	case v > 0.99:
		return "over 99 %"
	}
	return fmt.Sprintf("%.0f %%", 100*v)
}

// RangePhrases say how far the numbers that change may differ, all at once.
func RangePhrases(s data.Schema, c document.Counterfactual) []Phrase {
	low, high := c.Low, c.High
	if len(low) != len(s.Features) || len(high) != len(low) {
		return nil
	}
	var free []int
	for j := range low {
		if low[j] < high[j] {
			free = append(free, j)
		}
	}
	var out []Phrase
	for i, j := range free {
		text := ", with any "
		switch {
		case i == 0:
			text = "Any "
		case i > 1:
			text = Between(i, len(free)) + "any "
		}
		from, to := s.Features[j].Between(low[j], high[j])
		out = append(out, Phrase{Text: text}, Phrase{Text: s.Features[j].Name, Role: Quoted},
			Phrase{Text: " from "}, Phrase{Text: from, Role: Changed}, Phrase{Text: " to "},
			Phrase{Text: to, Role: Changed})
		if i == 0 {
			out = append(out, Phrase{Text: " works"})
		}
	}
	if out != nil {
		out = append(out, Phrase{Text: ". Proved."})
	}
	return out
}

// Planned reports whether a counterfactual is more than one change at once, so that the
// order of its steps says something.
func Planned(c document.Counterfactual) bool {
	for _, st := range c.Plan {
		if len(st.Follows) > 0 || len(st.Waits) > 0 {
			return true
		}
	}
	return len(c.Plan) > 1
}

// StepPhrases say what is done in a step, what follows from it, what a rule says of the
// time that it takes, and what the model says then.
func StepPhrases(s data.Schema, factual []float64, c document.Counterfactual, i int) []Phrase {
	st, before := c.Plan[i], factual
	if i > 0 {
		before = c.Plan[i-1].Row
	}
	after := st.Row
	// The base of the whole tells what a step does on top of what follows, where it ends there.
	d, whole := document.Deeds{Factual: before, Values: after, Base: slices.Clone(before)},
		document.Following{}.Deeds(factual, c)
	for _, j := range st.Does {
		if whole.OnTop(j) && after[j] == whole.Values[j] {
			d.Base[j] = whole.Base[j]
		}
	}
	out := DeedPhrases(s, d, st.Does, st.Follows)
	for _, w := range st.Waits {
		out = append(out, waitPhrases(s, factual, c, w)...)
	}
	out = append(out, Phrase{Text: " The model would then say "},
		Phrase{Text: "“" + s.Outcome.Format(float64(st.Class)) + "”", Role: Decided})
	if share := ShareOf(document.Counterfactual{Class: st.Class, Shares: st.Shares}); share != "" {
		out = append(out, Phrase{Text: ", " + share})
	}
	return append(out, Phrase{Text: "."})
}

// waitPhrases say how much an effect moves meanwhile, by a rule with a rate.
func waitPhrases(s data.Schema, factual []float64, c document.Counterfactual, w causal.Wait) []Phrase {
	cause, effect := s.Features[w.Cause], s.Features[w.Effect]
	way := " rises"
	if w.Falls {
		way = " falls"
	}
	each := "unit"
	if !cause.Kind.Numeric() {
		each = "level"
	}
	size := func(v float64) string { return effect.With(strconv.FormatFloat(math.Round(1e6*v)/1e6, 'f', -1, 64)) }
	here := math.Abs(c.Row[w.Effect] - factual[w.Effect])
	text := fmt.Sprintf("%s by at least %s: a rule asks for %s for each %s of %s", way, size(w.Least), size(w.Rate),
		each, cause.Name)
	if effect.Kind.Numeric() && here > w.Least {
		text = fmt.Sprintf("%s by %s, and at least %s: a rule asks for %s for each %s of %s", way, size(here),
			size(w.Least), size(w.Rate), each, cause.Name)
	}
	return []Phrase{{Text: " Meanwhile "}, {Text: effect.Name, Role: Quoted}, {Text: text + "."}}
}

// MostReasons bounds the reasons of a notice, as US Regulation B does.
const MostReasons = 4

// Reason is one of a notice. Without a Row it counted against somebody and cannot be changed.
type Reason struct {
	Features       []int
	Row, Low, High []float64
	Levels         []int // of one feature, all that would do
}

// Principal are at most four reasons: what alone would have been enough, the cheapest first, then what
// would have been enough together, then what counted against the row and cannot be changed.
func Principal(r document.Reasons) (list []Reason) {
	alone := slices.DeleteFunc(slices.Clone(r.Each), func(x document.Reason) bool { return x.Alone != document.Yes })
	slices.SortStableFunc(alone, func(a, b document.Reason) int { return cmp.Compare(a.Cost, b.Cost) })
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

// PrincipalReasons says them.
func PrincipalReasons(s data.Schema, r document.Reasons) [][]Phrase {
	var list [][]Phrase
	for _, x := range Principal(r) {
		if x.Row == nil {
			list = append(list, against(s, r.Row, x.Features[0]))
		} else {
			list = append(list, enough(s, r.Row, x))
		}
	}
	return list
}

// enough says what the change of a reason would have had to be.
func enough(s data.Schema, was []float64, x Reason) []Phrase {
	row, low, high, levels, features := x.Row, x.Low, x.High, x.Levels, x.Features
	var out []Phrase
	for i, j := range features {
		f := s.Features[j]
		out = append(out, Phrase{Text: Between(i, len(features))}, Phrase{Text: f.Name, Role: Quoted},
			Phrase{Text: ": "})
		switch {
		case len(low) > 0 && low[j] < high[j]:
			from, to := f.Between(low[j], high[j])
			out = append(out, Phrase{Text: from, Role: Changed}, Phrase{Text: " to "},
				Phrase{Text: to, Role: Changed})
		case len(levels) > 1:
			names := make([]string, len(levels))
			for i, l := range levels {
				names[i] = f.Levels[l]
			}
			out = append(out, Phrase{Text: or(names),
				Role: Changed})
		default:
			out = append(out, Phrase{Text: f.Say(row[j]), Role: Changed})
		}
		out = append(out, Phrase{Text: " instead of " + f.Say(was[j])})
	}
	text := " would have been enough"
	if len(features) > 1 {
		text = " together would have been enough"
	}
	for j, v := range row {
		if v != was[j] && !slices.Contains(features, j) {
			text += textFollowsAlong
			break
		}
	}
	return append(out, Phrase{Text: text + "."})
}

// against names what cannot be changed and counted against a row; it gives no advice.
func against(s data.Schema, was []float64, j int) []Phrase {
	f := s.Features[j]
	return []Phrase{{Text: f.Name, Role: Quoted}, {Text: " " + f.Say(was[j]) +
		" counted against it; nothing about it can be changed."}}
}

// FixedPhrases say whether anything that may change would have led to the class.
func FixedPhrases(s data.Schema, r document.Reasons) []Phrase {
	class := Phrase{Text: s.Outcome.Format(float64(r.Target)), Role: Decided}
	few := slices.ContainsFunc(r.Each, func(x document.Reason) bool { return x.Alone == document.Yes })
	switch {
	case r.Fixed == document.Yes:
		return []Phrase{{Text: textFixed}, class, {Text: textFixedEnd}}
	case r.Fixed == document.Undecided:
		return []Phrase{{Text: textNotFixed}, class, {Text: textNotFixedEnd}}
	case few || len(r.Sets) > 0:
		return nil
	case r.Left > 0 || slices.ContainsFunc(r.Each, func(x document.Reason) bool {
		return !x.Locked && x.Alone == document.Undecided
	}):
		return []Phrase{{Text: textNoFewOpen}}
	}
	return []Phrase{{Text: textNoFew}}
}

const (
	textFixed        = "Nothing that may change would have led to "
	textFixedEnd     = ". Proved: under these rules the decision is fixed."
	textNotFixed     = "Whether any change would have led to "
	textNotFixedEnd  = " is not decided."
	textNoFew        = "No change of up to three things would have been enough."
	textNoFewOpen    = "No change of up to three things was found that would have been enough."
	textFollowsAlong = ", with what follows"
)

// SureOf is the probability of the class of a counterfactual, 0 where it has none.
func SureOf(c document.Counterfactual) float64 {
	shares := c.Shares
	if c.Class < 0 || c.Class >= len(shares) {
		return 0
	}
	return shares[c.Class]
}

// ShareOf says it. A class that is predicted has more than 0.
func ShareOf(c document.Counterfactual) string {
	share := SureOf(c)
	if share == 0 {
		return ""
	}
	return probability(share)
}

// TextSearchedWithout names the rules that were given up for a search.
func TextSearchedWithout(laws []document.Law) string {
	var list []string
	for _, l := range laws {
		if l.GivenUp {
			list = append(list, strings.TrimSuffix(l.Text, "."))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "For this search alone, given up: " + strings.Join(list, "; ") + "."
}

// probability writes a probability as a percentage. Rounding never makes a model look certain.
func probability(p float64) string {
	switch {
	case p < 0.001:
		return "under 0.1 %"
	case p > 0.999:
		return "over 99.9 %"
	}
	return strconv.FormatFloat(100*p, 'f', 1, 64) + " %"
}

func class(outcome, class string) string { return outcome + " “" + class + "”" }

// plural counts with thousands separators.
func plural(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text + " " + word
}

// or joins choices in a sentence: a, b or c.
func or(list []string) string {
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " or " + list[n-1]
	}
	return strings.Join(list, "")
}
