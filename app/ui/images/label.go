package images

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	keys "causeway/app/ui/label"
	"causeway/app/ui/widget"
	"causeway/core/label"
)

// labelScreen is the Label step for images: one counterfactual at a time, with the same keys as for
// rows.
type labelScreen struct {
	seen
}

func (s *labelScreen) OnMount(ctx app.Context) {
	s.seen.OnMount(ctx)
	kit.Handle(ctx, keys.KeyAction, s.onKey)
}

func (s *labelScreen) Render() app.UI {
	question, drawings := s.card()
	side := []app.UI{s.learn()}
	if s.Images.Generator.Phase.Active() {
		side = append(side, &kit.RunPanel{State: s.State, Model: store.TheGenerator,
			Phase: s.Images.Generator.Phase})
	}
	return app.Section().Class("person", "is-judging", "is-images").Aria("labelledby", "image-card").Body(
		app.Div().Class("person-answer").Body(question...),
		app.Div().Class("person-row").Body(s.who()),
		app.Div().Class("person-middle").Body(
			app.Div().Class("person-head").Body(
				app.H2().ID("image-card").Class("person-title").TabIndex(-1).Text(keys.TextNext),
				app.A().Class("button").Href("#"+string(kit.PlacePerson)).Text(keys.TextBackToMap)),
			drawings, &keys.List{State: s.State, Image: s.row}),
		app.Div().Class("person-answer", "card-side").Body(side...))
}

// row returns a label in the list.
func (s *labelScreen) row(i int, by string, disagrees bool) app.UI {
	x, set := s.Images.Labels.List[i], s.Images.Set
	return &labelRow{Index: i, Factual: string(x.Factual), Pixels: string(x.Pixels), H: set.H, W: set.W,
		Target: x.Target, Feasible: x.Feasible, By: by, Disagrees: disagrees}
}

// card returns the question about a counterfactual with the buttons, and its drawings.
func (s *labelScreen) card() (question []app.UI, drawings app.UI) {
	g, l := s.Images, s.Images.Labels
	switch {
	case !g.Generator.HasResult:
		return []app.UI{app.P().Body(app.Text(textNeedGenerator+" "),
			app.A().Href("#generator").Text(kit.TextGoGenerator))}, app.Div().Hidden(true)
	case len(l.Cards) == 0 && l.None:
		return []app.UI{app.P().Text(textNoCards)}, app.Div().Hidden(true)
	case len(l.Cards) == 0:
		return []app.UI{app.P().Role("status").Text(textDrawingCards)}, app.Div().Hidden(true)
	}
	c := l.Cards[0]
	figure := func(pixels []byte, p *palette, says string) app.UI {
		return app.Elem("figure").Class("pixel-figure").Body(picture(pixels, g.Set.H, g.Set.W, p,
			scaleOf(g.Set.H, 252), ""), app.Elem("figcaption").Text(says))
	}
	button := func(text, key string, on app.EventHandler) app.UI {
		return widget.Button(text, widget.Secondary, on).Class("verdict-button").Aria("keyshortcuts", key).Aria(
			"describedby", "image-question")
	}
	return []app.UI{
			app.P().ID("image-question").Class("headline").Aria("live", "polite").Body(
				app.Span().Class("sentence").Text(textQuestion(c.Target))),
			app.Div().Class("card-buttons").Body(button(keys.TextYes, "Y", s.onFeasible),
				button(keys.TextNo, "N", s.onInfeasible), button(keys.TextUnsure, "U", s.onUnsure)),
			app.P().Class("panel-note").Text(textCardKeys)},
		app.Div().Class("drawings").Body(figure(c.Factual, &grey, TextFactual),
			figure(c.Pixels, &grey, TextTo(c.Target)),
			figure(difference(c.Factual, c.Pixels), &signed, textDifference))
}

func (s *labelScreen) onFeasible(ctx app.Context, e app.Event)   { s.judge(ctx, label.Feasible) }
func (s *labelScreen) onInfeasible(ctx app.Context, e app.Event) { s.judge(ctx, label.Infeasible) }
func (s *labelScreen) onUnsure(ctx app.Context, e app.Event)     { s.judge(ctx, label.Unsure) }

func (s *labelScreen) judge(ctx app.Context, v label.Verdict) {
	kit.Do(ctx, store.Judge{Verdict: v})
}

func (s *labelScreen) onKey(ctx app.Context, a app.Action) {
	key, _ := a.Value.(string)
	v, is := keys.VerdictOf(key)
	if is && keys.StoredKeys(ctx) {
		s.judge(ctx, v)
	}
}

// who returns the field for the labelling person's name, and the switch for keys.
func (s *labelScreen) who() app.UI {
	return app.Section().Class("panel").Aria("labelledby", "image-who").Body(
		app.H2().ID("image-who").Class("panel-title").Text(textWho),
		&keys.Name{Of: s.Labels.Name},
		&keys.Keys{Help: textKeysHelp})
}

// learn shows how many labels the generator can learn from, and what it has learned.
func (s *labelScreen) learn() app.UI {
	g := s.Images
	yes, no := g.Labels.Taught()
	body := []app.UI{
		app.H2().ID("image-labels").Class("panel-title").Text(textLabels),
		app.Elem("dl").Class("facts").Body(kit.Fact(textFeasible, store.FormatCount(yes)),
			kit.Fact(textInfeasible, store.FormatCount(no))),
		app.Div().Class("toolbar").Body(
			widget.Button(textLearn, widget.Primary, s.onLearn).Aria("disabled", g.Generator.Phase.Active() ||
				min(yes, no) < store.LeastImageLabels).Aria("describedby", "image-learn-hint")),
		app.P().ID("image-learn-hint").Class("panel-note").Text(textLearnHint),
	}
	if r := g.Generator.Result; r.Labels > 0 {
		body = append(body, widget.Notice(widget.Info, textLearned(r)))
	}
	return app.Section().Class("panel").Aria("labelledby", "image-labels").Body(body...)
}

func (s *labelScreen) onLearn(ctx app.Context, e app.Event) { kit.Do(ctx, store.FineTuneNow{}) }
