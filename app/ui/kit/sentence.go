package kit

import (
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v9/pkg/app"

	"causeway/app/ui/widget"
	"causeway/core/notice"
)

// Phrase is a piece of a sentence.
type Phrase = notice.Phrase

// The roles of phrases.
const (
	Quoted  = notice.Quoted
	Changed = notice.Changed
	Decided = notice.Decided
)

func SentenceOf(list []Phrase) app.UI {
	body := make([]app.UI, len(list))
	for i, p := range list {
		switch p.Role {
		case Quoted:
			body[i] = app.Elem("bdi").Text(p.Text)
		case Changed:
			body[i] = app.Elem("bdi").Body(app.Strong().Class("to").Text(p.Text))
		case Decided:
			body[i] = app.Elem("bdi").Body(app.Strong().Text(p.Text))
		case notice.Amount:
			body[i] = app.Span().Class("nobr").Text(p.Text)
		default:
			body[i] = app.Text(p.Text)
		}
	}
	return app.P().Class("sentence").Body(body...)
}

// Breaking returns a name that may break only after its underscores.
func Breaking(name string) []app.UI {
	var out []app.UI
	for i, part := range strings.SplitAfter(name, "_") {
		if i > 0 {
			out = append(out, app.Wbr())
		}
		out = append(out, app.Text(part))
	}
	return out
}

// clamped is a name on at most two lines. Its title has the whole name.
func Clamped(name string) app.UI {
	s := app.Span().Class("clamp").Body(Breaking(name)...)
	if IsLong(name) {
		s = s.Title(name)
	}
	return s
}

// titled adds the whole text as a title to a cell that may be cut.
func Titled(cell app.HTMLTd, text string) app.HTMLTd {
	if IsLong(text) {
		return cell.Title(text)
	}
	return cell
}

func IsLong(text string) bool { return utf8.RuneCountInString(text) > widget.LongName }
