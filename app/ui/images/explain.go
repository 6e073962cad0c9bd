package images

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/wire"
)

// explainScreen is the place Person for images.
type explainScreen struct {
	seen
}

func (s *explainScreen) Render() app.UI {
	one := app.Div().Class("explain-image")
	if x := s.Images.Subject; x.Has && !x.Drawn { // a pad needs a drawing first
		one = one.Class("is-answered")
	}
	return app.Div().Class("stack", "is-loose").Body(
		one.Body(
			app.Div().Class("stack").Body(
				app.Div().Class("chips").Role("group").Aria("label", textWhich).Body(
					app.Button().Type("button").Class("chip").Aria("pressed",
						!s.Images.Subject.Drawn).OnClick(s.onHeldOut).Text(textHeldOutImage),
					app.Button().Type("button").Class("chip").Aria("pressed", s.Images.Subject.Drawn).OnClick(s.onDraw).
						Text(textDraw)),
				s.subject(), s.says()),
			app.Div().Class("stack").Body(s.answers(), s.way())),
		&rulesPanel{seen: seen{State: s.State}},
	)
}

func (s *explainScreen) onHeldOut(ctx app.Context, e app.Event) { kit.Do(ctx, store.DrawOwn{}) }
func (s *explainScreen) onDraw(ctx app.Context, e app.Event)    { kit.Do(ctx, store.DrawOwn{On: true}) }

// subject is the explained image, or the pad.
func (s *explainScreen) subject() app.UI {
	x, set := s.Images.Subject, s.Images.Set
	if x.Drawn {
		return &padPanel{seen{State: s.State}}
	}
	body := []app.UI{app.H2().ID("image-title").Class("panel-title").TabIndex(-1).Text(textHeldOutImage)}
	if len(x.Pixels) > 0 {
		body = append(body, app.Div().Class("pixel-figure").Body(
			picture(x.Pixels, set.H, set.W, &grey, scaleOf(set.H, 168), TextSubject(x)),
			app.P().Class("panel-note").Text(TextSubject(x))))
	}
	options := []widget.Option{{Value: "-1", Text: textAny}}
	for c := range set.Classes {
		options = append(options, widget.Option{Value: strconv.Itoa(c), Text: strconv.Itoa(c)})
	}
	body = append(body, app.Div().Class("stack").Body(
		&widget.Select{Label: textLabelled, Value: strconv.Itoa(x.Truth), Options: options, OnChange: s.onTruth},
		app.Div().Class("toolbar").Body(
			widget.Button(textPrevious, widget.Secondary, s.onPrevious).Aria("disabled", x.Pos <= 0),
			widget.Button(textNext, widget.Secondary, s.onNext).Aria("disabled", x.Total > 0 && x.Pos+1 >= x.Total))))
	return app.Section().Class("panel", "image-subject").Aria("labelledby", "image-title").Body(body...)
}

func (s *explainScreen) onTruth(ctx app.Context, v string) {
	truth, err := strconv.Atoi(v)
	if err == nil {
		kit.Do(ctx, store.ChooseImage{Truth: truth})
	}
}

func (s *explainScreen) onPrevious(ctx app.Context, e app.Event) { s.step(ctx, -1) }
func (s *explainScreen) onNext(ctx app.Context, e app.Event)     { s.step(ctx, 1) }

func (s *explainScreen) step(ctx app.Context, by int) {
	x := s.Images.Subject
	if to := x.Pos + by; to >= 0 && (x.Total == 0 || to < x.Total) {
		kit.Do(ctx, store.ChooseImage{Truth: x.Truth, Pos: to})
	}
}

// says is the prediction for the image, with bars of all classes.
func (s *explainScreen) says() app.UI {
	x := s.Images.Subject
	body := []app.UI{app.H2().ID("says-title").Class("panel-title").Text(textSays)}
	switch {
	case !s.Images.Classifier.HasResult:
		body = append(body, app.P().Body(app.Text(textNeedClassifier+" "),
			app.A().Href("#classifier").Text(kit.TextGoClassifier)))
	case len(x.Pixels) == 0 && x.Drawn:
		body = append(body, app.P().ID("image-answer").Role("status").Text(textDrawFirst))
	case len(x.Shares) == 0:
		body = append(body, app.P().ID("image-answer").Role("status").Text(textAsking))
	default:
		body = append(body,
			app.P().ID("image-answer").Class("answer-text").Role("status").Text(
				TextAnswer(x.Class(), x.Shares[x.Class()])), bars(x.Shares, textShareOf))
	}
	return app.Section().Class("panel", "image-says").Aria("labelledby", "says-title").Body(body...)
}

func (s *explainScreen) onFind(ctx app.Context, e app.Event) { kit.Do(ctx, store.FindImages{}) }

// bars are the shares of all classes.
func bars(shares []float64, name func(int) string) app.UI {
	likeliest, list := store.Likeliest(shares), make([]app.UI, len(shares))
	for c, v := range shares {
		li := app.Li().Class("share")
		if c == likeliest {
			li = li.Class("is-likeliest")
		}
		list[c] = li.Body(
			app.Span().Class("share-name").Text(strconv.Itoa(c)),
			app.Meter().Class("share-bar").Attr("min", "0").Attr("max", "1").Attr("value",
				strconv.FormatFloat(v, 'g', -1, 64)).Aria("label", name(c)),
			app.Span().Class("share-value").Text(kit.FormatProbability(v)))
	}
	return app.Ul().Class("shares").Body(list...)
}

