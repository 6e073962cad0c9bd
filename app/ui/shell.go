package ui

import (
	"fmt"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/data"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
)

func stepOf(fragment string) kit.Step {
	name, _, _ := kit.CutLink(fragment)
	for _, s := range append(kit.AllSteps, kit.StepCase) {
		if string(s) == name {
			return s
		}
	}
	return kit.StepData
}

// badges are the states of the steps in words.
type badges [7]badge

type badge struct{ Text, Tone string }

func badgesOf(s store.State) badges {
	if s.Images.Has {
		return imageBadges(s)
	}
	return badges{
		dataBadge(s.Data, badge{textStartHere, ""}),
		classifierBadge(s),
		graphBadge(s),
		generatorBadge(s),
		explainBadge(s),
		labelBadge(s),
		evaluateBadge(s),
	}
}

// imageBadges are those of the steps of images.
func imageBadges(s store.State) badges {
	g := s.Images
	explain := badge{textNeedsGenerator, ""}
	switch {
	case g.Subject.Asking:
		explain = badge{textSearching, "busy"}
	case g.Generator.HasResult:
		explain = badge{textReady, "done"}
	case g.Classifier.HasResult:
		explain = badge{textToDraw, ""}
	}
	none, arrows := badge{textNotForImages, ""}, 0
	for _, f := range g.Subject.Rules.Follows {
		arrows += len(f.Causes)
	}
	graph := badge{textGraphBadge(arrows, 0), ""}
	if arrows > 0 {
		graph.Tone = "done"
	}
	labels := badge{textNeedsGenerator, ""}
	if g.Generator.HasResult {
		labels.Text = textToLabel
	}
	if n := len(g.Labels.List); n > 0 {
		labels = badge{textLabelCount(n), "done"}
	}
	return badges{
		dataBadge(s.Data, badge{textImageCount(g.Set.Rows), "done"}),
		modelBadge(g.Classifier.Phase, s.ClassifierRun, g.Classifier.HasResult, true, ""),
		graph,
		modelBadge(g.Generator.Phase, s.GeneratorRun, g.Generator.HasResult, g.Classifier.HasResult, textNeedsClassifier),
		explain,
		labels,
		none,
	}
}

// dataBadge is the state of the step Data, where it is nothing of a table's as told.
func dataBadge(d store.Data, otherwise badge) badge {
	switch {
	case d.Stage == store.Loading:
		return badge{textLoading, "busy"}
	case d.Stage != store.Idle:
		return badge{textReading, "busy"}
	case d.HasPreview:
		return badge{textPreview, "busy"}
	case d.HasTable:
		return badge{textRowCount(d.Table.Rows), "done"}
	}
	return otherwise
}

func graphBadge(s store.State) badge {
	g := s.Graph.Sketch
	switch {
	case !s.Data.HasTable:
		return badge{textNeedsTable, ""}
	case len(g.Edges)+len(g.Rules) == 0:
		return badge{textGraphBadge(0, 0), ""}
	}
	return badge{textGraphBadge(len(g.Edges), len(s.Graph.AllRules(s.Data.Table.Schema))), "done"}
}

// modelBadge is the state of a training; needs is what has to be there before
// it.
func modelBadge(p store.Phase, r store.Run, done, can bool, needs string) badge {
	switch {
	case p == store.Paused || p == store.Pausing:
		return badge{textPaused, "busy"}
	case p == store.Interrupted:
		return badge{textInterrupted, "busy"}
	case p.Active():
		return badge{textTrainingShare(r), "busy"}
	case done:
		return badge{textTrained, "done"}
	case can:
		return badge{textToTrain, ""}
	}
	return badge{needs, ""}
}

func classifierBadge(s store.State) badge {
	if c := s.Classifier; c.Foreign && c.HasResult && !c.Phase.Active() {
		return badge{textImported, "done"}
	}
	return modelBadge(s.Classifier.Phase, s.ClassifierRun, s.Classifier.HasResult, s.Data.HasTable, textNeedsTable)
}

func generatorBadge(s store.State) badge {
	g := s.Generator
	if !g.Phase.Active() && g.HasResult && g.Outdated {
		return badge{textOutOfDate, ""}
	}
	return modelBadge(g.Phase, s.GeneratorRun, g.HasResult, s.Classifier.HasResult, textNeedsClassifier)
}

func explainBadge(s store.State) badge {
	switch {
	case s.Explain.Finding:
		return badge{textSearching, "busy"}
	case s.Generator.HasResult && s.Explain.HasRow:
		return badge{textReady, "done"}
	}
	return badge{textNeedsGenerator, ""}
}

