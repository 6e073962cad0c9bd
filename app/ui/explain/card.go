package explain

import (
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/store"
	"causeway/app/ui/chart"
	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/causal"
	"causeway/core/data"
)

// card is one feature of the row: its value and new value, their position among the table's rows, and
// its limits.
type card struct {
	app.Compo
	*store.State
	Of     cardOf
	Late   bool            // drawn in a later frame, as is another feature in this card
	OnLock func(id string) // the lock was pressed
	OnOpen func(feature int, open bool)

	cardOf   // the content that is drawn
	here     app.Context
	there    bool
	waits    bool // for its turn
	open     bool
	dragging bool
	upper    bool    // the upper end is dragged
	low      float64 // lower end of the range during a drag
	high     float64
}

// cardOf is a card's content.
type cardOf struct {
	Index           int
	Feature         data.Feature
	Value, Original float64
	Row             int // different for every row
	To              float64
	Changes         bool // the value becomes To
	ByItself        bool // the feature follows from others
	Strip           chart.StripOf
	Limit           causal.Limit
	Leeway          store.Leeway
	Horizon         store.Horizon

	Number  int    // the missing number if its flag is shown for it; otherwise Index
	ToText  string // the state that it changes to
	Flag    int    // the flag of a number that could be missing, with Flagged
	Flagged bool
	Asks    bool // whether to ask if answers may give a missing value, or withhold a known one
	Gap     bool // it is missing
	Ways    causal.Telling
}

// lockID begins the ids of the locks.
const lockID = "lock-"

// mostShownLevels is how many levels get a button each.
const mostShownLevels = 8

func (c *card) OnMount(ctx app.Context) {
	c.here = ctx
	c.wait(ctx)
}

func (c *card) OnUpdate(ctx app.Context) {
	if c.Index != c.Of.Index {
		c.wait(ctx)
	}
}

// wait accepts the panel's input in a later frame if there are many cards.
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

// become accepts the panel's input. Until then a card acts on the feature it shows.
func (c *card) become() {
	if c.Index != c.Of.Index {
		c.open, c.dragging = false, false
	}
	c.cardOf = c.Of
}

func (c *card) Render() app.UI {
	if c.Late && !c.there {
		return app.Li().Class("feature", "is-late")
	}
	if !c.Late || c.Index == c.Of.Index {
		c.become()
	}
	f := c.Feature
	value := []app.UI{&kit.ValueField{Index: c.Index, Feature: f, Value: c.Value, Original: c.Original, Row: c.Row}}
	if c.Gap && f.Kind.Numeric() { // a flag with reasons is a separate feature
		value[0] = app.Div().Class("value").Body(app.P().Class("field-label").Text(f.Title()),
			app.P().Text(data.NotGiven))
	}
	li := app.Li().Class("feature")
	if c.Changes {
		li = li.Class("is-changed")
		f := f.Telling(c.Value, c.To)
		to := c.ToText
		if to == "" {
			to = f.Format(c.To)
		}
		value = append(value, app.P().Class("feature-to").Body(app.Span().Aria("hidden", "true").Text("→ "),
			app.Span().Class("visually-hidden").Text(textBecomes), app.Strong().Text(to)))
	}
	if note := textFeatureNote(c.Feature, c.ByItself, c.Leeway, c.Limit, c.Horizon); note != "" {
		value = append(value, app.P().Class("feature-note").Text(note))
	}
	if c.Asks && c.Gap {
		value = append(value, &kit.Telling{Index: c.Number, Name: f.Name, Allowed: c.Ways, Asked: causal.MayBeTold})
	}
	if c.Leeway.Locked != "" && !c.Changes {
		return li.Class("is-locked").Body(app.Div().Class("feature-value").Body(value...),
			app.Span().Class("feature-lock").Title(textLocked(c.Leeway.Locked)).Body(lock(true),
				app.Span().Class("visually-hidden").Text(textLocked(c.Leeway.Locked))))
	}
	body := []app.UI{app.Div().Class("feature-value").Body(value...), c.picture(), c.keys()}
	if c.open {
		body = append(body, c.more())
	}
	return li.Body(body...)
}

// keys lock the feature or open its further settings.
func (c *card) keys() app.UI {
	text, locked := textLock, c.Limit.Kind == causal.Frozen
	if locked {
		text = textUnlock
	}
	limit := textLimitOpen
	if l := c.Limit; l.Kind != causal.Free || l.Difficulty != causal.Usual {
		limit = textLimit(c.Feature, l)
	}
	return app.Div().Class("feature-keys").Body(
		app.Button().Type("button").Class("feature-key").ID(lockID+strconv.Itoa(c.Index)).Aria("label",
			text+" "+c.Feature.Name).Title(text).OnClick(c.onLock).Body(lock(locked)),
		app.Button().Type("button").Class("feature-key").Aria("expanded", c.open).Aria("label",
			textLimitMore(c.Feature.Name, limit)).Title(textLimitOpen).OnClick(c.onOpen).Text("⋯"))
}

