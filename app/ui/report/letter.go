package report

import (
	"strconv"

	"causeway/app/store"
	"causeway/app/ui/explain"
	"causeway/core/causal"
	"causeway/core/report"
	"causeway/core/wire"
)

// mostOptions bounds the options of a letter: more are a list to choose from, and no
// advice.
const mostOptions = 3

// mostRulesTold bounds the rules that a letter lists.
const mostRulesTold = 12

// LetterOf tells the person whose row is explained what would change the decision: the
// values that were looked at, up to three options with what speaks for and against
// each, the rules that were kept, and what none of it promises. It names neither seeds
// nor hashes. It is a pure function; the date is written as it is given.
func LetterOf(s store.State, date string) []byte {
	w := writer{State: s, Doc: report.New(textLetterTitle, prose(textLetterLead(s.Data.Table.Name, date)))}
	x, schema := s.Explain.Found, s.Data.Table.Schema
	factual := x.Factual.Values.Values()
	if s.Explain.OldRules {
		w.Warn(prose(explain.TextOldRules))
	}
	w.Section(textLetterDecision)
	w.Line(spansOf(textLetterAnswer(schema, x))...)
	var facts [][2]report.Span
	for j, f := range schema.Features[:min(len(schema.Features), mostFeatures)] {
		facts = append(facts, factOf(f.Name, f.Say(factual[j])))
	}
	w.Note(prose(textLetterValues))
	w.Facts(facts)
	w.options()
	w.rulesTold()
	w.Section(textLetterPromise)
	var items [][]report.Span
	for _, text := range textLetterPromises {
		items = append(items, []report.Span{prose(text)})
	}
	w.List(items)
	return w.Bytes()
}

// options are the ways to another decision.
func (w writer) options() {
	x, schema := w.Explain.Found, w.Shown()
	w.Section(textLetterOptions(schema.Outcome.Format(float64(x.Target))))
	if len(x.Found) == 0 {
		w.Line(named(explain.TextNoneFound(x, schema)))
		for _, c := range x.Conflicts {
			w.Line(named(c))
		}
		return
	}
	if without := explain.TextSearchedWithout(x.Laws); without != "" {
		w.Warn(named(without))
	}
	factual, follows := x.Factual.Values.Values(), w.Follows()
	for i, c := range x.Found[:min(len(x.Found), mostOptions)] {
		w.Sub(prose(textOption(i + 1)))
		var changes [][]report.Span
		for _, then := range []bool{false, true} {
			for j, v := range c.Values.Values() {
				if f := schema.Features[j]; v != factual[j] && follows[j] == then {
					changes = append(changes, spansOf(textLetterChange(f.Name, f.Format(factual[j]), f.Say(v), then)))
				}
			}
		}
		w.List(changes)
		if explain.Planned(c) {
			w.Line(prose(textLetterPlan))
			var steps [][]report.Span
			for i := range c.Plan {
				steps = append(steps, append([]report.Span{prose(strconv.Itoa(i+1) + ". ")}, spansOf(explain.StepPhrases(schema, factual, c, i))...))
			}
			w.List(steps)
		}
		w.Marks(w.sides(i, c))
	}
}

// sides are what speaks for an option and what against it, as far as that is known.
func (w writer) sides(i int, c wire.Counterfactual) (list [][]report.Span) {
	x, schema := w.Explain.Found, w.Data.Table.Schema
	options := x.Found[:min(len(x.Found), mostOptions)]
	say := func(mark, text string) { list = append(list, []report.Span{prose(mark + " "), named(text)}) }
	share := func(c wire.Counterfactual) float64 { return c.Shares.Values()[c.Class] }
	fewest, surest := true, true
	for k, o := range options {
		fewest = fewest && (k == i || o.Changed > c.Changed)
		surest = surest && (k == i || share(o) < share(c))
	}
	if i == 0 && x.Nearest {
		say("+", textLetterNearest)
	}
	if fewest && len(options) > 1 {
		say("+", textLetterFewest)
	}
	if surest && len(options) > 1 {
		say("+", textLetterSurest(explain.ShareOf(c)))
	}
	if bar := 1 / float64(schema.Classes()); share(c) < bar+0.1 {
		say("−", textLetterUnsure(explain.ShareOf(c)))
	}
	factual, follows := x.Factual.Values.Values(), w.Follows()
	for j, v := range c.Values.Values() {
		f := schema.Features[j]
		if v == factual[j] || follows[j] {
			continue
		}
		if d := w.Explain.LimitOf(j).Difficulty; d == causal.Difficult || d == causal.VeryDifficult {
			say("−", textLetterHard(f.Name))
		}
		if f.Kind.Numeric() && (v < f.Min || v > f.Max) {
			say("−", textLetterBeyond(f.Name, f.Say(f.Min), f.Say(f.Max)))
		}
	}
	for k, v := range c.Proof {
		if k < len(x.Laws) && !v.Pass {
			say("−", textLetterAgainst(x.Laws[k]))
		}
	}
	return list
}

// rulesTold are the rules that every option keeps.
func (w writer) rulesTold() {
	var items [][]report.Span
	for _, l := range w.Explain.Found.Laws {
		if !l.Soft && !l.GivenUp {
			items = append(items, []report.Span{named(l.Text)})
		}
	}
	w.Section(textLetterRules)
	if len(items) == 0 {
		w.Line(prose(textLetterNoRules))
		return
	}
	w.List(items[:min(len(items), mostRulesTold)])
	if n := len(items) - mostRulesTold; n > 0 {
		w.Note(prose(textReportMore(n)))
	}
}
