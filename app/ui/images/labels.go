package images

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	steps "causeway/app/ui/label"
	"causeway/app/ui/widget"
	"causeway/core/label"
)

const listID = "image-label-list"

// labelList lists everybody's labels, so that they can be changed.
type labelList struct {
	seen
	from int // place of the first label on show among those chosen
}

func (p *labelList) Render() app.UI {
	l := p.Images.Labels
	shown := l.Shown(p.State.Labels.Filter)
	slices.Reverse(shown) // the last label first
	var filter app.UI
	if len(l.List) > 0 {
		filter = &steps.Filter{Of: p.State.Labels.Filter, People: steps.Lines(l.People()), Decided: true,
			OnChange: p.onFilter}
	}
	body := []app.UI{
		app.H2().ID(listID).Class("panel-title").TabIndex(-1).Text(textLabelList),
		filter,
		&steps.Tools{None: len(l.List) == 0, NoneShown: len(shown) == 0, OnExport: p.onExport,
			OnRemove: p.onRemoveShown, OnFile: p.onFile},
	}
	switch {
	case len(l.List) == 0:
		body = append(body, app.P().Class("panel-note").Text(textNoLabels))
	case len(shown) == 0:
		body = append(body, app.P().Class("panel-note").Text(textNoLabelsShown))
	default:
		body = append(body, p.table(shown))
	}
	return app.Section().Class("panel").Aria("labelledby", listID).Body(body...)
}

// labelsOnPage is how many labels are on the page with their pictures at a time.
const labelsOnPage = 20

func (p *labelList) table(shown []int) app.UI {
	l, set := p.Images.Labels, p.Images.Set
	against := map[int]bool{}
	for _, i := range slices.Concat(label.Disagreements(l.List)...) {
		against[i] = true
	}
	low, high := kit.OnPageOf(p.from, len(shown), labelsOnPage)
	var rows []app.UI
	for _, i := range shown[low:high] {
		x := l.List[i]
		rows = append(rows, &labelRow{Index: i, Factual: string(x.Factual), Pixels: string(x.Pixels), H: set.H,
			W: set.W, Target: x.Target,
			Feasible: x.Feasible, By: steps.TextPerson(x.By, label.Person), Disagrees: against[i]})
	}
	return app.Div().Class("stack", "is-tight").Body(
		app.P().Class("panel-note").Text(steps.TextListed(len(shown), len(l.List))),
		widget.TableRegion(textLabelListRegion, app.Text("")).Class("is-tall").Body(
			app.Table().Class("table", "label-table", "image-labels").Aria("label", textLabelListTable).Body(
				kit.HeaderRow(textTarget, textWas, textVerdict, textBy, textActions), app.TBody().Body(rows...))),
		&kit.Pages{What: textLabelsWord, From: low, Of: len(shown), Size: labelsOnPage, OnFrom: p.onFrom})
}

func (p *labelList) onFrom(ctx app.Context, from int) { p.from = from }

func (p *labelList) onFilter(ctx app.Context, f store.LabelFilter) {
	p.from = 0
	kit.Do(ctx, store.SetLabelFilter{LabelFilter: f})
}

func (p *labelList) onExport(ctx app.Context) {
	kit.Download(steps.TextLabelFile(p.Images.Set.Name), "text/csv", string(p.Images.CSV()))
}

func (p *labelList) onFile(ctx app.Context, b []byte) {
	kit.Do(ctx, store.ImportLabels{Bytes: b})
}

func (p *labelList) onRemoveShown(ctx app.Context) {
	kit.Do(ctx, store.RemoveShown{})
	kit.Focus(listID) // the button may go away
}

// labelRow is a label in the list. Its fields are what it shows, so a change redraws it.
type labelRow struct {
	app.Compo
	Index, Target   int
	Factual, Pixels string
	H, W            int
	Feasible        bool
	By              string
	Disagrees       bool
}

func (r *labelRow) Render() app.UI {
	n, scale := r.Index+1, scaleOf(r.H, 56)
	said := label.Image{Feasible: r.Feasible}.Verdict()
	return app.Tr().Body(
		app.Th().Scope("row").Class("num").Text(r.Target),
		app.Td().Body(app.Div().Class("pixel-pair").Role("img").Aria("label", textJudged(r.Target)).Body(
			picture([]byte(r.Factual), r.H, r.W, &grey, scale, ""), app.Span().Aria("hidden", "true").Text("→"),
			picture([]byte(r.Pixels), r.H, r.W, &grey, scale, ""))),
		app.Td().Body(steps.Word(said)), steps.By(r.By, r.Disagrees),
		app.Td().Body(app.Div().Class("label-actions").Body(
			widget.Button(textFlip(r.Feasible), widget.Quiet, r.onFlip).Class("is-small").Aria("label",
				textFlipNo(n, r.Feasible)),
			widget.Button(kit.TextRemove, widget.Quiet, r.onRemove).Class("is-small").Aria("label", textRemoveNo(n)))))
}

func (r *labelRow) onFlip(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.FlipImageLabel{Index: r.Index})
}

func (r *labelRow) onRemove(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.RemoveLabel{Index: r.Index})
}
