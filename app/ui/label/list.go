package label

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/label"
)

const ListID = "label-list-title"

// imagesOnPage is how many labels are on the page with their pictures at a time.
const imagesOnPage = 20

// List lists everybody's labels, so that they can be changed.
type List struct {
	app.Compo
	*store.State
	Image   func(index int, by string, disagrees bool) app.UI // a row of the table about images; nil: labels of rows
	from    int                                               // place of the first label on show among those chosen
	editing string
}

func (p *List) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Images|kit.Labels) }

func (p *List) Render() app.UI {
	all, shown, people := len(p.Labels.List), p.Labels.Shown(), p.Labels.People()
	if g := p.Images.Labels; p.Image != nil {
		all, shown, people = len(g.List), g.Shown(p.Labels.Filter), g.People()
	}
	slices.Reverse(shown) // the last label first
	body := []app.UI{app.H2().ID(ListID).Class("panel-title").TabIndex(-1).Text(textLabelList)}
	read := &widget.File{Label: textImportLabels, Accept: ".csv,text/csv", OnFile: p.onFile}
	if all == 0 {
		body = append(body, app.Div().Class("toolbar").Body(read), app.P().Class("panel-note").Text(TextNoLabels))
		return app.Section().Class("panel").Aria("labelledby", ListID).Body(body...)
	}
	body = append(body, p.filter(people), app.Div().Class("toolbar").Body(
		widget.Button(kit.TextExportCSV, widget.Secondary, p.onExport), read,
		widget.Button(textRemoveShown, widget.Quiet, p.onRemoveShown).Aria("disabled", len(shown) == 0)))
	if len(shown) == 0 {
		body = append(body, app.P().Class("panel-note").Text(TextNoLabelsShown))
	} else {
		body = append(body, p.table(shown, all))
	}
	return app.Section().Class("panel").Aria("labelledby", ListID).Body(body...)
}

// filter chooses labels to list by verdict and person.
func (p *List) filter(people []string) app.UI {
	of, verdict, person, verdicts := p.Labels.Filter, "", "", verdictOptions
	if of.OnlyOf {
		verdict = verdicts[of.Verdict].Value
	}
	if of.OnlyBy {
		person = "by " + of.By
	}
	if p.Image != nil { // no label of an image is unsure
		verdicts = verdicts[:label.Unsure]
	}
	persons := []widget.Option{{Text: textEverybody}}
	for _, name := range people {
		persons = append(persons, widget.Option{Value: "by " + name, Text: TextPerson(name, label.Person)})
	}
	body := []app.UI{
		app.Div().Class("row").Body(
			&widget.Select{Key: "filter-verdict", Label: textFilterVerdict,
				Options: slices.Concat([]widget.Option{{Text: textAllVerdicts}}, verdicts), Value: verdict,
				OnChange: p.onVerdict},
			&widget.Select{Key: "filter-person", Label: textFilterPerson, Options: persons, Value: person,
				OnChange: p.onPerson}),
		&widget.Toggle{Key: "filter-disagree", Label: textOnlyDisagree, On: of.Disagree, OnChange: p.onDisagree}}
	if p.Image == nil {
		body = append(body, app.P().Class("panel-note").Text(textDisagreements(len(p.Labels.Disagree))))
	}
	n := len(p.Labels.Broken)
	if n > 0 || of.Broken { // some labels contradict a hard rule, or only such labels are listed
		body = append(body, &widget.Toggle{Key: "filter-broken", Label: textOnlyBroken, On: of.Broken,
			OnChange: p.onBroken})
	}
	if n > 0 {
		body = append(body, widget.Notice(widget.Warning, textBrokenLabels(n)))
	}
	return app.Div().Class("stack", "is-tight").Body(body...)
}

func (p *List) show(ctx app.Context, change func(f *store.LabelFilter)) {
	f := p.Labels.Filter
	change(&f)
	p.from = 0
	kit.Do(ctx, store.SetLabelFilter{LabelFilter: f})
}

func (p *List) onVerdict(ctx app.Context, v string) {
	n, only := kit.Chosen(v)
	p.show(ctx, func(f *store.LabelFilter) { f.Verdict, f.OnlyOf = label.Verdict(n), only })
}

