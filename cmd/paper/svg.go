package main

import (
	"fmt"
	"html"
	"math"
	"strings"

	"causeway/core/metric"
)

// barsOf is a chart of groups of bars with error bars of one deviation.
//
//	values  groups × series; one without runs is left out
type barsOf struct {
	title, unit    string
	groups, series []string
	values         [][]metric.Summary
}

// colours of the series, which colour-blind people can distinguish too (Okabe and Ito 2008).
var colours = []string{"#999999", "#0072b2", "#56b4e9", "#009e73", "#d55e00"}

const (
	chartWidth, chartHeight = 640.0, 300.0
	left, right, top, foot  = 56.0, 12.0, 34.0, 62.0
)

// axis maps values to heights. It includes 0.
type axis struct{ lo, hi, step float64 }

// newAxis returns an axis that covers the values with about five round steps.
func newAxis(lo, hi float64) axis {
	lo, hi = min(lo, 0), max(hi, 0)
	if hi == lo {
		hi = 1
	}
	step := math.Pow(10, math.Floor(math.Log10((hi-lo)/4)))
	for _, k := range []float64{1, 2, 5, 10} {
		if (hi-lo)/(k*step) <= 6 {
			step *= k
			break
		}
	}
	return axis{math.Floor(lo/step) * step, math.Ceil(hi/step) * step, step}
}

func (a axis) y(v float64) float64 {
	return top + (chartHeight-top-foot)*(a.hi-v)/(a.hi-a.lo)
}

// open starts a chart with its title, a line at each step, and the legend.
func open(s *strings.Builder, title, unit string, a axis, series []string) {
	fmt.Fprintf(s, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" role="img" font-family="sans-serif" `+
		`font-size="11" fill="#222">`, chartWidth, chartHeight)
	fmt.Fprintf(s, `<title>%s</title><rect width="%g" height="%g" fill="#fff"/><text x="%g" y="16" `+
		`font-size="13">%s</text>`,
		html.EscapeString(title), chartWidth, chartHeight, left, html.EscapeString(title))
	fmt.Fprintf(s, `<text x="8" y="%g" fill="#555">%s</text>`, top-6, html.EscapeString(unit))
	for i := 0; ; i++ {
		v := a.lo + float64(i)*a.step
		if v > a.hi+a.step/2 {
			break
		}
		fmt.Fprintf(s, `<line x1="%g" x2="%g" y1="%.1f" y2="%.1f" stroke="#ddd"/>`, left, chartWidth-right,
			a.y(v), a.y(v))
		fmt.Fprintf(s, `<text x="%g" y="%.1f" text-anchor="end">%.4g</text>`, left-6, a.y(v)+4, v)
	}
	at := left
	for i, name := range series {
		fmt.Fprintf(s, `<rect x="%.1f" y="%g" width="10" height="10" fill="%s"/><text x="%.1f" y="%g">%s</text>`,
			at, chartHeight-18, colours[i%len(colours)], at+14, chartHeight-9, html.EscapeString(name))
		at += 34 + 6.2*float64(len(name))
	}
}

// svg draws the chart.
func (b barsOf) svg() string {
	lo, hi := 0.0, 0.0
	for _, g := range b.values {
		for _, v := range g {
			if v.N > 0 {
				lo, hi = min(lo, v.Mean-v.SD), max(hi, v.Mean+v.SD)
			}
		}
	}
	if b.unit == "%" {
		lo, hi = 0, 100
	}
	var s strings.Builder
	a := newAxis(lo, hi)
	open(&s, b.title, b.unit, a, b.series)
	room := (chartWidth - left - right) / float64(len(b.groups))
	width := room * 0.8 / float64(len(b.series))
	for g, name := range b.groups {
		from := left + room*(float64(g)+0.1)
		fmt.Fprintf(&s, `<text x="%.1f" y="%g" text-anchor="middle">%s</text>`, from+room*0.4, chartHeight-34,
			html.EscapeString(name))
		for i, v := range b.values[g] {
			if v.N > 0 {
				bar(&s, a, from+width*float64(i), width*0.9, v, colours[i%len(colours)])
			}
		}
	}
	fmt.Fprintf(&s, `<line x1="%g" x2="%g" y1="%.1f" y2="%.1f" stroke="#222"/></svg>`, left, chartWidth-right,
		a.y(0), a.y(0))
	return s.String()
}

func bar(s *strings.Builder, a axis, x, width float64, v metric.Summary, colour string) {
	from, to := a.y(max(v.Mean, 0)), a.y(min(v.Mean, 0))
	fmt.Fprintf(s, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"><title>%s</title></rect>`,
		x, from, width, max(to-from, 0.5), colour, v.Format(2))
	if v.N > 1 {
		whisker(s, a, x+width/2, v)
	}
}

// whisker draws a deviation up and down, cut off at the ends of the axis.
func whisker(s *strings.Builder, a axis, x float64, v metric.Summary) {
	fmt.Fprintf(s, `<line x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f" stroke="#222"/>`,
		x, x, a.y(min(v.Mean+v.SD, a.hi)), a.y(max(v.Mean-v.SD, a.lo)))
}

// linesOf is a chart of lines over numbers, with error bars of one deviation.
//
//	values  series × xs
type linesOf struct {
	title, unit, xTitle string
	xs                  []float64
	series              []string
	values              [][]metric.Summary
}

// svg draws the chart.
func (l linesOf) svg() string {
	hi := 0.0
	for _, line := range l.values {
		for _, v := range line {
			hi = max(hi, v.Mean+v.SD)
		}
	}
	if l.unit == "%" {
		hi = 100
	}
	var s strings.Builder
	a := newAxis(0, hi)
	open(&s, l.title, l.unit, a, l.series)
	last := l.xs[len(l.xs)-1]
	x := func(v float64) float64 { return left + (chartWidth-left-right-30)*v/last + 10 }
	taken := -chartWidth
	for _, v := range l.xs {
		if x(v) < taken+36 {
			continue // without space for the number
		}
		taken = x(v)
		fmt.Fprintf(&s, `<text x="%.1f" y="%g" text-anchor="middle">%g</text>`, x(v), chartHeight-44, v)
	}
	fmt.Fprintf(&s, `<text x="%g" y="%g" text-anchor="end">%s</text>`, chartWidth-right, chartHeight-28,
		html.EscapeString(l.xTitle))
	for i, line := range l.values {
		var points []string
		for k, v := range line {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x(l.xs[k]), a.y(v.Mean)))
			if v.N > 1 {
				whisker(&s, a, x(l.xs[k]), v)
			}
		}
		fmt.Fprintf(&s, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`, strings.Join(points, " "),
			colours[i%len(colours)])
	}
	s.WriteString("</svg>")
	return s.String()
}
