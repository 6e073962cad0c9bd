package chart

import (
	"cmp"
	"slices"
	"strings"
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

// known are the choices with both values, each with whether any other is better
// in both.
func (of ChoicesOf) known() []Choice {
	var list []Choice
	for _, c := range of.Choices {
		if c.X.N > 0 && c.Y.N > 0 && finite(c.X.Mean) && finite(c.Y.Mean) && finite(c.X.SD) && finite(c.Y.SD) {
			list = append(list, c)
		}
	}
	for i := range list {
		list[i].unbeaten = true
		for _, o := range list {
			x, y := o.X.Mean-list[i].X.Mean, o.Y.Mean-list[i].Y.Mean
			if x >= 0 && y >= 0 && x+y > 0 {
				list[i].unbeaten = false
			}
		}
	}
	return list
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
	pad := (p.x.hi - p.x.lo) * 0.06 // or signs would stand on the axis
	p.x.lo, p.x.hi = p.x.lo-pad, p.x.hi+pad
	svg := p.frame(of.says(list))
	for k := range of.Series {
		var path []point
		for _, c := range list {
			if c.Series == k {
				path = append(path, p.place(c))
			}
		}
		if len(path) > 1 {
			svg = svg.with(el("g", "data-series", seriesID(k)).with(el("path", "d", pathData([][]point{path}), "fill", "none",
				"stroke", "currentColor", "stroke-opacity", "0.5", "stroke-width", "1.25")))
		}
	}
	for _, c := range list {
		svg = svg.with(p.choice(c))
	}
	return svg.with(p.labels(list)), true
}

func (p plot) place(c Choice) point { return point{p.x.at(c.X.Mean), p.y.at(c.Y.Mean)} }

// choice is the sign of a choice with its spread both ways, and a ring around the
// chosen one.
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
		g = g.with(el("path", "d", pathData(spread), "fill", "none", "stroke", "currentColor", "stroke-opacity", "0.55"))
	}
	if c.Chosen {
		g = g.with(el("circle", "data-part", "chosen", "cx", px(at.x), "cy", px(at.y), "r", px(chosenRadius), "fill", "none",
			"stroke", "currentColor", "stroke-width", "2"))
	}
	m := marker(c.Series, at, 4)
	if c.unbeaten {
		m.attrs = append(m.attrs, "data-solid", "true")
	}
	return g.with(m)
}

const chosenRadius = 9

// box is a rectangle that something stands in.
type box struct{ x0, y0, x1, y1 float64 }

func (a box) meets(b box) bool { return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1 }

// labels puts the name of every choice beside its sign, where it covers no other
// sign or name. A name without a free place is left out: it is in the table. The
// chosen one and the unbeaten ones come first.
func (p plot) labels(list []Choice) node {
	var taken []box
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
	slices.SortStableFunc(list, func(a, b Choice) int { return cmp.Compare(rank(a), rank(b)) })
	for _, c := range list {
		if text, where, ok := p.label(c, taken); ok {
			g, taken = g.with(text), append(taken, where)
		}
	}
	return g
}

// label is the name of a choice at the freest place around it.
func (p plot) label(c Choice, taken []box) (node, box, bool) {
	name := c.Name
	if c.Chosen {
		name += " (chosen)"
	}
	at, gap := p.place(c), 8.0
	if c.Chosen {
		gap = chosenRadius + 4
	}
	w := charWidth * float64(len([]rune(name)))
	for _, s := range []struct {
		dx, dy float64 // of the text's end from the sign
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
	return text + ": " + spreadText(c.X) + " and " + spreadText(c.Y)
}

// says names the choices that none beats, and the chosen one.
func (of ChoicesOf) says(list []Choice) string {
	var best []string
	chosen := ""
	for _, c := range list {
		if c.unbeaten {
			best = append(best, c.Name+" ("+spreadText(c.X)+" and "+spreadText(c.Y)+")")
		}
		if c.Chosen {
			chosen = " The chosen one is " + c.Name + ", " + spreadText(c.X) + " and " + spreadText(c.Y) + "."
		}
	}
	return count(len(list)) + " settings by " + of.XLabel + " and " + of.YLabel + ". None is better in both than " + strings.Join(best, ", ") + "." + chosen
}

func (of ChoicesOf) numbers(most int, write func(float64) string) (head []string, rows [][]string) {
	head = []string{"setting", of.XLabel, "±", "runs", of.YLabel, "±", "runs", "unbeaten", "chosen"}
	yes := func(is bool) string {
		if is {
			return "yes"
		}
		return ""
	}
	list := of.known()
	for _, c := range list[:min(len(list), most)] {
		row := append([]string{c.Name}, valueCells(c.X, write)...)
		row = append(row, valueCells(c.Y, write)...)
		rows = append(rows, append(row, yes(c.unbeaten), yes(c.Chosen)))
	}
	return head, rows
}
