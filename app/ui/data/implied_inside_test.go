package data

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/uitest"
	"causeway/core/causal"
	"causeway/core/data"
)

func TestWhatNoRowShowsIsListed(t *testing.T) {
	p := uitest.Open(t)
	table := uitest.Table
	table.Schema.Features, table.Columns = nil, nil
	for _, name := range []string{"internet", "backup", "movies"} {
		table.Schema.Features = append(table.Schema.Features,
			data.Feature{Name: name, Kind: data.Category, Levels: []string{"no", "none", "yes"}})
	}
	for k := range 2 {
		table.Implied = append(table.Implied, causal.Implied{Rows: 1500 + k, Expected: 700,
			Rule: causal.Rule{Kind: causal.NeverSeen, Feature: 0, Levels: []int{0}, Other: 1 + k, Then: []int{1},
				Reverse: true}})
	}
	table.Implied = append(table.Implied, causal.Implied{Rows: 90, Expected: 11.6,
		Rule: causal.Rule{Kind: causal.NeverSeen, Feature: 1, Levels: []int{2}, Other: 2, Then: []int{0, 1}}})
	p.Load(table)
	panel := &ImpliedPanel{State: &p.State}
	html := func() string {
		return uitest.HTML(panel)
	}
	for _, part := range []string{"Rules that every row keeps", textImpliedOffered,
		"internet&#34; = no, in 1,500 rows:",
		"12 would break it by chance", textImpliedTakeAll} {
		if got := html(); !strings.Contains(got, part) {
			t.Errorf("the panel lacks %q: %s", part, got)
		}
	}
	if strings.Contains(html(), textImpliedHold) {
		t.Error("nothing holds, and the panel says so")
	}
	panel.onTakeAll(p.Context(), app.Event{})
	p.Settle()
	if got := html(); len(p.State.Graph.Sketch.Rules) != 3 || !strings.Contains(got, textImpliedLiftAll) ||
		strings.Contains(got, textImpliedOffered) {
		t.Errorf("taken: %v, %s", p.State.Graph.Sketch.Rules, got)
	}
	(&impliedItem{Rule: table.Implied[1].Rule, At: 1}).onPress(p.Context(), app.Event{})
	p.Settle()
	if got := html(); len(p.State.Graph.Sketch.Rules) != 2 || !strings.Contains(got, textImpliedOffered) {
		t.Errorf("one lifted: %v, %s", p.State.Graph.Sketch.Rules, got)
	}
	(&impliedItem{Rule: table.Implied[1].Rule, At: -1}).onPress(p.Context(), app.Event{})
	p.Settle()
	panel.onLiftAll(p.Context(), app.Event{})
	p.Settle()
	if n := len(p.State.Graph.Sketch.Rules); n != 0 {
		t.Errorf("%d rules are left", n)
	}
}
