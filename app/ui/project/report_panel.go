package project

import (
	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/widget"
)

// reportAction asks the root, which has the whole state, for the report.
const ReportAction = "save-report"

// reportPanel saves the report.
type ReportPanel struct {
	app.Compo
	Hint string // what the report holds; empty: what one of a table does
}

func (p *ReportPanel) Render() app.UI {
	hint := p.Hint
	if hint == "" {
		hint = textReportHint
	}
	return app.Section().Class("panel").Aria("labelledby", "report-title").Body(
		app.H2().ID("report-title").Class("panel-title").Text(textReportPanel),
		app.P().Class("panel-note").Text(hint),
		app.Div().Class("toolbar").Body(widget.Button(textSaveReport, widget.Secondary, p.onSave)),
	)
}

func (p *ReportPanel) onSave(ctx app.Context, e app.Event) { ctx.NewAction(ReportAction) }
