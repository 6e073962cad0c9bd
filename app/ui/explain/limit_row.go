package explain

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/graph"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
)

// limitRow is the limit of one feature.
type limitRow struct {
	app.Compo
	*store.State
	Index   int
	Feature data.Feature
	Limit   causal.Limit
	Leeway  store.Leeway
	Horizon store.Horizon
	Now     string // the present value, in words
	Flag    int    // the flag of a number that may be withheld; 0: none
	Holding causal.Limit

	waits   causal.LimitKind // a kind that still needs an order of the feature
	waitsOf string
}

// OnUpdate sets a limit that was waiting for an order.
func (r *limitRow) OnUpdate(ctx app.Context) {
	k := r.waits
	if k == causal.Free || r.waitsOf != r.Feature.Name {
		r.waits = causal.Free
	} else if slices.Contains(causal.LimitKinds(r.Feature), k) {
		r.waits = causal.Free
		r.set(ctx, func(l *causal.Limit) { l.Kind = k })
	}
}

func (r *limitRow) Render() app.UI {
	f := r.Feature
	var kinds, steps []widget.Option
	offered := r.Leeway.Kinds(f)
	if !slices.Contains(offered, r.Limit.Kind) { // a rule was added later that excludes the kind
		offered = append(offered, r.Limit.Kind)
	}
	for _, k := range offered {
		kinds = append(kinds, widget.Option{Value: strconv.Itoa(int(k)), Text: textLimitKind(k)})
	}
	if f.Kind == data.Category {
		for _, k := range []causal.LimitKind{causal.OnlyUp, causal.OnlyDown} {
			kinds = append(kinds, widget.Option{Value: strconv.Itoa(int(k)), Text: textOnceOrdered(k)})
		}
	}
	kind := r.Limit.Kind
	if r.waits != causal.Free {
		kind = r.waits
	}
	for _, d := range difficulties {
		steps = append(steps, widget.Option{Value: strconv.Itoa(int(d.value)), Text: d.text})
	}
	body := []app.UI{
		&widget.Select{Label: textLimitOf(f.Name), Help: r.Now, Options: kinds, Value: strconv.Itoa(int(kind)),
			OnChange: r.onKind},
		&widget.Select{Label: textDifficultyOf(f.Name), Options: steps, Value: strconv.Itoa(int(r.Limit.Difficulty)),
			OnChange: r.onDifficulty},
	}
	if r.Flag > 0 {
		body = append(body, &widget.Select{Label: textWithholding(f.Name), Options: steps[:len(steps)-1],
			Value: strconv.Itoa(int(r.holding())), OnChange: r.onWithheld})
	}
	if h := r.Horizon; h.Can {
		body = append(body, &widget.Number{Key: "horizon" + f.Name, Label: textHorizonField(f, h),
			Help: textHorizonHelp, Value: h.Most, Step: f.Step(), Integer: f.Kind == data.Integer,
			OnChange: r.onHorizon})
	}
	return app.Div().Class("limit").Role("group").Aria("label", f.Name).Body(append(body, r.more()...)...)
}

// more returns the fields that the kind of limit needs.
func (r *limitRow) more() []app.UI {
	f, l := r.Feature, r.Limit
	if r.waits != causal.Free && f.Kind == data.Category {
		return []app.UI{app.Div().Class("chips",
			"stack", "is-tight").Body(app.P().Class("panel-note").Role("status").Text(kit.TextNeedsOrder(f)),
			&graph.OrderPanel{State: r.State, Node: r.Index, Now: true})}
	}
	field := func(label string, v float64, on func(app.Context, float64)) app.UI {
		n := &widget.Number{Key: label + f.Name, Label: label + ", " + f.Title(), Value: v, Step: f.Step(),
			Integer: f.Kind == data.Integer, OnChange: on}
		if l.Kind == causal.Between {
			n.Min, n.Max = r.Leeway.Low, r.Leeway.High
		}
		return n
	}
	switch l.Kind {
	case causal.Between:
		return []app.UI{field(textLimitFrom, l.Min, r.onMin), field(textLimitTo, l.Max, r.onMax)}
	case causal.Within:
		return []app.UI{field(textLimitBy, l.By, r.onBy)}
	case causal.OnlyThese:
		var chips []app.UI
		for _, i := range r.Leeway.Levels {
			chips = append(chips, &levelChip{Index: r.Index, Level: i, Name: f.Levels[i], Limit: l})
		}
		return []app.UI{app.Div().Class("chips").Role("group").Aria("label",
			textLimitKind(l.Kind)+", "+f.Name).Body(chips...)}
	}
	return nil
}

func (r *limitRow) set(ctx app.Context, change func(*causal.Limit)) {
	l := r.Limit
	change(&l)
	kit.Do(ctx, store.SetLimit{Feature: r.Index, Limit: l})
}

func (r *limitRow) onKind(ctx app.Context, v string) {
	n, _ := strconv.Atoi(v)
	k := causal.LimitKind(n)
	if r.waits = causal.Free; !slices.Contains(causal.LimitKinds(r.Feature), k) {
		r.waits, r.waitsOf = k, r.Feature.Name
		return
	}
	r.set(ctx, func(l *causal.Limit) { l.Kind = k })
}

func (r *limitRow) onDifficulty(ctx app.Context, v string) {
	n, _ := strconv.Atoi(v)
	r.set(ctx, func(l *causal.Limit) { l.Difficulty = causal.Difficulty(n) })
}

// holding returns how hard it is to withhold the number.
func (r *limitRow) holding() causal.Difficulty {
	if w := r.Holding.Withheld; w > 0 {
		return w - 1
	}
	return r.Holding.Difficulty
}

func (r *limitRow) onWithheld(ctx app.Context, v string) {
	n, _ := strconv.Atoi(v)
	l := r.Holding
	l.Withheld = causal.Difficulty(n + 1)
	kit.Do(ctx, store.SetLimit{Feature: r.Flag, Limit: l})
}

func (r *limitRow) onMin(ctx app.Context, v float64) {
	r.set(ctx, func(l *causal.Limit) { l.Min = v })
}

func (r *limitRow) onMax(ctx app.Context, v float64) {
	r.set(ctx, func(l *causal.Limit) { l.Max = v })
}

// onHorizon accepts any number; 0 means no limit.
func (r *limitRow) onHorizon(ctx app.Context, v float64) {
	if v <= 0 {
		v = causal.NoHorizon
	}
	r.set(ctx, func(l *causal.Limit) { l.Horizon = v })
}

func (r *limitRow) onBy(ctx app.Context, v float64) {
	r.set(ctx, func(l *causal.Limit) { l.By = v })
}

// levelChip allows one level or not.
type levelChip struct {
	app.Compo
	Index, Level int
	Name         string
	Limit        causal.Limit
}

func (c *levelChip) on() bool { return slices.Contains(c.Limit.Levels, c.Level) }

func (c *levelChip) Render() app.UI {
	return app.Button().Type("button").Class("chip").Aria("pressed", c.on()).OnClick(c.onClick).Text(c.Name)
}

// onClick never forbids the last allowed level.
func (c *levelChip) onClick(ctx app.Context, e app.Event) {
	l := c.Limit
	if l.Levels = slices.Clone(l.Levels); c.on() {
		l.Levels = slices.DeleteFunc(l.Levels, func(i int) bool { return i == c.Level })
	} else {
		l.Levels = append(l.Levels, c.Level)
		slices.Sort(l.Levels)
	}
	if len(l.Levels) > 0 {
		kit.Do(ctx, store.SetLimit{Feature: c.Index, Limit: l})
	}
}
