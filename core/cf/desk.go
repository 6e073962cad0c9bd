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

	slots, each []int       // see unique
	single      [][]float64 // see singles

	// What lasts for one search: see pile.
	numbers pile[float64]
	ints    pile[int]
	lists   pile[[]int]
	rows    pile[[]float64]
	found   pile[Counterfactual]
}

// clear gives all piles back.
func (d *desk) clear() {
	d.numbers.clear()
	d.ints.clear()
	d.lists.clear()
	d.rows.clear()
	d.found.clear()
}

// pile hands out pieces of memory, whatever is in them, until all are given back at once: a search
// makes thousands, and what it returns is copied. Collecting them took a fifth of its time in WebAssembly.
type pile[T any] struct {
	blocks [][]T
	used   int // blocks, rest among them
	rest   []T
}

const leastBlock = 512

func (p *pile[T]) take(n int) []T {
	if len(p.rest) < n {
		p.grow(n)
	}
	c := p.rest[:n:n]
	p.rest = p.rest[n:]
	return c
}

// list is an empty one with room for n.
func (p *pile[T]) list(n int) []T { return p.take(n)[:0] }

// copy is a copy of a list.
func (p *pile[T]) copy(list []T) []T { return append(p.list(len(list)), list...) }

func (p *pile[T]) grow(n int) {
	for len(p.rest) < n {
		if p.used == len(p.blocks) {
			size := leastBlock
			if p.used > 0 {
				size = 2 * len(p.blocks[p.used-1])
			}
			p.blocks = append(p.blocks, make([]T, max(n, size)))
		}
		p.rest = p.blocks[p.used]
		p.used++
	}
}

func (p *pile[T]) clear() { p.used, p.rest = 0, nil }

var desks = sync.Pool{New: func() any { return new(desk) }}

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
	list := d.rows.take(len(each))
	for n, i := range each {
		list[n] = rows[i]
	}
	return list
}
