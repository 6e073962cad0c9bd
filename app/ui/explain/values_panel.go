package explain

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/wire"
)

// valuesPanel shows the factual and its counterfactuals with all values, and exports
// them.
type valuesPanel struct {
	app.Compo
	*store.State
	chosen  bool // changedOnly is the person's choice
	changed bool
}

func (p *valuesPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Explain|kit.Graph) }

func (p *valuesPanel) Render() app.UI {
	if !p.Explain.HasFound {
		return app.Div()
	}
	return app.Div().Class("stack", "is-tight").Body(
		app.H3().Class("person-label").Text(textAllValues),
		app.Div().Class("stack").Body(
			&widget.Toggle{Label: kit.TextChangedOnly, On: p.changedOnly(), OnChange: p.onChangedOnly},
			widget.TableRegion(textResultsRegion, p.table()),
			app.Div().Class("toolbar").Body(
				widget.Button(textDownload, widget.Secondary, p.onDownload),
				widget.Button(textWorkbook, widget.Secondary, p.onWorkbook),
				widget.Button(textCopy, widget.Secondary, p.onCopy),
			),
			app.P().Class("panel-note").Body(kit.Worded(TextTried(p.Explain.Found, p.Shown()))...)),
	)
}

func (p *valuesPanel) changedOnly() bool {
	if p.chosen {
		return p.changed
	}
	return len(p.Data.Table.Schema.Features) > kit.ManyFeatures
}

func (p *valuesPanel) onChangedOnly(ctx app.Context, on bool) { p.chosen, p.changed = true, on }

// table has a column for every feature, after the prediction. The first row is the
// factual.
func (p *valuesPanel) table() app.UI {
	schema := p.Data.Table.Schema
	x := p.Explain.Found.Blank(schema)
	factual := x.Factual.Row
	shown := p.shown(x)
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
	for i, c := range x.Rows {
		rows = append(rows, p.tableRow(TextCounterfactualNo(i+1), factual, c, shown))
	}
	return app.Table().Class("table", "is-pinned").Body(
		app.Elem("caption").Class("visually-hidden").Text(textCounterfactuals),
		app.THead().Body(app.Tr().Body(head...)),
		app.TBody().Body(rows...),
	)
}

// shown lists the features that have a column.
func (p *valuesPanel) shown(x wire.Explained) []int {
	all := p.Data.Table.Schema.Displayed()
	if !p.changedOnly() {
		return all
	}
	return slices.DeleteFunc(all, func(j int) bool {
		return !slices.ContainsFunc(x.Rows, func(c wire.Counterfactual) bool { return c.Row[j] != x.Factual.Row[j] })
	})
}

func (p *valuesPanel) tableRow(name string, factual []float64, c wire.Counterfactual, shown []int) app.HTMLTr {
	schema, values := p.Shown(), c.Row
	class := schema.Outcome.Format(float64(c.Class))
	cells := []app.UI{
		app.Th().Scope("row").Text(name),
		kit.Titled(app.Td(), class).Class("is-outcome").Text(class),
		app.Td().Class("num", "is-outcome").Text(TextSure(schema.Outcome, c)),
		app.Td().Class("num").Text(c.Changed),
	}
	deeds := p.Follows().Deeds(factual, c)
	for _, j := range shown {
		f := schema.Features[j]
		cell := app.Td().Class(kit.CellClass(f))
		if values[j] == factual[j] {
			cells = append(cells, kit.Titled(cell, f.Format(values[j])).Text(f.Format(values[j])))
			continue
		}
		body := []app.UI{widget.Changed(f.Format(factual[j]), f.Format(values[j]))}
		if deeds.Follows(j) {
			body = append(body, app.Span().Class("muted").Text(TextFollowsMark))
		}
		cells = append(cells, kit.Titled(cell, kit.TextFromTo(f.Format(factual[j]), f.Format(values[j]))).Class(
			"cell-changed").Body(body...))
	}
	return app.Tr().Body(cells...)
}
