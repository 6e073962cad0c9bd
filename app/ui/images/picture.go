// Package images shows the steps where they are about images and not about a table: contact
// sheets, a confusion matrix whose cells show what is behind them, an image beside its
// counterfactuals, and a pad to draw on.
package images

import (
	"encoding/base64"
	"encoding/binary"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// palette are the colours of the bytes of a picture, red, green and blue.
type palette [256][3]byte

// grey shows bytes as ink on a dark ground, as MNIST has them.
var grey = func() (p palette) {
	for i := range p {
		p[i] = [3]byte{byte(i), byte(i), byte(i)}
	}
	return p
}()

// Signed differences: 128 is none, orange is ink that is added and blue ink that is removed. The two
// are told apart with any common kind of colour blindness (Okabe and Ito 2008).
var signed = func() (p palette) {
	ground, added, removed := [3]int{245, 245, 242}, [3]int{213, 94, 0}, [3]int{0, 90, 178}
	for i := range p {
		to, far := added, 2*(i-128)
		if far < 0 {
			to, far = removed, -far
		}
		for c := range ground {
			p[i][c] = byte(ground[c] + (to[c]-ground[c])*min(far, 254)/254)
		}
	}
	return p
}()

// difference are the bytes of what becomes of an image, for signed.
func difference(from, to []byte) []byte {
	d := make([]byte, len(from))
	for i := range d {
		switch by := (int(to[i]) - int(from[i])) / 2; {
		case by == 0 && to[i] > from[i]: // a change of one is shown as well
			d[i] = 129
		case by == 0 && to[i] < from[i]:
			d[i] = 127
		default:
			d[i] = byte(128 + by)
		}
	}
	return d
}

// address is a picture of bytes as an address: a bitmap of a byte for each pixel, whose rows
// go down.
func address(pixels []byte, h, w int, p *palette) string {
	const head, colours = 54, 4 * 256
	line := (w + 3) / 4 * 4
	b := make([]byte, head+colours, head+colours+line*h)
	put := binary.LittleEndian
	copy(b, "BM")
	put.PutUint32(b[2:], uint32(cap(b)))
	put.PutUint32(b[10:], head+colours)
	put.PutUint32(b[14:], 40)
	put.PutUint32(b[18:], uint32(w))
	put.PutUint32(b[22:], uint32(-h)) // rows go down
	put.PutUint16(b[26:], 1)
	put.PutUint16(b[28:], 8)
	put.PutUint32(b[34:], uint32(line*h))
	put.PutUint32(b[46:], 256)
	for i, c := range p {
		copy(b[head+4*i:], []byte{c[2], c[1], c[0], 0})
	}
	for r := range h {
		b = append(b, pixels[r*w:(r+1)*w]...)
		b = append(b, make([]byte, line-w)...)
	}
	return "data:image/bmp;base64," + base64.StdEncoding.EncodeToString(b)
}

// picture shows bytes, each pixel as so many of the page. Without words it is an ornament.
func picture(pixels []byte, h, w int, p *palette, scale int, says string) app.HTMLImg {
	return app.Img().Class("pixels").Src(address(pixels, h, w, p)).Alt(says).Attr("decoding", "sync").
		Attr("width", strconv.Itoa(w*scale)).Attr("height", strconv.Itoa(h*scale))
}
