package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/widget"
	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/wire"
)

// dataScreen opens a table and shows it.
type dataScreen struct {
	app.Compo
	data  store.Data
	ready bool
	text  string // of the paste field
}

func (s *dataScreen) OnMount(ctx app.Context) {
	topicData.Observe(ctx, &s.data)
	s.ready = true
}

func (s *dataScreen) Render() app.UI {
	if !s.ready {
		return app.Div()
	}
	var body []app.UI
	if s.data.Ask != store.AskNothing {
		body = append(body, &askPanel{Ask: s.data.Ask})
	}
	switch d := s.data; {
	case d.HasPreview:
		body = append(body, s.sources(), &previewPanel{})
	case d.HasTable:
		body = append(body, &tablePanel{ID: d.TableID}, s.sources())
	default:
		body = append(body, s.sources())
	}
	return app.Div().Class("stack", "is-loose").Body(body...)
}

// sources are the ways to a table. Once there is one they take less room.
func (s *dataScreen) sources() app.UI {
	d := s.data
	title, class, weight := textOpenTable, "sources", widget.Primary
	if d.IsThere() {
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
				app.H3().Class("subtitle").Text(textSourceSplit),
				app.P().Class("panel-note").Text(textSourceSplitHint),
				&widget.Number{Label: textSeed, Help: textSeedNext(d), Value: float64(d.Sample.Seed), Min: 0, Max: maxSeed, Integer: true, OnChange: s.onSeed},
			),
		),
		s.busy(),
	)
}

func (s *dataScreen) busy() app.UI {
	text := ""
	switch s.data.Stage {
	case store.Reading, store.Previewing:
		text = textReadingFile
	case store.Loading:
		text = textMakingTable
	}
	if text == "" {
		return nil
	}
	bar := &widget.Progress{Label: text}
	if !s.data.Opening() {
		return bar
	}
	return app.Div().Class("stack").Body(bar,
		app.Div().Class("toolbar").Body(widget.Button(textCancel, widget.Secondary, s.onCancel)))
}

func (s *dataScreen) onCancel(ctx app.Context, e app.Event) {
	Do(ctx, store.DiscardPreview{})
	focus(titleID) // the button goes away
}

func (s *dataScreen) onFile(ctx app.Context, file app.Value) {
	ctx.NewActionWithValue(chooseAction, file)
}

func (s *dataScreen) onRows(ctx app.Context, v float64) {
	s.setSample(ctx, func(d *store.SampleSettings) { d.Rows = int(v) })
}

func (s *dataScreen) onSeed(ctx app.Context, v float64) {
	s.setSample(ctx, func(d *store.SampleSettings) { d.Seed = uint64(v) })
}

func (s *dataScreen) onDrawn(ctx app.Context, on bool) {
	s.setSample(ctx, func(d *store.SampleSettings) { d.Drawn = on })
}

