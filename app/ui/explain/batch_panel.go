package explain

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
)

// Many explains many rows at once: those of a part of the table that match
// a search, or those of a file.
type Many struct {
	app.Compo
	*store.State
}

func (p *Many) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Classifier|kit.Generator|kit.Graph|kit.Batch|kit.Explain)
}

func (p *Many) Render() app.UI {
	if !p.Data.HasTable {
		return app.Div()
	}
	body := []app.UI{p.form()}
	if ph := p.Batch.Phase; ph != store.Resting && ph != store.ReadingRows {
		body = append(body, &kit.TaskPanel{State: p.State, Of: store.TheBatch, Phase: ph, All: len(p.Batch.Rows.Index), Per: p.Batch.Per})
	}
	if p.Batch.HasResult {
		body = append(body, &batchResults{State: p.State})
	}
	return app.Div().Class("stack", "is-loose", "batch").Body(body...)
}

func (p *Many) busy() bool { return p.Batch.Phase != store.Resting }

// ofFile is the value of the rows' choice that stands for a file.
const ofFile = "file"

func (p *Many) form() app.UI {
	s, off, schema := p.Batch.Settings, p.busy(), p.Data.Table.Schema
	sources, source := parts, string(s.Part)
	if p.Batch.HasFile {
		sources = append([]widget.Option{{Value: ofFile, Text: p.Batch.File.Name}}, parts...)
		if p.Batch.FromFile {
			source = ofFile
		}
	}
	first := []app.UI{
		&widget.Select{Key: "batch-rows", Label: textBatchRows, Help: textBatchRowsHelp, Options: sources, Value: source, Disabled: off, OnChange: p.onSource},
		&widget.Select{Key: "batch-predicted", Label: textBatchPredicted, Help: textBatchPredictedHelp, Options: predictedOptions(p.Data), Value: strconv.Itoa(s.Filter.Predicted), Disabled: off || p.Batch.FromFile, OnChange: p.onPredicted},
	}
	fields := []app.UI{
		&widget.Text{Key: "batch-search", Label: textBatchSearch, Help: textBatchSearchHelp, Value: s.Search, Disabled: off || p.Batch.FromFile, OnChange: p.onSearch},
		&widget.Select{Key: "batch-outcome", Label: textBatchOutcome, Options: append([]widget.Option{{Value: "0", Text: textAnyClass}}, classOptions(schema.Outcome)...), Value: strconv.Itoa(s.Filter.Outcome), Disabled: off || p.Batch.FromFile, OnChange: p.onOutcome},
		&widget.Number{Key: "batch-most", Label: textBatchMost, Help: textBatchMostHelp, Value: float64(s.Most), Min: 1, Max: 100_000, Step: 100, Integer: true, Disabled: off, OnChange: p.onMost},
	}
	asked := kit.Form{Of: s, Key: "batch-", Each: true, Off: off, Change: func(ctx app.Context, f model.Field, v float64) {
		p.set(ctx, func(s *document.Batch) { f.Set(s, v) })
	}}
	fields = append(fields, asked.Fields(document.SearchOf(schema).Except("Clarity", "Least", "Steady", "Horizon"))...)
	fields = append(fields, clearly(asked, s.Clarity)...)
	return app.Form().Class("panel").Attr("novalidate", "").Aria("labelledby", kit.BatchID).OnSubmit(p.onRun).Body(
		app.H2().ID(kit.BatchID).Class("panel-title").TabIndex(-1).Text(textExplainMany),
		app.P().Class("panel-note").Text(textExplainManyNote),
		app.Div().Class("grid").Body(first...),
		p.file(),
		app.Details().Class("fold").Body(app.Summary().Text(textBatchSettings), app.Div().Class("stack").Body(
			app.Div().Class("grid").Body(fields...),
			&widget.Toggle{Key: "batch-quick", Label: TextBatchQuick, Help: textBatchQuickHelp, On: p.Batch.Settings.Quick, Disabled: off, OnChange: p.onQuick},
		)),
		p.mine(),
		app.Div().Class("toolbar").Body(
			widget.Button(textExplainMany, widget.Primary, nil).Type("submit").Aria("disabled", off || !p.Generator.HasResult).Aria("describedby", "batch-hint"),
			p.hint(),
		),
	)
}

