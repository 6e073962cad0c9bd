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
	body := []app.UI{s.card()}
	if s.Images.Generator.Phase.Active() {
		body = append(body, &kit.RunPanel{State: s.State, Model: store.TheGenerator,
			Phase: s.Images.Generator.Phase})
	}
	return app.Div().Class("stack", "is-loose").Body(app.Div().Class("split").Body(
		app.Div().Class("stack", "is-loose").Body(body...),
		app.Div().Class("stack", "is-loose").Body(s.who(), s.learn())),
		&keys.List{State: s.State, Image: s.row})
}

// row is a label in the list.
func (s *labelScreen) row(i int, by string, disagrees bool) app.UI {
	x, set := s.Images.Labels.List[i], s.Images.Set
	return &labelRow{Index: i, Factual: string(x.Factual), Pixels: string(x.Pixels), H: set.H, W: set.W,
		Target: x.Target, Feasible: x.Feasible, By: by, Disagrees: disagrees}
}

// card is the counterfactual to judge, beside its factual.
func (s *labelScreen) card() app.UI {
	g, l := s.Images, s.Images.Labels
	body := []app.UI{app.H2().ID("image-card").Class("panel-title").TabIndex(-1).Text(textCardTitle)}
	switch {
	case !g.Generator.HasResult:
		body = append(body, app.P().Body(app.Text(textNeedGenerator+" "),
			app.A().Href("#generator").Text(kit.TextGoGenerator)))
	case len(l.Cards) == 0 && l.None:
		body = append(body, app.P().Text(textNoCards))
	case len(l.Cards) == 0:
		body = append(body, app.P().Role("status").Text(textDrawingCards))
	default:
		c := l.Cards[0]
		figure := func(pixels []byte, p *palette, says string) app.UI {
			return app.Figure().Class("pixel-figure").Body(picture(pixels, g.Set.H, g.Set.W, p,
				scaleOf(g.Set.H, 112), ""), app.FigCaption().Text(says))
		}
		body = append(body,
			app.P().ID("image-question").Class("answer-text").Aria("live", "polite").Text(textQuestion(c.Target)),
			app.Div().Class("pixel-figures").Body(
				figure(c.Factual, &grey, TextFactual), figure(c.Pixels, &grey, TextTo(c.Target)),
				figure(difference(c.Factual, c.Pixels), &signed, textDifference)),
			app.Div().Class("toolbar").Body(
				widget.Button(textFeasible, widget.Primary, s.onFeasible).Aria("keyshortcuts", "F").Aria("describedby",
					"image-question"),
				widget.Button(textInfeasible, widget.Secondary, s.onInfeasible).Aria("keyshortcuts", "I").Aria(
					"describedby", "image-question"),
				widget.Button(textUnsure, widget.Quiet, s.onUnsure).Aria("keyshortcuts", "U").Aria("describedby",
					"image-question")),
			app.P().Class("panel-note").Text(textCardKeys))
	}
	return app.Section().Class("panel").Aria("labelledby", "image-card").Body(body...)
}

func (s *labelScreen) onFeasible(ctx app.Context, e app.Event)   { s.judge(ctx, label.Feasible) }
func (s *labelScreen) onInfeasible(ctx app.Context, e app.Event) { s.judge(ctx, label.Infeasible) }
func (s *labelScreen) onUnsure(ctx app.Context, e app.Event)     { s.judge(ctx, label.Unsure) }

func (s *labelScreen) judge(ctx app.Context, v label.Verdict) {
	kit.Do(ctx, store.Judge{Verdict: v})
}

func (s *labelScreen) onKey(ctx app.Context, a app.Action) {
	key, _ := a.Value.(string)
	v, is := map[string]label.Verdict{"f": label.Feasible, "i": label.Infeasible, "u": label.Unsure}[key]
	if is && keys.StoredKeys(ctx) {
		s.judge(ctx, v)
	}
}

// who is the field for the labelling person's name, and the switch for keys.
func (s *labelScreen) who() app.UI {
	return app.Section().Class("panel").Aria("labelledby", "image-who").Body(
		app.H2().ID("image-who").Class("panel-title").Text(textWho),
		&keys.Name{Of: s.Labels.Name},
		&keys.Keys{Help: textKeysHelp})
}

// learn says what there is to learn from, and what was learned.
func (s *labelScreen) learn() app.UI {
	g := s.Images
	yes, no := g.Labels.Taught()
	body := []app.UI{
		app.H2().ID("image-labels").Class("panel-title").Text(textLabels),
		app.Dl().Class("facts").Body(kit.Fact(textFeasible, store.FormatCount(yes)),
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
