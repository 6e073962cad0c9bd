package label

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/label"
	"causeway/core/wire"
)

const cardID = "card-title"

// cardPanel shows one counterfactual and takes the verdict on it.
type cardPanel struct {
	app.Compo
	*store.State
	keys   bool   // shortcuts are on
	pair   string // the card that reason is about
	reason []int  // features

	chosen  bool // the person set changed
	changed bool // whether to list only what changes
}

func (p *cardPanel) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Graph|kit.Labels|kit.Generator)
	topicLabelKeys.Observe(ctx, &p.keys)
	kit.Handle(ctx, KeyAction, p.onKey)
}

// card returns the present one, with its reason.
func (p *cardPanel) card() (label.Card, bool) {
	c, ok := p.Labels.Card()
	if !ok || len(c.Factual) != len(p.Data.Table.Schema.Features) {
		return c, false
	}
	if pair := c.Pair(); pair != p.pair {
		p.pair, p.reason = pair, nil
		if said, ok := p.Labels.Said(c); ok {
			p.reason = slices.Clone(said.Reason)
		}
	}
	return c, true
}

func (p *cardPanel) Render() app.UI {
	c, ok := p.card()
	said, judged := label.Label{}, false
	question, person, pictures := p.none(), app.Div().Class("person-row"), app.UI(app.Div().Hidden(true))
	if ok {
		said, judged = p.Labels.Said(c)
		question, pictures = p.question(c), p.pictures(c)
		person.Body(
			app.H2().Class("person-title").Text(kit.TextPerson(p.Data.Place(c.Row))),
			app.P().Class("panel-note").Text(textCardRow(p.reads(c), c)),
			p.changedToggle(), widget.TableRegion(textCardRegion, p.table(c)))
	}
	answer := append(question, p.buttons(ok, judged))
	if judged {
		answer = append(answer, app.P().Class("panel-note").Text(textSaid(p.Data.Table.Schema, said)))
	}
	if ok {
		answer = append(answer, p.reasons(c))
	}
	return app.Section().Class("person", "is-judging").Aria("labelledby", cardID).Body(
		app.Div().Class("person-answer").Body(append([]app.UI{p.against()}, answer...)...),
		person,
		app.Div().Class("person-middle").Body(
			app.Div().Class("person-head").Body(
				app.Div().Body(app.H2().ID(cardID).Class("person-title").TabIndex(-1).Text(TextNext),
					app.P().Role("status").Aria("label", textLabelCounts).Body(
						app.Strong().Text(textCounts(p.Labels)), app.Text(" "),
						app.Span().Text(textPending(p.Labels)))),
				app.A().Class("button").Href("#"+string(kit.PlacePerson)).Text(TextBackToMap)),
			pictures,
			&proposalPanel{State: p.State}, &roundsPanel{State: p.State}, &List{State: p.State}),
		app.Div().Class("person-answer", "card-side").Body(&adoptPanel{State: p.State}, &tunePanel{State: p.State},
			&labelSettings{State: p.State}, app.Details().Class("fold").Hidden(!ok).Body(
				app.Summary().Text(textCardsFrom),
				app.P().Class("panel-note").Text(textDrawnFrom(p.Data, p.Labels, p.hardRules())))))
}

func (p *cardPanel) hardRules() []causal.Rule { return p.Graph.HardRules(p.Data.Table.Schema) }

// reads returns the schema for writing the pair.
func (p *cardPanel) reads(c label.Card) data.Schema {
	return causal.Readable(p.Data.Table.Schema, p.hardRules(), c.Factual, c.Counterfactual)
}

// against names the rules that the previous card's verdict contradicts.
func (p *cardPanel) against() app.UI {
	b, ok := p.Labels.LastAgainst()
	s := p.Data.Table.Schema
	if !ok || b.Rules[0].Check(s) != nil {
		return app.Div().Hidden(true)
	}
	return app.Div().Class("card-against").Body(
		widget.Notice(widget.Warning, textLastAgainst(s, b.Rules)),
		app.Div().Class("toolbar").Body(
			widget.Button(TextCallInfeasible, widget.Secondary, p.onCallInfeasible).Class("is-small"),
			app.A().Href("#causes").Class("button", "is-small").Text(textGoRule)))
}

