package cf

import (
	"math"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/data"
	"causeway/core/kernel"
	"causeway/core/nn"
	"causeway/core/search"
)

const (
	finishPart    = 1000 // rows are drawn this many at a time
	finishSamples = 5    // samples per row, to see whether the generator finds an answer
	finishShare   = 0.6  // remaining share of the labels' weight
	retreatWeight = 5    // weight of the distance back, where numbers cost 1 per MAD
)

// NewFinish continues a generator that learned from labels, with the same labels. It deals with the
// rows for which the generator found no answer: most of their samples miss the target, or a judge
// of the labels considers them infeasible. Some rows have no feasible counterfactual at all. Pushed
// by validity and by the judge, such rows move far away, and with intermediate weights many of them
// cross the boundary together.
//
// Such a row retreats. If base, the generator before all labels, moves the row by at most
// Config.Reach, the row returns to the nearest counterfactual of base, and the judge no longer
// counts for it. Otherwise the row returns to the factual, and validity no longer counts for it.
// Labels have a lower weight than before, because rows that reach the target only have to stay
// there.
//
// The rows that retreat are chosen once, before the first epoch. If they were chosen at every
// step, as with Config.GiveUp, rows that reach the target would be lost too. The training takes
// Config.Finish epochs. No later round should start from its result, because a row that has
// retreated does not try again.
func NewFinish(tuned, base *Generator, c Config, s data.Schema, blackBox blackbox.Differentiable, train,
	val nn.Examples, labels []Label) (*Fit, error) {
	c.Epochs, c.Feasibility, c.Pull = max(c.Finish, 1), finishShare*c.Feasibility, 0
	f, err := NewFineTune(tuned, c, s, blackBox, train, val, labels)
	if err != nil {
		return nil, err
	}
	f.ways = nil // the fine-tuning has already dealt with directions left out
	belief, _ := NewBelief(s, labels, f.key.Sub(streamJudge))
	settle := func(ex nn.Examples, y []int) retreats {
		all := make(retreats, blackBox.Classes())
		for class := range all {
			all[class] = make([]retreat, len(y))
			key := f.key.Sub(streamFinish).Sub(uint64(class))
			for rows := range slices.Chunk(others(y, class), finishPart) {
				some, key := ex.Some(rows), key.Sub(uint64(rows[0]))
				good, near := tuned.good(blackBox, belief, some, class, key),
					base.nearest(blackBox, some, class, c.Reach, key)
				for i, r := range rows {
					switch {
					case 2*good[i] > finishSamples:
					case near[i] != nil:
						all[class][r] = retreat{near[i], true}
					default:
						all[class][r] = retreat{ex.X[r*ex.Width : (r+1)*ex.Width], false}
					}
				}
			}
		}
		return all
	}
	f.terms = append(f.terms, wayBack{f.layout})
	f.settled.train, f.settled.val = settle(f.train, f.trainY), settle(f.val, f.valY)
	f.settled.labels = settle(f.oracle.x, Predict(blackBox, f.oracle.x))
	return f, nil
}

// retreat is where a finish leads a row without a feasible counterfactual: to a valid row or to the
// factual. The zero value leads nowhere.
type retreat struct {
	to    []float32 // encoded
	valid bool
}

// retreats holds the retreats for each target class, row by row. An empty value leads nowhere.
type retreats [][]retreat

// others returns the indices of the rows that do not belong to a class.
func others(y []int, class int) (rows []int) {
	for i, c := range y {
		if c != class {
			rows = append(rows, i)
		}
	}
	return rows
}

// good counts the samples of each row that reach a class and are believed to be feasible.
func (g *Generator) good(blackBox blackbox.BlackBox, belief Belief, ex nn.Examples, class int, key kernel.Key) []int {
	n := ex.Rows()
	factual, out := g.draw(blackBox, ex, class, key)
	queries := make([]Label, len(out.Y))
	for e, c := range out.Rows {
		queries[e] = Label{Factual: factual[e%n], Counterfactual: c, Target: class}
	}
	believed, good := belief.Of(queries), make([]int, n)
	for e, reached := range out.Y {
		if reached == class && (believed == nil || believed[e] > 0.5) {
			good[e%n]++
		}
	}
	return good
}

