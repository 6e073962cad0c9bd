package kernel

// Images are stored like batches of rows. A channel of h×w pixels is h*w features one after the
// other, row by row, and each is the run of its n examples. So a line of an image is w*n
// contiguous numbers, and the neighbour to the right stands n further. A 3×3 convolution is a
// sum of nine products of a weight and a run, without a copy of patches. Vectors run along
// lines. Lines of less than two vectors use the scalar twins, so ask about a single small image
// in a batch filled up with zeros.
//
// A convolution never looks beyond an edge: Pad puts the frame of zeros there that it needs.

// Taps is the number of weights of a 3×3 kernel, line by line.
const Taps = 9

// Pad copies images into a frame of zeros, pad pixels wide on every side.
//
//	x  planes×h×w×n    y  planes×(h+2pad)×(w+2pad)×n
func Pad(x, y []float32, planes, h, w, n, pad int) {
	line, wide := w*n, (w+2*pad)*n
	x, y = x[:planes*h*line], y[:planes*(h+2*pad)*wide]
	for p := range planes {
		frame := y[p*(h+2*pad)*wide : (p+1)*(h+2*pad)*wide]
		clear(frame[:pad*wide])
		for r := range h {
			to := frame[(r+pad)*wide : (r+pad+1)*wide]
			clear(to[:pad*n])
			copy(to[pad*n:], x[(p*h+r)*line:(p*h+r+1)*line])
			clear(to[pad*n+line:])
		}
		clear(frame[(h+pad)*wide:])
	}
}

// Conv is a 3×3 convolution with a bias,
//
//	y[o,r,q,e] = b[o] + sum_c sum_k sum_l w[o,c,k,l] * x[c,r+k,q+l,e]
//
//	w  out×in×9    b  out    x  in×(h+2)×(w+2)×n    y  out×h×w×n
//
// summed over c, k and l in order.
func Conv(w, b, x, y []float32, out, in, h, wide, n int) {
	convolve(w[:out*in*Taps], b[:out], x, y, filter{out, in, h, wide * n, n, in * Taps, Taps, 0, 1})
}

// ConvInput is the gradient of Conv by its input,
//
//	dx[c,r,q,e] = sum_o sum_k sum_l w[o,c,2-k,2-l] * dy[o,r+k,q+l,e]
//
//	w  out×in×9    dy  out×(h+2)×(w+2)×n    dx  in×h×w×n
//
// summed over o, k and l in order. h and w are those of dx. dy is in the frame of
// zeros that makes it two pixels larger than dx: one pixel wide where Conv's input had
// such a frame itself and dx leaves it out, two where it had none.
func ConvInput(w, dy, dx []float32, out, in, h, wide, n int) {
	convolve(w[:out*in*Taps], nil, dy, dx, filter{in, out, h, wide * n, n, Taps, in * Taps, Taps - 1, -1})
}

// ConvWeights adds the gradient of Conv by its weights,
//
//	dw[o,c,k,l] += sum_r sum_q sum_e dy[o,r,q,e] * x[c,r+k,q+l,e]
//
//	dy  out×h×w×n    x  in×(h+2)×(w+2)×n    dw  out×in×9
//
// The sum is in Lanes parts: place j of a line is in part j mod Lanes. First come the
// whole groups of Lanes places of every line, then what is left of the lines.
func ConvWeights(dy, x, dw []float32, out, in, h, wide, n int) {
	line, next, plane, outs := wide*n, (wide+2)*n, h*wide*n, tapsOuts
	dy, x, dw = dy[:out*plane], x[:in*(h+2)*next], dw[:out*in*Taps]
	apart := plane
	if out < tapsOuts { // one at a time, three times over
		outs, apart = 1, 0
	}
	for o := 0; o < out; o += outs {
		first := min(o, out-outs) // the last ones may repeat some of those before
		g := dy[first*plane : (first+outs)*plane]
		for c := range in {
			var p [tapsOuts][Taps][Lanes]float32
			s, from := x[c*(h+2)*next:(c+1)*(h+2)*next], 0
			if tapsFast(g, s, &p, apart, h, line, n) {
				from = line &^ (Lanes - 1)
			}
			for k := o - first; k < outs; k++ {
				tapsRef(g[k*plane:(k+1)*plane], s, &p[k], h, line, n, from)
				for t := range Taps {
					dw[((first+k)*in+c)*Taps+t] += fold(&p[k][t])
				}
			}
		}
	}
}

// tapsOuts is how many outputs share what is read of an input.
const tapsOuts = 3

// tapsRef adds the products of the places of every line from one on: first those of whole groups of
// Lanes, then those of what is left.
func tapsRef(dy, x []float32, p *[Taps][Lanes]float32, h, line, n, from int) {
	whole := line &^ (Lanes - 1)
	tapsBetween(dy, x, p, h, line, n, from, whole)
	tapsBetween(dy, x, p, h, line, n, max(from, whole), line)
}

func tapsBetween(dy, x []float32, p *[Taps][Lanes]float32, h, line, n, from, to int) {
	for r := range h {
		for j := from; j < to; j++ {
			g := dy[r*line+j]
			for t := range p {
				p[t][j%Lanes] += float32(g * x[(r+t/3)*(line+2*n)+t%3*n+j])
			}
		}
	}
}

// filter is a convolution of in planes of h+2 lines of line+2n numbers to out planes
// of h lines of line numbers. Weight t of planes o and c is number
// first + o*row + c*col + t*step.
type filter struct{ out, in, h, line, n, row, col, first, step int }

func (f filter) weight(o, c int) int { return f.first + o*f.row + c*f.col }

func convolve(w, b, x, y []float32, f filter) {
	x, y = x[:f.in*(f.h+2)*(f.line+2*f.n)], y[:f.out*f.h*f.line]
	if !convolveFast(w, b, x, y, f) {
		convolveRef(w, b, x, y, f)
	}
}

func convolveRef(w, b, x, y []float32, f filter) {
	next := f.line + 2*f.n
	for o := range f.out {
		for r := range f.h {
			for j := range f.line {
				var s float32
				if b != nil {
					s = b[o]
				}
				for c := range f.in {
					at := f.weight(o, c)
					for t := range Taps {
						s += float32(w[at+t*f.step] * x[(c*(f.h+2)+r+t/3)*next+t%3*f.n+j])
					}
				}
				y[(o*f.h+r)*f.line+j] = s
			}
		}
	}
}
