package chart

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// MapOf shows a model's answers for a row as two of its features change: whether each pair of
// values gets the class, and which rule forbids it.
type MapOf struct {
	Title  string
	X, Y   MapAxis
	In     []bool   // for every value of Y and X, whether the class is predicted
	Broken []int    // likewise, the index in Rules of the rule that forbids the pair, or -1
	Rules  []string // in words
	Class  string   // its name, and what the others are called
	Others string

	Points [][2]float64 // rows of the table
	Of     []bool       // those of them that are of the class

	At      [2]float64 // the row
	Here    string     // the text beside the row
	Answers []MapAnswer
	Shown   int  // the number of the answer that the arrow leads to, or 0
	Pale    bool // whether the answers are from an earlier search

	wide, high float64 // size for which it is laid out
	left       float64 // the left edge of the cells, after the names of levels
	bare       bool    // whether names do not fit
}

// MapAxis is one of the features.
type MapAxis struct {
	Name   string
	At     []float64 // values, ascending
	Labels []string  // labels of levels
	Format func(float64) string
}

func (a MapAxis) format(v float64) string {
	if a.Format != nil {
		return a.Format(v)
	}
	return short(v)
}

// MapAnswer is the position of an answer that changes no other feature, or of the shown one.
type MapAnswer struct {
	No   int // from 1
	At   [2]float64
	Low  [2]float64 // proved range; both are equal if nothing is proved
	High [2]float64
	More bool // it changes other features too, so the colour behind it is not its class
	Says string
}

// The measures of a map.
const (
	mapWide, mapHigh = 560, 420 // usual ones
	mapTop, mapRight = 6, 12
	mapFoot          = 26 // below the cells
	mapLetter        = 6.9
	mapPill          = 24.0 // the height of a name on the ground
	mapLine          = 18.0 // from line to line in one
	mapDot           = 9.0
	mapRange         = 4.0 // half of the thickness of a range along one axis
)

// Map draws the map at the size of its container.
func Map(of MapOf) app.UI { return &sized{Of: of} }

func (of MapOf) at(width, height float64) node {
	of = of.laid(width, height)
	ground := el("g", "data-part", "place", "aria-hidden", "true").with(
		el("rect", "data-part", "ground", "x", px(of.left), "y", px(mapTop), "width", px(of.end()-of.left),
			"height", px(of.base()-mapTop)),
		of.area(), of.border(), of.hatch(), of.dots(false), of.dots(true))
	svg := el("svg", "viewBox", "0 0 "+px(of.wide)+" "+px(of.high), "width", px(of.wide), "height", px(of.high), "role",
		"group", "aria-label", of.gist(), "data-chart", "map")
	if of.Pale {
		svg.attrs = append(svg.attrs, "data-pale", "true")
	}
	marks, taken := of.marks()
	return svg.with(ground.with(of.axes()...).with(of.names(taken)...)).with(marks...)
}

// laid returns the map at a width and height.
func (of MapOf) laid(width, height float64) MapOf {
	of.wide, of.high = size(width, mapWide, leastWidth), size(height, mapHigh, 160)
	letters := 4
	for _, v := range of.Y.Labels {
		letters = max(letters, utf8.RuneCountInString(v))
	}
	if len(of.Y.Labels) == 0 {
		lo, hi := of.Y.ends()
		letters = max(letters, utf8.RuneCountInString(of.Y.format(lo)), utf8.RuneCountInString(of.Y.format(hi)))
	}
	of.left = min(16+mapLetter*float64(letters), max(0.26*of.wide, 72))
	return of
}

// end returns the right edge of the cells, base their lower edge.
func (of MapOf) end() float64 {
	if of.bare {
		return of.wide
	}
	return of.wide - mapRight
}

func (of MapOf) base() float64 {
	if of.bare {
		return of.high
	}
	return of.high - mapFoot
}

// spot returns the position of a value along an axis, and value the value at a position.
func (a MapAxis) spot(v, from, to float64) float64 {
	if n := len(a.Labels); n > 0 {
		return from + (v+0.5)*(to-from)/float64(n)
	}
	lo, hi := a.ends()
	return scale{lo: lo, hi: hi, from: from, to: to}.at(v)
}

