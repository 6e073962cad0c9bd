package graph

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/sketch"
)

// impliedPanel shows what the drawing implies about two features: whether they are
// dependent given others, and what to adjust for to estimate the effect of one on the
// other from rows.
type impliedPanel struct {
	app.Compo
	*store.State

	open  bool // somebody opened the panel
	x, y  int  // 1 + feature; 0: none is chosen
	given []int
	of    int // the table that they are features of
}

func (p *impliedPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Graph) }

func (p *impliedPanel) Render() app.UI {
	s := p.Data.Table.Schema
	if p.of != p.Data.TableID {
		p.of, p.x, p.y, p.given = p.Data.TableID, 0, 0, nil
	}
	if len(s.Features) < 2 || len(s.Features) != len(p.Graph.Sketch.Nodes) {
		return app.Div().Hidden(true)
	}
	return app.Section().Class("panel").Aria("labelledby", "implied-title").Body(
		app.H2().ID("implied-title").Class("panel-title").Text(textImplied),
		app.Details().Class("fold").Open(p.open).OnToggle(p.onFold).Body(
			append([]app.UI{app.Summary().Text(textImpliedAsk)}, p.body()...)...))
}

func (p *impliedPanel) onFold(ctx app.Context, e app.Event) {
	p.open = e.Get("target").Get("open").Bool()
}

func (p *impliedPanel) body() []app.UI {
	if !p.open {
		return nil
	}
	s := p.Data.Table.Schema
	choices := func(but int) []widget.Option {
		list := []widget.Option{{Value: "0", Text: textChooseFeature}}
		for j, f := range s.Features {
			if j+1 != but {
				list = append(list, widget.Option{Value: strconv.Itoa(j + 1), Text: f.Name})
			}
		}
		return list
	}
	body := []app.UI{app.Div().Class("grid").Body(
		&widget.Select{Label: textImpliedOf, Options: choices(p.y), Value: strconv.Itoa(p.x), OnChange: p.onX},
		&widget.Select{Label: textImpliedOn, Options: choices(p.x), Value: strconv.Itoa(p.y), OnChange: p.onY})}
	if p.x == 0 || p.y == 0 {
		return body
	}
	g, err := p.Graph.Sketch.Whole(s)
	if err != nil {
		return body // the drawing belongs to another table
	}
	x, y := p.x-1, p.y-1
	var chips []app.UI
	for j, f := range s.Features {
		if j != x && j != y && p.Graph.Sketch.Nodes[j].Role != sketch.Latent {
			chips = append(chips, &givenChip{Feature: j, Name: f.Name, On: slices.Contains(p.given, j),
				OnToggle: p.onGiven})
		}
	}
	name := func(j int) string {
		if j >= g.Nodes() {
			return "" // an unobserved common cause
		}
		return p.Graph.Sketch.Name(s, j)
	}
	given := slices.DeleteFunc(slices.Clone(p.given), func(j int) bool {
		return p.Graph.Sketch.Nodes[j].Role == sketch.Latent
	})
	path, apart := g.Separated(x, y, given)
	return append(body,
		app.Div().Class("reasons").Role("group").Aria("labelledby", "given-title").Body(
			app.Span().ID("given-title").Class("field-label").Text(textKnownBeside),
			app.Div().Class("reason-chips").Body(chips...)),
		app.Div().ID("implied-says").Class("stack", "is-tight").Aria("live", "polite").Body(
			app.P().Text(TextDepends(name(x), name(y), kit.Each(given, name), apart, TextPath(path, name, g.Arrow))),
			app.P().Text(TextAdjust(name(x), name(y), g.Adjust(x, y), name))),
		app.P().Class("panel-note").Text(textImpliedNote))
}

func (p *impliedPanel) onX(ctx app.Context, v string) { p.choose(&p.x, v) }
func (p *impliedPanel) onY(ctx app.Context, v string) { p.choose(&p.y, v) }

func (p *impliedPanel) choose(end *int, v string) {
	if n, err := strconv.Atoi(v); err == nil {
		*end = n
		p.given = slices.DeleteFunc(p.given, func(j int) bool { return j+1 == p.x || j+1 == p.y })
	}
}

func (p *impliedPanel) onGiven(ctx app.Context, feature int) {
	p.given = kit.Toggled(p.given, feature)
	slices.Sort(p.given)
}

// givenChip marks a feature as known, or not.
type givenChip struct {
	app.Compo
	Feature  int
	Name     string
	On       bool
	OnToggle func(app.Context, int)
}

func (c *givenChip) Render() app.UI {
	return app.Button().Type("button").Class("chip").Aria("pressed", c.On).Aria("label",
		textIsKnown(c.Name)).OnClick(c.onClick).Body(kit.Clamped(c.Name))
}

func (c *givenChip) onClick(ctx app.Context, e app.Event) { c.OnToggle(ctx, c.Feature) }