// answers is the button for counterfactuals, and a row of them.
func (s *explainScreen) answers() app.UI {
	x, set := s.Images.Subject, s.Images.Set
	hint := app.P().ID("find-images-hint").Class("panel-note")
	switch {
	case !s.Images.Classifier.HasResult:
		hint = hint.Hidden(true) // the classifier's panel says it
	case !s.Images.Generator.HasResult:
		hint = hint.Body(app.Text(textNeedGenerator+" "), app.A().Href("#generator").Text(kit.TextGoGenerator))
	case x.Asking:
		hint = hint.Text(textFinding)
	case x.Has:
		hint = hint.Text(textAnswersHint)
	default:
		hint = hint.Text(textFindHint)
	}
	list := make([]app.UI, len(x.Found.Answers))
	for i, a := range x.Found.Answers {
		list[i] = &answerCard{At: i, Pixels: string(a.Pixels), H: set.H, W: set.W, Chosen: i == x.Chosen,
			Target: a.Target, Holds: a.Valid && len(a.Broken) == 0,
			Text: TextCard(a, x.Pixels)}
	}
	return app.Section().Class("panel").Aria("labelledby", kit.ResultsID).Body(
		app.H2().ID(kit.ResultsID).Class("panel-title").TabIndex(-1).Text(textAnswers),
		app.Div().Class("toolbar").Body(
			widget.Button(textFind, widget.Primary, s.onFind).Aria("disabled", x.Asking ||
				!s.Images.Generator.HasResult || len(x.Shares) == 0).Aria("describedby", "find-images-hint"), hint),
		app.Ul().Class("thumbs", "is-answers").Hidden(!x.Has).Body(list...),
	)
}

// answerCard is one counterfactual, which can be chosen.
type answerCard struct {
	app.Compo
	At, Target, H, W int
	Pixels, Text     string
	Chosen, Holds    bool
}

func (c *answerCard) Render() app.UI {
	class := "thumb"
	if !c.Holds {
		class = "thumb is-missed"
	}
	return app.Li().Body(app.Button().Type("button").Class(class).Aria("pressed", c.Chosen).OnClick(c.onClick).Body(
		picture([]byte(c.Pixels), c.H, c.W, &grey, scaleOf(c.H, 56), ""),
		app.Strong().Text(TextTo(c.Target)),
		app.Span().Class("thumb-text").Text(c.Text)))
}

func (c *answerCard) onClick(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.ChoosePath{Answer: c.At})
}

// way is the chosen counterfactual, what it changes, and the path to it.
func (s *explainScreen) way() app.UI {
	x, set := s.Images.Subject, s.Images.Set
	if !x.Has || x.Chosen >= len(x.Found.Answers) {
		return app.Div().Hidden(true)
	}
	a := x.Found.Answers[x.Chosen]
	at := wire.ImageAnswer{Pixels: a.Pixels, Shares: a.Shares}
	if x.At < len(x.Path) {
		at = x.Path[x.At]
	}
	shares, scale := at.Shares.Values(), scaleOf(set.H, 168)
	figure := func(pixels []byte, p *palette, says string) app.UI {
		return app.Figure().Class("pixel-figure").Body(picture(pixels, set.H, set.W, p, scale, ""),
			app.FigCaption().Text(says))
	}
	body := []app.UI{
		app.H2().ID("way-title").Class("panel-title").Text(TextWay(x.Class(), a.Target)),
		app.Div().Class("pixel-figures").Body(
			figure(x.Pixels, &grey, TextFactual),
			figure(at.Pixels, &grey, textOnTheWay(x.At, len(x.Path))),
			figure(difference(x.Pixels, at.Pixels), &signed, textDifference)),
		app.P().Class("legend").Body(
			app.Span().Class("swatch", "is-added").Aria("hidden", "true"), app.Text(textAdded+" "),
			app.Span().Class("swatch", "is-removed").Aria("hidden", "true"), app.Text(textRemoved)),
	}
	if len(x.Path) > 1 {
		body = append(body, &pathSlider{At: x.At, Of: len(x.Path) - 1, Says: textAt(x, shares)})
	}
	if len(shares) > 0 {
		body = append(body, app.P().Class("answer-text").Text(TextAnswer(store.Likeliest(shares),
			shares[store.Likeliest(shares)])), bars(shares, textShareAtOf))
	}
	body = append(body, proofs(a), measured(x.Pixels, at.Pixels, set.H, set.W))
	return app.Section().Class("panel").Aria("labelledby", "way-title").Body(body...)
}

// pathSlider moves along the path.
type pathSlider struct {
	app.Compo
	At, Of int
	Says   string
}

func (s *pathSlider) Render() app.UI {
	return app.Div().Class("stack", "is-tight").Body(
		app.Label().Class("field-label").For("image-path").Text(textPath),
		&widget.Range{ID: "image-path", Class: "slider", Says: s.Says, Value: float64(s.At), Max: float64(s.Of),
			Step: 1, OnInput: s.onInput})
}

func (s *pathSlider) onInput(ctx app.Context, v float64) {
	kit.Do(ctx, store.GoAlongPath{At: int(v)})
}
