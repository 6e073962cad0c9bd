package graph

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/uitest"
	"causeway/core/causal"
	"causeway/core/data"
)

// So does a rule.
func TestARuleOffersAnOrder(t *testing.T) {
	q := uitest.Open(t)
	q.People()
	form := &RuleForm{State: &q.State, ready: true}
	form.draft = newDraft()
	form.draft.Kind = strconv.Itoa(int(causal.OnlyIncrease))
	form.draft.Feature = 1
	if html := uitest.HTML(form); !strings.Contains(html, "work has no order yet") {
		t.Errorf("the rule asks for no order:\n%s", html)
	}
}

// The order suggested by the names of values is offered where an order is set, and can be
// undone.
func TestTheOrderOfNamesIsOffered(t *testing.T) {
	drawn := func(levels ...string) *uitest.Desk {
		p := uitest.Open(t)
		table := uitest.Table
		table.Schema.Features = slices.Clone(table.Schema.Features)
		table.Schema.Features[1].Kind, table.Schema.Features[1].Levels = data.Category, levels
		p.Load(table)
		return p
	}
	p := drawn("1-4y", "<1y", ">=7y", "4-7y")
	panel := &OrderPanel{Node: 1, Now: true}
	render := func() string {
		panel.State = &p.State
		return uitest.HTML(panel)
	}
	offer := "By their names: &lt;1y &lt; 1-4y &lt; 4-7y &lt; &gt;=7y."
	if html := render(); !strings.Contains(html, offer) || !strings.Contains(html, textOrderSo) {
		t.Fatalf("the order is not offered:\n%s", html)
	}
	panel.onNames(p.Context(), app.Event{})
	p.Settle()
	if got := p.State.Graph.Sketch.Nodes[1].Ranks; !slices.Equal(got, []int{1, 0, 3, 2}) {
		t.Errorf("ranks = %v", got)
	}
	if html := render(); strings.Contains(html, textOrderSo) {
		t.Error("the order that holds is offered")
	}
	p.Do(store.Undo{})
	if html := render(); !strings.Contains(html, textOrderSo) {
		t.Error("taken back, the order is not offered again")
	}
	p = drawn("red", "green", "blue")
	if html := render(); strings.Contains(html, textOrderSo) {
		t.Error("names without an order are ordered by them")
	}
}

func TestADraftBecomesARule(t *testing.T) {
	s := uitest.Schema
	tests := []struct {
		name     string
		draft    ruleDraft
		sentence string
	}{
		{"nothing is chosen", newDraft(), ""},
		{"a range with one end", ruleDraft{Kind: "1", Feature: 0, Other: -1, Min: "20"}, `"age" must be at least 20.`},
		{"a range without ends", ruleDraft{Kind: "1", Feature: 0, Other: -1}, ""},
		{"a range that is no number", ruleDraft{Kind: "1", Feature: 0, Other: -1, Min: "x"}, ""},
		{"a category cannot rise", ruleDraft{Kind: "3", Feature: 1, Other: -1}, ""},
		{"allowed levels", ruleDraft{Kind: "2", Feature: 1, Other: -1, Levels: []int{1}}, `"work" must be nurse.`},
		{"a transition", ruleDraft{Kind: "7", Feature: 1, Other: -1,
			Transitions: []causal.Transition{{From: 1, To: 0}}}, `"work" may not go from nurse to clerk.`},
	}
	for _, tt := range tests {
		got, problem := tt.draft.says(s)
		if got != tt.sentence || (got == "") != (problem != "") {
			t.Errorf("%s: %q, %q, want %q", tt.name, got, problem, tt.sentence)
		}
		if r, ok := tt.draft.rule(); ok && got != "" {
			if back, _ := draftOf(s, r).says(s); back != got {
				t.Errorf("%s: comes back as %q", tt.name, back)
			}
		}
	}
}

// A rule about several features opens in the form with the values that were entered.
func TestTheFormKeepsRulesOfParts(t *testing.T) {
	s := data.Schema{Features: []data.Feature{
		{Name: "debt", Kind: data.Continuous, Max: 100, MAD: 5},
		{Name: "income", Kind: data.Continuous, Max: 100, MAD: 5},
		{Name: "employed", Kind: data.Boolean, Levels: []string{"no", "yes"}},
		{Name: "job", Kind: data.Category, Levels: []string{"cook", "clerk", "none"}},
	}}
	third := []causal.Member{{Feature: 3}}
	is := func(levels ...int) causal.Condition { return causal.Condition{Levels: levels} }
	not := func(c causal.Condition) causal.Condition { c.Not = true; return c }
	most := func(v float64) causal.Condition { return causal.Condition{Min: -causal.Open, Max: v} }
	for _, c := range []struct {
		rule causal.Rule
		says string
	}{
		{causal.Rule{Kind: causal.Inequality, Feature: 0, Other: 1, Law: causal.Law{Weights: []float64{1, -0.4}}},
			`"debt" must be at most 0.4 × "income".`},
		{causal.Rule{Kind: causal.Inequality, Feature: 1, Other: 0, Law: causal.Law{Weights: []float64{-1, -2}},
			Max: -30},
			`"income" + 2 × "debt" must be at least 30.`},
		{causal.Rule{Kind: causal.Cardinality, Feature: 0, Other: 1, Also: third, Max: 1},
			`At most 1 of "debt", "income" and "job" may change.`},
		{causal.Rule{Kind: causal.Cardinality, Feature: 2, Other: 0, Min: 1, Max: 2,
			When: []causal.Condition{not(is(0)), most(0)}}, `If "employed" is no, "debt" must be at most 0.`},
		{causal.Rule{Kind: causal.Cardinality, Feature: 0, Other: 3, Also: []causal.Member{{Feature: 2}}, Min: 1,
			Max: 3, When: []causal.Condition{not(most(3)), not(causal.Condition{Changes: true}), is(1)}},
			`If "debt" is at most 3 and "job" changes, "employed" must be yes.`},
		{causal.Rule{Kind: causal.Cardinality, Feature: 0, Other: 3, Min: 1, Max: 2,
			When: []causal.Condition{most(3), is(0, 2)}},
			`At least 1 of these must be true: "debt" is at most 3; "job" is cook or none.`},
	} {
		if err := c.rule.Check(s); err != nil {
			t.Fatal(err)
		}
		got, ok := draftOf(s, c.rule).rule()
		if !ok || !reflect.DeepEqual(got.Tidy(), c.rule.Tidy()) {
			t.Errorf("%s\nthe form makes %+v, %v\nof %+v", c.says, got, ok, c.rule)
		}
		if says := got.String(s); says != c.says {
			t.Errorf("got %s, want %s", says, c.says)
		}
	}
}
