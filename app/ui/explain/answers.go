package explain

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
	labels "causeway/app/ui/label"
	"causeway/app/ui/project"
	"causeway/app/ui/widget"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/label"
	"causeway/core/model"
	"causeway/core/notice"
	"causeway/core/wire"
)

// answerPanel shows the answer: a sentence, how sure the model is, what is proved, and the
// ways found.
type answerPanel struct {
	app.Compo
	*store.State
}

func (p *answerPanel) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Explain|kit.Moving|kit.Graph|kit.Classifier|kit.Generator|kit.Foreign|kit.Labels)
	kit.Handle(ctx, labels.KeyAction, p.onKey)
}

// onKey gives the verdict of a key on the shown way.
func (p *answerPanel) onKey(ctx app.Context, a app.Action) {
	key, _ := a.Value.(string)
	v, is := labels.VerdictOf(key)
	card, ok := p.WayCard(p.Explain.ShownAt())
	if !is || !ok || p.Explain.Glance.Has || !labels.StoredKeys(ctx) {
		return
	}
	said, judged := p.Labels.Said(card)
	kit.Do(ctx, store.JudgeWay{Index: p.Explain.ShownAt(), Verdict: v, Reason: said.Reason,
		Not: judged && said.Verdict == v})
}

func (p *answerPanel) Render() app.UI {
	e := p.Explain
	body := []app.UI{p.prediction()}
	switch x := p.Told(); {
	case p.Foreign.Waits() && !p.Classifier.HasResult:
		body = append(body, app.P().Body(app.Text(textWaitsForRows(p.Foreign.File.Name, false)+" "),
			app.A().Href("#classifier").Text(kit.TextGoClassifier)))
	case !p.Classifier.HasResult:
		body = append(body, app.P().Body(app.Text(textNoBlackBox+" "),
			app.A().Href("#classifier").Text(kit.TextGoClassifier)))
	case !e.HasShares:
		body = append(body, p.headline(kit.Phrase{Text: textAsking}))
	case len(x.Rows) > 0 && !p.past():
		body = append(body, p.found(x)...)
	case e.HasFound && !e.Glance.Has && !p.past():
		body = append(body, p.none(x)...)
	case p.Accepted():
		body = append(body, p.headline(kit.Phrase{Text: textAcceptedAlready, Role: kit.Decided}), p.decision(),
			app.P().Class("panel-note").Text(textAccepted(p.State)))
		if p.Generator.HasResult && len(e.Cuts) == 0 {
			body = append(body, app.Div().Class("toolbar").Body(widget.Button(textFindReverse, widget.Secondary,
				p.onReverse)))
		}
	default:
		body = append(body, p.headline(textRefusedPhrases(p.Aimed(), e)...), p.decision(), p.waits())
	}
	body = append(body, p.busy(), p.foot())
	if p.Foreign.Waits() && p.Classifier.HasResult {
		body = append(body, app.P().Class("panel-note").Body(app.Text(textWaitsForRows(p.Foreign.File.Name, true)+" "),
			app.A().Href("#classifier").Text(kit.TextGoClassifier)))
	}
	section := app.Section().Class("person-answer").Aria("label", textAnswerTitle)
	if e.HasFound {
		section = section.Class("results")
	}
	return section.Body(body...)
}

// past reports whether the answers are for a refused row that has meanwhile been edited and is now accepted.
func (p *answerPanel) past() bool {
	return p.Accepted() && !p.Explain.Current() && !p.Explain.Glance.Has && !p.Explain.Finding
}

// prediction returns the prediction for the present row. Screen readers announce it after every change.
func (p *answerPanel) prediction() app.UI {
	e, o := p.Explain, p.Aimed().Outcome
	text := ""
	if p.Classifier.HasResult && e.HasShares && len(e.Shares) == len(o.Levels) {
		likeliest := store.Likeliest(e.Shares)
		text = textAnswer(o.Name, o.Levels[likeliest], e.Shares[likeliest])
		if e.Banded() {
			text = textAnswerNumber(o.Name, TextNumber(o, e.Number))
		}
	}
	return app.P().ID("answer").Class("visually-hidden").Role("status").Text(text)
}

