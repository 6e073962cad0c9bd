package nn

import "causeway/core/kernel"

// The layers in this file are for networks from other programs, with windows of any size. They are
// plain loops over the examples of a batch. Their parameters are never trained, so they pass
// gradients only to their inputs.

// Window describes how a kernel moves over images of H×Wide pixels: its size, its stride, and the
// padding above, left, below and right.
type Window struct {
	H, Wide      int
	High, Across int
	Down, Right  int
	Frame        [4]int
}

// Places returns the numbers of output rows and columns, or 0 if the window does not fit.
func (w Window) Places() (h, wide int) {
	return (w.H+w.Frame[0]+w.Frame[2]-w.High)/w.Down + 1, (w.Wide+w.Frame[1]+w.Frame[3]-w.Across)/w.Right + 1
}

// each calls do for every run of outputs, with the pixels that the run reads and the index in the
// kernel. With a horizontal stride of 1, a run is a whole line; otherwise it is a single output.
func (w Window) each(do func(tap, in, out, run int)) {
	h, wide := w.Places()
	for r := range h {
		for k := range w.High {
			y := r*w.Down + k - w.Frame[0]
			if y < 0 || y >= w.H {
				continue
			}
			for l := range w.Across {
				left := l - w.Frame[1] // column of the pixel that the first output reads
				if w.Right == 1 {
					if from, to := max(0, -left), min(wide, w.Wide-left); from < to {
						do(k*w.Across+l, y*w.Wide+from+left, r*wide+from, to-from)
					}
					continue
				}
				for q := range wide {
					if x := q*w.Right + left; x >= 0 && x < w.Wide {
						do(k*w.Across+l, y*w.Wide+x, r*wide+q, 1)
					}
				}
			}
		}
	}
}

// axpy adds a*x to y and rounds each number twice.
func axpy(a float32, x, y []float32) {
	for i, v := range x {
		y[i] += float32(a * v)
	}
}

// Filter is a convolution with any window and fixed weights.
//
//	x  In×H×Wide×n    W  Out×In×High×Across    B  Out    y  Out×places×n
type Filter struct {
	Window
	In, Out int
	W, B    []float32
}

// Size implements Layer.
func (f *Filter) Size() (in, out int) {
	h, wide := f.Places()
	return f.In * f.H * f.Wide, f.Out * h * wide
}

// Params implements Layer.
func (f *Filter) Params() []Param { return nil }

// Forward implements Layer.
func (f *Filter) Forward(s *Slot) []float32 {
	_, out := f.Size()
	places, taps, n := out/f.Out, f.High*f.Across, s.N
	y := Grow(&s.Y, out*n)
	for o := range f.Out {
		for i := o * places * n; i < (o+1)*places*n; i++ {
			y[i] = f.B[o]
		}
	}
	f.each(func(tap, in, at, run int) {
		for o := range f.Out {
			to := y[(o*places+at)*n:][:run*n]
			for c := range f.In {
				axpy(f.W[(o*f.In+c)*taps+tap], s.X[(c*f.H*f.Wide+in)*n:][:run*n], to)
			}
		}
	})
	return y
}

// Backward implements Layer.
func (f *Filter) Backward(s *Slot, dy []float32, _ Grad, first int) []float32 {
	if first == 0 {
		return nil
	}
	in, out := f.Size()
	places, taps, n := out/f.Out, f.High*f.Across, s.N
	dx := Grow(&s.DX, in*n)
	clear(dx)
	f.each(func(tap, in, at, run int) {
		for c := range f.In {
			to := dx[(c*f.H*f.Wide+in)*n:][:run*n]
			for o := range f.Out {
				axpy(f.W[(o*f.In+c)*taps+tap], dy[(o*places+at)*n:][:run*n], to)
			}
		}
	})
	return dx[:first*n]
}

// Pooling takes the maximum or the mean of each window. The mean is over the pixels inside the
// image, or over the whole window.
type Pooling struct {
	Window
	Channels int
	Mean     bool
	Whole    bool // the mean includes the padding
}

// Size implements Layer.
func (p *Pooling) Size() (in, out int) {
	h, wide := p.Places()
	return p.Channels * p.H * p.Wide, p.Channels * h * wide
}

// Params implements Layer.
func (p *Pooling) Params() []Param { return nil }