func (a MapAxis) value(spot, from, to float64) float64 {
	share := min(max((spot-from)/(to-from), 0), 1)
	if n := len(a.Labels); n > 0 {
		return min(math.Floor(share*float64(n)), float64(n-1))
	}
	lo, hi := a.ends()
	return lo + share*(hi-lo)
}

// Value returns the value at a position of a map of this width and height.
func (of MapOf) Value(x, y, width, height float64) [2]float64 {
	of = of.laid(width, height)
	return [2]float64{of.X.value(x, of.left, of.end()), of.Y.value(y, of.base(), mapTop)}
}

// Step returns the row's position after a number of arrow-key steps to the right and up.
func (of MapOf) Step(right, up float64) [2]float64 {
	to := func(a MapAxis, at, by float64) float64 {
		if n := len(a.Labels); n > 0 {
			return min(max(at+by, 0), float64(n-1))
		}
		lo, hi := a.ends()
		return min(max(at+by*a.step(), lo), hi)
	}
	return [2]float64{to(of.X, of.At[0], right), to(of.Y, of.At[1], up)}
}

// step returns the smallest distance between distinct values, or a hundredth of a number's range.
func (a MapAxis) step() float64 {
	lo, hi := a.ends()
	step := (hi - lo) / 100
	for i := 1; i < len(a.At); i++ {
		if d := a.At[i] - a.At[i-1]; d == math.Trunc(d) && d > 0 {
			step = max(step, 1)
		} else {
			return (hi - lo) / 100
		}
	}
	return step
}

func (a MapAxis) ends() (lo, hi float64) {
	var e extent
	if n := len(a.At); n > 0 {
		e.add(a.At[0])
		e.add(a.At[n-1])
	}
	return e.wide()
}

// edges returns where the cells of an axis meet.
func (a MapAxis) edges(from, to float64) []float64 {
	list := []float64{from}
	for i := 1; i < len(a.At); i++ {
		list = append(list, (a.spot(a.At[i-1], from, to)+a.spot(a.At[i], from, to))/2)
	}
	return append(list, to)
}

func (of MapOf) x(v float64) float64 { return of.X.spot(v, of.left, of.end()) }
func (of MapOf) y(v float64) float64 { return of.Y.spot(v, of.base(), mapTop) }

func (of MapOf) cells() (xs, ys []float64) {
	return of.X.edges(of.left, of.end()), of.Y.edges(of.base(), mapTop)
}

func (of MapOf) in(r, c int) bool { return of.In[r*len(of.X.At)+c] }

// area returns the ground of the class.
func (of MapOf) area() node {
	xs, ys := of.cells()
	var d strings.Builder
	of.runs(of.in, func(r, from, to int) {
		fmt.Fprintf(&d, "M%s %sH%sV%sH%sZ", px(xs[from]), px(ys[r]), px(xs[to]), px(ys[r+1]), px(xs[from]))
	})
	return el("path", "data-part", "area", "d", d.String())
}

// runs yields each row's runs of adjacent wanted cells.
func (of MapOf) runs(want func(r, c int) bool, tell func(r, from, to int)) {
	for r := range of.Y.At {
		for c := 0; c < len(of.X.At); c++ {
			from := c
			for c < len(of.X.At) && want(r, c) {
				c++
			}
			if c > from {
				tell(r, from, c)
			}
		}
	}
}

// border returns where the class begins.
func (of MapOf) border() node {
	xs, ys := of.cells()
	var d strings.Builder
	for r := range of.Y.At {
		for c := range of.X.At {
			if c > 0 && of.in(r, c) != of.in(r, c-1) {
				fmt.Fprintf(&d, "M%s %sV%s", px(xs[c]), px(ys[r]), px(ys[r+1]))
			}
			if r > 0 && of.in(r, c) != of.in(r-1, c) {
				fmt.Fprintf(&d, "M%s %sH%s", px(xs[c]), px(ys[r]), px(xs[c+1]))
			}
		}
	}
	return el("path", "data-part", "border", "d", d.String())
}

