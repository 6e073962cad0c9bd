package images

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/image"
	"causeway/core/wire"
)

// tinted shows a region on an image: pixels with an odd byte are fixed and green.
var tinted = func() (p palette) {
	for i := range p {
		v := byte(i)
		p[i] = [3]byte{v, v, v}
		if i&1 > 0 {
			p[i] = [3]byte{v / 2, 90 + v/3*2 - v/16, 60 + v/3}
		}
	}
	p[cursor] = [3]byte{240, 180, 67}
	return p
}()

// tint returns the bytes of an image with its region, for tinted. They avoid the cursor's byte.
func tint(pixels, keep []byte) string {
	b := make([]byte, len(pixels))
	for i, v := range pixels {
		if b[i] = v &^ 1; i < len(keep) && keep[i] > 0 {
			b[i] = max(v|1, cursor+2)
		}
	}
	return string(b)
}

// rulesPanel sets the rules that counterfactuals of the image must keep.
type rulesPanel struct {
	seen
	erase bool
}

func (p *rulesPanel) Render() app.UI {
	x, set := p.Images.Subject, p.Images.Set
	if !p.Images.Generator.HasResult || len(x.Pixels) == 0 || len(x.Pixels) != set.H*set.W {
		return app.Div().Hidden(true)
	}
	chip := func(text string, on bool, do app.EventHandler) app.UI {
		return app.Button().Type("button").Class("chip").Aria("pressed", on).OnClick(do).Text(text)
	}
	ways := []widget.Option{{Value: "0", Text: textInkEither}, {Value: "1", Text: textInkAdded},
		{Value: "2", Text: textInkRemoved}}
	rules := x.Rules
	return app.Section().Class("panel").Aria("labelledby", "image-rules").Body(
		app.H2().ID("image-rules").Class("panel-title").Text(textRules),
		app.P().Class("panel-note").Text(textRulesHint),
		app.Div().Class("image-rules").Body(
			app.Div().Class("stack", "is-tight").Body(
				app.H3().Class("subtitle").Text(textRegion),
				&pad{Ink: tint(x.Pixels, rules.Keep), H: set.H, W: set.W, Fine: 1, Erase: p.erase, Region: true,
					Label: textRegion, Help: "region-help"},
				app.Div().Class("toolbar").Body(
					app.Div().Class("chips").Role("group").Aria("label", textTool).Body(
						chip(textBrush, !p.erase, p.onBrush), chip(textEraser, p.erase, p.onEraser)),
					widget.Button(textClearRegion, widget.Secondary, p.onClear).Aria("disabled", len(rules.Keep) == 0)),
				app.P().ID("region-help").Class("panel-note").Text(textRegionHelp)),
			app.Div().Class("stack", "is-tight").Body(
				app.Div().Class("row").Body(
					&widget.Select{Label: textInk, Value: strconv.Itoa(int(rules.Ink)), Options: ways,
						OnChange: p.onInk},
					&widget.Number{Label: textBudget, Unit: textBudgetUnit, Value: float64(rules.Budget), Min: 0,
						Max: float64(set.H * set.W), Integer: true, OnChange: p.onBudget}),
				p.measures()),
		))
}

func (p *rulesPanel) set(ctx app.Context, change func(*image.Rules)) {
	r := p.Images.Subject.Rules
	r.Seen = slices.Clone(r.Seen)
	change(&r)
	kit.Do(ctx, store.SetImageRule{Rules: r})
}

func (p *rulesPanel) onBrush(ctx app.Context, e app.Event)  { p.erase = false }
func (p *rulesPanel) onEraser(ctx app.Context, e app.Event) { p.erase = true }

func (p *rulesPanel) onClear(ctx app.Context, e app.Event) {
	p.set(ctx, func(r *image.Rules) { r.Keep = nil })
}

func (p *rulesPanel) onInk(ctx app.Context, v string) {
	if way, err := strconv.Atoi(v); err == nil {
		p.set(ctx, func(r *image.Rules) { r.Ink = image.Ink(way) })
	}
}

func (p *rulesPanel) onBudget(ctx app.Context, v float64) {
	p.set(ctx, func(r *image.Rules) { r.Budget = int(v) })
}

// measures returns the image's measures, with how far each may change.
func (p *rulesPanel) measures() app.UI {
	x, set := p.Images.Subject, p.Images.Set
	m := image.MeasuresOf(x.Pixels, set.H, set.W)
	rows := make([]app.UI, len(image.List))
	for i, l := range image.List {
		rows[i] = &measureRow{Name: l.Name, Value: l.Of(m), Seen: x.Rules.Seen, set: p.set}
	}
	return widget.TableRegion(textMeasures, app.Table().Class("table", "measures").Aria("label", textMeasures).Body(
		kit.HeaderRow(TextMeasure, textHere, textMayChange, textAtMost), app.TBody().Body(rows...)))
}

