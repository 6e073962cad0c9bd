package graph

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
	"causeway/core/sketch"
)

// orderPanel orders the values of a category. While folded, it costs little to draw.
type OrderPanel struct {
	app.Compo
	*store.State
	Node int
	Told bool // another element shows the order
	Now  bool // unfolded because an order is needed
	open bool
	of   int  // the node that open belongs to
	came bool // Now was set already
}

func (p *OrderPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Graph) }

func (p *OrderPanel) Render() app.UI {
	s, g := p.Data.Table.Schema, p.Graph.Sketch
	if p.Node < 0 || p.Node >= len(g.Nodes) || len(g.Nodes) != len(s.Features) {
		return app.Div()
	}
	f := s.Features[p.Node]
	if f.Kind != data.Ordered && f.Kind != data.Category {
		return app.Div()
	}
	if p.of != p.Node {
		p.of, p.open = p.Node, false
	}
	if p.Now && !p.came {
		p.open = true
	}
	p.came = p.Now
	ranks, mark := g.Ranks(g.Schema(s), p.Node), "▸ "
	if p.open {
		mark = "▾ "
	}
	body := []app.UI{
		app.Button().Type("button").Class("button", "is-quiet", "is-small", "fold").Aria("expanded", p.open).Aria(
			"label", textOrderOfValues(f.Name)).OnClick(p.onOpen).Body(
			app.Span().Aria("hidden", "true").Text(mark), app.Text(textOrder)),
	}
	if !p.Told || ranks == nil {
		body = append(body, app.P().Class("panel-note", "clamp").Body(app.Elem("bdi").Text(textOrderNow(f.Levels,
			ranks))))
	}
	if p.open {
		body = append(body, p.list(f, ranks)...)
	}
	return app.Div().Class("stack", "is-tight").Body(body...)
}

func (p *OrderPanel) list(f data.Feature, ranks []int) []app.UI {
	var told, tools []app.UI
	if by := sketch.RanksByName(f.Levels); by != nil && !slices.Equal(by, ranks) {
		told = append(told, app.P().Class("panel-note").Body(app.Elem("bdi").Text(textOrderByNames(f.Levels, by))))
		tools = append(tools, widget.Button(textOrderSo, widget.Secondary, p.onNames).Aria("label",
			textOrderSoOf(f.Name)))
	}
	if ranks == nil {
		tools = append(tools, widget.Button(textGiveOrder, widget.Secondary, p.onGive).Aria("label",
			textGiveOrderOf(f.Name)))
		return append(told, app.Div().Class("toolbar").Body(tools...))
	}
	list := kit.ByRank(ranks, len(ranks))
	items := make([]app.UI, len(list))
	for i, l := range list {
		items[i] = &rankItem{State: p.State, Node: p.Node, At: i, Name: f.Levels[l], Same: i > 0 &&
			ranks[l] == ranks[list[i-1]], Last: i == len(list)-1}
	}
	body := []app.UI{app.P().Class("panel-note").Text(textOrderHelp), app.Elem("ol").Class("order-list").Body(items...)}
	if p.Graph.Sketch.Nodes[p.Node].Ranks != nil {
		tools = append(tools, widget.Button(textTableOrder, widget.Secondary, p.onTable).Aria("label",
			textTableOrderOf(f.Name)))
	}
	if body = append(body, told...); len(tools) > 0 {
		body = append(body, app.Div().Class("toolbar").Body(tools...))
	}
	return body
}

func (p *OrderPanel) onOpen(ctx app.Context, e app.Event) { p.open = !p.open }

func (p *OrderPanel) onGive(ctx app.Context, e app.Event) {
	var ranks []int
	for l := range p.Data.Table.Schema.Features[p.Node].Levels {
		ranks = append(ranks, l)
	}
	kit.Do(ctx, store.SetOrder{Node: p.Node, Ranks: ranks})
}

// onNames uses the order suggested by the names of the values.
func (p *OrderPanel) onNames(ctx app.Context, e app.Event) {
	if f := p.Data.Table.Schema.Features; p.Node < len(f) {
		kit.Do(ctx, store.SetOrder{Node: p.Node, Ranks: sketch.RanksByName(f[p.Node].Levels)})
	}
}

func (p *OrderPanel) onTable(ctx app.Context, e app.Event) { kit.Do(ctx, store.SetOrder{Node: p.Node}) }

// rankItem is one value in the order of its feature.
type rankItem struct {
	app.Compo
	*store.State
	Node, At int // place in the order
	Name     string
	Same     bool // has the same rank as the one above
	Last     bool
}

func (r *rankItem) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Graph) }

func (r *rankItem) Render() app.UI {
	id := "rank-" + strconv.Itoa(r.Node) + "-" + strconv.Itoa(r.At)
	return app.Li().Class("order-item").Body(
		app.Span().Class("order-name").Body(app.Elem("bdi").Text(r.Name)),
		app.Button().Type("button").Class("chip").Aria("pressed", r.Same).Aria("disabled", r.At == 0).Aria("label",
			textSameRankOf(r.Name)).Title(textSameRankOf(r.Name)).Text("=").OnClick(r.onSame),
		widget.Button("↑", widget.Quiet, r.onUp).ID(id+"-up").Aria("label", kit.TextMoveUp(r.Name)).Aria("disabled",
			r.At == 0),
		widget.Button("↓", widget.Quiet, r.onDown).ID(id+"-down").Aria("label",
			kit.TextMoveDown(r.Name)).Aria("disabled", r.Last),
	)
}

// order lists the levels in order and marks those that share the rank of the one above.
func (r *rankItem) order() (list []int, same []bool) {
	ranks := r.Graph.Sketch.Ranks(r.Data.Table.Schema, r.Node)
	list, same = kit.ByRank(ranks, len(ranks)), make([]bool, len(ranks))
	for i := 1; i < len(list); i++ {
		same[i] = ranks[list[i]] == ranks[list[i-1]]
	}
	return list, same
}

func (r *rankItem) set(ctx app.Context, list []int, same []bool) {
	ranks, rank := make([]int, len(list)), 0
	for i, l := range list {
		if i > 0 && !same[i] {
			rank++
		}
		ranks[l] = rank
	}
	kit.Do(ctx, store.SetOrder{Node: r.Node, Ranks: ranks})
}

func (r *rankItem) onSame(ctx app.Context, e app.Event) {
	list, same := r.order()
	if r.At == 0 || r.At >= len(list) {
		return
	}
	same[r.At] = !same[r.At]
	r.set(ctx, list, same)
}

func (r *rankItem) onUp(ctx app.Context, e app.Event)   { r.move(ctx, r.At-1, "-up") }
func (r *rankItem) onDown(ctx app.Context, e app.Event) { r.move(ctx, r.At+1, "-down") }

// move swaps two values, unless they share a rank, and moves the focus along.
func (r *rankItem) move(ctx app.Context, to int, button string) {
	list, same := r.order()
	if to < 0 || to >= len(list) || r.At >= len(list) {
		return
	}
	list[r.At], list[to] = list[to], list[r.At]
	same[max(r.At, to)] = false
	r.set(ctx, list, same)
	kit.Focus("rank-" + strconv.Itoa(r.Node) + "-" + strconv.Itoa(to) + button)
}
