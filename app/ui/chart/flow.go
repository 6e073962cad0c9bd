package chart

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// FlowOf describes two parallel sets: how many items of each kind on the left belong to
// each kind on the right.
//
//	Counts  From × To
type FlowOf struct {
	Title     string
	From, To  []string
	Counts    [][]int
	Left      int                                        // the chosen item on each side, or -1
	Right     int                                        //
	Dim       int                                        // the entry of To that is drawn grey, or -1
	OnChoose  func(ctx app.Context, left, right int)     // nil: nothing can be chosen
	Says      func(left, right, count, total int) string // an element in words; a side of -1 is all of it
	EmptyHint string
	Width     float64
}

// Flow draws the sets as ribbons, with numbers as a table. A press can choose an item or a ribbon, a
// key only an item.
func Flow(of FlowOf) app.UI { return &figure{Of: of} }

func (of FlowOf) title() string { return of.Title }
func (of FlowOf) empty() string { return of.EmptyHint }
func (of FlowOf) keys() []key   { return nil }

// The measures of a flow.
const (
	flowHeight = 220 // height of all items together
	flowSlot   = 28  // the minimum height of a side's slot
	flowBar    = 10
	flowGap    = 8
	flowRune   = 7.2 // width of a letter of a name
)

// side is one side of a flow: the positions of its bars.
type side struct {
	names  []string
	counts []int
	top    []float64 // upper ends of the bars
	middle []float64 // middles of their places
	height float64
}

func sideOf(names []string, counts []int, unit float64) side {
	s := side{names: names, counts: counts}
	at := 0.0
	for _, n := range counts {
		bar := unit * float64(n)
		place := max(flowSlot, bar+flowGap)
		s.top, s.middle = append(s.top, at+(place-bar)/2), append(s.middle, at+place/2)
		at += place
	}
	s.height = at
	return s
}

// room returns the width of the longest name.
func (s side) room() float64 {
	most := 0
	for i, name := range s.names {
		most = max(most, len([]rune(name))+1+len(count(s.counts[i])))
	}
	return flowRune*float64(most) + 24
}

// shift moves a side down.
func (s *side) shift(by float64) {
	for i := range s.top {
		s.top[i] += by
		s.middle[i] += by
	}
}

func (of FlowOf) draw(width float64) (node, bool) {
	left, right, total := make([]int, len(of.From)), make([]int, len(of.To)), 0
	for g, row := range of.Counts {
		for k, n := range row {
			left[g], right[k], total = left[g]+n, right[k]+n, total+n
		}
	}
	if total == 0 {
		return node{}, false
	}
	if width <= 0 {
		width = max(of.Width, savedWidth)
	}
	unit := flowHeight / float64(total)
	a, b := sideOf(of.From, left, unit), sideOf(of.To, right, unit)
	height := max(a.height, b.height)
	a.shift((height - a.height) / 2)
	b.shift((height - b.height) / 2)
	roomLeft, roomRight := min(180, 0.28*width, a.room()), min(300, 0.42*width, b.room())
	x0, x1 := roomLeft, width-roomRight
	svg := el("svg", "viewBox", "0 0 "+px(width)+" "+px(height), "width", px(width), "height", px(height), "role",
		"group", "aria-label", of.Title, "data-chart", "flow")
	svg = svg.with(of.ribbons(a, b, unit, x0+flowBar, x1-flowBar, total)...)
	for g := range a.names {
		svg = svg.with(of.label(a, g, true, x0, roomLeft, unit, total))
	}
	for k := range b.names {
		svg = svg.with(of.label(b, k, false, x1, roomRight, unit, total))
	}
	return svg, true
}

