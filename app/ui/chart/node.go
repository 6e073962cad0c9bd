package chart

import (
	"html"
	"math"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

const namespace = "http://www.w3.org/2000/svg"

// node is an SVG element before it reaches go-app, with its attributes in order. Tests can walk it,
// and it can be written as text.
type node struct {
	tag   string
	attrs []string // name, value, name, value...
	text  string
	kids  []node
}

func el(tag string, attrs ...string) node { return node{tag: tag, attrs: attrs} }

func (n node) with(kids ...node) node {
	n.kids = append(n.kids, kids...)
	return n
}

func (n node) says(text string) node {
	n.text = text
	return n
}

func (n node) attr(name string) string {
	for i := 0; i+1 < len(n.attrs); i += 2 {
		if n.attrs[i] == name {
			return n.attrs[i+1]
		}
	}
	return ""
}

func (n node) ui() app.UI {
	e := app.Elem(n.tag).XMLNS(namespace)
	for i := 0; i+1 < len(n.attrs); i += 2 {
		e = e.Attr(n.attrs[i], n.attrs[i+1])
	}
	var body []app.UI
	if n.text != "" {
		body = append(body, app.Text(n.text))
	}
	for _, k := range n.kids {
		body = append(body, k.ui())
	}
	return e.Body(body...)
}

// markup returns the element as a standalone SVG text, one element a line.
func (n node) markup() string {
	var b strings.Builder
	n.write(&b, "")
	return b.String()
}

func (n node) write(b *strings.Builder, indent string) {
	b.WriteString(indent + "<" + n.tag)
	for i := 0; i+1 < len(n.attrs); i += 2 {
		b.WriteString(" " + n.attrs[i] + `="` + html.EscapeString(n.attrs[i+1]) + `"`)
	}
	if n.text == "" && len(n.kids) == 0 {
		b.WriteString("/>\n")
		return
	}
	b.WriteString(">" + html.EscapeString(n.text))
	if len(n.kids) > 0 {
		b.WriteString("\n")
		for _, k := range n.kids {
			k.write(b, indent+"  ")
		}
		b.WriteString(indent)
	}
	b.WriteString("</" + n.tag + ">\n")
}

// px writes a coordinate to a tenth of a pixel: enough for the eye, and short.
func px(v float64) string { return string(appendPx(nil, v)) }

// appendPx works in whole tenths: charts are drawn ten times a second.
func appendPx(b []byte, v float64) []byte {
	tenths := int64(math.Round(v * 10))
	if tenths < 0 {
		b, tenths = append(b, '-'), -tenths
	}
	b = strconv.AppendInt(b, tenths/10, 10)
	if tenths%10 != 0 {
		b = append(b, '.', byte('0'+tenths%10))
	}
	return b
}
