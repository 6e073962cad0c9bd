package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/widget"
)

// taskWork names one of the two jobs of many tasks.
type taskWork uint8

const (
	theEvaluation taskWork = iota
	theBatch
)

// taskPanel shows such a job while it runs. It observes only its own run, so that
// ten facts a second redraw nothing else.
type taskPanel struct {
	app.Compo
	Of    taskWork
	Phase store.BatchPhase
	All   int // experiments or rows
	run   store.TaskRun
}

func (p *taskPanel) OnMount(ctx app.Context) {
	if p.Of == theEvaluation {
		topicEvaluationRun.Observe(ctx, &p.run)
	} else {
		topicBatchRun.Observe(ctx, &p.run)
	}
}

// The headings of what asks for rows to be explained, and of what was found.
const (
	batchID       = "batch-title"
	batchResultID = "batch-result"
)

// headingID is that of the panel's heading, to which the focus goes.
func (t taskWork) headingID() string {
	if t == theEvaluation {
		return "evaluation-run"
	}
	return "batch-run"
}

func (p *taskPanel) Render() app.UI {
	share, whole := p.run.Share, 1.0
	if !p.Phase.Active() { // preparing: nobody knows how long
		share, whole = 0, 0
	}
	return app.Section().Class("panel", "run").Aria("labelledby", p.Of.headingID()).Body(
		app.H2().ID(p.Of.headingID()).Class("panel-title").TabIndex(-1).Text(textTaskTitle(p.Of)),
		&widget.Progress{Key: p.Of.headingID(), Label: textTaskProgress(p.Of), Value: share, Max: whole, Text: textTasks(p.Of, p.Phase, p.run, p.All)},
		p.buttons(),
	)
}

func (p *taskPanel) buttons() app.UI {
	var first app.HTMLButton
	if p.Phase == store.BatchPaused {
		first = widget.Button(textResume, widget.Primary, p.onResume)
	} else {
		first = widget.Button(textPause, widget.Secondary, p.onPause).Aria("disabled", p.Phase != store.BatchRunning)
	}
	return app.Div().Class("toolbar").Body(
		first,
		widget.Button(textCancel, widget.Secondary, p.onCancel),
		app.P().Class("panel-note").Text(textCancelKeeps),
	)
}

func (p *taskPanel) onPause(ctx app.Context, e app.Event) {
	if p.Of == theEvaluation {
		Do(ctx, store.PauseEvaluation{})
	} else {
		Do(ctx, store.PauseBatch{})
	}
}

func (p *taskPanel) onResume(ctx app.Context, e app.Event) {
	if p.Of == theEvaluation {
		Do(ctx, store.ResumeEvaluation{})
	} else {
		Do(ctx, store.ResumeBatch{})
	}
}

func (p *taskPanel) onCancel(ctx app.Context, e app.Event) {
	if p.Of == theEvaluation {
		Do(ctx, store.CancelEvaluation{})
	} else {
		Do(ctx, store.CancelBatch{})
	}
}
