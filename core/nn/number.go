package nn

import (
	"math"
	"slices"

	"causeway/core/kernel"
)

// number trains a regression on a numeric outcome. The target is the distance to the first cut in
// standard deviations of the training rows:
//
//	t = (v - cut_1) / sd    loss = (f(x) - t)^2 / 2
//
// Assuming that the errors on the validation rows are logistic, head turns the prediction into
// probabilities of the classes.
type number struct {
	train, val []float64 // targets t of the rows
	rows       Examples  // for validation
	cuts       []float64 // in the units of t
	sd         float64
}

// newNumber returns nil if classes are learned.
func newNumber(cfg ClassifierConfig, train, val Examples) *number {
	if cfg.ByClass || len(train.Cuts) == 0 {
		return nil
	}
	mean, square := 0.0, 0.0
	for _, v := range train.Numbers {
		mean += v / float64(len(train.Numbers))
	}
	for _, v := range train.Numbers {
		square += float64((v-mean)*(v-mean)) / float64(len(train.Numbers))
	}
	n := &number{rows: val, sd: math.Sqrt(square)}
	if n.sd == 0 {
		n.sd = 1
	}
	scaled := func(list []float64) []float64 {
		list = slices.Clone(list)
		for i, v := range list {
			list[i] = (v - train.Cuts[0]) / n.sd
		}
		return list
	}
	n.train, n.val, n.cuts = scaled(train.Numbers), scaled(val.Numbers), scaled(train.Cuts)
	return n
}

// lose returns the mean loss over training rows, and writes its gradient with respect to the
// predictions.
//
//	y, d  rows
func (n *number) lose(y []float32, rows []int, d []float32) (loss float64) {
	for e, r := range rows {
		off := y[e] - float32(n.train[r])
		d[e] = off / float32(len(rows))
		loss += float64(off * off)
	}
	return loss / float64(2*len(rows))
}

// error returns the mean loss on the validation rows.
func (n *number) error(c *Classifier) float64 {
	var t Tape
	loss, all := 0.0, n.rows.Rows()
	for from := 0; from < all; from += n.rows.AtOnce() {
		list := make([]int, min(n.rows.AtOnce(), all-from))
		for i := range list {
			list[i] = from + i
		}
		x := make([]float32, n.rows.Width*len(list))
		n.rows.Gather(list, x)
		for e, y := range c.Net.Forward(&t, x, len(list), Eval, kernel.Key{}) {
			off := float64(y) - n.val[from+e]
			loss += float64(off * off)
		}
	}
	return loss / float64(2*max(all, 1))
}

// leastError is the smallest error that head assumes, in standard deviations of the training rows.
const leastError = 1e-3

// head turns a network that predicts the number with the given mean loss into a classifier of the
// bands between the cuts. A logistic distribution with the errors' standard deviation has the scale
// s = sqrt(3)/pi times that deviation. The logits are
//
//	z_k = k f(x) / s - sum of cut_j / s over j <= k
//
// so that two neighbouring bands have the shares of a logistic error, and the band that contains
// f(x) has the largest share.
func (n *number) head(c *Classifier, loss float64) *Classifier {
	deviation := max(math.Sqrt(2*loss), leastError)
	scale := float64(deviation*math.Sqrt(3)) / math.Pi
	cuts := make([]float64, len(n.cuts))
	for j, cut := range n.cuts {
		cuts[j] = cut / scale
	}
	last := *c.Net[len(c.Net)-1].(*Block)
	last.W, last.B = slices.Clone(last.W), slices.Clone(last.B)
	for i, w := range last.W {
		last.W[i] = float32(float64(w) / scale)
	}
	last.B[0] = float32(float64(last.B[0]) / scale)
	out := &Classifier{Net: append(slices.Clone(c.Net[:len(c.Net)-1]), bands(&last, cuts))}
	out.Unit = float64(float32(n.sd * scale)) // as stored
	return out
}

// bands returns a last layer that converts the single output z of another layer to logits of the
// bands between cuts:
//
//	z_k = k z - sum of cut_j over j <= k
func bands(b *Block, cuts []float64) *Block {
	out := Dense(b.In, len(cuts)+1, Identity, kernel.Key{})
	below := 0.0
	clear(out.W)
	for k := range out.Out {
		if k > 0 {
			below += cuts[k-1]
		}
		for i, w := range b.W {
			out.W[k*b.In+i] = float32(float64(k) * float64(w))
		}
		out.B[k] = float32(float64(float64(k)*float64(b.B[0])) - below)
	}
	return out
}

// Bands returns a classifier whose classes are bands of one class's lead over another, in logits of
// c. cuts are the ascending limits between bands. All other classes of c are ignored.
func (c *Classifier) Bands(class, over int, cuts []float64) *Classifier {
	from := c.Net[len(c.Net)-1].(*Block)
	one := Dense(from.In, 1, Identity, kernel.Key{})
	for i := range one.W {
		one.W[i] = from.W[class*from.In+i] - from.W[over*from.In+i]
	}
	one.B[0] = from.B[class] - from.B[over]
	return &Classifier{Net: append(slices.Clone(c.Net[:len(c.Net)-1]), bands(one, cuts)), Unit: c.Unit}
}
