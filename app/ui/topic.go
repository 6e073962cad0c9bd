package ui

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/dagview"
)

// Topic names one published value and fixes its type. T is a plain value that
// is not modified after Publish.
type Topic[T any] struct{ key string }

// Publish gives v to every component that observes the topic.
func (t Topic[T]) Publish(ctx app.Context, v T) { ctx.SetState(t.key, v) }

// Observe stores the topic's value in dst, now and whenever it changes.
func (t Topic[T]) Observe(ctx app.Context, dst *T) { ctx.ObserveState(t.key).Value(dst) }

// The topics. The runs of the trainings change ten times a second, so they are
// apart from what the rest of a screen shows.
var (
	topicLink          = Topic[store.Link]{"link"}
	topicData          = Topic[store.Data]{"data"}
	topicGraph         = Topic[store.Graph]{"graph"}
	topicClassifier    = Topic[store.Classifier]{"classifier"}
	topicForeign       = Topic[store.Foreign]{"foreign"}
	topicGenerator     = Topic[store.Generator]{"generator"}
	topicClassifierRun = Topic[store.Run]{"classifier-run"}
	topicGeneratorRun  = Topic[store.Run]{"generator-run"}
	topicExplain       = Topic[store.Explain]{"explain"}
	topicBatch         = Topic[store.Batch]{"batch"}
	topicBatchRun      = Topic[store.TaskRun]{"batch-run"}
	topicEvaluation    = Topic[store.Evaluation]{"evaluation"}
	topicEvaluationRun = Topic[store.TaskRun]{"evaluation-run"}
	topicLabels        = Topic[store.Labels]{"labels"}
	topicNotices       = Topic[store.Notices]{"notices"}
	topicBadges        = Topic[badges]{"badges"}
	topicUndo          = Topic[undoable]{"undo"}
	topicHistory       = Topic[historySteps]{"history"}
	topicGraphView     = Topic[graphView]{"graph-view"}
	topicEvidence      = Topic[store.Evidence]{"evidence"}
	topicDoubts        = Topic[[]dagview.Ends]{"doubts"}
	topicGraphSearch   = Topic[store.GraphSearch]{"graph-search"}
	topicKeeping       = Topic[store.Keeping]{"keeping"}
	topicProject       = Topic[store.Project]{"project"}
	topicPage          = Topic[pageState]{"page"}
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
