// Package image contains labelled images as bytes: readers of IDX files, splits, contact sheets,
// and measures of drawings. It does not depend on networks or browsers. A pixel is always a byte,
// with 0 for the background and 255 for full ink.
package image

import (
	"slices"

	"causeway/core/data"
	"causeway/core/fault"
)

// Limits on the sizes of images and the number of classes.
const (
	MinSide    = 8
	MaxSide    = 64
	MaxClasses = 100
)

// Set contains images of one size with their labels. It needs one byte for each pixel and each
// label.
//
//	Pixels  Rows×H×W, image by image and row by row    Labels  Rows, each below Classes
type Set struct {
	H, W, Classes int
	Pixels        []byte
	Labels        []byte
}

// Rows returns the number of images.
func (s *Set) Rows() int { return len(s.Labels) }

// Size returns the number of pixels in an image.
func (s *Set) Size() int { return s.H * s.W }

// Image returns the pixels of image i, which must not be changed.
func (s *Set) Image(i int) []byte { n := s.Size(); return s.Pixels[i*n : (i+1)*n : (i+1)*n] }

// Check rejects a set that no reader can return.
func (s *Set) Check() error {
	if err := checkSides(s.H, s.W); err != nil {
		return err
	}
	if s.Classes < 2 || s.Classes > MaxClasses {
		return fault.Errorf("image: there are %d classes; 2 to %d are possible", s.Classes, MaxClasses)
	}
	if len(s.Pixels) != len(s.Labels)*s.Size() {
		return fault.Errorf("image: %d pixels do not make %d images of %d×%d", len(s.Pixels), len(s.Labels), s.H, s.W)
	}
	for i, l := range s.Labels {
		if int(l) >= s.Classes {
			return fault.Errorf("image: image %d has label %d, but the last class is %d", i+1, l, s.Classes-1)
		}
	}
	return nil
}

func checkSides(h, w int) error {
	if min(h, w) < MinSide || max(h, w) > MaxSide {
		return fault.Errorf("image: the images have %d×%d pixels; %d×%d to %d×%d are possible", h, w, MinSide, MinSide,
			MaxSide, MaxSide)
	}
	return nil
}

// Outcome returns the labels in the form of a table's outcome.
func (s *Set) Outcome() []int {
	all := make([]int, s.Rows())
	for i, l := range s.Labels {
		all[i] = int(l)
	}
	return all
}

// Split divides the images in the same way as the rows of a table, see data.NewSplit. Every part
// has its share of every class.
func (s *Set) Split(seed uint64) data.Split { return data.NewSplit(s.Outcome(), seed) }

// First returns the first rows. It does not copy their pixels.
func (s *Set) First(rows int) *Set {
	part := *s
	part.Labels, part.Pixels = s.Labels[:rows:rows], s.Pixels[:rows*s.Size():rows*s.Size()]
	return &part
}

// Counts returns the number of images of every class.
func (s *Set) Counts() []int {
	n := make([]int, s.Classes)
	for _, l := range s.Labels {
		n[l]++
	}
	return n
}

// Of returns the given rows that belong to a class, in their order.
func (s *Set) Of(class int, rows []int) []int {
	var of []int
	for _, r := range rows {
		if int(s.Labels[r]) == class {
			of = append(of, r)
		}
	}
	return of
}

// All returns the indices of all rows.
func (s *Set) All() []int {
	all := make([]int, s.Rows())
	for i := range all {
		all[i] = i
	}
	return all
}

// Mean returns the mean image of rows, rounded to bytes, or a black image without rows.
func (s *Set) Mean(rows []int) []byte {
	sums, mean := make([]int, s.Size()), make([]byte, s.Size())
	for _, r := range rows {
		for i, v := range s.Image(r) {
			sums[i] += int(v)
		}
	}
	for i, v := range sums {
		if n := len(rows); n > 0 {
			mean[i] = byte((2*v + n) / (2 * n))
		}
	}
	return mean
}

// Sheet returns a contact sheet. Each inner list is a line of images, side by side with gap
// pixels of background between them and around the whole.
func Sheet(lines [][][]byte, h, w, gap int) (pixels []byte, tall, wide int) {
	most := 0
	for _, l := range lines {
		most = max(most, len(l))
	}
	tall, wide = len(lines)*(h+gap)+gap, most*(w+gap)+gap
	pixels = slices.Repeat([]byte{0}, tall*wide)
	for i, l := range lines {
		for j, img := range l {
			for r := range h {
				copy(pixels[(gap+i*(h+gap)+r)*wide+gap+j*(w+gap):], img[r*w:(r+1)*w])
			}
		}
	}
	return pixels, tall, wide
}
