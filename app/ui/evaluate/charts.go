package evaluate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/document"
	"causeway/core/metric"
	"causeway/core/model"
	"causeway/core/sorting"
)

// dotChart is a figure of all methods in one or more forms.
type dotChart struct {
	title, unit string
	keys        []string // keys of the series
	series      []string
	percent     bool
	away        bool // nearness is drawn as distance
}

var dotCharts = []dotChart{
	{textHeldChart, textPercentMore, []string{"answers.held", "answers.untrained.held", "answers.reachable"},
		[]string{kit.TextHeld, textUntrainedShort, kit.TextReachable}, true, false},
	{textChangesChart, textFeaturesUnit, []string{"answers.changes", "answers.search.changes"},
		[]string{textMethodShort, textSearchShort}, false, false},
	{textDistanceChart, textInMAD, []string{"answers.contProximity", "answers.search.contProximity"},
		[]string{textMethodShort, textSearchShort}, false, true},
	{textPlausibility, textLowerIsBetter, []string{"answers.plausibility"}, []string{kit.TextHeld}, false, false},
	{kit.TextScoreValidity, textPercentMore, []string{"decoded.validity", "soft.validity"},
		[]string{textDecodedShort, textSoftShort}, true, false},
	{textFeasibilityShare, textPercentMore, []string{"decoded.feasibility", "soft.feasibility", "shown.rules"},
		[]string{textDecodedShort, textSoftShort, textShownShort}, true, false},
	{TextEstimate, textPercentMore, []string{"decoded.estimate", "shown.estimate"},
		[]string{textDecodedShort, textShownShort}, true, false},
	{textLikelihood, textHigherIsBetter, []string{"decoded.logLikelihood"}, []string{textDecodedShort}, false, false},
	{textDistance, textInMAD, []string{"decoded.contProximity", "soft.contProximity", "shown.contProximity"},
		[]string{textDecodedShort, textSoftShort, textShownShort}, false, true},
	{kit.TextScoreCat, textFeaturesUnit, []string{"decoded.catChanges", "soft.catChanges", "shown.catChanges"},
		[]string{textDecodedShort, textSoftShort, textShownShort}, false, false},
	{textIM1, textLowerIsBetter, []string{"decoded.im1", "soft.im1"}, []string{textDecodedShort, textSoftShort},
		false, false},
	{textCoverage, textPercentMore, []string{"shown.coverage"}, []string{textShownShort}, true, false},
	{textTimeChart, textSeconds, []string{"trainS"}, []string{textTrainingDot}, false, false},
}

// dots draws the available figures of the methods with their spread: first those for one
// answer per row, then the others, including the paper's.
func (s *numbersFold) dots() (first, others []app.UI) {
	v, compared := s.Evaluation, Compared(s.Evaluation)
	for _, c := range dotCharts {
		if c.title == textFeasibilityShare && len(v.Rules) == 0 {
			continue // feasibility is unknown
		}
		of := chart.DotsOf{Title: c.title, XLabel: c.unit}
		if c.percent {
			of.Lo, of.Hi = 0, 100
		}
		var known []string // keys that any method has
		for k, key := range c.keys {
			if slices.ContainsFunc(compared, func(i int) bool { return v.Summary(i, key).N > 0 }) {
				known, of.Series = append(known, key), append(of.Series, c.series[k])
			}
		}
		differ := false
		for _, i := range compared {
			var values []chart.Value
			some := false
			for _, key := range known {
				x := valueOf(v.Summary(i, key), c.percent)
				if c.away {
					x.Mean = 0 - x.Mean
				}
				some, differ = some || x.N > 0, differ || x.Mean != 0
				values = append(values, x)
			}
			if some {
				of.Rows, of.Values = append(of.Rows, TextEntrant(v.Entrants[i])), append(of.Values, values)
			}
		}
		switch ofHeld := strings.HasPrefix(c.keys[0], "answers."); {
		case !differ:
		case ofHeld:
			first = append(first, chart.Dots(of))
		default:
			others = append(others, chart.Dots(of))
		}
	}
	return first, others
}

func valueOf(s metric.Summary, percent bool) chart.Value {
	if s.N == 0 {
		return chart.Value{}
	}
	if percent {
		s.Mean, s.SD = 100*s.Mean, 100*s.SD
	}
	return chart.Value{Mean: s.Mean, SD: s.SD, N: s.N}
}

// feasibility returns the best available figure of feasibility, with the name of its axis. Without
// rules, it is an estimate.
func feasibility(v store.Evaluation) (key, axis string) {
	if len(v.Rules) == 0 {
		return "decoded.estimate", TextEstimateAxis
	}
	return "decoded.feasibility", textFeasibilityAxis
}

