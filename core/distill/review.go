package distill

import (
	"causeway/core/data"
	"causeway/core/nn"
)

// How much more an example counts each time that the generator misses it, and where it
// only changes too much; how fast that is forgotten, and the most.
const (
	missed     = 1.5
	tooMuch    = 1.17
	forget     = 0.7
	mostWeight = 6
)

// review has the generator answer what it learns from: what it misses counts more, and
// what it finds better is learned.
func (f *Fit) review(tick func() error) error {
	p := f.gen.proposer(f.seek.pass)
	list := make([]asked, 0, atOnce)
	for from := 0; from < len(f.pool); from += atOnce {
		if err := tick(); err != nil {
			return err
		}
		some := f.pool[from:min(from+atOnce, len(f.pool))]
		list = list[:0]
		for _, ex := range some {
			list = append(list, ex.asked)
		}
		for i, a := range p.choose(list, f.key.Sub(streamTie)) {
			f.mark(from+i, a)
		}
	}
	f.enlist()
	return nil
}

// mark compares what the generator answers with what is known of an example.
func (f *Fit) mark(i int, a answer) {
	ex := f.pool[i]
	known := len(ex.answers) > 0
	switch {
	case !a.holds() && known:
		ex.weight *= missed
	case a.holds() && known && a.changed > ex.answers[0].changed:
		ex.weight *= tooMuch
	default:
		ex.weight = max(1, float32(ex.weight*forget))
	}
	ex.weight = min(ex.weight, mostWeight)
	f.learned.weight[i] = ex.weight
	if a.holds() && (!known || a.changed < ex.answers[0].changed || a.changed == ex.answers[0].changed && a.cost < 0.99*ex.answers[0].cost) {
		f.seek.enter(ex.asked)
		f.learned.put(f.gen.schema, i, f.seek.minimal(a).row)
		f.better(i)
	}
}

// better adds the answer that the generator found of an example to those of the search.
func (f *Fit) better(i int) {
	ex := f.pool[i]
	row, ok := f.learned.row(f.gen.schema, i, ex.room.Row)
	if !ok {
		return
	}
	f.seek.enter(ex.asked)
	a := f.seek.measure(row, f.seek.leads([][]float64{row})[0])
	list := []answer{a}
	for _, b := range ex.answers {
		if b.way != a.way && !b.own && len(list) < mostAnswers {
			list = append(list, b)
		}
	}
	list[0].own = true
	f.gen.learn(ex, list)
}

// learned is what a training knows of its pool beside what the search finds: of every
// item its weight, and an answer of the generator, encoded, where it found a better one.
type learned struct {
	features int
	weight   []float32
	has      []float32 // 1 where there is an answer
	rows     []float32 // items×features, numbers scaled
}

func newLearned(items, features int) learned {
	l := learned{features, make([]float32, items), make([]float32, items), make([]float32, items*features)}
	for i := range l.weight {
		l.weight[i] = 1
	}
	return l
}

func (l learned) tensors() []nn.Tensor {
	n := len(l.weight)
	return []nn.Tensor{{Name: "pool.weight", Shape: []int{n}, Data: l.weight}, {Name: "pool.has", Shape: []int{n}, Data: l.has},
		{Name: "pool.rows", Shape: []int{n, l.features}, Data: l.rows}}
}

// put keeps an answer of item i.
func (l learned) put(s data.Schema, i int, row []float64) {
	l.has[i] = 1
	pack(s, row, l.rows[i*l.features:(i+1)*l.features])
}

// pack writes a row as it is kept: numbers scaled, of others the level.
func pack(s data.Schema, row []float64, dst []float32) {
	for j, v := range row {
		if f := &s.Features[j]; f.Kind.Numeric() {
			dst[j] = f.Scale(v)
		} else {
			dst[j] = float32(v)
		}
	}
}

