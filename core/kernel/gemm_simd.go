//go:build goexperiment.simd

package kernel

import (
	"simd"
	"unsafe"
)

// product is productRef for complete groups of outputs. It works in blocks of four outputs by two
// vectors of examples that stay in registers. For few examples, it uses other block shapes (see
// product_simd.go). The last block ends at the last example, so it may overlap with the one before.
func product(w, b, x, y []float32, out, in, n, row, col int) int {
	v, o := lanes(), 0
	switch {
	case in == 0 || n == 0 || n < 4 && in < narrowIn:
		return 0
	case n < v:
		return productNarrow(w, b, x, y, out, in, n, row, col)
	case n < 2*v:
		for ; o+4 <= out; o += 4 {
			_ = w[(o+3)*row+(in-1)*col]
			productRows4x1(start(w[o*row:]), start(x), start(y[o*n:]), at(b, o), in, n, row, col)
		}
		for ; o < out; o++ {
			productRow1(start(w[o*row:]), start(x), start(y[o*n:]), at(b, o)[0], in, n, col)
		}
		return n
	case n > 2*v && n <= 3*v:
		for ; o+2 <= out; o += 2 {
			_ = w[(o+1)*row+(in-1)*col]
			productRows2x3(start(w[o*row:]), start(x), start(y[o*n:]), at(b, o), in, n, row, col)
		}
	case productFast(w, b, x, y, out, in, n, row, col):
		return n
	}
	for ; o+4 <= out; o += 4 {
		_ = w[(o+3)*row+(in-1)*col]
		productRows4(start(w[o*row:]), start(x), start(y[o*n:]), at(b, o), in, n, row, col)
	}
	for ; o+2 <= out; o += 2 {
		_ = w[(o+1)*row+(in-1)*col]
		productRows2(start(w[o*row:]), start(x), start(y[o*n:]), at(b, o), in, n, row, col)
	}
	for ; o < out; o++ {
		productRow2(start(w[o*row:]), start(x), start(y[o*n:]), at(b, o)[0], in, n, col)
	}
	return n
}

// narrowIn is the least number of inputs for which vectors pay off with fewer than four examples.
const narrowIn = 64

// productNarrow is product for fewer examples than a vector has lanes. A load also reads numbers of
// the next rows; their lanes are discarded at the end. The last rows have no next rows, so
// productNarrow reads them from a copy.
func productNarrow(w, b, x, y []float32, out, in, n, row, col int) int {
	var last [Lanes * Lanes]float32 // room for the rows that the largest vector reads
	safe := max((in*n-lanes())/n+1, 0)
	if in*n < lanes() {
		safe = 0
	}
	for i := safe; i < in; i++ {
		copy(last[(i-safe)*Lanes:], x[i*n:(i+1)*n])
	}
	var sums [4 * Lanes]float32
	for o := 0; o < out; o += 4 {
		at := [4]int{o, min(o+1, out-1), min(o+2, out-1), min(o+3, out-1)} // repeats the last output
		var bias [4]float32
		if b != nil {
			bias = [4]float32{b[at[0]], b[at[1]], b[at[2]], b[at[3]]}
		}
		rows := [4]unsafe.Pointer{start(w[at[0]*row:]), start(w[at[1]*row:]), start(w[at[2]*row:]),
			start(w[at[3]*row:])}
		narrow4(&rows, &bias, start(x), start(last[:]), start(sums[:]), safe, in, n, col)
		for k := 0; k < 4 && o+k < out; k++ {
			copy(y[(o+k)*n:(o+k+1)*n], sums[k*Lanes:])
		}
	}
	return n
}

