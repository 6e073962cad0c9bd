package label

import (
	"math"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/wire"
)

const TuneID = "tune-title"

// tunePanel lets the generator learn from the labels, and shows what changed.
type tunePanel struct {
	app.Compo
	*store.State
}

func (p *tunePanel) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Labels|kit.Classifier|kit.Generator)
}

func (p *tunePanel) Render() app.UI {
	l := p.Labels
	body := []app.UI{
		app.H2().ID(TuneID).Class("panel-title").TabIndex(-1).Text(textTuning),
		kit.Advanced(textMoreTuning(l.Settings.Every, l.Settings.WeightFor(p.Generator.Preset)),
			&widget.Number{Key: "learn-every", Label: textEvery, Help: textEveryHelp, Value: float64(l.Settings.Every),
				Min: 0, Max: 10_000, Integer: true, OnChange: p.onEvery},
			&widget.Number{Key: "label-weight", Label: textWeight, Help: textWeightHelp,
				Value: l.Settings.WeightFor(p.Generator.Preset), Min: 1, Max: model.MaxWeight, OnChange: p.onWeight}),
		app.Div().Class("toolbar").Body(
			widget.Button(TextTuneNow, widget.Primary, p.onTune).Aria("disabled", !p.can()).Aria("describedby",
				"tune-hint"),
			widget.Button(kit.TextCancel, widget.Secondary, p.onCancel).Aria("disabled",
				l.Phase != store.Running).Hidden(!l.Phase.Active()),
		),
		app.P().ID("tune-hint").Class("panel-note").Text(p.hint()),
		p.progress(),
	}
	if l.HasResult {
		body = append(body, kit.ClaimNote(l.Origin, nil))
		body = append(body, p.result()...)
	}
	return app.Section().Class(kit.ClaimedBy(l.Origin, nil, "panel")...).Aria("labelledby", TuneID).Body(body...)
}

// can reports whether the generator can learn now: there are new labels, and no training runs.
func (p *tunePanel) can() bool {
	c := p.Labels.Counts
	return p.Generator.Tunable() && !p.Labels.Phase.Active() && !p.Labels.Asking() && !p.Classifier.Phase.Active() &&
		!p.Generator.Phase.Active() && c[label.Feasible]+c[label.Infeasible] > 0
}

func (p *tunePanel) hint() string {
	switch {
	case p.Labels.Phase.Active():
		return textPending(p.Labels)
	case p.Classifier.Phase.Active() || p.Generator.Phase.Active():
		return textTuneWaits
	case !p.Generator.Tunable():
		return textTunesNot
	case !p.Labels.HasResult:
		return TextTuneNone
	}
	return textPending(p.Labels)
}

func (p *tunePanel) progress() app.UI {
	l := p.Labels
	if !l.Phase.Active() {
		return app.Div()
	}
	return app.Div().Body(&widget.Progress{Key: "tuning", Label: textTuneProgress, Value: float64(l.Progress.Epoch),
		Max: float64(max(l.Progress.Epochs, 1)), Text: textTuneProgressOf(l)})
}

// result compares the generator before and after.
func (p *tunePanel) result() []app.UI {
	l, r := p.Labels, p.Labels.Result
	notes := textTuned(r) + " " + TextJudge(r)
	var body []app.UI
	if !l.Asking() { // otherwise the question shows the result
		body = append(body, chart.Dots(TunedOf(r, l.Judged.Any())))
	}
	body = append(body,
		app.Details().Class("fold").Body(app.Summary().Text(textTuneAll),
			widget.TableRegion(textTuneRegion, p.compared())),
		app.P().Class("panel-note").Text(notes))
	if l.Restored && !l.Asking() {
		body = append(body, widget.Notice(widget.Info, TextPreviousInForce))
	}
	back := TextBackGenerator
	if l.Restored {
		back = TextAheadGenerator
	}
	if !l.HasPrevious() {
		return append(body, app.P().Class("panel-note").Text(textPreviousElsewhere))
	}
	if l.Asking() {
		return body
	}
	return append(body, app.Div().Class("toolbar").Body(
		widget.Button(back, widget.Secondary, p.onBack).Aria("disabled", l.Phase.Active())))
}

// TunedOf draws the shares of held-out rows before and after a fine-tuning, each with one standard
// error either way.
func TunedOf(r wire.FineTuned, rules bool) chart.DotsOf {
	of := chart.DotsOf{Title: textTuneChart, XLabel: textTuneAxis, Series: []string{textBefore, textAfter},
		Lo: 0, Hi: 100}
	share := func(p float64) chart.Value {
		return chart.Value{Mean: 100 * p, SD: 100 * math.Sqrt(max(p*(1-p), 0)/float64(max(r.Rows, 1))), N: r.Rows}
	}
	add := func(name string, before, after float64) {
		of.Rows, of.Values = append(of.Rows, name), append(of.Values, []chart.Value{share(before), share(after)})
	}
	judged := func() {
		if r.Tells() {
			add(textSeriesJudged, r.Before.Feasible, r.After.Feasible)
		}
	}
	if !r.Worse() {
		judged()
	}
	if rules {
		add(textSeriesKept, r.Before.KeptAll, r.After.KeptAll)
	}
	add(textSeriesValid, r.Before.Scores.Validity, r.After.Scores.Validity)
	if r.Worse() { // losses first
		judged()
	}
	return of
}

