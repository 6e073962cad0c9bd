package ui

import (
	"reflect"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/explain"
	"causeway/app/ui/graph"
	"causeway/app/ui/kit"
	"causeway/app/ui/label"
	"causeway/app/ui/project"
)

// Link is the page's end of the connection to the engine.
type Link interface {
	// Start begins the connection; handle receives store.Fact,
	// store.EngineDown and store.EngineUp, in order, and what the engines for
	// tasks say, on any goroutine.
	Start(handle func(store.Intent))

	// Work carries out an effect on the engines for tasks.
	Work(e store.PoolEffect)

	// Keep carries out an effect on what the browser keeps.
	Keep(e store.VaultEffect)

	// Send gives the engine a message.
	Send(m store.Send) error

	// Restart replaces a dead engine.
	Restart()
}

// Root is the page: the shell around the current step. It owns the state,
// applies intents to it and carries out what follows.
type Root struct {
	app.Compo

	link  Link
	state store.State
	page  pageState
	files files
	rows  rowsFile
	named bool // the first step is shown
}

// NewRoot returns a page that talks to the engine over link.
func NewRoot(link Link) *Root { return &Root{link: link, state: store.New()} }

// OnMount publishes the first state and starts to listen.
func (r *Root) OnMount(ctx app.Context) {
	ctx.Handle(kit.IntentAction, r.onIntent)
	ctx.Handle(kit.ChooseAction, r.files.onChoose)
	ctx.Handle(kit.ChooseManyAction, r.files.onChooseMany)
	ctx.Handle(kit.ChooseRowsAction, r.files.onChooseRows)
	ctx.Handle(project.ReportAction, r.onReport)
	ctx.Handle(explain.LetterAction, r.onLetter)
	ctx.Handle(explain.RowsFileAction, r.onRowsFile)
	ctx.Handle(project.SaveProjectAction, r.onSaveProject)
	ctx.Handle(project.CopyLinkAction, r.onCopyLink)
	ctx.Handle(chart.SaveAction, kit.OnSaveChart)
	r.publish(ctx, store.State{}, true)
	topicPage.Publish(ctx, r.page)
	r.listen(ctx)
	r.link.Start(func(in store.Intent) {
		ctx.Dispatcher().Dispatch(app.Dispatch{
			Mode:     app.Next, // the root shows nothing of the state itself
			Source:   r,
			Function: func(ctx app.Context) { r.apply(ctx, in) },
		})
	})
	r.apply(ctx, store.StartKeeping{Resume: takeOpenProject(ctx)})
}

// OnNav shows the step that the address names.
func (r *Root) OnNav(ctx app.Context) {
	step := stepOf(ctx.Page().URL().Fragment)
	r.takeLink(ctx)
	if r.named && step == r.page.Step {
		return
	}
	first := !r.named
	r.named = true
	r.apply(ctx, store.Visit{Topics: step.Topics()})
	r.deal(ctx, r.page.Step, step)
	r.page.Step, r.page.Hushed = step, r.state.Notices.Said
	ctx.Page().SetTitle(pageTitle(step))
	topicPage.Publish(ctx, r.page)
	kit.WhenThere(ctx, "state-"+string(step), kit.ShowInList)
	if !first {
		ctx.Defer(kit.FocusTitle)
	}
}

// deal has cards come as long as the step Label is shown.
func (r *Root) deal(ctx app.Context, from, to kit.Step) {
	if from == kit.StepLabel {
		r.apply(ctx, store.CloseDeck{})
	}
	if to == kit.StepLabel {
		r.apply(ctx, store.OpenDeck{})
	}
}

func (r *Root) onIntent(ctx app.Context, a app.Action) {
	if in, ok := a.Value.(store.Intent); ok {
		r.apply(ctx, in)
	}
}

func (r *Root) apply(ctx app.Context, in store.Intent) {
	old := r.state
	next, effects := store.Apply(old, in)
	r.state = next
	r.publish(ctx, old, false)
	r.attend(ctx, old, next)
	r.rows.follow(ctx, next.Batch, next.Data.Table.Schema)
	noteOpenProject(ctx, old.Keeping.ID, next.Keeping.ID)
	for _, e := range effects {
		r.carryOut(ctx, e)
	}
}

func (r *Root) carryOut(ctx app.Context, e store.Effect) {
	switch e := e.(type) {
	case store.Send:
		if err := r.link.Send(e); err != nil {
			kit.Do(ctx, store.Unsent{Job: e.Job, Why: sentence(err)})
		}
	case store.ReadFile:
		r.files.read(ctx, e)
	case store.StopReading:
		r.files.stop()
	case store.PoolEffect:
		r.link.Work(e)
	case store.SaveFile:
		kit.SaveBytes(e.Name, e.Type, e.Bytes)
	case store.WriteFile:
		r.files.write(ctx, e)
	case store.VaultEffect:
		r.link.Keep(e)
	case store.Restart:
		r.link.Restart()
	}
}