// unpack is the value of a feature that was kept.
func unpack(f *data.Feature, v float32) float64 {
	if f.Kind.Numeric() {
		return f.DecodeNumber(v)
	}
	return float64(min(max(int(v), 0), len(f.Levels)-1))
}

// row is the answer of item i, if there is one; x is its factual.
func (l learned) row(s data.Schema, i int, x []float64) ([]float64, bool) {
	if l.has[i] == 0 {
		return nil, false
	}
	row := make([]float64, l.features)
	for j := range row {
		v, f := l.rows[i*l.features+j], &s.Features[j]
		if row[j] = unpack(f, v); f.Kind.Numeric() && v == f.Scale(x[j]) {
			row[j] = x[j]
		}
	}
	return row, true
}

// teach gives a pool that was searched what is known of it.
func (l learned) teach(f *Fit) {
	for i, ex := range f.pool {
		ex.weight = min(max(l.weight[i], 1), mostWeight)
		f.better(i)
	}
}

// State is what Restore needs.
func (f *Fit) State() nn.State {
	s := f.Course.State()
	s.Tensors = append(s.Tensors, nn.State{Tensors: f.learned.tensors()}.Clone().Tensors...)
	return s
}

// Restore goes on from a State of a training with the same configuration and examples, also
// from one that an earlier version began, as that would have gone on.
func (f *Fit) Restore(s nn.State) error {
	err := f.restore(s)
	if err == nil {
		return nil
	}
	before := *f
	before.begin(f.gen.layout.eight(), mostItems)
	if before.restore(s) != nil {
		return err
	}
	*f = before
	return nil
}

func (f *Fit) restore(s nn.State) error {
	l := newLearned(f.items, len(f.gen.schema.Features))
	n := len(s.Tensors) - len(l.tensors())
	if n < 0 {
		n = 0
	}
	if err := nn.Restore(l.tensors(), s.Tensors[n:]); err != nil {
		return err
	}
	if err := f.Course.Restore(nn.State{Counters: s.Counters, Tensors: s.Tensors[:n]}); err != nil {
		return err
	}
	f.learned, f.pool = l, nil
	return nil
}

// Quality says how answers compare with those of the search.
type Quality struct {
	Held          float64 // share of the rows
	Changes, Cost float64 // of those that hold, times those of the search
	Profiles      float64 // distinct combinations of levels among them, times those of the search
}

// score is what epochs are compared by, less is better: rows that are missed count most,
// then changes, then distance, and that answers are the same for many rows.
func (f *Fit) score() float64 {
	q := f.quality(f.valid)
	return float64(10*(1-q.Held)) + float64(2*(q.Changes-1)) + float64(0.25*(q.Cost-1)) + float64(0.5*max(1-q.Profiles, 0))
}

// quality measures the generator on examples with answers.
func (f *Fit) quality(list []*example) Quality {
	p := f.gen.proposer(f.seek.pass)
	ask := make([]asked, len(list))
	for i, ex := range list {
		ask[i] = ex.asked
	}
	var q Quality
	var changed, cost, changes, costs float64
	mine, searched := map[uint64]bool{}, map[uint64]bool{}
	for i, a := range p.choose(ask, f.key.Sub(streamTie)) {
		if !a.holds() {
			continue
		}
		best := list[i].answers[0]
		q.Held++
		changed, cost = changed+float64(a.changed), cost+a.cost
		changes, costs = changes+float64(best.changed), costs+best.cost
		mine[profile(f.gen.schema, a.row)], searched[profile(f.gen.schema, best.row)] = true, true
	}
	if q.Held > 0 {
		q.Held /= float64(len(list))
		q.Changes, q.Cost = changed/changes, cost/max(costs, 1e-9)
		q.Profiles = float64(len(mine)) / float64(len(searched))
	}
	return q
}

// profile names the combination of levels of a row.
func profile(s data.Schema, row []float64) (h uint64) {
	for j := range s.Features {
		if !s.Features[j].Kind.Numeric() {
			h = mix(h ^ uint64(row[j]))
		}
	}
	return h
}
