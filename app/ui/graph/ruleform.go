package graph

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
)

// ruleForm adds or changes a rule. Nobody else sees the draft until it is added.
type RuleForm struct {
	app.Compo
	*store.State
	Own    bool // it adds rules for the explained person
	view   graphView
	draft  ruleDraft
	drafts int // view.Drafts that draft belongs to
	ready  bool
}

// draftAction carries a change from a part of the form.
const draftAction = "rule-draft"

func (f *RuleForm) OnMount(ctx app.Context) {
	kit.Watch(ctx, kit.Data|kit.Graph)
	topicGraphView.Observe(ctx, &f.view)
	kit.Handle(ctx, draftAction, f.onDraft)
	f.draft, f.drafts, f.ready = f.fresh(), f.view.Drafts, true
}

// fresh returns an empty draft.
func (f *RuleForm) fresh() ruleDraft {
	d := newDraft()
	if f.Own {
		d.Kind = ownRuleKinds[0].Value
	}
	return d
}

func (f *RuleForm) Render() app.UI {
	if !f.ready {
		return app.Div()
	}
	if f.drafts != f.view.Drafts && !f.Own {
		f.drafts, f.draft = f.view.Drafts, newDraft()
		if f.view.HasRule && f.view.Rule < len(f.Graph.Sketch.Rules) {
			f.draft = draftOf(f.Data.Table.Schema, f.Graph.Sketch.Rules[f.view.Rule])
		}
		if v := f.view.Ranged - 1; v >= 0 && v < len(f.Data.Table.Schema.Features) {
			f.draft.Kind, f.draft.Feature = strconv.Itoa(int(rangeOf(f.Data.Table.Schema.Features[v]))), v
		}
	}
	title, button, kinds, changing := textNewRule, textAddRule, ruleKinds, f.view.HasRule
	switch {
	case f.Own:
		title, button, kinds, changing = textNewOwnRule, textAddOwnRule, ownRuleKinds, false
	case changing:
		title, button = textChangeRule, textSetRule
	}
	s := f.Data.Table.Schema
	sentence, problem := f.draft.says(s)
	tools := []app.UI{widget.Button(button, widget.Primary, nil).Type("submit")}
	if changing {
		tools = append(tools, widget.Button(kit.TextCancel, widget.Secondary, f.onCancel))
	}
	heading := app.H3().ID("rule-form-title").Class("subtitle").TabIndex(-1).Text(title)
	form := app.Form().Class("rule-form").Attr("novalidate", "").Aria("labelledby", "rule-form-title").OnSubmit(f.onAdd)
	fields := []app.UI{
		app.Div().Class("rule-fields").Body(append([]app.UI{
			&widget.Select{Key: "rule-kind", Label: textRuleKind, Options: kinds, Value: f.draft.Kind,
				OnChange: f.onKind},
		}, f.fields(s)...)...),
		f.lists(s),
		f.orders(s),
		app.P().Class("rule-text").Role("status").Body(app.Elem("bdi").Text(sentence),
			app.Span().Class("muted").Text(problem)),
		app.Div().Class("toolbar").Body(tools...),
	}
	if f.Own {
		return form.Body(append([]app.UI{heading}, fields...)...)
	}
	return app.Details().Class("fold", "is-wide").Open(changing || f.view.Ranged > 0).Body(app.Summary().Body(heading),
		form.Body(fields...))
}

// rangeOf returns the kind of rule that bounds a feature's values.
func rangeOf(f data.Feature) causal.RuleKind {
	if f.Kind.Numeric() {
		return causal.Range
	}
	return causal.Allowed
}

