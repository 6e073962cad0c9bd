package widget

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// File is a button that opens the browser's file dialog. OnFile receives the File object chosen by a
// person, or by a script that sets the files of the input element.
type File struct {
	app.Compo

	Key      string // id of the button; may be empty
	Label    string
	Accept   string // as in HTML: ".csv,text/csv"
	Weight   ButtonKind
	Disabled bool
	OnFile   func(app.Context, app.Value)
	OnFiles  func(app.Context, app.Value) // if set, several files can be chosen, as an Array

	// Instead, if set, is another dialog, which calls otherwise if the browser lacks it.
	Instead func(ctx app.Context, otherwise func())
}

func (c *File) Render() app.UI {
	in := app.Input().Type("file").Class("visually-hidden").
		TabIndex(-1).Aria("hidden", "true").Disabled(c.Disabled).OnChange(c.onChange)
	if c.Accept != "" {
		in = in.Attr("accept", c.Accept)
	}
	if c.OnFiles != nil {
		in = in.Multiple(true)
	}
	b := Button(c.Label, c.Weight, c.onClick).Disabled(c.Disabled)
	if c.Key != "" {
		b = b.ID(c.Key)
	}
	return app.Span().Class("file").Body(b, in)
}

func (c *File) onClick(ctx app.Context, e app.Event) {
	in := ctx.JSSrc().Get("parentNode").Call("querySelector", "input")
	open := func() { in.Call("click") }
	if c.Instead != nil {
		c.Instead(ctx, open)
		return
	}
	open()
}

// onChange empties the input again, so that choosing the same file again is also reported.
func (c *File) onChange(ctx app.Context, e app.Event) {
	in := ctx.JSSrc()
	file := in.Get("files").Index(0)
	if !file.Truthy() {
		return
	}
	if c.OnFiles != nil {
		files := app.Window().Get("Array").Call("from", in.Get("files"))
		in.Set("value", "")
		c.OnFiles(ctx, files)
		return
	}
	in.Set("value", "")
	if c.OnFile != nil {
		c.OnFile(ctx, file)
	}
}
