package kit

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/widget"
)

// taskWork names one of the two jobs of many tasks.
type TaskWork uint8

const (
	TheEvaluation TaskWork = iota
	TheBatch
)

// taskPanel shows such a job while it runs. It observes only its own run, so that
// ten facts a second redraw nothing else.
type TaskPanel struct {
	app.Compo
	Of    TaskWork
	Phase store.BatchPhase
	All   int // experiments or rows
	run   store.TaskRun
}

func (p *TaskPanel) OnMount(ctx app.Context) {
	if p.Of == TheEvaluation {
		TopicEvaluationRun.Observe(ctx, &p.run)
	} else {
		TopicBatchRun.Observe(ctx, &p.run)
	}
}

// The headings of what asks for rows to be explained, and of what was found.
const (
	BatchID       = "batch-title"
	BatchResultID = "batch-result"
)

// headingID is that of the panel's heading, to which the focus goes.
func (t TaskWork) HeadingID() string {
	if t == TheEvaluation {
		return "evaluation-run"
	}
	return "batch-run"
}

func (p *TaskPanel) Render() app.UI {
	share, whole := p.run.Share, 1.0
	if !p.Phase.Active() { // preparing: nobody knows how long
		share, whole = 0, 0
	}
	return app.Section().Class("panel", "run").Aria("labelledby", p.Of.HeadingID()).Body(
		app.H2().ID(p.Of.HeadingID()).Class("panel-title").TabIndex(-1).Text(textTaskTitle(p.Of)),
		&widget.Progress{Key: p.Of.HeadingID(), Label: textTaskProgress(p.Of), Value: share, Max: whole, Text: textTasks(p.Of, p.Phase, p.run, p.All)},
		p.buttons(),
	)
}

func (p *TaskPanel) buttons() app.UI {
	var first app.HTMLButton
	if p.Phase == store.BatchPaused {
		first = widget.Button(textResume, widget.Primary, p.onResume)
	} else {
		first = widget.Button(textPause, widget.Secondary, p.onPause).Aria("disabled", p.Phase != store.BatchRunning)
	}
	return app.Div().Class("toolbar").Body(
		first,
		widget.Button(TextCancel, widget.Secondary, p.onCancel),
		app.P().Class("panel-note").Text(textCancelKeeps),
	)
}

func (p *TaskPanel) onPause(ctx app.Context, e app.Event) {
	if p.Of == TheEvaluation {
		Do(ctx, store.PauseEvaluation{})
	} else {
		Do(ctx, store.PauseBatch{})
	}
}

func (p *TaskPanel) onResume(ctx app.Context, e app.Event) {
	if p.Of == TheEvaluation {
		Do(ctx, store.ResumeEvaluation{})
	} else {
		Do(ctx, store.ResumeBatch{})
	}
}

func (p *TaskPanel) onCancel(ctx app.Context, e app.Event) {
	if p.Of == TheEvaluation {
		Do(ctx, store.CancelEvaluation{})
	} else {
		Do(ctx, store.CancelBatch{})
	}
}
