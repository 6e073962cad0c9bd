package widget

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Option is one entry of a Select.
type Option struct{ Value, Text string }

// longList is the number of options above which a list is filled on focus.
const longList = 100

// Select is a drop-down list of options. Any other Value shows an empty choice. A long
// list gets its other options only on focus or hover, because a form with three lists of 500 features
// would otherwise open slowly.
type Select struct {
	app.Compo

	Key         string
	Label, Help string
	Options     []Option
	Value       string
	Disabled    bool
	Rev         int
	OnChange    func(app.Context, string)

	id     string
	filled bool // filled because somebody focused it
}

func (c *Select) OnInit()                  { c.id = ids.take(first(c.Key, c.Label)) }
func (c *Select) OnDismount()              { ids.release(c.id) }
func (c *Select) OnMount(ctx app.Context)  { c.show(ctx) }
func (c *Select) OnUpdate(ctx app.Context) { c.show(ctx) }

// show writes only attributes that differ, so that a redraw does not disturb an open list.
func (c *Select) show(ctx app.Context) {
	if in := control(ctx); in.Get("value").String() != c.Value {
		in.Set("value", c.Value)
	}
}

func (c *Select) Render() app.UI {
	f := field{id: c.id, label: c.Label, help: c.Help}
	in := app.Select().Class("input").ID(c.id).Disabled(c.Disabled).OnChange(c.onChange)
	if by := f.describedBy(); by != "" {
		in = in.Aria("describedby", by)
	}
	shown := c.Options
	if len(shown) > longList {
		in = in.OnFocus(c.onCome).On("pointerenter", c.onCome).On("pointerdown", c.onCome)
		if !c.filled {
			shown = c.chosen()
		}
	}
	options := make([]app.UI, len(shown))
	for i, o := range shown {
		options[i] = app.Option().Attr("value", o.Value).Text(o.Text)
	}
	return f.around(in.Body(options...))
}

// chosen returns the shown option.
func (c *Select) chosen() []Option {
	for i, o := range c.Options {
		if o.Value == c.Value {
			return c.Options[i : i+1]
		}
	}
	return nil
}

// onCome fills a long list and keeps the choice.
func (c *Select) onCome(ctx app.Context, e app.Event) {
	if !c.filled {
		c.filled = true
		ctx.Defer(c.show)
	}
}

func (c *Select) onChange(ctx app.Context, e app.Event) {
	text, _ := typed(ctx)
	c.choose(ctx, text)
}

func (c *Select) choose(ctx app.Context, value string) {
	if value != c.Value && c.OnChange != nil {
		c.OnChange(ctx, value)
	}
}

// Toggle is a checkbox with its label beside it.
type Toggle struct {
	app.Compo

	Key         string
	Label, Help string
	On          bool
	Disabled    bool
	Rev         int
	OnChange    func(app.Context, bool)

	id string
}

func (c *Toggle) OnInit()                  { c.id = ids.take(first(c.Key, c.Label)) }
func (c *Toggle) OnDismount()              { ids.release(c.id) }
func (c *Toggle) OnMount(ctx app.Context)  { control(ctx).Set("checked", c.On) }
func (c *Toggle) OnUpdate(ctx app.Context) { control(ctx).Set("checked", c.On) }

func (c *Toggle) Render() app.UI {
	f := field{id: c.id, label: c.Label, help: c.Help}
	in := f.describe(app.Input().Type("checkbox").Class("toggle").OnChange(c.onChange), c.Disabled)
	body := []app.UI{app.Div().Class("field-toggle").Body(
		in,
		app.Label().Class("field-label").For(c.id).Text(c.Label),
	)}
	return app.Div().Class("field").Body(append(body, f.texts()...)...)
}

func (c *Toggle) onChange(ctx app.Context, e app.Event) {
	c.turn(ctx, control(ctx).Get("checked").Truthy())
}

func (c *Toggle) turn(ctx app.Context, on bool) {
	if on != c.On && c.OnChange != nil {
		c.OnChange(ctx, on)
	}
}
