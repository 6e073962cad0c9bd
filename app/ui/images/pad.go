package images

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/image"
)

// padPanel is the pad with its tools.
type padPanel struct {
	seen
}

func (p *padPanel) Render() app.UI {
	d, set := p.Images.Drawing, p.Images.Set
	if len(d.Pad.Ink) == 0 {
		return app.Div()
	}
	chip := func(text string, on bool, do app.EventHandler) app.UI {
		return app.Button().Type("button").Class("chip").Aria("pressed", on).OnClick(do).Text(text)
	}
	return app.Div().Class("stack", "is-tight").Body(
		&pad{Ink: string(d.Pad.Ink), H: d.Pad.H, W: d.Pad.W, Fine: image.Fine, Erase: d.Erase, Label: textPad,
			Help: "pad-help"},
		app.Div().Class("toolbar").Body(
			app.Div().Class("chips").Role("group").Aria("label", textTool).Body(
				chip(textBrush, !d.Erase, p.onBrush), chip(textEraser, d.Erase, p.onEraser)),
			widget.Button(textClear, widget.Secondary, p.onClear).Aria("disabled", d.Pad.Empty())),
		app.Elem("figure").Class("pixel-figure").Body(picture(d.Image(), set.H, set.W, &grey, scaleOf(set.H, 56), ""),
			app.Elem("figcaption").Text(textAsSeen)),
		app.Div().Class("row").Body(
			&widget.Number{Label: textPen, Unit: textPenUnit, Value: d.Radius, Min: 0.5, Max: 4, Step: 0.1,
				OnChange: p.onRadius},
			&widget.Toggle{Label: textCenter, Help: textCenterHelp, On: !d.Plain, OnChange: p.onCenter}),
		app.P().ID("pad-help").Class("panel-note").Text(textPadHelp),
	)
}

func (p *padPanel) set(ctx app.Context, change func(*store.SetPad)) {
	d := p.Images.Drawing
	in := store.SetPad{Erase: d.Erase, Plain: d.Plain, Radius: d.Radius}
	change(&in)
	kit.Do(ctx, in)
}

func (p *padPanel) onBrush(ctx app.Context, e app.Event) {
	p.set(ctx, func(s *store.SetPad) { s.Erase = false })
}
func (p *padPanel) onEraser(ctx app.Context, e app.Event) {
	p.set(ctx, func(s *store.SetPad) { s.Erase = true })
}
func (p *padPanel) onRadius(ctx app.Context, v float64) {
	p.set(ctx, func(s *store.SetPad) { s.Radius = v })
}
func (p *padPanel) onCenter(ctx app.Context, on bool) {
	p.set(ctx, func(s *store.SetPad) { s.Plain = !on })
}
func (p *padPanel) onClear(ctx app.Context, e app.Event) { kit.Do(ctx, store.ClearPad{}) }

// pad lets a person draw with a pointer, or with keys that move from pixel to pixel. It changes the
// drawing or, on an image, the fixed region.
type pad struct {
	app.Compo
	Ink         string // bytes to show; in a region the lowest bit says that a pixel stays
	H, W        int
	Fine        int // size of a pixel on the page
	Erase       bool
	Region      bool
	Label, Help string // Help is the id of the text about the keys

	row, column int // the keys' cursor
	keyed       bool
	hand        *hand
}

// hand holds the pad's own browser listeners, because go-app's run too late to keep arrow keys from
// scrolling the page.
type hand struct {
	root  app.Value
	funcs []app.Func
	names []string
	drawn int // number of the drawing pointer; -1: none
	x, y  float64
}

func (p *pad) OnMount(ctx app.Context) {
	h := &hand{root: ctx.JSSrc(), drawn: -1}
	p.hand = h
	p.row, p.column = p.H/2, p.W/2
	p.listen("pointerdown", func(e app.Value) {
		if h.drawn >= 0 || e.Get("button").Int() > 0 {
			return
		}
		h.drawn = e.Get("pointerId").Int()
		h.root.Call("setPointerCapture", h.drawn)
		h.x, h.y = p.place(e)
		ctx.Dispatch(func(ctx app.Context) { p.keyed = false })
		p.stroke(ctx, h.x, h.y, false)
	})
	p.listen("pointermove", func(e app.Value) {
		if e.Get("pointerId").Int() != h.drawn {
			return
		}
		x, y := p.place(e)
		p.stroke(ctx, x, y, false)
		h.x, h.y = x, y
	})
	end := func(e app.Value) {
		if e.Get("pointerId").Int() == h.drawn {
			h.drawn = -1
			p.stroke(ctx, h.x, h.y, true)
		}
	}
	p.listen("pointerup", end)
	p.listen("pointercancel", end)
	p.listen("keydown", func(e app.Value) { p.onKey(ctx, e) })
}

