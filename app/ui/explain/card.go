package explain

import (
	"math"
	"slices"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
)

// card is one feature of the row: its value, where that lies among the rows of the
// table and what the answers make of it, and what may become of it.
type card struct {
	app.Compo
	*store.State
	Of   cardOf
	Late bool // drawn in a turn of its own, and so is another feature

	cardOf   // that is drawn
	here     app.Context
	there    bool
	waits    bool // for its turn
	open     bool
	dragging bool
	upper    bool    // the greater end is dragged
	low      float64 // of the range while it is dragged
	high     float64
}

// cardOf is what a card shows.
type cardOf struct {
	Index           int
	Feature         data.Feature
	Value, Original float64
	Row             int // another one for every row
	Strip           chart.StripOf
	Limit           causal.Limit
	Leeway          store.Leeway
	Horizon         store.Horizon
}

// mostShownLevels is how many levels get a button below their bars, mostNamedLevels how many
// of more are named there.
const (
	mostShownLevels = 8
	mostNamedLevels = 14
)

func (c *card) OnMount(ctx app.Context) {
	c.here = ctx
	c.wait(ctx)
}

func (c *card) OnUpdate(ctx app.Context) {
	if c.Index != c.Of.Index {
		c.wait(ctx)
	}
}

// wait takes what the panel says in a turn of its own where the card is one of many.
func (c *card) wait(ctx app.Context) {
	switch {
	case !c.Late:
		c.take(ctx)
	case !c.waits:
		c.waits = true
		kit.InTurn(ctx, c.take)
	}
}

func (c *card) take(app.Context) {
	c.there, c.waits = true, false
	c.become()
}

// become takes what the panel says. Until then a card acts on the feature that is drawn.
func (c *card) become() {
	if c.Index != c.Of.Index {
		c.open, c.dragging = false, false
	}
	c.cardOf = c.Of
}

func (c *card) Render() app.UI {
	if c.Late && !c.there {
		return app.Li().Class("feature-card", "is-late")
	}
	if !c.Late || c.Index == c.Of.Index {
		c.become()
	}
	side := []app.UI{&kit.ValueField{Index: c.Index, Feature: c.Feature, Value: c.Value, Original: c.Original, Row: c.Row}}
	body := []app.UI{}
	if c.Leeway.Locked != "" {
		side = append(side, app.P().Class("panel-note").Text(textLocked(c.Leeway.Locked)))
	} else {
		side = append(side, c.tools())
	}
	body = append(body, app.Div().Class("card-side").Body(side...), c.picture())
	if c.open {
		body = append(body, app.Div().Class("card-more").Body(&limitRow{State: c.State, Index: c.Index, Feature: c.Feature, Limit: c.Limit, Leeway: c.Leeway, Horizon: c.Horizon, Now: textNow(c.Feature.Stating(c.Value).Say(c.Value))}))
	}
	return app.Li().Class("feature-card").Body(body...)
}

// tools lock the feature and open the rest of what can be asked of it.
func (c *card) tools() app.UI {
	text := textLimitOpen
	if l := c.Limit; l.Kind != causal.Free || l.Difficulty != causal.Usual {
		text = textLimit(c.Feature, c.Limit)
	}
	lock := textLock
	if c.Limit.Kind == causal.Frozen {
		lock = textUnlock
	}
	keys := []app.UI{
		widget.Button(lock, widget.Quiet, c.onLock).Class("is-small").Aria("label", lock+" "+c.Feature.Name),
		widget.Button(text, widget.Quiet, c.onOpen).Class("is-small").Aria("expanded", c.open).Aria("label", textLimitMore(c.Feature.Name, text)),
	}
	class := "card-keys"
	if text == textLimitOpen {
		class = "card-keys is-short" // they stand beside the name
	}
	body := []app.UI{app.Div().Class(class).Body(keys...)}
	if way := textOneWay(c.Leeway); way != "" {
		body = append(body, app.Span().Class("badge", "is-outline").Text(way))
	}
	if c.Horizon.Can {
		body = append(body, horizonChips(c.Index, c.Feature, c.Limit, c.Horizon))
	}
	return app.Div().Class("card-tools").Body(body...)
}

func (c *card) onOpen(ctx app.Context, e app.Event) { c.open = !c.open }

func (c *card) onLock(ctx app.Context, e app.Event) {
	l := c.Limit
	if l.Kind == causal.Frozen {
		l.Kind = causal.Free
	} else {
		l.Kind = causal.Frozen
	}
	kit.Do(ctx, store.SetLimit{Feature: c.Index, Limit: l})
}

