package report

import (
	"causeway/app/store"
	"causeway/app/ui/everyone"
	"causeway/app/ui/kit"
	"causeway/core/data"
	"causeway/core/metric"
	"causeway/core/report"
)

// many reports the results for many rows, in total and by group.
func (w *writer) many() {
	b, s := w.Batch, w.Batch.Wider(w.Data.Table.Schema)
	done := b.Count(store.EveryRow)
	if !b.HasResult || done == 0 {
		return
	}
	w.Section(TextReportMany)
	w.Note(prose(everyone.TextBatchDone(b, done)))
	asked, found := b.Covered()
	nearest, none, unclear := b.Proved()
	low, high := metric.Group{Rows: asked, Covered: found}.CoverageRange()
	w.Facts([][2]report.Span{factOf(everyone.TextAskedRows, store.FormatCount(asked)),
		factOf(everyone.TextFoundRows, everyone.TextCoverageOf(found, asked, low, high)),
		factOf(everyone.TextNearestRows, store.FormatCount(nearest)),
		factOf(everyone.TextNoneRows, everyone.TextNonesOf(none, asked-found-none)),
		factOf(everyone.TextSkippedRows, store.FormatCount(done-asked))})
	if unclear > 0 {
		w.Note(prose(everyone.TextUnclearRows(unclear)))
	}
	var bound [][]report.Span
	for _, text := range b.RuleTexts(s) {
		bound = append(bound, []report.Span{named(text)})
	}
	w.List(bound)
	if by := b.Settings.By; by >= 0 && by < len(s.Features) {
		w.groups(b.Summary(s, w.Data.Wanted()), s.Features[by])
	}
	w.actions()
}

// groups compares the groups of a feature, each with all others.
func (w *writer) groups(sum store.BatchSummary, by data.Feature) {
	w.Sub(prose(textReportGroups), named(by.Title()))
	var rows [][]report.Cell
	for i, g := range sum.Groups {
		if g.All == 0 {
			continue
		}
		low, high := g.CoverageRange()
		refused, ofAll := everyone.TextRefusedPart(g, sum.All)
		covered, ofRows := kit.TextPartOf(g.Covered, g.Rows, low, high)
		fixed, ofDecided := everyone.TextFixedPart(g)
		differs, by := everyone.TextBeyond(g)
		rows = append(rows, []report.Cell{rowHead(named(sum.Names[i])), report.Number(store.FormatCount(g.All)),
			twoLines(refused, ofAll), twoLines(covered, ofRows),
			report.Text(everyone.TextDiffers(g.CoverageP, g.CoverageTested)), twoLines(fixed, ofDecided),
			report.Number(everyone.TextMeanOf(g.Cost, g.Covered)), twoLines(differs, by),
			report.Number(everyone.TextChangedOf(g.Changed, g.Covered))})
	}
	w.Table(everyone.TextGroupsTable, []report.Cell{report.Text(everyone.TextGroup),
		report.Number(everyone.TextRowsColumn), report.Text(everyone.TextRefused), report.Text(everyone.TextFoundRows),
		report.Text(everyone.TextAgainstOthers), report.Text(everyone.TextFixedColumn),
		report.Number(everyone.TextCostColumn), report.Text(everyone.TextAgainstOthers),
		report.Number(kit.TextScoreChanged)}, rows)
	w.Note(prose(everyone.TextGroupsCareful(sum.Groups)))
	w.Note(prose(everyone.TextRefusedOf(sum.All)))
	w.Note(prose(everyone.TextGroupsNote))
}

func twoLines(what, more string) report.Cell {
	if more != "" {
		what += "; " + more
	}
	return report.Text(what)
}

// actions reports the actions found for all rows together.
func (w *writer) actions() {
	a, s := w.Batch.Actions, w.Data.Table.Schema
	if !a.Has || len(a.Is.List) == 0 {
		return
	}
	n := len(a.Index)
	low, high := metric.Group{Rows: n, Covered: a.Is.Covered}.CoverageRange()
	w.Sub(prose(everyone.TextActions))
	w.Line(named(everyone.TextActionsTogether(len(a.Is.List), a.Is.Covered, n, low, high,
		s.Outcome.Format(float64(a.Target)))))
	var items [][]report.Span
	for _, x := range a.Is.List {
		items = append(items, []report.Span{named(everyone.TextActionOf(s, x) + ". "),
			prose(everyone.TextActionReach(x, n))})
	}
	w.List(items)
	w.Note(prose(everyone.TextActionsHonest(a)))
}