// headline returns the answer in large letters. They are pale while a new answer is being computed.
func (p *answerPanel) headline(list ...kit.Phrase) app.UI {
	h := app.Div().ID(kit.ResultsID).Class("headline").Role("heading").Aria("level", 2).Aria("live", "polite").
		TabIndex(-1)
	if p.Explain.Finding && !p.Explain.Glance.Has {
		h = h.Class("is-pale")
	}
	return h.Body(kit.SentenceOf(list))
}

// waits says what the search is waiting for.
func (p *answerPanel) waits() app.UI {
	switch {
	case p.Explain.Finding:
		return app.Text("")
	case p.Explain.Queued && !p.Explain.Waiting:
		return app.P().Class("panel-note").Text(textFindQueued)
	case !p.Generator.HasResult:
		return app.P().Class("panel-note").Body(app.Text(TextFindNeedsGenerator+" "),
			app.A().Href("#generator").Text(kit.TextGoGenerator))
	}
	return app.Div().Class("toolbar").Body(widget.Button(textFind, widget.Primary, p.onFind))
}

// busy says that a search is running, with a button to stop it.
func (p *answerPanel) busy() app.UI {
	e := p.Explain
	if !e.Finding {
		return app.Div().Hidden(true)
	}
	text := textFinding
	switch {
	case e.Share > 0 && e.Share < 1:
		text = textTrainingAgain(e.Share)
	case e.Glance.Has:
		text = textBeingProved
	}
	return app.Div().Class("person-busy").Body(app.P().Class("panel-note").Text(text),
		widget.Button(TextStopFinding, widget.Quiet, p.onStop).Class("is-small"))
}

// decision draws how sure the model is of the target class before and after the change.
func (p *answerPanel) decision() app.UI {
	e, o := p.Explain, p.Aimed().Outcome
	class := e.Asks(p.Data)
	switch {
	case e.Banded():
		return p.number(o)
	case class < 0 || class >= len(e.Shares):
		return p.shares()
	}
	of := chart.DecisionOf{Title: textShareOf(kit.TextClass(o.Name, o.Levels[class])), Now: e.Shares[class]}
	if len(o.Levels) == 2 {
		of.Threshold, of.Decides = 0.5, textDecides
	}
	of.NowSays = kit.FormatProbability(of.Now)
	if e.HasNumber {
		of.NowSays = TextNumber(o, e.Number) + ", " + of.NowSays
	}
	if c, ok := e.Shown(); ok && class < len(c.Shares) && e.SameGoal(e.Answers()) {
		of.HasThen, of.Then = true, c.Shares[class]
		of.NowSays, of.ThenSays = textNowShare(of.NowSays), kit.FormatProbability(of.Then)
		if e.HasNumber {
			of.ThenSays = TextNumber(o, c.Number) + ", " + of.ThenSays
		}
	}
	body := []app.UI{chart.Decision(of)}
	if len(o.Levels) > 2 {
		body = append(body, app.Details().Class("fold").Body(app.Summary().Text(textAllClasses), p.shares()))
	}
	return app.Div().Class("person-share").Body(body...)
}

// number draws the probability that a goal is about, before and after the change. For any other goal
// it draws nothing, because the bands have no probabilities.
func (p *answerPanel) number(o data.Feature) app.UI {
	e := p.Explain
	if !document.IsChance(o) {
		return app.Div().Hidden(true)
	}
	of := chart.DecisionOf{Title: textCapital(o.Name), Now: e.Number / 100, NowSays: TextNumber(o, e.Number)}
	if len(e.Cuts) == 1 {
		of.Threshold, of.Decides, of.Below = e.Cuts[0]/100, textGoalAt, e.Band == 0
	}
	if c, ok := e.Shown(); ok && e.SameGoal(e.Answers()) {
		of.HasThen, of.Then = true, c.Number/100
		of.NowSays, of.ThenSays = textNowShare(of.NowSays), TextNumber(o, c.Number)
	}
	return app.Div().Class("person-share").Body(chart.Decision(of))
}

