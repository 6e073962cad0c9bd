// Package data is the Data step: a table is opened or sampled, its columns are
// settled in a preview, and named.
package data

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
	"causeway/core/wire"
)

// dataScreen opens a table and shows it.
type Screen struct {
	app.Compo
	*store.State
	text string // of the paste field

	Beside bool // images are shown above: only what opens something else is
}

func (s *Screen) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data) }

func (s *Screen) Render() app.UI {
	var body []app.UI
	if s.Data.Ask != store.AskNothing {
		body = append(body, &kit.AskPanel{Ask: s.Data.Ask})
	}
	switch d := s.Data; {
	case s.Beside && !d.HasPreview:
		body = append(body, s.sources())
	case d.HasPreview:
		body = append(body, s.sources(), &previewPanel{State: s.State})
	case d.HasTable:
		body = append(body, &tablePanel{State: s.State, ID: d.TableID}, app.Details().Class("fold").Open(d.Stage != store.Idle).Body( // which shows how far the next one is
			app.Summary().Text(textOpenAnother), app.Div().Class("stack", "is-loose").Body(s.sources(), &gallery{})))
	default:
		body = append(body, &gallery{}, s.sources())
	}
	return app.Div().Class("stack", "is-loose").Body(body...)
}

// sources are the ways to a table. Once there is one they take less room.
func (s *Screen) sources() app.UI {
	d := s.Data
	title, class, weight := textOpenTable, "sources", widget.Primary
	if d.HasTable || d.HasPreview || s.Beside {
		title, class, weight = textOpenAnother, "sources is-compact", widget.Secondary
	}
	return app.Section().Class("panel").Aria("labelledby", "sources-title").Body(
		app.H2().ID("sources-title").Class("panel-title").Text(title),
		app.Div().Class(class).Body(
			app.Div().Class("source").Body(
				app.H3().Class("subtitle").Text(textSourceFile),
				app.P().Class("panel-note").Text(textSourceFileHint),
				&widget.File{Label: textOpenFile, Accept: fileTypes, Weight: weight, OnFile: s.onFile},
				app.Details().Class("paste").Body(
					app.Summary().Text(textSourcePaste),
					app.Label().Class("field-label").For("paste-text").Text(textPasteField),
					app.Textarea().ID("paste-text").Class("input", "paste-text").Rows(3).Spellcheck(false).OnInput(s.onText).OnChange(s.onText),
					widget.Button(textUsePaste, widget.Secondary, s.onPaste),
				),
			),
			app.Div().Class("source").Body(
				app.H3().Class("subtitle").Text(textSourceSample),
				&widget.Number{Label: textRows, Value: float64(d.Sample.Rows), Min: 100, Max: 1_000_000, Step: 1000, Integer: true, OnChange: s.onRows},
				app.Ul().Class("samples").Body(
					&sampleItem{Model: model.SimpleBN, Name: textSimpleBN, Text: textSimpleBNHint},
					&sampleItem{Model: model.Sangiovese, Name: textSangiovese, Text: textSangioveseHint},
					&sampleItem{Model: model.Census, Name: textCensus, Text: textCensusHint},
				),
				app.Details().Class("paste").Body(
					app.Summary().Text(textSampleOption),
					&widget.Toggle{Label: textSampleDrawn, Help: textDrawnHelp, On: d.Sample.Drawn, OnChange: s.onDrawn},
				),
			),
			app.Div().Class("source").Body(
				app.H3().Class("subtitle").Text(textSourceImages),
				app.P().ID("images-hint").Class("panel-note").Text(textSourceImagesHint),
				&widget.File{Label: textOpenImages, Weight: widget.Secondary, OnFiles: s.onImages},
				app.Ul().Class("samples").Body(app.Li().Class("sample").Body(
					widget.Button(textDigits, widget.Secondary, s.onDigits).Aria("describedby", "sample-digits"),
					app.P().ID("sample-digits").Class("panel-note").Text(textDigitsHint))),
			),
			app.Div().Class("source").Body(
				app.Details().Class("paste").Body(app.Summary().Text(textSourceSplit),
					app.P().Class("panel-note").Text(textSourceSplitHint),
					&widget.Number{Label: kit.TextSeed, Help: textSeedNext(d), Value: float64(d.Sample.Seed), Min: 0, Max: kit.MaxSeed, Integer: true, OnChange: s.onSeed}),
			),
		),
		s.busy(),
	)
}

func (s *Screen) busy() app.UI {
	text := ""
	switch s.Data.Stage {
	case store.Reading, store.Previewing:
		text = kit.TextReadingFile
	case store.Loading:
		text = textMaking
	}
	if text == "" {
		return nil
	}
	bar := &widget.Progress{Label: text}
	if !s.Data.Opening() {
		return bar
	}
	return app.Div().Class("stack").Body(bar,
		app.Div().Class("toolbar").Body(widget.Button(kit.TextCancel, widget.Secondary, s.onCancel)))
}

