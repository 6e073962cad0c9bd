package images

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/classifier"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/model"
)

// seen is a component that watches the images.
type seen struct {
	app.Compo
	*store.State
}

func (s *seen) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Images|kit.Labels) }

// Screen returns a place for images, except Table.
func Screen(s *store.State, step kit.Place) app.UI {
	of := seen{State: s}
	switch step {
	case kit.PlaceClassifier:
		return &classifierScreen{of}
	case kit.PlaceCauses:
		return &graphScreen{of}
	case kit.PlaceGenerator:
		return &generatorScreen{of}
	case kit.PlaceLabel:
		return &labelScreen{of}
	case kit.PlaceEveryone, kit.PlaceGroups, kit.PlaceMethods:
		return app.Section().Class("panel", "empty").Body(app.P().Text(TextNoEvaluate),
			app.P().Body(app.A().Href("#person").Class("button", "is-primary").Text(textGoExplain)))
	}
	return &explainScreen{of}
}

// training is the form with the settings of a training.
type training struct {
	title, meaning, button string
	advanced               string // the settings in a line
	fields                 []app.UI
	off                    bool
	hint                   app.UI
	train                  app.EventHandler
}

func (f training) form() app.UI {
	return app.Form().Class("panel", "settings").Attr("novalidate", "").Aria("labelledby",
		kit.SettingsID).OnSubmit(f.train).Body(
		app.H2().ID(kit.SettingsID).Class("panel-title").TabIndex(-1).Text(f.title),
		app.P().Class("panel-note").Text(f.meaning),
		kit.Advanced(f.advanced, app.Div().Class("grid").Body(f.fields...)),
		app.Div().Class("toolbar").Body(
			widget.Button(f.button, widget.Primary, nil).Type("submit").Aria("disabled", f.off).Aria("describedby",
				kit.TrainHintID), f.hint))
}

// heldOut shows a model's figures on the held-out images, and then tools.
func heldOut(from store.Origin, note string, canceled bool, facts []app.UI, tools ...app.UI) app.UI {
	body := []app.UI{
		app.H2().ID(kit.ResultID).Class("panel-title").TabIndex(-1).Text(textHeldOutTitle),
		app.Elem("dl").Class("facts", "is-large").Body(facts...),
		app.P().Class("panel-note").Text(note),
		kit.ClaimNote(from, nil),
	}
	if canceled {
		body = append(body, widget.Notice(widget.Info, kit.TextEndedEarly))
	}
	return app.Section().Class(kit.ClaimedBy(from, nil, "panel")...).Aria("labelledby", kit.ResultID).Body(
		append(body, app.Div().Class("toolbar").Body(tools...))...)
}

// classifierScreen is the drawer's Classifier for images.
type classifierScreen struct {
	seen
}

func (s *classifierScreen) Render() app.UI {
	c := s.Images.Classifier
	var body []app.UI
	if c.Phase.Active() {
		body = append(body, &kit.RunPanel{State: s.State, Model: store.TheClassifier, Phase: c.Phase})
	} else if c.HasResult {
		body = append(body, s.result(), s.confusion())
		if s.Images.Cell.Open {
			body = append(body, s.cell())
		}
		body = append(body, &kit.CoursePanel{State: s.State, Model: store.TheClassifier})
	}
	return app.Div().Class("stack", "is-loose").Body(append(body, s.settings(), s.opener())...)
}

func (s *classifierScreen) settings() app.UI {
	c, off := s.Images.Classifier.Settings, s.Images.Classifier.Phase.Active()
	hint := textClassifierHint(s.Images.Set)
	if off {
		hint = kit.TextHintTraining
	}
	return training{title: textClassifier, meaning: textClassifierMeaning, button: textTrainClassifier, off: off,
		train:    s.onTrain,
		advanced: kit.TextAdvanced(model.ImageClassifierFields, c),
		fields:   kit.Form{Of: c, Off: off, Most: c.Most, Change: s.change}.Fields(model.ImageClassifierFields),
		hint:     app.P().ID(kit.TrainHintID).Class("panel-note").Text(hint)}.form()
}

func (s *classifierScreen) change(ctx app.Context, f model.Field, v float64) {
	c := s.Images.Classifier.Settings
	f.Set(&c, v)
	kit.Do(ctx, store.SetClassifier{ClassifierRecipe: c})
}

func (s *classifierScreen) onTrain(ctx app.Context, e app.Event) {
	e.PreventDefault()
	kit.Do(ctx, store.TrainClassifier{})
}

