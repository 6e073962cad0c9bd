package everyone

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/explain"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/model"
)

// settings choose the people: rows of a part of the table that match a search, or rows of a file.
type settings struct {
	app.Compo
	*store.State
}

func (p *settings) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Classifier|kit.Generator|kit.Graph|kit.Batch|kit.Explain)
}

func (p *settings) busy() bool { return p.Batch.Phase != store.Resting }

// ofFile is the option for the rows of a file.
const ofFile = "file"

func (p *settings) Render() app.UI {
	s, off, schema := p.Batch.Settings, p.busy(), p.Data.Table.Schema
	sources, source := explain.Parts, string(s.Part)
	if p.Batch.HasFile {
		sources = append([]widget.Option{{Value: ofFile, Text: p.Batch.File.Name}}, explain.Parts...)
		if p.Batch.FromFile {
			source = ofFile
		}
	}
	first := []app.UI{
		&widget.Select{Key: "batch-rows", Label: textBatchRows, Help: textBatchRowsHelp, Options: sources,
			Value: source, Disabled: off, OnChange: p.onSource},
		&widget.Select{Key: "batch-predicted", Label: textBatchPredicted, Help: textBatchPredictedHelp,
			Options: explain.PredictedOptions(p.Data), Value: strconv.Itoa(s.Filter.Predicted), Disabled: off ||
				p.Batch.FromFile, OnChange: p.onPredicted},
	}
	fields := []app.UI{
		&widget.Text{Key: "batch-search", Label: textBatchSearch, Help: textBatchSearchHelp, Value: s.Search,
			Disabled: off || p.Batch.FromFile, OnChange: p.onSearch},
		&widget.Select{Key: "batch-outcome", Label: textBatchOutcome,
			Options: append([]widget.Option{{Value: "0", Text: explain.TextAnyClass}},
				explain.ClassOptions(schema.Outcome)...), Value: strconv.Itoa(s.Filter.Outcome), Disabled: off ||
				p.Batch.FromFile, OnChange: p.onOutcome},
		&widget.Number{Key: "batch-most", Label: textBatchMost, Help: textBatchMostHelp, Value: float64(s.Most), Min: 1,
			Max: 100_000, Step: 100, Integer: true, Disabled: off, OnChange: p.onMost},
	}
	asked := kit.Form{Of: s, Key: "batch-", Each: true, Off: off,
		Change: func(ctx app.Context, f model.Field, v float64) {
			p.set(ctx, func(s *document.Batch) {
				if f.Set(s, v); f.Of != "Goal" {
					return
				}
				find := s.Asked()
				if !find.Goal.OfChance() {
					find.Target = -1
				}
				*s = s.Asking(find.Preset(schema.Outcome, p.Data.Wanted()))
			})
		}}
	apart := []string{"Goal", "From", "To", "Clarity", "Least", "Steady", "Horizon"}
	if s.Goal != document.NoGoal {
		apart = append(apart, "Target")
	}
	if len(schema.Outcome.Cuts) == 0 || p.Explain.HasNumber || s.Goal != document.NoGoal {
		fields = append(fields, explain.Goal(asked, s.Asked(), schema)...)
	}
	fields = append(fields, asked.Fields(document.SearchOf(schema).Except(apart...))...)
	if !s.Goal.OfChance() {
		fields = append(fields, explain.Clearly(asked, s.Clarity)...)
	}
	run, kind := textRun, widget.Primary
	if p.Batch.HasResult {
		run, kind = textRunAgain, widget.Secondary
	}
	return app.Form().Class("people-form").Attr("novalidate", "").Aria("labelledby", kit.BatchID).OnSubmit(
		p.onRun).Body(
		app.H3().ID(kit.BatchID).Class("visually-hidden").TabIndex(-1).Text(textWhichPeople),
		app.Div().Class("toolbar").Hidden(p.Batch.Phase.HasTasks()).Body(
			widget.Button(run, kind, nil).Type("submit").Aria("disabled", off ||
				!p.Generator.HasResult).Aria("describedby", "batch-hint"),
			p.hint(),
		),
		p.mine(),
		p.differences(),
		app.Details().Class("fold", "is-wide").Body(app.Summary().Text(textWhichPeople), app.Div().Class("stack").Body(
			app.Div().Class("grid").Body(append(first, fields...)...),
			&widget.Toggle{Key: "batch-quick", Label: TextBatchQuick, Help: textBatchQuickHelp,
				On: p.Batch.Settings.Quick, Disabled: off, OnChange: p.onQuick},
			p.file(),
		)),
	)
}

