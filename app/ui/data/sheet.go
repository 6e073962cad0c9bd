package data

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
)

// sheet shows the first rows of the project's table and, above each column, its type, its distribution
// and how it may change.
type sheet struct {
	app.Compo
	*store.State
	from int // the first column on show
}

func (p *sheet) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Graph) }

func (p *sheet) onFrom(ctx app.Context, from int) { p.from = from }

func (p *sheet) Render() app.UI {
	t := p.Data.Table
	all := t.Schema.Displayed()
	n := len(all)
	from, to := kit.OnPageOf(p.from, n, kit.ColumnsOnPage(n))
	shown := all[from:to]
	return app.Section().Class("sheet").Aria("labelledby", "table-title").Body(
		app.Div().Class("sheet-head").Body(
			app.H2().ID("table-title").Class("headline").TabIndex(-1).Text(textTableTitle(t)),
			app.P().Class("panel-note").Text(textTableNote(p.Data))),
		widget.TableRegion(textSchemaRegion, app.Table().Class("sheet-table").Aria("label", textSchema).Body(
			app.THead().Body(app.Tr().Body(p.heads(shown)...)),
			app.TBody().Body(p.rows(shown)...))),
		&kit.Pages{What: textSchemaPages, From: from, Of: n, Size: kit.ColumnsOnPage(n), OnFrom: p.onFrom},
	)
}

// about says how the file was read and how its rows are split.
func (s *Screen) about() app.UI {
	t := s.Data.Table
	return kit.Folded(textAboutTable,
		kit.NoteList(t.Report.Notes),
		app.Elem("dl").Class("facts").Body(
			kit.Fact(t.Schema.Outcome.Title(), textCounts(t.Schema.Outcome.Levels, t.Counts)),
			kit.Fact(textTraining, store.FormatCount(t.Train)), kit.Fact(textValidation, store.FormatCount(t.Val)),
			kit.Fact(textHeldOut, store.FormatCount(t.Test)),
			kit.Fact(textSplitSeed, strconv.FormatUint(s.Data.SplitSeed(), 10)),
			kit.Fact(TextSplit, TextSplitOf(s.Data))))
}

// heads returns the column heads, the outcome's last.
func (p *sheet) heads(shown []int) []app.UI {
	t := p.Data.Table
	list := make([]app.UI, 0, len(shown)+1)
	for _, j := range shown {
		list = append(list, &columnHead{State: p.State, At: j, Feature: t.Schema.Features[j],
			Many: kit.ManyColumns(len(t.Schema.Features))})
	}
	o := t.Schema.Outcome
	of := make([]int, len(t.Counts))
	if w := p.Data.Wanted(); w >= 0 && w < len(of) {
		of[w] = t.Counts[w]
	}
	return append(list, app.Th().Scope("col").Class("column", "is-outcome").Body(
		app.Div().Class("column-name").Body(kit.Clamped(o.Title())),
		app.Div().Class("column-kind").Text(textOutcomeKind(len(o.Levels))),
		chart.Sketch(chart.SketchOf{Title: textCounts(o.Levels, t.Counts), Counts: t.Counts, Of: of}),
		ends(o.Levels[0], o.Levels[len(o.Levels)-1]),
		kit.WantedField(p.Data)))
}

// ends returns the names of both ends of a sketch.
func ends(low, high string) app.UI {
	return app.Div().Class("column-ends").Body(app.Span().Title(low).Text(low), app.Span().Title(high).Text(high))
}

// mostRows is few enough that the models below the table stay in view.
const mostRows = 8

func (p *sheet) rows(shown []int) []app.UI {
	t := p.Data.Table
	o := t.Schema.Outcome
	var rows []app.UI
	head := t.Head.Rows()
	for i, row := range head[:min(len(head), mostRows)] {
		row = t.Schema.Blank(row)
		cells := make([]app.UI, 0, len(shown)+1)
		for _, j := range shown {
			f, v := t.Schema.Features[j], row[j]
			cells = append(cells, kit.Titled(app.Td(), f.Format(v)).Class(kit.CellClass(f)).Text(f.Format(v)))
		}
		if i < len(t.Outcomes) {
			said := o.Format(float64(t.Outcomes[i]))
			cell := kit.Titled(app.Td(), said).Class("is-outcome").Text(said)
			if t.Outcomes[i] == p.Data.Wanted() {
				cell = cell.Class("is-wanted")
			}
			cells = append(cells, cell)
		}
		rows = append(rows, app.Tr().Body(cells...))
	}
	return rows
}

// columnHead is the head of a feature's column. In a wide table its drawing has its own turn.
type columnHead struct {
	app.Compo
	*store.State
	At      int
	Feature data.Feature
	Many    bool

	there bool
}

func (h *columnHead) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Graph)
	kit.InTurn(ctx, func(app.Context) { h.there = true })
}