// opener opens another program's classifier.
func (s *classifierScreen) opener() app.UI {
	body := []app.UI{
		app.H2().ID("image-model").Class("panel-title").Text(textOpenModel),
		app.P().Class("panel-note").Text(textOpenModelHint),
		app.Div().Class("toolbar").Body(&widget.File{Key: "image-model-file", Label: textOpenModelFile, Accept: ".onnx",
			OnFile:   s.onFile,
			Disabled: s.Images.Classifier.Phase.Active() || s.Images.Generator.Phase.Active()}),
	}
	if c := s.Images.Classifier; c.HasResult && c.Foreign {
		body = append(body, widget.Notice(widget.Info, TextOpened(c.From, s.Images.Reading)))
	}
	return app.Section().Class("panel").Aria("labelledby", "image-model").Body(body...)
}

func (s *classifierScreen) onFile(ctx app.Context, file app.Value) {
	classifier.OpenModelFile(ctx, file)
}

func (s *classifierScreen) onExport(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.ExportModel{Model: store.TheClassifier})
}

func (s *generatorScreen) onExport(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.ExportModel{Model: store.TheGenerator})
}

func (s *classifierScreen) result() app.UI {
	r, fit := s.Images.Classifier.Result, s.Images.Classifier.Fit()
	facts := []app.UI{
		kit.Fact(TextAccuracy, TextInterval(fit.Accuracy, fit.Low, fit.High)),
		kit.Fact(textBase, store.FormatShare(fit.Base)),
		kit.Fact(TextLogLoss, kit.FormatNumber(fit.LogLoss)),
	}
	if !s.Images.Classifier.Foreign {
		facts = append(facts, kit.Fact(kit.TextKeptEpoch, strconv.Itoa(r.Best)))
	}
	facts = append(facts, kit.Timed(kit.TextTrainTime, r.TrainMS, s.Images.Classifier.Origin)...)
	return heldOut(s.Images.Classifier.Origin, TextAccuracyMeaning(fit.Rows), r.Canceled, facts,
		app.A().Href("#generator").Class("button", "is-primary").Text(kit.TextGoGenerator),
		app.A().Href("#person").Class("button").Text(textGoDraw),
		widget.Button(textExport, widget.Secondary, s.onExport).Aria("disabled", s.Images.Classifier.Foreign))
}

// confusion returns the matrix; a press on a count shows the images behind it.
func (s *classifierScreen) confusion() app.UI {
	r, n, open := s.Images.Classifier.Result, s.Images.Set.Classes, s.Images.Cell
	if len(r.Confusion) != n*n {
		return nil
	}
	head := []app.UI{app.Th().Scope("col").Text(TextTruth)}
	for c := range n {
		head = append(head, app.Th().Scope("col").Class("num").Text(TextSaid(c)))
	}
	rows := make([]app.UI, n)
	for i := range rows {
		cells := kit.ConfusionCells(r.Confusion[i*n:(i+1)*n], i, func(j, k, _ int) []app.UI {
			if k == 0 {
				return []app.UI{app.Text("0")}
			}
			return []app.UI{&cellButton{Truth: i, Said: j, Count: k, On: open.Open && open.Truth == i &&
				open.Predicted == j}}
		})
		rows[i] = app.Tr().Body(append([]app.UI{app.Th().Scope("row").Text(strconv.Itoa(i))}, cells...)...)
	}
	return app.Section().Class("panel").Aria("labelledby", "confusion-title").Body(
		app.H2().ID("confusion-title").Class("panel-title").Text(TextConfusion),
		app.P().Class("panel-note").Text(textConfusionHint),
		widget.TableRegion(textConfusionRegion, app.Table().Class("confusion", "is-dense").Aria("label",
			TextConfusion).Body(
			app.THead().Body(app.Tr().Body(head...)), app.TBody().Body(rows...))),
	)
}

// cellButton opens a cell of the matrix.
type cellButton struct {
	app.Compo
	Truth, Said, Count int
	On                 bool
}

func (b *cellButton) Render() app.UI {
	return widget.Button(store.FormatCount(b.Count), widget.Quiet, b.onClick).Class("is-cell").Aria("label",
		textCell(b.Count, b.Truth, b.Said)).Aria("pressed", b.On)
}

func (b *cellButton) onClick(ctx app.Context, e app.Event) {
	if b.On {
		kit.Do(ctx, store.CloseCell{})
		return
	}
	kit.Do(ctx, store.ShowCell{Truth: b.Truth, Predicted: b.Said})
}

