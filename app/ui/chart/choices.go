package chart

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"causeway/core/sorting"
)

func (of ChoicesOf) title() string { return of.Title }
func (of ChoicesOf) empty() string { return of.Empty }

func (of ChoicesOf) keys() []key {
	list := make([]key, len(of.Series))
	for k, name := range of.Series {
		list[k] = key{swatch: signSwatch(k), name: name}
	}
	return list
}

// known returns the choices with both values and a nonzero share, and for each whether another choice
// beats it.
func (of ChoicesOf) known() []Choice {
	var list []Choice
	for _, c := range of.Choices {
		if c.gives() && c.X.N > 0 && c.Y.N > 0 && finite(c.X.Mean) && finite(c.Y.Mean) && finite(c.X.SD) &&
			finite(c.Y.SD) {
			list = append(list, c)
		}
	}
	most := 0.0
	for _, c := range list {
		most = max(most, c.Share.Mean)
	}
	for i := range list {
		list[i].seldom = list[i].Share.N > 0 && list[i].Share.Mean < often*most
	}
	for i := range list {
		list[i].unbeaten = !slices.ContainsFunc(list, func(c Choice) bool { return c.beats(list[i]) })
	}
	return list
}

func (c Choice) gives() bool { return c.Share.N == 0 || c.Share.Mean > 0 }

// often is the fraction of the largest share that makes a choice's share large, see beats.
const often = 0.8

// beats reports whether c is at least as good as o in X and Y and better in one of them.
// X is compared only between choices with large shares, or between choices with small ones. At equal
// Y, a large share beats a small one.
func (c Choice) beats(o Choice) bool {
	x, y := c.X.Mean-o.X.Mean, c.Y.Mean-o.Y.Mean
	if c.seldom != o.seldom {
		return o.seldom && y >= 0
	}
	return x >= 0 && y >= 0 && x+y > 0
}

func (of ChoicesOf) draw(width float64) (node, bool) {
	if width > 0 {
		of.Width = width
	}
	list := of.known()
	var all Series
	for _, c := range list {
		all.X = append(all.X, c.X.Mean-c.X.SD, c.X.Mean+c.X.SD)
		all.Y = append(all.Y, c.Y.Mean-c.Y.SD, c.Y.Mean+c.Y.SD)
	}
	height := of.Height
	if height == 0 {
		height = 320
	}
	p, ok := layout(LinesOf{Title: of.Title, XLabel: of.XLabel, YLabel: of.YLabel, Series: []Series{all},
		Lo: of.Lo, Hi: of.Hi, Width: of.Width, Height: height})
	if !ok {
		return node{}, false
	}
	pad := (p.x.hi - p.x.lo) * 0.06 // keeps marks off the axis
	p.x.lo, p.x.hi = p.x.lo-pad, p.x.hi+pad
	p.xTicks, p.xStep = ticks(p.x.lo, p.x.hi, max(4, int(p.width/140)), false) // few ticks: marks matter more
	svg := p.frame(of.says(list))
	for k := range of.Series {
		var path []point
		for _, c := range list {
			if c.Series == k {
				path = append(path, p.place(c))
			}
		}
		if len(path) > 1 {
			svg = svg.with(el("g", "data-series", seriesID(k)).with(el("path", "d", pathData([][]point{path}),
				"fill", "none",
				"stroke", "currentColor", "stroke-opacity", "0.5", "stroke-width", "1.25")))
		}
	}
	for _, c := range list {
		svg = svg.with(p.choice(c))
	}
	return svg.with(p.labels(list)), true
}

func (p plot) place(c Choice) point { return point{p.x.at(c.X.Mean), p.y.at(c.Y.Mean)} }

// choice returns the mark of a choice with its spread in both directions, and a ring around
// the chosen one.
func (p plot) choice(c Choice) node {
	at := p.place(c)
	g := el("g", "data-series", seriesID(c.Series)).with(el("title").says(c.says()))
	var spread [][]point
	if c.Y.N > 1 {
		spread = append(spread, []point{{at.x, p.y.at(c.Y.Mean - c.Y.SD)}, {at.x, p.y.at(c.Y.Mean + c.Y.SD)}})
	}
	if c.X.N > 1 {
		spread = append(spread, []point{{p.x.at(c.X.Mean - c.X.SD), at.y}, {p.x.at(c.X.Mean + c.X.SD), at.y}})
	}
	if spread != nil {
		g = g.with(el("path", "d", pathData(spread), "fill", "none", "stroke", "currentColor",
			"stroke-opacity", "0.55"))
	}
	if c.Chosen {
		g = g.with(el("circle", "data-part", "chosen", "cx", px(at.x), "cy", px(at.y), "r", px(chosenRadius),
			"fill", "none",
			"stroke", "currentColor", "stroke-width", "2"))
	}
	m := marker(c.Series, at, c.radius())
	if c.unbeaten {
		m.attrs = append(m.attrs, "data-solid", "true")
	}
	return g.with(m)
}

const chosenRadius = 9

// radius grows with the share. It is 4 without a share.
func (c Choice) radius() float64 {
	if c.Share.N == 0 {
		return 4
	}
	return 2 + 2.5*min(max(c.Share.Mean, 0), 100)/100
}

// fullShare is the share from which names are shown without the share.
const fullShare = 95

