package cf

import (
	"math"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/nn"
)

// ways prevents a fine-tuning from leaving out half of the feasible changes. Feasible changes vary
// most along one axis, for example from causes and effect all rising to all falling. A generator
// guided by the gradient of a judge often moves all rows and classes to one end of the axis, where
// the judge is most certain. Later labels do not bring it back, because everything in between is
// infeasible.
//
// A training therefore checks several times how its rows move along the axis. If one end has labels
// but no rows, the training leads the rows of one class there for a while. Each label of that end
// suggests a change. A row is led to the nearest result of such a change that is valid and that the
// judge believes to be feasible. The class is the one for which this is cheapest, or another one if
// that did not help. It may also be a class whose rows already move almost in this direction,
// except for a cause that proximity has pulled back. Afterwards the objective returns to its
// previous form.
type ways struct {
	layout
	blackBox blackbox.BlackBox
	belief   Belief
	axis     []float64      // one component per feature, of length 1
	ends     [2][]Label     // feasible labels in each direction along the axis
	clear    [2]float64     // absolute cosine with the axis that nine tenths of an end's labels have at least
	tried    []bool         // classes that have been led
	to       [2][][]float32 // where training rows and rows of labels are led; nil: nowhere
	class    int            // target class of the led rows
	until    int            // first epoch in which they are no longer led
}

const (
	wayAlong  = 0.5  // a change with at least this cosine goes along the axis
	wayLabels = 0.1  // each end has at least this share of the feasible labels
	wayRows   = 0.05 // an end with a smaller share of the counterfactuals is left out
	wayShown  = 500  // number of rows examined
	wayLed    = 4000 // number of rows led
	wayTries  = 16   // labels of an end that are tried on a row
	wayPart   = 64   // rows on which they are tried at a time
	wayWidth  = 1000 // tables with more encoded inputs are too wide
	wayWeight = 20   // weight of the remaining distance, where numbers cost 1 per MAD
)

// newWays finds the axis of the feasible labels. It returns nil if the axis does not have two
// ends, or if the table is too wide for trying labels on rows.
func newWays(l layout, blackBox blackbox.BlackBox, labels []Label, key kernel.Key) *ways {
	belief, ok := NewBelief(l.schema, labels, key.Sub(streamJudge))
	if !ok || l.width > wayWidth {
		return nil
	}
	w := &ways{layout: l, blackBox: blackBox, belief: belief, tried: make([]bool, blackBox.Classes())}
	var feasible []Label
	for _, q := range labels {
		if q.Feasible {
			feasible = append(feasible, q)
		}
	}
	w.axis = axis(w.moves(feasible))
	for i, m := range w.moves(feasible) {
		switch at := w.along(m); {
		case at >= wayAlong:
			w.ends[0] = append(w.ends[0], feasible[i])
		case at <= -wayAlong:
			w.ends[1] = append(w.ends[1], feasible[i])
		}
	}
	if least := wayLabels * float64(len(feasible)); float64(len(w.ends[0])) < least || float64(len(w.ends[1])) < least {
		return nil
	}
	for i, q := range w.ends {
		w.clear[i] = w.clearness(q)
		w.ends[i] = ChooseAny(q, wayTries, key.Sub(streamWays).Sub(uint64(i)))
	}
	return w
}

// moves returns, for each label, the direction in which each scored feature moves and how
// clearly, from -1 to 1.
func (l layout) moves(labels []Label) [][]float64 {
	all := make([][]float64, len(labels))
	for i, q := range labels {
		for j, f := range l.schema.Features {
			if causal.Scored(f) {
				a := (causal.Score(f, q.Counterfactual[j]) - causal.Score(f, q.Factual[j])) / l.score(j).unit
				all[i] = append(all[i], a/(math.Abs(a)+halfStep))
			}
		}
	}
	return all
}

// axisSteps is the number of steps of the power iteration, enough for a clearly dominant axis.
const axisSteps = 50

