package data

import (
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/uitest"
	"causeway/core/causal"
)

// A law that nearly holds is offered apart from the others, with its own button.
func TestANearLawIsOffered(t *testing.T) {
	p := uitest.Related(t)
	p.State.Data.Table.Relations = append(p.State.Data.Table.Relations[:1:1],
		causal.Rule{Kind: causal.Computed, Feature: 3, Other: 0, Also: []causal.Member{{Feature: 1}},
			Law: causal.Law{Weights: []float64{1}, Product: true, Own: true}})
	panel := &RelationsPanel{State: &p.State}
	if html := uitest.HTML(panel); !strings.Contains(html, textNear) || !strings.Contains(html, "in proportion to") {
		t.Errorf("the panel does not offer it: %s", html)
	}
	panel.take(p.Context(), causal.Computed)
	p.Settle()
	if rules := p.State.Graph.Sketch.Rules; len(rules) != 1 || rules[0].Law.Own {
		t.Errorf("rules = %v", rules)
	}
}

func TestWhatFollowsIsOffered(t *testing.T) {
	p := uitest.Related(t)
	panel := &RelationsPanel{State: &p.State}
	shows := func(part string) bool {
		return strings.Contains(uitest.HTML(panel), part)
	}
	for _, part := range []string{textRelations, "is always", textRelationsAll, textFlags, "May not change: ",
		textFlagsAll} {
		if !shows(part) {
			t.Errorf("the panel lacks %q", part)
		}
	}
	if shows(`"other is missing" may not change`) {
		t.Error("the flag of a column that is not there is offered")
	}
	panel.take(p.Context(), causal.Computed)
	p.Settle()
	kinds := func() (list []causal.RuleKind) {
		for _, r := range p.State.Graph.Sketch.Rules {
			list = append(list, r.Kind)
		}
		return list
	}
	if got := kinds(); !slices.Equal(got, []causal.RuleKind{causal.Computed, causal.Computed}) {
		t.Errorf("rules = %v", got)
	}
	if shows(textRelations) || shows(textRelationsAll) || !shows(textFlags) {
		t.Error("with both rules the panel offers other than the flags")
	}
	p.Do(store.Undo{}) // both at once
	if got := kinds(); len(got) > 0 {
		t.Errorf("taken back, rules = %v", got)
	}
	panel.onFlags(p.Context(), app.Event{})
	p.Settle()
	rules, s := p.State.Graph.Sketch.Rules, p.State.Data.Table.Schema
	if len(rules) != 4 || rules[0].Kind != causal.Immutable || rules[0].Feature != 4 || rules[2].Feature != 5 ||
		rules[1].String(s) != `"`+s.Features[s.FlagOf(
			4)].Name+`" may not change while "`+s.Features[4].Name+`" stays yes.` ||
		rules[3].Kind != causal.StaysMissing {
		t.Errorf("rules of flags = %v", rules)
	}
	if shows(textFlags) || !shows(textRelations) {
		t.Error("with the flags' rules the panel offers other than what follows")
	}
}
