package label

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/label"
)

const ListID = "label-list-title"

// labelList lists the labels of everybody, for a change of mind.
type labelList struct {
	app.Compo
	data    store.Data
	labels  store.Labels
	from    int // place of the first that is shown among those chosen
	editing string
}

func (p *labelList) OnMount(ctx app.Context) {
	kit.TopicData.Observe(ctx, &p.data)
	kit.TopicLabels.Observe(ctx, &p.labels)
}

func (p *labelList) Render() app.UI {
	shown := p.labels.Shown()
	slices.Reverse(shown) // the last one first
	body := []app.UI{
		app.H2().ID(ListID).Class("panel-title").TabIndex(-1).Text(textLabelList),
		p.filter(),
		app.Div().Class("toolbar").Body(
			widget.Button(kit.TextExportCSV, widget.Secondary, p.onExport).Aria("disabled", len(p.labels.List) == 0),
			&widget.File{Label: textImportLabels, Accept: ".csv,text/csv", OnFile: p.onFile},
			widget.Button(textRemoveShown, widget.Quiet, p.onRemoveShown).Aria("disabled", len(shown) == 0),
		),
	}
	switch {
	case len(p.labels.List) == 0:
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
	f := p.labels.Filter
	verdict, person := "", ""
	if f.OnlyOf {
		verdict = strconv.Itoa(int(f.Verdict))
	}
	if f.OnlyBy {
		person = "by " + f.By
	}
	people := []widget.Option{{Text: textEverybody}}
	for _, name := range p.labels.People() {
		people = append(people, widget.Option{Value: "by " + name, Text: textPerson(name, label.Person)})
	}
	return app.Div().Class("stack", "is-tight").Body(
		app.Div().Class("row").Body(
			&widget.Select{Key: "filter-verdict", Label: textFilterVerdict, Options: slices.Concat([]widget.Option{{Text: textAllVerdicts}}, verdictOptions), Value: verdict, OnChange: p.onVerdict},
			&widget.Select{Key: "filter-person", Label: textFilterPerson, Options: people, Value: person, OnChange: p.onPerson},
		),
		&widget.Toggle{Key: "filter-disagree", Label: textOnlyDisagree, On: f.Disagree, OnChange: p.onDisagree},
		app.P().Class("panel-note").Text(textDisagreements(len(p.labels.Disagree))),
		p.broken(),
	)
}

// broken is there while labels contradict a hard rule, or only those are listed.
func (p *labelList) broken() app.UI {
	n := len(p.labels.Broken)
	if n == 0 && !p.labels.Filter.Broken {
		return app.Div().Hidden(true)
	}
	body := []app.UI{&widget.Toggle{Key: "filter-broken", Label: textOnlyBroken, On: p.labels.Filter.Broken, OnChange: p.onBroken}}
	if n > 0 {
		body = append(body, widget.Notice(widget.Warning, textBrokenLabels(n)))
	}
	return app.Div().Class("stack", "is-tight").Body(body...)
}

func (p *labelList) onBroken(ctx app.Context, on bool) {
	p.set(ctx, func(f *store.LabelFilter) { f.Broken = on })
}

func (p *labelList) table(shown []int) app.UI {
	s := p.data.Table.Schema
	against := p.labels.Contradicted()
	low, high := kit.OnPage(p.from, len(shown))
	var rows []app.UI
	for _, i := range shown[low:high] {
		x := p.labels.List[i]
		if len(x.Factual) != len(s.Features) {
			continue // the labels of another table, which is published next
		}
		row := &labelRow{Index: i, Row: textNoLabelRow(x.Row), Change: textShortChange(s, x.Factual, x.Counterfactual),
			Verdict: x.Verdict, Reason: namesOf(s, x.Reason), By: textPerson(x.By, x.Source), Disagrees: against[i],
			Against: textAgainst(s, p.labels.Against(i)), Editing: p.editing == labelKey(x), OnEdit: p.onEdit}
		if row.Editing || row.Against != "" {
			row.Reasons = reasonsOf(s, x)
		}
		rows = append(rows, row)
	}
	return app.Div().Class("stack", "is-tight").Body(
		app.P().Class("panel-note").Text(textListed(len(shown), len(p.labels.List))),
		widget.TableRegion(textLabelListRegion, app.Text("")).Class("is-tall").Body(
			app.Table().Class("table", "label-table").Aria("label", textLabelListTable).Body(
				kit.HeaderRow(textTableRow, textLabelChange, textTheVerdict, textReason, textBy, textLabelActions), app.TBody().Body(rows...))),
		&kit.Pages{What: textLabelsWord, From: low, Of: len(shown), OnFrom: p.onFrom},
	)
}

// labelKey names a label, wherever it stands.
func labelKey(x label.Label) string { return x.By + "\n" + x.Pair() }

func (p *labelList) onFrom(ctx app.Context, from int) { p.from = from }

// onEdit opens a label, or closes it.
func (p *labelList) onEdit(ctx app.Context, index int) {
	if index >= len(p.labels.List) {
		return
	}
	key := labelKey(p.labels.List[index])
	if p.editing == key {
		key = ""
	}
	p.editing = key
}

// set changes the filter.
func (p *labelList) set(ctx app.Context, change func(*store.LabelFilter)) {
	f := p.labels.Filter
	change(&f)
	p.from = 0
	kit.Do(ctx, store.SetLabelFilter{LabelFilter: f})
}

func (p *labelList) onVerdict(ctx app.Context, v string) {
	n, only := kit.Chosen(v)
	p.set(ctx, func(f *store.LabelFilter) { f.Verdict, f.OnlyOf = label.Verdict(n), only })
}

func (p *labelList) onPerson(ctx app.Context, v string) {
	p.set(ctx, func(f *store.LabelFilter) { f.OnlyBy, f.By = v != "", strings.TrimPrefix(v, "by ") })
}

func (p *labelList) onDisagree(ctx app.Context, on bool) {
	p.set(ctx, func(f *store.LabelFilter) { f.Disagree = on })
}

func (p *labelList) onExport(ctx app.Context, e app.Event) {
	if len(p.labels.List) > 0 {
		kit.Download(textLabelFile(p.data.Table.Name), "text/csv", string(p.labels.CSV(p.data.Table.Schema)))
	}
}

func (p *labelList) onFile(ctx app.Context, file app.Value) {
	name := file.Get("name").String()
	if file.Get("size").Int() > store.MaxFile {
		kit.Do(ctx, store.Say{Text: textLabelsUnreadable(name, "it is larger than "+store.FormatSize(store.MaxFile))})
		return
	}
	kit.ReadFile(file, func(b []byte) { kit.Do(ctx, store.ImportLabels{Bytes: b}) },
		func(why string) { kit.Do(ctx, store.Say{Text: textLabelsUnreadable(name, why)}) })
}

func (p *labelList) onRemoveShown(ctx app.Context, e app.Event) { kit.Do(ctx, store.RemoveShown{}) }
