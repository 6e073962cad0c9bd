package chart

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// drawing is a chart: a plain value that can be drawn at a width, described in words and
// listed.
type drawing interface {
	listed
	keys() []key
	draw(width float64) (node, bool) // reports false if it has nothing to draw; a width of 0 means the usual one
	empty() string                   // text in that case
}

// pressed is a drawing with parts that can be pressed, which have data-press.
type pressed interface {
	press(ctx app.Context, what string)
}

// key is an entry of a legend.
type key struct {
	swatch      node
	name, value string
}

// figure shows a drawing with its title, its legend and the table behind it. It is a component so that it
// can follow the width of the page.
type figure struct {
	app.Compo

	Of drawing

	width  float64 // measured; 0 before that
	unsize func()  // ends that
	finger finger
}

// OnMount follows the figure's width, which also changes when a fold opens.
func (c *figure) OnMount(ctx app.Context) {
	c.unsize = followWidth(ctx, &c.width)
	c.finger.follow(ctx, c)
}

// followWidth updates a component's width from the page and redraws it on changes, until
// unsize; nil without a page.
func followWidth(ctx app.Context, of *float64) (unsize func()) {
	if !app.IsClient {
		return nil
	}
	root := ctx.JSSrc()
	width := func() float64 { return root.Get("clientWidth").Float() }
	if w := width(); w >= leastWidth { // so the first drawing has this width
		*of = w
	}
	return WatchSize(root, func() {
		if w := width(); w > 0 && w != *of {
			ctx.Dispatch(func(app.Context) { *of = w })
		}
	})
}

// OnDismount ends that.
func (c *figure) OnDismount() {
	if c.unsize != nil {
		c.unsize()
	}
	c.finger.release()
}

func (c *figure) Render() app.UI {
	body, of := []app.UI{c.head()}, c.Of
	if s, is := of.(SwarmOf); is {
		s.finger = &c.finger
		of = s
	}
	if svg, ok := of.draw(c.width); ok {
		body = append(body, svg.ui(), &behind{Of: c.Of, Button: true})
	} else {
		body = append(body, app.P().Class("chart-empty").Text(orElse(c.Of.empty(), "No values yet.")))
	}
	f := app.Elem("figure").Class("chart")
	if app.IsClient && c.width == 0 { // otherwise the first frame would have the usual width
		f = f.Class("is-unmeasured")
	}
	if _, is := c.Of.(pressed); is {
		f = f.OnClick(c.onPress).OnKeyDown(c.onKey)
	}
	return f.Body(body...)
}

// sized is a picture without a title, laid out at its displayed size.
type sized struct {
	app.Compo

	Of interface {
		listed
		at(width, height float64) node
	}

	width, height float64
	unsize        func()
}

// OnMount waits for the browser's layout, because asking for a size now would make the browser lay out twice.
func (c *sized) OnMount(ctx app.Context) {
	if !app.IsClient {
		return
	}
	root := ctx.JSSrc()
	c.unsize = WatchSize(root, func() {
		w, h := root.Get("clientWidth").Float(), root.Get("clientHeight").Float()
		if w > 0 && (w != c.width || h != c.height) {
			ctx.Dispatch(func(app.Context) { c.width, c.height = w, h })
		}
	})
}

// OnDismount ends that.
func (c *sized) OnDismount() {
	if c.unsize != nil {
		c.unsize()
	}
}

func (c *sized) Render() app.UI {
	box := app.Div().Class("chart-sized")
	if app.IsClient && c.width == 0 {
		return box.Body(&behind{Of: c.Of})
	}
	return box.Body(c.Of.at(c.width, c.height).ui(), &behind{Of: c.Of})
}

func (c *figure) onPress(ctx app.Context, e app.Event) {
	if part := e.Get("target").Call("closest", "[data-press]"); part.Truthy() {
		c.Of.(pressed).press(ctx, part.Call("getAttribute", "data-press").String())
	}
}

// onKey presses a part as a key presses a button.
func (c *figure) onKey(ctx app.Context, e app.Event) {
	if key := e.Get("key").String(); (key == "Enter" || key == " ") &&
		e.Get("target").Call("matches", "[data-press]").Bool() {
		e.PreventDefault()
		c.onPress(ctx, e)
	}
}

func (c *figure) head() app.UI {
	var items []app.UI
	for _, k := range c.Of.keys() {
		item := []app.UI{k.swatch.ui(), app.Span().Text(k.name)}
		if k.value != "" {
			item = append(item, app.Span().Class("chart-value").Text(k.value))
		}
		items = append(items, app.Li().Body(item...))
	}
	return app.Elem("figcaption").Class("chart-head").Body(
		app.Span().Class("chart-title").Text(c.Of.title()),
		app.Ul().Class("chart-legend").Body(items...),
	)
}

func orElse(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
