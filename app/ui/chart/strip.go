package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// StripOf is how the rows of a table lie along one feature, with a row and the rows
// that answer it among them.
type StripOf struct {
	Title  string    // names the picture
	Edges  []float64 // of the bins of a number, one more than counts; none for levels
	Counts []int     // rows of every bin or level
	Whole  bool      // the number is an integer, which stands in the middle of its bar
	Of     []int     // those of them that are of the class asked for; none where there is no such class
	Labels []string  // of levels

	Value   float64 // the row's; the place of a level
	Answers []StripAnswer

	// Low and High bound what is allowed of a number; Barred are the levels that are not.
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
func Strip(of StripOf) app.UI { return drawStrip(of).ui() }

// Range is the axis of a number: from and to which value the strip goes. That of
// integers goes half of one farther.
func (of StripOf) Range() (lo, hi float64) {
	var e extent
	for i, v := range of.Edges {
		if of.Whole && i == len(of.Edges)-1 {
			v-- // which the last bin ends before
		}
		e.add(v)
	}
	e.add(of.Value)
	for _, a := range of.Answers {
		e.add(a.Value)
	}
	return e.wide()
}

// half is what the strip shows beyond its range.
func (of StripOf) half() float64 {
	if of.Whole {
		return 0.5
	}
	return 0
}

// place is where a value stands, in pixels.
func (of StripOf) place(v float64) float64 {
	if n := len(of.Labels); n > 0 {
		return (min(max(v, 0), float64(n-1)) + 0.5) * StripWidth / float64(n)
	}
	lo, hi := of.Range()
	return scale{lo: lo - of.half(), hi: hi + of.half(), to: StripWidth}.at(v)
}

// Share is how far along the strip a number stands, and At the number that stands there.
func (of StripOf) Share(v float64) float64 { return of.place(v) / StripWidth }

func (of StripOf) At(share float64) float64 {
	lo, hi := of.Range()
	return lo - of.half() + min(max(share, 0), 1)*(hi-lo+2*of.half())
}

func drawStrip(of StripOf) node {
	svg := el("svg", "viewBox", "0 0 "+strconv.Itoa(StripWidth)+" "+strconv.Itoa(stripHeight), "role", "img", "aria-label", of.gist(), "data-chart", "strip")
	svg = svg.with(of.allowed(), of.bars(),
		el("line", "data-part", "base", "x1", "0", "y1", px(stripBase), "x2", px(StripWidth), "y2", px(stripBase), "stroke", "currentColor"))
	return svg.with(of.marks()...)
}

// allowed shades what may be.
func (of StripOf) allowed() node {
	g := el("g", "data-part", "allowed")
	if len(of.Labels) > 0 && !slices.Contains(of.Barred, true) {
		return g // nothing is set apart
	}
	if len(of.Labels) > 0 {
		wide := StripWidth / float64(len(of.Labels))
		for i := range of.Labels {
			if i < len(of.Barred) && !of.Barred[i] {
				g = g.with(el("rect", "x", px(float64(i)*wide+1), "y", "0", "width", px(wide-2), "height", px(stripBase)))
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

func (of StripOf) bars() node {
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
			return max(1, float64(n)/float64(most)*(stripBase-3))
		}
		all, part := tall(n), 0.0
		if i < len(of.Of) {
			part = tall(of.Of[i])
		}
		wide := px(max(to-from, 0.5))
		if all > part {
			g = g.with(el("rect", "x", px(from), "y", px(stripBase-all), "width", wide, "height", px(all-part)))
		}
		if part > 0 {
			g = g.with(el("rect", "data-part", "of", "x", px(from), "y", px(stripBase-part), "width", wide, "height", px(part)))
		}
	}
	return g
}

// marks are the row's dot, those of the answers, numbered, and the way between them.
// Answers that would cover each other share a mark.
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
		out = append(out, el("line", "data-part", "way", "x1", px(left), "y1", px(stripMark), "x2", px(right), "y2", px(stripMark)))
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
			el("rect", "x", px(at-half), "y", px(stripMark-stripRadius), "width", px(2*half), "height", px(2*stripRadius), "rx", px(stripRadius)),
			el("text", "x", px(at), "y", px(stripMark+4), "text-anchor", "middle").says(text)))
	}
	return out
}

// numbers are rising numbers in short: three and more in a row by their ends.
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

// name is a value in words.
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

