package generator

import (
	"bytes"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
	"causeway/core/wire"
)

// codesPanel draws the generator's latent space, on request.
type codesPanel struct {
	app.Compo
	*store.State
	Model []byte // input: a new generator must be measured again

}

func (p *codesPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Generator) }

func (p *codesPanel) OnUpdate(ctx app.Context) {
	g := p.Generator
	if _, known := g.Coded(); g.Codes.On && !known && bytes.Equal(p.Model, g.Result.Model) {
		kit.Do(ctx, store.ShowCodes{On: true})
	}
}

func (p *codesPanel) Render() app.UI {
	g := p.Generator
	body := []app.UI{app.Summary().Text(textCodes)}
	if m, known := g.Coded(); known && g.Codes.On {
		body = append(body, chart.Cloud(p.cloud(m)), app.P().Class("panel-note").Text(textCodesMean(m)))
	}
	return app.Details().Class("panel", "fold", "is-wide").Open(g.Codes.On).Hidden(!g.HasResult ||
		g.Learned.Method.Acts()).
		On("toggle", p.onToggle).Body(body...)
}

func (p *codesPanel) onToggle(ctx app.Context, e app.Event) {
	if open := ctx.JSSrc().Get("open").Bool(); open != p.Generator.Codes.On {
		kit.Do(ctx, store.ShowCodes{On: open})
	}
}

// cloud has a group for every class of the rows, and a group for rows whose code does not reach
// another class.
func (p *codesPanel) cloud(m wire.CodesMeasured) chart.CloudOf {
	o := p.Data.Table.Schema.Outcome
	of := chart.CloudOf{Title: textCodesTitle, XLabel: textCode(m.Which[0]), YLabel: textCode(m.Which[1]),
		Says: textCodesMean(m), Kinds: make([]chart.Series, len(o.Levels)+1)}
	for k, l := range o.Levels {
		of.Kinds[k].Name = textCodesOf(kit.TextClass(o.Name, l))
	}
	of.Kinds[len(o.Levels)].Name = textCodesAstray
	for i, x := range m.X {
		k := m.Class[i]
		if !m.Reaches[i] || k >= len(o.Levels) {
			k = len(o.Levels)
		}
		s := &of.Kinds[k]
		s.X, s.Y = append(s.X, x), append(s.Y, m.Y[i])
	}
	return of
}