func (s *Screen) onCancel(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.DiscardPreview{})
	kit.Focus(kit.TitleID) // the button goes away
}

func (s *Screen) onFile(ctx app.Context, file app.Value) {
	ctx.NewActionWithValue(kit.ChooseAction, file)
}

func (s *Screen) onImages(ctx app.Context, files app.Value) {
	ctx.NewActionWithValue(kit.ChooseManyAction, files)
}

func (s *Screen) onDigits(ctx app.Context, e app.Event) { kit.Do(ctx, store.SampleDigits{}) }

func (s *Screen) onRows(ctx app.Context, v float64) {
	s.setSample(ctx, func(d *document.Sample) { d.Rows = int(v) })
}

func (s *Screen) onSeed(ctx app.Context, v float64) {
	s.setSample(ctx, func(d *document.Sample) { d.Seed = uint64(v) })
}

func (s *Screen) onDrawn(ctx app.Context, on bool) {
	s.setSample(ctx, func(d *document.Sample) { d.Drawn = on })
}

// setSample changes one of the settings of a sampled table.
func (s *Screen) setSample(ctx app.Context, change func(*document.Sample)) {
	d := s.Data.Sample
	change(&d)
	kit.Do(ctx, store.SetSample{Sample: d})
}

// sampleItem offers a built-in table.
type sampleItem struct {
	app.Compo
	Model      model.Kind
	Name, Text string
}

func (i *sampleItem) Render() app.UI {
	id := "sample-" + string(i.Model)
	return app.Li().Class("sample").Body(
		widget.Button(i.Name, widget.Secondary, i.onClick).Aria("describedby", id),
		app.P().ID(id).Class("panel-note").Text(i.Text),
	)
}

func (i *sampleItem) onClick(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.LoadSample{Model: i.Model})
}

func (s *Screen) onText(ctx app.Context, e app.Event) { s.text = ctx.JSSrc().Get("value").String() }

func (s *Screen) onPaste(ctx app.Context, e app.Event) { kit.Do(ctx, store.PasteTable{Text: s.text}) }

// tablePanel shows the table of the project. ID changes with the table, so it
// is drawn again only then.
type tablePanel struct {
	app.Compo
	*store.State
	ID     int
	schema int // the first feature of the schema that is shown
}

func (p *tablePanel) onSchema(ctx app.Context, from int) { p.schema = from }

func (p *tablePanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data) }

func (p *tablePanel) Render() app.UI {
	t := p.Data.Table
	if !p.Data.HasTable {
		return app.Div()
	}
	n := len(t.Schema.Features)
	schema, schemaTo := kit.OnPageOf(p.schema, n, kit.ColumnsOnPage(n))
	return app.Div().Class("stack", "abreast").Body(
		app.Section().Class("panel").Aria("labelledby", "table-title").Body(
			app.H2().ID("table-title").Class("panel-title").Text(t.Name),
			app.Dl().Class("facts").Body(
				kit.Fact(textRows, store.FormatCount(t.Rows)),
				kit.Fact(textFeatures, strconv.Itoa(len(t.Schema.Features))),
				kit.Fact(textHeldOut, store.FormatCount(t.Test)),
			),
			p.classes(),
			kit.NoteList(t.Report.Notes),
			app.Details().Class("fold").Body(app.Summary().Text(textHowSplit), app.Dl().Class("facts").Body(
				kit.Fact(textTraining, store.FormatCount(t.Train)),
				kit.Fact(textValidation, store.FormatCount(t.Val)),
				kit.Fact(textSplitSeed, strconv.FormatUint(p.Data.SplitSeed(), 10)),
				kit.Fact(TextSplit, TextSplitOf(p.Data)))),
		),
		&rulesPanel{State: p.State},
		&kit.TrainPanel{State: p.State},
		&RelationsPanel{State: p.State},
		&ImpliedPanel{State: p.State},
		app.Section().Class("panel", "is-wide").Aria("labelledby", "schema-title").Body(
			app.H2().ID("schema-title").Class("panel-title").Text(textSchema),
			widget.TableRegion(textSchemaRegion, schemaTable(t, schema, schemaTo)),
			&kit.Pages{What: textSchemaPages, From: schema, Of: n, Size: kit.ColumnsOnPage(n), OnFrom: p.onSchema},
		),
		&namesPanel{State: p.State},
		&firstRows{State: p.State, ID: p.ID},
	)
}

// firstRows shows the first rows of the table where they are unfolded: they are the largest part of the panel.
type firstRows struct {
	app.Compo
	*store.State
	ID   int // as of tablePanel
	from int // the first column that is shown
	open bool
}

func (r *firstRows) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data) }

func (r *firstRows) Render() app.UI {
	var body []app.UI
	if t := r.Data.Table; r.open {
		n := len(t.Schema.Features)
		from, to := kit.OnPageOf(r.from, n, kit.ColumnsOnPage(n))
		body = []app.UI{shortRegion(textFirstRowsRegion, headTable(t, from, to)),
			&kit.Pages{What: textHeadPages, From: from, Of: n, Size: kit.ColumnsOnPage(n), OnFrom: r.onFrom}}
	}
	return kit.Folded(textFirstRows, body...).On("toggle", r.onToggle)
}

