// Package data is the place Table, where people open or sample a table, check its columns in a
// preview, and name them.
package data

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/document"
	"causeway/core/model"
)

// dataScreen opens a table and shows it.
type Screen struct {
	app.Compo
	*store.State
	text string // text of the paste field

	Beside bool // images are shown above; only the ways to open something else remain
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
		body = append(body, &sheet{State: s.State}, &kit.TrainPanel{State: s.State}, &RelationsPanel{State: s.State},
			&ImpliedPanel{State: s.State},
			s.about(), &namesPanel{State: s.State},
			app.Details().Class("fold").Open(d.Stage != store.Idle).Body( // shows the next one's progress
				app.Summary().Text(textOpenAnother), app.Div().Class("stack", "is-loose").Body(s.sources(),
					&gallery{})))
	default:
		body = append(body, app.Div().Class("first").Body(
			app.Div().Class("first-head").Body(app.P().Class("first-title").Text(textOpenHeadline),
				app.P().Text(textOpenLead)),
			&gallery{}, s.sources()))
	}
	return app.Div().Class("stack", "is-loose").Body(body...)
}

// sources returns the ways to open a table. Once a table is open, they take less space.
func (s *Screen) sources() app.UI {
	d := s.Data
	title, class, weight := textOwnTable, "sources", widget.Primary
	if d.HasTable || d.HasPreview || s.Beside {
		title, class, weight = textOpenAnother, "sources is-compact", widget.Secondary
	}
	return app.Section().Class(class).Aria("labelledby", "sources-title").Body(
		app.Div().Class("source-own").Body(
			app.H2().ID("sources-title").Class("headline").Text(title),
			app.P().Text(textSourceFileHint),
			&widget.File{Label: textOpenFile, Accept: fileTypes, Weight: weight, OnFile: s.onFile}),
		app.P().Class("panel-note").Text(textSourceFileKinds),
		s.busy(),
		app.Div().Class("source-list").Body(
			app.Details().Class("source").Body(app.Summary().Text(textSourcePaste),
				app.Label().Class("field-label").For("paste-text").Text(textPasteField),
				app.Textarea().ID("paste-text").Class("input", "paste-text").Rows(3).Spellcheck(false).
					OnInput(s.onText).OnChange(s.onText),
				widget.Button(textUsePaste, widget.Secondary, s.onPaste)),
			app.Details().Class("source").Body(app.Summary().Text(textSourceSample),
				&widget.Number{Label: textRows, Value: float64(d.Sample.Rows), Min: 100, Max: 1_000_000, Step: 1000,
					Integer: true, OnChange: s.onRows},
				app.Ul().Class("samples").Body(
					&sampleItem{Model: model.SimpleBN, Name: textSimpleBN, Text: textSimpleBNHint},
					&sampleItem{Model: model.Sangiovese, Name: textSangiovese, Text: textSangioveseHint},
					&sampleItem{Model: model.Census, Name: textCensus, Text: textCensusHint}),
				&widget.Toggle{Label: textSampleDrawn, Help: textDrawnHelp, On: d.Sample.Drawn, OnChange: s.onDrawn}),
			app.Details().Class("source").Body(app.Summary().Text(textSourceImages),
				app.P().ID("images-hint").Class("panel-note").Text(textSourceImagesHint),
				&widget.File{Label: textOpenImages, Weight: widget.Secondary, OnFiles: s.onImages},
				app.Ul().Class("samples").Body(app.Li().Class("sample").Body(
					widget.Button(textDigits, widget.Secondary, s.onDigits).Aria("describedby", "sample-digits"),
					app.P().ID("sample-digits").Class("panel-note").Text(textDigitsHint)))),
			app.Details().Class("source").Body(app.Summary().Text(textSourceSplit),
				app.P().Class("panel-note").Text(textSourceSplitHint),
				&widget.Number{Label: kit.TextSeed, Help: textSeedNext(d), Value: float64(d.Sample.Seed), Min: 0,
					Max: kit.MaxSeed, Integer: true, OnChange: s.onSeed}),
		),
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

// shortRegion scrolls a long table in a small region.
func shortRegion(label string, table app.UI) app.UI {
	return widget.TableRegion(label, table).Class("is-short")
}

func outcomeTag() app.UI { return app.Span().Class("badge", "is-outline", "tag").Text(kit.TextOutcome) }
