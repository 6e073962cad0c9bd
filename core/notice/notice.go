// Package notice writes the notice of a decision for the person whom it is about, as a document
// and as JSON. It is given what was found and computes nothing. Begin with Case and HTML;
// words.go has what it says, in five languages.
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
	Own       document.Notice // what the organisation says, and the language
	Date      string          // such as 2026-11-21
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
	t := In(c.Own.Language)
	x, schema := c.Found, c.Schema
	lead := with{"organisation": quoted(c.Own.Organisation), "table": quoted(c.Table), "date": plain(t.day(c.Date))}
	text := t.leadBy
	if c.Own.Organisation == "" {
		text = t.lead
	}
	w := writer{Case: c, t: t, Doc: report.New(t.title, Spans(t.say(text, lead))...).Notice().In(t.tag, t.dir,
		t.careful)}
	w.section(t.decision, nil)
	said := with{"outcome": quoted(schema.Outcome.Name),
		"class": decided(schema.Outcome.Format(float64(x.Factual.Class))), "share": plain(t.Share(x.Factual))}
	text = t.answerSure
	if SureOf(x.Factual) == 0 {
		text = t.answer
	}
	w.line(t.say(text, said))
	text = t.decidesHalf
	switch {
	case schema.Classes() > 2:
		text = t.decidesMost
	case c.Threshold > 0:
		text = t.decidesThreshold
	}
	w.Note(Spans(t.say(text+" "+t.model, with{"threshold": plain(t.Probability(c.Threshold)), "model": quoted(c.Model),
		"hash": quoted(c.Hash[:min(len(c.Hash), 16)])}))...)
	w.section(t.values, nil)
	var facts [][2]report.Span
	for j, f := range schema.Features[:min(len(schema.Features), mostValuesTold)] {
		facts = append(facts, [2]report.Span{named(f.Name), named(t.valued(f, x.Factual.Row[j]))})
	}
	w.Facts(facts)
	if n := len(schema.Features) - mostValuesTold; n > 0 {
		w.Note(Spans(t.count(t.more, n, nil))...)
	}
	w.Line(slices.Concat(w.own(c.Own.Source, t.source), w.own(c.Own.Correct, t.correct))...)
	w.reasons()
	w.options()
	w.rulesTold()
	w.section(t.contest, nil)
	w.Line(slices.Concat(w.own(c.Own.Role, t.role), w.own(c.Own.Contest, t.contact))...)
	w.section(t.promise, nil)
	var promises []report.Span
	for _, text := range t.promises {
		promises = append(promises, Spans(t.say(text+" ", nil))...)
	}
	w.Note(promises...)
	return bytes.ReplaceAll(w.Bytes(), []byte(" %"), []byte("\u00a0%")) // no line ends before the sign
}

// writer writes the sections of a notice.
type writer struct {
	Case
	*report.Doc
	t *Words
}

func named(text string) report.Span { return report.Span{Text: text, Look: report.Name} }

func (w writer) section(text string, in with) { w.SectionOf(Spans(w.t.say(text, in))...) }

func (w writer) line(list []Phrase) { w.Line(Spans(list)...) }

// own is what the organisation says, of any length, as a document cuts what is longer than a name, or
// what is said where it says nothing.
func (w writer) own(text, otherwise string) (list []report.Span) {
	if text == "" {
		return append(Spans(w.t.say(otherwise, with{"table": quoted(w.Case.Table)})), report.Span{Text: " "})
	}
	for _, word := range strings.SplitAfter(text+" ", " ") {
		list = append(list, report.Span{Text: word})
	}
	return list
}

// reasons are at most four that the decision hangs on.
func (w writer) reasons() {
	r, s := w.Reasons, w.Schema
	if len(r.Row) != len(s.Features) {
		return
	}
	w.section(w.t.reasons, nil)
	if fixed := w.t.Fixed(s, r); fixed != nil {
		w.line(fixed)
	}
	var items [][]report.Span
	for _, reason := range w.t.Reasons(s, r) {
		items = append(items, Spans(reason))
	}
	w.List(items)
}

