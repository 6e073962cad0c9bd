package search

import (
	"math"
	"slices"
	"sync"
)

// desk holds a searcher's buffers, which later searches reuse.
type desk struct {
	x     []float32        // encoded rows
	best  []int            // classes
	cs    []Counterfactual // results of judge
	tries [][]float64      // rows to judge
	room  []float64        // values of rows to try
	place []int            // see askOnce

	slots, each []int       // see unique
	single      [][]float64 // see singles

	// Memory that is valid for one search; see pile.
	numbers pile[float64]
	ints    pile[int]
	lists   pile[[]int]
	rows    pile[[]float64]
	found   pile[Counterfactual]
}

// clear releases all memory and keeps no reference to any row.
func (d *desk) clear() {
	d.numbers.clear()
	d.ints.clear()
	d.lists.forget()
	d.rows.forget()
	d.found.forget()
	clear(d.single[:cap(d.single)])
}

// pile allocates slices from large blocks and frees them all together; it does not zero them. A
// search allocates thousands of slices and copies its results. Garbage collection of these took a
// fifth of its time in WebAssembly. Slices that no longer fit, as for tables with hundreds of
// features, are allocated on the heap.
type pile[T any] struct {
	blocks [][]T // each twice as long as the one before
	used   int   // number of blocks in use, including that of rest
	rest   []T
}

const leastBlock, mostBlocks = 512, 7

func (p *pile[T]) take(n int) []T {
	if len(p.rest) < n && !p.next(n) {
		return make([]T, n)
	}
	c := p.rest[:n:n]
	p.rest = p.rest[n:]
	return c
}

// list returns an empty slice with capacity n.
func (p *pile[T]) list(n int) []T { return p.take(n)[:0] }

// copy returns a copy of a list.
func (p *pile[T]) copy(list []T) []T { return append(p.list(len(list)), list...) }

// next moves on to the first block with room for n items. It reports whether such a block exists.
func (p *pile[T]) next(n int) bool {
	for at := p.used; at < mostBlocks; at++ {
		if at == len(p.blocks) {
			p.blocks = append(p.blocks, make([]T, leastBlock<<at))
		}
		if len(p.blocks[at]) >= n {
			p.used, p.rest = at+1, p.blocks[at]
			return true
		}
	}
	return false
}

func (p *pile[T]) clear() { p.used, p.rest = 0, nil }

// forget is clear for items that hold pointers.
func (p *pile[T]) forget() {
	for _, b := range p.blocks[:p.used] {
		clear(b)
	}
	p.clear()
}

var desks = sync.Pool{New: func() any { return new(desk) }}

// unique returns the indices of those of n rows that differ from all earlier ones. The result is
// valid until the next call. If place is not nil, place[i] becomes the index of row i in that
// result.
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

// hash returns the same number for equal rows.
func hash(row []float64) int {
	h := uint64(0)
	for _, v := range row {
		h = (h ^ math.Float64bits(v+0)) * 0x9e3779b97f4a7c15 // -0 + 0 is 0
		h ^= h >> 29
	}
	return int(h >> 33)
}

// distinctRows returns the rows that differ from all earlier ones.
func (d *desk) distinctRows(rows [][]float64) [][]float64 {
	each := d.unique(len(rows), func(i int) []float64 { return rows[i] }, nil)
	list := d.rows.take(len(each))
	for n, i := range each {
		list[n] = rows[i]
	}
	return list
}
