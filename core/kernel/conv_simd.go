//go:build goexperiment.simd

package kernel

import (
	"simd"
	"unsafe"
)

// convolveFast is convolveRef for lines of at least two vectors. For shorter lines it does nothing
// and returns false. Blocks of four outputs by two vectors of a line stay in registers. The last
// block of a line ends at the line's end, so it may overlap with the one before.
func convolveFast(w, b, x, y []float32, f filter) bool {
	v := lanes()
	if f.line < 2*v || f.in == 0 {
		return false
	}
	next, plane, o := f.line+2*f.n, f.h*f.line, convFast(w, b, x, y, f)
	for r := 0; r < f.h; r++ {
		o := o
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

// convLines4 computes one line of four outputs. The planes of y are yPlane numbers apart, those of
// x xPlane numbers.
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
				p += line - n // to the start of the next line, line+2n further on
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
	clearUpper()
}

// convLine computes one line of one output.
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
	clearUpper()
}

// tapsFast adds the products of the complete groups of every line to the partial sums of three
// outputs. The outputs' planes are plane numbers apart.
func tapsFast(dy, x []float32, p *[tapsOuts][Taps][Lanes]float32, plane, h, line, n int) bool {
	for k := 0; k < 3; k++ {
		if g, lines := start(dy), start(x[k*(line+2*n):]); !lineTapsFast(g, lines, p, 3*k, plane, h, line, n) {
			lineTaps3(g, lines, p, 3*k, plane, h, line, n)
		}
	}
	return true
}

// lineTaps3 computes the three taps of one row of the kernel, starting with tap first. Each pass
// handles one vector's lanes of every group, so that nine sums stay in registers.
func lineTaps3(dy, x unsafe.Pointer, p *[tapsOuts][Taps][Lanes]float32, first, plane, h, line, n int) {
	v, whole := lanes(), 4*(line&^(Lanes-1))
	plane, line, n = 4*plane, 4*line, 4*n // in bytes, as whole and j are
	for l := 0; l < Lanes; l += v {
		var a0, a1, a2, b0, b1, b2, c0, c1, c2 simd.Float32s
		for r := 0; r < h; r++ {
			g, s := unsafe.Add(dy, r*line+4*l), unsafe.Add(x, r*(line+2*n)+4*l)
			j := 0
			for ; j < whole-4*Lanes; j += 8 * Lanes { // two groups at a time
				q, d := unsafe.Add(s, j), unsafe.Add(g, j)
				q1, d1 := unsafe.Add(q, n), unsafe.Add(d, plane)
				q2, d2 := unsafe.Add(q1, n), unsafe.Add(d1, plane)
				x0, x1, x2 := load(q, 0), load(q1, 0), load(q2, 0)
				k := load(d, 0)
				a0, a1, a2 = a0.Add(k.Mul(x0)), a1.Add(k.Mul(x1)), a2.Add(k.Mul(x2))
				k = load(d1, 0)
				b0, b1, b2 = b0.Add(k.Mul(x0)), b1.Add(k.Mul(x1)), b2.Add(k.Mul(x2))
				k = load(d2, 0)
				c0, c1, c2 = c0.Add(k.Mul(x0)), c1.Add(k.Mul(x1)), c2.Add(k.Mul(x2))
				x0, x1, x2 = load(q, Lanes), load(q1, Lanes), load(q2, Lanes)
				k = load(d, Lanes)
				a0, a1, a2 = a0.Add(k.Mul(x0)), a1.Add(k.Mul(x1)), a2.Add(k.Mul(x2))
				k = load(d1, Lanes)
				b0, b1, b2 = b0.Add(k.Mul(x0)), b1.Add(k.Mul(x1)), b2.Add(k.Mul(x2))
				k = load(d2, Lanes)
				c0, c1, c2 = c0.Add(k.Mul(x0)), c1.Add(k.Mul(x1)), c2.Add(k.Mul(x2))
			}
			for ; j < whole; j += 4 * Lanes {
				q, d := unsafe.Add(s, j), unsafe.Add(g, j)
				q1, d1 := unsafe.Add(q, n), unsafe.Add(d, plane)
				q2, d2 := unsafe.Add(q1, n), unsafe.Add(d1, plane)
				x0, x1, x2 := load(q, 0), load(q1, 0), load(q2, 0)
				k := load(d, 0)
				a0, a1, a2 = a0.Add(k.Mul(x0)), a1.Add(k.Mul(x1)), a2.Add(k.Mul(x2))
				k = load(d1, 0)
				b0, b1, b2 = b0.Add(k.Mul(x0)), b1.Add(k.Mul(x1)), b2.Add(k.Mul(x2))
				k = load(d2, 0)
				c0, c1, c2 = c0.Add(k.Mul(x0)), c1.Add(k.Mul(x1)), c2.Add(k.Mul(x2))
			}
		}
		a0.Store(p[0][first][l:])
		a1.Store(p[0][first+1][l:])
		a2.Store(p[0][first+2][l:])
		b0.Store(p[1][first][l:])
		b1.Store(p[1][first+1][l:])
		b2.Store(p[1][first+2][l:])
		c0.Store(p[2][first][l:])
		c1.Store(p[2][first+1][l:])
		c2.Store(p[2][first+2][l:])
	}
	clearUpper()
}
