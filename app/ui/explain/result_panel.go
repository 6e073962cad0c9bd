package explain

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/wire"
)

// resultPanel shows the factual with its counterfactuals.
type resultPanel struct {
	app.Compo
	data    store.Data
	explain store.Explain
	graph   store.Graph
	chosen  bool // changedOnly is the person's choice
	changed bool
}

func (p *resultPanel) OnMount(ctx app.Context) {
	kit.TopicData.Observe(ctx, &p.data)
	kit.TopicExplain.Observe(ctx, &p.explain)
	kit.TopicGraph.Observe(ctx, &p.graph)
}

func (p *resultPanel) Render() app.UI {
	e, schema := p.explain, p.data.Table.Schema
	if !e.HasFound {
		return app.Div()
	}
	x := e.Found
	body := []app.UI{
		app.H2().ID(kit.ResultsID).Class("panel-title").TabIndex(-1).Text(TextResults(e.FoundRow, !slices.Equal(x.Factual.Values.Values(), e.Row))),
	}
	if e.Stale() {
		body = append(body, widget.Notice(widget.Info, TextStale))
	} else if e.OldRules {
		body = append(body, widget.Notice(widget.Info, TextOldRules))
	}
	if without := TextSearchedWithout(x.Laws); without != "" {
		body = append(body, widget.Notice(widget.Info, without))
	}
	if len(x.Found) == 0 {
		body = append(body, widget.Notice(widget.Warning, TextNoneFound(x, schema)), p.longer(), whyNone(x, schema, p.follows()))
	} else {
		if x.Unclear {
			body = append(body, widget.Notice(widget.Info, TextNotClear(e)))
		}
		if x.Frail {
			body = append(body, widget.Notice(widget.Info, TextFrail))
		}
		body = append(body, app.P().Text(TextFoundLead(x, schema)), p.sentences(), p.longer())
		if n := len(x.Found); n < e.Asked && x.Valid > n {
			body = append(body, app.P().Class("panel-note").Text(textFewer(n, e.Asked)))
		}
		if x.NoDegree != "" {
			body = append(body, app.P().Class("panel-note").Text(x.NoDegree))
		}
		body = append(body, app.P().Class("panel-note").Text(TextHonest))
	}
	body = append(body,
		&widget.Toggle{Label: kit.TextChangedOnly, On: p.changedOnly(), OnChange: p.onChangedOnly},
		widget.TableRegion(textResultsRegion, p.table()),
		app.Div().Class("toolbar").Body(
			widget.Button(textDownload, widget.Secondary, p.onDownload),
			widget.Button(textCopy, widget.Secondary, p.onCopy),
		),
		app.P().Class("panel-note").Text(TextTried(x, schema)),
	)
	return app.Section().Class("panel", "results").Aria("labelledby", kit.ResultsID).Body(body...)
}

func (p *resultPanel) changedOnly() bool {
	if p.chosen {
		return p.changed
	}
	return len(p.data.Table.Schema.Features) > kit.ManyFeatures
}

func (p *resultPanel) onChangedOnly(ctx app.Context, on bool) { p.chosen, p.changed = true, on }

func (p *resultPanel) sentences() app.UI {
	x, schema := p.explain.Found, p.data.Table.Schema
	factual := x.Factual.Values.Values()
	follows := p.follows()
	items := make([]app.UI, len(x.Found))
	for i, c := range x.Found {
		items[i] = app.Li().Class("finding").Body(
			app.Div().Class("way").Body(kit.SentenceOf(PhrasesOf(schema, factual, c, follows)), p.beside(i, c)),
			&useButton{Index: i},
			proofOf(x, schema, c),
		)
	}
	return app.Ol().Class("findings").Body(items...)
}

// beside says what is known of a counterfactual that its sentence does not say: of
// the first whether it is the nearest, and of each where the class just flips and
// whether it would still hold.
func (p *resultPanel) beside(i int, c wire.Counterfactual) app.UI {
	x, schema := p.explain.Found, p.data.Table.Schema
	var list []kit.Phrase
	if i == 0 {
		list = append(list, kit.Phrase{Text: TextNearest(x)})
	}
	if bare := BarePhrases(schema, x.Factual.Values.Values(), c, p.follows()); len(bare) > 0 {
		if i == 0 {
			list = append(list, kit.Phrase{Text: " "})
		}
		list = append(list, bare...)
	}
	if x.Judges > 0 {
		if len(list) > 0 {
			list = append(list, kit.Phrase{Text: " "})
		}
		list = append(list, kit.Phrase{Text: TextHolds(x, c)})
	}
	if len(list) == 0 {
		return app.Text("")
	}
	return app.Div().Class("panel-note").Body(kit.SentenceOf(list))
}