// box is a rectangle occupied by something.
type box struct{ x0, y0, x1, y1 float64 }

func (a box) meets(b box) bool { return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1 }

// labels puts each choice's name beside its mark, unless the name would cover another mark or name; it
// is then only in the table. The chosen choice and the unbeaten ones are placed first.
func (p plot) labels(list []Choice) node {
	taken := []box{{0, 0, charWidth * float64(len([]rune(p.of.YLabel))), 14}} // the axis's name
	for _, c := range list {
		at, r := p.place(c), 5.0
		if c.Chosen {
			r = chosenRadius + 1
		}
		taken = append(taken, box{at.x - r, at.y - r, at.x + r, at.y + r})
	}
	g := el("g", "data-part", "label", "fill", "currentColor", "font-size", "12")
	rank := func(c Choice) int {
		switch {
		case c.Chosen:
			return 0
		case c.unbeaten:
			return 1
		}
		return 2
	}
	list = slices.Clone(list)
	sorting.Stable(list, func(a, b Choice) int { return cmp.Compare(rank(a), rank(b)) })
	for _, c := range list {
		if text, where, ok := p.label(c, taken); ok {
			g, taken = g.with(text), append(taken, where)
		}
	}
	return g
}

// label returns the name of a choice at the freest position around it.
func (p plot) label(c Choice, taken []box) (node, box, bool) {
	name := c.Name
	if c.Share.N > 0 && c.Share.Mean < fullShare {
		name += ", " + c.Note
	}
	if c.Chosen {
		name += " (chosen)"
	}
	at, gap := p.place(c), 8.0
	if c.Chosen {
		gap = chosenRadius + 4
	}
	w := charWidth * float64(len([]rune(name)))
	for _, s := range []struct {
		dx, dy float64 // offset of the text's end from the sign
		anchor string
	}{
		{gap / 2, -gap, "start"}, {-gap / 2, -gap, "end"}, {gap / 2, gap + 9, "start"}, {-gap / 2, gap + 9, "end"},
		{gap, 4, "start"}, {-gap, 4, "end"}, {0, -gap, "middle"}, {0, gap + 9, "middle"},
	} {
		left := at.x + s.dx - map[string]float64{"middle": w / 2, "end": w}[s.anchor]
		where := box{left, at.y + s.dy - 11, left + w, at.y + s.dy + 3}
		if !p.within(where) || slices.ContainsFunc(taken, where.meets) {
			continue
		}
		text := el("text", "x", px(at.x+s.dx), "y", px(at.y+s.dy), "text-anchor", s.anchor).says(name)
		if c.Chosen {
			text.attrs = append(text.attrs, "font-weight", "700")
		}
		return text, where, true
	}
	return node{}, box{}, false
}

// within reports whether a box lies in the drawing, right of its vertical axis
// and above the horizontal one.
func (p plot) within(b box) bool {
	return b.x0 >= p.x.from && b.x1 <= p.width && b.y0 >= 0 && b.y1 <= p.y.from
}

func (c Choice) says() string {
	text := c.Name
	if c.Chosen {
		text += ", the chosen one"
	}
	return text + ": " + c.values()
}

// values returns X and Y with their share.
func (c Choice) values() string {
	text := spreadText(c.X) + " and " + spreadText(c.Y)
	if c.Note != "" {
		text += ", " + c.Note
	}
	return text
}

// says names the unbeaten choices, the chosen one, and those that never reach the class.
func (of ChoicesOf) says(list []Choice) string {
	var best, none []string
	chosen := ""
	for _, c := range list {
		if c.unbeaten {
			best = append(best, c.Name+" ("+c.values()+")")
		}
		if c.Chosen {
			chosen = " The chosen one is " + c.Name + ", " + c.values() + "."
		}
	}
	for _, c := range of.Choices {
		if !c.gives() {
			none = append(none, c.Name+" ("+c.Note+")")
		}
	}
	settings := " settings by "
	if len(list) == 1 {
		settings = " setting by "
	}
	text := count(len(list)) + settings + of.XLabel + " and " + of.YLabel + ". None beats " + strings.Join(best, ", ") +
		"." + chosen
	if len(none) > 0 {
		text += " Not drawn: " + strings.Join(none, ", ") + "."
	}
	return text
}

// numbers lists the drawn choices first, then the others.
func (of ChoicesOf) numbers(most int, write func(float64) string) (head []string, rows [][]string) {
	head = []string{"setting", of.XLabel, "±", "runs", of.YLabel, "±", "runs"}
	if of.ShareLabel != "" {
		head = append(head, of.ShareLabel, "±", "runs")
	}
	head = append(head, "unbeaten", "chosen")
	yes := func(is bool) string {
		if is {
			return "yes"
		}
		return ""
	}
	list := of.known()
	for _, c := range of.Choices {
		if !c.gives() {
			list = append(list, c)
		}
	}
	for _, c := range list[:min(len(list), most)] {
		row := append([]string{c.Name}, valueCells(c.X, write)...)
		row = append(row, valueCells(c.Y, write)...)
		if of.ShareLabel != "" {
			row = append(row, valueCells(c.Share, write)...)
		}
		rows = append(rows, append(row, yes(c.unbeaten), yes(c.Chosen)))
	}
	return head, rows
}

// count formats a number for people.
func count(n int) string { return grouped(strconv.Itoa(n)) }
