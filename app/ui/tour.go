package ui

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
)

// tour leads from the first answer of a finished project to something that the person
// finds out: what a lock does to it. It stands in the page above the step, can be put
// away and taken up again, and goes on as the person does what it says, whoever
// pressed what.
type tour struct {
	app.Compo
	*store.State
	page pageState

	now    tourState
	before tourAnswer // of the row, before anything was locked
	of     int        // Data.TableID that before belongs to
}

// tourState is what a browser remembers of the tour.
type tourState struct {
	On   bool // it is shown
	Away bool // it was put away, and can be taken up again
	At   int
}

// The places of the tour.
const (
	tourAnswered = iota
	tourReason
	tourLock
	tourFound
	tourPlaces
)

// tourSteps are where the places are.
var tourSteps = [tourPlaces]kit.Step{kit.StepExplain, kit.StepGraph, kit.StepExplain, kit.StepExplain}

// tourAnswer is what a search found for a row.
type tourAnswer struct {
	Row     int
	Count   int
	None    bool // proved
	Ways    int  // to have one all the same, each by giving something up
	Nearest bool // proved of the first
	First   []float64
	Factual []float64
	Carry   []int // what follows in it
}

const (
	tourKey     = "causeway-tour"
	tourTitleID = "tour-title"
)

func (t *tour) OnMount(ctx app.Context) {
	_ = ctx.LocalStorage().Get(tourKey, &t.now) // without it the tour starts with the next finished project
	t.now.At = min(max(t.now.At, 0), tourPlaces-1)
	topicTour.Publish(ctx, t.now)
	kit.Watch(ctx, kit.Data|kit.Graph|kit.Generator|kit.Classifier)
	kit.Watch(ctx, kit.Explain, func() { t.follow(ctx) })
	topicPage.Observe(ctx, &t.page, func() { t.follow(ctx) })
	ctx.Handle(kit.StartTourAction, t.onStart)
	ctx.Handle(resumeTourAction, t.onResume)
}

func (t *tour) onStart(ctx app.Context, a app.Action) {
	if !t.now.Away {
		t.set(ctx, tourState{On: true})
	}
}

// set shows another place and remembers it.
func (t *tour) set(ctx app.Context, s tourState) {
	t.now = s
	topicTour.Publish(ctx, s)
	_ = ctx.LocalStorage().Set(tourKey, s)
}

// follow goes on where the person has done what the tour waits for.
func (t *tour) follow(ctx app.Context) {
	e := t.Explain
	if e.HasFound && !e.Finding && e.Limited() == 0 {
		t.before, t.of = answerOf(e), t.Data.TableID
	}
	if !t.now.On {
		return
	}
	switch t.now.At {
	case tourAnswered:
		if t.page.Step == kit.StepGraph && t.of == t.Data.TableID {
			t.set(ctx, tourState{On: true, At: tourReason})
		}
	case tourLock:
		if _, locked := t.locked(); locked && e.HasFound && !e.Finding && t.before.Row == e.FoundRow && t.of == t.Data.TableID {
			t.set(ctx, tourState{On: true, At: tourFound})
		}
	}
}

func answerOf(e store.Explain) tourAnswer {
	f := e.Found
	a := tourAnswer{Row: e.FoundRow, Count: len(f.Found), None: f.None, Ways: len(f.Relaxed), Nearest: f.Nearest, Factual: f.Factual.Values.Values(), Carry: f.Carry}
	if a.Count > 0 {
		a.First = f.Found[0].Values.Values()
	}
	return a
}

// locked is a feature that the person keeps as it is.
func (t *tour) locked() (int, bool) {
	j := slices.IndexFunc(t.Explain.Limits, func(l causal.Limit) bool { return l.Kind == causal.Frozen })
	return j, j >= 0
}

// moved is the feature that the tour speaks of: the first that the nearest answer
// changes.
func (t *tour) moved() (int, bool) {
	for j := range t.before.First {
		if t.before.does(j) {
			return j, true
		}
	}
	return 0, false
}

// does reports whether the nearest answer changes a feature, which does not follow in it.
func (a tourAnswer) does(j int) bool {
	return j < len(a.First) && j < len(a.Factual) && a.First[j] != a.Factual[j] && !slices.Contains(a.Carry, j)
}

// there reports whether there is a project that the tour can speak of, and answered
// whether its row was explained since it was opened.
func (t *tour) there() bool    { return tourThere(t.Data, t.Generator) }
func (t *tour) answered() bool { return t.of == t.Data.TableID && t.before.Count > 0 }

func tourThere(d store.Data, g store.Generator) bool { return d.HasTable && g.HasResult }

func (t *tour) Render() app.UI {
	if t.now.Away && t.there() {
		return app.Div().Class("tour-away").Body(&tourResume{State: t.State})
	}
	if !t.now.On || !t.there() || !t.answered() && t.Explain.Finding {
		return app.Div().Hidden(true)
	}
	text, next := t.says()
	return app.Section().Class("tour").Aria("labelledby", tourTitleID).Body(
		app.H2().ID(tourTitleID).Class("tour-title").TabIndex(-1).Text(textTourPlace(t.now.At+1, tourPlaces)),
		app.P().Class("tour-text").Aria("live", "polite").Text(text),
		app.Div().Class("toolbar").Body(next,
			widget.Button(textTourAway, widget.Quiet, t.onAway)),
	)
}

