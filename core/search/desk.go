package search

import (
	"math"
	"slices"
	"sync"
)

// desk holds the buffers of a searcher, for one search after the other.
type desk struct {
	x     []float32        // encoded rows
	best  []int            // classes
	cs    []Counterfactual // what judge says
	tries [][]float64      // what is judged
	room  []float64        // of rows that are tried
	place []int            // see askOnce

	slots, each []int       // see unique
	single      [][]float64 // see singles

	// What lasts for one search: see pile.
	numbers pile[float64]
	ints    pile[int]
	lists   pile[[]int]
	rows    pile[[]float64]
	found   pile[Counterfactual]
}

// clear gives all piles back, and holds on to no row.
func (d *desk) clear() {
	d.numbers.clear()
	d.ints.clear()
	d.lists.forget()
	d.rows.forget()
	d.found.forget()
	clear(d.single[:cap(d.single)])
}

// pile hands out pieces of memory without clearing them, until all are given back at once. A search makes
// thousands, and copies its results. Collecting them took a fifth of its time in WebAssembly. The garbage
// collector takes what no longer fits in a pile, as in tables of hundreds of features.
type pile[T any] struct {
	blocks [][]T // each twice as long as the one before
	used   int   // of them, rest's among them
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

// list is an empty one with room for n.
func (p *pile[T]) list(n int) []T { return p.take(n)[:0] }

// copy is a copy of a list.
func (p *pile[T]) copy(list []T) []T { return append(p.list(len(list)), list...) }

// next goes on to the first block with room for n; it reports whether one exists.
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

// forget is clear for what points elsewhere.
func (p *pile[T]) forget() {
	for _, b := range p.blocks[:p.used] {
		clear(b)
	}
	p.clear()
}

var desks = sync.Pool{New: func() any { return new(desk) }}

// unique returns which of n rows differ from all before them, valid until the next call. Unless
// place is nil, it gets the number of every row among these.
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
	list := d.rows.take(len(each))
	for n, i := range each {
		list[n] = rows[i]
	}
	return list
}
