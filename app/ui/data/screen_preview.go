package data

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
)

// previewPanel shows how a file would be read and lets a person change it.
type previewPanel struct {
	app.Compo
	*store.State
	own  bool // the delimiter is not in the list
	from int  // the first listed column on show
	head int  // the first column of the rows on show

	drawn kit.Parts // both as drawn
}

func (p *previewPanel) onColumns(ctx app.Context, from int) { p.from = from }

func (p *previewPanel) onHead(ctx app.Context, from int) { p.head = from }

// Delimiters in the list. otherDelimiter stands for one that a person types. Two have names, because
// browsers trim spaces from attributes.
const (
	otherDelimiter = "other"
	delimiterTab   = "tab"
	delimiterSpace = "space"
)

const previewID = "preview-title"

// delimiterKey returns the entry of the list for a delimiter.
func delimiterKey(r rune) string {
	switch r {
	case 0:
		return ""
	case '\t':
		return delimiterTab
	case ' ':
		return delimiterSpace
	}
	return string(r)
}

func (p *previewPanel) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data)
	p.drawn.Begin(ctx, kit.FirstColumns, kit.FirstColumns, kit.ColumnsOnPage(0))
	// the button that opened the file was drawn again
	kit.WhenThere(ctx, previewID, func(id string) { kit.CatchFocus(id) })
}

// plan returns the present plan, or the last one while columns are being guessed again.
func (p *previewPanel) plan() data.Plan {
	plan := p.Data.Plan
	if plan.Columns == nil {
		plan.Columns = p.Data.Preview.Plan.Columns
		plan.Outcome = p.Data.Preview.Plan.Outcome
	}
	return plan
}

func (p *previewPanel) Render() app.UI {
	d := p.Data
	if !d.HasPreview {
		return app.Div()
	}
	body := []app.UI{
		app.H2().ID(previewID).Class("panel-title").TabIndex(-1).Text(textPreviewOf(d.Preview.Name)),
		app.P().Class("panel-note").Text(textPreviewFacts(d.Preview)),
		p.problems(),
		p.unsettled(),
		p.loss(),
		p.doubts(),
		p.buttons(),
		p.recipes(),
		p.format(),
		p.names(),
	}
	body = append(body, p.offers()...)
	body = append(body,
		kit.NoteList(p.notes()),
		app.H3().Class("subtitle").Text(textFileRows),
		shortRegion(textFileRowsRegion, p.rows()),
		&kit.Pages{What: textHeadPages, From: p.headFrom(), Of: len(p.plan().Columns),
			Size: kit.ColumnsOnPage(len(p.plan().Columns)), OnFrom: p.onHead},
	)
	if d.Plan.Recipe == "" && len(p.plan().Columns) > 0 {
		body = append(body, p.columns()...)
	}
	return app.Section().Class("panel", "preview").Aria("labelledby", previewID).Body(body...)
}

func (p *previewPanel) problems() app.UI {
	items := make([]app.UI, len(p.Data.Preview.Problems))
	for i, text := range p.Data.Preview.Problems {
		items[i] = app.Li().Text(text)
	}
	if len(items) == 0 {
		return app.Div().Role("alert")
	}
	return app.Div().Role("alert").Class("notice", "is-error", "problems").Body(
		app.Strong().Class("notice-word").Text(TextProblem),
		app.Div().Class("notice-text").Body(
			app.Ul().Class("problem-list").Body(items...),
			app.P().Text(textProblemsHelp),
		),
	)
}

// loss warns if most rows would be left out, and offers to fill the gaps.
func (p *previewPanel) loss() app.UI {
	v := p.Data.Preview
	if p.Data.Plan.Recipe != "" || 2*v.Dropped <= v.Rows {
		return app.Div().Hidden(true)
	}
	return app.Div().Class("stack", "is-tight").Body(
		widget.Notice(widget.Warning, textLoss(v.Dropped, v.Rows)),
		app.Div().Class("toolbar").Body(
			&columnButton{Index: -1, Change: store.FillGapsOf, Text: textFillAll},
			&columnButton{Index: -1, Change: store.FlagGapsOf, Text: textFlagAll}))
}

