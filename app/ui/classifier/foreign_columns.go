package classifier

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/model"
)

// columns returns the mapping, a row for every column of the model.
func (p *foreignPanel) columns() app.UI {
	f := p.Foreign
	var rows []app.UI
	low, high := kit.OnPage(p.from, len(f.Sources))
	for i := low; i < high; i++ {
		rows = append(rows, &foreignColumn{State: p.State, At: i, Opened: f.Opened, OnCodes: p.onCodes})
	}
	return app.Div().Class("stack", "is-tight").Body(
		app.H3().Class("subtitle").Text(textMatching),
		app.P().Class("panel-note").Text(textMatchingHint),
		app.Div().Class("toolbar").Body(
			widget.Button(textScaleNone, widget.Secondary, p.onScaleNone).Class("is-small"),
			widget.Button(textScaleRange, widget.Secondary, p.onScaleRange).Class("is-small"),
		),
		widget.TableRegion(textColumnRegion, app.Text("")).Class("is-tall").Body(
			app.Table().Class("table", "foreign-columns").Aria("label", textColumnTable).Body(
				kit.HeaderRow(TextModelColumn, TextComesFrom, textAs), app.TBody().Body(rows...))),
		&kit.Pages{What: textColumnsWord, From: p.from, Of: len(f.Sources), OnFrom: p.onFrom},
	)
}

func (p *foreignPanel) onFrom(ctx app.Context, from int) { p.from = from }

func (p *foreignPanel) onScaleNone(ctx app.Context, e app.Event) { kit.Do(ctx, store.ScaleModel{}) }

func (p *foreignPanel) onScaleRange(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.ScaleModel{ByRange: true})
}

func (p *foreignPanel) onCodes(ctx app.Context, column int) {
	p.codes, p.level = column+1, 0
	kit.WhenThere(ctx, codesID, kit.Focus)
}

// codesID is the id of the heading above a column's codes; codesKey begins the ids of the buttons that
// open them.
const (
	codesID  = "foreign-codes"
	codesKey = "foreign-codes-of"
)

// editor shows the code of every level for one column.
func (p *foreignPanel) editor() app.UI {
	f, i := p.Foreign, p.codes-1
	if i < 0 || i >= len(f.Sources) || f.Sources[i].Take != model.TakeCode {
		return app.Div().Hidden(true)
	}
	c, r := f.Read.Columns[i], f.Sources[i]
	levels := categoryNames(p.Data.Table.Schema.Features[r.Feature], r)
	codes := r.Codes.Values()
	var fields []app.UI
	low, high := kit.OnPage(p.level, len(codes))
	for l := low; l < min(high, len(levels)); l++ {
		fields = append(fields, &foreignCode{State: p.State, Column: i, Level: l, Name: levels[l], Value: codes[l],
			Codes: codeOptions(c, codes[l]), Rev: f.Opened})
	}
	return app.Div().Class("stack", "is-tight", "foreign-codes").DataSet("leave", true).Role("group").Aria("labelledby",
		codesID).Body(
		app.Elem("h4").ID(codesID).Class("subtitle").TabIndex(-1).Text(textCodesOf(c.Name)),
		app.Div().Class("foreign-levels").Body(fields...),
		&kit.Pages{What: textLevelsWord, From: p.level, Of: len(codes), OnFrom: p.onLevel},
		app.Div().Class("toolbar").Body(widget.Button(textDoneCodes, widget.Secondary, p.onDone).Class("is-small").
			DataSet("leaves", true)),
	)
}

func (p *foreignPanel) onLevel(ctx app.Context, from int) { p.level = from }

func (p *foreignPanel) onDone(ctx app.Context, e app.Event) {
	kit.Focus(kit.KeyOf(codesKey, p.codes-1)) // the button that opened the codes, because this one goes away
	p.codes = 0
}

