package ui

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/data"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
)

// notices renders the two live regions. The status is polite, the alerts are assertive.
type notices struct {
	app.Compo
	*store.State
	page pageState
}

func (n *notices) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Notices|kit.Link)
	topicPage.Observe(ctx, &n.page)
}

func (n *notices) Render() app.UI {
	alerts := make([]app.UI, len(n.Notices.Alerts))
	for i, a := range n.Notices.Alerts {
		alerts[i] = &alert{ID: a.ID, Text: a.Text}
	}
	status := n.Notices.Status
	if n.Notices.Said == n.page.Hushed {
		status = ""
	}
	var restart, update app.UI
	if n.Link.Final {
		restart = app.Div().Class("toolbar").Body(widget.Button(textRestart, widget.Primary, n.onRestart))
	}
	if n.page.UpdateReady {
		update = app.Div().Class("notice", "is-info", "update").Body(
			app.Span().Class("notice-text").Text(textUpdateReady),
			widget.Button(textUpdateNow, widget.Secondary, n.onUpdate),
		)
	}
	box := app.Div().Class("notices")
	if len(alerts) > 0 {
		box = box.Class("has-alerts")
	}
	return box.Body(
		app.Div().ID("alerts").Class("alerts").Role("alert").Body(alerts...),
		app.P().ID("status").Class("status", passes[n.Notices.Said%2]).Role("status").Text(status),
		restart,
		update,
	)
}

// passes are the classes of the status, which fades automatically. They alternate, so that a repeated
// status starts to fade anew.
var passes = [...]string{"passes", "passes-again"}

func (n *notices) onRestart(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.RestartEngine{})
	kit.Focus(kit.TitleID)
}

func (n *notices) onUpdate(ctx app.Context, e app.Event) { app.Window().Call("causewayApplyUpdate") }

// alert is a sentence that stays until somebody dismisses it.
type alert struct {
	app.Compo
	ID   int
	Text string
}

func (a *alert) Render() app.UI {
	return app.Div().Class("notice", "is-error").Body(
		app.Strong().Class("notice-word").Text(data.TextProblem),
		app.Span().Class("notice-text").Text(a.Text),
		widget.Button(textDismiss, widget.Quiet, a.onDismiss).Aria("label", textDismissOf(a.Text)),
	)
}

func (a *alert) onDismiss(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.Dismiss{ID: a.ID})
	kit.Focus(kit.TitleID)
}

// skipButton returns a button, because go-app treats every link as a navigation.
func skipButton() app.UI {
	return widget.Button(textSkip, widget.Secondary, onSkip).Class("skip-link")
}

func onSkip(ctx app.Context, e app.Event) { kit.Focus(kit.TitleID) }

func sentence(err error) string { return fmt.Sprintf(textUnsent, store.Clause(err)) }
