package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// StripOf is the distribution of one feature of a table, with a row and its answers
// marked.
type StripOf struct {
	Title  string    // names the picture
	Edges  []float64 // edges of the bins of a number, one more than counts; none for levels
	Counts []int     // rows of every bin or level
	Whole  bool      // the number is an integer, drawn in the middle of its bar
	Of     []int     // how many of them have the target class; empty without a target
	Labels []string  // labels of levels

	Value   float64 // the row's; the place of a level
	Answers []StripAnswer

	// Low and High bound the allowed values of a number; Barred marks forbidden levels.
	Low, High float64
	Barred    []bool
}

// StripAnswer is the value that an answer has.
type StripAnswer struct {
	No    int // from 1
	Value float64
}

// The measures of a strip.
const (
	StripWidth  = 300
	stripHeight = 64
	stripBase   = 42 // the bars stand here
	stripMark   = 53 // the middle of the marks
	stripRadius = 8.5
)

// Strip draws it.
func Strip(of StripOf) app.UI {
	return app.Div().Body(drawStrip(of).ui(), &behind{Of: of})
}

// Range returns the strip's axis for a number. For integers, it extends half a unit beyond both ends.
func (of StripOf) Range() (lo, hi float64) {
	var e extent
	for i, v := range of.Edges {
		if of.Whole && i == len(of.Edges)-1 {
			v-- // the last bin ends before it
		}
		e.add(v)
	}
	e.add(of.Value)
	for _, a := range of.Answers {
		e.add(a.Value)
	}
	return e.wide()
}

// half returns what the strip shows beyond its range.
func (of StripOf) half() float64 {
	if of.Whole {
		return 0.5
	}
	return 0
}

// place returns the position of a value, in pixels.
func (of StripOf) place(v float64) float64 {
	if n := len(of.Labels); n > 0 {
		return (min(max(v, 0), float64(n-1)) + 0.5) * StripWidth / float64(n)
	}
	lo, hi := of.Range()
	return scale{lo: lo - of.half(), hi: hi + of.half(), to: StripWidth}.at(v)
}

// Share returns a number's relative position on the strip, and At the number at a position.
func (of StripOf) Share(v float64) float64 { return of.place(v) / StripWidth }

func (of StripOf) At(share float64) float64 {
	lo, hi := of.Range()
	return lo - of.half() + min(max(share, 0), 1)*(hi-lo+2*of.half())
}

func drawStrip(of StripOf) node {
	svg := el("svg", "viewBox", "0 0 "+strconv.Itoa(StripWidth)+" "+strconv.Itoa(stripHeight), "role", "img",
		"aria-label", of.gist(), "data-chart", "strip")
	svg = svg.with(of.allowed(), of.bars(stripBase),
		el("line", "data-part", "base", "x1", "0", "y1", px(stripBase), "x2", px(StripWidth), "y2", px(stripBase),
			"stroke", "currentColor"))
	return svg.with(of.marks()...)
}

// allowed shades the allowed values.
func (of StripOf) allowed() node {
	g := el("g", "data-part", "allowed")
	if len(of.Labels) > 0 && !slices.Contains(of.Barred, true) {
		return g // no class is set apart
	}
	if len(of.Labels) > 0 {
		wide := StripWidth / float64(len(of.Labels))
		for i := range of.Labels {
			if i < len(of.Barred) && !of.Barred[i] {
				g = g.with(el("rect", "x", px(float64(i)*wide+1), "y", "0", "width", px(wide-2), "height",
					px(stripBase)))
			}
		}
		return g
	}
	lo, hi := of.Range()
	low, high := max(of.Low, lo), min(of.High, hi)
	if (of.Low > lo || of.High < hi) && low <= high {
		a, b := of.place(low-of.half()), of.place(high+of.half())
		g = g.with(el("rect", "x", px(a-1), "y", "0", "width", px(b-a+2), "height", px(stripBase)))
	}
	return g
}

// bars stand on a base.
func (of StripOf) bars(base float64) node {
	g := el("g", "data-part", "bars")
	most := 1
	for _, n := range of.Counts {
		most = max(most, n)
	}
	for i, n := range of.Counts {
		var from, to float64
		switch {
		case i < len(of.Labels):
			wide := StripWidth / float64(len(of.Labels))
			bar := min(wide-4, 56)
			from = (float64(i)+0.5)*wide - bar/2
			to = from + bar
		case i+1 < len(of.Edges):
			from, to = of.place(of.Edges[i]-of.half()), of.place(of.Edges[i+1]-of.half())-1
		default:
			continue
		}
		tall := func(n int) float64 {
			if n == 0 {
				return 0
			}
			return max(1, float64(n)/float64(most)*(base-3))
		}
		all, part := tall(n), 0.0
		if i < len(of.Of) {
			part = tall(of.Of[i])
		}
		wide := px(max(to-from, 0.5))
		if all > part {
			g = g.with(el("rect", "x", px(from), "y", px(base-all), "width", wide, "height", px(all-part)))
		}
		if part > 0 {
			g = g.with(el("rect", "data-part", "of", "x", px(from), "y", px(base-part), "width", wide, "height",
				px(part)))
		}
	}
	return g
}

