// Package classifier is the drawer's Classifier, where people train the black box or open another
// program's file.
package classifier

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/model"
)

// classifierScreen trains the black box and shows how good it is.
type Screen struct {
	app.Compo
	*store.State
}

func (s *Screen) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Classifier|kit.Foreign) }

func (s *Screen) Render() app.UI {
	var body []app.UI
	if s.Classifier.Foreign && s.Classifier.HasResult {
		body = append(body, s.imported())
	}
	if s.Data.Ask != store.AskNothing {
		body = append(body, &kit.AskPanel{Ask: s.Data.Ask})
	}
	switch {
	case s.Classifier.Phase.Active():
		body = append(body, s.settings(), &kit.RunPanel{State: s.State, Model: store.TheClassifier,
			Phase: s.Classifier.Phase})
	case s.Classifier.HasResult: // results first, settings last
		body = append(body, app.Div().Class("beside", "is-wide").Body(s.result(), s.confusion()),
			&curvesPanel{State: s.State, Model: s.Classifier.Result.Model},
			&kit.CoursePanel{State: s.State, Model: store.TheClassifier}, s.settings(), &foreignPanel{State: s.State})
	default:
		body = append(body, s.settings(), &foreignPanel{State: s.State})
	}
	return app.Div().Class("stack", "is-loose", "abreast").Body(body...)
}

func (s *Screen) settings() app.UI {
	c, off := s.Classifier.Settings, s.Classifier.Phase.Active()
	weight := widget.Primary
	if s.Foreign.HasRead || s.Classifier.HasResult && !off {
		// the person must first decide whether to use the opened model, or to replace the imported one
		weight = widget.Secondary
	}
	return app.Form().Class("panel", "settings").Attr("novalidate", "").Aria("labelledby",
		kit.SettingsID).OnSubmit(s.onTrain).Body(
		app.H2().ID(kit.SettingsID).Class("panel-title").TabIndex(-1).Text(textClassifierSettings),
		app.Div().Class("toolbar").Body(
			widget.Button(textTrainClassifier, weight, nil).Type("submit").Aria("disabled", off).Aria("describedby",
				kit.TrainHintID),
			app.P().ID(kit.TrainHintID).Class("panel-note").Body(s.hint()...),
		),
		kit.Advanced(kit.TextAdvanced(s.fields(), c),
			app.Div().Class("grid").Body(kit.Form{Of: c, Off: off, Most: c.Most,
				Change: s.change}.Fields(s.fields())...)),
	)
}

// fields returns the settings that apply to the table: a threshold only with two classes, and classes
// instead of a number only for a numeric outcome.
func (s *Screen) fields() []model.Field {
	schema := s.Data.Table.Schema
	return slices.DeleteFunc(slices.Clone(model.ClassifierFields), func(f model.Field) bool {
		number := len(schema.Outcome.Cuts) > 0 && !s.Classifier.Settings.ByClass
		return f.Of == "Threshold" && s.Data.HasTable && (schema.Classes() != 2 || number) ||
			f.Of == "ByClass" && len(schema.Outcome.Cuts) == 0
	})
}

// hint says what the button will do, or why it waits.
func (s *Screen) hint() []app.UI {
	d := s.Data
	switch {
	case s.Classifier.Phase.Active():
		return words(kit.TextHintTraining)
	case d.Waits():
		return words(textHintLoading)
	case d.Opening() || d.Stage == store.Loading:
		return words(textHintOpening)
	case d.ImportsFirst():
		return words(textHintImport(d.Preview.Name))
	case d.HasPreview && !d.HasTable:
		return append(words(textHintProblems+" "), goTo(kit.PlaceTable, kit.TextGoData))
	case !d.HasTable:
		return append(words(TextHintNoTable+" "), goTo(kit.PlaceTable, kit.TextGoData))
	case s.Classifier.HasResult && s.Classifier.Foreign:
		return words(TextImportedAgain)
	case s.Classifier.HasResult:
		return words(textHintAgain)
	}
	return words(textHintTable(d.Table))
}

func words(text string) []app.UI { return []app.UI{app.Text(text)} }

func goTo(s kit.Place, text string) app.UI { return app.A().Href("#" + string(s)).Text(text) }

func (s *Screen) onTrain(ctx app.Context, e app.Event) {
	e.PreventDefault()
	kit.Do(ctx, store.TrainClassifier{})
}

// change changes one of the settings.
func (s *Screen) change(ctx app.Context, f model.Field, v float64) {
	c := s.Classifier.Settings
	f.Set(&c, v)
	kit.Do(ctx, store.SetClassifier{ClassifierRecipe: c})
}

