// Package evaluate compares methods on the same held-out people. It shows a verdict, the methods side
// by side, the settings and, folded, every figure and chart.
package evaluate

import (
	"cmp"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/document"
	"causeway/core/model"
)

// Methods shows the comparison below its verdict, see Lead.
type Methods struct {
	app.Compo
	*store.State
}

func (s *Methods) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Classifier|kit.Generator|kit.Graph|kit.Evaluation|kit.Labels)
}

func (s *Methods) Render() app.UI {
	// A missing part leaves an empty element, so that the others keep their place and the focus.
	var runs, numbers app.UI = app.Div().Hidden(true), app.Div().Hidden(true)
	if s.busy() {
		runs = &kit.TaskPanel{State: s.State, Of: store.TheEvaluation, Phase: s.Evaluation.Phase,
			All: s.Evaluation.Experiments()}
	}
	if s.Evaluation.HasResult {
		numbers = &numbersFold{State: s.State}
	}
	return app.Div().Class("methods").Body(runs, s.notes(), s.head(), s.compared(), s.settings(), numbers)
}

// head names what is compared and has the button that runs it.
func (s *Methods) head() app.UI {
	v := s.Evaluation
	title, legend := textCompare, app.UI(app.Span())
	if v.Done() > 0 {
		title = textSame(explained(v), len(v.Seeds))
		legend = app.P().Class("methods-legend").Aria("hidden", "true").Body(
			chart.Sign(true), app.Text(textInUse), chart.Sign(false), app.Text(textCompared))
	}
	run := widget.Secondary
	if !v.HasResult {
		run = widget.Primary
	}
	return app.Div().Class("methods-head").Body(
		app.H3().ID(ID).Class("place-title").TabIndex(-1).Text(title),
		legend,
		s.hint(),
		widget.Button(textRunEvaluation, run, s.onRun).Aria("disabled", s.busy() ||
			!s.can()).Aria("describedby", evaluateHintID))
}

// explained returns how many people each method explained, if known.
func explained(v store.Evaluation) int {
	most := 0.0
	for _, i := range Compared(v) {
		most = max(most, v.Summary(i, "explained").Mean)
	}
	return int(most)
}

// column is a figure shown for each method.
type column struct {
	key, name, unit, better string
	percent, away           bool
}

var columns = []column{
	{"answers.held", kit.TextHeld, textHeldUnit, textMore, true, false},
	{"answers.changes", textChanges, textChangesUnit, textFewer, false, false},
	{"answers.contProximity", textEffort, textEffortUnit, textLess, false, true},
	{"answers.robust", textLater, textLaterUnit, textMore, true, false},
}

// value returns a method's value in a column.
func (c column) value(v store.Evaluation, entrant int) chart.Value {
	x := valueOf(v.Summary(entrant, c.key), c.percent)
	if c.away {
		x.Mean = 0 - x.Mean
	}
	return x
}

// compared lists the methods side by side: the one in use first, then by share held, and last those
// not run. The drawing is the table.
func (s *Methods) compared() app.UI {
	v := s.Evaluation
	if v.Done() == 0 {
		return app.Div().Hidden(true)
	}
	shown := slices.Clone(columns)
	if !kit.HasNumbers(s.Data.Table.Schema) {
		shown = slices.DeleteFunc(shown, func(c column) bool { return c.away })
	}
	list := Compared(v)
	inUse := func(i int) bool { return v.Entrants[i].Method == string(s.Generator.Settings.Method) }
	slices.SortStableFunc(list, func(a, b int) int {
		if inUse(a) != inUse(b) {
			return map[bool]int{true: -1, false: 1}[inUse(a)]
		}
		return cmp.Compare(v.Summary(b, "answers.held").Mean, v.Summary(a, "answers.held").Mean)
	})
	head, foot := []app.UI{app.Td()}, []app.UI{app.Td()}
	tops := make([]float64, len(shown))
	for k, c := range shown {
		var values []chart.Value
		for _, i := range list {
			values = append(values, c.value(v, i))
		}
		tops[k] = chart.TrackTop(values)
		if c.percent {
			tops[k] = 100
		}
		unit := c.unit
		if !slices.ContainsFunc(values, func(x chart.Value) bool { return x.N > 0 }) {
			unit = textNotMeasured
		}
		head = append(head, app.Th().Scope("col").Body(app.Strong().Text(c.name), app.Span().Text(unit)))
		foot = append(foot, app.Td().Body(chart.TrackAxis(0, tops[k]), app.Span().Text(c.better)))
	}
	var rows []app.UI
	for _, i := range list {
		row := app.Tr()
		if inUse(i) {
			row = row.Class("is-used")
		}
		cells := []app.UI{app.Th().Scope("row").Title(textMethodHelp(v.Entrants[i].Method)).Text(
			TextEntrant(v.Entrants[i]))}
		for k, c := range shown {
			x := c.value(v, i)
			cells = append(cells, app.Td().DataSet("of", c.name).Body(
				app.Span().Class("track-value").Text(textTrack(x, c.percent)),
				chart.Track(chart.TrackOf{Hi: tops[k], Value: x, Solid: inUse(i)})))
		}
		rows = append(rows, row.Body(cells...))
	}
	for _, m := range document.Methods() {
		if !slices.ContainsFunc(list, func(i int) bool { return v.Entrants[i].Method == m }) &&
			!model.Method(m).Peer() {
			rows = append(rows, s.notRun(textMethodName(m), textMethodHelp(m), len(shown)))
		}
	}
	if n := s.peersNotRun(list); n > 0 {
		rows = append(rows, s.notRun(textPeersNotRun(n), textPeersNote, len(shown)))
	}
	return app.Table().Class(kit.ClaimedBy(v.Origin, nil, "methods-table")...).Aria("label", textFiguresInSight).Body(
		app.THead().Body(app.Tr().Body(head...)), app.TBody().Body(rows...),
		app.Elem("tfoot").Aria("hidden", "true").Body(app.Tr().Body(foot...)))
}

