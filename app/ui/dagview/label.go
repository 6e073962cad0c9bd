package dagview

import (
	"strings"
	"unicode/utf8"

	"causeway/core/sketch"
)

// Label returns a name shortened to fit into a box.
func Label(name string) string { return shortened(name, sketch.MaxLabel) }

// long grades the length of a label, for drawing it larger than usual. The grades go from 0 for a few
// letters to 3 for a box full at the usual size.
func long(label string) string {
	width := 0
	for _, r := range label {
		width += span(r)
	}
	switch {
	case width <= 8:
		return ""
	case width <= 11:
		return "1"
	case width <= 14:
		return "2"
	}
	return "3"
}

// folded returns a long label in two lines, which are drawn larger from afar. It is divided behind a space or
// another separator if both lines fit then.
func folded(label string) (first, second string) {
	const most = 11
	r := []rune(label)
	at := min(most, len(r))
	for i := at; i > 0 && len(r)-i <= most; i-- {
		if strings.ContainsRune(" _-./", r[i-1]) {
			at = i
			break
		}
	}
	return string(r[:at]), shortened(string(r[at:]), most)
}

// shortened cuts a text to at most n letters. Letters of double width count double.
func shortened(name string, most int) string {
	width := 0
	for i, r := range name {
		if width += span(r); width > most {
			return cut(name[:i])
		}
	}
	return name
}

// cut removes letters at the end to make room for an ellipsis.
func cut(text string) string {
	r := []rune(text)
	if len(r) > 0 {
		r = r[:len(r)-1]
	}
	return string(r) + "…"
}

// span is 2 for letters of East Asian scripts and pictures, 0 for marks that
// stand on other letters, else 1.
func span(r rune) int {
	switch {
	case r >= 0x300 && r < 0x370, r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
		return 0
	case r >= 0x1100 && r < 0x1160, r >= 0x2e80 && r < 0xd7b0, r >= 0xf900 && r < 0xfb00, r >= 0xfe30 && r < 0xfe70,
		r >= 0xff00 && r < 0xff61, r >= 0x1f000 && r < 0x20000, r >= 0x20000 && r < 0x40000:
		return 2
	}
	return 1
}

// endsOf returns two texts, separated by a tab, shortened to fit side by side into a box.
func endsOf(ends string) string {
	const room, half = 13, 7
	left, right, two := strings.Cut(ends, "\t")
	if !two {
		return shortened(left, room)
	}
	left = shortened(left, max(room-utf8.RuneCountInString(right), half))
	return left + "\t" + shortened(right, room-utf8.RuneCountInString(left))
}