func (p *cardPanel) onCallInfeasible(ctx app.Context, e app.Event) {
	if b, ok := p.Labels.LastAgainst(); ok {
		kit.Do(ctx, store.EditLabel{Index: b.Label, Verdict: label.Infeasible, Reason: p.Labels.List[b.Label].Reason})
		kit.Focus(cardID) // the button goes away
	}
}

// none says why the page shows no card.
func (p *cardPanel) none() []app.UI {
	switch {
	case !p.Labels.Open:
		return []app.UI{app.P().Text(textDeckPaused), widget.Button(textResumeDeck, widget.Primary, p.onResume)}
	case p.Labels.NoMore:
		return []app.UI{app.P().Text(textNoCards(p.Data, p.Labels, p.hardRules()))}
	}
	return []app.UI{app.P().Text(textCardsWaiting)}
}

// question returns the pair in a sentence, and what to judge about it.
func (p *cardPanel) question(c label.Card) []app.UI {
	s := p.reads(c)
	share := ""
	if c.Target < len(c.Shares) {
		share = kit.FormatProbability(c.Shares[c.Target])
	}
	return []app.UI{
		app.Div().Class("headline").Body(kit.SentenceOf(kit.ChangePhrases(s, p.Graph.Follows(s).Deeds(c.Factual,
			wire.Counterfactual{Row: c.Counterfactual}), c.Target, share))),
		app.P().Class("card-question").Text(TextJudgeHint),
	}
}

// mostPictures is how many changes are drawn. The sentence and the table list all.
const mostPictures = 4

// pictures show the changes among the rows of the table.
func (p *cardPanel) pictures(c label.Card) app.UI {
	var list []app.UI
	for _, j := range c.Changed() {
		if len(list) < mostPictures {
			list = append(list, kit.SettledStrip(p.Data, j, c.Target, c.Factual[j], c.Counterfactual[j]))
		}
	}
	return app.Ul().Class("settling").Aria("label", textCardPictures).Body(list...)
}

// changedToggle hides unchanged features in tables too wide to read at a glance.
func (p *cardPanel) changedToggle() app.UI {
	if len(p.Data.Table.Schema.Features) <= kit.ManyFeatures {
		return nil
	}
	return &widget.Toggle{Key: "card-changed", Label: kit.TextChangedOnly, On: p.changedOnly(),
		OnChange: p.onChangedOnly}
}

func (p *cardPanel) changedOnly() bool {
	if p.chosen {
		return p.changed
	}
	return len(p.Data.Table.Schema.Features) > kit.ManyFeatures
}

func (p *cardPanel) onChangedOnly(ctx app.Context, on bool) { p.chosen, p.changed = true, on }

func (p *cardPanel) table(c label.Card) app.UI {
	s := p.reads(c)
	rows := []app.UI{app.Tr().Class("is-outcome").Body(
		app.Th().Scope("row").Text(textModelSays),
		classWithShare(s, c.Predicted, c.Given),
		classWithShare(s, c.Target, c.Shares))}
	c.Factual, c.Counterfactual = s.Blank(c.Factual), s.Blank(c.Counterfactual)
	order := c.Changed() // changed features come first
	for _, j := range s.Displayed() {
		if !slices.Contains(order, j) && !p.changedOnly() {
			order = append(order, j)
		}
	}
	for _, j := range order {
		f := s.Features[j]
		from, to := f.Format(c.Factual[j]), f.Format(c.Counterfactual[j])
		differs := c.Factual[j] != c.Counterfactual[j]
		cell := app.Td().Class("card-same").Body(app.Span().Aria("hidden", "true").Text(textDitto),
			app.Span().Class("visually-hidden").Text(to))
		if differs {
			cell = app.Td().Class("cell-changed").Body(app.Span().Class("visually-hidden").Text("changed to "),
				app.Strong().Text(to))
		}
		rows = append(rows, app.Tr().Body(app.Th().Scope("row").Body(kit.Breaking(f.Title())...), app.Td().Text(from),
			cell))
	}
	return app.Table().Class("table", "card-table").Aria("label", TextCardTable).Body(
		kit.HeaderRow(kit.TextFeature, textIsFactual, textIsProposed), app.TBody().Body(rows...))
}