func (h *columnHead) Render() app.UI {
	f := h.Feature
	var picture app.UI = app.Div().Class("is-late")
	if h.there || !h.Many {
		strip := kit.StripOf(h.Data, h.At, h.Data.Wanted(), 0)
		picture = chart.Sketch(chart.SketchOf{Title: textSketchOf(f.Title(), kit.RangeOf(f)), Counts: strip.Counts,
			Of: strip.Of})
	}
	low, high := "", ""
	if f.Kind.Numeric() {
		told := f.Telling(f.Min, f.Max)
		low, high = told.Brief(f.Min), told.Brief(f.Max)
	} else if n := len(f.Levels); n > 0 {
		low, high = f.Levels[0], f.Levels[n-1]
	}
	return app.Th().Scope("col").Class("column").Body(
		app.Div().Class("column-name").Body(kit.Clamped(f.Title())),
		app.Div().Class("column-kind").Text(textKindOf(f)),
		app.Div().Body(picture),
		ends(low, high),
		&widget.Select{Key: "may-" + strconv.Itoa(h.At), Label: textMayChange(f.Title()), Options: h.options(),
			Value: string(h.may()), OnChange: h.onMay},
		h.offer())
}

// change is how a feature's values may change.
type change string

const (
	isFree   change = "free"
	onlyUp   change = "up"
	onlyDown change = "down"
	isLocked change = "locked"
)

// changeRules maps a change to the kind of rule that states it. A free feature has no rule.
var changeRules = map[change]causal.RuleKind{onlyUp: causal.OnlyIncrease, onlyDown: causal.OnlyDecrease,
	isLocked: causal.Immutable}

func (h *columnHead) options() []widget.Option {
	list := []widget.Option{{Value: string(isFree), Text: textFree}}
	if h.Feature.Kind != data.Category {
		list = append(list, widget.Option{Value: string(onlyUp), Text: textOnlyUp},
			widget.Option{Value: string(onlyDown), Text: textOnlyDown})
	}
	return append(list, widget.Option{Value: string(isLocked), Text: textLocked})
}

// rule returns the place of the rule for everyone that states the feature's change, or a negative number.
func (h *columnHead) rule() int {
	return slices.IndexFunc(h.Graph.Sketch.Rules, func(r causal.Rule) bool {
		return r.Feature == h.At && !r.Soft && (r.Kind == causal.OnlyIncrease || r.Kind == causal.OnlyDecrease ||
			r.Kind == causal.Immutable)
	})
}

func (h *columnHead) may() change {
	if at := h.rule(); at >= 0 {
		for c, kind := range changeRules {
			if kind == h.Graph.Sketch.Rules[at].Kind {
				return c
			}
		}
	}
	return isFree
}

func (h *columnHead) onMay(ctx app.Context, v string) { h.set(ctx, change(v)) }

func (h *columnHead) set(ctx app.Context, c change) {
	kind, some := changeRules[c]
	rule := causal.Rule{Kind: kind, Feature: h.At}
	switch at := h.rule(); {
	case at >= 0 && some:
		kit.Do(ctx, store.SetRule{At: at, Rule: rule})
	case at >= 0:
		kit.Do(ctx, store.RemoveRule{At: at})
	case some:
		kit.Do(ctx, store.AddRule{Rule: rule})
	}
}

// offer asks about a feature whose name suggests that it cannot change freely. Only the person sets
// a rule.
func (h *columnHead) offer() app.UI {
	likely := isFree
	switch {
	case h.may() != isFree:
	case likelyGiven(h.Feature):
		likely = isLocked
	case data.LikelyGrowing(h.Feature) && h.Feature.Kind != data.Category:
		likely = onlyUp
	}
	if likely == isFree {
		return app.Div().Hidden(true)
	}
	return app.Div().Class("column-ask").Body(&changeOffer{Head: h, To: likely, Name: h.Feature.Title()})
}

// changeOffer sets with one press how a feature may change.
type changeOffer struct {
	app.Compo
	Head *columnHead
	To   change
	Name string
}

func (o *changeOffer) Render() app.UI {
	text := textLocked
	if o.To == onlyUp {
		text = textOnlyUp
	}
	return widget.Button(textAsk(text), widget.Secondary, o.onTake).Class("is-small", "is-offer").Aria("label",
		textOfferOf(o.Name, text))
}

func (o *changeOffer) onTake(ctx app.Context, e app.Event) {
	o.Head.set(ctx, o.To)
	kit.Focus("w-may-" + strconv.Itoa(o.Head.At))
}

// givenParts lists parts of names for past facts, such as how often somebody was called, and for
// things nobody should be asked to change. A column with such a name may be guessed as the outcome,
// unlike one with the words in core/data.
var givenParts = [...]string{"history", "previous", "pdays", "poutcome", "marital"}

// likelyGiven reports whether a feature's name suggests that nobody can change it, or that no answer
// should demand it, such as a divorce.
func likelyGiven(f data.Feature) bool {
	for _, part := range givenParts {
		if strings.Contains(strings.ToLower(f.Name), part) {
			return true
		}
	}
	return data.LikelyGiven(f)
}