// setSample changes one of the settings of a sampled table.
func (s *dataScreen) setSample(ctx app.Context, change func(*store.SampleSettings)) {
	d := s.data.Sample
	change(&d)
	Do(ctx, store.SetSample{SampleSettings: d})
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

func (i *sampleItem) onClick(ctx app.Context, e app.Event) { Do(ctx, store.LoadSample{Model: i.Model}) }

func (s *dataScreen) onText(ctx app.Context, e app.Event) { s.text = ctx.JSSrc().Get("value").String() }

func (s *dataScreen) onPaste(ctx app.Context, e app.Event) { Do(ctx, store.PasteTable{Text: s.text}) }

// askPanel asks before a table with trained models is replaced.
type askPanel struct {
	app.Compo
	Ask store.Ask
}

func (p *askPanel) OnMount(ctx app.Context) { ctx.Defer(func(app.Context) { focus("ask-title") }) }

func (p *askPanel) Render() app.UI {
	return app.Section().Class("panel", "ask").DataSet("leave", true).Aria("labelledby", "ask-title").Body(
		app.H2().ID("ask-title").Class("panel-title").TabIndex(-1).Text(textAskTitle),
		app.P().Text(textAsk),
		app.Div().Class("toolbar").Body(
			widget.Button(textReplace, widget.Danger, p.onReplace),
			widget.Button(textKeep, widget.Secondary, p.onKeep).DataSet("leaves", true),
		),
	)
}

func (p *askPanel) onReplace(ctx app.Context, e app.Event) {
	Do(ctx, store.Replace{})
	focus(titleID)
}

func (p *askPanel) onKeep(ctx app.Context, e app.Event) {
	Do(ctx, store.Keep{})
	focus(titleID)
}

// tablePanel shows the table of the project. ID changes with the table, so it
// is drawn again only then.
type tablePanel struct {
	app.Compo
	ID     int
	data   store.Data
	schema int // the first feature of the schema that is shown
	head   int // the first column of the rows that is shown
}

func (p *tablePanel) onSchema(ctx app.Context, from int) { p.schema = from }

func (p *tablePanel) onHead(ctx app.Context, from int) { p.head = from }

func (p *tablePanel) OnMount(ctx app.Context) { topicData.Observe(ctx, &p.data) }

func (p *tablePanel) Render() app.UI {
	t := p.data.Table
	if !p.data.HasTable {
		return app.Div()
	}
	n := len(t.Schema.Features)
	schema, schemaTo := onPageOf(p.schema, n, pageColumns)
	head, headTo := onPageOf(p.head, n, pageColumns)
	return app.Div().Class("stack").Body(
		app.Section().Class("panel").Aria("labelledby", "table-title").Body(
			app.H2().ID("table-title").Class("panel-title").Text(t.Name),
			app.Dl().Class("facts").Body(
				fact(textRows, store.FormatCount(t.Rows)),
				fact(textFeatures, strconv.Itoa(len(t.Schema.Features))),
				fact(textTraining, store.FormatCount(t.Train)),
				fact(textValidation, store.FormatCount(t.Val)),
				fact(textHeldOut, store.FormatCount(t.Test)),
				fact(textSplitSeed, strconv.FormatUint(p.data.SplitSeed(), 10)),
				fact(textSplit, textSplitOf(p.data)),
			),
			p.classes(),
			noteList(t.Report.Notes),
			app.P().Class("next").Body(app.A().Href("#classifier").Class("button", "is-primary").Text(textGoClassifier)),
		),
		&relationsPanel{},
		app.Section().Class("panel").Aria("labelledby", "schema-title").Body(
			app.H2().ID("schema-title").Class("panel-title").Text(textSchema),
			widget.TableRegion(textSchemaRegion, schemaTable(t, schema, schemaTo)),
			&pages{What: textSchemaPages, From: schema, Of: n, Size: pageColumns, OnFrom: p.onSchema},
		),
		&namesPanel{},
		app.Section().Class("panel").Aria("labelledby", "head-title").Body(
			app.H2().ID("head-title").Class("panel-title").Text(textFirstRows),
			shortRegion(textFirstRowsRegion, headTable(t, head, headTo)),
			&pages{What: textHeadPages, From: head, Of: n, Size: pageColumns, OnFrom: p.onHead},
		),
	)
}

func (p *tablePanel) classes() app.UI {
	t := p.data.Table
	items := make([]app.UI, 0, len(t.Counts))
	for c, n := range t.Counts {
		if c >= len(t.Schema.Outcome.Levels) {
			break
		}
		items = append(items, app.Li().Text(textClassShare(t.Schema.Outcome.Levels[c], n, t.Rows)))
	}
	return app.Div().Class("classes").Body(
		app.H3().Class("subtitle").Text(textClassesOf(t.Schema.Outcome.Name)),
		app.Ul().Class("class-list").Body(items...),
		wantedField(p.data),
	)
}

func fact(name, value string) app.UI {
	return app.Div().Class("fact").Body(app.Dt().Text(name), app.Dd().Text(value))
}

// noteList is there without notes too, so that what follows keeps its place and
// with it the focus.
func noteList(notes []string) app.UI {
	items := make([]app.UI, len(notes))
	for i, n := range notes {
		items[i] = app.Li().Text(n)
	}
	return app.Ul().Class("notes").Body(items...)
}

func headerRow(names ...string) app.UI {
	cells := make([]app.UI, len(names))
	for i, n := range names {
		cells[i] = app.Th().Scope("col").Text(n)
	}
	return app.THead().Body(app.Tr().Body(cells...))
}

func schemaTable(t wire.Loaded, from, to int) app.UI {
	rows := make([]app.UI, 0, to-from+1)
	for j := from; j < to; j++ {
		f := t.Schema.Features[j]
		var picture app.UI = app.Text("")
		if j < len(t.Columns) {
			picture = histogram(f, t.Columns[j])
		}
		rows = append(rows, app.Tr().Body(
			app.Th().Scope("row").Body(clamped(f.Title())),
			app.Td().Text(f.Kind.String()),
			app.Td().Class("wrap").Text(rangeOf(f)),
			app.Td().Body(picture),
		))
	}
	o := t.Schema.Outcome
	rows = append(rows, app.Tr().Class("is-outcome").Body(
		app.Th().Scope("row").Body(clamped(o.Name), outcomeTag()),
		app.Td().Text(o.Kind.String()),
		app.Td().Class("wrap").Text(rangeOf(o)),
		app.Td().Body(chart.Bars(chart.BarsOf{Title: o.Name, Labels: o.Levels, Counts: t.Counts})),
	))
	return app.Table().Class("table").Aria("label", textSchema).Body(
		headerRow(textFeature, textType, textRange, textDistribution),
		app.TBody().Body(rows...),
	)
}

func histogram(f data.Feature, s wire.Summary) app.UI {
	if edges := s.Edges.Values(); len(edges) > 0 {
		return chart.Bars(chart.BarsOf{Title: f.Title(), Edges: edges, Counts: s.Counts})
	}
	return chart.Bars(chart.BarsOf{Title: f.Name, Labels: f.Levels, Counts: s.Counts})
}

// rangeOf writes what values a feature takes: the range of the training rows,
// or the first levels.
func rangeOf(f data.Feature) string {
	if f.Kind.Numeric() {
		return textRangeOf(f.Format(f.Min), f.Format(f.Max))
	}
	return textLevels(f)
}

func headTable(t wire.Loaded, from, to int) app.UI {
	names := make([]app.UI, 0, to-from+1)
	for _, f := range t.Schema.Features[from:to] {
		names = append(names, app.Th().Scope("col").Class(cellClass(f)).Body(clamped(f.Title())))
	}
	o := t.Schema.Outcome
	names = append(names, app.Th().Scope("col").Class("is-outcome").Body(
		clamped(o.Name), outcomeTag()))
	var rows []app.UI
	for i, row := range t.Head.Rows() {
		cells := make([]app.UI, 0, to-from+1)
		for j := from; j < to; j++ {
			f, v := t.Schema.Features[j], row[j]
			cells = append(cells, titled(app.Td(), f.Format(v)).Class(cellClass(f)).Text(f.Format(v)))
		}
		if i < len(t.Outcomes) {
			cells = append(cells, titled(app.Td(), o.Format(float64(t.Outcomes[i]))).Class("is-outcome").Text(o.Format(float64(t.Outcomes[i]))))
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

func outcomeTag() app.UI { return app.Span().Class("badge", "is-outline", "tag").Text(textOutcome) }

func cellClass(f data.Feature) string {
	if f.Kind.Numeric() {
		return "num"
	}
	return ""
}
