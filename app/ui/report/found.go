package report

import (
	"slices"
	"strconv"
	"strings"

	"causeway/app/store"
	"causeway/app/ui/evaluate"
	"causeway/app/ui/explain"
	"causeway/app/ui/kit"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/notice"
	"causeway/core/report"
	"causeway/core/wire"
)

// mostFeatures bounds the unchanged features of a row that are listed.
const mostFeatures = 60

// answers returns the answers found, for display.
func (w *writer) answers() wire.Explained { return w.Explain.Found.Blank(w.Data.Table.Schema) }

// found reports the explained row with its counterfactuals and their proofs.
func (w *writer) found() {
	e, s := w.Explain, w.Shown()
	w.Section(textReportFound)
	if !e.HasFound {
		w.Line(prose(TextReportNoneShown))
		return
	}
	x := w.answers()
	w.Sub(prose(explain.TextResults(w.Data.Place(e.FoundRow), e.Row != nil &&
		!equalRows(e.Found.Factual.Row, e.Row))))
	if e.OldRules {
		w.Warn(prose(explain.TextOldRules))
	}
	if without := notice.Page.GivenUp(x.Laws); without != nil {
		w.Warn(notice.Spans(without)...)
	}
	if len(x.Rows) == 0 {
		w.Line(notice.Spans(notice.Page.NoneFound(x, s))...)
		for _, c := range x.Conflicts {
			w.Line(named(c))
		}
	} else {
		if x.Unclear {
			w.Warn(prose(explain.TextNotClear(e)))
		}
		if x.Frail {
			w.Warn(prose(explain.TextFrail))
		}
		w.Line(named(explain.TextFoundLead(x, s)))
	}
	follows := w.Follows()
	for i, c := range x.Rows {
		w.Sub(prose(explain.TextCounterfactualNo(i + 1)))
		w.Line(notice.Spans(explain.PhrasesOf(s, x.Factual.Row, c, follows))...)
		if i == 0 && !e.OldRules {
			w.Note(prose(explain.TextFirst(x)))
		}
		w.free(c)
		for _, text := range explain.Beside(x, c) {
			w.Line(named(text))
		}
		w.plan(c)
		w.proof(x, c)
	}
	if x.HasUsual && len(x.Rows) > 0 {
		w.Note(named(explain.TextUsualNote(s.Outcome.Format(float64(x.Target)))))
	}
	if slices.ContainsFunc(x.Rows, notice.Planned) {
		w.Note(prose(explain.TextPlanNote))
	}
	w.values()
	if !e.Finding { // otherwise Query belongs to another search
		w.describeSearch()
	}
	if len(x.Flat) > 0 {
		w.Note(named(explain.TextFlat(kit.Each(x.Flat, func(j int) string { return s.Features[j].Name }))))
	}
	w.Note(prose(explain.TextHonestOf(x)))
}

// plan lists the steps of a counterfactual, if it has several.
func (w *writer) plan(c wire.Counterfactual) {
	if !notice.Planned(c) {
		return
	}
	var items [][]report.Span
	for i := range c.Plan {
		items = append(items, append(append([]report.Span{prose(strconv.Itoa(i+1) + ". ")},
			notice.Spans(notice.Page.Step(w.Shown(), w.answers().Factual.Row, c, i))...),
			prose(" "+explain.TextStepCost(c, i))))
	}
	w.Line(prose(explain.TextPlan(c) + "."))
	w.List(items)
}

func equalRows(a, b []float64) bool {
	for j := range a {
		if j >= len(b) || a[j] != b[j] {
			return false
		}
	}
	return len(a) == len(b)
}

// proof lists what was checked on exactly the values of a counterfactual.
func (w *writer) proof(x wire.Explained, c wire.Counterfactual) {
	items := [][]report.Span{
		{prose("✓ "), named(explain.TextReached(w.Shown().Outcome.Format(float64(c.Class))))}}
	for i, v := range c.Proof {
		if i >= len(x.Laws) {
			break
		}
		mark, text := "✓ ", v.Sentence
		switch {
		case !v.Pass:
			mark = "✗ "
		case !v.Applies:
			mark, text = "– ", explain.TextSilent(v.Sentence)
		}
		items = append(items, []report.Span{prose(mark),
			named(strings.TrimSuffix(text, ".") + explain.TextVerdictTags(x.Laws[i]) + ".")})
	}
	w.Marks(items)
	if x.HasDegree {
		w.Note(prose(explain.TextDegree(c.Degree, x.Factual.Degree)))
	}
}

// free gives the ranges of an answer's numbers.
func (w *writer) free(c wire.Counterfactual) {
	if free := notice.Page.Ranges(w.Shown(), c); free != nil {
		w.Line(notice.Spans(free)...)
	}
}

