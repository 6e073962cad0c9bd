package classifier

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/model"
)

// curvesPanel shows how the classifier does at any threshold, how often it is right for a given
// probability, and how often it is right in each group.
type curvesPanel struct {
	app.Compo
	*store.State
	Model []byte // input: a new classifier must be measured again

	class     int     // 1 + the number of the class on show; 0: the last
	threshold float64 // the tried threshold; 0: the present one
	right     float64 // see wantedRight; 0 if nobody asked

	noThreshold string // why no threshold was chosen
	by          string // the category that groups people; "": the first
}

func (p *curvesPanel) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Classifier)
	kit.Do(ctx, store.MeasureClassifier{})
}

func (p *curvesPanel) OnUpdate(ctx app.Context) { kit.Do(ctx, store.MeasureClassifier{}) }

func (p *curvesPanel) Render() app.UI {
	measured, known := p.Classifier.Measured()
	levels := p.Data.Table.Schema.Outcome.Levels
	if !known || len(levels) < 2 {
		return app.Div().Hidden(true)
	}
	class := p.class - 1
	if class < 0 || class >= len(levels) {
		class = len(levels) - 1
	}
	bins := measured.Of(class)
	all := bins.At(0)
	if all.Own == 0 || all.Others == 0 {
		return app.Div().Hidden(true) // only one class exists
	}
	var choose app.UI = app.Div().Hidden(true)
	if len(levels) > 2 {
		var options []widget.Option
		for k, l := range levels {
			options = append(options, widget.Option{Value: strconv.Itoa(k), Text: l})
		}
		choose = &widget.Select{Label: textCurvesOf, Options: options, Value: strconv.Itoa(class), OnChange: p.onClass}
	}
	at := p.present()
	return app.Section().Class("panel", "is-wide").Aria("labelledby", "curves-title").Body(
		app.H2().ID("curves-title").Class("panel-title").Text(textCurvesTitle(levels[class])),
		choose,
		app.Div().Class("curves").Body(chart.Lines(ROC(bins, at)), p.decide(levels, bins)),
		app.Details().Class("fold").Body(app.Summary().Text(textMoreCurves),
			app.Div().Class("curves").Body(chart.Lines(PrecisionRecall(bins, at)), chart.Lines(Calibration(bins)))),
		p.groups(measured.Groups),
	)
}

func (p *curvesPanel) onClass(ctx app.Context, v string) {
	if k, err := strconv.Atoi(v); err == nil {
		p.class = k + 1
	}
}

// present returns the classifier's threshold for the last of two classes.
func (p *curvesPanel) present() float64 {
	if t := p.Classifier.Learned.Threshold; t > 0 && !p.Classifier.Foreign {
		return t
	}
	return 0.5
}

// decide tries a threshold, with two classes.
func (p *curvesPanel) decide(levels []string, bins model.Bins) app.UI {
	number := len(p.Data.Table.Schema.Outcome.Cuts) > 0 && !p.Classifier.Learned.ByClass
	if len(levels) != 2 || p.Classifier.Foreign || number {
		return app.Div().Hidden(true)
	}
	now := p.present()
	tried := now
	if p.threshold > 0 {
		tried = p.threshold
	}
	off := p.Classifier.Phase.Active() || tried == now
	choose := app.Div().Hidden(true)
	is, _ := p.Classifier.Measured()
	if _, ok := is.OfVal(); ok {
		choose = app.Div().Class("toolbar").Body(
			widget.Button(textBalance, widget.Secondary, p.onBalance),
			&widget.Number{Label: textRightIn(levels[1]), Unit: "%", Value: math.Round(100 * p.wantedRight()), Min: 1,
				Max: 100, Integer: true, OnChange: p.onRightIn},
			app.P().Class("panel-note").Text(cmp.Or(p.noThreshold, textChosenOn)))
	}
	return app.Div().Class("stack").Body(
		&widget.Number{Label: textThreshold(levels[1]), Unit: "%", Value: math.Round(100 * tried), Min: 1, Max: 99,
			Integer: true, Live: true, OnChange: p.onThreshold},
		choose,
		app.P().ID("threshold-does").Aria("live", "polite").Text(
			TextDecides(levels, tried, bins.At(int(math.Round(model.ShareBins*tried))))),
		app.Div().Class("toolbar").Body(
			widget.Button(textDecide, widget.Secondary, p.onDecide).Aria("disabled", off).Aria("describedby",
				"threshold-hint"),
			app.P().ID("threshold-hint").Class("panel-note").Text(TextDecideHint(now, tried))),
	)
}

func (p *curvesPanel) onThreshold(ctx app.Context, v float64) {
	if v >= 1 && v <= 99 {
		p.threshold = math.Round(v) / 100
	}
}

// onBalance tries the threshold that finds most of both classes on the validation rows.
func (p *curvesPanel) onBalance(ctx app.Context, e app.Event) {
	is, _ := p.Classifier.Measured()
	if b, ok := is.OfVal(); ok {
		p.threshold, p.noThreshold = float64(b.Balanced())/model.ShareBins, ""
	}
}

// onRightIn tries the lowest threshold at which the classifier is right about the second class in a
// share of the validation rows.
func (p *curvesPanel) onRightIn(ctx app.Context, v float64) {
	is, _ := p.Classifier.Measured()
	b, _ := is.OfVal()
	p.right = v / 100
	if k, ok := b.RightIn(p.right); ok {
		p.threshold, p.noThreshold = float64(k)/model.ShareBins, ""
	} else {
		p.noThreshold = textNoThreshold
	}
}

