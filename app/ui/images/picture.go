// Package images holds the places for images instead of a table: contact sheets, a confusion matrix
// whose cells show their images, an image beside its counterfactuals, and a pad to draw on.
package images

import (
	"encoding/base64"
	"encoding/binary"
	"strconv"

	"github.com/maxence-charriere/go-app/v9/pkg/app"
)

// palette has the colours of a picture's bytes, as red, green and blue.
type palette [256][3]byte

// grey shows bytes as ink on a dark ground, like MNIST.
var grey = func() (p palette) {
	for i := range p {
		p[i] = [3]byte{byte(i), byte(i), byte(i)}
	}
	return p
}()

// Signed differences: 128 is unchanged, orange is added ink and blue is removed ink. People with
// any common kind of colour blindness can tell the two apart (Okabe and Ito 2008).
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

// difference returns the bytes of an image's change, for signed.
func difference(from, to []byte) []byte {
	d := make([]byte, len(from))
	for i := range d {
		switch by := (int(to[i]) - int(from[i])) / 2; {
		case by == 0 && to[i] > from[i]: // show even a change by one
			d[i] = 129
		case by == 0 && to[i] < from[i]:
			d[i] = 127
		default:
			d[i] = byte(128 + by)
		}
	}
	return d
}

// address returns a picture as a data URL: a bitmap with a byte for each pixel, rows from top to bottom.
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
	put.PutUint32(b[22:], uint32(-h)) // rows from top to bottom
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

// picture shows bytes with a given pixel size. Without words it is decorative.
func picture(pixels []byte, h, w int, p *palette, scale int, says string) app.HTMLImg {
	return app.Img().Class("pixels").Src(address(pixels, h, w, p)).Alt(says).Attr("decoding", "sync").
		Attr("width", strconv.Itoa(w*scale)).Attr("height", strconv.Itoa(h*scale))
}
