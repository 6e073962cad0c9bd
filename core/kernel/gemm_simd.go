//go:build goexperiment.simd

package kernel

import "simd"

// lanes is the number of floats in a vector.
func lanes() int { return simd.VectorBitSize() / 32 }

// product is productRef for whole vectors of examples, in blocks of four
// outputs by two vectors that stay in registers.
func product(w, b, x, y []float32, out, in, n, row, col int) int {
	v, e := lanes(), 0
	for ; e+2*v <= n; e += 2 * v {
		o := 0
		for ; o+4 <= out; o += 4 {
			product4x2(w[o*row:], at(b, o), x[e:], y[o*n+e:], in, n, row, col)
		}
		for ; o < out; o++ {
			product1x2(w[o*row:], at(b, o), x[e:], y[o*n+e:], in, n, col)
		}
	}
	for ; e+v <= n; e += v {
		for o := range out {
			product1x1(w[o*row:], at(b, o), x[e:], y[o*n+e:], in, n, col)
		}
	}
	return e
}

var zeros [4]float32

// at is the bias from output o on.
func at(b []float32, o int) []float32 {
	if b == nil {
		return zeros[:]
	}
	return b[o:]
}

func product4x2(w, b, x, y []float32, in, n, row, col int) {
	w1, w2, w3 := w[row:], w[2*row:], w[3*row:]
	a00, a10 := simd.BroadcastFloat32s(b[0]), simd.BroadcastFloat32s(b[1])
	a20, a30 := simd.BroadcastFloat32s(b[2]), simd.BroadcastFloat32s(b[3])
	a01, a11, a21, a31 := a00, a10, a20, a30
	v, p := a00.Len(), 0
	for q := 0; q < in*col; q += col {
		x0, x1 := simd.LoadFloat32s(x[p:]), simd.LoadFloat32s(x[p+v:])
		c := simd.BroadcastFloat32s(w[q])
		a00, a01 = a00.Add(c.Mul(x0)), a01.Add(c.Mul(x1))
		c = simd.BroadcastFloat32s(w1[q])
		a10, a11 = a10.Add(c.Mul(x0)), a11.Add(c.Mul(x1))
		c = simd.BroadcastFloat32s(w2[q])
		a20, a21 = a20.Add(c.Mul(x0)), a21.Add(c.Mul(x1))
		c = simd.BroadcastFloat32s(w3[q])
		a30, a31 = a30.Add(c.Mul(x0)), a31.Add(c.Mul(x1))
		p += n
	}
	a00.Store(y)
	a01.Store(y[v:])
	a10.Store(y[n:])
	a11.Store(y[n+v:])
	a20.Store(y[2*n:])
	a21.Store(y[2*n+v:])
	a30.Store(y[3*n:])
	a31.Store(y[3*n+v:])
}

func product1x2(w, b, x, y []float32, in, n, col int) {
	a0 := simd.BroadcastFloat32s(b[0])
	a1 := a0
	v, p := a0.Len(), 0
	for q := 0; q < in*col; q += col {
		c := simd.BroadcastFloat32s(w[q])
		a0 = a0.Add(c.Mul(simd.LoadFloat32s(x[p:])))
		a1 = a1.Add(c.Mul(simd.LoadFloat32s(x[p+v:])))
		p += n
	}
	a0.Store(y)
	a1.Store(y[v:])
}

func product1x1(w, b, x, y []float32, in, n, col int) {
	a, p := simd.BroadcastFloat32s(b[0]), 0
	for q := 0; q < in*col; q += col {
		a = a.Add(simd.BroadcastFloat32s(w[q]).Mul(simd.LoadFloat32s(x[p:])))
		p += n
	}
	a.Store(y)
}

// addDots adds the dot products of dy with the first rows of x to dw and
// returns how many rows it has done. Lanes partial sums take 4, 2 or 1
// vectors; as many rows at a time share a load of dy as keep all sums in
// registers.
func addDots(dy, x, dw []float32, in, n int) int {
	var p [4][Lanes]float32
	i := 0
	switch lanes() {
	case 4:
		for ; i+2 <= in; i += 2 {
			e := dots2x4(dy, x[i*n:], x[(i+1)*n:], &p)
			addFolded(&p, dy, x, dw, i, 2, n, e)
		}
	case 8:
		for ; i+4 <= in; i += 4 {
			e := dots4x2(dy, x[i*n:], x[(i+1)*n:], x[(i+2)*n:], x[(i+3)*n:], &p)
			addFolded(&p, dy, x, dw, i, 4, n, e)
		}
	case 16:
		for ; i+4 <= in; i += 4 {
			e := dots4x1(dy, x[i*n:], x[(i+1)*n:], x[(i+2)*n:], x[(i+3)*n:], &p)
			addFolded(&p, dy, x, dw, i, 4, n, e)
		}
	}
	return i
}

