// Package notice writes the notice of a decision for the person whom it is about, as a document
// and as JSON. It is given what was found and computes nothing. Begin with Case and HTML.
package notice

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/report"
)

// mostOptions bounds the options of a notice: more are a list to choose from, and no
// advice.
const mostOptions = 3

// mostRulesTold bounds the rules that a notice lists.
const mostRulesTold = 8

// mostValuesTold bounds the values that it lists.
const mostValuesTold = 24

// Case is a row that was decided on, what was found for it, and what its notice says besides.
type Case struct {
	Own       document.Notice // what the organisation says
	Date      string          // as it is written
	Table     string          // name of the table that the row is from
	Model     string          // name of the model
	Hash      string          // SHA-256 of its bytes, in hexadecimal
	Threshold float64         // that was set for the second of two classes; 0: none

	Schema  data.Schema // by which values are written
	Found   document.Explained
	Reasons document.Reasons   // without a Row: nobody asked for them
	Follows document.Following // what follows in the answers
	Hard    []int              // features that the person called hard to change
}

// HTML tells the person whom a row is about of the decision: what it was, by which model and
// from which data. At most four reasons follow, and up to three options with what speaks for and against each.
// It ends with the rules that were kept, how to have it corrected or contested, and what none of it promises.
func HTML(c Case) []byte {
	w := writer{Case: c, Doc: report.New(textNoticeTitle, named(textNoticeLead(c.Own.Organisation, c.Table,
		c.Date))).Notice()}
	x, schema := c.Found, c.Schema
	factual := x.Factual.Row
	w.Section(textNoticeDecision)
	w.Line(Spans(textNoticeAnswer(schema, x))...)
	w.Note(prose(textNoticeDecides(schema.Classes(), c.Threshold)), prose(" "), prose(textNoticeModel(c.Model,
		c.Hash)))
	w.Section(textNoticeData)
	var facts [][2]report.Span
	for j, f := range schema.Features[:min(len(schema.Features), mostValuesTold)] {
		facts = append(facts, [2]report.Span{prose(f.Name), named(f.Say(factual[j]))})
	}
	w.Facts(facts)
	if n := len(schema.Features) - mostValuesTold; n > 0 {
		w.Note(prose(textNoticeRest(n)))
	}
	w.Line(long(cmp.Or(c.Own.Source, textNoticeSource(c.Table)), cmp.Or(c.Own.Correct, textNoticeCorrect))...)
	w.reasons()
	w.options()
	w.rulesTold()
	w.Section(textNoticeContest)
	w.Line(long(cmp.Or(c.Own.Role, textNoticeNoRole), cmp.Or(c.Own.Contest, textNoticeNoContest))...)
	w.Section(textNoticePromise)
	var promises []report.Span
	for _, text := range textNoticePromises {
		promises = append(promises, prose(text+" "))
	}
	w.Note(promises...)
	return bytes.ReplaceAll(w.Bytes(), []byte(" %"), []byte("\u00a0%")) // no line ends before the sign
}

// writer writes the sections of a notice.
type writer struct {
	Case
	*report.Doc
}

func prose(text string) report.Span { return report.Span{Text: text} }
func named(text string) report.Span { return report.Span{Text: text, Look: report.Name} }

// long are texts of any length, as a document cuts what is longer than a name.
func long(texts ...string) (list []report.Span) {
	for _, text := range texts {
		for _, word := range strings.SplitAfter(text+" ", " ") {
			list = append(list, prose(word))
		}
	}
	return list
}

// reasons are at most four that the decision hangs on.
func (w writer) reasons() {
	r, s := w.Reasons, w.Schema
	if len(r.Row) != len(s.Features) {
		return
	}
	w.Section(textNoticeReasons)
	if fixed := FixedPhrases(s, r); fixed != nil {
		w.Line(Spans(fixed)...)
	}
	var items [][]report.Span
	for _, reason := range PrincipalReasons(s, r) {
		items = append(items, Spans(reason))
	}
	if items != nil {
		w.List(items)
	}
}

// options are the ways to another decision.
func (w writer) options() {
	x, schema := w.Found, w.Schema
	w.Section(textNoticeOptions(schema.Outcome.Format(float64(x.Target))))
	if len(x.Rows) == 0 {
		w.Line(named(TextNoneFound(x, schema)))
		for _, c := range x.Conflicts {
			w.Line(named(c))
		}
		return
	}
	if without := TextSearchedWithout(x.Laws); without != "" {
		w.Warn(named(without))
	}
	factual, follows := x.Factual.Row, w.Follows
	for i, c := range x.Rows[:min(len(x.Rows), mostOptions)] {
		w.Sub(prose(textOption(i + 1)))
		if Planned(c) {
			w.plannedSteps(factual, c)
			w.free(c)
			w.Marks(w.sides(i, c))
			continue
		}
		var does, then [][]report.Span
		d := follows.Deeds(factual, c)
		for j, v := range c.Row {
			f := schema.Features[j]
			change := Spans(textNoticeChange(f.Name, f.Format(factual[j]), f.Say(v)))
			switch {
			case d.OnTop(j):
				does = append(does, append(change, prose(" ("+TextOnTop(f, d.Base[j], v)+")")))
			case d.Does(j):
				does = append(does, change)
			case d.Follows(j):
				then = append(then, change)
			}
		}
		if len(then) > 0 {
			w.Line(prose(TextDo + ":"))
		}
		if len(does) > 0 {
			w.List(does)
		}
		if len(then) > 0 {
			w.Line(prose(TextItFollows + ":"))
			w.List(then)
		}
		w.free(c)
		w.Marks(w.sides(i, c))
	}
}

