package kernel

// Affine computes a matrix product with a bias,
//
//	y[o,e] = b[o] + sum_i w[o,i] * x[i,e]
//
//	w  out×in    b  out    x  in×n    y  out×n
//
// summed over i in order.
func Affine(w, b, x, y []float32, out, in, n int) {
	w, b, x, y = w[:out*in], b[:out], x[:in*n], y[:out*n]
	done := product(w, b, x, y, out, in, n, in, 1)
	productRef(w, b, x, y, out, in, n, in, 1, done)
}

// MulTrans computes the product with the transposed matrix,
//
//	dx[i,e] = sum_o w[o,i] * dy[o,e]    i < first
//
//	w  out×in    dy  out×n    dx  first×n
//
// summed over o in order. This is the gradient of Affine with respect to its first inputs.
func MulTrans(w, dy, dx []float32, out, in, first, n int) {
	w, dy, dx = w[:out*in], dy[:out*n], dx[:min(first, in)*n]
	done := product(w, nil, dy, dx, first, out, n, 1, in)
	productRef(w, nil, dy, dx, first, out, n, 1, in, done)
}

// AddOuter adds the product of dy and the transpose of x,
//
//	dw[o,i] += sum_e dy[o,e] * x[i,e]
//
//	dy  out×n    x  in×n    dw  out×in
//
// This is the gradient of Affine with respect to w. The sum over examples is kept in Lanes
// partial sums.
func AddOuter(dy, x, dw []float32, out, in, n int) {
	dy, x, dw = dy[:out*n], x[:in*n], dw[:out*in]
	if addOuter(dy, x, dw, out, in, n) {
		return
	}
	for o := range out {
		for i := range in {
			dw[o*in+i] += Dot(dy[o*n:(o+1)*n], x[i*n:(i+1)*n])
		}
	}
}

// Dot returns sum_e x[e] * y[e], in Lanes partial sums. It panics if len(y) < len(x).
func Dot(x, y []float32) float32 {
	var p [Lanes]float32
	y = y[:len(x)]
	e := dot(x, y, &p)
	dotRef(x[e:], y[e:], &p)
	return fold(&p)
}

// productRef computes y[o,e] = b[o] + sum_i w[o*row+i*col] * x[i,e] for the examples from from
// on. A nil b means zero.
func productRef(w, b, x, y []float32, out, in, n, row, col, from int) {
	for o := range out {
		for e := from; e < n; e++ {
			var s float32
			if b != nil {
				s = b[o]
			}
			for i := range in {
				s += float32(w[o*row+i*col] * x[i*n+e])
			}
			y[o*n+e] = s
		}
	}
}

func dotRef(x, y []float32, p *[Lanes]float32) {
	for e := range x {
		p[e%Lanes] += float32(x[e] * y[e])
	}
}
