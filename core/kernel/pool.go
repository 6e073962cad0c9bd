package kernel

// Pooling uses adjacent squares of 2×2 pixels and omits an odd last line or column. Images are
// stored as for Conv; h and w are those of the small image.
//
//	large  planes×H×W×n    small  planes×h×w×n    h = H/2    w = W/2

// square holds where the numbers for one pixel of the small image start.
type square struct{ a, b, c, d, small int }

func squareAt(p, r, q, tall, wide, n int) square {
	h, w := tall/2, wide/2
	a := ((p*tall+2*r)*wide + 2*q) * n
	return square{a, a + n, a + wide*n, a + wide*n + n, ((p*h+r)*w + q) * n}
}

// MaxPool computes the largest number of each square. tall and wide are H and W.
func MaxPool(x, y []float32, planes, tall, wide, n int) {
	x, y = x[:planes*tall*wide*n], y[:planes*(tall/2)*(wide/2)*n]
	for p := range planes {
		for r := range tall / 2 {
			for q := range wide / 2 {
				s := squareAt(p, r, q, tall, wide, n)
				a, b, c, d, to := x[s.a:s.a+n], x[s.b:s.b+n], x[s.c:s.c+n], x[s.d:s.d+n], y[s.small:s.small+n]
				e := max4(a, b, c, d, to)
				max4Ref(a[e:], b[e:], c[e:], d[e:], to[e:])
			}
		}
	}
}

// MaxPoolGrad computes the gradient of MaxPool with respect to its input. Each square passes its
// gradient to its largest number; in a tie, to the first.
//
//	x, dx  large    dy  small
func MaxPoolGrad(x, dy, dx []float32, planes, tall, wide, n int) {
	x, dy, dx = x[:planes*tall*wide*n], dy[:planes*(tall/2)*(wide/2)*n], dx[:planes*tall*wide*n]
	if tall%2+wide%2 > 0 {
		clear(dx)
	}
	for p := range planes {
		for r := range tall / 2 {
			for q := range wide / 2 {
				s := squareAt(p, r, q, tall, wide, n)
				a, b, c, d, g := x[s.a:s.a+n], x[s.b:s.b+n], x[s.c:s.c+n], x[s.d:s.d+n], dy[s.small:s.small+n]
				i, j, k, l := dx[s.a:s.a+n], dx[s.b:s.b+n], dx[s.c:s.c+n], dx[s.d:s.d+n]
				e := max4Grad(a, b, c, d, g, i, j, k, l)
				max4GradRef(a[e:], b[e:], c[e:], d[e:], g[e:], i[e:], j[e:], k[e:], l[e:])
			}
		}
	}
}

// Pool computes k times the sum of every square: the mean if k = 1/4, and the gradient of Spread
// if k = 1.
func Pool(x, y []float32, k float32, planes, tall, wide, n int) {
	x, y = x[:planes*tall*wide*n], y[:planes*(tall/2)*(wide/2)*n]
	for p := range planes {
		for r := range tall / 2 {
			for q := range wide / 2 {
				s := squareAt(p, r, q, tall, wide, n)
				a, b, c, d, to := x[s.a:s.a+n], x[s.b:s.b+n], x[s.c:s.c+n], x[s.d:s.d+n], y[s.small:s.small+n]
				e := sum4(a, b, c, d, to, k)
				sum4Ref(a[e:], b[e:], c[e:], d[e:], to[e:], k)
			}
		}
	}
}

// Spread writes k times each number of the small image to its whole square. With k = 1 it doubles
// an image, and with k = 1/4 it computes the gradient of the mean.
func Spread(y, x []float32, k float32, planes, tall, wide, n int) {
	y, x = y[:planes*(tall/2)*(wide/2)*n], x[:planes*tall*wide*n]
	if tall%2+wide%2 > 0 {
		clear(x)
	}
	for p := range planes {
		for r := range tall / 2 {
			for q := range wide / 2 {
				s := squareAt(p, r, q, tall, wide, n)
				from, a, b, c, d := y[s.small:s.small+n], x[s.a:s.a+n], x[s.b:s.b+n], x[s.c:s.c+n], x[s.d:s.d+n]
				for e, v := range from {
					a[e] = float32(k * v)
				}
				copy(b, a)
				copy(c, a)
				copy(d, a)
			}
		}
	}
}

func max4Ref(a, b, c, d, y []float32) {
	for e := range y {
		y[e] = AtLeast(AtLeast(AtLeast(a[e], b[e]), c[e]), d[e])
	}
}

func max4GradRef(a, b, c, d, dy, da, db, dc, dd []float32) {
	for e, g := range dy {
		da[e], db[e], dc[e], dd[e] = 0, 0, 0, 0
		best, to := a[e], da
		if best < b[e] {
			best, to = b[e], db
		}
		if best < c[e] {
			best, to = c[e], dc
		}
		if best < d[e] {
			to = dd
		}
		to[e] = g
	}
}

func sum4Ref(a, b, c, d, y []float32, k float32) {
	for e := range y {
		y[e] = float32(k * ((a[e] + b[e]) + (c[e] + d[e])))
	}
}
