package cf

import (
	"math"
	"slices"
	"sync"
)

// desk is what a searcher writes on and uses again, in one search and in the next.
type desk struct {
	x     []float32        // encoded rows
	best  []int            // classes
	cs    []Counterfactual // what judge says
	tries [][]float64      // what is judged
	room  []float64        // of rows that are tried
	place []int            // see askOnce

	slots, each []int // see unique

	shares, spare []float64 // pieces that are cut up: what is cut off is given away
}

var desks = sync.Pool{New: func() any { return new(desk) }}

// cut takes n numbers from a piece, or from a new one of so many times n.
func cut(piece *[]float64, n, times int) []float64 {
	if len(*piece) < n {
		*piece = make([]float64, times*n)
	}
	c := (*piece)[:n:n]
	*piece = (*piece)[n:]
	return c
}

// unique returns which of n rows differ from all before them, valid until the next call, and
// in place, unless it is nil, the number of every row among these.
func (d *desk) unique(n int, row func(i int) []float64, place []int) (each []int) {
	size := 16
	for size < 2*n {
		size *= 2
	}
	if cap(d.slots) < size {
		d.slots = make([]int, size)
	}
	slots := d.slots[:size]
	clear(slots)
	each = d.each[:0]
	for i := range n {
		r := row(i)
		at := hash(r) & (size - 1)
		for slots[at] > 0 && !slices.Equal(r, row(each[slots[at]-1])) {
			at = (at + 1) & (size - 1)
		}
		if slots[at] == 0 {
			each = append(each, i)
			slots[at] = len(each)
		}
		if place != nil {
			place[i] = slots[at] - 1
		}
	}
	d.each = each
	return each
}

// hash is the same for equal rows.
func hash(row []float64) int {
	h := uint64(0)
	for _, v := range row {
		h = (h ^ math.Float64bits(v+0)) * 0x9e3779b97f4a7c15 // -0 + 0 is 0
		h ^= h >> 29
	}
	return int(h >> 33)
}

// distinctRows are the rows that differ from all before them, in a list of their own.
func (d *desk) distinctRows(rows [][]float64) [][]float64 {
	each := d.unique(len(rows), func(i int) []float64 { return rows[i] }, nil)
	list := make([][]float64, len(each))
	for n, i := range each {
		list[n] = rows[i]
	}
	return list
}