func (p *previewPanel) buttons() app.UI {
	return app.Div().Class("toolbar").Body(
		widget.Button(textImport, widget.Primary, p.onImport).Aria("disabled", !p.Data.CanImport()),
		widget.Button(textDiscard, widget.Secondary, p.onDiscard),
	)
}

func (p *previewPanel) onImport(ctx app.Context, e app.Event) {
	if p.Data.CanImport() {
		kit.Do(ctx, store.ImportTable{})
		kit.Focus(kit.TitleID)
	}
}

func (p *previewPanel) onDiscard(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.DiscardPreview{})
	kit.Focus(kit.TitleID)
}

func (p *previewPanel) recipes() app.UI {
	d := p.Data
	if len(d.Preview.Recipes) == 0 {
		return app.Div()
	}
	options := []widget.Option{{Value: "", Text: textNoRecipe}}
	help := textNoRecipeHelp
	for _, r := range d.Preview.Recipes {
		options = append(options, widget.Option{Value: r.Name, Text: textRecipe(r.Name)})
		if r.Name == d.Plan.Recipe {
			help = r.Title
		}
	}
	return app.Div().Body(&widget.Select{Label: textPreparation, Help: help, Options: options, Value: d.Plan.Recipe,
		OnChange: p.onRecipe})
}

func (p *previewPanel) onRecipe(ctx app.Context, name string) {
	kit.Do(ctx, store.SetRecipe{Name: name})
}

func (p *previewPanel) format() app.UI {
	f := p.Data.Plan.Format
	by := delimiterKey(f.Delimiter)
	own := by
	if p.own || !slices.ContainsFunc(delimiters, func(o widget.Option) bool { return o.Value == by }) {
		by = otherDelimiter
	}
	body := []app.UI{&widget.Select{Label: textDelimiter, Options: delimiters, Value: by, OnChange: p.onDelimiter}}
	if by == otherDelimiter {
		body = append(body, &widget.Text{Label: textOwnDelimiter, Help: textOwnDelimiterHelp, Value: own,
			OnChange: p.onOwnDelimiter})
	}
	if sheets := p.Data.Preview.Sheets; len(sheets) > 0 {
		body = append(body, &widget.Select{Label: textSheet, Options: sheetOptions(sheets), Value: f.Sheet,
			OnChange: p.onSheet})
	} else {
		body = append(body, &widget.Select{Label: textEncoding, Help: textEncodingHelp, Options: encodings,
			Value: cmp.Or(f.Encoding, encodings[0].Value), OnChange: p.onEncoding})
	}
	body = append(body,
		&widget.Select{Label: textDecimal, Options: decimalSigns, Value: strconv.FormatBool(f.DecimalComma),
			OnChange: p.onDecimal},
		&widget.Text{Label: textMissingTokens, Help: textMissingTokensHelp, Value: joinTokens(f.Missing),
			OnChange: p.onTokens},
		&widget.Select{Label: textMissingPolicy, Options: missingPolicies,
			Value: strconv.Itoa(int(p.Data.Plan.Missing)), OnChange: p.onMissing},
	)
	if p.Data.Plan.Recipe == "" && len(p.plan().Columns) > 0 {
		body = append(body, &widget.Select{Label: textOutcomeColumn, Options: p.outcomes(),
			Value: strconv.Itoa(p.plan().Outcome), OnChange: p.onOutcome})
		if c, is := p.outcome(); is {
			body = append(body, &widget.Text{Key: "outcome-cut", Label: textOutcomeCut, Help: textOutcomeCutHelp,
				Value: c.Cut, Rev: p.plan().Outcome, OnChange: p.onCut})
		}
	}
	return app.Elem("fieldset").Class("plan").Body(
		app.Elem("legend").Class("subtitle").Text(textHowRead),
		app.Div().Class("grid").Body(body...),
		&widget.Toggle{Label: textHasHeader, On: f.Header, OnChange: p.onHeader},
	)
}

