// Package report writes the report of a project from the state of the page.
package report

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"causeway/app/store"
	"causeway/app/ui/classifier"
	"causeway/app/ui/data"
	"causeway/app/ui/kit"
	"causeway/core/report"
	"causeway/core/wire"
)

// reportOf returns the project as one document: its parts, their quality, the shown counterfactuals
// with their proofs, and the limits of all this. It is a pure function that writes date and build as
// given.
func ReportOf(s *store.State, date, build string) []byte {
	t := s.Data.Table
	w := &writer{State: s, Doc: report.New(textReportTitle(t.Name), prose(textReportLead(date, build)))}
	w.promise(TextPromises)
	w.data()
	w.classifier()
	w.graph()
	w.generator()
	w.labels()
	w.evaluation()
	w.found()
	w.many()
	w.origin(date, build)
	return w.Bytes()
}

// writer writes the sections of a report.
type writer struct {
	*store.State
	*report.Doc
}

func prose(text string) report.Span  { return report.Span{Text: text} }
func named(text string) report.Span  { return report.Span{Text: text, Look: report.Name} }
func stress(text string) report.Span { return report.Span{Text: text, Look: report.Strong} }

func factOf(name, value string) [2]report.Span { return [2]report.Span{prose(name), named(value)} }

func heads(first string, rest ...string) []report.Cell {
	cells := []report.Cell{report.Text(first)}
	for _, r := range rest {
		cells = append(cells, report.Number(r))
	}
	return cells
}

func rowHead(list ...report.Span) report.Cell { return report.Cell{Spans: list, Head: true} }

// promise says what readers may and may not conclude from a counterfactual.
func (w *writer) promise(texts []string) {
	w.Section(textReportPromise)
	var items [][]report.Span
	for _, text := range texts {
		items = append(items, []report.Span{prose(text)})
	}
	w.List(items)
}

func (w *writer) data() {
	t := w.Data.Table
	w.Section(textReportData)
	w.Facts([][2]report.Span{
		factOf(textReportTable, t.Name),
		factOf(textReportRows, store.FormatCount(t.Rows)),
		factOf(textReportTrainRows, store.FormatCount(t.Train)),
		factOf(textReportValRows, store.FormatCount(t.Val)),
		factOf(textReportTestRows, store.FormatCount(t.Test)),
		factOf(textReportSplitSeed, strconv.FormatUint(w.Data.SplitSeed(), 10)),
		factOf(data.TextSplit, data.TextSplitOf(w.Data)),
	})
	var notes [][]report.Span
	for _, n := range t.Report.Notes {
		notes = append(notes, []report.Span{named(n)})
	}
	w.List(notes)
	var rows [][]report.Cell
	for j, f := range t.Schema.Features {
		mean := report.Text("")
		if f.Kind.Numeric() && j < len(t.Columns) {
			mean = report.Number(kit.FormatNumber(t.Columns[j].Mean))
		}
		rows = append(rows, []report.Cell{rowHead(named(f.Title())), report.Text(f.Kind.String()),
			{Spans: levelsOf(t, j)}, mean})
	}
	w.Table(textReportFeatures, []report.Cell{report.Text(kit.TextFeature), report.Text(data.TextType),
		report.Text(textReportValues), report.Number(textReportMean)}, rows)
	rows = nil
	for c, level := range t.Schema.Outcome.Levels {
		if c < len(t.Counts) {
			rows = append(rows, []report.Cell{rowHead(named(level)), report.Number(store.FormatCount(t.Counts[c])),
				report.Number(classifier.TextShareOf(t.Counts[c], t.Rows))})
		}
	}
	w.Table(data.TextClassesOf(t.Schema.Outcome.Name), heads(textReportClass, textReportRows, kit.TextShare), rows)
}

// mostLevels bounds a feature's levels in a report.
const mostLevels = 12

// levelsOf returns the values of a feature: the range of the training rows, or levels
// with their numbers of rows.
func levelsOf(t wire.Loaded, j int) []report.Span {
	f := t.Schema.Features[j]
	if f.Kind.Numeric() {
		return []report.Span{prose(kit.RangeOf(f))}
	}
	var list []report.Span
	for l, level := range f.Levels {
		if l > 0 {
			list = append(list, prose(", "))
		}
		if l == mostLevels {
			return append(list, prose(textReportMore(len(f.Levels)-l)))
		}
		list = append(list, named(level))
		if j < len(t.Columns) && l < len(t.Columns[j].Counts) {
			list = append(list, prose(" ("+store.FormatCount(t.Columns[j].Counts[l])+")"))
		}
	}
	return list
}

// origin identifies the report's subject by hashes.
func (w *writer) origin(date, build string) {
	w.Section(textReportOrigin)
	w.Note(prose(textReportHashNote))
	rows := [][]report.Cell{hashRow(textReportHashData, w.Data.Table.Hash)}
	if c := w.Classifier; c.HasResult {
		rows = append(rows, hashRow(textReportHashClassifier, HashOf(c.Result.Model)))
		if c.Foreign && c.From.Hash != "" {
			rows = append(rows, hashRow(TextReportHashForeign, c.From.Hash))
		}
	}
	if g := w.Generator; g.HasResult {
		rows = append(rows, hashRow(textReportHashGenerator, HashOf(g.Result.Model)))
	}
	w.Table(textReportHashes, []report.Cell{report.Text(textReportOf), report.Text("SHA-256")}, rows)
	w.Facts([][2]report.Span{factOf(textReportBuild, build), factOf(textReportDate, date)})
}

func hashRow(of, hash string) []report.Cell {
	return []report.Cell{rowHead(prose(of)), {Spans: []report.Span{{Text: hash, Look: report.Code}}}}
}

func HashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