// fields returns the inputs that the kind of rule needs.
func (f *RuleForm) fields(s data.Schema) []app.UI {
	d := f.draft
	feature := func(label string, of ...data.Kind) app.UI {
		return &widget.Select{Key: "rule-feature", Label: label, Options: someFeatures(s, of...),
			Value: place(d.Feature), OnChange: f.onFeature}
	}
	other := func(label string, of ...data.Kind) app.UI {
		return &widget.Select{Key: "rule-other", Label: label, Options: someFeatures(s, of...), Value: place(d.Other),
			OnChange: f.onOther}
	}
	in := func(label string) string {
		if d.Feature < 0 || d.Feature >= len(s.Features) {
			return label
		}
		return textIn(label, s.Features[d.Feature])
	}
	var list []app.UI
	switch d.kind() {
	case causal.Immutable:
		list = append(list, feature(textRuleFeature))
	case causal.OnlyIncrease, causal.OnlyDecrease:
		list = append(list, feature(textRuleFeature, scored...))
	case causal.Range:
		list = append(list, feature(textRuleFeature, data.Continuous, data.Integer),
			&widget.Text{Key: "rule-min", Label: in(textAtLeast), Placeholder: textNoBound, Value: d.Min, Live: true,
				OnChange: f.onMin},
			&widget.Text{Key: "rule-max", Label: in(textAtMost), Placeholder: textNoBound, Value: d.Max, Live: true,
				OnChange: f.onMax})
	case causal.Allowed, causal.ForbiddenTransitions:
		list = append(list, feature(textRuleFeature, data.Ordered, data.Category, data.Boolean))
	case causal.IfRisesThenRises:
		list = append(list, feature(textIfRises, scored...), other(textThen, scored...),
			&widget.Select{Key: "rule-way", Label: textThenWay, Options: thenWays, Value: strconv.FormatBool(d.Falls),
				OnChange: f.onFalls},
			&widget.Toggle{Key: "rule-strict", Label: textRuleStrict, On: d.Strict, OnChange: f.onStrict},
			&widget.Toggle{Key: "rule-reverse", Label: textRuleReverse, On: d.Reverse, OnChange: f.onReverse})
		list = append(list, f.sizes(s)...)
	case causal.MoveAtMost:
		list = append(list, feature(textRuleFeature, scored...),
			&widget.Text{Key: "rule-down", Label: in(textLeastFall), Placeholder: textNoBound, Value: d.Min, Live: true,
				OnChange: f.onMin},
			&widget.Text{Key: "rule-up", Label: in(textMostRise), Placeholder: textNoBound, Value: d.Max, Live: true,
				OnChange: f.onMax})
	case causal.LessOrEqual:
		list = append(list, feature(textRuleFeature, scored...), other(textAtMostOther, scored...))
	case causal.MoveTogether:
		list = append(list, feature(textRuleFeature), other(textTogetherWith),
			&widget.Select{Key: "rule-way", Label: textTogetherWay, Options: togetherWays,
				Value: strconv.FormatBool(d.Falls), OnChange: f.onFalls})
	}
	if f.Own {
		return list
	}
	return append(list, &widget.Select{Key: "rule-force", Label: textRuleForce, Options: forces,
		Value: strconv.FormatBool(d.Soft), OnChange: f.onSoft})
}

// sizes returns the inputs for how far the effect moves with a single cause, or for which of several
// causes must move.
func (f *RuleForm) sizes(s data.Schema) []app.UI {
	d := f.draft
	if d.movers() > 1 {
		return []app.UI{&widget.Select{Key: "rule-any", Label: textRuleCauses, Options: causeWays,
			Value: strconv.FormatBool(d.Any), OnChange: f.onAny}}
	}
	if d.Feature < 0 || d.Feature >= len(s.Features) {
		return nil
	}
	cause := s.Features[d.Feature]
	return []app.UI{
		&widget.Text{Key: "rule-least", Label: textSizeOf(textAtLeast, cause), Placeholder: textAnySize, Value: d.Least,
			Live: true, OnChange: f.onLeast},
		&widget.Text{Key: "rule-most", Label: textSizeOf(textAtMost, cause), Placeholder: textAnySize, Value: d.Most,
			Live: true, OnChange: f.onMost},
	}
}

// scored holds the kinds that can rise and fall, and the kind that people can order here.
var scored = []data.Kind{data.Continuous, data.Integer, data.Ordered, data.Boolean, data.Category}

