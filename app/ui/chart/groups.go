package chart

import "strings"

func (of GroupsOf) title() string { return of.Title }
func (of GroupsOf) empty() string { return of.Empty }

func (of GroupsOf) keys() []key {
	list := make([]key, len(of.Series))
	for k, name := range of.Series {
		list[k] = key{swatch: signSwatch(k), name: name}
	}
	return list
}

// value is that of a group and a series; none where it is missing.
func (of GroupsOf) value(g, k int) Value {
	if g >= len(of.Values) || k >= len(of.Values[g]) {
		return Value{}
	}
	v := of.Values[g][k]
	if !finite(v.Mean) || !finite(v.SD) {
		return Value{}
	}
	return v
}

// draw puts the bars of a group side by side, from 0 up or down to the mean. The
// sign of the series stands at the mean and the error bar goes through it, so
// that colour is never the only sign.
func (of GroupsOf) draw(width float64) (node, bool) {
	if width > 0 {
		of.Width = width
	}
	var all Series // what the axis must hold
	for g := range of.Groups {
		for k := range of.Series {
			if v := of.value(g, k); v.N > 0 {
				low, high := of.reach(v)
				all.X = append(all.X, float64(g), float64(g), float64(g))
				all.Y = append(all.Y, 0, low, high)
			}
		}
	}
	p, ok := layout(LinesOf{Title: of.Title, XLabel: of.XLabel, YLabel: of.YLabel, Series: []Series{all}, Lo: of.Lo, Hi: of.Hi,
		Width: of.Width, Height: of.Height})
	if !ok {
		return node{}, false
	}
	p = p.choices(of.Groups)
	svg := p.frame(of.says())
	room := (p.x.at(1) - p.x.at(0)) * 0.84
	if len(of.Groups) == 1 {
		room = (p.x.to - p.x.from) * 0.84
	}
	bar := min(room/float64(len(of.Series)), widestGroupBar)
	for g := range of.Groups {
		from := p.x.at(float64(g)) - bar*float64(len(of.Series))/2
		for k := range of.Series {
			if v := of.value(g, k); v.N > 0 {
				low, high := of.reach(v)
				svg = svg.with(p.bar(k, from+bar*(float64(k)+0.5), bar, v, low, high).with(
					el("title").says(of.Groups[g] + ", " + of.Series[k] + ": " + spreadText(v))))
			}
		}
	}
	y := px(p.y.at(0))
	return svg.with(el("line", "data-part", "base", "x1", px(p.x.from), "y1", y, "x2", px(p.x.to), "y2", y, "stroke", "currentColor")), true
}

// widestGroupBar keeps a few bars from looking like a block.
const widestGroupBar = 56

// reach is where an error bar ends.
func (of GroupsOf) reach(v Value) (low, high float64) {
	low, high = v.Mean-v.SD, v.Mean+v.SD
	if of.Positive && v.Mean >= 0 {
		low = max(low, 0)
	} else if of.Positive {
		high = min(high, 0)
	}
	return low, high
}

func (p plot) bar(k int, x, width float64, v Value, low, high float64) node {
	top, foot := p.y.at(max(v.Mean, 0)), p.y.at(min(v.Mean, 0))
	wide := max(width-3, 2)
	g := el("g", "data-series", seriesID(k)).with(el("rect", "x", px(x-wide/2), "y", px(top), "width", px(wide), "height", px(foot-top),
		"fill", "currentColor", "fill-opacity", "0.3", "stroke", "currentColor", "stroke-opacity", "0.7"))
	if v.N > 1 {
		g = g.with(p.whisker(x, low, high))
	}
	return g.with(marker(k, point{x, p.y.at(v.Mean)}, markerRadius))
}

// whisker is an upright error bar with a stroke at its ends.
func (p plot) whisker(x, low, high float64) node {
	low, high = p.y.at(low), p.y.at(high)
	end := func(y float64) []point { return []point{{x - 3, y}, {x + 3, y}} }
	return el("path", "data-part", "whisker", "fill", "none", "stroke", "currentColor", "stroke-width", "1.5",
		"d", pathData([][]point{{{x, low}, {x, high}}, end(low), end(high)}))
}

// says names every value.
func (of GroupsOf) says() string {
	var parts []string
	for g, name := range of.Groups {
		var values []string
		for k, series := range of.Series {
			if v := of.value(g, k); v.N > 0 {
				values = append(values, series+" "+spreadText(v))
			}
		}
		if len(values) > 0 {
			parts = append(parts, name+": "+strings.Join(values, ", ")+".")
		}
	}
	return strings.Join(parts, " ")
}

// spreadText writes a mean with its spread.
func spreadText(v Value) string {
	if v.N < 2 {
		return short(v.Mean)
	}
	return short(v.Mean) + " ± " + short(v.SD)
}

func (of GroupsOf) numbers(most int, write func(float64) string) (head []string, rows [][]string) {
	head = []string{"group", "series", orElse(of.YLabel, "mean"), "±", "runs"}
	for g, group := range of.Groups {
		for k, series := range of.Series {
			if v := of.value(g, k); v.N > 0 && len(rows) < most {
				rows = append(rows, append([]string{group, series}, valueCells(v, write)...))
			}
		}
	}
	return head, rows
}

// valueCells are mean, spread and runs; of a single run there is no spread.
func valueCells(v Value, write func(float64) string) []string {
	if v.N == 0 {
		return []string{"", "", "0"}
	}
	sd := ""
	if v.N > 1 {
		sd = write(v.SD)
	}
	return []string{write(v.Mean), sd, write(float64(v.N))}
}

// signSwatch is the sign of series k on a piece of its bar.
func signSwatch(k int) node {
	return el("svg", "viewBox", "0 0 16 12", "width", "16", "height", "12", "aria-hidden", "true", "data-chart", "swatch").
		with(el("g", "data-series", seriesID(k)).with(
			el("rect", "x", "1", "y", "1", "width", "14", "height", "10", "fill", "currentColor", "fill-opacity", "0.3"),
			marker(k, point{8, 6}, markerRadius)))
}
