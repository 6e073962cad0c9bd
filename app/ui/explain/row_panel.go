package explain

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/graph"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/data"
)

// rowPanel shows the person: the row and its features. The features that the shown counterfactual
// changes come first, locked ones last.
type rowPanel struct {
	app.Compo
	*store.State
	from int    // the first feature that is shown
	held string // the last pressed lock, which keeps the focus when it moves

	opened []int    // features with open details; while any is open, no feature moves
	stand  [3][]int // position of each feature
	of     int      // the row to which stand belongs

	flags map[int]int // see data.Schema.Flags
}

func (p *rowPanel) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Explain|kit.Moving|kit.Graph|kit.Classifier)
}

// OnUpdate keeps the focus on a lock that has moved.
func (p *rowPanel) OnUpdate(ctx app.Context) {
	if p.held == "" {
		return
	}
	if on := app.Window().Get("document").Get("activeElement"); on.Truthy() &&
		strings.HasPrefix(on.Get("id").String(), lockID) && on.Get("id").String() != p.held {
		kit.Focus(p.held)
	}
}

func (p *rowPanel) Render() app.UI {
	e, schema := p.Explain, p.Data.Table.Schema
	if !e.HasRow || len(e.Edited) != len(schema.Features) {
		return app.Section().ID(featuresID).Class("person-row").Attr("popover", "auto").Body(
			app.H2().ID(rowTitleID).Class("person-title").TabIndex(-1).Text(textTabOne), &rowChooser{State: p.State},
			app.P().Class("panel-note").Text(textNoRow))
	}
	flags, total := schema.Flags(), len(schema.Displayed())
	p.flags = flags
	leeways := p.Graph.Leeways(schema, e.Edited)
	groups := p.groups(leeways)
	if (len(p.opened) > 0 || hasFocusedValue()) && p.of == e.Index && len(slices.Concat(p.stand[:]...)) == total {
		groups = p.stand
	} else {
		p.stand, p.of, p.opened = groups, e.Index, nil
	}
	class, horizons := e.Asks(p.Data), p.Horizons()
	low, high := kit.OnPageOf(p.from, total, kit.ColumnsOnPage(total))
	body := []app.UI{p.head(), &rowChooser{State: p.State}, asksWanted(p.State), goal(p.State)}
	at := 0
	for g, list := range groups {
		var cards []app.UI
		for _, j := range list {
			if j = pairShown(flags, e.Edited, j); at >= low && at < high {
				c := cardOf{Index: j, Feature: schema.Features[j], Value: e.Edited[j], Original: e.Row[j],
					Row:   e.Index*2 + e.Total,
					Strip: stripOf(p.Data, e, j, class), Limit: e.LimitOf(j), Leeway: leeways[j], Horizon: horizons[j]}
				c.To, c.Changes, c.ByItself = p.becomes(j)
				if c.Number = numberOf(flags, j); c.Number != j {
					c.Feature = gapFeature(schema.Features[c.Number])
					if v, changes, _ := p.becomes(c.Number); changes || c.Changes {
						if !changes {
							v = e.Edited[c.Number]
						}
						c.ToText = schema.Features[c.Number].Say(v)
					}
				}
				if c.Flag, c.Flagged = flags[j]; c.Changes && p.withheld(j) {
					c.ToText = data.NotGiven
				}
				c.Ways, c.Asks = p.Telling(c.Number)
				c.Gap = schema.Missing(c.Number, e.Edited)
				cards = append(cards, &card{State: p.State, Of: c, Late: kit.ManyColumns(total), OnLock: p.onLock,
					OnOpen: p.onOpen})
			}
			at++
		}
		// An empty group keeps its place. Otherwise fields below it would be redrawn and lose typed text.
		group := app.Div().Class("person-group").Hidden(len(cards) == 0)
		if len(cards) > 0 {
			group.Body(app.H3().Class("person-label").Text(textGroups[g]),
				app.Ul().Class("features").Aria("label", textGroups[g]).Body(cards...))
		}
		body = append(body, group)
	}
	body = append(body,
		&kit.Pages{What: textValuePages, From: low, Of: total, Size: kit.ColumnsOnPage(total), OnFrom: p.onFrom},
		&rowRules{State: p.State})
	if edited(e) || e.Limited() > 0 {
		body = append(body, app.Div().Class("toolbar").Body(
			widget.Button(textReset, widget.Secondary, p.onReset).Class("is-small").Aria("disabled", !edited(e)),
			widget.Button(textClearLimits, widget.Secondary, p.onClear).Class("is-small").Aria("disabled",
				e.Limited() == 0)),
			app.P().Class("panel-note").Text(textEdits(countEdits(e))))
	}
	return app.Section().ID(featuresID).Class("person-row").Attr("popover", "auto").Aria("labelledby",
		rowTitleID).Body(body...)
}

