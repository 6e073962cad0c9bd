package explain

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/dagview"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
	"causeway/core/wire"
)

// mapPanel shows how the model decides as two features of the row change, where the row and other rows
// are, and the way to the shown counterfactual.
type mapPanel struct {
	app.Compo
	*store.State

	of       chart.MapOf
	levels   [2][]int // levels of each axis by position; nil for a number
	dragging bool
}

func (p *mapPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Explain|kit.Moving) }

func (p *mapPanel) Render() app.UI {
	e, features := p.Explain, p.Data.Table.Schema.Features
	m := e.Map
	if !e.HasShares || !m.On || !m.Has || len(e.Edited) != len(features) {
		return app.Section().Class("person-map", "is-empty").Aria("label", textMap).Body(
			app.P().Class("panel-note").Text(textNoMap(e, len(features))))
	}
	p.of, p.levels = MapOf(p.State)
	var options []widget.Option
	flags := p.Data.Table.Schema.Flags()
	for j := range features {
		f := p.axis(flags, j)
		if len(f.Levels) <= wire.MaxMapped && (j == m.X || j == m.Y || p.PairShown(flags, j) == j) {
			options = append(options, widget.Option{Value: strconv.Itoa(j), Text: f.Title()})
		}
	}
	key := func(part, text string) app.UI { return app.Li().DataSet("key", part).Text(text) }
	return app.Section().Class("person-map").Aria("label", textMap).Body(
		app.Div().Class("map-head").Body(
			&widget.Select{Label: textMapUp, Options: options, Value: strconv.Itoa(m.Y), OnChange: p.onY},
			app.Ul().Class("map-keys").Body(key("others", textRefusedDot), key("rows", textAcceptedDot),
				key("hatch", textForbids))),
		app.Div().Class("map-box").On("pointerdown", p.onGrab).On("pointermove", p.onDrag).On("pointerup", p.onDrop).On(
			"pointercancel", p.onDrop).
			OnClick(p.onPress).OnKeyDown(p.onKey).OnKeyUp(p.onKeyUp).Body(chart.Map(p.of)),
		app.Div().Class("map-foot").Body(&widget.Select{Label: textMapAcross, Options: options,
			Value: strconv.Itoa(m.X), OnChange: p.onX}))
}

// axis returns a feature as an axis shows it: a flag has the name of its number.
func (p *mapPanel) axis(flags map[int]int, j int) data.Feature {
	if n := numberOf(flags, j); n != j {
		return gapFeature(p.Data.Table.Schema.Features[n])
	}
	return p.Data.Table.Schema.Features[j]
}

func (p *mapPanel) onX(ctx app.Context, v string) {
	if x, err := strconv.Atoi(v); err == nil {
		p.show(ctx, x, p.Explain.Map.Y, p.Explain.Map.X)
	}
}

func (p *mapPanel) onY(ctx app.Context, v string) {
	if y, err := strconv.Atoi(v); err == nil {
		p.show(ctx, p.Explain.Map.X, y, p.Explain.Map.Y)
	}
}

// show selects another pair of features. A feature already on the other axis swaps
// places.
func (p *mapPanel) show(ctx app.Context, x, y, before int) {
	switch {
	case x != y:
	case p.Explain.Map.X == x:
		x = before
	default:
		y = before
	}
	kit.Do(ctx, store.ShowMap{X: x, Y: y})
}

