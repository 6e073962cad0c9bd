package data

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
)

// RelationsPanel offers rules that compute a feature from others and hold in every row. A rule applies
// only after a person accepts it. The panel also asks which missing values an answer may give.
type RelationsPanel struct {
	app.Compo
	*store.State
}

func (p *RelationsPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Graph) }

func (p *RelationsPanel) Render() app.UI {
	t := p.Data.Table
	if len(p.Graph.Sketch.Nodes) != len(t.Schema.Features) {
		return app.Div()
	}
	var follow, near, gaps []app.UI
	for _, r := range p.offered() {
		item := &relationItem{Rule: r, Sentence: r.String(t.Schema), Text: textRelationTake}
		if r.Law.Own {
			item.Text = textNearTake
			near = append(near, item)
			continue
		}
		follow = append(follow, item)
	}
	for _, j := range t.Schema.Gappy() {
		gaps = append(gaps, app.Li().Body(kit.TellingOf(p.State, j)...))
	}
	if len(follow)+len(near)+len(gaps) == 0 {
		return app.Div()
	}
	return app.Div().Class("stack").Body(
		p.section("relations-title", textRelations, textRelationsNote, textRelationsAll, follow, p.onFollow),
		p.section("near-title", textNear, textNearNote, "", near, nil),
		p.section("gaps-title", textGapsKept, textGapsKeptNote, "", gaps, nil))
}

// offered returns the suggested rules that are not stated yet.
func (p *RelationsPanel) offered() (list []causal.Rule) {
	stated := func(r causal.Rule) bool {
		return slices.ContainsFunc(p.Graph.Sketch.Rules, func(o causal.Rule) bool {
			return o.Kind == r.Kind && o.Feature == r.Feature
		})
	}
	for _, r := range p.Data.Table.Relations {
		if !stated(r) {
			list = append(list, r)
		}
	}
	return list
}

func (p *RelationsPanel) section(id, title, note, all string, items []app.UI, onAll app.EventHandler) app.UI {
	if len(items) == 0 {
		return nil
	}
	body := []app.UI{
		app.H2().ID(id).Class("panel-title").TabIndex(-1).Text(title),
		app.P().Class("panel-note").Text(note),
		app.Ul().Class("offer-list").Aria("label", title).Body(items...),
	}
	if len(items) > 1 && onAll != nil {
		body = append(body, app.Div().Class("toolbar").Body(widget.Button(all, widget.Secondary, onAll)))
	}
	return app.Section().Class("panel").Aria("labelledby", id).Body(body...)
}

func (p *RelationsPanel) onFollow(ctx app.Context, e app.Event) { p.take(ctx) }

// take states all offered rules in one step, except those that hold only approximately.
func (p *RelationsPanel) take(ctx app.Context) {
	g, n := p.Graph.Sketch, 0
	for _, r := range p.offered() {
		if r.Law.Own {
			continue
		}
		if with, err := g.AddRule(p.Data.Table.Schema, r); err == nil {
			g, n = with, n+1
		}
	}
	if n > 0 {
		kit.Do(ctx, store.SetGraph{Sketch: g, Name: textAddedRules(n)})
		kit.Focus(kit.TitleID) // the button goes away
	}
}

// relationItem is one offered rule.
type relationItem struct {
	app.Compo
	Rule     causal.Rule
	Sentence string
	Text     string
}

func (r *relationItem) Render() app.UI {
	return app.Li().Class("offer").Body(
		app.P().Class("offer-text").Body(app.Elem("bdi").Text(r.Sentence)),
		app.Div().Class("offer-actions").Body(
			widget.Button(r.Text, widget.Secondary, r.onTake).Aria("label", r.Text+": "+r.Sentence)),
	)
}

func (r *relationItem) onTake(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.AddRule{Rule: r.Rule})
	kit.Focus(kit.TitleID) // the button goes away
}