// picture is the strip, with what can be dragged or pressed on it.
func (c *card) picture() app.UI {
	strip := c.Strip
	if !c.Feature.Kind.Numeric() {
		strip.Barred = make([]bool, len(c.Feature.Levels))
		allowed := c.levels()
		for i := range strip.Barred {
			strip.Barred[i] = !slices.Contains(allowed, i)
		}
		body := []app.UI{chart.Strip(strip)}
		if n := len(c.Feature.Levels); n <= mostShownLevels {
			var buttons []app.UI
			for i, name := range c.Feature.Levels {
				buttons = append(buttons, &levelButton{Index: c.Index, Level: i, Name: name, Of: c.Feature.Name, Limit: c.Limit, Leeway: c.Leeway,
					Allowed: !strip.Barred[i]})
			}
			class := "card-levels"
			if alike(c.Feature.Levels) {
				class += " is-upright"
			}
			body = append(body, app.Div().Class(class).DataSet("levels", n).Role("group").Aria("label", textLevelsOf(c.Feature.Name)).Body(buttons...))
		} else {
			body = append(body, levelNames(c.Feature.Levels))
		}
		return app.Div().Class("card-picture").Body(body...)
	}
	from, to := strip.Range()
	low, high := c.bounds(from, to)
	if c.dragging {
		low, high = c.low, c.high
	}
	strip.Low, strip.High = max(low, c.Leeway.Min), min(high, c.Leeway.Max)
	box := app.Div().Class("card-strip").Body(chart.Strip(strip))
	if c.Leeway.Locked == "" && from < to && c.Limit.Kind != causal.Frozen {
		box = box.Body(chart.Strip(strip),
			c.thumb("is-low", textLeast(c.Feature.Title()), from, to, low, c.onLow),
			c.thumb("is-high", textMost(c.Feature.Title()), from, to, high, c.onHigh)).
			On("pointerdown", c.onGrab).On("pointermove", c.onDrag).On("pointerup", c.onDrop).On("pointercancel", c.onLose)
	}
	return app.Div().Class("card-picture").Body(box, c.axis(from, to))
}

// levelNames are the names of many levels, upright below their bars: all, or of more than there
// is room for every second, third and so on.
func levelNames(levels []string) app.UI {
	every := (len(levels) + mostNamedLevels - 1) / mostNamedLevels
	names := make([]app.UI, len(levels))
	for i, name := range levels {
		if i%every != 0 {
			name = ""
		}
		names[i] = app.Span().Class("card-level-name").Title(levels[i]).Text(name)
	}
	return app.Div().Class("card-levels", "is-upright").Aria("hidden", "true").Body(names...)
}

// alike reports whether names that are cut to the room below their bars could not be told
// from one another. They stand upright then.
func alike(names []string) bool {
	room := max(int((212/float64(len(names))-16)/7), 0) // letters before an ellipsis
	seen := map[string]bool{}
	for _, name := range names {
		if r := []rune(name); len(r) > room+1 {
			if room < 2 {
				return true
			}
			name = string(r[:room])
		}
		if seen[name] {
			return true
		}
		seen[name] = true
	}
	return false
}

// axis names the ends of the strip.
func (c *card) axis(from, to float64) app.UI {
	f := c.Feature.Telling(from, to)
	return app.Div().Class("card-axis").Aria("hidden", "true").Body(
		app.Span().Text(f.Format(from)), app.Span().Text(f.Say(to)))
}

// bounds are those that the person's limit sets, or the strip's ends.
func (c *card) bounds(from, to float64) (low, high float64) {
	low, high = from, to
	switch l := c.Limit; l.Kind {
	case causal.Between:
		low, high = l.Min, l.Max
	case causal.Within:
		low, high = c.Value-l.By, c.Value+l.By
	case causal.OnlyUp:
		low = c.Value
	case causal.OnlyDown:
		high = c.Value
	case causal.Frozen:
		low, high = c.Value, c.Value
	}
	return max(low, from), min(high, to)
}

func (c *card) thumb(class, label string, from, to, at float64, onInput func(app.Context, float64)) app.UI {
	step := 0.0 // or the ends of the range may not be reached
	if c.Feature.Kind == data.Integer {
		step = 1
	}
	end := c.Feature.Round(at)
	return &widget.Range{Class: "card-range " + class, Label: label, Says: c.Feature.Stating(end).Say(end), Value: at, Min: from, Max: to, Step: step, Inset: c.Strip.Share(from),
		OnInput: onInput, OnChange: c.onDrop}
}

// reach is how far from a thumb the pointer takes hold of it, in pixels.
const reach = 16

// across is where the drawing of the strip lies in the window.
func (c *card) across(ctx app.Context) (left, width float64) {
	box := ctx.JSSrc().Call("querySelector", "svg").Call("getBoundingClientRect")
	return box.Get("left").Float(), box.Get("width").Float()
}

// onGrab takes hold of the nearer thumb. The pointer is followed by the strip, as the
// thumb of a browser's slider loses one that moves fast.
func (c *card) onGrab(ctx app.Context, e app.Event) {
	left, width := c.across(ctx)
	from, to := c.Strip.Range()
	low, high := c.bounds(from, to)
	x := e.Get("clientX").Float()
	at := func(v float64) float64 { return left + c.Strip.Share(v)*width }
	toLow, toHigh := math.Abs(x-at(low)), math.Abs(x-at(high))
	if !e.Get("isPrimary").Bool() || e.Get("button").Int() != 0 || min(toLow, toHigh) > reach {
		return
	}
	e.PreventDefault() // and nothing is marked or scrolled
	c.low, c.high, c.dragging = low, high, true
	c.upper = toHigh < toLow || toHigh == toLow && x > at(high)
	ctx.JSSrc().Call("setPointerCapture", e.Get("pointerId"))
	ctx.JSSrc().Call("querySelector", map[bool]string{false: ".is-low", true: ".is-high"}[c.upper]).Call("focus", map[string]any{"preventScroll": true})
}

