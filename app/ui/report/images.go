package report

import (
	"fmt"
	"strconv"

	"causeway/app/store"
	"causeway/app/ui/images"
	"causeway/app/ui/kit"
	"causeway/core/image"
	"causeway/core/model"
	"causeway/core/report"
	"causeway/core/wire"
)

// ReportOfImages is ReportOf for images: how to obtain the images again, their models, and pictures of
// the explained image and its counterfactuals, each with its changes and proofs.
func ReportOfImages(s *store.State, date, build string) []byte {
	w := &writer{State: s, Doc: report.New(textReportTitle(s.Images.Set.Name), prose(textReportLead(date, build)))}
	w.promise(textImagePromises)
	w.images()
	w.imageModels()
	w.imageFound()
	w.originOfImages(date, build)
	return w.Bytes()
}

func (w *writer) images() {
	s := w.Images.Set
	w.Section(textReportData)
	w.Facts([][2]report.Span{
		factOf(textReportImages, s.Name),
		factOf(textReportRows, store.FormatCount(s.Rows)),
		factOf(textReportSize, fmt.Sprintf("%d × %d", s.W, s.H)),
		factOf(textReportTrainRows, store.FormatCount(s.Train)),
		factOf(textReportValRows, store.FormatCount(s.Val)),
		factOf(textReportTestRows, store.FormatCount(s.Test)),
		factOf(textReportSplitSeed, strconv.FormatUint(w.Images.Seed(), 10)),
	})
	w.Line(prose(w.Images.Source()))
	var rows [][]report.Cell
	for c, n := range s.Counts {
		rows = append(rows, []report.Cell{rowHead(prose(strconv.Itoa(c))), report.Number(store.FormatCount(n))})
	}
	w.Table(textReportClasses, heads(textReportClass, textReportRows), rows)
}

func (w *writer) imageModels() {
	w.Section(textReportClassifier)
	c, g := w.Images.Classifier, w.Images.Generator
	if !c.HasResult {
		w.Line(prose(TextReportNoClassifier))
		return
	}
	fit := c.Fit()
	if c.Foreign {
		w.Line(named(images.TextOpened(c.From, w.Images.Reading)))
		w.Facts([][2]report.Span{factOf(images.TextAccuracy, images.TextInterval(fit.Accuracy, fit.Low, fit.High)),
			factOf(images.TextLogLoss, kit.FormatNumber(fit.LogLoss))})
	} else {
		w.Facts(append(recipeFacts(model.ImageClassifierFields, c.Learned),
			factOf(kit.TextKeptEpoch, strconv.Itoa(c.Result.Best)),
			factOf(images.TextAccuracy, images.TextInterval(fit.Accuracy, fit.Low, fit.High)),
			factOf(images.TextLogLoss, kit.FormatNumber(fit.LogLoss))))
	}
	w.Note(prose(images.TextAccuracyMeaning(fit.Rows)))
	if n := w.Images.Set.Classes; len(c.Result.Confusion) == n*n {
		w.imageConfusion(c.Result.Confusion, n)
	}
	w.Section(textReportGenerator)
	if !g.HasResult {
		w.Line(prose(TextReportNoGenerator))
		return
	}
	w.Facts(append(recipeFacts(model.ImageFields, g.Learned), factOf(kit.TextKeptEpoch, strconv.Itoa(g.Result.Best)),
		factOf(kit.TextScoreValidity, store.FormatShare(g.Result.Validity)),
		factOf(images.TextDistance, kit.FormatFixed(g.Result.Distance, 1)),
		factOf(images.TextChanged, kit.FormatFixed(g.Result.Changed, 0))))
	w.Note(prose(images.TextRated(g.Result.TestRows)))
}

func (w *writer) imageConfusion(counts []int, n int) {
	var said []string
	for c := range n {
		said = append(said, images.TextSaid(c))
	}
	var rows [][]report.Cell
	for i := range n {
		row := []report.Cell{rowHead(prose(strconv.Itoa(i)))}
		for j, k := range counts[i*n : (i+1)*n] {
			row = append(row, report.Cell{Spans: []report.Span{prose(store.FormatCount(k))}, Number: true,
				Marked: i == j})
		}
		rows = append(rows, row)
	}
	w.Table(images.TextConfusion, heads(images.TextTruth, said...), rows)
}

// imageFound reports the explained image with its counterfactuals and their proofs.
func (w *writer) imageFound() {
	x, s := w.Images.Subject, w.Images.Set
	w.Section(textReportFound)
	if !x.Has {
		w.Line(prose(TextReportNoneShown))
		return
	}
	if x.Drawn {
		w.Line(prose(textReportDrawn))
	} else {
		w.Line(prose(images.TextSubject(x)))
	}
	w.Line(prose(images.TextAnswer(x.Class(), x.Shares[x.Class()])))
	w.Note(prose(textReportStrip))
	for _, a := range x.Found.Answers {
		w.Sub(prose(images.TextWay(x.Class(), a.Target)))
		w.Picture(images.Strip(x.Pixels, a.Pixels, s.H, s.W), images.TextCard(a, x.Pixels))
		shares := a.Shares.Values()
		w.Line(prose(images.TextAnswer(store.Likeliest(shares), shares[store.Likeliest(shares)])))
		if !a.Valid {
			w.Warn(prose(textReportNotReached))
		}
		w.imageProofs(a)
		w.imageMeasures(x.Pixels, a.Pixels)
	}
}

func (w *writer) imageProofs(a wire.ImageAnswer) {
	var items [][]report.Span
	for _, p := range a.Proofs {
		mark := "✓ "
		if !p.Holds {
			mark = "✗ "
		}
		items = append(items, []report.Span{prose(mark + images.TextHolds(p.Holds) + p.Text)})
	}
	w.Marks(items)
}

func (w *writer) imageMeasures(from, to []byte) {
	s := w.Images.Set
	a, b := image.MeasuresOf(from, s.H, s.W), image.MeasuresOf(to, s.H, s.W)
	var rows [][]report.Cell
	for _, l := range image.List {
		rows = append(rows, []report.Cell{rowHead(prose(l.Name)), report.Number(kit.FormatFixed(l.Of(a), 2)),
			report.Number(kit.FormatFixed(l.Of(b), 2)), report.Text(l.Unit)})
	}
	w.Table(images.TextMeasured, []report.Cell{report.Text(images.TextMeasure), report.Number(images.TextFactual),
		report.Number(textReportAfter), report.Text(images.TextUnit)}, rows)
}

func (w *writer) originOfImages(date, build string) {
	w.Section(textReportOrigin)
	w.Note(prose(textReportHashNote))
	rows := [][]report.Cell{hashRow(textReportHashImages, w.Images.Set.Hash)}
	if c := w.Images.Classifier; c.HasResult {
		rows = append(rows, hashRow(textReportHashClassifier, HashOf(c.Result.Model)))
	}
	if g := w.Images.Generator; g.HasResult {
		rows = append(rows, hashRow(textReportHashGenerator, HashOf(g.Result.Model)))
	}
	if x := w.Images.Subject; x.Has {
		rows = append(rows, hashRow(textReportHashImage, HashOf(x.Pixels)))
	}
	w.Table(textReportHashes, []report.Cell{report.Text(textReportOf), report.Text("SHA-256")}, rows)
	w.Facts([][2]report.Span{factOf(textReportBuild, build), factOf(textReportDate, date)})
}
