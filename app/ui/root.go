package ui

import (
	"reflect"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/everyone"
	"causeway/app/ui/graph"
	"causeway/app/ui/kit"
	"causeway/app/ui/label"
	"causeway/app/ui/project"
)

// Link is the page's side of the connection to the engine.
type Link interface {
	// Start begins the connection. It calls handle, on any goroutine, with store.Fact, store.EngineDown
	// and store.EngineUp in order, and with facts from the engines for tasks.
	Start(handle func(store.Intent))

	// Work carries out an effect on the engines for tasks.
	Work(e store.PoolEffect)

	// Keep carries out an effect on the browser's storage.
	Keep(e store.VaultEffect)

	// Send sends the engine a message.
	Send(m store.Send) error

	// Restart replaces a dead engine.
	Restart()
}

// Root is the page: the shell around the current step. It owns the state, applies intents
// to it and carries out their effects.
type Root struct {
	app.Compo

	link  Link
	state store.State
	page  pageState
	files files
	rows  rowsFile
	many  noticesFile
	named bool // the first place is on show
}

// NewRoot returns a page that talks to the engine over link.
func NewRoot(link Link) *Root {
	return &Root{link: link, state: store.New(), page: pageState{Now: kit.PlaceTable, Behind: kit.PlaceTable}}
}

// OnMount starts to listen.
func (r *Root) OnMount(ctx app.Context) {
	ctx.Handle(kit.IntentAction, r.onIntent)
	ctx.Handle(kit.ChooseAction, r.files.onChoose)
	ctx.Handle(kit.ChooseManyAction, r.files.onChooseMany)
	ctx.Handle(kit.ChooseRowsAction, r.files.onChooseRows)
	ctx.Handle(project.ReportAction, r.onReport)
	ctx.Handle(project.NoticeAction, r.onNotice)
	ctx.Handle(project.NoticeJSONAction, r.onNoticeJSON)
	ctx.Handle(everyone.RowsFileAction, r.onRowsFile)
	ctx.Handle(project.SaveProjectAction, r.onSaveProject)
	ctx.Handle(project.CopyLinkAction, r.onCopyLink)
	ctx.Handle(chart.SaveAction, kit.OnSaveChart)
	topicPage.Publish(ctx, r.page)
	r.listen(ctx)
	r.link.Start(func(in store.Intent) {
		ctx.Dispatcher().Dispatch(app.Dispatch{
			Mode:     app.Next, // the root displays no part of the state
			Source:   r,
			Function: func(ctx app.Context) { r.apply(ctx, in) },
		})
	})
	r.apply(ctx, store.StartKeeping{Resume: takeOpenProject(ctx)})
}

// OnNav shows the place named in the address.
func (r *Root) OnNav(ctx app.Context) {
	to := kit.PlaceOf(ctx.Page().URL().Fragment)
	r.takeLink(ctx)
	if r.named && to == r.page.Now {
		return
	}
	first, closed := !r.named, r.page.Now.IsModel() && to == r.page.Behind
	r.named = true
	r.apply(ctx, store.Visit{Topics: to.Topics()})
	if !to.IsModel() {
		r.deal(ctx, r.page.Behind, to)
		r.page.Behind = to
	}
	r.page.Now, r.page.Hushed = to, r.state.Notices.Said
	ctx.Page().SetTitle(pageTitle(to))
	topicPage.Publish(ctx, r.page)
	switch {
	case to.IsModel():
		kit.WhenThere(ctx, modelsTitleID, kit.Focus)
	case closed:
		kit.Focus(modelsOpenerID)
	case !first:
		ctx.Defer(kit.FocusTitle)
	}
}

