// Package kit is what the steps of the page share: topics and Do, the names of
// steps, forms made from recipes, formats of numbers, tables and pages of them,
// files and downloads, and where the focus goes.
package kit

import (
	"context"
	"sync"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
)

// Topic names one published value and fixes its type. T is a plain value that
// is not modified after Publish.
type Topic[T any] struct{ Key string }

// newTopic returns the topic of a name that no other has.
func NewTopic[T any](key string) Topic[T] { return Topic[T]{key} }

// Publish gives v to every component that observes the topic.
func (t Topic[T]) Publish(ctx app.Context, v T) {
	b := boardOf(ctx)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.values[t.Key] = v
	for r := range b.readers[t.Key] {
		r.(*reader[T]).tell(v)
	}
}

// Observe stores the topic's value in dst, now and whenever it changes, and calls what is given
// after a change.
func (t Topic[T]) Observe(ctx app.Context, dst *T, changed ...func()) {
	b := boardOf(ctx)
	b.mu.Lock()
	defer b.mu.Unlock()
	if v, ok := b.values[t.Key]; ok {
		*dst = v.(T)
	}
	r := &reader[T]{ctx, dst, changed}
	if b.readers[t.Key] == nil {
		b.readers[t.Key] = map[any]struct{}{}
	}
	b.readers[t.Key][r] = struct{}{}
	context.AfterFunc(ctx, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.readers[t.Key], r)
	})
}

// board holds what was published and who reads it. go-app has states for that, which hold on to
// who read them for a minute after they left the page, with all that they have drawn: fifty
// thousand nodes of somebody who goes from step to step.
type board struct {
	mu      sync.Mutex
	values  map[string]any
	readers map[string]map[any]struct{}
}

// boards is the state of go-app that has the board of a page.
type boards struct{ *board }

func boardOf(ctx app.Context) *board {
	const key = "board"
	var b boards
	if ctx.GetState(key, &b); b.board == nil {
		b.board = &board{values: map[string]any{}, readers: map[string]map[any]struct{}{}}
		ctx.SetState(key, b)
	}
	return b.board
}

// reader is a component that observes a topic, until it is dismounted.
type reader[T any] struct {
	ctx     app.Context
	dst     *T
	changed []func()
}

func (r *reader[T]) tell(v T) {
	r.ctx.Dispatch(func(app.Context) {
		*r.dst = v
		for _, f := range r.changed {
			f()
		}
	})
}

// The topics. The runs of the trainings change ten times a second, so they are
// apart from what the rest of a screen shows.
var (
	TopicLink          = NewTopic[store.Link]("link")
	TopicData          = NewTopic[store.Data]("data")
	TopicGraph         = NewTopic[store.Graph]("graph")
	TopicClassifier    = NewTopic[store.Classifier]("classifier")
	TopicImages        = NewTopic[store.Images]("images")
	TopicForeign       = NewTopic[store.Foreign]("foreign")
	TopicGenerator     = NewTopic[store.Generator]("generator")
	TopicClassifierRun = NewTopic[store.Run]("classifier-run")
	TopicGeneratorRun  = NewTopic[store.Run]("generator-run")

	TopicExplain       = NewTopic[store.Explain]("explain")
	TopicBatch         = NewTopic[store.Batch]("batch")
	TopicBatchRun      = NewTopic[store.TaskRun]("batch-run")
	TopicEvaluation    = NewTopic[store.Evaluation]("evaluation")
	TopicEvaluationRun = NewTopic[store.TaskRun]("evaluation-run")
	TopicLabels        = NewTopic[store.Labels]("labels")
	TopicNotices       = NewTopic[store.Notices]("notices")

	TopicUndo = NewTopic[Undoable]("undo")

	TopicEvidence    = NewTopic[store.Evidence]("evidence")
	TopicGraphSearch = NewTopic[store.GraphSearch]("graph-search")
	TopicKeeping     = NewTopic[store.Keeping]("keeping")
	TopicProject     = NewTopic[store.Project]("project")
)

const IntentAction = "intent"

// Handle is ctx.Handle for a component that leaves the page before others do. go-app drops handlers of
// components that have left when their action is posted, so it is once this one has: without a
// value, of which no handler hears.
func Handle(ctx app.Context, action string, h app.ActionHandler) {
	ctx.Handle(action, func(ctx app.Context, a app.Action) {
		if a.Value != nil {
			h(ctx, a)
		}
	})
	context.AfterFunc(ctx, func() { ctx.Dispatcher().Post(app.Action{Name: action}) })
}

// Do asks the root component to apply an intent.
func Do(ctx app.Context, in store.Intent) { ctx.NewActionWithValue(IntentAction, in) }

// undoable says which of the two buttons have something to do.
type Undoable struct{ Undo, Redo bool }