func (s *Screen) result() app.UI {
	r := s.Classifier.Figures()
	fit := s.Classifier.Fit()
	facts := fitFacts(fit)
	first, facts := facts[:2], facts[2:]
	if !s.Classifier.Foreign {
		facts = append(facts, kit.Fact(kit.TextKeptEpoch, strconv.Itoa(r.Best)))
		facts = append(facts, kit.Timed(kit.TextTrainTime, r.TrainMS, s.Classifier.Origin)...)
	}
	body := []app.UI{
		app.H2().ID(kit.ResultID).Class("panel-title").TabIndex(-1).Text(textClassifierResult),
		app.Elem("dl").Class("facts", "is-large").Body(first...),
	}
	body = append(body, kit.ClaimNote(s.Classifier.Origin, s.Classifier.Differ))
	if text := TextNoBetter(fit); text != "" {
		body = append(body, widget.Notice(widget.Warning, text))
	}
	if r.Canceled {
		body = append(body, widget.Notice(widget.Info, kit.TextEndedEarly))
	}
	body = append(body, app.Div().Class("toolbar").Body(
		app.A().Href("#causes").Class("button", "is-primary").Text(kit.TextGoGraph),
		app.A().Href("#generator").Class("button").Text(kit.TextGoGenerator),
		widget.Button(kit.TextExport, widget.Secondary, s.onExport)),
		app.Details().Class("fold").Body(app.Summary().Text(textMeanings),
			app.Elem("dl").Class("facts").Body(facts...),
			app.P().Class("panel-note").Text(TextAccuracyMeaning(fit)+" "+TextRecallsMeaning(fit))))
	return app.Section().Class(kit.ClaimedBy(s.Classifier.Origin, s.Classifier.Differ, "panel")...).Aria(
		"labelledby", kit.ResultID).Body(body...)
}

// fitFacts returns the figures of a classifier.
func fitFacts(f store.Fit) (list []app.UI) {
	for _, x := range TextFitFacts(f) {
		list = append(list, kit.Fact(x[0], x[1]))
	}
	return list
}

func (s *Screen) onExport(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.ExportModel{Model: store.TheClassifier})
}

// importedID is the heading above an imported classifier.
const ImportedID = "imported-title"

// imported says where an imported classifier comes from.
func (s *Screen) imported() app.UI {
	from := s.Classifier.From
	var rows []app.UI
	for i, c := range from.Columns {
		if i == kit.PageRows || i >= len(from.Sources) {
			break
		}
		rows = append(rows, app.Tr().Body(app.Th().Scope("row").Body(kit.Clamped(c.Name)),
			app.Td().Class("wrap").Text(TextSource(s.Data.Table.Schema, c, from.Sources[i]))))
	}
	body := []app.UI{
		app.H2().ID(ImportedID).Class("panel-title").TabIndex(-1).Text(TextImportedTitle),
		app.P().Body(app.Elem("bdi").Text(TextImportedFrom(from))),
		app.P().Class("panel-note").Hidden(s.Classifier.Origin == store.Ours).Text(textImportClaimed),
		app.P().Class("panel-note").Text(textImportedNote),
	}
	body = append(body, limitNotes(s.Data.Table.Schema, from.Limit)...)
	if len(rows) > 0 {
		body = append(body, app.Details().Class("fold").Body(
			app.Summary().Text(TextImportMapping),
			widget.TableRegion(textColumnRegion, app.Table().Class("table").Aria("label", textColumnTable).Body(
				kit.HeaderRow(TextModelColumn, TextComesFrom), app.TBody().Body(rows...))),
			app.P().Class("panel-note").Body(app.Text(textFileHash+": "),
				app.Elem("code").Class("mono", "hash").Text(from.Hash)),
		))
	}
	return app.Section().Class("panel").Aria("labelledby", ImportedID).Body(body...)
}

func (s *Screen) confusion() app.UI {
	levels := s.Data.Table.Schema.Outcome.Levels
	r := s.Classifier.Figures()
	n := len(levels)
	if len(r.Confusion) != n*n {
		return nil
	}
	head := []app.UI{app.Th().Scope("col").Text(TextTrueClass)}
	for _, l := range levels {
		head = append(head, app.Th().Scope("col").Text(textPredictedAs(l)))
	}
	head = append(head, app.Th().Scope("col").Text(TextRecall))
	recalls := s.Classifier.Fit().Recalls
	rows := make([]app.UI, n)
	for i, l := range levels {
		cells := kit.ConfusionCells(r.Confusion[i*n:(i+1)*n], i, func(_, count, total int) []app.UI {
			return []app.UI{app.Strong().Text(store.FormatCount(count)),
				app.Span().Class("cell-share").Text(TextShareOf(count, total))}
		})
		rows[i] = app.Tr().Body(append(append([]app.UI{app.Th().Scope("row").Text(textTruly(l))}, cells...),
			kit.Twofold(TextRecallOf(recalls[i])))...)
	}
	table := app.Table().Class("confusion").Body(
		app.Elem("caption").Class("visually-hidden").Text(TextConfusion),
		app.THead().Body(app.Tr().Body(head...)),
		app.TBody().Body(rows...),
	)
	return app.Section().Class(kit.ClaimedBy(s.Classifier.Origin, s.Classifier.Differ, "panel")...).Aria("labelledby",
		"confusion-title").Body(
		app.H2().ID("confusion-title").Class("panel-title").Text(TextConfusion),
		widget.TableRegion(textConfusionRegion, table),
	)
}
