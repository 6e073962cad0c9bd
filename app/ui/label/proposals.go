package label

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
)

// proposalPanel shows rules that explain the labels, if there are any.
type proposalPanel struct {
	app.Compo
	*store.State
}

func (p *proposalPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Labels) }

func (p *proposalPanel) Render() app.UI {
	s := p.Data.Table.Schema
	var items []app.UI
	for i, x := range p.Labels.Proposals {
		if x.Rule.Check(s) == nil { // the table may be lost with its engine
			items = append(items, &proposal{State: p.State, Index: i, Text: x.Rule.String(s),
				Evidence: textEvidenceOf(x)})
		}
	}
	if len(items) == 0 {
		return app.Div().Hidden(true)
	}
	return app.Section().Class("panel").Aria("labelledby", "proposals-title").Body(
		app.H2().ID("proposals-title").Class("panel-title").Text(TextProposals),
		app.P().Class("panel-note").Text(textProposalLead),
		app.Ul().Class("findings", "proposals").Aria("label", TextProposals).Body(items...),
	)
}

// proposal is a rule with its evidence.
type proposal struct {
	app.Compo
	*store.State
	Index          int
	Text, Evidence string
}

func (p *proposal) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Labels) }

func (p *proposal) Render() app.UI {
	return app.Li().Class("finding").Body(
		app.Div().Class("way").Body(app.P().Body(app.Strong().Text(p.Text)),
			app.P().Class("panel-note").Text(p.Evidence)),
		widget.Button(textAddAsRule, widget.Secondary, p.onAdd).Class("is-small").Aria("label",
			textAddThisRule(p.Text)),
	)
}

func (p *proposal) onAdd(ctx app.Context, e app.Event) {
	if p.Index < len(p.Labels.Proposals) {
		kit.Do(ctx, store.AddRule{Rule: p.Labels.Proposals[p.Index].Rule})
		kit.Focus(ListID) // the proposal goes away
	}
}
