package explain

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	labels "causeway/app/ui/label"
	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/document"
	"causeway/core/notice"
	"causeway/core/wire"
)

// proofPanel is a fold with the steps to each counterfactual, its proof, and all values.
type proofPanel struct {
	app.Compo
	*store.State

	open bool
}

func (p *proofPanel) OnMount(ctx app.Context) { kit.Watch(ctx, kit.Data|kit.Explain|kit.Graph) }

func (p *proofPanel) onToggle(ctx app.Context, e app.Event) {
	p.open = ctx.JSSrc().Get("open").Truthy()
}

func (p *proofPanel) Render() app.UI {
	fold := app.Details().Class("proof-fold").On("toggle", p.onToggle)
	summary := app.Summary().Class("button").Text(textHowProved)
	if !p.open && app.IsClient || !p.Explain.HasFound { // outside a browser nobody can open it
		return fold.Body(summary)
	}
	return fold.Body(summary, app.Div().Class("proof-page").Body(append(p.proofs(), &valuesPanel{State: p.State})...))
}

func (p *proofPanel) proofs() []app.UI {
	e := p.Explain
	x, schema := e.Found.Blank(p.Data.Table.Schema), p.Shown()
	body := []app.UI{app.Div().Class("person-head").Body(
		app.H2().Class("person-title").Text(textHowProved),
		app.Button().Type("button").Class("button").Text(labels.TextBackToMap).OnClick(p.onClose)),
		app.P().Class("panel-note").Text(TextResults(p.Data.Place(e.FoundRow),
			!slices.Equal(e.Found.Factual.Row, e.Row)))}
	if len(x.Rows) == x.Brought {
		body = append(body, app.P().Body(kit.Worded(notice.Text(notice.Page.NoneFound(x, schema)))...))
	}
	for _, text := range furtherNotes(p.State) {
		body = append(body, app.P().Class("panel-note").Text(text))
	}
	n, follow := len(p.Graph.HardRules(schema)), p.followers()
	if n > 0 {
		body = append(body, app.P().Class("panel-note").Body(
			kit.Worded(textRulesHold(n, len(p.Graph.AllRules(schema))))...))
	} else if len(follow) == 0 {
		body = append(body, app.P().Class("panel-note").Body(append(kit.Worded(textRulesHold(0, 0)+" "),
			app.A().Href("#"+string(kit.PlaceTable)).Text(textSayRules))...))
	}
	if len(follow) > 0 {
		body = append(body, app.P().Class("panel-note").Text(textFollowers(follow)))
	}
	body = append(body, p.reasons()...)
	items := make([]app.UI, len(x.Rows))
	for i, c := range x.Rows {
		items[i] = p.answerProof(x, i, c)
	}
	return append(body, app.Elem("ol").Class("answers").Aria("label", textHowProved).Body(items...))
}

// reasons shows what the decision depends on, and how responsive each feature is.
func (p *proofPanel) reasons() (list []app.UI) {
	r, s := p.Explain.Reasons.Blank(p.Data.Table.Schema), p.Shown()
	if len(r.Row) != len(s.Features) {
		return nil
	}
	list = append(list, app.H3().Class("person-label").Text(textReasons))
	if fixed := notice.Page.Fixed(s, r); fixed != nil {
		list = append(list, app.Div().Body(kit.SentenceOf(fixed)))
	}
	var items []app.UI
	for _, reason := range notice.Page.Reasons(s, r) {
		items = append(items, app.Li().Body(kit.SentenceOf(reason)))
	}
	if items != nil {
		list = append(list, app.Ul().Class("reasons").Aria("label", textReasons).Body(items...))
	}
	if r.Fixed == document.Yes {
		return list
	}
	var free []app.UI
	for _, x := range r.Each {
		if !x.Locked && x.Tried > 0 {
			free = append(free, app.Elem("dt").Body(kit.Clamped(s.Features[x.Feature].Name)),
				app.Elem("dd").Text(textResponds(x)))
		}
	}
	if free != nil {
		list = append(list, app.Details().Class("fold").Body(app.Summary().Text(textResponsive),
			app.Elem("dl").Class("answer-changes").Body(free...)))
	}
	return list
}

