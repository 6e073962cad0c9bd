package ui

import (
	"time"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/widget"
	"causeway/core/wire"
)

// reportAction asks the root, which has the whole state, for the report.
const reportAction = "save-report"

// reportPanel saves the report.
type reportPanel struct{ app.Compo }

func (p *reportPanel) Render() app.UI {
	return app.Section().Class("panel").Aria("labelledby", "report-title").Body(
		app.H2().ID("report-title").Class("panel-title").Text(textReportPanel),
		app.P().Class("panel-note").Text(textReportHint),
		app.Div().Class("toolbar").Body(widget.Button(textSaveReport, widget.Secondary, p.onSave)),
	)
}

func (p *reportPanel) onSave(ctx app.Context, e app.Event) { ctx.NewAction(reportAction) }

func (r *Root) onReport(ctx app.Context, a app.Action) {
	s := r.state
	if !s.Data.HasTable {
		return
	}
	saveBytes(textReportFile(s.Explain.FoundRow, s.Explain.HasFound), "text/html", reportOf(s, time.Now().Format(time.DateOnly), wire.Build))
	Do(ctx, store.Say{Text: textReportSaved})
}
