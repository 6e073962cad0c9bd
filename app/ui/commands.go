package ui

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/kit"
	"causeway/app/ui/widget"
	"causeway/core/sorting"
)

// commands finds every button, link, field and fold on the page by name. It reads the page when the
// list opens. Choosing an entry goes there and presses it.
type commands struct {
	app.Compo
	open  bool
	text  string
	at    int // index among the matches
	found []command
	back  app.Value // what had the focus
	armed bool      // Enter is down
	ctx   app.Context
}

// command is something on the page that can be pressed or filled in.
type command struct {
	name, kind string
	lower      string
	on         app.Value
}

const (
	commandsFieldID = "commands-field"
	commandsListID  = "commands-list"
	commandsAction  = "commands"
	mostCommands    = 12
)

// commandsOf returns the elements of the current page that can be commands.
const commandsOf = "nav a, .bar :is(button, a[href], select, summary), :is(main, .drawer) :is(button:not(.term), " +
	"a[href], summary, input, select, textarea), [data-node]"

func (c *commands) OnMount(ctx app.Context) {
	c.ctx = ctx
	ctx.Handle(commandsAction, func(ctx app.Context, a app.Action) { c.toggle(ctx) })
}

func (c *commands) toggle(ctx app.Context) {
	if c.open {
		c.close()
		return
	}
	doc := app.Window().Get("document")
	c.open, c.text, c.at, c.back, c.found = true, "", 0, doc.Get("activeElement"), nil
	seen, list := map[string]bool{}, doc.Call("querySelectorAll", commandsOf)
	for i := range list.Length() {
		e := list.Index(i)
		if e.Call("matches", ":disabled, [aria-disabled=true], [hidden] *, [inert] *, .is-command, [popovertarget]").
			Truthy() || e.Call("getClientRects").Length() == 0 && !kit.Within(e, "[popover]") {
			continue
		}
		name, kind := nameOf(doc, e), textCommandPress
		switch {
		case e.Call("matches", "nav a").Truthy():
			kind = textCommandPlace
		case e.Call("matches", "[data-node]").Truthy():
			kind = textCommandFeature
		case e.Call("matches", "input, select, textarea").Truthy():
			kind = textCommandField
		}
		if name != "" && !seen[kind+name] {
			seen[kind+name] = true
			c.found = append(c.found, command{name: name, kind: kind, lower: strings.ToLower(name), on: e})
		}
	}
	keepOut(true)
	kit.WhenThere(ctx, commandsFieldID, kit.Focus)
}

// keepOut makes the page behind the list inert, or active again.
func keepOut(on bool) {
	if shell := app.Window().Get("document").Call("querySelector", ".shell"); shell.Truthy() {
		shell.Call("toggleAttribute", "inert", on)
	}
}

// nameOf returns an element's name: its label, or else its text.
func nameOf(doc, e app.Value) string {
	if label := e.Call("getAttribute", "aria-label"); label.Truthy() {
		return label.String()
	}
	if labels := e.Get("labels"); labels.Truthy() && labels.Length() > 0 {
		return oneLine(labels.Index(0).Get("textContent").String())
	}
	if text := e.Get("textContent"); text.Truthy() && !e.Call("matches", "select, textarea").Truthy() {
		return oneLine(text.String())
	}
	return ""
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func (c *commands) close() {
	c.open, c.found = false, nil
	keepOut(false)
	if c.back != nil && c.back.Truthy() {
		c.back.Call("focus", map[string]any{"preventScroll": true})
	}
	c.back = nil
}

// matches returns the commands whose names contain all typed words; names that begin with
// them come first.
func (c *commands) matches() []command {
	words := strings.Fields(strings.ToLower(c.text))
	list := make([]command, 0, len(c.found))
	for _, x := range c.found {
		if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(x.lower, w) }) {
			list = append(list, x)
		}
	}
	if len(words) > 0 {
		sorting.Stable(list, func(a, b command) int { return later(a, words[0]) - later(b, words[0]) })
	}
	return list
}

func later(c command, word string) int {
	if strings.HasPrefix(c.lower, word) {
		return 0
	}
	return 1
}