// MapOf returns the map of the explained row, and the levels on its axes. Unordered levels are sorted
// by their share of the class.
func MapOf(of *store.State) (chart.MapOf, [2][]int) {
	p := &mapPanel{State: of}
	e, s := p.Explain, p.Aimed()
	m := e.Map
	if e.HasFound && e.FoundRow == e.Index && e.SameGoal(e.Found) {
		s = p.Shown()
	}
	class := e.Asks(p.Data)
	xs, ys := m.Is.Xs, m.Is.Ys
	nx, ny := len(xs), len(ys)
	p.levels = [2][]int{orderOf(s.Features[m.At[0]], nx, func(c int) (n int) {
		for r := range ny {
			n += asOne(m.Is.In[r*nx+c])
		}
		return n
	}), orderOf(s.Features[m.At[1]], ny, func(r int) (n int) {
		for c := range nx {
			n += asOne(m.Is.In[r*nx+c])
		}
		return n
	})}
	flags := s.Flags()
	axis := func(i int, at []float64) chart.MapAxis {
		f := s.Features[m.At[i]]
		if numberOf(flags, m.At[i]) != m.At[i] {
			f = p.axis(flags, m.At[i])
		}
		if n := len(at); n > 0 {
			f = f.Telling(f.Round(at[0]), f.Round(at[n-1]))
		}
		a := chart.MapAxis{Name: f.Title(), At: at, Format: func(v float64) string { return f.Format(f.Round(v)) }}
		for _, l := range p.levels[i] {
			a.Labels = append(a.Labels, f.Levels[l])
		}
		return a
	}
	o := s.Outcome
	drawn := chart.MapOf{Title: textMap, X: axis(0, xs), Y: axis(1, ys), Class: o.Levels[class],
		Others: textNot(o.Levels[class]), Of: m.Is.Of,
		At: p.at(e.Edited), Here: textThisPerson,
		Rules: kit.Each(indices(len(m.Is.Rules)), func(i int) string { return textRuleShort(m.Is.Rules[i]) }),
		Pale:  e.Finding && !e.Glance.Has}
	if len(o.Levels) == 2 {
		drawn.Others = o.Levels[1-class]
	}
	drawn.In, drawn.Broken = make([]bool, nx*ny), make([]int, nx*ny)
	for r := range ny {
		for c := range nx {
			from := place(p.levels[1], r)*nx + place(p.levels[0], c)
			drawn.In[r*nx+c], drawn.Broken[r*nx+c] = m.Is.In[from], m.Is.Broken[from]
		}
	}
	for _, q := range m.Is.Points {
		drawn.Points = append(drawn.Points, [2]float64{p.spot(0, q[0]), p.spot(1, q[1])})
	}
	x, told := e.Answers(), p.Told()
	if e.Current() || e.Glance.Has || e.Finding {
		for i, c := range x.Rows {
			v, factual := c.Row, x.Factual.Row
			a := chart.MapAnswer{No: i + 1, At: p.at(v),
				Says: textWayNo(i+1) + ": " + textWayShort(s, p.Follows().Deeds(told.Factual.Row, told.Rows[i]))}
			if low, high := c.Low, c.High; len(low) == len(v) && len(high) == len(v) {
				a.Low, a.High = p.at(low), p.at(high)
			}
			for j := range v {
				a.More = a.More || j != m.At[0] && j != m.At[1] && v[j] != factual[j]
			}
			if shown := i == e.ShownAt(); shown || !a.More {
				if shown {
					drawn.Shown = i + 1
				}
				drawn.Answers = append(drawn.Answers, a)
			}
		}
	}
	return drawn, p.levels
}

// at returns a row's position.
func (p *mapPanel) at(row []float64) [2]float64 {
	at := p.Explain.Map.At
	return [2]float64{p.spot(0, row[at[0]]), p.spot(1, row[at[1]])}
}

// spot returns a value on an axis: for a level, its position.
func (p *mapPanel) spot(axis int, v float64) float64 {
	if l := p.levels[axis]; l != nil {
		return float64(slices.Index(l, int(v)))
	}
	return v
}

// orderOf returns the levels of a feature in axis order, by rank or by share of the class; nil for a
// number.
func orderOf(f data.Feature, n int, of func(level int) int) []int {
	if f.Kind.Numeric() {
		return nil
	}
	list := indices(n)
	if f.Kind == data.Ordered {
		slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(f.Rank(a), f.Rank(b)) })
	} else {
		slices.SortStableFunc(list, func(a, b int) int { return of(a) - of(b) })
	}
	return list
}

func place(levels []int, i int) int {
	if levels == nil {
		return i
	}
	return levels[i]
}

