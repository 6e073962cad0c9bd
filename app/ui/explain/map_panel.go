package explain

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/wire"
)

// mapPanel shows what the model says as two features of the row change.
type mapPanel struct {
	app.Compo
	*store.State
}

func (p *mapPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Explain) }

func (p *mapPanel) Render() app.UI {
	e, features := p.Explain, p.Data.Table.Schema.Features
	x, _ := p.pair()
	none := x < 0 || !e.HasShares || e.Asks(p.Data) < 0
	body := []app.UI{app.Summary().Text(textMap)}
	if m := e.Map; m.On && !none {
		options := make([]widget.Option, 0, len(features))
		for j, f := range features {
			if len(f.Levels) <= wire.MaxMapped {
				options = append(options, widget.Option{Value: strconv.Itoa(j), Text: f.Name})
			}
		}
		body = append(body, app.Div().Class("row").Body(
			&widget.Select{Label: textMapAcross, Options: options, Value: strconv.Itoa(m.X), OnChange: p.onX},
			&widget.Select{Label: textMapUp, Options: options, Value: strconv.Itoa(m.Y), OnChange: p.onY}))
		if m.Has {
			body = append(body, chart.Map(p.picture()), app.P().Class("panel-note").Text(textMapReads(p.Data.Table.Schema.Outcome, e.Asks(p.Data), p.elsewhere())))
		}
	}
	return app.Details().Class("fold", "is-wide", "map").Open(e.Map.On).Hidden(none).On("toggle", p.onToggle).Body(body...)
}

// pair are the features that a map begins with: what the first answer changes, and
// what others change.
func (p *mapPanel) pair() (x, y int) {
	features := p.Data.Table.Schema.Features
	var list []int
	add := func(j int) {
		if !slices.Contains(list, j) && len(features[j].Levels) <= wire.MaxMapped {
			list = append(list, j)
		}
	}
	if e := p.Explain; e.HasFound && e.FoundRow == e.Index {
		factual := e.Found.Factual.Values.Values()
		for _, c := range e.Found.Found {
			for j, v := range c.Values.Values() {
				if j < len(features) && j < len(factual) && v != factual[j] {
					add(j)
				}
			}
		}
	}
	for j := range features {
		add(j)
	}
	if len(list) < 2 {
		return -1, -1
	}
	return list[0], list[1]
}

func (p *mapPanel) onToggle(ctx app.Context, e app.Event) {
	open := ctx.JSSrc().Get("open").Bool()
	if open == p.Explain.Map.On {
		return
	}
	if x, y := p.pair(); open && x >= 0 {
		kit.Do(ctx, store.ShowMap{X: x, Y: y})
	} else {
		kit.Do(ctx, store.ShowMap{})
	}
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

// show asks for another pair. A feature that was chosen for the other axis changes
// places with what was here.
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

func (p *mapPanel) picture() chart.MapOf {
	e, s := p.Explain, p.Data.Table.Schema
	m := e.Map
	if e.HasFound && e.FoundRow == e.Index {
		s = p.Shown()
	}
	axis := func(j int, at []float64) chart.MapAxis {
		f := s.Features[j]
		if n := len(at); n > 0 {
			f = f.Telling(f.Round(at[0]), f.Round(at[n-1]))
		}
		return chart.MapAxis{Name: f.Title(), At: at, Labels: f.Levels, Format: func(v float64) string { return f.Format(f.Round(v)) }}
	}
	of := chart.MapOf{Title: textShareOf(kit.TextClass(s.Outcome.Name, s.Outcome.Levels[e.Asks(p.Data)])), X: axis(m.X, m.Is.Xs.Values()), Y: axis(m.Y, m.Is.Ys.Values()),
		Shares: m.Is.Shares.Values(), Kept: m.Is.Kept, Parts: s.Classes() == 2, Of: m.Is.Of, At: [2]float64{m.Of[m.X], m.Of[m.Y]}}
	for _, q := range m.Is.Points.Rows() {
		of.Points = append(of.Points, [2]float64{q[0], q[1]})
	}
	if e.HasFound && e.FoundRow == e.Index && !e.Stale() {
		for i, c := range e.Found.Found {
			v := c.Values.Values()
			a := chart.MapAnswer{No: i + 1, At: [2]float64{v[m.X], v[m.Y]}}
			for j := range v {
				a.More = a.More || j != m.X && j != m.Y && v[j] != m.Of[j]
			}
			of.Answers = append(of.Answers, a)
		}
	}
	return of
}

// elsewhere reports whether an answer changes more than both features.
func (p *mapPanel) elsewhere() bool {
	return slices.ContainsFunc(p.picture().Answers, func(a chart.MapAnswer) bool { return a.More })
}
