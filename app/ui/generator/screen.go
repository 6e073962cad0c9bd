// Package generator is the drawer's Generator, where people choose a method, train it and read its scores.
package generator

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/model"
)

// generatorScreen trains the generator of counterfactuals and shows its scores.
type Screen struct {
	app.Compo
	*store.State
	meanings bool // the table explains each score
	roomy    bool // all scores fit beside the first ones
}

func (s *Screen) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Classifier|kit.Generator|kit.Graph|kit.Labels)
	s.roomy = kit.Roomy()
}

func (s *Screen) Render() app.UI {
	return app.Div().Class("stack", "is-loose", "abreast").Body(s.panels()...)
}

func (s *Screen) panels() (body []app.UI) {
	if !s.Generator.Phase.Active() && s.Generator.HasResult && s.Generator.Outdated {
		body = append(body, s.outdated())
	}
	if !s.Generator.Phase.Active() && s.Generator.HasResult && s.Generator.Unlearned {
		body = append(body, widget.Notice(widget.Info, TextUnlearned))
	}
	switch {
	case s.Generator.Phase.Active(): // the progress first, settings that cannot change last
		body = append(body, &kit.RunPanel{State: s.State, Model: store.TheGenerator,
			Phase: s.Generator.Phase, Bare: true}, &watchPanel{State: s.State}, s.settings(widget.Primary),
			&kit.CoursePanel{State: s.State, Model: store.TheGenerator})
	case s.Generator.HasResult: // results first, settings last
		body = append(body, s.result(), &watchPanel{State: s.State}, s.settings(widget.Secondary),
			&codesPanel{State: s.State, Model: s.Generator.Result.Model},
			&kit.CoursePanel{State: s.State, Model: store.TheGenerator})
	default:
		body = append(body, s.settings(widget.Primary))
	}
	return body
}

// settings returns the form with its button, primary or not.
func (s *Screen) settings(weight widget.ButtonKind) app.UI {
	g, off := s.Generator.Settings, s.Generator.Phase.Active()
	fields := kit.Form{Of: g, Off: off, Most: g.Most, Change: s.change}.Fields(kit.FieldsOf(g.Method))
	body := append([]app.UI{app.H2().ID(kit.SettingsID).Class("panel-title").TabIndex(-1).Text(textMethod)},
		s.method(off)...)
	body = append(body,
		app.Div().Class("toolbar").Body(
			widget.Button(textTrainGenerator, weight, nil).Type("submit").Aria("disabled", off ||
				s.Generator.Queued).Aria("describedby", kit.TrainHintID),
			s.hint(),
			s.unqueue(),
		),
		kit.Advanced(kit.TextAdvanced(kit.FieldsOf(g.Method), g),
			app.P().Class("method-meaning").Body(kit.Worded(TextMeaningOf(g.Method))...),
			app.P().Class("panel-note").Text(textPreset(s.Generator.Preset, g.Method)),
			app.Div().Class("grid").Body(fields...)),
	)
	return app.Form().Class("panel", "settings").Attr("novalidate", "").Aria("labelledby",
		kit.SettingsID).OnSubmit(s.onTrain).Body(body...)
}

// hint says what the button waits for, with a link to it.
func (s *Screen) hint() app.UI {
	p := app.P().ID(kit.TrainHintID).Class("panel-note")
	switch {
	case s.Generator.Phase.Active():
		return p.Text(kit.TextHintTraining)
	case s.Generator.Queued:
		return p.Text(TextHintQueued)
	case !s.Data.HasTable:
		return p.Body(app.Text(TextHintNeedTable+" "), app.A().Href("#table").Text(kit.TextGoData))
	case s.Classifier.Phase.Active():
		return p.Text(TextHintClassifierRuns)
	case !s.Classifier.HasResult:
		return p.Body(app.Text(textHintNeedClassifier+" "), app.A().Href("#classifier").Text(kit.TextGoClassifier))
	case s.Generator.HasResult:
		return p.Text(textHintGeneratorAgain)
	}
	return p.Text(TextHintGenerator)
}

