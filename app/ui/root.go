package ui

import (
	"reflect"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
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
	named bool // the first step is shown
}

// NewRoot returns a page that talks to the engine over link.
func NewRoot(link Link) *Root { return &Root{link: link, state: store.New()} }

// OnMount publishes the first state and starts to listen.
func (r *Root) OnMount(ctx app.Context) {
	ctx.Handle(intentAction, r.onIntent)
	ctx.Handle(chooseAction, r.files.onChoose)
	ctx.Handle(chooseRowsAction, r.files.onChooseRows)
	ctx.Handle(reportAction, r.onReport)
	ctx.Handle(saveProjectAction, r.onSaveProject)
	ctx.Handle(copyLinkAction, r.onCopyLink)
	ctx.Handle(chart.SaveAction, onSaveChart)
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
	r.apply(ctx, store.Visit{Topics: step.topics()})
	r.deal(ctx, r.page.Step, step)
	r.page.Step, r.page.Hushed = step, r.state.Notices.Status
	ctx.Page().SetTitle(pageTitle(step))
	topicPage.Publish(ctx, r.page)
	whenThere(ctx, "state-"+string(step), showInList)
	if !first {
		ctx.Defer(focusTitle)
	}
}

// deal has cards come as long as the step Label is shown.
func (r *Root) deal(ctx app.Context, from, to Step) {
	if from == StepLabel {
		r.apply(ctx, store.CloseDeck{})
	}
	if to == StepLabel {
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
	r.speakUp(ctx)
	r.attend(ctx, old, next)
	noteOpenProject(ctx, old.Keeping.ID, next.Keeping.ID)
	for _, e := range effects {
		r.carryOut(ctx, e)
	}
}

// speakUp shows the status again once it says something new.
func (r *Root) speakUp(ctx app.Context) {
	if r.page.Hushed != "" && r.page.Hushed != r.state.Notices.Status {
		r.page.Hushed = ""
		topicPage.Publish(ctx, r.page)
	}
}

func (r *Root) carryOut(ctx app.Context, e store.Effect) {
	switch e := e.(type) {
	case store.Send:
		if err := r.link.Send(e); err != nil {
			Do(ctx, store.Unsent{Job: e.Job, Why: sentence(err)})
		}
	case store.ReadFile:
		r.files.read(ctx, e)
	case store.PoolEffect:
		r.link.Work(e)
	case store.SaveFile:
		saveBytes(e.Name, e.Type, e.Bytes)
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
	publishChange(ctx, topicLink, old.Link, s.Link, all)
	publishChange(ctx, topicData, old.Data, s.Data, all)
	if all || old.Graph.Edited != s.Graph.Edited || old.Graph.Opened != s.Graph.Opened || !slices.Equal(old.Graph.Cycle, s.Graph.Cycle) {
		topicGraph.Publish(ctx, s.Graph) // too large to compare
	}
	publishChange(ctx, topicClassifier, old.Classifier, s.Classifier, all)
	publishChange(ctx, topicForeign, old.Foreign, s.Foreign, all)
	publishChange(ctx, topicGenerator, old.Generator, s.Generator, all)
	publishChange(ctx, topicClassifierRun, old.ClassifierRun, s.ClassifierRun, all)
	publishChange(ctx, topicGeneratorRun, old.GeneratorRun, s.GeneratorRun, all)
	publishChange(ctx, topicExplain, old.Explain, s.Explain, all)
	publishChange(ctx, topicEvidence, old.Evidence, s.Evidence, all)
	publishChange(ctx, topicDoubts, doubtful(old.Evidence), doubtful(s.Evidence), all)
	publishChange(ctx, topicGraphSearch, old.Search, s.Search, all)
	publishChange(ctx, topicBatch, old.Batch, s.Batch, all)
	publishChange(ctx, topicBatchRun, old.BatchRun, s.BatchRun, all)
	publishChange(ctx, topicEvaluation, old.Evaluation, s.Evaluation, all)
	publishChange(ctx, topicEvaluationRun, old.EvaluationRun, s.EvaluationRun, all)
	if all || !s.Labels.Same(old.Labels) {
		topicLabels.Publish(ctx, s.Labels) // too many to compare
	}
	publishChange(ctx, topicKeeping, old.Keeping, s.Keeping, all)
	publishChange(ctx, topicProject, old.Project, s.Project, all)
	publishChange(ctx, topicNotices, old.Notices, s.Notices, all)
	publishChange(ctx, topicBadges, badgesOf(old), badgesOf(s), all)
	publishChange(ctx, topicHistory, historyOf(old), historyOf(s), all)
	publishChange(ctx, topicUndo, undoOf(old), undoOf(s), all)
}

func publishChange[T any](ctx app.Context, t Topic[T], old, now T, all bool) {
	if all || !reflect.DeepEqual(old, now) {
		t.Publish(ctx, now)
	}
}

func historyOf(s store.State) historySteps {
	return historySteps{Names: s.History.Steps(), At: s.History.At()}
}

func undoOf(s store.State) undoable {
	return undoable{Undo: s.History.CanUndo(), Redo: s.History.CanRedo()}
}

// Render draws the shell. It shows no value of the state, so it stays cheap
// however often it is drawn.
func (r *Root) Render() app.UI {
	return app.Div().Class("app").Body(
		app.Div().Class("shell").Body(
			skipButton(),
			&header{},
			&steps{Current: r.page.Step},
			app.Main().ID("main").Class("main").Body(
				&projectBar{},
				&notices{},
				&projectPanels{},
				&labelOffer{},
				app.H1().ID(titleID).Class("page-title").TabIndex(-1).Text(r.page.Step.title()),
				app.P().Class("lede").Text(r.page.Step.lead()),
				r.screen(),
				app.P().Class("footnote").Text(textFooter),
				&aboutPanel{},
			),
		),
		&dropTarget{},
	)
}

func (r *Root) screen() app.UI {
	switch r.page.Step {
	case StepClassifier:
		return &classifierScreen{}
	case StepGraph:
		return &graphScreen{}
	case StepGenerator:
		return &generatorScreen{}
	case StepExplain:
		return &explainScreen{}
	case StepLabel:
		return &labelScreen{}
	case StepEvaluate:
		return &evaluateScreen{}
	}
	return &dataScreen{}
}

// showStep goes to a step as its link would.
func showStep(ctx app.Context, s Step) {
	u := *app.Window().URL()
	if u.Fragment != string(s) {
		u.Fragment = string(s)
		ctx.NavigateTo(&u)
	}
}
