package graph

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
)

// Changes from the parts of the rule form.
type (
	toggleLevel   struct{ part, level int }
	dropMember    struct{ at int }
	dropForbidden struct{ at int }
)

func (f *RuleForm) onDraft(ctx app.Context, a app.Action) {
	d := &f.draft
	switch w := a.Value.(type) {
	case toggleLevel:
		switch {
		case w.part == ofFeatures:
			d.toggleFeature(w.level)
		case w.part == ofRule:
			d.Levels = kit.Toggled(d.Levels, w.level)
		default:
			f.change(w.part, func(p *rulePart) { p.Levels = kit.Toggled(p.Levels, w.level) })
		}
	case dropMember:
		d.Also = slices.Delete(slices.Clone(d.Also), w.at, w.at+1)
	case dropForbidden:
		d.Transitions = slices.Delete(slices.Clone(d.Transitions), w.at, w.at+1)
	}
}

// lists returns the repeatable parts of a rule.
func (f *RuleForm) lists(s data.Schema) app.UI {
	d, box := f.draft, app.Div().Class("rule-lists")
	levels := []string(nil)
	if d.Feature >= 0 && d.Feature < len(s.Features) {
		levels = s.Features[d.Feature].Levels
	}
	switch kind := d.kind(); {
	case kind == causal.Allowed && levels != nil:
		return box.Body(f.allowed(levels))
	case kind == causal.ForbiddenTransitions && levels != nil:
		return box.Body(f.forbidden(levels)...)
	case kind == causal.IfRisesThenRises || kind == causal.MoveTogether:
		return box.Body(f.members(s)...)
	case kind == causal.Inequality || kind == causal.Cardinality:
		return box.Body(f.parts(s)...)
	}
	return box
}

// allowed returns the levels, each with a box to tick.
func (f *RuleForm) allowed(levels []string) app.UI {
	list := make([]app.UI, len(levels))
	for l, name := range levels {
		_, on := slices.BinarySearch(f.draft.Levels, l)
		list[l] = &levelBox{Part: ofRule, Level: l, Text: name, On: on}
	}
	return app.Div().Class("level-list").Role("group").Aria("label", textAllowedLevels).Body(list...)
}

// A levelBox belongs to one of these, or to the part of a rule with its number, from 0.
const (
	ofRule     = -1
	ofFeatures = -2 // Level is a feature
)

// levelBox is one level, or feature, with a box to tick.
type levelBox struct {
	app.Compo
	Part  int
	Level int
	Text  string
	On    bool
}

func (b *levelBox) Render() app.UI {
	key := "rule-level-"
	if b.Part != ofRule {
		key += strconv.Itoa(b.Part) + "-"
	}
	return &widget.Toggle{Key: key + strconv.Itoa(b.Level), Label: b.Text, On: b.On, OnChange: b.onChange}
}

func (b *levelBox) onChange(ctx app.Context, on bool) {
	ctx.NewActionWithValue(draftAction, toggleLevel{b.Part, b.Level})
}

// forbidden returns the present transitions and a form for the next one.
func (f *RuleForm) forbidden(levels []string) []app.UI {
	options := []widget.Option{{Text: textChoose}}
	for l, name := range levels {
		options = append(options, widget.Option{Value: strconv.Itoa(l + 1), Text: name})
	}
	var chips []app.UI
	for i, t := range f.draft.Transitions {
		if t.From < len(levels) && t.To < len(levels) {
			chips = append(chips, &dropChip{At: i, Text: levels[t.From] + " → " + levels[t.To], Forbidden: true})
		}
	}
	return []app.UI{
		app.Div().Class("row").Body(
			&widget.Select{Key: "step-from", Label: textStepFrom, Options: options, Value: place(f.draft.Step.From),
				OnChange: f.onStepFrom},
			&widget.Select{Key: "step-to", Label: textStepTo, Options: options, Value: place(f.draft.Step.To),
				OnChange: f.onStepTo},
			widget.Button(textForbid, widget.Secondary, f.onForbid),
			widget.Button(textForbidDown, widget.Secondary, f.onForbidDown).Title(textForbidDownHint),
		),
		app.Div().Class("chips").Body(chips...),
	}
}

func (f *RuleForm) onStepFrom(ctx app.Context, value string) {
	f.draft.Step.From = max(placeOf(value), 0)
}
func (f *RuleForm) onStepTo(ctx app.Context, value string) { f.draft.Step.To = max(placeOf(value), 0) }

