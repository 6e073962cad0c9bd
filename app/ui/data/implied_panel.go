package data

import (
	"reflect"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
)

// ImpliedPanel lists rules that every row of the table keeps beyond chance: those in force, which
// can be lifted, and suggestions.
type ImpliedPanel struct {
	app.Compo
	*store.State
}

func (p *ImpliedPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Graph) }

func (p *ImpliedPanel) Render() app.UI {
	t := p.Data.Table
	if len(p.Graph.Sketch.Nodes) != len(t.Schema.Features) || len(t.Implied) == 0 {
		return app.Div()
	}
	hold, offered := p.list(true), p.list(false)
	return app.Details().Class("panel", "folded").Body(
		app.Summary().Body(app.H2().ID("implied-title").Class("panel-title").TabIndex(-1).Text(
			textImpliedTitle(len(hold), len(offered)))),
		app.Div().Class("stack").Body(
			app.P().Class("panel-note").Text(textImpliedNote),
			p.part(textImpliedHold, textImpliedLiftAll, hold, p.onLiftAll),
			p.part(textImpliedOffered, textImpliedTakeAll, offered, p.onTakeAll)),
	)
}

// list returns the rules in force, or the suggestions.
func (p *ImpliedPanel) list(holds bool) (list []causal.Implied) {
	for _, i := range p.Data.Table.Implied {
		if (p.Graph.Stated(i.Rule) >= 0) == holds {
			list = append(list, i)
		}
	}
	return list
}

// part lists rules, grouped below their premise.
func (p *ImpliedPanel) part(title, all string, list []causal.Implied, onAll app.EventHandler) app.UI {
	if len(list) == 0 {
		return app.Div().Hidden(true)
	}
	same := func(a, b causal.Rule) bool {
		return a.Kind == b.Kind && a.Kind == causal.NeverSeen && a.Feature == b.Feature &&
			slices.Equal(a.Levels, b.Levels)
	}
	var groups []app.UI
	for k, i := range list {
		if slices.ContainsFunc(list[:k], func(o causal.Implied) bool { return same(i.Rule, o.Rule) }) {
			continue
		}
		var items []app.UI
		for _, o := range list[k:] {
			if o.Rule.Kind == i.Rule.Kind && (same(i.Rule, o.Rule) || reflect.DeepEqual(i, o)) {
				items = append(items, p.item(o))
			}
		}
		if len(items) == 1 {
			groups = append(groups, items[0])
			continue
		}
		name := textImpliedOf(i.Rule.First(p.Data.Table.Schema), i.Rows)
		groups = append(groups, app.Li().Class("offer-group").Body(
			app.P().Class("offer-text").Body(app.Elem("bdi").Text(name)),
			app.Ul().Class("offer-list").Aria("label", name).Body(items...)))
	}
	body := []app.UI{app.H3().Class("subtitle").Text(title),
		app.Ul().Class("offer-list").Aria("label", title).Body(groups...)}
	if len(list) > 1 {
		body = append(body, app.Div().Class("toolbar").Body(widget.Button(all, widget.Secondary, onAll)))
	}
	return app.Div().Class("stack").Body(body...)
}

func (p *ImpliedPanel) item(i causal.Implied) app.UI {
	s := p.Data.Table.Schema
	return &impliedItem{Rule: i.Rule, Sentence: i.Rule.String(s), Count: textImpliedCount(i.Rule, i.Rows, i.Expected),
		At: p.Graph.Stated(i.Rule)}
}

func (p *ImpliedPanel) onLiftAll(ctx app.Context, e app.Event) {
	g, n := p.Graph.Sketch, 0
	for _, i := range p.list(true) {
		if without, err := g.RemoveRule(store.Graph{Sketch: g}.Stated(i.Rule)); err == nil {
			g, n = without, n+1
		}
	}
	kit.Do(ctx, store.SetGraph{Sketch: g, Name: textImpliedLifted(n)})
	kit.Focus("implied-title") // the button goes away
}

func (p *ImpliedPanel) onTakeAll(ctx app.Context, e app.Event) {
	g, n := p.Graph.Sketch, 0
	for _, i := range p.list(false) {
		if with, err := g.AddRule(p.Data.Table.Schema, i.Rule); err == nil {
			g, n = with, n+1
		}
	}
	kit.Do(ctx, store.SetGraph{Sketch: g, Name: textAddedRules(n)})
	kit.Focus("implied-title")
}

// impliedItem is one rule, which is in force if it is stated.
type impliedItem struct {
	app.Compo
	Rule            causal.Rule
	Sentence, Count string
	At              int // place among the rules for everyone; negative: not in force
}

func (i *impliedItem) Render() app.UI {
	text := textImpliedTake
	if i.At >= 0 {
		text = textImpliedLift
	}
	return app.Li().Class("offer").Body(
		app.P().Class("offer-text").Body(app.Elem("bdi").Text(i.Sentence), app.Text(" "),
			app.Span().Class("muted").Text(i.Count)),
		app.Div().Class("offer-actions").Body(
			widget.Button(text, widget.Secondary, i.onPress).Aria("label", text+": "+i.Sentence)),
	)
}

func (i *impliedItem) onPress(ctx app.Context, e app.Event) {
	if i.At >= 0 {
		kit.Do(ctx, store.RemoveRule{At: i.At})
	} else {
		kit.Do(ctx, store.AddRule{Rule: i.Rule})
	}
	kit.Focus("implied-title") // the button moves
}
