package kernel

// Images are stored like batches of rows. A channel of h×w pixels consists of h*w features in
// row-major order, and each feature is a run of n examples. A line of an image is therefore w*n
// contiguous numbers, and the neighbour to the right is n numbers further on. A 3×3 convolution
// adds nine products of a weight and a run; it copies no patches. Vectors run along lines. Lines
// shorter than two vectors use the scalar twins, so a single small image should be predicted in a
// batch padded with zeros.
//
// A convolution never reads beyond an edge, because Pad adds a frame of zeros first.

// Taps is the number of weights in a 3×3 kernel, in row-major order.
const Taps = 9

// Pad copies images and adds a frame of zeros that is pad pixels wide.
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

// Conv computes a 3×3 convolution with a bias,
//
//	y[o,r,q,e] = b[o] + sum_c sum_k sum_l w[o,c,k,l] * x[c,r+k,q+l,e]
//
//	w  out×in×9    b  out    x  in×(h+2)×(w+2)×n    y  out×h×w×n
//
// summed over c, k and l in order.
func Conv(w, b, x, y []float32, out, in, h, wide, n int) {
	convolve(w[:out*in*Taps], b[:out], x, y, filter{out, in, h, wide * n, n, in * Taps, Taps, 0, 1})
}

// ConvInput computes the gradient of Conv with respect to its input,
//
//	dx[c,r,q,e] = sum_o sum_k sum_l w[o,c,2-k,2-l] * dy[o,r+k,q+l,e]
//
//	w  out×in×9    dy  out×(h+2)×(w+2)×n    dx  in×h×w×n
//
// summed over o, k and l in order. h and w are those of dx. dy has a frame of zeros that makes it
// two pixels larger than dx. The frame is one pixel wide if Conv's input was padded, and two pixels
// otherwise. dx has no frame.
func ConvInput(w, dy, dx []float32, out, in, h, wide, n int) {
	convolve(w[:out*in*Taps], nil, dy, dx, filter{in, out, h, wide * n, n, Taps, in * Taps, Taps - 1, -1})
}

// ConvWeights adds the gradient of Conv with respect to its weights,
//
//	dw[o,c,k,l] += sum_r sum_q sum_e dy[o,r,q,e] * x[c,r+k,q+l,e]
//
//	dy  out×h×w×n    x  in×(h+2)×(w+2)×n    dw  out×in×9
//
// The sum is kept in Lanes partial sums; position j of a line is added to number j mod Lanes. The
// complete groups of Lanes positions of all lines come first, then the remaining positions.
func ConvWeights(dy, x, dw []float32, out, in, h, wide, n int) {
	line, next, plane, outs := wide*n, (wide+2)*n, h*wide*n, tapsOuts
	dy, x, dw = dy[:out*plane], x[:in*(h+2)*next], dw[:out*in*Taps]
	apart := plane
	if out < tapsOuts { // one output at a time, computed three times
		outs, apart = 1, 0
	}
	for o := 0; o < out; o += outs {
		first := min(o, out-outs) // the last group may repeat some outputs
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

// tapsOuts is the number of outputs that share each load of an input.
const tapsOuts = 3

// tapsRef adds the products for each line, starting at position from: complete groups of Lanes
// first, then the remaining ones.
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

// filter describes a convolution from in planes of h+2 lines of line+2n numbers to out planes of
// h lines of line numbers. The weight t for planes o and c is at index first + o*row + c*col +
// t*step.
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
