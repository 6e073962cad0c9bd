// Package notice writes the notice of a decision for the person concerned, as a document and as
// JSON. It receives all results and computes none. Start reading at Case and HTML. words.go
// contains the texts, in five languages.
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
	"causeway/core/sorting"
)

// mostOptions is the largest number of options in a notice. A longer list would not be advice.
const mostOptions = 3

// mostRulesTold is the largest number of rules that a notice lists.
const mostRulesTold = 8

// mostValuesTold is the largest number of values that it lists.
const mostValuesTold = 24

// Case is a row with a decision, the results found for it, and the other content of its notice.
type Case struct {
	Own       document.Notice // text and language chosen by the organisation
	Date      string          // such as 2026-11-21
	Table     string          // name of the table that contains the row
	Model     string          // name of the model
	Hash      string          // SHA-256 of its bytes, in hexadecimal
	Threshold float64         // threshold set for the second of two classes; 0 for none

	Schema  data.Schema // by which values are written
	Found   document.Explained
	Reasons document.Reasons   // without a Row if they were not requested
	Follows document.Following // consequences in the answers
	Hard    []int              // features that the person called hard to change
}

// HTML writes the notice for the person concerned. It states the decision, the model and the
// data. At most four reasons follow, and up to three options with arguments for and against each.
// The end lists the rules that were kept, how to have the data corrected or the decision
// contested, and what the notice does not promise.
func HTML(c Case) []byte {
	t := In(c.Own.Language)
	c.Found, c.Reasons = c.Found.Blank(c.Schema), c.Reasons.Blank(c.Schema)
	c.Schema.Outcome = t.banded(c.Schema.Outcome, c.Found)
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
	answer := t.say(text, said)
	if c.learned() {
		answer = append(append(answer, Phrase{Text: " "}), t.say(t.predicted, w.number(x.Factual))...)
	}
	w.line(answer)
	text = t.decidesHalf + " "
	switch {
	case x.Factual.Banded:
		text = ""
	case schema.Classes() > 2:
		text = t.decidesMost + " "
	case c.Threshold > 0:
		text = t.decidesThreshold + " "
	}
	w.Note(Spans(t.say(text+t.model, with{"threshold": plain(t.Probability(c.Threshold)), "model": quoted(c.Model),
		"hash": quoted("SHA-256 " + c.Hash[:min(len(c.Hash), 16)])}))...)
	w.section(t.values, nil)
	var facts [][2]report.Span
	for _, j := range schema.Displayed() {
		f := schema.Features[j]
		facts = append(facts, [2]report.Span{named(f.Name), named(t.valued(f, x.Factual.Row[j]))})
	}
	w.Facts(facts[:min(len(facts), mostValuesTold)])
	if n := len(facts) - mostValuesTold; n > 0 {
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
	return bytes.ReplaceAll(w.Bytes(), []byte(" %"), []byte("\u00a0%")) // so that no line ends before the sign
}

// learned reports whether the model learned a number and predicted one for the row.
func (c Case) learned() bool { return len(c.Schema.Outcome.Cuts) > 0 && c.Found.Factual.Number != 0 }

// writer writes the sections of a notice.
type writer struct {
	Case
	*report.Doc
	t *Words
}

func named(text string) report.Span { return report.Span{Text: text, Look: report.Name} }

func (w writer) section(text string, in with) { w.SectionOf(Spans(w.t.say(text, in))...) }

func (w writer) line(list []Phrase) { w.Line(Spans(list)...) }

// own returns the organisation's own text of any length, split into pieces because a document
// cuts long ones, or the default text if it is empty.
func (w writer) own(text, otherwise string) (list []report.Span) {
	if text == "" {
		return append(Spans(w.t.say(otherwise, with{"table": quoted(w.Case.Table)})), report.Span{Text: " "})
	}
	for _, word := range strings.SplitAfter(text+" ", " ") {
		list = append(list, report.Span{Text: word})
	}
	return list
}

// reasons writes at most four reasons for the decision.
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

// options writes the ways to another decision.
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
		if w.learned() {
			w.line(t.say(t.predicts, w.number(c)))
		}
		if free := t.Ranges(schema, c); free != nil {
			w.line(free)
		}
		w.Marks(w.sides(i, c))
	}
}

// number returns what the model predicts for a row.
func (w writer) number(c document.Counterfactual) with {
	if w.Found.Of > 0 {
		return with{"number": decided(w.t.Probability(c.Number / 100))}
	}
	n := w.Schema.Outcome.Number()
	return with{"number": decided(w.t.valued(n, n.Round(c.Number)))}
}

// no returns the number of an option.
func (w writer) no(i int) []Phrase { return plain(w.t.number(strconv.Itoa(i + 1))) }

// changes writes the changes of an option and their consequences.
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

// plannedSteps writes the steps of an option, causes first. A single step is one sentence.
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

// sides returns the arguments for and against an option. If no property of its own counts for it,
// it is compared with the other options.
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
	if bar := 1 / float64(schema.Classes()); !c.Banded && SureOf(c) < bar+0.1 {
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
	sorting.Stable(list, func(a, b []report.Span) int { return cmp.Compare(a[0].Text, b[0].Text) })
	return list
}

// beside describes what an option leaves unchanged and another changes, or what it avoids.
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

// costs describes what an option requires in addition to the least demanding one, or that nothing
// is known about its cost for the person.
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

// rulesTold lists the rules that every option keeps.
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
