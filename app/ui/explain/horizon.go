package explain

import (
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/kit"
	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/wire"
)

// horizonChips show how far answers let a number rise on its own if it may only rise, and offer other
// horizons. The feature's limits accept any number.
func horizonChips(j int, f data.Feature, l causal.Limit, h store.Horizon) app.UI {
	var chips []app.UI
	for _, v := range horizonsOffered(f, h) {
		c := &horizonChip{Index: j, To: v, Text: f.Stating(v).Format(v), Name: textAtMost(f, h, v), On: v == h.Most,
			Limit: l}
		if v == 0 {
			c.Name = textHorizon(f, h, v)
		}
		if v == 0 || c.On {
			c.Text = c.Name
		}
		chips = append(chips, c)
	}
	return app.Div().Class("chips").Role("group").Aria("label", textHorizonOf(f.Name)).Body(chips...)
}

// horizonsOffered returns the offered horizons in ascending order, ending with 0 for no limit.
func horizonsOffered(f data.Feature, h store.Horizon) (list []float64) {
	if h.Usual > 0 {
		list = []float64{h.Usual, 2 * h.Usual, 4 * h.Usual}
	}
	if h.Most > 0 && !slices.Contains(list, h.Most) {
		list = append(list, h.Most)
		slices.Sort(list)
	}
	for i, v := range list {
		list[i] = f.Round(v)
	}
	return append(slices.Compact(list), 0)
}

// horizonChip is one of them.
type horizonChip struct {
	app.Compo
	Index int
	To    float64
	Text  string
	Name  string // in full
	On    bool
	Limit causal.Limit
}

func (c *horizonChip) Render() app.UI {
	return app.Button().Type("button").Class("chip").Aria("pressed", c.On).Aria("label", c.Name).OnClick(c.onClick).
		Text(c.Text)
}

func (c *horizonChip) onClick(ctx app.Context, e app.Event) {
	l := c.Limit
	if l.Horizon = c.To; c.To == 0 {
		l.Horizon = causal.NoHorizon
	}
	kit.Do(ctx, store.SetLimit{Feature: c.Index, Limit: l})
}

// beyond lists, in words, the horizons that an answer exceeds.
func beyond(x wire.Explained, s data.Schema, asked []causal.Rule) map[int]string {
	list := map[int]string{}
	for _, r := range asked {
		if r.Kind != causal.MoveAtMost || r.Check(s) != nil {
			continue
		}
		text := r.String(s)
		for i, l := range x.Laws {
			if l.Local && l.Text == text {
				f := s.Features[r.Feature]
				list[i] = textHorizon(f, store.Horizon{Years: f.InYears()}, r.Max) + " of " + f.Name
			}
		}
	}
	return list
}

// horizonsOf returns the horizons that a relaxation exceeds, if it relaxes nothing else.
func horizonsOf(r wire.Relaxation, beyond map[int]string) (list []string) {
	for _, i := range r.Without {
		if beyond[i] == "" {
			return nil
		}
		list = append(list, beyond[i])
	}
	if r.Wider {
		return nil
	}
	return list
}
