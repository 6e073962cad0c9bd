package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/dagview"
)

// Topic names one published value and fixes its type. T is a plain value that
// is not modified after Publish.
type Topic[T any] struct{ key string }

// newTopic returns the topic of a name that no other has.
func newTopic[T any](key string) Topic[T] { return Topic[T]{key} }

// Publish gives v to every component that observes the topic.
func (t Topic[T]) Publish(ctx app.Context, v T) { ctx.SetState(t.key, v) }

// Observe stores the topic's value in dst, now and whenever it changes.
func (t Topic[T]) Observe(ctx app.Context, dst *T) { ctx.ObserveState(t.key).Value(dst) }

// The topics. The runs of the trainings change ten times a second, so they are
// apart from what the rest of a screen shows.
var (
	topicLink          = newTopic[store.Link]("link")
	topicData          = newTopic[store.Data]("data")
	topicGraph         = newTopic[store.Graph]("graph")
	topicClassifier    = newTopic[store.Classifier]("classifier")
	topicForeign       = newTopic[store.Foreign]("foreign")
	topicGenerator     = newTopic[store.Generator]("generator")
	topicClassifierRun = newTopic[store.Run]("classifier-run")
	topicGeneratorRun  = newTopic[store.Run]("generator-run")
	topicExplain       = newTopic[store.Explain]("explain")
	topicBatch         = newTopic[store.Batch]("batch")
	topicBatchRun      = newTopic[store.TaskRun]("batch-run")
	topicEvaluation    = newTopic[store.Evaluation]("evaluation")
	topicEvaluationRun = newTopic[store.TaskRun]("evaluation-run")
	topicLabels        = newTopic[store.Labels]("labels")
	topicNotices       = newTopic[store.Notices]("notices")
	topicBadges        = newTopic[badges]("badges")
	topicUndo          = newTopic[undoable]("undo")
	topicHistory       = newTopic[historySteps]("history")
	topicGraphView     = newTopic[graphView]("graph-view")
	topicEvidence      = newTopic[store.Evidence]("evidence")
	topicDoubts        = newTopic[[]dagview.Ends]("doubts")
	topicGraphSearch   = newTopic[store.GraphSearch]("graph-search")
	topicKeeping       = newTopic[store.Keeping]("keeping")
	topicProject       = newTopic[store.Project]("project")
	topicPage          = newTopic[pageState]("page")
)

const intentAction = "intent"

// Do asks the root component to apply an intent.
func Do(ctx app.Context, in store.Intent) { ctx.NewActionWithValue(intentAction, in) }

// undoable says which of the two buttons have something to do.
type undoable struct{ Undo, Redo bool }

// pageState is what the page knows about itself.
type pageState struct {
	Step        Step
	Hushed      string // the status that belongs to the step before
	UpdateReady bool
}