// axis returns the unit vector along which the vectors are longest on average. It uses power
// iteration, starting from the longest vector. It returns zeros if no such direction exists.
func axis(vectors [][]float64) []float64 {
	var a []float64
	for _, v := range vectors {
		if a == nil || dot(v, v) > dot(a, a) {
			a = slices.Clone(v)
		}
	}
	for range axisSteps {
		next := make([]float64, len(a))
		for _, v := range vectors {
			d := dot(v, a)
			for i, x := range v {
				next[i] += float64(d * x)
			}
		}
		length := math.Sqrt(dot(next, next))
		if length == 0 {
			return next
		}
		for i := range next {
			next[i] /= length
		}
		a = next
	}
	return a
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}

// along returns the cosine of a move with the axis, or 0 if nothing moves.
func (w *ways) along(move []float64) float64 {
	length := math.Sqrt(dot(move, move))
	if length == 0 {
		return 0
	}
	return dot(move, w.axis) / length
}

// clearness returns the absolute cosine with the axis that nine tenths of an end's labels have at
// least.
func (w *ways) clearness(end []Label) float64 {
	var at []float64
	for _, m := range w.moves(end) {
		at = append(at, math.Abs(w.along(m)))
	}
	slices.Sort(at)
	return at[len(at)/10]
}

// missing returns the end of the axis that a generator leaves out, judged by its valid
// counterfactuals of some rows; see leftOut.
func (w *ways) missing(g *Generator, ex nn.Examples, y []int, key kernel.Key) (end, class int) {
	n := min(len(y), wayShown)
	rows, target := make([]int, n), make([]int, n)
	for i := range rows {
		rows[i], target[i] = i, Target(y[i], w.blackBox.Classes(), key, uint32(i))
	}
	some := ex.Some(rows)
	out := g.Generate(w.blackBox, some, target, 1, key)
	var made []Label
	for i, c := range out.Rows {
		if out.Y[i] == target[i] {
			made = append(made, Label{Factual: w.row(some, i), Counterfactual: c, Target: target[i]})
		}
	}
	return w.leftOut(made)
}

// leftOut returns the end of the axis that is left out, or -1 if neither or both are. An end is
// left out if almost none of the changes move towards it as clearly as its labels. class is the
// class that most of the less clear changes towards it reach, or -1 if almost none exist.
func (w *ways) leftOut(made []Label) (end, class int) {
	var clear, near [2]int
	var to [2][]int
	for end := range to {
		to[end] = make([]int, len(w.tried))
	}
	for i, m := range w.moves(made) {
		at, end := w.along(m), 0
		if at < 0 {
			at, end = -at, 1
		}
		if at >= w.clear[end] {
			clear[end]++
		}
		if at >= wayAlong {
			near[end]++
			to[end][made[i].Target]++
		}
	}
	least := int(math.Ceil(wayRows * float64(len(made))))
	switch {
	case clear[0] < least && clear[1] >= least:
		end = 0
	case clear[1] < least && clear[0] >= least:
		end = 1
	default:
		return -1, -1
	}
	if near[end] < least {
		return end, -1
	}
	return end, slices.Index(to[end], slices.Max(to[end]))
}

// row returns the decoded row of an example.
func (l layout) row(ex nn.Examples, i int) []float64 {
	row := make([]float64, len(l.groups))
	l.schema.Decode(ex.X[i*ex.Width:(i+1)*ex.Width], row)
	return row
}

// find decides which rows are led to an end of the axis, and where each goes. It considers only the
// class only, or picks the cheapest class if only is -1. It reports false if no class is left to
// try.
func (w *ways) find(end, only int, train, queries nn.Examples, y []int) bool {
	best, least := -1, math.Inf(1)
	for class, tried := range w.tried {
		if only >= 0 && class != only || only < 0 && tried {
			continue
		}
		to, cost := w.carry(w.ends[end], train, y, class)
		if cost < least {
			best, least, w.to[ofTrain] = class, cost, to
		} else if math.IsInf(cost, 1) {
			w.tried[class] = true
		}
	}
	if best < 0 {
		return false
	}
	w.class, w.tried[best] = best, true
	w.to[ofLabels], _ = w.carry(w.ends[end], queries, Predict(w.blackBox, queries), best)
	return true
}

// carryParts lists the fractions of a label's change to try on other rows.
var carryParts = [...]float64{1, 0.75, 0.5, 0.25}