// parts returns, for each output, the weight of one pixel in the mean.
func (p *Pooling) parts() []float32 {
	h, wide := p.Places()
	of := make([]float32, h*wide)
	p.each(func(_, _, at, run int) {
		for i := range run {
			of[at+i]++
		}
	})
	for i := range of {
		if p.Whole {
			of[i] = float32(p.High * p.Across)
		}
		of[i] = 1 / max(of[i], 1)
	}
	return of
}

// Forward implements Layer.
func (p *Pooling) Forward(s *Slot) []float32 {
	_, out := p.Size()
	places, n := out/p.Channels, s.N
	y := Grow(&s.Y, out*n)
	clear(y)
	if p.Mean {
		of := p.parts()
		p.each(func(_, in, at, run int) {
			for c := range p.Channels {
				for i := range run {
					axpy(of[at+i], s.X[(c*p.H*p.Wide+in+i)*n:][:n], y[(c*places+at+i)*n:][:n])
				}
			}
		})
		return y
	}
	seen := make([]bool, places)
	p.each(func(_, in, at, run int) {
		for c := range p.Channels {
			x, to := s.X[(c*p.H*p.Wide+in)*n:][:run*n], y[(c*places+at)*n:][:run*n]
			for e, v := range x {
				if !seen[at+e/n] || v > to[e] {
					to[e] = v
				}
			}
		}
		for i := range run {
			seen[at+i] = true
		}
	})
	return y
}

// Backward implements Layer. If several pixels are the maximum, the first one gets the gradient.
func (p *Pooling) Backward(s *Slot, dy []float32, _ Grad, first int) []float32 {
	if first == 0 {
		return nil
	}
	in, out := p.Size()
	places, n := out/p.Channels, s.N
	dx := Grow(&s.DX, in*n)
	clear(dx)
	if p.Mean {
		of := p.parts()
		p.each(func(_, in, at, run int) {
			for c := range p.Channels {
				for i := range run {
					axpy(of[at+i], dy[(c*places+at+i)*n:][:n], dx[(c*p.H*p.Wide+in+i)*n:][:n])
				}
			}
		})
		return dx[:first*n]
	}
	given := make([]bool, out*n)
	p.each(func(_, in, at, run int) {
		for c := range p.Channels {
			i, o := (c*p.H*p.Wide+in)*n, (c*places+at)*n
			for e := range run * n {
				if !given[o+e] && s.X[i+e] == s.Y[o+e] {
					given[o+e] = true
					dx[i+e] += dy[o+e]
				}
			}
		}
	})
	return dx[:first*n]
}

// Apply computes w*x + b for every number, with parameters for each channel, and then an
// activation. Slope is the slope of a leaky ReLU below zero.
//
//	x, y  len(W)×Each×n
type Apply struct {
	Each  int // numbers per channel
	W, B  []float32
	Act   Activation
	Slope float32
}

// Size implements Layer.
func (a *Apply) Size() (in, out int) { return len(a.W) * a.Each, len(a.W) * a.Each }

// Params implements Layer.
func (a *Apply) Params() []Param { return nil }

// Forward implements Layer.
func (a *Apply) Forward(s *Slot) []float32 {
	in, _ := a.Size()
	y, run := Grow(&s.Y, in*s.N), a.Each*s.N
	for c, w := range a.W {
		for i := c * run; i < (c+1)*run; i++ {
			y[i] = float32(w*s.X[i]) + a.B[c]
		}
	}
	switch a.Act {
	case Sigmoid:
		kernel.Sigmoid(y, y)
	case ReLU:
		for i, v := range y {
			if v < 0 {
				y[i] = a.Slope * v
			}
		}
	}
	return y
}

// Backward implements Layer.
func (a *Apply) Backward(s *Slot, dy []float32, _ Grad, first int) []float32 {
	switch a.Act {
	case Sigmoid:
		kernel.SigmoidGrad(s.Y, dy, dy)
	case ReLU:
		run := a.Each * s.N
		for c, w := range a.W {
			for i := c * run; i < (c+1)*run; i++ {
				if float32(w*s.X[i])+a.B[c] < 0 {
					dy[i] *= a.Slope
				}
			}
		}
	}
	run := a.Each * s.N
	for c, w := range a.W {
		for i := c * run; i < (c+1)*run; i++ {
			dy[i] *= w
		}
	}
	return dy[:first*s.N]
}