// options are the ways to another decision.
func (w writer) options() {
	x, schema, t := w.Found, w.Schema, w.t
	w.section(t.options, with{"class": quoted(schema.Outcome.Format(float64(x.Target)))})
	if len(x.Rows) == 0 {
		w.line(t.NoneFound(x, schema))
		for _, c := range x.Conflicts {
			w.Line(report.Span{Text: c, Look: report.English})
		}
		return
	}
	if without := t.GivenUp(x.Laws); without != nil {
		w.Warn(Spans(without)...)
	}
	factual := x.Factual.Row
	for i, c := range x.Rows[:min(len(x.Rows), mostOptions)] {
		w.Sub(Spans(t.say(t.option, with{"n": w.no(i)}))...)
		if Planned(c) {
			w.plannedSteps(factual, c)
		} else {
			w.changes(factual, c)
		}
		if free := t.Ranges(schema, c); free != nil {
			w.line(free)
		}
		w.Marks(w.sides(i, c))
	}
}

// no is how an option is numbered.
func (w writer) no(i int) []Phrase { return plain(w.t.number(strconv.Itoa(i + 1))) }

// changes are those of an option, and what follows from them.
func (w writer) changes(factual []float64, c document.Counterfactual) {
	var does, then [][]report.Span
	d := w.Follows.Deeds(factual, c)
	for j, v := range c.Row {
		f := w.Schema.Features[j]
		change := Spans(w.t.say(w.t.instead, with{"feature": quoted(f.Name), "value": changed(w.t.valued(f, v)),
			"old": quoted(w.t.value(f, factual[j]))}))
		switch {
		case d.OnTop(j):
			onTop := slices.Concat(plain(" ("), w.t.OnTop(f, d.Base[j], v), plain(")"))
			does = append(does, append(change, Spans(onTop)...))
		case d.Does(j):
			does = append(does, change)
		case d.Follows(j):
			then = append(then, change)
		}
	}
	if then != nil {
		w.line(w.t.say(w.t.doesHead, nil))
	}
	w.List(does)
	if then != nil {
		w.line(w.t.say(w.t.followsHead, nil))
		w.List(then)
	}
}

// plannedSteps are the steps of an option, causes first; one alone is a sentence.
func (w writer) plannedSteps(factual []float64, c document.Counterfactual) {
	var steps [][]report.Span
	for i := range c.Plan {
		steps = append(steps, Spans(w.t.Step(w.Schema, factual, c, i)))
	}
	if len(steps) == 1 {
		w.Line(steps[0]...)
		return
	}
	w.line(w.t.say(w.t.plan, nil))
	w.Steps(steps)
}

// sides are what speaks for an option and what against it. Where nothing of its own does, it
// is compared with the other options.
func (w writer) sides(i int, c document.Counterfactual) (list [][]report.Span) {
	x, schema, t := w.Found, w.Schema, w.t
	options := x.Rows[:min(len(x.Rows), mostOptions)]
	said := map[string]bool{}
	mark := func(mark string, phrases []Phrase) {
		said[mark], list = true, append(list, append([]report.Span{{Text: mark + " "}}, Spans(phrases)...))
	}
	say := func(sign, text string, in with) { mark(sign, t.say(text, in)) }
	share := with{"share": plain(t.Share(c))}
	fewest, surest := true, true
	for k, o := range options {
		fewest = fewest && (k == i || o.Changed > c.Changed)
		surest = surest && (k == i || SureOf(o) < SureOf(c))
	}
	if i == 0 && x.Nearest {
		say("+", t.nearest, nil)
	}
	if fewest && len(options) > 1 {
		say("+", t.fewest, nil)
	}
	if surest && len(options) > 1 {
		say("+", t.surest, share)
	}
	if bar := 1 / float64(schema.Classes()); SureOf(c) < bar+0.1 {
		say("−", t.unsure, share)
	}
	if x.HasUsual && c.Usual < model.UnlikeAnybody {
		say("−", t.unlike, nil)
	}
	d := w.Follows.Deeds(x.Factual.Row, c)
	for j, v := range d.Values {
		f := schema.Features[j]
		if !d.Does(j) {
			continue
		}
		if slices.Contains(w.Hard, j) {
			say("−", t.hard, with{"feature": quoted(f.Name)})
		}
		if f.Kind.Numeric() && (v < f.Min || v > f.Max) {
			ends := f.Stating(f.Min, f.Max)
			say("−", t.beyond, with{"feature": quoted(f.Name), "low": quoted(t.valued(ends, f.Min)),
				"high": quoted(t.valued(ends, f.Max))})
		}
	}
	for k, v := range c.Proof {
		if k < len(x.Laws) && !v.Pass {
			text := t.againstRule
			if x.Laws[k].Soft {
				text = t.againstWish
			}
			say("−", text, with{"rule": ruled(x.Laws[k].Text)})
		}
	}
	if i == 0 && !x.Nearest && len(x.Rows) > x.Brought {
		say("+", t.first, nil)
	}
	if !said["+"] {
		mark("+", w.beside(i, options))
	}
	if !said["−"] {
		mark("−", w.costs(i, options))
	}
	slices.SortStableFunc(list, func(a, b []report.Span) int { return cmp.Compare(a[0].Text, b[0].Text) })
	return list
}