// heldFigure returns the figure to choose a setting by: feasible and valid. An evaluation from an
// earlier version has only feasibility and distances over all rows.
func heldFigure(v store.Evaluation, numbers bool) (key, axis, near, away string) {
	key, axis = "decoded.held", textHeldAxis
	if len(v.Rules) == 0 {
		key, axis = "decoded.heldEstimate", textHeldEstimateAxis
	}
	near, away = "decoded.reachedProximity", textReachedAxis
	if !numbers {
		near, away = "decoded.reachedCats", textReachedCatAxis
	}
	for i := range v.Entrants {
		if v.Summary(i, key).N > 0 {
			return key, axis, near, away
		}
	}
	key, axis = feasibility(v)
	near, away = "decoded.contProximity", textProximityAxis
	if !numbers {
		near, away = "decoded.catChanges", textCatAxis
	}
	return key, axis, near, away
}

// tradeOff draws the choices, feasibility against proximity, with a table for choosing;
// nil if feasibility is unknown.
func (s *numbersFold) tradeOff() app.UI {
	v, chosen := s.Evaluation, s.Evaluation.Chosen(s.Generator.Settings)
	numbers := kit.HasNumbers(s.Data.Table.Schema)
	key, axis, near, away := heldFigure(v, numbers)
	of := chart.ChoicesOf{Title: textTradeOff, XLabel: away, YLabel: axis, ShareLabel: kit.TextScoreValidity + ", %",
		Lo: 0, Hi: 100}
	var methods []string
	var list []*choiceRow
	for i, e := range v.Entrants {
		y, x := valueOf(v.Summary(i, key), true), valueOf(v.Summary(i, near), false)
		if e.As == document.AsLabels || y.N == 0 {
			continue
		}
		valid := valueOf(v.Summary(i, "decoded.validity"), true)
		if !numbers {
			x.Mean = -x.Mean // less is better
		}
		k := slices.Index(methods, e.Method)
		if k < 0 {
			k, methods = len(methods), append(methods, e.Method)
			of.Series = append(of.Series, textMethodName(e.Method))
		}
		of.Choices = append(of.Choices, chart.Choice{Name: textChoice(e), Series: k, X: x, Y: y, Share: valid,
			Note: textValidOf(valid.Mean), Chosen: i == chosen})
		list = append(list, &choiceRow{State: s.State, Entrant: e,
			Feasibility: figure{percent: true, places: 1}.Write(v.Summary(i, key)),
			Proximity:   figure{places: 2}.Write(v.Summary(i, near)),
			Validity:    figure{percent: true, places: 1}.Write(v.Summary(i, "decoded.validity")),
			Chosen:      i == chosen})
	}
	if len(list) == 0 {
		return nil
	}
	sorting.Stable(list, func(a, b *choiceRow) int { // so far, the method's own weight came first
		return cmp.Or(cmp.Compare(slices.Index(methods, a.Entrant.Method), slices.Index(methods, b.Entrant.Method)),
			cmp.Compare(a.Entrant.Weight(), b.Entrant.Weight()))
	})
	rows := make([]app.UI, len(list))
	for i, r := range list {
		rows[i] = r
	}
	// A line joins a method's settings from the smallest to the largest weight.
	weight := func(c chart.Choice) int {
		return slices.IndexFunc(byWeight(v.Entrants), func(e document.Entrant) bool { return textChoice(e) == c.Name })
	}
	sorting.Stable(of.Choices, func(a, b chart.Choice) int { return cmp.Compare(weight(a), weight(b)) })
	return app.Div().Class("stack").Body(
		app.H3().ID("evaluate-trade").Class("place-title").TabIndex(-1).Text(TextTradeTitle),
		chart.Choices(of),
		app.Details().Class("fold").Body(app.Summary().Text(textTradeHow),
			app.P().Class("panel-note").Text(textTradeNote)),
		app.Details().Class("fold", "is-wide").Body(app.Summary().Text(textSettings),
			widget.TableRegion(textSettingsRegion,
				app.Table().Class("table", "choices").Aria("label", textSettings).Body(
					app.THead().Body(app.Tr().Body(app.Th().Scope("col").Text(textSetting),
						app.Th().Scope("col").Class("num").Text(axis),
						app.Th().Scope("col").Class("num").Text(away),
						app.Th().Scope("col").Class("num").Text(kit.TextScoreValidity+", %"),
						app.Th().Scope("col").Text(textForGenerator))),
					app.TBody().Body(rows...)))),
	)
}

func byWeight(list []document.Entrant) []document.Entrant {
	return slices.SortedStableFunc(slices.Values(list), func(a, b document.Entrant) int {
		return cmp.Compare(a.Weight(), b.Weight())
	})
}

