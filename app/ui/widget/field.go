package widget

import (
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// field is the frame around an input: label, help, and the message of the last commit.
// Only the label names the input; everything else describes it.
type field struct {
	id, label, help, unit, note, problem string
}

// describe ties the input to its label and texts.
func (f field) describe(in app.HTMLInput, disabled bool) app.HTMLInput {
	in = in.ID(f.id).Disabled(disabled)
	if by := f.describedBy(); by != "" {
		in = in.Aria("describedby", by)
	}
	if f.problem != "" {
		in = in.Aria("invalid", "true")
	}
	return in
}

func (f field) describedBy() string {
	var by []string
	if f.unit != "" {
		by = append(by, f.id+"-unit")
	}
	if f.help != "" {
		by = append(by, f.id+"-help")
	}
	if f.problem != "" || f.note != "" {
		by = append(by, f.id+"-said")
	}
	return strings.Join(by, " ")
}

// around returns the whole field with its control inside.
func (f field) around(control app.UI) app.UI {
	body := []app.UI{f.name()}
	if f.unit != "" {
		control = app.Div().Class("field-control").Body(control,
			app.Span().Class("field-unit").ID(f.id+"-unit").Text(f.unit))
	}
	body = append(body, control)
	return app.Div().Class("field").Body(append(body, f.texts()...)...)
}

// LongName is the number of characters from which a name may be cut and is
// repeated in a title.
const LongName = 32

// name returns the label. A long label is cut after a few lines.
func (f field) name() app.UI {
	l := app.Label().Class("field-label").For(f.id).Text(f.label)
	if utf8.RuneCountInString(f.label) > LongName {
		l = l.Title(f.label)
	}
	return l
}

func (f field) texts() []app.UI {
	var out []app.UI
	if f.help != "" {
		out = append(out, app.P().Class("field-help").ID(f.id+"-help").Text(f.help))
	}
	switch {
	case f.problem != "":
		out = append(out, app.P().Class("field-error").ID(f.id+"-said").Role("alert").Text(f.problem))
	case f.note != "":
		out = append(out, app.P().Class("field-note").ID(f.id+"-said").Role("status").Text(f.note))
	}
	return out
}

// control returns the widget's form element: the source of an event, or the one inside the
// widget's frame.
func control(ctx app.Context) app.Value {
	const form = "input, select"
	if src := ctx.JSSrc(); src.Call("matches", form).Truthy() {
		return src
	}
	return ctx.JSSrc().Call("querySelector", form)
}

func setValue(ctx app.Context, text string) { control(ctx).Set("value", text) }

// typed returns the text in the element. bad means that the browser cannot parse the text as
// the element's type and withholds it.
func typed(ctx app.Context) (text string, bad bool) {
	in := control(ctx)
	return in.Get("value").String(), in.Get("validity").Get("badInput").Truthy()
}
