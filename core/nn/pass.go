package nn

import (
	"causeway/core/blackbox"
	"causeway/core/kernel"
)

// Pass implements blackbox.BlackBox.
func (c *Classifier) Pass() blackbox.Pass { return &pass{c: c} }

// Trace implements blackbox.Differentiable.
func (c *Classifier) Trace() blackbox.Trace { return &trace{pass{c: c}} }

// Network returns the classifier, for code that computes bounds of its answers.
func (c *Classifier) Network() *Classifier { return c }

// pass predicts with a classifier that is not being trained, on its own tape.
type pass struct {
	c    *Classifier
	tape Tape

	asked  bool
	single *Single // created for the first single row; nil if the network does not allow it
}

func (p *pass) Shares(x []float32, n int) []float32 {
	y := p.Logits(x, n)
	kernel.Softmax(y, y, p.c.Classes(), n)
	return y
}

func (p *pass) Logits(x []float32, n int) []float32 {
	if n == 1 && !p.asked {
		p.asked, p.single = true, NewSingle(p.c.Net)
	}
	if n == 1 && p.single != nil {
		return p.single.Forward(x[:p.c.Net.In()])
	}
	return p.c.Net.Forward(&p.tape, x, n, Eval, kernel.Key{})
}

// trace is a pass that stores what the backward pass needs.
type trace struct{ pass }

func (p *trace) Shares(x []float32, n int) []float32 { return p.c.Shares(&p.tape, x, n, Eval) }

func (p *trace) Logits(x []float32, n int) []float32 {
	return p.c.Net.Forward(&p.tape, x, n, Eval, kernel.Key{})
}

func (p *trace) SharesGrad(shares, d []float32, n int) []float32 {
	return p.c.SharesGrad(&p.tape, shares, d, n)
}

func (p *trace) LogitsGrad(d []float32, _ int) []float32 { return p.c.Net.InputGrad(&p.tape, d) }

// Each calls use with the shares of all examples, in order, part by part.
//
//	shares  classes×len(y)
func Each(b blackbox.BlackBox, ex Data, use func(y []int, shares []float32)) {
	part, pass := min(ex.AtOnce(), max(ex.Rows(), 1)), b.Pass()
	x, rows := make([]float32, part*ex.Inputs()), make([]int, 0, part)
	for from := 0; from < ex.Rows(); from += part {
		rows = rows[:0]
		y := make([]int, 0, part)
		for r := from; r < min(from+part, ex.Rows()); r++ {
			rows, y = append(rows, r), append(y, ex.Class(r))
		}
		ex.Gather(rows, x)
		use(y, pass.Shares(x[:len(rows)*ex.Inputs()], len(rows)))
	}
}

// Classes returns the classes that a black box predicts for the examples.
func Classes(b blackbox.BlackBox, ex Data) []int {
	all := make([]int, 0, ex.Rows())
	Each(b, ex, func(y []int, shares []float32) {
		best := make([]int, len(y))
		Best(shares, best)
		all = append(all, best...)
	})
	return all
}
