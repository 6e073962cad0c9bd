package kit

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// word is a term of the page: its meaning in a sentence, and a picture.
type word struct {
	Name, Says string
	Lines      string // path of the background, in a box of 160 by 56
	Marks      string // path of the subject
	Dots       string // path of points, as strokes of length 0
}

func (w word) picture() app.UI {
	const space = "http://www.w3.org/2000/svg"
	path := func(part, d string) app.UI { return app.Elem("path").XMLNS(space).Attr("data-part", part).Attr("d", d) }
	return app.Elem("svg").XMLNS(space).Attr("viewBox", "0 0 160 56").Attr("aria-hidden", "true").Attr("data-chart",
		"word").Body(
		path("lines", w.Lines), path("dots", w.Dots), path("marks", w.Marks))
}

// Term returns a text with a dotted underline if the glossary has it. A press shows the meaning.
func Term(text string) app.UI { return TermOf(text, text) }

// TermOf returns a text that refers to a glossary word.
func TermOf(name, text string) app.UI {
	for _, w := range words {
		if strings.EqualFold(w.Name, name) {
			return app.Button().Type("button").Class("term").Attr("popovertarget", wordID).Text(text).
				OnClick(func(ctx app.Context, _ app.Event) { topicWord.Publish(ctx, w.Name) })
		}
	}
	return app.Text(text)
}

// Worded returns a sentence whose first mention of each glossary word is a Term. A word may be in the
// plural.
func Worded(text string) (list []app.UI) {
	seen := map[string]bool{}
	for text != "" {
		from, to, name := len(text), len(text), ""
		for _, w := range words {
			if seen[w.Name] {
				continue
			}
			at := mention(text, w.Name)
			if at < 0 || at > from || at == from && len(w.Name) < to-from {
				continue
			}
			from, to, name = at, at+len(w.Name), w.Name
			if strings.HasPrefix(text[to:], "s") {
				to++
			}
		}
		if from > 0 {
			list = append(list, app.Text(text[:from]))
		}
		if name != "" {
			list, seen[name] = append(list, TermOf(name, text[from:to])), true
		}
		text = text[to:]
	}
	return list
}

// mention returns where a text first contains a word, in any case and with an optional plural s, or
// negative.
func mention(text, name string) int {
	letter := func(s string, at int) bool {
		return at >= 0 && at < len(s) && (s[at]|0x20 >= 'a' && s[at]|0x20 <= 'z' || s[at] >= 0x80)
	}
	for from := 0; ; {
		at := indexFold(text[from:], name)
		if at < 0 {
			return -1
		}
		at += from
		end := at + len(name)
		if end < len(text) && text[end] == 's' {
			end++
		}
		if !letter(text, at-1) && !letter(text, end) && !strings.HasPrefix(text[end:], "-") { // not "held-out"
			return at
		}
		from = at + 1
	}
}

// indexFold is strings.Index for ASCII letters, ignoring case.
func indexFold(text, part string) int {
	for at := 0; at+len(part) <= len(text); at++ {
		if strings.EqualFold(text[at:at+len(part)], part) {
			return at
		}
	}
	return -1
}

// Glossary shows all words in a list.
type Glossary struct {
	app.Compo

	open bool
}

// wordID is the popover's id; topicWord names the word that it explains.
const wordID = "word"

var topicWord = NewTopic[string]("word")

func (g *Glossary) Render() app.UI {
	var list []app.UI
	if g.open {
		for _, w := range words {
			list = append(list, app.Elem("dt").Text(w.Name), app.Elem("dd").Text(w.Says))
		}
	}
	return app.Details().Class("paste").On("toggle", g.onToggle).Body(app.Summary().Text(textGlossary),
		app.Elem("dl").Class("words").Body(list...))
}

func (g *Glossary) onToggle(ctx app.Context, _ app.Event) {
	g.open = ctx.JSSrc().Get("open").Bool()
}

// Word explains the Term that was pressed.
type Word struct {
	app.Compo

	name string
}

func (s *Word) OnMount(ctx app.Context) { topicWord.Observe(ctx, &s.name) }

func (s *Word) Render() app.UI {
	says := app.Div().ID(wordID).Class("word").Attr("popover", "auto").Role("note")
	for _, w := range words {
		if w.Name == s.name {
			says = says.Aria("label", w.Name).Body(app.Strong().Text(w.Name), w.picture(), app.P().Text(w.Says))
		}
	}
	return says
}