// beside says what an option leaves as it is and another changes, or what it does without.
func (w writer) beside(i int, options []document.Counterfactual) []Phrase {
	factual, own := w.Found.Factual.Row, options[i].Row
	for k, o := range options {
		d := w.Follows.Deeds(factual, o)
		for j := range d.Values {
			if d.Does(j) && own[j] == factual[j] {
				return w.t.say(w.t.leaves, with{"feature": quoted(w.Schema.Features[j].Name), "n": w.no(k)})
			}
		}
	}
	for k, o := range options {
		d := w.Follows.Deeds(factual, o)
		for j, v := range d.Values {
			f := w.Schema.Features[j]
			in := with{"feature": quoted(f.Name), "level": quoted(f.Format(v)), "n": w.no(k)}
			switch {
			case v == own[j] || v == factual[j] || !d.Does(j):
			case !f.Kind.Numeric():
				return w.t.say(w.t.without, in)
			case math.Abs(own[j]-factual[j]) < math.Abs(v-factual[j]):
				return w.t.say(w.t.lesser, in)
			}
		}
	}
	return w.t.say(w.t.reaches, with{"class": quoted(w.Schema.Outcome.Format(float64(options[i].Class)))})
}

// costs says what an option asks for beside the one that asks for less, or that nothing is
// known of what it costs a person.
func (w writer) costs(i int, options []document.Counterfactual) []Phrase {
	c, few, sure, t := options[i], i, i, w.t
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
		return t.say(t.dearer, with{"times": plain(t.number(strconv.FormatFloat(c.Cost/cheap.Cost, 'f', 1, 64)))})
	case few != i:
		return t.count(t.asksMore, c.Changed, with{"option": w.no(few),
			"its": plain(t.number(strconv.Itoa(options[few].Changed)))})
	case sure != i:
		return t.say(t.lessSure, with{"share": plain(t.Share(c)), "n": w.no(sure),
			"its": plain(t.Share(options[sure]))})
	}
	return t.count(t.unknown, c.Changed, nil)
}

// rulesTold are the rules that every option keeps.
func (w writer) rulesTold() {
	var items []report.Span
	for _, l := range w.Found.Laws {
		if !l.Soft && !l.GivenUp {
			items = append(items, report.Span{Text: l.Text, Look: report.English}, report.Span{Text: " "})
		}
	}
	w.section(w.t.rules, nil)
	if len(items) == 0 {
		w.line(w.t.say(w.t.noRules, nil))
		return
	}
	w.Note(items[:min(len(items), 2*mostRulesTold)]...)
	if n := len(items)/2 - mostRulesTold; n > 0 {
		w.Note(Spans(w.t.count(w.t.more, n, nil))...)
	}
}
