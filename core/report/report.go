// Package report writes documents as a single HTML file that can be read, printed and kept on its
// own. It contains no script and makes no request, not even for a picture. Its content-security
// policy makes the reader's browser enforce this. All input is displayed as text. The package
// does not depend on tables or models.
package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"strconv"
	"strings"
)

//go:embed report.css
var style string

// Doc is an unfinished document.
type Doc struct {
	b      strings.Builder
	title  string
	kind   string // class of the document
	tag    string // language tag, BCP 47
	dir    string // direction of writing
	warns  string // word before a warning
	places int    // sections so far
}

// Span is a piece of text with one look.
type Span struct {
	Text string
	Look Look
}

// Look is the role of a piece of text.
type Look uint8

// The looks. A Name comes from outside and keeps its own direction of writing.
const (
	Plain Look = iota
	Name
	Strong // an important Name
	Code
	English // a Name in English, whatever the language of the document
)

// Cell is a cell of a table.
type Cell struct {
	Spans  []Span
	Number bool // aligned right
	Head   bool // header of its row
	Marked bool
}

// Text returns a Cell with plain words.
func Text(text string) Cell { return Cell{Spans: []Span{{text, Plain}}} }

// Named returns a Cell with a name.
func Named(text string) Cell { return Cell{Spans: []Span{{text, Name}}} }

// Number returns a Cell with a number.
func Number(text string) Cell { return Cell{Spans: []Span{{text, Plain}}, Number: true} }

// New starts a document. Its title is displayed as a heading, with lead below it.
func New(title string, lead ...Span) *Doc {
	d := &Doc{title: title, tag: "en", dir: "ltr", warns: "Careful"}
	d.raw("<header>\n<h1>", spans([]Span{{title, Name}}), "</h1>\n<p class=\"lead\">", spans(lead), "</p>\n</header>\n")
	return d
}

// In sets the language of the document: its BCP 47 tag, ltr or rtl, and the word before a
// warning.
func (d *Doc) In(tag, dir, warns string) *Doc {
	d.tag, d.dir, d.warns = tag, dir, warns
	return d
}

// Notice makes the printed document compact, so that it fits on one page.
func (d *Doc) Notice() *Doc {
	d.kind = "one-page"
	return d
}

func (d *Doc) raw(parts ...string) {
	for _, p := range parts {
		d.b.WriteString(p)
	}
}

func spans(list []Span) string {
	var b strings.Builder
	for _, s := range list {
		text := escape(s.Text)
		switch s.Look {
		case Name:
			text = "<bdi>" + text + "</bdi>"
		case Strong:
			text = "<bdi><strong>" + text + "</strong></bdi>"
		case Code:
			text = "<code>" + text + "</code>"
		case English:
			text = "<bdi lang=\"en\">" + text + "</bdi>"
		}
		b.WriteString(text)
	}
	return b.String()
}

// Section starts a section. It ends where the next one starts.
func (d *Doc) Section(title string) { d.SectionOf(Span{Text: title}) }

// SectionOf is Section with a title that may contain names.
func (d *Doc) SectionOf(title ...Span) {
	if d.places > 0 {
		d.raw("</section>\n")
	}
	d.places++
	id := "s" + strconv.Itoa(d.places)
	d.raw("<section aria-labelledby=\"", id, "\">\n<h2 id=\"", id, "\">", spans(title), "</h2>\n")
}

// Sub starts a subsection.
func (d *Doc) Sub(title ...Span) { d.raw("<h3>", spans(title), "</h3>\n") }

// Line adds a paragraph.
func (d *Doc) Line(list ...Span) { d.raw("<p>", spans(list), "</p>\n") }

// Note adds a less prominent paragraph.
func (d *Doc) Note(list ...Span) { d.raw("<p class=\"note\">", spans(list), "</p>\n") }

