package widget

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// ButtonKind is the weight of a button.
type ButtonKind int

// A screen has one Primary button at a time. Danger is for actions that cannot be undone.
const (
	Secondary ButtonKind = iota
	Primary
	Quiet
	Danger
)

func (k ButtonKind) class() string {
	switch k {
	case Secondary:
		return "button"
	case Primary:
		return "button is-primary"
	case Quiet:
		return "button is-quiet"
	case Danger:
		return "button is-danger"
	}
	panic("widget: ButtonKind: unknown kind")
}

// Button returns a button of the given weight. The handler must be a method: go-app
// keeps the first closure it sees from one place in the source.
func Button(label string, kind ButtonKind, on app.EventHandler) app.HTMLButton {
	return app.Button().Type("button").Class(kind.class()).Text(label).OnClick(on)
}
