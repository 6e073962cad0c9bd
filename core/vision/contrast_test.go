package vision

import (
	"bytes"
	"math"
	"testing"

	"causeway/core/kernel"
)

// TestUsualGradient compares the gradient of the auto-encoder's error with finite differences.
func TestUsualGradient(t *testing.T) {
	s, key := Shape{H: 8, W: 8, Classes: 2}, kernel.NewKey(3)
	const n = 2
	u := Usual{Net: NewAuto(s, key)}
	x, d, sum := make([]float32, s.Size()*n), make([]float32, s.Size()*n), make([]float32, n)
	for i := range x {
		x[i] = key.Uniform1(uint32(i))
	}
	u.Error(x, 3, sum, d)
	total := func() float64 {
		sum, d := make([]float32, n), make([]float32, len(x))
		u.Error(x, 1, sum, d)
		return float64(sum[0]) + float64(sum[1])
	}
	if got := total(); math.Abs(got-float64(sum[0]+sum[1])) > 1e-5*got {
		t.Errorf("the error is %v with a weight and %v without", sum, got)
	}
	const h = 1e-2
	for i := 0; i < len(x); i += 7 {
		old := x[i]
		x[i] = old + h
		up := total()
		x[i] = old - h
		down := total()
		x[i] = old
		if want := 3 * (up - down) / (2 * h); math.Abs(float64(d[i])-want) > 2e-2*(1+math.Abs(want)) {
			t.Errorf("input %d: gradient %v, differences %v", i, d[i], want)
		}
	}
}

// fixed is a Leaver that inverts the given images.
type fixed struct{ found []bool }

func (f *fixed) Leave(x []float32, n int, _ func() error) ([]float32, []bool, error) {
	y, found := append([]float32(nil), x...), f.found[:n]
	f.found = f.found[n:]
	for i := range y {
		if found[i%n] {
			y[i] = 1 - y[i]
		}
	}
	return y, found, nil
}

// TestContrastIsJudgedAsBytes checks that the class of the bytes counts, and that the answer is
// the image itself if nothing was found.
func TestContrastIsJudgedAsBytes(t *testing.T) {
	box := byFirst(t)
	var images [][]byte
	var found []bool
	for i := range leaveAtOnce + 3 {
		images, found = append(images, bytes.Repeat([]byte{byte(255 * (i % 2))}, box.Net.In())), append(found, i%3 > 0)
	}
	all, err := Contrast(&fixed{append([]bool(nil), found...)}, box, images, nothing)
	if err != nil || len(all) != len(images) {
		t.Fatal(len(all), err)
	}
	for i, a := range all {
		if a.Valid != found[i] || bytes.Equal(a.Image, images[i]) == found[i] || len(a.Shares) != box.Classes() {
			t.Errorf("image %d, found %v: valid %v", i, found[i], a.Valid)
		}
	}
}
