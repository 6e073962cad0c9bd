package image

import (
	"math"
	"slices"
	"testing"
)

func TestALineIsAsThickAsItsPen(t *testing.T) {
	p := NewPad(28, 28)
	if !p.Empty() || slices.Max(p.Image()) != 0 || slices.Max(p.Centered()) != 0 {
		t.Error("a new pad is not empty")
	}
	q := p.Line(14, 6, 14, 22, 1.5, false)
	if !p.Empty() {
		t.Error("drawing has changed the pad that it began with")
	}
	m := MeasuresOf(q.Image(), 28, 28)
	// The shape is 16 long and 3 wide with round ends, which makes 16*3 plus a circle of radius
	// 1.5.
	if want := 48 + math.Pi*1.5*1.5; math.Abs(m.Ink-want) > 1 || math.Abs(m.Width-3) > 0.2 ||
		math.Abs(m.Height-19) > 0.5 {
		t.Errorf("ink %.2f, want %.2f; width %.2f, want 3; height %.2f, want 19", m.Ink, want, m.Width, m.Height)
	}
	if e := q.Line(14, 0, 14, 28, 3, true); !e.Empty() {
		t.Error("what is erased is still there")
	}
	if d := p.Line(14, 6, 14, 6, 1, false); d.Empty() {
		t.Error("a press draws no dot")
	}
	if got := p.Line(-50, -50, 90, 90, 2, false); got.Empty() {
		t.Error("a line from beyond the edge draws nothing")
	}
}

// After centring, a drawing is the same image for any position and size.
func TestCenteredDoesNotDependOnPlaceAndSize(t *testing.T) {
	seven := func(x, y, size float64) []byte {
		p := NewPad(28, 28)
		return p.Line(x, y, x+size, y, size/10, false).Line(x+size, y, x+size/2, y+2*size, size/10, false).Centered()
	}
	want := seven(8, 6, 7)
	for _, c := range [][3]float64{{3, 2, 7}, {16, 11, 7}, {10, 10, 4}, {4, 3, 10}} {
		got, off := seven(c[0], c[1], c[2]), 0
		for i := range got {
			off += step(got[i], want[i])
		}
		if mean := float64(off) / 784; mean > 3 {
			t.Errorf("at %v it differs by %.1f bytes a pixel", c, mean)
		}
	}
	m := MeasuresOf(want, 28, 28)
	if math.Abs(m.Height-20) > 1 {
		t.Errorf("it is %.1f pixels tall, want 20", m.Height)
	}
	x, y, sum := 0.0, 0.0, 0.0
	for i, v := range want {
		x, y, sum = x+float64(v)*(float64(i%28)+0.5), y+float64(v)*(float64(i/28)+0.5), sum+float64(v)
	}
	if math.Abs(x/sum-14) > 0.3 || math.Abs(y/sum-14) > 0.3 {
		t.Errorf("its middle is %.2f, %.2f, want 14, 14", x/sum, y/sum)
	}
}

func TestPixelSetsOne(t *testing.T) {
	img := NewPad(8, 9).Pixel(2, 3, 255).Image()
	for i, v := range img {
		if (v == 255) != (i == 2*9+3) || v != 0 && v != 255 {
			t.Errorf("pixel %d is %d", i, v)
		}
	}
	if !NewPad(8, 9).Pixel(2, 3, 255).Pixel(2, 3, 0).Empty() {
		t.Error("a pixel that was set cannot be taken back")
	}
}
