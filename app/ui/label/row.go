package label

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
	"causeway/core/label"
)

// labelRow is a label in the list. Changing a field redraws it.
type labelRow struct {
	app.Compo
	Index       int
	Row, Change string
	Verdict     label.Verdict
	Reason, By  string
	Disagrees   bool
	Against     string // hard rules that the label contradicts
	Editing     bool
	Reasons     []reasonOf // to choose from during editing
	OnEdit      func(app.Context, int)
}

// reasonOf is a feature that changed.
type reasonOf struct {
	Feature int
	Name    string
	On      bool
}

// reasonsOf lists the possible reasons of a label.
func reasonsOf(s data.Schema, x label.Label) []reasonOf {
	var list []reasonOf
	for _, j := range x.Changed() {
		list = append(list, reasonOf{j, s.Features[j].Name, slices.Contains(x.Reason, j)})
	}
	return list
}

func (r *labelRow) Render() app.UI {
	n := r.Index + 1
	verdict := app.Td().Body(Word(r.Verdict))
	reason, edit, name := app.Td().Class("wrap").Text(r.Reason), textEdit, textEditNo(n)
	if r.Editing {
		verdict = app.Td().Class("bare").Body(&widget.Select{Key: "label-verdict", Label: textVerdictNo(n),
			Options: verdictOptions, Value: strconv.Itoa(int(r.Verdict)), OnChange: r.onVerdict})
		reason, edit, name = app.Td().Class("wrap").Body(r.reasons()), textEditDone, textEditDoneNo(n)
	}
	if r.Against != "" && !r.Editing {
		verdict = app.Td().Class("wrap").Body(
			Word(r.Verdict), app.Text(" "),
			app.Span().Class("badge", "is-warning").Text(textBreaksRule),
			app.P().Class("panel-note").Text(r.Against),
			app.Div().Class("label-actions").Body(
				widget.Button(TextCallInfeasible, widget.Secondary, r.onCallInfeasible).Class("is-small").Aria("label",
					TextCallInfeasibleNo(n)),
				app.A().Href("#causes").Class("button", "is-small").Text(textGoRule)))
	}
	tr, toggle := app.Tr(), widget.Button(edit, widget.Quiet, r.onEdit).Class("is-small").Aria("label", name)
	if r.Editing {
		tr, toggle = tr.DataSet("leave", true), toggle.DataSet("leaves", true)
	}
	return tr.Body(
		app.Th().Scope("row").Class("num").Text(r.Row),
		app.Td().Class("wrap").Text(r.Change),
		verdict, reason, By(r.By, r.Disagrees),
		app.Td().Body(app.Div().Class("label-actions").Body(
			toggle,
			widget.Button(kit.TextRemove, widget.Quiet, r.onRemove).Class("is-small").Aria("label", textRemoveNo(n)),
		)),
	)
}

func (r *labelRow) reasons() app.UI {
	chips := make([]app.UI, len(r.Reasons))
	for i, x := range r.Reasons {
		chips[i] = &reasonChip{Feature: x.Feature, Name: x.Name, On: x.On, OnToggle: r.onReason}
	}
	return app.Div().Class("reason-chips").Body(chips...)
}

// chosen lists the features that are named as the reason.
func (r *labelRow) chosen() []int {
	var list []int
	for _, x := range r.Reasons {
		if x.On {
			list = append(list, x.Feature)
		}
	}
	return list
}

func (r *labelRow) onVerdict(ctx app.Context, v string) {
	if n, ok := kit.Chosen(v); ok {
		kit.Do(ctx, store.EditLabel{Index: r.Index, Verdict: label.Verdict(n), Reason: r.chosen()})
	}
}

func (r *labelRow) onReason(ctx app.Context, feature int) {
	kit.Do(ctx, store.EditLabel{Index: r.Index, Verdict: r.Verdict, Reason: kit.Toggled(r.chosen(), feature)})
}

func (r *labelRow) onCallInfeasible(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.EditLabel{Index: r.Index, Verdict: label.Infeasible, Reason: r.chosen()})
	kit.Focus(ListID) // the button goes away
}

func (r *labelRow) onEdit(ctx app.Context, e app.Event) { r.OnEdit(ctx, r.Index) }

func (r *labelRow) onRemove(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.RemoveLabel{Index: r.Index})
}