// names returns the list of readable names for the table.
func (p *previewPanel) names() app.UI {
	return app.Details().Class("paste").Body(
		app.Summary().Text(textNames),
		app.P().Class("panel-note").Text(textNamesLater),
		app.Label().Class("field-label").For("list-names").Text(textNamesField),
		app.Textarea().ID("list-names").Class("input", "paste-text").Rows(5).Spellcheck(false).Attr("placeholder",
			textNamesHint).Attr("value", p.Data.Plan.Names).OnChange(p.onNames),
	)
}

func (p *previewPanel) onNames(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.ListNames{Text: ctx.JSSrc().Get("value").String()})
}

// outcome returns the outcome column if it is a number, which can be cut in two.
func (p *previewPanel) outcome() (c data.ColumnPlan, is bool) {
	plan, infos := p.plan(), p.Data.Preview.Columns
	if y := plan.Outcome; y >= 0 && y < len(plan.Columns) && y < len(infos) {
		c, is = plan.Columns[y], infos[y].Guess.Numeric()
	}
	return c, is || c.Cut != ""
}

func (p *previewPanel) onCut(ctx app.Context, text string) {
	if c, is := p.outcome(); is {
		c.Cut, c.Number = text, true
		kit.Do(ctx, store.SetColumn{Index: p.plan().Outcome, Column: c})
	}
}

func (p *previewPanel) outcomes() []widget.Option {
	out := make([]widget.Option, len(p.plan().Columns))
	for i, c := range p.plan().Columns {
		out[i] = widget.Option{Value: strconv.Itoa(i), Text: c.Name}
	}
	return out
}

func (p *previewPanel) onDelimiter(ctx app.Context, v string) {
	switch p.own = v == otherDelimiter; v {
	case otherDelimiter:
	case delimiterTab:
		p.onOwnDelimiter(ctx, "\t")
	case delimiterSpace:
		p.onOwnDelimiter(ctx, " ")
	default:
		p.onOwnDelimiter(ctx, v)
	}
}

func (p *previewPanel) onOwnDelimiter(ctx app.Context, v string) {
	f := p.Data.Plan.Format
	if f.Delimiter = 0; v != "" {
		f.Delimiter = []rune(v)[0]
	}
	kit.Do(ctx, store.SetFormat{Format: f})
}

// onEncoding and onSheet make the engine guess again, because the text changes.
func (p *previewPanel) onEncoding(ctx app.Context, v string) {
	kit.Do(ctx, store.SetFormat{Format: data.Format{Encoding: v}})
}

func (p *previewPanel) onSheet(ctx app.Context, v string) {
	kit.Do(ctx, store.SetFormat{Format: data.Format{Sheet: v}})
}

func (p *previewPanel) onDecimal(ctx app.Context, v string) {
	f := p.Data.Plan.Format
	f.DecimalComma = v == "true"
	kit.Do(ctx, store.SetFormat{Format: f})
}

func (p *previewPanel) onHeader(ctx app.Context, on bool) {
	f := p.Data.Plan.Format
	f.Header = on
	kit.Do(ctx, store.SetFormat{Format: f})
}

func (p *previewPanel) onTokens(ctx app.Context, v string) {
	f := p.Data.Plan.Format
	f.Missing = splitTokens(v)
	kit.Do(ctx, store.SetFormat{Format: f})
}

func (p *previewPanel) onMissing(ctx app.Context, v string) {
	n, _ := strconv.Atoi(v)
	kit.Do(ctx, store.SetMissing{Policy: data.MissingPolicy(n)})
}

func (p *previewPanel) onOutcome(ctx app.Context, v string) {
	n, _ := strconv.Atoi(v)
	kit.Do(ctx, store.SetOutcome{Index: n})
}

// emptyToken stands for the empty field in the list of missing tokens.
const emptyToken = "(empty)"

func joinTokens(tokens []string) string {
	shown := slices.Clone(tokens)
	for i, t := range shown {
		if t == "" {
			shown[i] = emptyToken
		}
	}
	return strings.Join(shown, ", ")
}

