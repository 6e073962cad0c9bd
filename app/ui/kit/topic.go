// Package kit is what the steps of the page share: topics and Do, the names of
// steps, forms made from recipes, formats of numbers, tables and pages of them,
// files and downloads, and where the focus goes.
package kit

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
)

// Topic names one published value and fixes its type. T is a plain value that
// is not modified after Publish.
type Topic[T any] struct{ Key string }

// newTopic returns the topic of a name that no other has.
func NewTopic[T any](key string) Topic[T] { return Topic[T]{key} }

// Publish gives v to every component that observes the topic.
func (t Topic[T]) Publish(ctx app.Context, v T) { ctx.SetState(t.Key, v) }

// Observe stores the topic's value in dst, now and whenever it changes.
func (t Topic[T]) Observe(ctx app.Context, dst *T) { ctx.ObserveState(t.Key).Value(dst) }

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

// Do asks the root component to apply an intent.
func Do(ctx app.Context, in store.Intent) { ctx.NewActionWithValue(IntentAction, in) }

// undoable says which of the two buttons have something to do.
type Undoable struct{ Undo, Redo bool }
