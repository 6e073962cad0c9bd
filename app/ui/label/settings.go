package label

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/document"
	"causeway/core/label"
)

// labelSettings sets who labels and which cards come next.
type labelSettings struct {
	app.Compo
	*store.State
	demo int // cards that the rules will judge
}

func (p *labelSettings) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Graph|kit.Labels)
	p.demo = 25
}

func (p *labelSettings) Render() app.UI {
	l, rows := p.Labels.Settings, p.Data.Table.Rows
	var row app.UI
	if l.Choice == label.OfRow {
		row = &widget.Number{Key: "label-row", Label: textLabelRow, Value: float64(l.Row + 1), Min: 1,
			Max: float64(max(rows, 2)), Integer: true, Rev: l.Row, OnChange: p.onRow}
	}
	return app.Section().Class("panel").Aria("labelledby", "labelling-title").Body(
		app.H2().ID("labelling-title").Class("panel-title").Text(textLabelling),
		&Name{Of: p.Labels.Name},
		&widget.Select{Key: "show-next", Label: textShowNext, Options: choiceOptions, Value: string(l.Choice),
			OnChange: p.onChoice},
		app.Div().Body(row),
		&widget.Select{Key: "toward", Label: textToward, Options: p.classes(), Value: strconv.Itoa(l.Toward),
			OnChange: p.onToward},
		kit.Advanced(textMoreLabelling,
			app.P().Class("panel-note").Text(textLabellingHelp),
			&widget.Number{Key: "label-seed", Label: kit.TextSeed, Help: textCardSeedHelp, Value: float64(l.Seed),
				Min: 0, Max: kit.MaxSeed, Integer: true, OnChange: p.onSeed},
			&Keys{Help: textShortcutsHelp}),
		p.demonstration(),
	)
}

// classes lists the possible targets of cards, the wanted class first.
func (p *labelSettings) classes() []widget.Option {
	if !p.Data.HasTable {
		return nil
	}
	wanted, asks := p.Data.Wanted(), p.Data.AsksWanted()
	options := []widget.Option{{Value: "0", Text: textTowardWanted(p.Data.WantedLevel())}}
	if asks {
		options[0].Text = textTowardAny
	}
	for c, l := range p.Data.Table.Schema.Outcome.Levels {
		if asks || c != wanted || p.Labels.Settings.Toward == c+1 {
			options = append(options, widget.Option{Value: strconv.Itoa(c + 1), Text: l})
		}
	}
	if asks {
		return options
	}
	return append(options, widget.Option{Value: strconv.Itoa(document.AnyClass), Text: textTowardAny})
}

func (p *labelSettings) onToward(ctx app.Context, v string) {
	if to, err := strconv.Atoi(v); err == nil {
		p.set(ctx, func(l *document.Labelling) { l.Toward = to })
	}
}

// demonstration lets the rules label, and says how little this shows.
func (p *labelSettings) demonstration() app.UI {
	body := []app.UI{app.P().Class("panel-note").Text(TextDemoHelp)}
	if len(p.Graph.HardRules(p.Data.Table.Schema)) == 0 {
		body = append(body, app.P().Class("panel-note").Body(app.Text(TextDemoNone+" "),
			app.A().Href("#causes").Text(kit.TextGoGraph)))
	} else {
		body = append(body, app.Div().Class("row").Body(
			&widget.Number{Key: "demo-cards", Label: textDemoCount, Value: float64(p.demo), Min: 1, Max: 1000,
				Integer: true, OnChange: p.onDemoCount},
			widget.Button(TextDemoButton, widget.Secondary, p.onDemo)))
	}
	return app.Details().Class("fold").Body(app.Summary().Text(TextDemo),
		app.Div().Class("stack", "is-tight").Body(body...))
}

// set changes one of the settings.
func (p *labelSettings) set(ctx app.Context, change func(*document.Labelling)) {
	l := p.Labels.Settings
	change(&l)
	kit.Do(ctx, store.SetLabelling{Labelling: l})
}

func (p *labelSettings) onChoice(ctx app.Context, v string) {
	p.set(ctx, func(l *document.Labelling) { l.Choice = label.Choice(v) })
}

func (p *labelSettings) onRow(ctx app.Context, v float64) {
	p.set(ctx, func(l *document.Labelling) { l.Row = int(v) - 1 })
}

func (p *labelSettings) onSeed(ctx app.Context, v float64) {
	p.set(ctx, func(l *document.Labelling) { l.Seed = uint64(v) })
}

func (p *labelSettings) onDemoCount(ctx app.Context, v float64) { p.demo = int(v) }

func (p *labelSettings) onDemo(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.LabelByRule{Count: p.demo})
}