// hatch returns strokes over the cells that rules forbid.
func (of MapOf) hatch() node {
	xs, ys := of.cells()
	const step = 11 // 8 px apart
	var d strings.Builder
	of.runs(func(r, c int) bool { return of.Broken[r*len(of.X.At)+c] >= 0 }, func(r, from, to int) {
		// Lines of x + y = k·step, cut to the cells, continue in neighbouring cells.
		x0, x1, y0, y1 := xs[from], xs[to], ys[r+1], ys[r]
		for k := int((x0+y0)/step) + 1; float64(k*step) < x1+y1; k++ {
			s := float64(k * step)
			if a, b := max(x0, s-y1), min(x1, s-y0); a < b {
				fmt.Fprintf(&d, "M%s %sL%s %s", px(a), px(s-a), px(b), px(s-b))
			}
		}
	})
	return el("path", "data-part", "hatch", "d", d.String())
}

// dots returns rows of the table, marked by class. Rows on the same level are spread out.
func (of MapOf) dots(class bool) node {
	var d strings.Builder
	spread := func(a MapAxis, i int, room float64) float64 {
		if len(a.Labels) == 0 {
			return 0
		}
		part := float64(i) * 0.6180339887498949
		return (part - float64(int(part)) - 0.5) * 0.8 * room / float64(len(a.Labels))
	}
	for i, p := range of.Points {
		if of.Of[i] == class {
			x, y := of.x(p[0])+spread(of.X, i, of.end()-of.left), of.y(p[1])+spread(of.Y, 7*i+3, of.base()-mapTop)
			fmt.Fprintf(&d, "M%s %sh0", px(x), px(y))
		}
	}
	part := "others"
	if class {
		part = "rows"
	}
	return el("path", "data-part", part, "d", d.String())
}

// tick is a value that an axis labels; the row's and the answer's values take precedence.
type tick struct {
	at   float64
	text string
	part string // row, to or axis
}

// ticks returns the values that an axis names. They are a fixed number of pixels apart or, if across
// is set, as close as their letters allow.
func (a MapAxis) ticks(from, to, row, answer float64, has, across bool) (list []tick) {
	list = []tick{{a.spot(row, from, to), a.name(row), "row"}}
	if has && a.name(answer) != a.name(row) {
		list = append(list, tick{a.spot(answer, from, to), a.name(answer), "to"})
	}
	length := math.Abs(to - from)
	var others []float64
	step := 1.0
	if n := len(a.Labels); n > 0 {
		for k := range n {
			others = append(others, float64(k))
		}
	} else {
		lo, hi := a.ends()
		others, step = ticks(lo, hi, max(int(length/90), 2), false)
	}
	half := func(t tick) float64 {
		if !across {
			return 9
		}
		return mapLetter*float64(utf8.RuneCountInString(t.text))/2 + 5
	}
	for i := range list {
		if len(a.Labels) > 0 && across { // no wider than its level, unless the levels are too narrow for text
			list[i].text = shorten(list[i].text, max(int((length/float64(len(a.Labels))-12)/mapLetter), 5))
		}
	}
	if len(list) == 2 && math.Abs(list[0].at-list[1].at) < half(list[0])+half(list[1]) { // overlapping
		gap := (half(list[0]) + half(list[1]) - math.Abs(list[0].at-list[1].at)) / 2
		if list[0].at > list[1].at {
			gap = -gap
		}
		list[0].at, list[1].at = list[0].at-gap, list[1].at+gap
	}
	lo, hi := min(from, to), max(from, to)
	for i, t := range list {
		if across {
			list[i].at = min(max(t.at, lo-8+half(t)), hi+8-half(t))
		}
	}
	for _, v := range others {
		t := tick{a.spot(v, from, to), a.name(v), "axis"}
		if len(a.Labels) == 0 {
			t.text = tickText(v, step)
		}
		if len(a.Labels) > 0 && across {
			t.text = shorten(t.text, max(int((length/float64(len(a.Labels))-12)/mapLetter), 5))
		}
		if across && (t.at-half(t) < lo-half(t)/2 || t.at+half(t) > hi+mapRight) ||
			slices.ContainsFunc(list, func(o tick) bool { return math.Abs(o.at-t.at) < half(o)+half(t) }) {
			continue
		}
		list = append(list, t)
	}
	return list
}