func (r *firstRows) onFrom(ctx app.Context, from int) { r.from = from }

func (r *firstRows) onToggle(ctx app.Context, e app.Event) { r.open = ctx.JSSrc().Get("open").Truthy() }

func (p *tablePanel) classes() app.UI {
	t := p.Data.Table
	items := make([]app.UI, 0, len(t.Counts))
	for c, n := range t.Counts {
		if c >= len(t.Schema.Outcome.Levels) {
			break
		}
		items = append(items, app.Li().Text(textClassShare(t.Schema.Outcome.Levels[c], n, t.Rows)))
	}
	return app.Div().Class("classes").Body(
		app.H3().Class("subtitle").Text(TextClassesOf(t.Schema.Outcome.Name)),
		app.Ul().Class("class-list").Body(items...),
		kit.WantedField(p.Data),
	)
}

func schemaTable(t wire.Loaded, from, to int) app.UI {
	rows := make([]app.UI, 0, to-from+1)
	for j := from; j < to; j++ {
		f := t.Schema.Features[j]
		var picture app.UI = app.Text("")
		if j < len(t.Columns) {
			picture = &latePicture{Feature: f, Summary: t.Columns[j]}
			if !kit.ManyColumns(len(t.Schema.Features)) {
				picture = histogram(f, t.Columns[j])
			}
		}
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Body(kit.Clamped(f.Title())),
			app.Td().Text(f.Kind.String()),
			app.Td().Class("wrap").Text(kit.RangeOf(f)),
			app.Td().Body(picture),
		))
	}
	o := t.Schema.Outcome
	rows = append(rows, app.Tr().Class("is-outcome").Body(
		app.Th().Scope("row").Body(kit.Clamped(o.Name), outcomeTag()),
		app.Td().Text(o.Kind.String()),
		app.Td().Class("wrap").Text(kit.RangeOf(o)),
		app.Td().Body(chart.Bars(chart.BarsOf{Title: o.Name, Labels: o.Levels, Counts: t.Counts})),
	))
	return app.Table().Class("table").Aria("label", textSchema).Body(
		kit.HeaderRow(kit.TextFeature, TextType, textRange, textDistribution),
		app.TBody().Body(rows...),
	)
}

// latePicture is a histogram that is drawn after the table that it stands in, in a turn of its own.
type latePicture struct {
	app.Compo
	Feature data.Feature
	Summary wire.Summary

	there bool
}

func (p *latePicture) OnMount(ctx app.Context) { kit.InTurn(ctx, func(app.Context) { p.there = true }) }

func (p *latePicture) Render() app.UI {
	if !p.there {
		return app.Div().Class("is-late")
	}
	return app.Div().Body(histogram(p.Feature, p.Summary))
}

func histogram(f data.Feature, s wire.Summary) app.UI {
	if edges := s.Edges.Values(); len(edges) > 0 {
		return chart.Bars(chart.BarsOf{Title: f.Title(), Edges: edges, Counts: s.Counts})
	}
	return chart.Bars(chart.BarsOf{Title: f.Name, Labels: f.Levels, Counts: s.Counts})
}

func headTable(t wire.Loaded, from, to int) app.UI {
	names := make([]app.UI, 0, to-from+1)
	for _, f := range t.Schema.Features[from:to] {
		names = append(names, app.Th().Scope("col").Class(kit.CellClass(f)).Body(kit.Clamped(f.Title())))
	}
	o := t.Schema.Outcome
	names = append(names, app.Th().Scope("col").Class("is-outcome").Body(
		kit.Clamped(o.Name), outcomeTag()))
	var rows []app.UI
	for i, row := range t.Head.Rows() {
		cells := make([]app.UI, 0, to-from+1)
		for j := from; j < to; j++ {
			f, v := t.Schema.Features[j], row[j]
			cells = append(cells, kit.Titled(app.Td(), f.Format(v)).Class(kit.CellClass(f)).Text(f.Format(v)))
		}
		if i < len(t.Outcomes) {
			cells = append(cells, kit.Titled(app.Td(), o.Format(float64(t.Outcomes[i]))).Class("is-outcome").Text(o.Format(float64(t.Outcomes[i]))))
		}
		rows = append(rows, app.Tr().Body(cells...))
	}
	return app.Table().Class("table").Aria("label", textFirstRows).Body(
		app.THead().Body(app.Tr().Body(names...)), app.TBody().Body(rows...))
}

// shortRegion scrolls a table of many rows in little room.
func shortRegion(label string, table app.UI) app.UI {
	return widget.TableRegion(label, table).Class("is-short")
}

func outcomeTag() app.UI { return app.Span().Class("badge", "is-outline", "tag").Text(kit.TextOutcome) }
