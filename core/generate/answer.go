package generate

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"causeway/core/blackbox"
	"causeway/core/causal"
	"causeway/core/kernel"
	"causeway/core/mask"
	"causeway/core/nn"
)

// Bound is a generator bound to a black box, which judges its answers, and to hard rules, which its
// answers keep. It is safe for concurrent use.
type Bound struct {
	gen      *Generator
	blackBox blackbox.BlackBox
	other    blackbox.BlackBox // gives slopes if blackBox has no gradient
	mask     *mask.Mask
	follows  []bool
	places   sync.Pool // holds *place
}

// place holds the buffers of one goroutine.
type place struct {
	*proposer
	slopes *slopes
	rooms  []*mask.Room
}

// Under binds a generator to a black box and rules. The rules must fit its schema; they may
// differ from those used in training. If b has no gradient, slopes come from other.
func (g *Generator) Under(b, other blackbox.BlackBox, rules []causal.Rule) *Bound {
	m := mask.New(g.schema, rules)
	return &Bound{gen: g, blackBox: b, other: other, mask: m, follows: m.Computed()}
}

// atOnce is the number of rows that are answered together.
const atOnce = 64

func (b *Bound) place() *place {
	if p, is := b.places.Get().(*place); is {
		return p
	}
	return &place{proposer: newProposer(b.gen, b.blackBox.Pass()), slopes: newSlopes(b.gen.layout, b.blackBox, b.other)}
}

// ask prepares rows for answering. Each row gets its own room.
func (b *Bound) ask(p *place, rows [][]float64, target []int) []asked {
	for len(p.rooms) < len(rows) {
		p.rooms = append(p.rooms, b.mask.Room())
	}
	list, w := make([]asked, len(rows)), b.gen.width
	all := make([]float32, w*len(rows))
	leads := p.slopes.ask(rows, func(e int) int { return target[e] }, func(int) []causal.Rule { return b.mask.Rules() },
		all)
	for e, row := range rows {
		p.rooms[e].Enter(row)
		list[e] = asked{room: p.rooms[e], follows: b.follows, target: target[e], lead: leads[e],
			slope: all[e*w : (e+1)*w]}
		list[e].free = b.gen.frees(p.rooms[e], b.follows, nil)
	}
	return list
}

// each calls f for up to atOnce rows at a time.
func (b *Bound) each(rows [][]float64, target []int, f func(p *place, from int, some []asked)) {
	p := b.place()
	defer b.places.Put(p)
	for from := 0; from < len(rows); from += atOnce {
		to := min(from+atOnce, len(rows))
		f(p, from, b.ask(p, rows[from:to], target[from:to]))
	}
}

// Answers implements blackbox.Answerer. It returns the best row among those decoded from all codes.
// The row keeps the hard rules even if it does not reach the target. If no row keeps them, the
// answer is nil.
func (b *Bound) Answers(rows [][]float64, target []int, _ kernel.Key) [][]float64 {
	list := make([][]float64, 0, len(rows))
	b.each(rows, target, func(p *place, _ int, some []asked) {
		for _, a := range p.best(some, p.rowsOf(some, b.gen.codes)) {
			list = append(list, a.row)
		}
	})
	return list
}

// PerRow returns the number of proposals per row.
func (b *Bound) PerRow() int { return Codes }

// Proposals returns the rows decoded from all codes: PerRow proposals in succession for each row,
// or nil where no row keeps the hard rules. Proposals need not reach the target. The result for one
// row does not depend on the other rows of the call.
func (b *Bound) Proposals(rows [][]float64, target []int) [][]float64 {
	list := make([][]float64, 0, Codes*len(rows))
	b.each(rows, target, func(p *place, _ int, some []asked) { list = append(list, p.rowsOf(some, b.gen.codes)...) })
	return list
}

// Helped improves given proposals, up to PerRow for each row, with the help of the black box, as the
// generator improves its own. The result is laid out like that of Proposals, with nil for proposals that do
// not reach the target.
func (b *Bound) Helped(rows [][]float64, target []int, given [][][]float64) [][]float64 {
	list := make([][]float64, 0, Codes*len(rows))
	b.each(rows, target, func(p *place, from int, some []asked) {
		list = append(list, p.helped(some, Codes, func(e, c int) attempt {
			x := rows[from+e]
			if c >= len(given[from+e]) {
				return attempt{}
			}
			to := given[from+e][c]
			change := func(j int, over float64) float64 {
				if f := &p.schema.Features[j]; f.Kind.Numeric() {
					return f.Round(x[j] + over*(to[j]-x[j]))
				}
				return to[j]
			}
			return attempt{order: changes(x, to, some[e].follows), most: len(x), change: change}
		})...)
	})
	return list
}

// Sample implements blackbox.Sampler. It first returns the rows of all codes, then those of draws
// from the prior, widened by reach. Current generators ask the black box only about unwidened codes:
// asking about hundreds of draws would take longer than the rest of a search.
func (b *Bound) Sample(row []float64, target, n int, reach float32, key kernel.Key) (rows [][]float64) {
	p := b.place()
	defer b.places.Put(p)
	some := b.ask(p, [][]float64{row}, []int{target})
	codes := b.gen.codes
	for len(rows) < n {
		if p.asks == Size && (reach > 1 || len(rows) > 0) {
			rows = append(rows, p.decoded(some, codes, true)...)
		} else {
			rows = append(rows, p.rowsOf(some, codes)...)
		}
		codes = make([]float32, latent*Codes)
		kernel.Normal(key, uint32(len(rows)), codes)
		for i := range codes {
			codes[i] *= max(reach, 1)
		}
	}
	return slices.DeleteFunc(rows[:n], func(row []float64) bool { return row == nil })
}