// DecisionOf is how sure a model is of a class, of a row and of the rows that answer it.
type DecisionOf struct {
	Title     string
	Share     float64 // of the class, of the row
	Answers   []StripAnswer
	Threshold float64 // from which on the class is given; 0: there is none
	Less      string  // the ends' names
	More      string
	Decides   string // names the threshold
}

// Decision draws it.
func Decision(of DecisionOf) app.UI { return &sized{Of: of} }

// The measures of a decision.
const (
	decisionWide = 560 // a usual width
	decisionPad  = 10
	decisionBar  = 9 // the bar's thickness
	decisionRow  = 6.5
	decisionFoot = 46 // from its top to the end, with the names of its ends
	decisionStep = 2*stripRadius + 1
)

// at has every mark at its true place: an answer's number stands on the bar, or where that
// would cover another mark above it, on a stem.
func (of DecisionOf) at(width float64) node {
	width = size(width, decisionWide, leastWidth)
	at := func(v float64) float64 { return scale{lo: 0, hi: 1, from: decisionPad, to: width - decisionPad}.at(v) }
	answers, levels, most := of.stacked(at)
	mid := 4 + stripRadius + float64(decisionStep*float64(most))
	top := mid - decisionBar/2.0
	svg := el("svg", "viewBox", "0 0 "+px(width)+" "+px(top+decisionFoot), "role", "img", "aria-label", of.gist(), "data-chart", "decision")
	from, room := at(of.Threshold), width/2-decisionPad
	if of.Threshold == 0 {
		from = at(1)
	} else {
		room = min(from, width-from) - decisionPad - charWidth*float64(utf8.RuneCountInString(of.Decides)+2)/2
	}
	svg = svg.with(
		el("rect", "data-part", "no", "x", px(at(0)), "y", px(top), "width", px(from-at(0)), "height", px(decisionBar)),
		el("rect", "data-part", "yes", "x", px(from), "y", px(top), "width", px(at(1)-from), "height", px(decisionBar)))
	foot := px(top + 38)
	if of.Threshold > 0 {
		svg = svg.with(
			el("line", "data-part", "threshold", "x1", px(from), "y1", "0", "x2", px(from), "y2", px(top+22)),
			el("text", "data-part", "axis", "x", px(from), "y", foot, "text-anchor", "middle").says(of.Decides))
	}
	svg = svg.with(
		el("text", "data-part", "axis", "x", px(at(0)), "y", foot).says(shorten(of.Less, int(room/charWidth))),
		el("text", "data-part", "axis", "x", px(at(1)), "y", foot, "text-anchor", "end").says(shorten(of.More, int(room/charWidth))))
	var marks []node
	for i, a := range answers {
		x, y := px(at(a.Value)), mid-float64(decisionStep*float64(levels[i]))
		if levels[i] > 0 {
			svg = svg.with(el("line", "data-part", "stem", "x1", x, "y1", px(y), "x2", x, "y2", px(mid)))
		}
		marks = append(marks, el("g", "data-part", "answer").with(
			el("circle", "cx", x, "cy", px(y), "r", px(stripRadius)),
			el("text", "x", x, "y", px(y+4), "text-anchor", "middle").says(strconv.Itoa(a.No))))
	}
	return svg.with(el("circle", "data-part", "row", "cx", px(at(of.Share)), "cy", px(mid), "r", px(decisionRow))).with(marks...)
}

// stacked are the answers from left to right, with the level on which the number of each
// covers none of those before it, nor the row.
func (of DecisionOf) stacked(at func(float64) float64) (answers []StripAnswer, levels []int, most int) {
	answers = slices.Clone(of.Answers)
	slices.SortStableFunc(answers, func(a, b StripAnswer) int { return cmp.Compare(a.Value, b.Value) })
	for i, a := range answers {
		x, level := at(a.Value), 0
		if math.Abs(x-at(of.Share)) < stripRadius+decisionRow {
			level = 1
		}
		for k := 0; k < i; k++ {
			if levels[k] == level && x-at(answers[k].Value) < decisionStep {
				k, level = -1, level+1
			}
		}
		levels, most = append(levels, level), max(most, level)
	}
	return answers, levels, most
}

func (of DecisionOf) gist() string {
	text := of.Title + ": " + percent(of.Share)
	for _, a := range of.Answers {
		text += "; " + strconv.Itoa(a.No) + ": " + percent(a.Value)
	}
	return text + "."
}

func percent(v float64) string { return strconv.FormatFloat(100*v, 'f', 1, 64) + " %" }
