package report

import (
	"bytes"
	"strconv"
	"strings"

	"causeway/app/store"
	"causeway/app/ui/classifier"
	"causeway/app/ui/generator"
	"causeway/app/ui/kit"
	"causeway/core/graphfile"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/report"
)

func (w *writer) classifier() {
	w.Section(textReportClassifier)
	c := w.Classifier
	if !c.HasResult {
		w.Line(prose(TextReportNoClassifier))
		return
	}
	if c.Foreign {
		w.Line(named(classifier.TextImportedFrom(c.From)))
		w.mapping()
	} else {
		w.Line(prose(TextReportTrainedHere))
		w.Facts(append(recipeFacts(model.ClassifierFields, c.Learned),
			factOf(kit.TextKeptEpoch, strconv.Itoa(c.Result.Best))))
	}
	r := c.Result
	w.claim(c.Origin, c.Differ)
	fit := c.Fit()
	var facts [][2]report.Span
	for _, x := range classifier.TextFitFacts(fit) {
		facts = append(facts, factOf(x[0], x[1]))
	}
	w.Facts(facts)
	w.Note(prose(classifier.TextAccuracyMeaning(fit)))
	w.Note(prose(classifier.TextRecallsMeaning(fit)))
	if text := classifier.TextNoBetter(fit); text != "" {
		w.Warn(prose(text))
	}
	if r.Canceled {
		w.Note(prose(kit.TextEndedEarly))
	}
	w.confusion()
}

// mapping says how the columns of another program's classifier were matched.
func (w *writer) mapping() {
	from := w.Classifier.From
	var rows [][]report.Cell
	for i, c := range from.Columns {
		if i < len(from.Sources) {
			rows = append(rows, []report.Cell{rowHead(named(c.Name)),
				report.Named(classifier.TextSource(w.Data.Table.Schema, c, from.Sources[i]))})
		}
	}
	if len(rows) > 0 {
		w.Table(classifier.TextImportMapping, []report.Cell{report.Text(classifier.TextModelColumn),
			report.Text(classifier.TextComesFrom)}, rows)
	}
}

func (w *writer) confusion() {
	levels, counts := w.Data.Table.Schema.Outcome.Levels, w.Classifier.Figures().Confusion
	n := len(levels)
	if len(counts) != n*n {
		return
	}
	head := []report.Cell{report.Text(classifier.TextTrueClass)}
	recalls := w.Classifier.Fit().Recalls
	var rows [][]report.Cell
	for i, l := range levels {
		head = append(head, report.Cell{Spans: []report.Span{prose(textReportPredicted), named(l)}, Number: true})
		row := []report.Cell{rowHead(named(l))}
		for _, c := range counts[i*n : (i+1)*n] {
			row = append(row, report.Number(store.FormatCount(c)))
		}
		share, how := classifier.TextRecallOf(recalls[i])
		rows = append(rows, append(row, report.Text(strings.TrimSpace(share+" "+how))))
	}
	w.Table(classifier.TextConfusion, append(head, report.Text(classifier.TextRecall)), rows)
}

func (w *writer) graph() {
	s, g := w.Data.Table.Schema, w.Graph
	w.Section(textReportGraph)
	w.Note(prose(textReportGraphNote))
	if len(g.Sketch.Nodes) != len(s.Features) || len(g.Sketch.Edges)+len(g.Sketch.Rules) == 0 {
		w.Line(prose(TextReportNoGraph))
		return
	}
	if len(g.Sketch.Edges) > 0 {
		w.Picture(graphfile.SVG(s, g.Sketch), textReportDrawing)
	}
	rules := g.AllRules(s)
	stated := len(g.Sketch.Knowledge().Rules)
	var items [][]report.Span
	for i, r := range rules {
		tag := textReportHard
		if r.Soft {
			tag = textReportSoft
		}
		if i >= stated {
			tag += textReportEntailed
		}
		items = append(items, []report.Span{named(strings.TrimSuffix(r.String(s), ".")), prose(" (" + tag + ").")})
	}
	if len(items) > 0 {
		w.Sub(prose(textReportRules))
		w.List(items)
	}
	if problem := w.GraphProblem(); problem != "" {
		w.Warn(named(problem))
	}
}

func (w *writer) generator() {
	w.Section(textReportGenerator)
	g := w.Generator
	if !g.HasResult {
		w.Line(prose(TextReportNoGenerator))
		return
	}
	w.Line(stress(g.Learned.Method.Title()), prose(". "+generator.TextMeaningOf(g.Learned.Method)))
	facts := append(recipeFacts(kit.FieldsOf(g.Learned.Method), g.Learned.Settings),
		factOf(kit.TextKeptEpoch, strconv.Itoa(g.Result.Best)))
	w.Facts(facts)
	if g.Learned.Warm {
		w.Note(prose(textReportWarm))
	}
	if n := g.Learned.Tuned(); n > 0 {
		w.Note(prose(textReportTuned(n)))
	}
	if g.Outdated {
		w.Warn(prose(generator.TextOutdated))
	}
	if g.Unlearned {
		w.Note(prose(generator.TextUnlearned))
	}
	w.pieces()
	w.scores()
}