// cell shows the images of the open cell.
func (s *classifierScreen) cell() app.UI {
	c, set := s.Images.Cell, s.Images.Set
	n := set.H * set.W
	list := make([]app.UI, len(c.Page.Index))
	for i := range list {
		list[i] = &thumb{At: i, Pixels: string(c.Page.Pixels[i*n : (i+1)*n]), H: set.H, W: set.W,
			Label: textThumb(c.Page.Index[i], c.Page.Labels[i])}
	}
	return app.Section().Class("panel").Aria("labelledby", "cell-title").Body(
		app.H2().ID("cell-title").Class("panel-title").Text(textCellTitle(c)),
		app.P().Class("panel-note").Text(textCellHint),
		app.Ul().Class("thumbs").Body(list...),
		&kit.Pages{What: textImages, From: c.Page.From, Of: c.Page.Total, Size: 60, OnFrom: s.onFrom},
	)
}

func (s *classifierScreen) onFrom(ctx app.Context, from int) {
	kit.Do(ctx, store.ShowCell{Truth: s.Images.Cell.Truth, Predicted: s.Images.Cell.Predicted, From: from})
}

// thumb is a small image that can be explained.
type thumb struct {
	app.Compo
	At     int
	Pixels string
	H, W   int
	Label  string
}

func (t *thumb) Render() app.UI {
	return app.Li().Body(app.Button().Type("button").Class("thumb").OnClick(t.onClick).Body(
		picture([]byte(t.Pixels), t.H, t.W, &grey, scaleOf(t.H, 56), t.Label)))
}

func (t *thumb) onClick(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.ExplainShown{At: t.At})
	kit.GoTo(ctx, kit.PlacePerson)
}

// generatorScreen is the drawer's Generator for images.
type generatorScreen struct {
	seen
}

func (s *generatorScreen) Render() app.UI {
	g := s.Images.Generator
	var body []app.UI
	if g.Phase.Active() {
		body = append(body, &kit.RunPanel{State: s.State, Model: store.TheGenerator, Phase: g.Phase})
	} else if g.HasResult {
		body = append(body, s.result(), &kit.CoursePanel{State: s.State, Model: store.TheGenerator})
	}
	return app.Div().Class("stack", "is-loose").Body(append(body, s.settings())...)
}

func (s *generatorScreen) settings() app.UI {
	g, off := s.Images.Generator.Settings, s.Images.Generator.Phase.Active()
	hint := app.P().ID(kit.TrainHintID).Class("panel-note")
	switch {
	case off:
		hint = hint.Text(kit.TextHintTraining)
	case !s.Images.Classifier.HasResult:
		hint = hint.Body(app.Text(textNeedClassifier+" "), app.A().Href("#classifier").Text(kit.TextGoClassifier))
	default:
		hint = hint.Text(textGeneratorHint)
	}
	return training{title: textGenerator, meaning: textGeneratorMeaning, button: textTrainGenerator, off: off,
		train: s.onTrain, hint: hint,
		advanced: kit.TextAdvanced(model.ImageFields, g),
		fields:   kit.Form{Of: g, Off: off, Change: s.change}.Fields(model.ImageFields)}.form()
}

func (s *generatorScreen) change(ctx app.Context, f model.Field, v float64) {
	g := s.Images.Generator.Settings
	f.Set(&g, v)
	kit.Do(ctx, store.SetImageGenerator{ImageRecipe: g})
}

func (s *generatorScreen) onTrain(ctx app.Context, e app.Event) {
	e.PreventDefault()
	kit.Do(ctx, store.TrainGenerator{})
}

func (s *generatorScreen) result() app.UI {
	r := s.Images.Generator.Result
	facts := []app.UI{
		kit.Fact(kit.TextScoreValidity, store.FormatShare(r.Validity)),
		kit.Fact(TextDistance, kit.FormatFixed(r.Distance, 1)),
		kit.Fact(TextChanged, kit.FormatFixed(r.Changed, 0)),
		kit.Fact(kit.TextKeptEpoch, strconv.Itoa(r.Best)),
	}
	facts = append(append(facts, kit.Timed(kit.TextTrainTime, r.TrainMS, s.Images.Generator.Origin)...),
		kit.Timed(textEach, r.EachMS, s.Images.Generator.Origin)...)
	return heldOut(s.Images.Generator.Origin, TextRated(r.TestRows), r.Canceled, facts,
		app.A().Href("#person").Class("button", "is-primary").Text(textGoExplain),
		widget.Button(textExport, widget.Secondary, s.onExport))
}
