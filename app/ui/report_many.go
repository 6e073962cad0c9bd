package ui

import (
	"causeway/app/store"
	"causeway/core/data"
	"causeway/core/metric"
	"causeway/core/report"
)

// many is what was found for many rows, in all and for groups of them.
func (w writer) many() {
	b, s := w.Batch, w.Data.Table.Schema
	done := b.Count(store.EveryRow)
	if !b.HasResult || done == 0 {
		return
	}
	w.Section(textReportMany)
	w.Note(prose(textBatchDone(b, done)))
	asked, found := b.Covered()
	nearest, none, unclear := b.Proved()
	low, high := metric.Group{Rows: asked, Covered: found}.CoverageRange()
	w.Facts([][2]report.Span{factOf(textAskedRows, store.FormatCount(asked)), factOf(textFoundRows, textCoverageOf(found, asked, low, high)),
		factOf(textNearestRows, store.FormatCount(nearest)), factOf(textNoneRows, textNonesOf(none, asked-found-none)),
		factOf(textSkippedRows, store.FormatCount(done-asked))})
	if unclear > 0 {
		w.Note(prose(textUnclearRows(unclear)))
	}
	var bound [][]report.Span
	for _, text := range b.RuleTexts(s) {
		bound = append(bound, []report.Span{named(text)})
	}
	w.List(bound)
	if by := b.Settings.By; by >= 0 && by < len(s.Features) {
		w.groups(b.Summary(s, w.Data.Wanted()), s.Features[by])
	}
}

// groups sets the groups of a feature beside each other, each against the others.
func (w writer) groups(sum store.BatchSummary, by data.Feature) {
	w.Sub(prose(textReportGroups), named(by.Title()))
	var rows [][]report.Cell
	for i, g := range sum.Groups {
		if g.All == 0 {
			continue
		}
		least, most := g.RefusedRange()
		low, high := g.CoverageRange()
		refused, ofAll := textPartOf(g.Refused, g.All, least, most)
		covered, ofRows := textPartOf(g.Covered, g.Rows, low, high)
		differs, by := textBeyond(g)
		rows = append(rows, []report.Cell{rowHead(named(sum.Names[i])), report.Number(store.FormatCount(g.All)), twoLines(refused, ofAll), twoLines(covered, ofRows),
			report.Text(textDiffers(g.CoverageP, g.CoverageTested)), report.Number(textMeanOf(g.Cost, g.Covered)), twoLines(differs, by), report.Number(textChangedOf(g.Changed, g.Covered))})
	}
	w.Table(textGroupsTable, []report.Cell{report.Text(textGroup), report.Number(textRowsColumn), report.Text(textRefused), report.Text(textFoundRows), report.Text(textAgainstOthers),
		report.Number(textCostColumn), report.Text(textAgainstOthers), report.Number(textScoreChanged)}, rows)
	w.Note(prose(textGroupsCareful(sum.Groups)))
	w.Note(prose(textRefusedOf(sum.All)))
	w.Note(prose(textGroupsNote))
}

func twoLines(what, more string) report.Cell {
	if more != "" {
		what += "; " + more
	}
	return report.Text(what)
}
