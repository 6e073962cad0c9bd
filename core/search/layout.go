package search

import (
	"causeway/core/causal"
	"causeway/core/data"
)

// layout is a schema prepared for the loops of a search.
type layout struct {
	schema data.Schema
	at     []int // first encoded input of every feature
	width  int
}

func newLayout(s data.Schema) layout {
	l := layout{schema: s, width: s.Width()}
	o := 0
	for _, f := range s.Features {
		l.at = append(l.at, o)
		o += f.Width()
	}
	return l
}

// fine returns the layout with enough decimals for computed features.
func (l layout) fine(rules []causal.Rule) layout {
	l.schema = causal.Fine(l.schema, rules)
	return l
}

// encodeInto encodes n examples, feature by feature (width×n), into a buffer that it reuses. The
// examples are rows, padded with zeros. Because the rows of a search differ little, it first
// writes the first row everywhere, then the differences.
func (l *layout) encodeInto(buf *[]float32, rows [][]float64, n int) []float32 {
	if cap(*buf) < l.width*n {
		*buf = make([]float32, l.width*n)
	}
	x, first := (*buf)[:l.width*n], rows[0]
	clear(x)
	for j, at := range l.at {
		if f := &l.schema.Features[j]; f.Kind.Numeric() {
			fill(x[at*n:][:len(rows)], f.Scale(first[j]))
		} else {
			fill(x[(at+int(first[j]))*n:][:len(rows)], 1)
		}
	}
	for e, row := range rows {
		for j, v := range row[:len(first)] {
			if v != first[j] {
				l.change(x, e, n, j, first[j], v)
			}
		}
	}
	return x
}

// change sets feature j of example e of n to the value to.
func (l *layout) change(x []float32, e, n, j int, from, to float64) {
	at := l.at[j]
	if f := &l.schema.Features[j]; f.Kind.Numeric() {
		x[at*n+e] = f.Scale(to)
	} else {
		x[(at+int(from))*n+e], x[(at+int(to))*n+e] = 0, 1
	}
}

// fill writes eight numbers per iteration.
func fill(x []float32, v float32) {
	for ; len(x) >= 8; x = x[8:] {
		e := (*[8]float32)(x)
		e[0], e[1], e[2], e[3], e[4], e[5], e[6], e[7] = v, v, v, v, v, v, v, v
	}
	for i := range x {
		x[i] = v
	}
}

// whole rounds a number of examples up to full vectors of any width: computing an extra example
// in a vector is cheaper than a scalar loop for the rest.
func whole(n int) int { return (n + 15) &^ 15 }
