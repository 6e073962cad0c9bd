package data

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
)

// doubts lists guesses about the file that a person may want to correct, each with its alternatives.
func (p *previewPanel) doubts() app.UI {
	var items []app.UI
	for _, d := range p.Data.Preview.Doubts {
		buttons := make([]app.UI, len(d.Else))
		for i, w := range d.Else {
			buttons[i] = &wayButton{Text: w.Text, Format: w.Format}
		}
		items = append(items, app.Li().Class("offer").Body(
			app.P().Class("offer-text").Text(d.Note), app.Div().Class("offer-actions").Body(buttons...)))
	}
	if items == nil {
		return app.Div().Hidden(true)
	}
	return app.Div().Class("offers").Body(
		app.H3().Class("subtitle").Text(textDoubts), app.P().Class("panel-note").Text(textDoubtsNote),
		app.Ul().Class("offer-list").Aria("label", textDoubts).Body(items...))
}

// notes returns the notes that are not among the doubts.
func (p *previewPanel) notes() []string {
	return slices.DeleteFunc(slices.Clone(p.Data.Preview.Notes), func(note string) bool {
		return slices.ContainsFunc(p.Data.Preview.Doubts, func(d data.Doubt) bool { return d.Note == note })
	})
}

// wayButton reads the file in another way.
type wayButton struct {
	app.Compo
	Text   string
	Format data.Format
}

func (b *wayButton) Render() app.UI { return widget.Button(b.Text, widget.Secondary, b.onClick) }

func (b *wayButton) onClick(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.SetFormat{Format: b.Format})
}

var encodings = func() (options []widget.Option) {
	for _, e := range data.Encodings {
		options = append(options, widget.Option{Value: e.Name, Text: e.Title})
	}
	return options
}()

func sheetOptions(names []string) (options []widget.Option) {
	for _, name := range names {
		options = append(options, widget.Option{Value: name, Text: name})
	}
	return options
}