// wantedRight returns the share that was asked for last.
func (p *curvesPanel) wantedRight() float64 { return cmp.Or(p.right, 0.9) }

func (p *curvesPanel) onDecide(ctx app.Context, e app.Event) {
	if tried := p.threshold; tried > 0 && tried != p.present() && !p.Classifier.Phase.Active() {
		p.threshold = 0
		if tried == 0.5 {
			tried = 0 // exactly the same as without a threshold
		}
		kit.Do(ctx, store.DecideAt{Threshold: tried})
	}
}

// groups says how often the classifier is right for each level of a category.
func (p *curvesPanel) groups(list []model.GroupFit) app.UI {
	var options []widget.Option
	features := p.Data.Table.Schema.Features
	for _, g := range list {
		if v := strconv.Itoa(g.Feature); g.Feature < len(features) &&
			!slices.ContainsFunc(options, func(o widget.Option) bool { return o.Value == v }) {
			options = append(options, widget.Option{Value: v, Text: features[g.Feature].Name})
		}
	}
	if len(options) == 0 {
		return app.Div().Hidden(true)
	}
	by := p.by
	if !slices.ContainsFunc(options, func(o widget.Option) bool { return o.Value == by }) {
		by = options[0].Value
	}
	of := chart.DotsOf{Title: textRightBy, XLabel: textRightAxis, Series: []string{textAccuracy}, Lo: 0, Hi: 100}
	for _, g := range list {
		if strconv.Itoa(g.Feature) != by || g.Level >= len(features[g.Feature].Levels) {
			continue
		}
		share, n := float64(g.Right)/float64(g.Rows), float64(g.Rows)
		of.Rows = append(of.Rows, TextGroup(features[g.Feature].Levels[g.Level], g.Rows))
		of.Values = append(of.Values, []chart.Value{{Mean: 100 * share, SD: 100 * math.Sqrt(share*(1-share)/n),
			N: g.Rows}})
	}
	return app.Details().Class("fold").Body(app.Summary().Text(textGroups),
		app.Div().Class("grid").Body(&widget.Select{Label: textGroupsBy, Help: textGroupsHelp, Options: options,
			Value: by, OnChange: p.onGroups}),
		chart.Dots(of))
}

func (p *curvesPanel) onGroups(ctx app.Context, v string) { p.by = v }

// ROC draws the true positive rate of a class against its false positive rate for every threshold,
// and marks where the classifier decides now.
func ROC(b model.Bins, now float64) chart.LinesOf {
	var x, y []float64
	for k := model.ShareBins; k >= 0; k-- {
		d := b.At(k)
		x, y = append(x, 100*d.FalseAlarm()), append(y, 100*d.Recall())
	}
	d := b.At(int(math.Round(model.ShareBins * now)))
	return chart.LinesOf{Title: textROC, XLabel: textFalseAlarms, YLabel: textFound, Lo: 0, Hi: 100, NoLatest: true,
		Says: TextROC(d),
		Series: []chart.Series{{Name: textEveryThreshold, X: x, Y: y},
			{Name: textByChance, X: []float64{0, 100}, Y: []float64{0, 100}, Dashed: true},
			{Name: textNow, X: []float64{100 * d.FalseAlarm()}, Y: []float64{100 * d.Recall()}}}}
}

// PrecisionRecall draws the precision of a class against its recall.
func PrecisionRecall(b model.Bins, now float64) chart.LinesOf {
	var x, y []float64
	for k := model.ShareBins; k >= 0; k-- {
		d := b.At(k)
		if precision, known := d.Precision(); known {
			x, y = append(x, 100*d.Recall()), append(y, 100*precision)
		}
	}
	all, d := b.At(0), b.At(int(math.Round(model.ShareBins*now)))
	base := 100 * float64(all.Own) / float64(all.Own+all.Others)
	of := chart.LinesOf{Title: textPrecisionRecall, XLabel: textFound, YLabel: textPrecise, Lo: 0, Hi: 100,
		NoLatest: true, Says: TextPrecision(d),
		Series: []chart.Series{{Name: textEveryThreshold, X: x, Y: y},
			{Name: textByChance, X: []float64{0, 100}, Y: []float64{base, base}, Dashed: true}}}
	if precision, known := d.Precision(); known {
		of.Series = append(of.Series, chart.Series{Name: textNow, X: []float64{100 * d.Recall()},
			Y: []float64{100 * precision}})
	}
	return of
}

// calibrationParts is how many bins of equal width a calibration has.
const calibrationParts = 10

// Calibration draws how often a class occurs among rows that get about the same probability of it.
func Calibration(b model.Bins) chart.LinesOf {
	const width = model.ShareBins / calibrationParts
	var x, y, sd []float64
	for part := range calibrationParts {
		own, n, sum := 0, 0, 0.0
		for k := part * width; k < (part+1)*width; k++ {
			rows := b.Own[k] + b.Others[k]
			own, n, sum = own+b.Own[k], n+rows, sum+float64(rows)*(float64(k)+0.5)
		}
		if n > 0 {
			share := float64(own) / float64(n)
			x, y, sd = append(x, sum/float64(n)), append(y, 100*share),
				append(sd, 100*math.Sqrt(share*(1-share)/float64(n)))
		}
	}
	return chart.LinesOf{Title: textCalibration, XLabel: textShareGiven, YLabel: textTrulyOf, Lo: 0, Hi: 100,
		NoLatest: true,
		Series: []chart.Series{{Name: textHeldOutRows, X: x, Y: y, SD: sd},
			{Name: textAsSaid, X: []float64{0, 100}, Y: []float64{0, 100}, Dashed: true}}}
}
