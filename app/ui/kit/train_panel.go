package kit

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/widget"
)

// TrainPanel trains everything that an explanation needs with one press. Meanwhile it shows the total
// progress and the generator's results for a row, and then a link to the next place.
type TrainPanel struct {
	app.Compo
	*store.State
	Done bool // nothing is left to train
}

func (p *TrainPanel) OnMount(ctx app.Context) {
	Watch(ctx, Data|Classifier|Generator|ClassifierRun|GeneratorRun)
}

func (p *TrainPanel) Render() app.UI {
	const id = "train-all-title"
	section := func(body ...app.UI) app.UI {
		return app.Section().Class(ClaimedBy(p.Classifier.Origin, p.Classifier.Differ, "models-line")...).Aria(
			"labelledby", id).Body(
			append([]app.UI{app.H2().ID(id).Class("visually-hidden").TabIndex(-1).Text(textTrainAll)}, body...)...)
	}
	models := app.A().Href("#" + string(PlaceClassifier)).Class("button").Text(TextGoModels)
	switch c, g := p.Classifier, p.Generator; {
	case !p.Data.HasTable || p.Done:
		return app.Div().Hidden(true)
	case c.Phase.Active():
		stages := 1
		if g.Queued {
			stages = 2
		}
		return section(p.progress(store.TheClassifier, c.Phase, p.ClassifierRun, 0, stages))
	case g.Phase.Active():
		return section(p.progress(store.TheGenerator, g.Phase, p.GeneratorRun, 1, 2))
	case c.HasResult && g.HasResult && !g.Outdated:
		return section(p.says(), app.Div().Class("toolbar").Body(models,
			app.A().Href("#"+string(PlacePerson)).Class("button", "is-primary").Text(TextGoExplain)))
	}
	return section(p.says(),
		app.Div().Class("toolbar").Body(models,
			widget.Button(textTrainAll, widget.Primary, p.onTrain).Aria("describedby", "train-all-hint")))
}

// says how good the present classifier is, or what the button does.
func (p *TrainPanel) says() app.UI {
	c := p.Classifier
	if !c.HasResult {
		return app.P().ID("train-all-hint").Class("panel-note").Text(textTrainAllHint(false))
	}
	fit := c.Fit()
	hint := app.UI(app.Text(""))
	if g := p.Generator; !g.HasResult || g.Outdated {
		hint = app.P().ID("train-all-hint").Class("panel-note").Text(textTrainAllHint(true))
	}
	return app.Div().Class("models-says").Body(
		app.Strong().Text(textClassifier),
		app.Span().Class("models-figure").Text(store.FormatShare(fit.Accuracy)),
		app.P().Class("panel-note").Text(textRightOn(fit)), hint)
}

// progress returns the total progress while a stage, counted from 0, trains.
func (p *TrainPanel) progress(m store.Topic, phase store.Phase, run store.Run, stage, stages int) app.UI {
	all := float64(max(run.Epoch.Epochs, 1))
	if stage+1 < stages {
		run.Epoch.LeftMS = -1 // the estimate covers only the first training
	}
	cancel := p.onCancelClassifier
	if m == store.TheGenerator {
		cancel = p.onCancelGenerator
	}
	body := []app.UI{
		&widget.Progress{Label: textTrainingAll, Value: float64(stage)*all + float64(run.Epoch.Epoch) + run.Share,
			Max: float64(stages) * all, Text: textStage(m, stage, stages, textProgress(phase, run))},
		app.Div().Class("toolbar").Body(widget.Button(TextCancel, widget.Secondary, cancel).Aria("disabled",
			phase == store.Canceling)),
	}
	if len(run.Watched) > 0 {
		body = append(body, app.H3().Class("subtitle").Text(TextWatch), Settling(p.Data, run))
	}
	return app.Div().Class("stack").Body(body...)
}

func (p *TrainPanel) onTrain(ctx app.Context, e app.Event) {
	Do(ctx, store.Train{})
	Focus("train-all-title") // the button goes away
}

func (p *TrainPanel) onCancelClassifier(ctx app.Context, e app.Event) {
	Do(ctx, store.Cancel{What: store.TheClassifier})
	Focus("train-all-title")
}

func (p *TrainPanel) onCancelGenerator(ctx app.Context, e app.Event) {
	Do(ctx, store.Cancel{What: store.TheGenerator})
	Focus("train-all-title")
}