// mine lets the limits of the person explained bind every row, where there are any.
func (p *Many) mine() app.UI {
	n := p.Explain.Limited()
	if n == 0 {
		return app.Div()
	}
	return &widget.Toggle{Key: "batch-mine", Label: textBatchMine(n), Help: textBatchMineHelp, On: p.Batch.Settings.Mine, Disabled: p.busy(), OnChange: p.onMine}
}

// file chooses a file of new rows and says what was read of it.
func (p *Many) file() app.UI {
	b := p.Batch
	tools := []app.UI{&widget.File{Label: textChooseRows, Accept: ".csv,.tsv,.txt,.gz,.xlsx,.xlsm,.parquet,text/csv", Disabled: p.busy(), OnFile: p.onFile}}
	switch {
	case b.Phase == store.ReadingRows:
		tools = append(tools, app.P().Class("panel-note").Role("status").Text(kit.TextReadingFile), widget.Button(kit.TextCancel, widget.Secondary, p.onCancel))
	case b.HasFile:
		tools = append(tools, widget.Button(textCloseRows, widget.Quiet, p.onClose).Aria("disabled", p.busy()),
			app.P().Class("panel-note").Text(textRowsOfFile(b.File.Name, len(b.FileRows.Index))))
	default:
		tools = append(tools, app.P().Class("panel-note").Text(textChooseRowsHint))
	}
	return app.Div().Class("stack", "is-tight").Body(app.Div().Class("toolbar").Body(tools...), kit.NoteList(append(append([]string{}, b.FileRows.Problems...), b.FileRows.Notes...)))
}

func (p *Many) hint() app.UI {
	n := app.P().ID("batch-hint").Class("panel-note")
	switch {
	case p.busy():
		return n.Text(textBatchRuns)
	case !p.Classifier.HasResult:
		return n.Body(app.Text(TextFindNeedsClassifier+" "), app.A().Href("#classifier").Text(kit.TextGoClassifier))
	case !p.Generator.HasResult:
		return n.Body(app.Text(textFindNeedsGenerator+" "), app.A().Href("#generator").Text(kit.TextGoGenerator))
	}
	own := 0
	if p.Batch.Settings.Mine {
		own = p.Explain.Limited()
	}
	schema := p.Data.Table.Schema
	return n.Text(textBatchHint(len(p.Graph.HardRules(schema)), len(p.Graph.AllRules(schema)), own))
}

func (p *Many) onRun(ctx app.Context, e app.Event) {
	e.PreventDefault()
	if !p.busy() && p.Generator.HasResult {
		kit.Do(ctx, store.ExplainMany{})
	}
}

func (p *Many) onFile(ctx app.Context, file app.Value) {
	ctx.NewActionWithValue(kit.ChooseRowsAction, file)
}

func (p *Many) onClose(ctx app.Context, e app.Event) {
	if !p.busy() {
		kit.Do(ctx, store.CloseBatchFile{})
		kit.Focus(kit.BatchID) // the button goes away
	}
}

func (p *Many) onCancel(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.Cancel{What: store.TheBatch})
	kit.Focus(kit.BatchID)
}

// set changes one of the settings.
func (p *Many) set(ctx app.Context, change func(*document.Batch)) {
	s := p.Batch.Settings
	change(&s)
	kit.Do(ctx, store.SetBatch{Batch: s, FromFile: p.Batch.FromFile})
}

func (p *Many) onSource(ctx app.Context, v string) {
	s := p.Batch.Settings
	if v != ofFile {
		s.Part = data.Part(v)
	}
	kit.Do(ctx, store.SetBatch{Batch: s, FromFile: v == ofFile})
}

func (p *Many) onSearch(ctx app.Context, v string) {
	p.set(ctx, func(s *document.Batch) { s.Search = v })
}

func (p *Many) onPredicted(ctx app.Context, v string) {
	n, _ := strconv.Atoi(v)
	p.set(ctx, func(s *document.Batch) { s.Filter.Predicted = n })
}

func (p *Many) onOutcome(ctx app.Context, v string) {
	n, _ := strconv.Atoi(v)
	p.set(ctx, func(s *document.Batch) { s.Filter.Outcome = n })
}

func (p *Many) onMine(ctx app.Context, on bool) {
	p.set(ctx, func(s *document.Batch) { s.Mine = on })
}

func (p *Many) onQuick(ctx app.Context, on bool) {
	p.set(ctx, func(s *document.Batch) { s.Quick = on })
}

func (p *Many) onMost(ctx app.Context, v float64) {
	p.set(ctx, func(s *document.Batch) { s.Most = int(v) })
}