// notRun returns a row for a method that was not compared.
func (s *Methods) notRun(name, help string, columns int) app.UI {
	cells := []app.UI{app.Th().Scope("row").Title(help).Body(app.Text(name),
		app.Span().Class("visually-hidden").Text(textNotRun))}
	for range columns {
		cells = append(cells, app.Td().Body(chart.Track(chart.TrackOf{Hi: 1})))
	}
	return app.Tr().Class("is-not-run").Body(cells...)
}

// peersNotRun returns how many other tools were not compared.
func (s *Methods) peersNotRun(list []int) (n int) {
	for _, m := range document.Methods() {
		if model.Method(m).Peer() && !slices.ContainsFunc(list,
			func(i int) bool { return s.Evaluation.Entrants[i].Method == m }) {
			n++
		}
	}
	return n
}

// notes returns the notes to read before the figures.
func (s *Methods) notes() app.UI {
	v := s.Evaluation
	var list []app.UI
	if !v.HasResult {
		return app.Div().Hidden(true)
	}
	text := kit.TextClaim(v.Origin, nil)
	if !v.Finished || v.Done() < v.Experiments() {
		list = append(list, app.P().Class("panel-note").ID("evaluate-done").Text(TextDone(v)))
	}
	if v.OldRules {
		list = append(list, widget.Notice(widget.Info, TextOldEvaluation))
	}
	for _, f := range v.Failures {
		list = append(list, widget.Notice(widget.Warning, f))
	}
	if v.CanGoOn() {
		list = append(list, app.Div().Class("toolbar").Body(widget.Button(textRestOfExperiments,
			widget.Primary, s.onRest), app.P().Class("panel-note").Text(kit.TextRestNote)))
	}
	return app.Div().Class("stack", "is-tight").Hidden(text == "" &&
		len(list) == 0).Body(append([]app.UI{kit.ClaimNote(v.Origin, nil)}, list...)...)
}

func (s *Methods) onRest(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.RunEvaluation{Rest: true})
}

// settings choose what is compared.
func (s *Methods) settings() app.UI {
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
	return app.Details().Class("fold", "is-wide").Open(!s.Evaluation.HasResult && kit.Roomy()).Body(
		app.Summary().Text(textSettingsFold),
		app.Div().Class("stack").Body(
			app.Div().Class("options").Role("group").Aria("label", textMethods).Body(toggles...),
			app.Details().Class("fold").Open(compared).Body(
				app.Summary().Text(textPeers),
				app.P().Class("panel-note").Text(textPeersNote),
				app.Div().Class("options").Role("group").Aria("label", textPeers).Body(peers...),
			),
			kit.Advanced(textAdvanced(v),
				app.Div().Class("grid").Body(form.Fields(table.Only(fields...))...),
				app.Div().Class("options").Body(form.Fields(table.Only(options...))...))))
}

const (
	ID             = "evaluate-title"
	evaluateHintID = "evaluate-hint"
)

func (s *Methods) busy() bool { return s.Evaluation.Phase != store.Resting }

func (s *Methods) rules() int { return len(s.Graph.FreeRules(s.Data.Table.Schema)) }

// can reports whether the requested evaluation is possible.
func (s *Methods) can() bool {
	v := s.Evaluation.Settings
	told := s.rules() > 0
	if v.Told {
		told = s.Labels.Enough()
	}
	return len(v.Methods) > 0 && (v.Own || s.Classifier.HasResult) && (told || !v.FromLabels())
}

// hint says what the button does, or what it waits for.
func (s *Methods) hint() app.UI {
	p, v := app.P().ID(evaluateHintID).Class("panel-note"), s.Evaluation.Settings
	switch {
	case s.busy():
		return p.Text(TextEvaluationRuns)
	case len(v.Methods) == 0:
		return p.Text(textNoMethodChosen)
	case !v.Own && !s.Classifier.HasResult:
		return p.Body(app.Text(TextEvaluateNeedsClassifier+" "), app.A().Href("#classifier").Text(kit.TextGoClassifier))
	case !s.can() && v.Told:
		return p.Body(app.Text(textExampleNeedsLabels(s.Labels.Decided())+" "),
			app.A().Href("#label").Text(kit.TextGoLabel))
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

func (s *Methods) onRun(ctx app.Context, e app.Event) {
	if !s.busy() && s.can() {
		kit.Do(ctx, store.RunEvaluation{})
	}
}

// change changes one of the settings.
func (s *Methods) change(ctx app.Context, f model.Field, v float64) {
	e := s.Evaluation.Settings
	f.Set(&e, v)
	kit.Do(ctx, store.SetEvaluation{Evaluation: e})
}

// methodToggle includes or excludes a method.
type methodToggle struct {
	app.Compo
	Method   string
	Settings document.Evaluation
	Off      bool
	Cannot   bool // the project has no rules or labels to learn from
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
