package ui

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/widget"
	"causeway/core/data"
	"causeway/core/model"
)

// generatorScreen trains the generator of counterfactuals and shows its scores.
type generatorScreen struct {
	app.Compo
	data       store.Data
	classifier store.Classifier
	generator  store.Generator
	graph      store.Graph
	labels     store.Labels
	ready      bool
}

func (s *generatorScreen) OnMount(ctx app.Context) {
	topicData.Observe(ctx, &s.data)
	topicClassifier.Observe(ctx, &s.classifier)
	topicGenerator.Observe(ctx, &s.generator)
	topicGraph.Observe(ctx, &s.graph)
	topicLabels.Observe(ctx, &s.labels)
	s.ready = true
}

func (s *generatorScreen) Render() app.UI {
	if !s.ready {
		return app.Div()
	}
	var body []app.UI
	weight := widget.Primary
	if !s.generator.Phase.Active() && s.generator.HasResult && s.generator.Outdated {
		body, weight = append(body, s.outdated()), widget.Secondary
	}
	if !s.generator.Phase.Active() && s.generator.HasResult && s.generator.Unlearned {
		body = append(body, widget.Notice(widget.Info, textUnlearned))
	}
	body = append(body, s.settings(weight))
	if s.generator.Phase.Active() {
		body = append(body, &runPanel{Model: store.TheGenerator, Phase: s.generator.Phase})
	} else if s.generator.HasResult {
		body = append(body, s.result(), &coursePanel{Model: store.TheGenerator})
	}
	return app.Div().Class("stack", "is-loose").Body(body...)
}

// settings is the form with its button, of a weight.
func (s *generatorScreen) settings(weight widget.ButtonKind) app.UI {
	g, off := s.generator.Settings, s.generator.Phase.Active()
	fields := recipeForm(fieldsOf(g.Method), g, off, g.Most, s.change)
	body := append([]app.UI{app.H2().ID(settingsID).Class("panel-title").TabIndex(-1).Text(textMethod)}, s.method(off)...)
	body = append(body,
		app.P().Class("panel-note").Text(textPreset(s.generator.Preset, g.Method)),
		app.Div().Class("grid").Body(fields...),
		app.Div().Class("toolbar").Body(
			widget.Button(textTrainGenerator, weight, nil).Type("submit").Aria("disabled", off || s.generator.Queued).Aria("describedby", trainHintID),
			s.hint(),
			s.unqueue(),
		),
	)
	return app.Form().Class("panel", "settings").Attr("novalidate", "").Aria("labelledby", settingsID).OnSubmit(s.onTrain).Body(body...)
}

// hint says what the button waits for, with a way there.
func (s *generatorScreen) hint() app.UI {
	p := app.P().ID(trainHintID).Class("panel-note")
	switch {
	case s.generator.Phase.Active():
		return p.Text(textHintTraining)
	case s.generator.Queued:
		return p.Text(textHintQueued)
	case !s.data.HasTable:
		return p.Body(app.Text(textHintNeedTable+" "), app.A().Href("#data").Text(textGoData))
	case s.classifier.Phase.Active():
		return p.Text(textHintClassifierRuns)
	case !s.classifier.HasResult:
		return p.Body(app.Text(textHintNeedClassifier+" "), app.A().Href("#classifier").Text(textGoClassifier))
	case s.generator.HasResult:
		return p.Text(textHintGeneratorAgain)
	}
	return p.Text(textHintGenerator)
}

// unqueue takes back a training that waits for the classifier's.
func (s *generatorScreen) unqueue() app.UI {
	if !s.generator.Queued {
		return nil
	}
	return widget.Button(textCancel, widget.Secondary, s.onCancel)
}

func (s *generatorScreen) onCancel(ctx app.Context, e app.Event) {
	Do(ctx, store.Cancel{Model: store.TheGenerator})
	focus(titleID) // the button goes away
}

func (s *generatorScreen) onTrain(ctx app.Context, e app.Event) {
	e.PreventDefault()
	Do(ctx, store.TrainGenerator{})
}

// change changes one of the settings.
func (s *generatorScreen) change(ctx app.Context, f model.Field, v float64) {
	g := s.generator.Settings
	f.Set(&g, v)
	s.set(ctx, g)
}

func (s *generatorScreen) set(ctx app.Context, g model.Recipe) {
	Do(ctx, store.SetGenerator{Recipe: g})
}

