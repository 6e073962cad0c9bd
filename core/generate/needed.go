package generate

import (
	"cmp"
	"slices"

	"causeway/core/mask"
)

// Asks is what a generator asks the black box about its proposals.
type Asks int

const (
	Nothing Asks = iota // the network decides
	Number              // the number of changes
	Size                // also how far numbers change
)

// How many features a proposal may change in addition to those suggested by the network, by what
// the generator asks.
var beyond = [...]int{Number: 2, Size: 16}

// scales multiply the changes of numbers if all codes of a row fail.
var scales = [...]float64{1, 1.5, 1 / 1.5, 2, 1 / 2., 4, 1 / 4., 8, 16}

// halvings limits how often the gap between changes of numbers that hold and smaller ones that do
// not is halved.
const halvings = 4

// proposal is a row with some features changed.
type proposal struct {
	set  []int   // the features; empty without a proposal
	over float64 // multiplies the changes of numbers
	row  []float64
	lead float32 // minus the lead needed
}

// attempt looks for the proposal of a code for row e of a list.
type attempt struct {
	column
	e     int
	order []int   // features that can join set, the likeliest first
	set   []int   // to try, or tried last
	taken [][]int // sets that must not be part of set
	most  int     // largest number of features in a set
	low   float64 // a scale with which the row does not hold
	best  proposal
	fresh bool // whether best has changed
}

// fewest decodes codes one after the other. Each changes the likeliest features of a row, as few as
// the black box asks for, without the set of an earlier code among them. Then it reverts changes
// that are not needed, and brings numbers nearer. If all codes of a row fail, changes of numbers
// are scaled. A code without a proposal that holds gets what the network suggests.
func (p *proposer) fewest(list []asked, codes []float32) [][]float64 {
	k := len(codes) / latent
	column := p.columns(list, codes)
	rows, taken := make([][]float64, len(list)*k), make([][][]int, len(list))
	for _, over := range scales[:1+int(p.asks/Size)*(len(scales)-1)] {
		for c := range k {
			p.attempts = p.attempts[:0]
			for e := range list {
				if (over == 1 || len(taken[e]) == 0) && !list[e].room.None {
					a := attempt{column: column(e, c), e: e, taken: taken[e]}
					a.order, a.most = a.likeliest(nil)
					a.most += beyond[p.asks]
					p.attempts = append(p.attempts, a)
				}
			}
			p.grow(list, over)
			p.revert(list, over)
			if p.asks == Size {
				p.approach(list)
			}
			for i := range p.attempts {
				if a := &p.attempts[i]; len(a.best.set) > 0 {
					rows[a.e*k+c], taken[a.e] = a.best.row, append(taken[a.e], a.best.set)
				}
			}
		}
	}
	for i, row := range rows {
		if e := i / k; row == nil && !list[e].room.None {
			col := column(e, i%k)
			rows[i] = p.decode(&col, nil)
		}
	}
	return rows
}

// grow tries the likeliest feature of each attempt, the two likeliest, and so on until one holds.
func (p *proposer) grow(list []asked, over float64) {
	for more := true; more; p.settle(list) {
		more = false
		for i := range p.attempts {
			if a := &p.attempts[i]; len(a.best.set) == 0 && a.extend() {
				more = true
				if over == 1 || a.scales(a.set) {
					p.try(a, over, a.set)
				}
			}
		}
	}
}

// extend adds the likeliest feature that completes no set that was taken.
func (a *attempt) extend() bool {
	for len(a.order) > 0 && len(a.set) < a.most {
		j := a.order[0]
		a.order = a.order[1:]
		if !slices.ContainsFunc(a.taken, func(t []int) bool {
			return !slices.ContainsFunc(t, func(i int) bool { return i != j && !slices.Contains(a.set, i) })
		}) {
			a.set = append(a.set, j)
			return true
		}
	}
	return false
}

// scales reports whether a set has a number, whose change can be scaled.
func (a *attempt) scales(set []int) bool {
	return slices.ContainsFunc(set, func(j int) bool { return a.schema.Features[j].Kind.Numeric() })
}

// revert tries proposals that hold without each of their changes, until all are needed.
func (p *proposer) revert(list []asked, over float64) {
	for more := true; more; p.settle(list) {
		more = false
		for i := range p.attempts {
			a := &p.attempts[i]
			if set := a.best.set; a.fresh && len(set) > 1 {
				more = true
				for i := range set {
					p.try(a, over, slices.Delete(slices.Clone(set), i, i+1))
				}
			}
			a.fresh = false
		}
	}
}

// approach makes the changes of numbers smaller, as far as the row still holds.
func (p *proposer) approach(list []asked) {
	for range halvings {
		for i := range p.attempts {
			a := &p.attempts[i]
			if a.scales(a.best.set) {
				p.try(a, (a.low+a.best.over)/2, a.best.set)
			}
		}
		p.settle(list)
		for i := range p.attempts {
			a := &p.attempts[i]
			if !a.fresh {
				a.low = (a.low + a.best.over) / 2
			}
			a.fresh = false
		}
	}
}

// tries holds proposals that the black box has not judged yet. Their memory is reused.
type tries struct {
	list   []proposal
	of     []*attempt
	rows   [][]float64
	values []float64
}

// try adds the proposal of an attempt that changes a set of features, if the rules leave one.
func (p *proposer) try(a *attempt, over float64, set []int) {
	t, n := &p.tries, len(p.wished)
	if a.wish(p.wished, set, over); cap(t.values)-len(t.values) < n {
		t.values = make([]float64, 0, 1024*n)
	}
	row := t.values[len(t.values) : len(t.values)+n : len(t.values)+n]
	if a.room.Decode(mask.Wish{Values: p.wished}, row) {
		t.values = t.values[:len(t.values)+n]
		t.list, t.of = append(t.list, proposal{set: set, over: over, row: row}), append(t.of, a)
		t.rows = append(t.rows, row)
	}
}

// settle gives each attempt the best of its tries that hold: the one with the fewest changes, of
// these the nearest, and of these the one with the largest lead.
func (p *proposer) settle(list []asked) {
	t := &p.tries
	p.lead = leads(p.schema, p.pass, &p.ballot, t.rows, p.lead[:0], func(i int) int { return list[t.of[i].e].target })
	for i, x := range t.list {
		a := t.of[i]
		if x.lead = p.lead[i] - list[a.e].need; x.lead <= 0 {
			continue
		}
		if b := a.best; len(b.set) == 0 || cmp.Or(cmp.Compare(len(x.set), len(b.set)), cmp.Compare(x.over, b.over),
			cmp.Compare(b.lead, x.lead)) < 0 {
			x.set, x.row = slices.Clone(x.set), slices.Clone(x.row)
			a.best, a.fresh = x, true
		}
	}
	t.list, t.of, t.rows, t.values = t.list[:0], t.of[:0], t.rows[:0], t.values[:0]
}
