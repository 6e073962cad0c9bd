package chart

import (
	"strconv"
	"strings"
)

// SaveAction is the action that a chart sends when it should be saved; its value is a Saving.
const SaveAction = "save-chart"

// Saving is a chart on its way to a file.
type Saving struct {
	Name string // name of the file
	Kind string // "svg", "png" or "csv"
	SVG  string // the self-contained picture; a PNG is made from it
	Head []string
	Rows [][]string // exact numbers
}

func exact(v float64) string {
	if !finite(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// The colours of a saved picture, which has no style sheet: those of the light page.
const (
	inkColour     = "#13232a"
	softColour    = "#44545b"
	ruleColour    = "#dfe5e6"
	surfaceColour = "#ffffff"

	personColour   = "#b45309"
	acceptedColour = "#6fb1b9"
)

var seriesColours = [...]string{"#0f6d86", "#b25e09", "#6a4c9c", "#2f7a3e", "#ad2f60", "#5b6b72"}

// Sizes of a saved picture.
const (
	savedWidth = 640
	savedEdge  = 16
	lineHeight = 20
)

// standalone returns a drawing with its title and legend as a file of its own.
func standalone(d drawing) string {
	svg, ok := d.draw(savedWidth)
	if !ok {
		return ""
	}
	width, _ := strconv.ParseFloat(svg.attr("width"), 64)
	height, _ := strconv.ParseFloat(svg.attr("height"), 64)
	top := float64(savedEdge)
	head := el("g").with(el("text", "x", "0", "y", px(top), "font-size", "15", "font-weight", "700",
		"fill", inkColour).says(d.title()))
	legend, below := savedLegend(d.keys(), width, top+6)
	inner := el("g", "transform", "translate(0 "+px(below+8)+")").with(svg.kids...)
	w, h := width+2*savedEdge, below+8+height+2*savedEdge
	out := el("svg", "xmlns", namespace, "viewBox", "0 0 "+px(w)+" "+px(h), "width", px(w), "height", px(h),
		"role", "img",
		"aria-label", svg.attr("aria-label"), "font-family", "system-ui, sans-serif", "color", inkColour).
		with(el("rect", "width", px(w), "height", px(h), "fill", surfaceColour),
			el("g", "transform", "translate("+px(savedEdge)+" "+px(savedEdge)+")").with(head, legend, inner.coloured()))
	return out.markup()
}

// savedLegend places the keys in lines from top on, and returns where they end.
func savedLegend(keys []key, width, top float64) (node, float64) {
	g := el("g", "font-size", "12")
	x, y := 0.0, top
	for i, k := range keys {
		sign, _ := strconv.ParseFloat(k.swatch.attr("width"), 64)
		text := strings.TrimSpace(k.name + " " + k.value)
		room := sign + 6 + charWidth*float64(len([]rune(text))) + 18
		if i == 0 || x+room > width {
			x, y = 0, y+lineHeight
		}
		g = g.with(el("g", "transform", "translate("+px(x)+" "+px(y-10)+")").with(k.swatch.coloured().kids...),
			el("text", "x", px(x+sign+6), "y", px(y), "fill", softColour).says(text))
		x += room
	}
	return g, y
}

// coloured sets the style sheet's values on the element and its children.
func (n node) coloured() node {
	out := n
	out.attrs = append([]string(nil), n.attrs...)
	add := func(pairs ...string) {
		for i := 0; i < len(pairs); i += 2 {
			out = out.set(pairs[i], pairs[i+1])
		}
	}
	if s := n.attr("data-series"); len(s) == 1 && s[0] >= '1' && int(s[0]-'1') < len(seriesColours) {
		add("color", seriesColours[s[0]-'1'])
	}
	if n.attr("data-marker") != "" {
		fill := surfaceColour
		if n.attr("data-solid") != "" {
			fill = "currentColor"
		}
		add("fill", fill, "stroke", "currentColor", "stroke-width", "1.75")
	}
	switch n.attr("data-part") {
	case "axis":
		add("color", softColour)
	case "name":
		add("fill", softColour, "font-style", "italic")
	case "label":
		add("stroke", surfaceColour, "stroke-width", "3", "paint-order", "stroke")
	case "grid":
		add("stroke", ruleColour, "stroke-opacity", "1")
	}
	out.kids = make([]node, len(n.kids))
	for i, k := range n.kids {
		out.kids[i] = k.coloured()
	}
	return out
}

// set replaces or adds an attribute.
func (n node) set(name, value string) node {
	for i := 0; i+1 < len(n.attrs); i += 2 {
		if n.attrs[i] == name {
			n.attrs[i+1] = value
			return n
		}
	}
	n.attrs = append(n.attrs, name, value)
	return n
}
