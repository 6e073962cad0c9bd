// Package vision contains the networks of the paper's supplement on images (appendix C) and their
// training: the classifier of digits, the conditional auto-encoder that makes counterfactuals of
// them, and the auto-encoders of classes that measure these. Inputs and outputs are images as
// bytes (core/image). Inside a network, a pixel is its byte divided by 255.
package vision

import (
	"causeway/core/image"
	"causeway/core/nn"
)

// Rows are some images of a set in the form that a training needs. No pixels are copied.
type Rows struct {
	Set *image.Set
	Of  []int
}

var _ nn.Data = Rows{}

// Rows implements nn.Data.
func (r Rows) Rows() int { return len(r.Of) }

// Inputs implements nn.Data.
func (r Rows) Inputs() int { return r.Set.Size() }

// Class implements nn.Data.
func (r Rows) Class(row int) int { return int(r.Set.Labels[r.Of[row]]) }

// AtOnce implements nn.Data. An image takes a quarter of a megabyte on a tape.
func (r Rows) AtOnce() int { return 64 }

// Gather implements nn.Data.
func (r Rows) Gather(rows []int, x []float32) {
	for k, row := range rows {
		put(r.Set.Image(r.Of[row]), x, k, len(rows))
	}
}

// put writes an image as example k of n.
func put(pixels []byte, x []float32, k, n int) {
	for i, v := range pixels {
		x[i*n+k] = float32(v) / 255
	}
}

// Gather writes images feature by feature.
//
//	x  pixels×len(images)
func Gather(images [][]byte, x []float32) {
	for k, img := range images {
		put(img, x, k, len(images))
	}
}

// Byte converts a pixel of a network's output, in [0, 1], to the byte that is displayed and
// judged.
func Byte(v float32) byte { return byte(float32(v*255) + 0.5) }

// Bytes returns the pixels of example k of n.
//
//	x  pixels×n
func Bytes(x []float32, k, n int) []byte {
	img := make([]byte, len(x)/n)
	for i := range img {
		img[i] = Byte(x[i*n+k])
	}
	return img
}
