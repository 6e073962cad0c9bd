package chart

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// SwarmOf describes the positions of many people on an axis, by group. Each person is a dot or,
// without a position, a ring beside the axis. Very many people are drawn as densities.
type SwarmOf struct {
	Title, XLabel string
	Groups        []SwarmGroup
	Apart         []string // reasons for having no position
	Mark          int      // the person who is highlighted by name, or -1
	Name          func(who int) string
	OnChoose      func(ctx app.Context, who int) // nil: nobody can be selected
	Empty         string

	finger *finger
}

// SwarmGroup is one row. People are identified by numbers that the caller assigns.
type SwarmGroup struct {
	Name, Note string
	Who        []int
	At         []float64
	Apart      [][]int // people in each kind of SwarmOf.Apart
	Half       string  // label of the line at HalfAt; "" without a line
	HalfAt     float64
}

// Swarm draws people as SwarmOf says, with numbers as a table.
func Swarm(of SwarmOf) app.UI { return &figure{Of: of} }

func (of SwarmOf) title() string { return of.Title }
func (of SwarmOf) empty() string { return of.Empty }
func (of SwarmOf) keys() []key   { return nil }

// The measures of a swarm.
const (
	MostDots    = 2000 // more people than this are drawn without dots
	swarmNarrow = 640  // pixels of width below which names stand above the dots and rings below them
	swarmNames  = 144
	swarmApart  = 176
	swarmSaid   = 20 // space above the dots for the line's label
	swarmRing   = 11 // from ring to ring
	swarmFoot   = 30
	swarmBehind = 72  // space for the few far outliers
	swarmChar   = 8.6 // width of a letter of a name
)

// spot is a person's position in the drawing.
type spot struct {
	point
	group int
	who   int
	says  string
}

// row is a group's position in the drawing.
type row struct {
	top, middle, room float64 // positions of the dots
	rings             float64 // where the rings begin
	end               float64
}

// swarm is the drawing at a width.
type swarm struct {
	of     SwarmOf
	width  float64
	narrow bool
	x      scale
	ticks  []float64
	step   float64
	behind float64 // position of people beyond the end of the axis; 0: nobody is there
	rows   []row
	apart  []int // values of SwarmOf.Apart that occur
	dense  bool
	spots  []spot
}

func (of SwarmOf) draw(width float64) (node, bool) {
	s := swarm{of: of, width: size(width, defaultWidth, leastWidth)}
	s.narrow = s.width < swarmNarrow
	total := 0
	var all []float64
	for _, g := range of.Groups {
		total += len(g.Who)
		all = append(all, g.At...)
	}
	for k := range of.Apart {
		n := 0
		for _, g := range of.Groups {
			n += len(g.Apart[k])
		}
		if total += n; n > 0 {
			s.apart = append(s.apart, k)
		}
	}
	if total == 0 {
		return node{}, false
	}
	s.dense = total > MostDots
	s.axis(all)
	s.place()
	svg := el("svg", "viewBox", "0 0 "+px(s.width)+" "+px(s.bottom()+swarmFoot), "width", px(s.width), "height",
		px(s.bottom()+swarmFoot),
		"role", "group", "aria-label", of.Title+". "+of.says(), "data-chart", "swarm")
	svg = svg.with(s.foot())
	var dots []node
	if s.dense {
		dots = s.densities()
	} else {
		dots = s.dots()
	}
	for g := range of.Groups {
		svg = svg.with(s.name(g), dots[g], s.rings(g), s.half(g))
	}
	svg = svg.with(s.mark())
	if f := of.finger; f != nil {
		f.spots = s.spots
		svg = svg.with(f.cursor(of, s.width)...)
	}
	return svg, true
}

// says names every group in words.
func (of SwarmOf) says() string {
	var parts []string
	for _, g := range of.Groups {
		list := []string{g.Note}
		if g.Half != "" {
			list = append(list, g.Half)
		}
		for k, why := range of.Apart {
			if n := len(g.Apart[k]); n > 0 {
				list = append(list, count(n)+" "+why)
			}
		}
		parts = append(parts, g.Name+": "+strings.Join(list, ", ")+".")
	}
	return strings.Join(parts, " ")
}

// axis goes from 0 to beyond the last person. If a few people are far outliers, it ends before them,
// and they are drawn behind its end.
func (s *swarm) axis(all []float64) {
	s.x = scale{from: swarmNames, to: s.width - 12}
	switch {
	case s.narrow:
		s.x.from = 6
	case len(s.apart) > 0:
		s.x.to = s.width - swarmApart*float64(len(s.apart)) - 32
	}
	cols := max(2, int((s.x.to-s.x.from)/110))
	slices.Sort(all)
	most := 1e-9
	if n := len(all); n > 0 {
		most = max(all[n-1], most)
		if usual := all[(n-1)*97/100]; usual > 0 && most > 2*usual {
			most = usual
			s.behind = s.x.to - swarmBehind/2
			s.x.to -= swarmBehind
		}
	}
	_, s.x.hi = round(0, most, cols)
	s.ticks, s.step = ticks(0, s.x.hi, cols, false)
}

// at returns the position of a value.
func (s *swarm) at(v float64) float64 {
	if s.behind > 0 && v > s.x.hi {
		return s.behind
	}
	return s.x.at(v)
}

// place gives each group its row.
func (s *swarm) place() {
	high := min(max(240/float64(len(s.of.Groups)), 64), 108)
	at := 0.0
	for _, g := range s.of.Groups {
		r := row{top: at, end: at + high}
		if s.narrow {
			r.top += 26
			r.end = r.top + high
		}
		r.room = high - swarmSaid - 6
		r.middle, r.rings = r.top+swarmSaid+r.room/2, r.top+swarmSaid
		if s.narrow {
			r.rings = r.end
			for _, k := range s.apart {
				if n := len(g.Apart[k]); n > 0 {
					_, _, tall := ringsIn(n, s.width, 5*swarmRing)
					r.end += 22 + tall
				}
			}
			r.end += 10
		}
		s.rows = append(s.rows, r)
		at = r.end
	}
}