// unqueue cancels a training that waits for the classifier's.
func (s *Screen) unqueue() app.UI {
	if !s.Generator.Queued {
		return nil
	}
	return widget.Button(kit.TextCancel, widget.Secondary, s.onCancel)
}

func (s *Screen) onCancel(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.Cancel{What: store.TheGenerator})
	kit.Focus(kit.TitleID) // the button goes away
}

func (s *Screen) onTrain(ctx app.Context, e app.Event) {
	e.PreventDefault()
	kit.Do(ctx, store.TrainGenerator{})
}

// change changes one of the settings.
func (s *Screen) change(ctx app.Context, f model.Field, v float64) {
	g := s.Generator.Settings
	f.Set(&g, v)
	s.set(ctx, g)
}

func (s *Screen) set(ctx app.Context, g model.Recipe) {
	kit.Do(ctx, store.SetGenerator{Recipe: g})
}

func (s *Screen) result() app.UI {
	r, from := s.Generator.Figures(), s.Generator.Origin
	body := []app.UI{
		app.H2().ID(kit.ResultID).Class("panel-title").TabIndex(-1).Text(textGeneratorResult),
		app.P().Class("panel-note").Body(kit.Worded(TextGeneratorRows(r.TestRows, r.Answers.Rows))...),
		app.Elem("dl").Class("facts", "is-large").Body(s.first()...),
		outcomes(r.Answers),
	}
	body = append(body, kit.ClaimNote(from, s.Generator.Differ))
	if s.Generator.AnswersLate {
		body = append(body, app.P().Class("panel-note").Text(kit.TextAnswersLate))
	}
	if r.Canceled {
		body = append(body, widget.Notice(widget.Info, kit.TextEndedEarly))
	}
	if r.Untaught {
		body = append(body, widget.Notice(widget.Info, textUntaught))
	}
	tools := append(s.next(), widget.Button(kit.TextExport, widget.Secondary, s.onExport))
	body = append(body, app.Div().Class("toolbar").Body(tools...),
		app.Details().Class("fold").Open(s.roomy).Body(app.Summary().Text(textAllScores), app.Div().Class("stack").Body(
			&widget.Toggle{Label: kit.TextMeanings, On: s.meanings, OnChange: s.onMeanings},
			widget.TableRegion(textScoresRegion, s.scores()),
			app.Elem("dl").Class("facts").Body(slices.Concat([]app.UI{kit.Fact(kit.TextKeptEpoch,
				strconv.Itoa(r.Best))},
				kit.Timed(kit.TextTrainTime, r.TrainMS, from), kit.Timed(textPerThousand, r.PerThousand, from))...))))
	return app.Section().Class(kit.ClaimedBy(from, s.Generator.Differ, "panel")...).Aria("labelledby", kit.ResultID).
		Body(body...)
}

// first returns the figures that show how good the generator is: how many of its own answers hold, how
// many could, and why the others fail.
func (s *Screen) first() (list []app.UI) {
	r := s.Generator.Figures()
	held := HeldScores(r, s.Data.Table.Schema)
	for _, x := range held[:min(len(held), 2)] {
		list = append(list, kit.Fact(x.Name, x.Decoded).Class(s.late()...))
	}
	list = append(list, kit.Fact(kit.TextScoreValidity, store.FormatShare(r.Decoded.Validity)))
	if n := len(r.Kept.Values()); n > 1 && n == len(s.Generator.Judged.Texts(s.Data.Table.Schema)) {
		list = append(list, kit.Fact(TextScoreKeptAll, store.FormatShare(r.KeptAll)))
	}
	return list
}

// late greys the figures of answers if they alone could not be measured.
func (s *Screen) late() (classes []string) {
	if s.Generator.AnswersLate {
		classes = kit.ClaimedBy(store.Claimed, nil)
	}
	return classes
}

