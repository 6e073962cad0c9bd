package chart

import (
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// Part is a part of a whole. Tone is its appearance: full, lacking, open or empty.
type Part struct {
	Name  string
	Count int
	Tone  string
}

// Parts returns one bar over the available width, divided into its parts in order, with a
// legend of the nonempty ones.
func Parts(title string, parts []Part) app.UI {
	var legend []app.UI
	for _, p := range parts {
		if p.Count > 0 {
			swatch := el("svg", "viewBox", "0 0 10 10", "width", "10", "height", "10", "aria-hidden", "true",
				"data-chart", "parts").
				with(el("rect", "width", "10", "height", "10", "data-tone", p.Tone))
			legend = append(legend, app.Li().Body(swatch.ui(), app.Text(p.says())))
		}
	}
	return app.Div().Class("parts").Body(drawParts(title, parts).ui(),
		app.Ul().Class("parts-legend").Aria("hidden", "true").Body(legend...))
}

// Bar returns the bar of Parts alone.
func Bar(title string, parts []Part) app.UI { return drawParts(title, parts).ui() }

func (p Part) says() string { return count(p.Count) + " " + p.Name }

// drawParts returns the bar: its parts to scale over a width of 100.
func drawParts(title string, parts []Part) node {
	all, from := 0, 0
	var says []string
	for _, p := range parts {
		all += p.Count
		if p.Count > 0 {
			says = append(says, p.says())
		}
	}
	svg := el("svg", "viewBox", "0 0 100 10", "width", "100", "height", "10", "preserveAspectRatio", "none",
		"role", "img", "aria-label", title+": "+strings.Join(says, ", ")+".", "data-chart", "parts")
	for _, p := range parts {
		if p.Count > 0 {
			at := scale{hi: float64(all), to: 100}
			svg = svg.with(el("rect", "x", px(at.at(float64(from))), "y", "0", "width", px(at.at(float64(p.Count))),
				"height", "10", "data-tone", p.Tone).
				with(el("title").says(p.says())))
			from += p.Count
		}
	}
	return svg
}
