package graph

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sorting"
)

// The form of rules about several features: sums of numbers, and conditions.

// rulePart is the part of a draft about one feature.
type rulePart struct {
	Feature int    // -1 until chosen
	Factor  string // factor of a number in a sum
	Right   bool   // the number is on the larger side
	If      bool   // the condition is a premise
	Test    string // one of conditionTests
	Levels  []int
	Min     string
	Max     string
}

// The forms of Cardinality rules, added as hundreds to ruleDraft.Kind.
const (
	someChange = iota
	implies
	someHold
)

func (d ruleDraft) shape() int {
	k, _ := kit.Chosen(d.Kind)
	return k / 100
}

// startParts returns the initial parts of a kind of rule.
func (d ruleDraft) startParts() []rulePart {
	first, second := rulePart{Feature: -1, Factor: "1"}, rulePart{Feature: -1, Factor: "1", Right: true}
	switch {
	case d.kind() == causal.Inequality:
	case d.kind() != causal.Cardinality || d.shape() == someChange:
		return nil
	default:
		first.If = d.shape() == implies
	}
	return []rulePart{first, second}
}

// partsOf sets the parts of a draft from a rule.
func (d *ruleDraft) partsOf(r causal.Rule) {
	for k, j := range r.Features() {
		p := rulePart{Feature: j}
		if r.Kind == causal.Inequality {
			w := r.Law.Weights[k]
			p.Right = w < 0
			p.Factor = kit.ExactNumber(max(w, -w))
		}
		if r.When != nil {
			c := r.When[k]
			p.If, p.Levels = r.IsPremise(k), c.Levels
			p.Test = testOf(c.Changes, c.Not != p.If)
			if !c.Changes && c.Levels == nil {
				p.Min, p.Max = endText(c.Min), endText(c.Max)
			}
		}
		d.Parts = append(d.Parts, p)
	}
	d.Min, d.Max = "", kit.ExactNumber(r.Max)
	if r.Kind == causal.Inequality {
		return
	}
	if r.Min > 0 {
		d.Min = kit.ExactNumber(r.Min)
	}
	if r.Max == float64(len(d.Parts)) {
		d.Max = ""
	}
	switch {
	case r.When == nil:
	case slices.ContainsFunc(d.Parts, func(p rulePart) bool { return p.If }):
		d.Kind = strconv.Itoa(100*implies + int(r.Kind))
	default:
		d.Kind = strconv.Itoa(100*someHold + int(r.Kind))
	}
}

// endText returns an end as text, "" if it is open.
func endText(v float64) string {
	if v <= -causal.Open || v >= causal.Open {
		return ""
	}
	return kit.ExactNumber(v)
}

