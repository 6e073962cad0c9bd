package image

import "math"

// Fine is the number of cells of a pad along the side of a pixel.
const Fine = 4

// Pad is a hand drawing with a higher resolution than the resulting image. It is a value: methods
// that change it return a new pad.
//
//	Ink  (H×Fine)×(W×Fine), row by row, 255 full ink
type Pad struct {
	H, W int
	Ink  []byte
}

// NewPad returns an empty pad for images of h×w pixels.
func NewPad(h, w int) Pad { return Pad{h, w, make([]byte, h*w*Fine*Fine)} }

// Empty reports whether nothing has been drawn.
func (p Pad) Empty() bool {
	for _, v := range p.Ink {
		if v > 0 {
			return false
		}
	}
	return true
}

// Line draws with a round pen between two positions, or erases along this line. Positions and the
// radius are in pixels of the image, from its upper left corner.
func (p Pad) Line(x0, y0, x1, y1, radius float64, erase bool) Pad {
	h, w := p.H*Fine, p.W*Fine
	q := Pad{p.H, p.W, append([]byte(nil), p.Ink...)}
	x0, y0, x1, y1, radius = x0*Fine, y0*Fine, x1*Fine, y1*Fine, radius*Fine
	between := func(a, b float64, most int) (int, int) {
		return max(0, int(math.Floor(math.Min(a, b)-radius-1))), min(most, int(math.Ceil(math.Max(a, b)+radius+1)))
	}
	left, right := between(x0, x1, w)
	top, bottom := between(y0, y1, h)
	for r := top; r < bottom; r++ {
		for c := left; c < right; c++ {
			d := fromLine(float64(c)+0.5, float64(r)+0.5, x0, y0, x1, y1)
			cover := byte(255*math.Max(0, math.Min(1, radius-d+0.5)) + 0.5) // soft over one cell
			if at := &q.Ink[r*w+c]; erase {
				*at = min(*at, 255-cover)
			} else {
				*at = max(*at, cover)
			}
		}
	}
	return q
}

// fromLine returns the distance of a position from a line between two others.
func fromLine(x, y, x0, y0, x1, y1 float64) float64 {
	dx, dy := x1-x0, y1-y0
	t := 0.0
	if long := float64(dx*dx) + float64(dy*dy); long > 0 {
		t = math.Max(0, math.Min(1, (float64((x-x0)*dx)+float64((y-y0)*dy))/long))
	}
	x, y = x-x0-float64(t*dx), y-y0-float64(t*dy)
	return math.Sqrt(float64(x*x) + float64(y*y))
}

// Pixel sets the cells of one pixel.
func (p Pad) Pixel(row, column int, ink byte) Pad {
	q := Pad{p.H, p.W, append([]byte(nil), p.Ink...)}
	for r := row * Fine; r < (row+1)*Fine; r++ {
		for c := column * Fine; c < (column+1)*Fine; c++ {
			q.Ink[r*p.W*Fine+c] = ink
		}
	}
	return q
}

// Image returns the drawing as an image. Every pixel is the mean of its cells.
func (p Pad) Image() []byte { return p.seen(0, 0, 1.0/Fine) }

// Centered returns the drawing in the form of MNIST's digits (LeCun, Cortes and Burges 1998). It
// is scaled to a box of 20 by 20 pixels with its proportions kept, and the centre of its ink is
// moved to the centre of the image. For images of a size other than 28 by 28, the box is scaled
// in proportion. If this would cut something off, the drawing is placed as near to the centre as
// possible.
func (p Pad) Centered() []byte {
	h, w := p.H*Fine, p.W*Fine
	top, bottom, left, right := h, -1, w, -1
	sum, down, across := 0.0, 0.0, 0.0
	for r := range h {
		for c := range w {
			v := float64(p.Ink[r*w+c])
			if v == 0 {
				continue
			}
			top, bottom, left, right = min(top, r), max(bottom, r), min(left, c), max(right, c)
			sum, down, across = sum+v, down+float64(v*(float64(r)+0.5)), across+float64(v*(float64(c)+0.5))
		}
	}
	if bottom < 0 {
		return make([]byte, p.H*p.W)
	}
	box := float64(min(p.H, p.W)) * 20 / 28
	scale := box / float64(max(bottom+1-top, right+1-left)) // pixels per cell
	// The position of the image's upper left corner, in cells.
	corner := func(middle float64, first, last, side int) float64 {
		at := middle - float64(side)/2/scale
		return math.Max(math.Min(at, float64(first)), float64(last+1)-float64(side)/scale)
	}
	return p.seen(corner(down/sum, top, bottom, p.H), corner(across/sum, left, right, p.W), scale)
}

// seen returns the image whose upper left corner is at a position on the pad, in cells, if a cell
// takes scale pixels. Every pixel is the mean of the area that it covers.
func (p Pad) seen(top, left, scale float64) []byte {
	img, w := make([]byte, p.H*p.W), p.W*Fine
	rows, columns := shares(p.H, p.H*Fine, top, scale), shares(p.W, w, left, scale)
	for r := range p.H {
		for c := range p.W {
			v := 0.0
			for _, a := range rows[r] {
				for _, b := range columns[c] {
					v += float64(float64(a.share*b.share) * float64(p.Ink[a.at*w+b.at]))
				}
			}
			img[r*p.W+c] = byte(v + 0.5)
		}
	}
	return img
}

// covered is a cell in a line of cells with the share of it that a pixel covers.
type covered struct {
	at    int
	share float64
}

// shares returns, for each of n pixels, the existing cells that it covers.
func shares(n, cells int, from, scale float64) [][]covered {
	all := make([][]covered, n)
	for i := range all {
		a, b := from+float64(i)/scale, from+float64(i+1)/scale
		for k := max(0, int(math.Floor(a))); k < min(cells, int(math.Ceil(b))); k++ {
			if part := math.Min(b, float64(k+1)) - math.Max(a, float64(k)); part > 0 {
				all[i] = append(all[i], covered{k, float64(part * scale)})
			}
		}
	}
	return all
}
