package chart

import "strconv"

// drawBars scales the bars to the largest count. A count above zero is at least
// one pixel high, so that rare is told from absent.
func drawBars(of BarsOf) node {
	w, h := size(of.Width, 96, 16), size(of.Height, 24, 8)
	g := barsGist(of)
	svg := el("svg", "viewBox", "0 0 "+px(w)+" "+px(h), "width", px(w), "height", px(h),
		"role", "img", "aria-label", of.Title+". "+g, "data-chart", "bars")
	most := 0
	for _, c := range of.Counts {
		most = max(most, c)
	}
	edges := of.edges(w)
	for i, c := range of.Counts {
		tall := 0.0
		if c > 0 {
			tall = max(1, float64(c)/float64(most)*(h-1))
		}
		room := edges[i+1] - edges[i]
		wide := max(room-of.gap(), min(0.5, room))
		bar := el("rect", "x", px(edges[i]), "y", px(h-1-tall), "width", px(wide), "height", px(tall), "fill", "currentColor")
		if of.Mark == i+1 {
			bar.attrs = append(bar.attrs, "data-marked", "true")
		}
		svg = svg.with(bar.with(el("title").says(of.barName(i) + ": " + count(c))))
	}
	return svg.with(el("line", "data-part", "base", "x1", "0", "y1", px(h-0.5), "x2", px(w), "y2", px(h-0.5), "stroke", "currentColor"))
}

// edges are the sides of the bars in pixels: to scale where the edges are
// given and rise, else all of one width.
func (of BarsOf) edges(w float64) []float64 {
	n := len(of.Counts)
	out := make([]float64, n+1)
	scaled := len(of.Edges) == n+1 && n > 0
	for i := range out {
		if scaled && (!finite(of.Edges[i]) || i > 0 && of.Edges[i] <= of.Edges[i-1]) {
			scaled = false
		}
	}
	for i := range out {
		if scaled {
			out[i] = scale{lo: drawable(of.Edges[0]), hi: drawable(of.Edges[n]), to: w}.at(of.Edges[i])
		} else {
			out[i] = min(w, widestBar*float64(n)) * float64(i) / float64(max(n, 1))
		}
	}
	return out
}

// widestBar keeps a few categories from looking like a block.
const widestBar = 24

// gap is the space between bars: categories stand apart, the bins of one range
// nearly touch.
func (of BarsOf) gap() float64 {
	if len(of.Labels) > 0 {
		return 4
	}
	return 1
}

func (of BarsOf) barName(i int) string {
	switch {
	case i < len(of.Labels):
		return of.Labels[i]
	case i+1 < len(of.Edges):
		return short(of.Edges[i]) + " to " + short(of.Edges[i+1])
	}
	return strconv.Itoa(i + 1)
}

// barsGist says where most of the mass is.
func barsGist(of BarsOf) string {
	if len(of.Counts) == 0 {
		return "No values."
	}
	total, top := 0, 0
	for i, c := range of.Counts {
		total += max(c, 0)
		if c > of.Counts[top] {
			top = i
		}
	}
	n := strconv.Itoa(len(of.Counts))
	span := n + " groups"
	if len(of.Edges) == len(of.Counts)+1 {
		span += " from " + short(of.Edges[0]) + " to " + short(of.Edges[len(of.Counts)])
	}
	return span + ", most in " + of.barName(top) + ": " + count(of.Counts[top]) + " of " + count(total) + "."
}

func count(n int) string { return grouped(strconv.Itoa(n)) }
