package peers

import (
	"slices"

	"causeway/core/nn"
)

// decoder turns encoded rows that a method moves about into rows that people can be
// shown: numbers rounded and within their range, the level with the largest share,
// and what stays as it was.
type decoder struct {
	*place
	a    *asker
	one  []float32
	hard []float32
	y    []int
}

func (p *place) decoder() *decoder {
	return &decoder{place: p, a: p.ask(), one: make([]float32, p.width)}
}

// row is the decoded example e of n. A number that decodes to what the factual
// decodes to is the factual's, wherever that lies.
func (d *decoder) row(x []float32, e, n int, factual []float64) []float64 {
	for i := range d.one {
		d.one[i] = x[i*n+e]
	}
	row := make([]float64, len(factual))
	d.Schema.Decode(d.one, row)
	for j := range row {
		f := &d.Schema.Features[j]
		if d.Fixed[j] || f.Kind.Numeric() && row[j] == f.DecodeNumber(f.Scale(factual[j])) {
			row[j] = factual[j]
		}
	}
	return row
}

// reach calls use with every example whose decoded row reaches its target and is not
// its factual, in order.
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
		if row := d.row(x, e, n, factual[e]); !slices.Equal(row, factual[e]) {
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
	for j := range d.Schema.Features {
		f := &d.Schema.Features[j]
		g := f.Width()
		part, dst := x[o*n:(o+g)*n], hard[o*n:(o+g)*n]
		o += g
		if f.Kind.Numeric() {
			f.Settle(part, dst)
			continue
		}
		clear(dst)
		for e := range n {
			best := e
			for i := e + n; i < g*n; i += n {
				if part[i] > part[best] {
					best = i
				}
			}
			if d.Fixed[j] {
				best = int(factual[e][j])*n + e
			}
			dst[best] = 1
		}
	}
}
