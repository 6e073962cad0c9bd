package label

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/label"
)

const ListID = "label-list-title"

// labelList lists everybody's labels, so that they can be changed.
type labelList struct {
	app.Compo
	*store.State
	from    int // place of the first label on show among those chosen
	editing string
}

func (p *labelList) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Labels) }

func (p *labelList) Render() app.UI {
	shown := p.Labels.Shown()
	slices.Reverse(shown) // the last label first
	var filter app.UI
	if len(p.Labels.List) > 0 {
		filter = p.filter()
	}
	body := []app.UI{
		app.H2().ID(ListID).Class("panel-title").TabIndex(-1).Text(textLabelList),
		filter,
		&Tools{None: len(p.Labels.List) == 0, NoneShown: len(shown) == 0, OnExport: p.onExport,
			OnRemove: p.onRemoveShown, OnFile: p.onFile},
	}
	switch {
	case len(p.Labels.List) == 0:
		body = append(body, app.P().Class("panel-note").Text(TextNoLabels))
	case len(shown) == 0:
		body = append(body, app.P().Class("panel-note").Text(TextNoLabelsShown))
	default:
		body = append(body, p.table(shown))
	}
	return app.Section().Class("panel").Aria("labelledby", ListID).Body(body...)
}

// filter chooses labels to list.
func (p *labelList) filter() app.UI {
	return app.Div().Class("stack", "is-tight").Body(
		&Filter{Of: p.Labels.Filter, People: Lines(p.Labels.People()), OnChange: p.onFilter},
		app.P().Class("panel-note").Text(textDisagreements(len(p.Labels.Disagree))),
		p.broken(),
	)
}

// broken exists while labels contradict a hard rule, or only those are listed.
func (p *labelList) broken() app.UI {
	n := len(p.Labels.Broken)
	if n == 0 && !p.Labels.Filter.Broken {
		return app.Div().Hidden(true)
	}
	body := []app.UI{&widget.Toggle{Key: "filter-broken", Label: textOnlyBroken, On: p.Labels.Filter.Broken,
		OnChange: p.onBroken}}
	if n > 0 {
		body = append(body, widget.Notice(widget.Warning, textBrokenLabels(n)))
	}
	return app.Div().Class("stack", "is-tight").Body(body...)
}

func (p *labelList) onBroken(ctx app.Context, on bool) {
	f := p.Labels.Filter
	f.Broken = on
	p.onFilter(ctx, f)
}

func (p *labelList) table(shown []int) app.UI {
	s := p.Data.Table.Schema
	against := p.Labels.Contradicted()
	low, high := kit.OnPage(p.from, len(shown))
	var rows []app.UI
	for _, i := range shown[low:high] {
		x := p.Labels.List[i]
		if len(x.Factual) != len(s.Features) {
			continue // the table is lost with its engine
		}
		row := &labelRow{Index: i, Row: textNoLabelRow(x.Row), Change: textShortChange(s, x.Factual, x.Counterfactual),
			Verdict: x.Verdict, Reason: namesOf(s, x.Reason), By: TextPerson(x.By, x.Source), Disagrees: against[i],
			Against: textAgainst(s, p.Labels.Against(i)), Editing: p.editing == labelKey(x), OnEdit: p.onEdit}
		if row.Editing || row.Against != "" {
			row.Reasons = reasonsOf(s, x)
		}
		rows = append(rows, row)
	}
	return app.Div().Class("stack", "is-tight").Body(
		app.P().Class("panel-note").Text(TextListed(len(shown), len(p.Labels.List))),
		widget.TableRegion(textLabelListRegion, app.Text("")).Class("is-tall").Body(
			app.Table().Class("table", "label-table").Aria("label", textLabelListTable).Body(
				kit.HeaderRow(textTableRow, textLabelChange, textTheVerdict, textReason, textBy, textLabelActions),
				app.TBody().Body(rows...))),
		&kit.Pages{What: textLabelsWord, From: low, Of: len(shown), OnFrom: p.onFrom},
	)
}

// labelKey identifies a label, wherever it is in the list.
func labelKey(x label.Label) string { return x.By + "\n" + x.Pair() }

func (p *labelList) onFrom(ctx app.Context, from int) { p.from = from }

// onEdit opens a label, or closes it.
func (p *labelList) onEdit(ctx app.Context, index int) {
	if index >= len(p.Labels.List) {
		return
	}
	key := labelKey(p.Labels.List[index])
	if p.editing == key {
		key = ""
	}
	p.editing = key
}

func (p *labelList) onFilter(ctx app.Context, f store.LabelFilter) {
	p.from = 0
	kit.Do(ctx, store.SetLabelFilter{LabelFilter: f})
}

func (p *labelList) onExport(ctx app.Context) {
	kit.Download(TextLabelFile(p.Data.Table.Name), "text/csv", string(p.Labels.CSV(p.Data.Table.Schema)))
}

func (p *labelList) onFile(ctx app.Context, b []byte) { kit.Do(ctx, store.ImportLabels{Bytes: b}) }

func (p *labelList) onRemoveShown(ctx app.Context) {
	kit.Do(ctx, store.RemoveShown{})
	kit.Focus(ListID) // the button may go away
}