// narrow4 computes four outputs.
func narrow4(w *[4]unsafe.Pointer, b *[4]float32, x, last, sums unsafe.Pointer, safe, in, n, col int) {
	a0, a1 := simd.BroadcastFloat32s(b[0]), simd.BroadcastFloat32s(b[1])
	a2, a3 := simd.BroadcastFloat32s(b[2]), simd.BroadcastFloat32s(b[3])
	w0, w1, w2, w3 := w[0], w[1], w[2], w[3]
	q := 0
	for i := 0; i < safe; i++ {
		xi := load(x, i*n)
		a0, a1 = a0.Add(simd.BroadcastFloat32s(number(w0, q)).Mul(xi)),
			a1.Add(simd.BroadcastFloat32s(number(w1, q)).Mul(xi))
		a2, a3 = a2.Add(simd.BroadcastFloat32s(number(w2, q)).Mul(xi)),
			a3.Add(simd.BroadcastFloat32s(number(w3, q)).Mul(xi))
		q += col
	}
	for i := safe; i < in; i++ {
		xi := load(last, (i-safe)*Lanes)
		a0, a1 = a0.Add(simd.BroadcastFloat32s(number(w0, q)).Mul(xi)),
			a1.Add(simd.BroadcastFloat32s(number(w1, q)).Mul(xi))
		a2, a3 = a2.Add(simd.BroadcastFloat32s(number(w2, q)).Mul(xi)),
			a3.Add(simd.BroadcastFloat32s(number(w3, q)).Mul(xi))
		q += col
	}
	store(sums, 0, a0)
	store(sums, Lanes, a1)
	store(sums, 2*Lanes, a2)
	store(sums, 3*Lanes, a3)
	clearUpper()
}

var zeros [4]float32

// at returns the biases from output o on.
func at(b []float32, o int) []float32 {
	if b == nil {
		return zeros[:]
	}
	return b[o:]
}

// productRows4 computes four outputs.
func productRows4(w, x, y unsafe.Pointer, b []float32, in, n, row, col int) {
	b0, b1 := simd.BroadcastFloat32s(b[0]), simd.BroadcastFloat32s(b[1])
	b2, b3 := simd.BroadcastFloat32s(b[2]), simd.BroadcastFloat32s(b[3])
	v := b0.Len()
	for e := 0; e < n; e += 2 * v {
		e = min(e, n-2*v)
		a00, a10, a20, a30 := b0, b1, b2, b3
		a01, a11, a21, a31 := b0, b1, b2, b3
		p, q := e, 0
		for i := 0; i < in; i++ {
			x0, x1 := load(x, p), load(x, p+v)
			c := simd.BroadcastFloat32s(number(w, q))
			a00, a01 = a00.Add(c.Mul(x0)), a01.Add(c.Mul(x1))
			c = simd.BroadcastFloat32s(number(w, q+row))
			a10, a11 = a10.Add(c.Mul(x0)), a11.Add(c.Mul(x1))
			c = simd.BroadcastFloat32s(number(w, q+2*row))
			a20, a21 = a20.Add(c.Mul(x0)), a21.Add(c.Mul(x1))
			c = simd.BroadcastFloat32s(number(w, q+3*row))
			a30, a31 = a30.Add(c.Mul(x0)), a31.Add(c.Mul(x1))
			p += n
			q += col
		}
		store(y, e, a00)
		store(y, e+v, a01)
		store(y, e+n, a10)
		store(y, e+n+v, a11)
		store(y, e+2*n, a20)
		store(y, e+2*n+v, a21)
		store(y, e+3*n, a30)
		store(y, e+3*n+v, a31)
	}
	clearUpper()
}

// productRows2 computes two outputs.
func productRows2(w, x, y unsafe.Pointer, b []float32, in, n, row, col int) {
	b0, b1 := simd.BroadcastFloat32s(b[0]), simd.BroadcastFloat32s(b[1])
	v := b0.Len()
	for e := 0; e < n; e += 2 * v {
		e = min(e, n-2*v)
		a00, a01, a10, a11 := b0, b0, b1, b1
		p, q := e, 0
		for i := 0; i < in; i++ {
			x0, x1 := load(x, p), load(x, p+v)
			c := simd.BroadcastFloat32s(number(w, q))
			a00, a01 = a00.Add(c.Mul(x0)), a01.Add(c.Mul(x1))
			c = simd.BroadcastFloat32s(number(w, q+row))
			a10, a11 = a10.Add(c.Mul(x0)), a11.Add(c.Mul(x1))
			p += n
			q += col
		}
		store(y, e, a00)
		store(y, e+v, a01)
		store(y, e+n, a10)
		store(y, e+n+v, a11)
	}
	clearUpper()
}