// marks returns the row's dot, the numbered dots of the answers, and the lines between them.
// Answers that would overlap share a mark.
func (of StripOf) marks() []node {
	here := of.place(of.Value)
	type mark struct {
		at float64
		no []int
	}
	var list []mark
	left, right := here, here
	for _, a := range of.Answers {
		at := of.place(a.Value)
		left, right = min(left, at), max(right, at)
		if k := slices.IndexFunc(list, func(m mark) bool { return math.Abs(m.at-at) < 2*stripRadius-2 }); k >= 0 {
			list[k].no = append(list[k].no, a.No)
		} else {
			list = append(list, mark{at, []int{a.No}})
		}
	}
	var out []node
	if right > left {
		out = append(out, el("line", "data-part", "way", "x1", px(left), "y1", px(stripMark), "x2", px(right), "y2",
			px(stripMark)))
	}
	out = append(out, el("circle", "data-part", "row", "cx", px(here), "cy", px(stripMark), "r", "5"))
	for _, m := range list {
		text := numbers(m.no)
		half := max(stripRadius, 3+3.4*float64(utf8.RuneCountInString(text)))
		at := min(max(m.at, half), StripWidth-half)
		if math.Abs(at-here) < 5+half { // beside the row's dot, not over it
			left, right := here-6-half, here+6+half
			if at = right; left >= half && (m.at < here || right > StripWidth-half) {
				at = left
			}
		}
		out = append(out, el("g", "data-part", "answer").with(
			el("rect", "x", px(at-half), "y", px(stripMark-stripRadius), "width", px(2*half), "height",
				px(2*stripRadius), "rx", px(stripRadius)),
			el("text", "x", px(at), "y", px(stripMark+4), "text-anchor", "middle").says(text)))
	}
	return out
}

// numbers abbreviates ascending numbers: runs of three or more are written by their ends.
func numbers(list []int) string {
	var parts []string
	for i := 0; i < len(list); i++ {
		k := i
		for k+1 < len(list) && list[k+1] == list[k]+1 {
			k++
		}
		if k-i < 2 {
			parts = append(parts, strconv.Itoa(list[i]))
			continue
		}
		parts = append(parts, strconv.Itoa(list[i])+"–"+strconv.Itoa(list[k]))
		i = k
	}
	return strings.Join(parts, "·")
}

// name returns a value in words.
func (of StripOf) name(v float64) string {
	if k := int(v); k >= 0 && k < len(of.Labels) {
		return of.Labels[k]
	}
	return short(v)
}

func (of StripOf) gist() string {
	text := of.Title + ": " + of.name(of.Value)
	for _, a := range of.Answers {
		text += "; " + strconv.Itoa(a.No) + ": " + of.name(a.Value)
	}
	return text + "."
}

// Slim draws a small strip without answer numbers: the bars, and below them the allowed range,
// the row and the first answer.
func Slim(of StripOf) app.UI {
	return app.Div().Body(drawSlim(of).ui(), &behind{Of: of})
}

// The measures of a slim strip, of which StripWidth are some 96 pixels.
const (
	slimHeight = 112
	slimBase   = 72
	slimTrack  = 96
	slimDot    = 12
)

func drawSlim(of StripOf) node {
	at := func(v float64) float64 { return min(max(of.place(v), slimDot+2), StripWidth-slimDot-2) }
	svg := el("svg", "viewBox", "0 0 "+strconv.Itoa(StripWidth)+" "+strconv.Itoa(slimHeight), "role", "img",
		"aria-label", of.gist(), "data-chart", "slim")
	bars := of.bars(slimBase)
	track := el("g", "data-part", "track").with(el("rect", "x", "0", "y", px(slimTrack-4), "width", px(StripWidth),
		"height", "8"))
	if from, to, ok := of.span(); ok {
		track = track.with(el("rect", "data-part", "open", "x", px(from), "y", px(slimTrack-4), "width",
			px(max(to-from, 4)), "height", "8"))
	}
	svg = svg.with(bars, el("line", "data-part", "base", "x1", "0", "y1", px(slimBase), "x2", px(StripWidth), "y2",
		px(slimBase)), track)
	if len(of.Answers) == 0 {
		return svg.with(el("circle", "data-part", "now", "cx", px(at(of.Value)), "cy", px(slimTrack), "r", px(slimDot)))
	}
	to := of.Answers[0].Value
	return svg.with(el("line", "data-part", "way", "x1", px(at(of.Value)), "y1", px(slimTrack), "x2", px(at(to)), "y2",
		px(slimTrack)),
		el("circle", "data-part", "was", "cx", px(at(of.Value)), "cy", px(slimTrack), "r", px(slimDot)),
		el("circle", "data-part", "now", "cx", px(at(to)), "cy", px(slimTrack), "r", px(slimDot)))
}