// several completes the rule of a draft with parts.
func (d ruleDraft) several(r causal.Rule) (causal.Rule, bool) {
	parts := slices.Clone(d.Parts)
	n := len(parts)
	if r.Kind == causal.Cardinality { // premises first
		sorting.Stable(parts, func(a, b rulePart) int { return one(b.If) - one(a.If) })
	}
	if n < 2 || slices.ContainsFunc(parts, func(p rulePart) bool { return p.Feature < 0 }) {
		return r, false
	}
	r.Feature, r.Other = parts[0].Feature, parts[1].Feature
	for _, p := range parts[2:] {
		r.Also = append(r.Also, causal.Member{Feature: p.Feature})
	}
	low, fine := bound(d.Min, 0)
	high, good := bound(d.Max, float64(n))
	ok := fine && good
	if r.Kind == causal.Inequality {
		for _, p := range parts {
			w, fine := bound(p.Factor, 1)
			if ok = ok && fine; p.Right {
				w = -w
			}
			r.Law.Weights = append(r.Law.Weights, w)
		}
		r.Max, good = bound(d.Max, 0)
		return r, ok && good
	}
	if r.Min, r.Max = low, high; d.shape() == someChange {
		return r, ok && (d.Min != "" || d.Max != "")
	}
	if d.Min == "" && d.Max == "" || d.shape() == implies {
		r.Min, r.Max = 1, float64(n)
	}
	for _, p := range parts {
		c := causal.Condition{Changes: p.changes(), Not: p.not() != p.If}
		if !c.Changes {
			least, fine := bound(p.Min, -causal.Open)
			most, good := bound(p.Max, causal.Open)
			if c.Levels = p.Levels; c.Levels == nil {
				c.Min, c.Max = least, most
				ok = ok && fine && good && (p.Min != "" || p.Max != "")
			}
		}
		r.When = append(r.When, c)
	}
	return r, ok
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

func testOf(changes, not bool) string { return strconv.Itoa(2*one(changes) + one(not)) }
func (p rulePart) changes() bool      { return p.Test == "2" || p.Test == "3" }
func (p rulePart) not() bool          { return p.Test == "1" || p.Test == "3" }

// change changes a part of the draft.
func (f *RuleForm) change(at int, how func(p *rulePart)) {
	if at < len(f.draft.Parts) {
		f.draft.Parts = slices.Clone(f.draft.Parts)
		how(&f.draft.Parts[at])
	}
}

// parts returns the rows of fields of a rule about several features.
func (f *RuleForm) parts(s data.Schema) []app.UI {
	d := f.draft
	if d.kind() == causal.Cardinality && d.shape() == someChange {
		return []app.UI{f.several(s), app.Div().Class("rule-fields").Body(f.least(), f.most(textAtMost))}
	}
	sum := d.kind() == causal.Inequality
	var rows []app.UI
	for i := range d.Parts {
		if sum {
			rows = append(rows, f.term(s, i))
		} else {
			rows = append(rows, f.condition(s, i))
		}
	}
	tools := app.Div().Class("rule-fields")
	add := widget.Button(textAddPart, widget.Secondary, f.onAddPart)
	switch {
	case sum:
		tools = tools.Body(f.most(textPlus), add)
	case d.shape() == someHold:
		tools = tools.Body(f.least(), f.most(textAtMost), add)
	default:
		tools = tools.Body(add)
	}
	return append(rows, tools)
}

// least and most return the fields for the limits of a rule.
func (f *RuleForm) least() app.UI {
	return &widget.Text{Key: "rule-min", Label: textAtLeast, Placeholder: textNoBound, Value: f.draft.Min, Live: true,
		OnChange: f.onMin}
}

func (f *RuleForm) most(label string) app.UI {
	return &widget.Text{Key: "rule-max", Label: label, Placeholder: textNoBound, Value: f.draft.Max, Live: true,
		OnChange: f.onMax}
}

// several returns all features, each with a box to tick.
func (f *RuleForm) several(s data.Schema) app.UI {
	list := make([]app.UI, len(s.Features))
	for j, of := range s.Features {
		on := slices.ContainsFunc(f.draft.Parts, func(p rulePart) bool { return p.Feature == j })
		list[j] = &levelBox{Part: ofFeatures, Level: j, Text: of.Name, On: on}
	}
	return app.Div().Class("level-list").Role("group").Aria("label", textSomeOf).Body(list...)
}

// toggleFeature adds a feature to the parts, or removes it.
func (d *ruleDraft) toggleFeature(j int) {
	at, has := slices.BinarySearchFunc(d.Parts, j, func(p rulePart, j int) int { return p.Feature - j })
	if has {
		d.Parts = slices.Delete(slices.Clone(d.Parts), at, at+1)
	} else {
		d.Parts = slices.Insert(slices.Clone(d.Parts), at, rulePart{Feature: j})
	}
}

// choose returns the field for the feature of a part.
func (f *RuleForm) choose(s data.Schema, i int, kinds ...data.Kind) app.UI {
	return &widget.Select{Key: "part-feature-" + strconv.Itoa(i), Label: textNth(textRuleFeature, i),
		Options: someFeatures(s, kinds...), Value: place(f.draft.Parts[i].Feature),
		OnChange: func(ctx app.Context, v string) {
			f.change(i, func(p *rulePart) { p.Feature, p.Levels, p.Min, p.Max = placeOf(v), nil, "", "" })
		}}
}

func (f *RuleForm) text(key, label, value string, i int, of func(p *rulePart) *string) app.UI {
	return &widget.Text{Key: key + strconv.Itoa(i), Label: textNth(label, i), Value: value, Live: true,
		OnChange: func(ctx app.Context, v string) { f.change(i, func(p *rulePart) { *of(p) = strings.TrimSpace(v) }) }}
}

// drop returns the button that removes a part, if enough remain.
func (f *RuleForm) drop(i int) app.UI {
	return widget.Button("×", widget.Quiet, func(ctx app.Context, e app.Event) {
		if i < len(f.draft.Parts) {
			f.draft.Parts = slices.Delete(slices.Clone(f.draft.Parts), i, i+1)
		}
		kit.Focus("rule-form-title")
	}).Aria("label", kit.TextRemoveOf(textNth(textRuleFeature, i))).Disabled(len(f.draft.Parts) < 3)
}

// term returns the fields of a number in a sum.
func (f *RuleForm) term(s data.Schema, i int) app.UI {
	p := f.draft.Parts[i]
	return app.Div().Class("rule-fields").Body(
		f.choose(s, i, data.Continuous, data.Integer),
		f.text("part-factor-", textTimes, p.Factor, i, func(p *rulePart) *string { return &p.Factor }),
		&widget.Select{Key: "part-side-" + strconv.Itoa(i), Label: textNth(textSide, i), Options: sides,
			Value: strconv.FormatBool(p.Right), OnChange: func(ctx app.Context, v string) {
				f.change(i, func(p *rulePart) { p.Right = v == "true" })
			}},
		f.drop(i))
}

// condition returns the fields of a condition.
func (f *RuleForm) condition(s data.Schema, i int) app.UI {
	p := f.draft.Parts[i]
	var list []app.UI
	if f.draft.shape() == implies {
		list = append(list, &widget.Select{Key: "part-if-" + strconv.Itoa(i), Label: textNth(textIfOrThen, i),
			Options: ifOrThen, Value: strconv.FormatBool(p.If), OnChange: func(ctx app.Context, v string) {
				f.change(i, func(p *rulePart) { p.If = v == "true" })
			}})
	}
	list = append(list, f.choose(s, i))
	if p.Feature < 0 || p.Feature >= len(s.Features) {
		return app.Div().Class("rule-fields").Body(append(list, f.drop(i))...)
	}
	of := s.Features[p.Feature]
	list = append(list, &widget.Select{Key: "part-test-" + strconv.Itoa(i), Label: textNth(textTest, i),
		Options: conditionTests, Value: max(p.Test, "0"), OnChange: func(ctx app.Context, v string) {
			f.change(i, func(p *rulePart) { p.Test = v })
		}})
	levels := app.Div().Class("level-list").Hidden(p.changes() || of.Kind.Numeric())
	if !p.changes() && of.Kind.Numeric() {
		list = append(list,
			f.text("part-min-", textIn(textAtLeast, of), p.Min, i, func(p *rulePart) *string { return &p.Min }),
			f.text("part-max-", textIn(textAtMost, of), p.Max, i, func(p *rulePart) *string { return &p.Max }))
	} else if !p.changes() {
		boxes := make([]app.UI, len(of.Levels))
		for l, name := range of.Levels {
			boxes[l] = &levelBox{Part: i, Level: l, Text: name, On: slices.Contains(p.Levels, l)}
		}
		levels = levels.Role("group").Aria("label", textNth(textAllowedLevels, i)).Body(boxes...)
	}
	return app.Div().Class("stack", "is-tight").Body(
		app.Div().Class("rule-fields").Body(append(list, f.drop(i))...), levels)
}

func (f *RuleForm) onAddPart(ctx app.Context, e app.Event) {
	p := f.draft.startParts()[1]
	p.Right = false
	f.draft.Parts = append(slices.Clone(f.draft.Parts), p)
}