// addFolded finishes rows i to i+rows-1 from example e on and adds them to dw.
func addFolded(p *[4][Lanes]float32, dy, x, dw []float32, i, rows, n, e int) {
	for r := range rows {
		dotRef(dy[e:], x[(i+r)*n+e:(i+r+1)*n], &p[r])
		dw[i+r] += fold(&p[r])
	}
}

func dots2x4(dy, x, y []float32, p *[4][Lanes]float32) int {
	var a0, a1, a2, a3, b0, b1, b2, b3 simd.Float32s
	e := 0
	for ; e+16 <= len(dy); e += 16 {
		d, xe, ye := dy[e:e+16], x[e:e+16], y[e:e+16]
		g := simd.LoadFloat32s(d)
		a0 = a0.Add(g.Mul(simd.LoadFloat32s(xe)))
		b0 = b0.Add(g.Mul(simd.LoadFloat32s(ye)))
		g = simd.LoadFloat32s(d[4:])
		a1 = a1.Add(g.Mul(simd.LoadFloat32s(xe[4:])))
		b1 = b1.Add(g.Mul(simd.LoadFloat32s(ye[4:])))
		g = simd.LoadFloat32s(d[8:])
		a2 = a2.Add(g.Mul(simd.LoadFloat32s(xe[8:])))
		b2 = b2.Add(g.Mul(simd.LoadFloat32s(ye[8:])))
		g = simd.LoadFloat32s(d[12:])
		a3 = a3.Add(g.Mul(simd.LoadFloat32s(xe[12:])))
		b3 = b3.Add(g.Mul(simd.LoadFloat32s(ye[12:])))
	}
	a0.StorePart(p[0][:])
	a1.StorePart(p[0][4:])
	a2.StorePart(p[0][8:])
	a3.StorePart(p[0][12:])
	b0.StorePart(p[1][:])
	b1.StorePart(p[1][4:])
	b2.StorePart(p[1][8:])
	b3.StorePart(p[1][12:])
	return e
}

func dots4x2(dy, x0, x1, x2, x3 []float32, p *[4][Lanes]float32) int {
	var a0, a1, b0, b1, c0, c1, d0, d1 simd.Float32s
	e := 0
	for ; e+16 <= len(dy); e += 16 {
		g, h := simd.LoadFloat32s(dy[e:]), simd.LoadFloat32s(dy[e+8:])
		a0 = a0.Add(g.Mul(simd.LoadFloat32s(x0[e:])))
		a1 = a1.Add(h.Mul(simd.LoadFloat32s(x0[e+8:])))
		b0 = b0.Add(g.Mul(simd.LoadFloat32s(x1[e:])))
		b1 = b1.Add(h.Mul(simd.LoadFloat32s(x1[e+8:])))
		c0 = c0.Add(g.Mul(simd.LoadFloat32s(x2[e:])))
		c1 = c1.Add(h.Mul(simd.LoadFloat32s(x2[e+8:])))
		d0 = d0.Add(g.Mul(simd.LoadFloat32s(x3[e:])))
		d1 = d1.Add(h.Mul(simd.LoadFloat32s(x3[e+8:])))
	}
	a0.StorePart(p[0][:])
	a1.StorePart(p[0][8:])
	b0.StorePart(p[1][:])
	b1.StorePart(p[1][8:])
	c0.StorePart(p[2][:])
	c1.StorePart(p[2][8:])
	d0.StorePart(p[3][:])
	d1.StorePart(p[3][8:])
	return e
}

func dots4x1(dy, x0, x1, x2, x3 []float32, p *[4][Lanes]float32) int {
	var a, b, c, d simd.Float32s
	e := 0
	for ; e+16 <= len(dy); e += 16 {
		g := simd.LoadFloat32s(dy[e:])
		a = a.Add(g.Mul(simd.LoadFloat32s(x0[e:])))
		b = b.Add(g.Mul(simd.LoadFloat32s(x1[e:])))
		c = c.Add(g.Mul(simd.LoadFloat32s(x2[e:])))
		d = d.Add(g.Mul(simd.LoadFloat32s(x3[e:])))
	}
	a.StorePart(p[0][:])
	b.StorePart(p[1][:])
	c.StorePart(p[2][:])
	d.StorePart(p[3][:])
	return e
}

// dot adds the products of whole groups of Lanes examples to p.
func dot(x, y []float32, p *[Lanes]float32) int {
	var q [4][Lanes]float32
	e := 0
	switch lanes() {
	case 4:
		e = dots2x4(x, y, y, &q)
	case 8:
		e = dots4x2(x, y, y, y, y, &q)
	case 16:
		e = dots4x1(x, y, y, y, y, &q)
	}
	*p = q[0]
	return e
}