func (f *RuleForm) onForbid(ctx app.Context, e app.Event) {
	if t := f.draft.Step; t.From > 0 && t.To > 0 && t.From != t.To {
		f.forbid(causal.Transition{From: t.From - 1, To: t.To - 1})
	}
}

// onForbidDown forbids every transition from a later level to an earlier one.
func (f *RuleForm) onForbidDown(ctx app.Context, e app.Event) {
	levels := f.Data.Table.Schema.Features[f.draft.Feature].Levels
	for from := range levels {
		for to := range from {
			f.forbid(causal.Transition{From: from, To: to})
		}
	}
}

func (f *RuleForm) forbid(t causal.Transition) {
	if !slices.Contains(f.draft.Transitions, t) {
		f.draft.Transitions = append(slices.Clone(f.draft.Transitions), t)
	}
}

// members returns the further features of a rule and a form for the next one.
func (f *RuleForm) members(s data.Schema) []app.UI {
	label, kinds := textAlsoTogether, []data.Kind(nil)
	if f.draft.kind() == causal.IfRisesThenRises {
		label, kinds = textAlsoCause, scored
	}
	var chips []app.UI
	for i, m := range f.draft.Also {
		if m.Feature < len(s.Features) {
			chips = append(chips, &dropChip{At: i, Text: textMember(s.Features[m.Feature].Name, m)})
		}
	}
	var guards []app.UI
	if kinds != nil {
		rev := len(f.draft.Also)
		guards = []app.UI{
			&widget.Select{Key: "also-quiet", Label: textAlsoQuiet, Options: someFeatures(s, kinds...), Rev: rev,
				OnChange: f.onAlsoQuiet},
			&widget.Select{Key: "also-quiet-falls", Label: textAlsoQuietFalls, Options: someFeatures(s, kinds...),
				Rev: rev, OnChange: f.onAlsoQuietFalls},
			&widget.Select{Key: "also-still", Label: textAlsoStill, Options: someFeatures(s, kinds...), Rev: rev,
				OnChange: f.onAlsoStill},
		}
	}
	return []app.UI{
		app.Div().Class("row").Body(append([]app.UI{
			&widget.Select{Key: "also-rises", Label: label + textAlsoRises, Options: someFeatures(s, kinds...),
				Rev: len(f.draft.Also), OnChange: f.onAlso},
			&widget.Select{Key: "also-falls", Label: label + textAlsoFalls, Options: someFeatures(s, kinds...),
				Rev: len(f.draft.Also), OnChange: f.onAlsoFalls},
		}, guards...)...),
		app.Div().Class("chips").Body(chips...),
	}
}

func (f *RuleForm) onAlso(ctx app.Context, value string) { f.addMember(value, causal.Member{}) }
func (f *RuleForm) onAlsoFalls(ctx app.Context, value string) {
	f.addMember(value, causal.Member{Falls: true})
}
func (f *RuleForm) onAlsoQuiet(ctx app.Context, value string) {
	f.addMember(value, causal.Member{Part: causal.Quiet})
}
func (f *RuleForm) onAlsoQuietFalls(ctx app.Context, value string) {
	f.addMember(value, causal.Member{Falls: true, Part: causal.Quiet})
}
func (f *RuleForm) onAlsoStill(ctx app.Context, value string) {
	f.addMember(value, causal.Member{Part: causal.Still})
}

func (f *RuleForm) addMember(value string, m causal.Member) {
	if m.Feature = placeOf(value); m.Feature >= 0 {
		f.draft.Also = append(slices.Clone(f.draft.Also), m)
	}
}

// dropChip is a removable member or transition.
type dropChip struct {
	app.Compo
	At        int
	Text      string
	Forbidden bool
}

func (c *dropChip) Render() app.UI {
	return app.Button().Type("button").Class("chip").Aria("label", kit.TextRemoveOf(c.Text)).
		Body(app.Elem("bdi").Text(c.Text), app.Span().Aria("hidden", "true").Text("×")).OnClick(c.onClick)
}

func (c *dropChip) onClick(ctx app.Context, e app.Event) {
	if c.Forbidden {
		ctx.NewActionWithValue(draftAction, dropForbidden{c.At})
	} else {
		ctx.NewActionWithValue(draftAction, dropMember{c.At})
	}
	kit.Focus("rule-form-title") // the chip goes away
}
