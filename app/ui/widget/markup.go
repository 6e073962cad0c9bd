package widget

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// NoticeKind is the tone of a notice.
type NoticeKind int

// Screen readers announce Info and Success when idle, Warning and Error immediately.
const (
	Info NoticeKind = iota
	Success
	Warning
	Error
)

// Notice returns a message in the flow of the page. Its tone is a word as well as a
// colour.
func Notice(kind NoticeKind, text string) app.UI {
	class, word, role := "is-info", "Note", "status"
	switch kind {
	case Success:
		class, word = "is-success", "Done"
	case Warning:
		class, word, role = "is-warning", "Careful", "alert"
	case Error:
		class, word, role = "is-error", "Problem", "alert"
	}
	return app.Div().Class("notice", class).Role(role).Body(
		app.Strong().Class("notice-word").Text(word),
		app.Span().Class("notice-text").Text(text),
	)
}

// TableRegion scrolls its table within itself and can be reached by keyboard, so
// that a wide table never makes the page scroll sideways. Where it does scroll,
// the style sheet shows the hint.
func TableRegion(label string, table app.UI) app.HTMLDiv {
	return app.Div().Class("table-wrap").DataSet("hint", scrollHint).Role("region").Aria("label", label).TabIndex(0).
		Body(table)
}

const scrollHint = "Scroll sideways for more →"

// Changed returns the content of a table cell, class "cell-changed", whose value
// went from old to new. It is read out as "changed from old to new".
func Changed(old, new string) app.UI {
	return app.Span().Class("change").Body(
		app.Span().Class("visually-hidden").Text("changed from "),
		app.Span().Class("cell-old").Text(old),
		app.Span().Class("change-arrow").Aria("hidden", "true").Text("→"),
		app.Span().Class("visually-hidden").Text(" to "),
		app.Strong().Class("cell-new").Text(new),
	)
}