func (p *proofPanel) onClose(ctx app.Context, e app.Event) {
	fold := ctx.JSSrc().Call("closest", "details")
	fold.Set("open", false)
	fold.Call("querySelector", "summary").Call("focus")
}

// followers returns the names of the features that follow by a mechanism.
func (p *proofPanel) followers() []string {
	schema := p.Data.Table.Schema
	if len(p.Graph.Sketch.Nodes) != len(schema.Features) { // the table may be lost with its engine
		return nil
	}
	return kit.Each(p.Graph.Sketch.Knowledge().Followers(schema), func(j int) string { return schema.Features[j].Name })
}

// answerProof returns the proof of one counterfactual.
func (p *proofPanel) answerProof(x wire.Explained, i int, c wire.Counterfactual) app.UI {
	schema, follows := p.Shown(), p.Follows()
	factual := x.Factual.Row
	body := []app.UI{
		app.H3().Class("person-label").Text(TextCounterfactualNo(i+1) + ": " + textAnswerHead(i, x, c,
			p.Explain.OldRules)),
		kit.SentenceOf(PhrasesOf(schema, factual, c, follows))}
	d := follows.Deeds(factual, c)
	var changes []app.UI
	for j, v := range d.Values {
		if !d.Does(j) && !d.Follows(j) {
			continue
		}
		f, without := schema.Features[j], c.Without
		note := ""
		switch {
		case d.Follows(j):
			note = strings.TrimSpace(TextFollowsMark)
		case j < len(without) && c.Changed > 1 && without[j] < notice.SureOf(c): // otherwise a rule requires the change
			note = textWithout(without[j], shareAsked(p.Explain.Query(), x, len(schema.Outcome.Levels)), x.Judges > 0)
		}
		if d.OnTop(j) {
			onTop := notice.Text(notice.Page.OnTop(f, d.Base[j], v))
			note = kit.And(slices.DeleteFunc([]string{note, onTop}, func(s string) bool { return s == "" }))
		}
		changes = append(changes, app.Elem("dt").Body(kit.Clamped(f.Name)),
			app.Elem("dd").Body(widget.Changed(f.Format(factual[j]), f.Say(v)),
				app.Span().Class("answer-note").Text(note)))
	}
	body = append(body, app.Elem("dl").Class("answer-changes").Body(changes...))
	if free := notice.Page.Ranges(schema, c); free != nil {
		body = append(body, app.Div().Class("panel-note").Body(kit.SentenceOf(free)))
	}
	for _, text := range Beside(x, c) {
		body = append(body, app.P().Class("panel-note").Text(text))
	}
	if x.HasUsual {
		body = append(body, app.P().Class("panel-note").Text(TextUsualNote(schema.Outcome.Format(float64(x.Target)))))
	}
	return app.Li().Class("stack", "is-tight").Body(append(body, planOf(schema, factual, c),
		app.Details().Class("answer-proof").Body(app.Summary().Text(textKeeps(x, c, p.Explain.OldRules)),
			proofOf(x, schema, c)))...)
}

// manyLaws is the number of rules from which the list of a proof scrolls on
// its own.
const manyLaws = 12

// proofOf lists what was checked on exactly the values of a counterfactual.
func proofOf(x wire.Explained, s data.Schema, c wire.Counterfactual) app.UI {
	items, silent := []app.UI{verdict("✓", "is-kept", TextReached(s.Outcome.Format(float64(c.Class))))}, []app.UI(nil)
	for i, v := range c.Proof {
		if i >= len(x.Laws) {
			break
		}
		mark, class, text := "✓", "is-kept", v.Sentence
		switch {
		case !v.Pass:
			mark, class = "✗", "is-broken"
		case !v.Applies:
			mark, class, text = "–", "is-silent", TextSilent(v.Sentence)
		}
		said := verdict(mark, class, strings.TrimSuffix(text, ".")+TextVerdictTags(x.Laws[i])+".")
		if v.Pass && !v.Applies {
			silent = append(silent, said)
		} else {
			items = append(items, said)
		}
	}
	list := app.Ul().Class("proof").Aria("label", textProof).Body(items...)
	body := []app.UI{list}
	if len(items) > manyLaws {
		body[0] = app.Div().Class("proof-long").TabIndex(0).Body(list)
	}
	if len(silent) > 0 {
		body = append(body, app.Details().Class("proof-silent").Body(
			app.Summary().Text(textSilentRules(len(silent))),
			app.Ul().Class("proof").Aria("label", textSilentRules(len(silent))).Body(silent...)))
	}
	if x.HasDegree {
		body = append(body, app.P().Class("degree").Text(TextDegree(c.Degree, x.Factual.Degree)))
	}
	return app.Div().Class("proof-box").Body(body...)
}