func (p *List) onPerson(ctx app.Context, v string) {
	p.show(ctx, func(f *store.LabelFilter) { f.OnlyBy, f.By = v != "", strings.TrimPrefix(v, "by ") })
}

func (p *List) onDisagree(ctx app.Context, on bool) {
	p.show(ctx, func(f *store.LabelFilter) { f.Disagree = on })
}

func (p *List) onBroken(ctx app.Context, on bool) {
	p.show(ctx, func(f *store.LabelFilter) { f.Broken = on })
}

func (p *List) table(shown []int, all int) app.UI {
	size, table := kit.PageRows, app.Table().Class("table", "label-table")
	head := kit.HeaderRow(textTableRow, textLabelChange, textTheVerdict, textReason, textBy, textLabelActions)
	disagree := p.Labels.Disagree
	if p.Image != nil {
		size, table = imagesOnPage, table.Class("image-labels")
		head = kit.HeaderRow(textTarget, textWas, textTheVerdict, textBy, textLabelActions)
		disagree = label.Disagreements(p.Images.Labels.List)
	}
	against := map[int]bool{}
	for _, i := range slices.Concat(disagree...) {
		against[i] = true
	}
	low, high := kit.OnPageOf(p.from, len(shown), size)
	var rows []app.UI
	for _, i := range shown[low:high] {
		if p.Image != nil {
			rows = append(rows, p.Image(i, TextPerson(p.Images.Labels.List[i].By, label.Person), against[i]))
		} else if row := p.row(i, against[i]); row != nil {
			rows = append(rows, row)
		}
	}
	return app.Div().Class("stack", "is-tight").Body(
		app.P().Class("panel-note").Text(TextListed(len(shown), all)),
		widget.TableRegion(textLabelListRegion, app.Text("")).Class("is-tall").Body(
			table.Aria("label", textLabelListTable).Body(head, app.TBody().Body(rows...))),
		&kit.Pages{What: textLabelsWord, From: low, Of: len(shown), Size: size, OnFrom: p.onFrom})
}

// row returns a label of a row, or nil if the table is lost with its engine.
func (p *List) row(i int, disagrees bool) app.UI {
	s, x := p.Data.Table.Schema, p.Labels.List[i]
	if len(x.Factual) != len(s.Features) {
		return nil
	}
	row := &labelRow{Index: i, Row: textNoLabelRow(x.Row), Change: textShortChange(s, x.Factual, x.Counterfactual),
		Verdict: x.Verdict, Reason: namesOf(s, x.Reason), By: TextPerson(x.By, x.Source), Disagrees: disagrees,
		Against: textAgainst(s, p.Labels.Against(i)), Editing: p.editing == labelKey(x), OnEdit: p.onEdit}
	if row.Editing || row.Against != "" {
		row.Reasons = reasonsOf(s, x)
	}
	return row
}

// labelKey identifies a label independently of its place in the list.
func labelKey(x label.Label) string { return x.By + "\n" + x.Pair() }

func (p *List) onFrom(ctx app.Context, from int) { p.from = from }

// onEdit opens a label, or closes it.
func (p *List) onEdit(ctx app.Context, index int) {
	if index >= len(p.Labels.List) {
		return
	}
	key := labelKey(p.Labels.List[index])
	if p.editing == key {
		key = ""
	}
	p.editing = key
}

func (p *List) onExport(ctx app.Context, e app.Event) {
	name, csv := p.Data.Table.Name, p.Labels.CSV(p.Data.Table.Schema)
	if p.Image != nil {
		name, csv = p.Images.Set.Name, p.Images.CSV()
	}
	kit.Download(TextLabelFile(name), "text/csv", string(csv))
}

func (p *List) onFile(ctx app.Context, file app.Value) {
	name := file.Get("name").String()
	if file.Get("size").Int() > store.MaxFile {
		kit.Do(ctx, store.Say{Text: textLabelsUnreadable(name, "it is larger than "+store.FormatSize(store.MaxFile))})
		return
	}
	kit.ReadFile(file, func(b []byte) { kit.Do(ctx, store.ImportLabels{Bytes: b}) },
		func(why string) { kit.Do(ctx, store.Say{Text: textLabelsUnreadable(name, why)}) })
}

func (p *List) onRemoveShown(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.RemoveShown{})
	kit.Focus(ListID) // the button may go away
}
