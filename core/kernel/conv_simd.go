//go:build goexperiment.simd

package kernel

import (
	"simd"
	"unsafe"
)

// convolveFast is convolveRef for lines of at least two vectors, and else does
// nothing. Four outputs by two vectors of a line stay in registers; the last block of
// a line ends with it, so that it may repeat some of the one before.
func convolveFast(w, b, x, y []float32, f filter) bool {
	if f.line < 2*lanes() || f.in == 0 {
		return false
	}
	next, plane := f.line+2*f.n, f.h*f.line
	for r := 0; r < f.h; r++ {
		o := 0
		for ; o+4 <= f.out; o += 4 {
			convLines4(start(w[f.weight(o, 0):]), start(x[r*next:]), start(y[o*plane+r*f.line:]), at(b, o),
				f.in, f.line, f.n, (f.h+2)*next, plane, f.row, f.col, f.step)
		}
		for ; o < f.out; o++ {
			convLine(start(w[f.weight(o, 0):]), start(x[r*next:]), start(y[o*plane+r*f.line:]), at(b, o)[0],
				f.in, f.line, f.n, (f.h+2)*next, f.col, f.step)
		}
	}
	return true
}

// convLines4 does a line of four outputs, whose planes are yPlane apart; the planes of x
// are xPlane apart.
func convLines4(w, x, y unsafe.Pointer, b []float32, in, line, n, xPlane, yPlane, row, col, step int) {
	b0, b1 := simd.BroadcastFloat32s(b[0]), simd.BroadcastFloat32s(b[1])
	b2, b3 := simd.BroadcastFloat32s(b[2]), simd.BroadcastFloat32s(b[3])
	v := b0.Len()
	for e := 0; e < line; e += 2 * v {
		e = min(e, line-2*v)
		a00, a10, a20, a30 := b0, b1, b2, b3
		a01, a11, a21, a31 := b0, b1, b2, b3
		for c := 0; c < in; c++ {
			p, q := c*xPlane+e, c*col
			for k := 0; k < 3; k++ {
				for l := 0; l < 3; l++ {
					x0, x1 := load(x, p), load(x, p+v)
					k := simd.BroadcastFloat32s(number(w, q))
					a00, a01 = a00.Add(k.Mul(x0)), a01.Add(k.Mul(x1))
					k = simd.BroadcastFloat32s(number(w, q+row))
					a10, a11 = a10.Add(k.Mul(x0)), a11.Add(k.Mul(x1))
					k = simd.BroadcastFloat32s(number(w, q+2*row))
					a20, a21 = a20.Add(k.Mul(x0)), a21.Add(k.Mul(x1))
					k = simd.BroadcastFloat32s(number(w, q+3*row))
					a30, a31 = a30.Add(k.Mul(x0)), a31.Add(k.Mul(x1))
					p += n
					q += step
				}
				p += line - n // to the start of the next line, which is line+2n further
			}
		}
		store(y, e, a00)
		store(y, e+v, a01)
		store(y, e+yPlane, a10)
		store(y, e+yPlane+v, a11)
		store(y, e+2*yPlane, a20)
		store(y, e+2*yPlane+v, a21)
		store(y, e+3*yPlane, a30)
		store(y, e+3*yPlane+v, a31)
	}
}

// convLine does a line of one output.
func convLine(w, x, y unsafe.Pointer, b float32, in, line, n, xPlane, col, step int) {
	bias := simd.BroadcastFloat32s(b)
	v := bias.Len()
	for e := 0; e < line; e += 2 * v {
		e = min(e, line-2*v)
		a0, a1 := bias, bias
		for c := 0; c < in; c++ {
			p, q := c*xPlane+e, c*col
			for k := 0; k < 3; k++ {
				for l := 0; l < 3; l++ {
					k := simd.BroadcastFloat32s(number(w, q))
					a0, a1 = a0.Add(k.Mul(load(x, p))), a1.Add(k.Mul(load(x, p+v)))
					p += n
					q += step
				}
				p += line - n
			}
		}
		store(y, e, a0)
		store(y, e+v, a1)
	}
}

// tapsFast adds the products of whole groups of Lanes places, those of a vector's
// lanes at a time, so that nine sums stay in registers.
func tapsFast(dy, x []float32, p *[Taps][Lanes]float32, h, line, n int) bool {
	v, whole, next := lanes(), line&^(Lanes-1), line+2*n
	g, s := start(dy), start(x)
	for l := 0; l < Lanes; l += v {
		var a0, a1, a2, a3, a4, a5, a6, a7, a8 simd.Float32s
		for r := 0; r < h; r++ {
			d, t := r*line, r*next
			for j := l; j < whole; j += Lanes {
				k := load(g, d+j)
				x0 := t + j
				a0 = a0.Add(k.Mul(load(s, x0)))
				a1 = a1.Add(k.Mul(load(s, x0+n)))
				a2 = a2.Add(k.Mul(load(s, x0+2*n)))
				x0 += next
				a3 = a3.Add(k.Mul(load(s, x0)))
				a4 = a4.Add(k.Mul(load(s, x0+n)))
				a5 = a5.Add(k.Mul(load(s, x0+2*n)))
				x0 += next
				a6 = a6.Add(k.Mul(load(s, x0)))
				a7 = a7.Add(k.Mul(load(s, x0+n)))
				a8 = a8.Add(k.Mul(load(s, x0+2*n)))
			}
		}
		a0.Store(p[0][l:])
		a1.Store(p[1][l:])
		a2.Store(p[2][l:])
		a3.Store(p[3][l:])
		a4.Store(p[4][l:])
		a5.Store(p[5][l:])
		a6.Store(p[6][l:])
		a7.Store(p[7][l:])
		a8.Store(p[8][l:])
	}
	return true
}