func (c *card) onDrag(ctx app.Context, e app.Event) {
	if !c.dragging {
		return
	}
	left, width := c.across(ctx)
	c.move(c.upper, c.Strip.At((e.Get("clientX").Float()-left)/max(width, 1)))
}

// move sets one end of the range, not past the other.
func (c *card) move(upper bool, v float64) {
	from, to := c.Strip.Range()
	if !c.dragging {
		c.low, c.high = c.bounds(from, to)
		c.dragging = true
	}
	v = min(max(c.Feature.Round(v), from), to)
	if upper {
		c.high = max(v, c.low)
	} else {
		c.low = min(v, c.high)
	}
}

func (c *card) onLow(ctx app.Context, v float64)  { c.put(false, v) }
func (c *card) onHigh(ctx app.Context, v float64) { c.put(true, v) }

// put moves one end by the keys. The slider is another component, so the card is told
// that it has changed.
func (c *card) put(upper bool, v float64) {
	c.move(upper, v)
	c.here.Dispatch(func(app.Context) {})
}

func (c *card) onLose(ctx app.Context, e app.Event) { c.dragging = false }

// onDrop takes the range as the person's limit. One as wide as the strip is none.
func (c *card) onDrop(ctx app.Context, e app.Event) {
	if !c.dragging {
		return
	}
	c.dragging = false
	from, to := c.Strip.Range()
	l := c.Limit
	if l.Kind = causal.Between; c.low <= from && c.high >= to {
		l.Kind = causal.Free
	} else {
		l.Min, l.Max = c.low, c.high
	}
	if now, then := c.bounds(from, to); now == c.low && then == c.high {
		return // it was moved to where it was
	}
	kit.Do(ctx, store.SetLimit{Feature: c.Index, Limit: l})
}

// levels are those that the row may take.
func (c *card) levels() []int {
	here := int(c.Value)
	switch {
	case c.Limit.Kind == causal.Frozen || c.Leeway.Locked != "":
		return []int{here}
	case c.Limit.Kind == causal.OnlyThese:
		return slices.DeleteFunc(slices.Clone(c.Leeway.Levels), func(i int) bool { return !slices.Contains(c.Limit.Levels, i) })
	}
	return slices.DeleteFunc(slices.Clone(c.Leeway.Levels), func(i int) bool {
		up, down := c.Limit.Kind == causal.OnlyUp, c.Limit.Kind == causal.OnlyDown
		return up && c.Feature.Rank(i) < c.Feature.Rank(here) || down && c.Feature.Rank(i) > c.Feature.Rank(here)
	})
}

// levelButton allows a level or not.
type levelButton struct {
	app.Compo
	Index, Level int
	Name, Of     string
	Limit        causal.Limit
	Leeway       store.Leeway
	Allowed      bool
}

func (b *levelButton) Render() app.UI {
	return app.Button().Type("button").Class("card-level").Aria("pressed", b.Allowed).Aria("label", textAllow(b.Of, b.Name)).Title(b.Name).
		Aria("disabled", b.Leeway.Locked != "" || !slices.Contains(b.Leeway.Levels, b.Level)).OnClick(b.onClick).Text(b.Name)
}

// onClick leaves the last allowed level allowed. With all of them there is no limit.
func (b *levelButton) onClick(ctx app.Context, e app.Event) {
	if b.Leeway.Locked != "" || !slices.Contains(b.Leeway.Levels, b.Level) {
		return
	}
	l := b.Limit
	if l.Kind != causal.OnlyThese {
		l.Levels = b.Leeway.Levels
	}
	if l.Levels = slices.Clone(l.Levels); b.Allowed {
		l.Levels = slices.DeleteFunc(l.Levels, func(i int) bool { return i == b.Level })
	} else {
		l.Levels = append(l.Levels, b.Level)
		slices.Sort(l.Levels)
		l.Levels = slices.Compact(l.Levels)
	}
	if len(l.Levels) == 0 {
		return
	}
	if l.Kind = causal.OnlyThese; len(l.Levels) == len(b.Leeway.Levels) {
		l.Kind = causal.Free
	}
	kit.Do(ctx, store.SetLimit{Feature: b.Index, Limit: l})
}

// stripOf is what a card draws of a feature.
func stripOf(d store.Data, e store.Explain, j, class int) chart.StripOf {
	out := kit.StripOf(d, j, class, e.Edited[j])
	if e.HasFound && e.FoundRow == e.Index {
		factual := e.Found.Factual.Values.Values()
		for i, c := range e.Found.Found {
			if v := c.Values.Values(); v[j] != factual[j] {
				out.Answers = append(out.Answers, chart.StripAnswer{No: i + 1, Value: v[j]})
			}
		}
	}
	return out
}
