package dagview

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// Sizes of the elements in and around a node.
const (
	inset     = 12.0 // distance of a box's content from its sides
	barsFoot  = 13.0 // below the middle
	barsHigh  = 22
	mostBars  = 16
	chipDown  = 6.0 // below a box
	chipHigh  = pillHigh
	chipGap   = 4
	chipsWide = boxWide + 64
	toolSize  = 26
	toolGap   = 3
)

// barsPath draws the frequencies of values at the foot of a box, or nothing without
// values. If there are many values, neighbours share a bar.
func barsPath(counts []int) string {
	for len(counts) > mostBars {
		half := make([]int, (len(counts)+1)/2)
		for i, n := range counts {
			half[i/2] += n
		}
		counts = half
	}
	most := 0
	for _, n := range counts {
		most = max(most, n)
	}
	if most <= 0 {
		return ""
	}
	const wide, foot = boxWide - 2*inset, barsFoot
	step := wide / float64(len(counts))
	var b strings.Builder
	for i, n := range counts {
		if high := barsHigh * float64(max(n, 0)) / float64(most); high > 0 {
			b.WriteString("M" + px(-wide/2+float64(i)*step) + " " + px(foot) + "v" + px(-max(high, 0.75)) + "h" +
				px(step-1) + "V" + px(foot) + "z")
		}
	}
	return b.String()
}

// chip is a rule below a box.
type chip struct {
	text    string
	x, wide float64
}

// chipsOf returns as many of a feature's rules as fit, from left to right, and the number of
// the remaining ones.
func chipsOf(lines string) (list []chip) {
	if lines == "" {
		return nil
	}
	x, all := 0.0, strings.Split(lines, "\n")
	for i, text := range all {
		wide := pillWide(text)
		if i > 0 && x+wide > chipsWide {
			text = "+" + strconv.Itoa(len(all)-i)
			wide = pillWide(text)
		}
		list = append(list, chip{text, x, wide})
		if x += wide + chipGap; strings.HasPrefix(text, "+") {
			break
		}
	}
	return list
}

// chips draws the chips at a distance below the box.
func chips(lines string, below float64) app.UI {
	var list []app.UI
	for _, c := range chipsOf(lines) {
		list = append(list, el("g", "data-part", "chip", "transform", translate(c.x, 0)).Body(
			el("rect", "width", px(c.wide), "height", px(chipHigh), "rx", px(chipHigh/2)),
			el("text", "x", px(c.wide/2), "y", "16.5", "text-anchor", "middle").Text(c.text)))
	}
	return el("g", "transform", translate(-boxWide/2, boxHigh/2+below)).Body(el("g", "data-grows", "").Body(list...))
}

// pill returns a label around the origin.
func pill(text string) app.UI {
	wide := pillWide(text)
	return el("g", "data-grows", "", "data-part", "pill").Body(
		el("rect", "x", px(-wide/2), "y", px(-pillHigh/2), "width", px(wide), "height", px(pillHigh), "rx",
			px(pillHigh/2)),
		el("text", "y", "4.5", "text-anchor", "middle").Text(text))
}

// The signs of the rules, in a square of 16 by 16.
var signs = [...]string{
	Locked:  "M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5",
	Rises:   "M8 13V3M4 7l4-4l4 4",
	Falls:   "M8 3v10M4 9l4 4l4-4",
	Bounded: "M3 4v8M13 4v8M3 8h10M6 6L4 8l2 2M10 6l2 2l-2 2",
	Sorted:  "M3 12h3M3 8h6M3 4h10",
}

// tools returns the rules that a pointer can set at a selected node. Keys and buttons beside
// the drawing do the same.
func tools(words string) app.UI {
	titles := strings.Split(words, "\n")
	body := make([]app.UI, len(signs))
	x := -float64(len(signs))*(toolSize+toolGap)/2 + toolGap/2.0
	for i, d := range signs {
		body[i] = el("g", "data-rule", strconv.Itoa(i), "transform",
			translate(x+float64(i)*(toolSize+toolGap), -boxHigh/2-toolSize-12)).Body(
			el("title").Text(titles[min(i, len(titles)-1)]),
			el("rect", "width", px(toolSize), "height", px(toolSize), "rx", "5"),
			el("path", "d", d, "transform", translate(5, 5)))
	}
	return el("g", "data-part", "tools").Body(body...)
}
