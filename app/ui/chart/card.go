package chart

import (
	"fmt"
	"strings"
)

// The sizes of a card, a drawing without words, and of the ends of its arrow.
const (
	CardWide, CardHigh = 400, 168
	cardDot            = 7.0
)

// CardBox is the box of a card.
const CardBox = "0 6 400 162"

// Card returns the map without names, as lines of text, one for each path: its part, a tab, and its path
// data.
func (of MapOf) Card() string {
	of.wide, of.high, of.bare = CardWide, CardHigh, true
	var b strings.Builder
	for _, n := range []node{of.area(), of.border(), of.hatch(), of.dots(false), of.dots(true)} {
		line(&b, n.attr("data-part"), n.attr("d"))
	}
	to, ok := of.shown()
	x, y := of.x(of.At[0]), of.y(of.At[1])
	if ok {
		way, tip := arrow(x, y, of.x(to.At[0]), of.y(to.At[1]), cardDot)
		line(&b, "way", way)
		line(&b, "tip", tip)
		line(&b, "blind", disc(of.x(to.At[0]), of.y(to.At[1]), cardDot))
	}
	line(&b, "dot", disc(x, y, cardDot))
	return b.String()
}

func line(b *strings.Builder, part, d string) { fmt.Fprintf(b, "%s\t%s\n", part, d) }

func disc(x, y, r float64) string {
	return fmt.Sprintf("M%s %sa%s %s 0 1 1 %s 0a%s %s 0 1 1 %s 0", px(x-r), px(y), px(r), px(r), px(2*r), px(r), px(r),
		px(-2*r))
}