// Warn adds a paragraph that must not be missed.
func (d *Doc) Warn(list ...Span) {
	d.raw("<p class=\"warning\"><strong>", escape(d.warns), "</strong> ", spans(list), "</p>\n")
}

// List adds a list of paragraphs.
func (d *Doc) List(items [][]Span) { d.list("ul", "", items) }

// Steps adds a numbered list of paragraphs.
func (d *Doc) Steps(items [][]Span) { d.list("ol", "", items) }

// Marks adds a list of paragraphs that contain their own marks.
func (d *Doc) Marks(items [][]Span) { d.list("ul", " class=\"marks\"", items) }

func (d *Doc) list(tag, class string, items [][]Span) {
	if len(items) == 0 {
		return
	}
	d.raw("<", tag, class, ">\n")
	for _, i := range items {
		d.raw("<li>", spans(i), "</li>\n")
	}
	d.raw("</", tag, ">\n")
}

// Facts adds names with values.
func (d *Doc) Facts(rows [][2]Span) {
	d.raw("<dl>\n")
	for _, r := range rows {
		d.raw("<div><dt>", spans(r[:1]), "</dt><dd>", spans(r[1:]), "</dd></div>\n")
	}
	d.raw("</dl>\n")
}

// Table adds a table with a caption.
func (d *Doc) Table(caption string, head []Cell, rows [][]Cell) {
	d.raw("<table>\n<caption>", escape(caption), "</caption>\n<thead><tr>")
	for _, c := range head {
		d.raw("<th scope=\"col\"", class(c), ">", spans(c.Spans), "</th>")
	}
	d.raw("</tr></thead>\n<tbody>\n")
	for _, r := range rows {
		d.raw("<tr>")
		for _, c := range r {
			if c.Head {
				d.raw("<th scope=\"row\"", class(c), ">", spans(c.Spans), "</th>")
			} else {
				d.raw("<td", class(c), ">", spans(c.Spans), "</td>")
			}
		}
		d.raw("</tr>\n")
	}
	d.raw("</tbody>\n</table>\n")
}

func class(c Cell) string {
	switch {
	case c.Number && c.Marked:
		return ` class="num mark"`
	case c.Number:
		return ` class="num"`
	case c.Marked:
		return ` class="mark"`
	}
	return ""
}

// Picture adds one of our drawings. An SVG whose end does not match its beginning is left out,
// because it could extend beyond its figure.
func (d *Doc) Picture(svg []byte, caption string) {
	text := strings.TrimSpace(string(svg))
	if !strings.HasPrefix(text, "<svg ") || !strings.HasSuffix(text, "</svg>") {
		return
	}
	d.raw("<figure>\n", text, "\n<figcaption>", escape(caption), "</figcaption>\n</figure>\n")
}

// Policy returns the content-security policy of every document, which allows only the style
// sheet.
func Policy() string {
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; base-uri 'none'; form-action 'none'"
}

// Bytes returns the document.
func (d *Doc) Bytes() []byte {
	var b strings.Builder
	b.WriteString("<!doctype html>\n<html lang=\"" + d.tag + "\" dir=\"" + d.dir +
		"\">\n<head>\n<meta charset=\"utf-8\">\n")
	b.WriteString("<meta http-equiv=\"Content-Security-Policy\" content=\"" + Policy() + "\">\n")
	b.WriteString("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"referrer\" " +
		"content=\"no-referrer\">\n<meta name=\"color-scheme\" content=\"light\">\n")
	b.WriteString("<title>" + escape(d.title) + "</title>\n<style>" + style + "</style>\n</head>\n<body>\n")
	if d.kind == "" {
		b.WriteString("<main>\n")
	} else {
		b.WriteString("<main class=\"" + d.kind + "\">\n")
	}
	b.WriteString(d.b.String())
	if d.places > 0 {
		b.WriteString("</section>\n")
	}
	b.WriteString("</main>\n</body>\n</html>\n")
	return []byte(b.String())
}
