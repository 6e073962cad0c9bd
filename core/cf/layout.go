package cf

import (
	"causeway/core/data"
	"causeway/core/kernel"
)

// layout is a schema as the loops of the objective see it.
type layout struct {
	schema data.Schema
	groups []int // encoded width of every feature
	at     []int // its first input
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

// encode lays rows out feature by feature, width×len(rows).
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

// decode writes outputs as they are after decoding to a row and encoding again: numbers rounded
// as their feature can hold them, and only the level with the largest share. These are the
// values that a person sees.
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

// decoded writes the rows of as many examples of n, from e on, as
// data.Schema.Decode does.
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