// publish gives the observers what changed since old. Slices are shared between
// states until they change, so the comparison is cheap.
func (r *Root) publish(ctx app.Context, old store.State, all bool) {
	s := r.state
	publishChange(ctx, kit.TopicLink, old.Link, s.Link, all)
	publishChange(ctx, kit.TopicData, old.Data, s.Data, all)
	if all || old.Graph.Edited != s.Graph.Edited || old.Graph.Opened != s.Graph.Opened || !slices.Equal(old.Graph.Cycle, s.Graph.Cycle) {
		kit.TopicGraph.Publish(ctx, s.Graph) // too large to compare
	}
	publishChange(ctx, kit.TopicClassifier, old.Classifier, s.Classifier, all)
	publishChange(ctx, kit.TopicImages, old.Images, s.Images, all)
	publishChange(ctx, topicAboutImages, old.Images.Has, s.Images.Has, all)
	publishChange(ctx, kit.TopicForeign, old.Foreign, s.Foreign, all)
	publishChange(ctx, kit.TopicGenerator, old.Generator, s.Generator, all)
	publishChange(ctx, kit.TopicClassifierRun, old.ClassifierRun, s.ClassifierRun, all)
	publishChange(ctx, kit.TopicGeneratorRun, old.GeneratorRun, s.GeneratorRun, all)
	publishChange(ctx, kit.TopicExplain, old.Explain, s.Explain, all)
	publishChange(ctx, kit.TopicEvidence, old.Evidence, s.Evidence, all)
	publishChange(ctx, graph.TopicDoubts, graph.Doubtful(old.Evidence), graph.Doubtful(s.Evidence), all)
	publishChange(ctx, graph.TopicGhosts, graph.Ghosts(old.Evidence, old.Search), graph.Ghosts(s.Evidence, s.Search), all)
	publishChange(ctx, graph.TopicDoing, old.Evidence.Doing, s.Evidence.Doing, all)
	publishChange(ctx, kit.TopicGraphSearch, old.Search, s.Search, all)
	publishChange(ctx, kit.TopicBatch, old.Batch, s.Batch, all)
	publishChange(ctx, kit.TopicBatchRun, old.BatchRun, s.BatchRun, all)
	publishChange(ctx, kit.TopicEvaluation, old.Evaluation, s.Evaluation, all)
	publishChange(ctx, kit.TopicEvaluationRun, old.EvaluationRun, s.EvaluationRun, all)
	if all || !s.Labels.Same(old.Labels) {
		kit.TopicLabels.Publish(ctx, s.Labels) // too many to compare
	}
	publishChange(ctx, kit.TopicKeeping, old.Keeping, s.Keeping, all)
	publishChange(ctx, kit.TopicProject, old.Project, s.Project, all)
	publishChange(ctx, kit.TopicNotices, old.Notices, s.Notices, all)
	publishChange(ctx, topicBadges, badgesOf(old), badgesOf(s), all)
	publishChange(ctx, graph.TopicHistory, historyOf(old), historyOf(s), all)
	publishChange(ctx, kit.TopicUndo, undoOf(old), undoOf(s), all)
}

func publishChange[T any](ctx app.Context, t kit.Topic[T], old, now T, all bool) {
	if all || !reflect.DeepEqual(old, now) {
		t.Publish(ctx, now)
	}
}

func historyOf(s store.State) graph.HistorySteps {
	return graph.HistorySteps{Names: s.History.Steps(), At: s.History.At()}
}

func undoOf(s store.State) kit.Undoable {
	return kit.Undoable{Undo: s.History.CanUndo(), Redo: s.History.CanRedo()}
}

// Render draws the shell. It shows no value of the state, so it stays cheap
// however often it is drawn.
func (r *Root) Render() app.UI {
	return app.Div().Class("app").Body(
		app.Div().Class("shell").Body(
			skipButton(),
			&header{},
			&steps{Current: r.page.Step},
			app.Main().ID("main").Class("main").DataSet("step", string(r.page.Step)).Body(
				&project.Bar{},
				&notices{},
				&project.Panels{},
				&tour{},
				&label.Offer{},
				app.H1().ID(kit.TitleID).Class("page-title").TabIndex(-1).Text(r.page.Step.Title()),
				&screen{Step: r.page.Step},
				app.P().Class("footnote").Text(textFooter),
				&kit.Glossary{},
				&project.AboutPanel{},
			),
		),
		&dropTarget{},
		&commands{},
	)
}

var (
	topicPage = kit.NewTopic[pageState]("page")
)

// pageState is what the page knows about itself.
type pageState struct {
	Step        kit.Step
	Hushed      int // what was said last at the step before
	UpdateReady bool
}