// choiceRow is a setting that the generator can take over.
type choiceRow struct {
	app.Compo
	*store.State
	Entrant                          document.Entrant
	Feasibility, Proximity, Validity string
	Chosen                           bool
}

func (r *choiceRow) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Generator) }

func (r *choiceRow) Render() app.UI {
	var use app.UI = app.Span().Class("muted").Text(textNotAGenerator(r.Entrant))
	if _, ok := r.Entrant.Generator(r.Generator.Settings); ok {
		use = widget.Button(textUseSetting, widget.Secondary, r.onUse).Class("is-small").Aria("label",
			textUseSetting+": "+textChoice(r.Entrant)).
			Aria("disabled", r.Chosen || r.Generator.Phase.Active())
		if r.Chosen {
			use = app.Strong().Text(textInUse)
		}
	}
	return app.Tr().Body(
		app.Th().Scope("row").Text(textChoice(r.Entrant)),
		app.Td().Class("num").Text(r.Feasibility), app.Td().Class("num").Text(r.Proximity),
		app.Td().Class("num").Text(r.Validity),
		app.Td().Body(use))
}

func (r *choiceRow) onUse(ctx app.Context, e app.Event) {
	if g, ok := r.Entrant.Generator(r.Generator.Settings); ok && !r.Generator.Phase.Active() {
		kit.Do(ctx, store.SetGenerator{Recipe: g})
		kit.Focus("evaluate-trade") // the button goes away
	}
}

// curves returns the charts of feasibility against labels and of time against inputs.
func (s *numbersFold) curves() []app.UI {
	var list []app.UI
	if of, ok := s.labelCurve(); ok {
		list = append(list, chart.Lines(of))
	}
	if of, ok := s.timeCurve(); ok {
		list = append(list, app.Div().Class("stack", "is-tight").Body(chart.Lines(of),
			app.P().Class("panel-note").Text(s.breakEven())))
	}
	return list
}

// labelCurve shows Example-based's scores with more and more labels.
func (s *numbersFold) labelCurve() (of chart.LinesOf, ok bool) {
	v := s.Evaluation
	key, axis := feasibility(v)
	of = chart.LinesOf{Title: textLabelCurve, XLabel: textLabelAxis, YLabel: "%", Lo: 0, Hi: 100, NoLatest: true,
		Series: []chart.Series{{Name: strings.TrimSuffix(axis, ", %")}, {Name: kit.TextScoreValidity, Dashed: true}}}
	type step struct{ at, labels int }
	var steps []step
	for i, e := range v.Entrants {
		if model.Method(e.Method).FromLabels() && e.As != document.AsWeight && v.Summary(i, key).N > 0 {
			steps = append(steps, step{i, e.Labels})
		}
	}
	sorting.Stable(steps, func(a, b step) int { return cmp.Compare(a.labels, b.labels) })
	for _, x := range steps {
		for k, key := range []string{key, "decoded.validity"} {
			y, line := valueOf(v.Summary(x.at, key), true), &of.Series[k]
			line.X, line.Y, line.SD = append(line.X, float64(x.labels)), append(line.Y, y.Mean), append(line.SD, y.SD)
		}
	}
	return of, len(steps) > 1
}

// inputs lists the numbers of rows for which times are reported.
var inputs = []float64{1, 3, 10, 30, 100, 300, 1000, 3000, 10_000}

// timeCurve returns how long the methods take for k rows, training included (the
// paper's appendix D).
func (s *numbersFold) timeCurve() (of chart.LinesOf, ok bool) {
	v := s.Evaluation
	of = chart.LinesOf{Title: textTimeCurve, XLabel: textInputsAxis, YLabel: "s", LogX: true, LogY: true,
		NoLatest: true}
	for _, i := range Compared(v) {
		t, known := v.Times(i)
		if !known {
			continue
		}
		line := chart.Series{Name: TextEntrant(v.Entrants[i]), X: inputs}
		for _, k := range inputs {
			line.Y = append(line.Y, t.For(int(k)))
		}
		of.Series = append(of.Series, line)
	}
	return of, len(of.Series) > 0
}

// breakEven returns from how many rows on the trained methods are faster than CEM.
func (s *numbersFold) breakEven() string {
	v := s.Evaluation
	at := func(method string) int {
		return slices.IndexFunc(v.Entrants, func(e document.Entrant) bool {
			return e.Method == method && e.As == document.AsMethod
		})
	}
	cem, known := v.Times(at("cem"))
	if !known {
		return textTimeNote
	}
	text := textTimeNote
	for _, i := range Compared(v) {
		if t, known := v.Times(i); known && v.Entrants[i].Method != "cem" {
			if k, ok := t.BreakEven(cem); ok {
				text += " " + textBreakEven(TextEntrant(v.Entrants[i]), k)
			}
		}
	}
	return text
}