func (s *swarm) bottom() float64 { return s.rows[len(s.rows)-1].end }

// foot returns the axis below everything, with the labels of the rings.
func (s *swarm) foot() node {
	y := s.bottom()
	g := el("g", "data-part", "axis", "fill", "currentColor", "font-size", "13").
		with(el("line", "x1", px(s.x.from), "y1", px(y), "x2", px(s.x.to), "y2", px(y), "stroke", "currentColor"))
	for _, v := range s.ticks {
		x := s.x.at(v)
		g = g.with(el("line", "x1", px(x), "y1", px(y), "x2", px(x), "y2", px(y+5), "stroke", "currentColor"),
			el("text", "x", px(x), "y", px(y+21), "text-anchor", "middle").says(tickText(v, s.step)))
	}
	if s.behind > 0 {
		x := px(s.behind)
		g = g.with(el("line", "x1", px(s.behind-24), "y1", px(y), "x2", px(s.behind+24), "y2", px(y), "stroke",
			"currentColor", "stroke-dasharray", "2 4"),
			el("text", "x", x, "y", px(y+21), "text-anchor", "middle").says("more"))
	}
	if s.narrow {
		return g
	}
	g = g.with(el("text", "x", "0", "y", px(y+21)).says(s.of.XLabel))
	for i, k := range s.apart {
		if i == 0 {
			x := px(s.ring(0) - 24)
			g = g.with(el("line", "data-part", "apart", "x1", x, "y1", "0", "x2", x, "y2", px(y), "stroke", ruleColour))
		}
		g = g.with(el("text", "x", px(s.ring(i)), "y", px(y+21)).says(s.of.Apart[k]))
	}
	return g
}

// ring returns where the rings of a kind begin.
func (s *swarm) ring(i int) float64 {
	return s.width - swarmApart*float64(len(s.apart)-i)
}

// name returns the name of a group.
func (s *swarm) name(g int) node {
	group, r := s.of.Groups[g], s.rows[g]
	room := float64(swarmNames)
	if s.narrow {
		room = s.width - 120
	}
	name := shorten(group.Name, int(room/swarmChar))
	if s.narrow {
		return el("g").with(
			el("text", "data-part", "group", "x", "0", "y", px(r.top-8), "font-size", "16", "font-weight", "600",
				"fill", "currentColor").says(name),
			el("text", "data-part", "axis", "x", px(s.width), "y", px(r.top-8), "text-anchor", "end", "font-size", "13",
				"fill", softColour).says(group.Note))
	}
	return el("g").with(
		el("text", "data-part", "group", "x", "0", "y", px(r.middle-2), "font-size", "16", "font-weight", "600", "fill",
			"currentColor").says(name).with(el("title").says(group.Name)),
		el("text", "data-part", "axis", "x", "0", "y", px(r.middle+18), "font-size", "13",
			"fill", softColour).says(group.Note))
}

// half returns the line at the median of a group.
func (s *swarm) half(g int) node {
	group, r := s.of.Groups[g], s.rows[g]
	if group.Half == "" {
		return el("g")
	}
	x, anchor := s.at(group.HalfAt), "start"
	at := x + 8
	if at+7*float64(len([]rune(group.Half))) > s.x.to {
		at, anchor = x-8, "end"
	}
	return el("g", "data-part", "half").with(
		el("line", "x1", px(x), "y1", px(r.top+4), "x2", px(x), "y2", px(r.top+swarmSaid+r.room), "stroke",
			"currentColor", "stroke-width", "2"),
		el("text", "data-part", "label", "x", px(at), "y", px(r.top+14), "text-anchor", anchor, "font-size", "13",
			"font-weight", "600", "fill", "currentColor").says(group.Half))
}

// mark highlights one person by name.
func (s *swarm) mark() node {
	i := slices.IndexFunc(s.spots, func(p spot) bool { return p.who == s.of.Mark })
	if s.of.Mark < 0 || i < 0 {
		return el("g")
	}
	p := s.spots[i]
	x, y, anchor, end := p.x+14, p.y+30, "start", p.y+19
	if y > s.bottom()-4 {
		y, end = p.y-22, p.y-18
	}
	if x+7.2*float64(len([]rune(p.says))) > s.width {
		x, anchor = p.x-14, "end"
	}
	return el("g", "data-part", "mark").with(
		el("line", "x1", px(p.x), "y1", px(p.y), "x2", px(x), "y2", px(end), "stroke", personColour,
			"stroke-width", "1.5"),
		el("circle", "cx", px(p.x), "cy", px(p.y), "r", "6", "fill", personColour, "stroke", surfaceColour,
			"stroke-width", "1.5"),
		el("text", "data-part", "label", "x", px(x), "y", px(y), "text-anchor", anchor, "font-size", "13",
			"font-weight", "600", "fill", personColour).says(p.says))
}

// numbers lists everybody, or a sample of very many people.
func (of SwarmOf) numbers(most int, write func(float64) string) (head []string, rows [][]string) {
	var list [][]string
	for _, g := range of.Groups {
		for i, who := range g.Who {
			list = append(list, []string{g.Name, of.Name(who), write(g.At[i])})
		}
		for k, people := range g.Apart {
			for _, who := range people {
				list = append(list, []string{g.Name, of.Name(who), of.Apart[k]})
			}
		}
	}
	for _, i := range spread(len(list), most) {
		rows = append(rows, list[i])
	}
	return []string{"group", "person", of.XLabel}, rows
}
