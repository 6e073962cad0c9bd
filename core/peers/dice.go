package peers

import (
	"cmp"
	"math"
	"slices"

	"causeway/core/blackbox"
	"causeway/core/data"
	"causeway/core/kernel"
)

func init() {
	add(Method{Name: "dice-random", Holds: "DiCE's features_to_vary", make: newRandom})
	add(Method{Name: "dice-genetic", Holds: "DiCE's features_to_vary", make: newGenetic})
}

// diceRandom is the random search of DiCE (Mothilal, Sharma and Tan 2020, section 4.2,
// RandomInitCF without gradients; the tool's method "random"). For one feature, then
// two and so on, rows are drawn in which that many features, drawn for each, have
// uniform values of their range. From those of the first number that has any of the
// target class one is drawn, and what it changes little is taken back (see thrift).
//
// The tool's settings: 1,000 rows for each number of features, one counterfactual.
type diceRandom struct{ thrift }

const randomRows = 1000

func newRandom(p *place) (blackbox.Answerer, error) { return diceRandom{newThrift(p)}, nil }

// Answers implements blackbox.Answerer.
func (m diceRandom) Answers(rows [][]float64, target []int, key kernel.Key) [][]float64 {
	all, a := make([][]float64, len(rows)), m.ask()
	for i, x := range rows {
		if m.stopped() {
			break
		}
		all[i] = m.answer(a, x, target[i], key.Sub(uint64(i)))
	}
	return all
}

func (m diceRandom) answer(a *asker, x []float64, target int, key kernel.Key) []float64 {
	free := m.free()
	order := make([]int, len(free))
	for vary := 1; vary <= len(free); vary++ {
		k := key.Sub(uint64(vary))
		rows := make([][]float64, randomRows)
		for r := range rows {
			k := k.Sub(uint64(r))
			rows[r] = slices.Clone(x)
			k.Sub(0).Perm(order)
			for _, o := range order[:vary] {
				j := free[o]
				rows[r][j] = draw(&m.Schema.Features[j], k, uint32(j))
			}
		}
		var found [][]float64
		for r, y := range a.classes(rows) {
			if y == target && !slices.Equal(rows[r], x) {
				found = append(found, rows[r])
			}
		}
		if len(found) > 0 {
			return m.take(a, x, found[k.Intn(0, len(found))], target)
		}
	}
	return nil
}

// draw is number i of a stream as a value of a feature, uniform in its range.
func draw(f *data.Feature, k kernel.Key, i uint32) float64 {
	if f.Kind.Numeric() {
		return f.DecodeNumber(k.Uniform1(i))
	}
	return float64(k.Intn(i, len(f.Levels)))
}

// diceGenetic is the genetic search of DiCE (the tool's method "genetic", which
// follows Schleich, Geng, Zhang and Suciu 2021, GeCo) for one counterfactual. Rows are
// better the less their
//
//	hinge + proximityWeight * proximity + sparsityWeight * sparsity
//
// where the hinge is max(0, 1 - log-odds of the target) (Mothilal, Sharma and Tan 2020,
// section 3.3), proximity is far divided by the number of features, and sparsity the
// share of them that differ. The first generation are the nearest training rows of the
// target class; of every generation the better half stays, and children of two of them
// fill it up: each value is one parent's with probability 0.4, the other's with 0.4,
// and else drawn from the feature's range. It ends once the best is no better by
// geneticGain for geneticStill generations, and what the best row that reaches the
// target changes little is taken back (see thrift).
type diceGenetic struct{ thrift }

// The tool's settings.
const (
	geneticRows        = 10 // for each counterfactual
	geneticGenerations = 500
	geneticGain        = 0.01
	geneticStill       = 5
	proximityWeight    = 0.2
	sparsityWeight     = 0.2
	fromOne, fromEach  = 0.4, 0.8
)

func newGenetic(p *place) (blackbox.Answerer, error) { return diceGenetic{newThrift(p)}, nil }

// Answers implements blackbox.Answerer.
func (m diceGenetic) Answers(rows [][]float64, target []int, key kernel.Key) [][]float64 {
	all, a := make([][]float64, len(rows)), m.ask()
	for i, x := range rows {
		if m.stopped() {
			break
		}
		all[i] = m.answer(a, x, target[i], key.Sub(uint64(i)))
	}
	return all
}

// being is a row of a generation.
type being struct {
	row  []float64
	loss float64
	good bool // of the target class
}

