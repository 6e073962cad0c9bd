package chart

import (
	"math"
	"strings"
)

func (of DotsOf) title() string { return of.Title }
func (of DotsOf) empty() string { return of.Empty }

// keys returns the legend's marks if there are several series.
func (of DotsOf) keys() []key {
	if len(of.Series) < 2 {
		return nil
	}
	list := make([]key, len(of.Series))
	for k, name := range of.Series {
		list[k] = key{swatch: signSwatch(k), name: name}
	}
	return list
}

// value returns the value of a row and a series; a missing one has no runs.
func (of DotsOf) value(r, k int) Value {
	if r >= len(of.Values) || k >= len(of.Values[r]) {
		return Value{}
	}
	v := of.Values[r][k]
	if !finite(v.Mean) || !finite(v.SD) {
		return Value{}
	}
	return v
}

// each calls f with every value present.
func (of DotsOf) each(f func(r, k int, v Value)) {
	for r := range of.Rows {
		for k := range of.Series {
			if v := of.value(r, k); v.N > 0 {
				f(r, k, v)
			}
		}
	}
}

// reach returns where a spread ends, within the possible range.
func (of DotsOf) reach(v Value) (low, high float64) {
	low, high = v.Mean-v.SD, v.Mean+v.SD
	if of.Lo < of.Hi {
		low, high = max(low, of.Lo), min(high, of.Hi)
	}
	return low, high
}

const (
	dotRow      = 22   // pixels of a row
	dotNameLine = 18   // more, if its name is above it
	dotStep     = 6    // between the signs of a row
	dotNarrow   = 420  // pixels of width below which names stand above
	dotFoot     = 38   // below the rows: ticks and the name of the axis
	dotDecades  = 50.0 // from this ratio of largest to smallest value, the axis is logarithmic
)

// draw gives each row a line, with a mark for each series at its mean and a stroke for
// its spread. The axis begins and ends near the values, so that differences are visible. It is
// logarithmic if the values are above 0 and differ too much for a linear axis.
func (of DotsOf) draw(width float64) (node, bool) {
	if width > 0 {
		of.Width = width
	}
	var xs extent
	least := math.Inf(1)
	of.each(func(_, _ int, v Value) {
		low, high := of.reach(v)
		xs.add(low)
		xs.add(high)
		least = min(least, v.Mean)
	})
	if !xs.seen {
		return node{}, false
	}
	w := size(of.Width, defaultWidth, leastWidth)
	names := 0.0
	for _, name := range of.Rows {
		names = max(names, charWidth*float64(len([]rune(name)))+10)
	}
	row, above := float64(dotRow), 0.0
	if w < dotNarrow {
		row, above, names = dotRow+dotNameLine, dotNameLine, 0
	}
	names = min(names, w/2)
	bottom := row*float64(len(of.Rows)) + 4
	p := plot{of: LinesOf{Title: of.Title, XLabel: of.XLabel}, width: w, height: bottom + dotFoot,
		x: scale{from: names + 8, to: w - 12}, y: scale{from: bottom, to: 0}}
	cols := max(2, int((p.x.to-p.x.from)/70))
	if of.Lo >= of.Hi && least > 0 && xs.hi/least > dotDecades {
		p.of.LogX, p.x.log = true, true
		p.x.lo, p.x.hi, p.xTicks = decades(math.Log10(max(xs.lo, least/2)), math.Log10(xs.hi), cols)
	} else {
		lo, hi := xs.wide()
		lo, hi = round(lo, hi, cols)
		if of.Lo < of.Hi {
			lo, hi = max(lo, of.Lo), min(hi, of.Hi)
		}
		p.x.lo, p.x.hi = lo, hi
		p.xTicks, p.xStep = ticks(lo, hi, cols, false)
	}
	grid := el("g", "data-part", "grid", "stroke", "currentColor", "stroke-opacity", "0.15")
	for _, v := range p.xTicks {
		x := px(p.x.at(v))
		grid = grid.with(el("line", "x1", x, "y1", "0", "x2", x, "y2", px(bottom)))
	}
	svg := p.frame(of.says())
	svg = svg.with(grid)
	labels := el("g", "data-part", "axis", "fill", "currentColor", "font-size", "12")
	middle := func(r int) float64 { return row*float64(r) + above + dotRow/2 }
	for r, name := range of.Rows {
		y := middle(r)
		svg = svg.with(el("line", "data-part", "guide", "x1", px(p.x.from), "y1", px(y), "x2", px(p.x.to), "y2", px(y),
			"stroke", "currentColor", "stroke-opacity", "0.15", "stroke-dasharray", "1 4"))
		if above > 0 {
			labels = labels.with(el("text", "x", "0", "y", px(y-dotRow/2-3)).says(name))
			continue
		}
		labels = labels.with(el("text", "x", px(names), "y", px(y+4),
			"text-anchor", "end").says(shorten(name, int(names/charWidth))))
	}
	svg = svg.with(labels)
	of.each(func(r, k int, v Value) {
		y := middle(r) + dotStep*(float64(k)-float64(len(of.Series)-1)/2)
		g := el("g", "data-series", seriesID(k)).with(
			el("title").says(of.Rows[r] + ", " + of.Series[k] + ": " + spreadText(v)))
		if v.N > 1 {
			low, high := of.reach(v)
			g = g.with(el("path", "data-part", "whisker", "fill", "none", "stroke", "currentColor",
				"stroke-width", "1.5",
				"d", pathData([][]point{{{p.x.at(low), y}, {p.x.at(high), y}}})))
		}
		g = g.with(marker(k, point{p.x.at(v.Mean), y}, markerRadius+0.5))
		svg = svg.with(g)
	})
	return svg, true
}

// says names every value.
func (of DotsOf) says() string {
	var parts []string
	for r, name := range of.Rows {
		var values []string
		for k, series := range of.Series {
			if v := of.value(r, k); v.N > 0 {
				text := spreadText(v)
				if len(of.Series) > 1 {
					text = series + " " + text
				}
				values = append(values, text)
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

func (of DotsOf) numbers(most int, write func(float64) string) (head []string, rows [][]string) {
	head = []string{"row", "series", orElse(of.XLabel, "mean"), "±", "runs"}
	of.each(func(r, k int, v Value) {
		if len(rows) < most {
			rows = append(rows, append([]string{of.Rows[r], of.Series[k]}, valueCells(v, write)...))
		}
	})
	return head, rows
}

// valueCells returns mean, spread and runs. A single run has no spread.
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

// signSwatch returns the sign of series k.
func signSwatch(k int) node {
	return el("svg", "viewBox", "0 0 16 12", "width", "16", "height", "12", "aria-hidden", "true", "data-chart",
		"swatch").
		with(el("g", "data-series", seriesID(k)).with(marker(k, point{8, 6}, markerRadius)))
}
