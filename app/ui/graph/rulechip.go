package graph

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/dagview"
	"causeway/app/ui/kit"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/sketch"
)

// ruleChips returns each feature's rules in a few words, one line each, for its node.
func ruleChips(s data.Schema, g sketch.Sketch) []string {
	list := make([][]string, len(s.Features))
	for _, r := range g.Rules {
		if r.Feature < 0 || r.Feature >= len(list) {
			continue
		}
		text := textRuleOnNode(s.Features[r.Feature], r)
		if text == "" {
			continue
		}
		if r.Soft {
			text += textChipSoft
		}
		list[r.Feature] = append(list[r.Feature], text)
	}
	for v, n := range g.Nodes {
		if n.Ranks != nil && v < len(list) {
			list[v] = append(list[v], textChipOrdered)
		}
	}
	chips := make([]string, len(list))
	for v, l := range list {
		chips[v] = strings.Join(l, "\n")
	}
	return chips
}

// state handles a press or a key at a node. It adds or removes a rule that needs one press, and opens
// the form for other rules.
func (s *Screen) state(ctx app.Context, w dagview.State) {
	features, v := s.Data.Table.Schema.Features, &s.view
	if w.Node < 0 || w.Node >= len(features) {
		return
	}
	f := features[w.Node]
	v.Nodes, v.HasEdge = []int{w.Node}, false
	kind, sided := causal.Immutable, false
	switch w.Rule {
	case dagview.Rises:
		kind, sided = causal.OnlyIncrease, true
	case dagview.Falls:
		kind, sided = causal.OnlyDecrease, true
	case dagview.Bounded:
		v.HasRule, v.Ranged = false, w.Node+1
		v.Drafts++
		kit.WhenThere(ctx, "rule-form-title", reach)
		return
	case dagview.Sorted:
		if f.Kind != data.Ordered && f.Kind != data.Category {
			kit.Do(ctx, store.Say{Text: textHasOrder(f.Name)})
			return
		}
		kit.WhenThere(ctx, orderID, reach)
		return
	}
	if sided && f.Kind == data.Category {
		kit.Do(ctx, store.Say{Text: kit.TextNeedsOrder(f)})
		kit.WhenThere(ctx, orderID, reach)
		return
	}
	at := slices.IndexFunc(s.Graph.Sketch.Rules, func(r causal.Rule) bool {
		return r.Kind == kind && r.Feature == w.Node
	})
	if at >= 0 {
		kit.Do(ctx, store.RemoveRule{At: at})
	} else {
		kit.Do(ctx, store.AddRule{Rule: causal.Rule{Kind: kind, Feature: w.Node}})
	}
}

// orderID is the id of the panel that orders the selected feature's values.
const orderID = "chosen-order"

// reach moves the focus to an element and scrolls the drawer to it.
func reach(id string) {
	kit.Focus(id)
	if e := app.Window().GetElementByID(id); e.Truthy() {
		e.Call("scrollIntoView", map[string]any{"block": "nearest"})
	}
}