// next links to the next step. A generator of Example-based still has to learn from labels.
func (s *Screen) next() []app.UI {
	link := func(href, text string, first bool) app.UI {
		a := app.A().Href(href).Class("button").Text(text)
		if first {
			a = a.Class("is-primary")
		}
		return a
	}
	examples := s.Generator.Settings.Method.FromLabels()
	links := []app.UI{link("#person", kit.TextGoExplain, !examples), link("#label", kit.TextGoLabel, examples)}
	if examples {
		slices.Reverse(links)
	}
	return links
}

func (s *Screen) onExport(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.ExportModel{Model: store.TheGenerator})
}

// scores shows what a person sees beside what the paper measures.
func (s *Screen) scores() app.UI {
	d, f, n := s.Generator.Figures().Decoded, s.Generator.Figures().Soft, s.Generator.Figures().DataProfiles
	row := func(name, decoded, soft, meaning string) app.UI {
		return app.Tr().Body(s.meant(app.Td().Class("wrap").Text(meaning),
			app.Th().Scope("row").Body(kit.Worded(name)...),
			app.Td().Class("num").Text(decoded),
			app.Td().Class("num").Text(soft))...)
	}
	var held []app.UI
	for _, x := range HeldScores(s.Generator.Figures(), s.Data.Table.Schema) {
		held = append(held, row(x.Name, x.Decoded, "–", x.Meaning).(app.HTMLTr).Class(s.late()...))
	}
	categories := []app.UI{
		row(kit.TextScoreCat, kit.FormatNumber(-d.CatProximity), kit.FormatNumber(-f.CatProximity),
			kit.TextScoreCatMeaning),
		row(TextScoreProfiles, store.FormatCount(d.Profiles), store.FormatCount(f.Profiles), TextProfilesMeaning(n)),
	}
	if !kit.HasCategories(s.Data.Table.Schema) {
		categories = []app.UI{row(kit.TextScoreCat, "–", "–", textNoCategories)}
	}
	return app.Table().Class("table", "scores").Aria("label", TextScores).Body(
		app.THead().Body(app.Tr().Body(s.meant(app.Th().Scope("col").Text(kit.TextMeaning),
			app.Th().Scope("col").Text(kit.TextScore),
			app.Th().Scope("col").Class("num").Text(TextDecoded),
			app.Th().Scope("col").Class("num").Text(TextSoft))...)),
		app.TBody().Body(append(append(held,
			row(kit.TextScoreValidity, store.FormatShare(d.Validity), store.FormatShare(f.Validity),
				kit.TextScoreValidityMeaning),
			row(kit.TextScoreCont, kit.FormatNumber(d.ContProximity), kit.FormatNumber(f.ContProximity),
				kit.TextScoreContMeaning),
			row(kit.TextScoreChanged, kit.FormatNumber(d.FeaturesChange), kit.FormatNumber(f.FeaturesChange),
				kit.TextScoreChangedMeaning),
		), slices.Concat(categories, s.kept(row))...)...),
	)
}

// meant returns a line of the table, with the score's meaning on request.
func (s *Screen) meant(meaning app.UI, cells ...app.UI) []app.UI {
	if s.meanings {
		cells = append(cells, meaning)
	}
	return cells
}

func (s *Screen) onMeanings(ctx app.Context, on bool) { s.meanings = on }

// kept says how many of the raw counterfactuals keep each rule.
func (s *Screen) kept(row func(name, decoded, soft, meaning string) app.UI) (rows []app.UI) {
	rules, shares := s.Generator.Judged.Texts(s.Data.Table.Schema), s.Generator.Figures().Kept.Values()
	if len(rules) == 0 || len(rules) != len(shares) {
		return nil
	}
	if len(rules) > 1 {
		rows = append(rows, row(TextScoreKeptAll, store.FormatShare(s.Generator.Figures().KeptAll), "–",
			textKeptAllMeaning))
	}
	for i, r := range rules {
		meaning := ""
		if i == 0 {
			meaning = TextKeptMeaning
		}
		rows = append(rows, row(kit.TextKeeps(r), store.FormatShare(shares[i]), "–", meaning))
	}
	return rows
}