// shares returns the shares of all classes.
func (p *answerPanel) shares() app.UI {
	e, o := p.Explain, p.Aimed().Outcome
	likeliest := store.Likeliest(e.Shares)
	meters := make([]app.UI, len(o.Levels))
	for c, l := range o.Levels {
		m := app.Li().Class("share")
		if c == likeliest {
			m = m.Class("is-likeliest")
		}
		name := app.Span().Class("share-name").Text(l)
		if kit.IsLong(l) {
			name = name.Title(l)
		}
		meters[c] = m.Body(name,
			app.Elem("meter").Class("share-bar").Attr("min", "0").Attr("max", "1").Attr("value",
				strconv.FormatFloat(e.Shares[c], 'g', -1, 64)).Aria("label", kit.TextClass(o.Name, l)),
			app.Span().Class("share-value").Text(kit.FormatProbability(e.Shares[c])),
		)
	}
	return app.Ul().Class("shares").Body(meters...)
}

// found returns the shown way and the list of all ways.
func (p *answerPanel) found(x wire.Explained) []app.UI {
	schema := p.Shown()
	c, _ := p.ToldNow()
	body := []app.UI{p.headline(headlineOf(schema, p.Follows().Deeds(x.Factual.Row, c), c)...),
		p.decision()}
	if len(x.Rows) > x.Brought {
		body = append(body, p.proof(x, c))
	} else {
		body = append(body, p.noneSaid(x))
	}
	body = append(body, p.notes(x)...)
	items := make([]app.UI, len(x.Rows))
	for i := range x.Rows {
		items[i] = p.item(x, i)
	}
	return append(body,
		app.Div().Class("person-head", "ways-head").Body(app.H3().Class("person-label").Text(textWays(len(x.Rows))),
			app.P().Text(textCouldYou)),
		app.Elem("ol").Class("ways").Aria("label", textAnswers).Body(items...))
}

// proof says whether something smaller works.
func (p *answerPanel) proof(x wire.Explained, c wire.Counterfactual) app.UI {
	e := p.Explain
	if e.Glance.Has || e.Finding {
		return app.Div().Hidden(true)
	}
	said := app.P().Class("verdict-line").Text(TextFirst(x))
	if x.Nearest && x.Passed == 0 && !e.OldRules {
		said = app.P().Class("verdict-line", "is-proved").Body(app.Text(textNothingSmaller+" "),
			app.Strong().Text(textProved))
	}
	body := []app.UI{said}
	if free := notice.Page.Ranges(p.Shown(), c); free != nil {
		body = append(body, app.Div().Class("panel-note").Body(kit.SentenceOf(free)))
	}
	body = append(body, app.P().Class("panel-note").Text(textSentence(textKeeps(x, c, e.OldRules))),
		p.longer())
	return app.Div().Class("person-verdict").Body(body...)
}

// longer offers a longer search if it may find more.
func (p *answerPanel) longer() app.UI {
	if !p.Explain.Undecided() {
		return app.Text("")
	}
	return widget.Button(TextSearchLonger, widget.Secondary, p.onLonger).Class("is-small").Aria("disabled",
		p.Explain.Finding).Title(textLongerNote(p.Explain.Query().Boxes))
}

// notes returns the notes above the ways.
func (p *answerPanel) notes(x wire.Explained) (list []app.UI) {
	e := p.Explain
	say := func(text string) { list = append(list, app.P().Class("panel-note").Text(text)) }
	if without := notice.Page.GivenUp(x.Laws); without != nil {
		say(notice.Text(without))
	}
	if x.Lapsed > 0 {
		say(TextLapsed(x.Lapsed))
	}
	if x.Unclear {
		say(TextNotClear(e))
	}
	if x.Frail {
		say(TextFrail)
	}
	if e.OldRules && !e.Finding {
		say(TextOldRules)
	}
	return list
}

// none says that no way exists or that none was found, and which rules to relax.
func (p *answerPanel) none(x wire.Explained) []app.UI {
	body := append([]app.UI{p.noneSaid(x)}, p.notes(x)...)
	if !x.None {
		if x.Boxes > 0 {
			body = append(body, &widget.Progress{Label: textRuledOut, Text: notice.Page.Decided(x.Decided),
				Value: x.Decided, Max: 1})
		}
		body = append(body, p.longer())
	}
	if len(x.Carry) > 0 {
		body = append(body, app.P().Class("panel-note").Text(textCarriedNone))
	}
	return append(body, whyNone(x, p.Shown(), p.Follows(), p.Explain.Query()))
}