func (p *pad) OnDismount() {
	for i, f := range p.hand.funcs {
		p.hand.root.Call("removeEventListener", p.hand.names[i], f)
		f.Release()
	}
	p.hand.funcs = nil
}

func (p *pad) listen(event string, do func(app.Value)) {
	fn := app.FuncOf(func(this app.Value, args []app.Value) any {
		do(args[0])
		return nil
	})
	p.hand.root.Call("addEventListener", event, fn)
	p.hand.funcs, p.hand.names = append(p.hand.funcs, fn), append(p.hand.names, event)
}

// stroke continues from the pointer's last position.
func (p *pad) stroke(ctx app.Context, x, y float64, end bool) {
	h := p.hand
	if p.Region {
		kit.Do(ctx, store.PaintTo{X0: h.x, Y0: h.y, X1: x, Y1: y, Erase: p.Erase, End: end})
		return
	}
	kit.Do(ctx, store.DrawTo{X0: h.x, Y0: h.y, X1: x, Y1: y, End: end})
}

// pixel sets the pixel under the cursor, or clears it.
func (p *pad) pixel(row, column int, erase bool) store.Intent {
	if p.Region {
		return store.PaintPixel{Row: row, Column: column, Erase: erase}
	}
	return store.DrawPixel{Row: row, Column: column, Erase: erase}
}

// place returns where an event happened, in pixels of the image.
func (p *pad) place(e app.Value) (x, y float64) {
	r := p.hand.root.Call("getBoundingClientRect")
	return (e.Get("clientX").Float() - r.Get("left").Float()) / r.Get("width").Float() * float64(p.W),
		(e.Get("clientY").Float() - r.Get("top").Float()) / r.Get("height").Float() * float64(p.H)
}

// onKey moves the cursor, and sets and clears the pixel under it. With Shift, moving also sets
// pixels.
func (p *pad) onKey(ctx app.Context, e app.Value) {
	ctrl := e.Get("ctrlKey").Truthy() || e.Get("metaKey").Truthy()
	row, column, key := p.row, p.column, e.Get("key").String()
	var in store.Intent
	switch {
	case ctrl:
		return
	case key == "ArrowUp":
		row--
	case key == "ArrowDown":
		row++
	case key == "ArrowLeft":
		column--
	case key == "ArrowRight":
		column++
	case key == " " || key == "Enter":
		in = p.pixel(row, column, p.Erase)
	case key == "Delete" || key == "Backspace":
		in = p.pixel(row, column, true)
	default:
		return
	}
	e.Call("preventDefault")
	e.Call("stopPropagation")
	row, column = min(max(row, 0), p.H-1), min(max(column, 0), p.W-1)
	if in == nil && e.Get("shiftKey").Truthy() {
		in = p.pixel(row, column, p.Erase)
	}
	ctx.Dispatch(func(ctx app.Context) { p.row, p.column, p.keyed = row, column, true })
	if in != nil {
		kit.Do(ctx, in)
	}
}

// cursor is the byte of the cursor's frame.
const cursor = 1

var padded = func() palette {
	p := grey
	p[cursor] = [3]byte{240, 180, 67}
	return p
}()

func (p *pad) Render() app.UI {
	h, w := p.H*p.Fine, p.W*p.Fine
	ink := []byte(p.Ink)
	colours, says := &padded, ""
	if p.Region {
		colours = &tinted
	}
	if p.keyed {
		at := (p.row*w + p.column) * p.Fine
		if p.Region {
			says = textCursorOf(p.row, p.column, p.Ink[at]&1 > 0)
			ink[at] = cursor
		} else {
			says = textCursor(p.row, p.column, p.Ink[at+w+1] > 127)
			for i := range p.Fine {
				for _, k := range []int{i, (p.Fine-1)*w + i, i * w, i*w + p.Fine - 1} {
					ink[at+k] = cursor
				}
			}
		}
	}
	return app.Div().Class("pad").TabIndex(0).Role("application").Aria("label", p.Label).Aria("describedby",
		p.Help).Body(
		picture(ink, h, w, colours, max(1, 280/w), "").Attr("draggable", "false"),
		app.Span().Class("visually-hidden").Aria("live", "polite").Text(says))
}