// productRow2 computes one output, two vectors at a time.
func productRow2(w, x, y unsafe.Pointer, b float32, in, n, col int) {
	bias := simd.BroadcastFloat32s(b)
	v := bias.Len()
	for e := 0; e < n; e += 2 * v {
		e = min(e, n-2*v)
		a0, a1 := bias, bias
		p, q := e, 0
		for i := 0; i < in; i++ {
			c := simd.BroadcastFloat32s(number(w, q))
			a0, a1 = a0.Add(c.Mul(load(x, p))), a1.Add(c.Mul(load(x, p+v)))
			p += n
			q += col
		}
		store(y, e, a0)
		store(y, e+v, a1)
	}
	clearUpper()
}

// productRow1 computes one output, one vector at a time.
func productRow1(w, x, y unsafe.Pointer, b float32, in, n, col int) {
	bias := simd.BroadcastFloat32s(b)
	v := bias.Len()
	for e := 0; e < n; e += v {
		e = min(e, n-v)
		a, p, q := bias, e, 0
		for i := 0; i < in; i++ {
			a = a.Add(simd.BroadcastFloat32s(number(w, q)).Mul(load(x, p)))
			p += n
			q += col
		}
		store(y, e, a)
	}
	clearUpper()
}

// outer holds the data of addOuter for a block of rows of x and up to outerOuts outputs.
//
// If fewer than Lanes examples remain at the end, they are copied and padded with zeros. A
// partial sum is never -0, so adding the products of the padding does not change it.
type outer struct {
	x    [4][Lanes]float32
	dy   [outerOuts][Lanes]float32
	tail int               // Lanes, or 0 if no examples remain
	sums [4][Lanes]float32 // for one output, the sum with each row, one vector each

	outs, rows int
	in, n      int
	whole      int // examples in complete groups of Lanes
}

const outerOuts = 16

// addOuter implements AddOuter. Four rows of x share each load of dy, or two if Lanes numbers take
// four vectors; more would not leave room for all partial sums in registers.
func addOuter(dy, x, dw []float32, out, in, n int) bool {
	t, v, block := outer{in: in, n: n, whole: n &^ (Lanes - 1)}, lanes(), 4
	if t.whole < n {
		t.tail = Lanes
	}
	across := 0
	if v == 4 {
		block, across = 2, addAcross(dy, x, dw, out, in, n)
	}
	for o := 0; o < out; o += outerOuts {
		t.outs = min(outerOuts, out-o)
		d := dy[o*n : (o+t.outs)*n]
		for k := 0; k < t.outs && t.tail > 0; k++ {
			copy(t.dy[k][:], d[k*n+t.whole:(k+1)*n])
		}
		for i := across; i < in; i += block {
			t.rows = min(block, in-i)
			var r [4]unsafe.Pointer
			for k := 0; k < block; k++ { // rows beyond the last are replaced by the last
				at := min(i+k, in-1) * n
				r[k] = unsafe.Add(start(x), 4*at)
				if k < t.rows && t.tail > 0 {
					copy(t.x[k][:], x[at+t.whole:at+n])
				}
			}
			w := unsafe.Add(start(dw), 4*(o*in+i))
			if v == 4 && dotsFast(start(d), r[0], r[1], w, &t) {
				continue
			}
			for k := 0; k < t.outs; k++ {
				addDots(unsafe.Add(start(d), 4*k*n), &r, unsafe.Add(w, 4*k*in), &t, k)
			}
		}
	}
	return true
}

