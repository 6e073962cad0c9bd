package chart

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// MapOf is what a model says of a row as two of its features change: how likely a
// class is at every pair of their values, and what rules allow.
type MapOf struct {
	Title  string
	X, Y   MapAxis
	Shares []float64 // for every value of Y those of every value of X
	Kept   []bool    // whether rules allow it, likewise
	Parts  bool      // the class is one of two, so that a share of a half decides

	Points [][2]float64 // rows of the table
	Of     []bool       // those of them that are of the class

	At      [2]float64 // the row
	Answers []MapAnswer

	wide float64 // that it is laid out at
}

// MapAxis is one of the features.
type MapAxis struct {
	Name   string
	At     []float64 // values, ascending
	Labels []string  // of levels
	Format func(float64) string
}

func (a MapAxis) format(v float64) string {
	if a.Format != nil {
		return a.Format(v)
	}
	return short(v)
}

// MapAnswer is where an answer stands.
type MapAnswer struct {
	No   int // from 1
	At   [2]float64
	More bool // other features change as well, so the colour below is not its own
}

// The measures of a map.
const (
	mapWide, mapMost = 560, 736 // a usual width and the greatest
	mapHigh          = 330
	mapLeft, mapTop  = 96, 8
	mapRight         = 12
	mapBase          = 286
	mapBands         = 10
)

// Map draws it.
func Map(of MapOf) app.UI { return &sized{Of: of} }

func (of MapOf) at(width float64) node {
	of.wide = min(size(width, mapWide, leastWidth), mapMost)
	return drawMap(of)
}

// end is where the cells end.
func (of MapOf) end() float64 { return of.wide - mapRight }

func drawMap(of MapOf) node {
	svg := el("svg", "viewBox", fmt.Sprintf("0 0 %s %d", px(of.wide), mapHigh), "role", "img", "aria-label", of.gist(), "data-chart", "map")
	svg = svg.with(el("rect", "data-part", "ground", "x", px(mapLeft), "y", px(mapTop), "width", px(of.end()-mapLeft), "height", px(mapBase-mapTop)))
	svg = svg.with(of.bands()...)
	svg = svg.with(of.border(), of.dots(false), of.dots(true), of.hatch())
	svg = svg.with(of.axes()...)
	return svg.with(of.marks()...)
}

// spot is where a value stands along an axis that goes from one end to the other.
func (a MapAxis) spot(v, from, to float64) float64 {
	if n := len(a.Labels); n > 0 {
		return from + (v+0.5)*(to-from)/float64(n)
	}
	lo, hi := a.ends()
	return scale{lo: lo, hi: hi, from: from, to: to}.at(v)
}

func (a MapAxis) ends() (lo, hi float64) {
	var e extent
	for _, v := range a.At {
		e.add(v)
	}
	return e.wide()
}

// edges are where the cells of an axis meet.
func (a MapAxis) edges(from, to float64) []float64 {
	list := []float64{from}
	for i := 1; i < len(a.At); i++ {
		list = append(list, (a.spot(a.At[i-1], from, to)+a.spot(a.At[i], from, to))/2)
	}
	return append(list, to)
}

func (of MapOf) x(v float64) float64 { return of.X.spot(v, mapLeft, of.end()) }
func (of MapOf) y(v float64) float64 { return of.Y.spot(v, mapBase, mapTop) }

// bands are the cells, those of like shares in one path.
func (of MapOf) bands() (list []node) {
	xs, ys := of.X.edges(mapLeft, of.end()), of.Y.edges(mapBase, mapTop)
	var paths [mapBands]strings.Builder
	for r := range of.Y.At {
		for c := 0; c < len(of.X.At); {
			band, from := of.band(r, c), c
			for c < len(of.X.At) && of.band(r, c) == band {
				c++
			}
			fmt.Fprintf(&paths[band], "M%s %sH%sV%sH%sZ", px(xs[from]), px(ys[r]), px(xs[c]), px(ys[r+1]), px(xs[from]))
		}
	}
	for b := range paths {
		if paths[b].Len() > 0 {
			list = append(list, el("path", "data-band", strconv.Itoa(b), "d", paths[b].String()))
		}
	}
	return list
}

