package cf

import (
	"causeway/core/data"
	"causeway/core/kernel"
)

// layout is a schema prepared for the loops of the objective.
type layout struct {
	schema data.Schema
	groups []int // encoded width of every feature
	at     []int // index of its first input
	width  int
}

func newLayout(s data.Schema) layout {
	l := layout{schema: s, width: s.Width()}
	o := 0
	for _, f := range s.Features {
		l.groups, l.at = append(l.groups, f.Width()), append(l.at, o)
		o += f.Width()
	}
	return l
}

// encode returns encoded rows feature by feature, width×len(rows).
func (l layout) encode(rows [][]float64) []float32 {
	n := len(rows)
	x, one := make([]float32, l.width*n), make([]float32, l.width)
	for e, r := range rows {
		l.schema.Encode(r, one)
		for i, v := range one {
			x[i*n+e] = v
		}
	}
	return x
}

// decode writes the values that outputs have after decoding and encoding again. Numbers are
// rounded to the precision of their feature, and only the level with the largest share remains.
// People see these values.
//
//	out, hard  width×n
func (l layout) decode(out, hard []float32, n int) {
	o := 0
	for j, g := range l.groups {
		part, dst := out[o*n:(o+g)*n], hard[o*n:(o+g)*n]
		if f := &l.schema.Features[j]; f.Kind.Numeric() {
			f.Settle(part, dst)
		} else {
			kernel.Hardest(part, dst, g, n)
		}
		o += g
	}
}

// decoded writes the rows of n examples starting from e, like data.Schema.Decode.
func (l *layout) decoded(enc []float32, e, n int, rows [][]float64) {
	for j, g := range l.groups {
		f, part := &l.schema.Features[j], enc[l.at[j]*n+e:]
		for i, row := range rows {
			if f.Kind.Numeric() {
				row[j] = f.DecodeNumber(part[i])
				continue
			}
			best, level := part[i], 0
			for l := 1; l < g; l++ {
				if v := part[l*n+i]; v > best {
					best, level = v, l
				}
			}
			row[j] = float64(level)
		}
	}
}
