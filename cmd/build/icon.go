package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
)

// The mark on a 512 by 512 field: three nodes joined by a directed path. web/icon.svg is
// a second version, drawn by hand.
var (
	markGround = color.NRGBA{0x0f, 0x4c, 0x5c, 0xff}
	markPath   = color.NRGBA{0xff, 0xb7, 0x03, 0xff}
	markNode   = color.NRGBA{0xff, 0xff, 0xff, 0xff}
	markNodes  = [3]point{{124, 356}, {256, 156}, {388, 356}}
)

const (
	markCorner = 112 // radius of the background's corners
	markRadius = 50  // radius of a node
	markWidth  = 30  // width of the path
	markHead   = 46  // length of an arrow head; its half width is 0.7 of this
)

type point struct{ x, y float64 }

func (p point) sub(q point) point            { return point{p.x - q.x, p.y - q.y} }
func (p point) dot(q point) float64          { return p.x*q.x + p.y*q.y }
func (p point) add(s float64, q point) point { return point{p.x + s*q.x, p.y + s*q.y} }
func (p point) norm() float64                { return math.Hypot(p.x, p.y) }

// A shape is a signed distance: negative inside, in units of the field.
type shape func(point) float64

func disc(c point, r float64) shape {
	return func(p point) float64 { return p.sub(c).norm() - r }
}

func line(a, b point, width float64) shape {
	ab := b.sub(a)
	return func(p point) float64 {
		t := min(max(p.sub(a).dot(ab)/ab.dot(ab), 0), 1)
		return p.sub(a.add(t, ab)).norm() - width/2
	}
}

func roundedSquare(size, r float64) shape {
	c := point{size / 2, size / 2}
	return func(p point) float64 {
		q := point{math.Abs(p.x-c.x) - c.x + r, math.Abs(p.y-c.y) - c.y + r}
		return point{max(q.x, 0), max(q.y, 0)}.norm() + min(max(q.x, q.y), 0) - r
	}
}

// convex returns the inside of a polygon whose corners go clockwise on the screen.
func convex(corners ...point) shape {
	return func(p point) float64 {
		d := math.Inf(-1)
		for i, a := range corners {
			e := corners[(i+1)%len(corners)].sub(a)
			d = max(d, p.sub(a).dot(point{e.y, -e.x})/e.norm())
		}
		return d
	}
}

// arrow returns a line from the rim of one node to a head that ends short of the
// other's.
func arrow(from, to point) []shape {
	d := to.sub(from)
	u := point{d.x / d.norm(), d.y / d.norm()}
	side := point{-u.y, u.x}
	tip := to.add(-markRadius-12, u)
	neck := tip.add(-markHead, u)
	return []shape{
		line(from, neck, markWidth),
		convex(tip, neck.add(0.7*markHead, side), neck.add(-0.7*markHead, side)),
	}
}

// drawIcon rasterises the mark. A maskable icon fills its square and keeps the
// mark within the circle that every mask shows.
func drawIcon(size int, maskable bool) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, size, size))
	scale, shift := 512/float64(size), 0.0
	if maskable {
		scale, shift = scale/0.78, 256*(1-1/0.78)
	}
	paint := func(c color.NRGBA, s shape) {
		for y := range size {
			for x := range size {
				p := point{(float64(x)+0.5)*scale + shift, (float64(y)+0.5)*scale + shift}
				blend(img, x, y, c, min(max(0.5-s(p)/scale, 0), 1))
			}
		}
	}
	if maskable {
		paint(markGround, func(point) float64 { return math.Inf(-1) })
	} else {
		paint(markGround, roundedSquare(512, markCorner))
	}
	for i := range 2 {
		for _, s := range arrow(markNodes[i], markNodes[i+1]) {
			paint(markPath, s)
		}
	}
	for _, c := range markNodes {
		paint(markNode, disc(c, markRadius))
	}
	return img
}

// blend draws c over a pixel with the given coverage. A pixel is opaque or empty, so only the first
// drawing changes alpha.
func blend(img *image.NRGBA, x, y int, c color.NRGBA, coverage float64) {
	if coverage == 0 {
		return
	}
	old := img.NRGBAAt(x, y)
	if old.A == 0 {
		c.A = uint8(math.Round(coverage * 255))
		img.SetNRGBA(x, y, c)
		return
	}
	mix := func(a, b uint8) uint8 {
		return uint8(math.Round(float64(a) + coverage*(float64(b)-float64(a))))
	}
	img.SetNRGBA(x, y, color.NRGBA{mix(old.R, c.R), mix(old.G, c.G), mix(old.B, c.B), old.A})
}

// drawIcons returns the icons that the manifest names, as PNG files.
func drawIcons() (map[string][]byte, error) {
	icons := map[string][]byte{}
	for _, size := range []int{192, 512} {
		for suffix, maskable := range map[string]bool{"": false, "-maskable": true} {
			var b bytes.Buffer
			if err := png.Encode(&b, drawIcon(size, maskable)); err != nil {
				return nil, err
			}
			icons[fmt.Sprintf("icon-%d%s.png", size, suffix)] = b.Bytes()
		}
	}
	return icons, nil
}