// nearest returns, for each row, the nearest sample that reaches a class, encoded. It returns nil
// for a row unless the mean distance of the samples that reach the class is below reach. Numbers
// count in MADs, and a changed level counts as search.LevelCost.
func (g *Generator) nearest(blackBox blackbox.BlackBox, ex nn.Examples, class int, reach float64,
	key kernel.Key) [][]float32 {
	n := ex.Rows()
	factual, out := g.draw(blackBox, ex, class, key)
	all := make([][]float32, n)
	for i := range all {
		sum, count, least, best := 0.0, 0.0, math.Inf(1), -1
		for e := i; e < len(out.Y); e += n {
			if out.Y[e] != class {
				continue
			}
			d := g.distance(factual[i], out.Rows[e])
			sum += d
			count++
			if d < least {
				least, best = d, e
			}
		}
		if best >= 0 && sum < float64(reach*count) {
			all[i] = make([]float32, ex.Width)
			g.schema.Encode(out.Rows[best], all[i])
		}
	}
	return all
}

// draw returns the decoded rows and their samples for a class.
func (g *Generator) draw(blackBox blackbox.BlackBox, ex nn.Examples, class int, key kernel.Key) (factual [][]float64,
	out Outputs) {
	factual = make([][]float64, ex.Rows())
	for i := range factual {
		factual[i] = make([]float64, len(g.groups))
		g.schema.Decode(ex.X[i*ex.Width:(i+1)*ex.Width], factual[i])
	}
	return factual, g.Generate(blackBox, ex, slices.Repeat([]int{class}, ex.Rows()), finishSamples, key)
}

// distance returns the distance between two rows, as defined in a search.
func (l layout) distance(x, c []float64) float64 {
	d := 0.0
	for j, f := range l.schema.Features {
		if f.Kind.Numeric() {
			d += math.Abs(c[j]-x[j]) / f.MAD
		} else if c[j] != x[j] {
			d += search.LevelCost
		}
	}
	return d
}

// settle limits the hinge of each row in a batch to most, and removes the hinge of rows that
// retreat to the factual.
func (b *batch) settle(all retreats, rows []int, most float32) {
	b.retreats = b.retreats[:0]
	for i := range b.rows {
		b.most[i] = most
		if len(all) == 0 {
			continue
		}
		b.retreats = append(b.retreats, all[b.target[i]][rows[i]])
		if back := b.retreats[i]; back.to != nil && !back.valid {
			b.most[i] = lost
		}
	}
}

// lost is the hinge limit of a row that retreats to the factual. It is below every hinge.
const lost = -1

// retreat returns the retreat of an example's row.
func (b *batch) retreat(e int) retreat {
	if len(b.retreats) == 0 {
		return retreat{}
	}
	return b.retreats[e%b.rows]
}

// wayBack leads retreating rows back. Its value is the mean of their remaining distances over all
// examples, times retreatWeight. Proximity alone would leave rows slightly off the factual, for
// instance a year younger, because its weight is low compared with the other terms.
type wayBack struct{ layout }

func (w wayBack) name() string { return "way back" }

func (w wayBack) add(b *batch) float64 {
	sum, k := 0.0, retreatWeight/float32(b.n)
	for e := range b.n {
		if to := b.retreat(e).to; to != nil {
			sum += w.way(b, e, to, k)
		}
	}
	return sum
}

// way returns the distance of an example from an encoded row r,
//
//	k * (sum |x' - r| / MAD - sum log x'_l)
//
// summed over the numbers and over the other features, where l is the level of r. It also adds
// the gradient.
func (l layout) way(b *batch, e int, r []float32, k float32) float64 {
	sum, o := 0.0, 0
	for j, g := range l.groups {
		if f := l.schema.Features[j]; f.Kind.Numeric() {
			c, at := float32(k*float32((f.Max-f.Min)/f.MAD)), o*b.n+e
			sum += float64(c * kernel.Distance(b.out[at:at+1], r[o:o+1], b.d[at:at+1], c))
		} else {
			at := o + slices.Index(r[o:o+g], 1)
			p := kernel.AtLeast(b.out[at*b.n+e], leastShare)
			sum -= float64(k * kernel.Log1(p))
			b.d[at*b.n+e] -= k / p
		}
		o += g
	}
	return sum
}