// ribbons returns the ribbons between the sides. At a bar, they are in the order of the other side.
func (of FlowOf) ribbons(a, b side, unit, x0, x1 float64, total int) (list []node) {
	from, to := append([]float64(nil), a.top...), append([]float64(nil), b.top...)
	middle := (x0 + x1) / 2
	for g, row := range of.Counts {
		for k, n := range row {
			if n == 0 {
				continue
			}
			h := unit * float64(n)
			y0, y1 := from[g], to[k]
			from[g], to[k] = y0+h, y1+h
			curve := func(x, y, tx, ty float64) string {
				return " C" + px(middle) + " " + px(y) + " " + px(middle) + " " + px(ty) + " " + px(tx) + " " + px(ty)
			}
			d := "M" + px(x0) + " " + px(y0) + curve(x0, y0, x1, y1) + " L" + px(x1) + " " + px(y1+h) + curve(x1, y1+h,
				x0, y0+h) + " Z"
			path := el("path", "data-part", "ribbon", "d", d, "fill", seriesColours[0], "fill-opacity", "0.35")
			if k == of.Dim {
				path.attrs = append(path.attrs, "data-dim", "true")
			}
			if of.chosen(g, k) {
				path.attrs = append(path.attrs, "data-on", "true")
			}
			if of.OnChoose != nil {
				path.attrs = append(path.attrs, "data-press", strconv.Itoa(g)+" "+strconv.Itoa(k))
			}
			list = append(list, path.with(el("title").says(of.Says(g, k, n, total))))
		}
	}
	return list
}

// chosen reports whether a ribbon belongs to the selection.
func (of FlowOf) chosen(g, k int) bool {
	return (of.Left >= 0 || of.Right >= 0) && (of.Left < 0 || of.Left == g) && (of.Right < 0 || of.Right == k)
}

// label returns a bar with its name, and a button if it can be chosen.
func (of FlowOf) label(s side, i int, left bool, x, room, unit float64, total int) node {
	bar, anchor, text, hit, tone := x, "end", x-8, 0.0, "from"
	g, k := i, -1
	on := of.Left == i
	if !left {
		if tone = "to"; i == of.Dim {
			tone = "dim"
		}
		bar, anchor, text, hit = x-flowBar, "start", x+8, x-flowBar
		g, k, on = -1, i, of.Right == i
	}
	name, n := s.names[i], " "+count(s.counts[i])
	if most := int((room-16)/flowRune) - len(n); len([]rune(name)) > most {
		name = string([]rune(name)[:max(most-1, 1)]) + "…"
	}
	says := of.Says(g, k, s.counts[i], total)
	group := el("g", "data-part", "side")
	if of.OnChoose != nil {
		group.attrs = append(group.attrs, "role", "button", "tabindex", "0", "aria-pressed", strconv.FormatBool(on),
			"aria-label", says, "data-press", strconv.Itoa(g)+" "+strconv.Itoa(k))
		group = group.with(el("rect", "data-part", "hit", "x", px(hit), "y", px(s.middle[i]-12), "width", px(room),
			"height", "24", "fill", "none"))
	}
	label := el("text", "x", px(text), "y", px(s.middle[i]+4), "text-anchor", anchor, "font-size", "13", "fill",
		"currentColor").with(
		el("tspan", "font-weight", "600").says(name), el("tspan", "data-part", "count").says(n))
	return group.with(
		el("rect", "data-part", "bar", "data-side", tone, "x", px(bar), "y", px(s.top[i]), "width", px(flowBar),
			"height", px(max(1, unit*float64(s.counts[i]))), "fill", "currentColor"),
		label, el("title").says(says))
}

// press selects the pressed part, or deselects it if it was selected.
func (of FlowOf) press(ctx app.Context, what string) {
	a, b, found := strings.Cut(what, " ")
	g, err := strconv.Atoi(a)
	k, err2 := strconv.Atoi(b)
	if of.OnChoose == nil || !found || err != nil || err2 != nil {
		return
	}
	switch {
	case g >= 0 && k >= 0 && g == of.Left && k == of.Right:
		g, k = -1, -1
	case k < 0: // the left side alone
		if k = of.Right; g == of.Left {
			g = -1
		}
	case g < 0:
		if g = of.Left; k == of.Right {
			k = -1
		}
	}
	of.OnChoose(ctx, g, k)
}

func (of FlowOf) numbers(_ int, write func(float64) string) (head []string, rows [][]string) {
	head = append([]string{""}, of.To...)
	for g, row := range of.Counts {
		line := []string{of.From[g]}
		for _, n := range row {
			line = append(line, write(float64(n)))
		}
		rows = append(rows, line)
	}
	return head, rows
}