// The ways that a measure may change.
const (
	likes   = "free"
	within  = "within"
	notDown = "not-down"
	notUp   = "not-up"
)

// atFirst is the initial bound of a measure, in its unit.
var atFirst = map[string]float64{"ink": 10, "thickness": 0.5, "slant": 0.2, "height": 2, "width": 2}

// measureRow is a measure with its bound.
type measureRow struct {
	app.Compo
	Name  string
	Value float64
	Seen  []image.Bound
	set   func(app.Context, func(*image.Rules))
}

// bound returns how the measure is bounded: the direction, and how far.
func (r *measureRow) bound() (way string, most float64) {
	for _, b := range r.Seen {
		switch {
		case b.Measure != r.Name:
		case b.Down < 0:
			return notUp, b.Up
		case b.Up < 0:
			return notDown, b.Down
		default:
			return within, b.Up
		}
	}
	return likes, atFirst[r.Name]
}

func (r *measureRow) Render() app.UI {
	way, most := r.bound()
	number := app.UI(app.Text("–"))
	if way != likes {
		number = &widget.Number{Label: textAtMostOf(r.Name), Value: most, Min: 0, Max: 4096, Step: 0.1,
			OnChange: r.onMost}
	}
	return app.Tr().Body(
		app.Th().Scope("row").Text(r.Name),
		app.Td().Text(kit.FormatFixed(r.Value, 2)),
		app.Td().Body(&widget.Select{Label: textMayChangeOf(r.Name), Value: way, OnChange: r.onWay,
			Options: []widget.Option{
				{Value: likes, Text: textLikes}, {Value: within, Text: textWithin}, {Value: notDown, Text: textNotDown},
				{Value: notUp, Text: textNotUp}}}),
		app.Td().Body(number))
}

func (r *measureRow) onWay(ctx app.Context, way string) {
	_, most := r.bound()
	r.change(ctx, way, most)
}

func (r *measureRow) onMost(ctx app.Context, most float64) {
	way, _ := r.bound()
	r.change(ctx, way, most)
}

func (r *measureRow) change(ctx app.Context, way string, most float64) {
	r.set(ctx, func(rules *image.Rules) {
		rules.Seen = slices.DeleteFunc(rules.Seen, func(b image.Bound) bool { return b.Measure == r.Name })
		switch way {
		case within:
			rules.Seen = append(rules.Seen, image.Bound{Measure: r.Name, Down: most, Up: most})
		case notDown:
			rules.Seen = append(rules.Seen, image.Bound{Measure: r.Name, Down: most, Up: -1})
		case notUp:
			rules.Seen = append(rules.Seen, image.Bound{Measure: r.Name, Down: -1, Up: most})
		}
	})
}

// proofs returns a counterfactual's verdicts on every rule.
func proofs(a wire.ImageAnswer) app.UI {
	if len(a.Proofs) == 0 {
		return app.Div().Hidden(true)
	}
	list := make([]app.UI, len(a.Proofs))
	for i, p := range a.Proofs {
		mark := "✓ "
		if !p.Holds {
			mark = "✗ "
		}
		list[i] = app.Li().Body(app.Span().Class("visually-hidden").Text(TextHolds(p.Holds)),
			app.Span().Aria("hidden", "true").Text(mark), app.Text(p.Text))
	}
	return app.Div().Class("stack", "is-tight").Body(app.H3().Class("person-label").Text(textProofs),
		app.Ul().Class("proofs").Body(list...))
}

// measured returns the measures of two images side by side.
func measured(from, to []byte, h, w int) app.UI {
	a, b := image.MeasuresOf(from, h, w), image.MeasuresOf(to, h, w)
	rows := make([]app.UI, len(image.List))
	for i, l := range image.List {
		rows[i] = app.Tr().Body(app.Th().Scope("row").Text(l.Name), app.Td().Text(kit.FormatFixed(l.Of(a), 2)),
			app.Td().Text(kit.FormatFixed(l.Of(b), 2)), app.Td().Text(l.Unit))
	}
	return widget.TableRegion(TextMeasured, app.Table().Class("table").Aria("label", TextMeasured).Body(
		kit.HeaderRow(TextMeasure, TextFactual, textHere, TextUnit), app.TBody().Body(rows...)))
}
