package graphfile

import (
	"math"
	"strings"

	"causeway/core/causal"
	"causeway/core/data"
	"causeway/core/route"
	"causeway/core/sketch"
)

// Colours of the picture, for a light background. Text has a contrast of at least 4.5 with its
// background, and lines have at least 3.
const (
	ink    = "#1b1f24"
	stroke = "#4a5560"
	paper  = "#ffffff"
)

// fills are the background colours of nodes by role.
var fills = [...]string{
	sketch.NoRole: paper, sketch.Exposure: "#d8f0d8", sketch.OutcomeRole: "#d6e6fb",
	sketch.Adjusted: "#e8e8ec", sketch.Selected: "#fff2c2", sketch.Latent: paper,
}

const (
	svgMargin  = 24
	legendStep = 28
	legendWide = 210
)

// SVG draws a sketch as a picture, with a legend. Nodes and lines have the same positions as in the
// editor.
func SVG(schema data.Schema, s sketch.Sketch) []byte {
	p := &picture{writer: writer{schema: schema, s: s, scale: 1}, strokes: s.Strokes(),
		lines: route.Around(s.Boxes(sketch.Plain), s.Lines(sketch.Plain))}
	left, top, right, bottom := p.extent()
	legend := p.legend()
	columns := max(1, int((right-left)/legendWide))
	rows := (len(legend) + columns - 1) / columns
	width := max(right-left, legendWide) + 2*svgMargin
	height := bottom - top + float64(3*svgMargin+rows*legendStep)
	p.text(`<svg xmlns="http://www.w3.org/2000/svg" width="`, short(width), `" height="`, short(height),
		`" viewBox="`, short(left-svgMargin), " ", short(top-svgMargin), " ", short(width), " ", short(height),
		`" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif" font-size="14" fill="`, ink,
		`">`, "\n")
	p.text("<title>Causal graph</title>\n<desc>", escapeXML(p.summary()), "</desc>\n")
	p.text(`<rect x="`, short(left-svgMargin), `" y="`, short(top-svgMargin), `" width="`, short(width), `" height="`,
		short(height), `" fill="`, paper, `"/>`, "\n")
	for i, l := range p.lines {
		p.edge(l, p.strokes[i])
	}
	p.each(p.node)
	for i, item := range legend {
		x := left + float64(i%columns*legendWide)
		y := bottom + float64(svgMargin+legendStep/2+i/columns*legendStep)
		item.draw(x, y)
		p.text(`<text x="`, short(x+56), `" y="`, short(y+5), `">`, item.says, "</text>\n")
	}
	p.text("</svg>\n")
	return []byte(p.b.String())
}

// picture is an unfinished SVG.
type picture struct {
	writer
	strokes []sketch.Stroke
	lines   []route.Path // for strokes
}

// extent returns the rectangle that nodes and lines occupy.
func (p *picture) extent() (left, top, right, bottom float64) {
	left, top, right, bottom = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	cover := func(x, y, w, h float64) {
		left, right = min(left, x-w), max(right, x+w)
		top, bottom = min(top, y-h), max(bottom, y+h)
	}
	p.each(func(_ int, n sketch.Node) { cover(n.X, n.Y, sketch.NodeWidth/2, sketch.NodeHeight/2) })
	for _, l := range p.lines {
		for _, at := range l { // a curve lies within its control points
			cover(at.X, at.Y, 0, 0)
		}
	}
	return left, top, right, bottom
}

// summary describes the edges in words for people who cannot see the picture.
func (p *picture) summary() string {
	if len(p.strokes) == 0 {
		return "No edges."
	}
	var b strings.Builder
	for i, e := range p.strokes {
		if i > 0 {
			b.WriteString("; ")
		}
		arrow := " → "
		if e.Both {
			arrow = " ↔ "
		}
		b.WriteString(p.name(e.From) + arrow + p.name(e.To))
		if e.Sign != causal.Unknown {
			b.WriteString(" (" + signWords[e.Sign] + ")")
		}
	}
	return b.String() + "."
}

// edge draws a line with its arrow heads and its sign.
func (p *picture) edge(l route.Path, e sketch.Stroke) {
	width, dashes := "1.5", ""
	if e.Strict || e.Least > 0 {
		width = "3"
	}
	switch {
	case e.Both:
		dashes = ` stroke-dasharray="3 4"`
	case e.Soft:
		dashes = ` stroke-dasharray="7 5"`
	}
	p.text(`<path d="`, l.SVG(), `" fill="none" stroke="`, stroke, `" stroke-width="`, width, `"`, dashes, "/>\n")
	heads := l.Head()
	if e.Both {
		heads += l.Turned().Head()
	}
	p.text(`<path d="`, heads, `" fill="`, stroke, `"/>`, "\n")
	if e.Sign != causal.Unknown {
		at, _ := l.At(0.5)
		p.sign(at.X, at.Y, e.Sign)
	}
}