// addAcross implements addOuter for eight examples. It returns how many rows of x it has done,
// starting with the first. With so few examples, adding up the lanes of a sum would take longer
// than computing them. It therefore transposes x, so that a vector holds the same partial sum for
// eight rows.
func addAcross(dy, x, dw []float32, out, in, n int) int {
	if n != 8 || out < 16 {
		return 0
	}
	var turned [8 * 8]float32
	i := 0
	for ; i+8 <= in; i += 8 {
		for k := range 8 {
			for e, v := range x[(i+k)*n : (i+k+1)*n] {
				turned[8*e+k] = v
			}
		}
		dots8of8(start(dy), start(turned[:]), start(dw[i:]), out, in)
	}
	return i
}

// dots8of8 adds the dot products of the rows of dy with eight transposed rows of x to dw. Each
// example has its own partial sum; the others are zero.
func dots8of8(dy, x, dw unsafe.Pointer, out, in int) {
	var zero simd.Float32s
	x00, x01, x10, x11 := load(x, 0), load(x, 4), load(x, 8), load(x, 12)
	x20, x21, x30, x31 := load(x, 16), load(x, 20), load(x, 24), load(x, 28)
	y00, y01, y10, y11 := load(x, 32), load(x, 36), load(x, 40), load(x, 44)
	y20, y21, y30, y31 := load(x, 48), load(x, 52), load(x, 56), load(x, 60)
	for o := 0; o < out; o++ {
		d := unsafe.Add(dy, 32*o)
		w := unsafe.Add(dw, 4*o*in)
		k, l := simd.BroadcastFloat32s(number(d, 0)), simd.BroadcastFloat32s(number(d, 4))
		s00, s01 := zero.Add(k.Mul(x00)).Add(l.Mul(y00)), zero.Add(k.Mul(x01)).Add(l.Mul(y01))
		k, l = simd.BroadcastFloat32s(number(d, 2)), simd.BroadcastFloat32s(number(d, 6))
		s00, s01 = s00.Add(zero.Add(k.Mul(x20)).Add(l.Mul(y20))), s01.Add(zero.Add(k.Mul(x21)).Add(l.Mul(y21)))
		k, l = simd.BroadcastFloat32s(number(d, 1)), simd.BroadcastFloat32s(number(d, 5))
		s10, s11 := zero.Add(k.Mul(x10)).Add(l.Mul(y10)), zero.Add(k.Mul(x11)).Add(l.Mul(y11))
		k, l = simd.BroadcastFloat32s(number(d, 3)), simd.BroadcastFloat32s(number(d, 7))
		s10, s11 = s10.Add(zero.Add(k.Mul(x30)).Add(l.Mul(y30))), s11.Add(zero.Add(k.Mul(x31)).Add(l.Mul(y31)))
		store(w, 0, load(w, 0).Add(s00.Add(s10)))
		store(w, 4, load(w, 4).Add(s01.Add(s11)))
	}
	clearUpper()
}

// addDots adds the dot products of output k with the rows of x to dw. It contains no vector code,
// because vectors would slow down the scalar code around them; see clearUpper. It adds the lanes
// computed by dots pairwise, as fold does.
func addDots(dy unsafe.Pointer, x *[4]unsafe.Pointer, dw unsafe.Pointer, t *outer, k int) {
	v := lanes()
	switch v {
	case 4:
		dots2x4(dy, x, t, k)
	case 8:
		dots4x2(dy, x, t, k)
	default:
		dots4x1(dy, x, t, k)
	}
	for r := 0; r < t.rows; r++ {
		p := &t.sums[r]
		switch v {
		case 4:
			addNumber(dw, r, (p[0]+p[2])+(p[1]+p[3]))
		case 8:
			addNumber(dw, r, ((p[0]+p[4])+(p[2]+p[6]))+((p[1]+p[5])+(p[3]+p[7])))
		default:
			addNumber(dw, r, fold(p))
		}
	}
}

