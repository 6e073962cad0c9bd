package explain

import (
	"math/rand/v2"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/graph"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
)

// rowPanel is the row at hand: which one it is, and a card for each of its features.
// Those that an answer changes come first, those that rules lock last.
type rowPanel struct {
	app.Compo
	*store.State

	order []int // of the features, as the search for a row left it
	of    rowOrder
	from  int // the first card that is shown
}

// rowOrder is what the order of the cards was made for.
type rowOrder struct{ table, row, locked int }

func (p *rowPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Explain|kit.Graph) }

func (p *rowPanel) Render() app.UI {
	e, schema := p.Explain, p.Data.Table.Schema
	if !e.HasRow || len(e.Edited) != len(schema.Features) {
		return app.Section().Class("panel", "explain-row").Body(app.H2().ID(rowTitleID).Class("panel-title").TabIndex(-1).Text(textTabOne), p.chooser(), app.P().Class("panel-note").Text(textNoRow))
	}
	leeways := p.Graph.Leeways(schema, e.Edited)
	p.sort(leeways)
	free := slices.IndexFunc(p.order, func(j int) bool { return leeways[j].Locked != "" })
	if free < 0 {
		free = len(p.order)
	}
	class, horizons := e.Asks(p.Data), p.Horizons()
	low, high := kit.OnPageOf(p.from, len(p.order), kit.ColumnsOnPage(len(p.order)))
	var open, locked []app.UI
	for k := low; k < high; k++ {
		j := p.order[k]
		c := &card{State: p.State, Of: cardOf{Index: j, Feature: schema.Features[j], Value: e.Edited[j], Original: e.Row[j], Row: e.Index*2 + e.Total,
			Strip: stripOf(p.Data, e, j, class), Limit: e.LimitOf(j), Leeway: leeways[j], Horizon: horizons[j]}, Late: kit.ManyColumns(len(p.order))}
		if k < free {
			open = append(open, c)
		} else {
			locked = append(locked, c)
		}
	}
	body := []app.UI{p.head()}
	cards := []app.UI{
		p.chooser(),
		p.asksWanted(),
		app.P().Class("panel-note").Text(p.notes(class)),
		app.Ul().Class("cards").Aria("label", textValues).Body(open...),
	}
	if len(locked) > 0 {
		cards = append(cards, app.Details().Class("fold", "is-wide").Body(
			app.Summary().Text(textLockedCards(schema, p.order[free:], e.Edited)), app.Ul().Class("cards").Aria("label", textLockedValues).Body(locked...)))
	}
	cards = append(cards,
		&kit.Pages{What: textValuePages, From: low, Of: len(p.order), Size: kit.ColumnsOnPage(len(p.order)), OnFrom: p.onFrom},
		p.own(schema),
		app.Div().Class("toolbar").Body(
			widget.Button(textReset, widget.Secondary, p.onReset).Class("is-small").Aria("disabled", !edited(e)),
			widget.Button(textClearLimits, widget.Secondary, p.onClear).Class("is-small").Aria("disabled", e.Limited() == 0),
			app.P().Class("panel-note").Text(textEdits(countEdits(e))),
		))
	body = append(body, app.Div().Class("explain-scroll").Body(cards...))
	return app.Section().Class("panel", "explain-row").Aria("labelledby", rowTitleID).Body(body...)
}

// asksWanted asks what people hope for where no class says so itself.
func (p *rowPanel) asksWanted() app.UI {
	if !p.Data.AsksWanted() {
		return app.Div().Hidden(true)
	}
	return app.Div().Body(kit.WantedField(p.Data))
}

// head says which row it is and goes to others.
func (p *rowPanel) head() app.UI {
	e := p.Explain
	return app.Div().Class("explain-head").Body(
		app.H2().ID(rowTitleID).Class("panel-title").TabIndex(-1).Text(textRowTitle(p.Data.Place(e.Index), e)),
		app.Div().Class("toolbar").Body(
			&widget.Number{Label: textRow, Help: textRowOf(e), Value: float64(e.Pos + 1), Min: 1, Max: float64(max(e.Total, 2)), Integer: true, Rev: e.Pos, OnChange: p.onRow},
			widget.Button("‹", widget.Secondary, p.onPrev).Class("is-small").Aria("label", textPrevRow).Title(textPrevRow),
			widget.Button("›", widget.Secondary, p.onNext).Class("is-small").Aria("label", textNextRow).Title(textNextRow),
		),
	)
}