// says is the sentence of a place and the button that leads on; on another step the button
// alone, which says where to.
func (t *tour) says() (string, app.UI) {
	s := t.Data.Table.Schema
	if !t.answered() {
		return textTourExplain, widget.Button(textTourExplainButton, widget.Primary, t.onExplain)
	}
	if step := tourSteps[t.now.At]; t.page.Step != step {
		if step == kit.StepGraph {
			return "", widget.Button(textTourReasonButton, widget.Primary, t.onReason)
		}
		return "", widget.Button(textTourBack, widget.Primary, t.onThere)
	}
	j, _ := t.moved()
	name := ""
	if j < len(s.Features) {
		name = s.Features[j].Title()
	}
	switch t.now.At {
	case tourReason:
		return textTourReason(len(t.Graph.Sketch.Edges), len(t.Graph.HardRules(s)), len(t.Graph.AllRules(s)), len(t.Explain.Found.Carry) > 0), widget.Button(textTourBack, widget.Primary, t.onLockPlace)
	case tourLock:
		return textTourLock(name), widget.Button(textTourLockButton(name), widget.Primary, t.onLock)
	case tourFound:
		k, locked := t.locked()
		if !locked || k >= len(s.Features) {
			k = j
		}
		if t.Explain.Finding || !locked {
			return textTourLookAgain, widget.Button(textTourEnd, widget.Primary, t.onEnd)
		}
		now := answerOf(t.Explain)
		return textTourFound(s.Features[k].Title(), t.before, now, t.changes(t.before), t.changes(now)), widget.Button(textTourEnd, widget.Primary, t.onEnd)
	}
	return textTourAnswered(t.before, t.changes(t.before)), widget.Button(textTourReasonButton, widget.Primary, t.onReason)
}

// changes are what the nearest row of an answer changes, as people read it.
func (t *tour) changes(a tourAnswer) (list []string) {
	for j, f := range t.Data.Table.Schema.Telling(a.Factual, a.First).Features {
		if a.does(j) {
			list = append(list, textChange(f.Title(), f.Format(a.Factual[j]), f.Format(a.First[j])))
		}
	}
	return list
}

// onExplain has the row explained that the project looks at, as after a reload.
func (t *tour) onExplain(ctx app.Context, e app.Event) {
	kit.ShowStep(ctx, kit.StepExplain)
	kit.Do(ctx, store.FindCounterfactuals{})
}

func (t *tour) onThere(ctx app.Context, e app.Event) { kit.ShowStep(ctx, tourSteps[t.now.At]) }

func (t *tour) onReason(ctx app.Context, e app.Event) {
	t.set(ctx, tourState{On: true, At: tourReason})
	kit.ShowStep(ctx, kit.StepGraph)
}

func (t *tour) onLockPlace(ctx app.Context, e app.Event) {
	t.set(ctx, tourState{On: true, At: tourLock})
	kit.ShowStep(ctx, kit.StepExplain)
}

// onLock does for the person what the card of the feature does as well.
func (t *tour) onLock(ctx app.Context, e app.Event) {
	if j, ok := t.moved(); ok {
		kit.ShowStep(ctx, kit.StepExplain)
		kit.Do(ctx, store.SetLimit{Feature: j, Limit: causal.Limit{Kind: causal.Frozen}})
	}
}

func (t *tour) onEnd(ctx app.Context, e app.Event) {
	t.set(ctx, tourState{})
	kit.Focus(kit.TitleID)
}

func (t *tour) onAway(ctx app.Context, e app.Event) {
	t.set(ctx, tourState{Away: true, At: t.now.At})
	kit.Focus(kit.TitleID)
}

func (t *tour) onResume(ctx app.Context, a app.Action) {
	t.set(ctx, tourState{On: true, At: t.now.At})
	kit.WhenThere(ctx, tourTitleID, kit.Focus)
}

const resumeTourAction = "tour-resume"

// topicTour is the tour as the browser remembers it.
var topicTour = kit.NewTopic[tourState]("tour")

// tourResume takes a tour up again that was put away: in the header, or where that has no
// room, in the line of the title.
type tourResume struct {
	app.Compo
	*store.State
	now tourState
}

func (r *tourResume) OnMount(ctx app.Context) {
	topicTour.Observe(ctx, &r.now)
	kit.Watch(ctx, kit.Data|kit.Generator)
}

func (r *tourResume) Render() app.UI {
	if !r.now.Away || !tourThere(r.Data, r.Generator) {
		return app.Span().Hidden(true)
	}
	return app.Span().Body(widget.Button(textTourResume, widget.Quiet, r.onResume))
}

func (r *tourResume) onResume(ctx app.Context, e app.Event) { ctx.NewAction(resumeTourAction) }
