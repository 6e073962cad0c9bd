package widget

import (
	"math"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// Number is a field for one number, a spinbutton to assistive technology.
//
// Enter, an arrow key or leaving the field commits the typed text. If it is not a number, the field
// keeps the old value and shows what is expected. A value outside the bounds moves to the nearest
// bound, with a note. Arrow keys move by Step, Page keys by ten steps; Escape restores the text.
type Number struct {
	app.Compo

	Key         string // names the row the field belongs to, and its id
	Label, Help string
	Value       float64 // NaN shows an empty field
	Min, Max    float64 // hold when Min < Max; either may be infinite
	Step        float64 // step of the arrow keys; 0 means 1
	Integer     bool
	Unit        string
	Disabled    bool
	Live        bool // also report each valid text while it is typed
	Rev         int  // a new number writes Value to the element again
	OnChange    func(app.Context, float64)

	id            string
	held          lastValue
	note, problem string
}

func (c *Number) OnInit()                 { c.id = ids.take(first(c.Key, c.Label)) }
func (c *Number) OnDismount()             { ids.release(c.id) }
func (c *Number) OnMount(ctx app.Context) { c.held.mount(c.Key, c.Rev, c.text()); c.write(ctx) }
func (c *Number) OnUpdate(ctx app.Context) {
	if c.held.update(c.Key, c.Rev, c.text()) {
		c.note, c.problem = "", ""
		c.write(ctx)
	}
}

func (c *Number) text() string { return Format(c.Value) }
func (c *Number) rule() rule   { return rule{c.Min, c.Max, c.Step, c.Integer} }

func (c *Number) Render() app.UI {
	f := field{id: c.id, label: c.Label, help: c.Help, unit: c.Unit, note: c.note, problem: c.problem}
	mode := "decimal"
	if c.Integer {
		mode = "numeric"
	}
	in := app.Input().Type("number").Class("input").
		Attr("inputmode", mode).Attr("step", "any").AutoComplete(false)
	if c.bound(c.Min) {
		in = in.Attr("min", Format(c.Min))
	}
	if c.bound(c.Max) {
		in = in.Attr("max", Format(c.Max))
	}
	in = in.OnInput(c.onInput).OnChange(c.onCommit).OnBlur(c.onCommit).OnKeyDown(c.onKey)
	return f.around(f.describe(in, c.Disabled))
}

func (c *Number) bound(v float64) bool { return c.Min < c.Max && !math.IsInf(v, 0) }

func (c *Number) write(ctx app.Context) { setValue(ctx, c.held.shown) }

func (c *Number) onCommit(ctx app.Context, e app.Event) {
	text, bad := typed(ctx)
	c.commit(ctx, text, bad)
}

// onInput ends a message once it no longer applies. A scripted event counts as a commit,
// because scripts set a value and rarely blur the field.
func (c *Number) onInput(ctx app.Context, e app.Event) {
	text, bad := typed(ctx)
	if !e.Get("isTrusted").Truthy() {
		c.commit(ctx, text, bad)
		return
	}
	c.edit(ctx, text, bad)
}

func (c *Number) onKey(ctx app.Context, e app.Event) {
	n := 0.0
	switch e.Get("key").String() {
	case "Enter":
		c.onCommit(ctx, e)
	case "Escape":
		c.note, c.problem = "", ""
		c.held.shown = c.text()
		c.write(ctx)
	case "ArrowUp":
		n = 1
	case "ArrowDown":
		n = -1
	case "PageUp":
		n = 10
	case "PageDown":
		n = -10
	}
	if n != 0 && !e.Get("altKey").Truthy() && !e.Get("ctrlKey").Truthy() && !e.Get("metaKey").Truthy() {
		e.PreventDefault()
		text, bad := typed(ctx)
		c.move(ctx, text, bad, n)
	}
}

func (c *Number) edit(ctx app.Context, text string, bad bool) {
	got := c.rule().read(text, bad)
	c.note = ""
	if got.problem == "" {
		c.problem = ""
	}
	if c.Live && got.problem == "" && got.note == "" {
		c.report(ctx, got.value)
	}
}

func (c *Number) commit(ctx app.Context, text string, bad bool) {
	if text == c.held.shown && !bad {
		c.problem = ""
		return
	}
	got := c.rule().read(text, bad)
	c.note, c.problem = got.note, got.problem
	if got.problem == "" {
		c.report(ctx, got.value)
		c.write(ctx)
	}
}

func (c *Number) move(ctx app.Context, text string, bad bool, n float64) {
	from := c.Value
	if got := c.rule().read(text, bad); got.problem == "" {
		from = got.value
	}
	if math.IsNaN(from) {
		from = c.rule().clamp(0)
	}
	c.note, c.problem = "", ""
	c.report(ctx, c.rule().move(from, n))
	c.write(ctx)
}

func (c *Number) report(ctx app.Context, v float64) {
	text := Format(v)
	fresh := text != c.held.value || c.held.waiting
	c.held.commit(text)
	if fresh && c.OnChange != nil {
		c.OnChange(ctx, v)
	}
}
