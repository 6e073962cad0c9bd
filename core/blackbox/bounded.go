package blackbox

// Bounded is a black box whose shares can be bounded over many rows at once, although it is
// neither a network nor made of trees. Bounds returns the working memory for that, which must be
// used by only one goroutine, or nil if some part of the black box cannot be bounded.
type Bounded interface {
	BlackBox
	Bounds() Bounds
}

// Bounds bounds the shares of a black box.
type Bounds interface {
	// Within returns the smallest and the largest share of each class over the rows whose numbers
	// are from low to high and whose other features have one of the levels, all by feature. The
	// result holds for the shares as the black box computes them, and is valid until the next call.
	Within(low, high []float64, levels [][]bool) (least, most []float64)

	// Work is roughly the number of multiplications of one call.
	Work() int
}
