package images

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	keys "causeway/app/ui/label"
	"causeway/app/ui/widget"
	"causeway/core/wire"
)

// explainScreen is the place Person for images: two drawings instead of the map.
type explainScreen struct {
	seen
}

func (s *explainScreen) Render() app.UI {
	of := app.Div().Class("person", "is-images")
	if x := s.Images.Subject; x.Has && !x.Drawn { // an empty pad has no prediction
		of = of.Class("is-answered")
	}
	return of.Body(
		app.Div().Class("person-row").Body(s.subject(), s.says()),
		app.Div().Class("person-middle").Body(append(s.way(), &rulesPanel{seen: seen{State: s.State}})...),
		s.answers())
}

func (s *explainScreen) onHeldOut(ctx app.Context, e app.Event) { kit.Do(ctx, store.DrawOwn{}) }
func (s *explainScreen) onDraw(ctx app.Context, e app.Event)    { kit.Do(ctx, store.DrawOwn{On: true}) }

// subject chooses the explained image, or the pad.
func (s *explainScreen) subject() app.UI {
	x, set := s.Images.Subject, s.Images.Set
	title, tools := TextDrawing, app.UI(app.Div().Hidden(true))
	var choose []app.UI
	if !x.Drawn {
		title = textImageNo(x)
		tools = app.Div().Class("toolbar").Body(
			widget.Button("‹", widget.Secondary, s.onPrevious).Aria("label", textPrevious).Title(textPrevious).Aria(
				"disabled", x.Pos <= 0),
			widget.Button("›", widget.Secondary, s.onNext).Aria("label", textNext).Title(textNext).Aria("disabled",
				x.Total > 0 && x.Pos+1 >= x.Total))
		options := []widget.Option{{Value: "-1", Text: textAny}}
		for c := range set.Classes {
			options = append(options, widget.Option{Value: strconv.Itoa(c), Text: strconv.Itoa(c)})
		}
		choose = []app.UI{
			app.P().Class("panel-note").Text(TextSubject(x)),
			&widget.Select{Label: textLabelled, Value: strconv.Itoa(x.Truth), Options: options, OnChange: s.onTruth}}
	}
	return app.Section().Class("image-subject", "person-who").Aria("labelledby", "image-title").Body(append([]app.UI{
		app.Div().Class("person-head").Body(
			app.H2().ID("image-title").Class("person-title").TabIndex(-1).Text(title), tools),
		app.Div().Class("chips").Role("group").Aria("label", textWhich).Body(
			app.Button().Type("button").Class("chip").Aria("pressed", !x.Drawn).OnClick(s.onHeldOut).Text(
				textHeldOutImage),
			app.Button().Type("button").Class("chip").Aria("pressed", x.Drawn).OnClick(s.onDraw).Text(textDraw))},
		choose...)...)
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

// says returns the prediction for the image, with bars of all classes.
func (s *explainScreen) says() app.UI {
	x := s.Images.Subject
	body := []app.UI{app.H3().ID("says-title").Class("person-label").Text(textSays)}
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
			app.P().ID("image-answer").Role("status").Text(TextAnswer(x.Class(), x.Shares[x.Class()])),
			bars(x.Shares, textShareOf))
	}
	return app.Section().Class("person-group").Aria("labelledby", "says-title").Body(body...)
}

func (s *explainScreen) onFind(ctx app.Context, e app.Event) { kit.Do(ctx, store.FindImages{}) }

// bars returns the shares of all classes.
func bars(shares []float64, name func(int) string) app.UI {
	likeliest, list := store.Likeliest(shares), make([]app.UI, len(shares))
	for c, v := range shares {
		li := app.Li().Class("share")
		if c == likeliest {
			li = li.Class("is-likeliest")
		}
		list[c] = li.Body(
			app.Span().Class("share-name").Text(strconv.Itoa(c)),
			app.Elem("meter").Class("share-bar").Attr("min", "0").Attr("max", "1").Attr("value",
				strconv.FormatFloat(v, 'g', -1, 64)).Aria("label", name(c)),
			app.Span().Class("share-value").Text(kit.FormatProbability(v)))
	}
	return app.Ul().Class("shares").Body(list...)
}

