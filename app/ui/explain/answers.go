package explain

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/dagview"
	"causeway/app/ui/kit"
	"causeway/app/ui/project"
	"causeway/app/ui/widget"
	"causeway/core/data"
	"causeway/core/model"
	"causeway/core/wire"
)

// LetterAction asks the root, which has the whole state, for the letter.
const LetterAction = project.LetterAction

// resultPanel shows what answers the row: a column for each counterfactual, and what
// changes on the graph.
type resultPanel struct {
	app.Compo
	*store.State
	at int // the answer that the graph shows
}

func (p *resultPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Explain|kit.Graph) }

func (p *resultPanel) Render() app.UI {
	e, schema := p.Explain, p.Data.Table.Schema
	if !e.HasFound {
		return app.Div()
	}
	x := e.Found
	body := []app.UI{
		app.H2().ID(kit.ResultsID).Class("panel-title").TabIndex(-1).Text(TextResults(p.Data.Place(e.FoundRow), !slices.Equal(x.Factual.Values.Values(), e.Row))),
	}
	if e.Stale() {
		body = append(body, widget.Notice(widget.Info, TextStale))
	} else if e.OldRules {
		body = append(body, widget.Notice(widget.Info, TextOldRules))
	}
	if without := TextSearchedWithout(x.Laws); without != "" {
		body = append(body, widget.Notice(widget.Info, without))
	}
	if x.Lapsed > 0 {
		body = append(body, widget.Notice(widget.Info, TextLapsed(x.Lapsed)))
	}
	if len(x.Found) == x.Brought {
		body = append(body, widget.Notice(widget.Warning, TextNoneFound(x, schema)), p.longer(), p.carriedNone(), whyNone(x, p.Shown(), p.Follows(), e.Query()))
		if x.Brought > 0 {
			body = append(body, p.columns(), p.onGraph())
		}
		body = append(body, p.letter())
	} else {
		if x.Unclear {
			body = append(body, widget.Notice(widget.Info, TextNotClear(e)))
		}
		if x.Frail {
			body = append(body, widget.Notice(widget.Info, TextFrail))
		}
		body = append(body, p.columns(), p.onGraph())
		said := []app.UI{p.longer()}
		var notes []string
		if !e.OldRules {
			notes = []string{TextFirst(x)}
		}
		apart := e.Query().Apart
		if n := len(x.Found) - x.Brought; n < e.Asked && (x.Valid > n || apart != model.OtherWay) {
			notes = append(notes, TextFewer(x, apart, e.Asked))
		}
		if x.NoDegree != "" {
			notes = append(notes, x.NoDegree)
		}
		if len(x.Flat) > 0 {
			notes = append(notes, TextFlat(kit.Each(x.Flat, func(j int) string { return schema.Features[j].Name })))
		}
		for _, text := range append(notes, TextHonestOf(x)) {
			said = append(said, app.P().Class("panel-note").Text(text))
		}
		body = append(body, app.Div().Class("panel").Body(append(said, p.letter())...))
	}
	return app.Section().Class("results").Aria("labelledby", kit.ResultsID).Body(body...)
}

// letter offers the page for the person concerned, of answers under the rules of today.
func (p *resultPanel) letter() app.UI {
	if p.Explain.OldRules {
		return app.P().Class("panel-note").Text(TextNoLetter)
	}
	return app.Div().Class("toolbar").Body(widget.Button(textSaveLetter, widget.Secondary, p.onLetter))
}

// carriedNone says what keeps effects that follow from being changed.
func (p *resultPanel) carriedNone() app.UI {
	if len(p.Explain.Found.Carry) == 0 {
		return app.Text("")
	}
	return app.P().Class("panel-note").Text(textCarriedNone)
}

func (p *resultPanel) onLetter(ctx app.Context, e app.Event) { ctx.NewAction(LetterAction) }

// columns are the counterfactuals beside one another.
func (p *resultPanel) columns() app.UI {
	x := p.Explain.Found
	items := make([]app.UI, len(x.Found))
	for i, c := range x.Found {
		items[i] = p.column(i, c)
	}
	return app.Ol().Class("answers").Aria("label", textAnswers).Body(items...)
}

func (p *resultPanel) column(i int, c wire.Counterfactual) app.UI {
	x, schema, follows := p.Explain.Found, p.Shown(), p.Follows()
	factual, values, without := x.Factual.Values.Values(), c.Values.Values(), c.Without.Values()
	var does, then []app.UI
	d := follows.Deeds(factual, c)
	for j, v := range values {
		if !d.Does(j) && !d.Follows(j) {
			continue
		}
		f := schema.Features[j]
		note := ""
		if d.Does(j) && j < len(without) && c.Changed > 1 && without[j] < SureOf(c) { // else a rule asks for the change
			note = textWithout(without[j], shareAsked(p.Explain.Query(), x, len(schema.Outcome.Levels)), x.Judges > 0)
		}
		change := app.Div().Class("answer-change").Body(
			app.Dt().Body(kit.Clamped(f.Name)),
			app.Dd().Body(widget.Changed(f.Format(factual[j]), f.Say(v)), app.Span().Class("answer-note").Text(note), onTop(f, d, j)))
		if d.Follows(j) {
			then = append(then, change)
		} else {
			does = append(does, change)
		}
	}
	details := []app.UI{kit.SentenceOf(PhrasesOf(schema, factual, c, follows))}
	if bare := BarePhrases(schema, factual, c, follows); len(bare) > 0 {
		details = append(details, app.Div().Class("panel-note").Body(kit.SentenceOf(bare)))
	}
	if x.HasUsual {
		details = append(details, app.P().Class("panel-note").Text(TextUsualNote(schema.Outcome.Format(float64(x.Target)))))
	}
	var notes []app.UI
	for _, text := range Beside(x, c) {
		notes = append(notes, app.P().Class("panel-note").Text(text))
	}
	body := []app.UI{
		app.Div().Class("answer-head").Body(
			app.Span().Class("answer-no").Aria("hidden", "true").Text(i+1),
			app.Strong().Class("answer-share").Text(ShareOf(c)),
			app.P().Class("answer-kind").Text(textAnswerHead(i, x, c, p.Explain.OldRules))),
		app.Div().Class("answer-body").Body(append([]app.UI{
			deeds(does, then),
			planOf(schema, factual, c),
			app.Details().Class("answer-proof").Body(
				app.Summary().Text(textKeeps(x, c, p.Explain.OldRules)),
				app.Div().Class("stack", "is-tight").Body(append(details, proofOf(x, schema, c))...))}, notes...)...),
		app.Div().Class("toolbar").Body(append([]app.UI{&useButton{Index: i}, &pinButton{Index: i, On: p.Explain.Pinned(i)}}, p.graphButton(i)...)...),
	}
	return app.Li().Class("answer-column").Role("listitem").Aria("label", TextCounterfactualNo(i+1)).Body(body...)
}

