package everyone

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
)

// noticesPanel writes the notices of everybody who is refused.
type noticesPanel struct {
	app.Compo
	*store.State
}

func (p *noticesPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Batch|kit.BatchRun) }

func (p *noticesPanel) Render() app.UI {
	n := p.Batch.Notices
	off, note := n.Busy || p.Batch.Phase != store.Resting, textNoticesNote
	if n.Busy {
		note = textNotices(len(n.Numbers), p.BatchRun)
	}
	return app.Div().Class("toolbar").Body(
		widget.Button(TextNoticesZip, widget.Secondary, p.onZip).Aria("disabled", off),
		widget.Button(TextNoticesLines, widget.Secondary, p.onLines).Aria("disabled", off),
		widget.Button(kit.TextCancel, widget.Quiet, p.onStop).Hidden(!n.Busy),
		app.P().ID(noticesID).Class("panel-note").TabIndex(-1).Text(note))
}

const noticesID = "notices-note"

func (p *noticesPanel) onZip(ctx app.Context, e app.Event) { kit.Do(ctx, store.WriteNotices{}) }
func (p *noticesPanel) onLines(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.WriteNotices{Lines: true})
}

func (p *noticesPanel) onStop(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.StopNotices{})
	kit.Focus(noticesID) // the button is removed
}