func indices(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

func asOne(b bool) int {
	if b {
		return 1
	}
	return 0
}

// over returns the pointer's position on the drawing.
func (p *mapPanel) over(ctx app.Context, e app.Event) [2]float64 {
	box := ctx.JSSrc().Call("getBoundingClientRect")
	x, y := e.Get("clientX").Float()-box.Get("left").Float(), e.Get("clientY").Float()-box.Get("top").Float()
	return p.of.Value(x, y, box.Get("width").Float(), box.Get("height").Float())
}

// onGrab grabs the row's dot.
func (p *mapPanel) onGrab(ctx app.Context, e app.Event) {
	if on := e.Get("target").Call("closest", "[data-drag]"); !on.Truthy() || !e.Get("isPrimary").Bool() ||
		e.Get("button").Int() != 0 {
		return
	} else {
		on.Call("focus", map[string]any{"preventScroll": true})
	}
	e.PreventDefault()
	p.dragging = true
	ctx.JSSrc().Call("setPointerCapture", e.Get("pointerId"))
}

func (p *mapPanel) onDrag(ctx app.Context, e app.Event) {
	if p.dragging {
		p.move(ctx, p.over(ctx, e), false)
	}
}

func (p *mapPanel) onDrop(ctx app.Context, e app.Event) {
	if p.dragging {
		p.dragging = false
		p.move(ctx, p.of.At, true)
	}
}

// move moves the row to the pointer.
func (p *mapPanel) move(ctx app.Context, at [2]float64, done bool) {
	p.of.At = at
	for i, l := range p.levels {
		if k := int(at[i]); l != nil && k >= 0 && k < len(l) {
			at[i] = float64(l[k])
		}
	}
	kit.Do(ctx, store.MoveRow{X: at[0], Y: at[1], Done: done})
}

// onPress shows the way with the pressed number.
func (p *mapPanel) onPress(ctx app.Context, e app.Event) {
	if on := e.Get("target").Call("closest", "[data-press]"); on.Truthy() {
		if n, err := strconv.Atoi(on.Call("getAttribute", "data-press").String()); err == nil {
			kit.Do(ctx, store.ShowWay{Index: n - 1})
		}
	}
}

// onKey moves the row by the arrow keys, with Shift by ten steps, and presses numbers.
func (p *mapPanel) onKey(ctx app.Context, e app.Event) {
	key := e.Get("key").String()
	if on := e.Get("target"); (key == "Enter" || key == " ") && on.Call("matches", "[data-press]").Bool() {
		e.PreventDefault()
		p.onPress(ctx, e)
		return
	} else if !on.Call("matches", "[data-drag]").Bool() {
		return
	}
	right, up, ok := arrow(key)
	if !ok {
		return
	}
	e.PreventDefault()
	if e.Get("shiftKey").Bool() {
		right, up = 10*right, 10*up
	}
	p.move(ctx, p.of.Step(right, up), false)
}

func (p *mapPanel) onKeyUp(ctx app.Context, e app.Event) {
	if _, _, ok := arrow(e.Get("key").String()); ok && e.Get("target").Call("matches", "[data-drag]").Bool() {
		p.move(ctx, p.of.At, true)
	}
}

func arrow(key string) (right, up float64, ok bool) {
	switch key {
	case "ArrowRight":
		return 1, 0, true
	case "ArrowLeft":
		return -1, 0, true
	case "ArrowUp":
		return 0, 1, true
	case "ArrowDown":
		return 0, -1, true
	}
	return 0, 0, false
}

// graphPanel draws the shown counterfactual, if any, on the graph.
type graphPanel struct {
	app.Compo
	*store.State
}

func (p *graphPanel) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Explain|kit.Moving|kit.Graph)
}

// ChangesOf returns a drawing of the shown counterfactual, if any, on the graph.
func ChangesOf(s *store.State) (of dagview.ChangesOf, ok bool) {
	schema, x := s.Shown(), s.Told()
	c, ok := s.ToldNow()
	if !ok || !s.Explain.HasFound || len(s.Graph.Sketch.Edges) == 0 ||
		len(s.Graph.Sketch.Nodes) != len(schema.Features) {
		return of, false
	}
	factual, values := x.Factual.Row, c.Row
	of = dagview.ChangesOf{Title: textOnGraphOf(s.Explain.ShownAt() + 1), Outcome: schema.Outcome.Name,
		Sketch: s.Graph.Sketch, Decided: schema.Outcome.Format(float64(c.Class)), Said: make([]string, len(values))}
	d := s.Follows().Deeds(factual, c)
	for j, f := range schema.Features {
		of.Names, of.Follows = append(of.Names, f.Name), append(of.Follows, d.Follows(j))
		if values[j] != factual[j] {
			of.Said[j] = kit.TextFromTo(f.Format(factual[j]), f.Format(values[j]))
		}
	}
	return of, true
}

func (p *graphPanel) Render() app.UI {
	of, ok := ChangesOf(p.State)
	if !ok {
		return app.Div().Hidden(true)
	}
	const most = 5 // as many are readable side by side
	picture := dagview.Changes(of)
	if len(slices.DeleteFunc(slices.Clone(of.Said), func(said string) bool { return said == "" })) > most {
		picture = app.Div().Class("graph-scroll").Role("region").Aria("label", of.Title).TabIndex(0).Body(picture)
	}
	return app.Section().Class("person-graph").Aria("label", of.Title).Body(
		app.Div().Class("person-head").Body(
			app.H2().Class("person-label").Text(textOnGraph),
			app.A().Href("#"+string(kit.PlaceCauses)).Text(textOpenCauses)),
		picture, chart.Table(p.table(of)))
}

// table has the content of the drawing of the changes.
func (p *graphPanel) table(of dagview.ChangesOf) chart.TableOf {
	t := chart.TableOf{Title: textOnGraph, Head: textOnGraphHead}
	for j, said := range of.Said {
		if said != "" {
			t.Rows = append(t.Rows, []string{of.Names[j], said, textDone(of.Follows[j])})
		}
	}
	t.Rows = append(t.Rows, []string{of.Outcome, of.Decided, textModelSays})
	return t
}
