package data

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/causal"
	"causeway/core/data"
)

// rulesPanel asks what nobody can change and what can only grow, before anything is
// trained. Features that sound like it come first; none is set by itself.
type rulesPanel struct {
	app.Compo
	*store.State
	here app.Context
}

func (p *rulesPanel) OnMount(ctx app.Context) {
	p.here = ctx
	kit.Watch(ctx, kit.Data|kit.Graph)
}

func (p *rulesPanel) Render() app.UI {
	features := p.Data.Table.Schema.Features
	if !p.Data.HasTable || len(p.Graph.Sketch.Nodes) != len(features) {
		return app.Div().Hidden(true)
	}
	return app.Section().Class("panel", "rules-first").Aria("labelledby", "rules-first-title").Body(
		app.H2().ID("rules-first-title").Class("panel-title").TabIndex(-1).Text(textRulesFirst),
		app.P().Class("panel-note").Text(textRulesFirstNote),
		p.question(textGivenAsk, causal.Immutable, likelyGiven),
		p.question(textGrowsAsk, causal.OnlyIncrease, data.LikelyGrowing),
		app.P().Class("panel-note").Body(app.Text(textRulesMore+" "), app.A().Href("#"+string(kit.StepGraph)).Text(kit.TextGoGraph)),
	)
}

// givenParts are parts of the names of what has been, as how often somebody was called and with
// what outcome, and of what nobody is to be asked for. They are not among data's own words, as
// what those name is no outcome that is guessed, and these may be one.
var givenParts = [...]string{"history", "previous", "pdays", "poutcome", "marital"}

// likelyGiven reports whether a feature sounds like something that nobody can change, or that
// no answer should ask for, as a divorce.
func likelyGiven(f data.Feature) bool {
	for _, part := range givenParts {
		if strings.Contains(strings.ToLower(f.Name), part) {
			return true
		}
	}
	return data.LikelyGiven(f)
}

// question is one of both with its chips: those that are likely or stated in sight,
// the others folded.
func (p *rulesPanel) question(ask string, kind causal.RuleKind, likely func(data.Feature) bool) app.UI {
	var near, far []app.UI
	for v, f := range p.Data.Table.Schema.Features {
		chip := &ruleChip{Ask: ask, Rule: kind, Feature: v, Name: f.Name, At: p.at(kind, v), panel: p, NeedsOrder: kind != causal.Immutable && f.Kind == data.Category}
		switch {
		case chip.At >= 0 || likely(f):
			near = append(near, chip)
		case kind == causal.OnlyIncrease && p.at(causal.Immutable, v) >= 0: // stays as it is anyway
		default:
			far = append(far, chip)
		}
	}
	chips := app.Div() // even without any, or the fold after it would be drawn anew, and closed
	if len(near) > 0 {
		chips = chips.Class("chips").Role("group").Aria("label", ask)
	}
	body := []app.UI{app.H3().Class("subtitle").Text(ask), chips.Body(near...)}
	if len(far) > 0 {
		body = append(body, &otherChips{Ask: ask, ID: othersID(kind), Text: textOthers(len(near), len(far)), Chips: far})
	}
	return app.Div().Class("rules-ask").Body(body...)
}

// otherChips are those that do not sound like it, drawn once somebody unfolds them: a
// table may have 500.
type otherChips struct {
	app.Compo
	Ask, ID, Text string
	Chips         []app.UI
	open          bool
}

func (c *otherChips) Render() app.UI {
	body := []app.UI{app.Summary().ID(c.ID).Text(c.Text)}
	if c.open {
		body = append(body, app.Div().Class("chips").Role("group").Aria("label", textOthersOf(c.Ask)).Body(c.Chips...))
	}
	return app.Details().Class("fold").On("toggle", c.onToggle).Body(body...)
}

func (c *otherChips) onToggle(ctx app.Context, e app.Event) {
	c.open = ctx.JSSrc().Get("open").Bool()
}

// at is the number of the rule that says this of a feature for everyone, or below 0.
func (p *rulesPanel) at(kind causal.RuleKind, feature int) int {
	return slices.IndexFunc(p.Graph.Sketch.Rules, func(r causal.Rule) bool { return r.Kind == kind && r.Feature == feature && !r.Soft })
}

// ruleChip states a rule of one feature, or takes it back.
type ruleChip struct {
	app.Compo
	Ask, Name  string
	Rule       causal.RuleKind
	Feature    int
	At         int
	NeedsOrder bool
	panel      *rulesPanel
}

func chipID(kind causal.RuleKind, feature int) string {
	return fmt.Sprintf("rule-%d-%d", kind, feature)
}

func othersID(kind causal.RuleKind) string { return fmt.Sprintf("rule-%d-others", kind) }

func (c *ruleChip) Render() app.UI {
	return app.Button().ID(chipID(c.Rule, c.Feature)).Type("button").Class("chip").Aria("pressed", c.At >= 0).Title(c.Name).OnClick(c.onClick).Body(app.Bdi().Text(c.Name))
}

func (c *ruleChip) onClick(ctx app.Context, e app.Event) {
	switch {
	case c.At >= 0:
		kit.Do(ctx, store.RemoveRule{At: c.At})
		c.panel.follow(c.Rule, c.Feature, false)
	case c.NeedsOrder:
		kit.Do(ctx, store.Say{Text: textOrderFirst(c.Name)})
	default:
		kit.Do(ctx, store.AddRule{Rule: causal.Rule{Kind: c.Rule, Feature: c.Feature}})
		c.panel.follow(c.Rule, c.Feature, true)
	}
}

// follow has the focus go with a chip that moves between those in sight and the fold, or
// to the fold that took it in. The chip itself may be gone by then, so the panel looks.
func (p *rulesPanel) follow(kind causal.RuleKind, feature int, pressed bool) {
	id := chipID(kind, feature)
	var look func(left int) func(app.Context)
	look = func(left int) func(app.Context) {
		return func(ctx app.Context) {
			e := app.Window().GetElementByID(id)
			switch {
			case !e.Truthy():
				kit.Focus(othersID(kind))
			case e.Call("getAttribute", "aria-pressed").String() == strconv.FormatBool(pressed):
				kit.Focus(id)
			case left > 0:
				ctx.Defer(look(left - 1))
			}
		}
	}
	p.here.Defer(look(30))
}