func (m diceGenetic) answer(a *asker, x []float64, target int, key kernel.Key) []float64 {
	first := m.nearest(x, target, geneticRows)
	for r := len(first); r < geneticRows; r++ {
		first = append(first, m.drawn(x, key.Sub(0).Sub(uint64(r))))
	}
	now := m.judge(a, x, first, target)
	still := 0
	for g := 1; g <= geneticGenerations && still < geneticStill; g++ {
		was := now[0].loss
		k := key.Sub(uint64(g))
		var born [][]float64
		half := now[:geneticRows/2]
		for c := len(half); c < geneticRows; c++ {
			k := k.Sub(uint64(c))
			born = append(born, m.child(x, half[k.Intn(0, len(half))].row, half[k.Intn(1, len(half))].row, k.Sub(1)))
		}
		now = append(slices.Clone(half), m.judge(a, x, born, target)...)
		slices.SortStableFunc(now, better)
		if still++; was-now[0].loss > geneticGain || !now[0].good {
			still = 0
		}
	}
	for _, b := range now {
		if b.good && !slices.Equal(b.row, x) {
			return m.take(a, x, b.row, target)
		}
	}
	return nil
}

// drawn is a row all of whose free values are drawn.
func (m diceGenetic) drawn(x []float64, k kernel.Key) []float64 {
	row := slices.Clone(x)
	for _, j := range m.free() {
		row[j] = draw(&m.Schema.Features[j], k, uint32(j))
	}
	return row
}

func (m diceGenetic) child(x, a, b []float64, k kernel.Key) []float64 {
	row := slices.Clone(x)
	for _, j := range m.free() {
		switch u := k.Uniform1(uint32(j)); {
		case u < fromOne:
			row[j] = a[j]
		case u < fromEach:
			row[j] = b[j]
		default:
			row[j] = draw(&m.Schema.Features[j], k.Sub(0), uint32(j))
		}
	}
	return row
}

// judge returns rows with their losses, the best first.
func (m diceGenetic) judge(a *asker, x []float64, rows [][]float64, target int) []being {
	n := len(rows)
	list, y := make([]being, n), make([]int, n)
	shares := slices.Clone(a.shares(rows))
	classes := len(shares) / n
	for e := range n {
		for c := range classes {
			if shares[c*n+e] > shares[y[e]*n+e] {
				y[e] = c
			}
		}
	}
	features := float64(len(x))
	for e, row := range rows {
		p := min(max(shares[target*n+e], 1e-6), 1-1e-6)
		changed := 0
		for j := range row {
			if row[j] != x[j] {
				changed++
			}
		}
		loss := max(0, 1-float64(kernel.Log1(p/(1-p))))
		loss += float64(proximityWeight * m.far(x, row) / features)
		loss += float64(sparsityWeight * float64(changed) / features)
		list[e] = being{row, loss, y[e] == target}
	}
	slices.SortStableFunc(list, better)
	return list
}

func better(a, b being) int { return cmp.Compare(a.loss, b.loss) }

// thrift takes changes of numbers back that are small: those of at most the tenth part
// of the column's distances from its median, and of at most its MAD, step by step
// towards the factual as long as the target is reached (Mothilal, Sharma and Tan 2020,
// section 3.4 and the supplement; the tool's linear search with its 0.1).
type thrift struct {
	*place
	small []float64 // features
}

const thriftShare, thriftSteps = 0.1, 100

func newThrift(p *place) thrift {
	t := thrift{p, make([]float64, len(p.Schema.Features))}
	for j := range p.Schema.Features {
		f := &p.Schema.Features[j]
		if !f.Kind.Numeric() {
			continue
		}
		v := make([]float64, len(p.Rows))
		for i, r := range p.Rows {
			v[i] = r[j]
		}
		slices.Sort(v)
		middle := v[len(v)/2]
		var off []float64
		for _, x := range v {
			if x != middle {
				off = append(off, math.Abs(x-middle))
			}
		}
		if slices.Sort(off); len(off) > 0 {
			t.small[j] = min(off[int(thriftShare*float64(len(off)))], unit(f))
		}
	}
	return t
}

// take is the row without the changes that are taken back; at most thriftSteps steps
// of the column's last decimal are tried, or that many parts of the change.
func (t thrift) take(a *asker, x, row []float64, target int) []float64 {
	row = slices.Clone(row)
	for j := range row {
		f := &t.Schema.Features[j]
		d := x[j] - row[j]
		if !f.Kind.Numeric() || d == 0 || math.Abs(d) > t.small[j] {
			continue
		}
		steps := int(min(math.Ceil(math.Abs(d)/f.Step()), thriftSteps))
		from := row[j]
		for s := 1; s <= steps; s++ {
			next := slices.Clone(row)
			if next[j] = f.Round(from + float64(d*float64(s)/float64(steps))); s == steps {
				next[j] = x[j]
			}
			if slices.Equal(next, x) || a.classes([][]float64{next})[0] != target {
				break
			}
			row = next
		}
	}
	return row
}