func dots2x4(d unsafe.Pointer, x *[4]unsafe.Pointer, t *outer, k int) {
	var a0, a1, a2, a3, b0, b1, b2, b3 simd.Float32s
	p, q, n := x[0], x[1], t.whole
	for part := 0; part < 2; part++ {
		for e := 0; e < n; e += 16 {
			g := load(d, e)
			a0, b0 = a0.Add(g.Mul(load(p, e))), b0.Add(g.Mul(load(q, e)))
			g = load(d, e+4)
			a1, b1 = a1.Add(g.Mul(load(p, e+4))), b1.Add(g.Mul(load(q, e+4)))
			g = load(d, e+8)
			a2, b2 = a2.Add(g.Mul(load(p, e+8))), b2.Add(g.Mul(load(q, e+8)))
			g = load(d, e+12)
			a3, b3 = a3.Add(g.Mul(load(p, e+12))), b3.Add(g.Mul(load(q, e+12)))
		}
		d, p, q, n = start(t.dy[k][:]), start(t.x[0][:]), start(t.x[1][:]), t.tail
	}
	a0.Add(a2).Add(a1.Add(a3)).Store(t.sums[0][:])
	b0.Add(b2).Add(b1.Add(b3)).Store(t.sums[1][:])
}

func dots4x2(d unsafe.Pointer, x *[4]unsafe.Pointer, t *outer, k int) {
	var a0, a1, b0, b1, c0, c1, d0, d1 simd.Float32s
	p, q, r, s, n := x[0], x[1], x[2], x[3], t.whole
	for part := 0; part < 2; part++ {
		for e := 0; e < n; e += 16 {
			g, h := load(d, e), load(d, e+8)
			a0, a1 = a0.Add(g.Mul(load(p, e))), a1.Add(h.Mul(load(p, e+8)))
			b0, b1 = b0.Add(g.Mul(load(q, e))), b1.Add(h.Mul(load(q, e+8)))
			c0, c1 = c0.Add(g.Mul(load(r, e))), c1.Add(h.Mul(load(r, e+8)))
			d0, d1 = d0.Add(g.Mul(load(s, e))), d1.Add(h.Mul(load(s, e+8)))
		}
		d, n = start(t.dy[k][:]), t.tail
		p, q, r, s = start(t.x[0][:]), start(t.x[1][:]), start(t.x[2][:]), start(t.x[3][:])
	}
	a0.Add(a1).Store(t.sums[0][:])
	b0.Add(b1).Store(t.sums[1][:])
	c0.Add(c1).Store(t.sums[2][:])
	d0.Add(d1).Store(t.sums[3][:])
	clearUpper()
}

func dots4x1(d unsafe.Pointer, x *[4]unsafe.Pointer, t *outer, k int) {
	var a, b, c, z simd.Float32s
	p, q, r, s, n := x[0], x[1], x[2], x[3], t.whole
	for part := 0; part < 2; part++ {
		for e := 0; e < n; e += 16 {
			g := load(d, e)
			a, b = a.Add(g.Mul(load(p, e))), b.Add(g.Mul(load(q, e)))
			c, z = c.Add(g.Mul(load(r, e))), z.Add(g.Mul(load(s, e)))
		}
		d, n = start(t.dy[k][:]), t.tail
		p, q, r, s = start(t.x[0][:]), start(t.x[1][:]), start(t.x[2][:]), start(t.x[3][:])
	}
	a.Store(t.sums[0][:])
	b.Store(t.sums[1][:])
	c.Store(t.sums[2][:])
	z.Store(t.sums[3][:])
	clearUpper()
}

// dot adds the products of complete groups of Lanes examples to p.
func dot(x, y []float32, p *[Lanes]float32) int {
	v, xp, yp, whole := lanes(), start(x), start(y), len(x)&^(Lanes-1)
	for l := 0; l < Lanes; l += v {
		var s simd.Float32s
		for e := l; e < whole; e += Lanes {
			s = s.Add(load(xp, e).Mul(load(yp, e)))
		}
		s.Store(p[l:])
	}
	clearUpper()
	return whole
}