// longer offers a longer search where one may say more.
func (p *resultPanel) longer() app.UI {
	if !p.explain.Undecided() {
		return app.Text("")
	}
	return app.Div().Class("toolbar").Body(
		widget.Button(TextSearchLonger, widget.Secondary, p.onLonger).Aria("disabled", p.explain.Finding),
		app.P().Class("panel-note").Text(textLongerNote(p.explain.Query().Boxes)))
}

func (p *resultPanel) onLonger(ctx app.Context, e app.Event) {
	if !p.explain.Finding {
		kit.Do(ctx, store.SearchLonger{})
	}
}

// useButton puts a counterfactual into the what-if form.
type useButton struct {
	app.Compo
	Index int
}

func (b *useButton) Render() app.UI {
	return widget.Button(textUseFound, widget.Secondary, b.onUse).Class("is-small").Aria("label", textUseNo(b.Index+1))
}

func (b *useButton) onUse(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.UseCounterfactual{Index: b.Index})
	kit.Show(rowTitleID)
}

// table has a column for every feature, after what the black box says. The
// first row is the factual.
func (p *resultPanel) table() app.UI {
	x, schema := p.explain.Found, p.data.Table.Schema
	factual := x.Factual.Values.Values()
	shown := p.shown(factual)
	head := []app.UI{
		app.Th().Scope("col").Text(textResultRow),
		app.Th().Scope("col").Class("is-outcome").Text(TextPredictedClass),
		app.Th().Scope("col").Class("num", "is-outcome").Text(TextProbability),
		app.Th().Scope("col").Class("num").Text(textChangedCount),
	}
	for _, j := range shown {
		f := schema.Features[j]
		head = append(head, app.Th().Scope("col").Class(kit.CellClass(f)).Body(kit.Clamped(f.Title())))
	}
	rows := []app.UI{p.tableRow(TextFactual, factual, x.Factual, shown).Class("row-factual")}
	for i, c := range x.Found {
		rows = append(rows, p.tableRow(TextCounterfactualNo(i+1), factual, c, shown))
	}
	return app.Table().Class("table", "is-pinned").Body(
		app.Caption().Class("visually-hidden").Text(textCounterfactuals),
		app.THead().Body(app.Tr().Body(head...)),
		app.TBody().Body(rows...),
	)
}

// shown lists the features that have a column.
func (p *resultPanel) shown(factual []float64) []int {
	var all, changed []int
	for j := range factual {
		all = append(all, j)
		for _, c := range p.explain.Found.Found {
			if c.Values.Values()[j] != factual[j] {
				changed = append(changed, j)
				break
			}
		}
	}
	if p.changedOnly() {
		return changed
	}
	return all
}

func (p *resultPanel) tableRow(name string, factual []float64, c wire.Counterfactual, shown []int) app.HTMLTr {
	schema, values := p.data.Table.Schema, c.Values.Values()
	class := schema.Outcome.Format(float64(c.Class))
	cells := []app.UI{
		app.Th().Scope("row").Text(name),
		kit.Titled(app.Td(), class).Class("is-outcome").Text(class),
		app.Td().Class("num", "is-outcome").Text(ShareOf(c)),
		app.Td().Class("num").Text(c.Changed),
	}
	follows := p.follows()
	for _, j := range shown {
		f := schema.Features[j]
		cell := app.Td().Class(kit.CellClass(f))
		if values[j] == factual[j] {
			cells = append(cells, kit.Titled(cell, f.Format(values[j])).Text(f.Format(values[j])))
			continue
		}
		body := []app.UI{widget.Changed(f.Format(factual[j]), f.Format(values[j]))}
		if follows[j] {
			body = append(body, app.Span().Class("muted").Text(TextFollowsMark))
		}
		cells = append(cells, kit.Titled(cell, kit.TextFromTo(f.Format(factual[j]), f.Format(values[j]))).Class("cell-changed").Body(body...))
	}
	return app.Tr().Body(cells...)
}

func (p *resultPanel) follows() store.Following {
	return store.State{Data: p.data, Graph: p.graph, Explain: p.explain}.Follows()
}

func ShareOf(c wire.Counterfactual) string {
	shares := c.Shares.Values()
	if c.Class < 0 || c.Class >= len(shares) {
		return ""
	}
	return kit.FormatProbability(shares[c.Class])
}