// codeOptions returns the codes of a column, or nil if it takes any number. For a level with an
// undecided code, they include "undecided".
func codeOptions(c model.Column, now float64) []widget.Option {
	var list []widget.Option
	switch {
	case len(c.Codes) > 0 && c.Unknown:
		list = append(list, option(-1, textNoCode))
	case len(c.Codes) > 0 && now < 0:
		list = append(list, option(-1, TextUndecided))
	}
	for k, code := range c.Codes {
		list = append(list, option(k, code))
	}
	return list
}

func option(value int, text string) widget.Option {
	return widget.Option{Value: strconv.Itoa(value), Text: text}
}

// foreignCode is the code of one level.
type foreignCode struct {
	app.Compo
	*store.State
	Column, Level int
	Name          string
	Value         float64
	Codes         []widget.Option
	Rev           int
}

func (r *foreignCode) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Foreign) }

func (r *foreignCode) Render() app.UI {
	key := "foreign-code" + strconv.Itoa(r.Column) + "-" + strconv.Itoa(r.Level)
	if len(r.Codes) > 0 {
		return app.Div().Body(&widget.Select{Key: key, Label: textCodeOf(r.Name), Options: r.Codes,
			Value: kit.ExactNumber(r.Value), OnChange: r.onChoose})
	}
	return app.Div().Body(&widget.Number{Key: key, Label: textCodeOf(r.Name), Value: r.Value, Rev: r.Rev,
		OnChange: r.onNumber})
}

func (r *foreignCode) onChoose(ctx app.Context, value string) {
	if code, ok := kit.Chosen(value); ok {
		r.onNumber(ctx, float64(code))
	}
}

func (r *foreignCode) onNumber(ctx app.Context, code float64) {
	if r.Column < len(r.Foreign.Sources) {
		kit.Do(ctx, store.SetModelSource{Column: r.Column,
			Source: WithCode(r.Foreign.Sources[r.Column], r.Level, code)})
	}
}

// foreignColumn is one column of the model.
type foreignColumn struct {
	app.Compo
	*store.State
	At      int
	Opened  int
	OnCodes func(app.Context, int)
}

func (r *foreignColumn) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Foreign) }

func (r *foreignColumn) column() (model.Column, model.Source, bool) {
	f := r.Foreign
	if r.At >= len(f.Sources) || r.At >= len(f.Read.Columns) {
		return model.Column{}, model.Source{}, false
	}
	return f.Read.Columns[r.At], f.Sources[r.At], true
}

func (r *foreignColumn) Render() app.UI {
	c, from, ok := r.column()
	s := r.Data.Table.Schema
	if !ok || from.Feature >= len(s.Features) {
		return app.Tr()
	}
	options := []widget.Option{option(undecided, TextUndecided)}
	for j, f := range s.Features {
		options = append(options, option(j, f.Name))
	}
	options = append(options, option(Fixed, TextSameForAll))
	return app.Tr().Body(
		app.Th().Scope("row").Body(kit.Clamped(c.Name)),
		app.Td().Class("bare").Body(&widget.Select{Key: kit.KeyOf("foreign-from", r.At), Label: textSourceOf(c.Name),
			Options: options,
			Value:   strconv.Itoa(featureOf(from)), OnChange: r.onFrom}),
		app.Td().Class("bare").Body(app.Div().Class("foreign-as").Body(r.form(c, from)...)),
	)
}