func (p *answerPanel) noneSaid(x wire.Explained) app.UI {
	return app.Div().Class("is-none").Body(p.headline(textNonePhrases(x)...))
}

// item returns one of the ways.
func (p *answerPanel) item(x wire.Explained, i int) app.UI {
	e, s, c := p.Explain, p.Shown(), x.Rows[i]
	d := p.Follows().Deeds(x.Factual.Row, c)
	shown := i == e.ShownAt()
	head, rest := textWayParts(s, d)
	note := ""
	if i >= len(x.Rows)-x.Brought {
		note = textPinned
	}
	li := app.Li().Class("person-way")
	if shown {
		li = li.Class("is-shown")
	}
	share := TextSure(s.Outcome, c)
	if e.HasNumber {
		share = TextNumber(s.Outcome, c.Number)
	}
	body := []app.UI{&wayButton{Index: i, On: shown, Head: head, Rest: rest, Note: note, Share: share}}
	if !e.Glance.Has {
		card, ok := p.WayCard(i)
		said, judged := p.Labels.Said(card)
		if ok {
			body = append(body, &verdictButtons{Index: i, Said: said, Judged: judged})
		}
		if shown {
			body = append(body, p.tools(i, card, said, ok && judged))
		}
	}
	return li.Aria("label", TextCounterfactualNo(i+1)).Body(body...)
}

// tools returns further actions for the shown way.
func (p *answerPanel) tools(i int, card label.Card, said label.Label, judged bool) app.UI {
	body := []app.UI{&useButton{Index: i}, &pinButton{Index: i, On: p.Explain.Pinned(i)}}
	if judged {
		var chips []app.UI
		for _, j := range card.Changed() {
			chips = append(chips, &whyChip{Index: i, Feature: j, Name: p.Data.Table.Schema.Features[j].Name,
				Said: said.Verdict, Reason: said.Reason})
		}
		body = append(body, app.Details().Class("fold", "why").Body(app.Summary().Text(textWhy),
			app.Div().Class("chips").Role("group").Aria("label", textWhyLong).Body(chips...)))
	}
	return app.Div().Class("way-tools").Body(body...)
}

// foot has links to labels, the notice and the proof.
func (p *answerPanel) foot() app.UI {
	e := p.Explain
	said := 0
	for i := range e.Found.Rows {
		if card, ok := p.WayCard(i); ok {
			if _, judged := p.Labels.Said(card); judged {
				said++
			}
		}
	}
	var body []app.UI
	if n := len(e.Found.Rows); n > 0 {
		body = append(body, app.P().Class("panel-note").Text(textSaidOf(said, n)))
	}
	if p.Generator.HasResult {
		body = append(body, app.A().Href("#"+string(kit.PlaceLabel)).Text(labels.TextNext))
	}
	tools := []app.UI{app.Div().Class("person-head").Body(body...)}
	if e.HasFound {
		kind := widget.Primary
		if e.OldRules {
			kind = widget.Secondary
			tools = append(tools, app.P().Class("panel-note").Text(TextNoNotice))
		}
		tools = append(tools, app.Div().Class("toolbar").Body(
			widget.Button(textWriteNotice, kind, p.onNotice).Aria("disabled", e.OldRules || e.Finding),
			&proofPanel{State: p.State}))
	}
	return app.Div().Class("person-foot").Body(tools...)
}

func (p *answerPanel) onNotice(ctx app.Context, e app.Event) {
	if !p.Explain.OldRules && !p.Explain.Finding {
		ctx.NewAction(project.NoticeAction)
	}
}

func (p *answerPanel) onFind(ctx app.Context, e app.Event) { kit.Do(ctx, store.FindCounterfactuals{}) }

func (p *answerPanel) onReverse(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.FindCounterfactuals{Reverse: true})
}

func (p *answerPanel) onStop(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.Cancel{What: store.TheRow})
	kit.Focus(kit.ResultsID) // the button goes away
}

func (p *answerPanel) onLonger(ctx app.Context, e app.Event) {
	if !p.Explain.Finding {
		kit.Do(ctx, store.SearchLonger{})
	}
}

// wayButton shows a way.
type wayButton struct {
	app.Compo
	Index                   int
	On                      bool
	Head, Rest, Note, Share string
}