func (of MapOf) share(r, c int) float64 { return of.Shares[r*len(of.X.At)+c] }

func (of MapOf) band(r, c int) int { return min(max(int(of.share(r, c)*mapBands), 0), mapBands-1) }

// border is where the class begins, of two.
func (of MapOf) border() node {
	xs, ys := of.X.edges(mapLeft, of.end()), of.Y.edges(mapBase, mapTop)
	var d strings.Builder
	in := func(r, c int) bool { return of.share(r, c) >= 0.5 }
	for r := range of.Y.At {
		for c := range of.X.At {
			if !of.Parts {
				continue
			}
			if c > 0 && in(r, c) != in(r, c-1) {
				fmt.Fprintf(&d, "M%s %sV%s", px(xs[c]), px(ys[r]), px(ys[r+1]))
			}
			if r > 0 && in(r, c) != in(r-1, c) {
				fmt.Fprintf(&d, "M%s %sH%s", px(xs[c]), px(ys[r]), px(xs[c+1]))
			}
		}
	}
	return el("path", "data-part", "border", "d", d.String())
}

// hatch are strokes over what rules forbid.
func (of MapOf) hatch() node {
	xs, ys := of.X.edges(mapLeft, of.end()), of.Y.edges(mapBase, mapTop)
	const step = 9
	var d strings.Builder
	for r := range of.Y.At {
		for c := range of.X.At {
			if of.Kept[r*len(of.X.At)+c] {
				continue
			}
			// Lines of x + y = k·step, cut to the cell, run on through its neighbours.
			x0, x1, y0, y1 := xs[c], xs[c+1], ys[r+1], ys[r]
			for k := int((x0+y0)/step) + 1; float64(k*step) < x1+y1; k++ {
				s := float64(k * step)
				a, b := max(x0, s-y1), min(x1, s-y0)
				if a < b {
					fmt.Fprintf(&d, "M%s %sL%s %s", px(a), px(s-a), px(b), px(s-b))
				}
			}
		}
	}
	return el("path", "data-part", "hatch", "d", d.String())
}

// dots are rows of the table, of the class or not. Rows on the same level are spread.
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
			x, y := of.x(p[0])+spread(of.X, i, of.end()-mapLeft), of.y(p[1])+spread(of.Y, 7*i+3, mapBase-mapTop)
			fmt.Fprintf(&d, "M%s %sh0", px(x), px(y))
		}
	}
	part := "others"
	if class {
		part = "rows"
	}
	return el("path", "data-part", part, "d", d.String())
}

func (of MapOf) axes() (list []node) {
	text := func(x, y float64, anchor, says string) {
		list = append(list, el("text", "data-part", "axis", "x", px(x), "y", px(y), "text-anchor", anchor).says(says))
	}
	if n := len(of.X.Labels); n > 0 {
		every, room := some(n, (of.end()-mapLeft)/mapLetters)
		for k := 0; k < n; k += every {
			text(of.x(float64(k)), mapBase+16, "middle", shorten(of.X.Labels[k], int(room*mapLetters/charWidth)))
		}
	} else {
		lo, hi := of.X.ends()
		text(mapLeft, mapBase+16, "start", of.X.format(lo))
		text(of.end(), mapBase+16, "end", of.X.format(hi))
	}
	if n := len(of.Y.Labels); n > 0 {
		every, _ := some(n, (mapBase-mapTop)/mapLine)
		for k := 0; k < n; k += every {
			text(mapLeft-6, of.y(float64(k))+4, "end", shorten(of.Y.Labels[k], 13))
		}
	} else {
		lo, hi := of.Y.ends()
		text(mapLeft-6, mapBase, "end", of.Y.format(lo))
		text(mapLeft-6, mapTop+10, "end", of.Y.format(hi))
	}
	list = append(list, el("text", "data-part", "name", "x", px((mapLeft+of.end())/2), "y", px(mapBase+36), "text-anchor", "middle").says(of.X.Name))
	return append(list, el("text", "data-part", "name", "transform", fmt.Sprintf("translate(12 %s) rotate(-90)", px((mapTop+mapBase)/2)), "text-anchor", "middle").says(of.Y.Name))
}

