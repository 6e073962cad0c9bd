package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/project"
	"causeway/app/ui/widget"
)

// bar is the top of the page, with the project, the places, and controls that every place needs.
type bar struct {
	app.Compo
	*store.State
	Now, Behind kit.Place // the place shown, and the place below it if that is the drawer
}

func (b *bar) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Badges|kit.History) }

func (b *bar) Render() app.UI {
	of := badgesOf(b.State)
	items := make([]app.UI, len(kit.Places))
	for i, place := range kit.Places {
		items[i] = placeItem(place, of.places[i], place == b.Behind.Tab())
	}
	first := kit.PlaceClassifier
	if of.classifier.Tone == "done" && of.generator.Tone != "busy" {
		first = kit.PlaceGenerator
	}
	models := app.A().Href("#"+string(first)).ID(modelsOpenerID).Class("button", "bar-models").Aria("describedby",
		"state-classifier state-generator")
	if b.Now.IsModel() {
		models = models.Aria("current", "page")
	}
	return app.Elem("header").Class("bar").Body(
		&project.Menu{State: b.State},
		app.Elem("nav").Class("places").Aria("label", textPlaces).Body(app.Ul().Body(items...)),
		app.Div().Class("bar-tools").Body(
			icon(textUndo, b.onUndo).Aria("keyshortcuts", "Control+Z").Aria("disabled",
				!b.History.CanUndo()).Class("is-undo"),
			icon(textRedo, b.onRedo).Aria("keyshortcuts", "Control+Shift+Z").Aria("disabled",
				!b.History.CanRedo()).Class("is-redo"),
			widget.Button(textCommandKey, widget.Quiet, b.onCommands).Aria("label", textCommands).Aria("keyshortcuts",
				"Control+K Meta+K").Title(textCommandsTitle).Class("is-command"),
			models.Class("is-"+of.tone()).Text(textModels),
			app.Span().Class("visually-hidden").Body(
				app.Span().ID("state-classifier").Text(of.classifier.Text), app.Text(", "),
				app.Span().ID("state-generator").Text(of.generator.Text)),
			&project.Share{State: b.State},
		),
	)
}

// placeItem returns the link to a place. Only the place is in its accessible name; its contents are in
// its description.
func placeItem(place kit.Place, of badge, current bool) app.UI {
	id := "state-" + string(place)
	link := app.A().Href("#"+string(place)).Aria("describedby", id).Body(
		app.Text(place.Title()), app.Span().Class("place-count").Aria("hidden", "true").Text(of.Count))
	if current {
		link = link.Aria("current", "page")
	}
	item := app.Li().Body(link, app.Span().ID(id).Class("visually-hidden").Text(of.Text))
	if of.Tone != "" {
		item = item.Class("is-" + of.Tone)
	}
	return item
}

// icon returns a button with a drawing and an accessible name.
func icon(name string, on app.EventHandler) app.HTMLButton {
	return app.Button().Type("button").Class("icon").Aria("label", name).Title(name).OnClick(on)
}

// modelsOpenerID gets the focus back when the drawer closes.
const modelsOpenerID = "models-opener"

func (b *bar) onCommands(ctx app.Context, e app.Event) { ctx.NewAction(commandsAction) }
func (b *bar) onUndo(ctx app.Context, e app.Event)     { kit.Do(ctx, store.Undo{}) }
func (b *bar) onRedo(ctx app.Context, e app.Event)     { kit.Do(ctx, store.Redo{}) }

// badges holds the states of the places and of the models.
type badges struct {
	places                [4]badge // as kit.Places
	classifier, generator badge
}

// badge describes the state in words and, for a place, counts its contents.
type badge struct{ Text, Tone, Count string }

// tone returns the combined tone of both models.
func (b badges) tone() string {
	switch {
	case b.classifier.Tone == "busy" || b.generator.Tone == "busy":
		return "busy"
	case b.classifier.Tone == "done" && b.generator.Tone == "done":
		return "done"
	}
	return "todo"
}

func badgesOf(s *store.State) badges {
	if s.Images.Has {
		return imageBadges(s)
	}
	return badges{
		places:     [4]badge{dataBadge(s.Data), graphBadge(s), personBadge(s), everyoneBadge(s)},
		classifier: classifierBadge(s),
		generator:  generatorBadge(s),
	}
}