func classWithShare(s data.Schema, class int, shares []float64) app.UI {
	text := s.Outcome.Format(float64(class))
	if class >= len(shares) {
		return app.Td().Text(text)
	}
	return app.Td().Body(app.Text(text+", "), app.Span().Class("nobr").Text(kit.FormatProbability(shares[class])))
}

// reasons returns the changed features; a person may name each as the reason.
func (p *cardPanel) reasons(c label.Card) app.UI {
	var chips []app.UI
	for n, j := range c.Changed() {
		key := ""
		if p.keys && n < 9 {
			key = strconv.Itoa(n + 1)
		}
		chips = append(chips, &reasonChip{Feature: j, Name: p.Data.Table.Schema.Features[j].Name,
			On: slices.Contains(p.reason, j), Key: key, OnToggle: p.toggle})
	}
	return app.Div().Role("group").Aria("labelledby", "reasons-title").Body(
		app.Span().ID("reasons-title").Class("field-label").Text(textReasons),
		app.Div().Class("reason-chips").Body(chips...))
}

func (p *cardPanel) toggle(ctx app.Context, feature int) { p.reason = kit.Toggled(p.reason, feature) }

func (p *cardPanel) buttons(ok, judged bool) app.UI {
	return app.Div().Class("card-buttons").Body(
		p.button(TextYes, "✓", keyFeasible, p.onFeasible).Aria("disabled", !ok),
		p.button(TextNo, "✗", keyInfeasible, p.onInfeasible).Aria("disabled", !ok),
		p.button(TextUnsure, "?", keyUnsure, p.onUnsure).Aria("disabled", !ok),
		p.button(textBackCard, "", keyBack, p.onBack).Aria("disabled", p.Labels.At == 0),
		p.button(textNextCard, "", keyNext, p.onNext).Hidden(!judged),
	)
}

func (p *cardPanel) button(name, sign, key string, on app.EventHandler) app.HTMLButton {
	var mark, hint app.UI
	if sign != "" {
		mark = app.Span().Class("verdict-sign").Aria("hidden", "true").Text(sign)
	}
	b := widget.Button("", widget.Secondary, on).Class("verdict-button")
	if p.keys {
		hint, b = keyHint(key), b.Aria("keyshortcuts", strings.ToUpper(key[:1])+key[1:])
	}
	return b.Body(mark, app.Span().Text(name), hint)
}

func keyHint(key string) app.UI {
	return app.Span().Class("key").Aria("hidden", "true").Text(cmp.Or(map[string]string{keyBack: "←",
		keyNext: "→"}[key],
		strings.ToUpper(key)))
}

func (p *cardPanel) onFeasible(ctx app.Context, e app.Event)   { p.judge(ctx, label.Feasible) }
func (p *cardPanel) onInfeasible(ctx app.Context, e app.Event) { p.judge(ctx, label.Infeasible) }
func (p *cardPanel) onUnsure(ctx app.Context, e app.Event)     { p.judge(ctx, label.Unsure) }
func (p *cardPanel) onBack(ctx app.Context, e app.Event)       { kit.Do(ctx, store.StepCard{Back: true}) }
func (p *cardPanel) onNext(ctx app.Context, e app.Event)       { kit.Do(ctx, store.StepCard{}) }

func (p *cardPanel) onResume(ctx app.Context, e app.Event) {
	kit.Do(ctx, store.OpenDeck{})
	kit.Focus(cardID) // the button goes away
}

func (p *cardPanel) judge(ctx app.Context, v label.Verdict) {
	if _, ok := p.card(); ok {
		kit.Do(ctx, store.Judge{Verdict: v, Reason: p.reason})
		p.reason = nil
	}
}

// reasonChip selects a changed feature as the reason, or deselects it.
type reasonChip struct {
	app.Compo
	Feature  int
	Name     string
	On       bool
	Key      string // that does the same; may be empty
	OnToggle func(app.Context, int)
}

func (r *reasonChip) Render() app.UI {
	var hint app.UI
	if r.Key != "" {
		hint = keyHint(r.Key)
	}
	return app.Button().Type("button").Class("chip").Aria("pressed", r.On).Aria("label",
		textReasonOf(r.Name)).OnClick(r.onClick).Body(
		app.Elem("bdi").Text(r.Name), hint)
}

func (r *reasonChip) onClick(ctx app.Context, e app.Event) { r.OnToggle(ctx, r.Feature) }