func verdict(mark, class, text string) app.UI {
	return app.Li().Class("verdict", class).Body(
		app.Span().Class("verdict-mark").Aria("hidden", "true").Text(mark), app.Span().Text(text))
}

// waysShown limits how many relaxations are listed.
const waysShown = 3

// whyNone names the rules in the way and which of them to relax. For a feature that nobody can change,
// it shows the cost but offers no change.
func whyNone(x wire.Explained, s data.Schema, follows store.Following, asked wire.Explain) app.UI {
	graph, far := asked.Knowledge.Rules, beyond(x, s, asked.Rules)
	fixed := func(law int) bool { return law < len(graph) && graph[law].Kind == causal.Immutable }
	hard := false
	for _, l := range x.Laws {
		hard = hard || !l.Soft && !l.GivenUp
	}
	if !hard && len(x.Relaxed) == 0 {
		return app.Div()
	}
	body := []app.UI{app.H3().Class("subtitle").Text(textWhyNone)}
	for _, c := range x.Conflicts {
		body = append(body, app.P().Text(c))
	}
	if len(x.Relaxed) == 0 {
		return app.Div().Class("stack", "is-tight").Body(append(body, app.P().Text(TextWhyNothing))...)
	}
	var ways []app.UI
	var within []string
	for i, r := range x.Relaxed[:min(len(x.Relaxed), waysShown)] {
		row, factual := r.Row, x.Factual.Row
		base := slices.Clone(follows.Deeds(factual, row).Base)
		for _, j := range freed(x, r) {
			base[j] = factual[j]
		}
		row.Base = base
		what := textRelaxation(r, x.Laws)
		if list := horizonsOf(r, far); list != nil {
			what = textBeyond(list)
			within = append(within, list...)
		}
		var offer app.UI = &relaxButton{Index: i, Text: what}
		if slices.ContainsFunc(r.Without, fixed) {
			offer = app.Span().Title(textRelaxFixed).Text(what)
		}
		ways = append(ways, app.Li().Class("give-up").Body(offer,
			app.Strong().Text(textWayShort(s, follows.Deeds(factual, row)))))
	}
	if within != nil {
		slices.Sort(within)
		body = append(body, app.P().Text(textNothingWithin(slices.Compact(within))))
	}
	body = append(body, app.P().Text(textWhyRelax), app.Elem("ol").Class("give-ups").Aria("label",
		textWhyNone).Body(ways...))
	if n := len(x.Relaxed) - waysShown; n > 0 {
		body = append(body, app.P().Class("panel-note").Text(textMoreWays(n)))
	}
	return app.Div().Class("stack", "is-tight").Body(body...)
}

// carriedBy returns the effects that follow from their causes by laws that were not relaxed.
func carriedBy(x wire.Explained) map[int]int {
	by, n := map[int]int{}, len(x.Carry)-1
	for i := len(x.Laws) - 1; i >= 0 && n >= 0; i-- {
		if !x.Laws[i].GivenUp {
			by[i] = x.Carry[n]
			n--
		}
	}
	return by
}

// freed returns the effects that a relaxation releases.
func freed(x wire.Explained, r wire.Relaxation) (list []int) {
	by := carriedBy(x)
	for _, i := range r.Without {
		if j, is := by[i]; is {
			list = append(list, j)
		}
	}
	return list
}

// relaxButton searches again without the obstructing rules.
type relaxButton struct {
	app.Compo
	Index int
	Text  string
}

func (b *relaxButton) Render() app.UI {
	return app.Button().Type("button").Class("chip").OnClick(b.onClick).Title(textRelax).Aria("label",
		textRelaxNo(b.Index+1)).Aria("description", b.Text).Text(b.Text)
}

func (b *relaxButton) onClick(ctx app.Context, e app.Event) { kit.Do(ctx, store.Relax{Index: b.Index}) }
