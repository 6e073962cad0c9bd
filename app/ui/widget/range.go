package widget

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Range is a slider. Its value is written as a property after its bounds and step,
// because browsers clamp a value immediately and attributes are set in no particular
// order.
type Range struct {
	app.Compo

	ID, Class       string
	Label           string // if no label names the ID
	Says            string // the value in words
	Value, Min, Max float64
	Step            float64 // 0: any value
	Inset           float64 // --inset of its style: the share of a drawing that lies beyond either end
	OnInput         func(app.Context, float64)
	OnChange        app.EventHandler // the thumb was released
	OnKey           app.EventHandler
}

func (c *Range) OnMount(ctx app.Context)  { c.show(ctx) }
func (c *Range) OnUpdate(ctx app.Context) { c.show(ctx) }

// show writes only attributes that differ, so that a redraw does not disturb a drag.
func (c *Range) show(ctx app.Context) {
	in := ctx.JSSrc()
	if c.Inset > 0 {
		in.Get("style").Call("setProperty", "--inset", Format(c.Inset))
	} else {
		in.Get("style").Call("removeProperty", "--inset")
	}
	if in.Get("valueAsNumber").Float() != c.Value {
		in.Set("value", Format(c.Value))
	}
}

func (c *Range) Render() app.UI {
	step := "any"
	if c.Step > 0 {
		step = Format(c.Step)
	}
	in := app.Input().Type("range").Class(c.Class).Attr("min", Format(c.Min)).Attr("max", Format(c.Max)).Attr("step",
		step).
		Aria("valuetext", c.Says).OnInput(c.onInput)
	if c.ID != "" {
		in = in.ID(c.ID)
	}
	if c.Label != "" {
		in = in.Aria("label", c.Label)
	}
	if c.OnChange != nil {
		in = in.OnChange(c.OnChange)
	}
	if c.OnKey != nil {
		in = in.OnKeyDown(c.OnKey)
	}
	return in
}

func (c *Range) onInput(ctx app.Context, e app.Event) {
	c.OnInput(ctx, ctx.JSSrc().Get("valueAsNumber").Float())
}