// deal requests cards while the person is labelling.
func (r *Root) deal(ctx app.Context, from, to kit.Place) {
	if from == kit.PlaceLabel {
		r.apply(ctx, store.CloseDeck{})
	}
	if to == kit.PlaceLabel {
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
	kit.Tell(ctx, changed(&old, &next))
	r.attend(ctx, &old, &next)
	r.rows.follow(ctx, next.Batch, next.Data.Table.Schema)
	noteOpenProject(ctx, old.Keeping.ID, next.Keeping.ID)
	for _, e := range effects {
		r.carryOut(ctx, e)
	}
	if !next.Batch.Notices.Busy {
		r.many = noticesFile{}
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
	case store.BeginNotices:
		r.many.begin(r.state, e.Lines)
	case store.AddNotices:
		r.many.add(ctx, e)
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

// changed returns the parts in which a state differs from the earlier one. States share slices until they
// change, so the comparison is cheap.
func changed(was, is *store.State) (parts kit.Part) {
	for _, x := range []struct {
		part    kit.Part
		was, is any
	}{
		{kit.Link, was.Link, is.Link}, {kit.Data, was.Data, is.Data}, {kit.Images, was.Images, is.Images},
		{kit.Foreign, was.Foreign, is.Foreign},
		{kit.Classifier, was.Classifier, is.Classifier}, {kit.ClassifierRun, was.ClassifierRun, is.ClassifierRun},
		{kit.Generator, was.Generator, is.Generator}, {kit.GeneratorRun, was.GeneratorRun, is.GeneratorRun},
		{kit.Explain, was.Explain, is.Explain}, {kit.Batch, was.Batch, is.Batch},
		{kit.BatchRun, was.BatchRun, is.BatchRun},
		{kit.Evaluation, was.Evaluation, is.Evaluation}, {kit.EvaluationRun, was.EvaluationRun, is.EvaluationRun},
		{kit.Evidence, was.Evidence, is.Evidence}, {kit.Doing, was.Evidence.Doing, is.Evidence.Doing},
		{kit.Search, was.Search, is.Search},
		{kit.Doubts, graph.Doubtful(was.Evidence), graph.Doubtful(is.Evidence)},
		{kit.Doubts, was.Evidence.Cost.Is.Reads, is.Evidence.Cost.Is.Reads},
		{kit.Ghosts, graph.Ghosts(was.Evidence, was.Search), graph.Ghosts(is.Evidence, is.Search)},
		{kit.Keeping, was.Keeping, is.Keeping}, {kit.Project, was.Project, is.Project},
		{kit.Notices, was.Notices, is.Notices},
		{kit.History, was.History, is.History}, {kit.Badges, badgesOf(was), badgesOf(is)},
	} {
		if !reflect.DeepEqual(x.was, x.is) {
			parts |= x.part
		}
	}
	if was.Explain.Glance.Dragging && is.Explain.Glance.Dragging && parts&kit.Explain != 0 {
		parts = parts&^kit.Explain | kit.Moving
	}
	if was.Graph.Edited != is.Graph.Edited || was.Graph.Opened != is.Graph.Opened ||
		!slices.Equal(was.Graph.Cycle, is.Graph.Cycle) {
		parts |= kit.Graph // too large to compare, so assume a change
	}
	if !is.Labels.Same(was.Labels) {
		parts |= kit.Labels // too many to compare, so assume a change
	}
	return parts
}

// Render draws the shell. It is cheap, because it displays no value of the state.
func (r *Root) Render() app.UI {
	main := app.Elem("main").ID("main").Class("main").DataSet("place", string(r.page.Behind))
	if r.page.Now.IsModel() {
		main = main.Attr("inert", true) // behind the drawer
	}
	return app.Div().Class("app").Body(
		app.Div().Class("shell").Body(
			skipButton(),
			&bar{State: &r.state, Now: r.page.Now, Behind: r.page.Behind},
			&notices{State: &r.state},
			app.Div().Class("asks").Body( // also over the drawer
				&project.Offers{State: &r.state},
				&project.Panels{State: &r.state},
				&label.Offer{State: &r.state},
			),
			main.Body(
				app.Elem("h1").ID(kit.TitleID).Class("page-title").TabIndex(-1).Text(r.page.Behind.Title()),
				&screen{State: &r.state, Place: r.page.Behind},
			),
			&models{State: &r.state, Now: r.page.Now, Behind: r.page.Behind},
			&kit.Word{},
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
	Now         kit.Place
	Behind      kit.Place // the place behind the drawer, otherwise Now
	Hushed      int       // the last status of the previous step, not shown again
	UpdateReady bool
}
