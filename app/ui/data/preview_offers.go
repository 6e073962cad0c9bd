package data

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
)

// columnOffer is a remark of the preview about one column, with its one-press changes.
type columnOffer struct {
	text    string
	changes []store.ColumnChange
	pressed store.ColumnChange // the change that was made
	holds   bool
}

// offers returns the preview's remarks, by subject.
func (p *previewPanel) offers() []app.UI {
	d, plan := p.Data, p.plan()
	if plan.Recipe != "" || len(d.Preview.Columns) != len(plan.Columns) {
		return nil
	}
	groups := []struct {
		title, note string
		all         []store.ColumnChange
		of          func(c data.ColumnPlan, info data.ColumnInfo) (columnOffer, bool)
	}{
		{textCodes, textCodesNote, codeChanges, codesOffer},
		{textUnclear, textUnclearNote, nil, p.unclearOffer},
		{textEither, textEitherNote, nil, eitherOffer},
		{textGivesAway, textGivesAwayNote, nil, p.awayOffer},
		{textRepeats, textRepeatsNote, nil, p.copyOffer},
		{textSparse, textSparseNote, []store.ColumnChange{store.FillGapsOf, store.FlagGapsOf, store.DropItsRows},
			p.gapsOffer},
		{textOrders, textOrdersNote, nil, orderOffer},
		{textNotUsed, textNotUsedNote, nil, leftOutOffer},
	}
	var out []app.UI
	for _, g := range groups {
		var items []app.UI
		for j, c := range plan.Columns {
			if j == plan.Outcome && g.title != textCodes {
				continue
			}
			if o, ok := g.of(c, d.Preview.Columns[j]); ok {
				items = append(items, offerItem(j, c.Name, o))
			}
		}
		if len(items) == 0 {
			continue
		}
		head := []app.UI{app.H3().Class("subtitle").Text(g.title), app.P().Class("panel-note").Text(g.note)}
		if len(items) > 1 && g.all != nil {
			var buttons []app.UI
			for _, c := range g.all {
				buttons = append(buttons, &columnButton{Index: -1, Change: c, Text: textColumnsChange(c)})
			}
			head = append(head, app.Div().Class("toolbar").Body(buttons...))
		}
		list := app.Ul().Class("offer-list").Aria("label", g.title).Body(items...)
		if len(items) > 8 {
			out = append(out, app.Div().Class("offers").Body(append(head, app.Details().Class("paste").Open(false).Body(
				app.Summary().Text(textOfferCount(len(items))), list))...))
			continue
		}
		out = append(out, app.Div().Class("offers").Body(append(head, list)...))
	}
	return out
}

func offerItem(j int, name string, o columnOffer) app.UI {
	buttons := make([]app.UI, len(o.changes))
	for i, c := range o.changes {
		buttons[i] = &columnButton{Index: j, Change: c, Column: name, Text: textColumnChange(c), Holds: o.holds &&
			c == o.pressed}
	}
	return app.Li().Class("offer").Body(
		app.P().Class("offer-text").Body(app.Strong().Text(name), app.Text(": "+o.text)),
		app.Div().Class("offer-actions").Body(buttons...),
	)
}

func (p *previewPanel) unclearOffer(c data.ColumnPlan, info data.ColumnInfo) (o columnOffer, ok bool) {
	if info.Unclear == "" || !c.Use {
		return o, false
	}
	o.changes = []store.ColumnChange{store.ReadPoint, store.ReadComma}
	comma := c.Sign == data.CommaSign || c.Sign != data.PointSign && p.Data.Plan.Format.DecimalComma
	if o.pressed, o.holds = store.ReadPoint, true; comma {
		o.pressed = store.ReadComma
	}
	o.text = textUnclearOf(info.Unclear, comma)
	return o, true
}

// eitherOffer asks whether values are numbers or codes, unless there are too many codes for a
// category.
func eitherOffer(c data.ColumnPlan, info data.ColumnInfo) (o columnOffer, ok bool) {
	o.text, o.changes = strings.TrimPrefix(info.Why, "Left out: "), []store.ColumnChange{store.ReadNumbers}
	if info.Distinct <= data.MaxLevels {
		o.changes = append(o.changes, store.ReadTexts)
	}
	if o.pressed, o.holds = store.ReadTexts, c.Use; c.Kind.Numeric() {
		o.pressed = store.ReadNumbers
	}
	return o, info.Either
}

// codeChanges lists what codes can mean.
var codeChanges = []store.ColumnChange{store.CodesAreMissing, store.CodesAreStates, store.CodesAreNumbers}