// pieces says how the training used the graph as it is drawn now.
func (w *writer) pieces() {
	if w.Generator.Outdated {
		return
	}
	var items [][]report.Span
	for _, p := range w.Graph.TermsOf(w.Data.Table.Schema, w.Generator.Learned.Settings) {
		items = append(items, []report.Span{stress(p.Of), prose(": "), named(p.Becomes), prose(".")})
	}
	if len(items) > 0 {
		w.Sub(prose(generator.TextBecomes))
		w.List(items)
	}
}

// claim warns of figures that only a file claims.
func (w *writer) claim(o store.Origin, differ []model.Differ) {
	if text := kit.TextClaim(o, differ); text != "" {
		w.Warn(prose(text))
	}
}

func (w *writer) scores() {
	w.claim(w.Generator.Origin, w.Generator.Differ)
	if w.Generator.AnswersLate {
		w.Warn(prose(kit.TextAnswersLate))
	}
	d, f, n := w.Generator.Figures().Decoded, w.Generator.Figures().Soft, w.Generator.Figures().DataProfiles
	row := func(name, decoded, soft, meaning string) []report.Cell {
		return []report.Cell{rowHead(prose(name)), report.Number(decoded), report.Number(soft), report.Text(meaning)}
	}
	var rows [][]report.Cell
	for _, x := range generator.HeldScores(w.Generator.Figures(), w.Data.Table.Schema) {
		rows = append(rows, row(x.Name, x.Decoded, "–", x.Meaning))
	}
	rows = append(rows,
		row(kit.TextScoreValidity, store.FormatShare(d.Validity), store.FormatShare(f.Validity),
			kit.TextScoreValidityMeaning),
		row(kit.TextScoreCont, kit.FormatNumber(d.ContProximity), kit.FormatNumber(f.ContProximity),
			kit.TextScoreContMeaning))
	if kit.HasCategories(w.Data.Table.Schema) {
		rows = append(rows, row(kit.TextScoreCat, kit.FormatNumber(-d.CatProximity), kit.FormatNumber(-f.CatProximity),
			kit.TextScoreCatMeaning),
			row(generator.TextScoreProfiles, store.FormatCount(d.Profiles), store.FormatCount(f.Profiles),
				generator.TextProfilesMeaning(n)))
	}
	rows = append(rows, row(kit.TextScoreChanged, kit.FormatNumber(d.FeaturesChange),
		kit.FormatNumber(f.FeaturesChange), kit.TextScoreChangedMeaning))
	if rules, shares := w.Generator.Judged.Texts(w.Data.Table.Schema),
		w.Generator.Figures().Kept.Values(); len(rules) == len(shares) {
		for i, r := range rules {
			rows = append(rows, row(kit.TextKeeps(r), store.FormatShare(shares[i]), "–", generator.TextKeptMeaning))
		}
	}
	w.Note(prose(generator.TextGeneratorRows(w.Generator.Figures().TestRows, w.Generator.Figures().Answers.Rows)))
	w.Table(generator.TextScores, []report.Cell{report.Text(kit.TextScore), report.Number(generator.TextDecoded),
		report.Number(generator.TextSoft), report.Text(kit.TextMeaning)}, rows)
}

func (w *writer) labels() {
	l := w.Labels
	if len(l.List) == 0 {
		return
	}
	w.Section(TextReportLabels)
	w.Facts([][2]report.Span{factOf(textReportFeasible, store.FormatCount(l.Counts[label.Feasible])),
		factOf(textReportInfeasible, store.FormatCount(l.Counts[label.Infeasible])),
		factOf(textReportUnsure, store.FormatCount(l.Counts[label.Unsure])),
		factOf(textReportDisagree, store.FormatCount(len(l.Disagree)))})
	r := l.Result
	if !l.HasResult || l.Restored || !bytes.Equal(r.Model, w.Generator.Result.Model) {
		return
	}
	w.claim(l.Origin, nil)
	w.Line(prose(textReportTunedOn(r)))
}

// recipeFacts returns the settings of a model's training, for the report. It omits the number
// of batch parts if batches are not split.
func recipeFacts(table []model.Field, recipe any) (list [][2]report.Span) {
	for _, f := range table {
		if f.Of == "Parts" && f.Value(recipe) == 0 {
			continue
		}
		text := f.Text(recipe)
		if f.IsSwitch(recipe) {
			text = map[bool]string{true: "yes", false: "no"}[f.Value(recipe) != 0]
		}
		list = append(list, factOf(f.Label, text))
	}
	return list
}