// form returns how a column's value is computed from its source.
func (r *foreignColumn) form(c model.Column, from model.Source) []app.UI {
	rev := r.Foreign.Opened
	switch from.Take {
	case model.TakeFixed:
		if list := codeOptions(c, 0); len(list) > 0 {
			return []app.UI{&widget.Select{Key: kit.KeyOf("foreign-fixed", r.At), Label: textValueOf(c.Name),
				Options: list, Value: kit.ExactNumber(from.Value), OnChange: r.onFixedCode}}
		}
		return []app.UI{&widget.Number{Key: kit.KeyOf("foreign-value", r.At), Label: textValueOf(c.Name),
			Value: from.Value, Rev: rev, OnChange: r.onValue}}
	case model.TakeNumber:
		return r.scaling(c, from)
	case model.TakeLevel, model.TakeCode:
	default:
		return nil
	}
	f := r.Data.Table.Schema.Features[from.Feature]
	var list []app.UI
	if len(c.Codes) == 0 && !f.Kind.Numeric() {
		options := []widget.Option{option(-1, textInOrder)}
		for l, level := range f.Levels {
			options = append(options, option(l, textIsLevel(level)))
		}
		value := -1
		if from.Take == model.TakeLevel {
			value = from.Level
		}
		list = append(list, &widget.Select{Key: kit.KeyOf("foreign-form", r.At), Label: textFormOf(c.Name),
			Options: options, Value: strconv.Itoa(value), OnChange: r.onForm})
	}
	if from.Take == model.TakeCode {
		list = append(list, app.Span().Class("muted").Text(textCodes(c, f, from)))
		if len(from.Codes.Values()) == 0 {
			return list
		}
		list = append(list, widget.Button(textCodesButton, widget.Quiet, r.onCodes).Class("is-small").ID(
			kit.KeyOf(codesKey, r.At)).Aria("label", textChangeCodes(c.Name)))
	}
	return list
}

func (r *foreignColumn) scaling(c model.Column, from model.Source) []app.UI {
	scale := from.Scale
	if scale == 0 {
		scale = 1
	}
	return []app.UI{
		app.Span().Aria("hidden", "true").Text("−"),
		&widget.Number{Key: kit.KeyOf("foreign-minus", r.At), Label: textMinusOf(c.Name), Value: from.Shift,
			Rev: r.Foreign.Opened, OnChange: r.onShift},
		app.Span().Aria("hidden", "true").Text("÷"),
		&widget.Number{Key: kit.KeyOf("foreign-by", r.At), Label: textDividedOf(c.Name), Value: scale,
			Rev: r.Foreign.Opened, OnChange: r.onScale},
	}
}

func (r *foreignColumn) set(ctx app.Context, change func(*model.Source)) {
	if _, from, ok := r.column(); ok {
		change(&from)
		kit.Do(ctx, store.SetModelSource{Column: r.At, Source: from})
	}
}

func (r *foreignColumn) onFrom(ctx app.Context, value string) {
	if feature, ok := kit.Chosen(value); ok {
		c, _, _ := r.column()
		kit.Do(ctx, store.SetModelSource{Column: r.At, Source: SourceFrom(c, r.Data.Table.Schema, feature)})
	}
}

func (r *foreignColumn) onForm(ctx app.Context, value string) {
	level, ok := kit.Chosen(value)
	_, from, there := r.column()
	switch {
	case !ok || !there:
	case level < 0:
		kit.Do(ctx, store.SetModelSource{Column: r.At, Source: numbered(from.Feature)})
	default:
		kit.Do(ctx, store.SetModelSource{Column: r.At, Source: atLevel(from.Feature, level)})
	}
}

func (r *foreignColumn) onShift(ctx app.Context, v float64) {
	r.set(ctx, func(s *model.Source) { s.Shift = v })
}

func (r *foreignColumn) onScale(ctx app.Context, v float64) {
	r.set(ctx, func(s *model.Source) { s.Scale = v })
}

func (r *foreignColumn) onValue(ctx app.Context, v float64) {
	r.set(ctx, func(s *model.Source) { s.Value = v })
}

func (r *foreignColumn) onFixedCode(ctx app.Context, value string) {
	if code, ok := kit.Chosen(value); ok {
		r.onValue(ctx, float64(code))
	}
}

func (r *foreignColumn) onCodes(ctx app.Context, e app.Event) { r.OnCodes(ctx, r.At) }