// mine applies the limits of the explained person, if any, to every row.
func (p *settings) mine() app.UI {
	n := p.Explain.Limited()
	if n == 0 {
		return app.Div()
	}
	return &widget.Toggle{Key: "batch-mine", Label: textBatchMine(n), Help: textBatchMineHelp,
		On: p.Batch.Settings.Mine, Disabled: p.busy(), OnChange: p.onMine}
}

// file chooses a file of new rows and reports what was read.
func (p *settings) file() app.UI {
	b := p.Batch
	tools := []app.UI{&widget.File{Label: textChooseRows, Accept: ".csv,.tsv,.txt,.gz,.xlsx,.xlsm,.parquet,text/csv",
		Disabled: p.busy(), OnFile: p.onFile}}
	switch {
	case b.Phase == store.ReadingRows:
		tools = append(tools, app.P().Class("panel-note").Role("status").Text(kit.TextReadingFile),
			widget.Button(kit.TextCancel, widget.Secondary, p.onCancel))
	case b.HasFile:
		tools = append(tools, widget.Button(textCloseRows, widget.Quiet, p.onClose).Aria("disabled", p.busy()),
			app.P().Class("panel-note").Text(textRowsOfFile(b.File.Name, len(b.FileRows.Index))))
	default:
		tools = append(tools, app.P().Class("panel-note").Text(textChooseRowsHint))
	}
	return app.Div().Class("stack", "is-tight").Body(app.Div().Class("toolbar").Body(tools...),
		kit.NoteList(append(append([]string{}, b.FileRows.Problems...), b.FileRows.Notes...)))
}

// differences asks what to do about levels, values and columns in which the file differs from the table.
func (p *settings) differences() app.UI {
	r := p.Batch.FileRows
	if len(r.Differences) == 0 || len(p.Batch.File.Bytes) == 0 {
		return app.Div().Hidden(true)
	}
	list := []app.UI{app.H3().Class("subtitle").Text(textDiffers(p.Batch.File.Name)),
		app.P().Class("panel-note").Text(textDiffersNote)}
	for i, d := range r.Differences {
		list = append(list, &widget.Select{Key: "differs-" + strconv.Itoa(i), Label: textDiffersIn(d),
			Help: d.Sentence(), Options: p.remedies(d), Value: remedy(d.Do, d.As), Disabled: p.busy(),
			OnChange: func(ctx app.Context, v string) {
				c := d.Choice
				do, as, _ := strings.Cut(v, ":")
				n, _ := strconv.Atoi(do)
				if c.Do, c.As = data.Remedy(n), as; c.Do == data.PassOn {
					c.Value = "" // for all levels of the column
				}
				kit.Do(ctx, store.ChooseDifference{Choice: c})
			}})
	}
	return app.Section().Class("stack", "is-tight").Aria("label", textDiffers(p.Batch.File.Name)).Body(list...)
}

// remedy returns a choice as the value of an option.
func remedy(do data.Remedy, as string) string { return strconv.Itoa(int(do)) + ":" + as }

