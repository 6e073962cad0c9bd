package chart

import (
	"math"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// IntervalOf is a signed number with its interval, on an axis around 0.
type IntervalOf struct {
	Title         string
	At, Low, High float64
	Side          int // the claimed side: 1 above 0, -1 below, 0 either
}

// The measures of an interval.
const (
	intervalWide, intervalHigh = 260, 40
	intervalPad, intervalBar   = 16, 12
)

// Interval draws a number with its interval on an axis that has 0 in the middle. The claimed side is shaded.
func Interval(of IntervalOf) app.UI {
	return app.Div().Body(drawInterval(of).ui(), &behind{Of: of})
}

func drawInterval(of IntervalOf) node {
	far := max(math.Abs(of.Low), math.Abs(of.High), math.Abs(of.At), 1e-9)
	step := niceStep(far, 2)
	end := step * math.Ceil(far/step-1e-9)
	at := func(v float64) float64 {
		return scale{lo: -end, hi: end, from: intervalPad, to: intervalWide - intervalPad}.at(v)
	}
	svg := el("svg", "viewBox", "0 0 "+strconv.Itoa(intervalWide)+" "+strconv.Itoa(intervalHigh), "role", "img",
		"aria-label", of.gist(), "data-chart", "interval")
	if of.Side != 0 {
		from, to := at(min(0, float64(of.Side)*end)), at(max(0, float64(of.Side)*end))
		svg = svg.with(el("rect", "data-part", "side", "x", px(from), "y", "0", "width", px(to-from), "height",
			px(2*intervalBar)))
	}
	svg = svg.with(el("line", "data-part", "zero", "x1", px(at(0)), "y1", "0", "x2", px(at(0)), "y2",
		px(2*intervalBar)),
		el("line", "data-part", "range", "x1", px(at(of.Low)), "y1", px(intervalBar), "x2", px(at(of.High)), "y2",
			px(intervalBar)),
		el("circle", "data-part", "row", "cx", px(at(of.At)), "cy", px(intervalBar), "r", "5"))
	for i, v := range []float64{-end, 0, end} {
		svg = svg.with(el("text", "data-part", "axis", "x", px(at(v)), "y", px(2*intervalBar+13), "text-anchor",
			[...]string{"start", "middle", "end"}[i]).says(signed(v)))
	}
	return svg
}

func (of IntervalOf) gist() string {
	return of.Title + ": " + signed(of.At) + ", from " + signed(of.Low) + " to " + signed(of.High) + "."
}

// signed writes a number with its sign and two significant digits.
func signed(v float64) string {
	text := minus(strconv.FormatFloat(v, 'g', 2, 64))
	if v > 0 {
		return "+" + text
	}
	return text
}