// proposer decodes codes to rows. It must not be shared between goroutines.
type proposer struct {
	decoder
	pass   blackbox.Pass
	ballot ballot
	in     []float32
	wished []float64
	order  []int
	sets   []uint64 // the sets of features that earlier columns changed in a row
	lead   []float32
	tries  tries
}

func newProposer(g *Generator, pass blackbox.Pass) *proposer {
	return &proposer{decoder: decoder{Generator: g}, pass: pass, wished: make([]float64, len(g.schema.Features))}
}

// rowsOf decodes all codes for each row, if possible into different proposals. The proposals for one
// row follow each other; they are nil if no row keeps the rules.
//
//	codes  latent×k
func (p *proposer) rowsOf(list []asked, codes []float32) [][]float64 {
	if p.asks > Nothing {
		return p.fewest(list, codes)
	}
	return p.decoded(list, codes, true)
}

// decoded decodes all codes as the network says. If apart is false, rows may repeat.
func (p *proposer) decoded(list []asked, codes []float32, apart bool) [][]float64 {
	k := len(codes) / latent
	column := p.columns(list, codes)
	rows := make([][]float64, 0, len(list)*k)
	for e := range list {
		for c := range k {
			var row []float64
			if !list[e].room.None {
				col, before := column(e, c), rows[e*k:]
				if !apart {
					before = nil
				}
				row = p.decode(&col, before)
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// columns runs the network and returns the output for a row and a code, valid until the next call.
func (p *proposer) columns(list []asked, codes []float32) func(e, c int) column {
	k := len(codes) / latent
	n := whole(len(list) * k)
	nn.Grow(&p.in, (latent+p.inputs)*n)
	context := make([]float32, p.inputs)
	for e := range list {
		p.put(context, 0, 1, &list[e])
		for i, v := range context {
			at := (latent+i)*n + e*k
			for c := range k {
				p.in[at+c] = v
			}
		}
		for d := range latent {
			copy(p.in[d*n+e*k:d*n+(e+1)*k], codes[d*k:(d+1)*k])
		}
	}
	y := p.forward(p.in, n)
	return func(e, c int) column { return column{p.Generator, list[e].room, list[e].free, y[e*k+c:], n} }
}

// farther lists factors for the changes of numbers. They are tried in turn while a code repeats an
// earlier row.
var farther = [...]float64{1, 1.5, 2, 3, 4}

// At most alike codes of a row may change the same features. A further code swaps the least likely
// of these features for one of the swaps next likely ones.
const (
	alike = 2
	swaps = 4
)

// decode decodes a column. If possible, the row differs from those in before, and not too many of
// them change the same set of features.
func (p *proposer) decode(c *column, before [][]float64) []float64 {
	order, n := c.likeliest(p.order)
	p.order = order
	if len(before) == 0 {
		p.sets = p.sets[:0]
	}
	for last, swap := n-1, 0; swap <= swaps && n > 0 && last+swap < len(order); swap++ {
		order[last], order[last+swap] = order[last+swap], order[last]
		if p.alike(order[:n]) < alike {
			break
		}
		order[last], order[last+swap] = order[last+swap], order[last]
	}
	row := make([]float64, len(p.wished))
	for _, over := range farther {
		wish(p.wished, c.room.Row, order[:n], func(j int) float64 { return c.change(j, over) })
		if !c.room.Decode(mask.Wish{Values: p.wished}, row) {
			return nil
		}
		if !slices.ContainsFunc(before, func(b []float64) bool { return slices.Equal(b, row) }) {
			break
		}
	}
	p.sets = append(p.sets, setOf(order[:n]))
	return row
}

// alike counts the earlier columns of a row that changed the same features.
func (p *proposer) alike(features []int) (n int) {
	set := setOf(features)
	for _, s := range p.sets {
		if s == set {
			n++
		}
	}
	return n
}

// best returns the best proposal for each row. All rows have the same number of proposals.
func (p *proposer) best(list []asked, rows [][]float64) []answer {
	per, best := len(rows)/max(len(list), 1), make([]answer, len(list))
	some, of := make([][]float64, 0, len(rows)), make([]int, 0, len(rows))
	for i, row := range rows {
		if row != nil {
			some, of = append(some, row), append(of, i/per)
		}
	}
	p.lead = leads(p.schema, p.pass, &p.ballot, some, p.lead[:0], func(i int) int { return list[of[i]].target })
	for i, row := range some {
		q := &list[of[i]]
		m := seeker{schema: p.schema, room: q.room, follows: q.follows}
		a := m.measure(row, p.lead[i]-q.need)
		if a.barred = a.holds() && !p.judge.allows(q.room.Row, row); best[of[i]].row == nil ||
			order(a, best[of[i]]) < 0 {
			best[of[i]] = a
		}
	}
	return best
}

// holds reports whether an answer reaches the target and changes something.
func (a answer) holds() bool { return a.changed > 0 && a.lead > 0 }

// order compares proposals. Those that hold come first, sorted by whether the labels allow them,
// then by fewer changes, then by distance. The others follow, by larger lead.
func order(a, b answer) int {
	switch {
	case a.holds() != b.holds():
		return cmp.Compare(flag(b.holds()), flag(a.holds()))
	case !a.holds():
		return cmp.Compare(b.lead, a.lead)
	case a.barred != b.barred:
		return cmp.Compare(flag(a.barred), flag(b.barred))
	case a.changed == b.changed && math.Abs(a.cost-b.cost) < 1e-9:
		return 0
	}
	return better(a, b)
}