func (of MapOf) axes() (list []node) {
	to, has := of.shown()
	for _, t := range of.X.ticks(of.left, of.end(), of.At[0], to.At[0], has, true) {
		list = append(list, el("text", "data-part", t.part+"-name", "x", px(t.at), "y", px(of.base()+18),
			"text-anchor", "middle").says(t.text))
	}
	for _, t := range of.Y.ticks(of.base(), mapTop, of.At[1], to.At[1], has, false) {
		list = append(list, el("text", "data-part", t.part+"-name", "x", px(of.left-8), "y", px(t.at+4.5),
			"text-anchor", "end").says(shorten(t.text, int((of.left-8)/mapLetter))))
	}
	if has {
		x0, x1 := of.x(of.At[0]), of.x(to.At[0])
		list = append(list, el("line", "data-part", "guide", "x1", px(of.left), "y1", px(of.y(to.At[1])), "x2",
			px(x1), "y2", px(of.y(to.At[1]))),
			el("line", "data-part", "guide", "x1", px(x1), "y1", px(of.y(to.At[1])), "x2", px(x1), "y2", px(of.base())))
		if x0 != x1 {
			list = append(list, el("line", "data-part", "span", "x1", px(x0), "y1", px(of.base()+3), "x2", px(x1), "y2",
				px(of.base()+3)))
		}
	}
	return list
}

// shown returns the answer that the arrow leads to.
func (of MapOf) shown() (MapAnswer, bool) {
	if i := slices.IndexFunc(of.Answers, func(a MapAnswer) bool { return a.No == of.Shown }); i >= 0 {
		return of.Answers[i], true
	}
	return MapAnswer{}, false
}

// Blind returns the position after half of the answer's change, if the model already predicts the
// class there but a rule forbids it.
func (of MapOf) Blind() (at [2]float64, rule string, ok bool) {
	to, has := of.shown()
	if !has || to.At[0] == of.At[0] || to.At[1] == of.At[1] {
		return at, "", false
	}
	for _, at := range [][2]float64{{of.At[0], to.At[1]}, {to.At[0], of.At[1]}} {
		r, c := slices.Index(of.Y.At, at[1]), slices.Index(of.X.At, at[0])
		if r < 0 || c < 0 {
			continue
		}
		if k := of.Broken[r*len(of.X.At)+c]; k >= 0 && k < len(of.Rules) && of.in(r, c) {
			return at, of.Rules[k], true
		}
	}
	return at, "", false
}

// names returns the labels of the ground: the class, the others, and the rules that forbid most of it.
func (of MapOf) names(taken []box) (list []node) {
	put := func(part, text string, want func(r, c int) bool) {
		lines := wrapped(text, int((of.end()-of.left)*0.55/mapLetter))
		half, high := 0.0, mapPill+mapLine*float64(len(lines)-1)
		for _, l := range lines {
			half = max(half, mapLetter*float64(utf8.RuneCountInString(l))/2+10)
		}
		if x, y, ok := of.free(half, high, want, taken); ok {
			taken = append(taken, box{x - half, y - high/2, x + half, y + high/2})
			list = append(list, pill(part, lines, x, y, half, high))
		}
	}
	kept := func(r, c int) bool { return of.Broken[r*len(of.X.At)+c] < 0 }
	if _, rule, ok := of.Blind(); ok {
		put("why", rule, func(r, c int) bool { return true })
	}
	put("class", of.Class, func(r, c int) bool { return of.in(r, c) })
	put("other", of.Others, func(r, c int) bool { return !of.in(r, c) && kept(r, c) })
	count := make([]int, len(of.Rules))
	for _, k := range of.Broken {
		if k >= 0 && k < len(count) {
			count[k]++
		}
	}
	const most = 2
	for range most {
		k := -1
		for i, n := range count {
			if n > len(of.Broken)/12 && (k < 0 || n > count[k]) {
				k = i
			}
		}
		if k < 0 {
			break
		}
		count[k] = 0
		put("rule", of.Rules[k], func(r, c int) bool { return of.Broken[r*len(of.X.At)+c] == k })
	}
	return list
}

func pill(part string, lines []string, x, y, half, high float64) node {
	g := el("g", "data-part", part).with(
		el("rect", "x", px(x-half), "y", px(y-high/2), "width", px(2*half), "height", px(high), "rx", px(mapPill/2)))
	for i, l := range lines {
		down := mapLine * (float64(i) - float64(len(lines)-1)/2)
		g = g.with(el("text", "x", px(x), "y", px(y+4.5+down), "text-anchor", "middle").says(l))
	}
	return g
}

