package sketch

import "unicode"

// The size of a node's box and the space between boxes, in points. A node's X and Y are the
// centre of its box. The editor, layout and pictures share these values.
const (
	NodeWidth  = 144
	NodeHeight = 40
	layerGap   = 76 // between boxes of neighbouring layers
	rowGap     = 24 // between boxes of one layer
	partGap    = 56 // between parts that are not connected
	boxGap     = 8  // minimum between any two boxes
)

// MaxLabel is the number of letters of a name that fit into a box.
const MaxLabel = 18

// Label returns a name as displayed in a box, shortened if it is too long. Double-width letters
// count as two, and combining marks are not counted.
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