func codesOffer(c data.ColumnPlan, info data.ColumnInfo) (o columnOffer, ok bool) {
	if !store.HasCodes(c, info) {
		return o, false
	}
	o.pressed, o.holds = store.CodesAre(c)
	o.text, o.changes = textCodesOf(info, o.pressed, o.holds), codeChanges
	return o, true
}

// unsettled names the numbers that look like codes but are read as numbers because nobody has
// decided, and offers to settle them in all columns.
func (p *previewPanel) unsettled() app.UI {
	plan, infos := p.plan(), p.Data.Preview.Columns
	if plan.Recipe != "" || len(infos) != len(plan.Columns) {
		return app.Div().Hidden(true)
	}
	var codes []float64
	columns := 0
	for j, c := range plan.Columns {
		if _, settled := store.CodesAre(c); settled || !store.HasCodes(c, infos[j]) {
			continue
		}
		columns++
		for _, code := range infos[j].Codes {
			if !slices.Contains(codes, code.Value) {
				codes = append(codes, code.Value)
			}
		}
	}
	if columns == 0 {
		return app.Div().Hidden(true)
	}
	slices.Sort(codes)
	var buttons []app.UI
	for _, c := range codeChanges {
		buttons = append(buttons, &columnButton{Index: -1, Change: c, Text: textColumnsChange(c)})
	}
	return app.Div().Class("stack", "is-tight").Body(
		widget.Notice(widget.Warning, textUnsettled(codes, columns)),
		app.Div().Class("toolbar").Body(buttons...))
}

func (p *previewPanel) awayOffer(c data.ColumnPlan, info data.ColumnInfo) (columnOffer, bool) {
	return columnOffer{text: textTells(info.Tells, p.Data.Preview.Base), changes: []store.ColumnChange{store.LeaveOut}},
		c.Use && info.Tells > 0
}

func (p *previewPanel) copyOffer(c data.ColumnPlan, info data.ColumnInfo) (columnOffer, bool) {
	if !c.Use || info.CopyOf == 0 {
		return columnOffer{}, false
	}
	return columnOffer{text: textCopyOf(p.plan().Columns[info.CopyOf-1].Name, info.Recoded),
		changes: []store.ColumnChange{store.LeaveOut}}, true
}

func (p *previewPanel) gapsOffer(c data.ColumnPlan, info data.ColumnInfo) (o columnOffer, ok bool) {
	if !c.Use || !store.Sparse(info, p.Data.Preview.Rows) {
		return o, false
	}
	o.text = textGaps(c, info, p.Data.Plan.Missing, p.Data.Preview.Rows)
	o.changes = []store.ColumnChange{store.LeaveOut, store.FillGapsOf, store.FlagGapsOf, store.DropItsRows}
	switch c.Gaps {
	case data.FillGaps:
		o.pressed, o.holds = store.FillGapsOf, true
	case data.FlagGaps:
		o.pressed, o.holds = store.FlagGapsOf, true
	case data.DropGaps:
		o.pressed, o.holds = store.DropItsRows, true
	}
	return o, true
}

func orderOffer(c data.ColumnPlan, info data.ColumnInfo) (columnOffer, bool) {
	ok := c.Use && len(info.Order) > 0 && c.Kind == data.Category
	return columnOffer{text: textOrderAs(info), changes: []store.ColumnChange{store.OrderAsNamed}}, ok
}

// leftOutOffer says why a column is left out. It offers to use the column unless it has more texts
// than a category can hold.
func leftOutOffer(c data.ColumnPlan, info data.ColumnInfo) (o columnOffer, ok bool) {
	if o.text = strings.TrimPrefix(info.Why, "Left out: "); c.Kind.Numeric() || info.Distinct <= data.MaxLevels {
		o.changes = []store.ColumnChange{store.UseColumn}
	}
	return o, !c.Use && info.Distinct > 1
}

// columnButton makes one change to a column, or to all that it suits.
type columnButton struct {
	app.Compo
	Index  int
	Change store.ColumnChange
	Column string
	Text   string
	Holds  bool
}

func (b *columnButton) Render() app.UI {
	button := widget.Button(b.Text, widget.Secondary, b.onClick)
	if b.Column != "" {
		button = button.Aria("label", b.Text+": "+b.Column)
	}
	if b.Holds {
		button = button.Aria("pressed", true)
	}
	return button
}

func (b *columnButton) onClick(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.ChangeColumns{Index: b.Index, Change: b.Change})
}