func (b *wayButton) Render() app.UI {
	rest := []app.UI{app.Text(b.Rest)}
	if b.Note != "" {
		rest = append(rest, app.Span().Class("badge", "is-outline").Text(b.Note))
	}
	return app.Button().Type("button").Class("way-pick").Aria("pressed", b.On).Title(b.Head+", "+b.Rest).OnClick(
		b.onClick).Body(
		app.Span().Class("way-no").Text(b.Index+1),
		app.Span().Class("way-what").Body(app.Strong().Text(b.Head), app.Span().Text(b.Share),
			app.Span().Class("way-rest").Body(rest...)))
}

func (b *wayButton) onClick(ctx app.Context, e app.Event) { kit.Do(ctx, store.ShowWay{Index: b.Index}) }

// verdictButtons record whether a way is feasible. A second press clears the verdict.
type verdictButtons struct {
	app.Compo
	Index  int
	Said   label.Label
	Judged bool
}

func (b *verdictButtons) on(v label.Verdict) bool { return b.Judged && b.Said.Verdict == v }

func (b *verdictButtons) Render() app.UI {
	return app.Div().Class("way-verdict").Role("group").Aria("label", textCouldNo(b.Index+1)).Body(
		widget.Button(textYes, widget.Secondary, b.onYes).Aria("pressed", b.on(label.Feasible)),
		widget.Button(textNo, widget.Secondary, b.onNo).Aria("pressed", b.on(label.Infeasible)))
}

func (b *verdictButtons) onYes(ctx app.Context, e app.Event) { b.judge(ctx, label.Feasible) }
func (b *verdictButtons) onNo(ctx app.Context, e app.Event)  { b.judge(ctx, label.Infeasible) }

func (b *verdictButtons) judge(ctx app.Context, v label.Verdict) {
	kit.Do(ctx, store.JudgeWay{Index: b.Index, Verdict: v, Reason: b.Said.Reason, Not: b.on(v)})
}

// whyChip names a changed feature as the reason of a verdict, or not.
type whyChip struct {
	app.Compo
	Index, Feature int
	Name           string
	Said           label.Verdict
	Reason         []int
}

func (c *whyChip) Render() app.UI {
	return app.Button().Type("button").Class("chip").Aria("pressed",
		slices.Contains(c.Reason, c.Feature)).OnClick(c.onClick).Text(c.Name)
}

func (c *whyChip) onClick(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.JudgeWay{Index: c.Index, Verdict: c.Said, Reason: kit.Toggled(c.Reason, c.Feature)})
}

// pinButton keeps a counterfactual beside later results.
type pinButton struct {
	app.Compo
	Index int
	On    bool
}

func (b *pinButton) Render() app.UI {
	return widget.Button(textPin, widget.Quiet, b.onClick).Class("is-small").Aria("pressed", b.On).Aria("label",
		textPinNo(b.Index+1))
}

func (b *pinButton) onClick(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.PinAnswer{Index: b.Index, On: !b.On})
}

// useButton copies a counterfactual into the what-if form.
type useButton struct {
	app.Compo
	Index int
}

func (b *useButton) Render() app.UI {
	return widget.Button(textUseFound, widget.Quiet, b.onUse).Class("is-small").Aria("label", textUseNo(b.Index+1))
}

func (b *useButton) onUse(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.UseCounterfactual{Index: b.Index})
	kit.Show(rowTitleID)
}

// furtherNotes returns the notes below the ways.
func furtherNotes(s *store.State) (notes []string) {
	e, x, schema := s.Explain, s.Explain.Found, s.Data.Table.Schema
	if !e.OldRules && len(x.Rows) > x.Brought {
		notes = []string{TextFirst(x)}
	}
	apart := e.Query().Apart
	if n := len(x.Rows) - x.Brought; n > 0 && n < e.Asked && (x.Valid > n || apart != model.OtherWay) {
		notes = append(notes, TextFewer(x, apart, e.Asked))
	}
	if x.NoDegree != "" {
		notes = append(notes, x.NoDegree)
	}
	if len(x.Flat) > 0 {
		notes = append(notes, TextFlat(kit.Each(x.Flat, func(j int) string { return schema.Features[j].Name })))
	}
	return append(notes, TextHonestOf(x))
}