// onTop says what is done to a feature on top of what it would follow to.
func onTop(f data.Feature, d store.Deeds, j int) app.UI {
	if !d.OnTop(j) {
		return app.Text("")
	}
	return app.Span().Class("answer-top").Text(kit.TextOnTop(f, d.Base[j], d.Values[j]))
}

// deeds are what is done and, below it, what follows.
func deeds(does, then []app.UI) app.UI {
	list := func(items []app.UI) app.UI { return app.Dl().Class("answer-changes").Body(items...) }
	if len(then) == 0 {
		return list(does)
	}
	named := func(name string) app.UI { return app.P().Class("answer-group").Text(name) }
	return app.Div().Class("answer-deeds").Body(named(kit.TextDo), list(does), named(kit.TextItFollows), list(then))
}

// graphButton has the graph show a counterfactual, where there are several and a graph.
func (p *resultPanel) graphButton(i int) []app.UI {
	if len(p.Explain.Found.Found) < 2 || len(p.Graph.Sketch.Edges) == 0 {
		return nil
	}
	return []app.UI{&graphButton{Index: i, On: p.shown() == i, Show: p.show}}
}

func (p *resultPanel) show(ctx app.Context, i int) { p.at = i }

func (p *resultPanel) shown() int { return min(p.at, len(p.Explain.Found.Found)-1) }

// pinButton keeps a counterfactual beside what is found later.
type pinButton struct {
	app.Compo
	Index int
	On    bool
}

func (b *pinButton) Render() app.UI {
	return widget.Button(textPin, widget.Quiet, b.onClick).Class("is-small").Aria("pressed", b.On).Aria("label", textPinNo(b.Index+1))
}

func (b *pinButton) onClick(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.PinAnswer{Index: b.Index, On: !b.On})
}

// graphButton shows a counterfactual on the graph.
type graphButton struct {
	app.Compo
	Index int
	On    bool
	Show  func(ctx app.Context, i int)
}

func (b *graphButton) Render() app.UI {
	return widget.Button(textAnswerGraph, widget.Quiet, b.onClick).Class("is-small").Aria("pressed", b.On).Aria("label", textGraphOf(b.Index+1))
}

func (b *graphButton) onClick(ctx app.Context, e app.Event) { b.Show(ctx, b.Index) }

// onGraph draws one of them on the graph, where there is one.
func (p *resultPanel) onGraph() app.UI {
	schema, x := p.Shown(), p.Explain.Found
	if len(p.Graph.Sketch.Edges) == 0 || len(p.Graph.Sketch.Nodes) != len(schema.Features) {
		return app.Text("")
	}
	i := p.shown()
	c := x.Found[i]
	factual, values := x.Factual.Values.Values(), c.Values.Values()
	of := dagview.ChangesOf{Title: textOnGraphOf(i + 1), Outcome: schema.Outcome.Name, Sketch: p.Graph.Sketch, Decided: schema.Outcome.Format(float64(c.Class)), Said: make([]string, len(values))}
	d := p.Follows().Deeds(factual, c)
	for j, f := range schema.Features {
		of.Names, of.Follows = append(of.Names, f.Name), append(of.Follows, d.Follows(j))
		if values[j] != factual[j] {
			of.Said[j] = kit.TextFromTo(f.Format(factual[j]), f.Format(values[j]))
		}
	}
	return app.Div().Class("panel", "on-graph").Body(
		app.Div().Class("explain-head").Body(app.H3().Class("subtitle").Text(textOnGraphOf(i+1)), app.P().Class("panel-note").Text(textDone)), dagview.Changes(of))
}

// longer offers a longer search where one may say more.
func (p *resultPanel) longer() app.UI {
	if !p.Explain.Undecided() {
		return app.Text("")
	}
	return app.Div().Class("toolbar").Body(
		widget.Button(TextSearchLonger, widget.Secondary, p.onLonger).Aria("disabled", p.Explain.Finding),
		app.P().Class("panel-note").Text(textLongerNote(p.Explain.Query().Boxes)))
}

func (p *resultPanel) onLonger(ctx app.Context, e app.Event) {
	if !p.Explain.Finding {
		kit.Do(ctx, store.SearchLonger{})
	}
}

// useButton puts a counterfactual into the what-if form.
type useButton struct {
	app.Compo
	Index int
}

func (b *useButton) Render() app.UI {
	return widget.Button(textUseFound, widget.Secondary, b.onUse).Class("is-small").Aria("label", textUseNo(b.Index+1))
}

func (b *useButton) onUse(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.UseCounterfactual{Index: b.Index})
	kit.Show(rowTitleID)
}