// lock returns a padlock.
func lock(closed bool) app.UI {
	shackle := "M4 7V5a3 3 0 0 1 5.8-1"
	if closed {
		shackle = "M4 7V5a3 3 0 0 1 6 0v2"
	}
	part := func(tag string, attrs ...string) app.UI {
		e := app.Elem(tag).XMLNS("http://www.w3.org/2000/svg")
		for i := 0; i < len(attrs); i += 2 {
			e = e.Attr(attrs[i], attrs[i+1])
		}
		return e
	}
	return app.Elem("svg").XMLNS("http://www.w3.org/2000/svg").Attr("viewBox", "0 0 14 14").Attr("width", "14").Attr(
		"height", "14").Attr("aria-hidden", "true").
		Attr("data-lock", strconv.FormatBool(closed)).Body(part("path", "d", shackle),
		part("rect", "x", "2", "y", "7", "width", "10", "height", "6", "rx", "1"))
}

func (c *card) onOpen(ctx app.Context, e app.Event) {
	c.open = !c.open
	if c.OnOpen != nil {
		c.OnOpen(c.Index, c.open)
	}
}

func (c *card) onLock(ctx app.Context, e app.Event) {
	l := c.Limit
	if l.Kind == causal.Frozen {
		l.Kind = causal.Free
	} else {
		l.Kind = causal.Frozen
	}
	if c.OnLock != nil {
		c.OnLock(lockID + strconv.Itoa(c.Index))
	}
	kit.Do(ctx, store.SetLimit{Feature: c.Index, Limit: l})
}

// more returns a feature's less common settings: which levels it may take, how far it may rise on its own, and
// all its limits.
func (c *card) more() app.UI {
	var body []app.UI
	if n := len(c.Feature.Levels); n > 0 && n <= mostShownLevels {
		allowed := c.levels()
		var buttons []app.UI
		for i, name := range c.Feature.Levels {
			buttons = append(buttons, &levelButton{Index: c.Index, Level: i, Name: name, Of: c.Feature.Name,
				Limit: c.Limit, Leeway: c.Leeway, Allowed: slices.Contains(allowed, i)})
		}
		body = append(body, app.Div().Class("chips").Role("group").Aria("label",
			textLevelsOf(c.Feature.Name)).Body(buttons...))
	}
	if c.Flagged {
		body = append(body, &widget.Toggle{Key: "gap " + c.Feature.Name, Label: data.NotGiven, On: false,
			OnChange: c.onGap})
	}
	if c.Asks && !c.Gap {
		body = append(body, &kit.Telling{Index: c.Number, Name: c.Feature.Name, Allowed: c.Ways,
			Asked: causal.MayBeWithheld})
	}
	if c.Horizon.Can {
		body = append(body, horizonChips(c.Index, c.Feature, c.Limit, c.Horizon))
	}
	limit := &limitRow{State: c.State, Index: c.Index, Feature: c.Feature, Limit: c.Limit, Leeway: c.Leeway,
		Horizon: c.Horizon, Now: textNow(c.Feature.Stating(c.Value).Say(c.Value))}
	if c.Flagged && c.Ways&causal.MayBeWithheld != 0 {
		limit.Flag, limit.Holding = c.Flag, c.Explain.LimitOf(c.Flag)
	}
	return app.Div().Class("feature-more").Body(append(body, limit)...)
}

// onGap makes the number of the row missing.
func (c *card) onGap(ctx app.Context, on bool) {
	kit.Do(ctx, store.EditValue{Feature: c.Flag, Value: 1})
}

// picture returns the strip with its draggable thumbs, and the ends of the range below.
func (c *card) picture() app.UI {
	strip := c.Strip
	if strip.Answers = nil; c.Changes {
		strip.Answers = []chart.StripAnswer{{No: 1, Value: c.To}}
	}
	if !c.Feature.Kind.Numeric() {
		return app.Div().Class("feature-picture").Body(chart.Slim(strip),
			app.Div().Class("card-axis").Aria("hidden", "true").Body(axisOfLevels(c.Feature)...))
	}
	from, to := strip.Range()
	low, high := c.bounds(from, to)
	if c.dragging {
		low, high = c.low, c.high
	}
	strip.Low, strip.High = max(low, c.Leeway.Min), min(high, c.Leeway.Max)
	box := app.Div().Class("card-strip")
	if c.Leeway.Locked == "" && from < to && c.Limit.Kind != causal.Frozen {
		box = box.Body(chart.Slim(strip),
			c.thumb("is-low", textLeast(c.Feature.Title()), from, to, low, c.onLow),
			c.thumb("is-high", textMost(c.Feature.Title()), from, to, high, c.onHigh)).
			On("pointerdown", c.onGrab).On("pointermove", c.onDrag).On("pointerup", c.onDrop).On("pointercancel",
			c.onLose)
	} else {
		box = box.Body(chart.Slim(strip))
	}
	f := c.Feature.Telling(from, to)
	return app.Div().Class("feature-picture").Body(box, app.Div().Class("card-axis").Aria("hidden", "true").Body(
		app.Span().Text(f.Brief(from)), app.Span().Text(f.Brief(to))))
}