func splitTokens(text string) []string {
	tokens := []string{}
	for _, t := range strings.Split(text, ",") {
		switch t = strings.TrimSpace(t); t {
		case "":
		case emptyToken:
			tokens = append(tokens, "")
		default:
			tokens = append(tokens, t)
		}
	}
	return tokens
}

func (p *previewPanel) columns() []app.UI {
	d, plan := p.Data, p.plan()
	var rows, orders []app.UI
	low, high := kit.OnPageOf(p.from, len(plan.Columns), kit.ColumnsOnPage(len(plan.Columns)))
	for i := low; i < low+p.drawn.Of(kit.FirstColumns, high-low); i++ {
		c := plan.Columns[i]
		var info data.ColumnInfo
		if i < len(d.Preview.Columns) {
			info = d.Preview.Columns[i]
		}
		rows = append(rows, &columnRow{Index: i, Column: c, Info: info, Outcome: i == plan.Outcome})
		if c.Use && c.Kind == data.Ordered && i != plan.Outcome && len(c.Levels) > 0 {
			orders = append(orders, &levelOrder{Index: i, Column: c})
		}
	}
	out := []app.UI{
		app.H3().Class("subtitle").Text(TextColumns),
		app.Div().Class("toolbar").Body(
			&columnButton{Index: -1, Change: store.UseColumn, Text: textUseAll},
			&columnButton{Index: -1, Change: store.LeaveOut, Text: textUseNone},
		),
		widget.TableRegion(textColumnsRegion, app.Table().Class("table", "columns").Aria("label", TextColumns).Body(
			app.THead().Body(app.Tr().Body(
				app.Th().Scope("col").Text(textColumn),
				app.Th().Scope("col").Text(textUse),
				app.Th().Scope("col").Text(TextType),
				app.Th().Scope("col").Class("num").Text(textMissing),
				app.Th().Scope("col").Class("num").Text(textDistinct),
				app.Th().Scope("col").Text(textWhy),
			)),
			app.TBody().Body(rows...),
		)),
		&kit.Pages{What: textColumnPages, From: low, Of: len(plan.Columns), Size: kit.ColumnsOnPage(len(plan.Columns)),
			OnFrom: p.onColumns},
	}
	if len(orders) > 0 {
		out = append(out, app.Div().Class("orders").Body(orders...))
	}
	return out
}

func (p *previewPanel) headFrom() int {
	from, _ := kit.OnPageOf(p.head, len(p.plan().Columns), kit.ColumnsOnPage(len(p.plan().Columns)))
	return from
}

func (p *previewPanel) rows() app.UI {
	d, plan := p.Data, p.plan()
	low, high := p.headFrom(), len(plan.Columns)
	shown := low + p.drawn.Of(kit.FirstColumns, min(kit.ColumnsOnPage(high), high-low))
	var names []app.UI
	for i := low; i < shown; i++ {
		th, c := app.Th().Scope("col"), plan.Columns[i]
		if i == plan.Outcome && plan.Recipe == "" {
			th = th.Class("is-outcome").Body(kit.Clamped(c.Name), outcomeTag())
		} else {
			th = th.Body(kit.Clamped(c.Name))
		}
		names = append(names, th)
	}
	rows := make([]app.UI, len(d.Preview.Head))
	for i, row := range d.Preview.Head {
		if low > 0 || shown < high { // if all columns are on show, show every cell of the row
			row = row[min(low, len(row)):min(shown, len(row))]
		}
		cells := make([]app.UI, len(row))
		for j, field := range row {
			cells[j] = kit.Titled(app.Td(), field).Text(field)
		}
		rows[i] = app.Tr().Body(cells...)
	}
	return app.Table().Class("table").Aria("label", textFileRows).Body(
		app.THead().Body(app.Tr().Body(names...)), app.TBody().Body(rows...))
}

// columnRow is one column of the file and how it is used.
type columnRow struct {
	app.Compo
	Index   int
	Column  data.ColumnPlan
	Info    data.ColumnInfo
	Outcome bool
}

