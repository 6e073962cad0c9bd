package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
)

// The headings that the focus goes to when what they head has just appeared.
const (
	titleID    = "step-title"
	runID      = "run-title"
	resultID   = "result-title"
	resultsID  = "results-title"
	settingsID = "settings-title"
)

// attend moves the focus to what a change has brought, where a person asked for
// it and waits for it, and catches a focus that the change took away. It never
// takes the focus from a control that is still there for what happens by itself.
func (r *Root) attend(ctx app.Context, old, now store.State) {
	switch {
	case !old.Project.HasOffer && now.Project.HasOffer:
		whenThere(ctx, projectTitleID, show)
	case old.Labels.Offer.Name == "" && now.Labels.Offer.Name != "":
		whenThere(ctx, labelOfferID, show)
	case r.page.Step == StepLabel && !old.Data.HasPreview && now.Data.HasPreview: // dropped there, and no labels
		showStep(ctx, StepData)
	case old.Project.Verify.Phase == store.BatchIdle && now.Project.Verify.Phase != store.BatchIdle:
		whenThere(ctx, verifyTitleID, show)
	}
	switch r.page.Step {
	case StepClassifier:
		attendTraining(ctx, old.Classifier.Phase, now.Classifier.Phase)
		attendForeign(ctx, old, now)
	case StepGenerator:
		attendTraining(ctx, old.Generator.Phase, now.Generator.Phase)
	case StepEvaluate:
		attendTasks(ctx, theEvaluation, old.Evaluation.Phase, now.Evaluation.Phase, evaluateResultID, evaluateID)
	case StepExplain:
		attendTasks(ctx, theBatch, old.Batch.Phase, now.Batch.Phase, batchResultID, batchID)
		if old.Explain.Finding && !now.Explain.Finding && now.Explain.HasFound && !now.Explain.Unasked {
			whenThere(ctx, resultsID, show)
		}
	case StepLabel:
		if old.Labels.Phase.Active() && !now.Labels.Phase.Active() {
			ctx.Defer(func(app.Context) { catchFocus(tuneID) })
		}
		if len(old.Labels.List) > len(now.Labels.List) {
			ctx.Defer(func(app.Context) { catchFocus(labelListID) })
		}
	}
}

func attendTraining(ctx app.Context, old, now store.Phase) {
	switch {
	case !old.Active() && now.Active():
		whenThere(ctx, runID, show)
	case old.Active() && !now.Active():
		ctx.Defer(func(app.Context) { catchFocus(resultID, settingsID) })
	}
}

// attendForeign shows a model that was opened, and the classifier that it became.
// Where it was discarded, the focus goes back to the button that opens one.
func attendForeign(ctx app.Context, old, now store.State) {
	switch {
	case !old.Foreign.HasRead && now.Foreign.HasRead:
		whenThere(ctx, foreignID, show)
	case old.Foreign.HasRead && now.Classifier.Foreign && !now.Foreign.HasRead && now.Classifier.From.Hash == old.Foreign.Hash:
		whenThere(ctx, importedID, show)
	case old.Foreign.HasRead && !now.Foreign.HasRead:
		whenThere(ctx, importID, focus)
	}
}

// attendTasks does the same for a job of many tasks, which ends at one of two
// headings.
func attendTasks(ctx app.Context, of taskWork, old, now store.BatchPhase, ends ...string) {
	working := func(p store.BatchPhase) bool { return p != store.BatchIdle && p != store.BatchReading }
	switch {
	case !working(old) && working(now):
		whenThere(ctx, of.headingID(), show)
	case working(old) && !working(now):
		ctx.Defer(func(app.Context) { catchFocus(ends...) })
	}
}

// whenThere calls do once an element is on the page. What is new is drawn by one
// component after another, a frame each.
func whenThere(ctx app.Context, id string, do func(id string)) {
	const frames = 30
	var look func(left int) func(app.Context)
	look = func(left int) func(app.Context) {
		return func(ctx app.Context) {
			switch {
			case app.Window().GetElementByID(id).Truthy():
				do(id)
			case left > 0:
				ctx.Defer(look(left - 1))
			}
		}
	}
	ctx.Defer(look(frames))
}

func focusTitle(ctx app.Context) {
	app.Window().Call("scrollTo", 0, 0)
	focus(titleID)
}

// showInList scrolls the list that holds the parent of an element, and nothing
// else, until that is in its middle.
func showInList(id string) {
	item := app.Window().GetElementByID(id).Get("parentElement")
	list := item.Get("parentElement")
	if !list.Truthy() {
		return
	}
	in, of := item.Call("getBoundingClientRect"), list.Call("getBoundingClientRect")
	middle := func(side, size string) float64 {
		return in.Get(side).Float() + in.Get(size).Float()/2 - of.Get(side).Float() - of.Get(size).Float()/2
	}
	list.Call("scrollBy", middle("left", "width"), middle("top", "height"))
}

// focus moves the focus to an element, if it is there.
func focus(id string) {
	if e := app.Window().GetElementByID(id); e.Truthy() {
		e.Call("focus")
	}
}

// show moves the focus to the heading of a panel and scrolls the panel to the
// top of the window.
func show(id string) {
	e := app.Window().GetElementByID(id)
	if !e.Truthy() {
		return
	}
	e.Call("focus", map[string]any{"preventScroll": true})
	e.Call("closest", "section").Call("scrollIntoView", map[string]any{"block": "start"})
}

// catchFocus gives the focus to the first of the elements that is there, if it
// was lost with the control that had it.
func catchFocus(ids ...string) {
	doc := app.Window().Get("document")
	if a := doc.Get("activeElement"); a.Truthy() && !a.Equal(doc.Get("body")) {
		return
	}
	for _, id := range ids {
		if e := app.Window().GetElementByID(id); e.Truthy() {
			e.Call("focus", map[string]any{"preventScroll": true})
			return
		}
	}
}