func (p *tunePanel) compared() app.UI {
	r := p.Labels.Result
	row := func(name string, before, after float64, format func(float64) string) app.UI {
		return app.Tr().Body(app.Th().Scope("row").Text(name),
			app.Td().Class("num").Text(format(before)), app.Td().Class("num").Body(app.Strong().Text(format(after))))
	}
	var rows []app.UI
	if r.Judged {
		rows = append(rows, row(TextByLabels, r.Before.Feasible, r.After.Feasible, store.FormatShare))
	}
	before, after := r.Before.Kept.Values(), r.After.Kept.Values()
	rules := p.Labels.Judged.Texts(p.Data.Table.Schema)
	if n := len(rules); n > 0 && len(before) == n && len(after) == n {
		if n > 1 {
			rows = append(rows, row(textKeepsAll, r.Before.KeptAll, r.After.KeptAll, store.FormatShare))
		}
		for i, rule := range rules[:min(n, kit.FewPieces)] {
			rows = append(rows, row(kit.TextKeeps(rule), before[i], after[i], store.FormatShare))
		}
	}
	b, a := r.Before.Scores, r.After.Scores
	rows = append(rows, row(kit.TextScoreValidity, b.Validity, a.Validity, store.FormatShare),
		row(kit.TextScoreCont, b.ContProximity, a.ContProximity, kit.FormatNumber))
	if kit.HasCategories(p.Data.Table.Schema) {
		rows = append(rows, row(kit.TextScoreCat, -b.CatProximity, -a.CatProximity, kit.FormatNumber))
	}
	rows = append(rows, row(kit.TextScoreChanged, b.FeaturesChange, a.FeaturesChange, kit.FormatNumber))
	return app.Table().Class("table", "is-dense", "compared").Aria("label", textTuneTable).Body(
		app.THead().Body(app.Tr().Body(app.Th().Scope("col").Text(kit.TextScore),
			app.Th().Scope("col").Class("num").Text(textBefore), app.Th().Scope("col").Class("num").Text(textAfter))),
		app.TBody().Body(rows...))
}

// roundsPanel draws the results of the fine-tunings, if there are any.
type roundsPanel struct {
	app.Compo
	*store.State
}

func (p *roundsPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Labels) }

func (p *roundsPanel) Render() app.UI {
	if len(p.Labels.Rounds) == 0 {
		return app.Div().Hidden(true)
	}
	return app.Section().Class(kit.ClaimedBy(p.Labels.Origin, nil, "panel")...).Aria("label",
		TextRoundsChart).Body(chart.Lines(roundsOf(p.Labels)))
}

// roundsOf draws the result of every fine-tuning, and the state before the first.
func roundsOf(l store.Labels) chart.LinesOf {
	first := l.Rounds[0]
	x := []float64{0}
	valid, kept := []float64{first.Before.Scores.Validity}, []float64{first.Before.KeptAll}
	var judgedX, judged []float64 // only with enough labels
	if first.Judged {
		judgedX, judged = []float64{0}, []float64{first.Before.Feasible}
	}
	for _, r := range l.Rounds {
		n := float64(r.Labels)
		x = append(x, n)
		valid, kept = append(valid, r.After.Scores.Validity), append(kept, r.After.KeptAll)
		if r.Judged {
			judgedX, judged = append(judgedX, n), append(judged, r.After.Feasible)
		}
	}
	series := []chart.Series{{Name: textSeriesValid, X: x, Y: valid, Dashed: true}}
	if len(judged) > 0 {
		series = append([]chart.Series{{Name: textSeriesJudged, X: judgedX, Y: judged}}, series...)
	}
	if l.Judged.Any() {
		series = append(series, chart.Series{Name: textSeriesKept, X: x, Y: kept})
	}
	return chart.LinesOf{Title: TextRoundsChart, XLabel: textRoundsLabels, YLabel: kit.TextShare, Series: series}
}

func (p *tunePanel) onEvery(ctx app.Context, v float64) {
	l := p.Labels.Settings
	l.Every = int(v)
	kit.Do(ctx, store.SetLabelling{Labelling: l})
}

func (p *tunePanel) onWeight(ctx app.Context, v float64) {
	l := p.Labels.Settings
	l.Weight = v
	kit.Do(ctx, store.SetLabelling{Labelling: l})
}

func (p *tunePanel) onTune(ctx app.Context, e app.Event) {
	if p.can() {
		kit.Do(ctx, store.FineTuneNow{})
	}
}

func (p *tunePanel) onCancel(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.Cancel{What: store.TheLabels})
}

func (p *tunePanel) onBack(ctx app.Context, e app.Event) { kit.Do(ctx, store.RestorePrevious{}) }