func (r *columnRow) Render() app.UI {
	c, key := r.Column, "column-"+strconv.Itoa(r.Index)
	var use app.UI = outcomeTag()
	if !r.Outcome {
		use = &widget.Toggle{Key: key + "-use", Label: textUseOf(c.Name), On: c.Use, OnChange: r.onUse}
	}
	kinds := featureKinds
	if r.Outcome {
		kinds = outcomeKinds
		if c.Kind.Numeric() {
			kinds = append([]widget.Option{{Value: strconv.Itoa(int(c.Kind)), Text: textCutKind}}, kinds...)
		}
	}
	row := app.Tr()
	if !c.Use {
		row = row.Class("is-unused")
	}
	return row.Body(
		app.Th().Scope("row").Body(kit.Clamped(c.Name)),
		app.Td().Class("bare").Body(use),
		app.Td().Class("bare").Body(&widget.Select{
			Key: key + "-kind", Label: textTypeOf(c.Name), Options: kinds, Value: strconv.Itoa(int(c.Kind)),
			OnChange: r.onKind}),
		r.missing(key),
		app.Td().Class("num").Text(textDistinctCount(r.Info.Distinct)),
		app.Td().Class("wrap").Text(textWhyKind(r.Info)),
	)
}

// missing returns the number of missing values, and their treatment.
func (r *columnRow) missing(key string) app.UI {
	count := store.FormatCount(r.Info.Missing)
	if r.Outcome || !r.Column.Use || r.Info.Missing == 0 {
		return app.Td().Class("num").Text(count)
	}
	return app.Td().Class("bare", "num").Body(app.Text(count), &widget.Select{
		Key: key + "-gaps", Label: textGapsOf(r.Column.Name), Options: gapsOptions,
		Value: strconv.Itoa(int(r.Column.Gaps)), OnChange: r.onGaps})
}

func (r *columnRow) onGaps(ctx app.Context, v string) {
	n, _ := strconv.Atoi(v)
	c := r.Column
	c.Gaps = data.Gaps(n)
	kit.Do(ctx, store.SetColumn{Index: r.Index, Column: c})
}

func (r *columnRow) onUse(ctx app.Context, on bool) {
	c := r.Column
	c.Use = on
	kit.Do(ctx, store.SetColumn{Index: r.Index, Column: c})
}

func (r *columnRow) onKind(ctx app.Context, v string) {
	n, _ := strconv.Atoi(v)
	c := r.Column
	if c.Kind, c.Levels = data.Kind(n), nil; !c.Kind.Numeric() {
		c.Cut, c.Number = "", false
	}
	kit.Do(ctx, store.SetColumn{Index: r.Index, Column: c})
}

// levelOrder sets the order of a column's levels with buttons.
type levelOrder struct {
	app.Compo
	Index  int
	Column data.ColumnPlan
}

func (l *levelOrder) Render() app.UI {
	n := len(l.Column.Levels)
	items := make([]app.UI, n)
	for i, name := range l.Column.Levels {
		items[i] = &levelItem{Index: l.Index, Level: i, Name: name, Last: i == n-1}
	}
	return app.Div().Class("order").Body(
		app.Elem("h4").Class("subtitle").Text(textOrderOf(l.Column.Name)),
		app.Elem("ol").Class("order-list").Body(items...),
	)
}

type levelItem struct {
	app.Compo
	Index, Level int
	Name         string
	Last         bool
}

func (l *levelItem) Render() app.UI {
	return app.Li().Class("order-item").Body(
		app.Span().Class("order-name").Text(l.Name),
		widget.Button("↑", widget.Quiet, l.onUp).Aria("label", kit.TextMoveUp(l.Name)).Aria("disabled", l.Level == 0),
		widget.Button("↓", widget.Quiet, l.onDown).Aria("label", kit.TextMoveDown(l.Name)).Aria("disabled", l.Last),
	)
}

func (l *levelItem) onUp(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.MoveLevel{Index: l.Index, Level: l.Level, Up: true})
}

func (l *levelItem) onDown(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.MoveLevel{Index: l.Index, Level: l.Level})
}
