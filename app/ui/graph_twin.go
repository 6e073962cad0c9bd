package ui

import "github.com/maxence-charriere/go-app/v9/pkg/app"

type twinPanel struct{ app.Compo }

func (p *twinPanel) Render() app.UI { return app.Div() }

type rulesPanel struct{ app.Compo }

func (p *rulesPanel) Render() app.UI { return app.Div() }

type graphFiles struct{ app.Compo }

func (p *graphFiles) Render() app.UI { return app.Span() }
