// Package explain is the Explain step: a row, what would have to differ for
// another decision, its proof, and the same for many rows.
package explain

import (
	"math/rand/v2"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/project"
	"causeway/app/ui/widget"
	"causeway/core/wire"
)

// explainScreen chooses a row, changes it by hand and finds counterfactuals.
type Screen struct {
	app.Compo
	data       store.Data
	explain    store.Explain
	classifier store.Classifier
	generator  store.Generator
	graph      store.Graph
	ready      bool
	unfolded   bool
	from       int // the first value of the row that is shown
}

func (s *Screen) onValues(ctx app.Context, from int) { s.from = from }

func (s *Screen) OnMount(ctx app.Context) {
	kit.TopicData.Observe(ctx, &s.data)
	kit.TopicExplain.Observe(ctx, &s.explain)
	kit.TopicClassifier.Observe(ctx, &s.classifier)
	kit.TopicGenerator.Observe(ctx, &s.generator)
	kit.TopicGraph.Observe(ctx, &s.graph)
	s.ready = true
}

func (s *Screen) Render() app.UI {
	switch {
	case !s.ready:
		return app.Div()
	case !s.data.HasTable:
		return app.Div().Class("stack", "is-loose").Body(
			app.Section().Class("panel", "empty").Body(
				app.P().Text(TextExplainEmpty),
				app.P().Body(app.A().Href("#data").Class("button", "is-primary").Text(kit.TextGoData)),
			),
		)
	}
	return app.Div().Class("stack", "is-loose").Body(s.chooser(), s.row(), s.finder(), s.results(), &batchPanel{}, &project.ReportPanel{})
}

func (s *Screen) chooser() app.UI {
	e := s.explain
	body := []app.UI{
		app.H2().ID("chooser-title").Class("panel-title").TabIndex(-1).Text(textChooseRow),
		app.Div().Class("chooser").Body(
			&widget.Select{Label: textFrom, Options: parts, Value: string(e.Part), OnChange: s.onPart},
			&widget.Number{Label: textRow, Help: textRowOf(e), Value: float64(e.Pos + 1), Min: 1, Max: float64(max(e.Total, 2)), Integer: true, Rev: e.Pos, OnChange: s.onRow},
			app.Div().Class("toolbar").Body(
				widget.Button(textPrevRow, widget.Secondary, s.onPrev),
				widget.Button(textNextRow, widget.Secondary, s.onNext),
				widget.Button(textRandomRow, widget.Secondary, s.onRandom),
			),
			&widget.Text{Label: textSearch, Help: textSearchHelp, Value: e.Search, OnChange: s.onSearch},
		),
	}
	body = append(body, &rowFilter{})
	if led := textLed(e.Led, s.data); led != "" {
		body = append(body, app.P().Class("panel-note").Text(led))
	}
	if e.Hits.Shown {
		body = append(body, s.hits())
	}
	return app.Section().Class("panel").Aria("labelledby", "chooser-title").Body(body...)
}

func (s *Screen) hits() app.UI {
	h, schema := s.explain.Hits, s.data.Table.Schema
	items := make([]app.UI, 0, len(h.Index))
	for i, row := range h.Rows {
		if i >= len(h.Index) || i >= len(h.Outcomes) || len(row) != len(schema.Features) {
			break
		}
		said := -1
		if i < len(h.Said) {
			said = h.Said[i]
		}
		items = append(items, &hit{
			Pos: h.From + i, Text: textHit(h.Index[i], schema, row, h.Outcomes[i], said), Current: h.From+i == s.explain.Pos})
	}
	body := []app.UI{app.P().Class("panel-note").Role("status").Text(textHits(s.explain.Total))}
	body = append(body, app.Ol().Class("hits").Body(items...))
	if s.explain.Total > len(items) {
		body = append(body, app.Div().Class("toolbar").Body(
			widget.Button(textEarlierHits, widget.Quiet, s.onEarlier).Aria("disabled", h.From == 0),
			widget.Button(textLaterHits, widget.Quiet, s.onLater).Aria("disabled", h.From+len(items) >= s.explain.Total),
		))
	}
	return app.Div().Class("hit-list").Body(body...)
}

// hit is one row of the list of hits.
type hit struct {
	app.Compo
	Pos     int
	Text    string
	Current bool
}

func (h *hit) Render() app.UI {
	b := widget.Button(h.Text, widget.Quiet, h.onClick)
	if h.Current {
		b = b.Aria("current", "true")
	}
	return app.Li().Class("hit").Body(b)
}

func (h *hit) onClick(ctx app.Context, e app.Event) { kit.Do(ctx, store.GoToRow{Pos: h.Pos}) }

var parts = []widget.Option{{Value: string(wire.TestRows), Text: textHeldOutRows}, {Value: string(wire.AllRows), Text: textAllRows}}

func (s *Screen) onPart(ctx app.Context, v string) {
	kit.Do(ctx, store.SetPart{Part: wire.Part(v)})
}

func (s *Screen) onRow(ctx app.Context, v float64) { kit.Do(ctx, store.GoToRow{Pos: int(v) - 1}) }