// notes say why this row, and how its cards are to be read.
func (p *rowPanel) notes(class int) string {
	o := p.Data.Table.Schema.Outcome
	text := textWhatIf(o.Name, o.Format(float64(p.Explain.True))) + textStrips(o, class)
	if led := textLed(p.Explain, p.Data); led != "" {
		text = led + " " + text
	}
	return text
}

// sort puts the cards in order for a row, and once more when answers of it come that
// were asked for. What only follows a limit leaves them where they are.
func (p *rowPanel) sort(leeways []store.Leeway) {
	e := p.Explain
	now := rowOrder{p.Data.TableID, e.Index, 0}
	for _, l := range leeways {
		if l.Locked != "" {
			now.locked++
		}
	}
	fresh := e.HasFound && e.FoundRow == e.Index && !e.Unasked && !e.Finding
	if p.of == now && len(p.order) == len(leeways) && !fresh {
		return
	}
	changes := make([]int, len(leeways))
	if e.HasFound && e.FoundRow == e.Index {
		factual := e.Found.Factual.Values.Values()
		for _, c := range e.Found.Found {
			for j, v := range c.Values.Values() {
				if j < len(changes) && v != factual[j] {
					changes[j]++
				}
			}
		}
	}
	p.of, p.order = now, p.order[:0:0]
	for j := range leeways {
		p.order = append(p.order, j)
	}
	place := func(j int) int {
		switch {
		case leeways[j].Locked != "":
			return 2
		case changes[j] > 0:
			return 0
		}
		return 1
	}
	slices.SortStableFunc(p.order, func(a, b int) int {
		if pa, pb := place(a), place(b); pa != pb {
			return pa - pb
		}
		return changes[b] - changes[a]
	})
}

func (p *rowPanel) onFrom(ctx app.Context, from int) { p.from = from }

func (p *rowPanel) onPrev(ctx app.Context, e app.Event) { kit.Do(ctx, store.StepRow{By: -1}) }
func (p *rowPanel) onNext(ctx app.Context, e app.Event) { kit.Do(ctx, store.StepRow{By: 1}) }

func (p *rowPanel) onRandom(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.RandomRow{Draw: rand.Uint64()})
}

func (p *rowPanel) onReset(ctx app.Context, e app.Event) { kit.Do(ctx, store.ResetRow{}) }

func (p *rowPanel) onClear(ctx app.Context, e app.Event) {
	if p.Explain.Limited() > 0 {
		kit.Do(ctx, store.ClearLimits{})
	}
}

// chooser finds another row, by words or by values.
func (p *rowPanel) chooser() app.UI {
	e := p.Explain
	fold := app.Details().Class("fold", "is-wide").Body(
		app.Summary().ID("chooser-title").Text(textChooseRow),
		app.Div().Class("stack", "is-tight").Body(
			app.Div().Class("chooser").Body(
				&widget.Select{Label: textFrom, Options: Parts, Value: string(e.Part), OnChange: p.onPart},
				&widget.Text{Label: textSearch, Help: textSearchHelp, Value: e.Search, OnChange: p.onSearch}),
			&rowFilter{State: p.State}))
	body := []app.UI{fold, app.Span().Class("panel-note").Aria("hidden", "true").Text(textRowOf(e)), widget.Button(textRandomRow, widget.Quiet, p.onRandom).Class("is-small")}
	if e.HasRow {
		body = append(body, &markButton{Row: e.Index, On: slices.Contains(e.Marks, e.Index)})
	}
	if len(e.Marks) > 0 {
		body = append(body, p.marks())
	}
	if e.Hits.Shown {
		body = append(body, p.hits())
	}
	return app.Div().Class("chooser-line").Body(body...)
}

// marks leads to the rows that are marked.
func (p *rowPanel) marks() app.UI {
	items := []app.UI{app.Span().Class("panel-note").Text(textMarked)}
	for _, row := range p.Explain.Marks {
		items = append(items, &markChip{Row: row, Place: p.Data.Place(row), Here: row == p.Explain.Index})
	}
	return app.Div().Class("stack", "marks").Role("group").Aria("label", textMarkedRows).Body(app.Div().Class("chips").Body(items...))
}

// markButton marks the row to be found again, or takes the mark away.
type markButton struct {
	app.Compo
	Row int
	On  bool
}