func (c *commands) Render() app.UI {
	if !c.open {
		return app.Div().Hidden(true)
	}
	all := c.matches()
	list := all[:min(len(all), mostCommands)]
	c.at = min(c.at, max(len(list)-1, 0))
	items := make([]app.UI, len(list))
	for i, x := range list {
		items[i] = &commandItem{At: i, Name: x.name, Of: x.kind, On: i == c.at, Choose: c.choose}
	}
	said := textCommandsFound(len(list), len(all))
	field := app.Input().ID(commandsFieldID).Class("input").Type("text").Role("combobox").AutoComplete(false).
		Spellcheck(false).
		Aria("label", textCommands).Aria("expanded", true).Aria("controls", commandsListID).Aria("autocomplete",
		"list").
		Attr("placeholder", textCommandsHint).OnInput(c.onInput).OnKeyDown(c.onKey).OnKeyUp(c.onKeyUp)
	if len(list) > 0 {
		field = field.Aria("activedescendant", commandID(c.at))
	}
	return app.Div().Class("commands").Body(
		app.Div().Class("commands-box").Role("dialog").Aria("modal", "true").Aria("label", textCommands).Body(
			field,
			app.Ul().ID(commandsListID).Class("commands-list").Role("listbox").Aria("label", textCommands).Body(
				items...),
			app.P().Class("panel-note").Role("status").Text(said),
			widget.Button(textCommandsClose, widget.Quiet, c.onClose),
		),
	)
}

func commandID(i int) string { return "command-" + strconv.Itoa(i) }

func (c *commands) onInput(ctx app.Context, e app.Event) {
	c.text, c.at = ctx.JSSrc().Get("value").String(), 0
}

func (c *commands) onKey(ctx app.Context, e app.Event) {
	n := min(len(c.matches()), mostCommands)
	switch e.Get("key").String() {
	case "ArrowDown":
		c.at = (c.at + 1) % max(n, 1)
	case "ArrowUp":
		c.at = (c.at + max(n, 1) - 1) % max(n, 1)
	case "Enter":
		c.armed = !e.Get("isComposing").Truthy()
	case "Escape":
		c.close()
	default:
		return
	}
	e.PreventDefault()
	e.Call("stopPropagation")
}

// onKeyUp chooses when the key is released. If it chose on key down, the key would also act on the
// element that gets the focus.
func (c *commands) onKeyUp(ctx app.Context, e app.Event) {
	if e.Get("key").String() == "Enter" && c.armed {
		c.armed = false
		c.choose(ctx, c.at)
	}
}

func (c *commands) onClose(ctx app.Context, e app.Event) { c.close() }

// choose closes the list and runs the command: a field gets the focus, anything else is
// pressed.
func (c *commands) choose(ctx app.Context, i int) {
	list := c.matches()
	if i < 0 || i >= len(list) {
		return
	}
	x := list[i]
	c.open, c.found, c.back = false, nil, nil
	keepOut(false)
	c.ctx.Defer(func(app.Context) { // the field and its context leave the page
		if menu := x.on.Call("closest", "[popover]"); menu.Truthy() && x.kind == textCommandField &&
			!menu.Call("checkVisibility").Bool() {
			menu.Call("showPopover")
		}
		x.on.Call("scrollIntoView", map[string]any{"block": "nearest"})
		x.on.Call("focus")
		if x.kind == textCommandPress || x.kind == textCommandPlace {
			x.on.Call("click")
		}
	})
}

// commandItem is one command of the list.
type commandItem struct {
	app.Compo
	At       int
	Name, Of string
	On       bool
	Choose   func(app.Context, int)
}

func (i *commandItem) Render() app.UI {
	return app.Li().ID(commandID(i.At)).Class("command").Role("option").Aria("selected", i.On).OnClick(i.onClick).Body(
		app.Elem("bdi").Text(i.Name), app.Span().Class("muted").Text(i.Of))
}

func (i *commandItem) onClick(ctx app.Context, e app.Event) { i.Choose(ctx, i.At) }
