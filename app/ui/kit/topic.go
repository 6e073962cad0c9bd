// Package kit holds what the places of the page share: topics and Do, the names of places, forms made
// from recipes, number formats, tables and their pages, files and downloads, and moving the focus.
package kit

import (
	"context"
	"sync"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
)

// Topic names one published value and fixes its type. T is a plain value that nobody modifies after
// Publish.
type Topic[T any] struct{ Key string }

// NewTopic returns a topic. No other topic may have the name.
func NewTopic[T any](key string) Topic[T] { return Topic[T]{key} }

// Publish passes v to every component that observes the topic.
func (t Topic[T]) Publish(ctx app.Context, v T) { boardOf(ctx).publish(t.Key, v) }

// Observe stores the topic's value in dst, now and after every change, and then calls the given
// functions.
func (t Topic[T]) Observe(ctx app.Context, dst *T, changed ...func()) {
	if v, ok := boardOf(ctx).read(ctx, t.Key, func(v any) {
		ctx.Dispatch(func(app.Context) {
			*dst = v.(T)
			for _, f := range changed {
				f()
			}
		})
	}).(T); ok {
		*dst = v
	}
}

// board holds the published values and their readers. go-app's own states keep a component for a
// minute after it left the page, with everything it drew: fifty thousand nodes for a person who
// moves between steps.
type board struct {
	mu      sync.Mutex
	values  map[string]any
	readers map[string]map[*reader]struct{}
}

// boards holds the board of each page. Only tests have several pages.
var boards sync.Map

func boardOf(ctx app.Context) *board {
	b, ok := boards.Load(ctx.Dispatcher())
	if !ok {
		b, _ = boards.LoadOrStore(ctx.Dispatcher(), &board{values: map[string]any{},
			readers: map[string]map[*reader]struct{}{}})
	}
	return b.(*board)
}

func (b *board) publish(key string, v any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.values[key] = v
	for r := range b.readers[key] {
		r.tell(v)
	}
}

// read passes on future published values until the component is dismounted, and returns the last
// value.
func (b *board) read(ctx app.Context, key string, tell func(any)) (last any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r := &reader{tell}
	if b.readers[key] == nil {
		b.readers[key] = map[*reader]struct{}{}
	}
	b.readers[key][r] = struct{}{}
	context.AfterFunc(ctx, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.readers[key], r)
	})
	return b.values[key]
}

// reader receives published values.
type reader struct{ tell func(any) }

// Part names one or more parts of the state. Components that watch a part are drawn again when it
// changes. The root passes down a pointer to the state.
type Part uint32

// The parts. Runs of trainings change ten times a second, so they are separate from the rest of a
// screen.
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
	Moving // Explain during a drag: redraws only components that show the row
	Batch
	BatchRun
	Evaluation
	EvaluationRun
	Labels
	Notices
	History
	Evidence
	Doing  // a part of Evidence, like Doubts
	Doubts // edges that the data contradict, and what the model reads
	Ghosts // dependences that the canvas shows as ghost edges
	Search
	Keeping
	Project
	Badges // badges of the steps
)

// changes has the parts that have changed.
var changes = NewTopic[Part]("changes")

// Tell redraws every component that watches one of the parts.
func Tell(ctx app.Context, parts Part) { changes.Publish(ctx, parts) }

// Watch redraws a component after each change of one of the parts, and calls the given functions
// first.
func Watch(ctx app.Context, parts Part, changed ...func()) {
	boardOf(ctx).read(ctx, changes.Key, func(p any) {
		if p.(Part)&parts == 0 {
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

// Handle is ctx.Handle for a component that may leave the page early. go-app drops the handlers of
// dismounted components only when their action is posted, so Handle then posts it once without a
// value, which reaches no handler.
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
