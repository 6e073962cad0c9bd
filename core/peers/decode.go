package peers

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/nn"
)

// decoder turns encoded rows that a method moves about into rows that people can be
// shown: numbers rounded and within what rules leave of their range, of the levels that
// rules leave that with the largest share, and what stays as it was.
type decoder struct {
	*place
	a     *asker
	one   []float32
	hard  []float32
	y     []int
	rules map[*float64][]causal.Domain // of the factuals, by their first value
	left  [][]causal.Domain            // of the factuals at hand
}

func (p *place) decoder() *decoder {
	return &decoder{place: p, a: p.ask(), one: make([]float32, p.width), rules: map[*float64][]causal.Domain{}}
}

// of are the domains of a factual, which are made once.
func (d *decoder) of(factual []float64) []causal.Domain {
	domains, known := d.rules[&factual[0]]
	if !known {
		domains = d.Domains(factual)
		d.rules[&factual[0]] = domains
	}
	return domains
}

// row is the decoded example e of n. A number that decodes to what the factual
// decodes to is the factual's, wherever that lies.
func (d *decoder) row(x []float32, e, n int, factual []float64) []float64 {
	for i := range d.one {
		d.one[i] = x[i*n+e]
	}
	row, domains, o := make([]float64, len(factual)), d.of(factual), 0
	d.Schema.Decode(d.one, row)
	for j := range row {
		f := &d.Schema.Features[j]
		part := d.one[o : o+f.Width()]
		o += f.Width()
		switch {
		case d.Fixed[j] || f.Kind.Numeric() && row[j] == f.DecodeNumber(f.Scale(factual[j])):
			row[j] = factual[j]
		case f.Kind.Numeric():
			row[j] = d.within(j, domains[j], row[j])
		default:
			row[j] = float64(largest(part, 0, 1, domains[j].Levels))
		}
	}
	return row
}

// largest is the first of the levels that are left with the largest share, in example e
// of n, and 0 where none is left.
func largest(part []float32, e, n int, left []bool) int {
	best := -1
	for l, in := range left {
		if in && (best < 0 || part[l*n+e] > part[best*n+e]) {
			best = l
		}
	}
	return max(best, 0)
}

// reach calls use with every example whose decoded row reaches its target, keeps the
// rules and is not its factual, in order.
//
//	x  width×n    factual, target  n
func (d *decoder) reach(x []float32, factual [][]float64, target []int, use func(e int, row []float64)) {
	n := len(target)
	hard := nn.Grow(&d.hard, d.width*n)
	d.settle(x, hard, factual)
	if cap(d.y) < n {
		d.y = make([]int, n)
	}
	y := d.y[:n]
	nn.Best(d.a.pass.Shares(hard, n), y)
	var rows [][]float64
	var of []int
	for e, class := range y {
		if class != target[e] {
			continue
		}
		if row := d.row(x, e, n, factual[e]); !slices.Equal(row, factual[e]) &&
			d.keeps(factual[e], d.of(factual[e]), row) {
			rows, of = append(rows, row), append(of, e)
		}
	}
	if len(rows) == 0 {
		return
	}
	for i, class := range d.a.classes(rows) { // of exactly these rows
		if e := of[i]; class == target[e] {
			use(e, rows[i])
		}
	}
}

// settle is what is left of encoded rows once they are decoded and encoded again, but
// for numbers outside their range.
func (d *decoder) settle(x, hard []float32, factual [][]float64) {
	n, o := len(factual), 0
	d.left = d.left[:0]
	for _, row := range factual {
		d.left = append(d.left, d.of(row))
	}
	for j := range d.Schema.Features {
		f := &d.Schema.Features[j]
		g := f.Width()
		part, dst := x[o*n:(o+g)*n], hard[o*n:(o+g)*n]
		o += g
		if f.Kind.Numeric() {
			f.Settle(part, dst)
			for e := range n {
				left := &d.left[e][j]
				dst[e] = min(max(dst[e], f.Scale(left.Min)), f.Scale(left.Max))
			}
			continue
		}
		clear(dst)
		for e := range n {
			best := int(factual[e][j])
			if !d.Fixed[j] {
				best = largest(part, e, n, d.left[e][j].Levels)
			}
			dst[best*n+e] = 1
		}
	}
}
