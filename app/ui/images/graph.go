package images

import (
	"fmt"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/image"
)

// graphScreen is the place Causes for images. Its nodes are measures of the images; a person chooses
// the causes of each.
type graphScreen struct {
	seen
}

func (s *graphScreen) Render() app.UI {
	rules := s.Images.Subject.Rules
	rows := make([]app.UI, len(image.List))
	for i, m := range image.List {
		rows[i] = &followRow{Of: m.Name, Rules: rules}
	}
	head := []string{textEffect}
	for _, m := range image.List {
		head = append(head, textFrom(m.Name))
	}
	head = append(head, textOffBy)
	var told []app.UI
	for _, f := range rules.Follows {
		if says := textFit(f, s.Images.FitOf(f.Measure)); says != "" {
			told = append(told, app.Li().Text(says))
		}
	}
	return app.Div().Class("stack", "is-loose").Body(
		app.Section().Class("panel").Aria("labelledby", "measures-graph").Body(
			app.H2().ID("measures-graph").Class("panel-title").Text(textGraph),
			app.P().Class("panel-note").Text(textGraphHint),
			drawGraph(rules),
			widget.TableRegion(textGraphRegion, app.Table().Class("table", "measures", "follows").Aria("label",
				textGraph).Body(
				kit.HeaderRow(head...), app.TBody().Body(rows...))),
			app.Ul().Class("proofs", "fits").Aria("label", textInTheImages).Body(told...),
			app.P().Class("panel-note").Text(textGraphWhere),
			app.Div().Class("toolbar").Body(app.A().Href("#person").Class("button", "is-primary").Text(textGoExplain))))
}

// followRow is a measure with its causes.
type followRow struct {
	app.Compo
	Of    string
	Rules image.Rules
}

// followOf returns how a measure follows, if it does.
func followOf(r image.Rules, measure string) (f image.Follow, is bool) {
	i := slices.IndexFunc(r.Follows, func(f image.Follow) bool { return f.Measure == measure })
	if i < 0 {
		return image.Follow{Measure: measure, Within: atFirst[measure]}, false
	}
	return r.Follows[i], true
}

func (r *followRow) Render() app.UI {
	f, is := followOf(r.Rules, r.Of)
	cells := []app.UI{app.Th().Scope("row").Text(r.Of)}
	for _, m := range image.List {
		if m.Name == r.Of {
			cells = append(cells, app.Td().Text("–"))
			continue
		}
		cells = append(cells, app.Td().Body(&causeBox{Of: r.Of, Cause: m.Name, On: slices.Contains(f.Causes, m.Name),
			Rules: r.Rules}))
	}
	within := app.UI(app.Text("–"))
	if is {
		within = &widget.Number{Label: textOffByOf(r.Of), Value: f.Within, Min: 0, Max: 4096, Step: 0.1,
			OnChange: r.onWithin}
	}
	return app.Tr().Body(append(cells, app.Td().Body(within))...)
}

func (r *followRow) onWithin(ctx app.Context, v float64) {
	f, _ := followOf(r.Rules, r.Of)
	f.Within = v
	kit.Do(ctx, store.SetImageRule{Rules: with(r.Rules, f)})
}

// with returns rules in which a measure follows in the given way. Without causes, it does not follow.
func with(r image.Rules, f image.Follow) image.Rules {
	list := slices.DeleteFunc(slices.Clone(r.Follows), func(x image.Follow) bool { return x.Measure == f.Measure })
	if len(f.Causes) > 0 {
		list = append(list, f)
	}
	r.Follows = list
	return r
}

// causeBox is a box to tick if one measure is a cause of another.
type causeBox struct {
	app.Compo
	Of, Cause string
	On        bool
	Rules     image.Rules
}

func (c *causeBox) Render() app.UI {
	return app.Input().Type("checkbox").Class("toggle").Checked(c.On).Aria("label",
		textCauseOf(c.Cause, c.Of)).OnChange(c.onChange)
}

func (c *causeBox) OnMount(ctx app.Context)  { ctx.JSSrc().Set("checked", c.On) }
func (c *causeBox) OnUpdate(ctx app.Context) { ctx.JSSrc().Set("checked", c.On) }

func (c *causeBox) onChange(ctx app.Context, e app.Event) {
	on := ctx.JSSrc().Get("checked").Truthy()
	f, _ := followOf(c.Rules, c.Of)
	f.Causes = slices.DeleteFunc(slices.Clone(f.Causes), func(x string) bool { return x == c.Cause })
	if on {
		f.Causes = append(f.Causes, c.Cause)
	}
	ctx.JSSrc().Set("checked", c.On) // until the store accepts it, which refuses cycles
	kit.Do(ctx, store.SetImageRule{Rules: with(c.Rules, f)})
}

// Positions of the nodes in the drawing.
var places = map[string][2]int{"thickness": {70, 30}, "height": {210, 30}, "width": {350, 30}, "ink": {140, 120},
	"slant": {280, 120}}

// drawGraph draws the graph; the table beside it has the same content.
func drawGraph(r image.Rules) app.UI {
	shape := func(tag string, attrs ...string) app.HTMLElem {
		e := app.Elem(tag).XMLNS("http://www.w3.org/2000/svg")
		for i := 0; i+1 < len(attrs); i += 2 {
			e = e.Attr(attrs[i], attrs[i+1])
		}
		return e
	}
	var parts []app.UI
	for _, f := range r.Follows {
		for _, c := range f.Causes {
			a, b := places[c], places[f.Measure]
			parts = append(parts, shape("path", "data-part", "way", "d", arrow(a, b)))
		}
	}
	for _, m := range image.List {
		p := places[m.Name]
		parts = append(parts, shape("rect", "data-part", "box", "x", fmt.Sprint(p[0]-48), "y", fmt.Sprint(p[1]-17),
			"width", "96", "height", "34", "rx", "5"),
			shape("text", "x", fmt.Sprint(p[0]), "y", fmt.Sprint(p[1]+5), "text-anchor", "middle").Text(m.Name))
	}
	return shape("svg", "data-measures", "", "viewBox", "0 0 420 150", "width", "420", "height", "150", "role", "img",
		"aria-label", textDrawn(r)).Body(parts...)
}

// arrow returns an arrow from the edge of one box to the edge of another.
func arrow(a, b [2]int) string {
	if a[1] == b[1] { // side by side: above or below both
		mid, top := (a[0]+b[0])/2, a[1]-17
		bend := -14
		if a[1] > 75 {
			top, bend = a[1]+17, 14
		}
		tip := 5
		if bend > 0 {
			tip = -5
		}
		return fmt.Sprintf("M%d %dQ%d %d %d %dM%d %dl-4 %dM%d %dl5 %d", a[0], top, mid, top+3*bend/2, b[0], top, b[0],
			top, -tip, b[0], top, -tip)
	}
	y0, y1, tip := a[1]+17, b[1]-17, -7
	if a[1] > b[1] {
		y0, y1, tip = a[1]-17, b[1]+17, 7
	}
	return fmt.Sprintf("M%d %dL%d %dM%d %dl-5 %dM%d %dl5 %d", a[0], y0, b[0], y1, b[0], y1, tip, b[0], y1, tip)
}

func textDrawn(r image.Rules) string {
	var list []string
	for _, f := range r.Follows {
		list = append(list, strings.Join(f.Causes, " and ")+" to "+f.Measure)
	}
	if len(list) == 0 {
		return textNoArrows
	}
	return "Arrows from " + strings.Join(list, "; ")
}