// values lists the counterfactuals beside the factual, feature by feature.
func (w *writer) values() {
	x, s := w.answers(), w.Shown()
	factual := x.Factual.Row
	head := heads("", explain.TextFactual)
	predicted := []report.Cell{rowHead(prose(explain.TextPredictedClass)),
		{Spans: []report.Span{named(s.Outcome.Format(float64(x.Factual.Class)))}, Number: true}}
	chance := []report.Cell{rowHead(prose(explain.TextProbability)), report.Number(explain.TextSure(s.Outcome,
		x.Factual))}
	var found [][]float64
	var deeds []store.Deeds
	for i, c := range x.Rows {
		found, deeds = append(found, c.Row), append(deeds, w.Follows().Deeds(factual, c))
		head = append(head, report.Number(strconv.Itoa(i+1)))
		predicted = append(predicted, report.Cell{Spans: []report.Span{named(s.Outcome.Format(float64(c.Class)))},
			Number: true})
		chance = append(chance, report.Number(explain.TextSure(s.Outcome, c)))
	}
	rows := [][]report.Cell{predicted, chance}
	for _, j := range s.Displayed() {
		if j >= len(factual) {
			break
		}
		f := s.Features[j]
		row := []report.Cell{rowHead(named(f.Title())),
			{Spans: []report.Span{named(f.Format(factual[j]))}, Number: true}}
		changed := false
		for i, values := range found {
			v := values[j]
			spans := []report.Span{named(f.Format(v))}
			if changed = changed || v != factual[j]; deeds[i].Follows(j) {
				spans = append(spans, prose(explain.TextFollowsMark))
			}
			row = append(row, report.Cell{Spans: spans, Number: true, Marked: v != factual[j]})
		}
		if changed || len(s.Features) <= mostFeatures {
			rows = append(rows, row)
		}
	}
	w.Table(textReportValuesOf, head, rows)
}

// describeSearch describes the search for the counterfactuals.
func (w *writer) describeSearch() {
	q, s := w.Explain.Query(), w.Data.Table.Schema
	facts := [][2]report.Span{factOf(textReportSearchSeed, strconv.FormatUint(q.Seed, 10))}
	for _, f := range document.SearchFields.Except("Seed", "Target", "Least", "Horizon") {
		switch {
		case f.Of == "Clarity":
			facts = append(facts, factOf(f.Label, explain.TextClarityOf(q.Clarity, q.Least)))
		case f.Default == 0 && f.Value(q.Search) == 0: // it has its default
		case len(f.Choices) > 0:
			facts = append(facts, factOf(f.Label, f.Chosen(q.Search).Text))
		case f.IsSwitch(q.Search):
			facts = append(facts, factOf(f.Label, textAskedFor))
		default:
			facts = append(facts, factOf(f.Label, f.Text(q.Search)))
		}
	}
	if carry := w.Explain.Found.Carry; len(carry) > 0 {
		facts = append(facts, factOf(textItFollows,
			kit.And(kit.Each(carry, func(j int) string { return s.Features[j].Name }))))
	}
	w.Facts(facts)
	w.Note(named(explain.TextTried(w.Explain.Found, w.Shown())))
	if x := w.Explain.Found; q.Apart != model.OtherWay && len(x.Rows) > x.Brought && len(x.Rows)-x.Brought < q.Count {
		w.Note(prose(explain.TextFewer(x, q.Apart, q.Count)))
	}
}

// evaluation compares the methods that were run on the same rows.
func (w *writer) evaluation() {
	v := w.Evaluation
	if !v.HasResult || v.Done() == 0 {
		return
	}
	w.Section(TextReportEvaluation)
	w.claim(v.Origin, nil)
	verdict, figures := evaluate.Verdict(v)
	w.Line(prose(verdict))
	var facts [][2]report.Span
	for _, f := range figures {
		facts = append(facts, factOf(f.Of, f.String()))
	}
	if len(facts) > 0 {
		w.Facts(facts)
	}
	for _, note := range evaluate.HeldNotes(v) {
		w.Note(prose(note))
	}
	w.Note(prose(evaluate.TextDone(v) + " " + evaluate.TextSpread(v)))
	if v.Told.Labels > 0 {
		w.Note(prose(evaluate.TextWhoTold(store.Told{Labels: v.Told.Labels}))) // only the labels carry names
	}
	if labels, right, ok := v.Judge(); ok {
		w.Note(prose(evaluate.TextJudged(labels, right, v.Told.Labels > 0)))
	}
	if v.OldRules {
		w.Warn(prose(evaluate.TextOldEvaluation))
	}
	head := heads(kit.TextScore)
	for _, i := range evaluate.Compared(v) {
		head = append(head, report.Number(evaluate.TextEntrant(v.Entrants[i])))
	}
	for _, form := range evaluate.Forms {
		var rows [][]report.Cell
		for _, f := range evaluate.FiguresOf(form, w.Data.Table.Schema, v.Rules) {
			row, some := []report.Cell{rowHead(named(f.Title()))}, false
			for _, i := range evaluate.Compared(v) {
				sum := v.Summary(i, string(form)+f.Key)
				some = some || sum.N > 0
				row = append(row, report.Number(f.Write(sum)))
			}
			if some {
				rows = append(rows, row)
			}
		}
		if len(rows) > 0 {
			w.Table(evaluate.TextForm(form), head, rows)
		}
	}
}
