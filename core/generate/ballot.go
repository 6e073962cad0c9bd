package generate

import (
	"causeway/core/blackbox"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// tiny is the smallest share whose logarithm is taken; it replaces smaller ones.
const tiny = 1e-30

// ballot turns a black box's shares for many rows into leads: the log of the target's share over
// the largest other one. The target is reached if the lead is positive.
type ballot struct {
	x          []float32 // encoded rows
	own, other []float32 // for each row, the target's share and the largest other one
	at         []int     // the class of the largest other share
	won        []bool    // whether the black box assigns the row to the target
	lead       []float32
}

// open allocates memory for a number of rows.
func (b *ballot) open(rows int) {
	for _, list := range []*[]float32{&b.own, &b.other, &b.lead} {
		nn.Grow(list, rows)
	}
	if cap(b.at) < rows {
		b.at, b.won = make([]int, rows), make([]bool, rows)
	}
	b.at, b.won = b.at[:rows], b.won[:rows]
}

// count processes the rows from up to to, which share one target.
//
//	shares  classes×n
func (b *ballot) count(shares []float32, n, from, to, target int) {
	own, other, won := b.own[from:to], b.other[from:to], b.won[from:to]
	copy(own, shares[target*n+from:])
	if len(shares) == 2*n {
		copy(other, shares[(1-target)*n+from:])
		for e, v := range own {
			other[e] = kernel.AtLeast(other[e], 0)
			won[e] = v > other[e] || target == 0 && v == other[e] && v > 0
		}
		return
	}
	at := b.at[from:to]
	clear(other)
	clear(at)
	for c := range len(shares) / n {
		if c == target {
			continue
		}
		for e, v := range shares[c*n+from : c*n+to] {
			if v > other[e] {
				other[e], at[e] = v, c
			}
		}
	}
	for e, v := range own {
		won[e] = v > other[e] || v == other[e] && target < at[e]
	}
}

// leads returns the leads of all rows counted. The result is valid until the next count.
func (b *ballot) leads() []float32 {
	for e, v := range b.own {
		b.own[e], b.other[e] = kernel.AtLeast(v, tiny), kernel.AtLeast(b.other[e], tiny)
	}
	kernel.Log(b.own, b.own)
	kernel.Log(b.other, b.other)
	for e, v := range b.own {
		if l := v - b.other[e]; b.won[e] {
			b.lead[e] = kernel.AtLeast(l, tiny)
		} else {
			b.lead[e] = kernel.AtMost(l, 0)
		}
	}
	return b.lead
}

// leads appends to dst the lead of each row's own target.
func leads(schema data.Schema, pass blackbox.Pass, b *ballot, rows [][]float64, dst []float32,
	target func(e int) int) []float32 {
	const atOnce = 512
	for from := 0; from < len(rows); from += atOnce {
		part := rows[from:min(from+atOnce, len(rows))]
		n := whole(len(part))
		shares := pass.Shares(encode(schema, &b.x, part, n), n)
		b.open(len(part))
		for e := 0; e < len(part); {
			t, to := target(from+e), e+1
			for to < len(part) && target(from+to) == t {
				to++
			}
			b.count(shares, n, e, to, t)
			e = to
		}
		dst = append(dst, b.leads()...)
	}
	return dst
}