// axisOfLevels names the ends of an ordered category, and counts the levels of others.
func axisOfLevels(f data.Feature) []app.UI {
	const most = 12 // letters below a strip
	n, ordered := len(f.Levels), f.Kind != data.Category
	if first, last := f.Levels[0], f.Levels[n-1]; (ordered || n == 2) && utf8.RuneCountInString(first+last) <= most {
		return []app.UI{app.Span().Text(first), app.Span().Text(last)}
	}
	return []app.UI{app.Span().Text(textKinds(n, ordered))}
}

// bounds returns the range of the person's limit, or else the ends of the strip.
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
	step := 0.0 // because steps might miss the ends of the range
	if c.Feature.Kind == data.Integer {
		step = 1
	}
	end := c.Feature.Round(at)
	return &widget.Range{Class: "card-range " + class, Label: label, Says: c.Feature.Stating(end).Say(end), Value: at,
		Min: from, Max: to, Step: step, Inset: c.Strip.Share(from),
		OnInput: onInput, OnChange: c.onDrop}
}

// reach is the distance from which the pointer grabs a thumb, in pixels.
const reach = 16

// across returns the strip's horizontal position in the window.
func (c *card) across(ctx app.Context) (left, width float64) {
	box := ctx.JSSrc().Call("querySelector", "svg").Call("getBoundingClientRect")
	return box.Get("left").Float(), box.Get("width").Float()
}

// onGrab grabs the nearer thumb. The strip follows the pointer, because a browser's
// slider loses a fast one.
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
	e.PreventDefault() // this also prevents selecting and scrolling
	c.low, c.high, c.dragging = low, high, true
	c.upper = toHigh < toLow || toHigh == toLow && x > at(high)
	ctx.JSSrc().Call("setPointerCapture", e.Get("pointerId"))
	ctx.JSSrc().Call("querySelector", map[bool]string{false: ".is-low", true: ".is-high"}[c.upper]).Call("focus",
		map[string]any{"preventScroll": true})
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

// put moves one end by keys. The slider is another component, so it reports the change to the card.
func (c *card) put(upper bool, v float64) {
	c.move(upper, v)
	c.here.Dispatch(func(app.Context) {})
}

func (c *card) onLose(ctx app.Context, e app.Event) { c.dragging = false }

// onDrop sets the range as the person's limit. A range as wide as the strip does not
// count as a limit.
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
		return // it was put back where it was
	}
	kit.Do(ctx, store.SetLimit{Feature: c.Index, Limit: l})
}

// levels returns the levels that the row may take.
func (c *card) levels() []int {
	here := int(c.Value)
	switch {
	case c.Limit.Kind == causal.Frozen || c.Leeway.Locked != "":
		return []int{here}
	case c.Limit.Kind == causal.OnlyThese:
		return slices.DeleteFunc(slices.Clone(c.Leeway.Levels), func(i int) bool {
			return !slices.Contains(c.Limit.Levels, i)
		})
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
	return app.Button().Type("button").Class("chip").Aria("pressed", b.Allowed).Aria("label",
		textAllow(b.Of, b.Name)).Title(b.Name).
		Aria("disabled", b.Leeway.Locked != "" ||
			!slices.Contains(b.Leeway.Levels, b.Level)).OnClick(b.onClick).Text(b.Name)
}

// onClick never forbids the last allowed level. Allowing all levels is not a limit.
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

// stripOf returns a card's drawing of a feature.
func stripOf(d store.Data, e store.Explain, j, class int) chart.StripOf {
	out := kit.StripOf(d, j, class, e.Edited[j])
	if e.HasFound && e.FoundRow == e.Index {
		factual := e.Found.Factual.Row
		for i, c := range e.Found.Rows {
			if v := c.Row; v[j] != factual[j] {
				out.Answers = append(out.Answers, chart.StripAnswer{No: i + 1, Value: v[j]})
			}
		}
	}
	return out
}