// span returns the allowed range of a number.
func (of StripOf) span() (from, to float64, ok bool) {
	if len(of.Labels) > 0 {
		return 0, 0, false
	}
	lo, hi := of.Range()
	low, high := max(of.Low, lo), min(of.High, hi)
	return of.place(low - of.half()), of.place(high + of.half()), low <= high
}

// DecisionOf is how sure a model is of a class for a row and for its answer.
type DecisionOf struct {
	Title     string
	Now       float64 // value of the row
	Then      float64 // value of the answer
	HasThen   bool
	Threshold float64 // the threshold of the class; 0 without one
	Below     bool    // the class is wanted below the threshold
	Decides   string  // names the threshold
	NowSays   string  // the shares in words
	ThenSays  string
}

// Decision draws it.
func Decision(of DecisionOf) app.UI { return &sized{Of: of} }

// The measures of a decision.
const (
	decisionWide = 328 // a usual width
	decisionBar  = 30  // the middle of the bar
	decisionDot  = 7
	decisionHigh = 60
)

func (of DecisionOf) at(width, _ float64) node {
	width = size(width, decisionWide, leastWidth)
	at := func(v float64) float64 {
		return scale{lo: 0, hi: 1, from: decisionDot + 1, to: width - decisionDot - 1}.at(v)
	}
	svg := el("svg", "viewBox", "0 0 "+px(width)+" "+strconv.Itoa(decisionHigh), "role", "img", "aria-label", of.gist(),
		"data-chart", "decision")
	from := at(of.Threshold)
	left, right := from, width // ends of the wanted part
	if of.Below {
		left, right = 0, from
	}
	if of.Threshold == 0 {
		left = right
	}
	svg = svg.with(el("rect", "data-part", "no", "x", "0", "y", px(decisionBar-4), "width", px(width), "height", "8",
		"rx", "4"),
		el("rect", "data-part", "yes", "x", px(left), "y", px(decisionBar-4), "width", px(right-left), "height", "8",
			"rx", "4"))
	if of.Threshold > 0 {
		svg = svg.with(el("line", "data-part", "threshold", "x1", px(from), "y1", px(decisionBar-10), "x2", px(from),
			"y2", px(decisionBar+10)),
			el("text", "data-part", "axis", "x", px(from), "y", px(decisionBar-15),
				"text-anchor", "middle").says(of.Decides))
	}
	half := func(says string) float64 { return mapLetter * float64(utf8.RuneCountInString(says)) / 2 }
	inside := func(x float64, says string) float64 { return min(max(x, half(says)), width-half(says)) }
	text := func(part string, x float64, says string) node {
		return el("text", "data-part", part, "x", px(x), "y", px(decisionBar+26), "text-anchor", "middle").says(says)
	}
	dot := func(part string, x, r float64) node {
		return el("circle", "data-part", part, "cx", px(x), "cy", px(decisionBar), "r", px(r))
	}
	now, then := at(of.Now), at(of.Then)
	if !of.HasThen {
		return svg.with(dot("now", now, decisionDot), text("axis", inside(now, of.NowSays), of.NowSays))
	}
	n, t := inside(now, of.NowSays), inside(then, of.ThenSays)
	way := math.Copysign(1, then-now)
	if gap := half(of.NowSays) + half(of.ThenSays) + 10 - way*(t-n); gap > 0 { // otherwise the words would touch
		by := way * gap / 2
		n, t = n-by, t+by
		n2, t2 := inside(n, of.NowSays), inside(t, of.ThenSays)
		n, t = n2+(t2-t), t2+(n2-n) // if one is pushed back inside, the other moves as far
	}
	return svg.with(el("line", "data-part", "way", "x1", px(now), "y1", px(decisionBar), "x2", px(then), "y2",
		px(decisionBar)),
		dot("now", then, decisionDot), text("to", t, of.ThenSays), dot("was", now, decisionDot-1),
		text("axis", n, of.NowSays))
}

func (of DecisionOf) gist() string {
	text := of.Title + ": " + of.NowSays
	if of.HasThen {
		text += "; " + of.ThenSays
	}
	return text + "."
}
