package label

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
)

// proposalPanel shows rules that explain the labels. Without any it is empty.
type proposalPanel struct {
	app.Compo
	data   store.Data
	labels store.Labels
}

func (p *proposalPanel) OnMount(ctx app.Context) {
	kit.TopicData.Observe(ctx, &p.data)
	kit.TopicLabels.Observe(ctx, &p.labels)
}

func (p *proposalPanel) Render() app.UI {
	s := p.data.Table.Schema
	var items []app.UI
	for i, x := range p.labels.Proposals {
		if x.Rule.Check(s) == nil { // table and labels are published one after the other
			items = append(items, &proposal{Index: i, Text: x.Rule.String(s), Evidence: textEvidenceOf(x)})
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
	Index          int
	Text, Evidence string
	labels         store.Labels
}

func (p *proposal) OnMount(ctx app.Context) { kit.TopicLabels.Observe(ctx, &p.labels) }

func (p *proposal) Render() app.UI {
	return app.Li().Class("finding").Body(
		app.Div().Class("way").Body(app.P().Body(app.Strong().Text(p.Text)), app.P().Class("panel-note").Text(p.Evidence)),
		widget.Button(textAddAsRule, widget.Secondary, p.onAdd).Class("is-small").Aria("label", textAddThisRule(p.Text)),
	)
}

func (p *proposal) onAdd(ctx app.Context, e app.Event) {
	if p.Index < len(p.labels.Proposals) {
		kit.Do(ctx, store.AddRule{Rule: p.labels.Proposals[p.Index].Rule})
		kit.Focus(ListID) // the proposal goes away
	}
}
