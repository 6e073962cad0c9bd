package widget

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// Text is a field for one line of text. OnChange reports it when the field is
// left or Enter is pressed, with Live at each key; OnEnter after OnChange, when
// Enter is pressed.
type Text struct {
	app.Compo

	Key         string
	Label, Help string
	Value       string
	Placeholder string
	Problem     string // what is wrong with Value, in one sentence
	Disabled    bool
	Live        bool
	Rev         int
	OnChange    func(app.Context, string)
	OnEnter     func(app.Context, string)

	id   string
	held lastValue
}

func (c *Text) OnInit()                 { c.id = ids.take(first(c.Key, c.Label)) }
func (c *Text) OnDismount()             { ids.release(c.id) }
func (c *Text) OnMount(ctx app.Context) { c.held.mount(c.Key, c.Rev, c.Value); setValue(ctx, c.Value) }
func (c *Text) OnUpdate(ctx app.Context) {
	if c.held.update(c.Key, c.Rev, c.Value) {
		setValue(ctx, c.held.shown)
	}
}

func (c *Text) Render() app.UI {
	f := field{id: c.id, label: c.Label, help: c.Help, problem: c.Problem}
	in := app.Input().Type("text").Class("input").AutoComplete(false).Spellcheck(false)
	if c.Placeholder != "" {
		in = in.Attr("placeholder", c.Placeholder)
	}
	in = in.OnInput(c.onInput).OnChange(c.onCommit).OnBlur(c.onCommit).OnKeyDown(c.onKey)
	return f.around(f.describe(in, c.Disabled))
}

func (c *Text) onInput(ctx app.Context, e app.Event) {
	if c.Live || !e.Get("isTrusted").Truthy() {
		c.onCommit(ctx, e)
	}
}

func (c *Text) onCommit(ctx app.Context, e app.Event) {
	text, _ := typed(ctx)
	c.commit(ctx, text)
}

func (c *Text) onKey(ctx app.Context, e app.Event) {
	switch e.Get("key").String() {
	case "Enter":
		if !e.Get("isComposing").Truthy() {
			text, _ := typed(ctx)
			c.enter(ctx, text)
		}
	case "Escape":
		c.held.shown = c.Value
		setValue(ctx, c.Value)
	}
}

func (c *Text) commit(ctx app.Context, text string) {
	if text == c.held.shown {
		return
	}
	c.held.commit(text)
	if c.OnChange != nil {
		c.OnChange(ctx, text)
	}
}

func (c *Text) enter(ctx app.Context, text string) {
	c.commit(ctx, text)
	if c.OnEnter != nil {
		c.OnEnter(ctx, text)
	}
}