// wrapped splits a text at spaces into as few lines as possible, of about the same length. It shortens
// a text that needs more than four lines.
func wrapped(text string, most int) (lines []string) {
	const rows = 4
	fill := func(width int) (lines []string) {
		for _, word := range strings.Fields(text) {
			last := len(lines) - 1
			if last >= 0 && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) <= width {
				lines[last] += " " + word
			} else {
				lines = append(lines, shorten(word, width))
			}
		}
		return lines
	}
	lines = fill(most)
	if n := len(lines); n > rows {
		return append(lines[:rows-1], shorten(strings.Join(lines[rows-1:], " "), most))
	}
	for width := most - 1; width >= most/2 && len(fill(width)) == len(lines); width-- {
		lines = fill(width)
	}
	return lines
}

// free returns the centre of a free position for a name among the wanted cells. It is in one of their
// longest unoccupied runs, the lowest.
func (of MapOf) free(half, high float64, want func(r, c int) bool, taken []box) (x, y float64, ok bool) {
	xs, ys := of.cells()
	best := 0.0
	of.runs(want, func(r, from, to int) {
		room := min(xs[to]-xs[from], 3*half)
		if room < 1.2*half {
			return
		}
		for _, part := range []float64{0.5, 0.2, 0.8} {
			middle := min(max(ys[r]+part*(ys[r+1]-ys[r]), mapTop+high/2+3), of.base()-high/2-3)
			for _, at := range []float64{(xs[from] + xs[to]) / 2, xs[from] + half + 6, xs[to] - half - 6} {
				at = min(max(at, of.left+half+4), of.end()-half-4)
				b := box{at - half, middle - high/2, at + half, middle + high/2}
				if v := room + middle/of.high; v > best && !slices.ContainsFunc(taken, b.meets) {
					best, x, y, ok = v, at, middle, true
				}
			}
		}
	})
	return x, y, ok
}

// marks returns the row, the arrow to the shown answer, and numbers for the other answers that change
// only these features. taken holds their positions.
func (of MapOf) marks() (list []node, taken []box) {
	x, y := of.x(of.At[0]), of.y(of.At[1])
	around := func(x, y, r float64) box { return box{x - r, y - r, x + r, y + r} }
	taken = []box{around(x, y, 16)}
	if to, has := of.shown(); has {
		tx, ty := of.x(to.At[0]), of.y(to.At[1])
		taken = append(taken, around(tx, ty, mapDot+3))
		if blind, _, ok := of.Blind(); ok {
			bx, by := of.x(blind[0]), of.y(blind[1])
			taken = append(taken, around(bx, by, 8))
			list = append(list, el("line", "data-part", "alone", "x1", px(x), "y1", px(y), "x2", px(bx), "y2", px(by)),
				el("line", "data-part", "follows", "x1", px(bx), "y1", px(by), "x2", px(tx), "y2", px(ty)),
				el("circle", "data-part", "blind", "cx", px(bx), "cy", px(by), "r", "6"))
		}
		if to.Low != to.High {
			x0, x1 := max(of.x(to.Low[0])-mapRange, of.left), min(of.x(to.High[0])+mapRange, of.end())
			y0, y1 := max(of.y(to.High[1])-mapRange, mapTop), min(of.y(to.Low[1])+mapRange, of.base())
			list = append(list, el("rect", "data-part", "range", "x", px(x0), "y", px(y0), "width", px(x1-x0), "height",
				px(y1-y0), "rx", px(mapRange)))
		}
		if dist := math.Hypot(tx-x, ty-y); dist > 2*mapDot {
			way, tip := arrow(x, y, tx, ty, mapDot)
			list = append(list, el("path", "data-part", "way", "d", way), el("path", "data-part", "tip", "d", tip))
			ux, uy := (tx-x)/dist, (ty-y)/dist
			for at := 12.0; at < dist; at += 12 { // names avoid the arrow
				taken = append(taken, around(x+ux*at, y+uy*at, 7))
			}
		}
	}
	row := el("g", "data-part", "row", "data-drag", "true", "role", "slider", "tabindex", "0", "aria-label", of.Here,
		"aria-valuetext", of.say(of.At),
		"aria-valuenow", strconv.FormatFloat(of.At[0], 'g', -1, 64), "transform",
		"translate("+px(x)+" "+px(y)+")").with(
		el("circle", "data-part", "halo", "r", "16"), el("circle", "data-part", "dot", "r", "8"))
	list = append([]node{row}, list...)         // first, so that others do not take its focus
	for _, shown := range []bool{false, true} { // the shown answer comes last, above the others
		for _, a := range of.Answers {
			if (a.No == of.Shown) != shown {
				continue
			}
			cx, cy := of.x(a.At[0]), of.y(a.At[1])
			if !shown {
				cx, cy = of.room(cx, cy, taken)
				taken = append(taken, around(cx, cy, mapDot))
			}
			g := el("g", "data-part", "answer", "role", "button", "tabindex", "0", "aria-pressed",
				strconv.FormatBool(shown), "aria-label", a.Says, "data-press", strconv.Itoa(a.No))
			list = append(list, g.with(el("circle", "cx", px(cx), "cy", px(cy), "r", px(mapDot+1)),
				el("text", "x", px(cx), "y", px(cy+4.5), "text-anchor", "middle").says(strconv.Itoa(a.No))))
		}
	}
	if half := mapLetter*float64(utf8.RuneCountInString(of.Here))/2 + 4; of.Here != "" {
		at, middle := x+20+half, y
		if at+half > of.end() {
			at = x - 20 - half
		}
		b := box{at - half, middle - 10, at + half, middle + 10}
		if slices.ContainsFunc(taken[1:], b.meets) {
			middle += 20
			b.y0, b.y1 = b.y0+20, b.y1+20
		}
		taken = append(taken, b)
		list = append(list, el("text", "data-part", "here", "x", px(at), "y", px(middle+4.5), "text-anchor", "middle",
			"aria-hidden", "true").says(of.Here))
	}
	return list, taken
}