// hasFocusedValue reports whether a value has the focus, which it would lose if its feature moved.
func hasFocusedValue() bool {
	if !app.IsClient {
		return false
	}
	on := app.Window().Get("document").Get("activeElement")
	return on.Truthy() && on.Call("matches", "#"+featuresID+" .value :is(input, select)").Bool()
}

// groups returns the features that the shown counterfactual changes, the others that may change, and
// those that nobody can change, each in the table's order.
func (p *rowPanel) groups(leeways []store.Leeway) (list [3][]int) {
	flags := p.Data.Table.Schema.Flags()
	for _, j := range p.Data.Table.Schema.Displayed() {
		j = pairShown(flags, p.Explain.Edited, j)
		switch _, changes, _ := p.becomes(j); {
		case changes:
			list[0] = append(list[0], j)
		case leeways[j].Locked == "":
			list[1] = append(list[1], j)
		default:
			list[2] = append(list[2], j)
		}
	}
	slices.SortStableFunc(list[0], func(a, b int) int { // effects come after actions
		_, _, first := p.becomes(a)
		_, _, second := p.becomes(b)
		return asOne(first) - asOne(second)
	})
	return list
}

// pairShown returns the feature whose card is shown for a number with a flag: the flag while the
// number is missing, otherwise the number. j may be either, or any other feature.
func pairShown(flags map[int]int, row []float64, j int) int {
	j = numberOf(flags, j)
	if g, has := flags[j]; has && row[g] != 0 {
		return g
	}
	return j
}

// numberOf returns the number of a flag, and any other feature itself.
func numberOf(flags map[int]int, j int) int {
	for n, g := range flags {
		if g == j {
			return n
		}
	}
	return j
}

// gapFeature returns the flag of a number in the words that people see: given or not given.
func gapFeature(number data.Feature) data.Feature {
	return data.Feature{Name: number.Name, Kind: data.Boolean, Levels: []string{textGiven, data.NotGiven}}
}

// withheld reports whether number j goes missing in the shown counterfactual.
func (p *rowPanel) withheld(j int) bool {
	g, has := p.flags[j]
	if !has || p.Explain.Edited[g] != 0 {
		return false
	}
	to, changes, _ := p.becomes(g)
	return changes && to != 0
}

// becomes returns a feature's value in the shown counterfactual, and whether it follows from others.
func (p *rowPanel) becomes(j int) (to float64, changes, follows bool) {
	e := p.Explain
	c, ok := e.Shown()
	values, factual := c.Row, e.Answers().Factual.Row
	if !ok || !e.Glance.Has && !e.Current() && !e.Finding || j >= len(values) || j >= len(factual) ||
		values[j] == e.Edited[j] && !p.withheld(j) {
		return 0, false, false
	}
	if p.withheld(j) {
		return values[j], true, false
	}
	return values[j], true, p.Follows().Deeds(factual, c).Follows(j)
}

// head shows the row, its prediction, and links to other rows.
func (p *rowPanel) head() app.UI {
	e := p.Explain
	state := app.Text("")
	if e.HasShares {
		state = app.Strong().Text(textState(p.Refused(), p.Accepted(),
			p.Aimed().Outcome.Levels[store.Likeliest(e.Shares)]) + " ")
	}
	return app.Div().Class("person-who").Body(
		app.Div().Class("person-head").Body(
			app.H2().ID(rowTitleID).Class("person-title").TabIndex(-1).Text(kit.TextPerson(p.Data.Place(e.Index))),
			app.Div().Class("toolbar").Body(
				widget.Button("‹", widget.Secondary, p.onPrev).Aria("label", textPrevRow).Title(textPrevRow),
				widget.Button("›", widget.Secondary, p.onNext).Aria("label", textNextRow).Title(textNextRow))),
		app.P().Body(state, app.Span().Text(textRowOf(e))))
}

func (p *rowPanel) onFrom(ctx app.Context, from int) { p.from = from }

func (p *rowPanel) onLock(id string) { p.held = id }

