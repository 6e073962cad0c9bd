package study

import (
	"causeway/core/blackbox"
	"causeway/core/metric"
	"causeway/core/nn"
)

// AUC computes metric.MeanAUC for a classifier's predictions on examples.
func AUC(c blackbox.BlackBox, ex nn.Examples) (area float64, known bool) {
	n := c.Classes()
	shares := make([][]float64, n)
	nn.Each(c, ex, func(y []int, part []float32) {
		for class := range n {
			for _, s := range part[class*len(y) : (class+1)*len(y)] {
				shares[class] = append(shares[class], float64(s))
			}
		}
	})
	return metric.MeanAUC(shares, ex.Y)
}

// Confusion counts examples by true and predicted class.
func Confusion(c blackbox.BlackBox, ex nn.Examples) metric.Confusion {
	n := c.Classes()
	m := make(metric.Confusion, n*n)
	nn.Each(c, ex, func(y []int, shares []float32) {
		best := make([]int, len(y))
		nn.Best(shares, best)
		for e, k := range y {
			m[k*n+best[e]]++
		}
	})
	return m
}