// free says how far the numbers of an answer may differ.
func (w writer) free(c document.Counterfactual) {
	if free := RangePhrases(w.Schema, c); free != nil {
		w.Line(Spans(free)...)
	}
}

// plannedSteps are the steps of an option, causes first; one alone is a sentence.
func (w writer) plannedSteps(factual []float64, c document.Counterfactual) {
	var steps [][]report.Span
	for i := range c.Plan {
		steps = append(steps, Spans(StepPhrases(w.Schema, factual, c, i)))
	}
	if len(steps) == 1 {
		w.Line(steps[0]...)
		return
	}
	w.Line(prose(textNoticePlan))
	w.Steps(steps)
}

// sides are what speaks for an option and what against it. Where nothing of its own does, it
// is compared with the other options.
func (w writer) sides(i int, c document.Counterfactual) (list [][]report.Span) {
	x, schema := w.Found, w.Schema
	options := x.Rows[:min(len(x.Rows), mostOptions)]
	said := map[string]bool{}
	say := func(mark, text string) {
		said[mark], list = true, append(list, []report.Span{prose(mark + " "), named(text)})
	}
	fewest, surest := true, true
	for k, o := range options {
		fewest = fewest && (k == i || o.Changed > c.Changed)
		surest = surest && (k == i || SureOf(o) < SureOf(c))
	}
	if i == 0 && x.Nearest {
		say("+", textNoticeNearest)
	}
	if fewest && len(options) > 1 {
		say("+", textNoticeFewest)
	}
	if surest && len(options) > 1 {
		say("+", textNoticeSurest(ShareOf(c)))
	}
	if bar := 1 / float64(schema.Classes()); SureOf(c) < bar+0.1 {
		say("−", textNoticeUnsure(ShareOf(c)))
	}
	if x.HasUsual && c.Usual < model.UnlikeAnybody {
		say("−", textNoticeUnlike)
	}
	d := w.Follows.Deeds(x.Factual.Row, c)
	for j, v := range d.Values {
		f := schema.Features[j]
		if !d.Does(j) {
			continue
		}
		if slices.Contains(w.Hard, j) {
			say("−", textNoticeHard(f.Name))
		}
		if f.Kind.Numeric() && (v < f.Min || v > f.Max) {
			ends := f.Stating(f.Min, f.Max)
			say("−", textNoticeBeyond(f.Name, ends.Say(f.Min), ends.Say(f.Max)))
		}
	}
	for k, v := range c.Proof {
		if k < len(x.Laws) && !v.Pass {
			say("−", textNoticeAgainst(x.Laws[k]))
		}
	}
	if i == 0 && !x.Nearest && len(x.Rows) > x.Brought {
		say("+", textNoticeFirst)
	}
	if !said["+"] {
		say("+", w.beside(i, options))
	}
	if !said["−"] {
		say("−", w.costs(i, options))
	}
	slices.SortStableFunc(list, func(a, b []report.Span) int { return cmp.Compare(a[0].Text, b[0].Text) })
	return list
}

// beside says what an option leaves as it is and another changes, or what it does without.
func (w writer) beside(i int, options []document.Counterfactual) string {
	x, follows := w.Found, w.Follows
	factual, own := x.Factual.Row, options[i].Row
	for k, o := range options {
		d := follows.Deeds(factual, o)
		for j := range d.Values {
			if d.Does(j) && own[j] == factual[j] {
				return textNoticeLeaves(w.Schema.Features[j].Name, k+1)
			}
		}
	}
	for k, o := range options {
		d := follows.Deeds(factual, o)
		for j, v := range d.Values {
			f := w.Schema.Features[j]
			switch {
			case v == own[j] || v == factual[j] || !d.Does(j):
			case !f.Kind.Numeric():
				return textNoticeWithout(f.Name, f.Format(v), k+1)
			case math.Abs(own[j]-factual[j]) < math.Abs(v-factual[j]):
				return textNoticeLessFar(f.Name, k+1)
			}
		}
	}
	return textNoticeReaches(w.Schema.Outcome.Format(float64(options[i].Class)))
}

// costs says what an option asks for beside the one that asks for less, or that nothing is
// known of what it costs a person.
func (w writer) costs(i int, options []document.Counterfactual) string {
	c, few, sure := options[i], i, i
	for k, o := range options {
		if o.Changed < options[few].Changed {
			few = k
		}
		if SureOf(o) > SureOf(options[sure]) {
			sure = k
		}
	}
	switch cheap := options[0]; {
	case i > 0 && cheap.Cost > 0 && c.Cost >= 1.05*cheap.Cost:
		return textNoticeDearer(strconv.FormatFloat(c.Cost/cheap.Cost, 'f', 1, 64))
	case few != i:
		return textNoticeMore(c.Changed, few+1, options[few].Changed)
	case sure != i:
		return textNoticeLessSure(ShareOf(c), sure+1, ShareOf(options[sure]))
	}
	return textNoticeUnknown(c.Changed)
}

// rulesTold are the rules that every option keeps.
func (w writer) rulesTold() {
	var items []report.Span
	for _, l := range w.Found.Laws {
		if !l.Soft && !l.GivenUp {
			items = append(items, named(l.Text+" "))
		}
	}
	w.Section(textNoticeRules)
	if len(items) == 0 {
		w.Line(prose(textNoticeNoRules))
		return
	}
	w.Note(items[:min(len(items), mostRulesTold)]...)
	if n := len(items) - mostRulesTold; n > 0 {
		w.Note(prose(textNoticeRest(n)))
	}
}
