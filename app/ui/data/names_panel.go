package data

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
)

// namesPanel sets readable names for columns and levels.
type namesPanel struct {
	app.Compo
	*store.State
	text   string // text of the list
	column int    // the column that is named alone
	table  int    // that column belongs to
}

func (p *namesPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data) }

func (p *namesPanel) Render() app.UI {
	s := p.Data.Table.Schema
	if !p.Data.HasTable {
		return app.Div()
	}
	if p.table != p.Data.TableID {
		p.table, p.column = p.Data.TableID, 0
	}
	columns := append(slices.Clone(s.Features), s.Outcome)
	options := make([]widget.Option, len(columns))
	for j, f := range columns {
		options[j] = widget.Option{Value: strconv.Itoa(j), Text: textColumnRead(f)}
	}
	f := columns[min(p.column, len(columns)-1)]
	own := f.Own()
	fields := []app.UI{&widget.Text{Key: "read-name", Label: textReadName(own.Name), Value: f.Name, Rev: p.column,
		OnChange: p.onName}}
	if f.Kind.Numeric() {
		fields = append(fields, &widget.Text{Key: "read-unit", Label: textReadUnit, Help: textReadUnitHelp,
			Value: f.Unit, Rev: p.column, OnChange: p.onUnit},
			&widget.Select{Key: "read-decimals", Label: textReadDecimals, Help: textReadDecimalsHelp,
				Options: decimalsShown, Value: strconv.Itoa(f.Shown), Rev: p.column, OnChange: p.onDecimals})
	}
	for i, l := range own.Levels {
		fields = append(fields, &readLevel{State: p.State, Column: p.column, Level: i, Own: l, Text: f.Levels[i]})
	}
	return kit.Folded(textNames,
		app.P().Class("panel-note").Text(textNamesNote),
		app.Details().Class("paste").Body(
			app.Summary().Text(textNamesList),
			app.Label().Class("field-label").For("names-text").Text(textNamesField),
			app.Textarea().ID("names-text").Class("input", "paste-text").Rows(5).Spellcheck(false).Attr("placeholder",
				textNamesHint).OnInput(p.onText).OnChange(p.onText),
			widget.Button(textUseNames, widget.Secondary, p.onPaste),
		),
		app.Details().Class("paste").Body(
			app.Summary().Text(textNamesByHand),
			app.Div().Class("row").Body(&widget.Select{Key: "read-column", Label: textNamesColumn, Options: options,
				Value: strconv.Itoa(p.column), OnChange: p.onColumn}),
			app.Div().Class("grid").Body(fields...),
		),
	)
}

func (p *namesPanel) onText(ctx app.Context, e app.Event) {
	p.text = ctx.JSSrc().Get("value").String()
}

func (p *namesPanel) onPaste(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.PasteNames{Text: p.text})
}

func (p *namesPanel) onColumn(ctx app.Context, v string) { p.column, _ = strconv.Atoi(v) }

func (p *namesPanel) onName(ctx app.Context, text string) {
	n := namingOf(p.Data, p.column)
	n.Name = text
	kit.Do(ctx, store.SetNames{Column: p.column, Naming: n})
}

func (p *namesPanel) onUnit(ctx app.Context, text string) {
	n := namingOf(p.Data, p.column)
	n.Unit = text
	kit.Do(ctx, store.SetNames{Column: p.column, Naming: n})
}

func (p *namesPanel) onDecimals(ctx app.Context, v string) {
	n := namingOf(p.Data, p.column)
	n.Shown, _ = strconv.Atoi(v)
	kit.Do(ctx, store.SetNames{Column: p.column, Naming: n})
}

// decimalsShown lists the choices for data.Feature's Shown.
var decimalsShown = func() []widget.Option {
	list := []widget.Option{{Value: "0", Text: textReadDecimalsOwn}}
	for n := range data.MaxShown + 1 {
		list = append(list, widget.Option{Value: strconv.Itoa(n + 1), Text: strconv.Itoa(n)})
	}
	return list
}()

// namingOf returns the present naming of a column.
func namingOf(d store.Data, column int) data.Naming {
	s := d.Table.Schema
	f := append(slices.Clone(s.Features), s.Outcome)[min(column, len(s.Features))]
	return data.Naming{Name: f.Name, Levels: slices.Clone(f.Levels), Unit: f.Unit, Shown: f.Shown}
}

// readLevel names one level.
type readLevel struct {
	app.Compo
	*store.State
	Column, Level int
	Own, Text     string
}

func (l *readLevel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data) }

func (l *readLevel) Render() app.UI {
	return &widget.Text{Key: "read-level-" + strconv.Itoa(l.Level), Label: textReadLevel(l.Own), Value: l.Text,
		Rev: l.Column, OnChange: l.onChange}
}

func (l *readLevel) onChange(ctx app.Context, text string) {
	n := namingOf(l.Data, l.Column)
	if l.Level < len(n.Levels) {
		n.Levels[l.Level] = text
		kit.Do(ctx, store.SetNames{Column: l.Column, Naming: n})
	}
}
