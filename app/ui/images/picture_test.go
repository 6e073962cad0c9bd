package images

import (
	"encoding/base64"
	"strings"
	"testing"
)

func TestAPictureIsABitmapOfItsBytes(t *testing.T) {
	a := address([]byte{0, 50, 100, 150, 200, 255}, 2, 3, &grey)
	b, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(a, "data:image/bmp;base64,"))
	if err != nil || string(b[:2]) != "BM" {
		t.Fatalf("%q, %v", a[:40], err)
	}
	at := 54 + 1024
	if want := "\x00\x32\x64\x00\x96\xc8\xff\x00"; string(b[at:]) != want {
		t.Errorf("pixels %x, want %x: rows are filled up to four bytes", b[at:], want)
	}
	if n := int(b[2]) + int(b[3])<<8; n != len(b) {
		t.Errorf("it says that it has %d bytes, and has %d", n, len(b))
	}
}

// Every change is visible, and so is its direction.
func TestDifferencesAreSigned(t *testing.T) {
	for from := range 256 {
		for to := range 256 {
			d := difference([]byte{byte(from)}, []byte{byte(to)})[0]
			if (d > 128) != (to > from) || (d < 128) != (to < from) {
				t.Fatalf("%d to %d is shown as %d", from, to, d)
			}
		}
	}
	if signed[128] != [3]byte{245, 245, 242} || signed[255][0] < signed[255][2] || signed[1][0] > signed[1][2] {
		t.Errorf("none %v, added %v, removed %v", signed[128], signed[255], signed[1])
	}
}