// What a level's name takes along an axis: the width of its letters, and the height of a line.
const (
	mapLetters = 7 * charWidth
	mapLine    = 18
)

// some says every how manieth of n levels has a name where there is room for so many, and how
// many times that room each has.
func some(n int, room float64) (every int, each float64) {
	every = max(1, int(math.Ceil(float64(n)/max(room, 1))))
	return every, room * float64(every) / float64(n)
}

// marks are the row, its answers with numbers, and the ways between them.
func (of MapOf) marks() (list []node) {
	x, y := of.x(of.At[0]), of.y(of.At[1])
	for _, a := range of.Answers {
		list = append(list, el("line", "data-part", "way", "x1", px(x), "y1", px(y), "x2", px(of.x(a.At[0])), "y2", px(of.y(a.At[1]))))
	}
	list = append(list, el("circle", "data-part", "row", "cx", px(x), "cy", px(y), "r", "6"))
	type heap struct {
		at   [2]float64
		no   []string
		more bool
	}
	var heaps []heap
next:
	for _, a := range of.Answers {
		for i := range heaps {
			if heaps[i].at == a.At && heaps[i].more == a.More {
				heaps[i].no = append(heaps[i].no, strconv.Itoa(a.No))
				continue next
			}
		}
		heaps = append(heaps, heap{a.At, []string{strconv.Itoa(a.No)}, a.More})
	}
	taken := []box{{x - 6, y - 6, x + 6, y + 6}}
	for _, h := range heaps {
		half := stripRadius + 3.5*float64(len(h.no)-1)
		cx, cy := of.room(of.x(h.at[0]), of.y(h.at[1]), half, taken)
		taken = append(taken, box{cx - half, cy - stripRadius, cx + half, cy + stripRadius})
		g := el("g", "data-part", "answer")
		if h.more {
			g = el("g", "data-part", "answer", "data-more", "true")
		}
		list = append(list, g.with(
			el("rect", "x", px(cx-half), "y", px(cy-stripRadius), "width", px(2*half), "height", px(2*stripRadius), "rx", px(stripRadius)),
			el("text", "x", px(cx), "y", px(cy+4), "text-anchor", "middle").says(strings.Join(h.no, "·"))))
	}
	return list
}

// room is the place nearest to one where a mark that is so wide covers no other.
func (of MapOf) room(x, y, half float64, taken []box) (cx, cy float64) {
	best := math.Inf(1)
	cx, cy = x, y
	for dx := -48.0; dx <= 48; dx += 2 {
		for dy := -36.0; dy <= 36; dy += 2 {
			b := box{x + dx - half, y + dy - stripRadius, x + dx + half, y + dy + stripRadius}
			if d := math.Hypot(dx, dy); d < best && b.onMap(of.wide) && !slices.ContainsFunc(taken, b.meets) {
				best, cx, cy = d, x+dx, y+dy
			}
		}
	}
	return cx, cy
}

func (b box) onMap(wide float64) bool {
	return b.x0 >= mapLeft-stripRadius && b.x1 <= wide && b.y0 >= 0 && b.y1 <= mapBase+stripRadius
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

// gist says it in words.
func (of MapOf) gist() string {
	say := func(at [2]float64) string {
		return fmt.Sprintf("%s %s and %s %s", of.X.Name, of.X.name(at[0]), of.Y.Name, of.Y.name(at[1]))
	}
	text := of.Title + ". The row: " + say(of.At)
	for _, a := range of.Answers {
		text += fmt.Sprintf("; %d: %s", a.No, say(a.At))
	}
	return text + "."
}
