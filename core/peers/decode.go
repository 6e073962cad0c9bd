package peers

import (
	"slices"

	"causeway/core/causal"
	"causeway/core/nn"
)

// decoder turns the encoded rows that a method optimises into rows that can be shown to people.
// Numbers are rounded and kept within the range that the rules allow. For levels, the allowed one
// with the largest share is taken. Fixed features keep their values.
type decoder struct {
	*place
	a     *asker
	one   []float32
	hard  []float32
	y     []int
	rules map[*float64][]causal.Domain // domains of the factuals, by the address of their first value
	left  [][]causal.Domain            // domains of the current factuals
}

func (p *place) decoder() *decoder {
	return &decoder{place: p, a: p.ask(), one: make([]float32, p.width), rules: map[*float64][]causal.Domain{}}
}

// domainsOf returns the domains of a factual, which are computed once.
func (d *decoder) domainsOf(factual []float64) []causal.Domain {
	domains, known := d.rules[&factual[0]]
	if !known {
		domains = d.Domains(factual)
		d.rules[&factual[0]] = domains
	}
	return domains
}

// row decodes example e of n. A number that decodes to the same value as the factual's is
// replaced by the factual's number, wherever that lies.
func (d *decoder) row(x []float32, e, n int, factual []float64) []float64 {
	for i := range d.one {
		d.one[i] = x[i*n+e]
	}
	row, domains, o := make([]float64, len(factual)), d.domainsOf(factual), 0
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

// largest returns the first of the allowed levels with the largest share in example e of n, or 0
// if no level is allowed.
func largest(part []float32, e, n int, left []bool) int {
	best := -1
	for l, in := range left {
		if in && (best < 0 || part[l*n+e] > part[best*n+e]) {
			best = l
		}
	}
	return max(best, 0)
}

// reach calls use, in order, with every example whose decoded row reaches its target, keeps the
// rules and differs from its factual.
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
			d.keeps(factual[e], d.domainsOf(factual[e]), row) {
			rows, of = append(rows, row), append(of, e)
		}
	}
	if len(rows) == 0 {
		return
	}
	for i, class := range d.a.classes(rows) { // for exactly these rows
		if e := of[i]; class == target[e] {
			use(e, rows[i])
		}
	}
}

// settle writes the encoded rows after they are decoded and encoded again, except for numbers
// outside their range.
func (d *decoder) settle(x, hard []float32, factual [][]float64) {
	n, o := len(factual), 0
	d.left = d.left[:0]
	for _, row := range factual {
		d.left = append(d.left, d.domainsOf(row))
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