// orders shows the order panels of chosen features that cannot rise or fall without one.
func (f *RuleForm) orders(s data.Schema) app.UI {
	var list []app.UI
	if kind := f.draft.kind(); kind.Scored() {
		if list = f.orderOf(list, s, f.draft.Feature); kind.Relates() {
			list = f.orderOf(list, s, f.draft.Other)
		}
	}
	return app.Div().Class("stack", "is-tight").Body(list...)
}

func (f *RuleForm) orderOf(list []app.UI, s data.Schema, j int) []app.UI {
	g := f.Graph.Sketch
	if j < 0 || j >= len(s.Features) || j >= len(g.Nodes) || s.Features[j].Kind != data.Category &&
		g.Nodes[j].Ranks == nil {
		return list
	}
	return append(list, app.Div().Class("stack", "is-tight").Role("group").Aria("label",
		textOrderOfValues(s.Features[j].Name)).Body(
		app.P().Class("panel-note").Text(kit.TextNeedsOrder(s.Features[j])),
		&OrderPanel{State: f.State, Node: j, Now: true}))
}

// someFeatures lists the features of some kinds, or all.
func someFeatures(s data.Schema, kinds ...data.Kind) []widget.Option {
	list := []widget.Option{{Text: textChoose}}
	for v, f := range s.Features {
		fits := len(kinds) == 0
		for _, k := range kinds {
			fits = fits || k == f.Kind
		}
		if fits {
			list = append(list, widget.Option{Value: strconv.Itoa(v), Text: f.Name})
		}
	}
	return list
}

func place(v int) string { return choice(v, v >= 0) }

func (f *RuleForm) onKind(ctx app.Context, value string) {
	soft := f.draft.Soft
	f.draft = newDraft()
	f.draft.Kind, f.draft.Soft = value, soft
	f.draft.Parts = f.draft.startParts()
}

func (f *RuleForm) onFeature(ctx app.Context, value string) {
	f.draft.Feature = placeOf(value)
	f.draft.Levels, f.draft.Transitions, f.draft.Step = nil, nil, causal.Transition{}
}

func placeOf(value string) int {
	if v, ok := kit.Chosen(value); ok {
		return v
	}
	return -1
}

func (f *RuleForm) onOther(ctx app.Context, value string) { f.draft.Other = placeOf(value) }
func (f *RuleForm) onMin(ctx app.Context, text string)    { f.draft.Min = strings.TrimSpace(text) }
func (f *RuleForm) onMax(ctx app.Context, text string)    { f.draft.Max = strings.TrimSpace(text) }
func (f *RuleForm) onFalls(ctx app.Context, value string) { f.draft.Falls = value == "true" }
func (f *RuleForm) onStrict(ctx app.Context, on bool)     { f.draft.Strict = on }
func (f *RuleForm) onReverse(ctx app.Context, on bool)    { f.draft.Reverse = on }
func (f *RuleForm) onAny(ctx app.Context, value string)   { f.draft.Any = value == "true" }
func (f *RuleForm) onLeast(ctx app.Context, text string)  { f.draft.Least = strings.TrimSpace(text) }
func (f *RuleForm) onMost(ctx app.Context, text string)   { f.draft.Most = strings.TrimSpace(text) }
func (f *RuleForm) onSoft(ctx app.Context, value string)  { f.draft.Soft = value == "true" }
func (f *RuleForm) onCancel(ctx app.Context, e app.Event) {
	Wish(ctx, wantNoRule{})
	kit.Focus("rules-title")
}

func (f *RuleForm) onAdd(ctx app.Context, e app.Event) {
	e.PreventDefault()
	s := f.Data.Table.Schema
	r, ok := f.draft.rule()
	if !ok || r.Check(s) != nil {
		kit.Do(ctx, store.Say{Text: textRuleIncomplete})
		return
	}
	if f.Own {
		kit.Do(ctx, store.AddOwnRule{Rule: r})
		f.draft = f.fresh()
		kit.Focus("own-rules-title")
		return
	}
	if f.view.HasRule {
		kit.Do(ctx, store.SetRule{At: f.view.Rule, Rule: r})
	} else {
		kit.Do(ctx, store.AddRule{Rule: r})
	}
	Wish(ctx, wantNoRule{})
	kit.Focus("rules-title")
}