func (b *markButton) Render() app.UI {
	return widget.Button(textMark(b.On), widget.Quiet, b.onClick).Class("is-small").Aria("pressed", b.On).Aria("label", textMarkRow)
}

func (b *markButton) onClick(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.MarkRow{Row: b.Row, On: !b.On})
}

// markChip goes to a marked row.
type markChip struct {
	app.Compo
	Row   int
	Place int // of the row in its file
	Here  bool
}

func (c *markChip) Render() app.UI {
	return app.Button().Type("button").Class("chip").Aria("pressed", c.Here).Aria("label", textGoToMark(c.Place)).OnClick(c.onClick).Text(store.FormatCount(c.Place + 1))
}

func (c *markChip) onClick(ctx app.Context, e app.Event) { kit.Do(ctx, store.GoToMark{Row: c.Row}) }

func (p *rowPanel) onPart(ctx app.Context, v string) {
	kit.Do(ctx, store.SetPart{Part: data.Part(v)})
}

func (p *rowPanel) onRow(ctx app.Context, v float64) { kit.Do(ctx, store.GoToRow{Pos: int(v) - 1}) }

func (p *rowPanel) onSearch(ctx app.Context, text string) { kit.Do(ctx, store.SetHits{Search: text}) }

func (p *rowPanel) hits() app.UI {
	h, schema := p.Explain.Hits, p.Data.Table.Schema
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
			Pos: h.From + i, Text: textHit(p.Data.Place(h.Index[i]), schema, row, h.Outcomes[i], said), Current: h.From+i == p.Explain.Pos})
	}
	body := []app.UI{app.P().Class("panel-note").Role("status").Text(textHits(p.Explain.Total))}
	body = append(body, app.Ol().Class("hits").Body(items...))
	if p.Explain.Total > len(items) {
		body = append(body, app.Div().Class("toolbar").Body(
			widget.Button(textEarlierHits, widget.Quiet, p.onEarlier).Aria("disabled", h.From == 0),
			widget.Button(textLaterHits, widget.Quiet, p.onLater).Aria("disabled", h.From+len(items) >= p.Explain.Total),
		))
	}
	return app.Div().Class("hit-list").Body(body...)
}

func (p *rowPanel) onEarlier(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.MoreHits{From: p.Explain.Hits.From - store.MaxHits})
}

func (p *rowPanel) onLater(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.MoreHits{From: p.Explain.Hits.From + store.MaxHits})
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

// Parts are those of the table that rows are taken from.
var Parts = []widget.Option{{Value: string(data.TestRows), Text: textHeldOutRows}, {Value: string(data.AllRows), Text: textAllRows}}

// own are the rules of the person between features.
func (p *rowPanel) own(s data.Schema) app.UI {
	items := make([]app.UI, 0, len(p.Explain.Own))
	for i, r := range p.Explain.Own {
		if r.Check(s) == nil { // or it is of a table before this one
			items = append(items, &ownRule{At: i, Sentence: r.String(s)})
		}
	}
	body := []app.UI{app.P().Class("panel-note").Text(textLimitsHelp)}
	if len(items) == 0 {
		body = append(body, app.P().Class("panel-note").Text(textNoOwnRules))
	} else {
		body = append(body, app.Ul().Class("rules").Aria("label", textOwnRules).Body(items...))
	}
	return app.Div().Class("stack", "is-tight").Role("group").Aria("label", TextLimits).Body(
		app.P().Class("panel-note").Text(textLimitsSet(s, p.Explain, p.Horizons())),
		app.Details().Class("fold", "is-wide").Body(
			app.Summary().ID("own-rules-title").Text(textOwnRules),
			app.Div().Class("stack", "is-tight").Body(append(body, &graph.RuleForm{State: p.State, Own: true})...)))
}

// ownRule is a rule of the person explained.
type ownRule struct {
	app.Compo
	At       int
	Sentence string
}

func (r *ownRule) Render() app.UI {
	return app.Li().Class("rule").Body(graph.RuleSentence(r.Sentence), app.Div().Class("rule-tools").Body(
		widget.Button(kit.TextRemove, widget.Quiet, r.onRemove).Aria("label", kit.TextRemoveOf(r.Sentence))))
}

func (r *ownRule) onRemove(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.RemoveOwnRule{At: r.At})
	kit.Focus("own-rules-title") // the button goes away
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

// rowTitleID is the heading of the row.
const rowTitleID = "row-title"