func (p *rowPanel) onOpen(feature int, open bool) {
	p.opened = slices.DeleteFunc(p.opened, func(j int) bool { return j == feature })
	if open {
		p.opened = append(p.opened, feature)
	}
}

func (p *rowPanel) onPrev(ctx app.Context, e app.Event) { kit.Do(ctx, store.StepRow{By: -1}) }
func (p *rowPanel) onNext(ctx app.Context, e app.Event) { kit.Do(ctx, store.StepRow{By: 1}) }

func (p *rowPanel) onReset(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.ResetRow{})
	kit.Focus(rowTitleID) // the button may go away
}

func (p *rowPanel) onClear(ctx app.Context, e app.Event) {
	if p.Explain.Limited() > 0 {
		kit.Do(ctx, store.ClearLimits{})
		kit.Focus(rowTitleID)
	}
}

// rowChooser finds another row by position, words or values.
type rowChooser struct {
	app.Compo
	*store.State
}

func (p *rowChooser) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Explain|kit.Classifier) }

func (p *rowChooser) Render() app.UI {
	e := p.Explain
	body := []app.UI{
		app.P().Class("panel-note").Text(p.notes()),
		app.Div().Class("chooser").Body(
			&widget.Number{Label: textRow, Value: float64(e.Pos + 1), Min: 1, Max: float64(max(e.Total, 2)),
				Integer: true, Rev: e.Pos, OnChange: p.onRow},
			&widget.Select{Label: textFrom, Options: Parts, Value: string(e.Part), OnChange: p.onPart},
			&widget.Text{Label: textSearch, Help: textSearchHelp, Value: e.Search, OnChange: p.onSearch}),
		&rowFilter{State: p.State}}
	if e.HasRow {
		body = append(body, &markButton{Row: e.Index, On: slices.Contains(e.Marks, e.Index)})
	}
	if len(e.Marks) > 0 {
		body = append(body, p.marks())
	}
	if e.Hits.Shown {
		body = append(body, p.hits())
	}
	return app.Details().Class("fold", "is-wide").Body(app.Summary().ID("chooser-title").Text(textChooseRow),
		app.Div().Class("stack", "is-tight").Body(body...))
}

// notes say why this row is shown, and its outcome in the table.
func (p *rowChooser) notes() string {
	if !p.Explain.HasRow {
		return ""
	}
	o := p.Data.Table.Schema.Outcome
	text := textWhatIf(o.Name, o.Format(float64(p.Explain.True)))
	if led := textLed(p.Explain, p.Data); led != "" {
		text = led + " " + text
	}
	return text
}

// marks links to the marked rows.
func (p *rowChooser) marks() app.UI {
	items := []app.UI{app.Span().Class("panel-note").Text(textMarked)}
	for _, row := range p.Explain.Marks {
		items = append(items, &markChip{Row: row, Place: p.Data.Place(row), Here: row == p.Explain.Index})
	}
	return app.Div().Class("stack", "marks").Role("group").Aria("label",
		textMarkedRows).Body(app.Div().Class("chips").Body(items...))
}

// markButton marks the row for later, or removes the mark.
type markButton struct {
	app.Compo
	Row int
	On  bool
}

func (b *markButton) Render() app.UI {
	return widget.Button(textMark(b.On), widget.Quiet, b.onClick).Class("is-small").Aria("pressed", b.On).Aria("label",
		textMarkRow)
}

func (b *markButton) onClick(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.MarkRow{Row: b.Row, On: !b.On})
}

// markChip goes to a marked row.
type markChip struct {
	app.Compo
	Row   int
	Place int // position of the row in its file
	Here  bool
}

func (c *markChip) Render() app.UI {
	return app.Button().Type("button").Class("chip").Aria("pressed", c.Here).Aria("label",
		textGoToMark(c.Place)).OnClick(c.onClick).Text(store.FormatCount(c.Place + 1))
}

func (c *markChip) onClick(ctx app.Context, e app.Event) { kit.Do(ctx, store.GoToMark{Row: c.Row}) }

func (p *rowChooser) onPart(ctx app.Context, v string) {
	kit.Do(ctx, store.SetPart{Part: data.Part(v)})
}

func (p *rowChooser) onRow(ctx app.Context, v float64) { kit.Do(ctx, store.GoToRow{Pos: int(v) - 1}) }

func (p *rowChooser) onSearch(ctx app.Context, text string) { kit.Do(ctx, store.SetHits{Search: text}) }