func labelBadge(s store.State) badge {
	switch l := s.Labels; {
	case l.Phase.Active():
		return badge{textLearning, "busy"}
	case len(l.List) > 0:
		return badge{textLabelCount(len(l.List)), "done"}
	case s.Generator.HasResult:
		return badge{textToLabel, ""}
	}
	return badge{textNeedsGenerator, ""}
}

func evaluateBadge(s store.State) badge {
	switch v := s.Evaluation; {
	case v.Phase == store.Paused:
		return badge{textPaused, "busy"}
	case v.Phase != store.Resting:
		return badge{textEvaluating, "busy"}
	case v.HasResult:
		return badge{textEvaluated, "done"}
	case s.Classifier.HasResult:
		return badge{textToEvaluate, ""}
	}
	return badge{textNeedsClassifier, ""}
}

// steps is the navigation. A link's name is the step alone; its state stands
// beside it and describes it.
type steps struct {
	app.Compo
	*store.State
	Current kit.Step
	width   int // of the strip when it was last scrolled to the present step
}

func (s *steps) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Badges)
	ctx.Defer(s.show)
}

func (s *steps) OnUpdate(ctx app.Context) { ctx.Defer(s.show) }
func (s *steps) OnResize(ctx app.Context) { ctx.Defer(s.turned) }

// wide windows show all steps in a rail: to ask where they are would cost a layout.
const wide = "(min-width: 56.25rem)"

// strip is where a narrow window has the steps beside each other; it is not there in a wide one.
func (s *steps) strip(ctx app.Context) (strip app.Value, there bool) {
	nav := ctx.JSSrc()
	if !nav.Truthy() || app.Window().Call("matchMedia", wide).Get("matches").Truthy() {
		s.width = 0 // or one as narrow as before would not be scrolled
		return nil, false
	}
	strip = nav.Call("querySelector", ".steps")
	return strip, strip.Truthy()
}

// show scrolls the strip of a narrow window to the present step, and nothing else.
func (s *steps) show(ctx app.Context) {
	strip, there := s.strip(ctx)
	if !there {
		return
	}
	if step := strip.Call("querySelector", ".is-current"); step.Truthy() {
		s.width = strip.Get("clientWidth").Int()
		strip.Set("scrollLeft", step.Get("offsetLeft").Float()-(float64(s.width)-step.Get("clientWidth").Float())/2)
	}
}

// turned shows the present step again in a strip of another width. A telephone tells of a
// new height whenever its bars come and go, which leaves the strip where a person scrolled it.
func (s *steps) turned(ctx app.Context) {
	if strip, there := s.strip(ctx); there && strip.Get("clientWidth").Int() != s.width {
		s.show(ctx)
	}
}

func (s *steps) Render() app.UI {
	items, badges := make([]app.UI, len(kit.AllSteps)), badgesOf(*s.State)
	for i, step := range kit.AllSteps {
		id := "state-" + string(step)
		link := app.A().Href("#"+string(step)).Aria("describedby", id).Text(step.Title())
		item := app.Li().Class("step")
		if step == s.Current {
			link = link.Aria("current", "page")
			item = item.Class("is-current")
		}
		b := badges[i]
		if b.Tone != "" {
			item = item.Class("is-" + b.Tone)
		}
		items[i] = item.Body(link, app.Span().ID(id).Class("step-state").Text(b.Text))
	}
	return app.Nav().Class("shell-nav").Aria("label", textSteps).Body(app.Ol().Class("steps").Body(items...))
}

// notices are the two regions that are read out: the status politely, the
// alerts at once.
type notices struct {
	app.Compo
	*store.State
	page pageState
}

func (n *notices) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Notices|kit.Link)
	topicPage.Observe(ctx, &n.page)
}

func (n *notices) Render() app.UI {
	alerts := make([]app.UI, len(n.Notices.Alerts))
	for i, a := range n.Notices.Alerts {
		alerts[i] = &alert{ID: a.ID, Text: a.Text}
	}
	status := n.Notices.Status
	if n.Notices.Said == n.page.Hushed {
		status = ""
	}
	var restart, update app.UI
	if n.Link.Final {
		restart = app.Div().Class("toolbar").Body(widget.Button(textRestart, widget.Primary, n.onRestart))
	}
	if n.page.UpdateReady {
		update = app.Div().Class("notice", "is-info", "update").Body(
			app.Span().Class("notice-text").Text(textUpdateReady),
			widget.Button(textUpdateNow, widget.Secondary, n.onUpdate),
		)
	}
	box := app.Div().Class("notices")
	if len(alerts) > 0 {
		box = box.Class("has-alerts")
	}
	return box.Body(
		app.Div().ID("alerts").Class("alerts").Role("alert").Body(alerts...),
		app.P().ID("status").Class("status", passes[n.Notices.Said%2]).Role("status").Text(status).OnClick(n.onStatus),
		restart,
		update,
	)
}

