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

// NewTopic returns the topic of a name that no other has.
func NewTopic[T any](key string) Topic[T] { return Topic[T]{key} }

// Publish gives v to every component that observes the topic.
func (t Topic[T]) Publish(ctx app.Context, v T) {
	b := boardOf(ctx)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.values[t.Key] = v
	for r := range b.readers[t.Key] {
		r.tell(v)
	}
}

// Observe stores the topic's value in dst, now and whenever it changes, and calls what is given
// after a change.
func (t Topic[T]) Observe(ctx app.Context, dst *T, changed ...func()) {
	if v, ok := t.read(ctx, func(v T) {
		ctx.Dispatch(func(app.Context) {
			*dst = v
			for _, f := range changed {
				f()
			}
		})
	}); ok {
		*dst = v
	}
}

// read has what is published from now on told, until the component is dismounted, and returns what was
// published last.
func (t Topic[T]) read(ctx app.Context, tell func(T)) (last T, ok bool) {
	b := boardOf(ctx)
	b.mu.Lock()
	defer b.mu.Unlock()
	r := &reader{func(v any) { tell(v.(T)) }}
	if b.readers[t.Key] == nil {
		b.readers[t.Key] = map[*reader]struct{}{}
	}
	b.readers[t.Key][r] = struct{}{}
	context.AfterFunc(ctx, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.readers[t.Key], r)
	})
	last, ok = b.values[t.Key].(T)
	return last, ok
}

// board holds what was published and who reads it. go-app has states for that, which hold on to
// who read them for a minute after they left the page, with all that they have drawn: fifty
// thousand nodes of somebody who goes from step to step.
type board struct {
	mu      sync.Mutex
	values  map[string]any
	readers map[string]map[*reader]struct{}
}

// boards is the state of go-app that has the board of a page.
type boards struct{ *board }

func boardOf(ctx app.Context) *board {
	const key = "board"
	var b boards
	if ctx.GetState(key, &b); b.board == nil {
		b.board = &board{values: map[string]any{}, readers: map[string]map[*reader]struct{}{}}
		ctx.SetState(key, b)
	}
	return b.board
}

// reader is told what is published.
type reader struct{ tell func(any) }

// Part names one or more parts of the state. Components that watch a part are drawn again when it
// changes. The root hands down a pointer to the state itself.
type Part uint32

// The parts. The runs of the trainings change ten times a second, so they are apart from
// what the rest of a screen shows.
const (
	Link Part = 1 << iota
	Data
	Graph
	Classifier
	Images
	Foreign
	Generator
	ClassifierRun
	GeneratorRun
	Explain
	Moving // Explain, while its row is dragged: only what shows the row is drawn for it
	Batch
	BatchRun
	Evaluation
	EvaluationRun
	Labels
	Notices
	History
	Evidence
	Doing  // of Evidence, as Doubts
	Doubts // edges that the data contradict, and what the model reads
	Ghosts // dependences that the canvas shows as ghost edges
	Search
	Keeping
	Project
	Badges // of the steps
)

// changes has the parts that have changed.
var changes = NewTopic[Part]("changes")

// Tell has all be drawn again that show one of the parts.
func Tell(ctx app.Context, parts Part) { changes.Publish(ctx, parts) }

// Watch has a component be drawn again whenever one of the parts has changed, and calls what is given
// before.
func Watch(ctx app.Context, parts Part, changed ...func()) {
	changes.read(ctx, func(p Part) {
		if p&parts == 0 {
			return
		}
		ctx.Dispatch(func(app.Context) {
			for _, f := range changed {
				f()
			}
		})
	})
}

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
