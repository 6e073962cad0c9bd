package images

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	steps "causeway/app/ui/label"
	"causeway/app/ui/widget"
	"causeway/core/label"
)

// labelRow is a label in the list. Changing a field redraws it.
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
	v := label.Feasible
	if r.Feasible {
		v = label.Infeasible
	}
	kit.Do(ctx, store.EditLabel{Index: r.Index, Verdict: v})
}

func (r *labelRow) onRemove(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.RemoveLabel{Index: r.Index})
}
