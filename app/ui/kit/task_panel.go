package kit

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/widget"
)

// TaskPanel shows a running job of many tasks. It observes only its run, so that ten updates a second
// redraw nothing else.
type TaskPanel struct {
	app.Compo
	*store.State
	Of    store.Topic // TheEvaluation or TheBatch
	Phase store.Phase
	All   int // experiments or rows
	Per   int // rows in a task
}

func (p *TaskPanel) OnMount(ctx app.Context) { Watch(ctx, EvaluationRun|BatchRun) }

func (p *TaskPanel) run() store.TaskRun {
	if p.Of == store.TheEvaluation {
		return p.EvaluationRun
	}
	return p.BatchRun
}

// Headings of the form for many rows, and of its results.
const (
	BatchID       = "batch-title"
	BatchResultID = "batch-result"
)

// RunIDOf returns the id of a job's heading, which gets the focus.
func RunIDOf(t store.Topic) string {
	if t == store.TheEvaluation {
		return "evaluation-run"
	}
	return "batch-run"
}

func (p *TaskPanel) Render() app.UI {
	share, whole := p.run().Share, 1.0
	if !p.Phase.HasTasks() { // preparing: the time is unknown
		share, whole = 0, 0
	}
	return app.Section().Class("panel", "run").Aria("labelledby", RunIDOf(p.Of)).Body(
		app.H2().ID(RunIDOf(p.Of)).Class("panel-title").TabIndex(-1).Text(textTaskTitle(p.Of)),
		&widget.Progress{Key: RunIDOf(p.Of), Label: textTaskProgress(p.Of), Value: share, Max: whole,
			Text: textTasks(p.Of, p.Phase, p.run(), p.All, p.Per)},
		p.buttons(),
	)
}

func (p *TaskPanel) buttons() app.UI {
	var first app.HTMLButton
	if p.Phase == store.Paused {
		first = widget.Button(textResume, widget.Primary, p.onResume)
	} else {
		first = widget.Button(textPause, widget.Secondary, p.onPause).Aria("disabled", p.Phase != store.Running)
	}
	return app.Div().Class("toolbar").Body(
		first,
		widget.Button(TextCancel, widget.Secondary, p.onCancel),
		app.P().Class("panel-note").Text(textCancelKeeps),
	)
}

func (p *TaskPanel) onPause(ctx app.Context, e app.Event)  { Do(ctx, store.Pause{What: p.Of}) }
func (p *TaskPanel) onResume(ctx app.Context, e app.Event) { Do(ctx, store.Resume{What: p.Of}) }
func (p *TaskPanel) onCancel(ctx app.Context, e app.Event) { Do(ctx, store.Cancel{What: p.Of}) }