// imageBadges returns the badges of an image project.
func imageBadges(s *store.State) badges {
	g := s.Images
	person := badge{Text: textNeedsGenerator}
	switch {
	case g.Subject.Asking:
		person = badge{Text: textSearching, Tone: "busy"}
	case g.Generator.HasResult:
		person = badge{Text: textReady, Tone: "done"}
	case g.Classifier.HasResult:
		person = badge{Text: textToDraw}
	}
	if n := len(g.Labels.List); n > 0 {
		person.Text = textLabelCount(n)
	}
	arrows := 0
	for _, f := range g.Subject.Rules.Follows {
		arrows += len(f.Causes)
	}
	table := dataBadge(s.Data)
	if table.Tone != "busy" {
		table = badge{Text: textImageCount(g.Set.Rows), Tone: "done", Count: store.FormatCount(g.Set.Rows)}
	}
	return badges{
		places:     [4]badge{table, countBadge(arrows, 0), person, {Text: textNotForImages}},
		classifier: modelBadge(g.Classifier.Phase, s.ClassifierRun, g.Classifier.HasResult, true, ""),
		generator: modelBadge(g.Generator.Phase, s.GeneratorRun, g.Generator.HasResult, g.Classifier.HasResult,
			textNeedsClassifier),
	}
}

func dataBadge(d store.Data) badge {
	switch {
	case d.Stage == store.Loading:
		return badge{Text: textLoading, Tone: "busy"}
	case d.Stage != store.Idle:
		return badge{Text: textReading, Tone: "busy"}
	case d.HasPreview:
		return badge{Text: textPreview, Tone: "busy"}
	case d.HasTable:
		return badge{Text: textRowCount(d.Table.Rows), Tone: "done", Count: store.FormatCount(d.Table.Rows)}
	}
	return badge{Text: textStartHere}
}

func graphBadge(s *store.State) badge {
	if !s.Data.HasTable {
		return badge{Text: textNeedsTable}
	}
	return countBadge(len(s.Graph.Sketch.Edges), len(s.Graph.AllRules(s.Data.Table.Schema)))
}

func countBadge(edges, rules int) badge {
	b := badge{Text: textGraphBadge(edges, rules)}
	if edges+rules > 0 {
		b.Tone, b.Count = "done", strconv.Itoa(edges+rules)
	}
	return b
}

// modelBadge returns the state of a training; needs names what it requires first.
func modelBadge(p store.Phase, r store.Run, done, can bool, needs string) badge {
	switch {
	case p == store.Paused || p == store.Pausing:
		return badge{Text: textPaused, Tone: "busy"}
	case p == store.Interrupted:
		return badge{Text: textInterrupted, Tone: "busy"}
	case p.Active():
		return badge{Text: textTrainingShare(r), Tone: "busy"}
	case done:
		return badge{Text: textTrained, Tone: "done"}
	case can:
		return badge{Text: textToTrain}
	}
	return badge{Text: needs}
}

func classifierBadge(s *store.State) badge {
	if c := s.Classifier; c.Foreign && c.HasResult && !c.Phase.Active() {
		return badge{Text: textImported, Tone: "done"}
	}
	return modelBadge(s.Classifier.Phase, s.ClassifierRun, s.Classifier.HasResult, s.Data.HasTable, textNeedsTable)
}

func generatorBadge(s *store.State) badge {
	g := s.Generator
	if !g.Phase.Active() && g.HasResult && g.Outdated {
		return badge{Text: textOutOfDate}
	}
	return modelBadge(g.Phase, s.GeneratorRun, g.HasResult, s.Classifier.HasResult, textNeedsClassifier)
}

func personBadge(s *store.State) badge {
	switch e := s.Explain; {
	case s.Labels.Phase.Active():
		return badge{Text: textLearning, Tone: "busy"}
	case e.Finding:
		return badge{Text: textSearching, Tone: "busy"}
	case e.HasRow && s.Data.HasTable:
		number := s.Data.Place(e.Index) + 1
		return badge{Text: textPersonBadge(number, len(s.Labels.List)), Tone: "done", Count: store.FormatCount(number)}
	}
	return badge{Text: textNeedsTable}
}

func everyoneBadge(s *store.State) badge {
	v := s.Evaluation
	switch {
	case v.Phase == store.Paused || s.Batch.Phase == store.Paused:
		return badge{Text: textPaused, Tone: "busy"}
	case v.Phase != store.Resting || s.Batch.Phase != store.Resting:
		return badge{Text: textEvaluating, Tone: "busy"}
	case s.Batch.HasResult:
		asked, _ := s.Batch.Covered()
		return badge{Text: kit.Plural1(asked, "row"), Tone: "done", Count: store.FormatCount(asked)}
	case v.HasResult:
		return badge{Text: textEvaluated, Tone: "done", Count: refusedCount(s.Explain)}
	case s.Classifier.HasResult:
		return badge{Text: textToEvaluate, Count: refusedCount(s.Explain)}
	}
	return badge{Text: textNeedsClassifier}
}

// refusedCount returns the number of refused people if it is known.
func refusedCount(e store.Explain) string {
	if n := e.Refused(); n > 0 {
		return store.FormatCount(n)
	}
	return ""
}