// answers returns the chosen counterfactual in a sentence, and a card for each class.
func (s *explainScreen) answers() app.UI {
	x, set := s.Images.Subject, s.Images.Set
	body := []app.UI{app.Div().ID(kit.ResultsID).Class("headline").Role("heading").Aria("level", 2).TabIndex(-1).Body(
		kit.SentenceOf(headlineOf(x)))}
	if a, ok := chosen(x); ok {
		body = append(body, proofs(a))
	}
	hint := app.P().ID("find-images-hint").Class("panel-note")
	kind := widget.Primary
	switch {
	case !s.Images.Classifier.HasResult:
		hint = hint.Hidden(true) // the prediction says the same
	case !s.Images.Generator.HasResult:
		hint = hint.Body(app.Text(textNeedGenerator+" "), app.A().Href("#generator").Text(kit.TextGoGenerator))
	case x.Asking:
		hint = hint.Text(textFinding)
	case x.Has:
		hint, kind = hint.Text(textAnswersHint), widget.Secondary
	default:
		hint = hint.Text(textFindHint)
	}
	list := make([]app.UI, len(x.Found.Answers))
	for i, a := range x.Found.Answers {
		list[i] = &answerCard{At: i, Pixels: string(a.Pixels), H: set.H, W: set.W, Chosen: i == x.Chosen,
			Target: a.Target, Holds: a.Valid && len(a.Broken) == 0,
			Text: TextCard(a, x.Pixels)}
	}
	foot := app.Div().Class("person-foot").Body(app.Div().Class("person-head").Body(
		widget.Button(textFind, kind, s.onFind).Aria("disabled", x.Asking ||
			!s.Images.Generator.HasResult || len(x.Shares) == 0).Aria("describedby", "find-images-hint"),
		app.A().Href("#label").Hidden(!s.Images.Generator.HasResult).Text(keys.TextNext)))
	return app.Section().Class("person-answer").Aria("labelledby", kit.ResultsID).Body(append(body,
		app.Div().Class("ways-head").Hidden(!x.Has).Body(
			app.H3().Class("person-label").Text(kit.Plural1(len(list), "way"))),
		app.Ul().Class("ways", "thumbs", "is-answers").Hidden(!x.Has).Body(list...), hint, foot)...)
}

// chosen returns the chosen counterfactual, if there is one.
func chosen(x store.ImageSubject) (a wire.ImageAnswer, ok bool) {
	if !x.Has || x.Chosen >= len(x.Found.Answers) {
		return a, false
	}
	return x.Found.Answers[x.Chosen], true
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

// way draws the image, or the pad, beside the chosen counterfactual, the changes, and the path to it.
//
// The number of these elements is constant, so that the pads after them stay mounted while somebody draws.
func (s *explainScreen) way() []app.UI {
	x, set := s.Images.Subject, s.Images.Set
	figure := func(pixels []byte, p *palette, says string, tall int) app.UI {
		return app.Elem("figure").Class("pixel-figure").Body(picture(pixels, set.H, set.W, p, scaleOf(set.H, tall), ""),
			app.Elem("figcaption").Text(says))
	}
	const large, small = 252, 112
	a, ok := chosen(x)
	body := []app.UI{app.H2().Class("person-label").Hidden(!ok).Text(TextWay(x.Class(), a.Target)),
		app.Div().Hidden(true), app.Div().Hidden(true), app.Div().Hidden(true)}
	var pair []app.UI
	switch {
	case x.Drawn:
		pair = append(pair, &padPanel{seen{State: s.State}})
	case len(x.Pixels) != set.H*set.W:
		return body
	default:
		pair = append(pair, figure(x.Pixels, &grey, TextFactual, large))
	}
	if !ok {
		body[1] = app.Div().Class("drawings").Body(pair...)
		return body
	}
	at := wire.ImageAnswer{Pixels: a.Pixels, Shares: a.Shares}
	if x.At < len(x.Path) {
		at = x.Path[x.At]
	}
	shares := at.Shares.Values()
	body[1] = app.Div().Class("drawings").Body(append(pair,
		app.Span().Class("drawings-arrow").Aria("hidden", "true").Text("→"),
		figure(at.Pixels, &grey, textOnTheWay(x.At, len(x.Path)), large))...)
	if len(x.Path) > 1 {
		body[2] = &pathSlider{At: x.At, Of: len(x.Path) - 1, Says: textAt(x, shares)}
	}
	says := []app.UI{app.P().Class("legend").Body(
		app.Span().Class("swatch", "is-added").Aria("hidden", "true"), app.Text(textAdded+" "),
		app.Span().Class("swatch", "is-removed").Aria("hidden", "true"), app.Text(textRemoved))}
	if len(shares) > 0 {
		says = append(says, app.P().Text(TextAnswer(store.Likeliest(shares), shares[store.Likeliest(shares)])),
			app.Details().Class("fold").Body(app.Summary().Text(textAllClasses), bars(shares, textShareAtOf)))
	}
	says = append(says, app.Details().Class("fold").Body(app.Summary().Text(TextMeasured),
		measured(x.Pixels, at.Pixels, set.H, set.W)))
	body[3] = app.Div().Class("drawings-change").Body(
		figure(difference(x.Pixels, at.Pixels), &signed, textDifference, small),
		app.Div().Class("stack", "is-tight").Body(says...))
	return body
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
