package sketch

import "unicode"

// The size of a node's box and the room between boxes, in points; a node's X
// and Y are the middle of its box. Editor, layout and pictures share them.
const (
	NodeWidth  = 144
	NodeHeight = 40
	layerGap   = 76 // between boxes of neighbouring layers
	rowGap     = 24 // between boxes of one layer
	partGap    = 56 // between parts that are not connected
	boxGap     = 8  // at least, between any two boxes
)

// MaxLabel is the number of letters of a name that fit into a box.
const MaxLabel = 18

// Label is a name as it stands in a box: cut where it is too long. Letters of
// double width count double, marks on other letters nothing.
func Label(name string) string {
	width, last := 0, 0
	for i, r := range name {
		span := 1
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
			span = 0
		case r >= 0x1100 && unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana, unicode.So):
			span = 2
		}
		if width += span; width > MaxLabel {
			return name[:last] + "…"
		}
		if span > 0 {
			last = i
		}
	}
	return name
}