func (p *rowChooser) hits() app.UI {
	h, schema := p.Explain.Hits, p.Data.Table.Schema
	items := make([]app.UI, 0, len(h.Index))
	for i, row := range h.Rows {
		if i >= len(h.Index) || i >= len(h.Outcomes) || len(row) != len(schema.Features) {
			break
		}
		said := -1
		if i < len(h.Said) {
			said = h.Said[i]
		}
		items = append(items, &hit{
			Pos: h.From + i, Text: textHit(p.Data.Place(h.Index[i]), schema, row, h.Outcomes[i], said),
			Current: h.From+i == p.Explain.Pos})
	}
	body := []app.UI{app.P().Class("panel-note").Role("status").Text(textHits(p.Explain.Total))}
	body = append(body, app.Elem("ol").Class("hits").Body(items...))
	if p.Explain.Total > len(items) {
		body = append(body, app.Div().Class("toolbar").Body(
			widget.Button(textEarlierHits, widget.Quiet, p.onEarlier).Aria("disabled", h.From == 0),
			widget.Button(textLaterHits, widget.Quiet, p.onLater).Aria("disabled",
				h.From+len(items) >= p.Explain.Total),
		))
	}
	return app.Div().Class("hit-list").Body(body...)
}

func (p *rowChooser) onEarlier(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.MoreHits{From: p.Explain.Hits.From - store.MaxHits})
}

func (p *rowChooser) onLater(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.MoreHits{From: p.Explain.Hits.From + store.MaxHits})
}

// hit is one row of the list of hits.
type hit struct {
	app.Compo
	Pos     int
	Text    string
	Current bool
}

func (h *hit) Render() app.UI {
	b := widget.Button(h.Text, widget.Quiet, h.onClick)
	if h.Current {
		b = b.Aria("current", "true")
	}
	return app.Li().Class("hit").Body(b)
}

func (h *hit) onClick(ctx app.Context, e app.Event) { kit.Do(ctx, store.GoToRow{Pos: h.Pos}) }

// Parts lists the parts of the table to choose rows from.
var Parts = []widget.Option{{Value: string(data.TestRows), Text: textHeldOutRows},
	{Value: string(data.AllRows), Text: textAllRows}}

// rowRules returns the person's rules between features, and below them the search settings.
type rowRules struct {
	app.Compo
	*store.State
}

func (p *rowRules) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Explain|kit.Graph|kit.Classifier)
}

func (p *rowRules) Render() app.UI {
	s := p.Data.Table.Schema
	items := make([]app.UI, 0, len(p.Explain.Own))
	for i, r := range p.Explain.Own {
		if r.Check(s) == nil { // or it belongs to an earlier table
			items = append(items, &ownRule{At: i, Sentence: r.String(s)})
		}
	}
	body := []app.UI{app.P().Class("panel-note").Text(textLimitsHelp)}
	if len(items) == 0 {
		body = append(body, app.P().Class("panel-note").Text(textNoOwnRules))
	} else {
		body = append(body, app.Ul().Class("rules").Aria("label", textOwnRules).Body(items...))
	}
	return app.Div().Class("stack", "is-tight").Role("group").Aria("label", TextLimits).Body(
		app.P().Class("panel-note").Text(textLimitsSet(s, p.Explain, p.Horizons())),
		app.Details().Class("fold", "is-wide").Body(
			app.Summary().ID("own-rules-title").Text(textAddOwn),
			app.Div().Class("stack", "is-tight").Body(append(body, &graph.RuleForm{State: p.State, Own: true})...)),
		settings(p.State))
}

// ownRule is a rule of the explained person.
type ownRule struct {
	app.Compo
	At       int
	Sentence string
}

func (r *ownRule) Render() app.UI {
	return app.Li().Class("rule").Body(graph.RuleSentence(r.Sentence), app.Div().Class("rule-tools").Body(
		widget.Button(kit.TextRemove, widget.Quiet, r.onRemove).Aria("label", kit.TextRemoveOf(r.Sentence))))
}

func (r *ownRule) onRemove(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.RemoveOwnRule{At: r.At})
	kit.Focus("own-rules-title") // the button goes away
}

func countEdits(e store.Explain) int {
	n := 0
	for j := range e.Edited {
		if e.Changed(j) {
			n++
		}
	}
	return n
}

func edited(e store.Explain) bool { return countEdits(e) > 0 }

// rowTitleID is the heading of the row.
const rowTitleID = "row-title"