func (s *generatorScreen) result() app.UI {
	r := s.generator.Result
	body := []app.UI{
		app.H2().ID(resultID).Class("panel-title").TabIndex(-1).Text(textGeneratorResult),
		app.P().Class("panel-note").Text(textGeneratorRows(r.TestRows)),
		widget.TableRegion(textScoresRegion, s.scores()),
		app.Dl().Class("facts").Body(slices.Concat([]app.UI{fact(textKeptEpoch, strconv.Itoa(r.Best))},
			timed(textTrainTime, r.TrainMS), timed(textPerThousand, r.PerThousand))...),
	}
	if r.Canceled {
		body = append(body, widget.Notice(widget.Info, textEndedEarly))
	}
	tools := append(s.next(), widget.Button(textExport, widget.Secondary, s.onExport))
	body = append(body, app.Div().Class("toolbar").Body(tools...))
	return app.Section().Class("panel").Aria("labelledby", resultID).Body(body...)
}

// next leads on: a generator of Example-based has yet to learn what it is for.
func (s *generatorScreen) next() []app.UI {
	link := func(href, text string, first bool) app.UI {
		a := app.A().Href(href).Class("button").Text(text)
		if first {
			a = a.Class("is-primary")
		}
		return a
	}
	examples := s.generator.Settings.Method.FromLabels()
	links := []app.UI{link("#explain", textGoExplain, !examples), link("#label", textGoLabel, examples)}
	if examples {
		slices.Reverse(links)
	}
	return links
}

func (s *generatorScreen) onExport(ctx app.Context, e app.Event) {
	Do(ctx, store.ExportModel{Model: store.TheGenerator})
}

// scores sets what a person sees beside what the paper measures.
func (s *generatorScreen) scores() app.UI {
	d, f, n := s.generator.Result.Decoded, s.generator.Result.Soft, s.generator.Result.DataProfiles
	row := func(name, decoded, soft, meaning string) app.UI {
		return app.Tr().Body(
			app.Th().Scope("row").Text(name),
			app.Td().Class("num").Text(decoded),
			app.Td().Class("num").Text(soft),
			app.Td().Class("wrap").Text(meaning),
		)
	}
	categories := []app.UI{
		row(textScoreCat, formatNumber(-d.CatProximity), formatNumber(-f.CatProximity), textScoreCatMeaning),
		row(textScoreProfiles, store.FormatCount(d.Profiles), store.FormatCount(f.Profiles), textProfilesMeaning(n)),
	}
	if !hasCategories(s.data.Table.Schema) {
		categories = []app.UI{row(textScoreCat, "–", "–", textNoCategories)}
	}
	return app.Table().Class("table", "scores").Aria("label", textScores).Body(
		app.THead().Body(app.Tr().Body(
			app.Th().Scope("col").Text(textScore),
			app.Th().Scope("col").Class("num").Text(textDecoded),
			app.Th().Scope("col").Class("num").Text(textSoft),
			app.Th().Scope("col").Text(textMeaning),
		)),
		app.TBody().Body(append([]app.UI{
			row(textScoreValidity, store.FormatShare(d.Validity), store.FormatShare(f.Validity), textScoreValidityMeaning),
			row(textScoreCont, formatNumber(d.ContProximity), formatNumber(f.ContProximity), textScoreContMeaning),
			row(textScoreChanged, formatNumber(d.FeaturesChange), formatNumber(f.FeaturesChange), textScoreChangedMeaning),
		}, slices.Concat(categories, s.kept(row))...)...),
	)
}

// kept says how many of the raw counterfactuals keep each rule.
func (s *generatorScreen) kept(row func(name, decoded, soft, meaning string) app.UI) (rows []app.UI) {
	rules, shares := s.generator.Rules, s.generator.Result.Kept.Values()
	if len(rules) == 0 || len(rules) != len(shares) {
		return nil
	}
	if len(rules) > 1 {
		rows = append(rows, row(textScoreKeptAll, store.FormatShare(s.generator.Result.KeptAll), "–", textKeptAllMeaning))
	}
	for i, r := range rules {
		meaning := ""
		if i == 0 {
			meaning = textKeptMeaning
		}
		rows = append(rows, row(textKeeps(r), store.FormatShare(shares[i]), "–", meaning))
	}
	return rows
}

func hasCategories(s data.Schema) bool {
	for _, f := range s.Features {
		if !f.Kind.Numeric() {
			return true
		}
	}
	return false
}
