package chart

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// TrackOf describes a mean with its spread on an axis.
type TrackOf struct {
	Lo, Hi float64 // ends of the axis, whose middle is marked too
	Value  Value
	Solid  bool
}

// trackHeight is the height of a track and of its axis.
const trackHeight = 36

// Track draws a mean with its spread over the available width. The cell around it has the same content in words.
func Track(of TrackOf) app.UI { return of.draw().ui() }

func (of TrackOf) draw() node {
	svg := trackOf("track")
	for _, share := range []float64{0, 50, 100} {
		svg = svg.with(el("line", "data-part", "tick", "x1", percentage(share), "y1", "0", "x2", percentage(share),
			"y2", "100%"))
	}
	v := of.Value
	if v.N == 0 {
		return svg.with(el("line", "data-part", "none", "x1", "0%", "y1", "50%", "x2", "100%", "y2", "50%"))
	}
	at := scale{lo: of.Lo, hi: of.Hi, to: 100}.at
	if v.N > 1 {
		svg = svg.with(el("line", "data-part", "spread", "x1", percentage(at(v.Mean-v.SD)), "y1", "50%", "x2",
			percentage(at(v.Mean+v.SD)), "y2", "50%"))
	}
	dot := el("circle", "data-part", "dot", "cx", percentage(at(v.Mean)), "cy", "50%", "r", "6")
	if of.Solid {
		dot.attrs = append(dot.attrs, "data-solid", "true")
	}
	return svg.with(dot)
}

// TrackAxis writes the ends and the middle of the axis of tracks below them.
func TrackAxis(lo, hi float64) app.UI {
	svg := trackOf("track-axis")
	for i, anchor := range []string{"start", "middle", "end"} {
		v := lo + (hi-lo)*float64(i)/2
		svg = svg.with(el("text", "x", percentage(50*float64(i)), "y", "16",
			"text-anchor", anchor).says(tickText(v, (hi-lo)/2)))
	}
	return svg.ui()
}

// TrackTop returns the end of an axis from 0 that fits all values with their spreads.
func TrackTop(values []Value) float64 {
	most := 0.0
	for _, v := range values {
		if v.N > 0 {
			most = max(most, v.Mean+v.SD)
		}
	}
	if most == 0 {
		return 1
	}
	step := niceStep(most, 2)
	return 2 * step
}

func trackOf(what string) node {
	return el("svg", "width", "100%", "height", px(trackHeight), "aria-hidden", "true", "data-chart", what)
}

func percentage(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) + "%" }

// Sign returns the dot of a track, for a legend.
func Sign(solid bool) app.UI {
	dot := el("circle", "data-part", "dot", "cx", "7", "cy", "7", "r", "6")
	if solid {
		dot.attrs = append(dot.attrs, "data-solid", "true")
	}
	return el("svg", "viewBox", "0 0 14 14", "width", "14", "height", "14", "aria-hidden", "true",
		"data-chart", "track").with(dot).ui()
}