// passes are the classes of the status over Graph's drawing, from which it goes by itself.
// They alternate, so that its time begins again when the same is said again.
var passes = [...]string{"passes", "passes-again"}

// onStatus takes it away from what it covers.
func (n *notices) onStatus(ctx app.Context, e app.Event) { n.page.Hushed = n.Notices.Said }

func (n *notices) onRestart(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.RestartEngine{})
	kit.Focus(kit.TitleID)
}

func (n *notices) onUpdate(ctx app.Context, e app.Event) { app.Window().Call("causewayApplyUpdate") }

// alert is one sentence that stays until it is dismissed.
type alert struct {
	app.Compo
	ID   int
	Text string
}

func (a *alert) Render() app.UI {
	return app.Div().Class("notice", "is-error").Body(
		app.Strong().Class("notice-word").Text(data.TextProblem),
		app.Span().Class("notice-text").Text(a.Text),
		widget.Button(textDismiss, widget.Quiet, a.onDismiss).Aria("label", textDismissOf(a.Text)),
	)
}

func (a *alert) onDismiss(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.Dismiss{ID: a.ID})
	kit.Focus(kit.TitleID)
}

// header is the top of the page.
type header struct {
	app.Compo
	*store.State
	theme string
}

func (h *header) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.History)
	h.theme = storedTheme(ctx)
	showTheme(h.theme)
}

func (h *header) Render() app.UI {
	return app.Header().Class("shell-header").Body(
		app.A().Class("brand").Href("#/").Text(textName), // to the first screen, or the table that is open
		app.Span().Class("privacy").Text(textPrivacy),
		app.Div().Class("shell-actions").Body(
			app.Div().Class("shell-tour").Body(&tourResume{State: h.State}),
			widget.Button(textCommands, widget.Quiet, h.onCommands).Aria("keyshortcuts", "Control+K Meta+K").Title(textCommandsTitle).Class("is-command"),
			widget.Button(textUndo, widget.Quiet, h.onUndo).Aria("keyshortcuts", "Control+Z").Aria("disabled", !h.History.CanUndo()),
			widget.Button(textRedo, widget.Quiet, h.onRedo).Aria("keyshortcuts", "Control+Shift+Z").Aria("disabled", !h.History.CanRedo()),
			&widget.Select{Label: textTheme, Value: h.theme, Options: themes, OnChange: h.onTheme},
		),
	)
}

func (h *header) onCommands(ctx app.Context, e app.Event) { ctx.NewAction(commandsAction) }

func (h *header) onUndo(ctx app.Context, e app.Event) { kit.Do(ctx, store.Undo{}) }
func (h *header) onRedo(ctx app.Context, e app.Event) { kit.Do(ctx, store.Redo{}) }

func (h *header) onTheme(ctx app.Context, theme string) {
	h.theme = theme
	showTheme(theme)
	_ = ctx.LocalStorage().Set(themeKey, theme) // without storage the choice lasts as long as the page
}

const themeKey = "causeway-theme"

var themes = []widget.Option{{Value: "system", Text: textSystem}, {Value: "light", Text: textLight}, {Value: "dark", Text: textDark}}

func storedTheme(ctx app.Context) string {
	var theme string
	if err := ctx.LocalStorage().Get(themeKey, &theme); err != nil {
		return "system"
	}
	for _, t := range themes {
		if t.Value == theme {
			return theme
		}
	}
	return "system"
}

func showTheme(theme string) {
	root := app.Window().Get("document").Get("documentElement")
	if theme == "system" {
		root.Call("removeAttribute", "data-theme")
		return
	}
	root.Call("setAttribute", "data-theme", theme)
}

// skipButton is a button, not a link: go-app takes every link for a navigation.
func skipButton() app.UI {
	return widget.Button(textSkip, widget.Secondary, onSkip).Class("skip-link")
}

func onSkip(ctx app.Context, e app.Event) { kit.Focus(kit.TitleID) }

func sentence(err error) string { return fmt.Sprintf(textUnsent, store.Clause(err)) }