// remedies returns the possible choices for a difference. A guess comes first.
func (p *settings) remedies(d data.Difference) []widget.Option {
	var names []string
	list := []widget.Option{{Value: remedy(data.Default, ""), Text: textDefault[d.By]}}
	if d.Passes || d.Do == data.PassOn {
		list = append(list, widget.Option{Value: remedy(data.PassOn, ""), Text: textPassOn})
	}
	switch {
	case d.Do == data.PassOn:
		return list
	case d.By == data.OutOfRange:
		return append(list, widget.Option{Value: remedy(data.Clamp, ""), Text: textClamp},
			widget.Option{Value: remedy(data.LeaveOut, ""), Text: textDefault[data.UnknownLevel]})
	case d.By == data.NoColumn:
		names = p.Batch.FileRows.Unused
	default:
		for _, f := range p.Data.Table.Schema.Own().Features {
			if f.Name == d.Column {
				names = f.Levels
			}
		}
	}
	if d.Guess != "" {
		names = append([]string{d.Guess}, slices.DeleteFunc(slices.Clone(names), func(n string) bool {
			return n == d.Guess
		})...)
	}
	for _, n := range names {
		list = append(list, widget.Option{Value: remedy(data.TakeAs, n), Text: textTakeAs(d.By, n)})
	}
	if d.By == data.NoColumn && d.Usual != "" {
		list = append(list, widget.Option{Value: remedy(data.FillWith, d.Usual), Text: textFillWith(d.Usual)})
	}
	return list
}

func (p *settings) hint() app.UI {
	n := app.P().ID("batch-hint").Class("panel-note")
	switch {
	case p.busy():
		return n.Text(textBatchRuns)
	case !p.Classifier.HasResult:
		return n.Body(app.Text(explain.TextFindNeedsClassifier+" "),
			app.A().Href("#classifier").Text(kit.TextGoClassifier))
	case !p.Generator.HasResult:
		return n.Body(app.Text(explain.TextFindNeedsGenerator+" "),
			app.A().Href("#generator").Text(kit.TextGoGenerator))
	}
	own := 0
	if p.Batch.Settings.Mine {
		own = p.Explain.Limited()
	}
	schema := p.Data.Table.Schema
	return n.Text(textBatchHint(len(p.Graph.HardRules(schema)), len(p.Graph.AllRules(schema)), own))
}

func (p *settings) onRun(ctx app.Context, e app.Event) {
	e.PreventDefault()
	if !p.busy() && p.Generator.HasResult {
		kit.Do(ctx, store.ExplainMany{})
	}
}

func (p *settings) onFile(ctx app.Context, file app.Value) {
	ctx.NewActionWithValue(kit.ChooseRowsAction, file)
}

func (p *settings) onClose(ctx app.Context, e app.Event) {
	if !p.busy() {
		kit.Do(ctx, store.CloseBatchFile{})
		kit.Focus(kit.BatchID) // the button goes away
	}
}

func (p *settings) onCancel(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.Cancel{What: store.TheBatch})
	kit.Focus(kit.BatchID)
}

// set changes one of the settings.
func (p *settings) set(ctx app.Context, change func(*document.Batch)) {
	s := p.Batch.Settings
	change(&s)
	kit.Do(ctx, store.SetBatch{Batch: s, FromFile: p.Batch.FromFile})
}

func (p *settings) onSource(ctx app.Context, v string) {
	s := p.Batch.Settings
	if v != ofFile {
		s.Part = data.Part(v)
	}
	kit.Do(ctx, store.SetBatch{Batch: s, FromFile: v == ofFile})
}

func (p *settings) onSearch(ctx app.Context, v string) {
	p.set(ctx, func(s *document.Batch) { s.Search = v })
}

func (p *settings) onPredicted(ctx app.Context, v string) {
	n, _ := strconv.Atoi(v)
	p.set(ctx, func(s *document.Batch) { s.Filter.Predicted = n })
}

func (p *settings) onOutcome(ctx app.Context, v string) {
	n, _ := strconv.Atoi(v)
	p.set(ctx, func(s *document.Batch) { s.Filter.Outcome = n })
}

func (p *settings) onMine(ctx app.Context, on bool) {
	p.set(ctx, func(s *document.Batch) { s.Mine = on })
}

func (p *settings) onQuick(ctx app.Context, on bool) {
	p.set(ctx, func(s *document.Batch) { s.Quick = on })
}

func (p *settings) onMost(ctx app.Context, v float64) {
	p.set(ctx, func(s *document.Batch) { s.Most = int(v) })
}