func (s *Screen) onSearch(ctx app.Context, text string) { kit.Do(ctx, store.SetHits{Search: text}) }

func (s *Screen) onPrev(ctx app.Context, e app.Event) { kit.Do(ctx, store.StepRow{By: -1}) }
func (s *Screen) onNext(ctx app.Context, e app.Event) { kit.Do(ctx, store.StepRow{By: 1}) }

func (s *Screen) onRandom(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.RandomRow{Draw: rand.Uint64()})
}

func (s *Screen) onEarlier(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.MoreHits{From: s.explain.Hits.From - store.MaxHits})
}

func (s *Screen) onLater(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.MoreHits{From: s.explain.Hits.From + store.MaxHits})
}

// row is the what-if form: every value of the row can be changed, and the black
// box answers at once.
func (s *Screen) row() app.UI {
	e, schema := s.explain, s.data.Table.Schema
	if !e.HasRow || len(e.Edited) != len(schema.Features) {
		return app.Section().Class("panel").Body(app.P().Class("panel-note").Text(textNoRow))
	}
	s.unfolded = s.unfolded || edited(e) // and stays so, or Reset would move from under the pointer
	n := len(e.Edited)
	low, high := kit.OnPageOf(s.from, n, kit.PageColumns)
	fields := make([]app.UI, 0, high-low)
	for j := low; j < high; j++ {
		fields = append(fields, &kit.ValueField{Index: j, Feature: schema.Features[j], Value: e.Edited[j], Original: e.Row[j], Row: e.Index*n + low})
	}
	form := app.Div().Class("stack", "is-tight").Body(
		app.Div().Class("grid", "row-fields").Body(fields...),
		&kit.Pages{What: textValuePages, From: low, Of: n, Size: kit.PageColumns, OnFrom: s.onValues})
	return app.Section().Class("panel").Aria("labelledby", rowTitleID).Body(
		app.H2().ID(rowTitleID).Class("panel-title").TabIndex(-1).Text(textRowTitle(e)),
		app.P().Class("panel-note").Text(textWhatIf(schema.Outcome.Name, schema.Outcome.Format(float64(e.True)))),
		s.answer(),
		foldMany(form, n, s.unfolded),
		app.Div().Class("toolbar").Body(
			widget.Button(textReset, widget.Secondary, s.onReset).Aria("disabled", !edited(e)),
			app.P().Class("panel-note").Text(textEdits(countEdits(e))),
		),
	)
}

// foldMany folds a form of many fields away until one of them is changed, so that
// the search for counterfactuals is not a long way below.
func foldMany(form app.UI, fields int, open bool) app.UI {
	if fields <= kit.ManyFeatures {
		return form
	}
	fold := app.Details().Class("fold")
	if open {
		fold = fold.Open(true) // false would be written out, and any text opens it
	}
	return fold.Body(app.Summary().Text(textFoldedValues(fields)), form)
}

func countEdits(e store.Explain) int {
	n := 0
	for j := range e.Edited {
		if e.Changed(j) {
			n++
		}
	}
	return n
}

func edited(e store.Explain) bool { return countEdits(e) > 0 }

func shareName(level string) app.UI {
	s := app.Span().Class("share-name").Text(level)
	if kit.IsLong(level) {
		s = s.Title(level)
	}
	return s
}

// rowTitleID is the heading of the what-if form.
const rowTitleID = "row-title"

// answer is what the black box says of the row as it stands in the form.
func (s *Screen) answer() app.UI {
	e, o := s.explain, s.data.Table.Schema.Outcome
	if !s.classifier.HasResult {
		return app.Div().Class("answer").Body(app.P().Body(
			app.Text(textNoBlackBox+" "), app.A().Href("#classifier").Text(kit.TextGoClassifier)))
	}
	if !e.HasShares || len(e.Shares) != len(o.Levels) {
		return app.Div().Class("answer").Body(app.P().Text(textAsking))
	}
	likeliest := store.Likeliest(e.Shares)
	meters := make([]app.UI, len(o.Levels))
	for c, l := range o.Levels {
		m := app.Li().Class("share")
		if c == likeliest {
			m = m.Class("is-likeliest")
		}
		meters[c] = m.Body(
			shareName(l),
			app.Meter().Class("share-bar").Attr("min", "0").Attr("max", "1").Attr("value", strconv.FormatFloat(e.Shares[c], 'g', -1, 64)).Aria("label", kit.TextClass(o.Name, l)),
			app.Span().Class("share-value").Text(kit.FormatProbability(e.Shares[c])),
		)
	}
	return app.Div().Class("answer").Body(
		app.P().Class("answer-text").ID("answer").Role("status").Text(textAnswer(o.Name, o.Levels[likeliest], e.Shares[likeliest])),
		app.Ul().Class("shares").Body(meters...),
	)
}

func (s *Screen) onReset(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.ResetRow{})
}

func (s *Screen) results() app.UI {
	if !s.explain.HasFound {
		return nil
	}
	return &resultPanel{}
}
