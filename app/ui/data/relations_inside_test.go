package data

import (
	"slices"
	"strings"
	"testing"

	"causeway/app/store"
	"causeway/app/ui/uitest"
	"causeway/core/causal"
)

// A law that nearly holds is offered separately, with its own button.
func TestANearLawIsOffered(t *testing.T) {
	p := uitest.Related(t)
	p.State.Data.Table.Relations = append(p.State.Data.Table.Relations[:1:1],
		causal.Rule{Kind: causal.Computed, Feature: 3, Other: 0, Also: []causal.Member{{Feature: 1}},
			Law: causal.Law{Weights: []float64{1}, Product: true, Own: true}})
	panel := &RelationsPanel{State: &p.State}
	if html := uitest.HTML(panel); !strings.Contains(html, textNear) || !strings.Contains(html, "in proportion to") {
		t.Errorf("the panel does not offer it: %s", html)
	}
	panel.take(p.Context())
	p.Settle()
	if rules := computed(p); len(rules) != 1 || rules[0].Law.Own {
		t.Errorf("rules = %v", rules)
	}
}

// computed returns the rules that compute features. The other rules are about missing values.
func computed(p *uitest.Desk) []causal.Rule {
	return slices.DeleteFunc(slices.Clone(p.State.Graph.Sketch.Rules), func(r causal.Rule) bool {
		return r.Kind != causal.Computed
	})
}

// The panel offers features that follow from others, and asks whether answers may give missing values.
func TestWhatFollowsIsOffered(t *testing.T) {
	p := uitest.Related(t)
	panel := &RelationsPanel{State: &p.State}
	shows := func(part string) bool {
		return strings.Contains(uitest.HTML(panel), part)
	}
	for _, part := range []string{textRelations, "is always", textRelationsAll, textGapsKept} {
		if !shows(part) {
			t.Errorf("the panel lacks %q", part)
		}
	}
	panel.take(p.Context())
	p.Settle()
	if got := computed(p); len(got) != 2 {
		t.Errorf("rules = %v", got)
	}
	if shows(textRelations) || shows(textRelationsAll) || !shows(textGapsKept) {
		t.Error("with both rules the panel still offers them")
	}
	p.Do(store.Undo{}) // both at once
	if got := computed(p); len(got) > 0 {
		t.Errorf("taken back, rules = %v", got)
	}
	s, rules := p.State.Data.Table.Schema, func() []causal.Rule { return p.State.Graph.Sketch.Rules }
	if got := rules(); len(got) != 4 || got[1].String(s) != `"a" may not change while it is not given.` {
		t.Errorf("rules of missing values = %v", got)
	}
	p.Do(store.SetTelling{Feature: 0, To: causal.MayBeTold})
	if to, kept := causal.TellingOf(s, rules(), 0); !kept || to != causal.MayBeTold || len(rules()) != 4 {
		t.Errorf("told: rules of missing values = %v", rules())
	}
	if to, kept := causal.TellingOf(s, rules(), 1); !kept || to != causal.Stays {
		t.Error("telling one changed the other")
	}
	p.Do(store.Undo{})
	if to, _ := causal.TellingOf(s, rules(), 0); to != causal.Stays {
		t.Error("taken back, it may still be told")
	}
}
