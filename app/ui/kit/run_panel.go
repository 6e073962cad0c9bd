package kit

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/widget"
)

// RunPanel shows a running training. It observes only its run, so that ten updates a second redraw
// nothing else.
type RunPanel struct {
	app.Compo
	*store.State
	Model store.Topic
	Phase store.Phase
	Bare  bool // without curves, which another panel shows
}

func (p *RunPanel) OnMount(ctx app.Context) { Watch(ctx, runOf(p.Model)) }

func runOf(m store.Topic) Part {
	if m == store.TheClassifier {
		return ClassifierRun
	}
	return GeneratorRun
}

func (p *RunPanel) Render() app.UI {
	run := *p.Run(p.Model)
	e := run.Epoch
	body := []app.UI{
		app.H2().ID(RunID).Class("panel-title").TabIndex(-1).Text(textTrainingOf(p.Model)),
		&widget.Progress{Label: textProgressOf(p.Model), Value: float64(e.Epoch) + run.Share,
			Max: float64(max(e.Epochs, 1)), Text: textProgress(p.Phase, run)},
		p.buttons(),
	}
	if run.HasEpoch && !p.Bare {
		body = append(body, curves(run), lossNote(p.Model, run))
	}
	return app.Section().Class("panel", "run").Aria("labelledby", RunID).Body(body...)
}

func (p *RunPanel) buttons() app.UI {
	var first app.HTMLButton
	switch p.Phase {
	case store.Paused, store.Resuming, store.Interrupted:
		first = widget.Button(textResume, widget.Primary, p.onResume).Aria("disabled", p.Phase == store.Resuming)
	default:
		first = widget.Button(textPause, widget.Secondary, p.onPause).Aria("disabled", p.Phase != store.Running)
	}
	return app.Div().Class("toolbar").Body(
		first,
		widget.Button(TextCancel, widget.Secondary, p.onCancel).Aria("disabled", p.Phase == store.Canceling),
	)
}

func (p *RunPanel) onPause(ctx app.Context, e app.Event)  { Do(ctx, store.Pause{What: p.Model}) }
func (p *RunPanel) onResume(ctx app.Context, e app.Event) { Do(ctx, store.Resume{What: p.Model}) }

func (p *RunPanel) onCancel(ctx app.Context, e app.Event) { Do(ctx, store.Cancel{What: p.Model}) }

// CoursePanel shows the curves of a training, folded unless the window has room beside the results.
type CoursePanel struct {
	app.Compo
	*store.State
	Model store.Topic
	roomy bool
}

func (p *CoursePanel) OnMount(ctx app.Context) {
	Watch(ctx, runOf(p.Model))
	p.roomy = Roomy()
}

func (p *CoursePanel) Render() app.UI {
	run := *p.Run(p.Model)
	if !run.HasEpoch {
		return app.Div().Hidden(true)
	}
	return Folded(TextCourse, ClaimNote(run.Origin, nil), curves(run), lossNote(p.Model, run)).Open(p.roomy)
}

// lossNote explains curves that need an explanation.
func lossNote(m store.Topic, r store.Run) app.UI {
	note := app.P().Class("panel-note")
	if m == store.TheGenerator {
		validity := false
		for _, t := range r.Epoch.Terms {
			validity = validity || t.Name == "validity"
		}
		note = note.Text(textLossTerms(validity, r.Floor))
	}
	return note
}

// curves draws every number of a training over its epochs, with shares apart from losses because
// their scales differ. It omits a part that equals the loss.
func curves(r store.Run) app.UI {
	e, rows := r.Epoch, r.Epoch.History.Rows()
	x := make([]float64, len(rows))
	for i := range rows {
		x[i] = float64(r.EpochOf(i))
	}
	var losses, shares []chart.Series
	for c := 0; c < 1+len(e.Terms); c++ {
		name := textLoss
		if c > 0 {
			name = Capital(e.Terms[c-1].Name)
		}
		s := chart.Series{Name: name, X: x, Y: column(rows, c), Dashed: c > 0 &&
			strings.Contains(strings.ToLower(name), "validation")}
		switch {
		case c > 0 && isShare(name):
			shares = append(shares, s)
		case c == 0 || !slices.Equal(s.Y, losses[0].Y):
			losses = append(losses, s)
		}
	}
	charts := []app.UI{chart.Lines(chart.LinesOf{
		Title: textLossCurve, XLabel: textEpoch, YLabel: textLoss, Series: losses, Empty: textNoEpoch})}
	if len(shares) > 0 {
		charts = append(charts, chart.Lines(chart.LinesOf{
			Title: textShareCurve, XLabel: textEpoch, YLabel: TextShare, Series: shares, Empty: textNoEpoch}))
	}
	return app.Div().Class("curves").Body(charts...)
}

func column(rows [][]float64, c int) []float64 {
	out := make([]float64, 0, len(rows))
	for _, r := range rows {
		if c < len(r) {
			out = append(out, r[c])
		}
	}
	return out
}

// isShare reports whether a term is a share between 0 and 1, by its name.
func isShare(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "accuracy") || strings.HasSuffix(name, "valid") || strings.Contains(name, "share")
}

// trainHintID is the id of the sentence that describes the training button.
const TrainHintID = "train-hint"

// Timed returns a fact about a measured time, greyed if it is a file's claim.
func Timed(name string, ms float64, o store.Origin) []app.UI {
	if ms == 0 {
		return nil
	}
	if o != store.Ours { // this page cannot measure the time again
		return []app.UI{app.Div().Class("fact", "is-claimed").Body(app.Elem("dt").Body(Term(name)),
			app.Elem("dd").Text(FormatDuration(ms)+textFileTime))}
	}
	return []app.UI{Fact(name, FormatDuration(ms))}
}