// carry finds the rows to which rows of other classes are led. For each row it tries all or part
// of the changes of labels and picks the nearest result that reaches the class and is believed to
// be feasible. The cost is the mean distance to these results, or infinite if three quarters of
// the rows have none.
func (w *ways) carry(labels []Label, ex nn.Examples, y []int, class int) (to [][]float32, cost float64) {
	to = make([][]float32, len(y))
	pass, sum, n := w.blackBox.Pass(), 0.0, 0
	all := others(y, class)
	all = all[:min(len(all), wayLed)]
	for rows := range slices.Chunk(all, wayPart) {
		var tries []Label
		var encoded [][]float64
		for _, r := range rows {
			x := w.row(ex, r)
			for _, q := range labels {
				for _, part := range carryParts {
					c := w.carried(x, q, part)
					tries, encoded = append(tries, Label{Factual: x, Counterfactual: c}), append(encoded, c)
				}
			}
		}
		reached, each := make([]int, len(tries)), len(labels)*len(carryParts)
		nn.Best(pass.Shares(w.encode(encoded), len(tries)), reached)
		believed := w.belief.Of(tries)
		for i, r := range rows {
			best, least := -1, math.Inf(1)
			for t := i * each; t < (i+1)*each; t++ {
				if reached[t] != class || believed[t] < 0.5 {
					continue
				}
				if d := w.distance(tries[t].Factual, tries[t].Counterfactual); d < least {
					best, least = t, d
				}
			}
			if best >= 0 {
				to[r] = make([]float32, ex.Width)
				w.schema.Encode(tries[best].Counterfactual, to[r])
				sum += least
				n++
			}
		}
	}
	if n == 0 || 4*n < len(all) {
		return to, math.Inf(1)
	}
	return to, sum / float64(n)
}

// carried returns a row after applying a label's change to it. Only a fraction of each change of
// a number is applied.
func (l layout) carried(x []float64, q Label, part float64) []float64 {
	c := slices.Clone(x)
	for j, f := range l.schema.Features {
		switch d := q.Counterfactual[j] - q.Factual[j]; {
		case d == 0:
		case f.Kind.Numeric():
			c[j] = f.Round(min(max(x[j]+float64(part*d), f.Min), f.Max))
		default:
			c[j] = q.Counterfactual[j]
		}
	}
	return c
}

// turn is called before each epoch of a fine-tuning. Between a quarter and three quarters of the
// epochs it examines the changes of rows, and if they leave out an end, it leads them for a
// quarter of the epochs. It then discards the best state so far, whose loss was lower only
// because something was left out.
func (f *Fit) turn() {
	w := f.ways
	if w == nil {
		return
	}
	done, _ := f.Epochs()
	quarter := max(f.cfg.Epochs/4, 1)
	if done == w.until {
		w.to = [2][][]float32{}
	}
	if w.to[0] != nil || done < quarter || done+quarter >= f.cfg.Epochs {
		return
	}
	now := newGenerator(f.layout, f.net, f.end)
	now.fixed = f.fixed
	if end, class := w.missing(now, f.val, f.valY, f.key.Sub(streamWays)); end >= 0 &&
		w.find(end, class, f.train, f.oracle.x, f.trainY) {
		w.until = done + quarter
		f.Forget()
	}
}

// These say whether the rows of a batch are training rows or rows of labels.
const (
	ofTrain = iota
	ofLabels
)

// lead sets the rows to which the rows of a batch are led. If w is nil, none are led.
func (w *ways) lead(b *batch, of int, rows []int) {
	b.led = b.led[:0]
	if w == nil || w.to[of] == nil {
		return
	}
	b.leading = w.class
	for _, r := range rows {
		b.led = append(b.led, w.to[of][r])
	}
}

// leads reports whether an example's row is led, or would be led if a label had suited it.
func (b *batch) leads(e int) bool { return len(b.led) > 0 && b.target[e] == b.leading }

// way returns the mean remaining distance of the examples to the rows to which they are led,
// times wayWeight.
func (b *batch) way() float64 {
	sum, k := 0.0, wayWeight/float32(b.n)
	for e := range b.n {
		if b.leads(e) && b.led[e%b.rows] != nil {
			sum += b.layout.way(b, e, b.led[e%b.rows], k)
		}
	}
	return sum
}
