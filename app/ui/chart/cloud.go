package chart

import "github.com/maxence-charriere/go-app/v9/pkg/app"

// CloudOf describes points of several kinds on two axes.
type CloudOf struct {
	Title          string
	XLabel, YLabel string
	Kinds          []Series // each with its own marker
	Says           string   // the chart in words
	Width, Height  float64  // as in LinesOf
}

// Cloud draws the points with axes, a legend, and their numbers as a table.
func Cloud(of CloudOf) app.UI { return &figure{Of: of} }

func (of CloudOf) title() string { return of.Title }
func (of CloudOf) empty() string { return "No points." }

func (of CloudOf) keys() []key {
	list := make([]key, len(of.Kinds))
	for k, s := range of.Kinds {
		list[k] = key{swatch: el("svg", "viewBox", "0 0 12 12", "width", "12", "height", "12", "aria-hidden", "true",
			"data-chart", "swatch").
			with(el("g", "data-series", seriesID(k)).with(marker(k, point{6, 6}, markerRadius))), name: s.Name}
	}
	return list
}

func (of CloudOf) draw(width float64) (node, bool) {
	if width > 0 {
		of.Width = width
	}
	p, ok := layout(LinesOf{Title: of.Title, XLabel: of.XLabel, YLabel: of.YLabel, Series: of.Kinds, Width: of.Width,
		Height: of.Height})
	if !ok {
		return node{}, false
	}
	svg := p.frame(of.Says)
	for k, s := range of.Kinds {
		g := el("g", "data-series", seriesID(k))
		for i := range s.len() {
			if q := s.at(i); q.finite() {
				g = g.with(marker(k, point{p.x.at(q.x), p.y.at(q.y)}, 2.5))
			}
		}
		svg = svg.with(g)
	}
	return svg, true
}

// numbers lists points of every kind, at most about `most` of them.
func (of CloudOf) numbers(most int, write func(float64) string) (head []string, rows [][]string) {
	for _, s := range of.Kinds {
		for _, i := range spread(s.len(), max(1, most/len(of.Kinds))) {
			q := s.at(i)
			rows = append(rows, []string{s.Name, write(q.x), write(q.y)})
		}
	}
	return []string{"Kind", orElse(of.XLabel, "x"), orElse(of.YLabel, "y")}, rows
}