// arrow returns a line from one dot to another, and its tip.
func arrow(x, y, tx, ty, dot float64) (way, tip string) {
	dist := max(math.Hypot(tx-x, ty-y), 1)
	ux, uy := (tx-x)/dist, (ty-y)/dist
	ex, ey := tx-ux*(dot+3), ty-uy*(dot+3)
	return fmt.Sprintf("M%s %sL%s %s", px(x+ux*dot), px(y+uy*dot), px(ex-ux*6), px(ey-uy*6)),
		fmt.Sprintf("M%s %sL%s %sL%s %sZ", px(ex), px(ey), px(ex-ux*11-uy*5.5), px(ey-uy*11+ux*5.5),
			px(ex-ux*11+uy*5.5), px(ey-uy*11-ux*5.5))
}

// room returns the nearest position at which a mark does not cover another.
func (of MapOf) room(x, y float64, taken []box) (cx, cy float64) {
	best := math.Inf(1)
	cx, cy = x, y
	for dx := -48.0; dx <= 48; dx += 3 {
		for dy := -36.0; dy <= 36; dy += 3 {
			b := box{x + dx - mapDot, y + dy - mapDot, x + dx + mapDot, y + dy + mapDot}
			inside := b.x0 >= of.left-mapDot && b.x1 <= of.wide && b.y0 >= 0 && b.y1 <= of.base()+mapDot
			if d := math.Hypot(dx, dy); d < best && inside && !slices.ContainsFunc(taken, b.meets) {
				best, cx, cy = d, x+dx, y+dy
			}
		}
	}
	return cx, cy
}

func shorten(name string, most int) string {
	if r := []rune(name); len(r) > max(most, 2) {
		return string(r[:max(most, 2)-1]) + "…"
	}
	return name
}

func (a MapAxis) name(v float64) string {
	if k := int(v); k >= 0 && k < len(a.Labels) {
		return a.Labels[k]
	}
	return a.format(v)
}

func (of MapOf) say(at [2]float64) string {
	return fmt.Sprintf("%s %s and %s %s", of.X.Name, of.X.name(at[0]), of.Y.Name, of.Y.name(at[1]))
}

// gist describes the map in words.
func (of MapOf) gist() string {
	text := of.Title + ". The row: " + of.say(of.At)
	for _, a := range of.Answers {
		text += fmt.Sprintf("; %d: %s", a.No, of.say(a.At))
	}
	return text + "."
}
