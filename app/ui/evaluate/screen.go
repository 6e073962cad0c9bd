// Package evaluate is the Evaluate step: methods are compared on the same held-
// out rows.
package evaluate

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/document"
	"causeway/core/model"
)

// evaluateScreen compares methods on the same held-out rows.
type Screen struct {
	app.Compo
	*store.State
}

func (s *Screen) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Classifier|kit.Generator|kit.Graph|kit.Evaluation|kit.Labels)
}

func (s *Screen) Render() app.UI {
	if !s.Data.HasTable {
		return app.Div().Class("stack", "is-loose").Body(
			app.Section().Class("panel", "empty").Body(
				app.P().Text(TextEvaluateEmpty),
				app.P().Body(app.A().Href("#table").Class("button", "is-primary").Text(kit.TextGoData)),
			),
		)
	}
	// What runs and what is done stand before the form. Each has its place whether it is
	// there or not, so that the form keeps the focus and the results stay the same ones.
	var runs, results app.UI = app.Div().Hidden(true), app.Div().Hidden(true)
	if s.busy() {
		runs = &kit.TaskPanel{State: s.State, Of: store.TheEvaluation, Phase: s.Evaluation.Phase, All: s.Evaluation.Experiments()}
	}
	if s.Evaluation.HasResult {
		results = &evaluateResults{State: s.State}
	}
	return app.Div().Class("stack", "is-loose").Body(runs, results, s.form())
}

// form says what is compared.
func (s *Screen) form() app.UI {
	v, off := s.Evaluation.Settings, s.busy()
	var toggles, peers []app.UI
	compared := false
	for _, m := range document.Methods() {
		cannot := model.Method(m).FromLabels() && s.rules() == 0 && !s.Labels.Enough()
		toggle := &methodToggle{Method: m, Settings: v, Off: off, Cannot: cannot}
		if model.Method(m).Peer() {
			peers, compared = append(peers, toggle), compared || slices.Contains(v.Methods, m)
		} else {
			toggles = append(toggles, toggle)
		}
	}
	table := document.EvaluationFields.With(func(f *model.Field) {
		switch f.Of {
		case "From":
			f.Choices = []model.Choice{{Value: -1, Text: textAllHeldOut}}
			for c, l := range s.Data.Table.Schema.Outcome.Levels {
				f.Choices = append(f.Choices, model.Choice{Value: float64(c), Text: textOfClass(l)})
			}
		case "Told":
			f.Help = textToldHelp(v.Told, s.Labels.Decided())
		case "Mine":
			f.Help = textMineHelp(s.Generator.Settings.Method)
		}
	})
	fields, options := []string{"Seeds", "First", "From"}, []string{"Own", "Mine", "Weights", "Curve"}
	if v.FromLabels() {
		fields = append(fields, "Told")
	}
	if v.FromLabels() && !v.Told {
		fields = append(fields, "Labels")
	}
	if slices.Contains(v.Methods, "model") && s.Data.KnowsMechanism(s.Generator.Preset) {
		options = append(options, "Known")
	}
	form := kit.Form{Of: v, Off: off, Change: s.change}
	return app.Form().Class("panel", "settings").Attr("novalidate", "").Aria("labelledby", ID).OnSubmit(s.onRun).Body(
		app.H2().ID(ID).Class("panel-title").TabIndex(-1).Text(textCompare),
		app.Div().Class("options").Role("group").Aria("label", textMethods).Body(toggles...),
		app.Details().Class("fold").Open(compared).Body(
			app.Summary().Text(textPeers),
			app.P().Class("panel-note").Text(textPeersNote),
			app.Div().Class("options").Role("group").Aria("label", textPeers).Body(peers...),
		),
		app.Div().Class("toolbar").Body(
			widget.Button(textRunEvaluation, widget.Primary, nil).Type("submit").Aria("disabled", off || !s.can()).Aria("describedby", evaluateHintID),
			s.hint(),
		),
		kit.Advanced(textAdvanced(v),
			app.Div().Class("grid").Body(form.Fields(table.Only(fields...))...),
			app.Div().Class("options").Body(form.Fields(table.Only(options...))...)),
	)
}

const (
	ID             = "evaluate-title"
	evaluateHintID = "evaluate-hint"
)

func (s *Screen) busy() bool { return s.Evaluation.Phase != store.Resting }

func (s *Screen) rules() int { return len(s.Graph.FreeRules(s.Data.Table.Schema)) }

// can reports whether what is asked for can be evaluated.
func (s *Screen) can() bool {
	v := s.Evaluation.Settings
	told := s.rules() > 0
	if v.Told {
		told = s.Labels.Enough()
	}
	return len(v.Methods) > 0 && (v.Own || s.Classifier.HasResult) && (told || !v.FromLabels())
}

// hint says what the button waits for or what it does.
func (s *Screen) hint() app.UI {
	p, v := app.P().ID(evaluateHintID).Class("panel-note"), s.Evaluation.Settings
	switch {
	case s.busy():
		return p.Text(TextEvaluationRuns)
	case len(v.Methods) == 0:
		return p.Text(textNoMethodChosen)
	case !v.Own && !s.Classifier.HasResult:
		return p.Body(app.Text(TextEvaluateNeedsClassifier+" "), app.A().Href("#classifier").Text(kit.TextGoClassifier))
	case !s.can() && v.Told:
		return p.Body(app.Text(textExampleNeedsLabels(s.Labels.Decided())+" "), app.A().Href("#label").Text(kit.TextGoLabel))
	case !s.can():
		return p.Body(app.Text(TextExampleNeedsRule+" "), app.A().Href("#causes").Text(kit.TextGoGraph))
	}
	text := textExperiments(len(store.Entrants(store.WithLabels(v, s.Labels), s.Generator, s.Data.Table)), v.Seeds)
	if s.rules() == 0 {
		judge := textNoRulesToJudge
		if s.Labels.Mixed() {
			judge = textLabelsToJudge
		}
		return p.Body(app.Text(text+" "+judge+" "), app.A().Href("#causes").Text(kit.TextGoGraph))
	}
	return p.Text(text)
}

func (s *Screen) onRun(ctx app.Context, e app.Event) {
	e.PreventDefault()
	if !s.busy() && s.can() {
		kit.Do(ctx, store.RunEvaluation{})
	}
}

// change changes one of the settings.
func (s *Screen) change(ctx app.Context, f model.Field, v float64) {
	e := s.Evaluation.Settings
	f.Set(&e, v)
	kit.Do(ctx, store.SetEvaluation{Evaluation: e})
}

// methodToggle takes a method in or leaves it out.
type methodToggle struct {
	app.Compo
	Method   string
	Settings document.Evaluation
	Off      bool
	Cannot   bool // the project has nothing that it could learn from
}

func (t *methodToggle) Render() app.UI {
	help := textMethodHelp(t.Method)
	if t.Cannot {
		help += " " + TextNothingToLearnFrom
	}
	return &widget.Toggle{Key: "evaluate-" + t.Method, Label: textMethodName(t.Method), Help: help,
		On: slices.Contains(t.Settings.Methods, t.Method), Disabled: t.Off, OnChange: t.onChange}
}

func (t *methodToggle) onChange(ctx app.Context, on bool) {
	s := t.Settings
	s.Methods = slices.DeleteFunc(slices.Clone(s.Methods), func(m string) bool { return m == t.Method })
	if on {
		s.Methods = append(s.Methods, t.Method)
	}
	kit.Do(ctx, store.SetEvaluation{Evaluation: s})
}
