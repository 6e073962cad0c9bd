package images

import (
	"fmt"
	"strings"
)

// Strip returns a drawing for documents: two images, and the changes from one to the other. It has a
// path for each colour, so that it shows the same pixels as the page without a picture file.
func Strip(from, to []byte, h, w int) []byte {
	const gap = 2
	var b strings.Builder
	wide := 3*w + 2*gap
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" `+
		`shape-rendering="crispEdges">`, wide, h, wide*scaleOf(h, 112), h*scaleOf(h, 112))
	draw(&b, from, h, w, 0, &grey)
	draw(&b, to, h, w, w+gap, &grey)
	draw(&b, difference(from, to), h, w, 2*(w+gap), &signed)
	b.WriteString(`</svg>`)
	return []byte(b.String())
}

// draw draws the pixels of an image as runs of one colour, from x on.
func draw(b *strings.Builder, pixels []byte, h, w, x int, p *palette) {
	var runs [256]strings.Builder
	for r := range h {
		for q := 0; q < w; {
			v, from := pixels[r*w+q], q
			for q < w && pixels[r*w+q] == v {
				q++
			}
			fmt.Fprintf(&runs[v], "M%d %dh%dv1h-%dz", x+from, r, q-from, q-from)
		}
	}
	for v := range runs {
		if runs[v].Len() > 0 {
			c := p[v]
			fmt.Fprintf(b, `<path fill="#%02x%02x%02x" d="%s"/>`, c[0], c[1], c[2], runs[v].String())
		}
	}
}