// sign draws a plus or minus in a circle.
func (p *picture) sign(x, y float64, sign causal.Sign) {
	p.text(`<circle cx="`, short(x), `" cy="`, short(y), `" r="9" fill="`, paper, `" stroke="`, stroke, `"/>`, "\n")
	p.text(`<path d="M`, short(x-5), " ", short(y), "H", short(x+5))
	if sign == causal.Rises {
		p.text("M", short(x), " ", short(y-5), "V", short(y+5))
	}
	p.text(`" stroke="`, ink, `" stroke-width="2"/>`, "\n")
}

// node draws a box with its name, and its mechanism below.
func (p *picture) node(v int, n sketch.Node) {
	name := p.name(v)
	p.text("<g><title>", escapeXML(name), "</title>\n")
	p.box(n.X, n.Y, sketch.NodeWidth, sketch.NodeHeight, n.Role, v == sketch.OutcomeNode)
	y := n.Y + 5
	if n.Form != sketch.NotKnown {
		y = n.Y - 1
		p.text(`<text x="`, short(n.X), `" y="`, short(n.Y+14), `" text-anchor="middle" font-size="11">`,
			formWords[n.Form], "</text>\n")
	}
	squeeze := ""
	if most := sketch.NodeWidth - 12; textWidth(sketch.Label(name)) > most {
		squeeze = ` textLength="` + short(float64(most)) + `" lengthAdjust="spacingAndGlyphs"`
	}
	p.text(`<text x="`, short(n.X), `" y="`, short(y), `" text-anchor="middle"`, squeeze, ">",
		escapeXML(sketch.Label(name)), "</text></g>\n")
}

func (p *picture) box(x, y, w, h float64, role sketch.Role, outcome bool) {
	radius, dashes := "6", ""
	if outcome {
		radius = short(h / 2)
	}
	if role == sketch.Latent {
		dashes = ` stroke-dasharray="4 3"`
	}
	p.text(`<rect x="`, short(x-w/2), `" y="`, short(y-h/2), `" width="`, short(w), `" height="`, short(h),
		`" rx="`, radius,
		`" fill="`, fills[role], `" stroke="`, stroke, `"`, dashes, "/>\n")
}

// entry is a line of the legend.
type entry struct {
	says string
	draw func(x, y float64)
}

// legend explains only the elements that occur in the picture.
func (p *picture) legend() []entry {
	var list []entry
	sample := func(e sketch.Stroke) func(x, y float64) {
		return func(x, y float64) {
			p.edge(route.Level(x, x+46, y), e)
		}
	}
	some := func(says string, e sketch.Edge, is func(sketch.Edge) bool) {
		for _, o := range p.strokes {
			if !o.Both && is(o.Edge) {
				list = append(list, entry{says, sample(sketch.Stroke{Edge: e})})
				return
			}
		}
	}
	some("is a cause of", sketch.Edge{}, func(e sketch.Edge) bool { return e.Sign == causal.Unknown })
	some("makes it rise", sketch.Edge{Sign: causal.Rises}, func(e sketch.Edge) bool { return e.Sign == causal.Rises })
	some("makes it fall", sketch.Edge{Sign: causal.Falls}, func(e sketch.Edge) bool { return e.Sign == causal.Falls })
	some("always (strict)", sketch.Edge{Strict: true}, func(e sketch.Edge) bool { return e.Strict || e.Least > 0 })
	some("as a rule (soft)", sketch.Edge{Soft: true}, func(e sketch.Edge) bool { return e.Soft })
	if len(p.s.Shared) > 0 {
		list = append(list, entry{"share an unobserved cause", sample(sketch.Stroke{Both: true})})
	}
	for role, word := range roleWords {
		here := false
		p.each(func(_ int, n sketch.Node) { here = here || n.Role == sketch.Role(role) && word != "" })
		if here {
			outcome := sketch.Role(role) == sketch.OutcomeRole
			list = append(list, entry{word, func(x, y float64) { p.box(x+23, y, 46, 18, sketch.Role(role), outcome) }})
		}
	}
	return list
}

// short returns a coordinate rounded to a hundredth of a point.
func short(x float64) string { return number(math.Round(x*100) / 100) }

// textWidth estimates the width of a name at 14 points in common fonts.
func textWidth(text string) int {
	w := 0.0
	for _, r := range text {
		switch {
		case r >= 0x1100: // wide scripts and emoji
			w += 14
		case strings.ContainsRune("iljtfI.,:;|'!() ", r):
			w += 4.5
		case strings.ContainsRune("mwMW@%", r):
			w += 12.5
		case r >= 'A' && r <= 'Z':
			w += 9.5
		default:
			w += 7.8
		}
	}
	return int(w)
}

// escapeXML makes any text safe between tags and in attributes. It replaces characters that XML
// does not allow.
func escapeXML(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '&':
			b.WriteString("&amp;")
		case r == '"':
			b.WriteString("&quot;")
		case r == '\t' || r == '\n':
			b.WriteByte(' ')
		case r < ' ' || r == 0x7f || r == 0xfffe || r == 0xffff:
			b.WriteRune(0xfffd)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
